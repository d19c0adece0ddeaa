"""Between readable states and packed ones: which card stands where is kept beside the codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from palace.core.errors import InputError, Problem
from palace.palm_island.cards import ACTIONS, TRACKER, TURNS, Id
from palace.palm_island.moves import Move
from palace.palm_island.solver.faces import CARDS, END, KIND_OF, ROUNDS
from palace.palm_island.state import Placed, State

DISCARD = 3


class Packed(NamedTuple):
    """A deck as a ring of codes, the card moves done, and the number of the card in each place.

    See `palace.palm_island.solver.kernel`.
    """

    deck: Any
    at: int
    cards: tuple[int, ...]

    @classmethod
    def of(cls, state: State) -> Packed:
        """The packed form of a state; `InputError` if there are cards beyond the core deck."""
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
        """The readable state; the last round's end shows the tracker on top."""
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
        """A kernel's move in words."""
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
        """The deck after a kernel's move, worked out here and not by the kernel."""
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
    """A kernel's moves from a state, in words."""
    here, moves = Packed.of(start), []
    for number in numbers:
        moves.append(here.move(number))
        here = here.after(number)
    return tuple(moves)
