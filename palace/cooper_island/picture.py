"""What is tapped on the page, as SVG: the island, the way of the ships, a land; pictures of keys.

Letters are 16 units or more on a picture of some 540, so that they can be read on a phone.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import cache, partial
from itertools import product

from palace.contract.taps import Board, Place, Taps, Told
from palace.cooper_island import drawing as draw
from palace.cooper_island.drawing import NOTHING, Says
from palace.cooper_island.goods import Goods
from palace.cooper_island.lines import next_heading
from palace.cooper_island.rules import BOOK, form
from palace.cooper_island.state import CLEAN_UP, SHIPS, Table
from palace.cooper_island.telling import amounts, area_words, begins
from palace.cooper_island.turn import Setting, Turn
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
        west, east = name.split("+") if "+" in name else ("forest", "meadow")
        shift, small = 0.76 * size, 0.86 * size
        return sign(west, x - shift, y, small) + sign(east, x + shift, y, small)
    if name not in (*draw.TERRAIN_FILL, "water"):
        return draw.piece_sign(name, x, y, 0.8 * size if name in draw.CUBE_FILL else size)
    fill = draw.TERRAIN_FILL.get(name, draw.WATER)
    tile = tag("path", d=path(draw.hexagon(x, y, size)) + "Z", fill=fill, **draw.STROKE)
    return tile + (draw.terrain_sign(name, x, y, 0.55 * size) if name in draw.TERRAIN_FILL else "")


@cache
def key_svg(*names: str) -> str:
    wide = [62 if "+" in name or name == "double" else 40 for name in names]
    parts = (sign(name, sum(wide[:at]) + wide[at] / 2, 20, 17) for at, name in enumerate(names))
    return document(sum(wide), 40, sum(wide), " ".join(names), "", parts)


def trade_svg(cost: Goods, gives: Goods, short: Goods, speaks: str) -> str:
    """Return what is paid, what of it lacks, an arrow, and what comes for it in each round."""
    says, parts, x = BOOK.language(speaks).words, list[str](), 2.0
    for at, (kind, count) in enumerate(short.items):
        parts.append(words(str(count), 46 + 30 * at, 9, 15, _BAD, "start"))
        parts.append(sign(kind, 64 + 30 * at, 9, 8))
    for key, goods in (("cost", cost), ("income", gives)):
        head, ink = ("lacks", _BAD) if short and key == "cost" else (key, INK)
        parts.append(words(says[f"plan.{head}"], x, 9, 15, ink, "start", "normal"))
        for kind, count in goods.items:
            parts.append(words(str(count), x, 38, 20, INK, "start"))
            parts.append(sign(GAIN_SIGNS.get(kind, kind), x + 27, 38, 12.5))
            x += 41
        if key == "cost":
            x = 108
            parts.append(tag("path", d="M84,38h16m-7,-7l8,7l-8,7", fill="none", **ARROW))
    return document(162, 54, 106, f"{cost}, {gives}", "", parts)


def _place(name: str, middle: Point, size: int, label: str, looks: str = "") -> Place:
    west, north = (round(at - size / 2) for at in middle)
    return Place(name, west, north, label=label, wide=size, deep=size, looks=f"land {looks}")


def _at(turn: float, share: float) -> Point:
    """Return a point between the hill, at a share of 0, and the shore, by degrees from north."""
    x, y = math.sin(math.radians(turn)), -math.cos(math.radians(turn))
    shore = min(_CORNER, (_ACROSS / 2 - 6) / max(abs(x), 1e-9), (_DOWN / 2 - 6) / max(abs(y), 1e-9))
    far = _ROUND + share * (shore - _ROUND)
    return _ACROSS / 2 + far * x, _DOWN / 2 + far * y


def _middle(area: str) -> Point:
    first, last = _SIDES[[*AREAS].index(area) :][:2]
    if (first + last) % 180 == 0:
        return _at((first + last) / 2, 0.54)
    x, y = _at((first + last) / 2, 0.61)  # aslant: words are wider than high
    return x + math.copysign(10, x - _ACROSS / 2), y


def island_board(
    turn: Turn, kind: str, answers: Says, own: Collection[str], idle: Collection[str]
) -> Board:
    """Return the island for a worker of a kind; nothing can be done in `idle` areas."""
    places = []
    for area in answers:
        offers = Text(partial(area_words, area, kind))
        label = BOOK.text("tap.place", area=area, offers=offers)
        places.append(_place(area, _middle(area), 116, label))
    shown = turn.table, turn.at, turn.setting, kind, frozenset(own), frozenset(idle)
    drawn = Text(partial(_island_svg, *shown))
    return Board((), (), BOOK.text("tap.island"), (*places,), answers=answers, picture=drawn)


def _island_svg(
    table: Table, at: int, setting: Setting, kind: str, own: frozenset[str], idle: frozenset[str],
    speaks: str,
) -> str:  # fmt: skip
    says = BOOK.language(speaks).words
    parts = [draw.backdrop(_ACROSS, _DOWN + draw.STORES, draw.WATER)]
    drawn = []
    for area in AREAS:
        others = [table.seats[one].name for one in table.standing(area) if one != at]
        toll = says["plan.toll"].format(shorten(others[-1], 7)) if others else ""
        toll = says["plan.own"] if area in own else toll
        why = says["plan.idle"] if area in idle - own else ""
        drawn.append([*_area(table, kind, area, area in own or area in idle, (why, toll), says)])
    parts += [*(area[0] for area in drawn), *(one for area in drawn for one in area[1:])]
    x, y = _ACROSS / 2, _DOWN / 2
    hill = tag("circle", cx=x, cy=y, r=_ROUND, fill=draw.DEEP, stroke=draw.BEACH, stroke_width=6)
    land = draw.small_land(table.seats[at].land, x, y, 1.74 * _ROUND)
    parts += [hill, land, *draw.stores(table.seats[at], setting, _ACROSS, _DOWN, says)]
    return document(_ACROSS, _DOWN + draw.STORES, _ACROSS, says["tap.island"], "", parts)


def _area(
    table: Table, kind: str, area: str, grey: bool, notes: tuple[str, str], says: Says
) -> Iterator[str]:  # fmt: skip
    """Yield an area; its notes are why it is of no use, and what is paid there."""
    why, toll = notes
    first, last = _SIDES[[*AREAS].index(area) :][:2]
    rim = [_at(turn, 1) for turn in range(first, last + 1)]
    corners, ground = [_at(first, 0), *rim, _at(last, 0)], "#d9d2c4" if grey else "#fffdf8"
    yield tag("path", d=path(corners) + "Z", fill=ground, stroke=draw.BEACH, stroke_width=6)
    ink, there, signs = "#565046" if grey else INK, table.standing(area), draw.AREA_SIGNS[area]
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
        yield draw.piece_sign(pawn, edge + 15 + 30 * at, y, 15, draw.colour(seat))
    for at, line in enumerate(paid):
        low = y + 18 * at - 9 * (len(paid) - 1)
        yield words(line, edge + 30 * len(there) + 4, low, 17, INK, "start", "normal")


def sea_board(turn: Turn, answers: Says, lead: str) -> Board:
    """Return the beaches ahead of both ships; the texts by `cutter 2`, none to look at it only."""
    places, texts = [], dict[str, str]()
    for ship, count in product(SHIPS, range(1, int(_AHEAD) + 1)):
        name, live = f"{ship} {count}", f"{ship} {count}" in answers
        texts |= {name: answers.get(name, f"{lead}sail {name}")} if answers else {}
        label = BOOK.text("tap.sail", ship=BOOK.text(f"name.{ship}"), count=count)
        places.append(_place(name, _beach(ship, count), 72, label, "round" if live else ""))
    far = max([_AHEAD, *(int(name.partition(" ")[2]) for name in answers)])
    drawn = Text(partial(_sea_svg, turn.table, turn.at, turn.setting, far, frozenset(answers)))
    return Board((), (), BOOK.text("tap.sea"), tuple(places), answers=texts, picture=drawn)


def _beach(ship: str, count: int) -> Point:
    return _BEACH + _STEP * count, 144 + _LANE * SHIPS.index(ship)


def _sea_svg(
    table: Table, at: int, setting: Setting, far: int, live: frozenset[str], speaks: str
) -> str:
    says, seat, ring = BOOK.language(speaks).words, table.seats[at], setting.ring
    wide, deep = 2 * _BEACH + _STEP * far, 2 * _LANE
    parts = [draw.backdrop(wide, deep + draw.STORES, draw.WATER)]
    sailing = {(one, ship): ring.place(one, ship, table.seats[one].ship(ship).distance)
               for one, ship in product(range(len(table.seats)), SHIPS)}  # fmt: skip
    for ship in SHIPS:
        has, (_, top) = seat.ship(ship), _beach(ship, 0)
        title = says["tap.lane"].format(says[f"name.{ship}"])
        parts.append(words(title, 20, top - 106, 20, INK, "start"))
        spots = [ring.place(at, ship, has.distance + count) for count in range(far + 1)]
        parts += _coasts(table, spots, ship, says)
        for count, spot_at in enumerate(spots):
            (x, y), there = _beach(ship, count), has.distance + count
            parts.append(tag("ellipse", cx=x, cy=y, rx=37, ry=25, fill=draw.BEACH, **draw.STROKE))
            if f"{ship} {count}" in live:
                parts.append(tag("ellipse", cx=x, cy=y, rx=40, ry=28, fill="none", **draw.OPEN))
            parts.append(words(draw.spot(table, *spot_at, says), x, y, 17, INK, weight="normal"))
            parts.append(words(form(says, "plan.ship", there), x, y + 40, 17, INK, weight="normal"))
            beach = ring.at(at, ship, there) if there else -1
            marks = ["logbook"] * ring.logbook(ship, beach)
            marks += ["harbour"] * (count > 0 and ring.harbour(at, ship, there) is not None)
            marks += ["islet"] * any(one.beach == beach for one in table.islets)
            for n, mark in enumerate(marks):
                drawn = "flag" if mark == "harbour" else mark
                parts.append(sign(drawn, x + 16, y - 42 - 28 * n, 13))
                parts.append(words(says[f"name.{mark}"], x, y + 58 + 17 * n, 17, INK))
            here = [key for key, place in sailing.items() if place == spot_at and key[1] == ship]
            for n, (owner, other) in enumerate(here):
                parts.append(draw.ship_sign(table, owner, other, x - 17 + 30 * n, y - 56, 14))
        parts += [sign("anchor", _BEACH - 18 + 18 * n, top + 60, 9) for n in range(has.anchors)]
    parts += draw.stores(seat, setting, wide, deep, says)
    return document(wide, deep + draw.STORES, wide, says["tap.sea"], "", parts)


def _coasts(table: Table, spots: list[tuple[int, int]], ship: str, says: Says) -> Iterator[str]:
    for owner in dict.fromkeys(owner for owner, _ in spots):
        coast = len(table.seats[owner].land.peninsula.beaches)
        own = [n for n, (one, number) in enumerate(spots) if one == owner and number <= coast]
        if own:
            (x, y), (end, _) = _beach(ship, own[0]), _beach(ship, own[-1])
            left, wide = x - 0.47 * _STEP, end - x + 0.94 * _STEP
            yield tag("rect", x=left, y=y - 84, width=wide, height=164, rx=9, fill=draw.GROUND_FILL)
            title = says["plan.coast"].format(shorten(table.seats[owner].name, 12))
            yield words(title, (x + end) / 2, y + 96, 17, draw.colour(owner))


def land_board(
    table: Table, at: int, setting: Setting, answers: Says = NOTHING, vain: Says = NOTHING,
    chosen: Says = NOTHING,
) -> Board:  # fmt: skip
    """Return the peninsula of a seat; the texts by space, also of those tapped in `vain`."""
    land = table.seats[at].land
    sheet, places = draw.Sheet(land, *draw.CLOSE), []
    for space in land.peninsula.signs:
        looks = "chosen" if (name := str(space)) in chosen else "round" if name in answers else ""
        places.append(_place(name, sheet.middle(space), round(1.6 * draw.SIDE), name, looks))
    drawn = Text(partial(draw.land_svg, table, at, setting, chosen=chosen, live=(*answers,)))
    label, texts = BOOK.text("tap.land", name=table.seats[at].name), {**vain, **answers}
    return Board((), (), label, tuple(places), answers=texts, picture=drawn)


def heading_taps(table: Table, setting: Setting) -> Taps:
    """Return what is tapped where the next heading is all that can follow."""
    heading, key = next_heading(table), table.phase if table.round else "none"
    lines = [BOOK.text(f"tap.next.{key}", name=table.seats[table.start].name)]
    for seat in table.seats if key == CLEAN_UP else ():
        has = {"name": seat.name, "what": amounts(seat.market)}
        lines += [BOOK.text("tap.market.lost", **has)] * bool(seat.market)
    told = Told(BOOK.text(f"tap.done.{key}", round=table.round), lines=(*lines,))
    board = land_board(table, table.start, setting)
    return Taps(told, board, answer=heading, ends=begins(heading), clears=False)
