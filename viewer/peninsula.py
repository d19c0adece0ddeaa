"""The 3D scene of a peninsula of Cooper Island: stacks of tiles, cubes, pieces, islets, sea.

Units are mm; the middle of space a1 is at 0, 0 and the water's surface at height 0. Each space is
an instance: land spaces have the numbers of `Peninsula.land`, water spaces the numbers after them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise, product

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from palace.cooper_island.drawing import (
    ABREAST,
    BEACH,
    CUBE_FILL,
    CUBE_INK,
    CUBE_LETTER,
    DEEP,
    GROUND_FILL,
    TERRAIN_FILL,
    TERRAIN_INK,
    WATER,
    TablePlan,
)
from palace.cooper_island.land import Land, Space
from palace.cooper_island.tiles import Hex
from palace.core import colours

from .board import flattened
from .camera import fit_camera
from .pieces.lettering import written
from .pieces.parts import Body, Group
from .pieces.shell import Points, merge
from .shade import Grid, Layer, Shade, find_dark
from .tiles import (
    BASE,
    CUBE,
    GROUND,
    SIDE,
    TILE,
    base,
    beach,
    box,
    cube,
    decoration,
    front_letter,
    ground,
    half,
    outline,
    piece,
    sea_hill,
    water,
)

_PRINT = 0.08  # height of writing above its surface
_NAME, _HEIGHT, _LETTER, _TITLE = 5.2, 6.6, 6.0, 5.4
"""Heights of capital letters."""

_APART = 5.0  # gap between two lands

_WEST, _SOUTH = -6.5, -6.5
"""The place of cubes and pieces east and north of a space's middle, in mm."""

_WRITING = 9.4
"""The distance of writing east of a space's middle, where nothing is in front of it."""

_OVER_EACH_OTHER, _SIDE_BY_SIDE = (4.2, -3.9), (4.6, -6.0)
"""The places of a name and of a height, from the south north of a space's middle, in mm."""


@dataclass(frozen=True, eq=False)
class PeninsulaScene:
    """The scene of one land, or of the lands of all players in so many columns."""

    lands: TablePlan
    columns: int = ABREAST

    flat = True

    low = -BASE
    """The height of its underside."""

    @cached_property
    def parts(self) -> tuple[PeninsulaGroups, ...]:
        """The lands, each in its place."""
        boxes = [outline(land.peninsula).bounds for _, land in self.lands.named]
        wide = max(east - west for west, _, east, _ in boxes) + _APART
        deep = max(north - south for _, south, _, north in boxes) + _APART
        found: list[PeninsulaGroups] = []
        first = 0
        places = self.lands.places(self.columns)
        for (name, land), (column, row) in zip(self.lands.named, places, strict=True):
            at = column * wide, -row * deep
            found.append(PeninsulaGroups(land, self.lands.title(name, land), at, first))
            first += len(found[-1].numbers)
        return tuple(found)

    @property
    def names(self) -> dict[int, str]:
        """The name of each instance, for files with names."""
        return {number: text for part in self.parts for number, text in part.names.items()}

    @property
    def middle(self) -> Points:
        """The middle of all lands, at the height of the water."""
        corners = self.corners()
        across: Points = (corners.min(axis=0) + corners.max(axis=0)) / 2
        return np.array([*across[:2], 0.0])

    def cover(self, aspect: float) -> float:
        """Return the share of a frame that the sea covers, as seen by the camera fitted to it."""
        edges = [part.edge for part in self.parts]
        camera = fit_camera(np.concatenate(edges), "free", aspect, flat=True)
        seen = (shapely.Polygon(camera.see(edge, aspect)).area for edge in edges)
        return sum(seen) / 4  # a frame goes from -1 to 1

    def groups(self, view: str = "free", quarter: int = 0) -> tuple[Group, ...]:
        """Return all groups; all views are the same.

        Text is upright as seen from the south, or after `quarter` turns from the west, the north or
        the east.
        """
        parts = self._turned(quarter % 4) if quarter % 4 else self.parts
        return tuple(group for part in parts for group in part.groups)

    def _turned(self, quarter: int) -> Iterator[PeninsulaGroups]:
        """Yield the lands with their text turned."""
        return (replace(part, quarter=quarter) for part in self.parts)

    def shade(self, turned: float = 0.0) -> Shade:
        """Return the shade on water, ground and tiles, under a sun that does not turn with them."""
        corners = self.corners()
        (west, south, _), (east, north, top) = corners.min(axis=0), corners.max(axis=0)
        grid = Grid(_VOXEL, TILE / 2, west, south)
        size = [math.ceil((b - a) / _VOXEL) + 1 for a, b in ((south, north), (west, east))]
        layers = [np.zeros(size, np.uint8) for _ in range(_layer_at(top) + 2)]
        for part in self.parts:
            part.fill(grid, layers)
        spaces = [space for part in self.parts for space in part.surfaces]
        dark = find_dark(grid, layers, {_layer_at(high) for _, _, high in spaces}, turned)
        flat, cells = _mesh_hexagon()
        places = np.array(spaces)[:, None] + np.column_stack([flat, np.full(len(flat), _OVER)])
        first = np.arange(len(spaces))[:, None, None] * len(flat)
        opacity = [
            _look_up(dark[_layer_at(high)], grid, flat + np.array([x, y])) for x, y, high in spaces
        ]
        return Shade(
            places.reshape(-1, 3).astype(np.float32),
            (first + cells).reshape(-1, 3),
            np.concatenate(opacity).astype(np.float32),
        )

    def corners(self, view: str = "free") -> Points:
        """Return corners (n, 3), in mm, around everything: those of the sea and of boxes on it."""
        found = []
        for group in self.groups(view):
            # Not its bounding box: the sea is round, and the picture can be larger.
            ends = group.body.net.vertices
            if group.body.solid and group.body.name != "base":
                ends = np.array([*product(*zip(ends.min(axis=0), ends.max(axis=0), strict=True))])
            if group.body.solid:
                found.append(group.place(ends).reshape(-1, 3))
        return np.concatenate(found)


