"""Where the table is in an LDraw model: which way is north, where the corner of the plate is.

Others build anywhere and any way round.  Their frame is found from the baseplate, from the set-up
of the map, or from the pieces that stand on the ground.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from palace.core.errors import InputError
from palace.monkey_palace.kernel.elements import Element, Stud
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.parts import BRICK, STUD, quarter

TOLERANCE = 5.0
"""LDU that a piece may be off the grid; it is put on it."""

MOST_FEET = 400
"""Feet on the ground that are tried on the knobs of the map."""


class Lump(NamedTuple):
    """A piece as it is in the model, before the table is found.

    `kind` and `turn` are those of an element; `x`, `y` are the middle of its south-west stud, `z`
    its underside, in LDU: x to the east, y to the north, z up; `line` is that in the file.
    """

    kind: str
    turn: int
    x: float
    y: float
    z: float
    line: int
    colour: int


class Slab(NamedTuple):
    """A baseplate as it is in the model: its middle and half its sides, in LDU, and its turn."""

    x: float
    y: float
    z: float
    half: tuple[float, float]
    turn: int


class Frame(NamedTuple):
    """How the model is put on the table: turned by `turn` quarter turns, then moved, in LDU.

    `x`, `y` is the south-west corner of the plate in the turned model, `z` the height of level 0.
    """

    turn: int
    x: float
    y: float
    z: float

    def stud(self, lump: Lump) -> tuple[float, float, float]:
        """Return the south-west stud and the level of a piece, in studs and bricks, not rounded."""
        x, y = south_west(lump, self.turn)
        return (x - self.x) / STUD - 0.5, (y - self.y) / STUD - 0.5, (lump.z - self.z) / BRICK

    def element(self, lump: Lump, colour: str = "") -> Element:
        """Return the piece as an element on the table."""
        x, y, level = map(round, self.stud(lump))
        return Element(lump.kind, x, y, level, (lump.turn + self.turn) % 4, colour)


def south_west(lump: Lump, turn: int) -> tuple[float, float]:
    """Return the middle of the south-west stud of a piece of a model that is turned."""
    x, y = quarter(turn, lump.x, lump.y)
    west, south = _corner(lump.kind, lump.turn, turn)
    return x + west, y + south


@cache
def _corner(kind: str, own: int, turn: int) -> tuple[float, float]:
    """Return the way from what was the south-west stud of a piece to the one after turning."""
    places = [quarter(turn, STUD * x, STUD * y) for x, y in Element(kind, 0, 0, turn=own).studs]
    return min(x for x, _ in places), min(y for _, y in places)


def find_frame(
    lumps: Sequence[Lump], slabs: Sequence[Slab], ground: GroundMap, *, ours: bool
) -> Frame:
    """Return the frame of a model on a map; `ours` tells that it was written by this package.

    In this order: the baseplate, the set-up of the map, most feet on open knobs, the frame of the
    file itself, in which 0 is the middle of the plate.
    """
    corner = -ground.plate * STUD / 2
    if not lumps:
        return Frame(0, corner, corner, slabs[0].z if slabs else 0)
    z = _ground_level(lumps, slabs, ours=ours)
    setup = _setup(ground)
    frames: list[Frame] = []
    whole = _whole(slabs, ground)
    # A plate we wrote tells which way the model was turned since.
    first = -slabs[0].turn if ours and whole is not None else 0
    for turn in (more + first for more in range(4)):
        places = [south_west(lump, turn) for lump in lumps]
        middle = (0.0, 0.0) if whole is None else quarter(turn, *whole)
        plate = quarter(turn, slabs[0].x, slabs[0].y) if slabs else None
        east = _offset((x for x, _ in places), STUD, plate and plate[0] + STUD / 2)
        north = _offset((y for _, y in places), STUD, plate and plate[1] + STUD / 2)
        x, y = _on_grid(middle[0] + corner, east), _on_grid(middle[1] + corner, north)
        frames.append(Frame(turn % 4, x, y, z))
    if found := _by_setup(frames, lumps, setup, fixed=whole is not None):
        return found
    if ours:
        return frames[0]
    if whole is not None:
        return max(frames, key=lambda frame: _standing(frame, lumps, ground))
    return _by_feet(frames, lumps, ground)


def _setup(ground: GroundMap) -> tuple[Element, ...]:
    """Return the pieces of the set-up; none where the map has no set-up that can be."""
    try:
        return Palace.setup(ground).elements()
    except InputError:
        return ()


def _whole(slabs: Sequence[Slab], ground: GroundMap) -> tuple[float, float] | None:
    """Return the middle of all baseplates, if together they are as large as that of the map."""
    if not slabs:
        return None
    edges = [
        (min(middle - half for middle, half in sides), max(middle + half for middle, half in sides))
        for sides in (
            [(slab.x, slab.half[0]) for slab in slabs], [(slab.y, slab.half[1]) for slab in slabs]
        )
    ]  # fmt: skip
    if any(abs(high - low - ground.plate * STUD) > STUD / 2 for low, high in edges):
        return None
    (west, east), (south, north) = edges
    return (west + east) / 2, (south + north) / 2


def _offset(values: Iterable[float], step: float, plate: float | None) -> float:
    """Return what values on a grid have beyond a multiple of its step.

    The grid is that of the plate, unless fewer pieces are too far off what most of them have, or
    the middle one.
    """
    rests = [value % step for value in values]
    most = _most(rests, step)
    middle = sorted(_around(rest - most, step) for rest in rests)[len(rests) // 2]
    grids = (most if plate is None else plate, most, most + middle)
    return min(grids, key=lambda at: sum(abs(_around(r - at, step)) > TOLERANCE for r in rests))


def _most(rests: list[float], step: float) -> float:
    """Return the rest that most are close to: the middle of the largest group on the circle."""
    bins = Counter(round(rest * 2) % round(step * 2) for rest in rests)

    def close(bin_: int) -> int:
        return sum(bins[(bin_ + more) % round(step * 2)] for more in range(-3, 4))

    # The largest group; of equal ones that with most exactly there.
    best = max(bins, key=lambda bin_: (close(bin_), bins[bin_], -bin_)) / 2
    near = sorted(_around(rest - best, step) for rest in rests)
    inside = [rest for rest in near if abs(rest) <= 1.75]
    return (best + inside[len(inside) // 2]) % step


def _around(value: float, step: float) -> float:
    """Return a difference on the circle, at most half a step either way."""
    return (value + step / 2) % step - step / 2


def _on_grid(value: float, offset: float) -> float:
    """Return the value nearest to `value` from which studs are half a stud off."""
    return value + _around(offset - STUD / 2 - value, STUD)


def _ground_level(lumps: Sequence[Lump], slabs: Sequence[Slab], *, ours: bool) -> float:
    """Return the height of level 0: the plate, if the pieces are whole bricks above it.

    Else the underside of the lowest piece; 0 in a file of ours without a plate.
    """
    rest = _offset((lump.z for lump in lumps), BRICK, slabs[0].z if slabs else None)
    if ours and not slabs:
        return _around(rest, BRICK)
    if slabs and abs(_around(rest - slabs[0].z, BRICK)) <= BRICK / 4:
        return slabs[0].z + _around(rest - slabs[0].z, BRICK)
    lowest = min(lump.z for lump in lumps)
    return lowest + _around(rest - lowest, BRICK)


def _by_setup(
    frames: Sequence[Frame], lumps: Sequence[Lump], setup: Sequence[Element], *, fixed: bool
) -> Frame | None:
    """Return the first frame in which the set-up is there, by the turns, then the least moved."""
    if not setup:
        return None
    wanted = {_key(element) for element in setup}
    first = setup[0]
    for frame in frames:
        here = {_key(frame.element(lump)) for lump in lumps}
        if wanted <= here:
            return frame
        if fixed:
            continue
        shifts = {
            (x - first.x, y - first.y)
            for kind, studs, level in here
            if (kind, level) == (first.kind, first.level)
            and _shape(studs) == _shape(first.studs)
            for x, y in [min(studs)]
        }  # fmt: skip
        fitting = [
            shift for shift in shifts
            if all(
                (kind, tuple((x + shift[0], y + shift[1]) for x, y in studs), level) in here
                for kind, studs, level in wanted
            )
        ]  # fmt: skip
        if fitting:
            return _shifted(frame, min(fitting, key=_far))
    return None


Key = tuple[str, tuple[Stud, ...], int]


def _key(element: Element) -> Key:
    return element.kind, tuple(sorted(element.studs)), element.level


def _shape(studs: Sequence[Stud]) -> tuple[int, int]:
    return max(x for x, _ in studs) - min(x for x, _ in studs), len(studs)


def _far(shift: Stud) -> tuple[int, Stud]:
    return abs(shift[0]) + abs(shift[1]), shift


def _shifted(frame: Frame, shift: Stud) -> Frame:
    """Return the frame with its corner moved by whole studs."""
    return frame._replace(x=frame.x + STUD * shift[0], y=frame.y + STUD * shift[1])


def _feet(frame: Frame, lumps: Sequence[Lump]) -> Iterator[Stud]:
    for lump in lumps:
        element = frame.element(lump)
        if element.level == 0 and element.kind != "corner":
            yield from element.feet


def _standing(frame: Frame, lumps: Sequence[Lump], ground: GroundMap) -> int:
    """Return how many feet stand on open knobs."""
    return sum(foot in ground.open_studs for foot in _feet(frame, lumps))


def _by_feet(frames: Sequence[Frame], lumps: Sequence[Lump], ground: GroundMap) -> Frame:
    """Return the frame with most feet on open knobs, the least moved of those."""
    found: list[tuple[int, int, Frame]] = []
    for frame in frames:
        feet = sorted(set(_feet(frame, lumps)))[:MOST_FEET]
        votes = Counter(
            (x - knob_x, y - knob_y) for x, y in feet for knob_x, knob_y in ground.open_studs
        )
        best = min(votes, key=lambda shift: (-votes[shift], *_far(shift)), default=(0, 0))
        found.append((votes[best], -_far(best)[0], _shifted(frame, best)))
    return max(found, key=lambda entry: entry[:2])[2]
