"""The definition of the search: every legal staircase, in plain Python, in the pinned order.

`palace.monkey_palace.search.compiled` does the same faster; the tests compare the two.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from palace.core.errors import expect
from palace.monkey_palace.kernel.knob import OPPOSITE, WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace, column_height
from palace.monkey_palace.kernel.referee import earned
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.staircase import Staircase, fewest, pile_height
from palace.monkey_palace.kernel.supply import Supply

Progress = Callable[[float], None]
"""Told now and then which share of a search is done, from 0 to 1."""

NO_LIMIT = 1_000_000
"""More pieces than any staircase has."""


class Search:
    """A search under way, and the time it may take; `seconds` of None is no limit.

    A line is a staircase as the search writes it; here it is the `Staircase` itself.
    """

    def __init__(
        self,
        palace: Palace,
        supply: Supply | str | None,
        rulings: Rulings | None,
        *,
        ranked: bool = False,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> None:
        expect(palace, Palace, "write Palace.read(...) or Palace.setup(...)", "palace")
        self.palace = palace
        self.rulings = rulings or DEFAULT
        self.supply = palace.at_hand(supply)
        self.knobs = tuple(palace.ground.colours)
        self.starts = open_starts(palace, self.rulings)
        self.ranked = ranked
        self.limits: Any = [[NO_LIMIT, NO_LIMIT] for _ in range(self.supply.arch + 2)]
        """The number of pieces to stay below in a ranked search, by credits and bonus."""
        self.ends = None if seconds is None else time.monotonic() + seconds
        self.progress = progress
        self.complete = self.begun = False
        self._start = 0
        self.by_start = {knob: [0, 0, 0] for knob in self.starts}
        self.by_end = {knob: [0, 0, 0] for knob in self.knobs}

    @classmethod
    def cached(cls, *, counting: bool) -> bool:
        """Return whether it can run without compiling: counts, or everything else."""
        return True

    @property
    def share(self) -> float:
        """The share of the search that is done, from 0 to 1."""
        return self._start / max(len(self.starts), 1)

    def goes_on(self) -> bool:
        """Return whether there is a slice to do and time for it.

        There is time for the first one.
        """
        if self.progress is not None:
            self.progress(1.0 if self.complete else self.share)
        late = self.ends is not None and self.begun and time.monotonic() >= self.ends
        self.begun = True
        return not self.complete and not late

    def room(self, lines: int) -> Any:
        """Return what `slices` puts so many lines in."""
        return lines

    def slices(self, out: Any) -> Iterator[Any]:
        """Yield the lines found in each slice of the search, in order; if ranked, those below the
        limits."""
        for line in staircases(self.palace, self.supply, self.rulings):
            self._start = self.starts.index(line.knobs[0])
            if not self.goes_on():
                return
            if self.ranked:
                minus_credits, minus_bonus, pieces = self.rank(line)
                if pieces >= self.limits[-minus_credits][-minus_bonus]:
                    yield ()
                    continue
            yield (line,)
        self.complete = True
        self.goes_on()

    def lines(self, batch: int = 1) -> Iterator[Any]:
        """Yield the lines in order, `batch` found at a time."""
        for lines in self.slices(self.room(batch)):
            yield from lines

    def rank(self, line: Any) -> tuple[int, int, int]:
        """Return credits and bonus of a line, both negative, and its pieces: less is better."""
        verdict = earned(self.palace, line, self.rulings)
        return -(verdict.credits or 0), -bool(verdict.bonus), sum(line.uses)

    def read(self, line: Any) -> Staircase:
        """Return the staircase of a line."""
        staircase: Staircase = line
        return staircase

    def counts(self) -> dict[tuple[Knob, str, int], int]:
        """Return how many there are by start, way of the first arch, and arches."""
        return Counter(
            (line.knobs[0], line.knobs[0].way_to(line.knobs[1]), line.arches)
            for line in self.lines()
        )

    def tallies(self) -> tuple[Any, Any]:
        """Return the number of staircases, most credits and greatest height, by start and by knob
        where they end.
        """
        for _ in self.tallying():
            pass
        return self.tallied

    @property
    def tallied(self) -> tuple[Any, Any]:
        """What `tallying` has found so far, as `tallies` returns it."""
        return [*self.by_start.values()], [*self.by_end.values()]

    def tallying(self) -> Iterator[None]:
        """Fill the tallies, slice by slice."""
        for line in self.lines():
            found, most = heights(line), -self.rank(line)[0]
            for row in (self.by_start[line.knobs[0]], self.by_end[line.knobs[-1]]):
                row[:2] = row[0] + 1, max(row[1], most)
            first = self.by_start[line.knobs[0]]
            first[2] = max(first[2], found[-1])
            for at, height in enumerate(found):
                for knob in line.knobs[at : at + 2]:
                    self.by_end[knob][2] = max(self.by_end[knob][2], height)
            yield

    def best_at(self, knob: Knob, *, by_height: bool) -> Any:
        """Return the best line of a knob, see `map_stats.best_at`; None if there is none."""
        last = deque(self.seek_at(knob, by_height=by_height), maxlen=1)
        return last.pop() if last else None

    def seek_at(self, knob: Knob, *, by_height: bool) -> Iterator[Any]:
        """Yield the best line of a knob so far, or None, slice by slice."""
        best: Any = None
        most: tuple[int, ...] = ()
        for line in self.lines():
            minus_credits, minus_bonus, pieces = self.rank(line)
            found = enumerate(heights(line))
            height = max((high for at, high in found if knob in line.knobs[at : at + 2]), default=0)
            rank = -minus_credits, -minus_bonus, -pieces
            if by_height:
                rank = height, -minus_credits, -pieces
            if height and rank > most and (by_height or line.knobs[-1] == knob):
                best, most = line, rank
            yield best


def heights(staircase: Staircase) -> tuple[int, ...]:
    """Return the level above each arch, in bricks."""
    return tuple(accumulate(pile_height(riser) + 1 for riser in staircase.risers[:-1]))


def open_starts(palace: Palace, rulings: Rulings) -> tuple[Knob, ...]:
    """Return the knobs a staircase may begin on: rule A, and a decoration for them."""
    blocked = palace.blocking(rulings.blockers)
    colours = {
        colour
        for colour in set(palace.ground.colours.values())
        if rulings.decoration_out != "illegal" or palace.decorations_left(colour) > 0
    }
    return tuple(
        knob
        for knob, colour in palace.ground.colours.items()
        if colour in colours and not palace.heights[knob] and knob not in blocked
    )


def staircases(
    palace: Palace, supply: Supply | None = None, rulings: Rulings | None = None
) -> Iterator[Staircase]:
    """Yield every legal staircase from a supply (by default the box), lazily."""
    walk = _Walk(palace, palace.at_hand(supply), rulings or DEFAULT)
    if min(walk.supply) < 0:
        return  # nothing can be paid
    for start in open_starts(palace, walk.rulings):
        walk.knobs = [start]
        yield from walk.onward(attached=False)


class _Walk:
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
