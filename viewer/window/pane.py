"""One picture of a window: its mode, its camera, its actors and the layout of its text."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from palace.monkey_palace.drawing.shown import find_drops, tint
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.knob import Knob

from ..callouts import Box, find_boxes, project
from ..camera import Camera, fit_camera
from ..marks import above
from ..meshes import (
    GLOSS,
    STRONG,
    Mesh,
    attach,
    edges,
    facet,
    join,
    light,
    make_actor,
    make_data,
    mesh_drops,
    mesh_pieces,
    repeat_hue,
    shade_to_vtk,
    stress,
    surfaces,
    to_vtk,
)
from ..pieces.measures import Point
from ..pieces.parts import Group
from ..pieces.shell import Points, rectangle
from ..relief import columns
from ..scene import Scene
from ..shade import cast_shade
from .labels import find_spot, find_tops
from .layout import Layout, free_part, lay_out
from .mode import Mode, Shot, Spot

if TYPE_CHECKING:
    from vtkmodules.vtkCommonDataModel import vtkPolyData
    from vtkmodules.vtkRenderingCore import vtkActor, vtkCamera, vtkRenderer

_GHOST = 0.45
_TILE, _TILE_SOUTH, _TILE_AT = 9.6, 4.6, 0.12
"""Tile of a heat map, in mm: half its side, its reach to the south, and its height.

