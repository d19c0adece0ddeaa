"""The orders in which the staircases of a palace can have been built.

Each comes after those it stands on.  Where an animal is on the palace, only those orders count
after which it can be there: the monkey where it was put when gold was placed last, the butterfly on
the last decoration that rose above all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from palace.monkey_palace.kernel.knob import Knob

MOST_TRIED = 20_000
"""Sets of staircases that are tried while an order is sought."""

MOST_KEPT = 512
"""Sets of staircases of one size that are kept while orders are counted."""

NONE = -1
"""Number of the set-up, and of no staircase."""


class Placed(NamedTuple):
    """A staircase to be put in order.

    `before` are the numbers of those it comes after, from 0; `colour` and `level` those of its
    decoration, None without one; `end` its last knob, `knobs` all of them.
    """

    before: tuple[int, ...]
    colour: str | None
    level: int
    end: Knob
    knobs: frozenset[Knob]


class _State(NamedTuple):
    """What is built: the staircases as bits, the one the butterfly is on, and whether gold was
    placed since there is what the monkey is on."""

    built: int
    butterfly: int
    gold: bool


class _Butterfly(NamedTuple):
    """On which staircase the butterfly is, and what decides whether a new decoration brings it."""

    on: int
    setup_gold: int | None
    colours: bool
    blocks: bool


@dataclass(frozen=True)
class Orders:
    """All orders of some staircases, by their numbers from 0; small numbers come early."""

    staircases: tuple[Placed, ...]
    monkey: int | None = None
    butterfly: _Butterfly | None = None

    def with_monkey(self, on: int) -> Orders:
        """Return the orders in which gold is placed when the staircase that the monkey is on, or
        the set-up (-1), is there.
        """
        return replace(self, monkey=on)

    def with_butterfly(
        self, on: int, setup_gold: int | None, *, colours: bool, blocks: bool
    ) -> Orders:
        """Return the orders after which the butterfly is on the decoration of a staircase.

        `setup_gold` is the level of the set-up's decoration if it counts; `colours` is whether a
        decoration need only rise above those of its colour; `blocks` whether the butterfly keeps
        others from building on its knob.
        """
        return replace(self, butterfly=_Butterfly(on, setup_gold, colours, blocks))

    @cached_property
    def _before(self) -> tuple[int, ...]:
        return tuple(sum(1 << n for n in placed.before) for placed in self.staircases)

    def _next(self, state: _State) -> Iterator[tuple[int, _State]]:
        """Yield every staircase that can come next, and what is built then."""
        for number, before in enumerate(self._before):
            bit = 1 << number
            if state.built & bit or before & ~state.built:
                continue
            after = self._with(state, number)
            if after is not None:
                yield number, after

    def _with(self, state: _State, number: int) -> _State | None:
        """Return what is built with one more staircase; None where the butterfly is in its way."""
        placed = self.staircases[number]
        built, butterfly, gold = state.built | 1 << number, state.butterfly, state.gold
        if self.butterfly is not None:
            if butterfly != NONE and self.staircases[butterfly].end in placed.knobs:
                if self.butterfly.blocks:
                    return None
                butterfly = NONE
            if placed.colour and placed.level > self._highest(state.built, placed.colour):
                butterfly = number
        if self.monkey is not None and placed.colour == "g":
            gold = gold or self.monkey == NONE or bool(built >> self.monkey & 1)
        return _State(built, butterfly, gold)

    def _highest(self, built: int, colour: str) -> int:
        """Return the level of the highest decoration that a new one must rise above."""
        watch = self.butterfly
        if watch is None:
            return NONE
        levels = [
            placed.level
            for number, placed in enumerate(self.staircases)
            if built >> number & 1
            and placed.colour
            and (not watch.colours or placed.colour == colour)
        ]
        if watch.setup_gold is not None and not (watch.colours and colour != "g"):
            levels.append(watch.setup_gold)
        return max(levels, default=NONE)

    def _fits(self, state: _State) -> bool:
        """Return whether the animals are where they should be."""
        flown = self.butterfly is None or self.butterfly.on == state.butterfly != NONE
        return flown and (self.monkey is None or state.gold)

    def first(self) -> tuple[tuple[int, ...] | None, bool]:
        """Return the first order, or None, and whether that is certain."""
        dead: set[_State] = set()
        whole = (1 << len(self.staircases)) - 1
        start = _State(0, NONE, False)
        order: list[int] = []
        stack = [(start, self._next(start))]
        while stack:
            state, ways = stack[-1]
            if state.built == whole and self._fits(state):
                return tuple(order), True
            following = next(((n, s) for n, s in ways if s not in dead), None)
            if following is not None:
                order.append(following[0])
                stack.append((following[1], self._next(following[1])))
                continue
            dead.add(state)
            stack.pop()
            if order:
                order.pop()
            if len(dead) > MOST_TRIED:
                return None, False
        return None, True

    def count(self) -> tuple[int, bool]:
        """Return how many orders there are, and whether that is exact; else there are more."""
        ways, exact = {_State(0, NONE, False): 1}, True
        for _ in self.staircases:
            after: dict[_State, int] = {}
            for state, many in ways.items():
                for _, following in self._next(state):
                    after[following] = after.get(following, 0) + many
            if len(after) > MOST_KEPT:
                exact = False
                kept = sorted(after, key=lambda state: -after[state])[:MOST_KEPT]
                after = {state: after[state] for state in kept}
            ways = after
        return sum(many for state, many in ways.items() if self._fits(state)), exact

    @cached_property
    def above(self) -> tuple[int, ...]:
        """For each staircase those that come after it in every order, as bits."""
        after = [0] * len(self.staircases)
        order, _ = replace(self, monkey=None, butterfly=None).first()
        for number in reversed(order or ()):
            for below in self.staircases[number].before:
                after[below] |= after[number] | 1 << number
        return tuple(after)
