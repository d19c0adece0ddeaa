"""The corners of a printed sheet in a photo: checked where they are given, proposed where not, and
put right by its holes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import sub
from typing import Literal

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
    solved,
)
from palace.monkey_palace.kernel.ground import GroundMap

Shifts = list[tuple[float, float, float]]
"""Studs east and north, and how much a hole looks there."""

LEAST = 8
"""Pixels that a stud needs."""

_SIDE = 150
"""Samples along the longer side of a photo in which the plate is looked for."""

_STEPS = (6, 10, 16, 24)
"""How much two samples of a table next to each other may differ, in bytes."""

_FOUND = 0.6
"""The share of knobs that is on something like a hole where the corners are right."""


def wrong_corners(
    picture: Picture, ground: GroundMap, corners: Sequence[Point]
) -> Literal["", "outside", "crossed", "small"]:
    """Return what is wrong with four corners, or nothing."""
    if not all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in corners):
        return "outside"
    around = [corners[(k + 1) % 4] for k in range(4)]
    ways = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(corners, around, strict=True)]
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in zip(ways, ways[1:] + ways[:1], strict=True)]
    if min(turns) <= 0:
        return "crossed"
    if min(math.hypot(*way) for way in ways) < LEAST * min(ground.sheet[2:]):
        return "small"
    return ""


def find_corners(
    picture: Picture, ground: GroundMap
) -> Iterator[tuple[tuple[Point, ...] | None, float]]:
    """Yield how much is done, in slices of at most 50 ms, and at last the corners of the sheet, the
    near left one the lowest on the left, or None.

    What is not reached from the border of the photo over a table without edges is the plate, or
    the sheet; of both, that is taken whose knobs are best on holes.
    """
    west, south, wide, deep = ground.sheet
    ends = ((west, south), (west, south + deep), (west + wide, south + deep), (west + wide, south))
    best: tuple[float, tuple[Point, ...]] = (_FOUND, ())
    tried: list[tuple[Point, ...]] = []
    for number, step in enumerate(_STEPS):
        share = number / len(_STEPS)
        quad = yield from done(share, _quad(picture, step))
        if quad is None or any(max(map(math.dist, quad, other)) < 10 for other in tried):
            continue
        tried.append(quad)
        plate = View(ground.plate, ground.plate, quad)
        for corners in (tuple(plate.at(*end) for end in ends), quad):
            if not wrong_corners(picture, ground, corners):
                holes = on_holes(picture, View(wide, deep, corners), middles(ground))
                view, seen = yield from done(share, holes)
                best = max(best, (seen, view.corners()))
        if best[0] > 0.85:
            break
    yield best[1] or None, 1.0


_RINGS = ((0.33, 0.6, 1.0), (1.1, 1.15, 1.5))
"""Studs to the edge of a hole, and of its surround; the same where a ring is printed round it."""

_PLAIN = 0.7
"""The share of knobs on holes with which no rings are looked for."""


def _hole(flat: Flat, cell: int, middle: Sequence[int], surround: Sequence[int]) -> float:
    """Return, from 0 to 1, how unlike a middle is to a calm surround."""
    inner = outer = 0.0
    for channel in flat.channels:
        around = [channel[cell + step] for step in surround]
        mean = sum(around) / len(around)
        outer += dot(around, around) / len(around) - mean * mean
        inner += sum([(channel[cell + step] - mean) ** 2 for step in middle]) / len(middle)
    return max(0.0, (inner - 1.5 * outer) / (inner + outer + 0.03))


def shifted(
    view: View, knobs: Sequence[Point], near: list[Shifts], sigmas: Values
) -> Work[tuple[float, float, View]]:
    """Return how clear the holes are, the share of knobs that found one, and the view with the
    knobs on them.

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
            dx, dy = dot(shift, east), dot(shift, north)
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
        shift = solved([[dot(a, b) for b in columns] for a in columns[:8]])
        yield
    return apart, share, view.moved(shift)


_WINDOWS = ((4, 1.5, (0.9, 0.9, 0.8, 0.7, 0.6, 0.5, 0.45, 0.4, 0.35, 0.3, 0.3)),
            (5, 0.6, (0.3, 0.25, 0.2, 0.2)))  # fmt: skip
"""Cells a stud, how far in studs holes are looked for, and the windows."""


def on_holes(picture: Picture, view: View, knobs: Sequence[Point]) -> Work[tuple[View, float]]:
    """Return the view whose knobs are on the holes, and the share of knobs that found one."""
    rings: Sequence[Values] = _RINGS
    for scale, reach, sigmas in _WINDOWS:
        flat, found = (yield from Flat.of(picture, view, scale)), []
        cells, square = [flat.cell(*knob) for knob in knobs], list(flat.square(reach))
        for ring in rings:
            discs = flat.disc(0, ring[0]), flat.disc(ring[1], ring[2])
            near = []
            for cell in cells:
                near.append([(x, y, _hole(flat, cell + step, *discs)) for x, y, step in square])
                yield
            found.append(((yield from shifted(view, knobs, near, sigmas)), ring))
            if found[-1][0][1] > _PLAIN:
                break
        (_, share, view), ring = max(found, key=lambda one: one[0][:2])
        rings = (ring,)
    return view, share


def _reached(start: Iterable[int], wide: int, joins: Callable[[int, int], bool]) -> Work[set[int]]:
    """Return the cells of a table `wide` cells wide that are reached from some of them."""
    found = set(start)
    ahead = [*found]
    while ahead:
        at = ahead.pop()
        if not len(ahead) % 1000:
            yield
        for n in (at - 1, at + 1, at - wide, at + wide):
            if n not in found and joins(at, n):
                found.add(n)
                ahead.append(n)
    return found


def _quad(picture: Picture, step: int) -> Work[tuple[Point, ...] | None]:
    """Return the corners of the thing in the middle that is not table, or None where that is no
    quadrilateral."""
    each = max(picture.width, picture.height) / _SIDE
    wide, high = int(picture.width / each), int(picture.height / each)
    cells = []
    for n in range(wide * high):
        at = 3 * (int((n // wide + 0.5) * each) * picture.width + int((n % wide + 0.5) * each))
        cells.append(picture.rgb[at : at + 3])
    yield
    border = (n for n in range(len(cells)) if n % wide in (0, wide - 1)
              or n // wide in (0, high - 1))  # fmt: skip
    table = yield from _reached(border, wide, lambda a, b: 0 <= b < len(cells) and max(
        map(abs, map(sub, cells[a], cells[b]))) <= step)  # fmt: skip
    rest = {*range(len(cells))} - table
    middle = {high // 2 * wide + wide // 2} & rest
    thing = yield from _reached(middle, wide, lambda a, b: b in rest)
    if len(thing) < 0.1 * len(cells):
        return None
    places = [((n % wide + 0.5) * each, (n // wide + 0.5) * each) for n in thing]
    found: tuple[float, list[Point]] = (0.0, [])
    for turn in range(0, 90, 6):
        yield
        ways = [math.radians(turn + 45 + 90 * k) for k in range(4)]
        quad = [
            max((x * math.cos(way) + y * math.sin(way), x, y) for x, y in places)[1:]
            for way in ways
        ]
        sides = zip(quad, quad[1:] + quad[:1], strict=True)
        found = max(found, (sum(a[0] * b[1] - a[1] * b[0] for a, b in sides) / 2, quad))
    area, quad = found
    if not 0.8 < len(thing) * each**2 / area < 1.15:
        return None
    first = max(range(4), key=lambda k: quad[k][1] - quad[k][0])
    return tuple(quad[first:] + quad[:first])
