"""Labels and text over a picture, in the window and off-screen: where they go.

Places are in pixels from the top left corner.  Labels stay in the frame and keep off each other;
long ones also keep off what they are about, and those without room are counted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .pieces.lettering import measure, shorten, wrap
from .pieces.measures import Point
from .pieces.shell import Points

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkCamera

Role = Literal["step", "fault", "hint", "name"]
Accent = Literal["plain", "legal", "illegal"]


class Label(NamedTuple):
    """Text at a point of the scene in mm, in the style of its role; each fault is a line."""

    text: str
    at: Point
    role: Role = "name"


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

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point is inside."""
        return self.left <= x < self.right and self.top <= y < self.low

    def grown(self, by: float) -> Box:
        """Return the box with a margin of `by` on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.low + by)


class Pill(NamedTuple):
    """A label in its place: its lines, its box, and the point it is about."""

    lines: tuple[str, ...]
    box: Box
    at: tuple[float, float]
    role: Role


class Line(NamedTuple):
    """A line of text in a box: its left end, and its vertical middle."""

    text: str
    x: float
    y: float
    bold: bool = False
    fault: bool = False


class Panel(NamedTuple):
    """Text in a corner: its box, its lines, and its text size."""

    box: Box
    lines: tuple[Line, ...]
    size: float

    def moved(self, right: float, down: float) -> Panel:
        """Return it elsewhere, by so many pixels."""
        left, top, east, low = self.box
        box = Box(left + right, top + down, east + right, low + down)
        lines = (line._replace(x=line.x + right, y=line.y + down) for line in self.lines)
        return Panel(box, tuple(lines), self.size)


def project(camera: vtkCamera, frame: Box, points: Points) -> Points:
    """Return points (n, 3) in mm as pixels (n, 2), seen by a VTK camera that fills a frame."""
    aspect = frame.wide / frame.high
    matrix = camera.GetCompositeProjectionTransformMatrix(aspect, -1, 1)
    whole = np.array([[matrix.GetElement(r, c) for c in range(4)] for r in range(4)])
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ whole.T
    flat = homogeneous[:, :2] / homogeneous[:, 3:]
    share = (flat * (1, -1) + 1) / 2
    corner, size = (frame.left, frame.top), (frame.wide, frame.high)
    pixels: Points = np.array(corner) + share * np.array(size)
    return pixels


def find_boxes(outlines: Points, camera: vtkCamera, frame: Box) -> list[Box]:
    """Return the boxes in pixels around outlines (n, corners, 3) in mm."""
    if not len(outlines):
        return []
    pixels = project(camera, frame, outlines.reshape(-1, 3)).reshape(*outlines.shape[:2], 2)
    ends = np.concatenate([pixels.min(axis=1), pixels.max(axis=1)], axis=1)
    return [Box(*each) for each in ends.tolist()]


_SMALL = 420
"""Shorter side of a frame, in pixels, below which labels have no whole sentences."""

_NAME = 4
"""Longest label, in letters, that may cover its point."""

_CROWDED = 0.14
"""Share of a frame covered by labels from which on further ones have no whole sentences."""

_NEAR = (0.0, 0.9, 1.6, 2.6, 4.0, 6.0)
_FAR = (2.2, 4.0, 6.0, 9.0, 13.0, 18.0, 25.0, 34.0, 45.0)
"""Distances of a label from its point, in sizes of text, that are tried."""

_CROSSED, _HIDDEN = 9.0, 7.0
"""What it costs to cross another leader, and to cover a tenth of one, in sizes of text."""


def text_size(frame: Box, most: float = 15.0) -> float:
    """Return the text size for a frame, smaller in small frames."""
    shorter = min(frame.wide, frame.high)
    return max(10.0, min(most, shorter / 56))


def is_short(role: Role, text: str) -> bool:
    """Return whether a label is a number or a short name, which may cover its point."""
    return role in ("step", "hint") or (role == "name" and len(text) <= _NAME)


def place_labels(
    frame: Box,
    labels: Sequence[Label],
    points: Sequence[tuple[float, float]],
    size: float,
    taken: Iterable[Box] = (),
    shy: Iterable[Box] = (),
) -> Iterator[Pill]:
    """Yield labels in their places, those that are short first; `points` are what they are about.

    No label covers a box of `taken` if there is room, and no sentence one of `shy`, the pieces
    labels are about.  A sentence without room is cut to the codes of its faults; faults that still
    have none are counted in one more label.
    """
    placed = [*taken]
    pairs = [*zip(labels, points, strict=True)]
    # Long labels keep clear of the points of all labels.
    clear = [*shy, *(Box(x, y, x, y).grown(1.6 * size) for _, (x, y) in pairs)]
    leaders = np.empty((0, 2, 2))
    brief = min(frame.wide, frame.high) < _SMALL
    covered, left_out = 0.0, 0
    for label, at in sorted(pairs, key=lambda pair: not is_short(pair[0].role, pair[0].text)):
        short = is_short(label.role, label.text)
        texts = [label.text.split("\n")]
        if label.role == "fault":
            codes = [", ".join(dict.fromkeys(text.partition(":")[0] for text in texts[0]))]
            texts = [codes] if brief or covered > _CROWDED * frame.wide * frame.high else [
                *texts, codes
            ]  # fmt: skip
        found = None
        for each in texts:
            lines, wide, high = _measure(each, frame, size, short=short)
            off = placed if short else [*placed, *clear]
            box, free = _find_place(frame, at, (wide, high), off, leaders, size, near=short)
            if free or label.role != "fault":
                found = Pill(lines, box, at, label.role)
                break
        if found is None:
            left_out += label.text.count("\n") + 1
            continue
        placed.append(found.box)
        if not short:
            covered += found.box.wide * found.box.high
            leaders = np.concatenate([leaders, [[meet(found.box, at), at]]])
        yield found
    if left_out:
        lines, wide, high = _measure([f"and {left_out} more"], frame, size, short=False)
        corner = frame.left, frame.low
        off = [*placed, *clear]
        box, _ = _find_place(frame, corner, (wide, high), off, leaders, size, near=True)
        yield Pill(lines, box, box.middle, "fault")


def _measure(
    texts: Sequence[str], frame: Box, size: float, *, short: bool
) -> tuple[tuple[str, ...], float, float]:
    """Return the lines of a label, and the width and height of its box."""
    text_at = size if short else 0.92 * size
    lines = tuple(texts)
    if not short:
        room, fits = min(19 * size, 0.46 * frame.wide), partial(measure, size=text_at)
        lines = tuple(line for text in texts for line in wrap(text, room, fits))
    pad = 0.28 * size if short else 0.5 * size
    high = 1.25 * text_at * len(lines) + 2 * pad
    wide = max(measure(line, text_at, short) for line in lines) + 2 * pad
    return lines, max(wide, high), high


def _find_place(
    frame: Box,
    at: tuple[float, float],
    sides: tuple[float, float],
    off: Sequence[Box],
    leaders: NDArray[np.float64],
    size: float,
    *,
    near: bool,
) -> tuple[Box, bool]:
    """Return the best place for a box, and whether it covers nothing it should keep off.

    `leaders` (n, 2, 2) are the lines from labels to their points; only a `near` box may cover its
    own point.
    """
    wide, high = sides
    inside = frame.grown(-0.4 * size)
    rings = np.array(_NEAR if near else _FAR)[:, None] * size
    angle = math.pi * (np.arange(16) / 8 - 0.5)
    x = at[0] + (np.cos(angle) * (rings + (0 if near else wide / 2))).ravel()
    y = at[1] + (np.sin(angle) * (rings + (0 if near else high / 2))).ravel()
    x = np.maximum(inside.left + wide / 2, np.minimum(x, inside.right - wide / 2))
    y = np.maximum(inside.top + high / 2, np.minimum(y, inside.low - high / 2))
    boxes = np.stack([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2], axis=1)
    trouble = np.zeros(len(boxes))
    if off:
        others = np.array([other.grown(0.2 * size) for other in off])
        shared = np.minimum(boxes[:, None, 2:], others[:, 2:]) - np.maximum(
            boxes[:, None, :2], others[:, :2]
        )
        trouble = np.prod(np.maximum(shared, 0), axis=2).sum(axis=1)
    spot = np.array(at)
    if not near:
        margin = 0.3 * size
        holds = ((boxes[:, :2] - margin <= spot) & (spot < boxes[:, 2:] + margin)).all(axis=1)
        trouble += holds * wide * high / 4
    cost = trouble * 10 + np.hypot(x - at[0], y - at[1])
    if not near:
        ends = np.clip(spot, boxes[:, :2], boxes[:, 2:])
        cost += _HIDDEN * size * _count_hidden(ends, spot, off)
    if len(leaders) and not near:
        cost += _CROSSED * size * _cross(ends, spot, leaders).sum(axis=1)
        steps = np.linspace(0.05, 0.95, 10)[:, None, None]
        along = (leaders[:, 0] * (1 - steps) + leaders[:, 1] * steps).reshape(-1, 2)
        under = ((boxes[:, None, :2] <= along) & (along < boxes[:, None, 2:])).all(axis=2)
        cost += _HIDDEN * size * under.sum(axis=1)
    best = int(cost.argmin())
    return Box(*boxes[best].tolist()), not trouble[best]


def _count_hidden(
    ends: NDArray[np.float64], spot: NDArray[np.float64], off: Sequence[Box]
) -> NDArray[np.int64]:
    """Return how many tenths of each line from `ends` (n, 2) to a spot are hidden by boxes."""
    others = np.array([other for other in off if not other.holds(*spot)]).reshape(-1, 4)
    steps = np.linspace(0.05, 0.95, 10)[:, None, None]
    along = (ends * (1 - steps) + spot * steps)[:, :, None]
    inside = np.all((others[:, :2] <= along) & (along < others[:, 2:]), axis=3)
    count: NDArray[np.int64] = np.any(inside, axis=2).sum(axis=0)
    return count


def _cross(
    ends: NDArray[np.float64], spot: NDArray[np.float64], leaders: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Return which lines from `ends` (n, 2) to a spot cross which leaders: (n, leaders)."""

    def side(a: Points, b: Points, c: Points) -> NDArray[np.bool_]:
        turned: Points = (b - a)[..., 0] * (c - a)[..., 1] - (b - a)[..., 1] * (c - a)[..., 0]
        return turned > 0

    one, other, start = leaders[:, 0], leaders[:, 1], ends[:, None]
    apart = side(start, spot, one) != side(start, spot, other)
    met: NDArray[np.bool_] = apart & (side(one, other, start) != side(one, other, spot))
    return met


def meet(box: Box, at: tuple[float, float]) -> tuple[float, float]:
    """Return the point of a box that is nearest to a point."""
    return max(box.left, min(at[0], box.right)), max(box.top, min(at[1], box.low))


def lay_panel(frame: Box, texts: Sequence[str], size: float) -> Panel | None:
    """Return text in the upper left corner: a bold title, half height for empty lines."""
    if not texts:
        return None
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
        fault = text.startswith("!") or text.lower() == "not legal"
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
    return Panel(box, tuple(lines), size)
