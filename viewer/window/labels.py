"""What the window writes: labels at their places in the scene, and lines in the panel."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

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
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict

from ..pieces.measures import KNOB_HEIGHT, PITCH, Point, middle_of
from ..scene import Instance, Scene
from .mode import Label, Role, Spot

HIGHER = 1.2
"""Bricks by which a label about a fault is above the piece, clear of the numbers of the steps."""

_STUD = re.compile(r"stud (-?\d+),(-?\d+)")

_NEAR = 0.6
"""How far beside a knob a click still means it, over the way to the next knob."""


def above(ground: GroundMap, knob: Knob, level: float) -> Point:
    """The point in mm over a knob, upon what has its upper side at a level."""
    x, y, z = middle_of(*ground.stud(knob), level)
    return x, y, z + KNOB_HEIGHT


def find_tops(scene: Scene) -> dict[tuple[int, int], int]:
    """The level of the upper side of what is uppermost, by stud."""
    found: dict[tuple[int, int], int] = {}
    for instance in scene.instances:
        for stud in instance.element.studs:
            found[stud] = max(found.get(stud, 0), instance.element.top)
    return found


def find_spot(scene: Scene, point: Point, number: int) -> Spot:
    """What a click meant that met a point in mm of the instance of this number (-1: the table)."""
    ground = scene.ground

    def measure_way(knob: Knob) -> float:
        return math.dist(above(ground, knob, 0)[:2], point[:2])

    nearest = min(ground.colours, key=measure_way, default=None)
    if nearest is not None and measure_way(nearest) > _NEAR * ground.pitch * PITCH:
        nearest = None
    return Spot(nearest, number if 0 <= number < len(scene.instances) else None)


def label_steps(palace: Palace, staircase: Staircase, role: Role = "step") -> tuple[Label, ...]:
    """The numbers of the walk over a palace, each where its arch ends; a knob walked over twice
    has them in one label."""
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
    """The reasons that have a place, each in the middle of the cell it names."""
    placed = ((reason, find_stud(ground, reason)) for reason in reasons)
    return gather_faults(
        (middle_of(*stud, (reason.level or 0) + 0.5), f"{reason.code}: {reason.text}")
        for reason, stud in placed
        if stud is not None
    )


def gather_faults(found: Iterable[tuple[Point, str]]) -> tuple[Label, ...]:
    """Return one label for each place where something is wrong, a line for each fault there."""
    said: dict[Point, list[str]] = {}
    for place, text in found:
        said.setdefault(place, []).append(text)
    return tuple(Label("\n".join(texts), place, "fault") for place, texts in said.items())


def find_stud(ground: GroundMap, reason: Reason) -> Stud | None:
    """The stud a reason names by its knob or by itself; None where it names a piece or a player."""
    written = _STUD.fullmatch(reason.at)
    if written:
        return int(written[1]), int(written[2])
    try:
        return ground.stud(Knob.read(reason.at))
    except NotationError:
        return None


def find_faulty(build: Build, reasons: Iterable[Reason]) -> frozenset[Element]:
    """The elements of a build that reasons name: by their place, or by their kind."""
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


def write_note(note: str) -> list[str]:
    """What came of a key, where nobody can overlook it: before all the rest."""
    return [f"> {note}", ""] if note else []


def write_reasons(reasons: Iterable[Reason], mark: str = "!") -> Iterator[str]:
    """Every reason and what would be legal."""
    for reason in reasons:
        yield f"{mark} {reason.code}: {reason.text}"
        yield f"   {reason.remedy}"


def write_earnings(verdict: Verdict) -> Iterator[str]:
    """What a legal staircase earns."""
    assert verdict.staircase is not None
    count, end = verdict.credits or 0, verdict.staircase.knobs[-1]
    extra = ", with the highest of its colour" if verdict.highest else ""
    yield f"{count} credit{'s' * (count != 1)}{extra}"
    yield f"{COLOUR_WORDS[verdict.decoration or 'l']} decoration on {end}"
    yield "bonus card" if verdict.bonus else "no bonus card"
    yield f"{verdict.height} high, the palace now {verdict.palace_height}"


def write_pieces(uses: Supply, left: Supply, *, box: bool) -> str:
    """What is used, what is left of the hand or of the box, what is missing."""
    missing = Supply(*(max(-number, 0) for number in left))
    rest = Supply(*(max(number, 0) for number in left))
    tail = f", {missing} missing" if any(missing) else ""
    return f"uses {uses}, leaves {rest}{' in the box' if box else ''}{tail}"


def describe(scene: Scene, spot: Spot) -> tuple[str, ...]:
    """What was clicked: what it is, where it lies, whose it is, since which turn."""
    ground = scene.ground
    if spot.instance is not None and spot.instance < len(scene.instances):
        instance = scene.instances[spot.instance]
        if instance.element.kind == "corner":
            return ("corner piece", "it holds the sheet; nothing is built on it")
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
        return ("there since the set-up",)
    whose = f" by {instance.player}" if instance.player else ""
    done = "put there" if instance.element.kind in ANIMALS.values() else "laid"
    return (f"{done} in turn {instance.turn}{whose}",)
