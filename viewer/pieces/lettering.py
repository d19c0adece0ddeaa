"""The typeface of all text, as fonts for Pillow and as flat areas for the scene.

It is the DejaVu of matplotlib.  System fonts are never used, so text is the same to the pixel on
every machine.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely.affinity
from shapely.geometry.base import BaseGeometry

from .shell import Points

if TYPE_CHECKING:
    from PIL import ImageFont


def font_file(*, bold: bool = False, mono: bool = False) -> Path:
    """Return the TrueType file of a weight; in the `mono` font l and 1 differ."""
    name = f"DejaVuSans{'Mono' if mono else ''}{'-Bold' if bold else ''}.ttf"
    there = find_spec("matplotlib")  # not imported: that takes a fifth of a second
    assert there is not None, "PyVista requires it"
    assert there.origin is not None
    return Path(there.origin).parent / "mpl-data" / "fonts" / "ttf" / name


@cache
def list_letters(*, bold: bool = False, mono: bool = False) -> frozenset[str]:
    """Return the letters that a font has."""
    from fontTools.ttLib import TTFont  # not there where nothing is written

    with TTFont(font_file(bold=bold, mono=mono)) as file:
        return frozenset(map(chr, file.getBestCmap()))


@lru_cache(maxsize=64)
def font(size: float, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the font for Pillow at a size in pixels."""
    from PIL import ImageFont

    # Pillow's other layout needs the system's FriBiDi, and spaces letters differently.
    basic = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(font_file(bold=bold)), size, layout_engine=basic)


def measure(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text."""
    return float(font(size, bold).getlength(text))


def wrap(text: str, room: float, width: Callable[[str], float]) -> Iterator[str]:
    """Yield the lines of a text, no wider than `room`; longer words are cut, staircases at `-`."""
    line = ""
    for word in _split_words(text, room, width):
        if line and width((line + word).rstrip()) > room:
            yield line.rstrip()
            line = word.lstrip()
        else:
            line += word
    if line:
        yield line.rstrip()


def _split_words(text: str, room: float, width: Callable[[str], float]) -> Iterator[str]:
    """Yield the parts of a text, each with the space or dash that ends it."""
    part = ""
    for letter in text:
        part += letter
        if letter in " -,/" or width(part) > room - 1:
            if width(part.rstrip()) > room and len(part) > 1:
                yield part[:-1]
                part = part[-1]
            if part and part[-1] in " -,/":
                yield part
                part = ""
    if part:
        yield part


def shorten(text: str, room: float, width: Callable[[str], float], mark: str = "…") -> str:
    """Return a text, cut and ended with a mark if it is wider than `room`."""
    if width(text) <= room:
        return text
    while text and width(text + mark) > room:
        text = text[:-1]
    return text + mark


_CAP = 0.729  # cap height of this font over its size
_FINE = 0.012  # tolerance of curves, as a share of the cap height
Point2 = tuple[float, float]
_STEPS = np.linspace(0, 1, 9)[1:, None]  # along a curve


@cache
def _rings() -> Any:
    """Return the pen that collects the outlines of a letter, in units of the font, with curves as
    short lines."""
    from fontTools.pens.basePen import BasePen

    class Rings(BasePen):  # type: ignore[misc]
        def __init__(self, letters: Mapping[str, object]) -> None:
            super().__init__(letters)
            self.rings: list[list[Point2]] = []

        def _moveTo(self, point: Point2) -> None:  # noqa: N802 - fontTools names it
            self.rings.append([point])

        def _lineTo(self, point: Point2) -> None:  # noqa: N802
            self.rings[-1].append(point)

        def _qCurveToOne(self, bend: Point2, end: Point2) -> None:  # noqa: N802
            start, middle, last = (np.array(point) for point in (self.rings[-1][-1], bend, end))
            line = (1 - _STEPS) ** 2 * start + 2 * _STEPS * (1 - _STEPS) * middle + _STEPS**2 * last
            self.rings[-1].extend(map(tuple, line))

    return Rings


class _Letters:
    """The letters of a font as areas with a cap height of 1, and how far apart they are."""

    def __init__(self, file: Path) -> None:
        from fontTools.ttLib import TTFont

        self.file = TTFont(io.BytesIO(file.read_bytes()), lazy=True)
        self.drawn = self.file.getGlyphSet()
        self.names = self.file.getBestCmap()
        self.size = 1 / (self.file["head"].unitsPerEm * _CAP)
        self.pairs = self.file["kern"].kernTables[0].kernTable if "kern" in self.file else {}
        self.areas: dict[str, BaseGeometry] = {}

    def area(self, name: str) -> BaseGeometry:
        """Return a letter, starting at 0, 0."""
        if name not in self.areas:
            pen = _rings()(self.drawn)
            self.drawn[name].draw(pen)
            area: BaseGeometry = shapely.MultiPolygon()
            # The holes of letters are rings inside rings.
            for ring in pen.rings:
                if len(ring) > 2:
                    area = shapely.symmetric_difference(area, shapely.Polygon(ring).buffer(0))
            scaled = shapely.transform(area, lambda points: points * self.size)
            self.areas[name] = scaled.simplify(_FINE)
        return self.areas[name]

    def write(self, text: str) -> Iterator[BaseGeometry]:
        """Yield the letters of a text side by side."""
        at, last = 0.0, ""
        for letter in text:
            name = self.names.get(ord(letter), ".notdef")
            at += self.pairs.get((last, name), 0) * self.size
            yield shapely.affinity.translate(self.area(name), at)
            at, last = at + self.drawn[name].width * self.size, name


@cache
def _letters(mono: bool) -> _Letters:
    return _Letters(font_file(bold=True, mono=mono))


@cache
def text_area(text: str, mono: bool = False) -> shapely.MultiPolygon:
    """Return a line of text, starting at 0, 0, with a cap height of 1."""
    letters = shapely.get_parts([*_letters(mono).write(text)])
    return shapely.MultiPolygon([part for part in letters if part.area])


def written(
    text: str,
    x: float,
    y: float,
    height: float,
    anchor: str = "middle",
    *,
    mono: bool = False,
    room: float = math.inf,
    quarter: int = 0,
) -> shapely.MultiPolygon:
    """Return a text with its foot at `y` and cap height `height`, reduced to fit `room`.

    `anchor` is start, middle or end.  `quarter` turns clockwise about its middle make it upright as
    seen from another side.
    """
    area = text_area(text, mono)
    west, _, east, _ = area.bounds
    height = min(height, room / (east - west))
    shift = {"start": west, "middle": (west + east) / 2, "end": east}[anchor]

    def move(points: Points) -> Points:
        moved: Points = (points - np.array([shift, 0])) * height + np.array([x, y])
        return moved

    placed = shapely.transform(area, move)
    return shapely.affinity.rotate(placed, -90 * (quarter % 4)) if quarter % 4 else placed
