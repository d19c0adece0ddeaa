"""What is tapped on the page, as SVG: the island, the way of the ships, a land; pictures of keys.

Letters are 16 units or more on a picture of some 540, so that they can be read on a phone.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import cache, partial
from itertools import product

from palace.contract.taps import Board, Place
from palace.cooper_island.drawing import (
    AREA_SIGNS,
    BEACH,
    CLOSE,
    CUBE_FILL,
    DEEP,
    NOTHING,
    PLAYERS,
    SIDE,
    STORES,
    STROKE,
    TERRAIN_FILL,
    WATER,
    Says,
    Sheet,
    cube_sign,
    land_svg,
    piece_sign,
    small_land,
    stores,
    terrain_sign,
)
from palace.cooper_island.rules import BOOK, form
from palace.cooper_island.state import SHIPS, Seat, Table
from palace.cooper_island.telling import area_words
from palace.cooper_island.turn import Setting
from palace.cooper_island.workers import AREAS, KINDS
from palace.core.colours import INK
from palace.core.errors import shorten
from palace.core.svg import Point, document, path, tag, words
from palace.core.verdict import Text

_BAD = "#b80f2a"
_ACROSS = 540.0
_MIDDLE = _ACROSS / 2
_SHORE, _ROUND = 250.0, 76.0
"""How far the areas and the hill between them reach, in units of the picture."""

_LANE, _BEACH, _STEP, _AHEAD = 264.0, 56.0, 86.0, 5
"""The height of a ship's lane, its first beach, the way to the next, and the beaches ahead."""


def sign(name: str, x: float, y: float, size: float) -> str:
    """Return the picture of a tile's terrain (two with a plus), a cube, or a piece."""
    if "+" in name or name == "double":
        halves = name.split("+") if "+" in name else ("forest", "meadow")
        shift = 0.76 * size
        return "".join(
            sign(half, x + at * shift, y, 0.86 * size)
            for half, at in zip(halves, (-1, 1), strict=True)
        )
    if name in CUBE_FILL:
        return cube_sign(name, x, y, 0.8 * size)
    if name not in (*TERRAIN_FILL, "water"):
        return piece_sign(name, x, y, size)
    turns = [math.radians(60 * corner) for corner in range(6)]
    corners = [(x + size * math.sin(turn), y - size * math.cos(turn)) for turn in turns]
    fill = TERRAIN_FILL.get(name, WATER)
    tile = tag("path", d=path(corners) + "Z", fill=fill, **STROKE)
    return tile + (terrain_sign(name, x, y, 0.55 * size) if name in TERRAIN_FILL else "")


@cache
def key_svg(*names: str) -> str:
    """Return the picture of a key: things side by side."""
    wide = [62 if "+" in name or name == "double" else 40 for name in names]
    parts = (sign(name, sum(wide[:at]) + wide[at] / 2, 20, 17) for at, name in enumerate(names))
    return document(sum(wide), 40, sum(wide), " ".join(names), "", parts)


# The central island.


def _at(area: str, far: float, turn: float = 0) -> Point:
    """Return a point of an area, which is an eighth of the island, the first in the north."""
    angle = math.radians(45 * ([*AREAS].index(area) + turn))
    return _MIDDLE + far * math.sin(angle), _MIDDLE - far * math.cos(angle)


def island_board(
    table: Table, at: int, kind: str, answers: Says, own: Collection[str], idle: Collection[str]
) -> Board:
    """Return the island for a worker of a kind of a seat; the texts by area.

    Areas with an `own` worker cannot be gone to, in `idle` ones nothing can be done.
    """
    size = 104
    places = tuple(
        Place(
            area, round(x - size / 2), round(y - size / 2), wide=size, deep=size, looks="land",
            label=BOOK.text("tap.place", area=area, offers=Text(partial(area_words, area, kind))),
        )
        for area in answers for x, y in [_at(area, 168)]
    )  # fmt: skip
    drawn = Text(partial(_island_svg, table, at, kind, frozenset(own), frozenset(idle)))
    label = BOOK.text("tap.island")
    return Board((), (), label, places, answers=answers, picture=drawn)


