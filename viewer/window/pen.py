"""Drawing in pixels with Pillow: writing, round boxes."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from palace.core.colours import rgb

from ..typeface import font
from .layout import Box

_FINE = 3
"""Times finer than the picture in which round things are drawn, then made smaller."""


def measure(text: str, size: float, bold: bool = False) -> tuple[float, float]:
    """Width and height of a line of text."""
    return font(size, bold).getlength(text), size


def colour(hue: str, opacity: float = 1) -> tuple[int, int, int, int]:
    """`#rrggbb` with an opacity from 0 to 1."""
    return *rgb(hue), round(255 * opacity)


class Pen:
    """A clear picture of a size, and what is drawn on it."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.image = Image.new("RGBA", size, (255, 255, 255, 0))
        self.draw = ImageDraw.Draw(self.image)

    def write(
        self, text: str, at: tuple[float, float], size: float, hue: str,
        *, bold: bool = False, anchor: str = "lm",
    ) -> None:  # fmt: skip
        """A line of text; `anchor` as Pillow has it: `lm` is the middle of its left end."""
        self.draw.text(at, text, font=font(size, bold), fill=colour(hue), anchor=anchor)

    def box(
        self, box: Box, fill: str, *, opacity: float = 1, edge: str = "", width: float = 1,
        radius: float = 4,
    ) -> None:  # fmt: skip
        """A box with round corners, and an edge if it has a colour."""
        wide, high = round(box.right - box.left), round(box.low - box.top)
        patch = _patch(wide, high, fill, round(opacity, 2), edge, width, radius)
        self.image.alpha_composite(patch, *_kept(patch, self.image, box))

    def line(
        self, start: tuple[float, float], end: tuple[float, float], hue: str, width: float
    ) -> None:
        """A straight line."""
        self.draw.line([start, end], fill=colour(hue), width=max(1, round(width)))

    def dot(self, at: tuple[float, float], radius: float, fill: str, edge: str = "") -> None:
        """A disc."""
        x, y = at
        around = Box(x - radius, y - radius, x + radius, y + radius)
        self.box(around, fill, edge=edge, width=max(1, radius / 4), radius=radius)


def _kept(
    patch: Image.Image, image: Image.Image, box: Box
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where a patch goes, and its first pixel that is inside the picture."""
    left, top = round(box.left), round(box.top)
    return (max(left, 0), max(top, 0)), (min(max(-left, 0), patch.width - 1),
                                         min(max(-top, 0), patch.height - 1))  # fmt: skip


@lru_cache(maxsize=128)
def _patch(
    wide: int, high: int, fill: str, opacity: float, edge: str, width: float, radius: float
) -> Image.Image:
    """A round box, smooth at its border."""
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
