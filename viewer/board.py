"""The table below a palace: baseplate, sheet with zones and holes, and printed text.

Coordinates are in mm from the plate's south-west corner; height 0 is the top of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

import numpy as np
import shapely.affinity
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from palace.core import colours
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import FILES, Knob

from .pieces.lettering import written
from .pieces.measures import BRICK, HOLE, PITCH, PLATE, SHEET
from .pieces.parts import Body, knobs
from .pieces.shell import Net, Shell, at, circle, merge, rectangle, triangles
from .zones import closed_area, zones

_PRINT = 0.05  # height of the print above the sheet, so that it is visible
_APART = 0.02
_DASH, _GAP, _STROKE = 5.0, 3.0, 0.9
NAME = 4.6
"""Cap height of a knob's name, in mm."""

_LETTER, _TITLE, _EDGE = 3.4, 8.0, 11.0
"""Cap heights of zone letters, of the sheet's title, and of files and ranks."""

_ROOM = 7.2  # width for a knob's name beside an arch
FLAT, ASIDE, UPRIGHT = "names", "names aside", "names upright"
PRINT, SMALL, LETTERS = "print", "small print", "letters of zones"
"""Names of the text bodies; each view shows some of them."""


@lru_cache(maxsize=32)
def board(ground: GroundMap, quarter: int = 0) -> tuple[Body, ...]:
    """Return plate and sheet as closed bodies, and text as flat ones.

    The text is upright as seen from the south, or after `quarter` turns from the west, the north or
    the east; files and ranks are along the near and the right edge of the plate.
    """
    return (*_solids(ground), *_ink(ground, quarter % 4))


@lru_cache(maxsize=8)
def _solids(ground: GroundMap) -> tuple[Body, ...]:
    """Return plate and sheet."""
    sheet = [
        Body(f"zone {letter or 'closed'}", _sheet(area, ground), colour)
        for letter, area, colour in _areas(ground)
        if area.area
    ]
    return (Body("plate", plate(ground), colours.PLATE), *sheet)


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


def _ink(ground: GroundMap, quarter: int) -> Iterable[Body]:
    """Yield the print on the sheet, one flat body per colour, and the names beside the plate."""
    areas: dict[str, list[BaseGeometry]] = {colours.INK: list(_outline(ground))}
    small: dict[str, list[BaseGeometry]] = {}
    letters: dict[str, list[BaseGeometry]] = {}
    for knob, letter in ground.colours.items():
        x, y = _middle(ground, knob)
        # In the corners of its square, which no arch that ends here covers.
        place = written(str(knob), x - 4.6, y - 9.6, NAME, "end", room=_ROOM, quarter=quarter)
        small.setdefault(colours.ON_ZONES[letter], []).append(place)
        sign = written(letter, x + 7.6, y + 5.6, _LETTER, mono=True, quarter=quarter)
        letters.setdefault(colours.ON_ZONES[letter], []).append(sign)
    west, south, wide, _ = (stud * PITCH for stud in ground.sheet)
    if _title_fits(ground):
        # From the west and the east it is read sideways.
        over = quarter // 2 * 2
        title = written(
            ground.title, west + wide / 2, south + 3.2, _TITLE, room=0.8 * wide, quarter=over
        )
        for letter, area, _ in _areas(ground):
            on = shapely.transform(area, lambda points: points * PITCH)
            areas.setdefault(colours.ON_ZONES.get(letter, colours.INK), []).append(title & on)
    for name, inks in ((PRINT, areas), (SMALL, small), (LETTERS, letters)):
        for colour, flat in inks.items():
            if any(area.area for area in flat):
                yield Body(name, flattened(flat, _PRINT), colour, solid=False)
    yield from _names(ground, quarter)


