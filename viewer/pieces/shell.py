"""Closed bodies built from flat faces and walls, in mm.

Corners shared by two faces are computed with the same numbers and merge into one, so no body needs
a boolean operation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

if TYPE_CHECKING:
    import trimesh

Points = NDArray[np.float64]
"""Points in mm, (n, 3), or (n, 2) in a plane."""

SIDES = 12
"""Sides of a round shape as wide as a knob; more would cost frames without a visible gain."""

_DIGITS = 6  # decimal places of a mm to which equal corners are merged


class Net(NamedTuple):
    """A surface: corners (n, 3) in mm, and the three corners of each triangle (m, 3)."""

    vertices: Points
    faces: NDArray[np.int64]

    def mesh(self) -> trimesh.Trimesh:
        """Return it as trimesh has it, exactly, for measures and files."""
        import trimesh  # with SciPy, and half a second; pictures do without

        return trimesh.Trimesh(self.vertices, self.faces, process=False)


class Shell:
    """Triangles (n, 3, 3), corners anticlockwise from outside; `net` joins them into one body."""

    def __init__(self) -> None:
        self.triangles: list[Points] = []

    def face(self, outline: Points, holes: Sequence[Points] = (), *, up: Sequence[float]) -> None:
        """Add a flat face with holes; its outside faces `up`, which is not in its plane."""
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
        """Add a band between two lines.

        Its outside is to the right when walking along `lower` with `upper` overhead.
        """
        one, other = np.arange(len(lower)), np.roll(np.arange(len(lower)), -1)
        if not closed:
            one, other = one[:-1], other[:-1]
        self.triangles.append(np.stack([lower[one], lower[other], upper[other]], axis=1))
        self.triangles.append(np.stack([lower[one], upper[other], upper[one]], axis=1))

    def fan(self, ring: Points, tip: Points) -> None:
        """Add a cone or a flat lid from a ring to one point; an anticlockwise ring faces out."""
        tips = np.broadcast_to(tip, ring.shape)
        self.triangles.append(np.stack([ring, np.roll(ring, -1, axis=0), tips], axis=1))

    def add(self, other: Shell, shift: Sequence[float]) -> None:
        """Add all triangles of another shell, moved by `shift`."""
        self.triangles += [part + np.asarray(shift, float) for part in other.triangles]

    def prism(self, area: shapely.Polygon, low: float, high: float) -> None:
        """Add an area extruded between two heights."""
        outline, holes = rings(area)
        for height, up in ((low, -1.0), (high, 1.0)):
            self.face(at(outline, height), [at(hole, height) for hole in holes], up=(0, 0, up))
        for ring in (outline, *holes):
            self.wall(at(ring, low), at(ring, high))

    def net(self) -> Net:
        """Return the body; equal corners are merged, triangles without area are dropped."""
        corners = np.round(np.concatenate(self.triangles).reshape(-1, 3), _DIGITS) + 0.0
        vertices, index = merge(corners)
        faces = index.reshape(-1, 3)
        apart = [faces[:, one] != faces[:, other] for one, other in ((0, 1), (1, 2), (2, 0))]
        return Net(vertices, faces[np.all(apart, axis=0)])


def merge(corners: Points) -> tuple[Points, NDArray[np.int64]]:
    """Return the distinct ones of some points (n, 3), sorted, and the index of each point in them.

    As `np.unique` with an axis, which takes three times as long.
    """
    key = np.zeros(len(corners), np.int64)
    for along in corners.T:
        values, index = np.unique(along, return_inverse=True)
        key = key * len(values) + index
    _, first, index = np.unique(key, return_index=True, return_inverse=True)
    return corners[first], index


def triangles(area: shapely.Polygon) -> Points:
    """Return an area as triangles (n, 3, 2) with no corners besides its own."""
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(area))
    return shapely.get_coordinates(parts).reshape(-1, 4, 2)[:, :3]


def rings(area: shapely.Polygon) -> tuple[Points, list[Points]]:
    """Return outline (anticlockwise) and holes (clockwise), without repeating the first corner."""
    turned = shapely.orient_polygons(area)
    holes = [shapely.get_coordinates(hole)[:-1] for hole in turned.interiors]
    return shapely.get_coordinates(turned.exterior)[:-1], holes


def at(ring: Points, height: float) -> Points:
    """Return a ring of the plane at a height."""
    return np.column_stack([ring[:, :2], np.full(len(ring), height)])


def circle(x: float, y: float, radius: float, height: float = 0, sides: int = SIDES) -> Points:
    """Return corners on a circle, anticlockwise from above; flat sides face along both axes."""
    angles = (np.arange(sides) + 0.5) * 2 * math.pi / sides
    return np.column_stack(
        [x + radius * np.cos(angles), y + radius * np.sin(angles), np.full(sides, height)]
    )


def rectangle(west: float, south: float, east: float, north: float, height: float = 0) -> Points:
    """Return the corners of a rectangle, anticlockwise from above."""
    flat = [(west, south), (east, south), (east, north), (west, north)]
    return np.array([(x, y, height) for x, y in flat], dtype=float)


def turned(
    profile: Sequence[tuple[float, float]], x: float, y: float, *, ring: bool = False
) -> Shell:
    """Return a body of revolution.

    `profile` holds (radius, height) from the lower end of the axis to the upper one, the outside to
    the right.  With `ring` it is a closed line that does not touch the axis.
    """
    shell = Shell()
    loop = [circle(x, y, radius, height) for radius, height in profile]
    for lower, upper in zip(loop, [*loop[1:], loop[0]] if ring else loop[1:], strict=False):
        shell.wall(lower, upper)
    if not ring:
        shell.fan(loop[0][::-1], np.array([x, y, profile[0][1]]))
        shell.fan(loop[-1], np.array([x, y, profile[-1][1]]))
    return shell
