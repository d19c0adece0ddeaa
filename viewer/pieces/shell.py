"""Closed bodies put together from flat faces and walls, in mm.

Corners that two faces share are written with the same numbers, so they melt into one, and no body
needs a boolean operation to be made.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely
import trimesh
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""(n, 3) places in mm, or (n, 2) in a plane."""

SIDES = 12
"""Sides of everything round as wide as a knob; more cost frames and are not seen."""

_DIGITS = 6  # of a mm, to which corners are the same corner


class Shell:
    """Triangles (n, 3, 3), corners anticlockwise from outside; `mesh` makes them one body."""

    def __init__(self) -> None:
        self.triangles: list[Points] = []

    def face(self, outline: Points, holes: Sequence[Points] = (), *, up: Sequence[float]) -> None:
        """A flat face with holes whose outside looks along `up`, which is not in its plane."""
        drop = int(np.argmax(np.abs(up)))
        kept = [axis for axis in range(3) if axis != drop]
        corners = np.concatenate([outline, *holes])
        place = {(corner[kept[0]], corner[kept[1]]): corner for corner in corners}
        area = shapely.Polygon(outline[:, kept], [hole[:, kept] for hole in holes])
        flat = triangles(area).reshape(-1, 2)
        solid = np.array([place[a, b] for a, b in flat]).reshape(-1, 3, 3)
        away = np.cross(solid[:, 1] - solid[:, 0], solid[:, 2] - solid[:, 0]) @ np.asarray(up) < 0
        solid[away] = solid[away][:, ::-1]
        self.triangles.append(solid)

    def wall(self, lower: Points, upper: Points, *, closed: bool = True) -> None:
        """A band between two lines; its outside is to the right of whoever walks along `lower`
        with `upper` overhead."""
        one, other = np.arange(len(lower)), np.roll(np.arange(len(lower)), -1)
        if not closed:
            one, other = one[:-1], other[:-1]
        self.triangles.append(np.stack([lower[one], lower[other], upper[other]], axis=1))
        self.triangles.append(np.stack([lower[one], upper[other], upper[one]], axis=1))

    def fan(self, ring: Points, tip: Points) -> None:
        """A cone or a flat lid from a ring to one point; a ring seen anticlockwise faces out."""
        tips = np.broadcast_to(tip, ring.shape)
        self.triangles.append(np.stack([ring, np.roll(ring, -1, axis=0), tips], axis=1))

    def add(self, other: Shell, shift: Sequence[float]) -> None:
        """All of another shell, moved."""
        self.triangles += [part + np.asarray(shift, float) for part in other.triangles]

    def prism(self, area: shapely.Polygon, low: float, high: float) -> None:
        """An area between two heights."""
        outline, holes = rings(area)
        for height, up in ((low, -1.0), (high, 1.0)):
            self.face(at(outline, height), [at(hole, height) for hole in holes], up=(0, 0, up))
        for ring in (outline, *holes):
            self.wall(at(ring, low), at(ring, high))

    def mesh(self) -> trimesh.Trimesh:
        """The body; corners in one place become one, slivers without area go."""
        corners = np.round(np.concatenate(self.triangles).reshape(-1, 3), _DIGITS) + 0.0
        vertices, index = np.unique(corners, axis=0, return_inverse=True)
        faces = index.reshape(-1, 3)
        apart = [faces[:, one] != faces[:, other] for one, other in ((0, 1), (1, 2), (2, 0))]
        return body(vertices, faces[np.all(apart, axis=0)])


def body(vertices: Points, faces: NDArray[np.integer]) -> trimesh.Trimesh:
    """A mesh exactly as given."""
    return trimesh.Trimesh(vertices, faces, process=False)


def triangles(area: shapely.Polygon) -> Points:
    """An area cut into triangles with no other corners than its own, (n, 3, 2)."""
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(area))
    return shapely.get_coordinates(parts).reshape(-1, 4, 2)[:, :3]


def rings(area: shapely.Polygon) -> tuple[Points, list[Points]]:
    """The outline anticlockwise and the holes clockwise, none with its first corner repeated."""
    turned = shapely.orient_polygons(area)
    holes = [shapely.get_coordinates(hole)[:-1] for hole in turned.interiors]
    return shapely.get_coordinates(turned.exterior)[:-1], holes


def at(ring: Points, height: float) -> Points:
    """A ring of the plane at a height."""
    return np.column_stack([ring[:, :2], np.full(len(ring), height)])


def circle(x: float, y: float, radius: float, height: float = 0, sides: int = SIDES) -> Points:
    """Corners on a circle, anticlockwise from above; flat sides look along both axes."""
    angles = (np.arange(sides) + 0.5) * 2 * math.pi / sides
    return np.column_stack(
        [x + radius * np.cos(angles), y + radius * np.sin(angles), np.full(sides, height)]
    )


def rectangle(west: float, south: float, east: float, north: float, height: float = 0) -> Points:
    """The corners of a rectangle, anticlockwise from above."""
    flat = [(west, south), (east, south), (east, north), (west, north)]
    return np.array([(x, y, height) for x, y in flat], dtype=float)


def turned(
    profile: Sequence[tuple[float, float]], x: float, y: float, *, ring: bool = False
) -> Shell:
    """A body of revolution: (radius, height) from the axis below to the axis above, the outside to
    the right; with `ring` the profile is a closed line that never meets the axis."""
    shell = Shell()
    loop = [circle(x, y, radius, height) for radius, height in profile]
    for lower, upper in zip(loop, [*loop[1:], loop[0]] if ring else loop[1:], strict=False):
        shell.wall(lower, upper)
    if not ring:
        shell.fan(loop[0][::-1], np.array([x, y, profile[0][1]]))
        shell.fan(loop[-1], np.array([x, y, profile[-1][1]]))
    return shell
