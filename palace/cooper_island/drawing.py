"""Plans of peninsulas from above, as SVG: colours, symbols, spaces.

Terrains differ by 20 or more (CAM02-UCS) from each other, and so do cubes, in simulated protanopia,
deuteranopia and tritanopia; each also has a symbol or a letter.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, product
from types import MappingProxyType
from typing import Any

from palace.cooper_island.goods import COIN, Goods
from palace.cooper_island.land import PIECES, Land, Space
from palace.cooper_island.rules import BOOK, form
from palace.cooper_island.state import SHIPS, Ring, Seat, Table
from palace.cooper_island.tiles import GIVES, GOLD, Hex
from palace.cooper_island.turn import Setting
from palace.core.colours import INK, PAPER
from palace.core.errors import shorten
from palace.core.svg import Point, document, number, path, tag, width, words
from palace.core.verdict import ENGLISH
from palace.files.text_file import shipped

_LOOKS: dict[str, Any] = tomllib.loads(shipped(__package__, "looks.toml").read_text("utf-8"))

TERRAIN_FILL, TERRAIN_INK = (_LOOKS["terrain"][key] for key in ("fill", "ink"))
CUBE_FILL, CUBE_INK = (_LOOKS["cube"][key] for key in ("fill", "ink"))
"""Colours of the tops of tiles and of cubes, and of writing on them."""

CUBE_LETTER = {resource: resource[0].upper() for resource in CUBE_FILL}

_PAINT: dict[str, str] = _LOOKS["colours"]
GROUND_FILL, WATER, DEEP, BEACH, BUILDING_FILL, STATUE_FILL, RUIN_FILL = (
    _PAINT[key] for key in ("ground", "water", "deep", "beach", "building", "statue", "ruin")
)
PLAYERS: list[str] = _LOOKS["players"]  # in seat order, as the page has them

_MARK = {"stroke": "#2b2f86", "stroke_width": 5, "stroke_linejoin": "round"}
OPEN = {**_MARK, "stroke_dasharray": "9 6"}
"""The outlines of what is chosen, and of what can be."""
STROKE = {"stroke": INK, "stroke_width": 1.1, "stroke_linejoin": "round"}

_TERRAIN: dict[str, dict[str, str]] = _LOOKS["signs"]
"""Lines and filled outlines of each terrain's symbol, about 10 around 0, 0."""


def _moved(content: str, x: float, y: float, size: float = 10) -> str:
    scale = "" if size == 10 else f" scale({number(size / 10)})"
    return tag("g", content, transform=f"translate({number(x)} {number(y)}){scale}")


def terrain_sign(terrain: str, x: float, y: float, size: float) -> str:
    ink, sign = TERRAIN_INK[terrain], _TERRAIN[terrain]
    line = {"fill": "none", "stroke": ink, "stroke_width": 2, "stroke_linecap": "round"}
    parts = tag("path", d=sign["lines"], **line) if "lines" in sign else ""
    parts += tag("path", d=sign["areas"], fill=ink) if "areas" in sign else ""
    return _moved(parts, x, y, size)


def cube_sign(resource: str, x: float, y: float, size: float) -> str:
    wide, corner = 2 * size, {"x": x - size, "y": y - size, "rx": 0.25 * size}
    square: dict[str, object] = {**corner, "width": wide, "height": wide}
    paper = {"stroke": PAPER, "stroke_width": 0.14 * size}
    box = tag("rect", **square, fill=CUBE_FILL[resource], **paper)
    outline = tag("rect", **square, fill="none", stroke=INK, stroke_width=0.09 * size)
    return box + outline + words(CUBE_LETTER[resource], x, y, 1.5 * size, CUBE_INK[resource])


def piece_sign(piece: str, x: float, y: float, size: float, own: str = "") -> str:
    """Return a cube, or the symbol of a piece, in a player's colour if that is its `own`."""
    if piece in CUBE_FILL:
        return cube_sign(piece, x, y, size)
    paint = {**_PAINT, "own": own} if own else _PAINT
    outlines: list[tuple[str, str]] = _LOOKS["pieces"][piece]
    parts = (tag("path", d=d, fill=paint.get(fill, fill), **STROKE) for d, fill in outlines)
    return _moved("".join(parts), x, y, size)


