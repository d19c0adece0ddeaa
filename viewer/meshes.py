"""Bodies joined into a few large meshes, and VTK actors for them, off-screen and in the window.

Bodies with edges are one mesh, rounded ones another, edges and text two more: a few actors,
whatever the number of pieces.  Successive scenes of the window differ in few pieces, so the meshes
of single pieces are cached.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

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

KEPT = 1 << 12
"""Size of the cache of pieces; a whole game has some hundreds."""

GLOSS = {"ambient": 0.36, "diffuse": 0.75, "specular": 0.12, "specular_power": 24}

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
        _repeated(group, group.vertices(), group.body.mesh.faces, group.colour) for group in groups
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
    soft = [group for group in groups if group.body.rounded]
    turned = [_normals(group.body) @ matrix[:3, :3].T for group in soft]
    normals = np.concatenate([_NO_NORMALS, *turned]).astype(np.float32)
    every = facet(flat), surfaces(soft)._replace(normals=normals), edges(groups)
    return Meshes(*(one._replace(points=one.points.astype(np.float32)) for one in every))


@cache
def _normals(body: Body) -> Points:
    """Return the normal of every corner of a body (n, 3): the mean of its faces, by area."""
    summed = np.zeros_like(body.mesh.vertices)
    weighed = _across(body.mesh.triangles) * body.mesh.area_faces[:, None]
    for corner in body.mesh.faces.T:
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


_SHADE = "#0b1420"
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


def shade_to_vtk(shade: Shade) -> Any | None:
    """Return a shade as a VTK data set with a colour and an opacity at each corner, or None."""
    import pyvista

    if not len(shade.cells):
        return None
    cells = np.column_stack([np.full(len(shade.cells), 4), shade.cells]).ravel()
    data = pyvista.PolyData(shade.points, faces=cells)
    colour = np.empty((len(shade.points), 4), np.uint8)
    colour[:, :3] = rgb(_SHADE)
    colour[:, 3] = np.round(shade.dark * 255)
    data.point_data["colour"] = colour
    return data


def line_width(size: tuple[int, int], *, fine: bool) -> float:
    """Return the width of an edge in pixels; `fine` is for supersampling, four pixels a side."""
    return max(_THINNEST, min(size) * _LINE) * (4 if fine else 1)


def to_vtk(mesh: Mesh) -> Any | None:
    """Return a mesh as a VTK data set with colours, numbers and normals; None without cells."""
    import pyvista

    count, corners = mesh.cells.shape
    if not count:
        return None
    cells = np.column_stack([np.full(count, corners), mesh.cells]).ravel()
    kind = {"faces": cells} if corners == 3 else {"lines": cells}
    data = pyvista.PolyData(mesh.points.astype(np.float32), **kind)
    data.cell_data["colour"] = mesh.colours
    data.cell_data["number"] = mesh.numbers
    if len(mesh.normals):
        data.point_data["Normals"] = mesh.normals
        data.point_data.active_normals_name = "Normals"
        if len(mesh.normals) == 3 * count:  # no corner is shared, so it has one colour
            data.point_data["colour"] = np.repeat(mesh.colours, 3, axis=0)
    return data


def make_actor(data: Any, *, interpolation: str = "Flat", **look: Any) -> Any:
    """Return an actor that draws a VTK mesh in its own colours.

    `look` is passed to `pyvista.Property`.  Faces are drawn behind lines and text in the same
    plane.
    """
    from pyvista import Actor, DataSetMapper, Property

    mapper = DataSetMapper(dataset=data)
    by_corner = "colour" in data.point_data
    if by_corner:
        mapper.SetScalarModeToUsePointFieldData()
    else:
        mapper.SetScalarModeToUseCellFieldData()
    mapper.SelectColorArray("colour")
    mapper.SetColorModeToDirectScalars()
    mapper.ScalarVisibilityOn()
    if look.get("lighting", True):
        mapper.SetResolveCoincidentTopologyToPolygonOffset()
        mapper.SetRelativeCoincidentTopologyPolygonOffsetParameters(1.0, 1.0)
    if by_corner:
        interpolation = "Gouraud"  # else normals are interpolated for every pixel
    return Actor(mapper=mapper, prop=Property(interpolation=interpolation, **look))


def light(renderer: Any) -> None:
    """Add the lights: a sun from the south-west and some sky, for three tones on a box."""
    import pyvista

    for place, strength in _LIGHTS:
        lamp = pyvista.Light(position=place, focal_point=(0, 0, 0), intensity=strength)
        lamp.positional = False
        renderer.add_light(lamp)
