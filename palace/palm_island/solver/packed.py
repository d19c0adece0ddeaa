"""The cards and a deck as flat arrays for the kernel, which treats cards of one kind as equal.

A card in a packed deck is one number below 64, its code: kind * 8 + area * 2 + stored.  Resources
are one number: logs, fish and stone in five bits each, of which the highest is free.  The numbers
of the cards are kept beside the codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palace.core.errors import InputError, Problem
from palace.palm_island.cards import ACTIONS, BUILDINGS, CORE, TRACKER, TURNS, Area, Id, Resources
from palace.palm_island.state import Move, Placed, State

Array = NDArray[Any]
"""Numbers of any kind, of any shape."""

CARDS, ROUNDS = 16, 8
END = CARDS * ROUNDS
"""The card moves of a game: in each round every card passes the tracker once."""

CODES = 64
FACES = 32
"""Kinds times areas: a code without its lowest bit."""

MOST_WAYS = 3
"""The most alternatives of a cost."""


class Rules(NamedTuple):
    """The core deck by face.

    `gives` are packed resources; `ways` (face, action) numbers of alternatives, 0 if the action is
    not printed; `costs` (face, action, alternative) packed resources, 0 for nothing.
    """

    gives: Array
    ways: Array
    costs: Array
    points: Array
    upgrades: Array


KIND_OF: dict[Id, int] = {number: BUILDINGS.index(card.name) for number, card in CORE.items()}
"""The kind of every core card, 0 to 7 in the order of the deck."""

AREAS: tuple[Area, ...] = tuple(
    area for kind in BUILDINGS for area in next(c for c in CORE.values() if c.name == kind).areas
)
"""The areas by face."""

COPIES = tuple(sum(card.name == kind for card in CORE.values()) for kind in BUILDINGS)
"""The number of cards of each kind."""


def pack(some: Resources) -> int:
    """Return resources as one number."""
    return some.logs | some.fish << 5 | some.stone << 10


def rules() -> Rules:
    """Return the core deck as arrays."""
    ways = np.zeros((FACES, len(ACTIONS)), np.int64)
    costs = np.zeros((FACES, len(ACTIONS), MOST_WAYS), np.int64)
    for face, area in enumerate(AREAS):
        for action, kind in enumerate(ACTIONS):
            cost = area.cost(kind) or ()
            ways[face, action] = len(cost)
            costs[face, action, : len(cost)] = [pack(some) for some in cost]
    return Rules(
        gives=np.array([pack(area.gives) for area in AREAS], np.int64),
        ways=ways,
        costs=costs,
        points=np.array([area.points for area in AREAS], np.int64),
        upgrades=np.array([area.upgrades for area in AREAS], np.int64),
    )


RULES = rules()


DISCARD = 3


class Packed(NamedTuple):
    """A deck as a ring of codes, the card moves done, and the card in each place.

    See `palace.palm_island.solver.kernel`.
    """

    deck: Array
    at: int
    cards: tuple[int, ...]

    @classmethod
    def of(cls, state: State) -> Packed:
        """Return the packed form of a state; raises `InputError` for cards beyond the core deck."""
        if state.extra:
            names = ", ".join(str(card.id) for card in state.extra)
            what = f"the solver knows the core deck only, not {names}"
            raise InputError(Problem("deal", what, "solve a game without feats"))
        state = state.begun
        passed = CARDS - state.left
        order = [placed for placed in state.deck if placed.card != TRACKER]
        ring = order[CARDS - passed :] + order[: CARDS - passed]
        codes = [KIND_OF[p.card] * 8 + p.area * 2 + p.stored for p in ring]
        cards = tuple(int(placed.card) for placed in ring)
        return cls(np.array(codes, np.uint8), (state.round - 1) * CARDS + passed, cards)

    @property
    def state(self) -> State:
        """The readable state; at the end of the last round the tracker is on top."""
        if self.at == END:
            number, passed = ROUNDS, CARDS
        else:
            number, passed = self.at // CARDS + 1, self.at % CARDS
        ring = [
            Placed(card, int(code) >> 1 & 3, bool(code & 1))
            for card, code in zip(self.cards, self.deck, strict=True)
        ]
        return State((*ring[passed:], Placed(TRACKER), *ring[:passed]), number)

    def move(self, number: int) -> Move:
        """Return the move for a number of the kernel."""
        top = self.at % CARDS
        action = number >> 1 & 3
        if action == DISCARD:
            return Move("discard")
        stored = self._stored()
        pay = tuple(card for bit, card in enumerate(stored) if number >> 3 + bit & 1)
        reset = stored[(number >> 7) - 1] if number >> 7 else None
        return Move(ACTIONS[action], self.cards[(top + (number & 1)) % CARDS], pay, reset)

    def _stored(self) -> list[Id]:
        places = [(self.at + step) % CARDS for step in range(CARDS)]
        return [self.cards[place] for place in places if self.deck[place] & 1]

    def after(self, number: int) -> Packed:
        """Return the deck after a move of the kernel, computed without the kernel."""
        move = self.move(number)
        deck, cards, at = self.deck.copy(), list(self.cards), self.at
        for place, card in enumerate(cards):
            if card in move.pay or card == move.reset:
                deck[place] &= 254
        top = at % CARDS
        if number & 1:
            other = (top + 1) % CARDS
            deck[top], deck[other] = deck[other], deck[top]
            cards[top], cards[other] = cards[other], cards[top]
        deck[top] ^= TURNS.get(move.kind, 0) << 1
        deck[top] |= move.kind == "store"
        at += 1
        while at < END and deck[at % CARDS] & 1:
            deck[at % CARDS] &= 254
            at += 1
        return Packed(deck, at, tuple(cards))


def in_words(start: State, numbers: Sequence[int]) -> tuple[Move, ...]:
    """Return the moves for numbers of the kernel, from a state on."""
    here, moves = Packed.of(start), []
    for number in numbers:
        moves.append(here.move(number))
        here = here.after(number)
    return tuple(moves)
