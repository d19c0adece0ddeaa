"""Places in the scene: where a knob is in mm, and which knob is nearest to a point.

Labels in the scene: the numbered steps of a staircase, and reasons beside what is at fault.

What the panel says of a staircase: reasons, earnings, pieces.

What was clicked, in words: what it is, where it lies, whose it is, since which turn."""

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

from ..pieces.measures import BRICK, KNOB_HEIGHT, PITCH, Point
from ..scene import Instance, Scene
from .mode import Label, Role, Spot

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


_STUD = re.compile(r"stud (-?\d+),(-?\d+)")


def step_labels(palace: Palace, staircase: Staircase, role: Role = "step") -> tuple[Label, ...]:
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


def fault_labels(ground: GroundMap, reasons: Iterable[Reason]) -> tuple[Label, ...]:
    """The reasons that have a place, each there; those at one place share a label, a line
    for each."""
    said: dict[tuple[Stud, int], list[str]] = {}
    for reason in reasons:
        stud = stud_of(ground, reason)
        if stud is not None:
            said.setdefault((stud, reason.level or 0), []).append(f"{reason.code}: {reason.text}")
    return tuple(
        Label("\n".join(texts), _middle(*stud, level), "fault")
        for (stud, level), texts in said.items()
    )


def stud_of(ground: GroundMap, reason: Reason) -> Stud | None:
    """The stud a reason names by its knob or by itself; None where it names a piece or a player."""
    written = _STUD.fullmatch(reason.at)
    if written:
        return int(written[1]), int(written[2])
    try:
        return ground.stud(Knob.read(reason.at))
    except NotationError:
        return None


def at_fault(build: Build, reasons: Iterable[Reason]) -> frozenset[Element]:
    """The elements of a build that reasons name: by their place, or by their kind."""
    return frozenset(element for reason in reasons for element in _named(build, reason))


def _named(build: Build, reason: Reason) -> Iterator[Element]:
    stud = stud_of(build.ground, reason)
    for element in build.elements:
        if stud is None:
            if reason.at in PIECES and element.kind == reason.at:
                yield element
        elif stud in element.studs and (
            reason.level is None or element.level <= reason.level < element.top
        ):
            yield element


def _middle(x: int, y: int, level: int) -> Point:
    """The middle of a cell in mm."""
    return (x + 0.5) * PITCH, (y + 0.5) * PITCH, (level + 0.5) * BRICK


def noted(note: str) -> list[str]:
    """What came of a key, where nobody can overlook it: before all the rest."""
    return [f"> {note}", ""] if note else []


def reason_lines(reasons: Iterable[Reason], mark: str = "!") -> Iterator[str]:
    """Every reason and what would be legal."""
    for reason in reasons:
        yield f"{mark} {reason.code}: {reason.text}"
        yield f"   {reason.remedy}"


def earned_lines(verdict: Verdict) -> Iterator[str]:
    """What a legal staircase earns."""
    assert verdict.staircase is not None
    count, end = verdict.credits or 0, verdict.staircase.knobs[-1]
    extra = ", with the highest of its colour" if verdict.highest else ""
    yield f"{count} credit{'s' * (count != 1)}{extra}"
    yield f"{COLOUR_WORDS[verdict.decoration or 'l']} decoration on {end}"
    yield "bonus card" if verdict.bonus else "no bonus card"
    yield f"{verdict.height} high, the palace now {verdict.palace_height}"


def pieces_line(uses: Supply, left: Supply, *, box: bool) -> str:
    """What is used, what is left of the hand or of the box, what is missing."""
    missing = Supply(*(max(-number, 0) for number in left))
    rest = Supply(*(max(number, 0) for number in left))
    tail = f", {missing} missing" if any(missing) else ""
    return f"uses {uses}, leaves {rest}{' in the box' if box else ''}{tail}"


def about(scene: Scene, spot: Spot) -> tuple[str, ...]:
    """The lines about a spot of a scene; none where there is nothing."""
    if spot.instance is not None and spot.instance < len(scene.instances):
        return _element(scene.ground, scene.instances[spot.instance])
    if spot.knob is not None:
        return _knob(scene.ground, spot.knob)
    return ()


def _element(ground: GroundMap, instance: Instance) -> tuple[str, ...]:
    element = instance.element
    if element.kind == "corner":
        return ("corner piece", "it holds the sheet; nothing is built on it")
    return (noun(element.kind), _place(ground, element), *_origin(instance))


def _place(ground: GroundMap, element: Element) -> str:
    ends = "-".join(place_name(ground, stud) for stud in element.feet)
    if element.kind in ANIMALS.values():
        return f"on {ends}, {_bricks(element.level)} above the ground"
    where = f"{ends}, level {element.level}"
    return where if element.top == element.level + 1 else f"{where} to {element.top - 1}"


def _origin(instance: Instance) -> tuple[str, ...]:
    if instance.turn is None:
        return ()
    if not instance.turn:
        return ("there since the set-up",)
    whose = f" by {instance.player}" if instance.player else ""
    done = "put there" if instance.element.kind in ANIMALS.values() else "laid"
    return (f"{done} in turn {instance.turn}{whose}",)


def _knob(ground: GroundMap, knob: Knob) -> tuple[str, ...]:
    letter = ground.colours.get(knob)
    return (f"knob {knob}", f"{COLOUR_WORDS[letter]}, level 0" if letter else "closed")


def _bricks(count: int) -> str:
    return f"{count} brick{'s' * (count != 1)}"
