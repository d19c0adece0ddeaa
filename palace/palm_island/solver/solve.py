"""The best line from a state that can be found in the time there is, on one core or several."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from palace.palm_island.solver.beam import Found
from palace.palm_island.solver.bound import LOOKED, Bound, plain_bound, relaxed_bound
from palace.palm_island.solver.packed import Packed, in_words
from palace.palm_island.solver.search import Progress, Search
from palace.palm_island.solver.solution import Solution
from palace.palm_island.state import State

SECONDS = 10.0

WORTH_IT = 4.0
"""Seconds from which on further processes are started, which takes one or two."""

FOR_BOUND = 0.3
"""Share of the time for the upper bound, where it is not known beforehand."""


def solve(
    start: State,
    seconds: float = SECONDS,
    *,
    beams: int | None = None,
    cores: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
) -> Solution:
    """The best line found in so many seconds, or with so many `beams` on every core.

    Only with `beams` and one core is the same found again; the time then only limits the bound.
    Raises `InputError` for cards beyond the core deck.  The line is played in the readable engine
    before it is returned; of lines with as many points it is one with most upgrades.
    """
    here = Packed.of(start)
    now = time.monotonic()
    bound = plain_bound(here)
    for_bound = 0.0 if here.at == 0 else FOR_BOUND * seconds
    ends = float("inf") if beams else now + seconds - for_bound
    search = Search(here, ends=ends, beams=beams, seed=seed, progress=progress)
    if cores > 1 and (beams or seconds >= WORTH_IT):
        with ProcessPoolExecutor(cores - 1, get_context("spawn")) as pool:
            until = None if beams else time.time() + ends - now
            others = [
                pool.submit(_lane, str(start), until, beams, seed, lane, bound.points)
                for lane in range(1, cores)
            ]
            search.run(bound.points)
            found = [other.result() for other in others]
    else:
        search.run(bound.points)
        found = []
    assert search.best is not None
    best = max([search.best, *(line for line, _ in found)], key=lambda line: line[:2])
    if search.complete or any(complete for _, complete in found):
        bound = min(bound, Bound(best.points, LOOKED))
    elif for_bound and best.points < bound.points and not search.stopped:
        bound = relaxed_bound(here, for_bound)
    moves = in_words(start, best.moves)
    return Solution(start, moves, best.points, best.upgrades, bound).checked()


def _lane(
    start: str, until: float | None, beams: int | None, seed: int, lane: int, enough: int
) -> tuple[Found, bool]:
    """A search in another process, `until` a time of the clock on the wall."""
    ends = float("inf") if until is None else time.monotonic() + until - time.time()
    search = Search(Packed.of(State.read(start)), ends=ends, beams=beams, seed=seed, lane=lane)
    return search.run(enough), search.complete


def compiled_already() -> bool:
    """Whether the kernel is compiled; if not, the first solve takes some seconds longer."""
    from palace.palm_island.solver import beam_kernel

    functions: tuple[Any, ...] = (
        beam_kernel.put,
        beam_kernel.expand,
        beam_kernel.rank,
        beam_kernel.select,
    )
    try:
        return all(function._cache._cache_file._load_index() for function in functions)
    except AttributeError:  # not a public part of numba
        return True
