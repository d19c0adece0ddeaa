"""Which colour a piece has; in the box arches and bricks lie in several, which mean nothing."""

from __future__ import annotations

from palace.core import colours
from palace.core.colours import mixed
from palace.monkey_palace.kernel.elements import Element

EDGE_SHARE = 0.72
"""Of ink in the colour of an edge."""


def tint(element: Element) -> str:
    """The colour of an element, `#rrggbb`: its own where it has a known one, else one by its place,
    so that the same piece always has the same."""
    kind = element.kind
    if kind in colours.ANIMALS:
        return colours.ANIMALS[kind]
    if kind in colours.DECORATIONS:
        return colours.DECORATIONS[kind]
    if element.colour in colours.NAMED:
        return colours.NAMED[element.colour]
    if kind == "arch":
        # So that two arches which share a knob, one level apart, always differ.
        spread = element.x + 4 * element.y + element.level + 2 * (element.turn % 2)
        return colours.ARCHES[spread % len(colours.ARCHES)]
    if kind == "brick":
        return colours.BRICKS[(element.x + element.y + element.level) % len(colours.BRICKS)]
    return {"column": colours.COLUMN, "corner": colours.CORNER}[kind]


def edge_tint(colour: str) -> str:
    """The colour of the edges of a body of this colour: darker, but white on what is at fault, for
    those to whom red is brown."""
    return colours.PAPER if colour == colours.FAULT else mixed(colour, colours.INK, EDGE_SHARE)
