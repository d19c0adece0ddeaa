"""Replay of a log: entry by entry, on past what is not legal, saying what is taken on trust."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from palace.cooper_island import anytime, clean_up, laying, purse, sailing, working
from palace.cooper_island.log_text import Entry, Heading, LogLine
from palace.cooper_island.peninsula import Peninsula
from palace.cooper_island.phases import begin, heading_turn
from palace.cooper_island.reasons import Reason
from palace.cooper_island.record import Record
from palace.cooper_island.step import Step
from palace.cooper_island.table import CLEAN_UP, INCOME, WORKERS, Setting, Table
from palace.cooper_island.turn import Turn

STEPS: dict[str, Callable[[Turn, Step], None]] = {
    "worker": working.place,
    "special": working.place,
    "draw": anytime.draw,
    "double": laying.double,
    "boat": working.boat,
    "build": working.build,
    "take": purse.take,
    "ruin": working.ruin,
    "statue": working.statue,
    "crate": working.crate,
    "again": sailing.again,
    "milestone": working.milestone,
    "islet": laying.islet,
    "receive": anytime.receive,
    "sail": sailing.sail,
    "logbook": sailing.logbook,
    "harbour": sailing.harbour,
    "anchor": sailing.anchor,
    "store": purse.store,
    "exchange": purse.exchange,
    "cover": anytime.cover,
    "single": laying.single,
    "use": anytime.use,
    "feed": clean_up.feed,
    "reactivate": clean_up.reactivate,
    "statues": clean_up.statues,
    "road": clean_up.road,
    "gets": purse.gets,
    "spends": purse.spends,
}
"""What does each step."""

ONLY_IN = {
    **dict.fromkeys(("islet", "receive"), INCOME),
    **dict.fromkeys(
        ("worker", "special", "boat", "build", "take", "ruin", "statue", "crate"), WORKERS
    ),
    **dict.fromkeys(clean_up.STAGES, CLEAN_UP),
}
"""Steps that belong to one phase."""


@dataclass(frozen=True, slots=True)
class Done:
    """A heading or an entry, the table after it, the reasons against it.

    `number` counts the entries from 1; None for a heading.
    """

    number: int | None
    what: Heading | Entry
    table: Table
    reasons: tuple[Reason, ...] = ()

    @property
    def player(self) -> str:
        """The player of an entry; empty for a heading."""
        return self.what.player if isinstance(self.what, Entry) else ""

    @property
    def text(self) -> str:
        """The line as it is written, without the player's name."""
        if isinstance(self.what, Entry):
            return "; ".join(map(str, self.what.steps))
        return str(self.what)

    @property
    def gains(self) -> tuple[str, ...]:
        """Nothing: a line says itself what it brings."""
        return ()

    @property
    def state(self) -> Table:
        """The game after the line."""
        return self.table

    @property
    def group(self) -> str:
        """Every line stands alone."""
        return ""


@dataclass(frozen=True)
class Replay:
    """A log as far as it was replayed; `trusted` counts what the data does not tell."""

    start: Table
    done: tuple[Done, ...]
    trusted: tuple[tuple[str, int], ...]
    stopped: bool = False

    @property
    def table(self) -> Table:
        """The table after the last line."""
        return self.done[-1].table if self.done else self.start

    @property
    def turns(self) -> tuple[Done, ...]:
        """Every line, headings among them."""
        return self.done

    @property
    def state(self) -> Table:
        """The game after the last line."""
        return self.table

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason of every line."""
        return tuple(reason for done in self.done for reason in done.reasons)

    @property
    def legal(self) -> bool:
        """Whether every line was."""
        return not self.reasons

    @property
    def finished(self) -> bool:
        """Whether all five rounds were played and the log says `end`."""
        return self.table.finished


def play(
    names: tuple[str, ...],
    peninsula: Peninsula,
    setting: Setting,
    lines: Iterable[LogLine],
    *,
    strict: bool = False,
) -> Replay:
    """Play the lines of a log from the set-up; `strict` stops after the first illegal one."""
    start = table = Table.setup(names, peninsula, setting.rulings)
    done: list[Done] = []
    trusted: Counter[str] = Counter()
    count = 0
    for what, line in lines:
        count += isinstance(what, Entry)
        number = count if isinstance(what, Entry) else None
        turn = perform(table, setting, what, number, line)
        table = turn.table
        trusted += turn.trusted
        done.append(Done(number, what, table, tuple(turn.reasons)))
        if strict and turn.reasons:
            return Replay(start, tuple(done), tuple(trusted.items()), stopped=True)
    return Replay(start, tuple(done), tuple(trusted.items()))


def perform(
    table: Table,
    setting: Setting,
    what: Heading | Entry,
    number: int | None = None,
    line: int | None = None,
) -> Turn:
    """Do what one line says; the turn that comes back has the table afterwards and the reasons."""
    if isinstance(what, Heading):
        turn = heading_turn(table, setting, line)
        begin(turn, what)
        return turn
    at = next(at for at, seat in enumerate(table.seats) if seat.name == what.player)
    turn = Turn(table, at, setting, number, line)
    for step in what.steps:
        _in_its_phase(turn, step)
        STEPS[step.verb](turn, step)
    if table.phase == INCOME:
        _income(turn)
    turn.close()
    return turn


def _in_its_phase(turn: Turn, step: Step) -> None:
    phase, now = ONLY_IN.get(step.verb), turn.table.phase
    if phase is not None and phase != now:
        text = f"{turn.name}: {step.verb} belongs to the phase {phase}, and this is {now}"
        turn.fault("phase", text, f"write it below {phase}", None, step.verb)
    elif now not in (INCOME, WORKERS, CLEAN_UP):
        where = "the game is over" if turn.table.finished else "no phase has begun"
        text = f"{turn.name}: {step.verb} stands where {where}"
        turn.fault("phase", text, "write it below income, workers or clean-up", None, step.verb)


def _income(turn: Turn) -> None:
    """One islet and one double tile in each income phase, over all entries of a player."""
    had = turn.me.income
    left = {kind: 1 for kind in ("islet", "lay") if kind not in had}
    turn.offers = (left,)
    turn.where = "the income phase" if not had else "what is left of the income phase"
    beyond = turn.used - turn.granted
    turn.change(income=(*turn.me.income, *(kind for kind in left if beyond[kind])))


def replay(record: Record, *, strict: bool = False, lines: int | None = None) -> Replay:
    """The log of a record, at most `lines` of it, replayed."""
    setting = Setting(record.rulings, record.box, record.ring)
    entries = (record.entries or ())[:lines]
    return play(record.names, record.peninsula, setting, entries, strict=strict)
