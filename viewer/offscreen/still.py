"""What is written over pictures drawn off-screen: labels, and text in a corner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import shapely
from PIL import Image

from palace.core import colours
from palace.core.colours import rgb

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
from ..camera import fit_camera
from ..marks import Sight
from ..moments import Caption
from ..pen import Pen, draw_labels, draw_panel
from ..pieces.shell import Points
from ..scene import Drawn, Scene

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkCamera

_LARGEST = 60.0
"""Size of text, in pixels, in the largest pictures."""

_GREY = "#6b7078"
_ACCENTS: dict[str, Accent] = {"legal": "legal", "illegal": "illegal", "open": "plain"}


_TALL = 0.75
"""Width over height below which a still has two pictures."""

_BESIDE = 9.0
"""How far west and north of its knob, in mm, the number of a step is in a plan."""


def is_tall(size: tuple[int, int]) -> bool:
    """Return whether a frame is so tall that a palace fills less than half of it."""
    return size[0] < _TALL * size[1]


def split(sight: Sight, size: tuple[int, int], view: str) -> tuple[bool, dict[str, Box]]:
    """Return whether the caption has room of its own, and the place of each picture of a still.

    In a tall frame the free view is two, from the south and from the west, unless the scene is
    flat: an arch that is seen from its end in one is seen from its side in the other.  Plan and
    front fill their corners: they are beside the caption or below it, whichever makes them larger.
    """
    wide, high = size
    whole = Box(0, 0, wide, high)
    pair = view == "free" and is_tall(size) and not sight.scene.flat
    if sight.caption is None or not (pair or view != "free"):
        return False, _halve(whole) if pair else {view: whole}
    box, gap = _lay_caption(sight.caption, whole).box, 0.4 * text_size(whole, _LARGEST)
    below = whole._replace(top=round(box.low + gap))
    if pair:
        return True, _halve(below)
    points = sight.corners(view)
    beside = whole._replace(left=round(box.right + gap))
    best = max((below, beside), key=lambda one: _scale(points, view, one))
    return True, {view: best}


def _halve(room: Box) -> dict[str, Box]:
    middle = room.top + round(room.high / 2)
    return {"south": room._replace(low=middle), "west": room._replace(top=middle)}


def _scale(points: Points, view: str, room: Box) -> float:
    """Return the pixels per mm at which everything fits a place."""
    if room.wide < 1:
        return 0.0
    return fit_camera(points, view, room.wide / room.high).scale(round(room.high))


def draw_ground(size: tuple[int, int]) -> Image.Image:
    """Return the background of a still: white at the top, a quiet grey below."""
    ends = np.array([rgb(colours.PAPER), rgb(colours.GROUND)], float)
    share = np.linspace(0, 1, size[1])[:, None]
    rows = np.rint(ends[0] * (1 - share) + ends[1] * share).astype(np.uint8)
    return Image.fromarray(np.repeat(rows[:, None], size[0], axis=1))


def place_on(view: str, labels: Sequence[Label]) -> list[Label]:
    """Return labels as they are in a view: in a plan numbers of steps are beside the heights."""
    if view != "plan":
        return [*labels]
    return [
        label
        if label.role != "step"
        else label._replace(at=(label.at[0] - _BESIDE, label.at[1] + _BESIDE, label.at[2]))
        for label in labels
    ]


def write_aside(
    picture: Image.Image, caption: Caption | None, frames: Mapping[str, Box]
) -> Image.Image:
    """Return a still with a caption in its own room, and the sides that two pictures show."""
    pen = Pen(picture.size)
    size = text_size(Box(0, 0, *picture.size), _LARGEST)
    if caption is not None:
        draw_panel(pen, _lay_caption(caption, Box(0, 0, *picture.size)), _ACCENTS[caption.verdict])
    for view, box in frames.items() if len(frames) > 1 else ():
        pen.write(f"from the {view}", (box.left + size, box.low - size), size, _GREY)
    return _put(pen, picture)


def write_over(
    picture: Image.Image,
    camera: vtkCamera,
    scene: Drawn,
    labels: Sequence[Label],
    caption: Caption | None = None,
) -> Image.Image:
    """Return a picture, RGB or RGBA, with labels over it, and a caption in an empty corner.

    `camera` is the VTK camera that took it of the scene.
    """
    if not labels and caption is None:
        return picture
    frame = Box(0, 0, *picture.size)
    size = text_size(frame, _LARGEST)
    panel = None
    if caption is not None:
        seen = project(camera, frame, scene.corners())
        panel = _find_corner(_lay_caption(caption, frame), frame, seen)
    pills = place_pills(frame, camera, scene, labels, size, [panel.box] if panel else [])
    pen = Pen(picture.size)
    draw_labels(pen, pills, size)
    if panel is not None and caption is not None:
        draw_panel(pen, panel, _ACCENTS[caption.verdict])
    return _put(pen, picture)


def _put(pen: Pen, picture: Image.Image) -> Image.Image:
    """Return a picture with what a pen has drawn over it."""
    if picture.mode == "RGBA":
        return Image.alpha_composite(picture, pen.image)
    whole = picture.copy()
    whole.paste(pen.image, mask=pen.image.getchannel("A"))
    return whole


def _lay_caption(caption: Caption, frame: Box) -> Panel:
    """Return a caption in the upper left corner of a frame."""
    panel = lay_panel(frame, (caption.title, *caption.lines), text_size(frame, _LARGEST))
    assert panel is not None
    return panel


def place_pills(
    frame: Box,
    camera: vtkCamera,
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
