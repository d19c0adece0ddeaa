"""The pieces as SVG, cell by cell, with the canvas and the projection they are drawn with.

Points are given in studs east and north and bricks up, as for `Element`.  A cell is one stud wide
and one brick high; every function draws the part of a piece inside one cell.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from palace.core import colours
from palace.core.colours import mixed
from palace.core.svg import Point, number, path, pill, tag, width, words

STUD = 20.0
"""Units of the picture per stud."""

BRICK = 1.2
"""Height of a brick in studs."""

_TURN = math.radians(30)
_TILT = math.radians(38)
_EAST = STUD * math.cos(_TURN), STUD * math.sin(_TURN) * math.sin(_TILT)
_NORTH = STUD * math.sin(_TURN), -STUD * math.cos(_TURN) * math.sin(_TILT)
_UP = -STUD * BRICK * math.cos(_TILT)

FLAT = math.sin(_TILT)
"""Height over width of a horizontal circle."""

TO_EYE = (
    math.sin(_TURN) * math.cos(_TILT),
    -math.cos(_TURN) * math.cos(_TILT),
    math.sin(_TILT),
)
"""Direction from the scene to the viewer: from the south, a little from the east."""

Place = tuple[float, float, float]


def project(x: float, y: float, z: float) -> Point:
    """Return a point in the picture, whose second axis runs down."""
    return x * _EAST[0] + y * _NORTH[0], x * _EAST[1] + y * _NORTH[1] + z * _UP


DEFAULTS = {"stroke_width": 1, "stroke_linejoin": "round", "stroke_linecap": "round"}
"""Attributes of all parts, unless a part sets its own."""


class Canvas:
    """The parts drawn so far, back to front, and their extent."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.west = self.top = math.inf
        self.east = self.low = -math.inf

    def reach(self, points: Iterable[Point], margin: float = 1) -> None:
        """Extend the picture to these points."""
        for x, y in points:
            self.west, self.east = min(self.west, x - margin), max(self.east, x + margin)
            self.top, self.low = min(self.top, y - margin), max(self.low, y + margin)

    def area(self, places: Iterable[Place], fill: str, edge: str | None = None) -> None:
        """Draw a flat face; its edge has the colour of the face unless `edge` is given."""
        self.shape([project(*place) for place in places], fill, edge)

    def shape(self, points: list[Point], fill: str, edge: str | None = None) -> None:
        """Draw a polygon of the picture."""
        self.reach(points)
        self.parts.append(
            tag(
                "path", d=path(points, 1) + "Z", fill=fill, stroke=edge or fill,
                stroke_width=None if edge else 0.6,
            )
        )  # fmt: skip

    def lines(self, runs: Iterable[Iterable[Place]], stroke: str) -> None:
        """Draw lines along edges."""
        drawn = [[project(*place) for place in run] for run in runs]
        for run in drawn:
            self.reach(run)
        if drawn:
            outline = "".join(path(run, 1) for run in drawn)
            self.parts.append(tag("path", d=outline, fill="none", stroke=stroke))

    def write(self, text: str, at: Point, size: float, fill: str, anchor: str = "middle") -> None:
        """Draw a line of upright text."""
        room = width(text, size)
        left = at[0] - {"start": 0, "middle": room / 2, "end": room}[anchor]
        self.reach([(left, at[1] - size / 2), (left + room, at[1] + size / 2)])
        self.parts.append(tag("g", words(text, *at, size, fill, anchor), stroke="none"))

    def write_pill(self, text: str, at: Point) -> None:
        """Draw a short text in a white box."""
        self.reach([at], width(text, _PILL))
        self.parts.append(pill(text, *at, _PILL, colours.PAPER, colours.INK))

    def write_flat(
        self, text: str, x: float, y: float, size: float, fill: str, family: str
    ) -> None:
        """Draw a letter on the ground around a point, `size` in studs."""
        across, down = project(x, y, 0)
        matrix = (_EAST[0], _EAST[1], -_NORTH[0], -_NORTH[1], across, down)
        self.parts.append(
            tag(
                "g", words(text, 0, 0, size, fill, family=family),
                transform=f"matrix({' '.join(map(number, matrix))})",
            )
        )  # fmt: skip


WHITE, BLACK = "#ffffff", "#000000"
KNOB_RADIUS, KNOB_HEIGHT = 0.3, 1 / 6
"""In studs and in bricks."""

_PILL = 13.0
_RING = 0.48  # radius in studs of the ring around a knob that a line drops to
_OPENING = 0.7  # height of an arch's opening in bricks
_STEPS = 8


