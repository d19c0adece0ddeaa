"""How many staircases there are, which they are, whether there is one."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import TYPE_CHECKING

from palace.monkey_palace.kernel.knob import WAYS
from palace.monkey_palace.search.results import Count, End, Start, Starts

if TYPE_CHECKING:
    from palace.monkey_palace.kernel.palace import Palace
    from palace.monkey_palace.kernel.rulings import Rulings
    from palace.monkey_palace.kernel.staircase import Staircase
    from palace.monkey_palace.kernel.supply import Supply
    from palace.monkey_palace.search.compiled import Progress

BATCH = 256
"""Staircases written at a time."""


def staircases(
    palace: Palace, supply: Supply | str | None = None, rulings: Rulings | None = None
) -> Iterator[Staircase]:
    """Every staircase that can legally be built from a supply (by default the box), lazily."""
    from palace.monkey_palace.search.compiled import Search

    search = Search(palace, supply, rulings)
    out, limits = search.room(BATCH), search.limits()
    while not search.complete:
        for line in out[: search.write(out, limits)]:
            yield search.read(line)


def exists(
    palace: Palace, supply: Supply | str | None = None, rulings: Rulings | None = None
) -> Staircase | None:
    """A legal staircase, or None: the proof that a player may pass (rule E)."""
    from palace.monkey_palace.search.compiled import Search

    search = Search(palace, supply, rulings)
    out, limits = search.room(1), search.limits()
    while not search.complete:
        if search.write(out, limits):
            return search.read(out[0])
    return None


def count(
    palace: Palace,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Count:
    """The number of legal staircases; at least that many if the time limit comes first."""
    from palace.monkey_palace.search.compiled import Search

    search = Search(palace, supply, rulings, seconds=seconds, progress=progress)
    by_arches = search.count().sum(axis=(0, 1)).tolist()
    return Count(
        sum(by_arches),
        MappingProxyType({arches: n for arches, n in enumerate(by_arches) if n}),
        search.complete,
    )


def divide(
    palace: Palace,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
    *,
    seconds: float | None = None,
) -> dict[str, int]:
    """The number of legal staircases by their first step, such as `d2-d3`, in the pinned order."""
    from palace.monkey_palace.search.compiled import Search

    search = Search(palace, supply, rulings, seconds=seconds)
    by_step = search.count().sum(axis=2).tolist()
    return {
        f"{start}-{start.step(way)}": number
        for start, numbers in zip(search.starts, by_step, strict=True)
        for way, number in zip(WAYS, numbers, strict=True)
        if number
    }


def by_start(
    palace: Palace,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Starts:
    """What every knob is worth as the first of a staircase, and as its last: looks at them all."""
    from palace.monkey_palace.search.compiled import Search

    search = Search(palace, supply, rulings, seconds=seconds, progress=progress)
    out, limits = search.room(1), 0 * search.limits()
    while search.goes_on():
        search.write(out, limits)
    return Starts(
        tuple(
            Start(knob, *numbers)
            for knob, numbers in zip(search.starts, search.tally.tolist(), strict=True)
        ),
        tuple(
            End(knob, *numbers)
            for knob, numbers in zip(search.knobs, search.there.tolist(), strict=True)
        ),
        search.complete,
    )