def _island_svg(
    table: Table, at: int, kind: str, own: frozenset[str], idle: frozenset[str], speaks: str
) -> str:
    says = BOOK.language(speaks).words
    sea = tag("rect", x=0, y=0, width=_ACROSS, height=_ACROSS + STORES, fill=WATER, rx=18)
    shore = [_at(area, _SHORE + 24, -0.5) for area in AREAS]
    parts = [sea, tag("path", d=path(shore) + "Z", fill=BEACH, **STROKE)]
    for area in AREAS:
        others = [table.seats[one].name for one in table.standing(area) if one != at]
        toll = (
            says["plan.toll"].format(shorten(others[-1], 7)) if others and area not in own else ""
        )
        why = says["plan.idle"] if area in idle - own else ""
        parts += _area(table, kind, area, area in own or area in idle, (why, toll), says)
    hill = tag("circle", cx=_MIDDLE, cy=_MIDDLE, r=_ROUND + 8, fill=DEEP, **STROKE)
    land = small_land(table.seats[at].land, _MIDDLE, _MIDDLE, 1.74 * _ROUND)
    parts += [hill, land, *stores(table.seats[at], _ACROSS, _ACROSS, says)]
    return document(_ACROSS, _ACROSS + STORES, _ACROSS, says["tap.island"], "", parts)


def _area(
    table: Table, kind: str, area: str, grey: bool, notes: tuple[str, str], says: Says
) -> Iterator[str]:  # fmt: skip
    """Yield an area: its letter, its offer in pictures and words, who is there; in its notes why it
    is of no use, and what is paid there."""
    why, toll = notes
    near, far = _ROUND, _SHORE
    corners = [_at(area, near, -0.46), _at(area, far, -0.47), _at(area, far, 0.47),
               _at(area, near, 0.46)]  # fmt: skip
    fill = "#d9d2c4" if grey else "#fffdf8"
    yield tag("path", d=path(corners) + "Z", fill=fill, **STROKE)
    x, y = _at(area, 168)
    ink = "#565046" if grey else INK
    there = table.standing(area)
    signs = AREA_SIGNS[area]
    wide = [50 if name == "double" else 36 for name in signs]
    edge = x + 13 - sum(wide) / 2
    yield words(area, edge - 11, y - 30, 22, ink)
    for at, name in enumerate(signs):
        yield sign(name, edge + sum(wide[:at]) + wide[at] / 2, y - 30, 15)
    lines = [*says[f"area.{area}.{kind}"].split("|"), *filter(None, (why,))]
    for at, line in enumerate(lines):
        fill, low = _BAD if line == why else ink, y + 2 + 18 * at
        yield words(line, _across(area, low), low, 16, fill, weight="normal")
    low = y + 22 + 18 * len(lines)
    edge = _across(area, low) - 15 * len(there) - 30 * bool(toll)
    for at, seat in enumerate(there):
        has, p = table.seats[seat], edge + 15 + 30 * at
        pawn = KINDS[(area, KINDS[1]) in has.placed]
        yield piece_sign(pawn, p, low - 4, 16, PLAYERS[seat % len(PLAYERS)])
        yield words(has.name[:1].upper(), p, low + 2, 16, "#ffffff")
    for at, line in enumerate(toll.split("|")):
        yield words(line, edge + 30 * len(there) + 2, low - 9 + 18 * at, 16, INK, "start", "normal")


def _across(area: str, low: float) -> float:
    """Return the middle of an area at a height of the picture."""
    down, found = low - _MIDDLE, []
    for u in range(-int(_MIDDLE), int(_MIDDLE), 4):
        turn = math.degrees(math.atan2(u, -down)) - 45 * [*AREAS].index(area)
        if _ROUND < math.hypot(u, down) < _SHORE and abs((turn + 180) % 360 - 180) < 21:
            found.append(_MIDDLE + u)
    return sum(found) / len(found) if found else _at(area, 168)[0]


# The way of the ships.


def sea_board(
    seat: Seat, at: int, setting: Setting, table: Table, answers: Says, lead: str
) -> Board:
    """Return the beaches ahead of both ships; the texts by `cutter 2`."""
    places, texts = [], {}
    for ship, count in product(SHIPS, range(1, int(_AHEAD) + 1)):
        x, y = _beach(ship, count)
        name, live = f"{ship} {count}", f"{ship} {count}" in answers
        texts[name] = answers.get(name, f"{lead}sail {name}")
        label = BOOK.text("tap.sail", ship=BOOK.text(f"name.{ship}"), count=count)
        places.append(Place(name, round(x - 36), round(y - 36), label=label, wide=72, deep=72,
                            looks="land round" if live else "land"))  # fmt: skip
    far = max([_AHEAD, *(int(name.partition(" ")[2]) for name in answers)])
    drawn = Text(partial(_sea_svg, seat, at, setting, table, far))
    return Board((), (), BOOK.text("tap.sea"), tuple(places), answers=texts, picture=drawn)


