"""The typeface of all text, as fonts for Pillow and as flat areas for the scene.

It is the DejaVu of matplotlib.  System fonts are never used, so text is the same to the pixel on
every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import shapely.affinity
from matplotlib import get_data_path
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from PIL import ImageFont
from shapely.geometry.base import BaseGeometry

from .shell import Points


def font_file(*, bold: bool = False, mono: bool = False) -> Path:
    """Return the TrueType file of a weight; in the `mono` font l and 1 differ."""
    name = f"DejaVuSans{'Mono' if mono else ''}{'-Bold' if bold else ''}.ttf"
    return Path(get_data_path(), "fonts", "ttf", name)


@lru_cache(maxsize=64)
def font(size: float, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the font for Pillow at a size in pixels."""
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


_EM = 100.0
_CAP = 0.729  # cap height of this font over its size
_FINE = 0.012  # tolerance of curves, as a share of the cap height


@cache
def text_area(text: str, mono: bool = False) -> shapely.MultiPolygon:
    """Return a line of text, starting at 0, 0, with a cap height of 1."""
    bold = FontProperties(fname=font_file(bold=True, mono=mono))
    path = TextPath((0, 0), text, size=_EM, prop=bold)
    area: BaseGeometry = shapely.MultiPolygon()
    # The holes of letters are rings inside rings.
    for ring in path.to_polygons(closed_only=True):
        if len(ring) > 3:
            area = shapely.symmetric_difference(area, shapely.Polygon(ring).buffer(0))
    size = 1 / (_EM * _CAP)
    whole = shapely.transform(area, lambda points: points * size).simplify(_FINE)
    return shapely.MultiPolygon([part for part in shapely.get_parts(whole) if part.area])


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
