"""Layout of the text over a picture, in pixels from the top left corner.

All boxes stay in the frame; labels overlap neither each other nor the panel.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from ..pieces.lettering import measure, shorten, wrap
from .mode import Role, Shot, Slider

_SMALL = 420
"""Shorter side of a frame, in pixels, below which only the panel shows whole sentences."""

_NAME = 4
"""Longest label, in letters, that may cover its point."""


class Box(NamedTuple):
    """A rectangle; `right` and `low` are just outside it."""

    left: float
    top: float
    right: float
    low: float

    @property
    def wide(self) -> float:
        """Distance from left to right."""
        return self.right - self.left

    @property
    def high(self) -> float:
        """Distance from the top down."""
        return self.low - self.top

    @property
    def middle(self) -> tuple[float, float]:
        """Centre of the box."""
        return (self.left + self.right) / 2, (self.top + self.low) / 2

    def overlap(self, other: Box) -> float:
        """Return the area shared with another box."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.low, other.low) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point is inside."""
        return self.left <= x < self.right and self.top <= y < self.low

    def grown(self, by: float) -> Box:
        """Return the box with a margin of `by` on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.low + by)


class Line(NamedTuple):
    """A line of text in a box: its left end, and its vertical middle."""

    text: str
    x: float
    y: float
    bold: bool = False
    fault: bool = False


class Pill(NamedTuple):
    """A label: its lines, its box, and the point it is about."""

    lines: tuple[str, ...]
    box: Box
    at: tuple[float, float]
    role: Role


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
    panel: Box | None
    lines: tuple[Line, ...]
    pills: tuple[Pill, ...]
    track: Track | None


def text_size(frame: Box) -> float:
    """Return the text size for a frame, smaller in small frames."""
    shorter = min(frame.wide, frame.high)
    return max(10.0, min(15.0, shorter / 56))


def free_part(frame: Box, slider: bool) -> Box:
    """Return the part of a frame for the scene; the rest is for panel and slider."""
    size = text_size(frame)
    wide, high = frame.wide, frame.high
    top = 8.5 * size if high > 1.1 * wide else 0.8 * size
    return Box(
        frame.left, frame.top + top, frame.right, frame.low - (4.2 if slider else 2.2) * size
    )


def lay_out(
    frame: Box,
    shot: Shot,
    points: Sequence[tuple[float, float]],
) -> Layout:
    """Return the layout of a shot; `points` are the places of its labels in pixels."""
    size = text_size(frame)
    panel, lines = _lay_panel(frame, shot.panel, size)
    track = None if shot.slider is None else _lay_track(frame, shot.slider, size)
    obstacles = [box for box in (panel, track and track.reach) if box is not None]
    pills = tuple(_lay_pills(frame, shot, points, size, obstacles))
    return Layout(frame, size, panel, lines, pills, track)


def _lay_panel(
    frame: Box, texts: tuple[str, ...], size: float
) -> tuple[Box | None, tuple[Line, ...]]:
    """Return the box and the lines of the panel: a bold title, half height for empty lines."""
    if not texts:
        return None, ()
    margin, pad, step = 0.8 * size, 0.8 * size, 1.45 * size
    wide, high = frame.wide, frame.high
    room = min(27 * size, wide - 2 * margin) - 2.4 * pad
    x, y = frame.left + margin + 1.4 * pad, frame.top + margin + pad
    lowest = frame.top + max((0.36 if high < wide else 0.48) * high, 8 * size)
    lines: list[Line] = []
    for number, text in enumerate(texts):
        if not text:
            y += 0.5 * step
            continue
        bold = not number
        fault = text.startswith("!") or text == "not legal"
        for line in wrap(text, room, partial(measure, size=size, bold=bold)):
            lines.append(Line(line, x, y + step / 2, bold, fault))
            y += step
    while len(lines) > 2 and lines[-1].y > lowest:
        lines = lines[:-1]
        last = lines[-1]
        lines[-1] = last._replace(
            text=shorten(
                f"{last.text} ...", room, partial(measure, size=size, bold=last.bold), " ..."
            )
        )
        y = last.y + step / 2
    reach = max(measure(line.text, size, line.bold) for line in lines)
    box = Box(
        frame.left + margin, frame.top + margin, frame.left + margin + reach + 2.2 * pad, y + pad
    )
    return box, tuple(lines)


def _lay_track(frame: Box, slider: Slider, size: float) -> Track:
    margin = 2.2 * size
    left, right = frame.left + margin, frame.right - margin
    y = frame.low - 1.5 * size
    reach = Box(frame.left, y - 1.2 * size, frame.right, frame.low)
    return Track(slider, left, right, y, (left, y - 1.9 * size), reach)


def _lay_pills(
    frame: Box,
    shot: Shot,
    points: Sequence[tuple[float, float]],
    size: float,
    obstacles: list[Box],
) -> Iterator[Pill]:
    """Yield the labels: short ones near their points first, then long ones in free places."""
    placed = list(obstacles)
    pairs = [*zip(shot.labels, points, strict=True)]
    # Long labels keep clear of the points of all labels.
    shy = [Box(x, y, x, y).grown(1.6 * size) for _, (x, y) in pairs]
    small = min(frame.wide, frame.high) < _SMALL
    for label, at in sorted(pairs, key=lambda pair: len(pair[0].text)):
        short = is_short(label.role, label.text)
        text_at = 0.92 * size if not short else size
        room = min(19 * size, 0.46 * (frame.wide))
        # In a small frame only the panel has the whole sentence.
        texts = label.text.split("\n")
        if small and not short:
            texts = [", ".join(text.partition(":")[0] for text in texts)]
        if not short:
            fits = partial(measure, size=text_at)
            texts = [line for text in texts for line in wrap(text, room, fits)]
        lines = tuple(texts)
        wide = max(measure(line, text_at, short) for line in lines)
        high = 1.25 * text_at * len(lines)
        pad = 0.28 * size if short else 0.5 * size
        wide, high = max(wide + 2 * pad, high + 2 * pad), high + 2 * pad
        kept_off = placed if short else [*placed, *shy]
        box = _find_place(frame, at, wide, high, kept_off, size, near=short)
        placed.append(box)
        yield Pill(lines, box, at, label.role)


def is_short(role: Role, text: str) -> bool:
    """Return whether a label is a number or a short name, which may cover its point."""
    return role in ("step", "hint") or (role == "name" and len(text) <= _NAME)


def _find_place(
    frame: Box,
    at: tuple[float, float],
    wide: float,
    high: float,
    placed: list[Box],
    size: float,
    *,
    near: bool,
) -> Box:
    """Return the nearest free place for a box; only a `near` one may cover its point."""
    best, least = None, math.inf
    inside = frame.grown(-0.4 * size)
    rings = (0.0, 0.9, 1.6, 2.6, 4.0, 6.0) if near else (2.2, 4.0, 6.0, 9.0, 13.0, 18.0, 25.0)
    for ring in rings:
        for turn in range(1 if not ring else 16):
            angle = math.pi * (turn / 8 - 0.5)
            across, down = math.cos(angle), math.sin(angle)
            x = at[0] + across * (ring * size + (0 if near else wide / 2))
            y = at[1] + down * (ring * size + (0 if near else high / 2))
            x = max(inside.left + wide / 2, min(x, inside.right - wide / 2))
            y = max(inside.top + high / 2, min(y, inside.low - high / 2))
            box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
            trouble = sum(box.overlap(other.grown(0.2 * size)) for other in placed)
            if not near and box.grown(0.3 * size).holds(*at):
                trouble += wide * high / 4
            cost = trouble * 10 + math.hypot(x - at[0], y - at[1])
            if cost < least:
                best, least = box, cost
            if not trouble:
                return box
    assert best is not None
    return best
