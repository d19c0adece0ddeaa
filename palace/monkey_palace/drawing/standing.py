"""Pieces on a few knobs as they stand, seen from the south and from above, to scale."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations
from math import cos, pi, sin

from palace.core import colours
from palace.core.svg import Point, number, path, tag, words
from palace.monkey_palace.drawing.side import PALE, flower
from palace.monkey_palace.drawing.signs import disc
from palace.monkey_palace.kernel.elements import COLOURS, PIECES, Element, Stud
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob

STUD = 16.0
"""Units of the picture that a stud is wide; a brick is 1.2 studs high."""


def standing(
    ground: GroundMap, pieces: Iterable[Element], heights: Mapping[Knob, int],
    old: Collection[Element], tints: Mapping[str, str], floor: int = 0,
) -> str:  # fmt: skip
    """Return the pieces on the two or three knobs of `heights` as SVG, with arches that lead to
    others; above each knob stand its name and its height in bricks, or below the first of three,
    where they would lie on other pieces.

    Pieces in `old` are pale, the others have the `tints` of their kinds, and two arches letters.
    Pieces below the level `floor` are left out, with knobs that are lower.  An old piece that is
    drawn over a new one is transparent, less so if it carries one.
    """
    places = {ground.stud(knob): knob for knob, high in heights.items() if high >= floor}
    parts, corners = list[str](), list[Point]()
    for (x, y), knob in places.items():
        square = (-0.4, -0.4), (1.4, -0.4), (1.4, 1.4), (-0.4, 1.4)
        plate = [_at(x + a, y + b, floor) for a, b in square]
        parts.append(_polygon(plate, "none", 1, "3 2") if floor else _polygon(plate, colours.PLATE))
        corners += [*plate, _at(x + 0.5, y + 0.5, heights[knob] + 0.5)]
    shown = [
        piece for piece in pieces
        if piece.level >= floor and any(foot in places for foot in piece.feet)
    ]  # fmt: skip
    corners += [corner for piece in shown for corner in _corners(piece)]
    behind = list[list[Point]]()
    carried = {(*foot, one.level) for one in shown if one not in old for foot in one.feet}
    shown.sort(key=lambda one: (one.level, -one.y, one.x))
    for piece in shown:
        sides, own = [*_piece(piece, "" if piece in old else tints[piece.kind])], _corners(piece)
        if piece not in old:
            behind.append(own)
        elif any(_meet(own, other) for other in behind):
            carries = {(*foot, piece.top) for foot in piece.feet} & carried
            sides = [tag("g", "".join(sides), opacity=0.75 if carries else 0.4)]
        parts += sides
    (left, right), (top, low) = ((min(own), max(own)) for own in zip(*corners, strict=True))
    unit = max((right - left) / 120, (low - top) / 134)  # a pixel, where a phone shows it
    labels = _labels(places, heights, shown, floor, unit)
    for (x, y), knob in places.items():
        (middle, above), stands = labels[knob], _at(x + 0.5, y + 0.5, heights[knob] + 0.1)
        if abs(stands[0] - middle) > unit:
            parts.append(_line((middle, above - 4 * unit), stands, unit))
        parts.append(disc(middle, above - 11 * unit, 10 * unit, colours.PATH, 0))
        parts.append(words(str(heights[knob]), middle, above - 11 * unit, 13 * unit, colours.PAPER))
        parts.append(words(str(knob), middle, above - 28 * unit, 12 * unit, colours.INK))
        left, right = min(left, middle - 10 * unit), max(right, middle + 10 * unit)
        top, low = min(top, above - 36 * unit), max(low, above)
    arches = [one for one in shown if one.kind == "arch" and one not in old]
    for letter, arch in zip("AB", arches if arches[1:] else (), strict=False):  # the lower first
        middle, high = _seen(arch, shown[shown.index(arch) + 1 :], 8 * unit)
        parts.append(disc(middle, high, 8 * unit, colours.PAPER, 0))
        parts.append(words(letter, middle, high, 11 * unit, colours.INK))
    box = f"{number(left)} {number(top)} {number(right - left)} {number(low - top)}"
    return tag("svg", "".join(parts), viewBox=box)


def _labels(
    places: Mapping[Stud, Knob], heights: Mapping[Knob, int], shown: Iterable[Element],
    floor: int, unit: float,
) -> dict[Knob, Point]:  # fmt: skip
    """Return where the label of each knob stands: above it, the first of three below it where it
    would lie on other pieces, and beside another that is near."""
    found = {knob: _at(x + 0.5, y + 0.5, heights[knob] + 0.3) for (x, y), knob in places.items()}
    if len(places) > 2:
        ((x, y), first), *_ = places.items()
        middle, above = found[first]
        own = [(middle - 8 * unit, above - 30 * unit), (middle + 8 * unit, above)]
        if any(_meet(own, _corners(one)) for one in shown if (x, y) not in one.feet):
            found[first] = middle, _at(x + 0.5, y - 0.4, floor)[1] + 36 * unit
    for one, two in 8 * [*combinations(sorted(found, key=lambda knob: found[knob]), 2)]:
        (middle, above), (other, over) = found[one], found[two]
        aside = (20 * unit - other + middle) / 2
        if aside > 0 and abs(above - over) < 36 * unit:
            found |= {one: (middle - aside, above), two: (other + aside, over)}
    return found


def _seen(arch: Element, later: Iterable[Element], size: float) -> Point:
    """Return a point of an arch round which no piece lies over it that is drawn later, or the
    middle of its side."""
    spots = [
        _at(arch.x + 1, arch.y + n, z) if arch.turn else _at(arch.x + n, arch.y, z)
        for z in (arch.level + 0.6, arch.top) for n in (2, 0.5, 3.5)
    ]  # fmt: skip
    hidden = [_corners(one) for one in later]
    clear = (
        (x, y) for x, y in spots
        if not any(_meet([(x - size, y - size), (x + size, y + size)], own) for own in hidden)
    )  # fmt: skip
    return next(clear, spots[0])


def _at(x: float, y: float, z: float) -> Point:
    """Return where a point is in the picture: studs to the east and to the north, bricks up."""
    return STUD * (x + 0.42 * y), -STUD * (0.34 * y + 1.2 * z)


def _corners(piece: Element) -> list[Point]:
    """Return the corners of a piece in the picture."""
    ends = piece.feet[0], piece.feet[-1]
    return [
        _at(x + a, y + b, z)
        for x, y in ends for a in (0, 1) for b in (0, 1) for z in (piece.level, piece.top)
    ]  # fmt: skip


def _meet(some: list[Point], others: list[Point]) -> bool:
    """Return whether what is within some corners may cover what is within others: no line along
    an edge of a piece parts them."""
    spans = [
        [sorted(own) for own in zip(*((x, y, 0.34 * x + 0.42 * y) for x, y in points), strict=True)]
        for points in (some, others)
    ]
    return all(
        max(one[0], two[0]) + 1 < min(one[-1], two[-1]) for one, two in zip(*spans, strict=True)
    )


def _polygon(points: Iterable[Point], fill: str, edge: float = 0.5, dashes: str = "") -> str:
    dashed = {"stroke_dasharray": dashes} if dashes else {}
    return tag("path", d=path(points) + "Z", fill=fill, stroke=colours.INK, stroke_width=edge,
               stroke_linejoin="round", **dashed)  # fmt: skip


def _line(one: Point, other: Point, wide: float) -> str:
    return tag("path", d=path([one, other]), stroke=colours.INK, stroke_width=wide)


def _piece(piece: Element, tint: str) -> Iterator[str]:
    """Yield the sides of a piece that are seen, and its studs; without a tint it is pale."""
    x, y, z, high = piece.x, piece.y, piece.level, PIECES[piece.kind].height
    fill, edge = tint or PALE, 1.6 if tint else 0.4
    if piece.kind in COLOURS.values():
        middle, up = _at(x + 0.5, y + 0.5, z + 0.5)
        yield from flower(piece.kind, middle, up, 1.1 * STUD, tint or PALE, edge)
        return
    wide, deep = 1, 1
    if piece.kind == "arch":
        wide, deep = (1, 4) if piece.turn else (4, 1)
    south, east = _outline(wide, high), _outline(deep, high)
    shade = colours.mixed(fill, colours.INK, 0.18)
    yield _polygon((_at(x + a, y, z + b) for a, b in south), fill, edge)
    yield _polygon((_at(x + wide, y + a, z + b) for a, b in east), shade, edge)
    if piece.kind == "column":
        for n in (0.3, 0.5, 0.7):
            for a, b in ((n, 0), (1, n)):
                yield _line(_at(x + a, y + b, z + 0.4), _at(x + a, y + b, z + high - 0.4), edge / 2)
    flat = ((0, 0), (wide, 0), (wide, deep), (0, deep))
    light = colours.mixed(fill, colours.PAPER, 0.25)
    yield _polygon((_at(x + a, y + b, z + high) for a, b in flat), light, edge)
    for n in range(max(wide, deep)):
        middle, up = _at(x + 0.5 + n * (wide > 1), y + 0.5 + n * (deep > 1), z + high + 0.08)
        yield tag("ellipse", cx=middle, cy=up, rx=0.3 * STUD, ry=0.15 * STUD, fill=light,
                  stroke=colours.INK, stroke_width=edge / 2)  # fmt: skip


def _outline(studs: int, high: int) -> list[Point]:
    """Return a side of a piece, an arch of four studs with its opening."""
    turns = (pi * n / 8 for n in range(9))
    bow = [(2 - cos(turn), 0.66 * sin(turn)) for turn in turns] if studs > 1 else []
    return [(0, 0), *bow, (studs, 0), (studs, high), (0, high)]
