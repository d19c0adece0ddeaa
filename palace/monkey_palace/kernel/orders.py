"""The orders in which the staircases of a palace can have been built.

Each comes after those it stands on.  Where an animal is on the palace, only those orders count
after which it can be there: the monkey where it was put when gold was placed last, the frog on the
lowest end that the monkey had left free, the butterfly on the last decoration that rose above all
others.
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
    decoration, None without one; `end` its last knob, `knobs` all of them; `cover` the staircase
    that stands on the decoration.
    """

    before: tuple[int, ...]
    colour: str | None
    level: int
    end: Knob
    knobs: tuple[Knob, ...]
    cover: int = NONE


class _State(NamedTuple):
    """What is built: the staircases as bits, the one the butterfly is on, and whether gold was
    placed since there is what the monkey is on.  `since` counts the gold placed after the turn of
    the frog, to 2; -1 before that turn."""

    built: int = 0
    butterfly: int = NONE
    gold: bool = False
    since: int = NONE


class _Butterfly(NamedTuple):
    """On which staircase the butterfly is, and what decides whether a new decoration brings it."""

    on: int
    colours: bool
    blocks: bool


class _Frog(NamedTuple):
    """The staircase the frog is on, and the one on the end that the monkey took in the same turn.

    `there` is whether the monkey is on that end, `stayed` whether it may stay when gold is placed
    again, `blocks` whether nothing is built on an end while it is there.
    """

    on: int
    cover: int
    there: bool
    stayed: bool
    blocks: bool


@dataclass(frozen=True)
class Orders:
    """All orders of some staircases, by their numbers from 0; small numbers come early.

    `setup_gold` is the level of the set-up's decoration and the staircase on it, None if it does
    not count; `covered` whether a decoration counts that is built over.
    """

    staircases: tuple[Placed, ...]
    setup_gold: tuple[int, int] | None = None
    covered: bool = True
    monkey: int | None = None
    butterfly: _Butterfly | None = None
    frog: _Frog | None = None

    def with_monkey(self, on: int) -> Orders:
        """Return the orders in which gold is placed when the staircase that the monkey is on, or
        the set-up (-1), is there.
        """
        return replace(self, monkey=on)

    def with_butterfly(self, on: int, *, colours: bool, blocks: bool) -> Orders:
        """Return the orders after which the butterfly is on the decoration of a staircase.

        `colours` is whether a decoration need only rise above those of its colour; `blocks` whether
        the butterfly keeps others from building on its knob.
        """
        return replace(self, butterfly=_Butterfly(on, colours, blocks))

    def with_frog(self, on: int, cover: int, *, there: bool, stayed: bool, blocks: bool) -> Orders:
        """Return the orders in which the monkey took the lowest end of the frog's staircase first.

        The values are those of `_Frog`.
        """
        return replace(self, frog=_Frog(on, cover, there, stayed, blocks))

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
        """Return what is built with one more staircase; None where an animal is in its way."""
        placed, frog = self.staircases[number], self.frog
        _, butterfly, gold, since = state
        built = state.built | 1 << number
        if self.butterfly is not None:
            if butterfly != NONE and self.staircases[butterfly].end in placed.knobs:
                if self.butterfly.blocks:
                    return None
                butterfly = NONE
            if placed.colour and placed.level > self._highest(state.built, placed.colour):
                butterfly = number
        if frog is not None and number == frog.cover and since == 0:
            if frog.blocks:
                return None
            since = 2
        if placed.colour == "g":
            if self.monkey is not None:
                gold = gold or self.monkey == NONE or bool(built >> self.monkey & 1)
            since = since if since == NONE else min(since + 1, 2)
        if frog is not None and number == frog.on:
            gold, since = frog.there, 0
        return _State(built, butterfly, gold, since)

    def _decorations(self, colour: str | None) -> Iterator[tuple[int, int, int]]:
        """Yield the number, the level and the cover of every decoration of a colour, or of all if
        it is None.
        """
        if self.setup_gold is not None and colour in (None, "g"):
            yield NONE, *self.setup_gold
        for number, placed in enumerate(self.staircases):
            if placed.colour and colour in (None, placed.colour):
                yield number, placed.level, placed.cover

    def _highest(self, built: int, colour: str) -> int:
        """Return the level of the highest decoration that a new one must rise above."""
        among = colour if self.butterfly is not None and self.butterfly.colours else None
        levels = (
            level
            for number, level, cover in self._decorations(among)
            if (number == NONE or built >> number & 1)
            and (self.covered or cover == NONE or not built >> cover & 1)
        )
        return max(levels, default=NONE)

    def _fits(self, state: _State) -> bool:
        """Return whether the animals are where they should be."""
        flown = self.butterfly is None or self.butterfly.on == state.butterfly != NONE
        moved = self.frog is None or not self.frog.there or self.frog.stayed or state.since != 1
        return flown and moved and (self.monkey is None or state.gold)

    def differs(self, number: int, *, highest: bool, ties: bool) -> bool:
        """Return whether some order reverses that a decoration is the `highest` of its colour, or
        is not; with `ties` a level one is the highest, too.
        """
        placed = self.staircases[number]
        rivals = [
            (other, cover if not self.covered and cover != number else NONE)
            for other, level, cover in self._decorations(placed.colour)
            if other != number and level + (not ties) > placed.level
        ]
        early, late = self._earlier(number), self.above[number]
        if highest:
            return any(
                (other == NONE or not late >> other & 1)
                and (cover == NONE or not early >> cover & 1)
                for other, cover in rivals
            )
        # Before it come those that must, and what covers each rival among them.
        while True:
            more = early
            for other, cover in rivals:
                if other == NONE or early >> other & 1:
                    if cover == NONE or late >> cover & 1:
                        return False
                    more |= 1 << cover | self._earlier(cover)
            if more == early:
                return True
            early = more

    def _earlier(self, number: int) -> int:
        """Return the staircases that come before one in every order, as bits."""
        return sum(1 << n for n, later in enumerate(self.above) if later >> number & 1)

    def first(self) -> tuple[tuple[int, ...] | None, bool]:
        """Return the first order, or None, and whether that is certain."""
        dead: set[_State] = set()
        whole = (1 << len(self.staircases)) - 1
        start = _State()
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
        ways, exact = {_State(): 1}, True
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
        order, _ = Orders(self.staircases).first()
        for number in reversed(order or ()):
            for below in self.staircases[number].before:
                after[below] |= after[number] | 1 << number
        return tuple(after)
