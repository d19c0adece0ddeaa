"""Random legal games, and what must hold of every state."""

from __future__ import annotations

import random
from collections.abc import Iterator

from palace.palm_island import CORE, Move, Rulings, State, legal_moves, perform
from palace.palm_island.cards import NUMBERS, TRACKER

CARDS = sorted([*NUMBERS, TRACKER])


def dealt(rng: random.Random) -> State:
    """A random deal."""
    return State.deal(rng.sample(NUMBERS, len(NUMBERS)))


def game(start: State, rng: random.Random, rulings: Rulings) -> Iterator[tuple[Move, State]]:
    """A random legal game, every move with the state after it."""
    state = start
    while moves := legal_moves(state, rulings):
        move = rng.choice(moves)
        state = perform(state, move)
        yield move, state


def check(state: State) -> None:
    """The invariants: 17 cards once each, at most four stored, none stored on top."""
    assert sorted(placed.card for placed in state.deck) == CARDS
    assert len(state.stored) <= 4
    assert not state.deck[0].stored
    assert all(state.area(placed).store is not None for placed in state.stored)


def passed(before: State, after: State) -> int:
    """How many cards went from before the tracker to behind it."""
    return before.begun.left - after.left


def play_and_check(seed: int, rulings: Rulings) -> int:
    """Play one random game and check everything; returns its points."""
    rng = random.Random(seed)
    state = dealt(rng)
    moved = dict.fromkeys(range(1, 9), 0)
    for _, after in game(state, rng, rulings):
        check(after)
        # Stored cards that straighten as a round begins are moves of that round, too.
        begun = state.begun
        if begun.round != state.round:
            moved[begun.round] += 16 - begun.left
        assert after.round == begun.round
        moved[after.round] += passed(state, after)
        state = after
    assert state.finished
    assert moved == dict.fromkeys(moved, 16)
    assert 0 <= state.points <= 57
    assert state.upgrades <= 40
    by_card = sum(CORE[p.card].areas[p.area].points for p in state.deck if p.card != TRACKER)
    assert state.points == by_card
    return state.points
