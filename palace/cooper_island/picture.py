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
    GROUND_FILL,
    NOTHING,
    OPEN,
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
    ship_sign,
    small_land,
    spot,
    stores,
    terrain_sign,
)
from palace.cooper_island.goods import Goods
from palace.cooper_island.rules import BOOK, form
from palace.cooper_island.state import SHIPS, Ring, Table
from palace.cooper_island.telling import area_words
from palace.cooper_island.turn import Turn
from palace.cooper_island.workers import AREAS, KINDS
from palace.core.colours import INK
from palace.core.errors import shorten
from palace.core.svg import Point, document, path, tag, words
from palace.core.verdict import Text

_BAD = "#b80f2a"
GAIN_SIGNS = {"draw": "bag", "lay": "double", "step": "compass", "helm": "wheel"}
ARROW = {"stroke": INK, "stroke_width": 2.5, "stroke_linecap": "round"}
_ACROSS, _DOWN, _ROUND, _CORNER = 540.0, 486.0, 74.0, 316.0
"""The island, the hill in its middle, and how far its corners reach, in units of the picture."""

_SIDES = (-30, 30, 68, 112, 150, 210, 248, 292, 330)
"""Where areas begin and end, clockwise from the north, in degrees."""

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


def trade_svg(cost: Goods, gives: Goods, speaks: str) -> str:
    """Return what is paid, an arrow, and what comes for it in each round."""
    says, parts, x = BOOK.language(speaks).words, list[str](), 2.0
    for key, goods in (("cost", cost), ("income", gives)):
        parts.append(words(says[f"plan.{key}"], x, 9, 15, INK, "start", "normal"))
        for kind, count in goods.items:
            parts.append(words(str(count), x, 38, 20, INK, "start"))
            parts.append(sign(GAIN_SIGNS.get(kind, kind), x + 27, 38, 12.5))
            x += 41
        if key == "cost":
            x = 108
            parts.append(tag("path", d="M84,38h16m-7,-7l8,7l-8,7", fill="none", **ARROW))
    return document(162, 54, 106, f"{cost}, {gives}", "", parts)


# The central island.


def _at(turn: float, share: float) -> Point:
    """Return a point between the hill, at a share of 0, and the shore, by degrees from north."""
    x, y = math.sin(math.radians(turn)), -math.cos(math.radians(turn))
    shore = min(_CORNER, (_ACROSS / 2 - 6) / max(abs(x), 1e-9), (_DOWN / 2 - 6) / max(abs(y), 1e-9))
    far = _ROUND + share * (shore - _ROUND)
    return _ACROSS / 2 + far * x, _DOWN / 2 + far * y


def _middle(area: str) -> Point:
    """Return the middle of an area."""
    first, last = _SIDES[[*AREAS].index(area) :][:2]
    return _at((first + last) / 2, 0.54 if (first + last) % 180 == 0 else 0.61)


def island_board(
    table: Table, at: int, kind: str, answers: Says, own: Collection[str], idle: Collection[str]
) -> Board:
    """Return the island for a worker of a kind of a seat; the texts by area.

    Areas with an `own` worker cannot be gone to, in `idle` ones nothing can be done.
    """
    size = 116
    places = tuple(
        Place(
            area, round(x - size / 2), round(y - size / 2), wide=size, deep=size, looks="land",
            label=BOOK.text("tap.place", area=area, offers=Text(partial(area_words, area, kind))),
        )
        for area in answers for x, y in [_middle(area)]
    )  # fmt: skip
    drawn = Text(partial(_island_svg, table, at, kind, frozenset(own), frozenset(idle)))
    label = BOOK.text("tap.island")
    return Board((), (), label, places, answers=answers, picture=drawn)


