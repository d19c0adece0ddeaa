"""A table with all there is in the box."""

from __future__ import annotations

from palace import Build, Palace, load_map
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.knob import Knob

ELEMENTS = 231
"""In the box, without the baseplate."""


def full_table() -> Build:
    """A legal table of all 231 elements of the box but the baseplate.

    Over every pair of neighbouring knobs two or three arches with spacers between them, decorations
    and animals on top, the corner pieces at the edge.
    """
    columns: dict[Knob, str] = {}
    spacers = ["c"] * 8 + ["b"] * 40
    knobs = [Knob(file, rank) for rank in range(8) for file in range(0, 8, 2)]
    for index, knob in enumerate(knobs):
        pile = ["", *(spacers.pop() for _ in range(2 if index < 16 else 1))]
        columns[knob] = "".join(f"{spacer}E" for spacer in pile)
        columns[Knob(knob.file + 1, knob.rank)] = "".join(f"{spacer}W" for spacer in pile)
    for letter, knob in zip("l" * 16 + "d" * 16 + "g" * 16, columns, strict=False):
        columns[knob] += letter
    bare = [knob for knob, column in columns.items() if column[-1] in "EW"]
    animals = {"m": bare[0], "f": bare[1], "y": knobs[0]}
    palace = Palace.of_columns(load_map("map-1"), columns, animals)
    corners = tuple(
        Element("corner", x, y, 0, turn)
        for turn, (x, y) in enumerate(((1, 1), (29, 1), (29, 29), (1, 29)))
    )
    return Build(palace.ground, palace.elements() + corners)
