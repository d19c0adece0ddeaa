"""The best staircases, and what each further piece is worth."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, NamedTuple

from palace.monkey_palace.kernel.referee import earned
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.search.results import Best

if TYPE_CHECKING:
    from palace.monkey_palace.kernel.palace import Palace
    from palace.monkey_palace.kernel.rulings import Rulings
    from palace.monkey_palace.kernel.supply import Supply
    from palace.monkey_palace.search.compiled import Progress


class _Found(NamedTuple):
    """A staircase and its rank: what sorts first is better, ties in the order of the search."""

    minus_credits: int
    minus_bonus: int
    pieces: int
    order: int
    staircase: Staircase


def best(
    palace: Palace,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
    *,
    top: int = 1,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Best:
    """The `top` best legal staircases, best first.

    Most credits, then the bonus, then fewest pieces, then first in the order of the search.
    """
    from palace.monkey_palace.search.compiled import Search

    search = Search(palace, supply, rulings, ranked=True, seconds=seconds, progress=progress)
    out, limits = search.room(1), search.limits()
    found: list[_Found] = []
    order = 0
    while top > 0 and search.goes_on():
        if search.write(out, limits, bounded=True):
            order += 1
            insort(
                found,
                _Found(*search.rank(out[0]), order, search.read(out[0])),
                key=lambda one: one[:4],
            )
            del found[top:]
            if len(found) == top:
                last = found[-1]
                limits[: -last.minus_credits] = 0
                limits[-last.minus_credits, 0] = 0 if last.minus_bonus else last.pieces
                if last.minus_bonus:
                    limits[-last.minus_credits, 1] = last.pieces
    return Best(
        tuple(earned(palace, one.staircase, search.rulings) for one in found), search.complete
    )


def front(
    palace: Palace,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Best:
    """For every number of pieces worth it the staircase of most credits, fewest pieces first.

    A number of pieces is worth it if none that is less brings as many credits; of several
    staircases the first in the order of the search.
    """
    from palace.monkey_palace.search.compiled import Search

    search = Search(palace, supply, rulings, ranked=True, seconds=seconds, progress=progress)
    out, limits = search.room(1), search.limits()
    found: dict[int, _Found] = {}
    while search.goes_on():
        if search.write(out, limits, bounded=True):
            one = _Found(*search.rank(out[0]), 0, search.read(out[0]))
            found[-one.minus_credits] = one
            below = limits[: 1 - one.minus_credits]
            below[below > one.pieces] = one.pieces
    worth_it: list[_Found] = []
    for one in sorted(found.values()):
        if not worth_it or one.pieces < worth_it[-1].pieces:
            worth_it.append(one)
    return Best(
        tuple(earned(palace, one.staircase, search.rulings) for one in reversed(worth_it)),
        search.complete,
    )
