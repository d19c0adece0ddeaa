"""Every legal staircase of a palace, in a pinned order: what chess programs call move generation.

A staircase counts once for its path and the levels of its arches: how a support is made up of
bricks and columns makes no difference, it only has to be payable.  The supports written are those
`fill` would choose: columns from the bottom, in walking order, while the supply has them.

The order: by first knob, from a1 along the files, rank by rank; then a staircase before those that
go on from it; then by the way of the next arch, N E S W; then by its level, lowest first.

The best from a small hand is found in plain Python.  Other searches are compiled when first
called, once on each machine, if numba is installed; `compiled_already` returns whether they are.
Every search is complete unless it is given a number of seconds.
"""

from palace.monkey_palace.search.searches import (
    Best,
    Count,
    End,
    Start,
    Starts,
    best,
    by_start,
    compiled_already,
    count,
    divide,
    exists,
    front,
    staircases,
)

__all__ = [
    "Best",
    "Count",
    "End",
    "Start",
    "Starts",
    "best",
    "by_start",
    "compiled_already",
    "count",
    "divide",
    "exists",
    "front",
    "staircases",
]
