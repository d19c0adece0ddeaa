"""The score of a log, or of final sheets as players wrote them down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from palace.contract.rules import Log
from palace.cooper_island.goods import COIN
from palace.cooper_island.land import uncovered
from palace.cooper_island.notation import Move
from palace.cooper_island.record import (
    LEFTOVER_WORDS,
    CooperPlayer,
    Record,
    Voyage,
    cubes_left,
    leftovers,
    uncovered_spaces,
)
from palace.cooper_island.rules import BOOK
from palace.cooper_island.rulings import DEFAULT, Rulings
from palace.cooper_island.state import LIMITS, ROUNDS, SHIPS, Ring, Seat, Table
from palace.cooper_island.turn import Setting
from palace.core.errors import InputError, Problem
from palace.core.provenance import Sourced
from palace.core.verdict import Located
from palace.files.problems import fault
from palace.scoring import Line, Score, Sheet
from palace.scoring.score import counted

Played = Log[Table, Move]

CATEGORIES = ("ships", "royal orders", "buildings", "leftovers", "anchors")
TIE_BREAKERS = ("fewer uncovered spaces",)
LEFTOVERS_FOR_A_POINT = 5

WORKSHOP = "workshop"
"""The category of workshop points, under the ruling workshop-points=score."""

NOTE = "there is no log: the points are as written down"

ROYAL_ORDERS = 2
"""The most royal orders of a player: one for each special worker."""

CARDS = 4
"""The most building cards of a player: two of small and two of large buildings."""

_CARDS_OF = {"royal_orders": "royal order", "buildings": "building card"}
"""The cards with points of their own, by the key in a record."""

_TOO_MANY = {"royal_orders": "box-limit.royal-orders", "buildings": "box-limit.building-cards"}
"""Keys of the sentence about too many cards, by the key in a record."""

PARTS = ("ships", "royal_orders", "buildings", "leftovers", "anchors")


def score_record(record: Record, log: Played | None, reasons: tuple[Located, ...]) -> Score:
    """Return the score of a record and its log, if it has one, with the reasons against the log.

    A log with `end` makes the score; royal orders and building cards count as written down. An
    unfinished log beside final sheets of all players is checked, and the sheets make the score;
    without them the score is the standings so far. Raises `InputError` for written values that
    contradict a log with `end`.
    """
    if log is None:
        return _score_sheets(record)
    players = record.data.players
    if log.state.finished or any(one.total is None and one.ships is None for one in players):
        return _score_log(record, log, reasons)
    score = _score_sheets(record)
    reasons = (*reasons, *score.reasons)
    number = log.state.round
    end = f"ends in round {number}" if number else "ends before the first round"
    first = f"the log {end}: the points are as written down"
    every = (first, *score.notes[1:], *notes(record, log))
    return replace(score, legal=not reasons, reasons=reasons, notes=every)


def _score(
    record: Record, sheets: tuple[Sheet, ...], reasons: tuple[Located, ...], told: Iterable[str],
    *, finished: bool = True, more: tuple[str, ...] = (),
) -> Score:  # fmt: skip
    data = record.data
    return Score(
        data.game, data.rules, not reasons, finished, reasons, sheets, (*CATEGORIES, *more),
        TIE_BREAKERS, notes=(*told,), date=data.date, place=data.place,
    )  # fmt: skip


def _total(lines: Iterable[Line]) -> int:
    return sum(line.points for line in lines)


# A log.


def _score_log(record: Record, log: Played, reasons: tuple[Located, ...]) -> Score:
    table = log.state
    if table.finished and (problems := [*_contradictions(record, table)]):
        raise InputError(*problems)
    sheets = log_sheets(record.setting, table, record.data.players)
    if table.finished:
        problems = [
            _not_so(record, ("players", at, "total"), player.total, sheet.total)
            for at, (player, sheet) in enumerate(zip(record.data.players, sheets, strict=True))
            if player.total is not None and player.total != sheet.total
        ]
        if problems:
            raise InputError(*problems)
    ends = f"it ends with round {ROUNDS}; this is round {table.round}"
    more, told = (WORKSHOP,) * (record.rulings.workshop_points == "score"), notes(record, log)
    return replace(
        _score(record, sheets, reasons, told, finished=table.finished, more=more),
        ends="" if table.finished else ends if table.round else "it has not begun",
        start_player=record.names[0],
    )


def voyages_of(ring: Ring, table: Table, seat: int) -> tuple[Voyage, ...]:
    """Return how far the ships of a seat have come, counted both ways."""
    return tuple(
        Voyage(
            logbooks=ring.logbooks(seat, name, ship.distance),
            beaches=ring.since(seat, name, ship.distance),
            distance=ship.distance,
        )
        for name, ship in zip(SHIPS, table.seats[seat].ships, strict=True)
    )


def leftovers_of(seat: Seat, rulings: Rulings) -> dict[str, int]:
    """Return the leftovers of a player: coins, resources, cartographer steps, double tiles."""
    goods = seat.goods
    return {
        "coins": goods[COIN],
        "resources": goods.amount - goods[COIN] + cubes_left(seat.land, rulings),
        "cartographer": seat.steps,
        "double_tiles": seat.doubles,
    }


def log_sheets(
    setting: Setting, table: Table, written: Sequence[CooperPlayer]
) -> tuple[Sheet, ...]:
    """Return the sheet of each player at a table; their cards count as they are written down."""
    bare = [uncovered(seat.land, setting.rulings) for seat in table.seats]
    lines = [tuple(_log_lines(setting, table, at, player)) for at, player in enumerate(written)]
    names = [seat.name for seat in table.seats]
    return tuple(map(Sheet, names, lines, ties([_total(found) for found in lines], bare)))


def _log_lines(setting: Setting, table: Table, at: int, player: CooperPlayer) -> Iterator[Line]:
    seat, rulings = table.seats[at], setting.rulings
    yield from ship_lines(voyages_of(setting.ring, table, at))
    yield from card_lines("royal orders", player.royal_orders, "royal order")
    yield from card_lines("buildings", player.buildings, "building")
    if seat.workshop_points:
        yield Line(WORKSHOP, seat.workshop_points, "slots 2 and 3 of the workshop")
    yield leftover_line(leftovers_of(seat, rulings), rulings)
    yield anchor_line(seat.anchors)


def _contradictions(record: Record, table: Table) -> Iterator[Problem]:
    """Yield written values that contradict the log."""
    for at, player in enumerate(record.data.players):
        seat = table.seats[at]
        sailed = voyages_of(record.ring, table, at)
        for number, (points, found) in enumerate(zip(player.ship_points, sailed, strict=False)):
            if points != found.points:
                yield _not_so(record, ("players", at, "ships", number), points, found.points)
        for number, (written, found) in enumerate(zip(player.voyages, sailed, strict=False)):
            for key in ("logbooks", "beaches", "distance"):
                value, right = getattr(written, key), getattr(found, key)
                if value is not None and value != right:
                    yield _not_so(record, ("players", at, "ships", number, key), value, right)
        own, left = leftovers(record, at) or {}, leftovers_of(seat, record.rulings)
        given = player.leftovers.model_fields_set if player.leftovers else ()
        for key, value in own.items():
            if key in given and value != left[key]:
                yield _not_so(record, ("players", at, "leftovers", key), value, left[key])
        for key, most in (("royal_orders", len(seat.on_orders)), ("buildings", seat.carded)):
            cards, noun = getattr(player, key), _CARDS_OF[key]
            count = min(cards, 1) if isinstance(cards, int) else len(cards or ())
            if count > most:
                what = f"points for {counted(count, noun)} are written down, and the log has {most}"
                remedy = "correct it, or leave it out"
                yield fault(record.document, ("players", at, key), what, remedy)
        land = record.lands[at]
        if land is not None and land != seat.land:
            what = "this is not the land that the log leaves"
            remedy = f'correct it, or leave it out: "{seat.land}"'
            yield fault(record.document, ("players", at, "land"), what, remedy)
        spaces = uncovered(seat.land, record.rulings)
        for key, value, right in (
            ("anchors", player.anchors, seat.anchors),
            ("uncovered", player.uncovered, spaces),
        ):
            if value is not None and value != right:
                yield _not_so(record, ("players", at, key), value, right)


def _not_so(record: Record, path: tuple[str | int, ...], value: int, right: int) -> Problem:
    what = f"{value} is written down, and the log has {right}"
    return fault(record.document, path, what, "correct it, or leave it out")


def trusted(log: Played) -> dict[str, int]:
    """Return what could not be checked for lack of data, and how often."""
    found: Counter[str] = Counter()
    for _, _, report in log.turns:
        found.update(dict(report.trusted))
    return dict(found)


def notes(record: Record, log: Played) -> Iterator[str]:
    """Yield what was trusted, what is a placeholder, and what is not written down."""
    if log.stopped:
        yield f"stopped at {str(log.commits[-1].move)!r}: it is not legal"
    told = [
        f"{what} ({count} times)" if count > 1 else what
        for what, count in sorted(trusted(log).items())
    ]
    if told:
        yield f"taken on trust: {', '.join(told)}"
    sources: list[Sourced] = [record.peninsula, record.ring]
    if record.data.box is not None or record.data.values is not None:
        sources.append(record.box)
    ours = [source.name for source in sources if source.placeholder]
    if ours:
        yield f"placeholder, of our own: {', '.join(ours)}"
    yield from record.ring.warnings()
    for at, seat in enumerate(log.state.seats):
        for ship, voyage in zip(SHIPS, voyages_of(record.ring, log.state, at), strict=True):
            if not voyage.agrees:
                yield (
                    f"the {ship} of {seat.name} has {counted(voyage.by_logbooks or 0)} by its "
                    f"logbooks and sailed {voyage.distance} beaches: the logbooks count"
                )
    cards = sum(map(len, (seat.buildings for seat in log.state.seats)))
    orders = sum(len(seat.on_orders) for seat in log.state.seats)
    for key, noun, count in (
        ("royal_orders", "royal orders", orders), ("buildings", "building cards", cards),
    ):  # fmt: skip
        lacks = [p.name for p in record.data.players if getattr(p, key) is None]
        if count and lacks and log.state.finished:
            yield f"{noun}: no points are written down for {', '.join(lacks)}, so they count 0"


# Final sheets.


def _score_sheets(record: Record) -> Score:
    """Return the score of a record without a log.

    A total without other values counts as it is. More than the box holds is a reason (`box-limit`);
    its points count all the same. Raises `InputError` for a total that is not the sum of its parts.
    """
    players = record.data.players
    lines = [tuple(_sheet_lines(record, seat)) for seat in range(len(players))]
    problems = [
        fault(
            record.document, ("players", seat, "total"),
            f"{player.total} is written down, but its parts make {_total(found)}",
            "correct one of them, or leave the total out",
        )
        for seat, (player, found) in enumerate(zip(players, lines, strict=True))
        if player.total is not None and player.total != _total(found)
    ]  # fmt: skip
    problems += _miscounted(record)
    if problems:
        raise InputError(*problems)
    spaces = [uncovered_spaces(record, seat) for seat in range(len(players))]
    totals = [_total(found) for found in lines]
    sheets = tuple(map(Sheet, record.names, lines, ties(totals, spaces)))
    return _score(record, sheets, tuple(limit_reasons(record)), (NOTE, *tie_note(totals, spaces)))


def _miscounted(record: Record) -> Iterator[Problem]:
    """Yield numbers of uncovered spaces that are not those of the land beside them."""
    for seat, player in enumerate(record.data.players):
        right = uncovered_spaces(record, seat)
        if player.uncovered is not None and player.uncovered != right:
            what = f"{player.uncovered} is written down, and the land has {right}"
            path = ("players", seat, "uncovered")
            yield fault(record.document, path, what, "correct it, or leave it out")


def _sheet_lines(record: Record, seat: int) -> Iterator[Line]:
    """Yield the lines of a player's final sheet, or the line of the total."""
    player = record.data.players[seat]
    if all(getattr(player, key) is None for key in PARTS):
        yield Line("total", player.total or 0, "total written down")
        return
    for ship, points in zip(SHIPS, player.ship_points, strict=False):
        yield Line("ships", points, f"{ship}: {counted(points)}, as written down")
    yield from ship_lines(player.voyages)
    yield from card_lines("royal orders", player.royal_orders, "royal order")
    yield from card_lines("buildings", player.buildings, "building")
    left = leftovers(record, seat)
    if left is not None:
        yield leftover_line(left, record.rulings)
    if player.anchors is not None:
        yield anchor_line(player.anchors)


