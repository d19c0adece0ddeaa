"""The lines of a log: what each does to a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from palace.cooper_island.free_actions import FREE, islet_room, judge_income
from palace.cooper_island.goods import COIN, NONE, RESOURCES
from palace.cooper_island.notation import Entry, Heading, Step
from palace.cooper_island.state import (
    CLEAN_UP,
    CUBES,
    INCOME,
    LIMITS,
    OVER,
    PHASES,
    ROUNDS,
    SETUP,
    SHIPS,
    WORKERS,
    Ring,
    Seat,
    Table,
)
from palace.cooper_island.turn import Setting, Turn
from palace.cooper_island.workers import KINDS, judge_clean_up, judge_workers


def perform(table: Table, setting: Setting, what: Heading | Entry, *, whole: bool = True) -> Turn:
    """Return the turn of a line; of one not `whole`, what further steps can mend is owed."""
    if isinstance(what, Entry):
        turn = carry_out(table, setting, what)
        close(turn, whole=whole)
        _check_box(turn, table)
    else:
        turn = Turn(table, 0, setting)
        _begin(turn, what)
    return turn


def carry_out(table: Table, setting: Setting, what: Entry) -> Turn:
    """Return the turn of a player's line as far as it is written; it is not closed."""
    at = [seat.name for seat in table.seats].index(what.player)
    turn = Turn(table, at, setting)
    # A turn of workers lasts until that of the next player begins.
    if table.phase == WORKERS and at in (table.due, table.active):
        turn.change_table(active=at)
    go_on(turn, what.steps)
    return turn


def go_on(turn: Turn, steps: Iterable[Step]) -> None:
    for step in steps:
        turn.loc = ("steps", len(turn.verbs))
        if step.row.name not in turn.verbs:
            _check_phase(turn, step)
        turn.verbs.append(step.row.name)
        if step.row.uses:
            turn.used[step.row.uses] += 1
        step.do(turn)
    turn.loc = ()
    if turn.phase == INCOME:
        # One islet and one double tile in each income phase, over all entries of a player.
        turn.offers = ({kind: 1 for kind in ("islet", "lay") if kind not in turn.me.income},)


def close(turn: Turn, *, whole: bool) -> None:
    """Report what a turn leaves out, and steps that no area offers; put the anchors owed."""
    if turn.phase == WORKERS and turn.at not in (turn.table.due, turn.table.active):
        verb = next((verb for verb in turn.verbs if verb in FREE), None)
        # A worker out of turn is a fault of its own.
        if verb and not any(kind in turn.verbs for kind in KINDS):
            due = turn.table.seats[turn.table.due].name
            turn.fault("worker-order.free", remedy="free.own", verb=verb, due=due)
            turn.reasons.insert(0, turn.reasons.pop())
    if turn.phase == INCOME:
        turn.where = ((INCOME, "left" if turn.me.income else ""),)
        beyond = turn.beyond({})
        turn.change(income=(*turn.me.income, *(k for k in turn.offers[0] if k in beyond)))
    if turn.workers > 1:
        count = turn.workers
        turn.fault("worker-order.many", remedy="worker.one", by=count - 1, count=count)
    turn.owed = (*turn.owes(),)
    if whole:
        turn.reasons += turn.owed
        turn.owed = ()
        for _ in range(turn.anchors_due):
            turn.put_anchor(min(SHIPS, key=lambda ship: turn.me.ship(ship).anchors))
    every = turn.offers or ({},)
    more = min([sum(turn.beyond(offer).values()) for offer in every]) if turn.used else 0
    if more:
        turn.fault(
            "area-action", remedy="leave-out.some" if turn.offers else "worker.first", by=more,
            done=tuple(turn.used.items()), where=turn.where,
            offers=tuple(tuple(offer.items()) for offer in turn.offers), more=more,
        )  # fmt: skip


def _check_phase(turn: Turn, step: Step) -> None:
    phase, now = step.row.phase, turn.phase
    if phase and phase != now:
        turn.fault("phase", remedy="below.phase", at=step.verb, who=turn.name, phase=phase, now=now)
    elif now not in PHASES:
        key = "phase.over" if turn.table.finished else "phase.none"
        turn.fault(key, remedy="below.any", at=step.verb, who=turn.name)


