"""One picture of a window: its modes, its camera, and the layout of its text."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from palace.monkey_palace.kernel.knob import Knob

from ..camera import Camera, fit_camera
from ..pieces.shell import Points
from .labels import find_spot
from .layout import Box, Layout, free_part, lay_out
from .mode import Mode, Spot
from .painter import Painter, find_heights

_LEAST = 8
"""Pixels left free on every side, if there is room."""

_LEFT, _ABOVE = 0.85, 0.7
"""Shares of the spare room that go to the panel's sides: left and top."""


def _share_room(room: float, share: float) -> float:
    """Return how much of the spare room goes to the left or top, some to both sides."""
    least = min(room / 2, _LEAST)
    return least + share * (room - 2 * least)


def set_camera(camera: Any, eye: Camera, frame: Box, free: Box) -> None:
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


def project(camera: Any, frame: Box, points: Points) -> Points:
    """Return points (n, 3) in mm as pixels (n, 2) from the window's top left corner."""
    aspect = frame.wide / frame.high
    matrix = camera.GetCompositeProjectionTransformMatrix(aspect, -1, 1)
    whole = np.array([[matrix.GetElement(r, c) for c in range(4)] for r in range(4)])
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ whole.T
    flat = homogeneous[:, :2] / homogeneous[:, 3:]
    share = (flat * (1, -1) + 1) / 2
    corner, size = (frame.left, frame.top), (frame.wide, frame.high)
    pixels: Points = np.array(corner) + share * np.array(size)
    return pixels


class Pane:
    """The content of one renderer; the last of its modes is the current one."""

    def __init__(self, renderer: Any, mode: Mode) -> None:
        self.renderer = renderer
        self.modes = [mode]
        self.painter = Painter(renderer)
        self.frame = Box(0, 0, 1, 1)
        self.shot = mode.shot()
        self.laid: Layout | None = None
        self.knobs: dict[Knob, tuple[float, float]] = {}

    @property
    def mode(self) -> Mode:
        """The current mode."""
        return self.modes[-1]

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
        knobs = [*self.shot.heat]
        points = np.array([label.at for label in labels] + find_heights(self.shot, knobs))
        spots = project(camera, self.frame, points.reshape(-1, 3))
        places = [(float(x), float(y)) for x, y in spots]
        self.laid = lay_out(self.frame, shot, places[: len(labels)])
        self.knobs = dict(zip(knobs, places[len(labels) :], strict=True))

    def pick(self, x: float, y: float, low: float) -> Spot:
        """Return what is at a pixel; `low` is the height of the window."""
        met = self.painter.pick(x, low - 1 - y)
        return Spot() if met is None else find_spot(self.shot.scene, *met)
