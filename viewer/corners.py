"""The corner pieces that hold the sheet on the plate."""

from __future__ import annotations

from collections.abc import Iterator

from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import GroundMap


def corner_pieces(ground: GroundMap) -> Iterator[Element]:
    """The corner pieces where the plate has room for them."""
    west, south, wide, deep = ground.sheet
    left, right, near, far = west - 1, west + wide - 1, south - 1, south + deep - 1
    for turn, (x, y) in enumerate(((left, near), (right, near), (right, far), (left, far))):
        corner = Element("corner", x, y, 0, turn)
        if all(0 <= a < ground.plate and 0 <= b < ground.plate for a, b in corner.studs):
            yield corner
