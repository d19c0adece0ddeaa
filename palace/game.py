"""Replay: a recorded game turn by turn, on past an illegal turn, to the palace it leaves.

Judged here: the order of players, each staircase, where the animals are put, and what was written
down of decoration, credits, bonus and butterfly.  Cards and pieces are kept, not judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from palace import reasons
from palace.animals import Company
from palace.elements import COLOUR_WORDS
from palace.laying import lay
from palace.position import Palace
from palace.reasons import Reason
from palace.records.record import Record
from palace.records.schema import Turn
from palace.referee import judge
from palace.staircase import Staircase
from palace.verdict import Verdict


@dataclass(frozen=True)
class TurnReport:
    """One turn of a replay, `number` counting from 1.

    `verdict` is None for a pass; `reasons` are those of the verdict and of the game, each with its
    turn and line; `palace` is what stands after the turn, legal or not.
    """

    number: int
    player: str
    staircase: Staircase | None
    verdict: Verdict | None
    reasons: tuple[Reason, ...]
    palace: Palace
    butterfly: bool = False

    @property
    def legal(self) -> bool:
        """Whether nothing was wrong with the turn."""
        return not self.reasons


@dataclass(frozen=True)
class Replay:
    """A game played over: the turns so far, the palaces, and what was wrong.

    `palace` is what stands after the last turn; `good` what stood before the first illegal one, or
    the same; `unchecked` says what was not judged.
    """

    start: Palace
    turns: tuple[TurnReport, ...]
    unchecked: tuple[str, ...] = ()

    @property
    def palace(self) -> Palace:
        """What stands after the last turn replayed."""
        return self.turns[-1].palace if self.turns else self.start

    @property
    def good(self) -> Palace:
        """The last palace reached by legal turns only."""
        palace = self.start
        for turn in self.turns:
            if not turn.legal:
                break
            palace = turn.palace
        return palace

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason of every turn."""
        return tuple(reason for turn in self.turns for reason in turn.reasons)

    @property
    def error(self) -> Reason | None:
        """The first reason, or None."""
        return next(iter(self.reasons), None)

    @property
    def legal(self) -> bool:
        """Whether every turn was."""
        return not self.reasons


def replay(record: Record, *, strict: bool = False, turns: int | None = None) -> Replay:
    """Play a record over from the set-up, at most `turns` of its turns.

    Goes on past an illegal turn with what can physically stand of it; `strict` stops there.
    """
    start = Palace.setup(record.ground)
    done: list[TurnReport] = []
    company = Company(record.data.trophies, record.rulings)
    palace = start
    for index, turn in enumerate((record.data.turns or [])[:turns]):
        report = _play(record, index, turn, palace, company)
        done.append(report)
        palace = report.palace
        if strict and not report.legal:
            break
    return Replay(start, tuple(done), tuple(_unchecked(record, done)))


def _unchecked(record: Record, done: list[TurnReport]) -> Iterator[str]:
    if not done:
        return
    yield "the players' pieces, cards and deliveries were not checked"
    passes = [str(report.number) for report in done if report.staircase is None]
    if passes:
        yield f"whether the pass was compulsory was not checked: turn {', '.join(passes)}"


def _play(record: Record, index: int, turn: Turn, palace: Palace, company: Company) -> TurnReport:
    names = [player.name for player in record.data.players]
    found: list[tuple[Reason, str]] = []
    due = names[index % len(names)]
    if turn.player != due:
        text = f"{turn.player} takes the turn of {due}"
        found.append((Reason("turn-order", turn.player, None, None, f"it is {due}'s turn", text),
                      "player"))  # fmt: skip
    staircase = verdict = None
    butterfly = False
    if turn.build is not None:
        staircase = Staircase.read(turn.build)
        verdict = judge(palace, staircase, None, record.rulings)
        found += [(reason, "build") for reason in verdict.reasons]
        found += _claims(turn, verdict)
        after = verdict.palace or lay(palace, staircase, record.rulings)
        after, butterfly, trouble = company.settle(turn, staircase, palace, after)
        found += trouble
        palace = after
    marked = tuple(
        reason._replace(turn=index + 1, line=record.line("turns", index, key))
        for reason, key in found
    )
    return TurnReport(index + 1, turn.player, staircase, verdict, marked, palace, butterfly)


def _claims(turn: Turn, verdict: Verdict) -> Iterator[tuple[Reason, str]]:
    """What was written down of a legal build and does not follow from it."""
    if not verdict.legal:
        return
    if turn.decoration is not None and turn.decoration != verdict.decoration:
        said, right = COLOUR_WORDS[turn.decoration], COLOUR_WORDS[verdict.decoration or "l"]
        text = f"{said} was written down, but the first knob is {right}"
        yield (
            reasons.misplaced(
                "decoration", turn.player, None, text, f'decoration = "{verdict.decoration}"'
            ),
            "decoration",
        )
    if turn.credits is not None and turn.credits != verdict.credits:
        text = f"{turn.credits} credits were written down, the staircase earns {verdict.credits}"
        by = abs(turn.credits - (verdict.credits or 0))
        remedy = f"credits = {verdict.credits}"
        yield Reason("credits", turn.player, None, by, remedy, text), "credits"
    if turn.bonus is not None and turn.bonus != verdict.bonus:
        earned = "earns the bonus card" if verdict.bonus else "earns no bonus card"
        remedy = f"bonus = {str(verdict.bonus).lower()}"
        text = f"the staircase {earned}, the opposite was written down"
        yield Reason("bonus", turn.player, None, None, remedy, text), "bonus"
