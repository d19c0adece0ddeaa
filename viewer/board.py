"""The table below a palace: baseplate, sheet with zones and holes, and printed text.

Coordinates are in mm from the plate's south-west corner; height 0 is the top of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from palace.core import colours
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import FILES, Knob
from palace.monkey_palace.kernel.zones import closed_area, zones

from .pieces.lettering import written
from .pieces.measures import HOLE, PITCH, PLATE, SHEET
from .pieces.parts import Body, knobs
from .pieces.shell import Net, Shell, at, circle, merge, rectangle, triangles

_PRINT = 0.05  # height of the print above the sheet, so that it is visible
_APART = 0.02
_DASH, _GAP, _STROKE = 5.0, 3.0, 0.9
NAME = 4.6
"""Cap height of a knob's name, in mm."""

_LETTER, _TITLE, _EDGE = 3.4, 8.0, 11.0
"""Cap heights of zone letters, of the sheet's title, and of files and ranks."""

_ROOM = 7.2  # width for a knob's name beside an arch
FLAT, UPRIGHT, PRINT, SMALL = "names", "names upright", "print", "small print"
"""Names of the text bodies; each view shows one of the two kinds of names."""


@lru_cache(maxsize=8)
def board(ground: GroundMap) -> tuple[Body, ...]:
    """Return plate and sheet as closed bodies, and text as flat ones."""
    sheet = [
        Body(f"zone {letter or 'closed'}", _sheet(area, ground), colour)
        for letter, area, colour in _areas(ground)
        if area.area
    ]
    return (Body("plate", plate(ground), colours.PLATE), *sheet, *_ink(ground))


@lru_cache(maxsize=8)
def plate(ground: GroundMap) -> Net:
    """Return the baseplate, with knobs beside the sheet and in its holes."""
    west, south, wide, deep = ground.sheet
    shown = [
        (x, y)
        for y in range(ground.plate)
        for x in range(ground.plate)
        if not (west <= x < west + wide and south <= y < south + deep)
    ]
    return bare_plate(ground.plate, [*shown, *ground.open_studs])


def bare_plate(side: int, studs: Iterable[tuple[int, int]]) -> Net:
    """Return a baseplate `side` studs wide, with knobs on the given studs."""
    shell, edge = Shell(), side * PITCH
    outline = rectangle(0, 0, edge, edge)
    top = -SHEET
    shell.face(at(outline, top), knobs(shell, studs, top), up=(0, 0, 1))
    shell.face(at(outline, top - PLATE), up=(0, 0, -1))
    shell.wall(at(outline, top - PLATE), at(outline, top))
    return shell.net()


def _areas(ground: GroundMap) -> Iterable[tuple[str, shapely.MultiPolygon, str]]:
    for letter, area in zones(ground).items():
        yield letter, area, colours.ZONES[letter]
    yield "", closed_area(ground), colours.CLOSED_AREA


def _sheet(area: shapely.MultiPolygon, ground: GroundMap) -> Net:
    """Return a part of the sheet as a body with its holes punched."""
    scaled = shapely.transform(area, lambda points: points * PITCH)
    holes = [
        shapely.Polygon(circle((x + 0.5) * PITCH, (y + 0.5) * PITCH, HOLE)[:, :2])
        for x, y in ground.open_studs
    ]
    shell = Shell()
    # Two parts that meet only in a corner would share an edge there, and not be closed.
    apart = scaled.buffer(-_APART, join_style="mitre")
    for part in shapely.get_parts(apart - shapely.MultiPolygon(holes)):
        shell.prism(part, -SHEET, 0)
    return shell.net()


