"""Strips with the names of files and ranks to lay beside the board, at true distances, as A4 pages.

A strip is as long as the baseplate and upright for the player on its side of the table: its upper
edge touches the plate, and a tick is at the middle of every knob.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
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
    placed,
)
from palace.core.svg import MONO, number, tag, words
from palace.monkey_palace.drawing.setup import plan_scale, setup_plan, setup_rows, setup_side
from palace.monkey_palace.drawing.side import STUD
from palace.monkey_palace.drawing.signs import box, disc
from palace.monkey_palace.kernel.elements import COLOUR_WORDS
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import FILES

LONGEST = DEEP - MARGIN - TOP
"""The longest part of a strip, in mm: it lies along the long side of the page."""

BROAD = 13.0
"""A strip across, in mm."""

_BETWEEN = 2.5
_FIRST = 4  # parts of strips on the first page; there are four sides, so no fewer
_LETTER = 8.0
_TEXT = 9 * POINT
_SMALL = SMALLEST * POINT
_RULER = 100
_PLAN = 150.0
"""The greatest height of the plan beside the strips."""


class Strip(NamedTuple):
    """The names along one side of the plate, from the left end as the player there sees it.

    `places` are the middles of the knobs in mm from the left end, `length` that of the plate.
    """

    side: str
    names: tuple[str, ...]
    places: tuple[float, ...]
    length: float


class Part(NamedTuple):
    """A part of a strip that fits a page, from `start` to `end` in mm; `number` of `of`."""

    strip: Strip
    start: float
    end: float
    number: int
    of: int


def strips(ground: GroundMap) -> tuple[Strip, ...]:
    """Return the strips of a map: front, back, left, right."""
    length = ground.plate * STUD
    files, ranks = (
        tuple((start + index * ground.pitch + 0.5) * STUD for index in range(count))
        for start, count in zip(ground.origin, (ground.width, ground.depth), strict=True)
    )
    letters = tuple(FILES[: ground.width])
    digits = tuple(str(rank + 1) for rank in range(ground.depth))
    back, left = (tuple(length - place for place in reversed(some)) for some in (files, ranks))
    return (
        Strip("front", letters, files, length),
        Strip("back", letters[::-1], back, length),
        Strip("left", digits[::-1], left, length),
        Strip("right", digits, ranks, length),
    )


def parts_of(strip: Strip) -> tuple[Part, ...]:
    """Return a strip in the fewest parts that fit a page, cut between studs, through no name."""
    cuts = [
        stud * STUD
        for stud in range(1, round(strip.length / STUD))
        if all(abs(stud * STUD - place) >= STUD for place in strip.places)
    ]
    count = math.ceil(strip.length / LONGEST)
    ends = [0.0]
    while strip.length - ends[-1] > LONGEST:
        left = count - len(ends) + 1
        wanted = ends[-1] + (strip.length - ends[-1]) / max(left, 1)
        reach = [cut for cut in cuts if ends[-1] < cut <= ends[-1] + LONGEST]
        ends.append(min(reach, key=lambda cut: abs(cut - wanted)))
    ends.append(strip.length)
    return tuple(
        Part(strip, start, end, at, len(ends) - 1)
        for at, (start, end) in enumerate(pairwise(ends), 1)
    )


def knob_pages(ground: GroundMap) -> tuple[str, ...]:
    """Return the strips, the plan of the map and a ruler as A4 pages; one if the plate allows."""
    every = [part for strip in strips(ground) for part in parts_of(strip)]
    beside, more = _beside(ground, MARGIN + _FIRST * (BROAD + _BETWEEN) + 6, len(every))
    pages = [[*_across(every[:_FIRST]), *beside], *([more] if more else [])]
    each = int((WIDE - 2 * MARGIN + _BETWEEN) // (BROAD + _BETWEEN))
    pages += ([*_across(every[at : at + each])] for at in range(_FIRST, len(every), each))
    title, what = "Monkey Palace", f"names of the knobs, {ground.title}"
    return tuple(
        page_svg(
            f"{title}: {what}", "Strips to lay beside the board, and the plan of the map",
            [*heading(title, f"{what}{f', page {at}' if len(pages) > 1 else ''}"), *parts],
        )
        for at, parts in enumerate(pages, 1)
    )  # fmt: skip


def _across(some: list[Part]) -> Iterator[str]:
    """Yield parts of strips side by side, each read from the bottom of the page upwards."""
    for at, part in enumerate(some):
        x = MARGIN + at * (BROAD + _BETWEEN)
        move = f"translate({number(x)} {number(DEEP - MARGIN)}) rotate(-90)"
        yield tag("g", "\n".join(_strip(part)), transform=move)


def _strip(part: Part) -> Iterator[str]:
    """Yield a part of a strip from left to right, its upper edge at 0, lengths in mm."""
    strip, length = part.strip, part.end - part.start
    yield box(0, 0, length, BROAD, colours.PAPER, 0.25)
    for stud in range(round(length / STUD)):
        yield _line((stud + 0.5) * STUD, 0, 0.9, 0.2)
    free = [0.0]
    for name, place in zip(strip.names, strip.places, strict=True):
        x = place - part.start
        if not 0 < x < length:
            continue
        yield tag("path", d=f"M{number(x)},2.6L{number(x - 1.3)},0.1H{number(x + 1.3)}Z",
                  fill=colours.INK)  # fmt: skip
        yield words(name, x, 7.6, _LETTER, colours.INK)
        half = measured(name, _LETTER, strong=True) / 2
        free += [x - half, x + half]
    free.append(length)
    gaps = sorted(zip(free[::2], free[1::2], strict=True), key=lambda gap: gap[0] - gap[1])
    several = f" {part.number}/{part.of}" if part.of > 1 else ""
    for (start, end), note in zip(gaps, (strip.side + several, "ticks at the plate"), strict=False):
        small = min(_SMALL, (end - start - 3) / measured(note, 1))
        if small >= 0.95 * _SMALL:
            yield words(note, (start + end) / 2, 7.6, small, colours.INK, weight="normal")
    for end in (0.0,) * (part.number > 1) + (length,) * (part.number < part.of):
        yield tag("path", d=f"M{number(end)},0V{number(BROAD)}", stroke=colours.INK,
                  stroke_width=0.8, stroke_dasharray="2 1.2")  # fmt: skip


def _line(x: float, top: float, bottom: float, thick: float) -> str:
    return tag("path", d=f"M{number(x)},{number(top)}V{number(bottom)}", stroke=colours.INK,
               stroke_width=thick)  # fmt: skip


def _beside(ground: GroundMap, left: float, count: int) -> tuple[list[str], list[str]]:
    """Return what is beside the strips, and the plan on a page of its own if it is too small."""
    wide = WIDE - MARGIN - left
    steps = (
        f"Print at 100 %, not fitted to the page: this ruler is {_RULER} mm.",
        "Cut the strips out. " + (
            "Join the parts of a side at their dashed ends." if count > 4
            else f"Each is as long as the plate, {number(ground.plate * STUD)} mm."
        ),
        "Lay each along its side, the ticks against the plate: front is the side from which the "
        "number of the map reads upright. Every tick is at the middle of a knob.",
    )  # fmt: skip
    rows = tuple(Row(text, str(at)) for at, text in enumerate(steps, 1))
    parts, top = laid_column([Block("How to use the strips", rows)], left, TOP, wide, _TEXT)
    parts += ruler(left + (wide - _RULER) / 2, top + 5)
    top += 17
    scale = plan_scale(ground, wide, _PLAN)
    if 9 * scale >= _SMALL:
        plan, _, bottom = setup_plan(ground, scale)
        legend, deep = _legend(ground, left, wide)
        parts += [placed([plan], left, top), placed(legend, 0, top + bottom + 3)]
        return parts + _set_up(ground, left, top + bottom + deep + 5, wide), []
    parts += _set_up(ground, left, top, wide)
    whole = WIDE - 2 * MARGIN
    legend, deep = _legend(ground, MARGIN, whole)
    scale = plan_scale(ground, whole, DEEP - TOP - MARGIN - deep - 4)
    plan, _, bottom = setup_plan(ground, scale)
    return parts, [placed([plan], MARGIN, TOP), placed(legend, 0, TOP + bottom + 3)]


def _set_up(ground: GroundMap, left: float, top: float, wide: float) -> list[str]:
    """Return the four pieces of the set-up, in words and from the side, as far as there is room."""
    rows, bottom = laid_column([Block("Set-up", setup_rows(ground))], left, top, wide, _TEXT)
    if bottom > DEEP - MARGIN:
        return []
    for room in (80.0, 70.0, 60.0, 50.0):
        side = setup_side(ground, min(wide, room), _TEXT)
        if bottom + side.deep <= DEEP - MARGIN:
            return [*rows, placed(side.parts, left + (wide - side.wide) / 2, bottom)]
    return rows


def _legend(ground: GroundMap, left: float, wide: float) -> tuple[list[str], float]:
    """Return the colours of the map with their letters, from y = 0, and how deep that is."""
    parts: list[str] = []
    x = left
    for letter, name in COLOUR_WORDS.items():
        parts += [
            box(x, 0, 4.6, 4.6, colours.ZONES[letter], 0.25, 0.6),
            words(letter, x + 2.3, 2.3, _TEXT, colours.ON_ZONES[letter], family=MONO),
            words(name, x + 6, 2.3, _TEXT, colours.INK, "start", "normal"),
        ]
        x += 9.5 + measured(name, _TEXT)
    rows: tuple[Row, ...] = (
        Row("an open knob; the letter beside it names its colour"),
        Row("how high the set-up is there, in bricks; g: gold on top"),
    )
    if ground.placeholder:
        rows += (Row(f"{ground.title}: a layout of our own; the printed one is not known here."),)
    more, bottom = laid_column([Block("", rows)], left + 6, 6.2, wide - 6, _SMALL)
    circles = [
        disc(left + 2.3, 8.2, 1.5, colours.PLATE, 0.3),
        disc(left + 2.3, 12.8, 2.1, colours.PAPER, 0.3),
        words("2", left + 2.3, 12.8, _SMALL, colours.INK, family=MONO),
    ]
    return [*parts, *circles, *more], bottom


def ruler(x: float, y: float) -> Iterator[str]:
    """Yield a ruler of 100 mm from a point."""
    yield tag("path", d=f"M{number(x)},{number(y)}h{_RULER}", stroke=colours.INK, stroke_width=0.3)
    for mm in range(_RULER + 1):
        long = 4.0 if mm % 10 == 0 else 2.8 if mm % 5 == 0 else 1.7
        yield _line(x + mm, y, y + long, 0.25 if mm % 10 == 0 else 0.15)
        if mm % 20 == 0:
            yield words(str(mm), x + mm, y + 6, _SMALL, colours.INK, weight="normal")
    yield words("mm", x + 10, y + 6, _SMALL, colours.INK, weight="normal")
