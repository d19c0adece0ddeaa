"""Where a staircase under way can go on: the knobs that the next arch may reach."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import fill
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply

LOOKS = 100
"""Staircases judged before a knob counts as a good one; hardly ever are ten needed."""


def next_knobs(
    palace: Palace,
    knobs: tuple[Knob, ...],
    risers: tuple[str, ...],
    supply: Supply | None = None,
    rulings: Rulings | None = None,
    *,
    unders: tuple[str, ...] | None = None,
) -> tuple[Knob, ...]:
    """Return the neighbours of the last knob by which the way leads to a legal staircase, as N E S
    W.

    `risers` is what is put on each knob, `unders` under the arch that arrives there; missing
    supports are added as `fill` does. One more arch
    to such a knob is legal, and where nothing old has been met yet a way to something old can be
    paid: one was found, or `LOOKS` were not enough to rule it out. No knob is raised more than it
    needs; of many columns and few bricks a higher staircase can at times be paid where this cannot.
    """
    none = ("",) * len(knobs)
    return tuple(_Ways(palace, supply, rulings or DEFAULT).on(knobs, unders or none, risers))


@lru_cache(maxsize=4)
def first_knobs(
    palace: Palace, supply: Supply | None = None, rulings: Rulings | None = None
) -> tuple[Knob, ...]:
    """Return the knobs a legal staircase may begin on, likewise, from a1 along the files, rank by
    rank.
    """
    ways = _Ways(palace, supply, rulings or DEFAULT)
    empty = (knob for knob, height in palace.heights.items() if not height)
    return tuple(knob for knob in empty if ways.begin(knob))


class _Ways:
    def __init__(self, palace: Palace, supply: Supply | None, rulings: Rulings) -> None:
        self.palace, self.supply, self.rulings = palace, supply, rulings
        self.hand = palace.at_hand(supply)
        self.blocked = palace.blocking(rulings.blockers)
        self.known: dict[tuple[Knob, int], int] = {}
        self.looks = self.given = 0  # given: knobs that are no choice of a search

    def on(
        self, knobs: tuple[Knob, ...], unders: tuple[str, ...], risers: tuple[str, ...]
    ) -> Iterator[Knob]:
        self.given = len(knobs)
        for knob in self.palace.ground.neighbours(knobs[-1]):
            self.looks = LOOKS
            if self.leads((*knobs, knob), (*unders, ""), (*risers, "")):
                yield knob

    def begin(self, start: Knob) -> bool:
        """Return whether a way from a knob leads on."""
        for knob in self.ahead((start,), levels(self.hand)):
            self.looks = LOOKS
            if self.leads((start, knob), ("", ""), ("", "")):
                return True
        return False

    def leads(
        self, knobs: tuple[Knob, ...], unders: tuple[str, ...], risers: tuple[str, ...]
    ) -> bool:
        """Return whether the staircase is legal, or may become so by more arches."""
        if not self.looks:
            return True
        self.looks -= 1
        longer = fill(self.palace, Staircase(knobs, unders, risers), self.supply)
        codes = set(judge(self.palace, longer, self.supply, self.rulings).codes)
        if codes != {"attach"}:
            return not codes
        # A detour never helps to meet something old.
        ahead = self.ahead(knobs, levels(self.hand.minus(longer.uses)))
        return any(self.leads((*knobs, knob), (*unders, ""), (*risers, "")) for knob in ahead)

    def ahead(self, knobs: tuple[Knob, ...], left: int) -> list[Knob]:
        """Return the knobs that a staircase may go on to with so many levels left, the cheapest
        first."""
        near = (k for k in self.palace.ground.neighbours(knobs[-1]) if k not in knobs)
        cost = {knob: self.fills(knob, len(knobs) - 1) for knob in near}
        return sorted((knob for knob in cost if cost[knob] <= left), key=cost.__getitem__)

    def fills(self, knob: Knob, arches: int) -> int:
        """Return how many levels the next arch to a knob, and the way from there to something old,
        fill at least, after so many arches; more than there are if it cannot be paid.

        Each arch is one higher than the one before, and what it reaches is filled up to it; given
        knobs may have been reached for nothing, and with risers, so arches may be higher.
        """
        most, height = levels(self.hand), self.palace.heights[knob]
        if (
            knob in self.blocked
            or arches >= self.hand.arch
            or sum(range(self.given, arches)) > most
        ):
            return most + 1
        if height:
            return max(arches - height, 0 if self.given else height - arches)
        if (knob, arches) not in self.known:
            ways = (self.fills(k, arches + 1) for k in self.palace.ground.neighbours(knob))
            self.known[knob, arches] = arches + min(ways, default=most + 1)
        return self.known[knob, arches]


def levels(supply: Supply) -> int:
    """Return how many levels the supports of a supply fill."""
    return supply.brick + 3 * supply.column