def _ink(ground: GroundMap) -> Iterable[Body]:
    """Yield the print on the sheet, one flat body per colour, and the names beside the plate."""
    areas: dict[str, list[BaseGeometry]] = {colours.INK: list(_outline(ground))}
    small: dict[str, list[BaseGeometry]] = {}
    for knob, letter in ground.colours.items():
        x, y = _middle(ground, knob)
        texts = small.setdefault(colours.ON_ZONES[letter], [])
        # In the corners of its square, which no arch that ends here covers.
        texts.append(written(str(knob), x - 4.6, y - 9.6, NAME, "end", room=_ROOM))
        texts.append(written(letter, x + 7.6, y + 5.6, _LETTER, mono=True))
    west, south, wide, _ = (stud * PITCH for stud in ground.sheet)
    if _title_fits(ground):
        title = written(ground.title, west + wide / 2, south + 3.2, _TITLE, room=0.8 * wide)
        for letter, area, _ in _areas(ground):
            on = shapely.transform(area, lambda points: points * PITCH)
            areas.setdefault(colours.ON_ZONES.get(letter, colours.INK), []).append(title & on)
    for name, inks in ((PRINT, areas), (SMALL, small)):
        for colour, flat in inks.items():
            if any(area.area for area in flat):
                yield Body(name, flattened(flat, _PRINT), colour, solid=False)
    yield from _names(ground)


def _names(ground: GroundMap) -> Iterable[Body]:
    """Yield the names of files and ranks: flat on the table, and upright for the front view."""
    edge, low = ground.plate * PITCH, -SHEET - PLATE
    files = [
        written(FILES[file], _middle(ground, Knob(file, 0))[0], -_EDGE - 5, _EDGE)
        for file in range(ground.width)
    ]
    ranks = [
        written(str(rank + 1), edge + 5, _middle(ground, Knob(0, rank))[1] - _EDGE / 2, _EDGE,
                "start")
        for rank in range(ground.depth)
    ]  # fmt: skip
    title = written(ground.title, edge / 2, -2.4 * _EDGE - 9, _TITLE, room=edge)
    flat_names = [*files, *ranks, *[title] * (not _title_fits(ground))]
    yield Body(FLAT, flattened(flat_names, low), colours.INK, solid=False)
    flat = flattened([*files, title], low)
    standing = Net(flat.vertices[:, [0, 2, 1]] * (1, 0, 1) + (0, 0, low), flat.faces)
    yield Body(UPRIGHT, standing, colours.INK, solid=False)


def _title_fits(ground: GroundMap) -> bool:
    """Return whether the title fits between the sheet's south edge and the first names."""
    _, first = _middle(ground, Knob(0, 0))
    return first - ground.sheet[1] * PITCH > _TITLE + 15


def _middle(ground: GroundMap, knob: Knob) -> tuple[float, float]:
    x, y = ground.stud(knob)
    return (x + 0.5) * PITCH, (y + 0.5) * PITCH


def _outline(ground: GroundMap) -> Iterable[BaseGeometry]:
    """Yield the dashes around the footprint of the set-up."""
    first, second, third = (ground.stud(knob) for knob in ground.setup)
    arches = []
    for (x, y), (u, v) in ((first, second), (second, third)):
        along = int(x == u)
        arches.append(Element("arch", min(x, u), min(y, v), 0, along).studs)
    cells = [shapely.box(x, y, x + 1, y + 1) for x, y in chain(*arches)]
    area = shapely.transform(shapely.union_all(cells), lambda points: points * PITCH)
    line = area.buffer(1.6, join_style="mitre").exterior
    count = round(line.length / (_DASH + _GAP))
    step = line.length / count
    for dash in range(count):
        run = substring(line, dash * step, dash * step + step - _GAP)
        yield run.buffer(_STROKE / 2, cap_style="flat", join_style="mitre")


def flattened(areas: Iterable[BaseGeometry], height: float) -> Net:
    """Return areas as one layer of triangles that face up."""
    parts = chain.from_iterable(shapely.get_parts(area) for area in areas)
    corners = np.concatenate([triangles(part) for part in parts if part.area > 1e-6])
    flat = np.column_stack([corners.reshape(-1, 2), np.full(corners.size // 2, height)])
    faces = np.arange(len(flat)).reshape(-1, 3)
    one, other, third = (flat[faces[:, corner]] for corner in range(3))
    down = np.cross(other - one, third - one)[:, 2] < 0
    faces[down] = faces[down][:, ::-1]
    vertices, index = merge(flat)
    return Net(vertices, index[faces])
