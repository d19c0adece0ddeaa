"""The square of the sheet around each knob, in studs."""

from __future__ import annotations

from palace.ground import GroundMap
from palace.knob import Knob

Box = tuple[float, float, float, float]
"""West, south, east and north edge in studs; stud x, y reaches from x, y to x + 1, y + 1."""


def square(ground: GroundMap, knob: Knob) -> Box:
    """The part of the sheet that belongs to a knob of the grid, open or closed.

    One pitch wide and deep around the stud; at the border it reaches to the edge of the sheet.
    """
    west, south, wide, deep = ground.sheet
    x, y = ground.stud(knob)
    half = ground.pitch / 2
    return (
        west if knob.file == 0 else x + 0.5 - half,
        south if knob.rank == 0 else y + 0.5 - half,
        west + wide if knob.file == ground.width - 1 else x + 0.5 + half,
        south + deep if knob.rank == ground.depth - 1 else y + 0.5 + half,
    )
