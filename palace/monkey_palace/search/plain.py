"""The definition of the search: every legal staircase, in plain Python, in the pinned order.

`palace.monkey_palace.search.kernel` does the same faster; the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from palace.monkey_palace.kernel.knob import OPPOSITE, WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace, column_height
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.staircase import Staircase, fewest
from palace.monkey_palace.kernel.supply import Supply


def staircases(
    palace: Palace, supply: Supply | None = None, rulings: Rulings | None = None
) -> Iterator[Staircase]:
    """Yield every legal staircase from a supply (by default the box), lazily."""
    search = _Search(palace, palace.at_hand(supply), rulings or DEFAULT)
    if min(search.supply) < 0:
        return  # nothing can be paid
    for start in palace.ground.colours:
        yield from search.from_knob(start)


class _Search:
    """One walk in the making: its knobs, and the gaps its supports fill, in bricks."""

    def __init__(self, palace: Palace, supply: Supply, rulings: Rulings) -> None:
        self.palace = palace
        self.supply = supply
        self.rulings = rulings
        self.blocked = palace.blocking(rulings.blockers)
        self.height = dict(palace.heights)
        self.top = dict(palace.tops)
        self.away = arches_to_palace(palace, rulings)
        self.knobs: list[Knob] = []
        self.gaps: list[int] = []  # riser, under, riser, under ... two for each arch

    def from_knob(self, start: Knob) -> Iterator[Staircase]:
        """Yield the staircases that begin on one knob: rule A, and a decoration for them."""
        colour = self.palace.ground.colours[start]
        bare = self.rulings.decoration_out != "illegal" or self.palace.decorations_left(colour)
        if not self.palace.heights[start] and bare:
            self.knobs.append(start)
            yield from self.onward(attached=False)
            self.knobs.pop()

    def onward(self, attached: bool) -> Iterator[Staircase]:
        """This staircase, if it is one, and every one that goes on from it."""
        if attached and len(self.knobs) > 1:
            yield self.written()
        leaves, arches = self.knobs[-1], len(self.knobs) - 1
        for way in WAYS:
            knob = leaves.step(way)
            if knob is None or not self.may_reach(knob, way):
                continue
            if arches + 1 + (0 if attached else self.away[knob]) > self.supply.arch:
                continue
            yield from self.over(leaves, knob, way, attached or self.palace.heights[knob] > 0)

    def may_reach(self, knob: Knob, way: str) -> bool:
        """Return whether the next arch may reach a knob at any level: rules H, I, animals."""
        if knob not in self.palace.ground.colours or knob in self.blocked:
            return False
        straight_back = knob in self.knobs[-2:-1]
        if straight_back and self.rulings.double_back != "legal":
            return False
        if knob in self.knobs and not straight_back and self.rulings.spiral != "legal":
            return False
        if self.rulings.over_arch == "stacked":
            leaves = self.knobs[-1]
            laid = {frozenset(self.knobs[i : i + 2]) for i in range(len(self.knobs) - 1)}
            return way not in self.palace.column(leaves) and frozenset((leaves, knob)) not in laid
        return True

    def over(self, leaves: Knob, knob: Knob, way: str, attached: bool) -> Iterator[Staircase]:
        """Yield the next arch at every level that the supply can pay."""
        near, far = self.height[leaves], self.height[knob]
        before = near, far, self.top[leaves], self.top[knob]
        on_arch = near == far and self.top[leaves] == way and self.top[knob] == OPPOSITE[way]
        level = max(near, far) + on_arch  # rule G: never directly on an arch
        while True:
            self.gaps += (level - near, level - far)
            if sum(self.gaps) > self.supply.brick + 3 * self.supply.column:
                del self.gaps[-2:]
                break
            if self.payable():
                self.height[leaves] = self.height[knob] = level + 1
                self.top[leaves], self.top[knob] = way, OPPOSITE[way]
                self.knobs.append(knob)
                yield from self.onward(attached)
                self.knobs.pop()
                self.height[leaves], self.height[knob], self.top[leaves], self.top[knob] = before
            del self.gaps[-2:]
            level += 1

    def payable(self) -> bool:
        """Return whether the supports can be built with the bricks and columns of the supply."""
        columns = min(self.supply.column, sum(gap // 3 for gap in self.gaps))
        return sum(self.gaps) - 3 * columns <= self.supply.brick

    def written(self) -> Staircase:
        """Return the staircase as a value, its supports made up."""
        return written(self.knobs, self.gaps, self.supply.column)


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
