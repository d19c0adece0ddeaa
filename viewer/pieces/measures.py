"""Sizes of the pieces in mm, and their colours; needs no 3D library.

Stud pitch, brick and knob are LEGO's own; the arch is part 3659 as LDraw measures it: an opening of
radius 20 LDU about a point 4 LDU below its underside.  1 LDU is 0.4 mm.
"""

from __future__ import annotations

from palace.core import colours
from palace.core.colours import mixed
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import corner_pieces
from palace.monkey_palace.kernel.palace import Palace

Point = tuple[float, float, float]
"""A point in mm."""

LDU = 0.4
PITCH = 20 * LDU
"""Distance from one stud to the next."""

BRICK = 24 * LDU
"""Height of a brick without its knob."""

PLAY = 0.1
"""Gap between a piece and the edge of its studs, on every side."""

KNOB_RADIUS, KNOB_HEIGHT = 2.4, 1.8
SOCKET_HALF, SOCKET_DEPTH = 2.4, 2.0
"""Hollow under a piece for a knob: half its side, and its depth."""

ROUND_SOCKET = 2.5
"""Radius of the hollow under a round piece."""

ARCH_RADIUS, ARCH_CENTRE = 20 * LDU, -4 * LDU
"""Radius of an arch's opening, and height of the middle of its curve."""

PLATE = 4 * LDU
"""Thickness of the baseplate."""

SHEET = 0.3
"""Thickness of the sheet; level 0 is its top, so the plate is lower by this much."""

HOLE = 3.2
"""Radius of the holes in the sheet."""


EDGE_SHARE = 0.72
"""Share of ink in the colour of an edge."""


def middle_of(x: float, y: float, level: float) -> Point:
    """Return the middle of a stud, given in studs, at a level."""
    return (x + 0.5) * PITCH, (y + 0.5) * PITCH, level * BRICK


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
    if kind == "arch":
        # Two arches that share a knob, one level apart, always differ.
        spread = element.x + 4 * element.y + element.level + 2 * (element.turn % 2)
        return colours.ARCHES[spread % len(colours.ARCHES)]
    if kind == "brick":
        return colours.BRICKS[(element.x + element.y + element.level) % len(colours.BRICKS)]
    return {"column": colours.COLUMN, "corner": colours.CORNER}[kind]


def edge_tint(colour: str) -> str:
    """Return the colour of the edges of a body: darker than the body, but white on faults.

    White edges also mark faults for readers who cannot tell red from brown.
    """
    return colours.PAPER if colour == colours.FAULT else mixed(colour, colours.INK, EDGE_SHARE)


def list_shown(shown: Palace | Build) -> tuple[Element, ...]:
    """Return the elements to draw: a build's own, or a palace's with its corner pieces."""
    if isinstance(shown, Build):
        return shown.everything
    return (*corner_pieces(shown.ground), *shown.elements())
