"""Shadows of the sun and of the sky on the plate and on the pieces, from a walk over voxels.

A voxel is a quarter of a stud wide and a third of a brick high.  Rays towards the sun and the sky
are followed for all voxels of a layer at once, from the highest layer down.  What is dark is one
mesh of quads just above the surfaces: black with an opacity at each corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palace.monkey_palace.kernel.build import cells_of
from palace.monkey_palace.kernel.elements import ANIMALS, Element, Stud
from palace.monkey_palace.kernel.ground import GroundMap

from .pieces.measures import BRICK, KNOB_HEIGHT, KNOB_RADIUS, PITCH, SHEET
from .pieces.parts import part
from .pieces.shell import circle, merge

SUN = (-0.35, -0.8, 1.0)
"""Direction to the sun: from the south-west, as the first light of pictures."""

DARKEST = 0.37
"""Opacity of the darkest shade: print on it keeps a contrast of 3 to 1."""

_FINE, _LAYERS = 4, 3  # voxels to a stud, layers to a brick
_BEYOND = 6  # studs around the plate whose pieces cast a shadow on it
_HIGHEST = 40  # level from which pieces are too high to cast one
_SUN_SHARE = 0.29  # opacity in full shadow
_PENUMBRA = 0.075  # radius of the sun, for soft edges; a unit is its distance


class _Rings(NamedTuple):
    """Rays in rings: those to the sun, as radius and number, and those to the sky.

    Those to the sky have a slope from upright, a number, the opacity of all, and the fading of what
    is far as a number of bits to shift: 3 takes an eighth off in each layer.  The steepest fade
    least, so that something that hangs darkens the ground below it.
    """

    sun: tuple[tuple[float, int], ...]
    sky: tuple[tuple[float, int, float, int], ...]


_MANY = _Rings(((0.55, 5), (1.0, 8)), ((0.14, 6, 0.12, 5), (0.45, 4, 0.12, 3), (1.45, 8, 0.18, 2)))
_FEW = _Rings(((0.8, 5),), ((0.14, 2, 0.12, 5), (0.45, 2, 0.12, 3), (1.45, 4, 0.18, 2)))
_FAINTEST = 5 / 255  # below this nothing is drawn
_OVER = 0.08  # mm above a surface, and above its print
_LEAF = 11.0, 90  # reach of bamboo leaves in mm, and their density
_FLAT = ("arch", "brick", "column", "corner")
_SAMPLES = 6  # on each side of a triangle of a wing

Layer = NDArray[np.uint8]
"""Densities (north, east) of the voxels of one layer, 0 to 255."""


class Grid(NamedTuple):
    """Width and height of a voxel, and the west and south border of the first one, in mm."""

    wide: float
    high: float
    west: float
    south: float


_GRID = Grid(PITCH / _FINE, BRICK / _LAYERS, -_BEYOND * PITCH, -_BEYOND * PITCH)


class Shade(NamedTuple):
    """What is in shadow: corners (n, 3) in mm, faces (m, corners), and opacities (n,) at corners.

    All faces have the same number of corners.
    """

    points: NDArray[np.float32]
    cells: NDArray[np.int64]
    dark: NDArray[np.float32]


def cast_shade(
    ground: GroundMap, elements: Iterable[Element], turned: float = 0.0, *, quick: bool = False
) -> Shade:
    """Return the shade of elements on the plate and on the tops of each other.

    `turned` are the degrees by which the table is rotated under the sun, anticlockwise; `quick`
    follows fewer than half the rays.
    """
    placed = [one for one in elements if 0 <= one.level < _HIGHEST]
    layers = _fill(ground.plate, placed)
    tops = _find_tops(placed)
    dark = find_dark(_GRID, layers, [level * _LAYERS for level in (0, *tops)], turned, quick=quick)
    parts = [_Sheet(0.0, dark[0]).cover(_plate_studs(ground), _knobs(ground, layers))]
    for level, studs in sorted(tops.items()):
        above = layers[level * _LAYERS] if level * _LAYERS < len(layers) else layers[0] * 0
        free = [stud for stud in studs if _is_on(ground, stud) and not above[_middle(stud)]]
        parts.append(_Sheet(level * BRICK, dark[level * _LAYERS]).cover(free, free))
    starts = np.cumsum([0, *(len(part.points) for part in parts[:-1])])
    return Shade(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.cells + start for part, start in zip(parts, starts, strict=True)]),
        np.concatenate([part.dark for part in parts]),
    )


def darken_plate(ground: GroundMap, elements: Iterable[Element]) -> NDArray[np.float32]:
    """Return the opacity of the shade on the plate, (north, east) by voxels."""
    layers = _fill(ground.plate, [one for one in elements if 0 <= one.level < _HIGHEST])
    inside = slice(_BEYOND * _FINE, (_BEYOND + ground.plate) * _FINE + 1)
    corners = find_dark(_GRID, layers, [0], 0.0)[0][inside, inside]
    across = corners[1:] + corners[:-1]
    return ((across[:, 1:] + across[:, :-1]) / 4).astype(np.float32)


def _is_on(ground: GroundMap, stud: Stud) -> bool:
    return all(-_BEYOND < at < ground.plate + _BEYOND for at in stud)


def _plate_studs(ground: GroundMap) -> list[Stud]:
    return [*product(range(ground.plate), range(ground.plate))]


def _knobs(ground: GroundMap, layers: list[Layer]) -> list[Stud]:
    """Return the studs of the plate with a knob that nothing covers."""
    west, south, wide, deep = ground.sheet
    bare = [
        (x, y)
        for x, y in _plate_studs(ground)
        if not (west <= x < west + wide and south <= y < south + deep)
    ]
    return [stud for stud in (*bare, *ground.open_studs) if not layers[0][_middle(stud)]]


def _middle(stud: Stud) -> tuple[int, int]:
    """Return row and column of a voxel in the middle of a stud."""
    x, y = stud
    return (y + _BEYOND) * _FINE + _FINE // 2, (x + _BEYOND) * _FINE + _FINE // 2


def _fill(plate: int, elements: list[Element]) -> list[Layer]:
    """Return the layers of voxels from the plate up that elements fill."""
    side = (plate + 2 * _BEYOND) * _FINE
    high = max((one.top for one in elements), default=0) * _LAYERS + 1
    layers = [np.zeros((side, side), np.uint8) for _ in range(high)]
    for one in elements:
        if one.kind in ANIMALS.values():
            _sculpt(layers, one)
            continue
        middles = one.studs[1:3] if one.kind == "arch" else ()
        for x, y, level in cells_of(one):
            row, column = (y + _BEYOND) * _FINE, (x + _BEYOND) * _FINE
            if not (0 <= row < side and 0 <= column < side):
                continue
            # Over the opening of an arch only the uppermost third is full.
            first = level * _LAYERS + (_LAYERS - 1) * ((x, y) in middles)
            for layer in layers[first : (level + 1) * _LAYERS]:
                layer[row : row + _FINE, column : column + _FINE] = 255
        if one.kind in ("light", "dark"):
            _spread(layers[one.level * _LAYERS + 1], one)
    return layers


def _sculpt(layers: list[Layer], animal: Element) -> None:
    """Fill the voxels of an animal, adding layers above the others where it needs them."""
    up, north, east = _touched(animal.kind)
    up = up + animal.level * _LAYERS
    rows, columns = north + (animal.y + _BEYOND) * _FINE, east + (animal.x + _BEYOND) * _FINE
    side = len(layers[0])
    there = (rows >= 0) & (rows < side) & (columns >= 0) & (columns < side)
    layers += [np.zeros_like(layers[0]) for _ in range(up.max() + 2 - len(layers))]
    for height in np.unique(up):
        now = there & (up == height)
        layers[height][rows[now], columns[now]] = 255


@cache
def _touched(kind: str) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return layers, rows and columns of the voxels in which a part has a surface.

    They count from the south-west corner of its stud, in which it faces south.
    """
    shares = np.arange(_SAMPLES + 1) / _SAMPLES
    weights = np.array([(a, b, 1 - a - b) for a in shares for b in shares if a + b <= 1])
    # The triangles of a rounded body are smaller than a voxel.
    places = [
        net.vertices if rounded else (weights @ net.vertices[net.faces]).reshape(-1, 3)
        for net, rounded in ((body.net, body.rounded) for body in part(kind))
    ]
    size = PITCH / _FINE, PITCH / _FINE, BRICK / _LAYERS
    voxels = merge(np.floor(np.concatenate(places) / size))[0].astype(int)
    middle = np.array([*product((_FINE // 2 - 1, _FINE // 2), repeat=2)])  # on its knob
    voxels = np.concatenate([voxels, np.column_stack([middle, np.zeros(4, int)])])
    east, north, up = voxels.T
    return up, north, east


def _spread(layer: Layer, bamboo: Element) -> None:
    """Fill a disc of a layer with thin leaves."""
    reach, density = _LEAF
    wide = math.ceil(reach / PITCH * _FINE)
    row, column = (round((at + _BEYOND + 0.5) * _FINE) for at in (bamboo.y, bamboo.x))
    if min(row, column) < wide or max(row, column) + wide > len(layer):
        return
    off = np.arange(-wide, wide) + 0.5
    disc = np.hypot(off[:, None], off) * PITCH / _FINE < reach
    place = layer[row - wide : row + wide, column - wide : column + wide]
    np.maximum(place, (disc * density).astype(np.uint8), out=place)


def _find_tops(elements: list[Element]) -> dict[int, list[Stud]]:
    """Return the studs with a flat top on which nothing flat is put, by level."""
    full = {cell for one in elements if one.kind in _FLAT for cell in cells_of(one)}
    tops: dict[int, list[Stud]] = {}
    for x, y, level in sorted(full):
        if (x, y, level + 1) not in full:
            tops.setdefault(level + 1, []).append((x, y))
    return tops


class _Ray(NamedTuple):
    """A direction: voxels north and east for each layer up, weight, and fading in bits."""

    north: float
    east: float
    weight: float
    fading: int = 0


def _rays(turned: float, rings: _Rings, grid: Grid) -> Iterator[_Ray]:
    """Yield the rays to the sun, whose weights sum to `_SUN_SHARE`, and to the sky."""
    scale = grid.high / grid.wide  # voxels for a slope of 1
    angle = math.radians(-turned)
    east, north = SUN[0] / SUN[2], SUN[1] / SUN[2]
    east, north = (
        east * math.cos(angle) - north * math.sin(angle),
        east * math.sin(angle) + north * math.cos(angle),
    )
    disc = [(0.0, 0.0)]
    for radius, count in rings.sun:
        disc += [_on_circle(radius * _PENUMBRA, turn / count) for turn in range(count)]
    for aside, up in disc:
        yield _Ray((north + up) * scale, (east + aside) * scale, _SUN_SHARE / len(disc))
    for slope, count, share, fading in rings.sky:
        for turn in range(count):
            aside, up = _on_circle(slope * scale, (turn + 0.5) / count)
            yield _Ray(up, aside, share / count, fading)


def _on_circle(radius: float, turn: float) -> tuple[float, float]:
    return radius * math.cos(2 * math.pi * turn), radius * math.sin(2 * math.pi * turn)


def find_dark(
    grid: Grid, layers: list[Layer], wanted: Iterable[int], turned: float, *, quick: bool = False
) -> dict[int, NDArray[np.float32]]:
    """Return the opacity of the shade at the underside of some layers, by their numbers.

    It is that at the corners of the voxels, (north, east).  `turned` and `quick`: `cast_shade`.
    """
    dark = {height: np.zeros(layers[0].shape, np.float32) for height in wanted}
    rays = _rays(turned, _FEW if quick else _MANY, grid)
    full = [bool(layer.any()) for layer in layers]
    heights = np.arange(len(layers) + 1)[:, None]
    for ray in rays:
        # What a ray meets that starts at the underside of a layer.
        met = np.zeros_like(layers[0])
        half = round(ray.north / 2), round(ray.east / 2)
        steps = np.diff(np.round(heights * (ray.north, ray.east)), axis=0).astype(int).tolist()
        for height in reversed(range(len(layers))):
            if ray.fading:
                met -= met >> ray.fading
            met = _moved(met, *steps[height])
            if full[height]:
                np.maximum(met, _moved(layers[height], *half), out=met)
            if height in dark:
                dark[height] += met * np.float32(ray.weight / 255)
    return {height: np.minimum(_soft(shade), DARKEST) for height, shade in dark.items()}


def _moved(layer: Layer, north: int, east: int) -> Layer:
    """Return at each voxel what a layer has so far north and east of it; 0 beyond its sides."""
    if not north and not east:
        return layer
    moved = np.zeros_like(layer)
    (from_north, to_north), (from_east, to_east) = map(_overlap, (north, east), layer.shape)
    moved[to_north, to_east] = layer[from_north, from_east]
    return moved


def _overlap(by: int, count: int) -> tuple[slice, slice]:
    """Return which rows are still there when `count` rows move by so many, before and after."""
    return slice(max(by, 0), count + min(by, 0)), slice(max(-by, 0), count - max(by, 0))


def _soft(shade: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return opacities at the corners of voxels: the means of the four around each."""
    framed = np.pad(shade, 1)
    across = framed[:, 1:] + framed[:, :-1]
    return ((across[1:] + across[:-1]) / 4).astype(np.float32)


class _Sheet(NamedTuple):
    """A height in mm, and the opacity of the shade there at the corners of all voxels."""

    height: float
    dark: NDArray[np.float32]

    def cover(self, studs: list[Stud], knobs: list[Stud]) -> Shade:
        """Return the shade over studs, and on the knobs of some of them."""
        flat, caps = self._tiles(studs), self._caps(knobs)
        return Shade(
            np.concatenate([flat.points, caps.points]),
            np.concatenate([flat.cells, caps.cells + len(flat.points)]),
            np.concatenate([flat.dark, caps.dark]),
        )

    def _tiles(self, studs: list[Stud]) -> Shade:
        """Return a quad for each voxel in a shadow."""
        rows, columns = self._voxels(studs, _FINE)
        across = self.dark.shape[1]
        corner = rows * across + columns
        quads = np.stack([corner, corner + 1, corner + across + 1, corner + across], axis=1)
        opacity = self.dark.ravel()
        quads = quads[opacity[quads].max(axis=1, initial=0) > _FAINTEST]
        used, cells = np.unique(quads, return_inverse=True)
        places = np.column_stack(
            [
                (used % across / _FINE - _BEYOND) * PITCH,
                (used // across / _FINE - _BEYOND) * PITCH,
                np.full(len(used), self.height + _OVER),
            ]
        )
        return Shade(places.astype(np.float32), cells.reshape(-1, 4), opacity[used])

    def _voxels(self, studs: list[Stud], count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return rows and columns of the first `count` voxels a side of studs."""
        east, north = (np.array(studs, np.int64).reshape(-1, 2).T + _BEYOND) * _FINE
        step = np.arange(count)
        rows = north[:, None, None] + step[:, None]
        columns = east[:, None, None] + step[None, :]
        rows, columns = np.broadcast_arrays(rows, columns)
        return rows.ravel(), columns.ravel()

    def _caps(self, knobs: list[Stud]) -> Shade:
        """Return the shade on top of knobs and around them."""
        rows, columns = self._voxels(knobs, 1)
        opacity = self.dark[rows + _FINE // 2, columns + _FINE // 2]
        kept = opacity > _FAINTEST
        # The knobs of the plate are lower by a sheet; a shade above them is as good.
        ring = circle(0, 0, KNOB_RADIUS + _OVER / 2)
        low = 0.0 if self.height else -SHEET
        wall = [ring + np.array([0, 0, up]) for up in (low, low + KNOB_HEIGHT + _OVER)]
        cap = np.concatenate(wall)
        count = len(ring)
        here = np.arange(count)
        after = (here + 1) % count
        sides = np.stack([here, after, after + count, here + count], axis=1)
        half = np.arange(1, count - 2, 2)
        lid = np.stack([np.zeros_like(half), half, half + 1, half + 2], axis=1) + count
        quads = np.concatenate([sides, lid])
        places = np.column_stack(
            [
                ((columns[kept] / _FINE - _BEYOND) + 0.5) * PITCH,
                ((rows[kept] / _FINE - _BEYOND) + 0.5) * PITCH,
                np.full(int(kept.sum()), self.height),
            ]
        )
        points = (places[:, None] + cap).reshape(-1, 3)
        first = np.arange(len(places))[:, None, None] * len(cap)
        return Shade(
            points.astype(np.float32),
            (quads + first).reshape(-1, 4),
            np.repeat(opacity[kept], len(cap)),
        )
