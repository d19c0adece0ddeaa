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
from palace.palm_island.cards import ACTIONS, BUILDINGS, CORE, TRACKER, Area, Id, Resources
from palace.palm_island.engine import perform
from palace.palm_island.state import Move, State

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


def pack(some: Resources) -> int:
    return some.logs | some.fish << 5 | some.stone << 10


def rules() -> Rules:
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

    def move(self, number: int) -> Move:
        top = self.at % CARDS
        action = number >> 1 & 3
        if action == DISCARD:
            return Move("discard")
        places = [(top + step) % CARDS for step in range(CARDS)]
        stored = [self.cards[place] for place in places if self.deck[place] & 1]
        pay = tuple(card for bit, card in enumerate(stored) if number >> 3 + bit & 1)
        reset = stored[(number >> 7) - 1] if number >> 7 else None
        return Move(ACTIONS[action], self.cards[(top + (number & 1)) % CARDS], pay, reset)


def in_words(start: State, numbers: Sequence[int]) -> tuple[Move, ...]:
    moves: list[Move] = []
    for number in numbers:
        moves.append(Packed.of(start).move(number))
        start = perform(start, moves[-1])
    return tuple(moves)
