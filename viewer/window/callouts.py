"""Labels in the scene: the numbered steps of a staircase, and reasons beside what is at fault."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from palace.core.errors import NotationError
from palace.core.verdict import Reason
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import PIECES, Element, Stud
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import steps
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase

from ..pieces.measures import BRICK, PITCH
from .mode import Label, Role
from .spots import Point, above

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
