"""Short logs, played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from palace.contract.rules import Commit, Log
from palace.cooper_island.box import BOX, NOTHING_KNOWN, Box
from palace.cooper_island.log import CooperRules
from palace.cooper_island.notation import read_line
from palace.cooper_island.rules import Rulings
from palace.cooper_island.score import Played
from palace.cooper_island.state import Seat
from palace.core.verdict import Reason

NAMES = ("Ana", "Ben", "Caro", "Dan")

INCOME = "round 1\nincome\n"
WORK = f"{INCOME}workers\n"
CLEAN = (
    f"{WORK}Ana: worker E\nBen: worker G\nAna: worker G toll 1 coin\nBen: worker E toll 1 coin\n"
)
CLEAN += "clean-up\n"
"""Logs up to a phase of round 1, for two players, without a fault but the missing islets."""


def run(
    log: str,
    players: int = 2,
    *,
    box: Box = NOTHING_KNOWN,
    strict: bool = False,
    income: bool = False,
    **rulings: str,
) -> Played:
    """Return a log that is played, by default without any values of a box.

    Short logs leave out the income of a round; the reasons about that are kept with `income`.
    """
    lines = [Commit(found) for text in log.splitlines() if (found := read_line(text))]
    rules = CooperRules.new(*NAMES[:players], box=box, rulings=Rulings(**rulings))
    done = Log.begin(rules).played((*lines,), strict=strict)
    kept = (
        replace(report, reasons=tuple(r for r in report.reasons if income or r.code != "income"))
        for (report,) in done.reports
    )
    return replace(done, reports=tuple((report,) for report in kept))


def codes(done: Played) -> list[str]:
    """Return the codes of all reasons."""
    return [reason.code for reason in done.reasons]


def reason(done: Played) -> Reason:
    """Return the only reason."""
    (found,) = done.reasons
    return found


def seat(done: Played, at: int = 0) -> Seat:
    """Return the state of a player after the log."""
    return done.state.seats[at]


def ana(log: str, *, before: str = WORK, box: Box = NOTHING_KNOWN, **rulings: Any) -> Played:
    """Return the log with an entry of Ana."""
    return run(f"{before}Ana: {log}\n", box=box, **rulings)


def legal(done: Played) -> bool:
    """Assert that no line has a reason, and return True."""
    assert not done.reasons, done.reasons
    return True


HOUSE = BOX.house