_MOST = {
    COIN: ("coins", LIMITS["coins"]),
    **{kind: (f"cubes of {kind}", CUBES) for kind in RESOURCES},
    **{what: (what, LIMITS[what]) for what in ("double tiles", "logbooks")},
}
"""What a log can use up, but for anchors, single tiles and islets, with what the box has."""


def _check_box(turn: Turn, before: Table) -> None:
    """Report what is more than the box holds after an entry, and was not before."""
    ring = turn.setting.ring
    had, has = ([_held(ring, *one) for one in enumerate(t.seats)] for t in (before, turn.table))
    for kind, (what, most) in _MOST.items():
        was, now = (sum(one[kind] for one in every) for every in (had, has))
        if was <= most < now:
            count = has[turn.at][kind]
            left = max(0, most - now + count)
            turn.fault(
                "box-limit", remedy="box.limit", by=count - left,
                count=count, what=what, left=left, most=most,
            )  # fmt: skip


def _held(ring: Ring, at: int, seat: Seat) -> Counter[str]:
    """Return what a player has of each kind in `_MOST`, in hand and on the peninsula."""
    spaces = seat.land.spaces
    found = Counter(dict(seat.goods.items)) + Counter(one.cube for one in spaces if one.cube)
    # An islet has one half on land, a double tile two.
    halves = sum(layer.way > 0 for one in spaces for layer in one.stack) - len(seat.land.islets)
    found["double tiles"] = seat.doubles + halves // 2
    ways = zip(SHIPS, seat.ships, strict=True)
    found["logbooks"] = sum(ring.logbooks(at, ship, has.distance) for ship, has in ways)
    return found


# Rounds and phases.


def _begin(turn: Turn, heading: Heading) -> None:
    """Begin what a heading names; a heading out of order is a fault, and is followed."""
    kind, table = heading.kind, turn.table
    following = next_heading(table)
    if str(heading) != following:
        turn.fault(
            "round-order", remedy="next" if following else "next.nothing", at=kind,
            heading=heading, now=(table.phase, table.round), following=following,
        )  # fmt: skip
    if table.phase == INCOME:
        _judge_all(turn, judge_income)
    if kind in ("round", "end"):
        if table.phase in PHASES:
            _end_round(turn)
        number, phase = heading.number or table.round, OVER if kind == "end" else SETUP
        turn.change_table(round=number, phase=phase)
        return
    if kind == CLEAN_UP:
        _judge_all(turn, judge_workers)
    seats = tuple(replace(seat, cartographer_used=False, stage=0) for seat in table.seats)
    if kind == INCOME:
        rooms = [islet_room(seat, turn.setting.rulings) is not None for seat in seats]
        seats = tuple(map(lambda seat, room: replace(seat, income=(), room=room), seats, rooms))
    due = table.next((table.start - 1) % len(seats))
    turn.change_table(phase=kind, seats=seats, active=None, due=due)


def next_heading(table: Table) -> str:
    """Return the heading that comes next; empty after the end of the game."""
    if table.phase == OVER:
        return ""
    if table.phase == SETUP:
        return INCOME if table.round else "round 1"
    if table.phase != CLEAN_UP:
        return PHASES[PHASES.index(table.phase) + 1]
    return f"round {table.round + 1}" if table.round < ROUNDS else "end"


def _end_round(turn: Turn) -> None:
    """Return workers, empty markets, and pass the start player's token to its heir."""
    table = turn.table
    if table.phase == CLEAN_UP:
        _judge_all(turn, judge_clean_up)
    start = table.start if table.heir is None else table.heir
    seats = tuple(map(_go_home, table.seats))
    turn.change_table(seats=seats, start=start, heir=None, occupied=())


def _judge_all(turn: Turn, judge: Callable[[Turn], None]) -> None:
    for at in range(len(turn.table.seats)):
        one = Turn(turn.table, at, turn.setting)
        judge(one)
        turn.reasons += one.reasons


def _go_home(seat: Seat) -> Seat:
    kinds = [kind for _, kind in seat.placed]
    idle = seat.idle[0] + kinds.count("worker"), seat.idle[1] + kinds.count("special")
    return replace(seat, idle=idle, placed=(), market=NONE, stage=0)
