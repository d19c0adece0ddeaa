"""The colour zones of a sheet as areas, in studs."""

from __future__ import annotations

from shapely import MultiPolygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from palace.monkey_palace.kernel.elements import COLOURS
from palace.monkey_palace.kernel.ground import GroundMap


def zones(ground: GroundMap) -> dict[str, MultiPolygon]:
    """Return the area of every colour `l d g`, in studs; empty where a map lacks the colour.

    Every open knob colours the square around it, at the border as far as the edge of the sheet.
    """
    areas: dict[str, MultiPolygon] = {}
    for letter in COLOURS:
        knobs = [knob for knob, colour in ground.colours.items() if colour == letter]
        areas[letter] = _polygons(unary_union([box(*ground.square(knob)) for knob in knobs]))
    return areas


def closed_area(ground: GroundMap) -> MultiPolygon:
    """Return the rest of the sheet, around closed knobs, in studs: it has no colour."""
    west, south, wide, deep = ground.sheet
    sheet = box(west, south, west + wide, south + deep)
    return _polygons(sheet - unary_union(list(zones(ground).values())))


def _polygons(area: BaseGeometry) -> MultiPolygon:
    """Return an area as polygons.

    Where two of them only touch in a line or a point, that is no area.
    """
    parts = getattr(area, "geoms", [area])
    return MultiPolygon([part for part in parts if part.geom_type == "Polygon" and part.area])
