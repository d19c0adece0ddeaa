"""Upper bounds of a state: the least that can be proved in the time there is.

The plain bound is a balance of resources at prices.  Give every holding (the resources of one
stored card) a price in each round, in thousandths of a point, and a price to every place for a card
that stays stored over the end of a round.  In any game

* a payment uses stored cards, whose prices add up to at least those of the cheapest payment of that
  cost in that round;
* a stored card pays once, in the round in which it is stored or before its own turn in the next
  one: it earns at most its price, or the price in the next round less that of its place;
* at most four cards stay stored over the end of a round.

So the points of a game are at most the sum, over the cards, of the best that a card can do alone
with one turn in every round (points at the end, plus what storing it earns, less the least cost of
its actions), plus the prices of four places over the end of every round.  This holds for any prices
that are not negative; those in `prices.toml` are the dual of the linear `relaxation`, which makes
the sum small.  The order of cards within a round is ignored, so the bound of a fresh deal is the
same for every order.

The bound by rounds is a mixed-integer program, solved by HiGHS, of which every game is a feasible
point.  Its variables, for every round: how many cards of a kind turn from one area to another, or
are stored; which payments are made; how many cards stay stored over the end of the round.  In every
game

* a card has one turn in a round, and turns by its printed actions;
* an action that costs something is paid by one of `every_payment`, in its round;
* a stored card pays at most once: in the round in which it is stored, or in the next, and then it
  is one of at most four that stayed stored over the end of the round.

So the optimum of the program is no less than the points of any game, and what HiGHS proves about it
holds for the game, also if its time runs out.  The order of cards within a round is ignored.  Cards
turned and stored are whole numbers; payments may be fractions, which can only raise the optimum.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from palace.core.errors import install_hint
from palace.files.text_file import shipped
from palace.palm_island.cards import ACTIONS, FREE, TURNS, Cost, Kind, Resources, pays, superfluous
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


SLACK = 1e-6
"""The tolerance of HiGHS."""

HIGHEST = sum(
    copies * max(area.points for area in AREAS[4 * kind : 4 * kind + 4])
    for kind, copies in enumerate(COPIES)
)
"""The points of all cards at their best."""

Terms = dict[int, float]


class Proved(NamedTuple):
    """A bound on the points, and whether the program was solved to optimality."""

    bound: int
    complete: bool


class Linear:
    """A mixed-integer program that maximises points; variables have names and are not negative."""

    def __init__(self) -> None:
        self.names: dict[Hashable, int] = {}
        self.most: list[float] = []
        self.whole: list[int] = []
        self.rows: list[tuple[Terms, float, float]] = []
        self.points: Terms = {}

    def _add(self, name: Hashable, most: float, *, whole: bool = False) -> int:
        self.names[name] = len(self.names)
        self.most.append(most)
        self.whole.append(int(whole))
        return self.names[name]

    def _row(self, terms: Terms, least: float, most: float) -> int:
        self.rows.append((terms, least, most))
        return len(self.rows) - 1

    def _matrix(self) -> tuple[Any, Any, Any]:
        from scipy.sparse import csr_array

        entries = [
            (row, at, value)
            for row, (terms, *_) in enumerate(self.rows)
            for at, value in terms.items()
        ]
        rows, columns, values = zip(*entries, strict=True)
        shape = (len(self.rows), len(self.names))
        low = np.array([least for _, least, _ in self.rows])
        high = np.array([most for *_, most in self.rows])
        return csr_array((values, (rows, columns)), shape), low, high

    def _aim(self) -> Array:
        aim = np.zeros(len(self.names))
        for at, points in self.points.items():
            aim[at] = -points
        return aim

    def solve(self, seconds: float | None = None) -> Proved:
        """Return what HiGHS proves in so many seconds."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        options = {} if seconds is None else {"time_limit": max(seconds, 0.01)}
        matrix, low, high = self._matrix()
        found = milp(
            self._aim(),
            constraints=LinearConstraint(matrix, low, high),
            bounds=Bounds(0, np.array(self.most)),
            integrality=np.array(self.whole),
            options=options,
        )
        dual = found.mip_dual_bound
        if dual is None or not np.isfinite(dual):
            return Proved(HIGHEST, False)
        return Proved(int(np.floor(-dual + SLACK)), bool(found.success))

    def relaxed(self, seconds: float | None = None, method: str = "highs") -> tuple[Any, Any]:
        """Return the solution without whole numbers, by `linprog`, and the rows of upper limits."""
        from scipy.optimize import linprog
        from scipy.sparse import vstack

        matrix, low, high = self._matrix()
        equal = low == high
        upper, lower = ~equal & np.isfinite(high), ~equal & np.isfinite(low)
        found = linprog(
            self._aim(),
            A_ub=vstack([matrix[upper], -matrix[lower]]),
            b_ub=np.concatenate([high[upper], -low[lower]]),
            A_eq=matrix[equal],
            b_eq=high[equal],
            bounds=[(0, None if np.isinf(most) else most) for most in self.most],
            method=method,
            options={} if seconds is None else {"time_limit": max(seconds, 0.01)},
        )
        return found, np.flatnonzero(upper)


