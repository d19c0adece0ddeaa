"""What every payment is made of, whoever pays: sets of stored cards by what each of them holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from palace.palm_island.cards import ACTIONS
from palace.palm_island.payment import pays, superfluous
from palace.palm_island.resources import FREE, Cost, Resources
from palace.palm_island.solver.faces import AREAS, COPIES
from palace.palm_island.state import LIMIT

HOLDINGS: tuple[Resources, ...] = tuple(
    dict.fromkeys(area.gives for area in AREAS if area.store is not None)
)
"""What one stored card can hold."""

COSTS: tuple[Cost, ...] = tuple(
    dict.fromkeys(
        cost
        for area in AREAS
        for action in ACTIONS
        if (cost := area.cost(action)) is not None and cost != FREE
    )
)
"""Every cost that is not free."""

Payment = tuple[Resources, ...]


@lru_cache(maxsize=1)
def every_payment() -> dict[Cost, tuple[Payment, ...]]:
    """For every cost the sets of at most four holdings that pay it, none of which could be left
    out, as far as there are cards that can hold them at a time."""
    sets = [
        some
        for count in range(1, LIMIT + 1)
        for some in combinations_with_replacement(HOLDINGS, count)
        if _there_are_cards(some)
    ]
    return {
        cost: tuple(some for some in sets if pays(cost, some) and not superfluous(cost, some))
        for cost in COSTS
    }


def _there_are_cards(some: Sequence[Resources], used: tuple[int, ...] = ()) -> bool:
    """Whether different cards can hold all these; `used` are the kinds chosen so far."""
    if len(used) == len(some):
        return True
    wanted = some[len(used)]
    kinds = {face // 4 for face, area in enumerate(AREAS) if area.gives == wanted and area.store}
    return any(
        used.count(kind) < COPIES[kind] and _there_are_cards(some, (*used, kind))
        for kind in sorted(kinds)
    )
