"""Rounds and phases: what a heading begins, and what ends with it.

Replay of a log: entry by entry, on past what is not legal, saying what is taken on trust.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from palace.cooper_island.free_actions import (
    cover,
    double,
    draw,
    exchange,
    gets,
    islet,
    receive,
    single,
    spends,
    store,
    take,
    use,
)
from palace.cooper_island.goods import NONE
from palace.cooper_island.notation import Entry, Heading, LogLine
from palace.cooper_island.peninsula import Peninsula
from palace.cooper_island.record import Record
from palace.cooper_island.sea import again, anchor, harbour, logbook, sail
from palace.cooper_island.state import (
    CLEAN_UP,
    INCOME,
    OVER,
    PHASES,
    ROUNDS,
    SETUP,
    WORKERS,
    Seat,
    Table,
)
from palace.cooper_island.turn import Setting, Step, Turn
from palace.cooper_island.workers import (
    STAGES,
    boat,
    build,
    crate,
    earn_road,
    feed,
    forgotten,
    milestone,
    place,
    reactivate,
    ruin,
    statue,
    statues,
)
from palace.core.verdict import Reason


def begin(turn: Turn, heading: Heading) -> None:
    """Go on to what a heading begins; headings out of order are a fault, and are followed."""
    kind = heading.kind
    wanted = expected(turn.table)
    if str(heading) not in wanted:
        now = (turn.table.phase, turn.table.round)
        turn.fault(
            "round-order", remedy="next" if wanted else "next.nothing",
            at=kind, heading=heading, now=now, wanted=tuple(wanted),
        )  # fmt: skip
    if kind in ("round", "end"):
        if turn.table.phase in PHASES:
            _end_round(turn)
        number = heading.number or turn.table.round
        turn.table = replace(turn.table, round=number, phase=OVER if kind == "end" else SETUP)
        return
    if kind == CLEAN_UP:
        _left_idle(turn)
    seats = tuple(replace(seat, cartographer_used=False, stage=0) for seat in turn.table.seats)
    turn.table = replace(turn.table, phase=kind, seats=seats)
    if kind == INCOME:
        seats = tuple(replace(seat, income=()) for seat in seats)
        turn.table = replace(turn.table, seats=seats)
    if kind == WORKERS:
        table = turn.table
        before = (table.start - 1) % len(table.seats)
        turn.table = replace(table, due=table.next(before))


def expected(table: Table) -> list[str]:
    """The headings that may come next."""
    if table.phase == OVER:
        return []
    if table.phase == SETUP:
        return [INCOME] if table.round else ["round 1"]
    if table.phase != CLEAN_UP:
        return [PHASES[PHASES.index(table.phase) + 1]]
    return [f"round {table.round + 1}"] if table.round < ROUNDS else ["end"]


def _each(turn: Turn, at: int) -> Turn:
    """A turn of another player in which something may be found wrong."""
    return Turn(turn.table, at, turn.setting, turn.number, turn.line)


def _left_idle(turn: Turn) -> None:
    for at, seat in enumerate(turn.table.seats):
        count = sum(seat.idle)
        if count:
            one = _each(turn, at)
            one.fault("worker-order.left", remedy="worker.all", by=count, count=count)
            turn.reasons += one.reasons


def _end_round(turn: Turn) -> None:
    """Workers go home, markets are emptied; the start player's token goes to who took it."""
    if turn.table.phase == CLEAN_UP:
        for at in range(len(turn.table.seats)):
            one = _each(turn, at)
            forgotten(one)
            turn.reasons += one.reasons
    table = turn.table
    start = table.start if table.heir is None else table.heir
    turn.table = replace(
        table,
        seats=tuple(map(_home, table.seats)),
        start=start,
        heir=None,
        occupied=(),
    )


def _home(seat: Seat) -> Seat:
    idle = [*seat.idle]
    for _, kind in seat.placed:
        idle[kind == "special"] += 1
    return replace(seat, idle=(idle[0], idle[1]), placed=(), market=NONE, stage=0)


def heading_turn(table: Table, setting: Setting, line: int | None) -> Turn:
    """A turn of nobody: that of the heading itself."""
    return Turn(table, 0, setting, None, line)


STEPS: dict[str, Callable[[Turn, Step], None]] = {
    "worker": place,
    "special": place,
    "draw": draw,
    "double": double,
    "boat": boat,
    "build": build,
    "take": take,
    "ruin": ruin,
    "statue": statue,
    "crate": crate,
    "again": again,
    "milestone": milestone,
    "islet": islet,
    "receive": receive,
    "sail": sail,
    "logbook": logbook,
    "harbour": harbour,
    "anchor": anchor,
    "store": store,
    "exchange": exchange,
    "cover": cover,
    "single": single,
    "use": use,
    "feed": feed,
    "reactivate": reactivate,
    "statues": statues,
    "road": earn_road,
    "gets": gets,
    "spends": spends,
}
"""What does each step."""


ONLY_IN = {
    **dict.fromkeys(("islet", "receive"), INCOME),
    **dict.fromkeys(
        ("worker", "special", "boat", "build", "take", "ruin", "statue", "crate"), WORKERS
    ),
    **dict.fromkeys(STAGES, CLEAN_UP),
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
        turn.fault("phase", remedy="below.phase", at=step.verb, who=turn.name, phase=phase, now=now)
    elif now not in (INCOME, WORKERS, CLEAN_UP):
        key = "phase.over" if turn.table.finished else "phase.none"
        turn.fault(key, remedy="below.any", at=step.verb, who=turn.name)


def _income(turn: Turn) -> None:
    """One islet and one double tile in each income phase, over all entries of a player."""
    had = turn.me.income
    left = {kind: 1 for kind in ("islet", "lay") if kind not in had}
    turn.offers = (left,)
    turn.where = (INCOME, "left" if had else "")
    beyond = turn.used - turn.granted
    turn.change(income=(*turn.me.income, *(kind for kind in left if beyond[kind])))


def replay(record: Record, *, strict: bool = False, lines: int | None = None) -> Replay:
    """The log of a record, at most `lines` of it, replayed."""
    setting = Setting(record.rulings, record.box, record.ring)
    entries = (record.entries or ())[:lines]
    return play(record.names, record.peninsula, setting, entries, strict=strict)
