"""Points that no line from a state can pass.

The bound is a balance of resources at prices.  Give every holding (the resources of one stored
card) a price in each round, in thousandths of a point, and a price to every place for a card that
stays stored over the end of a round.  In any game

* a payment uses stored cards, whose prices add up to at least those of the cheapest payment of that
  cost in that round;
* a stored card pays once, in the round in which it is stored or before its own turn in the next
  one: it earns at most its price, or the price in the next round less that of its place;
* at most four cards stay stored over the end of a round.

So the points of a game are at most the sum, over the cards, of the best that a card can do alone
with one turn in every round (points at the end, plus what storing it earns, less the least cost of
its actions), plus the prices of four places over the end of every round.  This holds for any prices
that are not negative; those in `prices.toml` are the dual of the program of `scripts/price-palm`,
which makes the sum small.  The order of cards within a round is ignored, so the bound of a fresh
deal is the same for every order; it is less by that program, which proves it once (`every_deal`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

import numpy as np

from palace.files.text_file import shipped
from palace.palm_island.cards import ACTIONS, FREE, TURNS, Cost, Resources, pays, superfluous
from palace.palm_island.solver.packed import AREAS, CARDS, CODES, COPIES, END, ROUNDS, Array, Packed
from palace.palm_island.state import LIMIT

HOLDINGS: tuple[Resources, ...] = tuple(
    dict.fromkeys(area.gives for area in AREAS if area.store is not None)
)
"""The resources that one stored card can hold."""

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
    """Return, for every cost, the sets of at most four holdings that pay it.

    No holding of a set could be left out, and different cards can hold all of them at a time.
    """
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
    """Return whether different cards can hold all these; `used` are the kinds chosen so far."""
    if len(used) == len(some):
        return True
    wanted = some[len(used)]
    kinds = {face // 4 for face, area in enumerate(AREAS) if area.gives == wanted and area.store}
    return any(
        used.count(kind) < COPIES[kind] and _there_are_cards(some, (*used, kind))
        for kind in sorted(kinds)
    )


POINT = 1_000
"""The price of a point."""

FILE = shipped(__package__, "prices.toml")


class Prices(NamedTuple):
    """Prices in whole thousandths of a point, not negative.

    `held` (round, holding) is for a stored card, `place` (round) for one that stays stored over the
    end of the round.
    """

    held: tuple[tuple[int, ...], ...]
    place: tuple[int, ...]

    @classmethod
    def load(cls, file: Path = FILE) -> Prices:
        """Return the prices of a file."""
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        order = [data["holdings"].index(str(some)) for some in HOLDINGS]
        held = tuple(tuple(line[at] for at in order) for line in data["held"])
        return cls(held, tuple(data["place"]))

    def of(self, number: int, some: Resources) -> int:
        """Return the price of a holding in a round; 0 after the last."""
        return self.held[number][HOLDINGS.index(some)] if number < ROUNDS else 0

    def earns(self, number: int, some: Resources) -> int:
        """Return the most that a card stored in a round earns by paying, in it or in the next."""
        later = self.of(number + 1, some) - self.place[number] if number + 1 < ROUNDS else 0
        return max(self.of(number, some), later, 0)


class Balance:
    """The bound by prices, as tables."""

    def __init__(self, prices: Prices) -> None:
        if min(min(map(min, prices.held)), min(prices.place)) < 0:
            raise ValueError("prices must not be negative")
        self.prices = prices
        self.alone = self._alone()

    def _alone(self) -> Array:
        """Return the best that a card can do alone from a round on: (round, face)."""
        table = np.zeros((ROUNDS + 1, len(AREAS)), np.int64)
        table[ROUNDS] = [POINT * area.points for area in AREAS]
        for number in reversed(range(ROUNDS)):
            least = {
                cost: min(sum(self.prices.of(number, some) for some in payment) for payment in each)
                for cost, each in every_payment().items()
            } | {FREE: 0}
            for face, area in enumerate(AREAS):
                best = table[number + 1, face]
                for action in ACTIONS:
                    cost = area.cost(action)
                    if cost is not None:
                        value = table[number + 1, face ^ TURNS[action]] - least[cost]
                        if action == "store":
                            value += self.prices.earns(number, area.gives)
                        best = max(best, value)
                table[number, face] = best
        return table

    def table(self, at: int) -> tuple[Array, int]:
        """Return the summands of the bound with `at` card moves done: by (slot, code), and once.

        In thousandths of a point.
        """
        if at == END:
            return np.tile(np.repeat(self.alone[ROUNDS], 2), (CARDS, 1)), 0
        number, passed = divmod(at, CARDS)
        found = np.zeros((CARDS, CODES), np.int64)
        for code in range(CODES):
            some = AREAS[code >> 1].gives if AREAS[code >> 1].store and code & 1 else None
            found[:passed, code] = self.alone[number + 1, code >> 1]
            found[passed:, code] = self.alone[number, code >> 1]
            if some is not None:
                found[:passed, code] += self.prices.earns(number, some)
                found[passed:, code] += self.prices.of(number, some)
        return found, LIMIT * sum(self.prices.place[number:])

    def bound(self, start: Packed) -> int:
        """Return points that no game from this state can pass."""
        table, once = self.table(start.at)
        total = once + int(table[np.arange(CARDS), start.deck].sum())
        return total // POINT


@lru_cache(maxsize=1)
def balance() -> Balance:
    """Return the bound by the shipped prices."""
    return Balance(Prices.load())


@lru_cache(maxsize=1)
def every_deal() -> int:
    """Return the bound of every fresh deal by the relaxation by rounds, solved once."""
    return int(tomllib.loads(FILE.read_text(encoding="utf-8"))["every_deal"])


BALANCE = "balance of resources"
BY_ROUNDS = "relaxation by rounds"
LOOKED = "every line looked at"


class Bound(NamedTuple):
    """Points that no line can pass, and the proof."""

    points: int
    how: str


def plain_bound(start: Packed) -> Bound:
    """Return the bound that needs no search.

    The relaxation of a fresh deal is the same for every order; its value is kept with the prices.
    """
    found = balance().bound(start)
    if start.at == 0 and not (start.deck & 7).any():
        return min(Bound(found, BALANCE), Bound(every_deal(), BY_ROUNDS))
    return Bound(found, BALANCE)
