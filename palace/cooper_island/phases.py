"""Rounds and phases: what a heading begins, and what ends with it."""

from __future__ import annotations

from dataclasses import replace

from palace.cooper_island.clean_up import forgotten
from palace.cooper_island.goods import NONE
from palace.cooper_island.log_text import Heading
from palace.cooper_island.seat import Seat
from palace.cooper_island.table import (
    CLEAN_UP,
    INCOME,
    OVER,
    PHASES,
    ROUNDS,
    SETUP,
    WORKERS,
    Setting,
    Table,
)
from palace.cooper_island.turn import Turn


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