KEY_SIGNS: dict[str, list[str]] = _LOOKS["keys"]
AREA_SIGNS: dict[str, list[str]] = _LOOKS["areas"]
"""What is drawn on the key of each verb, and on each area of the island."""

Says = Mapping[str, str]  # words of a language, or what taps make, by name
NOTHING: Says = MappingProxyType({})
ABREAST = 2  # number of lands side by side in a picture


@dataclass(frozen=True)
class TablePlan:
    """The lands of players by name, in seat order; a land alone has the name ''."""

    named: tuple[tuple[str, Land], ...]

    @classmethod
    def of(cls, shown: Land | TablePlan) -> TablePlan:
        return cls((("", shown),)) if isinstance(shown, Land) else shown

    def places(self, columns: int = ABREAST) -> tuple[tuple[float, int], ...]:
        """Return the column and row of each land, from 0; a row that is not full is centred."""
        count = len(self.named)
        columns = min(columns, count)
        left = -count % columns / 2  # of the last row
        last = (count - 1) // columns
        cells = (divmod(n, columns) for n in range(count))
        return tuple((x + left * (y == last), y) for y, x in cells)

    @staticmethod
    def title(name: str, land: Land) -> str:
        return f"{name}, {land.peninsula.title}" if name else land.peninsula.title


SIDE = 44.0  # side of a space, in units of the picture
_MARGIN, _LINE = 18.0, 19.0
_HALF = SIDE * math.sqrt(3) / 2


def plan_svg(shown: Land | TablePlan, speaks: str = ENGLISH) -> str:
    """Return lands from above, north on top; a bar joins the halves of a double tile."""
    lands, says = TablePlan.of(shown), BOOK.language(speaks).words
    sheets = [Sheet(land) for _, land in lands.named]
    column = max(sheet.wide for sheet in sheets)
    row = max(sheet.deep for sheet in sheets) + 1.5 * _LINE
    places = lands.places()
    across, down = min(ABREAST, len(places)), places[-1][1] + 1
    plans = []
    for (name, land), sheet, (x, y) in zip(lands.named, sheets, places, strict=True):
        title = TablePlan.title(name, land)
        height = min(17, 17 * (column - 2 * _MARGIN) / max(width(title, 17), 1))
        below = words(title, _MARGIN, sheet.deep + 0.5 * _LINE, height, INK, "start")
        parts = [*_plan(land, sheet, says), below]
        plans.append(_moved("\n".join(parts), x * column, y * row))
    wide, foot = across * column, down * row
    deep = foot + 4 * _LINE
    legend = _moved("".join(_legend(column, says)), 0, foot)
    paper = tag("rect", x=0, y=0, width=wide, height=deep, fill=PAPER)
    title = f"Cooper Island, {lands.named[0][1].peninsula.title}, from above"
    about = " ".join(f"{name}: {land}." if name else f"{land}." for name, land in lands.named)
    return document(wide, deep, 640 * across, title, about, [paper, *plans, legend])


CLOSE = 4.0, 19.0  # margins of a land that fills a phone


def land_svg(
    table: Table, at: int, setting: Setting, speaks: str = ENGLISH, chosen: Says = NOTHING,
    live: Collection[str] = (),
) -> str:  # fmt: skip
    """Return the land of a seat as it is tapped; `live` spaces and chosen ones are outlined."""
    seat = table.seats[at]
    land = seat.land
    sheet, says = Sheet(land, *CLOSE), BOOK.language(speaks).words
    foot = sheet.deep + 3 * _LINE
    sea = backdrop(sheet.wide, foot + STORES, DEEP)
    gives = _moved("".join(_terrains(sheet.wide, says)), 0, sheet.deep)
    height = words(says["plan.height"], 13, foot - 0.7 * _LINE, WRITING, INK, "start", "normal")
    ships = _ships(table, at, setting.ring, sheet, says)
    parts = [sea, *_plan(land, sheet, says), *ships, gives, height]
    parts += stores(seat, setting, sheet.wide, foot, says)
    for name, terrain in chosen.items():
        if terrain in TERRAIN_FILL:
            x, y = sheet.middle(Hex.read(name))
            parts.append(sheet.area(Hex.read(name), fill=TERRAIN_FILL[terrain]))
            parts.append(terrain_sign(terrain, x, y + 5, 15))
            parts.append(words(name, x, y - 26, WRITING, TERRAIN_INK[terrain], weight="normal"))
    for name in (*live, *chosen):
        mark = _MARK if name in chosen else OPEN
        under = {**_MARK, "stroke": PAPER, "stroke_width": 8}
        parts += [sheet.area(Hex.read(name), 0.98, fill="none", **line) for line in (under, mark)]
    return document(sheet.wide, foot + STORES, sheet.wide, seat.name, str(land), parts)


