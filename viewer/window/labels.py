"""Text of the window: labels with their places in the scene, and lines of the panel."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from palace.core.errors import NotationError
from palace.core.verdict import Reason
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_faults import place_name
from palace.monkey_palace.kernel.elements import ANIMALS, COLOUR_WORDS, PIECES, Element, Stud, noun
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import steps
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase

from ..pieces.measures import KNOB_HEIGHT, PITCH, Point, middle_of
from ..scene import Instance, Scene
from .mode import Label, Role, Spot

_STUD = re.compile(r"stud (-?\d+),(-?\d+)")

_NEAR = 0.6
"""Farthest click that still selects a knob, as a share of the distance to the next knob."""


def above(ground: GroundMap, knob: Knob, level: float) -> Point:
    """Return the point in mm over a knob, on top of a piece that ends at a level."""
    x, y, z = middle_of(*ground.stud(knob), level)
    return x, y, z + KNOB_HEIGHT


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


def label_steps(palace: Palace, staircase: Staircase, role: Role = "step") -> tuple[Label, ...]:
    """Return the step numbers of a staircase, each over the end of its arch.

    A knob visited twice has both numbers in one label.
    """
    numbers: dict[Knob, list[str]] = {}
    heights: dict[Knob, int] = {}
    for step in steps(palace, staircase):
        numbers.setdefault(step.knob, []).append(str(step.number + 1))
        heights[step.knob] = step.riser_at
    return tuple(
        Label(",".join(found), above(palace.ground, knob, heights[knob]), role)
        for knob, found in numbers.items()
    )


def label_faults(ground: GroundMap, reasons: Iterable[Reason]) -> tuple[Label, ...]:
    """Return labels for the reasons that have a place, in the middle of their cells."""
    placed = ((reason, find_stud(ground, reason)) for reason in reasons)
    return gather_faults(
        (middle_of(*stud, (reason.level or 0) + 0.5), f"{reason.code}: {reason.text}")
        for reason, stud in placed
        if stud is not None
    )


def gather_faults(found: Iterable[tuple[Point, str]]) -> tuple[Label, ...]:
    """Return one label for each place with faults, one line per fault."""
    texts_at: dict[Point, list[str]] = {}
    for place, text in found:
        texts_at.setdefault(place, []).append(text)
    return tuple(Label("\n".join(texts), place, "fault") for place, texts in texts_at.items())


def find_stud(ground: GroundMap, reason: Reason) -> Stud | None:
    """Return the stud that a reason names, or None if it names a piece or a player."""
    written = _STUD.fullmatch(reason.at)
    if written:
        return int(written[1]), int(written[2])
    try:
        return ground.stud(Knob.read(reason.at))
    except NotationError:
        return None


def find_faulty(build: Build, reasons: Iterable[Reason]) -> frozenset[Element]:
    """Return the elements of a build that reasons name, by place or by kind."""
    return frozenset(
        element
        for reason in reasons
        for element in build.elements
        if _is_named(element, reason, build)
    )


def _is_named(element: Element, reason: Reason, build: Build) -> bool:
    stud = find_stud(build.ground, reason)
    if stud is None:
        return reason.at in PIECES and element.kind == reason.at
    level = element.level if reason.level is None else reason.level
    return stud in element.studs and element.level <= level < element.top


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