class Program(Linear):
    """The program by rounds from a state before the last."""

    def __init__(self, start: Packed) -> None:
        super().__init__()
        self.first, self.passed = divmod(start.at, CARDS)
        self.codes = [int(code) for code in start.deck]
        self.balances: dict[tuple[int, int], int] = {}
        self.places: dict[int, int] = {}
        self._variables()
        for number in range(self.first, ROUNDS):
            self._turns(number)
            self._payments(number)
            self._stored(number)
        for face, area in enumerate(AREAS):
            if area.points:
                self.points[self.names["lie", face, ROUNDS]] = area.points

    def _variables(self) -> None:
        for number in range(self.first, ROUNDS + 1):
            for face in range(len(AREAS)):
                self._add(("lie", face, number), COPIES[face // 4], whole=True)
        for number in range(self.first, ROUNDS):
            for face, action in _printed():
                self._add((action, face, number), COPIES[face // 4], whole=True)
            for index in range(len(HOLDINGS)):
                self._add(("stay", index, number), LIMIT if number + 1 < ROUNDS else 0)
            for cost, payments in every_payment().items():
                for index in range(len(payments)):
                    self._add(("pay", cost, index, number), np.inf)

    def _turns(self, number: int) -> None:
        """Add the rows for areas: each card has one turn in the round, unless it has had it."""
        for face in range(len(AREAS)):
            lie = self.names["lie", face, number]
            acts = {self.names[a, f, number]: 1.0 for f, a in _printed() if f == face}
            if number == self.first:
                every = [code >> 1 for code in self.codes].count(face)
                waiting = [code >> 1 for code in self.codes[self.passed :]].count(face)
                self._row({lie: 1.0}, every, every)
                self._row(acts, -np.inf, waiting)
            else:
                self._row({**acts, lie: -1.0}, -np.inf, 0)
            flow: Terms = {self.names["lie", face, number + 1]: 1.0, lie: -1.0}
            for other, action in _printed():
                if action != "store":
                    turn = self.names[action, other, number]
                    if other == face:
                        flow[turn] = 1.0
                    elif other ^ TURNS[action] == face:
                        flow[turn] = -1.0
            self._row(flow, 0, 0)

    def _payments(self, number: int) -> None:
        """Add the rows for payments: every action that costs something is paid."""
        for cost, payments in every_payment().items():
            terms = {self.names["pay", cost, at, number]: 1.0 for at in range(len(payments))}
            for face, action in _printed():
                if AREAS[face].cost(action) == cost:
                    terms[self.names[action, face, number]] = -1.0
            self._row(terms, 0, np.inf)

    def _stored(self, number: int) -> None:
        """Add the rows for stored cards, which pay in the round of storing or in the next."""
        places: Terms = {}
        for index, some in enumerate(HOLDINGS):
            now, before = self._already(number, index)
            stay = self.names["stay", index, number]
            places[stay] = 1.0
            stores = {
                self.names["store", face, number]: -1.0
                for face, area in enumerate(AREAS)
                if area.store is not None and area.gives == some
            }
            self._row({**stores, stay: 1.0}, -np.inf, now)
            used: Terms = {**stores, stay: 1.0}
            if number > self.first:
                used[self.names["stay", index, number - 1]] = -1.0
            for cost, payments in every_payment().items():
                for at, payment in enumerate(payments):
                    if count := payment.count(some):
                        used[self.names["pay", cost, at, number]] = count
            self.balances[number, index] = self._row(used, -np.inf, now + before)
        self.places[number] = self._row(places, -np.inf, LIMIT)

    def _already(self, number: int, index: int) -> tuple[int, int]:
        """Return the cards stored at the start: in this round, and in the one before."""
        if number > self.first:
            return 0, 0
        stored = [
            [HOLDINGS.index(AREAS[code >> 1].gives) for code in part if code & 1]
            for part in (self.codes[: self.passed], self.codes[self.passed :])
        ]
        return Counter(stored[0])[index], Counter(stored[1])[index]

    def prices(self) -> Prices:
        """Return the dual of the linear program, rounded; `Balance` holds for any prices."""
        found, upper = self.relaxed()
        line = {int(row): index for index, row in enumerate(upper)}
        slopes = -found.ineqlin.marginals * POINT

        def price(row: int) -> int:
            return max(0, round(float(slopes[line[row]])))

        held = tuple(
            tuple(price(self.balances[number, index]) for index in range(len(HOLDINGS)))
            for number in range(ROUNDS)
        )
        return Prices(held, tuple(price(self.places[number]) for number in range(ROUNDS)))


def _printed() -> Iterator[tuple[int, Kind]]:
    """Yield every face and action that is printed."""
    for face, area in enumerate(AREAS):
        for action in ACTIONS:
            if area.cost(action) is not None:
                yield face, action


BALANCE = "balance of resources"
BY_ROUNDS = "relaxation by rounds"
LOOKED = "every line looked at"


def without() -> str:
    """Return how a bound was found without scipy."""
    return f"{BALANCE}; {BY_ROUNDS} needs scipy: {install_hint('solve')}"


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
