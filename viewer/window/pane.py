"""One picture of a window: its modes, its eye, and where everything over it lies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from palace.monkey_palace.kernel.knob import Knob

from ..pieces.shell import Points
from .layout import Box, Layout, free_part, layout
from .mode import Mode, Spot
from .painter import Painter, heights
from .pen import measure
from .spots import spot_at
from .view_fit import fit, seen


class Pane:
    """What one renderer shows; the last of its modes is the one that is worked in."""

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
        """The mode that is worked in."""
        return self.modes[-1]

    @property
    def free(self) -> Box:
        """The part of the frame that the scene is fitted in."""
        return free_part(self.frame, self.shot.slider is not None)

    def extent(self, view: str) -> Points:
        """Points (n, 3) in mm round everything that is to be seen."""
        reach = np.array(self.shot.reach).reshape(-1, 3)
        return np.concatenate([self.shot.scene.corners(view), reach])

    def refresh(self, view: str) -> None:
        """Ask the mode what to show, and draw it."""
        self.shot = self.mode.shot()
        self.painter.show(self.shot, view)

    def fit(self, points: Points, view: str) -> None:
        """Fit the eye to points (n, 3) in mm."""
        fit(self.renderer.camera, points, view, self.frame, self.free)

    def arrange(self, *, panel: bool = True) -> None:
        """Find places for all that is written, as the eye stands now."""
        shot = self.shot if panel else replace(self.shot, panel=())
        camera, labels = self.renderer.camera, shot.labels
        knobs = [*self.shot.heat]
        points = np.array([label.at for label in labels] + heights(self.shot, knobs))
        spots = seen(camera, self.frame, points.reshape(-1, 3))
        places = [(float(x), float(y)) for x, y in spots]
        self.laid = layout(self.frame, shot, places[: len(labels)], measure)
        self.knobs = dict(zip(knobs, places[len(labels) :], strict=True))

    def pick(self, x: float, y: float, low: float) -> Spot:
        """What lies under a pixel; `low` is the height of the window."""
        met = self.painter.pick(x, low - 1 - y)
        return Spot() if met is None else spot_at(self.shot.scene, *met)
