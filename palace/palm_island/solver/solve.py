"""The best line that can be found from a state in a time limit.

Beams with different noise search for it, and the readable engine replays what they find.
`still_possible` does this from the beginning of each round of a recorded game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import NamedTuple

import numpy as np

from palace.core.jit import ready
from palace.core.verdict import Reason
from palace.palm_island.engine import judge, perform
from palace.palm_island.solver.beam import Beam, Found, new_pool, room, trained
from palace.palm_island.solver.bound import LOOKED, Bound, plain_bound
from palace.palm_island.solver.packed import CARDS, END, Packed, in_words
from palace.palm_island.state import Move, State


@dataclass(frozen=True)
class Solution:
    """The best line found from a state: `moves` to the end of the game, its points and upgrades.

    No line can have more points than `bound`.
    """

    start: State
    moves: tuple[Move, ...]
    score: int
    upgrades: int
    bound: Bound

    @property
    def proved(self) -> bool:
        """Whether no line has more points."""
        return self.score >= self.bound.points

    @property
    def rounds(self) -> tuple[tuple[int, tuple[Move, ...]], ...]:
        """The moves of every round with its number."""
        before = accumulate(self.moves, perform, initial=self.start)
        pairs = zip((state.begun.round for state in before), self.moves, strict=False)
        return tuple(
            (number, tuple(move for _, move in some))
            for number, some in groupby(pairs, key=lambda pair: pair[0])
        )

    def checked(self) -> Solution:
        """Return the solution itself after the readable engine has replayed the line.

        Raises `AssertionError` if the result differs.
        """
        end, reasons = self.start, list[Reason]()
        for move in self.moves:
            reasons += judge(end, move).reasons
            end = perform(end, move)
        if reasons or not end.finished:
            raise AssertionError(f"the line found is not legal: {reasons}")
        if (end.points, end.upgrades) != (self.score, self.upgrades):
            raise AssertionError(f"the line found makes {end.points}, not {self.score}")
        if self.score > self.bound.points:
            raise AssertionError(f"{self.score} points are more than the bound {self.bound.points}")
        return self

    def record(self) -> dict[str, object]:
        """Return the solution as plain data, keys as in the contract."""
        return {
            "score": self.score,
            "upgrades": self.upgrades,
            "moves": [str(move) for move in self.moves],
            "upper_bound": self.bound.points,
            "proved": self.proved,
            "bound": self.bound.how,
        }


PLAN = ((900, 2), (2_000, 8), (5_000, 16), (10_000, 1))
"""The widths of the beams and their numbers; the last repeats without end.  Two beams with
different noise find more than one of twice the width."""

NOISE = 0.7
"""The noise of the ranking, in all beams but the first."""

NARROWEST = 250
"""The least width of a beam that is worth starting."""

FEW_LEFT = 64
"""The number of card moves done from which an exhaustive search is tried."""

EXHAUST, PATIENCE = 40_000, 0.3
"""The most states of a layer in an exhaustive search, and its share of the time."""

LAST_ROUND, EXHAUST_LAST, PATIENCE_LAST = 7 * CARDS, 300_000, 0.7
"""The card moves done from which the exhaustive search is wider; it needs some 500 MB."""

Progress = Callable[[Found, float], None]
"""Called after every beam with the best line so far and the share of the time passed."""


class Search:
    """A search for lines from a state, until `ends` (of `time.monotonic`) or for `beams` beams.

    `best` is the best line so far; `complete` is true if no line has more points, or as many and
    more upgrades.
    """

    def __init__(
        self,
        start: Packed,
        *,
        ends: float = float("inf"),
        beams: int | None = None,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self.start, self.ends, self.beams = start, ends, beams
        self.rng = np.random.default_rng((seed, 0))
        self.progress = progress
        self.begun = time.monotonic()
        self.best: Found | None = None
        self.complete = False
        self.pool = new_pool(0)
        self.rate = 0.0

    def run(self, enough: int) -> Found:
        """Return the best line.

        Stops early with `enough` points, after an exhaustive search, or on Ctrl-C after the first
        beam.
        """
        try:
            self._run(enough)
        except KeyboardInterrupt:
            if self.best is None:
                raise
        assert self.best is not None  # the first beam runs to its end
        return self.best

    def _run(self, enough: int) -> None:
        for number, (width, noise) in enumerate(self._plan()):
            if number:
                width = self._fitting(width)
                if width < NARROWEST:
                    break
            self._beam(width, noise, late=number == 0)
            assert self.best is not None
            if number == 0 and self.start.at >= FEW_LEFT:
                self._exhaust(self.best.points)
            if self.progress is not None:
                self.progress(self.best, self._passed())
            if self.complete or self.best.points >= enough or number + 1 == self.beams:
                break

    def _plan(self) -> Iterator[tuple[int, float]]:
        for index, (width, count) in enumerate(PLAN):
            last = index + 1 == len(PLAN)
            done = 0
            while last or done < count:
                plain = done == index == 0
                yield width, 0.0 if plain else NOISE
                done += 1

    def _fitting(self, width: int) -> int:
        """Return the width that fits into the time left."""
        left = self.ends - time.monotonic()
        return width if left == float("inf") else min(width, int(0.9 * left / self.rate))

    def _beam(self, width: int, noise: float, *, late: bool = False) -> None:
        """Run a beam; stop when the time is over, unless it may be `late`."""
        begun = time.monotonic()
        if self.pool.decks.shape[1] < room(width):
            self.pool = new_pool(width)
        beam = Beam(self.start, trained(), width, noise=noise, rng=self.rng, pool=self.pool)
        while beam.step():
            if not late and time.monotonic() > self.ends:
                return
        self._take(beam)
        self.rate = max((time.monotonic() - begun) / width, 1e-9)

    def _exhaust(self, least: int) -> None:
        """Search every line that makes `least` points or more, if there are few enough states."""
        last = self.start.at >= LAST_ROUND
        most, patience = (EXHAUST_LAST, PATIENCE_LAST) if last else (EXHAUST, PATIENCE)
        ends = self.begun + patience * (self.ends - self.begun)
        beam = Beam(self.start, trained(), most, share=most, least=least, pool=new_pool(most))
        while beam.complete and time.monotonic() < ends:
            if not beam.step():
                break
        if beam.at == END and beam.complete:
            self._take(beam)
            self.complete = True

    def _take(self, beam: Beam) -> None:
        found = beam.found
        if self.best is None or found[:2] > self.best[:2]:
            self.best = found

    def _passed(self) -> float:
        whole = self.ends - self.begun
        return min((time.monotonic() - self.begun) / whole, 1.0) if whole > 0 else 1.0


SECONDS = 10.0


def solve(
    start: State,
    seconds: float = SECONDS,
    *,
    beams: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    before: Sequence[State] = (),
) -> Solution:
    """Return the best line found in so many seconds, or with so many `beams`.

    What no line can pass from a state `before` it, none can pass from it.  The result can be
    repeated only with `beams`.  Of lines with as many points, one with the most upgrades found is
    returned, after the readable engine has replayed it.  Raises `InputError` for cards beyond the
    core deck.
    """
    here = Packed.of(start)
    bound = min(plain_bound(Packed.of(state)) for state in (*before, start))
    ends = float("inf") if beams else time.monotonic() + seconds
    search = Search(here, ends=ends, beams=beams, seed=seed, progress=progress)
    best = search.run(bound.points)
    if search.complete:
        bound = min(bound, Bound(best.points, LOOKED))
    moves = in_words(start, best.moves)
    return Solution(start, moves, best.points, best.upgrades, bound).checked()


def compiled_already() -> bool:
    """Return whether the kernel is compiled; if not, the first solve takes some seconds longer."""
    from palace.palm_island.solver import kernel

    return ready(kernel.put, kernel.expand, kernel.rank, kernel.select)


class Still(NamedTuple):
    """The points of the best line found from the beginning of a round, and their upper bound."""

    round: int
    score: int
    upper_bound: int


def still_possible(
    states: Sequence[State],
    seconds: float = 1.0,
    *,
    beams: int | None = None,
    seed: int = 0,
    progress: Callable[[Still], None] | None = None,
    tick: Callable[[float], None] = lambda share: None,
) -> tuple[Still, ...]:
    """Return the best line found from the beginning of each round of a legal game.

    `states` are the deck as it begins and after each move; `tick` is told the share of the work
    that is done.

    A line from a later round is also one from an earlier round, and a bound of an earlier round
    holds for the later ones: each number is the best that follows from all.
    """
    starts = {states[0].round: states[0]}
    for state in states[1:]:
        starts.setdefault(state.begun.round, state.begun)
    found: list[Still] = []
    for done, (number, state) in enumerate(starts.items()):

        def within(found: Found, share: float, done: int = done) -> None:
            tick((done + share) / len(starts))

        solution = solve(state, seconds, beams=beams, seed=seed, progress=within)
        found.append(Still(number, solution.score, solution.bound.points))
        if progress is not None:
            progress(found[-1])
    least = states[-1].points if states[-1].finished else 0
    backward = (still.score for still in reversed(found))
    _, *scores = accumulate(backward, max, initial=least)
    bounds = accumulate((still.upper_bound for still in found), min)
    return tuple(map(Still, starts, reversed(scores), bounds))
