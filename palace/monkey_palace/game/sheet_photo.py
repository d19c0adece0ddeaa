"""A map read from a photo of its printed sheet: plain Python over the pixels round each knob.

Corners are near left first, clockwise; places on a sheet are in studs from its near left corner;
colours are the log of light, in which a lamp, a shadow and the white balance are sums.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from operator import add, mul, sub
from statistics import median
from typing import NamedTuple

from palace.monkey_palace.kernel.ground import CLOSED, GroundMap
from palace.monkey_palace.kernel.knob import Knob

Point = tuple[float, float]
Values = Sequence[float]
Shifts = list[tuple[float, float, float]]  # studs east and north, how much a hole looks there

ASK_AGAIN = 8  # unsure knobs
_BESIDE = 3  # studs round a sheet that are looked at
_LIGHT = [math.log((value / 255) ** 2.2 + 0.01) for value in range(256)]


class Picture(NamedTuple):
    """A decoded photo: three bytes a pixel, row by row from the top."""

    width: int
    height: int
    rgb: bytes


class Patch(NamedTuple):
    """The open knobs of one printed colour: the letter it is taken for, its colour in the photo."""

    letter: str
    rgb: tuple[int, ...]
    knobs: tuple[Knob, ...]


class Reading(NamedTuple):
    """What a photo tells: rows as in a map (north first), knobs to ask about, refined corners."""

    rows: tuple[str, ...]
    unsure: tuple[Knob, ...]
    corners: tuple[Point, ...]
    patches: tuple[Patch, ...]

    @property
    def asks_again(self) -> bool:
        """Whether so many knobs are unsure that the corners are in doubt."""
        return len(self.unsure) >= ASK_AGAIN

    def called(self, letters: str) -> Reading:
        """Return it with other letters for its patches, in their order."""
        names = str.maketrans("".join(patch.letter for patch in self.patches), letters)
        patches = [p._replace(letter=p.letter.translate(names)) for p in self.patches]
        rows = [row.translate(names) for row in self.rows]
        return self._replace(rows=tuple(rows), patches=tuple(patches))


class View:
    """Where the studs of a sheet are in a photo, told by its corners."""

    def __init__(self, wide: float, deep: float, corners: Sequence[Point]) -> None:
        self.wide, self.deep = wide, deep
        self.ends = ((0.0, 0.0), (0.0, deep), (wide, deep), (wide, 0.0))
        rows = []
        for (x, y), (u, v) in zip(self.ends, corners, strict=True):
            rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
            rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
        self.terms = _solved(rows)

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
            ends.append(self.at(x + _dot(shift, east), y + _dot(shift, north)))
        return View(self.wide, self.deep, ends)


def _dot(a: Values, b: Values) -> float:
    return sum(map(mul, a, b), 0.0)


def _less(a: Values, b: Values) -> list[float]:
    return list(map(sub, a, b))


def _medians(rows: Iterable[Values]) -> list[float]:
    """Return the median of each column."""
    return [median(column) for column in zip(*rows, strict=True)]


def _solved(rows: list[list[float]]) -> list[float]:
    """Return the solution of linear equations, each with its right side last."""
    for i in range(len(rows)):
        top = max(range(i, len(rows)), key=lambda k: abs(rows[k][i]))
        rows[i], rows[top] = rows[top], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for row in rows[:i] + rows[i + 1 :]:
            row[:] = [a - row[i] * b for a, b in zip(row, rows[i], strict=True)]
    return [row[-1] for row in rows]


class Flat:
    """The log light of a sheet and what is beside it, seen from above, `scale` cells a stud."""

    def __init__(self, picture: Picture, view: View, scale: int) -> None:
        self.scale, self.width = scale, int((view.wide + 2 * _BESIDE) * scale)
        width, height, rgb = picture
        h0, h1, h2, h3, h4, h5, h6, h7 = view.terms
        pixels = []
        columns = [i / scale - _BESIDE for i in range(self.width)]
        for j in range(int((view.deep + 2 * _BESIDE) * scale)):
            y = j / scale - _BESIDE
            a, b, c = h1 * y + h2, h4 * y + h5, h7 * y + 1
            for x in columns:
                d = h6 * x + c
                u, v = int((h0 * x + a) / d), int((h3 * x + b) / d)
                u = 0 if u < 0 else width - 1 if u >= width else u
                v = 0 if v < 0 else height - 1 if v >= height else v
                pixels.append(3 * (v * width + u))
        self.channels = [[_LIGHT[rgb[k + c]] for k in pixels] for c in range(3)]

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


_RINGS = ((0.33, 0.6, 1.0), (1.1, 1.15, 1.5))
"""Studs to the edge of a hole, and of its surround; the same where a ring is printed round it."""


def _hole(flat: Flat, cell: int, middle: Sequence[int], surround: Sequence[int]) -> float:
    """Return, from 0 to 1, how unlike a middle is to a calm surround."""
    inner = outer = 0.0
    for channel in flat.channels:
        around = [channel[cell + step] for step in surround]
        mean = sum(around) / len(around)
        outer += _dot(around, around) / len(around) - mean * mean
        inner += sum([(channel[cell + step] - mean) ** 2 for step in middle]) / len(middle)
    return max(0.0, (inner - 1.5 * outer) / (inner + outer + 0.03))


def _shift(
    view: View, knobs: Sequence[Point], near: list[Shifts], sigmas: Values
) -> tuple[list[float], float, float]:
    """Return the shift that brings knobs on holes, the share that found one, how clear they are.

    Each knob is drawn to the middle of what is near it, in windows that become narrower.
    """
    ways, shift = [view.ways(*knob) for knob in knobs], [0.0] * 8
    near = [[(x, y, value**4) for x, y, value in shifts if value > 0.1] for shifts in near]
    for sigma in sigmas:
        half, limit = -0.5 / sigma**2, 9 * sigma**2
        keep = math.sqrt(0.02 * len(near)) * sigma  # what no knob tells stays as it was
        told = [[keep * (a == b) for b in range(9)] for a in range(8)]
        share = apart = 0.0
        for (east, north), shifts in zip(ways, near, strict=True):
            dx, dy = _dot(shift, east), _dot(shift, north)
            mass = mx = my = 0.0
            for x, y, value in shifts:
                d = (x - dx) ** 2 + (y - dy) ** 2
                if d < limit:
                    g = value * math.exp(half * d)
                    mass, mx, my = mass + g, mx + g * x, my + g * y
            if mass:
                weight = min(1.0, mass)
                share += weight / len(near)
                apart += mass / (1 + sum([value for _, _, value in shifts])) / len(near)
                root = math.sqrt(weight)
                for basis, to in ((east, mx / mass), (north, my / mass)):
                    told.append([root * term for term in (*basis, to)])
        columns = [*zip(*told, strict=True)]
        shift = _solved([[_dot(a, b) for b in columns] for a in columns[:8]])
    return shift, share, apart


_WINDOWS = ((4, 1.5, (0.9, 0.9, 0.8, 0.7, 0.6, 0.5, 0.45, 0.4, 0.35, 0.3, 0.3)),
            (5, 0.6, (0.3, 0.25, 0.2, 0.2)))  # fmt: skip
"""Cells a stud, how far in studs holes are looked for, and the windows."""


def on_holes(picture: Picture, view: View, knobs: Sequence[Point]) -> tuple[View, float]:
    """Return the view whose knobs are on the holes, and the share of knobs that found one."""
    rings: Sequence[Values] = _RINGS
    for scale, reach, sigmas in _WINDOWS:
        flat, found = Flat(picture, view, scale), []
        cells, square = [flat.cell(*knob) for knob in knobs], list(flat.square(reach))
        for ring in rings:
            discs = flat.disc(0, ring[0]), flat.disc(ring[1], ring[2])
            near = [[(x, y, _hole(flat, cell + step, *discs)) for x, y, step in square]
                    for cell in cells]  # fmt: skip
            shift, share, apart = _shift(view, knobs, near, sigmas)
            found.append((apart, share, shift, ring))
        _, share, shift, ring = max(found)
        view, rings = view.moved(shift), (ring,)
    return view, share


def _middle(values: Iterable[float], weights: Values) -> float:
    """Return the weighted median."""
    pairs = sorted(zip(values, weights, strict=True))
    half, sums = sum(weights) / 2, accumulate(weight for _, weight in pairs)
    return next(value for (value, _), sum_ in zip(pairs, sums, strict=True) if sum_ >= 0.999 * half)


def _gap(a: Values, b: Values, scales: Values) -> float:
    return sum([((x - y) / scale) ** 2 for x, y, scale in zip(a, b, scales, strict=True)])


def _tones(r: float, g: float, b: float) -> list[float]:
    """Return brightness, red less green, and blue less green."""
    return [(r + g + b) / 3, r - g, b - g]


def _scatter(offs: Iterable[Values], least: Values) -> list[float]:
    """Return how far values usually are off, per column, but not less than `least`."""
    usual = _medians([abs(value) for value in off] for off in offs)
    return [max(low, 1.5 * value) for low, value in zip(least, usual, strict=True)]


def _clusters(points: Sequence[list[float]]) -> tuple[list[list[float]], list[int]]:
    """Return the middles of three clusters of tones, and the cluster of each point."""
    lot, found = random.Random(1), []
    for _ in range(16):
        middles, scales = [lot.choice(points)], [0.3, 0.08, 0.08]
        while len(middles) < 3:
            far = [min(_gap(p, m, scales) for m in middles) + 1e-9 for p in points]
            middles.append(lot.choices(points, far)[0])
        for _ in range(6):
            gaps = [[_gap(p, m, scales) for m in middles] for p in points]
            pairs = [(p, gap.index(min(gap))) for p, gap in zip(points, gaps, strict=True)]
            for k in range(3):
                middles[k] = _medians(p for p, kind in pairs if kind == k) or middles[k]
            scales = _scatter((_less(p, middles[k]) for p, k in pairs), (0.08, 0.045, 0.045))
        cost = sum(min(25.0, _gap(p, middles[k], scales)) for p, k in pairs)
        found.append(
            (cost + 2 * len(points) * sum(map(math.log, scales)), middles, [k for _, k in pairs])
        )
    return min(found)[1:]


class _Look:
    """One look at all knobs: the ring of print round each, its middle, its colour, is it open?

    Open knobs show the same stud: its form is learnt from them, per colour of the print, and each
    knob is compared with it: `part` is how much of the form it shows, `likeness` the cosine,
    `strange` how unlike its middle is to a stud.
    """

    def __init__(self, flat: Flat, knobs: Sequence[Point], pitch: float) -> None:
        self.flat, self.cells = flat, [flat.cell(*knob) for knob in knobs]
        self.steps = [(c, step) for step in flat.disc(0, 0.5) for c in range(3)]
        near = flat.disc(0.5, 0.8) + flat.disc(0.5, 1.1)  # the print at the hole counts twice
        self.ring, self.top = self._colours(near), self._colours(flat.disc(0, 0.2))
        parts = [flat.disc(low, low + 0.2, part) for low in (0.5, 0.7, 0.9) for part in range(4)]
        self.around = [*zip(*map(self._colours, parts), strict=True)]
        self.raw = [self._seen(cell) for cell in self.cells]
        reach = 2 * (0.9 * pitch) ** 2
        self.pull = [[math.exp(-(math.dist(a, b) ** 2) / reach) for a in knobs] for b in knobs]
        self.weight = [1.0] * len(knobs)
        self.rests: list[list[float]] = []
        for _ in range(4):
            self._learn()

    def _colours(self, steps: Sequence[int]) -> list[list[float]]:
        every = self.flat.channels
        return [[median([c[at + step] for step in steps]) for c in every] for at in self.cells]

    def _seen(self, cell: int, every: int = 1) -> list[float]:
        return [self.flat.channels[c][cell + step] for c, step in self.steps[::every]]

    def _learn(self) -> None:
        """Estimate light, colours and form from the knobs that look open; see which look it now."""
        weight, every = self.weight, range(len(self.cells))
        plastic = [_middle(column, weight) for column in zip(*self.top, strict=True)]
        rests = [_less(top, plastic) for top in self.top]
        rests = [_medians(pair) for pair in zip(rests, self.rests or rests, strict=True)]
        # The light at a knob: how its neighbours differ from what their stud and print usually are.
        shares = [list(map(mul, pull, weight)) for pull in self.pull]
        light = [[_middle(c, share) for c in zip(*rests, strict=True)] for share in shares]
        likely = [n for n in every if weight[n] > 0.2] or [*every]
        self.middles, kinds = _clusters([_tones(*_less(self.ring[n], light[n])) for n in likely])
        around = [[_tones(*_less(part, light[n])) for part in self.around[n]] for n in every]
        for _ in range(2):
            parted = [*zip(kinds, [around[n] for n in likely], strict=True)]
            shown = [[own for kind, own in parted if kind == k] for k in range(3)]
            usuals = [[_medians(part) for part in zip(*own, strict=True)] for own in shown]
            offs = [[*map(_less, own, usuals[kind])] for kind, own in parted]
            scales = [_scatter(off, (0.08, 0.045, 0.045)) for off in zip(*offs, strict=True)]
            self.gaps = [[
                100 - sum(max(0.0, 100 - gap) for gap in map(_gap, own, usual, scales)) / len(own)
                for usual in usuals] for own in around]  # fmt: skip
            self.kinds = [gap.index(min(gap)) for gap in self.gaps]
            kinds = [self.kinds[n] for n in likely]
        usual = [(y + (2 * u - v) / 3, y - (u + v) / 3, y + (2 * v - u) / 3)
                 for y, u, v in self.middles]  # fmt: skip
        self.rests = [_less(self.ring[n], usual[self.kinds[n]]) for n in every]
        size = len(self.steps) // 3
        bare = [_less(self.raw[n], light[n] * size) for n in every]
        alike = [[n for n in likely if self.kinds[n] == k] for k in range(3)]
        forms = [_medians(bare[n] for n in (own if len(own) > 2 else likely)) for own in alike]
        lifts = [_less(light[n], self.ring[n]) * size for n in every]
        self.want = [list(map(add, forms[self.kinds[n]], lifts[n])) for n in every]
        looks = [self._compared(n, self.cells[n]) for n in every]
        self.part, self.likeness = zip(*looks, strict=True)
        tops = [_tones(*_less(self.top[n], light[n])) for n in every]
        sure = [tops[n] for n in every if self.part[n] > 0.4 and self.likeness[n] > 0.5] or tops
        stud = _medians(sure)
        spread = _scatter((_less(top, stud) for top in sure), (0.12, 0.08, 0.08))
        self.strange = [_gap(top, stud, spread) for top in tops]
        self.open = [part > 0.4 and alike > 0.35 and part + alike > 0.95 and self.strange[n] < 40
                     for n, (part, alike) in enumerate(looks)]  # fmt: skip
        self.weight = [1.0 if is_open else 0.1 for is_open in self.open]

    def _compared(self, number: int, cell: int, every: int = 1) -> tuple[float, float]:
        """Return how much of a knob's form is seen at a cell, and how alike it is (the cosine)."""
        want, ring = self.want[number][::every], self.ring[number] * (len(self.steps) // 3)
        seen = _less(self._seen(cell, every), ring[::every])
        calm, both = 0.0017 * len(seen), _dot(want, seen)
        whole = _dot(want, want) + calm
        return both / whole, both / math.sqrt(whole * (_dot(seen, seen) + calm))

    def near(self) -> list[Shifts]:
        """Return how alike each knob is to its form when it is shifted."""
        return [[(x, y, self._compared(n, cell + step, 2)[1])
                 for x, y, step in self.flat.square(0.5)]
                for n, cell in enumerate(self.cells)]  # fmt: skip

    def doubts(self, n: int) -> bool:
        """Return whether a knob is to be asked about."""
        part, alike, strange = self.part[n], self.likeness[n], self.strange[n]
        if not self.open[n]:
            return part > 0.2 and alike > 0.25 and strange < 150
        first, second, _ = sorted(self.gaps[n])
        alikes = zip(self.likeness, self.open, self.kinds, strict=True)
        usual = median(c for c, is_open, kind in alikes if is_open and kind == self.kinds[n])
        unlike = alike < max(0.55, min(0.87, 6 * usual - 5))
        return unlike or not 0.65 < part < 1.35 or strange > 25 or second - first < 25


def middles(ground: GroundMap) -> list[Point]:
    """Return the middles of the knobs of a grid on its sheet, rank by rank."""
    studs = (ground.stud(Knob(n, m)) for m in range(ground.depth) for n in range(ground.width))
    west, south, *_ = ground.sheet
    return [(x + 0.5 - west, y + 0.5 - south) for x, y in studs]


def read_sheet(
    picture: Picture, ground: GroundMap, corners: Sequence[Point],
    progress: Callable[[float], None] = lambda share: None,
) -> Reading:  # fmt: skip
    """Return what a photo tells of a sheet with the grid of `ground`; its letters are not used."""
    knobs = middles(ground)
    view, _ = on_holes(picture, View(*ground.sheet[2:], corners), knobs)
    progress(0.3)
    look = _Look(Flat(picture, view, 10), knobs, ground.pitch)
    view = view.moved(_shift(view, knobs, look.near(), (0.3, 0.25, 0.2, 0.15, 0.12, 0.1))[0])
    progress(0.7)
    look = _Look(Flat(picture, view, 10), knobs, ground.pitch)
    # Gold has most red and least blue, and is bright; of the greens light green is brighter.
    gold = max(range(3), key=lambda k: _dot(look.middles[k], (0.2, 1, -0.25)))
    light, dark = sorted({0, 1, 2} - {gold}, key=lambda k: -look.middles[k][0])
    names = {light: "l", dark: "d", gold: "g"}
    wide, every = ground.width, range(len(knobs))
    letters = "".join(names[look.kinds[n]] if look.open[n] else CLOSED for n in every)
    name = [Knob(n % wide, n // wide) for n in every]
    patches = []
    for kind, letter in names.items():
        shown = _medians(look.ring[n] for n in every if look.kinds[n] == kind) or [-9.0] * 3
        rgb = tuple(round(255 * max(0.0, math.exp(v) - 0.01) ** (1 / 2.2)) for v in shown)
        patches.append(Patch(letter, rgb, tuple(name[n] for n in every if letters[n] == letter)))
    rows = tuple(letters[at : at + wide] for at in reversed(range(0, len(letters), wide)))
    few = 3 * sum(look.open) < len(knobs)  # nothing is sure then
    unsure = tuple(name[n] for n in every if few or look.doubts(n))
    progress(1.0)
    return Reading(rows, unsure, view.corners(), tuple(patches))
