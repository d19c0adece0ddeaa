"""Walking back: the staircase that ends at an arch end of a palace, without a choice.

Under a decoration is its last arch's end, the other end of that arch stands on its riser, and under
the riser is the ground (the start) or the arriving end of the arch before it.  Bricks and columns
directly under an arriving end are its supports.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from palace.monkey_palace.kernel.elements import COLOURS, PIECES, SUPPORTS, Element
from palace.monkey_palace.kernel.knob import OPPOSITE, TURNS, Knob
from palace.monkey_palace.kernel.palace import Palace, units
from palace.monkey_palace.kernel.staircase import Staircase

Spot = tuple[Knob, int]
"""A piece at a knob: its index in the column; an arch has two spots."""


class Walk(NamedTuple):
    """A staircase walked back from its end.

    `spots` are its pieces; `blocked` is the knob where it comes down to a decoration, if it does.
    """

    staircase: Staircase
    end: Knob
    level: int
    decoration: str | None
    spots: frozenset[Spot]
    blocked: Knob | None

    @property
    def start(self) -> Knob:
        """Its first knob."""
        return self.staircase.knobs[0]


class Pieces:
    """The pieces of a palace by knob and level."""

    def __init__(self, palace: Palace) -> None:
        self.palace = palace
        self.columns = {
            knob: tuple(units(column))
            for knob in palace.ground.colours
            if (column := palace.column(knob))
        }
        self.ends: dict[tuple[Knob, int], Spot] = {
            (knob, level): (knob, index)
            for knob, column in self.columns.items()
            for index, (letter, level) in enumerate(column)
            if letter in OPPOSITE
        }

    def level(self, spot: Spot) -> int:
        """Return the level of a piece's underside."""
        knob, index = spot
        return self.columns[knob][index][1]

    def is_end(self, spot: Spot) -> bool:
        """Return whether a piece is the end of an arch."""
        knob, index = spot
        return self.columns[knob][index][0] in OPPOSITE

    def setup(self) -> frozenset[Spot] | None:
        """Return the pieces of the set-up; None if they are not all there."""
        bare = Palace.setup(self.palace.ground)
        spots: set[Spot] = set()
        for knob in self.palace.ground.setup:
            column = bare.column(knob)
            if not self.palace.column(knob).startswith(column):
                return None
            spots |= {(knob, index) for index in range(len(column))}
        return frozenset(spots)

    def walk(self, knob: Knob, index: int) -> Walk:
        """Return the staircase whose last arch arrives at an arch end of a column."""
        end, column = knob, self.columns[knob]
        level = column[index][1] + PIECES["arch"].height
        top = column[index + 1][0] if index + 1 < len(column) else ""
        spots: set[Spot] = {(knob, index + 1)} if top in COLOURS else set()
        knobs, unders, risers = [knob], [""], [""]
        blocked: Knob | None = None
        while True:
            way, height = column[index]
            below = self._run(knob, index, spots)
            unders[-1] = "".join(letter for letter, _ in column[below + 1 : index])
            knob = knob.step(way) or knob
            column, (_, index) = self.columns[knob], self.ends[knob, height]
            below = self._run(knob, index, spots)
            knobs.append(knob)
            unders.append("")
            risers.append("".join(letter for letter, _ in column[below + 1 : index]))
            if below >= 0 and column[below][0] in COLOURS:
                blocked = knob
            if below < 0 or blocked is not None:
                break
            index = below
        staircase = Staircase(tuple(knobs[::-1]), tuple(unders[::-1]), tuple(risers[::-1]))
        colour = top if top in COLOURS else None
        return Walk(staircase, end, level, colour, frozenset(spots), blocked)

    def _run(self, knob: Knob, index: int, spots: set[Spot]) -> int:
        """Add an arch end and the supports under it to `spots`; return the index below them."""
        column = self.columns[knob]
        spots.add((knob, index))
        index -= 1
        while index >= 0 and column[index][0] in SUPPORTS:
            spots.add((knob, index))
            index -= 1
        return index

    def free_ends(self, walk: Walk) -> dict[Knob, Spot]:
        """Return the arch ends of a staircase that were free when it had been built, from start to
        end.
        """
        tops = dict(sorted(walk.spots))
        ends = {knob: (knob, tops[knob]) for knob in dict.fromkeys(walk.staircase.knobs)}
        return {knob: spot for knob, spot in ends.items() if self.is_end(spot)}

    def lowest(self, ends: Iterable[Spot]) -> tuple[Knob, ...]:
        """Return the knobs of the lowest of some arch ends."""
        levels = {spot[0]: self.level(spot) for spot in ends}
        return tuple(knob for knob, level in levels.items() if level == min(levels.values()))

    def below(self, spots: Iterable[Spot]) -> set[Spot]:
        """Return the pieces directly below some pieces."""
        return {(knob, index - 1) for knob, index in spots if index}

    def before(self, walk: Walk, setup: Palace) -> Palace:
        """Return the palace a staircase was built on, as far as it matters to it: the set-up, and
        the pieces under its own.
        """
        lowest: dict[Knob, int] = {}
        for knob, index in walk.spots:
            lowest[knob] = min(index, lowest.get(knob, index))
        width, columns = self.palace.ground.width, list(setup.columns)
        for knob, index in lowest.items():
            letters = (letter for letter, _ in self.columns[knob][:index])
            columns[knob.rank * width + knob.file] = "".join(letters)
        return Palace(self.palace.ground, tuple(columns))

    def arch(self, spot: Spot) -> tuple[Spot, Spot]:
        """Return both ends of an arch, its own end first."""
        knob, index = spot
        way, level = self.columns[knob][index]
        other = knob.step(way) or knob
        return spot, self.ends[other, level]

    def elements(self) -> Iterator[tuple[Spot, Element]]:
        """Yield every element but the animals, with one of its spots."""
        whole = {
            (e.x, e.y, e.level): e for e in self.palace.with_columns({}).elements()
        }  # an animal is on top of a column, at a level of its own
        for knob, column in self.columns.items():
            x, y = self.palace.ground.stud(knob)
            for index, (letter, level) in enumerate(column):
                if letter in TURNS or letter not in OPPOSITE:
                    yield (knob, index), whole[x, y, level]
