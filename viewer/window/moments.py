"""A replayed game as moments: what lies there before a turn, and what it lays, piece by piece."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from palace.monkey_palace.game.replay import Replay
from palace.monkey_palace.kernel.elements import ANIMALS, Element
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace

from ..corners import corner_pieces
from ..pieces.measures import KNOB_HEIGHT
from ..scene import Instance, Scene
from .spots import Point

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
