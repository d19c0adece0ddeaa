"""The plain upper bound: a balance of resources with a price for everything that is stored.

Let every holding (what one stored card holds) have a price in each round, in thousandths of a
point, and every place for a card that stays stored over a round's end one, too.  In any game

* a payment uses stored cards, whose prices are together at least those of the cheapest payment of
  that cost in that round;
* a stored card pays once, in the round it is stored in or before its own turn in the next one: it
  earns at most its price, or the next round's less that of the place it takes;
* at most four cards stay stored over a round's end.

So the points of a game are at most the sum over the cards of the best a card can do by itself in
its one turn of every round - points at the end, plus what its storing earns, less what its actions
cost at least - plus four places over every round's end.  That holds for any prices that are not
negative; those in `prices.toml` are the dual of the linear `relaxation`, which makes the sum small.
Which card comes when within a round, and who pays whom, is left out of account, so the bound of a
fresh deal is the same for every order.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from palace.files.text_file import shipped
from palace.palm_island.cards import ACTIONS, TURNS
from palace.palm_island.resources import FREE, Resources
from palace.palm_island.solver.faces import AREAS, CARDS, CODES, END, ROUNDS
from palace.palm_island.solver.packed import Packed
from palace.palm_island.solver.payments import HOLDINGS, every_payment
from palace.palm_island.state import LIMIT

POINT = 1_000
"""What a point is in prices."""

FILE = shipped(__package__, "prices.toml")


class Prices(NamedTuple):
    """`held` (round, holding): what a stored card is reckoned at; `place` (round): one that stays
    stored over the round's end.  Whole thousandths of a point, not negative."""

    held: tuple[tuple[int, ...], ...]
    place: tuple[int, ...]

    @classmethod
    def load(cls, file: Path = FILE) -> Prices:
        """The prices of a file."""
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        order = [data["holdings"].index(str(some)) for some in HOLDINGS]
        held = tuple(tuple(line[at] for at in order) for line in data["held"])
        return cls(held, tuple(data["place"]))

    def of(self, number: int, some: Resources) -> int:
        """The price of a holding in a round; 0 after the last."""
        return self.held[number][HOLDINGS.index(some)] if number < ROUNDS else 0

    def earns(self, number: int, some: Resources) -> int:
        """The most that a card stored in a round earns by paying, in that round or the next."""
        later = self.of(number + 1, some) - self.place[number] if number + 1 < ROUNDS else 0
        return max(self.of(number, some), later, 0)


class Balance:
    """The bound for prices, as tables."""

    def __init__(self, prices: Prices) -> None:
        if min(min(map(min, prices.held)), min(prices.place)) < 0:
            raise ValueError("prices are not negative")
        self.prices = prices
        self.alone = self._alone()

    def _alone(self) -> Any:
        """The best that a card can do by itself from a round on: (round, face)."""
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

    def table(self, at: int) -> tuple[Any, int]:
        """What a code adds to the bound with `at` card moves done (slot, code), and what is added
        once; thousandths of a point."""
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
        """Points that no game from here on can pass."""
        table, once = self.table(start.at)
        total = once + int(table[np.arange(CARDS), start.deck].sum())
        return total // POINT


@lru_cache(maxsize=1)
def balance() -> Balance:
    """The bound by the prices that come with the solver."""
    return Balance(Prices.load())


@lru_cache(maxsize=1)
def every_deal() -> int:
    """What the relaxation by rounds, solved once, proves of every fresh deal."""
    return int(tomllib.loads(FILE.read_text(encoding="utf-8"))["every_deal"])
