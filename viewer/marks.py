"""What happened in a turn and what is wrong in a build: the labels of pictures, films, the window.

Needs neither VTK nor a window.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from palace.contract.rules import Log
from palace.core import verdict as judged
from palace.core.errors import NotationError
from palace.core.verdict import Reason
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build, judge_table
from palace.monkey_palace.kernel.elements import PIECES, Element, Stud
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import steps
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search.mend import Mend, mends_text, nearest_mends

from .callouts import Label, Role
from .moments import Caption, cut_film
from .pieces.measures import KNOB_HEIGHT, Point, middle_of
from .pieces.shell import Points
from .scene import Drawable, Drawn, Instance, Scene, find_scene, scene

_STUD = re.compile(r"stud (-?\d+),(-?\d+)")


class Sight(NamedTuple):
    """A scene with its labels, and the text beside it, if it has one."""

    scene: Drawn
    labels: tuple[Label, ...] = ()
    caption: Caption | None = None

    def corners(self, view: str) -> Points:
        """Return points (n, 3), in mm, around the scene and what its labels are about.

        Lines from hanging feet end on the table.
        """
        spots = [(x, y, up) for x, y, z in (label.at for label in self.labels) for up in (0.0, z)]
        return np.concatenate([self.scene.corners(view), np.array(spots).reshape(-1, 3)])


def find_sight(shown: Drawable, aspect: float | None = None) -> Sight:
    """Return what a still shows: after a game its last turn, of a build what is wrong with it.

    `aspect` is the width over the height of the frame for which lands are arranged.
    """
    if isinstance(shown, Log):
        return _sight_of_game(shown)
    if isinstance(shown, Build):
        found = judge_table(shown)
        verdict = judge_build(shown) if shown.on else found
        mends, caption = nearest_mends(shown, found), _about(shown.ground, verdict)
        if caption and mends:
            caption = caption._replace(lines=(mends_text(shown, mends[:1]), *caption.lines))
        whole = mark_build(shown, verdict, *mends[:1])
        return Sight(whole, label_build(shown, verdict), caption)
    return Sight(find_scene(shown, aspect))


def _sight_of_game(played: MonkeyLog) -> Sight:
    reel = cut_film(played)
    step = reel.steps[-1]
    there, laid = {*step.numbers.tolist()}, {*step.laid.tolist()}
    shown = (
        one._replace(fresh=one.number in laid)
        for one in reel.scene.instances
        if one.number in there
    )
    whole = Scene.of(reel.scene.ground, shown)
    if not step.turn:
        return Sight(whole)
    return Sight(whole, label_turn(played, step.turn), step.caption)


def _about(ground: GroundMap, verdict: judged.Verdict) -> Caption | None:
    """Return the text beside a build that is not legal, with the reasons that have no place."""
    if verdict.legal:
        return None
    others = (reason for reason in verdict.reasons if find_stud(ground, reason) is None)
    lines = tuple(f"{reason.code}: {reason.text}" for reason in others)
    return Caption("Not legal", lines, "illegal")


def mark_build(build: Build, verdict: judged.Verdict, mend: Mend = ()) -> Scene:
    """Return the scene of a build: what the verdict names marked, the pieces of one turn fresh, and
    as ghosts what a mend puts elsewhere.
    """
    whole = scene(build, marked=find_faulty(build, verdict.reasons))
    if build.on is None:
        ghosts = (Instance(0, step.after, ghost=True) for step in mend if step.after)
        return Scene.of(build.ground, (*whole.instances, *ghosts)) if mend else whole
    placed = {*build.elements}
    shown = (one._replace(fresh=one.element in placed) for one in whole.instances)
    return replace(whole, instances=tuple(shown))


def label_build(build: Build, verdict: judged.Verdict) -> tuple[Label, ...]:
    """Return the labels of a build: its faults, or the numbers of a legal staircase."""
    if build.on is not None and verdict.legal and isinstance(verdict, Verdict):
        return label_steps(build.on, verdict.staircase) if verdict.staircase else ()
    return label_faults(build.ground, verdict.reasons)


def label_turn(played: MonkeyLog, number: int) -> tuple[Label, ...]:
    """Return the labels of a turn, from 1: its faults, or the numbers of its staircase."""
    report = reports(played)[number - 1]
    before = played.states[number - 1].palace
    faults = label_faults(before.ground, report.reasons)
    if report.staircase is None or faults:
        return faults
    return label_steps(before, report.staircase)


def above(ground: GroundMap, knob: Knob, level: float) -> Point:
    """Return the point in mm over a knob, on top of a piece that ends at a level."""
    x, y, z = middle_of(*ground.stud(knob), level)
    return x, y, z + KNOB_HEIGHT


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
