"""The camera of pictures, and the sheet of SVG they are drawn on.

Points are given in studs east and north and bricks up, as for `Element`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from palace.core.svg import Point, number, path, tag, width, words

STUD = 20.0
"""Units of the picture one stud long."""

BRICK = 1.2
"""Height of a brick in studs."""

_TURN = math.radians(30)
_TILT = math.radians(38)
_EAST = STUD * math.cos(_TURN), STUD * math.sin(_TURN) * math.sin(_TILT)
_NORTH = STUD * math.sin(_TURN), -STUD * math.cos(_TURN) * math.sin(_TILT)
_UP = -STUD * BRICK * math.cos(_TILT)

FLAT = math.sin(_TILT)
"""Height over width of a circle that lies flat."""

TO_EYE = (
    math.sin(_TURN) * math.cos(_TILT),
    -math.cos(_TURN) * math.cos(_TILT),
    math.sin(_TILT),
)
"""Direction from the scene to the eye: it looks from the south, a little from the east."""

Place = tuple[float, float, float]


def project(x: float, y: float, z: float) -> Point:
    """Where a point is seen; the picture's second axis runs down."""
    return x * _EAST[0] + y * _NORTH[0], x * _EAST[1] + y * _NORTH[1] + z * _UP


DEFAULTS = {"stroke_width": 1, "stroke_linejoin": "round", "stroke_linecap": "round"}
"""What holds for every part that does not say otherwise."""


class Canvas:
    """What has been drawn so far, back to front, and how far it reaches."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.west = self.top = math.inf
        self.east = self.low = -math.inf

    def reach(self, points: Iterable[Point], margin: float = 1) -> None:
        """Make the picture at least as large as these points."""
        for x, y in points:
            self.west, self.east = min(self.west, x - margin), max(self.east, x + margin)
            self.top, self.low = min(self.top, y - margin), max(self.low, y + margin)

    def area(self, places: Iterable[Place], fill: str, edge: str | None = None) -> None:
        """A flat face; its edge has its own colour unless another is given."""
        self.shape([project(*place) for place in places], fill, edge)

    def shape(self, points: list[Point], fill: str, edge: str | None = None) -> None:
        """A polygon in the picture."""
        self.reach(points)
        self.parts.append(
            tag(
                "path", d=path(points, 1) + "Z", fill=fill, stroke=edge or fill,
                stroke_width=None if edge else 0.6,
            )
        )  # fmt: skip

    def lines(self, runs: Iterable[Iterable[Place]], stroke: str) -> None:
        """Lines along edges."""
        drawn = [[project(*place) for place in run] for run in runs]
        for run in drawn:
            self.reach(run)
        if drawn:
            outline = "".join(path(run, 1) for run in drawn)
            self.parts.append(tag("path", d=outline, fill="none", stroke=stroke))

    def write(self, text: str, at: Point, size: float, fill: str, anchor: str = "middle") -> None:
        """A line of upright text."""
        room = width(text, size)
        left = at[0] - {"start": 0, "middle": room / 2, "end": room}[anchor]
        self.reach([(left, at[1] - size / 2), (left + room, at[1] + size / 2)])
        self.parts.append(tag("g", words(text, *at, size, fill, anchor), stroke="none"))

    def lying(self, text: str, x: float, y: float, size: float, fill: str, family: str) -> None:
        """A letter printed on the ground around a point, `size` in studs."""
        across, down = project(x, y, 0)
        matrix = (_EAST[0], _EAST[1], -_NORTH[0], -_NORTH[1], across, down)
        self.parts.append(
            tag(
                "g", words(text, 0, 0, size, fill, family=family),
                transform=f"matrix({' '.join(map(number, matrix))})",
            )
        )  # fmt: skip
