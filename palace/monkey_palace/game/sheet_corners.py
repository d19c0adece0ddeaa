"""The corners of a printed sheet in a photo: checked where they are given, proposed where not."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from operator import sub
from typing import Literal

from palace.monkey_palace.game.sheet_photo import Picture, Point, View, middles, on_holes
from palace.monkey_palace.kernel.ground import GroundMap

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
    picture: Picture, ground: GroundMap, progress: Callable[[float], None] = lambda share: None
) -> tuple[Point, ...] | None:
    """Return the corners of the sheet, the near left one the lowest on the left, or None.

    What is not reached from the border of the photo over a table without edges is the plate, or
    the sheet; of both, that is taken whose knobs are best on holes.
    """
    west, south, wide, deep = ground.sheet
    ends = ((west, south), (west, south + deep), (west + wide, south + deep), (west + wide, south))
    best: tuple[float, tuple[Point, ...]] = (_FOUND, ())
    tried: list[tuple[Point, ...]] = []
    for number, step in enumerate(_STEPS):
        quad = _quad(picture, step)
        if quad is None or any(_close(quad, other) for other in tried):
            continue
        tried.append(quad)
        plate = View(ground.plate, ground.plate, quad)
        for corners in (tuple(plate.at(*end) for end in ends), quad):
            if not wrong_corners(picture, ground, corners):
                view, share = on_holes(picture, View(wide, deep, corners), middles(ground))
                best = max(best, (share, view.corners()))
        progress((number + 1) / len(_STEPS))
        if best[0] > 0.85:
            break
    return best[1] or None


def _close(a: Sequence[Point], b: Sequence[Point]) -> bool:
    return all(math.dist(p, q) < 10 for p, q in zip(a, b, strict=True))


def _quad(picture: Picture, step: int) -> tuple[Point, ...] | None:
    """Return the corners of what is not table, or None where that is no quadrilateral."""
    each = max(picture.width, picture.height) / _SIDE
    wide, high = int(picture.width / each), int(picture.height / each)
    cells = []
    for n in range(wide * high):
        at = 3 * (int((n // wide + 0.5) * each) * picture.width + int((n % wide + 0.5) * each))
        cells.append(picture.rgb[at : at + 3])
    table = {
        n for n in range(wide * high) if n % wide in (0, wide - 1) or n // wide in (0, high - 1)
    }
    ahead = list(table)
    while ahead:
        at = ahead.pop()
        for n in (at - 1, at + 1, at - wide, at + wide):
            inside = 0 <= n < len(cells) and n not in table
            if inside and max(map(abs, map(sub, cells[at], cells[n]))) <= step:
                table.add(n)
                ahead.append(n)
    thing = _largest({n for n in range(len(cells)) if n not in table}, wide)
    if len(thing) < 0.1 * len(cells):
        return None
    places = [((n % wide + 0.5) * each, (n // wide + 0.5) * each) for n in thing]
    found: tuple[float, list[Point]] = (0.0, [])
    for turn in range(0, 90, 6):
        ways = [math.radians(turn + 45 + 90 * k) for k in range(4)]
        quad = [
            max((x * math.cos(way) + y * math.sin(way), x, y) for x, y in places)[1:]
            for way in ways
        ]
        area = sum(
            a[0] * b[1] - a[1] * b[0] for a, b in zip(quad, quad[1:] + quad[:1], strict=True)
        )
        found = max(found, (area / 2, quad))
    area, quad = found
    if not 0.8 < len(thing) * each**2 / area < 1.15:
        return None
    first = max(range(4), key=lambda k: quad[k][1] - quad[k][0])
    return tuple(quad[first:] + quad[:first])


def _largest(cells: set[int], wide: int) -> list[int]:
    """Return the largest part of cells that hangs together."""
    best: list[int] = []
    while cells:
        part = [cells.pop()]
        for at in part:
            for other in (at - 1, at + 1, at - wide, at + wide):
                if other in cells:
                    cells.discard(other)
                    part.append(other)
        best = max(best, part, key=len)
    return best