class Shades(NamedTuple):
    """One colour in the light: on top, on the south side, on the east side, along edges."""

    top: str
    south: str
    east: str
    edge: str


def shades(colour: str) -> Shades:
    """Return the shades of a piece; the light comes from the south-west."""
    return Shades(
        mixed(colour, WHITE, 0.22),
        mixed(colour, BLACK, 0.1),
        mixed(colour, BLACK, 0.3),
        mixed(colour, BLACK, 0.62),
    )


class Open(NamedTuple):
    """The visible sides of a cell: not covered by another piece or by the same piece."""

    top: bool
    south: bool
    east: bool


class Joined(NamedTuple):
    """The sides on which the same piece continues in the next cell."""

    west: bool
    east: bool
    south: bool
    north: bool
    below: bool
    above: bool


def box(canvas: Canvas, at: Place, shade: Shades, visible: Open, joined: Joined) -> None:
    """Draw a full cell, with lines along the edges of the piece."""
    x, y, z = at
    right, back, high = x + 1, y + 1, z + 1
    lines: list[tuple[Place, Place]] = []
    if visible.south:
        corners = ((x, y, z), (right, y, z), (right, y, high), (x, y, high))
        canvas.area(corners, shade.south)
        lines += _edges(corners, (joined.below, joined.east, joined.above, joined.west))
    if visible.east:
        corners = ((right, y, z), (right, back, z), (right, back, high), (right, y, high))
        canvas.area(corners, shade.east)
        lines += _edges(corners, (joined.below, joined.north, joined.above, joined.south))
    if visible.top:
        corners = ((x, y, high), (right, y, high), (right, back, high), (x, back, high))
        canvas.area(corners, shade.top)
        lines += _edges(corners, (joined.south, joined.east, joined.north, joined.west))
    canvas.lines(lines, shade.edge)


def _edges(
    corners: tuple[Place, Place, Place, Place], joined: tuple[bool, bool, bool, bool]
) -> list[tuple[Place, Place]]:
    after = (*corners[1:], corners[0])
    return [
        (start, end) for start, end, inner in zip(corners, after, joined, strict=True) if not inner
    ]


def arch_middle(
    canvas: Canvas, at: Place, shade: Shades, visible: Open, index: int, along_east: bool
) -> None:
    """Draw one of the two cells (1 or 2) over the opening of an arch."""
    x, y, z = at

    def place(along: float, across: float, up: float) -> Place:
        return (
            (x + along, y + across, z + up) if along_east else (x + 1 - across, y + along, z + up)
        )

    curve = []
    for step in range(_STEPS + 1):
        along = step / _STEPS
        from_middle = 1 - along if index == 1 else along
        curve.append((along, _OPENING * math.sqrt(1 - from_middle**2)))
    # The vault: the faces inside the opening that are visible.
    for (one, low), (other, high) in pairwise(curve):
        eye = TO_EYE[0] if along_east else TO_EYE[1]
        if BRICK * (high - low) * eye > (other - one) * TO_EYE[2]:
            corners = (place(one, 0, low), place(other, 0, high), place(other, 1, high))
            canvas.area((*corners, place(one, 1, low)), mixed(shade.east, BLACK, 0.25))
    if visible.south if along_east else visible.east:
        front = [place(along, 0, up) for along, up in curve]
        fill = shade.south if along_east else shade.east
        canvas.area([*front, place(1, 0, 1), place(0, 0, 1)], fill)
        canvas.lines([front, (place(0, 0, 1), place(1, 0, 1))], shade.edge)
    if visible.top:
        canvas.area((place(0, 0, 1), place(1, 0, 1), place(1, 1, 1), place(0, 1, 1)), shade.top)
        canvas.lines(
            [(place(0, 0, 1), place(1, 0, 1)), (place(0, 1, 1), place(1, 1, 1))], shade.edge
        )


def disc(canvas: Canvas, at: Place, radius: float, fill: str, edge: str) -> None:
    """Draw a horizontal circle, `radius` in studs."""
    x, y = project(*at)
    wide = radius * STUD
    canvas.reach([(x - wide, y - wide * FLAT), (x + wide, y + wide * FLAT)])
    canvas.parts.append(tag("ellipse", cx=x, cy=y, rx=wide, ry=wide * FLAT, fill=fill, stroke=edge))


