"""The upper bound by rounds: a mixed-integer program that every game fits, solved by HiGHS.

For every round: how many cards of a kind turn from one area to another, or are stored; which
payments are made; how many cards stay stored over the round's end.  Every game gives such numbers:

* a card has one turn in a round, and turns as its areas say;
* an action that costs something is paid by one of `every_payment`, in its round;
* a stored card pays at most once: in the round it is stored in, or in the next, and then it is one
  of at most four that stayed stored over the round's end.

So the best value of the program is no less than the points of any game, and whatever HiGHS proves
of it holds for the game, also if its time runs out.  The order of cards within a round is left out.
Cards turned and stored are whole numbers, payments may be broken, which makes it no smaller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from palace.palm_island.cards import ACTIONS, TURNS, Kind
from palace.palm_island.solver.faces import AREAS, CARDS, COPIES, ROUNDS
from palace.palm_island.solver.packed import Packed
from palace.palm_island.solver.payments import HOLDINGS, every_payment
from palace.palm_island.solver.prices import POINT, Prices
from palace.palm_island.state import LIMIT

SLACK = 1e-6
"""What HiGHS may be off by."""

HIGHEST = sum(
    copies * max(area.points for area in AREAS[4 * kind : 4 * kind + 4])
    for kind, copies in enumerate(COPIES)
)
"""All cards at their best."""

Terms = dict[int, float]


class Proved(NamedTuple):
    """`bound` on the points, and whether the program was solved to its end."""

    bound: int
    complete: bool


class Program:
    """The program from a state on, not the last one; maximised are the points."""

    def __init__(self, start: Packed) -> None:
        self.first, self.passed = divmod(start.at, CARDS)
        self.codes = [int(code) for code in start.deck]
        self.names: dict[Any, int] = {}
        self.most: list[float] = []
        self.whole: list[int] = []
        self.rows: list[tuple[Terms, float, float]] = []
        self.points: Terms = {}
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

    def _add(self, name: Any, most: float, *, whole: bool = False) -> None:
        self.names[name] = len(self.names)
        self.most.append(most)
        self.whole.append(int(whole))

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

    def _row(self, terms: Terms, least: float, most: float) -> int:
        self.rows.append((terms, least, most))
        return len(self.rows) - 1

    def _turns(self, number: int) -> None:
        """Where cards lie, and that each has one turn in the round, if it has not had it."""
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
        """Every action that costs something is paid."""
        for cost, payments in every_payment().items():
            terms = {self.names["pay", cost, at, number]: 1.0 for at in range(len(payments))}
            for face, action in _printed():
                if AREAS[face].cost(action) == cost:
                    terms[self.names[action, face, number]] = -1.0
            self._row(terms, 0, np.inf)

    def _stored(self, number: int) -> None:
        """What pays was stored in this round, or stayed stored over the end of the last."""
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
        """Cards stored as the program begins: in this round, and in the one before."""
        if number > self.first:
            return 0, 0
        stored = [
            [HOLDINGS.index(AREAS[code >> 1].gives) for code in part if code & 1]
            for part in (self.codes[: self.passed], self.codes[self.passed :])
        ]
        return Counter(stored[0])[index], Counter(stored[1])[index]

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

    def _aim(self) -> Any:
        aim = np.zeros(len(self.names))
        for at, points in self.points.items():
            aim[at] = -points
        return aim

    def solve(self, seconds: float | None = None) -> Proved:
        """What HiGHS proves in so many seconds."""
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

    def prices(self) -> Prices:
        """The dual of the linear program, rounded; `Balance` takes any prices."""
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
        )
        line = {int(row): index for index, row in enumerate(np.flatnonzero(upper))}
        slopes = -found.ineqlin.marginals * POINT

        def price(row: int) -> int:
            return max(0, round(float(slopes[line[row]])))

        held = tuple(
            tuple(price(self.balances[number, index]) for index in range(len(HOLDINGS)))
            for number in range(ROUNDS)
        )
        return Prices(held, tuple(price(self.places[number]) for number in range(ROUNDS)))


def _printed() -> Iterator[tuple[int, Kind]]:
    """Every face and action that is printed."""
    for face, area in enumerate(AREAS):
        for action in ACTIONS:
            if area.cost(action) is not None:
                yield face, action
