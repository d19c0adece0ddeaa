"""The bodies of a Cooper Island peninsula, in mm, cached.

Each has its foot at height 0 on the middle of a space; the sea is below height 0.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from palace.cooper_island.drawing import BUILDING_FILL, DEEP, RUIN_FILL, STATUE_FILL
from palace.cooper_island.land import BUILDING, RUIN, Peninsula
from palace.cooper_island.tiles import WAYS, Hex
from palace.core import colours

from .board import flattened
from .pieces.lettering import written
from .pieces.parts import Body
from .pieces.shell import Net, Points, Shell, circle, turned

SIDE = 21.0
"""The side of a space."""

TILE, GROUND, CUBE = 5.0, 1.6, 9.0
"""Heights of a tile, of land above the water, and of a cube."""

SEA, BASE = 1.6, 5.0
"""Thickness of the water, and the depth of the underside below the water's surface."""

_GAP, _TILE_GAP, _JOINT = 0.25, 1.5, 0.7
_HAIR = 0.01  # gap between the halves of a tile: bodies with a shared corner are not closed in STL
_MARGIN = 11.0
_FOOT, _SOUTH = 46.0, 3.0  # half the width, and the depth, of the room for the title


def box() -> float:
    """Return the depth of the base's upper side below the water's surface."""
    return SEA


