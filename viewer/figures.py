"""Bodies as surfaces of a GLB file: cut up where parts are repeated, thinned out where they can be.

The shade of a still is a picture on one quad just above the plate.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np
import trimesh
from numpy.typing import NDArray
from PIL import Image

from palace.core.colours import rgb

from .board import bare_plate
from .gltf import Node, Surface, number_patches, shade
from .meshes import SHADE
from .pieces.measures import KNOB_HEIGHT, PITCH
from .pieces.parts import Body
from .pieces.parts import knobs as add_knobs
from .pieces.shell import Net, Points, Shell, rectangle
from .scene import Scene
from .shade import darken_plate

_MANY, _THINNED = 500, 0.6
"""Triangles of a skin from which on it is thinned out for viewers, and the share that goes."""

_OVER = 0.12  # mm of the shade above the sheet, and above its print


def thin_out(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Return a smooth mesh with fewer triangles, if it has many; flat parts lose the most.

    Without PyVista, which thins it out, it stays as it is.
    """
    if len(mesh.faces) < _MANY or find_spec("pyvista") is None:
        return mesh
    import pyvista

    dense = pyvista.PolyData.from_regular_faces(mesh.vertices, mesh.faces)
    thin = dense.decimate(_THINNED)
    return Net(np.asarray(thin.points, float), thin.regular_faces).mesh()


class Unit(NamedTuple):
    """A mesh as large as a unit cube, and the place that makes it what it was."""

    key: bytes
    mesh: trimesh.Trimesh
    place: Node


def to_unit(net: Net) -> Unit:
    vertices, faces = net
    low = vertices.min(axis=0)
    size = vertices.max(axis=0) - low
    size[size == 0] = 1
    points = ((vertices - low) / size).round(4) + 0.0
    place = {"translation": round_off(low), "scale": round_off(size)}
    return Unit(points.tobytes() + faces.tobytes(), Net(points, faces).mesh(), place)


def round_off(numbers: Points) -> list[float]:
    """Return lengths in mm, to a ten thousandth."""
    return [float(number) for number in numbers.round(4) + 0.0]


def cut_up(whole: Body) -> Iterator[tuple[Node, Surface]]:
    """Yield the parts of a body of the table, each with its place as the keys of a node.

    A plate falls apart into a slab and its knobs, text into its letters; of a sheet only the upper
    side is visible.
    """
    mesh = whole.mesh
    if whole.name == "plate":
        top = mesh.vertices[:, 2].max()
        studs = np.unique(mesh.vertices[mesh.vertices[:, 2] == top, :2] // PITCH, axis=0)
        yield {}, shade(bare_plate(round(mesh.bounds[1][0] / PITCH), ()).mesh())
        yield from _knobs({(int(x), int(y)) for x, y in studs}, top - KNOB_HEIGHT)
    elif whole.name.startswith("zone"):
        yield {}, shade(_keep(whole.net, mesh.face_normals[:, 2] > 0.5).mesh())
    elif whole.solid:
        yield {}, shade(mesh, rounded=whole.rounded)
    else:
        letters = number_patches(len(mesh.faces), mesh.face_adjacency)
        for letter in np.unique(letters):
            unit = to_unit(_keep(whole.net, letters == letter))
            yield unit.place, shade(unit.mesh)


def _knobs(studs: set[tuple[int, int]], height: float) -> Iterator[tuple[Node, Surface]]:
    """Yield knobs at a height, four together where they fill two studs each way."""
    four = [(0, 0), (1, 0), (0, 1), (1, 1)]
    filled = {(x, y) for x, y in studs if not (x % 2 or y % 2)
              and all((x + east, y + north) in studs for east, north in four)}  # fmt: skip
    rest = studs - {(x + east, y + north) for x, y in filled for east, north in four}
    for places, pattern in ((filled, four), (rest, four[:1])):
        shell = Shell()
        add_knobs(shell, pattern, 0.0)
        surface = shade(shell.net().mesh())
        for x, y in sorted(places):
            yield {"translation": round_off(np.array([x * PITCH, y * PITCH, height]))}, surface


def _keep(net: Net, faces: NDArray[np.bool_]) -> Net:
    """Return some faces of a surface, without the corners of the others."""
    used, index = np.unique(net.faces[faces], return_inverse=True)
    return Net(net.vertices[used], index.reshape(-1, 3))


def spread_shade(scene: Scene) -> tuple[Points, bytes]:
    """Return the corners (4, 3) of the plate, from the south-west, and its shade as a PNG file."""
    dark = darken_plate(scene.ground, [one.element for one in scene.instances])
    pixels = np.empty((*dark.shape, 4), np.uint8)
    pixels[..., :3] = rgb(SHADE)
    pixels[..., 3] = np.round(dark[::-1] * 255)
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG", optimize=True)
    side = scene.ground.plate * PITCH
    return rectangle(0, 0, side, side, _OVER), stream.getvalue()
