"""The score of a record without a log, as its players wrote it down."""

from __future__ import annotations

from collections.abc import Iterator

from palace.cooper_island.reasons import BOOK
from palace.cooper_island.record import Record, leftovers, voyages
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.schema import CooperPlayer
from palace.cooper_island.sheet import (
    CATEGORIES,
    TIE_BREAKERS,
    anchor_line,
    card_lines,
    leftover_line,
    ship_lines,
    tie_note,
    ties,
)
from palace.cooper_island.turn import ANCHORS
from palace.core.errors import InputError, Problem
from palace.core.verdict import Reason
from palace.files.problems import fault
from palace.scoring import Line, Score, Sheet

NOTE = "there is no log: the points are as written down"

LIMITS = {"logbooks": 30, "anchors": ANCHORS, "coins": 24, "resources": 100, "double tiles": 60}
"""How many of each the box holds for all players together."""

ORDERS = 2
"""Royal orders a player can reach: one for each special worker."""

CARDS = 4
"""Building cards a player can have: two of small and two of large buildings."""

_CARDS = {"royal_orders": "box-limit.royal-orders", "buildings": "box-limit.building-cards"}
"""What is said of more cards than a player can have, by the key in a record."""

PARTS = ("ships", "royal_orders", "buildings", "leftovers", "anchors")


def score_sheet(record: Record) -> Score:
    """The score of a record without a log.

    A total without other values stands for itself.  More than the box holds is a reason
    (`box-limit`); the points count all the same.  Raises `InputError` for a total that is not the
    sum of its parts.
    """
    data = record.data
    problems = [*_problems(record)]
    if problems:
        raise InputError(*problems)
    lines = [tuple(sheet_lines(player, record.rulings)) for player in data.players]
    totals = [sum(line.points for line in found) for found in lines]
    uncovered = [player.uncovered for player in data.players]
    tie = ties(totals, uncovered)
    sheets = tuple(map(Sheet, record.names, lines, tie))
    reasons = tuple(limit_reasons(record))
    return Score(
        game=data.game,
        rules=data.rules,
        legal=not reasons,
        finished=True,
        reasons=reasons,
        sheets=sheets,
        categories=CATEGORIES,
        tie_breakers=TIE_BREAKERS,
        notes=(NOTE, *tie_note(totals, uncovered)),
        date=data.date,
        place=data.place,
    )


def itemised(player: CooperPlayer) -> bool:
    """Whether more is written down of a player than the total."""
    return any(getattr(player, key) is not None for key in PARTS)


def sheet_lines(player: CooperPlayer, rulings: Rulings) -> Iterator[Line]:
    """The lines of a player's final sheet, or the one of the total."""
    if not itemised(player):
        yield Line("total", player.total or 0, "total written down")
        return
    yield from ship_lines(voyages(player))
    yield from card_lines("royal orders", player.royal_orders, "royal order")
    yield from card_lines("buildings", player.buildings, "building")
    left = leftovers(player)
    if left is not None:
        yield leftover_line(left, rulings)
    if player.anchors is not None:
        yield anchor_line(player.anchors)


def _problems(record: Record) -> Iterator[Problem]:
    """Totals that are not the sum of their parts."""
    for seat, player in enumerate(record.data.players):
        if player.total is None or not itemised(player):
            continue
        parts = sum(line.points for line in sheet_lines(player, record.rulings))
        if parts != player.total:
            what = f"{player.total} is written down, but its parts make {parts}"
            remedy = "correct one of them, or leave the total out"
            yield fault(record.document, ("players", seat, "total"), what, remedy)


def limit_reasons(record: Record) -> Iterator[Reason]:
    """Where, in seat order, there is more of a thing than the box holds."""
    left = dict(LIMITS)
    for seat, player in enumerate(record.data.players):
        own = leftovers(player) or {}
        ships = voyages(player)
        has = {
            "logbooks": ("ships", sum(ship.logbooks or 0 for ship in ships)),
            "anchors": ("anchors", player.anchors or 0),
            "coins": ("leftovers", own.get("coins", 0)),
            "resources": ("leftovers", own.get("resources", 0)),
            "double tiles": ("leftovers", own.get("double_tiles", 0)),
        }
        for what, (key, count) in has.items():
            unlimited = what == "anchors" and record.rulings.anchors_out == "more"
            if count > left[what] and not unlimited:
                reason = BOOK.reason(
                    "box-limit", player.name, "box.limit", by=count - left[what],
                    count=count, what=what, left=left[what], most=LIMITS[what],
                )  # fmt: skip
                yield reason.placed(turn=None, line=record.line("players", seat, key))
            left[what] = max(0, left[what] - count)
        for key, most in (("royal_orders", ORDERS), ("buildings", CARDS)):
            cards = getattr(player, key)
            if isinstance(cards, list) and len(cards) > most:
                count = len(cards)
                reason = BOOK.reason(
                    _CARDS[key], player.name, "box.most", by=count - most, count=count, most=most
                )
                yield reason.placed(turn=None, line=record.line("players", seat, key))
