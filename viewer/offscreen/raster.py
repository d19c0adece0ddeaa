"""Pictures in pixels, drawn by VTK without a display: PNG, and who is seen in which pixel.

All bodies with edges are one mesh, all rounded ones another, all edges and all writing two more:
four actors, however much lies on the table.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palace.core import colours
from palace.core.colours import rgb

from ..board import NAME, SMALL
from ..camera import Camera, fitted
from ..drawn import Drawable, Drawn, drawn
from ..pieces.materials import edge_tint
from ..pieces.shell import Points
from ..scene import Group
from .opengl import need

NOTHING, TABLE = -2, -1
"""Numbers of the pixels in which no element is seen."""

_LEGIBLE = 6
"""Pixels; the names of knobs are left out where their capitals would be lower."""

LARGEST = 4096
"""Pixels along one side."""

_FINEST = 4_000_000
_LINE, _THINNEST = 1 / 700, 0.55  # width of an edge over the frame's shorter side, and in pixels

_LIGHTS = (((-0.35, -0.8, 1.0), 0.62), ((1.0, -0.7, 0.5), 0.38), ((0, 0, 1), 0.24))

GLOSS = {"ambient": 0.25, "diffuse": 0.88, "specular": 0.12, "specular_power": 24}


class Mesh(NamedTuple):
    """Triangles or lines: corners (n, 3) in mm, cells (m, 3 or 2), and of each cell its colour
    (m, 3) and the number of its instance (m,)."""

    points: Points
    cells: NDArray[np.int64]
    colours: NDArray[np.uint8]
    numbers: NDArray[np.int64]


def surfaces(groups: Iterable[Group]) -> Mesh:
    """Bodies or writing as one mesh of triangles."""
    return _joined(
        (group.vertices(), group.body.mesh.faces, group, group.colour) for group in groups
    )


def edges(groups: Iterable[Group]) -> Mesh:
    """The edges of all bodies as one mesh of lines."""
    return _joined(
        (
            group.edges().reshape(len(group.numbers), -1, 3),
            np.arange(2 * len(group.body.edges)).reshape(-1, 2),
            group,
            edge_tint(group.colour),
        )
        for group in groups
        if len(group.body.edges)
    )


def _joined(
    parts: Iterable[tuple[Points, NDArray[np.int64], Group, str]],
) -> Mesh:
    points, cells, hues, numbers = [np.empty((0, 3))], [], [np.empty((0, 3), np.uint8)], []
    start = 0
    for places, faces, group, colour in parts:
        count, size = places.shape[:2]
        first = start + np.arange(count)[:, None, None] * size
        cells.append((faces[None] + first).reshape(-1, faces.shape[1]))
        points.append(places.reshape(-1, 3))
        hues.append(np.tile(np.array(rgb(colour), np.uint8), (count * len(faces), 1)))
        numbers.append(np.repeat(group.numbers, len(faces)))
        start += count * size
    if not cells:
        return Mesh(points[0], np.empty((0, 3), np.int64), hues[0], np.empty(0, np.int64))
    return Mesh(*map(np.concatenate, (points, cells, hues, numbers)))


def png(
    shown: Drawable,
    *,
    size: tuple[int, int] = (1200, 900),
    view: str = "free",
    transparent: bool = False,
) -> bytes:
    """A picture as a PNG file, width and height in pixels, fitted to what is there.

    `view` is free, plan or front.  Raises `InputError` where OpenGL is missing.
    """
    from PIL import Image

    need()
    plotter = staged(drawn(shown), size, view)
    shot = plotter.screenshot(None, return_img=True, transparent_background=transparent)
    plotter.close()
    stream = io.BytesIO()
    Image.fromarray(np.asarray(shot)).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def seen(
    shown: Drawable, *, size: tuple[int, int] = (400, 300), view: str = "free"
) -> NDArray[np.int64]:
    """The number of the instance seen in each pixel, (height, width), the top row first.

    `TABLE` where plate or sheet are, `NOTHING` beside them.  Exact, whatever draws it.
    """
    need()
    plotter = staged(drawn(shown), size, view, plain=True)
    shot = np.asarray(plotter.screenshot(None, return_img=True))
    plotter.close()
    return numbers_in(shot)


def numbers_in(shot: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The numbers that a plain picture, (height, width, 3), was painted in."""
    numbers: NDArray[np.int64] = shot.astype(np.int64) @ np.array([1, 1 << 8, 1 << 16]) + NOTHING
    return numbers


