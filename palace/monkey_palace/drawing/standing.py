"""Pieces on a few knobs as they stand, seen from the south and from above, to scale."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import cos, pi, sin

from palace.core import colours
from palace.core.svg import Point, number, path, tag, words
from palace.monkey_palace.drawing.side import PALE, flower
from palace.monkey_palace.drawing.signs import disc
from palace.monkey_palace.kernel.elements import COLOURS, PIECES, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob

STUD = 16.0
"""Units of the picture that a stud is wide; a brick is 1.2 studs high."""


def standing(
    ground: GroundMap, pieces: Iterable[Element], heights: Mapping[Knob, int],
    old: Collection[Element], tints: Mapping[str, str], floor: int = 0,
) -> str:  # fmt: skip
    """Return the pieces on the knobs of `heights` as SVG; above each knob stand its name and its
    height in bricks.

    Pieces in `old` are pale, the others have the `tints` of their kinds.  Pieces below the level
    `floor` are left out, and the picture tells how many bricks high they are.
    """
    places = {ground.stud(knob): knob for knob in heights}
    parts, corners = list[str](), list[Point]()
    for (x, y), knob in places.items():
        square = (-0.4, -0.4), (1.4, -0.4), (1.4, 1.4), (-0.4, 1.4)
        plate = [_at(x + a, y + b, floor) for a, b in square]
        parts.append(_polygon(plate, colours.PAPER if floor else colours.PLATE, 0.5))
        middle, top = _at(x + 0.5, y + 0.5, heights[knob] + 1)
        corners += [*plate, (middle - STUD, top - 1.6 * STUD), (middle + STUD, top)]
    shown = [
        piece for piece in pieces
        if piece.level >= floor and all(foot in places for foot in piece.feet)
    ]  # fmt: skip
    for piece in sorted(shown, key=lambda one: (one.level, -one.y, one.x)):
        parts += _piece(piece, "" if piece in old else tints[piece.kind])
    for (x, y), knob in sorted(places.items(), key=lambda place: -place[0][1]):
        middle, top = _at(x + 0.5, y + 0.5, heights[knob] + 1)
        parts.append(disc(middle, top, 0.62 * STUD, colours.INK, 0))
        parts.append(words(str(heights[knob]), middle, top, 13, colours.PAPER))
        parts.append(words(str(knob), middle, top - 1.05 * STUD, 12, colours.INK))
    (left, right), (top, low) = ((min(own), max(own)) for own in zip(*corners, strict=True))
    if floor:
        parts.append(words(f"+{floor}", left - STUD, low - 8, 12, colours.INK))
        left -= 2 * STUD
    box = f"{number(left)} {number(top)} {number(right - left)} {number(low - top)}"
    return tag("svg", "".join(parts), viewBox=box)


def _at(x: float, y: float, z: float) -> Point:
    """Return where a point is in the picture: studs to the east and to the north, bricks up."""
    return STUD * (x + 0.42 * y), -STUD * (0.34 * y + 1.2 * z)


def _polygon(points: Iterable[Point], fill: str, edge: float) -> str:
    return tag("path", d=path(points) + "Z", fill=fill, stroke=colours.INK, stroke_width=edge,
               stroke_linejoin="round")  # fmt: skip


def _piece(piece: Element, tint: str) -> Iterator[str]:
    """Yield the sides of a piece that are seen, and its studs; without a tint it is pale."""
    x, y, z, high = piece.x, piece.y, piece.level, PIECES[piece.kind].height
    fill, edge = tint or PALE, 0.9 if tint else 0.4
    if piece.kind in COLOURS.values():
        middle, up = _at(x + 0.5, y + 0.5, z + 0.5)
        yield from flower(
            piece.kind, middle, up, 1.1 * STUD, tint or colours.DECORATIONS[piece.kind], edge
        )
        return
    wide, deep = 1, 1
    if piece.kind == "arch":
        wide, deep = (1, 4) if piece.turn else (4, 1)
    south, east = _outline(wide, high), _outline(deep, high)
    shade = colours.mixed(fill, colours.INK, 0.18)
    yield _polygon((_at(x + a, y, z + b) for a, b in south), fill, edge)
    yield _polygon((_at(x + wide, y + a, z + b) for a, b in east), shade, edge)
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
