"""Writing as flat areas, so that it lies in the scene and goes wherever the scene goes."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import shapely
from matplotlib.textpath import TextPath
from shapely.geometry.base import BaseGeometry

from ..typeface import outlines
from .shell import Points

_EM = 100.0
_CAP = 0.729  # height of a capital of this font over its size
_FINE = 0.012  # of that height: curves are no finer than they are seen


@cache
def text_area(text: str, mono: bool = False) -> shapely.MultiPolygon:
    """A line of text, its capitals 1 high, that begins at 0, 0."""
    path = TextPath((0, 0), text, size=_EM, prop=outlines(mono))
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
