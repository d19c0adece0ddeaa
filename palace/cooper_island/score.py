"""The score of a log that was replayed: what the table tells, and what was written down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from palace.cooper_island.cubes import cubes_of, value
from palace.cooper_island.goods import COIN
from palace.cooper_island.record import Record, leftovers, voyages
from palace.cooper_island.replay import Replay, replay
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.schema import CooperPlayer
from palace.cooper_island.seat import Seat
from palace.cooper_island.sheet import (
    CATEGORIES,
    SHIPS,
    TIE_BREAKERS,
    Voyage,
    anchor_line,
    card_lines,
    leftover_line,
    ship_lines,
    ties,
)
from palace.cooper_island.standing import uncovered
from palace.cooper_island.table import ROUNDS, Table
from palace.cooper_island.written import score_sheet
from palace.core.errors import InputError, Problem
from palace.core.provenance import Sourced
from palace.files.problems import fault
from palace.scoring import Line, Score, Sheet

WORKSHOP = "workshop"
"""Category of the points of workshop slots, under the ruling workshop-points=score."""


def replayed(record: Record, *, strict: bool = False, lines: int | None = None) -> Replay | None:
    """The log of a record, at most `lines` of it, replayed; None if it has no line."""
    return replay(record, strict=strict, lines=lines) if record.entries else None


def score_played(record: Record, played: Replay | None) -> Score:
    """The score of a record whose log was replayed.

    A log that goes to the end makes the score; royal orders and building cards count as written
    down.  One that does not, beside final sheets of all players, is checked, and the sheets make
    the score; without them it gives the standings so far.  Raises `InputError` where values are
    written down that are not those of a log that goes to the end.
    """
    if played is None:
        return score_sheet(record)
    if not played.finished and all(map(ended, record.data.players)):
        sheet = score_sheet(record)
        reasons = (*played.reasons, *sheet.reasons)
        said = [f"the log {_end_of(played.table)}: the points are as written down"]
        every = (*said, *sheet.notes[1:], *notes(record, played))
        return replace(sheet, legal=not reasons, reasons=reasons, notes=every)
    return _score_log(record, played)


def ended(player: CooperPlayer) -> bool:
    """Whether the end of the game is written down of a player: a total, or the ships."""
    return player.total is not None or player.ships is not None


def _score_log(record: Record, played: Replay) -> Score:
    table, data = played.table, record.data
    problems = [*_contradictions(record, table)] if played.finished else []
    if problems:
        raise InputError(*problems)
    lines = [tuple(_lines(record, table, seat, player)) for seat, player in enumerate(data.players)]
    if played.finished:
        problems = [*_wrong_totals(record, lines)]
        if problems:
            raise InputError(*problems)
    spaces = [uncovered(seat.land, record.rulings) for seat in table.seats]
    totals = [sum(line.points for line in found) for found in lines]
    score_points = record.rulings.workshop_points == "score"
    return Score(
        game=data.game,
        rules=data.rules,
        legal=played.legal,
        finished=played.finished,
        reasons=played.reasons,
        sheets=tuple(map(Sheet, record.names, lines, ties(totals, spaces))),
        categories=(*CATEGORIES, *[WORKSHOP] * score_points),
        tie_breakers=TIE_BREAKERS,
        ends="" if played.finished else _ends(table),
        notes=tuple(notes(record, played)),
        date=data.date,
        place=data.place,
        start_player=record.names[0],
    )


def sailed(record: Record, table: Table, seat: int) -> tuple[Voyage, ...]:
    """How far the ships of a seat have come, in both ways of counting."""
    ring = record.ring
    return tuple(
        Voyage(
            ring.logbooks(seat, name, ship.distance),
            ring.since(seat, name, ship.distance),
            ship.distance,
        )
        for name, ship in zip(SHIPS, table.seats[seat].ships, strict=True)
    )


def left_over(seat: Seat, rulings: Rulings) -> dict[str, int]:
    """What a player has left: coins, resources, steps of the cartographer, double tiles."""
    goods = seat.goods
    spaces = cubes_of(seat.land)
    counted = rulings.leftover_cubes == "value"
    cubes = sum(value(seat.land, space, rulings) for space in spaces) if counted else len(spaces)
    return {
        "coins": goods[COIN],
        "resources": goods.amount - goods[COIN] + cubes,
        "cartographer": seat.steps,
        "double_tiles": seat.doubles,
    }


def _lines(record: Record, table: Table, at: int, player: CooperPlayer) -> Iterator[Line]:
    seat = table.seats[at]
    yield from ship_lines(sailed(record, table, at))
    yield from card_lines("royal orders", player.royal_orders, "royal order")
    yield from card_lines("buildings", player.buildings, "building")
    if seat.workshop_points:
        yield Line(WORKSHOP, seat.workshop_points, "slots 2 and 3 of the workshop")
    yield leftover_line(left_over(seat, record.rulings), record.rulings)
    yield anchor_line(seat.anchors)


def _contradictions(record: Record, table: Table) -> Iterator[Problem]:
    """Values written down that are not those of the log."""
    for at, player in enumerate(record.data.players):
        seat = table.seats[at]
        pairs = zip(voyages(player), sailed(record, table, at), strict=False)
        for number, (written, found) in enumerate(pairs):
            for key in ("logbooks", "beaches", "distance"):
                value, right = getattr(written, key), getattr(found, key)
                if value is not None and value != right:
                    yield _not_so(record, ("players", at, "ships", number, key), value, right)
        own, left = leftovers(player) or {}, left_over(seat, record.rulings)
        said = player.leftovers.model_fields_set if player.leftovers else ()
        for key, value in own.items():
            if key in said and value != left[key]:
                yield _not_so(record, ("players", at, "leftovers", key), value, left[key])
        spaces = uncovered(seat.land, record.rulings)
        for key, value, right in (
            ("anchors", player.anchors, seat.anchors),
            ("uncovered", player.uncovered, spaces),
        ):
            if value is not None and value != right:
                yield _not_so(record, ("players", at, key), value, right)


def _wrong_totals(record: Record, lines: list[tuple[Line, ...]]) -> Iterator[Problem]:
    for at, (player, found) in enumerate(zip(record.data.players, lines, strict=True)):
        total = sum(line.points for line in found)
        if player.total is not None and player.total != total:
            yield _not_so(record, ("players", at, "total"), player.total, total)


def _not_so(record: Record, path: tuple[str | int, ...], value: int, right: int) -> Problem:
    what = f"{value} written down, the log makes {right}"
    return fault(record.document, path, what, "correct it, or leave it out")


def notes(record: Record, played: Replay) -> Iterator[str]:
    """What was taken on trust, what is a placeholder, and what is not written down."""
    if played.stopped:
        yield f"stopped at {str(played.done[-1].what)!r}, which is not legal"
    trusted = [
        f"{what} ({count} times)" if count > 1 else what for what, count in sorted(played.trusted)
    ]
    if trusted:
        yield f"taken on trust: {', '.join(trusted)}"
    sources: list[Sourced] = [record.peninsula, record.ring]
    if record.data.box is not None or record.data.values is not None:
        sources.append(record.box)
    ours = [source.name for source in sources if source.placeholder]
    if ours:
        yield f"placeholder, of our own: {', '.join(ours)}"
    yield from record.ring.warnings()
    for at, seat in enumerate(played.table.seats):
        for ship, voyage in zip(SHIPS, sailed(record, played.table, at), strict=True):
            if not voyage.agrees:
                yield (
                    f"the {ship} of {seat.name} makes {voyage.by_logbooks} by its logbooks and has "
                    f"sailed {voyage.distance} beaches: the logbooks count"
                )
    cards = sum(map(len, (seat.buildings for seat in played.table.seats)))
    orders = sum(len(seat.on_orders) for seat in played.table.seats)
    for key, noun, count in (
        ("royal_orders", "royal orders", orders), ("buildings", "building cards", cards),
    ):  # fmt: skip
        lacks = [p.name for p in record.data.players if getattr(p, key) is None]
        if count and lacks and played.finished:
            yield f"{noun}: nothing is written down for {', '.join(lacks)}, so they count 0"


def _ends(table: Table) -> str:
    """Where a game that goes on stands."""
    if not table.round:
        return "it has not begun"
    return f"it ends with round {ROUNDS}; this is round {table.round}"


def _end_of(table: Table) -> str:
    """How far a log goes."""
    return f"ends in round {table.round}" if table.round else "ends before the first round"
