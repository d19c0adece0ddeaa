"""The sea ring as a picture: its beaches, harbours and logbooks, and where the ships are."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from palace.contract.rules import log_of
from palace.cooper_island.drawing import BEACH, DEEP, WATER
from palace.cooper_island.log import LoggedRecord
from palace.cooper_island.state import CUTTER, LOGBOOK_POINTS, SHIPS, TWO_MASTER, Ring
from palace.core import colours
from palace.core.colours import ink_on
from palace.core.errors import InputError, Problem
from palace.core.svg import MONO, Point, document, number, tag, words
from palace.scoring.score import counted

HUES = ("#332288", "#ddcc77", "#117733", "#ee8866")
"""The ships of each seat; they have its number, too."""

_BOOK = "#a8763e"
_SIZE, _TRACK, _HARBOUR, _LOGBOOK = 830.0, 262.0, 24.0, 36.0
_SHIP, _STEP, _ABREAST = 66.0, 30.0, 17.0
_LINE, _MARGIN, _TEXT = 25.0, 24.0, 19.0
_FURTHEST = 8
"""Laps in which a distance is looked for."""


class Fleet(NamedTuple):
    """The two ships of a seat: their distances from the harbour in beaches, and their anchors."""

    name: str
    distances: tuple[int, int] = (0, 0)
    anchors: int = 0


def find_distance(ring: Ring, seat: int, ship: str, logbooks: int, beaches: int) -> int:
    """Return the least distance at which a ship has so many logbooks, and beaches since the last.

    Where the ring has none it is a beach for each point.
    """
    for distance in range(_FURTHEST * ring.beaches):
        found = ring.logbooks(seat, ship, distance), ring.since(seat, ship, distance)
        if found == (logbooks, beaches):
            return distance
    return LOGBOOK_POINTS * logbooks + beaches


def fleets_of(record: LoggedRecord) -> tuple[Fleet, ...]:
    """Return the ships of a game: after its log, or those of its final sheets.

    Raises `InputError` if a sheet has only a total.
    """
    log = log_of(record)
    if log is not None:
        return tuple(
            Fleet(seat.name, (seat.ships[0].distance, seat.ships[1].distance), seat.anchors)
            for seat in log.state.seats
        )
    fleets = []
    for seat, player in enumerate(record.data.players):
        if player.ships is None:
            what = f"{player.name} has no ships"
            raise InputError(Problem(record.document.file, what, "write ships, or a log"))
        first, second = (
            find_distance(
                record.ring, seat, name, *(
                    divmod(ship, LOGBOOK_POINTS) if isinstance(ship, int)
                    else (ship.logbooks or 0, ship.beaches or 0) if ship.by_logbooks is not None
                    else divmod(ship.points, LOGBOOK_POINTS)
                ),
            )
            for name, ship in zip(SHIPS, player.ships, strict=True)
        )  # fmt: skip
        fleets.append(Fleet(player.name, (first, second), player.anchors or 0))
    return tuple(fleets)


def fleet_lines(ring: Ring, fleets: Sequence[Fleet]) -> Iterator[tuple[int, str]]:
    """Yield for each player, with the seat from 0, how far both ships have come."""
    for seat, fleet in enumerate(fleets):
        parts = []
        for ship, distance in zip(SHIPS, fleet.distances, strict=True):
            logbooks = counted(ring.logbooks(seat, ship, distance), "logbook")
            since = ring.since(seat, ship, distance)
            parts.append(f"{ship} {distance} ({logbooks}, {since} since)")
        anchors = f", {counted(fleet.anchors, 'anchor')}" if fleet.anchors else ""
        yield seat, f"{fleet.name}: {', '.join(parts)}{anchors}"


def ring_record(ring: Ring, fleets: Sequence[Fleet]) -> dict[str, object]:
    """Return the ring and the ships on it as plain data; `beach` is null in the harbour."""
    return {
        "ring": ring.name,
        "provenance": ring.provenance,
        "beaches": ring.beaches,
        "players": [
            {
                "name": fleet.name,
                "harbour": ring.harbours[seat],
                "anchors": fleet.anchors,
                "ships": [
                    {
                        "ship": ship,
                        "distance": distance,
                        "beach": ring.at(seat, ship, distance) if distance else None,
                        "logbooks": ring.logbooks(seat, ship, distance),
                        "since": ring.since(seat, ship, distance),
                    }
                    for ship, distance in zip(SHIPS, fleet.distances, strict=True)
                ],
            }
            for seat, fleet in enumerate(fleets)
        ],
    }


def ring_svg(ring: Ring, fleets: Sequence[Fleet], *, size: int = 760) -> str:
    """Return the ring from above as an SVG text `size` pixels wide, the first harbour in the south.

    Cutters sail clockwise, outside the beaches, two-masters counter-clockwise, inside; a book is a
    logbook for those on its side.  Ships at one beach are behind each other, or if there are four
    two by two.
    """
    parts = [
        tag("circle", cx=_SIZE / 2, cy=_SIZE / 2, r=_SIZE / 2 - 6, fill=DEEP),
        tag("circle", cx=_SIZE / 2, cy=_SIZE / 2, r=_TRACK, fill="none", stroke=WATER,
            stroke_width=44),
        *_beaches(ring),
        *_harbours(ring, fleets),
        *_ships(ring, fleets),
        *_middle(ring),
    ]  # fmt: skip
    top = _SIZE + 0.8 * _LINE
    parts.append(words(ring.title, _MARGIN, top, _TEXT, colours.INK, "start"))
    top += 1.1 * _LINE
    for seat, line in fleet_lines(ring, fleets):
        cutter, _, other = line.partition(f", {TWO_MASTER} ")
        room = round((_SIZE - 2 * _MARGIN - 40) / (0.56 * _TEXT))  # letters
        lines = [*textwrap.wrap(f"{cutter},", room), f"{TWO_MASTER} {other}"]
        parts += _player(seat, lines, top)
        top += (len(lines) + 0.4) * _LINE
    deep = top - 0.2 * _LINE
    paper = tag("rect", x=0, y=0, width=_SIZE, height=deep, fill=colours.PAPER)
    about = ". ".join(line for _, line in fleet_lines(ring, fleets))
    title = f"Cooper Island, sea ring {ring.title}"
    return document(_SIZE, deep, size, title, about, [paper, *parts])


def _place(ring: Ring, beach: float, away: float = 0.0, along: float = 0.0) -> Point:
    """Return the place of a beach, or of one `away` from the track outwards and `along` it.

    Halves are between beaches.
    """
    angle = 2 * math.pi * (beach - ring.harbours[0] + 0.5) / ring.beaches
    reach, (sine, cosine) = _TRACK + away, (math.sin(angle), math.cos(angle))
    return (_SIZE / 2 - reach * sine - along * cosine, _SIZE / 2 + reach * cosine - along * sine)


def _beaches(ring: Ring) -> Iterator[str]:
    """Yield the beaches with their numbers, and a book on the side of the ships that take it."""
    room = min(17.0, 0.42 * 2 * math.pi * _TRACK / ring.beaches)
    for beach in range(ring.beaches):
        x, y = _place(ring, beach)
        yield tag("circle", cx=x, cy=y, r=room, fill=BEACH, stroke=colours.INK, stroke_width=0.8)
        yield words(str(beach), x, y, 0.85 * room, colours.INK, weight="normal", family=MONO)
    for logbooks, away in ((ring.cutter, _LOGBOOK), (ring.two_master, -_LOGBOOK)):
        for beach in sorted(logbooks):
            yield _book(*_place(ring, beach, away))


def _book(x: float, y: float) -> str:
    place = f"translate({number(x)} {number(y)})"
    line = tag("path", d="M0,-7V7", stroke=colours.PAPER, stroke_width=1.4)
    cover = tag("rect", x=-8, y=-7, width=16, height=14, rx=2, fill=_BOOK, stroke=colours.INK,
                stroke_width=1)  # fmt: skip
    return tag("g", cover + line, transform=place, class_="logbook")


def _harbours(ring: Ring, fleets: Sequence[Fleet]) -> Iterator[str]:
    """Yield each harbour just before the beach of its number, with the number of its seat."""
    for seat in range(len(fleets)):
        x, y = _place(ring, ring.harbours[seat] - 0.5, _HARBOUR)
        hue = HUES[seat]
        yield tag("rect", x=x - 10, y=y - 10, width=20, height=20, rx=4, fill=hue,
                  stroke=colours.PAPER, stroke_width=2, class_="harbour")  # fmt: skip
        yield words(str(seat + 1), x, y, 15, ink_on(hue), family=MONO)


def _ships(ring: Ring, fleets: Sequence[Fleet]) -> Iterator[str]:
    """Yield the ships: at their beach, or in the harbour they have not left."""
    spots = {
        (seat, ship): (ring.at(seat, ship, distance) if distance else ring.harbours[seat] - 0.5)
        for seat, fleet in enumerate(fleets)
        for ship, distance in zip(SHIPS, fleet.distances, strict=True)
    }
    for (seat, ship), beach in spots.items():
        here = [one for one, sort in spots if sort == ship and spots[one, sort] == beach]
        at = here.index(seat)
        # Four in a line would leave the sea.
        behind, beside = divmod(at, 2) if len(here) > 3 else (at, 0.5)
        away = (_SHIP + behind * _STEP) * (1 if ship == CUTTER else -1)
        yield _ship(*_place(ring, beach, away, (2 * beside - 1) * _ABREAST), seat, ship)


def _ship(x: float, y: float, seat: int, ship: str) -> str:
    """Return a ship with one mast or two, and the number of its seat on the hull."""
    hue = HUES[seat]
    edge = {"stroke": colours.INK, "stroke_width": 1, "stroke_linejoin": "round"}
    sails = ("M0,-2V-16L10,-2Z",) if ship == CUTTER else ("M-6,-2V-14L1,-2Z", "M4,-2V-16L12,-2Z")
    parts = "".join(tag("path", d=sail, fill=colours.PAPER, **edge) for sail in sails)
    parts += tag("path", d="M-15,0H15L9,13H-9Z", fill=hue, **edge)
    parts += words(str(seat + 1), 0, 6.5, 11, ink_on(hue), family=MONO)
    place = f"translate({number(x)} {number(y)})"
    return tag("g", parts, transform=place, class_="ship")


def _middle(ring: Ring) -> Iterator[str]:
    """Yield what the signs mean, in the middle of the ring."""
    lines = ("cutters clockwise, outside", "two-masters back, inside",
             "a book: a logbook", "on that side", "a square: a harbour")  # fmt: skip
    for at, line in enumerate(lines):
        high = _SIZE / 2 + (at - (len(lines) - 1) / 2) * 22
        yield words(line, _SIZE / 2, high, 15, colours.INK, weight="normal")


def _player(seat: int, lines: Sequence[str], top: float) -> Iterator[str]:
    """Yield the number of a seat, and where its ships are in some lines."""
    hue = HUES[seat]
    yield tag("rect", x=_MARGIN, y=top, width=22, height=22, rx=4, fill=hue)
    yield words(str(seat + 1), _MARGIN + 11, top + 11, 15, ink_on(hue), family=MONO)
    for at, line in enumerate(lines):
        high = top + 11 + at * _LINE
        yield words(line, _MARGIN + 34, high, _TEXT, colours.INK, "start", "normal")
