"""What deals are worth: many random ones solved, and what a recorded game left on the table."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import get_context
from typing import Any, NamedTuple

from palace.palm_island.cards import NUMBERS
from palace.palm_island.replay import Played
from palace.palm_island.solver.solve import solve
from palace.palm_island.state import State

SECONDS = 1.0
"""For each deal, unless it is said."""


class Worth(NamedTuple):
    """The best line found of a deal, and its bound."""

    deal: tuple[int, ...]
    score: int
    upgrades: int
    upper_bound: int


@dataclass(frozen=True)
class Study:
    """Deals in the order they were drawn."""

    worths: tuple[Worth, ...]

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """Every score, least first."""
        return tuple(sorted(worth.score for worth in self.worths))

    @property
    def counts(self) -> dict[int, int]:
        """How many deals make so many points, from the least to the most, with gaps as 0."""
        found = Counter(self.scores)
        return {score: found[score] for score in range(self.scores[0], self.scores[-1] + 1)}

    @property
    def mean(self) -> float:
        """The mean of the scores."""
        return statistics.fmean(self.scores)

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """A quarter, half, and three quarters of the scores are at most these."""
        if len(self.scores) == 1:
            return (float(self.scores[0]),) * 3
        a, b, c = statistics.quantiles(self.scores, n=4, method="inclusive")
        return a, b, c

    @property
    def gap(self) -> float:
        """The mean distance between score and upper bound."""
        return statistics.fmean(worth.upper_bound - worth.score for worth in self.worths)

    def record(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "deals": len(self.worths),
            "mean": round(self.mean, 3),
            "quartiles": list(self.quartiles),
            "least": self.scores[0],
            "most": self.scores[-1],
            "mean_gap": round(self.gap, 3),
            "distribution": {str(score): count for score, count in self.counts.items()},
            "results": [
                {**worth._asdict(), "deal": list(worth.deal)} for worth in self.worths
            ],
        }  # fmt: skip


def random_deals(count: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """So many random orders of the sixteen cards, the same for the same seed."""
    rng = random.Random(seed)
    return tuple(tuple(rng.sample(NUMBERS, len(NUMBERS))) for _ in range(count))


def study(
    count: int,
    seconds: float = SECONDS,
    *,
    beams: int | None = None,
    cores: int = 1,
    seed: int = 0,
    progress: Callable[[Worth], None] | None = None,
) -> Study:
    """Solve so many random deals, `seconds` (or `beams`) for each, a deal on every core."""
    deals = random_deals(count, seed)
    found: dict[int, Worth] = {}
    for index, worth in _worths(deals, seconds, beams, cores, seed):
        found[index] = worth
        if progress is not None:
            progress(worth)
    return Study(tuple(found[index] for index in range(len(deals))))


def _worths(
    deals: tuple[tuple[int, ...], ...], seconds: float, beams: int | None, cores: int, seed: int
) -> Iterator[tuple[int, Worth]]:
    if cores == 1 or len(deals) == 1:
        for index, deal in enumerate(deals):
            yield index, worth_of(deal, seconds, beams, seed)
        return
    with ProcessPoolExecutor(min(cores, len(deals)), get_context("spawn")) as pool:
        every = {
            pool.submit(worth_of, deal, seconds, beams, seed): index
            for index, deal in enumerate(deals)
        }
        try:
            for done in as_completed(every):
                yield every[done], done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def worth_of(deal: tuple[int, ...], seconds: float, beams: int | None, seed: int) -> Worth:
    """What one deal is worth."""
    solution = solve(State.deal(deal), seconds, beams=beams, seed=seed)
    return Worth(deal, solution.score, solution.upgrades, solution.bound.points)


class Still(NamedTuple):
    """What was still possible when a round began: the best line found from there."""

    round: int
    score: int
    upper_bound: int


def still_possible(
    game: Played,
    seconds: float = SECONDS,
    *,
    beams: int | None = None,
    cores: int = 1,
    seed: int = 0,
    progress: Callable[[Still], None] | None = None,
) -> tuple[Still, ...]:
    """What the best line found makes from the beginning of each round of a game.

    A later round's line is one of an earlier round's, too, and an earlier bound holds for later
    ones: each number is the best that is known of it.  The game must be legal.
    """
    starts = {game.start.round: game.start}
    for step in game.steps:
        begun = step.state.begun
        starts.setdefault(begun.round, begun)
    found: list[Still] = []
    for number, state in starts.items():
        solution = solve(state, seconds, beams=beams, cores=cores, seed=seed)
        found.append(Still(number, solution.score, solution.bound.points))
        if progress is not None:
            progress(found[-1])
    least = game.state.points if game.finished else 0
    better: list[Still] = []
    for still in reversed(found):
        least = max(least, still.score)
        better.append(still._replace(score=least))
    better.reverse()
    most = found[0].upper_bound
    tight: list[Still] = []
    for still in better:
        most = min(most, still.upper_bound)
        tight.append(still._replace(upper_bound=most))
    return tuple(tight)
