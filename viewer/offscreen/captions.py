"""Captions drawn under the pictures of a film."""

from __future__ import annotations

import re
from collections.abc import Iterable

from PIL import Image, ImageDraw, ImageFont

from palace.core import colours

from .. import typeface
from .frames import Caption

_ROWS = 2  # that a line may take
_SIGNS = {"legal": "ok", "illegal": "!", "open": ""}
_GROUNDS = {"legal": colours.LEGAL, "illegal": colours.FAULT, "open": colours.CLOSED_AREA}
_BAND = "#f3f1ec"
_SMALLEST = 10  # pixels


class Strip:
    """A band as wide as the frame, high enough for each of these captions."""

    def __init__(self, width: int, height: int, captions: Iterable[Caption]) -> None:
        """`width` and `height` are those of the frame."""
        self.width = width
        size = max(_SMALLEST, round(min(width / 30, height / 26)))
        self.title, self.text = typeface.font(size * 1.2, bold=True), typeface.font(size)
        self.margin, self.line = size // 2, round(size * 1.35)
        self.side: int = 2 * self.margin + round(self.title.getlength("ok"))
        rows = max((len(self._rows(caption)) for caption in captions), default=0)
        self.height = 2 * self.margin + round(size * 1.55) + rows * self.line

    def drawn(self, caption: Caption) -> Image.Image:
        """The band with one caption on it."""
        band = Image.new("RGB", (self.width, self.height), _BAND)
        draw = ImageDraw.Draw(band)
        draw.rectangle((0, 0, self.side - 1, self.height), _GROUNDS[caption.verdict])
        middle = self.side / 2, self.height / 2
        draw.text(middle, _SIGNS[caption.verdict], colours.PAPER, self.title, "mm")
        left, top = self.side + self.margin, self.margin
        draw.text((left, top), _cut(caption.title, self.title, self._room), colours.INK, self.title)
        first = self.height - self.margin - self.line * len(self._rows(caption))
        top = min(first, top + round(self.title.size * 1.3))
        for row in self._rows(caption):
            draw.text((left, top), row, colours.INK, self.text)
            top += self.line
        return band

    @property
    def _room(self) -> int:
        return self.width - self.side - 2 * self.margin

    def _rows(self, caption: Caption) -> list[str]:
        """The lines of a caption, what is too long on two."""
        rows: list[str] = []
        for line in caption.lines:
            parts = _wrapped(line, self.text, self._room)
            kept = [*parts[: _ROWS - 1], "".join(parts[_ROWS - 1 :])]
            rows += [_cut(row.strip(), self.text, self._room) for row in kept if row]
        return rows


def _wrapped(text: str, font: ImageFont.FreeTypeFont, room: float) -> list[str]:
    """A text broken after blanks, and a staircase after its steps, so that a line has room."""
    rows = [""]
    for part in re.findall("[^ -]*[ -]|[^ -]+$", text):
        if rows[-1] and font.getlength(rows[-1] + part.strip()) > room:
            rows.append("")
        rows[-1] += part
    return rows


def _cut(text: str, font: ImageFont.FreeTypeFont, room: float) -> str:
    """A text, or as much of it as there is room for."""
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(text + "…") > room:
        text = text[:-1]
    return text + "…"
