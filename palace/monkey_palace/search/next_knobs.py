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
from palace.monkey_palace.search.walk import arches_to_palace

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
        self.away = arches_to_palace(palace, rulings)
        self.arches = palace.at_hand(supply).arch
        self.looks = 0

    def on(
        self, knobs: tuple[Knob, ...], unders: tuple[str, ...], risers: tuple[str, ...]
    ) -> Iterator[Knob]:
        for knob in self.palace.ground.neighbours(knobs[-1]):
            self.looks = LOOKS
            if self.leads((*knobs, knob), (*unders, ""), (*risers, "")):
                yield knob

    def begin(self, start: Knob) -> bool:
        """Return whether a way from a knob leads on; the way to something old is tried first."""
        for knob in sorted(self.palace.ground.neighbours(start), key=self.away.__getitem__):
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
        if self.away[knobs[-1]] > self.arches - longer.arches:
            return False
        # A detour never helps to meet something old.
        ahead = [k for k in self.palace.ground.neighbours(knobs[-1]) if k not in knobs]
        ahead.sort(key=self.away.__getitem__)
        return any(self.leads((*knobs, knob), (*unders, ""), (*risers, "")) for knob in ahead)
