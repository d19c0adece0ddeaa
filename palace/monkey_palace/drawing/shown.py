"""What pictures, models and LDraw files show alike: the elements, and their colours."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import chain
from typing import NamedTuple

from palace.core import colours
from palace.monkey_palace.kernel.build import Build, Cell, cells_of
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace


def tint(element: Element) -> str:
    """Return the colour of an element, `#rrggbb`: its own if known, else one derived from its
    place.

    The same piece always has the same colour.
    """
    kind = element.kind
    if kind in colours.ANIMALS:
        return colours.ANIMALS[kind]
    if kind in colours.DECORATIONS:
        return colours.DECORATIONS[kind]
    if element.colour in colours.NAMED:
        return colours.NAMED[element.colour]
    if element.colour.startswith("#") and re.fullmatch("#[0-9a-f]{6}", element.colour):
        return element.colour
    if kind == "arch":
        # Two arches that share a knob, one level apart, always differ.
        spread = element.x + 4 * element.y + element.level + 2 * (element.turn % 2)
        return colours.ARCHES[spread % len(colours.ARCHES)]
    if kind == "brick":
        return colours.BRICKS[(element.x + element.y + element.level) % len(colours.BRICKS)]
    return {"column": colours.COLUMN, "corner": colours.CORNER}[kind]


def corner_pieces(ground: GroundMap) -> Iterator[Element]:
    """Yield the corner pieces that fit on the plate."""
    west, south, wide, deep = ground.sheet
    left, right, near, far = west - 1, west + wide - 1, south - 1, south + deep - 1
    for turn, (x, y) in enumerate(((left, near), (right, near), (right, far), (left, far))):
        corner = Element("corner", x, y, 0, turn)
        if all(0 <= a < ground.plate and 0 <= b < ground.plate for a, b in corner.studs):
            yield corner


def list_shown(shown: Palace | Build) -> tuple[Element, ...]:
    """Return the elements to draw: a build's own, or a palace's with its corner pieces."""
    if isinstance(shown, Build):
        return shown.everything
    return (*corner_pieces(shown.ground), *shown.elements())


def find_wrong(build: Build) -> frozenset[Element]:
    """Return the elements of a build that hang, are misplaced or overlap others."""
    clashing = chain.from_iterable(cell for cell in build.occupancy.values() if len(cell) > 1)
    faulty = (fault.number for fault in build.settle().faults)
    return frozenset(build.everything[number] for number in chain(clashing, faulty))


class Drop(NamedTuple):
    """A foot with nothing below: its element and stud, and the level it would fall to.

    That level is the top of what is below on this stud, or 0 for the sheet.
    """

    element: Element
    x: int
    y: int
    level: int


def find_drops(shown: Collection[Element], wrong: Collection[Element]) -> Iterator[Drop]:
    """Yield the feet of elements at fault that hang, `shown` being all there is to carry them."""
    hanging = [element for element in wrong if element.level > 0]
    if not hanging:
        return
    full: set[Cell] = {cell for element in shown for cell in cells_of(element)}
    for element in sorted(hanging):
        for x, y in element.feet:
            below = (z + 1 for a, b, z in full if (a, b) == (x, y) and z < element.level)
            level = max(0, *below, 0)
            if level < element.level:
                yield Drop(element, x, y, level)