def drum(
    canvas: Canvas, at: Place, radius: float, height: float, shade: Shades, lit: bool = True
) -> None:
    """Draw an upright cylinder over a point, `radius` in studs, `height` in bricks."""
    x, y, z = at
    (left, low), (_, high) = project(x, y, z), project(x, y, z + height)
    wide, deep = radius * STUD, radius * STUD * FLAT
    canvas.reach([(left - wide, high - deep), (left + wide, low + deep)])
    arc = f"A{wide:.1f},{deep:.1f} 0 0"
    body = f"M{left - wide:.1f},{high:.1f}V{low:.1f}{arc} 0 {left + wide:.1f},{low:.1f}V{high:.1f}Z"
    canvas.parts.append(tag("path", d=body, fill=shade.south, stroke=shade.edge))
    if lit:
        right = 0.45 * wide
        drop = deep * math.sqrt(1 - 0.45**2)
        side = (
            f"M{left + right:.1f},{high + drop:.1f}V{low + drop:.1f}"
            f"{arc} 0 {left + wide:.1f},{low:.1f}V{high:.1f}Z"
        )
        canvas.parts.append(tag("path", d=side, fill=shade.east))
    disc(canvas, (x, y, z + height), radius, shade.top, shade.edge)


def drop_line(canvas: Canvas, x: int, y: int, low: int, high: int) -> None:
    """Draw a dashed line from a foot over a stud down to its knob, and a ring around the knob.

    `low` and `high` are the levels of its ends.
    """
    middle = x + 0.5, y + 0.5
    across, down = project(*middle, low)
    for radius, stroke, wide in ((_RING, colours.PAPER, 4.5), (_RING, colours.FAULT, 2)):
        rx, ry = radius * STUD, radius * STUD * FLAT
        canvas.reach([(across - rx, down - ry), (across + rx, down + ry)])
        canvas.parts.append(
            tag("ellipse", cx=across, cy=down, rx=rx, ry=ry, fill="none", stroke=stroke,
                stroke_width=wide)
        )  # fmt: skip
    line = path([project(*middle, high), project(*middle, low + KNOB_HEIGHT)])
    for stroke, dash in ((colours.PAPER, None), (colours.FAULT, "6 4")):
        canvas.parts.append(
            tag("path", d=line, fill="none", stroke=stroke, stroke_width=2.6,
                stroke_linecap="butt", stroke_dasharray=dash)
        )  # fmt: skip


def knob(canvas: Canvas, at: Place, shade: Shades) -> None:
    """Draw the knob on top of a cell, over the middle of its stud."""
    drum(canvas, at, KNOB_RADIUS, KNOB_HEIGHT, shade, lit=False)


def gold(canvas: Canvas, at: Place, shade: Shades, knobbed: bool) -> None:
    """Draw a round gold brick."""
    x, y, z = at
    drum(canvas, (x + 0.5, y + 0.5, z), 0.47, 1, shade)
    glint = [project(x + 0.5, y + 0.5, z + up) for up in (0.16, 0.86)]
    shift = -0.28 * STUD
    canvas.parts.append(
        tag(
            "path", d=path([(px + shift, py + 0.3 * STUD * FLAT) for px, py in glint]),
            stroke=mixed(shade.top, WHITE, 0.55), stroke_width=2.6,
        )
    )  # fmt: skip
    if knobbed:
        knob(canvas, (x + 0.5, y + 0.5, z + 1), shade)
        disc(canvas, (x + 0.5, y + 0.5, z + 1 + KNOB_HEIGHT), 0.17, shade.east, shade.edge)


def bamboo(canvas: Canvas, at: Place, shade: Shades, knobbed: bool) -> None:
    """Draw a bamboo leaf: a stalk with a knob, and three leaves around it."""
    x, y, z = at
    middle = x + 0.5, y + 0.5
    _leaf(canvas, (*middle, z + 0.45), 115, shade.east, shade.edge)
    drum(canvas, (*middle, z), 0.36, 1, shade)
    wide, deep = 0.36 * STUD, 0.36 * STUD * FLAT
    for up in (0.34, 0.68):
        px, py = project(*middle, z + up)
        ring = f"M{px - wide:.1f},{py:.1f}A{wide:.1f},{deep:.1f} 0 0 0 {px + wide:.1f},{py:.1f}"
        canvas.parts.append(tag("path", d=ring, fill="none", stroke=shade.edge))
    if knobbed:
        knob(canvas, (*middle, z + 1), shade)
    for turn, fill in ((20, shade.south), (235, shade.top)):
        _leaf(canvas, (*middle, z + 0.4), turn, fill, shade.edge)


