"""The typeface of all that is written, for Pillow and as flat areas that lie in the scene.

It is the DejaVu that comes with matplotlib.  The fonts of the system are never asked for: text is
then the same to the pixel on every machine.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import shapely
from matplotlib import get_data_path
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from PIL import ImageFont
from shapely.geometry.base import BaseGeometry

from .shell import Points


def font_file(*, bold: bool = False, mono: bool = False) -> Path:
    """The TrueType file of a weight; `mono` is the one whose l is no 1."""
    name = f"DejaVuSans{'Mono' if mono else ''}{'-Bold' if bold else ''}.ttf"
    return Path(get_data_path(), "fonts", "ttf", name)


@lru_cache(maxsize=64)
def font(size: float, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font for Pillow, at a size in pixels."""
    # Pillow's other layout needs FriBiDi of the system, and sets letters at other distances.
    basic = ImageFont.Layout.BASIC
    return ImageFont.truetype(font_file(bold=bold), size, layout_engine=basic)


_EM = 100.0
_CAP = 0.729  # height of a capital of this font over its size
_FINE = 0.012  # of that height: curves are no finer than they are seen


@cache
def text_area(text: str, mono: bool = False) -> shapely.MultiPolygon:
    """A line of text, its capitals 1 high, that begins at 0, 0."""
    bold = FontProperties(fname=font_file(bold=True, mono=mono))
    path = TextPath((0, 0), text, size=_EM, prop=bold)
    area: BaseGeometry = shapely.MultiPolygon()
    # The holes of letters are rings within rings.
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
) -> shapely.MultiPolygon:
    """A text with capitals `height` high, lower if it needs more `room`, its foot at y; `anchor` is
    start, middle or end."""
    area = text_area(text, mono)
    west, _, east, _ = area.bounds
    height = min(height, room / (east - west))
    shift = {"start": west, "middle": (west + east) / 2, "end": east}[anchor]

    def move(points: Points) -> Points:
        moved: Points = (points - np.array([shift, 0])) * height + np.array([x, y])
        return moved

    return shapely.transform(area, move)