It is shorter to the south, where the name of its knob is printed, and just above the print.
"""


class Layer:
    """An actor created when there is something to draw; its mesh is replaced as a whole."""

    def __init__(self, renderer: vtkRenderer, *, line: float = 0, **look: float) -> None:
        self.renderer = renderer
        self.look = look
        self.line = line
        self.actor: vtkActor | None = None

    def put(self, data: vtkPolyData | None) -> None:
        """Draw a mesh in place of the last one; None hides it."""
        if data is None:
            if self.actor is not None:
                self.actor.SetVisibility(False)
            return
        if self.actor is None:
            self.actor = make_actor(data, **self.look)
            self.renderer.AddActor(self.actor)
        else:
            self.actor.mapper.SetInputData(data)
        self.actor.SetVisibility(True)

    def widen(self, width: float) -> None:
        """Set the width of lines, relative to `width` in pixels."""
        if self.actor is not None:
            self.actor.property.line_width = self.line * width


class Painter:
    """The actors of one renderer; showing a scene that differs in few pieces is cheap."""

    def __init__(self, renderer: vtkRenderer) -> None:
        self.renderer = renderer
        light(renderer)
        flat = {"lighting": False}
        self.table = Layer(renderer, **GLOSS)
        self.print = Layer(renderer, line=1, **flat)
        self.flat = Layer(renderer, **GLOSS)
        self.rounded = Layer(renderer, **GLOSS)
        self.edges = Layer(renderer, line=1, **flat)
        self.strong = Layer(renderer, line=STRONG, **flat)
        self.shade = Layer(renderer, **flat)
        self.drops = Layer(renderer, **flat)
        self.ghosts = Layer(renderer, **GLOSS, opacity=_GHOST)
        self.ghost_edges = Layer(renderer, line=1.4, **flat)
        self.marks = Layer(renderer, **flat)
        self.columns = Layer(renderer, **GLOSS)
        self.column_print = Layer(renderer, line=1, **flat)
        self.width = 1.0
        self.shown: tuple[object, ...] = ()
        self.ground: tuple[object, ...] = ()

    def show(self, shot: Shot, view: str) -> None:
        """Draw a shot; unchanged parts are kept."""
        scene = shot.scene
        highest = max((one.element.top for one in scene.instances), default=0)
        ground = scene.ground, view, highest if view == "front" else 0
        if ground != self.ground:
            self.ground = ground
            self._table(scene, view)
        shown = scene.instances, shot.outlined, shot.ghosts, shot.heat, shot.terrain
        if shown != self.shown:
            self.shown = shown
            self._pieces(scene, shot.outlined)
            self._ghosts(shot.ghosts)
            self._marks(shot)
        self.set_width(self.width)

    def set_width(self, width: float) -> None:
        """Set the width of edges in pixels."""
        self.width = width
        lines = self.print, self.edges, self.strong, self.ghost_edges, self.column_print
        for layer in lines:
            layer.widen(width)

    def pick(self, x: float, y: float) -> tuple[Point, int] | None:
        """Return the point in mm at a pixel, and the number of its instance (-1: the table).

        Pixels count from the window's lower left corner.  Returns None on the background.
        """
        from vtkmodules.vtkRenderingCore import vtkCellPicker

        picker = vtkCellPicker()
        picker.SetTolerance(0.0005)
        picker.PickFromListOn()
        solid = self.table, self.flat, self.rounded, self.ghosts, self.marks, self.columns
        for layer in solid:
            if layer.actor is not None and layer.actor.GetVisibility():
                picker.AddPickList(layer.actor)
        if not picker.Pick(x, y, 0, self.renderer) or picker.GetCellId() < 0:
            return None
        numbers = picker.GetDataSet().GetCellData().GetArray("number")
        east, north, up = picker.GetPickPosition()
        return (east, north, up), int(numbers.GetValue(picker.GetCellId()))

    def _table(self, scene: Scene, view: str) -> None:
        groups = [group for group in scene.groups(view) if group not in scene.pieces]
        solid = [group for group in groups if group.body.solid]
        self.table.put(to_vtk(facet(surfaces(solid))))
        flat = surfaces(group for group in groups if not group.body.solid)
        self.print.put(_mix(flat, edges(solid)))

    def _pieces(self, scene: Scene, outlined: Iterable[int]) -> None:
        every = mesh_pieces((one.number, one.element, one.colour) for one in scene.instances)
        self.flat.put(to_vtk(every.flat))
        self.rounded.put(to_vtk(every.rounded))
        self.edges.put(to_vtk(every.edges))
        shown = [one.element for one in scene.instances]
        wrong = [one.element for one in scene.instances if one.marked]
        self.shade.put(shade_to_vtk(cast_shade(scene.ground, shown, quick=True)))
        self.drops.put(to_vtk(mesh_drops(find_drops(shown, wrong))))
        self.strong.put(to_vtk(stress(every.edges, outlined, scene.instances)))

    def _ghosts(self, ghosts: Iterable[Element]) -> None:
        every = mesh_pieces((-1, element, tint(element)) for element in ghosts)
        faces = join([every.flat, every.rounded])
        self.ghosts.put(to_vtk(faces._replace(normals=every.edges.normals)))
        self.ghost_edges.put(to_vtk(stress(every.edges, [-1])))

    def _marks(self, shot: Shot) -> None:
        """Draw the tiles of a heat map, or its columns."""
        heat, areas = shot.heat, []
        solid: tuple[Group, ...] = ()
        numbers: tuple[Group, ...] = ()
        if heat is not None and shot.terrain:
            solid, numbers = columns(heat)
        elif heat is not None:
            for knob, value in heat.shown.items():
                x, y, _ = above(shot.scene.ground, knob, 0)
                tile = rectangle(x - _TILE, y - _TILE_SOUTH, x + _TILE, y + _TILE, _TILE_AT)
                areas.append(_fill(tile, heat.scale.tone(value)))
        self.marks.put(to_vtk(join(areas)))
        faces = facet(surfaces(solid))
        self.columns.put(to_vtk(faces._replace(numbers=np.full(len(faces.cells), -1))))
        self.column_print.put(_mix(surfaces(numbers), edges(solid)) if solid else None)


def find_heights(shot: Shot) -> dict[Knob, Point]:
    """Return the points in mm of the numbers of a heat map, on top of the pieces.

    There are none with columns, which have their numbers on them, nor over a staircase.
    """
    if shot.heat is None or shot.terrain or any(label.role == "hint" for label in shot.labels):
        return {}
    ground, high = shot.scene.ground, find_tops(shot.scene)
    return {knob: above(ground, knob, high.get(ground.stud(knob), 0)) for knob in shot.heat.shown}


def _mix(faces: Mesh, lines: Mesh) -> vtkPolyData:
    """Return faces and lines as one data set; VTK numbers the lines first."""
    points = np.concatenate([faces.points, lines.points])
    data = make_data(points, faces.cells, lines.cells + len(faces.points))
    for name, of_lines, of_faces in (
        ("colour", lines.colours, faces.colours), ("number", lines.numbers, faces.numbers)
    ):  # fmt: skip
        attach(data.GetCellData(), name, np.concatenate([of_lines, of_faces]))
    return data


def _fill(ring: Points, colour: str) -> Mesh:
    """Return a flat convex area that faces up."""
    after = np.arange(1, len(ring) - 1)
    cells = np.column_stack([np.zeros_like(after), after, after + 1])
    return Mesh(ring, cells, repeat_hue(colour, len(cells)), np.full(len(cells), -1))


_LEAST = 8
"""Pixels left free on every side, if there is room."""

_LEFT, _ABOVE = 0.85, 0.7
"""Shares of the spare room that go to the panel's sides: left and top."""