def _hexagon(radius: float, x: float = 0.0, y: float = 0.0) -> shapely.Polygon:
    turns = [math.radians(60 * corner + 30) for corner in range(6)]
    return shapely.Polygon(
        [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
    )


@lru_cache(maxsize=8)
def outline(peninsula: Peninsula) -> shapely.Polygon:
    """Return the outline of the sea, with room for a title in the south."""
    cells = [
        _hexagon(SIDE * 1.01, *(part * SIDE for part in space.middle)) for space in peninsula.signs
    ]
    sea = shapely.union_all(cells).buffer(_MARGIN, quad_segs=4)
    west, south, east, _ = sea.bounds
    middle = (west + east) / 2
    foot = shapely.box(middle - _FOOT, south - _SOUTH, middle + _FOOT, south + _MARGIN)
    whole = shapely.union_all([sea, foot.buffer(3, quad_segs=3)])
    return shapely.Polygon(shapely.get_exterior_ring(whole))


@lru_cache(maxsize=8)
def base(peninsula: Peninsula) -> Body:
    """Return the slab under everything."""
    return Body("base", _prism(outline(peninsula), -BASE, -SEA), DEEP)


@cache
def water() -> Body:
    """Return a space of water."""
    return Body("water", _prism(_hexagon(SIDE - _GAP), -SEA, 0))


@cache
def ground() -> Body:
    """Return a space of land."""
    return Body("ground", _prism(_hexagon(SIDE - _GAP), -SEA, GROUND))


@cache
def beach() -> Body:
    """Return a beach of the sea track."""
    return Body("beach", _mound(10.5, 9.2, 0.9))


@cache
def half(way: int) -> Body:
    """Return half of a tile with its other half in a direction from 1 to 6, or a single tile for 0.

    The halves of one tile touch, those of two tiles do not.
    """
    area: BaseGeometry = _hexagon(SIDE - _TILE_GAP)
    if way:
        x, y = Hex(*WAYS[way - 1]).middle
        turn = math.degrees(math.atan2(y, x))
        reach = SIDE * math.sqrt(3) / 2 - _HAIR
        bridge = shapely.box(0, -_JOINT * SIDE / 2, reach, _JOINT * SIDE / 2)
        area = shapely.union_all([area, shapely.affinity.rotate(bridge, turn, origin=(0, 0))])
    return Body(f"tile {way}" if way else "tile", _prism(area, 0, TILE))


@cache
def sea_hill() -> Body:
    """Return the sand of an islet tile's sea half."""
    return Body("islet", _mound(13, 10.5, 3))


@cache
def cube() -> Body:
    """Return the cube of any resource."""
    return Body("cube", _box(CUBE, CUBE, CUBE))


@cache
def front_letter(letter: str, ink: str) -> Body:
    """Return the letter on the south side of a cube."""
    lying = flattened([written(letter, 0, CUBE * 0.17, CUBE * 0.66, mono=True)], 0)
    upright = lying.vertices[:, [0, 2, 1]] + (0, -CUBE / 2 - 0.08, 0)
    return Body(f"letter {letter}", Net(upright, lying.faces), ink, solid=False)


@cache
def decoration(terrain: str) -> tuple[Body, ...]:
    """Return the decoration in the north-west of a space: trees, grass, peaks or houses."""
    if terrain == "forest":
        trees = [
            _tree(x, y, size) for x, y, size in ((-11.5, 6, 0.85), (-6, 10, 1.05), (-1, 5.5, 0.85))
        ]
        return (Body("trees", _joined(trees), "#4f9169"),)
    if terrain == "meadow":
        blades = [
            _spike(x, y, 0.6, 2.8, 4)
            for x, y in ((-12.5, 6), (-10, 9), (-7, 7), (-4.5, 10.5), (-2, 7), (0.5, 9.5))
        ]
        return (Body("grass", _joined(blades), "#5f9a2c"),)
    if terrain == "mountain":
        peaks = [_spike(x, y, r, h, 5) for x, y, r, h in ((-10, 6, 4.5, 8), (-3, 8.5, 5.5, 11))]
        return (Body("peaks", _joined(peaks), "#63596f"),)
    houses = [_house(6.0, 5.0, 3.6, 2.8, x, y) for x, y in ((-10.5, 6.5), (-2.5, 8.5))]
    return (Body("houses", _joined(houses), "#ffdcb0"),)


@cache
def piece(kind: str) -> tuple[Body, ...]:
    """Return the bodies of a ruin, a building or a statue."""
    if kind == RUIN:
        stones = [
            _box(17, 11, 1.8), _box(4, 4, 11, -5.5, 2, 1.8), _box(4, 4, 7, 0, 2, 1.8),
            _box(4, 4, 4, 5.5, 2, 1.8), _box(3, 3, 2.6, 3, -3, 1.8),
        ]  # fmt: skip
        return (Body("ruin", _joined(stones), RUIN_FILL),)
    if kind == BUILDING:
        return (
            Body("building walls", _box(10, 11, 6.6), "#f2ead8"),
            Body("building roof", _roof(12, 12, 5.4, 6.6), BUILDING_FILL),
            Body("building door", _box(3, 0.4, 4.4, 0, -5.6), colours.INK),
        )
    profile = [
        (0.0, 0.0), (5.0, 0.0), (5.0, 1.9), (3.6, 1.9), (2.9, 6.0), (3.5, 7.8), (1.5, 8.9),
        (1.3, 9.7), (2.2, 10.7), (2.2, 11.9), (1.1, 13.0), (0.0, 13.0),
    ]  # fmt: skip
    return (Body("statue", turned(profile, 0, 0).net(), STATUE_FILL),)


def _mound(foot: float, top: float, high: float) -> Net:
    shell = Shell()
    lower, upper = circle(0, 0, foot, 0, 24), circle(0, 0, top, high, 24)
    shell.wall(lower, upper)
    shell.fan(upper, np.array([0, 0, high]))
    shell.fan(lower[::-1], np.array([0, 0, 0.0]))
    return shell.net()


def _prism(area: BaseGeometry, low: float, high: float) -> Net:
    shell = Shell()
    for part in shapely.get_parts(area):
        shell.prism(part, low, high)
    return shell.net()


def _box(
    wide: float, deep: float, high: float, x: float = 0.0, y: float = 0.0, z: float = 0.0
) -> Net:
    area = shapely.box(x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2)
    return _prism(area, z, z + high)


def _spike(x: float, y: float, radius: float, high: float, sides: int = 6) -> Net:
    shell = Shell()
    ring = circle(x, y, radius, 0, sides)
    shell.fan(ring, np.array([x, y, high]))
    shell.fan(ring[::-1], np.array([x, y, 0.0]))
    return shell.net()


def _tree(x: float, y: float, size: float) -> Net:
    profile = [
        (0.0, 0.0), (0.9, 0.0), (0.9, 1.8), (3.6, 1.8), (1.7, 5.2), (2.7, 5.2), (0.0, 10.0)
    ]  # fmt: skip
    return turned([(radius * size, up * size) for radius, up in profile], x, y).net()


def _roof(wide: float, deep: float, high: float, z: float) -> Net:
    """Return a gable roof with its ridge along the north-south axis."""
    west, east, south, north = -wide / 2, wide / 2, -deep / 2, deep / 2
    corners: Points = np.array(
        [
            (west, south, z), (east, south, z), (east, north, z), (west, north, z),
            (0, south, z + high), (0, north, z + high),
        ]
    )  # fmt: skip
    faces = np.array(
        [(0, 2, 1), (0, 3, 2), (0, 1, 4), (2, 3, 5), (1, 2, 5), (1, 5, 4), (3, 0, 4), (3, 4, 5)]
    )
    return Net(corners, faces)


def _house(wide: float, deep: float, high: float, gable: float, x: float, y: float) -> Net:
    """Return walls and roof as one body."""
    profile = shapely.Polygon(
        [(-wide / 2, 0), (wide / 2, 0), (wide / 2, high), (0, high + gable), (-wide / 2, high)]
    )
    lying = _prism(profile, -deep / 2, deep / 2)
    # Rotate up to north: (x, y, z) to (x, -z, y).
    upright = lying.vertices[:, [0, 2, 1]] * (1, -1, 1) + (x, y, 0)
    return Net(upright, lying.faces)


def _joined(parts: list[Net]) -> Net:
    """Return several bodies as one mesh."""
    corners = np.concatenate([part.vertices for part in parts])
    starts = np.cumsum([0, *(len(part.vertices) for part in parts[:-1])])
    faces = np.concatenate([part.faces + start for part, start in zip(parts, starts, strict=True)])
    return Net(corners, faces)
