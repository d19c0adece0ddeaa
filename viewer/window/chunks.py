"""The pieces of a scene as few large meshes, put together from parts that are made once.

A scene differs from the one before it by a few pieces, so what one piece adds to a mesh is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palace.core.colours import rgb
from palace.monkey_palace.kernel.elements import Element

from ..offscreen.raster import Mesh, across
from ..pieces.materials import edge_tint
from ..pieces.meshes import part, placed
from ..pieces.parts import Body
from ..pieces.shell import Points

KEPT = 1 << 12
"""Pieces whose meshes are kept; a whole game has some hundreds."""


class Chunk(NamedTuple):
    """Corners (n, 3) in mm, those of faces with their normals (n, 3); cells (m, 3 or 2) and their
    colours (m, 3).  Flat faces share no corner."""

    points: NDArray[np.float32]
    normals: NDArray[np.float32]
    cells: NDArray[np.int64]
    colours: NDArray[np.uint8]


class Piece(NamedTuple):
    """What one element adds to the mesh of flat faces, to that of rounded ones, to the edges."""

    flat: Chunk
    rounded: Chunk
    edges: Chunk


class Meshes(NamedTuple):
    """Flat and rounded faces, each with the normals (n, 3) of their corners, and edges."""

    flat: Mesh
    flat_normals: NDArray[np.float32]
    rounded: Mesh
    normals: NDArray[np.float32]
    edges: Mesh


@lru_cache(maxsize=KEPT)
def piece(element: Element, colour: str) -> Piece:
    """The meshes of an element in its place, in a colour `#rrggbb`."""
    matrix = placed(element)
    flat, rounded, edges = [], [], []
    for body in part(element.kind):
        hue = body.colour or colour
        points = _moved(body.mesh.vertices, matrix)
        faces = np.asarray(body.mesh.faces, np.int64)
        if body.rounded:
            normals = _normals(body) @ matrix[:3, :3].T
            rounded.append(_chunk(points, faces, hue, normals))
        else:
            # Faces that share no corner are drawn faster: see `raster.faceted`.
            corners = points[faces]
            apart = np.arange(3 * len(faces)).reshape(-1, 3)
            normals = np.repeat(across(corners), 3, axis=0)
            flat.append(_chunk(corners.reshape(-1, 3), apart, hue, normals))
        if len(body.edges):
            ends = _moved(body.edges.reshape(-1, 3), matrix)
            pairs = np.arange(len(ends)).reshape(-1, 2)
            edges.append(_chunk(ends, pairs, edge_tint(hue)))
    return Piece(_together(flat), _together(rounded), _together(edges, 2))


def meshes(pieces: Iterable[tuple[int, Element, str]]) -> Meshes:
    """The meshes of elements, each with its number and its colour `#rrggbb`."""
    numbers, found = [], []
    for number, element, colour in pieces:
        numbers.append(number)
        found.append(piece(element, colour))
    return Meshes(
        _mesh(numbers, [one.flat for one in found], 3),
        _normals_of([one.flat for one in found]),
        _mesh(numbers, [one.rounded for one in found], 3),
        _normals_of([one.rounded for one in found]),
        _mesh(numbers, [one.edges for one in found], 2),
    )


def _normals_of(chunks: list[Chunk]) -> NDArray[np.float32]:
    return np.concatenate([np.empty((0, 3), np.float32), *(one.normals for one in chunks)])


@cache
def _normals(body: Body) -> Points:
    """The normal of every corner of a body (n, 3): the mean over its faces, by their area."""
    summed = np.zeros_like(body.mesh.vertices)
    weighed = across(body.mesh.triangles) * body.mesh.area_faces[:, None]
    for corner in body.mesh.faces.T:
        np.add.at(summed, corner, weighed)
    normals: Points = summed / np.linalg.norm(summed, axis=1, keepdims=True)
    return normals


def _moved(points: Points, matrix: NDArray[np.float64]) -> Points:
    moved: Points = points @ matrix[:3, :3].T + matrix[:3, 3]
    return moved


def _chunk(
    points: Points, cells: NDArray[np.int64], colour: str, normals: Points | None = None
) -> Chunk:
    hues = np.tile(np.array(rgb(colour), np.uint8), (len(cells), 1))
    none = np.empty((0, 3), np.float32)
    turned = none if normals is None else normals.astype(np.float32)
    return Chunk(points.astype(np.float32), turned, cells, hues)


def _together(chunks: list[Chunk], corners: int = 3) -> Chunk:
    """Several chunks as one."""
    points, cells = _joined(chunks, corners)
    none = np.empty((0, 3), np.float32)
    return Chunk(
        points,
        np.concatenate([none, *(one.normals for one in chunks)]),
        cells,
        np.concatenate([np.empty((0, 3), np.uint8), *(one.colours for one in chunks)]),
    )


def _mesh(numbers: list[int], chunks: list[Chunk], corners: int) -> Mesh:
    points, cells = _joined(chunks, corners)
    return Mesh(
        points.astype(np.float64),
        cells,
        np.concatenate([np.empty((0, 3), np.uint8), *(one.colours for one in chunks)]),
        np.repeat(np.array(numbers, np.int64), [len(one.cells) for one in chunks]),
    )


def _joined(chunks: list[Chunk], corners: int) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """All corners, and the cells that lead to them."""
    cells, start = [np.empty((0, corners), np.int64)], 0
    for one in chunks:
        cells.append(one.cells + start)
        start += len(one.points)
    points = np.concatenate([np.empty((0, 3), np.float32), *(one.points for one in chunks)])
    return points, np.concatenate(cells)
