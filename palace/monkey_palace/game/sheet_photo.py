"""A map read from a photo of its printed sheet: plain Python over the pixels round each knob."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import add, mul, sub
from statistics import median
from typing import NamedTuple

from palace.monkey_palace.game.sheet_corners import Shifts, on_holes, shifted
from palace.monkey_palace.game.sheet_view import (
    Flat,
    Picture,
    Point,
    Values,
    View,
    Work,
    done,
    dot,
    middles,
)
from palace.monkey_palace.kernel.ground import CLOSED, GroundMap
from palace.monkey_palace.kernel.knob import Knob

ASK_AGAIN = 8  # unsure knobs, of 64
_NARROW = (0.3, 0.25, 0.2, 0.15, 0.12, 0.1)  # windows, where holes are found


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
        return len(self.unsure) >= ASK_AGAIN * max(1, sum(map(len, self.rows)) / 64)

    def called(self, letters: str) -> Reading:
        """Return it with other letters for its patches, in their order."""
        names = str.maketrans("".join(patch.letter for patch in self.patches), letters)
        patches = [p._replace(letter=p.letter.translate(names)) for p in self.patches]
        rows = [row.translate(names) for row in self.rows]
        return self._replace(rows=tuple(rows), patches=tuple(patches))


def _less(a: Values, b: Values) -> list[float]:
    return list(map(sub, a, b))


def _medians(rows: Iterable[Values]) -> list[float]:
    """Return the median of each column."""
    return [median(column) for column in zip(*rows, strict=True)]


def _middle(values: Iterable[float], weights: Values) -> float:
    """Return the weighted median."""
    pairs = sorted(zip(values, weights, strict=True))
    half, sums = sum(weights) / 2, accumulate(weight for _, weight in pairs)
    return next(value for (value, _), sum_ in zip(pairs, sums, strict=True) if sum_ >= 0.999 * half)


def _gap(a: Values, b: Values, scales: Values) -> float:
    return sum([((x - y) / scale) ** 2 for x, y, scale in zip(a, b, scales, strict=True)])


def _lit(seen: Values, usual: Values) -> list[float]:
    """Return how much more light is on something than is usual: a channel in which it is dark tells
    little of that, and goes by the others."""
    trust = [max(0.01, 1 - 0.03 * math.exp(-value)) ** 2 for value in usual]
    off, most = _less(seen, usual), max(trust)
    mean = dot(trust, off) / sum(trust)
    return [mean + (value - mean) * part / most for value, part in zip(off, trust, strict=True)]


def _tones(r: float, g: float, b: float) -> list[float]:
    """Return brightness, red less green, and blue less green."""
    return [(r + g + b) / 3, r - g, b - g]


def _scatter(offs: Iterable[Values], least: Values) -> list[float]:
    """Return how far values usually are off, per column, but not less than `least`."""
    usual = _medians([abs(value) for value in off] for off in offs)
    return [max(low, 1.5 * value) for low, value in zip(least, usual, strict=True)]


def _clusters(points: Sequence[list[float]]) -> Work[tuple[list[list[float]], list[int]]]:
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
        # The most that a stray costs: no colour is left to strays, and no colour is made of them.
        cost = sum(min(60.0, _gap(p, middles[k], scales)) for p, k in pairs)
        cost += 2 * len(points) * sum(map(math.log, scales))
        found.append((cost, middles, [k for _, k in pairs]))
        yield
    return min(found)[1:]


class _Look:
    """One look at all knobs: the ring of print round each, its middle, its colour, is it open?

    Open knobs show the same stud: its form is learnt from them, per colour of the print, and each
    knob is compared with it: `part` is how much of the form it shows, `likeness` the cosine,
    `strange` how unlike its middle is to a stud; `clear` is how much of all that speaks for a hole.
    """

    def __init__(self, flat: Flat, knobs: Sequence[Point], pitch: float) -> None:
        self.flat, self.cells = flat, [flat.cell(*knob) for knob in knobs]
        self.steps = [(c, step) for step in flat.disc(0, 0.5) for c in range(3)]
        near = flat.disc(0.5, 0.8) + flat.disc(0.5, 1.1)  # the print at the hole counts twice
        self.ring, self.top = self._colours(near), self._colours(flat.disc(0, 0.2))
        parts = [flat.disc(low, low + 0.2, part) for low in (0.5, 0.7, 0.9) for part in range(4)]
        self.around = [*zip(*map(self._colours, parts), strict=True)]
        reach = 2 * (0.9 * pitch) ** 2
        self.pull = [[math.exp(-(math.dist(a, b) ** 2) / reach) for a in knobs] for b in knobs]
        self.weight = [1.0] * len(knobs)
        self.rests: list[list[float]] = []

    def _colours(self, steps: Sequence[int]) -> list[list[float]]:
        every = self.flat.channels
        return [[median([c[at + step] for step in steps]) for c in every] for at in self.cells]

    def _seen(self, cell: int, every: int = 1) -> list[float]:
        return [self.flat.channels[c][cell + step] for c, step in self.steps[::every]]

    @classmethod
    def of(cls, picture: Picture, view: View, ground: GroundMap) -> Work[_Look]:
        """Return it after it has learnt of the light, colours and form."""
        look = cls((yield from Flat.of(picture, view, 10)), middles(ground), ground.pitch)
        for _ in range(4):
            yield from look._learn()
        return look

    def _learn(self) -> Work[None]:
        """Estimate light, colours and form from the knobs that look open; see which look it now."""
        weight, every = self.weight, range(len(self.cells))
        likely = [n for n in every if weight[n] > 0.2] or [*every]
        # The light at a knob: what the studs near it show, and their print where that is as usual.
        stud = _medians(self.top[n] for n in likely)
        lit = [_lit(top, stud) for top in self.top]
        rests = [_medians(pair) for pair in zip(lit, self.rests or lit, strict=True)]
        shares = [list(map(mul, pull, weight)) for pull in self.pull]
        light = [[_middle(c, share) for c in zip(*rests, strict=True)] for share in shares]
        self.middles, kinds = yield from _clusters(
            [_tones(*_less(self.ring[n], light[n])) for n in likely]
        )
        around = [[_tones(*_less(part, light[n])) for part in self.around[n]] for n in every]
        for _ in range(2):
            yield
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
        self.rests = [_lit(self.ring[n], usual[self.kinds[n]]) for n in every]
        yield
        size = len(self.steps) // 3
        bare = [_less(self._seen(self.cells[n]), light[n] * size) for n in every]
        alike = [[n for n in likely if self.kinds[n] == k] for k in range(3)]
        forms = [_medians(bare[n] for n in (own if len(own) > 2 else likely)) for own in alike]
        lifts = [_less(light[n], self.ring[n]) * size for n in every]
        self.want = [list(map(add, forms[self.kinds[n]], lifts[n])) for n in every]
        yield
        looks = [self._compared(n, self.cells[n]) for n in every]
        self.part, self.likeness = zip(*looks, strict=True)
        tops = [_tones(*_less(self.top[n], light[n])) for n in every]
        sure = [tops[n] for n in every if self.part[n] > 0.4 and self.likeness[n] > 0.5] or tops
        stud = _medians(sure)
        spread = _scatter((_less(top, stud) for top in sure), (0.12, 0.08, 0.08))
        self.strange = [_gap(top, stud, spread) for top in tops]
        self.clear = [part + alike - 0.45 - self.strange[n] / 80
                      for n, (part, alike) in enumerate(looks)]  # fmt: skip
        self.open = [clear > 0 for clear in self.clear]
        self.weight = [1.0 if clear > 0.4 else 0.1 for clear in self.clear]

    def _compared(self, number: int, cell: int, every: int = 1) -> tuple[float, float]:
        """Return how much of a knob's form is seen at a cell, and how alike it is (the cosine)."""
        want, ring = self.want[number][::every], self.ring[number] * (len(self.steps) // 3)
        seen = _less(self._seen(cell, every), ring[::every])
        calm, both = 0.0017 * len(seen), dot(want, seen)
        whole = dot(want, want) + calm
        return both / whole, both / math.sqrt(whole * (dot(seen, seen) + calm))

    def near(self) -> Work[list[Shifts]]:
        """Return how alike each knob is to its form when it is shifted."""
        found, square = [], list(self.flat.square(0.5))
        for n, cell in enumerate(self.cells):
            found.append([(x, y, self._compared(n, cell + step, 2)[1]) for x, y, step in square])
            yield
        return found

    def doubts(self, n: int) -> bool:
        """Return whether a knob is to be asked about."""
        part, alike, strange = self.part[n], self.likeness[n], self.strange[n]
        if not self.open[n]:
            return self.clear[n] > -0.35
        first, second, _ = sorted(self.gaps[n])
        alikes = zip(self.likeness, self.open, self.kinds, strict=True)
        usual = median(c for c, is_open, kind in alikes if is_open and kind == self.kinds[n])
        unlike = alike < max(0.55, min(0.87, 6 * usual - 5))
        near = second - first < 30 or (first > 20 and second < 90)
        return unlike or not 0.65 < part < 1.35 or strange > 25 or near


def read_sheet(
    picture: Picture, ground: GroundMap, corners: Sequence[Point]
) -> Iterator[tuple[Reading | None, float]]:
    """Yield how much is done, in slices of at most 50 ms, and at last what a photo tells of a sheet
    with the grid of `ground`, whose letters are not used."""
    knobs = middles(ground)
    view, _ = yield from done(0.0, on_holes(picture, View(*ground.sheet[2:], corners), knobs))
    look = yield from done(0.3, _Look.of(picture, view, ground))
    for part in (0.5, 0.7, 0.9):  # until most knobs show the form of an open one
        near = yield from done(part, look.near())
        _, share, view = yield from done(part, shifted(view, knobs, near, _NARROW))
        look = yield from done(part, _Look.of(picture, view, ground))
        if share > 0.8:
            break
    # Gold has most red and least blue, and is bright; of the greens light green is brighter.
    gold = max(range(3), key=lambda k: dot(look.middles[k], (0.2, 1, -0.25)))
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
    yield Reading(rows, unsure, view.corners(), tuple(patches)), 1.0
