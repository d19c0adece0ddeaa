"""The best line that can be found from a state in a time limit.

Beams with different noise search for it, and the readable engine replays what they find.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate, chain, groupby, repeat

import numpy as np

from palace.core.jit import ready
from palace.core.verdict import Reason
from palace.palm_island.engine import judge, perform
from palace.palm_island.solver.beam import Beam, Found, new_pool, room, trained
from palace.palm_island.solver.bound import LOOKED, Bound, plain_bound
from palace.palm_island.solver.packed import CARDS, Packed, in_words
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


PLAN = ((900, 2), (2_000, 8), (5_000, 16))
"""The widths of the first beams and their numbers.  Two beams with different noise find more than
one of twice the width."""

WIDEST = 10_000
"""The width of all later beams."""

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

    def __init__(self, start: Packed, *, ends: float = math.inf, beams: int | None = None) -> None:
        self.start, self.ends, self.beams = start, ends, beams
        self.rng = np.random.default_rng((0, 0))
        self.begun = time.monotonic()
        self.best = Found(-1, 0, ())
        self.complete = False
        self.pool = new_pool(0)

    def run(self, enough: int, progress: Progress = lambda found, share: None) -> Found:
        """Return the best line.

        Stops early with `enough` points, after an exhaustive search, or on Ctrl-C after the first
        beam.
        """
        try:
            self._run(enough, progress)
        except KeyboardInterrupt:
            if self.best.points < 0:
                raise
        return self.best

    def _run(self, enough: int, progress: Progress) -> None:
        widths = chain(*(repeat(width, count) for width, count in PLAN), repeat(WIDEST))
        rate = 0.0
        for number, width in enumerate(widths):
            begun = time.monotonic()
            if number and self.ends < math.inf:
                width = min(width, int(0.9 * (self.ends - begun) / rate))
                if width < NARROWEST:
                    break
            if self.pool.decks.shape[1] < room(width):
                self.pool = new_pool(width)
            noise = NOISE if number else 0.0
            beam = Beam(self.start, trained(), width, noise=noise, rng=self.rng, pool=self.pool)
            if self._done(beam, self.ends if number else math.inf):
                rate = max((time.monotonic() - begun) / width, 1e-9)
            if number == 0 and self.start.at >= FEW_LEFT:
                self._exhaust()
            whole = self.ends - self.begun
            progress(self.best, min((time.monotonic() - self.begun) / max(whole, 1e-9), 1.0))
            if self.complete or self.best.points >= enough or number + 1 == self.beams:
                break

    def _exhaust(self) -> None:
        """Search every line that makes as many points as the best, if there are few enough."""
        last = self.start.at >= LAST_ROUND
        most, patience = (EXHAUST_LAST, PATIENCE_LAST) if last else (EXHAUST, PATIENCE)
        least, pool = self.best.points, new_pool(most)
        beam = Beam(self.start, trained(), most, share=most, least=least, pool=pool)
        ends = self.begun + patience * (self.ends - self.begun)
        self.complete = self._done(beam, ends, whole=True)

    def _done(self, beam: Beam, ends: float, *, whole: bool = False) -> bool:
        """Run a beam and keep its line if it is better; return False where the time ends before, or
        where it drops a state and is to be `whole`."""
        while beam.step():
            if time.monotonic() > ends or (whole and not beam.complete):
                return False
        if whole and not beam.complete:
            return False
        self.best = max(self.best, beam.found, key=lambda found: found[:2])
        return True


SECONDS = 10.0


def solve(
    start: State,
    seconds: float = SECONDS,
    *,
    beams: int | None = None,
    progress: Progress = lambda found, share: None,
) -> Solution:
    """Return the best line found in so many seconds, or with so many `beams`.

    The result can be repeated only with `beams`.  Of lines with as many points, one with the most
    upgrades found is returned, after the readable engine has replayed it.  Raises `InputError` for
    cards beyond the core deck.
    """
    here = Packed.of(start)
    bound = plain_bound(here)
    ends = float("inf") if beams else time.monotonic() + seconds
    search = Search(here, ends=ends, beams=beams)
    best = search.run(bound.points, progress)
    if search.complete:
        bound = min(bound, Bound(best.points, LOOKED))
    moves = in_words(start, best.moves)
    return Solution(start, moves, best.points, best.upgrades, bound).checked()


def compiled_already() -> bool:
    """Return whether the kernel is compiled; if not, the first solve takes some seconds longer."""
    from palace.palm_island.solver import kernel

    return ready(kernel.put, kernel.expand, kernel.rank, kernel.select)
