"""Which pieces of a tried staircase a reason means, and the labels beside them."""

from __future__ import annotations

from palace.core.verdict import Reason
from palace.monkey_palace.kernel.elements import Element

from ..pieces.measures import BRICK, PITCH
from .callouts import stud_of
from .mode import Label
from .spots import Point
from .trial import Trial

_HIGHER = 1.2
"""Bricks by which a label stands above what it is about, clear of the numbers of the steps."""


def marked(trial: Trial) -> tuple[frozenset[Element], tuple[Label, ...]]:
    """The elements at fault, and a label over every place where something is wrong."""
    elements: set[Element] = set()
    texts: dict[Point, list[str]] = {}
    for reason in trial.reasons:
        meant = _meant(trial, reason)
        elements |= set(meant)
        if (place := _place(trial, reason, meant)) is not None:
            texts.setdefault(place, []).append(f"{reason.code}: {reason.text}")
    labels = (Label("\n".join(every), at, "fault") for at, every in texts.items())
    return frozenset(elements), tuple(labels)


def _meant(trial: Trial, reason: Reason) -> list[Element]:
    """The pieces beyond the supply, or those at the knob, at the level if one is named."""
    placed = [element for element, _ in trial.pieces]
    if reason.code == "supply":
        of_kind = [element for element in placed if element.kind == reason.at]
        return of_kind[-(reason.by or 0) :] if reason.by else []
    stud = stud_of(trial.palace.ground, reason)
    there = [element for element in placed if stud in element.feet]
    return [element for element in there if element.level == reason.level] or there


def _place(trial: Trial, reason: Reason, meant: list[Element]) -> Point | None:
    """The point in mm over the knob a reason names, or over the first of the pieces it means."""
    stud = stud_of(trial.palace.ground, reason)
    if stud is None and not meant:
        return None
    if stud is None:
        studs, level = meant[0].studs, meant[0].top
    else:
        knob = trial.palace.ground.open_studs.get(stud)
        standing = 0 if knob is None else trial.palace.height_at(knob)
        studs, level = (stud,), max([standing, *(e.top for e in meant)])
    x, y = (sum(stud[axis] for stud in studs) / len(studs) for axis in (0, 1))
    return (x + 0.5) * PITCH, (y + 0.5) * PITCH, (level + _HIGHER) * BRICK