def backdrop(wide: float, deep: float, fill: str) -> str:
    return tag("rect", x=0, y=0, width=wide, height=deep, fill=fill, rx=16)


def colour(seat: int) -> str:
    return PLAYERS[seat % len(PLAYERS)]


WRITING = 18.0
"""The height of what is written on a land: 11 pixels on a phone."""

STORES = 34.0
"""The height of what is in storage and market, below a picture."""


def stores(seat: Seat, setting: Setting, wide: float, foot: float, says: Says) -> Iterator[str]:
    for at, store in enumerate(("storage", "market")):
        has: Goods = getattr(seat, store)
        text, x, y = says[f"plan.{store}"], 12 + at * wide / 2, foot + 16
        if store == "storage" and (room := setting.room(seat)) is not None:
            text = says["plan.stored"].format(has.amount, room)
        yield words(text, x, y, WRITING, INK, "start")
        x += width(text, WRITING) + 20
        step = min(26, (wide / 2 + at * wide / 2 - x - 8) / max(has.amount, 1))
        pieces = [kind for kind, count in has.items for _ in range(count)]
        yield from (piece_sign(kind, x + step * n, y, 12) for n, kind in enumerate(pieces))
        if not pieces:
            yield words(says["plan.empty"], x - 8, y, WRITING, INK, "start", "normal")


def spot(table: Table, owner: int, number: int, says: Says) -> str:
    """Return the name of a beach, of a bay, or of the harbour, by its place on the ring."""
    coast = len(table.seats[owner].land.peninsula.beaches)
    if number > coast:
        return says["plan.bay"].format(number - coast)
    return says["plan.beach"].format(number) if number else says["name.harbour"]


def ship_sign(table: Table, owner: int, ship: str, x: float, y: float, size: float) -> str:
    """Return a ship in the colour of its player, above the first letter of their name."""
    initial = words(table.seats[owner].name[:1].upper(), x, y + size + 8, WRITING, INK)
    return piece_sign(ship, x, y, size, colour(owner)) + initial