def staged(
    shown: Drawn,
    size: tuple[int, int],
    view: str,
    *,
    plain: bool = False,
    corners: Points | None = None,
) -> Any:
    """A window that is never seen, with everything in it; `plain` paints numbers, not colours.

    The eye is fitted to these corners (n, 3), by default to those of the scene.
    """
    import pyvista

    plotter = pyvista.Plotter(off_screen=True, window_size=list(size), lighting="none")
    plotter.set_background("black" if plain else colours.PAPER)
    groups = shown.groups(view)
    everything = shown.corners(view) if corners is None else corners
    camera = fitted(everything, view, size[0] / size[1])
    solid = [group for group in groups if group.body.solid]
    if plain:
        body = surfaces(solid)
        code = body.numbers - NOTHING
        hues = np.stack([code & 255, code >> 8 & 255, code >> 16 & 255], axis=1)
        plotter.disable_anti_aliasing()
        _add(plotter, "bodies", body._replace(colours=hues.astype(np.uint8)), lighting=False)
    else:
        # The smoother way draws sixteen times as many pixels.
        fine = size[0] * size[1] <= _FINEST
        plotter.enable_anti_aliasing("ssaa" if fine else "msaa", multi_samples=None if fine else 8)
        lights(plotter)
        for rounded in (False, True):
            body = surfaces(group for group in solid if group.body.rounded is rounded)
            name = "rounded" if rounded else "bodies"
            more: dict[str, Any] = {**GLOSS, "smooth_shading": True} if rounded else {**GLOSS}
            actor = _add(plotter, name, body, facets=not rounded, **more)
            if actor is not None:
                behind_lines(actor)
        ink = [group for group in groups if not group.body.solid]
        if camera.scale(size[1]) * NAME < _LEGIBLE:
            ink = [group for group in ink if group.body.name != SMALL]
        _add(plotter, "ink", surfaces(ink), lighting=False)
        # Lines keep their width in pixels, of which the smoother way has four to a side.
        width = line_width(size) * (4 if fine else 1)
        _add(plotter, "edges", edges(groups), lighting=False, line_width=width)
    aim(plotter, camera)
    return plotter


def line_width(size: tuple[int, int]) -> float:
    """Pixels an edge is wide in a frame of a size."""
    return max(_THINNEST, min(size) * _LINE)


def poly(mesh: Mesh) -> Any:
    """A mesh as VTK takes it, with its colours and numbers."""
    import pyvista

    count, corners = mesh.cells.shape
    cells = np.column_stack([np.full(count, corners), mesh.cells]).ravel()
    kind = {"faces": cells} if corners == 3 else {"lines": cells}
    data = pyvista.PolyData(mesh.points.astype(np.float32), **kind)
    data.cell_data["colour"] = mesh.colours
    data.cell_data["number"] = mesh.numbers
    return data


def faceted(mesh: Mesh) -> Any:
    """Triangles as VTK takes them, each with corners of its own, which have its colour and normal.

    Drawn in software, half as much again is drawn in the same time as with colours of cells.
    """
    corners = mesh.points[mesh.cells]
    apart = np.arange(3 * len(mesh.cells)).reshape(-1, 3)
    separate = mesh._replace(points=corners.reshape(-1, 3), cells=apart)
    return shaded(separate, np.repeat(across(corners), 3, axis=0))


def across(corners: Points) -> Points:
    """The normals (n, 3) of triangles (n, 3, 3)."""
    way = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals: Points = way / np.linalg.norm(way, axis=1, keepdims=True)
    return normals


def shaded(mesh: Mesh, normals: NDArray[np.floating]) -> Any:
    """Triangles that share no corner, as VTK takes them, with the normals (n, 3) of the corners."""
    data = poly(mesh)
    data.point_data["colour"] = np.repeat(mesh.colours, 3, axis=0)
    data.point_data["Normals"] = normals.astype(np.float32)
    data.point_data.active_normals_name = "Normals"
    return data


def _add(plotter: Any, name: str, mesh: Mesh, *, facets: bool = False, **more: Any) -> Any:
    if not len(mesh.cells):
        return None
    actor = plotter.add_mesh(
        faceted(mesh) if facets else poly(mesh), name=name, scalars="colour", rgb=True,
        preference="point" if facets else "cell", show_scalar_bar=False, render=False,
        reset_camera=False, **more,
    )  # fmt: skip
    if facets:
        actor.prop.interpolation = "Gouraud"  # else the normals are worked out for every pixel
    return actor


def behind_lines(actor: Any) -> None:
    """Let lines and writing lie before the faces they lie in."""
    actor.mapper.SetResolveCoincidentTopologyToPolygonOffset()
    actor.mapper.SetRelativeCoincidentTopologyPolygonOffsetParameters(1.0, 1.0)


def lights(plotter: Any) -> None:
    """The sun from the south-west, and some sky, so that three sides of a box are three tones."""
    import pyvista

    for place, strength in _LIGHTS:
        light = pyvista.Light(position=place, focal_point=(0, 0, 0), intensity=strength)
        light.positional = False
        plotter.add_light(light)


def aim(plotter: Any, camera: Camera) -> None:
    """Put the eye of a plotter where a camera is."""
    view = plotter.camera
    view.position, view.focal_point, view.up = camera.eye, camera.aim, camera.up
    if camera.angle:
        view.view_angle = camera.angle
    else:
        view.parallel_projection = True
        view.parallel_scale = camera.half
    plotter.reset_camera_clipping_range()