@dataclass(frozen=True, eq=False)
class PeninsulaGroups:
    """The bodies of a land and the sea around it.

    `title` is written south of it; `at` is its place, in mm east and north; its instances are
    numbered from `first`.  Text is upright after `quarter` turns of the table.
    """

    land: Land
    title: str
    at: tuple[float, float] = (0.0, 0.0)
    first: int = 0
    quarter: int = 0

    @property
    def _moved(self) -> NDArray[np.float64]:
        matrix = np.eye(4)
        matrix[:2, 3] = self.at
        return matrix

    @cached_property
    def numbers(self) -> dict[Hex, int]:
        """The number of each space: land, then water."""
        peninsula = self.land.peninsula
        spaces = (*peninsula.land, *peninsula.water)
        return {space: number for number, space in enumerate(spaces, self.first)}

    @property
    def names(self) -> dict[int, str]:
        """The name of each instance, for files with names: `c3 fm+wood`."""
        texts = {space: str(holds) for space, holds in self.land.items()}
        texts |= dict.fromkeys(self.land.islets, "islet")
        return {
            number: f"{space} {texts.get(space, '')}".strip()
            for space, number in self.numbers.items()
        }

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups of a land, one for each body and colour."""
        found: dict[tuple[Body, str], list[tuple[NDArray[np.float64], int]]] = {}
        for body, colour, place, number in self._bodies():
            found.setdefault((body, colour), []).append((place, number))
        return tuple(
            Group(
                body, colour,
                self._moved @ np.stack([place for place, _ in places]),
                np.array([number for _, number in places]),
            )
            for (body, colour), places in found.items()
        )  # fmt: skip

    @property
    def edge(self) -> Points:
        """The corners (n, 3) of its outline at the water's surface, in mm."""
        flat = shapely.get_coordinates(outline(self.land.peninsula)) + self.at
        return np.column_stack([flat, np.zeros(len(flat))])

    @cached_property
    def surfaces(self) -> list[tuple[float, float, float]]:
        """The middle and the height of each water and land space, in mm."""
        peninsula = self.land.peninsula
        found = dict.fromkeys((*peninsula.water, peninsula.harbour), 0.0)
        found |= dict.fromkeys(self.land.islets, TILE)
        found |= {space: GROUND + holds.height * TILE for space, holds in self.land.items()}
        return [
            (x * SIDE + self.at[0], y * SIDE + self.at[1], high)
            for (x, y), high in ((space.middle, high) for space, high in found.items())
        ]

    def fill(self, grid: Grid, layers: list[Layer]) -> None:
        """Fill the voxels of land, tiles, cubes and pieces."""
        rows, columns = np.indices(layers[0].shape)
        for x, y, high in self.surfaces:
            north = grid.south + (rows + 0.5) * grid.wide - y
            east = grid.west + (columns + 0.5) * grid.wide - x
            reach = np.maximum(np.abs(east), np.abs(east / 2) + np.abs(north) * _HALF_WIDTH)
            inside = reach < (SIDE - 1) * _HALF_WIDTH
            for layer in layers[: _layer_at(high)]:
                layer[inside] = 255
        for group in self.groups:
            if group.body.solid and group.body.name in _SMALL:
                net = group.body.net
                points = _WEIGHTS @ group.place(net.vertices)[:, net.faces]
                across = (points.reshape(-1, 3)[:, :2] - (grid.west, grid.south)) // grid.wide
                up = (points.reshape(-1, 3)[:, 2] - _LOWEST) // grid.high
                east, north = across.astype(int).T
                for height in np.unique(up).astype(int):
                    now = up == height
                    layers[height][north[now], east[now]] = 255

    def _bodies(self) -> Iterator[tuple[Body, str, NDArray[np.float64], int]]:
        peninsula = self.land.peninsula
        table = base(peninsula)
        yield table, table.colour, np.eye(4), -1
        for space in (*peninsula.water, peninsula.harbour):
            yield water(), WATER, _at(space), self.numbers.get(space, -1)
        for number, spots in enumerate(peninsula.beaches, 1):
            for space in spots:
                if space not in self.land.islets:
                    yield beach(), BEACH, _at(space), self.numbers[space]
                    yield self._print(str(number), colours.INK, space, 0.9, _HEIGHT)
        for space in self.land.islets:
            number = self.numbers[space]
            yield half(self._way_of(space)), DEEP, _at(space), number
            yield sea_hill(), BEACH, _at(space, TILE), number
            yield self._print("islet", colours.INK, space, TILE + 3, 5.0)
        yield self._print("harbour", colours.INK, peninsula.harbour, 0, 5.0)
        for space, holds in self.land.items():
            yield from self._space(space, holds, self.numbers[space])
        yield from self._labels()

    def _way_of(self, islet: Hex) -> int:
        """Return the direction from an islet's sea half to its land half; 0 without one."""
        for way in range(1, 7):
            other = islet.step(way)
            stack = self.land[other].stack if other in self.land else ()
            if stack and stack[0].way and other.step(stack[0].way) == islet:
                return way
        return 0

    def _space(
        self, space: Hex, holds: Space, number: int
    ) -> Iterator[tuple[Body, str, NDArray[np.float64], int]]:
        """Yield a land space from the ground up."""
        yield ground(), GROUND_FILL, _at(space), number
        for level, layer in enumerate(holds.stack):
            place = _at(space, GROUND + level * TILE)
            yield half(layer.way), TERRAIN_FILL[layer.terrain], place, number
        top = GROUND + holds.height * TILE
        ink = TERRAIN_INK[holds.terrain] if holds.terrain else colours.INK
        # All writing is in the east, where from each side of the table nothing is in front of it.
        east, name_at = _WRITING if holds.terrain or holds.cube or holds.piece else 0.0, 0.0
        if holds.terrain:
            beside = _SIDE_BY_SIDE if self.quarter % 2 else _OVER_EACH_OTHER
            name_at, height_at = (at if self.quarter in (0, 1) else -at for at in beside)
            for body in decoration(holds.terrain):
                yield body, body.colour, _at(space, top), number
            high = str(holds.height)
            yield self._print(high, ink, space, top, _HEIGHT, east, height_at)
        yield self._print(str(space), ink, space, top, _NAME, east, name_at)
        south = _SOUTH if holds.terrain else 0.0
        stands = _at(space, top, _WEST, south)
        if holds.cube:
            yield cube(), CUBE_FILL[holds.cube], stands, number
            letter, on = CUBE_LETTER[holds.cube], CUBE_INK[holds.cube]
            yield self._print(letter, on, space, top + CUBE, _LETTER, _WEST, south)
            yield front_letter(letter, on), on, stands, -1
        elif holds.piece:
            for body in piece(holds.piece):
                yield body, body.colour, stands, number

    def _print(
        self, text: str, ink: str, space: Hex, height: float, size: float,
        east: float = 0.0, north: float = 0.0,
    ) -> tuple[Body, str, NDArray[np.float64], int]:  # fmt: skip
        """Return writing on a space, its middle in mm east and north of that of the space."""
        x, y = (part * SIDE for part in space.middle)
        area = written(
            text, x + east, y + north - size / 2, size,
            mono=len(text) < 4, quarter=self.quarter,
        )  # fmt: skip
        return (
            Body(
                f"print {self.first} {self.quarter} {space} {text}",
                flattened([area], height + _PRINT),
                ink,
                solid=False,
            ),
            ink,
            _HERE,
            -1,
        )

    def _labels(self) -> Iterator[tuple[Body, str, NDArray[np.float64], int]]:
        """Yield the title south of the sea, and the road north of the top spaces."""
        peninsula = self.land.peninsula
        west, south, east, _ = outline(peninsula).bounds
        height = -box() + _PRINT
        # From the west and the east it is read sideways.
        over = self.quarter // 2 * 2
        title = written(self.title, (west + east) / 2, south + 4, _TITLE, room=88, quarter=over)
        spots: list[BaseGeometry] = [title]
        for space in peninsula.tops:
            x, y = (part * SIDE for part in space.middle)
            edge = shapely.LineString([(x - 14, y + 12), (x, y + 20.6), (x + 14, y + 12)])
            spots.append(shapely.affinity.translate(edge.buffer(1.2, cap_style="flat"), 0, 2.4))
        yield (
            Body(
                f"print {self.first} {self.quarter} title",
                flattened(spots, height),
                colours.INK,
                solid=False,
            ),
            colours.INK,
            _HERE,
            -1,
        )