def _island_svg(
    table: Table, at: int, kind: str, own: frozenset[str], idle: frozenset[str], speaks: str
) -> str:
    says = BOOK.language(speaks).words
    parts = [tag("rect", x=0, y=0, width=_ACROSS, height=_DOWN + STORES, fill=WATER, rx=18)]
    drawn = []
    for area in AREAS:
        others = [table.seats[one].name for one in table.standing(area) if one != at]
        toll = (
            says["plan.toll"].format(shorten(others[-1], 7)) if others and area not in own else ""
        ) or says["plan.own"] * (area in own)
        why = says["plan.idle"] if area in idle - own else ""
        drawn.append([*_area(table, kind, area, area in own or area in idle, (why, toll), says)])
    parts += [*(area[0] for area in drawn), *(one for area in drawn for one in area[1:])]
    x, y = _ACROSS / 2, _DOWN / 2
    hill = tag("circle", cx=x, cy=y, r=_ROUND, fill=DEEP, stroke=BEACH, stroke_width=6)
    land = small_land(table.seats[at].land, x, y, 1.74 * _ROUND)
    parts += [hill, land, *stores(table.seats[at], _ACROSS, _DOWN, says)]
    return document(_ACROSS, _DOWN + STORES, _ACROSS, says["tap.island"], "", parts)


def _area(
    table: Table, kind: str, area: str, grey: bool, notes: tuple[str, str], says: Says
) -> Iterator[str]:  # fmt: skip
    """Yield an area: its letter, its offer in pictures and words, who is there; in its notes why it
    is of no use, and what is paid there."""
    why, toll = notes
    first, last = _SIDES[[*AREAS].index(area) :][:2]
    rim = [_at(turn, 1) for turn in range(first, last + 1)]
    corners, ground = [_at(first, 0), *rim, _at(last, 0)], "#d9d2c4" if grey else "#fffdf8"
    yield tag("path", d=path(corners) + "Z", fill=ground, stroke=BEACH, stroke_width=6)
    ink, there, signs = "#565046" if grey else INK, table.standing(area), AREA_SIGNS[area]
    lines = [*says[f"area.{area}.{kind}"].split("|"), *filter(None, (why,))]
    paid = [*filter(None, toll.split("|"))]
    x, y = _middle(area)
    y += 13 - 11 * len(lines) - 20 * bool(there)  # the middle of the first of all its rows
    wide = [54 if name == "double" else 40 for name in signs]
    edge = x + 13 - sum(wide) / 2
    yield words(area, edge - 11, y, 24, ink)
    for at, name in enumerate(signs):
        yield sign(name, edge + sum(wide[:at]) + wide[at] / 2, y, 16)
    for at, line in enumerate(lines):
        fill = _BAD if line == why else ink
        yield words(line, x, y + 30 + 20 * at, 18, fill, weight="normal")
    y += 38 + 20 * len(lines)
    edge = x - 15 * len(there) - 4.5 * max(map(len, paid), default=0)
    for at, seat in enumerate(there):
        pawn = KINDS[(area, KINDS[1]) in table.seats[seat].placed]
        yield piece_sign(pawn, edge + 15 + 30 * at, y, 15, PLAYERS[seat % len(PLAYERS)])
    for at, line in enumerate(paid):
        low = y + 18 * at - 9 * (len(paid) - 1)
        yield words(line, edge + 30 * len(there) + 4, low, 17, INK, "start", "normal")


# The way of the ships.


def sea_board(turn: Turn, answers: Says, lead: str) -> Board:
    """Return the beaches ahead of both ships; the texts by `cutter 2`, none to look at it only."""
    places, texts = [], dict[str, str]()
    for ship, count in product(SHIPS, range(1, int(_AHEAD) + 1)):
        x, y = _beach(ship, count)
        name, live = f"{ship} {count}", f"{ship} {count}" in answers
        texts |= {name: answers.get(name, f"{lead}sail {name}")} if answers else {}
        label = BOOK.text("tap.sail", ship=BOOK.text(f"name.{ship}"), count=count)
        places.append(Place(name, round(x - 36), round(y - 36), label=label, wide=72, deep=72,
                            looks="land round" if live else "land"))  # fmt: skip
    far = max([_AHEAD, *(int(name.partition(" ")[2]) for name in answers)])
    drawn = Text(partial(_sea_svg, turn.table, turn.at, turn.setting.ring, far, frozenset(answers)))
    return Board((), (), BOOK.text("tap.sea"), tuple(places), answers=texts, picture=drawn)


def _beach(ship: str, count: int) -> Point:
    return _BEACH + _STEP * count, 144 + _LANE * SHIPS.index(ship)


