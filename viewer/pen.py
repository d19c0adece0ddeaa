"""Draws the labels and the text over a picture, with Pillow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from palace.core import colours
from palace.core.colours import rgb

from .callouts import Accent, Box, Panel, Pill, Role, is_short, meet
from .pieces.lettering import font

_FINE = 3
"""Scale at which rounded shapes are drawn before they are reduced, for smooth borders."""


def colour(hue: str, opacity: float = 1) -> tuple[int, int, int, int]:
    """Return `#rrggbb` with an opacity from 0 to 1 as RGBA."""
    return *rgb(hue), round(255 * opacity)


class Pen:
    """A transparent picture to draw on."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.image = Image.new("RGBA", size, (255, 255, 255, 0))
        self.draw = ImageDraw.Draw(self.image)

    def write(
        self, text: str, at: tuple[float, float], size: float, hue: str,
        *, bold: bool = False, anchor: str = "lm",
    ) -> None:  # fmt: skip
        """Draw a line of text; `anchor` as in Pillow: `lm` is the middle of the left end."""
        self.draw.text(at, text, font=font(size, bold), fill=colour(hue), anchor=anchor)

    def box(
        self, box: Box, fill: str, *, opacity: float = 1, edge: str = "", width: float = 1,
        radius: float = 4,
    ) -> None:  # fmt: skip
        """Draw a box with round corners, and an edge if `edge` is a colour."""
        wide, high = round(box.wide), round(box.high)
        patch = _draw_patch(wide, high, fill, round(opacity, 2), edge, width, radius)
        self.image.alpha_composite(patch, *_crop(patch, self.image, box))

    def line(
        self, start: tuple[float, float], end: tuple[float, float], hue: str, width: float
    ) -> None:
        """Draw a straight line, at least one pixel wide."""
        self.draw.line([start, end], fill=colour(hue), width=max(1, round(width)))

    def dot(self, at: tuple[float, float], radius: float, fill: str, edge: str = "") -> None:
        """Draw a disc around a point, and an edge if `edge` is a colour."""
        x, y = at
        around = Box(x - radius, y - radius, x + radius, y + radius)
        self.box(around, fill, edge=edge, width=max(1, radius / 4), radius=radius)


def _crop(
    patch: Image.Image, image: Image.Image, box: Box
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the place of a patch in the picture, and its first pixel inside the picture."""
    left, top = round(box.left), round(box.top)
    return (max(left, 0), max(top, 0)), (min(max(-left, 0), patch.width - 1),
                                         min(max(-top, 0), patch.height - 1))  # fmt: skip


@lru_cache(maxsize=128)
def _draw_patch(
    wide: int, high: int, fill: str, opacity: float, edge: str, width: float, radius: float
) -> Image.Image:
    """Return a rounded box with a smooth border."""
    size = max(wide, 1) * _FINE, max(high, 1) * _FINE
    mask = Image.new("RGBA", size, colour(edge or fill, 0))
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, size[0] - 1, size[1] - 1),
        min(radius * _FINE, min(size) / 2),
        fill=colour(fill, opacity),
        outline=colour(edge) if edge else None,
        width=round(width * _FINE) if edge else 0,
    )
    return mask.resize((max(wide, 1), max(high, 1)), Image.Resampling.BOX)


_GREY = "#6b7078"
_STYLES: dict[Role, tuple[str, str, str]] = {
    "step": (colours.PATH, colours.PAPER, colours.PAPER),
    "hint": (colours.PAPER, colours.PATH, colours.PATH),
    "fault": (colours.PAPER, colours.FAULT, colours.FAULT),
    "name": (colours.PAPER, colours.INK, _GREY),
}
"""Colours of a label's ground, its text and its edge, by role."""


_LINE = "#c9ccd1"
_ACCENTS = {"plain": _LINE, "legal": colours.PATH, "illegal": colours.FAULT}
_SIGNS = {"plain": "", "legal": "ok", "illegal": "!"}


def draw_panel(pen: Pen, panel: Panel, accent: Accent) -> None:
    """Draw text in a corner, and its verdict as a sign."""
    box, lines, size = panel
    pen.box(box, colours.PAPER, opacity=0.86, edge=_LINE, radius=0.5 * size)
    bar = Box(box.left, box.top, box.left + 0.45 * size, box.low)
    pen.box(bar, _ACCENTS[accent], radius=0.2 * size)
    for line in lines:
        hue = colours.FAULT if line.fault else colours.INK
        pen.write(line.text, (line.x, line.y), size, hue, bold=line.bold)
    sign = _SIGNS[accent]
    if sign:
        middle = box.right - 0.1 * size, box.top + 0.1 * size
        pen.dot(middle, 0.85 * size, _ACCENTS[accent], colours.PAPER)
        pen.write(sign, middle, 0.8 * size, colours.PAPER, bold=True, anchor="mm")


def draw_labels(pen: Pen, pills: Sequence[Pill], size: float) -> None:
    """Draw labels in their places, under them the lines to what they are about."""
    for pill in pills:
        _draw_leader(pen, pill, size)
    for pill in pills:
        _draw_pill(pen, pill, size)


def _draw_leader(pen: Pen, pill: Pill, size: float) -> None:
    """Draw the line from a label to its point, unless the label covers it."""
    if pill.box.holds(*pill.at):
        return
    hue = {"fault": colours.FAULT, "step": colours.PATH, "hint": colours.PATH}.get(pill.role, _GREY)
    end = meet(pill.box, pill.at)
    pen.line(end, pill.at, colours.PAPER, 0.27 * size)
    pen.line(end, pill.at, hue, 0.11 * size)
    pen.dot(pill.at, 0.28 * size, hue, colours.PAPER)


def _draw_pill(pen: Pen, pill: Pill, size: float) -> None:
    box, role = pill.box, pill.role
    short = is_short(role, " ".join(pill.lines))
    fill, ink, edge = _STYLES[role]
    round_off = box.high / 2 if short else 0.4 * size
    pen.box(box, fill, opacity=0.95, edge=edge, width=0.1 * size, radius=round_off)
    text_at = size if short else 0.92 * size
    step = 1.25 * text_at
    x, middle = box.middle
    y = middle - step * (len(pill.lines) - 1) / 2
    for line in pill.lines:
        if short:
            pen.write(line, (x, y), text_at, ink, bold=True, anchor="mm")
        else:
            pen.write(line, (box.left + 0.5 * size, y), text_at, ink)
        y += step