_VOXEL = 2.5
_LOWEST = GROUND - TILE / 2  # underside of the first layer of voxels, so that tiles fill two layers
_OVER = 0.14  # height of the shade above its surface, and above writing
_HALF_WIDTH = math.sqrt(3) / 2  # of a space, in sides
_FINE = 8  # triangles along a side of a space
_SMALL = (
    "cube", "islet", "trees", "grass", "peaks", "houses", "ruin", "building walls",
    "building roof", "statue",
)  # fmt: skip
"""Bodies on a space, whose surfaces are sampled."""

_WEIGHTS = (
    np.array([(a, b, 8 - a - b) for a in range(9) for b in range(9 - a)], float) / 8
)  # of the corners of a triangle
"""Samples of a triangle."""


def _layer_at(height: float) -> int:
    """Return the number of the layer of voxels that starts at a height in mm."""
    return round((height - _LOWEST) / (TILE / 2)) if height > 0 else 0


@cache
def _mesh_hexagon() -> tuple[Points, NDArray[np.int64]]:
    """Return a space around 0, 0 as corners (n, 2) in mm and small triangles (m, 3)."""
    turns = np.radians(np.arange(7) * 60 + 30)
    ends = (SIDE - 1) * np.column_stack([np.cos(turns), np.sin(turns)])
    parts = []
    for one, other in pairwise(ends):
        for a in range(_FINE):
            for b in range(_FINE - a):
                here = [(a, b), (a + 1, b), (a, b + 1)]
                parts.append(_step_to(one, other, here))
                if a + b < _FINE - 1:
                    parts.append(_step_to(one, other, [(a + 1, b), (a + 1, b + 1), (a, b + 1)]))
    corners = np.concatenate(parts)
    points, index = merge(corners.round(6) + 0.0)
    return points, index.reshape(-1, 3)


