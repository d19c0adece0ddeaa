"""The definition of the search: every legal staircase, in plain Python, in the pinned order.

A ranked search leaves out what cannot be better than the best so far, by bounds from tables.
`palace.monkey_palace.search.compiled` does the same faster; the tests compare the two.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from palace.core.errors import expect
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.walk import NO_LIMIT, walked, written

Progress = Callable[[float], None]
"""Told now and then which share of a search is done, from 0 to 1."""


class Search:
    """A search under way, and the time it may take; `seconds` of None is no limit.

    A line is a staircase as the search writes it; here it is a `walk.Line`.
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
        limits = self.limits if self.ranked else None
        for start, line in walked(self.palace, self.supply, self.rulings, self.starts, limits):
            self._start = start
            if not self.goes_on():
                return
            yield () if line is None else (line,)
        self.complete = True
        self.goes_on()

    def lines(self, batch: int = 1) -> Iterator[Any]:
        """Yield the lines in order, `batch` found at a time."""
        for lines in self.slices(self.room(batch)):
            yield from lines

    def rank(self, line: Any) -> tuple[int, int, int]:
        """Return credits and bonus of a line, both negative, and its pieces: less is better."""
        return -line.credits, -line.bonus, line.pieces

    def read(self, line: Any) -> Staircase:
        """Return the staircase of a line."""
        return written([self.knobs[number] for number in line.knobs], line.gaps, self.supply.column)

    def counts(self) -> dict[tuple[Knob, str, int], int]:
        """Return how many there are by start, way of the first arch, and arches."""
        found: Counter[tuple[int, int, int]] = Counter(
            (*line.knobs[:2], len(line.knobs) - 1) for line in self.lines()
        )
        return {
            (self.knobs[one], self.knobs[one].way_to(self.knobs[two]) or "", arches): number
            for (one, two, arches), number in found.items()
        }

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
        for lines in self.slices(self.room(1)):
            for line in lines:
                knobs = [self.knobs[number] for number in line.knobs]
                first, last = self.by_start[knobs[0]], self.by_end[knobs[-1]]
                for row in (first, last):
                    row[:2] = row[0] + 1, max(row[1], line.credits)
                for at, height in enumerate(line.heights):
                    first[2] = max(first[2], height)
                    for knob in knobs[at : at + 2]:
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
        number = self.knobs.index(knob)
        for lines in self.slices(self.room(1)):
            for line in lines:
                arches = zip(pairwise(line.knobs), line.heights, strict=True)
                there = [high for knobs, high in arches if number in knobs]
                rank = line.credits, line.bonus, -line.pieces
                if by_height:
                    rank = max(there, default=0), line.credits, -line.pieces
                if there and rank > most and (by_height or line.knobs[-1] == number):
                    best, most = line, rank
            yield best


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
    search = Search(palace, supply, rulings)
    yield from map(search.read, search.lines())
