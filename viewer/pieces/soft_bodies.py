"""Rounded bodies out of balls and limbs that melt into each other, for the animals.

A shape is a function from places (n, 3) in mm to their distance from its surface, negative inside.
`skin` lays a closed net of quads over the surface: one corner in every cell that it cuts, at the
middle of its cuts (surface nets).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import trimesh
from numpy.typing import NDArray

from .shell import Points, body

Distance = Callable[[Points], NDArray[np.float64]]


def ball(middle: Sequence[float], radii: Sequence[float] | float) -> Distance:
    """An ellipsoid along the axes."""
    centre, radius = np.asarray(middle, float), np.broadcast_to(np.asarray(radii, float), 3)

    def distance(points: Points) -> NDArray[np.float64]:
        away = points - centre
        near = np.linalg.norm(away / radius, axis=1)
        slope = np.linalg.norm(away / radius**2, axis=1)
        result: NDArray[np.float64] = near * (near - 1) / np.maximum(slope, 1e-9)
        return result

    return distance


def limb(start: Sequence[float], end: Sequence[float], thick: float, thin: float) -> Distance:
    """A round rod between two places, its radius running from one to the other."""
    one, way = np.asarray(start, float), np.subtract(end, start).astype(float)

    def distance(points: Points) -> NDArray[np.float64]:
        share = np.clip((points - one) @ way / (way @ way), 0, 1)
        away = np.linalg.norm(points - one - share[:, None] * way, axis=1)
        result: NDArray[np.float64] = away - (thick + (thin - thick) * share)
        return result

    return distance


def melted(shapes: Sequence[Distance], soft: float) -> Distance:
    """Shapes in one, the seams rounded over `soft` mm."""

    def distance(points: Points) -> NDArray[np.float64]:
        whole = shapes[0](points)
        for shape in shapes[1:]:
            other = shape(points)
            share = np.clip(0.5 + 0.5 * (other - whole) / soft, 0, 1)
            whole = other + (whole - other) * share - soft * share * (1 - share)
        return whole

    return distance


def without(shape: Distance, hollow: Distance) -> Distance:
    """A shape less another."""
    return lambda points: np.maximum(shape(points), -hollow(points))


def above(shape: Distance, height: float) -> Distance:
    """What of a shape lies above a height."""
    return lambda points: np.maximum(shape(points), height - points[:, 2])


def post(x: float, y: float, radius: float, top: float) -> Distance:
    """An upright cylinder that comes up from far below."""

    def distance(points: Points) -> NDArray[np.float64]:
        away = np.hypot(points[:, 0] - x, points[:, 1] - y) - radius
        result: NDArray[np.float64] = np.maximum(away, points[:, 2] - top)
        return result

    return distance


def skin(
    shape: Distance, low: Sequence[float], high: Sequence[float], step: float
) -> trimesh.Trimesh:
    """The surface of a shape that lies wholly between two corners, in cells of `step` mm."""
    lines = [np.arange(a, b + step, step) for a, b in zip(low, high, strict=True)]
    grid = np.stack(np.meshgrid(*lines, indexing="ij"), axis=-1)
    size = grid.shape[:3]
    value = shape(grid.reshape(-1, 3)).reshape(size)
    _untangle(value, step)
    inside = value < 0
    total = np.zeros((*(n - 1 for n in size), 3))
    cuts = np.zeros(total.shape[:3])
    crossed = []
    for axis in range(3):
        one, other = _ends(size, axis)
        cut = inside[one] != inside[other]
        share = np.where(cut, value[one] / np.where(cut, value[one] - value[other], 1), 0)
        place = grid[one] + share[..., None] * (grid[other] - grid[one])
        crossed.append((cut, inside[one]))
        # Every edge of the grid bounds four cells.
        for shift in _around(axis):
            edges = _bounding(size, axis, shift)
            total += cut[edges][..., None] * place[edges]
            cuts += cut[edges]
    number = np.cumsum(cuts.reshape(-1) > 0).reshape(cuts.shape) - 1
    vertices = total[cuts > 0] / cuts[cuts > 0][:, None]
    faces = [_quads(number, axis, *crossed[axis]) for axis in range(3)]
    return body(vertices, np.concatenate(faces))


def _untangle(value: NDArray[np.float64], step: float) -> None:
    """Fill in wherever two parts of a shape meet across the corner of a square of the grid: four
    faces would share an edge there."""
    while True:
        inside, found = value < 0, False
        for axis in range(3):
            flat, signs = np.moveaxis(value, axis, 2), np.moveaxis(inside, axis, 2)
            one, other = signs[:-1, :-1], signs[1:, 1:]
            third, fourth = signs[1:, :-1], signs[:-1, 1:]
            for corner, crossed in (
                (flat[1:, :-1], one & other & ~third & ~fourth),
                (flat[:-1, :-1], third & fourth & ~one & ~other),
            ):
                corner[crossed] = -0.2 * step
                found |= bool(crossed.any())
        if not found:
            return


def _ends(size: tuple[int, ...], axis: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    one = tuple(slice(0, -1) if a == axis else slice(None) for a in range(3))
    other = tuple(slice(1, None) if a == axis else slice(None) for a in range(3))
    return one, other


def _around(axis: int) -> list[tuple[int, int, int]]:
    """The four cells round an edge along an axis, anticlockwise, as steps from its start."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    found = []
    for a, b in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
        step = [0, 0, 0]
        step[first], step[second] = a, b
        found.append((step[0], step[1], step[2]))
    return found


def _bounding(size: tuple[int, ...], axis: int, shift: tuple[int, int, int]) -> tuple[slice, ...]:
    """The edges along an axis that have a cell at this step from their start, cell by cell."""
    return tuple(
        slice(None) if a == axis else slice(1, None) if shift[a] else slice(0, size[a] - 1)
        for a in range(3)
    )


def _quads(
    number: NDArray[np.intp], axis: int, cut: NDArray[np.bool_], out: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """Two triangles over every edge along an axis that the surface cuts."""
    at = np.argwhere(cut)
    corners = np.stack([number[tuple((at + shift).T)] for shift in _around(axis)], axis=1)
    # `out`: the start is inside, so the outside lies along the axis.
    turn = ~out[tuple(at.T)]
    corners[turn] = corners[turn][:, ::-1]
    return np.concatenate([corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]])
