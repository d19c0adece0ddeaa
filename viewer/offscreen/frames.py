"""A recorded game as a row of pictures: who is seen in each, and what is written under it.

Needs neither VTK nor a window.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palace.monkey_palace.game.replay import Replay
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace

from ..scene import Instance, Scene, corner_instances

Pace = Literal["turn", "element"]
Verdict = Literal["legal", "illegal", "open"]

_ANIMALS = ("monkey", "frog", "butterfly")

_Laid = tuple[Element, bool]
"""An element, and whether it is at fault."""


class Caption(NamedTuple):
    """What is written under a picture; the sign beside it is that of the verdict, none while it is
    open."""

    title: str
    lines: tuple[str, ...] = ()
    verdict: Verdict = "open"


class Step(NamedTuple):
    """One picture: the numbers (n,) of the instances seen, and how many beats it stands."""

    numbers: NDArray[np.int64]
    caption: Caption
    beats: int = 1


@dataclass(frozen=True, eq=False)
class Reel:
    """A scene of everything seen in any of the pictures, and the pictures in their order."""

    scene: Scene
    steps: tuple[Step, ...]


_HELD = {"turn": (1, 3), "element": (6, 18)}
"""Beats for which the palace stands after a turn, and after the last."""


def reel(played: Replay, by: Pace = "turn") -> Reel:
    """The pictures of a game, from the set-up on, turn by turn or element by element.

    An illegal staircase is seen whole, in the colour of faults, as it was meant; the next picture
    has what of it can stand.
    """
    numbers: dict[_Laid, int] = {}
    known: list[Instance] = [*corner_instances(played.palace.ground)]
    corners = len(known)
    turn_held, last_held = _HELD[by]
    steps: list[Step] = []

    def add(
        laid: list[_Laid], caption: Caption, beats: int, report: TurnReport | None = None
    ) -> None:
        for element, marked in laid:
            if (element, marked) not in numbers:
                number = numbers[element, marked] = corners + len(numbers)
                player = report.player if report else None
                turn = report.number if report else 0
                known.append(Instance(number, element, turn, player, marked))
        shown = [*range(corners), *(numbers[each] for each in laid)]
        steps.append(Step(np.array(sorted(set(shown))), caption, beats))

    before = played.start.palace
    names = ", ".join(seat.name for seat in played.start.seats)
    opening = Caption("Set-up", (before.ground.title, names))
    add([(element, False) for element in before.elements()], opening, turn_held)
    for report in played.turns:
        caption = captioned(report, len(played.turns))
        held = last_held if report is played.turns[-1] else turn_held
        stood, laid = _laid(before, report)
        if by == "element":
            growing = caption._replace(verdict="open", lines=caption.lines[:1])
            for count in range(1, len(laid)):
                add([*stood, *laid[:count]], growing, 1, report)
        add([*stood, *laid], caption, held, report)
        before = report.palace
    whole = tuple(each._replace(number=number) for number, each in enumerate(known))
    return Reel(Scene(before.ground, whole), tuple(steps))


def _laid(before: Palace, report: TurnReport) -> tuple[list[_Laid], list[_Laid]]:
    """What stays of a palace, and what a turn puts there, in the order of laying."""
    after = report.palace.elements()
    meant = elements(before, report.staircase) if report.staircase is not None else ()
    old = {*before.elements()}
    if report.verdict is None or report.verdict.legal:
        new = [element for element in after if element not in old]
        order = {element: place for place, element in enumerate(meant)}
        new.sort(key=lambda element: (element.kind in _ANIMALS, order.get(element, len(order))))
        return [(element, False) for element in after if element in old], [
            (element, False) for element in new
        ]
    stays = [(element, False) for element in before.elements() if element not in meant]
    return stays, [(element, True) for element in meant]


def captioned(report: TurnReport, turns: int) -> Caption:
    """What is written under a turn: number and player, the staircase, what came of it."""
    title = f"Turn {report.number} of {turns}: {report.player}"
    staircase = "passes" if report.staircase is None else str(report.staircase)
    if report.legal:
        earned = [", ".join(report.gains)] * bool(report.gains)
        return Caption(title, (staircase, *earned), "legal")
    first, *more = report.reasons
    others = f" (and {len(more)} more)" * bool(more)
    return Caption(title, (staircase, f"{first.code}: {first.text}{others}"), "illegal")