def _share_room(room: float, share: float) -> float:
    """Return how much of the spare room goes to the left or top, some to both sides."""
    least = min(room / 2, _LEAST)
    return least + share * (room - 2 * least)


def set_camera(camera: vtkCamera, eye: Camera, frame: Box, free: Box) -> None:
    """Set a VTK camera so that the free part of a frame shows what `eye` sees."""
    share = (free.high) / frame.high
    eye.put(camera)
    if eye.angle:
        half = math.tan(math.radians(eye.angle) / 2) / share
        camera.view_angle = 2 * math.degrees(math.atan(half))
    else:
        camera.parallel_scale = eye.half / share
    x, y = free.middle
    across = 2 * (x - frame.left) / frame.wide - 1
    up = 1 - 2 * (y - frame.top) / frame.high
    camera.SetWindowCenter(-across, -up)


class Pane:
    """The content of one renderer: what its mode shows."""

    def __init__(self, renderer: vtkRenderer, mode: Mode) -> None:
        self.renderer = renderer
        self.mode = mode
        self.painter = Painter(renderer)
        self.frame = Box(0, 0, 1, 1)
        self.shot = mode.shot()
        self.laid: Layout | None = None
        self.knobs: dict[Knob, tuple[float, float]] = {}

    def extent(self, view: str) -> Points:
        """Return points (n, 3) in mm around everything to show."""
        reach = np.array(self.shot.reach).reshape(-1, 3)
        return np.concatenate([self.shot.scene.corners(view), reach])

    def refresh(self, view: str) -> None:
        """Draw the current shot of the mode."""
        self.shot = self.mode.shot()
        self.painter.show(self.shot, view)

    def fit(self, points: Points, view: str) -> None:
        """Fit the camera to points (n, 3) in mm, in the part of the frame without text.

        Spare room goes to the corner of the panel.
        """
        camera, frame = self.renderer.camera, self.frame
        free = free_part(frame, self.shot.slider is not None)
        eye = fit_camera(points, view, free.wide / free.high)
        set_camera(camera, eye, frame, free)
        places = project(camera, frame, points)
        (left, top), (right, low) = places.min(axis=0), places.max(axis=0)
        across = free.left + _share_room(free.wide - (right - left), _LEFT) - left
        down = free.top + _share_room(free.high - (low - top), _ABOVE) - top
        moved = Box(free.left + across, free.top + down, free.right + across, free.low + down)
        set_camera(camera, eye, frame, moved)

    def arrange(self, *, panel: bool = True) -> None:
        """Lay out all text for the current camera."""
        shot = self.shot if panel else replace(self.shot, panel=())
        camera, labels = self.renderer.camera, shot.labels
        tops = find_heights(self.shot)
        points = np.array([label.at for label in labels] + [*tops.values()])
        spots = project(camera, self.frame, points.reshape(-1, 3))
        places = [(float(x), float(y)) for x, y in spots]
        shy = find_boxes(shot.scene.outline_marked(), camera, self.frame)
        self.laid = lay_out(self.frame, shot, places[: len(labels)], shy)
        self.knobs = dict(zip(tops, places[len(labels) :], strict=True))

    def pick(self, x: float, y: float, low: float) -> Spot:
        """Return what is at a pixel; `low` is the height of the window."""
        met = self.painter.pick(x, low - 1 - y)
        return Spot() if met is None else find_spot(self.shot.scene, *met)