def limit_reasons(record: Record) -> Iterator[Located]:
    """Yield the reasons against final sheets in seat order: more than the box or the peninsula has,
    and beaches beyond the next logbook."""
    left = dict(LIMITS)
    for seat, player in enumerate(record.data.players):
        own = leftovers(record, seat) or {}
        ships = player.voyages
        has = {
            "logbooks": ("ships", sum(ship.logbooks or 0 for ship in ships)),
            "anchors": ("anchors", player.anchors or 0),
            "coins": ("leftovers", own.get("coins", 0)),
            "resources": ("leftovers", own.get("resources", 0)),
            "double tiles": ("leftovers", own.get("double_tiles", 0)),
        }
        for what, (key, count) in has.items():
            if count > left[what]:
                reason = BOOK.reason(
                    "box-limit", player.name, "box.limit", by=count - left[what],
                    count=count, what=what, left=left[what], most=LIMITS[what],
                )  # fmt: skip
                yield reason.placed(turn=None, line=record.line("players", seat, key))
            left[what] = max(0, left[what] - count)
        for at, (ship, voyage) in enumerate(zip(SHIPS, ships, strict=False)):
            most = record.ring.most_since(seat, ship, voyage.logbooks or 0)
            beaches = voyage.beaches or 0
            if most is not None and beaches > most:
                reason = BOOK.reason(
                    "logbook.near", player.name, "logbook.count", by=beaches - most,
                    ship=ship, logbooks=voyage.logbooks or 0, beaches=beaches, gap=most + 1,
                    most=most,
                )  # fmt: skip
                yield reason.placed(turn=None, line=record.line("players", seat, "ships", at))
        spaces, land = player.uncovered or 0, len(record.peninsula.land)
        if spaces > land:
            reason = BOOK.reason(
                "box-limit.uncovered", player.name, "box.land", by=spaces - land,
                count=spaces, layout=record.peninsula.name, most=land,
            )  # fmt: skip
            yield reason.placed(turn=None, line=record.line("players", seat, "uncovered"))
        for key, most in (("royal_orders", ROYAL_ORDERS), ("buildings", CARDS)):
            cards = getattr(player, key)
            if isinstance(cards, list) and len(cards) > most:
                count = len(cards)
                reason = BOOK.reason(
                    _TOO_MANY[key], player.name, "box.most", by=count - most, count=count, most=most
                )
                yield reason.placed(turn=None, line=record.line("players", seat, key))


