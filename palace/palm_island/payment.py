"""Payment: whole stored cards for one alternative of a cost; what is too much on a card is lost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from palace.palm_island.resources import FREE, Cost, Resources, summed


@lru_cache(maxsize=1 << 16)
def payments(cost: Cost, stored: tuple[Resources, ...], spare: bool = False) -> tuple[
    tuple[int, ...], ...
]:  # fmt: skip
    """Every payment of a cost as indexes into `stored`, fewest cards first; `()` for a free one.

    `spare` allows cards that could be left out (ruling payment=any).
    """
    if cost == FREE:
        return ((),)
    return tuple(
        chosen
        for count in range(1, len(stored) + 1)
        for chosen in combinations(range(len(stored)), count)
        if pays(cost, [stored[at] for at in chosen])
        and (spare or not superfluous(cost, [stored[at] for at in chosen]))
    )


def pays(cost: Cost, paid: Sequence[Resources]) -> bool:
    """Whether the cards hold one alternative of the cost."""
    total = summed(paid)
    return any(total.covers(alternative) for alternative in cost)


def superfluous(cost: Cost, paid: Sequence[Resources]) -> tuple[int, ...]:
    """The indexes of cards that could be left out, each by itself; none if for one alternative
    none could."""
    found: list[tuple[int, ...]] = []
    total = summed(paid)
    for alternative in cost:
        if total.covers(alternative):
            rest = [summed([*paid[:at], *paid[at + 1 :]]) for at in range(len(paid))]
            found.append(tuple(at for at, some in enumerate(rest) if some.covers(alternative)))
    return min(found, key=len, default=())


def missing(cost: Cost, paid: Sequence[Resources]) -> Resources:
    """What is missing to the alternative that is nearest, the first of several."""
    total = summed(paid)
    return min((total.lacks(alternative) for alternative in cost), key=lambda lack: lack.amount)