def _step_to(one: Points, other: Points, steps: list[tuple[int, int]]) -> Points:
    """Return points that are so many steps of the way towards two corners."""
    return np.array(steps) @ np.stack([one, other]) / _FINE


def _look_up(dark: NDArray[np.float32], grid: Grid, points: Points) -> NDArray[np.float64]:
    """Return the opacity at points (n, 2) in mm, between the four corners of its voxel."""
    at = (points - (grid.west, grid.south)) / grid.wide
    (east, north), (right, up) = at.astype(int).T, (at % 1).T
    south = dark[north, east] * (1 - right) + dark[north, east + 1] * right
    above = dark[north + 1, east] * (1 - right) + dark[north + 1, east + 1] * right
    mixed: NDArray[np.float64] = south * (1 - up) + above * up
    return mixed


_HERE: NDArray[np.float64] = np.eye(4)


def _at(space: Hex, up: float = 0.0, east: float = 0.0, north: float = 0.0) -> NDArray[np.float64]:
    x, y = space.middle
    matrix = np.eye(4)
    matrix[:3, 3] = x * SIDE + east, y * SIDE + north, up
    return matrix


def land_scene(shown: object, aspect: float | None = None) -> PeninsulaScene | None:
    """Return the scene of a land or of all lands of a game; None for any other object.

    In a frame of an aspect ratio lands are in the columns in which they are largest.
    """
    if not isinstance(shown, Land | TablePlan):
        return None
    lands = TablePlan.of(shown)
    if aspect is None:
        return PeninsulaScene(lands)
    scenes = [PeninsulaScene(lands, columns + 1) for columns in range(len(lands.named))]
    return max(scenes, key=lambda one: one.cover(aspect))