def _beach(ship: str, count: int) -> Point:
    return _BEACH + _STEP * count, 144 + _LANE * SHIPS.index(ship)


def _spot(table: Table, setting: Setting, at: int, ship: str, there: int, says: Says) -> str:
    """Return the name of the beach at a distance from the harbour: as on the peninsula of a seat,
    that of others with their owner."""
    ring, seats = setting.ring, table.seats
    if not there:
        return says["name.harbour"]
    beach = ring.at(at, ship, there)
    past = [(beach - ring.coast(one, 0)) % ring.beaches for one in range(len(seats))]
    owner = past.index(min(past))
    number, coast = min(past) + 1, len(seats[owner].land.peninsula.beaches)
    if number > coast:
        return says["plan.bay"].format(number - coast)
    name = shorten(seats[owner].name, 6)
    return says["plan.beach"].format(number) if owner == at else f"{name} {number}"


def _sea_svg(seat: Seat, at: int, setting: Setting, table: Table, far: int, speaks: str) -> str:
    says, ring = BOOK.language(speaks).words, setting.ring
    wide, deep = 2 * _BEACH + _STEP * far, 2 * _LANE
    parts = [tag("rect", x=0, y=0, width=wide, height=deep + STORES, fill=WATER, rx=18)]
    for ship in SHIPS:
        has = seat.ship(ship)
        _, top = _beach(ship, 0)
        title = says["tap.lane"].format(says[f"name.{ship}"], has.anchors)
        parts.append(words(title[:1].upper() + title[1:], 20, top - 90, 20, INK, "start"))
        for count in range(far + 1):
            x, y = _beach(ship, count)
            there = has.distance + count
            parts.append(tag("ellipse", cx=x, cy=y, rx=37, ry=25, fill=BEACH, **STROKE))
            name = _spot(table, setting, at, ship, there, says)
            parts.append(words(name, x, y, 16, INK, weight="normal"))
            parts.append(words(form(says, "plan.ship", there), x, y + 47, 16, INK, weight="normal"))
            beach = ring.at(at, ship, there) if there else None
            marks = ["logbook"] * (beach is not None and ring.logbook(ship, beach))
            marks += ["harbour"] * (count > 0 and ring.harbour(at, ship, there) is not None)
            marks += ["islet"] * any(one.beach == beach for one in table.islets if there)
            for n, mark in enumerate(marks):
                parts.append(sign("flag" if mark == "harbour" else mark, x, y - 42 - 28 * n, 13))
                parts.append(words(says[f"name.{mark}"], x, y + 65 + 17 * n, 16, INK))
        x, y = _beach(ship, 0)
        parts.append(piece_sign(ship, x, y - 42, 26, PLAYERS[at % len(PLAYERS)]))
        parts += [sign("anchor", x - 18 + 18 * n, y + 55, 9) for n in range(has.anchors)]
    parts += stores(seat, wide, deep, says)
    return document(wide, deep + STORES, wide, says["tap.sea"], "", parts)


# A player's land.


def land_board(
    seat: Seat, at: int, answers: Says = NOTHING, vain: Says = NOTHING,
    chosen: Says = NOTHING,
) -> Board:  # fmt: skip
    """Return the peninsula of the player at a seat; the texts by space, also of those tapped in
    `vain`, and the terrain of those that are chosen."""
    size, sheet, land = round(1.6 * SIDE), Sheet(seat.land, CLOSE), seat.land
    places = []
    for space in land.peninsula.signs:
        (x, y), name = sheet.middle(space), str(space)
        looks = "chosen" if name in chosen else "round" if name in answers else ""
        places.append(Place(name, round(x - size / 2), round(y - size / 2), looks=f"land {looks}",
                            label=name, wide=size, deep=size))  # fmt: skip
    drawn = Text(partial(land_svg, seat, PLAYERS[at % len(PLAYERS)], chosen=chosen))
    label, texts = BOOK.text("tap.land", name=seat.name), {**vain, **answers}
    return Board((), (), label, tuple(places), answers=texts, picture=drawn)
