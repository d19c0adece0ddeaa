"""Upper bounds of the last rounds, which know the order of the deck.

A linear program over card moves, of which every game is a feasible point.  Time counts card moves;
at each one card is put behind the tracker.  The deck is a ring (see `kernel`): a card put at time t
is the second card at t + 15 and the top card from t + 16 on, or stays on top as long as second
cards act.  Cards that show one face are counted together.  In every game

* at each time one card is put, and one is on top; a stored card that gets on top is put at once;
* a card on top acts, is discarded or stays; a second card acts, or is on top next; the last card
  before the tracker cannot stay;
* a stored card pays, or is reset, before it is put again, and four at most are stored;
* an action that costs something is paid by one of `every_payment`.

As a linear program it is solved in seconds; with whole numbers of cards that show a face as a round
begins it proves more, and takes longer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, partial
from importlib.util import find_spec
from threading import Thread

from palace.palm_island.cards import ACTIONS, FREE, TURNS, Cost
from palace.palm_island.solver.bound import (
    BY_ROUNDS,
    HIGHEST,
    HOLDINGS,
    Bound,
    Linear,
    Payment,
    Program,
    Proved,
    every_payment,
    plain_bound,
    without,
)
from palace.palm_island.solver.packed import AREAS, CARDS, END, Packed
from palace.palm_island.state import LIMIT

IN_ORDER = "relaxation in deck order"

LATE, WHOLE = range(5 * CARDS, END), range(6 * CARDS, 7 * CARDS)
"""The card moves done at which the linear program is tried, and that with whole numbers."""

DISCARD = "discard"

Parts = list[tuple[Hashable, float]]
"""Names of variables with their factors in a row."""

INF = float("inf")
LEAST = 0.5
"""The least seconds that are worth building a program in deck order."""

GRACE = 0.5
"""The seconds for which HiGHS may pass its time limit."""


class Ordered(Linear):
    """The program over card moves from a state before the last; it maximises the points."""

    def __init__(self, start: Packed) -> None:
        super().__init__()
        self.first = start.at
        self.faces = sorted(_reachable({int(code) >> 1 for code in start.deck}))
        self.acts: dict[int, dict[str, Cost]] = {
            face: dict(AREAS[face].actions) for face in self.faces
        }
        held = {AREAS[face].gives for face in self.faces if "store" in self.acts[face]}
        costs = {cost for acts in self.acts.values() for cost in acts.values() if cost != FREE}
        self.ways: dict[Cost, list[Payment]] = {
            cost: [some for some in payments if held.issuperset(some)]
            for cost, payments in every_payment().items()
            if cost in costs
        }
        self._before(start)
        for at in range(self.first, END):
            self._move(at)
        for end in range(self.first - self.first % CARDS + CARDS, END + 1, CARDS):
            self._counts(end)
        for face in self.faces:
            self.points[self.names["lie", face, END]] = AREAS[face].points

    def _before(self, start: Packed) -> None:
        """Add the cards of the deck, each put at a time before the first."""
        top = start.at % CARDS
        for slot, code in enumerate(map(int, start.deck)):
            at = start.at - top + slot - (CARDS if slot >= top else 0)
            name = ("held", at, code >> 1, self.first - 1) if code & 1 else ("put", at, code >> 1)
            self._equal([(self._add(name, 1), 1.0)], 1.0)

    def _held(self, put: int, face: int, at: int) -> Hashable:
        """Return the name of the cards put at a time and still stored after another."""
        return "held", put, face, max(at, self.first - 1)

    def _paid(self, put: int, face: int, before: int) -> Parts:
        """Return the cards stored at a time that are not stored any more before another."""
        return [(self._held(put, face, put), 1.0), (self._held(put, face, before - 1), -1.0)]

    def _equal(self, parts: Parts, value: float = 0.0) -> None:
        self._sum(parts, value, value)

    def _sum(self, parts: Iterable[tuple[Hashable, float]], least: float, most: float) -> None:
        """Add a row; parts that do not exist are left out."""
        terms: dict[int, float] = {}
        for name, factor in parts:
            at = name if isinstance(name, int) else self.names.get(name)
            if at is not None:
                terms[at] = terms.get(at, 0.0) + factor
        self._row(terms, least, most)

    def _move(self, at: int) -> None:
        """Add the variables and rows of one card move."""
        second = at % CARDS != CARDS - 1
        for face in self.faces:
            for act in (*self.acts[face], DISCARD):
                self._add(("top", at, face, act), 1)
                if second and act != DISCARD:
                    self._add(("second", at, face, act), 1)
            if second:
                self._add(("stays", at, face), 1)
                self._add(("next", at, face), 1)
            self._add(("put", at, face), 1)
            for put in range(max(at - CARDS + 1, self.first - CARDS), at + 1):
                if put == at and "store" in self.acts[face]:
                    self._add(self._held(at, face, at), 1)
                elif self._held(put, face, at - 1) in self.names:
                    self._add(self._held(put, face, at), 1)
                    now, before = self._held(put, face, at), self._held(put, face, at - 1)
                    self._sum([(now, 1.0), (before, -1.0)], -INF, 0)
        for face in self.faces:
            self._top(at, face)
            self._second(at, face)
            self._put(at, face)
        self._one(at)
        self._payments(at)

    def _top(self, at: int, face: int) -> None:
        """Add the row for cards on top, where they come from and what they do."""
        parts: Parts = [(("top", at, face, act), -1.0) for act in (*self.acts[face], DISCARD)]
        parts.append((("stays", at, face), -1.0))
        if at == self.first or at % CARDS == 0:
            parts.append((("put", at - CARDS, face), 1.0))
            parts += self._paid(at - CARDS, face, at) if at > self.first else []
        else:
            parts += [(("stays", at - 1, face), 1.0), (("next", at - 1, face), 1.0)]
            # One that was stored as the second card and paid in that move.
            parts.append((self._held(at - CARDS, face, at - 2), 1.0))
            parts.append((self._held(at - CARDS, face, at - 1), -1.0))
        self._equal(parts)

    def _second(self, at: int, face: int) -> None:
        if at % CARDS == CARDS - 1:
            return
        parts: Parts = [(("second", at, face, act), -1.0) for act in self.acts[face]]
        parts += [(("next", at, face), -1.0), (("put", at - CARDS + 1, face), 1.0)]
        self._equal([*parts, *self._paid(at - CARDS + 1, face, at)])

    def _put(self, at: int, face: int) -> None:
        """Add the rows for cards put with this face, stored and not stored."""
        parts: Parts = [(("put", at, face), -1.0), (("top", at, face, DISCARD), 1.0)]
        for act in ("rotate", "flip"):
            before = face ^ TURNS[act]
            parts += [((place, at, before, act), 1.0) for place in ("top", "second")]
        if at > self.first:
            parts.append((self._held(at - CARDS, face, at - 1), 1.0))
        self._equal(parts)
        if "store" in self.acts[face]:
            parts = [((place, at, face, "store"), 1.0) for place in ("top", "second")]
            self._equal([*parts, (self._held(at, face, at), -1.0)])

    def _one(self, at: int) -> None:
        """Add the rows for one card that is put, one that is on top, and the limit of four."""
        faces = self.faces
        put = [(("put", at, face), 1.0) for face in faces]
        self._equal([*put, *((self._held(at, face, at), 1.0) for face in faces)], 1.0)
        top: Parts = [
            (("top", at, face, act), 1.0) for face in faces for act in (*ACTIONS, DISCARD)
        ]
        top += [(("stays", at, face), 1.0) for face in faces]
        if at > self.first:
            top += [(self._held(at - CARDS, face, at - 1), 1.0) for face in faces]
        self._equal(top, 1.0)
        stored = (
            (self._held(put, face, at), 1.0)
            for put in range(at - CARDS + 1, at + 1)
            for face in faces
        )
        self._sum(stored, -INF, LIMIT)

    def _payments(self, at: int) -> None:
        """Add the rows for payments: every action that costs something is paid by stored cards."""
        for cost, payments in self.ways.items():
            parts: Parts = [
                (self._add(("pay", at, cost, index), 1), 1.0) for index in range(len(payments))
            ]
            parts += [
                ((place, at, face, act), -1.0)
                for face in self.faces
                for act, price in self.acts[face].items()
                if price == cost
                for place in ("top", "second")
            ]
            self._sum(parts, 0, INF)
        for some in HOLDINGS:
            parts = [
                (self._held(put, face, at - back), 2.0 * back - 1.0)
                for face in self.faces
                if AREAS[face].gives == some
                for put in range(at - CARDS + 1, at)
                for back in (0, 1)
            ]
            parts += [
                (("pay", at, cost, index), -float(payment.count(some)))
                for cost, payments in self.ways.items()
                for index, payment in enumerate(payments)
                if some in payment
            ]
            self._sum(parts, 0, INF)

    def _counts(self, end: int) -> None:
        """Add the cards of each face at the end of a round, in whole numbers."""
        for face in self.faces:
            parts: Parts = [(self._add(("lie", face, end), CARDS, whole=True), -1.0)]
            for at in range(end - CARDS, end):
                parts += [(("put", at, face), 1.0), (self._held(at, face, at), 1.0)]
            self._equal(parts)


def _reachable(faces: set[int]) -> set[int]:
    """Return the faces that cards can come to show."""
    found, todo = set(faces), [*faces]
    while todo:
        face = todo.pop()
        for act, _ in AREAS[face].actions:
            if (other := face ^ TURNS[act]) not in found:
                found.add(other)
                todo.append(other)
    return found


Tick = Callable[[], None]
"""Called every fifth of a second while a program is solved; what it raises ends that."""


def relaxed_bounds(
    start: Packed, seconds: float, enough: int = 0, tick: Tick = lambda: None
) -> Iterator[Bound]:
    """Yield ever better bounds of a state, until `enough` is proved or the seconds are over.

    First by rounds; in rounds 6 to 8 also in deck order, and in round 7 with whole numbers.
    """
    bound = plain_bound(start)
    known = bound.how == BY_ROUNDS or start.at == END
    if not known and find_spec("scipy") is None:
        bound, known = Bound(bound.points, without()), True
    yield bound
    ends = time.monotonic() + seconds
    ordered = cache(partial(Ordered, start))
    stages: list[tuple[str, range, Callable[[float], Proved]]] = [
        (BY_ROUNDS, range(END), lambda left: Program(start).solve(left)),
        (IN_ORDER, LATE, lambda left: ordered().solve_relaxed(left)),
        (IN_ORDER, WHOLE, lambda left: ordered().solve(left)),
    ]
    for how, when, stage in () if known else stages:
        left = ends - time.monotonic()
        least = LEAST if how == IN_ORDER else 0
        if bound.points <= enough or left <= least or start.at not in when:
            break
        proved = _waited(partial(stage, left), left + GRACE, tick)
        if proved.bound < bound.points:
            bound = Bound(proved.bound, how)
            yield bound


def _waited(work: Callable[[], Proved], seconds: float, tick: Tick) -> Proved:
    """Return what `work` proves in a thread, or nothing after so many seconds.

    HiGHS thus holds up neither the display nor Ctrl-C.
    """
    found: list[Proved] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    ends = time.monotonic() + seconds
    while thread.is_alive() and time.monotonic() < ends:
        thread.join(0.2)
        tick()
    if errors:
        raise errors[0]
    return found[0] if found else Proved(HIGHEST, False)