def _sea_svg(table: Table, at: int, ring: Ring, far: int, live: frozenset[str], speaks: str) -> str:
    says, seat = BOOK.language(speaks).words, table.seats[at]
    wide, deep = 2 * _BEACH + _STEP * far, 2 * _LANE
    parts = [tag("rect", x=0, y=0, width=wide, height=deep + STORES, fill=WATER, rx=18)]
    sailing = {(one, ship): ring.place(one, ship, table.seats[one].ship(ship).distance)
               for one, ship in product(range(len(table.seats)), SHIPS)}  # fmt: skip
    for ship in SHIPS:
        has, (_, top) = seat.ship(ship), _beach(ship, 0)
        title = says["tap.lane"].format(says[f"name.{ship}"])
        parts.append(words(title[:1].upper() + title[1:], 20, top - 106, 20, INK, "start"))
        spots = [ring.place(at, ship, has.distance + count) for count in range(far + 1)]
        parts += _coasts(table, spots, ship, says)
        for count, spot_at in enumerate(spots):
            (x, y), there = _beach(ship, count), has.distance + count
            parts.append(tag("ellipse", cx=x, cy=y, rx=37, ry=25, fill=BEACH, **STROKE))
            if f"{ship} {count}" in live:
                parts.append(tag("ellipse", cx=x, cy=y, rx=40, ry=28, fill="none", **OPEN))
            parts.append(words(spot(table, *spot_at, says), x, y, 16, INK, weight="normal"))
            parts.append(words(form(says, "plan.ship", there), x, y + 40, 16, INK, weight="normal"))
            beach = ring.at(at, ship, there) if there else None
            marks = ["logbook"] * (beach is not None and ring.logbook(ship, beach))
            marks += ["harbour"] * (count > 0 and ring.harbour(at, ship, there) is not None)
            marks += ["islet"] * any(one.beach == beach for one in table.islets if there)
            for n, mark in enumerate(marks):
                parts.append(
                    sign("flag" if mark == "harbour" else mark, x + 16, y - 42 - 28 * n, 13)
                )
                parts.append(words(says[f"name.{mark}"], x, y + 58 + 17 * n, 16, INK))
            here = [key for key, place in sailing.items() if place == spot_at]
            for n, (owner, other) in enumerate(here):
                parts.append(ship_sign(table, owner, other, x - 17 + 30 * n, y - 56, 14))
        x, y = _beach(ship, 0)
        parts += [sign("anchor", x - 18 + 18 * n, y + 60, 9) for n in range(has.anchors)]
    parts += stores(seat, wide, deep, says)
    return document(wide, deep + STORES, wide, says["tap.sea"], "", parts)


def _coasts(table: Table, spots: list[tuple[int, int]], ship: str, says: Says) -> Iterator[str]:
    """Yield the peninsulas along a lane, each with the name of its player."""
    for owner in dict.fromkeys(owner for owner, _ in spots):
        coast = len(table.seats[owner].land.peninsula.beaches)
        own = [n for n, (one, number) in enumerate(spots) if one == owner and number <= coast]
        if own:
            (x, y), (end, _) = _beach(ship, own[0]), _beach(ship, own[-1])
            left, right = x - 0.47 * _STEP, end + 0.47 * _STEP
            yield tag(
                "rect", x=left, y=y - 84, width=right - left, height=164, rx=12, fill=GROUND_FILL
            )
            fill, name = PLAYERS[owner % len(PLAYERS)], shorten(table.seats[owner].name, 12)
            yield words(says["plan.coast"].format(name), (left + right) / 2, y + 96, 16, fill)


# A player's land.


def land_board(
    table: Table, at: int, ring: Ring, answers: Says = NOTHING, vain: Says = NOTHING,
    chosen: Says = NOTHING,
) -> Board:  # fmt: skip
    """Return the peninsula of the player at a seat; the texts by space, also of those tapped in
    `vain`, and the terrain of those that are chosen."""
    land = table.seats[at].land
    size, sheet, places = round(1.6 * SIDE), Sheet(land, *CLOSE), []
    for space in land.peninsula.signs:
        (x, y), name = sheet.middle(space), str(space)
        looks = "chosen" if name in chosen else "round" if name in answers else ""
        places.append(Place(name, round(x - size / 2), round(y - size / 2), looks=f"land {looks}",
                            label=name, wide=size, deep=size))  # fmt: skip
    drawn = Text(partial(land_svg, table, at, ring, chosen=chosen, live=frozenset(answers)))
    label, texts = BOOK.text("tap.land", name=table.seats[at].name), {**vain, **answers}
    return Board((), (), label, tuple(places), answers=texts, picture=drawn)
