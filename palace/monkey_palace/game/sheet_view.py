"""Where the studs of a printed sheet are in a photo, and what it shows of them from above.

Corners are near left first, clockwise; places on a sheet are in studs from its near left corner;
colours are the log of light, in which a lamp, a shadow and the white balance are sums.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from operator import mul
from typing import NamedTuple, TypeVar

from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob

T = TypeVar("T")
Work = Generator[None, None, T]  # in slices of at most 50 ms, with what it makes
Point = tuple[float, float]
Values = Sequence[float]

_BESIDE = 3  # studs round a sheet that are looked at
_LIGHT = [math.log((value / 255) ** 2.2 + 0.01) for value in range(256)]


def done(share: float, work: Work[T]) -> Generator[tuple[None, float], None, T]:
    """Yield, after each slice of some work, how much of the whole is done; return what it makes."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        yield None, share


class Picture(NamedTuple):
    """A decoded photo: three bytes a pixel, row by row from the top."""

    width: int
    height: int
    rgb: bytes


class View:
    """Where the studs of a sheet are in a photo, told by its corners."""

    def __init__(self, wide: float, deep: float, corners: Sequence[Point]) -> None:
        self.wide, self.deep = wide, deep
        self.ends = ((0.0, 0.0), (0.0, deep), (wide, deep), (wide, 0.0))
        rows = []
        for (x, y), (u, v) in zip(self.ends, corners, strict=True):
            rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
            rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
        self.terms = solved(rows)

    def at(self, x: float, y: float) -> Point:
        """Return where a place of the sheet is in the photo."""
        h = self.terms
        d = h[6] * x + h[7] * y + 1
        return (h[0] * x + h[1] * y + h[2]) / d, (h[3] * x + h[4] * y + h[5]) / d

    def corners(self) -> tuple[Point, ...]:
        """Return where the corners of the sheet are."""
        return tuple(self.at(*end) for end in self.ends)

    def ways(self, x: float, y: float) -> tuple[Values, Values]:
        """Return the terms of a shift east, and north, that is like that of a camera."""
        p, q = 2 * x / self.wide - 1, 2 * y / self.deep - 1
        return (1.0, p, q, 0.0, 0.0, 0.0, p * p, p * q), (0.0, 0.0, 0.0, 1.0, p, q, p * q, q * q)

    def moved(self, shift: Values) -> View:
        """Return the view after a shift, given by its terms."""
        ends = []
        for x, y in self.ends:
            east, north = self.ways(x, y)
            ends.append(self.at(x + dot(shift, east), y + dot(shift, north)))
        return View(self.wide, self.deep, ends)


def dot(a: Values, b: Values) -> float:
    return sum(map(mul, a, b), 0.0)


def solved(rows: list[list[float]]) -> list[float]:
    """Return the solution of linear equations, each with its right side last."""
    for i in range(len(rows)):
        top = max(range(i, len(rows)), key=lambda k: abs(rows[k][i]))
        rows[i], rows[top] = rows[top], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for row in rows[:i] + rows[i + 1 :]:
            row[:] = [a - row[i] * b for a, b in zip(row, rows[i], strict=True)]
    return [row[-1] for row in rows]


class Flat(NamedTuple):
    """The log light of a sheet and what is beside it, seen from above, `scale` cells a stud."""

    scale: int
    width: int
    channels: tuple[list[float], ...]

    @classmethod
    def of(cls, picture: Picture, view: View, scale: int) -> Work[Flat]:
        """Return what a photo shows of a sheet."""
        flat = cls(scale, int((view.wide + 2 * _BESIDE) * scale), ([], [], []))
        width, height, rgb = picture
        h0, h1, h2, h3, h4, h5, h6, h7 = view.terms
        columns = [i / scale - _BESIDE for i in range(flat.width)]
        for j in range(int((view.deep + 2 * _BESIDE) * scale)):
            y, pixels = j / scale - _BESIDE, []
            a, b, c = h1 * y + h2, h4 * y + h5, h7 * y + 1
            for x in columns:
                d = h6 * x + c
                u, v = int((h0 * x + a) / d), int((h3 * x + b) / d)
                u = 0 if u < 0 else width - 1 if u >= width else u
                v = 0 if v < 0 else height - 1 if v >= height else v
                pixels.append(3 * (v * width + u))
            for at, channel in enumerate(flat.channels):
                channel += [_LIGHT[rgb[k + at]] for k in pixels]
            yield
        return flat

    def cell(self, x: float, y: float) -> int:
        row, column = round((y + _BESIDE) * self.scale), round((x + _BESIDE) * self.scale)
        return row * self.width + column

    def square(self, reach: float) -> Iterator[tuple[float, float, int]]:
        """Yield the steps to the cells within `reach` studs: east, north, and in numbers."""
        n = round(reach * self.scale)
        for j in range(-n, n + 1):
            for i in range(-n, n + 1):
                yield i / self.scale, j / self.scale, j * self.width + i

    def disc(self, low: float, high: float, quarter: int | None = None) -> list[int]:
        """Return the steps to the cells from `low` to `high` studs away, all or in one quarter."""
        return [step for x, y, step in self.square(high) if low <= math.hypot(x, y) <= high
                and quarter in (None, 2 * (x > y) + (x > -y))]  # fmt: skip


def middles(ground: GroundMap) -> list[Point]:
    """Return the middles of the knobs of a grid on its sheet, rank by rank."""
    studs = (ground.stud(Knob(n, m)) for m in range(ground.depth) for n in range(ground.width))
    west, south, *_ = ground.sheet
    return [(x + 0.5 - west, y + 0.5 - south) for x, y in studs]
