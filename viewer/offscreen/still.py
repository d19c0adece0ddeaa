"""What is written over pictures drawn off-screen: labels, and text in a corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from PIL import Image

from ..callouts import (
    Accent,
    Box,
    Label,
    Panel,
    Pill,
    find_boxes,
    lay_panel,
    place_labels,
    project,
    text_size,
)
from ..moments import Caption
from ..pen import Pen, draw_labels, draw_panel
from ..pieces.shell import Points
from ..scene import Drawn, Scene

_LARGEST = 60.0
"""Size of text, in pixels, in the largest pictures."""

_ACCENTS: dict[str, Accent] = {"legal": "legal", "illegal": "illegal", "open": "plain"}


def write_over(
    picture: Image.Image,
    camera: Any,
    scene: Drawn,
    labels: Sequence[Label],
    caption: Caption | None = None,
) -> Image.Image:
    """Return a picture, RGB or RGBA, with labels and a caption over it.

    `camera` is the VTK camera that took it of the scene.
    """
    if not labels and caption is None:
        return picture
    frame = Box(0, 0, *picture.size)
    size = text_size(frame, _LARGEST)
    panel = None if caption is None else lay_caption(caption, frame, size)
    if panel is not None:
        panel = _find_corner(panel, frame, project(camera, frame, scene.corners()))
    pills = place_pills(frame, camera, scene, labels, size, [panel.box] if panel else [])
    pen = Pen(picture.size)
    draw_labels(pen, pills, size)
    if panel is not None and caption is not None:
        draw_panel(pen, panel, _ACCENTS[caption.verdict])
    over = pen.image
    if picture.mode == "RGBA":
        return Image.alpha_composite(picture, over)
    whole = picture.copy()
    whole.paste(over, mask=over.getchannel("A"))
    return whole


def lay_caption(caption: Caption, frame: Box, size: float) -> Panel | None:
    """Return a caption in the upper left corner of a frame."""
    return lay_panel(frame, (caption.title, *caption.lines), size)


def place_pills(
    frame: Box,
    camera: Any,
    scene: Drawn,
    labels: Sequence[Label],
    size: float,
    taken: Sequence[Box] = (),
) -> tuple[Pill, ...]:
    """Return labels in their places, clear of the pieces at fault."""
    if not labels:
        return ()
    spots = project(camera, frame, np.array([label.at for label in labels]))
    places = [(float(x), float(y)) for x, y in spots]
    marked = scene.outline_marked() if isinstance(scene, Scene) else np.empty((0, 8, 3))
    shy = find_boxes(marked, camera, frame)
    return tuple(place_labels(frame, labels, places, size, taken, shy))


def _find_corner(panel: Panel, frame: Box, seen: Points) -> Panel:
    """Return a panel in the corner of a frame where it covers least of the scene.

    `seen` (n, 2) are the corners of the scene in pixels.
    """
    hull = shapely.MultiPoint(seen).convex_hull
    right = frame.left + frame.right - panel.box.left - panel.box.right
    down = frame.top + frame.low - panel.box.top - panel.box.low
    ways = [(0.0, 0.0), (right, 0.0), (0.0, down), (right, down)]
    return min(
        (panel.moved(*way) for way in ways),
        key=lambda moved: hull.intersection(shapely.box(*moved.box)).area,
    )
