"""A map at true size, to lay on the plate: A4 pages to cut out and join, a hole for each knob.

The sheet is wider than A4, so each page has a part of it.  Parts are cut between knobs; a part has
a strip to glue under the next one to the east and to the north, and half diamonds that meet those
of its neighbours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from palace.core import colours
from palace.core.paper import (
    DEEP,
    MARGIN,
    POINT,
    SMALLEST,
    TOP,
    WIDE,
    Block,
    Row,
    heading,
    laid_column,
    measured,
    page_svg,
)
from palace.core.svg import MONO, Point, number, path, tag, words
from palace.monkey_palace.drawing.knob_sheet import ruler
from palace.monkey_palace.drawing.side import STUD
from palace.monkey_palace.drawing.signs import box, disc
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob

HOLE = 6.4
"""Diameter of a hole in mm; a knob has 4.8."""

_STRIP = 8.0
"""Millimetres of paper that go under the next part."""

_FOOT = 34.0
"""Room for the ruler and what to do, below a part."""

_TEXT = 9 * POINT
_SMALL = SMALLEST * POINT
_MARK, _END = 4.0, 9.0
"""Half a diamond, and how far its middle is from the end of the edge."""


Edges = tuple[float, float, float, float]
"""Of a box on the page, in mm: left, top, right and bottom."""


class Tile(NamedTuple):
    """A part of a sheet, in mm from the sheet's west and south edge; `number` of `of`."""

    west: float
    south: float
    east: float
    north: float
    number: int
    of: int


def tiles(ground: GroundMap) -> tuple[Tile, ...]:
    """Return a sheet in the fewest parts that fit a page, from the south-west, row by row."""
    _, _, wide, deep = ground.sheet
    files = _cuts(wide, [x - ground.sheet[0] for x, _ in ground.open_studs], WIDE - 2 * MARGIN)
    ranks = _cuts(deep, [y - ground.sheet[1] for _, y in ground.open_studs],
                  DEEP - TOP - MARGIN - _FOOT)  # fmt: skip
    boxes = [(west, south, east, north) for south, north in pairwise(ranks)
             for west, east in pairwise(files)]  # fmt: skip
    return tuple(Tile(*box, number, len(boxes)) for number, box in enumerate(boxes, 1))


def _cuts(length: int, knobs: Sequence[int], room: float) -> list[float]:
    """Return where a length of studs is cut, in mm, its ends included: through no knob's stud."""
    whole = length * STUD
    count = 1 if whole <= room else math.ceil(whole / (room - 2 * _STRIP))
    free = [at for at in range(1, length) if at not in knobs and at - 1 not in knobs]
    free = free or list(range(1, length))
    inner = [min(free, key=lambda at: abs(at - part * length / count)) for part in range(1, count)]
    return [cut * STUD for cut in sorted({0, *inner, length})]


def map_pages(ground: GroundMap) -> tuple[str, ...]:
    """Return the pages of a map: each a part of it at true size, with a ruler to check that."""
    pages = []
    for tile in tiles(ground):
        part = f", part {tile.number} of {tile.of}" if tile.of > 1 else ""
        what = f"{ground.title} at true size{part}"
        pages.append(page_svg(
            f"Monkey Palace: {what}",
            f"The knobs are {number(ground.pitch * STUD)} mm apart.",
            [*heading("Monkey Palace", what), *_page(ground, tile)],
        ))  # fmt: skip
    return tuple(pages)


def _page(ground: GroundMap, tile: Tile) -> Iterator[str]:
    wide, deep = tile.east - tile.west, tile.north - tile.south
    east, north = tile.east < ground.sheet[2] * STUD, tile.north < ground.sheet[3] * STUD
    left, top = (WIDE - wide) / 2, TOP + _STRIP * north
    part = left, top, left + wide, top + deep
    yield from _strips(tile, part, east, north)
    yield from _sheet(ground, tile, left - tile.west, top + deep + tile.south)
    yield box(left, top, wide, deep, "none", 0.3, class_="part")
    yield from _diamonds(tile, part, east, north)
    foot = top + deep + 4
    yield from ruler((WIDE - 100) / 2, foot)
    steps = [
        "Print at 100 %, not fitted to the page: the ruler is 100 mm. Cut along the lines and "
        f"punch or cut the circles, {HOLE} mm wide: a knob goes through each.",
    ]
    if tile.of > 1:
        steps.append("Glue the pale strips under the next part, the halves of the diamonds "
                     "together.")  # fmt: skip
    if ground.placeholder:
        steps.append(f"{ground.title}: a layout of our own, not a printed sheet of the game.")
    rows = tuple(Row(step, str(at)) for at, step in enumerate(steps, 1))
    parts, _ = laid_column([Block("", rows)], MARGIN, foot + 10, WIDE - 2 * MARGIN, _SMALL)
    yield from parts


