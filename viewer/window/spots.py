"""Places in the scene: where a knob is in mm, and which knob is nearest to a point."""

from __future__ import annotations

import math

from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob

from ..pieces.measures import BRICK, KNOB_HEIGHT, PITCH
from ..scene import Scene
from .mode import Spot

Point = tuple[float, float, float]

_NEAR = 0.6
"""How far beside a knob a click still means it, over the way to the next knob."""


def above(ground: GroundMap, knob: Knob, level: float) -> Point:
    """The point in mm over a knob, upon what has its upper side at a level."""
    x, y = ground.stud(knob)
    return (x + 0.5) * PITCH, (y + 0.5) * PITCH, level * BRICK + KNOB_HEIGHT


def tops(scene: Scene) -> dict[tuple[int, int], int]:
    """The level of the upper side of what is uppermost, by stud."""
    found: dict[tuple[int, int], int] = {}
    for instance in scene.instances:
        for stud in instance.element.studs:
            found[stud] = max(found.get(stud, 0), instance.element.top)
    return found


def spot_at(scene: Scene, point: Point, number: int) -> Spot:
    """What a click meant that met a point in mm of the instance of this number (-1: the table)."""
    instance = number if 0 <= number < len(scene.instances) else None
    return Spot(_nearest(scene.ground, point[0], point[1]), instance)


def _nearest(ground: GroundMap, x: float, y: float) -> Knob | None:
    reach = _NEAR * ground.pitch * PITCH

    def away(knob: Knob) -> float:
        across, along, _ = above(ground, knob, 0)
        return math.hypot(across - x, along - y)

    nearest = min(ground.colours, key=away, default=None)
    return nearest if nearest is not None and away(nearest) <= reach else None
