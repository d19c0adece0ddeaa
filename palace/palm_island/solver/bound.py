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
that are not negative; `prices.toml` has the tables that follow from those of `scripts/price-palm`,
which make the sum small.  The order of cards within a round is ignored, so the bound of a fresh
deal is the same for every order; it is less by that program, which proves it once (`every_deal`).
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from palace.files.text_file import shipped
from palace.palm_island.solver.packed import CARDS, CODES, END, ROUNDS, Array, Packed
from palace.palm_island.state import LIMIT

POINT = 1_000
"""The price of a point."""

FILE = shipped(__package__, "prices.toml")


class Balance(NamedTuple):
    """The bound as tables, in thousandths of a point.

    `alone` (round, 8 after the game, face) is the best that a card can do alone from a round on,
    `held` (round, face) the price of a stored card, `earns` the most it earns by paying in the
    round of storing or in the next, `place` (round) the price of a place over its end.
    """

    alone: Array
    held: Array
    earns: Array
    place: Array

    @classmethod
    def load(cls, file: Path = FILE) -> Balance:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        return cls(*(np.array(data[name], np.int64) for name in cls._fields))

    def table(self, at: int) -> tuple[Array, int]:
        """Return the summands of the bound with `at` card moves done: by (slot, code), and once.

        In thousandths of a point.
        """
        if at == END:
            return np.tile(np.repeat(self.alone[ROUNDS], 2), (CARDS, 1)), 0
        number, passed = divmod(at, CARDS)
        found = np.zeros((CARDS, CODES), np.int64)
        found[:passed] = np.repeat(self.alone[number + 1], 2)
        found[:passed, 1::2] += self.earns[number]
        found[passed:] = np.repeat(self.alone[number], 2)
        found[passed:, 1::2] += self.held[number]
        return found, LIMIT * int(self.place[number:].sum())

    def bound(self, start: Packed) -> int:
        """Return points that no game from this state can pass."""
        table, once = self.table(start.at)
        return (once + int(table[np.arange(CARDS), start.deck].sum())) // POINT


balance = lru_cache(maxsize=1)(Balance.load)


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
