"""Layout of the text over a picture, in pixels from the top left corner.

All boxes stay in the frame; labels overlap neither each other nor the panel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..callouts import Box, Panel, Pill, lay_panel, place_labels, text_size
from .mode import Shot, Slider


class Track(NamedTuple):
    """The slider: its line from left to right, and the area that can be dragged."""

    slider: Slider
    left: float
    right: float
    y: float
    text: tuple[float, float]
    reach: Box

    def x(self, at: int) -> float:
        """Return the place of a value."""
        return self.left + (self.right - self.left) * at / max(self.slider.last, 1)

    def value(self, x: float) -> int:
        """Return the value nearest to a place."""
        share = (x - self.left) / max(self.right - self.left, 1)
        return round(max(0.0, min(1.0, share)) * self.slider.last)


@dataclass(frozen=True)
class Layout:
    """All text over one picture; `frame` is its place in the window."""

    frame: Box
    size: float
    panel: Panel | None
    pills: tuple[Pill, ...]
    track: Track | None


def free_part(frame: Box, slider: bool) -> Box:
    """Return the part of a frame for the scene; the rest is for panel and slider.

    It is the whole frame where less than the height of a line would be left.
    """
    size = text_size(frame)
    wide, high = frame.wide, frame.high
    top = 8.5 * size if high > 1.1 * wide else 0.8 * size
    low = frame.low - (4.2 if slider else 2.2) * size
    free = frame._replace(top=frame.top + top, low=low)
    return free if free.high > size else frame


def lay_out(
    frame: Box,
    shot: Shot,
    points: Sequence[tuple[float, float]],
    shy: Sequence[Box] = (),
) -> Layout:
    """Return the layout of a shot; `points` are the places of its labels in pixels.

    No sentence covers a box of `shy`, the pieces that are marked.
    """
    size = text_size(frame)
    panel = lay_panel(frame, shot.panel, size)
    track = None if shot.slider is None else _lay_track(frame, shot.slider, size)
    boxes = panel and panel.box, track and track.reach
    obstacles = [box for box in boxes if box is not None]
    pills = tuple(place_labels(frame, shot.labels, points, size, obstacles, shy))
    return Layout(frame, size, panel, pills, track)


def _lay_track(frame: Box, slider: Slider, size: float) -> Track:
    margin = 2.2 * size
    left, right = frame.left + margin, frame.right - margin
    y = frame.low - 1.5 * size
    reach = Box(frame.left, y - 1.2 * size, frame.right, frame.low)
    return Track(slider, left, right, y, (left, y - 1.9 * size), reach)
