"""How large LEGO is, in mm; 1 LDU is 0.4 mm.

Stud pitch, brick and knob are LEGO's own; the arch is part 3659 as LDraw measures it: an opening of
radius 20 LDU about a point 4 LDU below its underside.
"""

from __future__ import annotations

LDU = 0.4
PITCH = 20 * LDU
"""From one stud to the next."""

BRICK = 24 * LDU
"""Height of a brick without its knob."""

PLAY = 0.1
"""By which a piece stays inside its studs on every side."""

KNOB_RADIUS, KNOB_HEIGHT = 2.4, 1.8
SOCKET_HALF, SOCKET_DEPTH = 2.4, 2.0
"""The hollow under a piece that a knob goes into: half its side, and its depth."""

ROUND_SOCKET = 2.5
"""The same of a round piece: its radius."""

ARCH_RADIUS, ARCH_CENTRE = 20 * LDU, -4 * LDU
"""The opening of an arch, and the height of the middle of its curve."""

PLATE = 4 * LDU
"""Thickness of the baseplate."""

SHEET = 0.3
"""Thickness of the sheet; level 0 is its upper side, so the plate lies so much lower."""

HOLE = 3.2
"""Radius of the holes in the sheet."""
