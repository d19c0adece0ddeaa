"""Bodies joined into a few large meshes, and VTK actors for them, off-screen and in the window.

Bodies with edges are one mesh, rounded ones another, edges and text two more: a few actors,
whatever the number of pieces.  Successive scenes of the window differ in few pieces, so the meshes
of single pieces are cached.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Never

import numpy as np
from numpy.typing import NDArray

from palace.core import colours
from palace.core.colours import rgb
from palace.monkey_palace.drawing.shown import Drop
from palace.monkey_palace.kernel.elements import Element

from .pieces.measures import BRICK, KNOB_HEIGHT, KNOB_RADIUS, edge_tint, middle_of
from .pieces.parts import Body, Group, part, place_element
from .pieces.shell import Points, circle
from .scene import Instance
from .shade import Shade

if TYPE_CHECKING:
    from vtkmodules.vtkCommonDataModel import vtkDataSetAttributes, vtkPolyData
    from vtkmodules.vtkRenderingCore import vtkActor, vtkRenderer

KEPT = 1 << 12
"""Size of the cache of pieces; a whole game has some hundreds."""

GLOSS = {
    "ambient": 0.36, "diffuse": 0.75, "specular": 0.12, "specular_power": 24,
    "backface_culling": True,
}  # fmt: skip
"""The look of closed bodies; their back faces, which nothing shows, would cost as much as the front
ones."""

_LINE, _THINNEST = 1 / 700, 0.55  # width of an edge over the frame's shorter side, and in pixels

_LIGHTS = (((-0.35, -0.8, 1.0), 0.62), ((1.0, -0.7, 0.5), 0.38), ((0, 0, 1), 0.24))

_NO_NORMALS = np.empty((0, 3), np.float32)


class Mesh(NamedTuple):
    """Triangles or lines: corners (n, 3) in mm, cells (m, 3 or 2), normals (n, 3) if known.

    `colours` (m, 3) and `numbers` (m,) hold the colour and the instance number of each cell.
    """

    points: NDArray[np.floating]
    cells: NDArray[np.int64]
    colours: NDArray[np.uint8]
    numbers: NDArray[np.int64]
    normals: NDArray[np.float32] = _NO_NORMALS


class Meshes(NamedTuple):
    """Flat faces with corners of their own, rounded faces (both with normals), and edges."""

    flat: Mesh
    rounded: Mesh
    edges: Mesh


def surfaces(groups: Iterable[Group]) -> Mesh:
    """Return bodies or text as one mesh of triangles."""
    return join(
        _repeated(group, group.vertices(), group.body.net.faces, group.colour) for group in groups
    )


def edges(groups: Iterable[Group]) -> Mesh:
    """Return the edges of all bodies as one mesh of lines."""
    parts = []
    for group in groups:
        pairs = np.arange(2 * len(group.body.edges)).reshape(-1, 2)
        ends = group.place(group.body.edges.reshape(-1, 3))
        parts.append(_repeated(group, ends, pairs, edge_tint(group.colour)))
    return join(parts, corners=2)


def _repeated(group: Group, places: Points, cells: NDArray[np.int64], colour: str) -> Mesh:
    """Return one mesh of a body in all its places: corners (places, n, 3), cells of one place."""
    count, size = places.shape[:2]
    first = np.arange(count)[:, None, None] * size
    return Mesh(
        places.reshape(-1, 3),
        (cells[None] + first).reshape(-1, cells.shape[1]),
        repeat_hue(colour, count * len(cells)),
        np.repeat(group.numbers, len(cells)),
    )


def join(parts: Iterable[Mesh], corners: int = 3) -> Mesh:
    """Return several meshes as one; `corners` is the number of corners of a cell."""
    none = np.empty((0, corners), np.int64)
    every = [Mesh(_NO_NORMALS, none, repeat_hue("#000000", 0), np.empty(0, np.int64)), *parts]
    starts = np.cumsum([0, *(len(one.points) for one in every[:-1])])
    apart = [
        one._replace(cells=one.cells + start) for one, start in zip(every, starts, strict=True)
    ]
    return Mesh(*map(np.concatenate, zip(*apart, strict=True)))


def repeat_hue(colour: str, count: int) -> NDArray[np.uint8]:
    """Return a colour `#rrggbb` repeated for `count` cells, (count, 3)."""
    return np.tile(np.array(rgb(colour), np.uint8), (count, 1))


def facet(mesh: Mesh) -> Mesh:
    """Return the triangles with corners of their own, each with the normal of its triangle.

    In software, triangles with colours of corners draw 1.5 times as fast as with colours of cells.
    """
    corners = mesh.points[mesh.cells]
    apart = np.arange(3 * len(mesh.cells)).reshape(-1, 3)
    normals = np.repeat(_across(corners), 3, axis=0).astype(np.float32)
    return mesh._replace(points=corners.reshape(-1, 3), cells=apart, normals=normals)


def _across(corners: NDArray[np.floating]) -> Points:
    """Return the normals (n, 3) of triangles (n, 3, 3)."""
    way = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals: Points = way / np.linalg.norm(way, axis=1, keepdims=True)
    return normals


@lru_cache(maxsize=KEPT)
def mesh_piece(element: Element, colour: str) -> Meshes:
    """Return the meshes of an element in its place, in a colour `#rrggbb`."""
    matrix = place_element(element)
    place, number = matrix[None], np.array([-1])
    groups = [Group(body, body.colour or colour, place, number) for body in part(element.kind)]
    flat = surfaces(group for group in groups if not group.body.rounded)
    every = facet(flat), smooth(group for group in groups if group.body.rounded), edges(groups)
    return Meshes(*(one._replace(points=one.points.astype(np.float32)) for one in every))


def smooth(groups: Iterable[Group]) -> Mesh:
    """Return rounded bodies as one mesh of triangles, with the normals of its corners."""
    several = [*groups]
    turned = [
        _normals(group.body) @ group.transforms[:, :3, :3].transpose(0, 2, 1) for group in several
    ]
    normals = np.concatenate([_NO_NORMALS, *(one.reshape(-1, 3) for one in turned)])
    return surfaces(several)._replace(normals=normals.astype(np.float32))


def keep_cells(mesh: Mesh, kept: NDArray[np.bool_]) -> Mesh:
    """Return a mesh with some of its cells."""
    cells, colours, numbers = mesh.cells[kept], mesh.colours[kept], mesh.numbers[kept]
    return mesh._replace(cells=cells, colours=colours, numbers=numbers)


@cache
def _normals(body: Body) -> Points:
    """Return the normal of every corner of a body (n, 3): the mean of its faces, by area."""
    summed = np.zeros_like(body.net.vertices)
    corners = body.net.vertices[body.net.faces]
    weighed = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    for corner in body.net.faces.T:
        np.add.at(summed, corner, weighed)
    normals: Points = summed / np.linalg.norm(summed, axis=1, keepdims=True)
    return normals


STRONG = 1.7
"""Width of the edges of outlined pieces, relative to others."""


def stress(lines: Mesh, numbers: Iterable[int], shown: Iterable[Instance] = ()) -> Mesh:
    """Return the edges of the instances of these numbers, dark, to be drawn wider.

    Pieces at fault are left out: they are red with white edges already.
    """
    marked = {one.number for one in shown if one.marked}
    chosen = np.isin(lines.numbers, [*{*numbers} - marked])
    return lines._replace(
        cells=lines.cells[chosen],
        colours=repeat_hue(colours.PATH, int(chosen.sum())),
        numbers=lines.numbers[chosen],
    )


def mesh_pieces(pieces: Iterable[tuple[int, Element, str]]) -> Meshes:
    """Return the meshes of elements, given as number, element and colour `#rrggbb`."""
    kinds: tuple[list[Mesh], list[Mesh], list[Mesh]] = [], [], []
    for number, element, colour in pieces:
        for kind, one in zip(kinds, mesh_piece(element, colour), strict=True):
            kind.append(one._replace(numbers=np.full(len(one.cells), number)))
    flat, rounded, lines = kinds
    return Meshes(join(flat), join(rounded), join(lines, corners=2))


SHADE = "#0b1420"
"""Colour of the darkest shade."""

_DASH, _HALF = 3.2, 0.5  # length of a dash of a drop line, and half its width, in mm
_RING = KNOB_RADIUS, KNOB_RADIUS + 0.6, KNOB_RADIUS + 1.8
"""Radii of the ring on a knob: its white edge, its red part, from the knob outwards."""


def mesh_drops(drops: Iterable[Drop]) -> Mesh:
    """Return dashed lines from hanging feet down to their knobs, and a ring around each knob.

    Dashes are red and white, so that they are seen on every ground.
    """
    parts = []
    for drop in drops:
        east, north, low = middle_of(drop.x, drop.y, drop.level)
        high = drop.element.level * BRICK
        ends = np.append(np.arange(high, low + KNOB_HEIGHT, -_DASH), low + KNOB_HEIGHT)
        for number, (upper, lower) in enumerate(pairwise(ends)):
            hue = colours.PAPER if number % 2 else colours.FAULT
            for across in ((_HALF, 0), (0, _HALF)):
                a, b = (
                    (east - across[0], north - across[1]),
                    (east + across[0], north + across[1]),
                )
                strip = np.array([(*a, lower), (*b, lower), (*b, upper), (*a, upper)])
                parts.append(_strip(strip[:2], strip[:1:-1], hue, closed=False))
        inner, white, outer = (circle(east, north, radius, low + _LIFT) for radius in _RING)
        parts.append(_strip(inner, white, colours.PAPER))
        parts.append(_strip(white, outer, colours.FAULT))
    return join(parts)


_LIFT = 0.35  # of a ring over what it is on, in mm


def _strip(one: Points, other: Points, colour: str, *, closed: bool = True) -> Mesh:
    """Return the band between two lines of as many corners each, (n, 3)."""
    count = len(one)
    here = np.arange(count if closed else count - 1)
    after = (here + 1) % count
    cells = np.concatenate(
        [
            np.column_stack([here, after, after + count]),
            np.column_stack([here, after + count, here + count]),
        ]
    )
    number = np.full(len(cells), -1)
    return Mesh(np.concatenate([one, other]), cells, repeat_hue(colour, len(cells)), number)


def shade_to_vtk(shade: Shade) -> vtkPolyData | None:
    """Return a shade as a VTK data set with a colour and an opacity at each corner, or None."""
    if not len(shade.cells):
        return None
    data = make_data(shade.points, shade.cells)
    colour = np.empty((len(shade.points), 4), np.uint8)
    colour[:, :3] = rgb(SHADE)
    colour[:, 3] = np.round(shade.dark * 255)
    attach(data.GetPointData(), "colour", colour)
    return data


def line_width(size: tuple[int, int], *, fine: bool) -> float:
    """Return the width of an edge in pixels; `fine` is for supersampling, four pixels a side."""
    return max(_THINNEST, min(size) * _LINE) * (4 if fine else 1)


def to_vtk(mesh: Mesh) -> vtkPolyData | None:
    """Return a mesh as a VTK data set with colours, numbers and normals; None without cells.

    With normals it has a colour for each corner, so each corner must be of one colour.
    """
    if not len(mesh.cells):
        return None
    lines = mesh.cells.shape[1] == 2
    data = make_data(mesh.points, *([], mesh.cells) if lines else (mesh.cells,))
    attach(data.GetCellData(), "number", mesh.numbers)
    if len(mesh.normals):
        hues = np.zeros((len(mesh.points), 3), np.uint8)
        hues[mesh.cells] = mesh.colours[:, None]
        attach(data.GetPointData(), "colour", hues)
        attach(data.GetPointData(), "Normals", mesh.normals)
        data.GetPointData().SetActiveNormals("Normals")
    else:
        attach(data.GetCellData(), "colour", mesh.colours)
    return data


def make_data(
    points: NDArray[np.floating], faces: Sequence[Never] | NDArray[np.int64] = (),
    lines: Sequence[Never] | NDArray[np.int64] = (),
) -> vtkPolyData:  # fmt: skip
    """Return a VTK data set of points (n, 3), faces (m, corners) and lines (k, 2)."""
    from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray
    from vtkmodules.vtkCommonCore import vtkPoints
    from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

    data, places = vtkPolyData(), vtkPoints()
    places.SetData(numpy_to_vtk(points.astype(np.float32), deep=True))
    data.SetPoints(places)
    for cells, put in ((faces, data.SetPolys), (lines, data.SetLines)):
        if len(cells):
            corners = np.asarray(cells, np.int64)
            starts = np.arange(len(corners) + 1) * corners.shape[1]
            kept = (numpy_to_vtkIdTypeArray(one, deep=True) for one in (starts, corners.ravel()))
            array = vtkCellArray()
            array.SetData(*kept)
            put(array)
    return data


def attach(attributes: vtkDataSetAttributes, name: str, values: NDArray[np.generic]) -> None:
    """Add values, one row for each cell or corner, to the attributes of a VTK data set."""
    from vtkmodules.util.numpy_support import numpy_to_vtk

    array = numpy_to_vtk(np.ascontiguousarray(values), deep=True)
    array.SetName(name)
    attributes.AddArray(array)


def make_actor(data: vtkPolyData, **look: float) -> vtkActor:
    """Return an actor that draws a VTK data set in its own colours.

    `look` has properties of VTK, such as `line_width`; `lighting` is on unless it is 0.
    Faces are drawn behind lines and text in the same plane.
    """
    import vtkmodules.vtkRenderingOpenGL2  # noqa: F401 - without it nothing is drawn
    from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper

    mapper = vtkPolyDataMapper()
    mapper.SetInputData(data)
    if data.GetPointData().HasArray("colour"):
        mapper.SetScalarModeToUsePointFieldData()
    else:
        mapper.SetScalarModeToUseCellFieldData()
    mapper.SelectColorArray("colour")
    mapper.SetColorModeToDirectScalars()
    if look.setdefault("lighting", 1):
        mapper.SetResolveCoincidentTopologyToPolygonOffset()
        mapper.SetRelativeCoincidentTopologyPolygonOffsetParameters(1.0, 1.0)
    actor = vtkActor()
    actor.SetMapper(mapper)
    for name, value in look.items():
        setattr(actor.property, name, value)
    if not data.GetPointData().GetNormals():
        actor.property.SetInterpolationToFlat()
    return actor


def light(renderer: vtkRenderer) -> None:
    """Add the lights: a sun from the south-west and some sky, for three tones on a box."""
    from vtkmodules.vtkRenderingCore import vtkLight

    for place, strength in _LIGHTS:
        lamp = vtkLight()
        lamp.SetPosition(place)
        lamp.SetFocalPoint(0, 0, 0)
        lamp.SetIntensity(strength)
        renderer.AddLight(lamp)