def _names(ground: GroundMap, quarter: int) -> Iterable[Body]:
    """Yield the names of files and ranks: flat on the table, and upright for the front view."""
    edge, low = ground.plate * PITCH, -SHEET - PLATE
    files = [(FILES[file], _middle(ground, Knob(file, 0))[0]) for file in range(ground.width)]
    ranks = [(str(rank + 1), _middle(ground, Knob(0, rank))[1]) for rank in range(ground.depth)]
    # As they are after the turns of the table that bring that side to the south.
    near, right = (ranks, files) if quarter % 2 else (files, ranks)
    if quarter in (1, 2):
        near = [(name, edge - at) for name, at in near]
    if quarter in (2, 3):
        right = [(name, edge - at) for name, at in right]
    names = [written(name, at, -_EDGE - 5, _EDGE) for name, at in near]
    title = written(ground.title, edge / 2, -2.4 * _EDGE - 9, _TITLE, room=edge)
    aside = [written(name, edge + 5, at - _EDGE / 2, _EDGE, "start") for name, at in right]
    below = [*names, *[title] * (not _title_fits(ground))]
    middle = edge / 2, edge / 2
    for kind, flat in ((FLAT, below), (ASIDE, aside)):
        for name in flat:  # each by itself, so that one can be left out
            turned = shapely.affinity.rotate(name, -90 * quarter, middle)
            yield Body(kind, flattened([turned], low), colours.INK, solid=False)
    standing = [shapely.affinity.translate(name, 0, low) for name in (*names, title)]
    upright = _stand(flattened(standing, 0), 0, edge, quarter)
    yield Body(UPRIGHT, upright, colours.INK, solid=False)


_TICK, _FINE_LINE, _THICK_LINE = 5.6, 0.22, 0.55  # cap height, widths of lines, in mm
_RULE = "#aab1ba"


@lru_cache(maxsize=32)
def scale(ground: GroundMap, high: int, quarter: int = 0) -> tuple[Body, ...]:
    """Return lines behind the palace, one for each level up to `high`, with their numbers.

    They face the south, or after `quarter` turns another side; every fifth line is thicker.
    """
    edge = ground.plate * PITCH
    numbers: list[BaseGeometry] = []
    lines: list[BaseGeometry] = []
    for level in range(high + 1):
        at, wide = level * BRICK, _FINE_LINE if level % 5 else _THICK_LINE
        lines.append(shapely.box(0, at - wide / 2, edge, at + wide / 2))
        numbers.append(written(str(level), -3, at - _TICK / 2, _TICK, "end"))
    return tuple(
        Body(UPRIGHT, _stand(flattened(areas, 0), edge + 1, edge, quarter), hue, solid=False)
        for areas, hue in ((lines, _RULE), (numbers, colours.INK))
    )


_SIGN, _SIGN_EDGE, _HEIGHT = 5.6, 0.7, 5.0  # radius, width of the ring, cap height, in mm


@lru_cache(maxsize=64)
def height_sign(text: str) -> tuple[Body, ...]:
    """Return a height in a disc, with a ring around it, to be seen from above."""
    disc = shapely.Point(0, 0).buffer(_SIGN)
    sign = written(text, 0, -_HEIGHT / 2, _HEIGHT, mono=True, room=1.6 * _SIGN)
    low, high = sign.bounds[1], sign.bounds[3]
    sign = shapely.affinity.translate(sign, 0, -(low + high) / 2)
    ring = disc.buffer(_SIGN_EDGE) - disc
    return (
        Body("height", flattened([disc], 0), colours.PAPER, solid=False),
        Body("height", flattened([ring, sign], 0.1), colours.INK, solid=False),
    )


def _stand(flat: Net, north: float, edge: float, quarter: int) -> Net:
    """Return flat areas upright, `north` mm from the near edge of a plate with sides of `edge`."""
    east, up = flat.vertices[:, 0] - edge / 2, flat.vertices[:, 1]
    away = np.full_like(east, north - edge / 2)
    for _ in range(quarter):
        east, away = away, -east
    return Net(np.stack([east + edge / 2, away + edge / 2, up], axis=1), flat.faces)


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
