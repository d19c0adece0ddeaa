"""What a recorded game left: the best line found from the beginning of each of its rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from palace.palm_island.replay import Played
from palace.palm_island.solver.solve import solve


class Still(NamedTuple):
    """What was still possible when a round began: the best line found from there."""

    round: int
    score: int
    upper_bound: int


def still_possible(
    game: Played,
    seconds: float = 1.0,
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