def _sheet(ground: GroundMap, tile: Tile, x: float, y: float) -> Iterator[str]:
    """Yield a part of a sheet, the south-west corner of the whole sheet at x, y of the page."""
    west, south, wide, deep = ground.sheet
    part = x + tile.west, y - tile.north, x + tile.east, y - tile.south

    def area(edges: Edges, fill: str) -> Iterator[str]:
        one, low, other, high = ((edge - at) * STUD for edge, at in
                                 zip(edges, (west, south) * 2, strict=True))  # fmt: skip
        for left, top, right, foot in _overlap((x + one, y - high, x + other, y - low), part):
            yield box(left, top, right - left, foot - top, fill)

    yield from area((west, south, west + wide, south + deep), colours.CLOSED_AREA)
    for knob, letter in ground.colours.items():
        yield from area(ground.square(knob), colours.ZONES[letter])
    yield from _setup(ground, x, y, part)
    for knob, letter in ground.colours.items():
        across, down = _middle(ground, knob, x, y)
        if not (tile.west < across - x < tile.east and tile.south < y - down < tile.north):
            continue
        yield disc(across, down, HOLE / 2, colours.PAPER, 0.3)
        ink = colours.ON_ZONES[letter]
        yield words(letter, across + 7.6, down - 7.6, 3.4, ink, family=MONO)
        yield words(str(knob), across - 7.6, down + 7.6, 3.0, ink, weight="normal", family=MONO)
    if tile.number > 1:
        return
    room = tile.east - 14  # the title is whole on the first part
    size = min(5.0, room / measured(ground.title, 1, strong=True))
    title_wide = measured(ground.title, size, strong=True) + 4
    yield box(x + 5, y - 13, title_wide, 8, colours.PAPER, rx=1)
    yield words(ground.title, x + 7, y - 9, size, colours.INK, "start")


def _overlap(one: Edges, other: Edges) -> Iterator[Edges]:
    """Yield the common part of two boxes, or of a line along an edge and a box, if there is one."""
    left, top = (max(pair) for pair in zip(one[:2], other[:2], strict=True))
    right, bottom = (min(pair) for pair in zip(one[2:], other[2:], strict=True))
    if left <= right and top <= bottom and (left < right or top < bottom):
        yield left, top, right, bottom


def _setup(ground: GroundMap, x: float, y: float, part: Edges) -> Iterator[str]:
    """Yield dashes around the studs of the two arches of the set-up, inside a part of the page."""
    for one, other in pairwise(ground.setup):
        (a, b), (c, d) = (_middle(ground, knob, x, y) for knob in (one, other))
        half = STUD / 2 + 0.8
        left, right = min(a, c) - half, max(a, c) + half
        top, bottom = min(b, d) - half, max(b, d) + half
        for side in ((left, top, right, top), (left, bottom, right, bottom),
                     (left, top, left, bottom), (right, top, right, bottom)):  # fmt: skip
            for line in _overlap(side, part):
                yield tag("path", d=path((line[:2], line[2:])), stroke=colours.INK,
                          stroke_width=0.5, stroke_dasharray="2.4 1.6")  # fmt: skip


def _middle(ground: GroundMap, knob: Knob, x: float, y: float) -> Point:
    """Return the middle of a knob on the page, the sheet's south-west corner being at x, y."""
    east, north = ground.stud(knob)
    west, south = ground.sheet[:2]
    return x + (east - west + 0.5) * STUD, y - (north - south + 0.5) * STUD


def _strips(tile: Tile, part: Edges, east: bool, north: bool) -> Iterator[str]:
    """Yield the strips that go under the parts to the east and to the north."""
    left, top, right, bottom = part
    boxes = [(right, top, _STRIP, bottom - top)] * east
    boxes += [(left, top - _STRIP, right - left, _STRIP)] * north
    for each in boxes:
        yield box(*each, colours.GROUND, 0.2, stroke_dasharray="1.5 1.5")
    if east:
        x, y = right + _STRIP / 2, (top + bottom) / 2
        text = words(f"under part {tile.number + 1}", 0, 0, _TEXT, colours.INK, weight="normal")
        turn = f"translate({number(x)} {number(y)}) rotate(90)"
        yield tag("g", text, transform=turn)
    if north:
        yield words("under the part to the north", (left + right) / 2, top - _STRIP / 2, _TEXT,
                    colours.INK, weight="normal")  # fmt: skip


def _diamonds(tile: Tile, part: Edges, east: bool, north: bool) -> Iterator[str]:
    """Yield half diamonds at the inner edges, which meet those of the parts beside."""
    left, top, right, bottom = part
    across = [(left, 1)] * (tile.west > 0) + [(right, -1)] * east
    down = [(top, 1)] * north + [(bottom, -1)] * (tile.south > 0)
    for x, y in ((left + _END, top + _END), (right - _END, bottom - _END)):
        for edge, way in across:
            yield _half([(edge, y - _MARK), (edge + way * _MARK, y), (edge, y + _MARK)])
        for edge, way in down:
            yield _half([(x - _MARK, edge), (x, edge + way * _MARK), (x + _MARK, edge)])


def _half(corners: Iterable[Point]) -> str:
    return tag("path", d=path(corners) + "Z", fill=colours.INK)
