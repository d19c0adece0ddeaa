"""A recorded game split into turns and single pieces, for films and the window.

Needs neither VTK nor a window.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.build import Build, cells_of
from palace.monkey_palace.kernel.elements import ANIMALS, Element
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace

from .pieces.measures import KNOB_HEIGHT, Point
from .scene import Instance, Scene, corner_instances, date_elements, list_dated, scene

Pace = Literal["turn", "element"]
Verdict = Literal["legal", "illegal", "open"]

_ANIMALS = frozenset(ANIMALS.values())


class Caption(NamedTuple):
    """Text under a picture, and the verdict whose sign is beside it ("open": no sign)."""

    title: str
    lines: tuple[str, ...] = ()
    verdict: Verdict = "open"


def write_caption(played: MonkeyLog, number: int) -> Caption:
    """Return the caption of a turn (0: the set-up): player, staircase, gains or reason."""
    if not number:
        state = played.state
        return Caption("Set-up", (state.palace.ground.title, ", ".join(state.names)))
    report = reports(played)[number - 1]
    title = f"Turn {number} of {len(played.commits)}: {report.player}"
    staircase = "passes" if report.staircase is None else str(report.staircase)
    if report.legal:
        earned = [", ".join(map(BOOK.told, report.gains))] * bool(report.gains)
        return Caption(title, (staircase, *earned), "legal")
    first, *more = report.reasons
    others = f" (and {len(more)} more)" * bool(more)
    return Caption(title, (staircase, f"{first.code}: {first.text}{others}"), "illegal")


def write_score(played: MonkeyLog) -> str:
    """Return the bananas of each player so far, as in `Ana 15 · Ben 8`."""
    sheets = played.rules.standing(played.state)
    return " · ".join(f"{sheet.name} {sheet.total}" for sheet in sheets)


@dataclass(frozen=True)
class Turn:
    """The pieces of one turn, number 0 the set-up: those that stay, and those placed, in order.

    The first `walked` pieces of `laid` are the staircase's own; the decoration and the animals
    follow.  `leaves` are animals removed once the last piece is placed.  If the turn is not
    `sound`, `laid` holds the whole staircase as recorded, including pieces that cannot be built.
    """

    number: int
    player: str | None
    stays: tuple[Element, ...]
    laid: tuple[Element, ...] = ()
    walked: int = 0
    leaves: tuple[Element, ...] = ()
    sound: bool = True

    @property
    def placed(self) -> tuple[Element, ...]:
        """The pieces that pictures show of it: of a turn that is not legal the staircase alone."""
        return self.laid if self.sound else self.laid[: self.walked]

    @property
    def ghosts(self) -> tuple[Element, ...]:
        """The animals it moved away from places that nothing else has taken."""
        full = {cell for element in (*self.stays, *self.laid) for cell in cells_of(element)}
        return tuple(one for one in self.leaves if self.sound and not full & {*cells_of(one)})


def cut_turns(played: MonkeyLog) -> tuple[Turn, ...]:
    """Return the set-up and every turn of a replay."""
    befores = (state.palace for state in played.states)
    turns = map(_cut_turn, befores, reports(played))
    return (Turn(0, None, played.states[0].palace.elements()), *turns)


def _cut_turn(before: Palace, report: TurnReport) -> Turn:
    old, new = before.elements(), report.palace.elements()
    sound = report.verdict is None or report.verdict.legal
    added = {*new} - {*old}
    walk = () if report.staircase is None else elements(before, report.staircase)
    walked = dict.fromkeys(walk)
    own = [element for element in walked if not sound or element in added]
    others = [element for element in new if element in added and element not in walked]
    laid = (*own, *sorted(others, key=lambda one: one.kind in _ANIMALS))
    leaves = tuple(e for e in old if e.kind in _ANIMALS and e not in new)
    stays = tuple(element for element in old if element not in {*laid, *leaves})
    return Turn(report.number, report.player, stays, laid, len(own), leaves, sound)


class Stay(NamedTuple):
    """An element from the turn that placed it to the turn that removed it, if one did."""

    element: Element
    turn: int
    player: str | None = None
    staircase: str = ""
    until: int | None = None


def list_stays(played: MonkeyLog) -> tuple[Stay, ...]:
    """Return every element that was ever on the palace, in the order of placing.

    Turn 0 is the set-up.  An animal that is moved is removed from one place and placed at another.
    What an illegal staircase places counts as far as it could be built.
    """
    stays: list[Stay] = []
    there: dict[Element, int] = {}
    every = zip(cut_turns(played), played.states, (None, *reports(played)), strict=True)
    for turn, state, report in every:
        now = {*state.palace.elements()}
        for gone in [element for element in there if element not in now]:
            number = there.pop(gone)
            stays[number] = stays[number]._replace(until=turn.number)
        staircase = report.text if report and report.staircase is not None else ""
        for element in turn.laid if turn.number else turn.stays:
            if element in now and element not in there:
                there[element] = len(stays)
                stays.append(Stay(element, turn.number, turn.player, staircase))
    return tuple(stays)


class Step(NamedTuple):
    """One picture of a film: the numbers (n,) of its instances, and its duration in beats.

    `fresh` are the numbers (k,) of those that are new in it, `laid` of all that its turn has placed
    so far, `turn` is the number of that turn, and `whole` whether it is complete.
    """

    numbers: NDArray[np.int64]
    caption: Caption
    beats: int = 1
    fresh: NDArray[np.int64] = np.empty(0, np.int64)
    turn: int = 0
    laid: NDArray[np.int64] = np.empty(0, np.int64)
    whole: bool = False


@dataclass(frozen=True, eq=False)
class Reel:
    """The pictures of a film in order, and a scene with every instance they show."""

    scene: Scene
    steps: tuple[Step, ...]


_HELD = {"turn": (1, 5), "element": (6, 30)}
"""Beats that the picture after a turn lasts, and the last picture."""


def cut_film(played: MonkeyLog, by: Pace = "turn") -> Reel:
    """Return the pictures of a game from the set-up on, by turn or by element.

    An illegal staircase is shown whole in the fault colour, as recorded; the next picture shows
    what remains of it.  Animals that a turn moves leave ghosts in its last picture.
    """
    corners = [*corner_instances(played.state.palace.ground)]
    known: dict[tuple[Element, str], Instance] = {}
    turn_held, last_held = _HELD[by]
    steps: list[Step] = []

    def add(turn: Turn, count: int, caption: Caption, beats: int, *, whole: bool) -> None:
        laid, look = turn.placed[:count], "" if turn.sound else "marked"
        stays = turn.stays if turn.sound and whole else (*turn.stays, *turn.leaves)
        visible = [*((each, "") for each in stays), *((each, look) for each in laid)]
        if whole:
            visible += [(each, "ghost") for each in turn.ghosts]
        for each, kind in visible:
            number = len(corners) + len(known)
            instance = Instance(
                number, each, turn.number, turn.player, kind == "marked", ghost=kind == "ghost"
            )
            known.setdefault((each, kind), instance)
        numbers = {*range(len(corners)), *(known[each].number for each in visible)}
        own = np.array([known[each, look].number for each in laid], np.int64)
        new = own[-1 if by == "element" else 0 :]
        steps.append(Step(np.array(sorted(numbers)), caption, beats, new, turn.number, own, whole))

    for turn in cut_turns(played):
        caption = write_caption(played, turn.number)
        last = turn.number and turn.number == len(played.commits)
        if last:
            caption = caption._replace(lines=(*caption.lines, write_score(played)))
        every = len(turn.placed)
        if by == "element":
            growing = caption._replace(verdict="open", lines=caption.lines[:1])
            for count in range(1, every):
                add(turn, count, growing, 1, whole=False)
        add(turn, every, caption, last_held if last else turn_held, whole=True)
    return Reel(Scene.of(played.state.palace.ground, (*corners, *known.values())), tuple(steps))


def cut_pieces(shown: Palace | Build) -> Reel:
    """Return the pictures of a palace or a build that grows from the bottom up, piece by piece.

    In a level the far pieces come first.  The first picture is the table with its corner pieces,
    which a build may have left out.
    """
    whole = scene(shown)
    if not any(one.element.kind == "corner" for one in whole.instances):
        whole = Scene.of(shown.ground, (*corner_instances(shown.ground), *whole.instances))
    table = [one.number for one in whole.instances if one.element.kind == "corner"]
    rest = [one for one in whole.instances if one.element.kind != "corner"]
    rest.sort(key=lambda one: (one.element.level, -one.element.y, one.element.x))
    steps = [Step(np.array(table, np.int64), Caption("The table", (shown.ground.title,)))]
    for count, one in enumerate(rest, 1):
        numbers = np.append(steps[-1].numbers, one.number)
        caption = Caption(f"Piece {count} of {len(rest)}")
        steps.append(Step(numbers, caption, fresh=np.array([one.number])))
    return Reel(whole, tuple(steps))


class Moments:
    """Every moment of a game, counted piece by piece.

    `ends` are the moments at which turns end; `reach` are points in mm around every piece placed at
    any time.
    """

    def __init__(self, played: MonkeyLog) -> None:
        self.played = played
        self.turns = cut_turns(played)
        self.ends = list(accumulate(max(len(turn.laid), 1) for turn in self.turns[1:]))
        self.ends.insert(0, 0)
        self.dates = date_elements(played)
        self.reach = self._reach()

    @property
    def last(self) -> int:
        """Number of the last moment."""
        return self.ends[-1]

    def turn_at(self, moment: int) -> int:
        """Return the number of the turn that a moment belongs to."""
        return next(number for number, end in enumerate(self.ends) if moment <= end)

    def laid_at(self, moment: int) -> int:
        """Return how many pieces of its turn are placed at a moment."""
        number = self.turn_at(moment)
        return len(self.turns[number].laid) - (self.ends[number] - moment)

    def ghosts(self, moment: int) -> tuple[Element, ...]:
        """Return the animals that the turn of a moment moved away, once it is over."""
        return self.turns[self.turn_at(moment)].ghosts if self.whole(moment) else ()

    def whole(self, moment: int) -> bool:
        """Return whether a moment is the end of a turn."""
        return moment in self.ends

    def scene(self, moment: int) -> Scene:
        """Return the scene at a moment; the pieces of an illegal staircase are marked."""
        turn = self.turns[self.turn_at(moment)]
        stays = turn.stays if self.whole(moment) else (*turn.stays, *turn.leaves)
        placed_in = self.dates[max(turn.number - 1, 0)]
        laid = (
            Instance(0, element, turn.number, turn.player, marked=not turn.sound)
            for element in turn.laid[: self.laid_at(moment)]
        )
        dated = list_dated({element: placed_in.get(element, 0) for element in stays}, self.played)
        ground = self.played.state.palace.ground
        return Scene.of(ground, (*corner_instances(ground), *dated, *laid))

    def fresh(self, moment: int) -> tuple[int, ...]:
        """Return the numbers, in the scene of a moment, of the pieces placed in its turn."""
        count = self.laid_at(moment) if self.turn_at(moment) else 0
        whole = len(self.scene(moment).instances)
        return tuple(range(whole - count, whole))

    def _reach(self) -> tuple[Point, ...]:
        """Return the corners of boxes around every piece placed at any time."""
        every = {element for turn in self.turns for element in (*turn.stays, *turn.laid)}
        pieces = (Instance(0, element) for element in sorted(every))
        boxes = Scene.of(self.played.state.palace.ground, pieces).corners()
        # The table itself does not count.
        high = boxes[boxes[:, 2] > KNOB_HEIGHT]
        return tuple((float(x), float(y), float(z)) for x, y, z in high)
