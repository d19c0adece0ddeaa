"""The best line that can be found from a state in a time limit.

Beams with different noise search for it, and the readable engine replays what they find.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, chain, groupby, repeat

import numpy as np

from palace.core.jit import ready
from palace.palm_island.engine import apply, perform
from palace.palm_island.solver import kernel
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
        return self.score >= self.bound.points

    @property
    def rounds(self) -> tuple[tuple[int, tuple[Move, ...]], ...]:
        before = accumulate(self.moves, perform, initial=self.start)
        pairs = zip((state.begun.round for state in before), self.moves, strict=False)
        return tuple(
            (number, tuple(move for _, move in some))
            for number, some in groupby(pairs, key=lambda pair: pair[0])
        )

    def record(self) -> dict[str, object]:
        return {
            "score": self.score, "upgrades": self.upgrades,
            "moves": [str(move) for move in self.moves],
            "upper_bound": self.bound.points, "proved": self.proved, "bound": self.bound.how,
        }  # fmt: skip


PLAN = (900,) * 2 + (2_000,) * 8 + (5_000,) * 16
"""The widths of the first beams: two of different noise find more than one of twice the width."""

WIDEST = 10_000
"""The width of all later beams, and of all in the last round, where they look at most lines."""

NOISE = 0.7
"""The noise of the ranking, in all beams but the first."""

NARROWEST = 250
"""The least width of a beam that is worth starting."""

LAST_ROUND = 7 * CARDS
"""The card moves done before it."""

Progress = Callable[[Found, float], None]
"""Called after every beam with the best line so far and the share of the time passed."""


def search(
    start: Packed, ends: float = math.inf, beams: int | None = None,
    progress: Progress = lambda found, share: None,
) -> tuple[Found, bool]:  # fmt: skip
    """Return the best line found until `ends` (of `time.monotonic`) or with so many beams, and
    whether all lines were looked at that could be better.

    In the last round later beams drop what cannot reach the best line before them.  The search
    stops with a line that is proved best, and on Ctrl-C after the first beam.
    """
    last = start.at >= LAST_ROUND
    widths = chain([] if last else PLAN, repeat(WIDEST))
    rng, pool, best = np.random.default_rng((0, 0)), new_pool(0), Found(-1, 0, ())
    enough, rate, first, complete = plain_bound(start).points, 0.0, time.monotonic(), False
    try:
        for number, width in enumerate(widths):
            begun = time.monotonic()
            if number and ends < math.inf:
                width = min(width, int(0.9 * (ends - begun) / rate))
            if width < NARROWEST:
                break
            if pool.decks.shape[1] < room(width):
                pool = new_pool(width)
            noise, least = (NOISE if number else 0.0), (best.points if number and last else 0)
            beam = Beam(start, trained(), width, noise=noise, rng=rng, least=least, pool=pool)
            while beam.step() and (not number or time.monotonic() < ends):
                pass
            if beam.done:
                rate = max((time.monotonic() - begun) / width, 1e-9)
                best, complete = max(best, beam.found, key=lambda line: line[:2]), beam.complete
            progress(best, min((time.monotonic() - first) / max(ends - first, 1e-9), 1.0))
            if complete or best.points >= enough or number + 1 == beams:
                break
    except KeyboardInterrupt:
        if best.points < 0:
            raise
    return best, complete


SECONDS = 10.0


def solve(
    start: State, seconds: float = SECONDS, *, beams: int | None = None,
    progress: Progress = lambda found, share: None,
) -> Solution:  # fmt: skip
    """Return the best line found in so many seconds, or with so many `beams`.

    The result can be repeated only with `beams`.  Of lines with as many points, one with the most
    upgrades found is returned, after the readable engine has replayed it.  Raises `InputError` for
    cards beyond the core deck.
    """
    here = Packed.of(start)
    ends = math.inf if beams else time.monotonic() + seconds
    best, complete = search(here, ends, beams, progress)
    bound = plain_bound(here)
    if complete:
        bound = min(bound, Bound(best.points, LOOKED))
    moves = in_words(start, best.moves)
    end = reduce(apply, moves, start)
    return Solution(start, moves, end.points, end.upgrades, bound)


def compiled_already() -> bool:
    """Return whether the kernel is compiled; if not, the first solve takes some seconds longer."""
    return ready(kernel.put, kernel.expand, kernel.rank)
