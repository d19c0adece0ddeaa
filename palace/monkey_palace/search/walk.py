"""One staircase after the other, arch by arch: the walk of the plain search, and its bounds."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from palace.monkey_palace.kernel.knob import OPPOSITE, WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace, column_height
from palace.monkey_palace.kernel.referee import BONUS_HEIGHT, is_highest
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase, fewest, pile_height
from palace.monkey_palace.kernel.supply import Supply

NO_LIMIT = 1_000_000
"""More pieces than any staircase has."""

NEVER = 10_000
"""Levels that no supply can pay."""

NODES = 1_000
"""Steps in a slice, some 10 ms."""

Limits = list[list[int]]
"""The number of pieces to stay below, by credits and bonus."""

_Rows = list[list[int]]
"""Levels by knob and height."""

_Least = tuple[list[_Rows], list[_Rows]]


class Line(NamedTuple):
    """A staircase as it is found: the numbers of its knobs, the gaps its supports fill, in bricks
    (riser, under, riser, under ... two for each arch), and what it earns.
    """

    knobs: tuple[int, ...]
    gaps: tuple[int, ...]
    credits: int
    bonus: bool
    pieces: int

    @property
    def heights(self) -> Iterator[int]:
        """The level above each arch, in bricks."""
        return accumulate(riser + 1 for riser in self.gaps[::2])


def walked(
    palace: Palace, supply: Supply, rulings: Rulings, starts: Sequence[Knob], limits: Limits | None
) -> Iterator[tuple[int, Line | None]]:
    """Yield every staircase from some knobs, in order, each with the index of its first knob; with
    limits those below them, which may be lowered meanwhile.

    There is None after every slice of `NODES` steps; the first one is longer from a large supply.
    """
    walk = Walk(palace, supply, rulings, limits)
    needed = needed_height(palace, rulings)
    number = {knob: index for index, knob in enumerate(palace.ground.colours)}
    for index, start in enumerate(starts if min(supply) >= 0 else ()):
        goal = needed.get(palace.ground.colours[start], NEVER)
        for line in walk.begun(number[start], goal):
            yield index, line


class Walk:
    """One walk in the making, over the numbers of knobs: its knobs and gaps, as in `Line`."""

    def __init__(
        self, palace: Palace, supply: Supply, rulings: Rulings, limits: Limits | None
    ) -> None:
        knobs = palace.ground.colours
        self.supply = supply
        self.limits = limits or [[NO_LIMIT, NO_LIMIT]] * (supply.arch + 2)
        self.near = ways(palace, rulings)
        self.old = [palace.heights[knob] for knob in knobs]
        self.height = [*self.old]
        self.laid = [{way for way in WAYS if way in palace.column(knob)} for knob in knobs]
        self.added = [0] * len(knobs)
        away = arches_to_palace(palace, rulings)
        self.away = [away[knob] for knob in knobs]
        self.back = rulings.double_back == "legal"
        self.once = rulings.spiral != "legal"
        self.single = rulings.over_arch == "stacked"
        self.run = rulings.bonus_height == "run"
        self.enough = enough(palace, rulings)
        self.top = supply.arch + supply.brick + 3 * supply.column
        # Steps until the tables are worth their making, and until the first slice ends.
        self.unbounded = math.inf if limits is None else self.top * len(knobs)
        self.pause: float = self.top * len(knobs)
        self.bounds: dict[int, _Least] = {}
        self.asked: list[tuple[int, _Least]] = []
        self.goal = self.steps = 0
        self.knobs: list[int] = []
        self.gaps: list[int] = []

    def begun(self, start: int, goal: int) -> Iterator[Line | None]:
        """Yield every staircase that begins on a knob; at height `goal` it earns one more."""
        self.goal, self.knobs = goal, [start]
        self.asked = [(0, self.least(0))]
        if goal < NEVER:
            self.asked.append((1, self.least(goal)))
        return self.onward(0, False, False, self.supply.brick, self.supply.column)

    def onward(
        self, level: int, attached: bool, bonus: bool, bricks: int, columns: int
    ) -> Iterator[Line | None]:
        """Yield this staircase, if it is one, and every one that goes on from it."""
        arches = len(self.knobs) - 1
        pieces = arches + self.supply.brick - bricks + self.supply.column - columns
        self.steps += 1
        if attached and arches:
            earned = arches + (level >= self.goal)
            if pieces < self.limits[earned][bonus]:
                yield Line(tuple(self.knobs), tuple(self.gaps), earned, bonus, pieces)
        if self.steps >= self.pause:
            self.pause = self.steps + NODES
            yield None
        bounded = self.steps > self.unbounded
        if bounded and not self.worth(level, attached, bonus, bricks, columns, pieces):
            return
        left = self.supply.arch - arches - 1
        knob = self.knobs[-1]
        for way, other in self.near[knob]:
            met = attached or self.old[other] > 0
            if left >= (0 if met else self.away[other]) and self.may_reach(other, way):
                yield from self.over(knob, other, way, level, met, bonus, bricks, columns)

    def may_reach(self, knob: int, way: str) -> bool:
        """Return whether the next arch may reach a knob at any level: rules H, I."""
        straight_back = knob in self.knobs[-2:-1]
        if straight_back and not self.back:
            return False
        if self.once and knob in self.knobs and not straight_back:
            return False
        return not (self.single and way in self.laid[self.knobs[-1]])

    def over(
        self, leaves: int, knob: int, way: str, near: int, attached: bool, bonus: bool, bricks: int,
        columns: int,
    ) -> Iterator[Line | None]:  # fmt: skip
        """Yield the next arch at every level that the supply can pay."""
        far, levels = self.height[knob], bricks + 3 * columns
        before = self.height[leaves], far
        # Rule G, never directly on an arch: only straight back could be.
        level = max(near, far) + (knob in self.knobs[-2:-1])
        added = self.added
        while True:
            riser, under = level - near, level - far
            if riser + under > levels:
                break
            tall = min(columns, riser // 3 + under // 3)
            rest = bricks - riser - under + 3 * tall
            if rest >= 0:
                added[leaves] += riser
                added[knob] += under
                earns = bonus
                if self.run:
                    earns |= max(riser, under) >= BONUS_HEIGHT
                else:
                    earns |= any(added[one] >= self.enough[one] for one in (leaves, knob))
                self.height[leaves] = self.height[knob] = level + 1
                self.knobs.append(knob)
                self.gaps += riser, under
                self.laid[leaves] ^= {way}
                self.laid[knob] ^= {OPPOSITE[way]}
                yield from self.onward(level + 1, attached, earns, rest, columns - tall)
                self.laid[leaves] ^= {way}
                self.laid[knob] ^= {OPPOSITE[way]}
                del self.gaps[-2:]
                self.knobs.pop()
                self.height[leaves], self.height[knob] = before
                added[leaves] -= riser
                added[knob] -= under
            level += 1

    def worth(
        self, level: int, attached: bool, bonus: bool, bricks: int, columns: int, pieces: int
    ) -> bool:
        """Return whether more arches may yet make a staircase below the limits."""
        knob, arches, levels = self.knobs[-1], len(self.knobs) - 1, bricks + 3 * columns
        bonus = bonus or levels >= (BONUS_HEIGHT if self.run else 1)
        for plus, least in self.asked:
            rows = least[attached]
            for more in range(1, self.supply.arch - arches + 1):
                limit = self.limits[arches + more + plus][bonus]
                if not limit:
                    continue
                while more >= len(rows):
                    self.one_more(*least)
                fills = rows[more][knob][level]
                if fills <= levels:
                    supports = max((fills + 2) // 3, fills - 2 * columns)
                    if pieces + more + supports < limit:
                        return True
        return False

    def least(self, goal: int) -> _Least:
        """Return how many levels n more arches from a knob at a height fill at least, to end at
        height `goal` or above, at [n][knob][height]: if they must meet something old, and if not.

        The same bound as `tables.least_levels`; `one_more` makes the rows for one arch more.
        """
        if goal not in self.bounds:
            knobs = len(self.old)
            there = [0 if level >= goal else NEVER for level in range(self.top + 1)]
            rows = [[NEVER] * (self.top + 2)] * knobs, [[*there, NEVER]] * knobs
            self.bounds[goal] = [rows[0]], [rows[1]]
        return self.bounds[goal]

    def one_more(self, not_met: list[_Rows], met: list[_Rows]) -> None:
        top, again = self.top, NEVER if self.once else 2
        under = [min(gap, again) for gap in range(top + 1)]
        found: tuple[_Rows, _Rows] = [], []
        for near in self.near:
            for rows, attached in zip(found, (False, True), strict=True):
                best = [NEVER] * (top + 2)
                for _, other in near:
                    low = self.old[other]
                    on = (met if attached or low else not_met)[-1][other]
                    best[low:-1] = map(min, best[low:-1], map(int.__add__, under, on[low + 1 :]))
                    if self.back and not self.single:
                        best[low:-2] = map(min, best[low:-2], [2 + n for n in on[low + 2 :]])
                for level in range(top, -1, -1):
                    best[level] = min(best[level], best[level + 1] + 1)  # a riser
                rows.append(best)
        not_met.append(found[0])
        met.append(found[1])


def ways(palace: Palace, rulings: Rulings) -> list[list[tuple[str, int]]]:
    """Return the ways from each knob that lead to an open one, each with its number: rule A."""
    blocked = palace.blocking(rulings.blockers)
    numbers = {index for index, knob in enumerate(palace.ground.colours) if knob not in blocked}
    return [
        [(way, other) for way, other in zip(WAYS, others, strict=True) if other in numbers]
        for others in palace.ground.next_numbers
    ]


def enough(palace: Palace, rulings: Rulings) -> list[int]:
    """Return the bricks of support on each knob that earn the bonus."""
    if rulings.bonus_height != "column":
        return [BONUS_HEIGHT] * len(palace.ground.colours)
    columns = map(palace.column, palace.ground.colours)
    piles = ("".join(piece for piece in column if piece in "bc") for column in columns)
    return [max(BONUS_HEIGHT - pile_height(pile), 1) for pile in piles]


def needed_height(palace: Palace, rulings: Rulings) -> dict[str, int]:
    """Return the height at which a decoration would be the highest of its colour, by colour still
    left.
    """
    ties = rulings.highest_tie == "yes"
    return {
        colour: bisect_left(
            range(palace.height + 1),
            True,
            key=lambda level: is_highest(palace, level, rulings, colour=colour, ties=ties),
        )
        for colour in sorted(set(palace.ground.colours.values()))
        if palace.decorations_left(colour) > 0
    }


def written(knobs: Sequence[Knob], gaps: Sequence[int], columns: int) -> Staircase:
    """Return the staircase over some knobs.

    `gaps` (bricks) are riser, under for each of its arches.
    """
    supports = []
    for gap in gaps:
        supports.append(fewest(gap, columns))
        columns -= supports[-1].count("c")
    return Staircase(tuple(knobs), ("", *supports[1::2]), (*supports[0::2], ""))


def arches_to_palace(palace: Palace, rulings: Rulings) -> dict[Knob, int]:
    """Return the fewest arches from each open knob to a knob that carries something.

    Large if none.
    """
    blocked = palace.blocking(rulings.blockers)
    away = dict.fromkeys(palace.ground.colours, 1_000_000)
    ahead = [k for k in away if column_height(palace.column(k)) and k not in blocked]
    for knob in ahead:
        away[knob] = 0
    for knob in ahead:
        for other in palace.ground.neighbours(knob):
            if other not in blocked and away[other] > away[knob] + 1:
                away[other] = away[knob] + 1
                ahead.append(other)
    return away