def _ships(table: Table, at: int, ring: Ring, sheet: Sheet, says: Says) -> Iterator[str]:
    """Yield the ships at the coast of a seat; in the corners what the player has, and where."""
    me, there = table.seats[at], Counter[int]()
    edges = (1, "start", 10.0), (-1, "end", sheet.wide - 10)
    has = ("boat", len(me.boats)), ("ruin", me.workshop)
    coast = me.land.peninsula.beaches
    for (side, anchor, x), (piece, count) in zip(edges, has, strict=True):
        yield piece_sign(piece, x + 14 * side, 22, 14)
        yield words(str(count), x + 40 * side, 22, 20, INK)
        yield words(says[f"plan.{piece}"], x, 48, WRITING, INK, anchor, "normal")
    ships = zip(SHIPS, edges, strict=True)
    for owner, (ship, (side, anchor, x)) in product(range(len(table.seats)), ships):
        sails = table.seats[owner].ship(ship)
        home, number = ring.place(owner, ship, sails.distance)
        away, low = home != at or number > len(coast), sheet.deep - 88
        if not away:
            beach = coast[number - 1] if number else (me.land.peninsula.harbour,)
            east, north = sheet.middle(beach[len(beach) // 2])
            east, there[number] = east + 26 * there[number] - 13 * (not number), there[number] + 1
            yield ship_sign(table, owner, ship, east, north - (8 if number else 15), 11)
        if owner != at:
            continue
        lines = [says[f"name.{ship}"], form(says, "plan.ship", sails.distance)]
        if away:
            owned = f"{shorten(table.seats[home].name, 6)}, " * (home != at)
            lines.append(f"{owned}{spot(table, home, number, says)}")
            yield ship_sign(table, owner, ship, x + 22 * side, low - 50, 17)
        for n, line in enumerate(lines):
            yield words(line, x, low + 20 * n, WRITING, INK, anchor, "normal" if n else "bold")
        for n in range(sails.anchors):
            yield piece_sign("anchor", x + (8 + 18 * n) * side, low + 22 * len(lines), 8)


def small_land(land: Land, x: float, y: float, size: float) -> str:
    """Return a land without words around a point: terrains and cubes."""
    sheet = Sheet(land, 0)
    scale = size / max(sheet.wide, sheet.deep)
    parts = [sheet.area(one, fill=WATER) for one in land.peninsula.water]
    parts += _ground(land, sheet)
    for space, holds in land.items():
        if has := holds.cube or holds.piece:
            parts.append(piece_sign(has, *sheet.middle(space), 20 if holds.cube else 24))
    west, north = x - scale * sheet.wide / 2, y - scale * sheet.deep / 2
    return _moved("".join(parts), west, north, 10 * scale)


def _plan(land: Land, sheet: Sheet, says: Says) -> Iterator[str]:
    yield from _sea(land, sheet, says)
    yield from _ground(land, sheet)
    yield from _joints(land, sheet)
    for space, holds in land.items():
        yield from _holds(space, holds, sheet)
    yield from _centre(land, sheet, says)


def hexagon(x: float, y: float, reach: float) -> list[Point]:
    """Return the six corners around a point, the northern one first, clockwise."""
    turns = [math.radians(60 * corner) for corner in range(6)]
    return [(x + reach * math.sin(turn), y - reach * math.cos(turn)) for turn in turns]


class Sheet:
    """Positions of spaces in the picture; a space off the layout is moved to the edge."""

    def __init__(self, land: Land, margin: float = _MARGIN, beside: float | None = None) -> None:
        middles, beside = [space.middle for space in land.peninsula.signs], beside or margin
        self.west = min(x for x, _ in middles) * SIDE - _HALF - beside
        self.north = max(y for _, y in middles) * SIDE + SIDE + _MARGIN + margin
        self.wide = max(x for x, _ in middles) * SIDE + _HALF + beside - self.west
        self.deep = self.north - min(y for _, y in middles) * SIDE + SIDE + margin

    def middle(self, space: Hex) -> Point:
        x, y = space.middle
        way = (x * SIDE - self.west, self.wide), (self.north - y * SIDE, self.deep)
        across, down = (min(max(at, _MARGIN), most - _MARGIN) for at, most in way)
        return across, down

    def corners(self, space: Hex, share: float = 1.0) -> list[Point]:
        x, y = self.middle(space)
        return hexagon(x, y, SIDE * share)

    def area(self, space: Hex, share: float = 1.0, **attributes: object) -> str:
        return tag("path", d=path(self.corners(space, share)) + "Z", **attributes)


def _sea(land: Land, sheet: Sheet, says: Says) -> Iterator[str]:
    peninsula = land.peninsula
    numbers = {space: n for n, beach in enumerate(peninsula.beaches, 1) for space in beach}
    for space in (*peninsula.water, peninsula.harbour):
        yield sheet.area(space, fill=WATER, stroke=PAPER, stroke_width=1.5)
        x, y = sheet.middle(space)
        if space in land.islets:
            yield sheet.area(space, 0.9, fill=BEACH, stroke=INK, stroke_width=1.4)
            yield words(says["name.islet"], x, y - 5, WRITING, INK)
        low = y + 14 if space in land.islets else y + 10
        if space in numbers:
            named = space == peninsula.beaches[numbers[space] - 1][0]
            yield tag("ellipse", cx=x, cy=low, rx=34 if named else 20, ry=14, fill=BEACH)
            if named:
                text = says["plan.beach"].format(numbers[space])
                yield words(text, x, low, WRITING, INK, weight="normal")
    for one, other in (two for beach in peninsula.beaches for two in pairwise(beach)):
        if not land.islets & {one, other}:
            (x, y), (u, v) = sheet.middle(one), sheet.middle(other)
            ends = [(x + (u - x) * share, y + 10 + (v - y) * share) for share in (0.24, 0.8)]
            yield tag("path", d=path(ends), stroke=BEACH, stroke_width=9)
    x, y = sheet.middle(peninsula.harbour)
    yield words(says["name.harbour"], x, y + 21, WRITING, INK, weight="normal")
    for space in peninsula.water:
        x, y = sheet.middle(space)
        yield words(str(space), x, y - 25, WRITING, INK, weight="normal")


def _ground(land: Land, sheet: Sheet) -> Iterator[str]:
    for space, holds in land.items():
        fill = TERRAIN_FILL[holds.terrain] if holds.terrain else GROUND_FILL
        yield sheet.area(space, fill=fill, stroke=PAPER, stroke_width=2)
        if holds.height > 1:
            # Rings inside mark a stack; the figure is its height.
            ink = TERRAIN_INK[holds.stack[-1].terrain]
            broad = 0.8 * holds.height - 0.3
            yield sheet.area(space, 0.93, fill="none", stroke=ink, stroke_width=broad)


def _joints(land: Land, sheet: Sheet) -> Iterator[str]:
    """Yield a bar between the halves of every tile with both halves on top."""
    for space, holds in land.items():
        way = holds.stack[-1].way if holds.stack else 0
        if not way:
            continue
        other = space.step(way)
        level = other in land and land[other].height == holds.height
        if other in land.islets or (level and way <= 3):  # each bar once
            (x, y), (u, v) = sheet.middle(space), sheet.middle(other)
            ends = [(x + (u - x) * share, y + (v - y) * share) for share in (0.42, 0.58)]
            bar: dict[str, object] = {"d": path(ends), "stroke_linecap": "round"}
            for wide, ink in ((9, PAPER), (6, INK)):
                yield tag("path", stroke=ink, stroke_width=wide, **bar)


def _holds(space: Hex, holds: Space, sheet: Sheet) -> Iterator[str]:
    x, y = sheet.middle(space)
    ink = TERRAIN_INK[holds.terrain] if holds.terrain else INK
    yield words(str(space), x, y - 26, WRITING, ink, weight="normal")
    if holds.terrain:
        yield terrain_sign(holds.terrain, x - 16, y - 8, 11)
        text = str(holds.height)
        yield words(text, x + 15, y - 8, 22 if len(text) < 2 else 17, ink)
    low = y + 19 if holds.terrain else y + 2
    if holds.piece and holds.terrain:
        yield tag("circle", cx=x, cy=low, r=15, fill=PAPER, stroke=INK, stroke_width=1)
    if has := holds.cube or holds.piece:
        yield piece_sign(has, x, low, 13 if holds.cube else 11 if holds.terrain else 17)


def _centre(land: Land, sheet: Sheet, says: Says) -> Iterator[str]:
    tops = [sheet.corners(space) for space in land.peninsula.tops]
    dashes = {"stroke": INK, "stroke_width": 5, "stroke_dasharray": "9 5"}
    for corners in tops:
        yield tag("path", d=path((corners[5], *corners[:2])), fill="none", **dashes)
    if tops:
        x = sum(corners[0][0] for corners in tops) / len(tops)
        y = min(corners[0][1] for corners in tops) - 12
        yield words(says["plan.road"], x, y, WRITING, INK, weight="normal")


def _terrains(wide: float, says: Says) -> Iterator[str]:
    column, y = wide / (len(GIVES) + 1), _LINE + 1
    for at, (terrain, resource) in enumerate(GIVES.items()):
        x = 22 + at * column
        fill = TERRAIN_FILL[terrain]
        yield tag("rect", x=x - 11, y=y - 11, width=22, height=22, rx=3, fill=fill)
        yield terrain_sign(terrain, x, y, 8) + cube_sign(resource, x + 28, y, 12)
        yield words(says[f"name.{resource}"], x + 43, y, WRITING, INK, "start", "normal")
    x = 30 + len(GIVES) * column
    yield piece_sign(COIN, x, y, 11) + words(
        says["name.coin"], x + 17, y, WRITING, INK, "start", "normal"
    )


def _legend(wide: float, says: Says) -> Iterator[str]:
    yield from _terrains(wide, says)
    for at, piece in enumerate((*PIECES, GOLD)):
        x, y = 24 + at * wide / 4, 3 * _LINE
        yield piece_sign(piece, x, y, 11)
        yield words(says[f"name.{piece}"], x + 19, y, WRITING, INK, "start", "normal")