def _leaf(canvas: Canvas, at: Place, turn: float, fill: str, edge: str) -> None:
    """Draw a pointed leaf that grows from a stalk, `turn` degrees anticlockwise from east."""
    x, y, z = at
    way = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def place(out: float, aside: float, up: float) -> Point:
        return project(x + way[0] * out - way[1] * aside, y + way[1] * out + way[0] * aside, z + up)

    points = [
        place(0.2, 0, 0), place(0.55, 0.3, 0.28), place(0.85, 0.24, 0.3), place(1.3, 0, 0.05),
        place(0.85, -0.24, 0.3), place(0.55, -0.3, 0.28),
    ]  # fmt: skip
    canvas.shape(points, fill, edge)
    canvas.parts.append(
        tag(
            "path", d=path([points[0], place(0.7, 0, 0.3), points[3]]), fill="none", stroke=edge,
        )
    )  # fmt: skip


_INK = colours.INK
_FACE = "#f2d2ac"


def figure(canvas: Canvas, kind: str, at: Place) -> None:
    """Draw a monkey, frog or butterfly on the middle of a stud."""
    x, y = project(*at)
    draw, wide, high = {
        "monkey": (_monkey, 13, 35), "frog": (_frog, 13, 20), "butterfly": (_butterfly, 17, 30),
    }[kind]  # fmt: skip
    scale = STUD / 20
    canvas.reach([(x - wide * scale, y - high * scale), (x + wide * scale, y + 3 * scale)])
    fill = colours.ANIMALS[kind]
    canvas.parts.append(
        tag(
            "g", draw(fill, mixed(fill, "#000000", 0.3)), stroke=_INK,
            transform=f"translate({number(x)} {number(y)}) scale({number(scale)})",
        )
    )  # fmt: skip


def _oval(x: float, y: float, rx: float, ry: float, fill: str, **more: object) -> str:
    return tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, **more)


def _line(d: str, stroke: str, wide: float) -> str:
    return tag("path", d=d, fill="none", stroke=stroke, stroke_width=wide)


def _pair(x: float, y: float, rx: float, ry: float, fill: str, **more: object) -> str:
    return "".join(_oval(side * x, y, rx, ry, fill, **more) for side in (-1, 1))


def _eyes(apart: float, y: float, radius: float) -> str:
    return _pair(apart, y, radius, radius, _INK, stroke="none")


def _monkey(fur: str, dark: str) -> str:
    tail = "M6,-3C15,-2 15,-14 10,-13"
    arms = "M-5,-15Q-10,-11 -6,-6M5,-15Q10,-11 6,-6"
    return "".join(
        (
            _line(tail, _INK, 4.2), _line(tail, fur, 2.4),
            _pair(4, -1, 4, 2.4, dark),
            _oval(0, -8.5, 6.6, 8, fur), _oval(0, -7.5, 3.8, 5.2, _FACE, stroke="none"),
            _line(arms, _INK, 4.2), _line(arms, fur, 2.4),
            _pair(8, -24.5, 3, 3.2, fur), _pair(8, -24.5, 1.5, 1.7, _FACE, stroke="none"),
            _oval(0, -24, 7.6, 7.4, fur),
            _pair(2.8, -25.4, 3.3, 3.4, _FACE, stroke="none"),
            _oval(0, -21, 5, 3.7, _FACE, stroke="none"),
            _eyes(2.5, -25.2, 1.2),
            _line("M-2.4,-20.4Q0,-18.4 2.4,-20.4", _INK, 1),
        )
    )  # fmt: skip


def _frog(skin: str, dark: str) -> str:
    white = colours.PAPER
    return "".join(
        (
            _pair(8.5, -2.6, 4, 3.6, dark),
            _oval(0, -6, 10, 6.6, skin),
            _pair(5, -12.6, 3.9, 3.9, skin), _pair(5, -12.9, 2.4, 2.4, white, stroke="none"),
            _eyes(5, -12.7, 1.4),
            _line("M-6,-6Q0,-1.6 6,-6", _INK, 1.2),
            _pair(4.5, -0.3, 3, 1.5, skin),
        )
    )  # fmt: skip


def _butterfly(wing: str, dark: str) -> str:
    wings = "".join(
        tag(
            "path", d=f"M0,-12C{side * 4},-30 {side * 19},-28 {side * 15},-17"
            f"C{side * 13},-12 {side * 4},-12 0,-12Z", fill=wing,
        )
        + tag(
            "path", d=f"M0,-11C{side * 4},-13 {side * 14},-12 {side * 12},-5"
            f"C{side * 9},2 {side * 2},-4 0,-9Z", fill=dark,
        )
        + _oval(side * 10, -20.5, 2.4, 2.6, colours.PAPER, stroke="none")
        for side in (-1, 1)
    )  # fmt: skip
    feelers = _line("M0,-18L-4,-26M0,-18L4,-26", _INK, 1)
    return wings + feelers + _oval(0, -10, 1.8, 9, _INK)
