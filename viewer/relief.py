"""Heat maps in the round: tiles on a pale palace, or columns as high as their number of bricks.

Units are mm; the south-west corner of the first plate is at 0, 0 and the top of its sheet at height
0.  Each knob with a number is an instance.  The legend is on the table south of all plates, where
there is no knob.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from palace.core import colours
from palace.core.colours import ink_on, mixed
from palace.monkey_palace.drawing.heat import Heat, Relief
from palace.monkey_palace.drawing.shown import list_shown, tint
from palace.monkey_palace.kernel.knob import Knob

from .board import FLAT, LETTERS, PRINT, SMALL, UPRIGHT, board, flattened
from .pieces.lettering import written
from .pieces.measures import BRICK, KNOB_HEIGHT, PITCH, PLATE, SHEET
from .pieces.parts import Body, Group, part, place_element
from .pieces.shell import Net, Points, Shell

SIDE = 15.0
"""Side of a column."""

TILE = (18.0, 10.0, 1.2)
"""A tile: from west to east, from south to north, and its height."""

_FIGURE = 7.0
_PRINT = 0.06
_GHOST = 0.72
"""Share of white in the colours of what is built."""

_APART, _SOUTH, _TITLE, _LEGEND = 46.0, 36.0, 9.0, 7.0
"""Gap between plates, room for the names south of a plate, and cap heights of writing."""

Placed = tuple[Body, str, Points, int]


class _Spot(NamedTuple):
    """A knob with its number: its place in mm, and the heights it reaches from and to."""

    knob: Knob
    value: int
    x: float
    y: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class ReliefScene:
    """The scene of one heat map or of several side by side."""

    relief: Relief

    low = -SHEET - PLATE
    """Height of the underside of the plates."""

    @property
    def flat(self) -> bool:
        """Whether there are several, so that they are seen from above and from the south."""
        return len(self.relief.maps) > 1

    @cached_property
    def places(self) -> tuple[tuple[float, float], ...]:
        """South-west corner of each plate, the first at 0, 0, two or three in a row."""
        sides = [one.palace.ground.plate * PITCH for one in self.relief.maps]
        step = max(sides) + _APART
        columns = self.relief.columns
        return tuple((at % columns * step, -(at // columns) * step) for at in range(len(sides)))

    @property
    def names(self) -> dict[int, str]:
        """The knob and the number of each instance, for files with names: `d4 +3`."""
        several = len(self.relief.maps) > 1
        return {
            first + at: f"{f'{one.palace.ground.name} ' if several else ''}{spot.knob} "
            f"{one.scale.text(spot.value)}"
            for one, first in self._numbered()
            for at, spot in enumerate(self._spots(one))
        }

    @property
    def middle(self) -> Points:
        """Middle of all plates, at height 0."""
        ends = [
            (x + share * side, y + share * side)
            for (x, y), one in zip(self.places, self.relief.maps, strict=True)
            for side in [one.palace.ground.plate * PITCH] for share in (0, 1)
        ]  # fmt: skip
        corners = np.array(ends)
        return np.array([*((corners.min(axis=0) + corners.max(axis=0)) / 2), 0.0])

    def groups(self, view: str = "free", quarter: int = 0) -> tuple[Group, ...]:
        """Return tables, tiles or columns, and the legend.

        Numbers are upright as seen from the south, or after `quarter` turns.
        """
        found: dict[tuple[Body, str], list[tuple[Points, int]]] = {}
        for body, colour, place, number in self._bodies(view, quarter):
            found.setdefault((body, colour), []).append((place, number))
        return tuple(
            Group(body, colour, np.stack([place for place, _ in places]),
                  np.array([number for _, number in places]))
            for (body, colour), places in found.items()
        )  # fmt: skip

    def corners(self, view: str = "free") -> Points:
        """Return the corners (n, 3), in mm, of everything in a view."""
        groups = self.groups(view, 1 if view == "west" else 0)
        return np.concatenate([group.vertices().reshape(-1, 3) for group in groups])

    def shade(self, turned: float = 0.0) -> None:
        """Return None: the tones have a meaning, which shade would change."""

    def _numbered(self) -> Iterator[tuple[Heat, int]]:
        """Yield the heat maps, each with the number of its first instance."""
        first = 0
        for one in self.relief.maps:
            yield one, first
            first += len(one.shown)

    def _spots(self, heat: Heat) -> Iterator[_Spot]:
        ground, heights = heat.palace.ground, heat.palace.heights
        for knob, value in heat.shown.items():
            x, y = ((stud + 0.5) * PITCH for stud in ground.stud(knob))
            built = heights[knob] * BRICK
            high = value * BRICK if self.relief.terrain else built + 2 * KNOB_HEIGHT + TILE[2]
            low = high - TILE[2]
            if self.relief.terrain:
                low = min(built, high) if heat.figure == "height" else 0.0
            yield _Spot(knob, value, x, y, low, high)

    def _bodies(self, view: str, quarter: int) -> Iterator[Placed]:
        for (one, first), (x, y) in zip(self._numbered(), self.places, strict=True):
            for body, colour, place, number in self._map(one, first, view, quarter):
                moved = place.copy()
                moved[:2, 3] += x, y
                yield body, colour, moved, number
        if view != "front":
            # Several plates in a row have room for it only in the south and in the north.
            turned = quarter if len(self.relief.maps) == 1 else quarter // 2 * 2
            x, y, _ = self.middle
            way = _at(x, y, quarter=turned) @ _at(-x, -y)
            for body, colour, _, number in self._legend():
                yield body, colour, way, number
            yield from self._titles(quarter)

    def _map(self, heat: Heat, first: int, view: str, quarter: int) -> Iterator[Placed]:
        """Yield one heat map, at 0, 0."""
        palace = heat.palace
        # Beside the numbers the letters of zones would be noise.
        hidden = {LETTERS, UPRIGHT} if view != "front" else {LETTERS, FLAT, PRINT, SMALL}
        if self.relief.terrain:
            hidden.add(SMALL)
        for body in board(palace.ground, quarter):
            if body.name not in hidden:
                yield body, body.colour, np.eye(4), -1
        if not self.relief.terrain:
            for element in list_shown(palace):
                for body in part(element.kind):
                    pale = mixed(body.colour or tint(element), colours.PAPER, _GHOST)
                    yield body, pale, place_element(element), -1
        elif heat.figure == "height":
            for knob, levels in palace.heights.items():
                if levels:
                    x, y = ((stud + 0.5) * PITCH for stud in palace.ground.stud(knob))
                    yield _block(SIDE, SIDE, 0, levels * BRICK), colours.ORIGIN, _at(x, y), -1
        for number, spot in enumerate(self._spots(heat), first):
            tone, text = heat.scale.tone(spot.value), heat.scale.text(spot.value)
            here = _at(spot.x, spot.y)
            wide, deep = (SIDE, SIDE) if self.relief.terrain else TILE[:2]
            if spot.high > spot.low:
                yield _block(wide, deep, spot.low, spot.high), tone, here, number
            sign = _number(text, ink_on(tone), min(wide, deep if quarter % 2 else wide) - 2)
            yield sign, sign.colour, _at(spot.x, spot.y, spot.high + _PRINT, quarter), -1

    def _legend(self) -> Iterator[Placed]:
        """Yield the tones with their numbers, and what these are, south of all plates."""
        flat: list[BaseGeometry] = []
        maps = self.relief.maps
        bottom = min(y for _, y in self.places) - _SOUTH
        right = max(x + one.palace.ground.plate * PITCH
                    for (x, _), one in zip(self.places, maps, strict=True))  # fmt: skip
        scale = maps[0].scale
        x, y = 0.0, bottom - _LEGEND
        for tone, text in scale.steps():
            area = written(text, 0, 0, _LEGEND, "start")
            wide = area.bounds[2] + 20
            if x and x + wide > right:
                x, y = 0.0, y - 2 * _LEGEND
            swatch = shapely.box(x, y - 1, x + 14, y + _LEGEND + 1)
            edge = swatch.buffer(0.7, join_style="mitre") - swatch
            flat += [edge, shapely.affinity.translate(area, x + 18, y)]
            yield _flat("legend", [swatch], self.low, tone), tone, np.eye(4), -1
            x += wide + 8
        below = [f"on each knob the {maps[0].about.partition(';')[0]}"]
        if self.relief.terrain and maps[0].figure == "height":
            below[0] += "; pale: built"
        below = [*maps[0].lines[: 2 if scale.signed else 1], *below] if len(maps) == 1 else below
        for line in below:
            y -= 2 * _LEGEND
            flat.append(written(line, 0, y, _LEGEND, "start", room=right))
        yield _flat("legend", flat, self.low, colours.INK), colours.INK, np.eye(4), -1

    def _titles(self, quarter: int) -> Iterator[Placed]:
        """Yield the titles of several maps, each on the far side of its plate."""
        if not self.flat:
            return
        for (x, y), one in zip(self.places, self.relief.maps, strict=True):
            side = one.palace.ground.plate * PITCH
            title = written(one.lines[0], -side / 2, side / 2 + 5, _TITLE, "start", room=side)
            place = _at(x + side / 2, y + side / 2, quarter=quarter)
            yield _flat("legend", [title], self.low, colours.INK), colours.INK, place, -1


def columns(heat: Heat) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """Return the columns of a heat map as a terrain, what is built as pale ones, and the numbers on
    top of them."""
    groups = ReliefScene(Relief((heat,), terrain=True)).groups("front")
    solid = tuple(group for group in groups if group.body.name == "column")
    return solid, tuple(group for group in groups if group.body.name.startswith("number"))


def _flat(name: str, areas: list[BaseGeometry], height: float, colour: str) -> Body:
    return Body(name, flattened(areas, height), colour, solid=False)


@lru_cache(maxsize=256)
def _block(wide: float, deep: float, low: float, high: float) -> Body:
    """Return a block about 0, 0 between two heights."""
    shell = Shell()
    shell.prism(shapely.box(-wide / 2, -deep / 2, wide / 2, deep / 2), low, high)
    return Body("column" if wide == deep else "tile", shell.net())


@lru_cache(maxsize=512)
def _number(text: str, ink: str, room: float) -> Body:
    """Return a number about 0, 0, to be read from above."""
    area = written(text, 0, 0, _FIGURE, mono=True, room=room)
    _, low, _, high = area.bounds
    area = shapely.affinity.translate(area, 0, -(low + high) / 2)
    net: Net = flattened([area], 0)
    return Body(f"number {text}", net, ink, solid=False)


def _at(x: float, y: float, height: float = 0.0, quarter: int = 0) -> Points:
    """Return the matrix (4, 4) that turns about z by quarters and moves."""
    angle = -quarter * math.pi / 2
    matrix = np.eye(4)
    matrix[:2, :2] = (math.cos(angle), -math.sin(angle)), (math.sin(angle), math.cos(angle))
    matrix[:3, 3] = x, y, height
    return matrix.round(9)


def relief_scene(shown: object) -> ReliefScene | None:
    """Return the scene of heat maps; None for any other object."""
    return ReliefScene(shown) if isinstance(shown, Relief) else None
