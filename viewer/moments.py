"""A recorded game as a row of pictures: who is seen in each, and what is written under it.

Needs neither VTK nor a window.


A replayed game as moments: what lies there before a turn, and what it lays, piece by piece."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palace.monkey_palace.game.replay import Replay
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.elements import ANIMALS, Element
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace

from .pieces.measures import KNOB_HEIGHT, Point, corner_pieces
from .scene import Instance, Scene, corner_instances

Pace = Literal["turn", "element"]
Verdict = Literal["legal", "illegal", "open"]

_FIGURES = ("monkey", "frog", "butterfly")

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
        stood, laid = _laid_of(before, report)
        if by == "element":
            growing = caption._replace(verdict="open", lines=caption.lines[:1])
            for count in range(1, len(laid)):
                add([*stood, *laid[:count]], growing, 1, report)
        add([*stood, *laid], caption, held, report)
        before = report.palace
    whole = tuple(each._replace(number=number) for number, each in enumerate(known))
    return Reel(Scene(before.ground, whole), tuple(steps))


def _laid_of(before: Palace, report: TurnReport) -> tuple[list[_Laid], list[_Laid]]:
    """What stays of a palace, and what a turn puts there, in the order of laying."""
    after = report.palace.elements()
    meant = elements(before, report.staircase) if report.staircase is not None else ()
    old = {*before.elements()}
    if report.verdict is None or report.verdict.legal:
        new = [element for element in after if element not in old]
        order = {element: place for place, element in enumerate(meant)}
        new.sort(key=lambda element: (element.kind in _FIGURES, order.get(element, len(order))))
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


_ANIMALS = frozenset(ANIMALS.values())


@dataclass(frozen=True)
class Turn:
    """One turn as it is seen, number 0 the set-up: what stays, what is laid, in that order.

    `leaves` are animals that stay until the last piece is laid.  Of a staircase that is not `sound`
    all that was meant is laid, whether it can stand or not.
    """

    number: int
    player: str | None
    stays: tuple[Element, ...]
    laid: tuple[Element, ...] = ()
    leaves: tuple[Element, ...] = ()
    sound: bool = True


class Moments:
    """Every moment of a game, counted piece by piece; `ends` are those at which turns are over,
    `reach` are points in mm round everything that lies there at any time."""

    def __init__(self, played: Replay) -> None:
        self.played = played
        self.turns = turns_of(played)
        self.ends = list(accumulate(max(len(turn.laid), 1) for turn in self.turns[1:]))
        self.ends.insert(0, 0)
        self.came = self._came()
        self.reach = self._reach()

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return self.ends[-1]

    def turn_at(self, moment: int) -> int:
        """The number of the turn a moment belongs to."""
        return next(number for number, end in enumerate(self.ends) if moment <= end)

    def laid_at(self, moment: int) -> int:
        """How many pieces of its turn lie there."""
        number = self.turn_at(moment)
        return len(self.turns[number].laid) - (self.ends[number] - moment)

    def whole(self, moment: int) -> bool:
        """Whether its turn is over."""
        return moment in self.ends

    def scene(self, moment: int) -> Scene:
        """What is to be seen; the pieces of an illegal staircase are marked."""
        turn = self.turns[self.turn_at(moment)]
        laid = turn.laid[: self.laid_at(moment)]
        stays = turn.stays if self.whole(moment) else (*turn.stays, *turn.leaves)
        came = self.came[turn.number]
        names = {report.number: report.player for report in self.played.turns}
        ground = self.played.palace.ground
        every = [Instance(0, element) for element in corner_pieces(ground)]
        for element in sorted(stays, key=lambda one: (came.get(one, 0), one.level)):
            number = came.get(element, 0)
            every.append(Instance(0, element, number, names.get(number)))
        every += [
            Instance(0, element, turn.number, turn.player, marked=not turn.sound)
            for element in laid
        ]
        return Scene(ground, tuple(one._replace(number=n) for n, one in enumerate(every)))

    def fresh(self, moment: int) -> tuple[int, ...]:
        """The numbers, in its scene, of what its turn has laid."""
        turn = self.turn_at(moment)
        count = self.laid_at(moment) if turn else 0
        whole = len(self.scene(moment).instances)
        return tuple(range(whole - count, whole))

    def _reach(self) -> tuple[Point, ...]:
        """The corners of boxes round everything that lies there at any time."""
        every = {element for turn in self.turns for element in (*turn.stays, *turn.laid)}
        pieces = tuple(Instance(number, element) for number, element in enumerate(sorted(every)))
        boxes = Scene(self.played.palace.ground, pieces).corners()
        # Of the table only what is built on it counts.
        high = boxes[boxes[:, 2] > KNOB_HEIGHT]
        return tuple((float(x), float(y), float(z)) for x, y, z in high)

    def _came(self) -> list[dict[Element, int]]:
        """For each turn, the turn every element came in that was there before it."""
        came = dict.fromkeys(self.turns[0].stays, 0)
        every = [came]
        for report in self.played.turns:
            every.append(came)
            now = report.palace.elements()
            came = {element: came.get(element, report.number) for element in now}
        return every


def turns_of(played: Replay) -> tuple[Turn, ...]:
    """The set-up and every turn of a replay."""
    before = played.start.palace
    turns = [Turn(0, None, before.elements())]
    for report in played.turns:
        meant = () if report.staircase is None else elements(before, report.staircase)
        sound = report.verdict is None or report.verdict.legal
        laid, leaves = _laid(before, report.palace, () if sound else meant, meant)
        gone = {*laid, *leaves}
        stays = tuple(element for element in before.elements() if element not in gone)
        turns.append(Turn(report.number, report.player, stays, laid, leaves, sound))
        before = report.palace
    return tuple(turns)


def _laid(
    before: Palace, after: Palace, more: tuple[Element, ...], order: tuple[Element, ...]
) -> tuple[tuple[Element, ...], tuple[Element, ...]]:
    """What a turn lays, and `more`, in the order of laying; and the animals that leave their
    place."""
    old, new = {*before.elements()}, {*after.elements()}
    place = {element: number for number, element in enumerate(order)}
    laid = sorted(
        (new - old) | {*more},
        key=lambda one: (one.kind in _ANIMALS, place.get(one, len(place)), one),
    )
    leaves = tuple(element for element in old - new if element.kind in _ANIMALS)
    return tuple(laid), leaves
