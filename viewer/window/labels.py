"""Text of the window: labels with their places in the scene, and lines of the panel."""

from __future__ import annotations

import math

from palace.monkey_palace.kernel.build_faults import place_name
from palace.monkey_palace.kernel.elements import ANIMALS, COLOUR_WORDS, Element, noun
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob

from ..marks import above
from ..pieces.measures import PITCH, Point
from ..scene import Instance, Scene
from .mode import Spot

_NEAR = 0.6
"""Farthest click that still selects a knob, as a share of the distance to the next knob."""


def find_tops(scene: Scene) -> dict[tuple[int, int], int]:
    """Return the level of the topmost upper side, by stud."""
    found: dict[tuple[int, int], int] = {}
    for instance in scene.instances:
        for stud in instance.element.studs:
            found[stud] = max(found.get(stud, 0), instance.element.top)
    return found


def find_spot(scene: Scene, point: Point, number: int) -> Spot:
    """Return the spot of a click at a point in mm on an instance (-1: the table)."""
    ground = scene.ground

    def measure_way(knob: Knob) -> float:
        return math.dist(above(ground, knob, 0)[:2], point[:2])

    nearest = min(ground.colours, key=measure_way, default=None)
    if nearest is not None and measure_way(nearest) > _NEAR * ground.pitch * PITCH:
        nearest = None
    return Spot(nearest, number if 0 <= number < len(scene.instances) else None)


def describe(scene: Scene, spot: Spot) -> tuple[str, ...]:
    """Return the lines about a clicked spot: kind, place, player and turn."""
    ground = scene.ground
    if spot.instance is not None and spot.instance < len(scene.instances):
        instance = scene.instances[spot.instance]
        if instance.element.kind == "corner":
            return ("corner piece", "holds the sheet; nothing can be built on it")
        return (
            noun(instance.element.kind),
            _write_place(ground, instance.element),
            *_write_origin(instance),
        )
    if spot.knob is None:
        return ()
    letter = ground.colours.get(spot.knob)
    return (f"knob {spot.knob}", f"{COLOUR_WORDS[letter]}, level 0" if letter else "closed")


def _write_place(ground: GroundMap, element: Element) -> str:
    ends = "-".join(place_name(ground, stud) for stud in element.feet)
    if element.kind in ANIMALS.values():
        bricks = f"{element.level} brick{'s' * (element.level != 1)}"
        return f"on {ends}, {bricks} above the ground"
    where = f"{ends}, level {element.level}"
    return where if element.top == element.level + 1 else f"{where} to {element.top - 1}"


def _write_origin(instance: Instance) -> tuple[str, ...]:
    if instance.turn is None:
        return ()
    if not instance.turn:
        return ("part of the set-up",)
    player = f" by {instance.player}" if instance.player else ""
    return (f"placed in turn {instance.turn}{player}",)