# Lines of a sheet, and ties.


def ship_lines(voyages: Sequence[Voyage]) -> Iterator[Line]:
    """Yield a line for each ship, the cutter first."""
    for ship, voyage in zip(SHIPS, voyages, strict=False):
        yield Line("ships", voyage.points, f"{ship}: {voyage.cause}")


def card_lines(category: str, points: int | Sequence[int] | None, noun: str) -> Iterator[Line]:
    """Yield the lines of royal orders or buildings: one number, or card by card."""
    if points is None:
        return
    if isinstance(points, int):
        yield Line(category, points, f"{noun}s, as written down")
        return
    for at, number in enumerate(points, 1):
        yield Line(category, number, f"{noun} {at} of {len(points)}")


def leftover_points(left: Mapping[str, int], rulings: Rulings = DEFAULT) -> int:
    """Return one point for every five leftovers of all kinds together (ruling leftovers)."""
    if rulings.leftovers == "kinds":
        return sum(count // LEFTOVERS_FOR_A_POINT for count in left.values())
    return sum(left.values()) // LEFTOVERS_FOR_A_POINT


def leftover_line(left: Mapping[str, int], rulings: Rulings = DEFAULT) -> Line:
    """Return the line of the leftovers, even for 0 points."""
    parts = [counted(left[key], word) for key, word in LEFTOVER_WORDS.items() if left.get(key)]
    how = "by five each" if rulings.leftovers == "kinds" else "together by five"
    cause = f"{', '.join(parts)}, {how}" if parts else "nothing is left"
    return Line("leftovers", leftover_points(left, rulings), cause)


def anchor_line(anchors: int) -> Line:
    """Return the line of the anchors: one point less for each."""
    return Line("anchors", -anchors, f"{counted(anchors, 'anchor')} left")


def ties(totals: Sequence[int], uncovered: Sequence[int | None]) -> list[tuple[int]]:
    """Return the tie-break of each player: fewer uncovered spaces are better.

    It decides only if the uncovered spaces of all players with the same total are known.
    """
    unknown = {total for total, spaces in zip(totals, uncovered, strict=True) if spaces is None}
    return [
        (0,) if total in unknown else (-(spaces or 0),)
        for total, spaces in zip(totals, uncovered, strict=True)
    ]


def tie_note(totals: Sequence[int], uncovered: Sequence[int | None]) -> Iterator[str]:
    """Yield a note for each tie that stays unbroken because `uncovered` is missing."""
    for total in dict.fromkeys(totals):
        tied = [spaces for other, spaces in zip(totals, uncovered, strict=True) if other == total]
        if len(tied) > 1 and None in tied:
            yield f"tie at {counted(total)}: uncovered spaces are not known of all, so it is shared"
