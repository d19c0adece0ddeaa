"""The kernel and the readable engine agree: every list of moves, every state, every score."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.core.errors import InputError
from palace.palm_island import CORE, Card, Move, State, legal_moves, perform
from palace.palm_island.cards import Resources
from palace.palm_island.solver import kernel
from palace.palm_island.solver.packed import AREAS, RULES, Packed, in_words, pack
from tests.examples import examples
from tests.palm_island.play import dealt


def numbers_of(here: Packed) -> list[int]:
    """The kernel's legal moves."""
    slots, sums, out = np.zeros(4, np.int64), np.zeros(16, np.int64), np.zeros(64, np.int64)
    count = kernel.legal(RULES, here.deck, here.at, slots, sums, out)
    return [int(number) for number in out[:count]]


def performed(here: Packed, number: int) -> tuple[list[int], int]:
    """The codes and the card moves after the kernel's move."""
    slots, after = np.zeros(4, np.int64), np.zeros(16, np.uint8)
    kernel.held(here.deck, here.at, slots)
    at = kernel.perform(here.deck, here.at, number, slots, after)
    return after.tolist(), int(at)


def agree(seed: int) -> tuple[int, int]:
    """Play a random game in both; returns the moves, and the moves there were to choose from."""
    rng = random.Random(seed)
    state, done, choices = dealt(rng), 0, 0
    here = Packed.of(state)
    while moves := legal_moves(state):
        numbers = numbers_of(here)
        assert tuple(map(here.move, numbers)) == moves, state
        index = rng.randrange(len(moves))
        state = perform(state, moves[index])
        after = Packed.of(state)
        assert performed(here, numbers[index]) == (after.deck.tolist(), after.at), state
        here, done, choices = after, done + 1, choices + len(moves)
    assert here.at == 128
    faces = here.deck >> 1
    worth = RULES.points[faces].sum(), RULES.upgrades[faces].sum()
    assert worth == (state.points, state.upgrades)
    return done, choices


def test_hundreds_of_random_games_agree() -> None:
    count = examples(400)
    played = [agree(seed) for seed in range(count)]
    assert sum(done for done, _ in played) > 80 * count
    assert sum(choices for _, choices in played) > 200 * count


@pytest.mark.slow
def test_a_thousand_random_games_agree() -> None:
    assert sum(done for done, _ in map(agree, range(1_000, 2_000))) > 80_000


def test_what_the_cards_say_is_that_of_the_deck() -> None:
    assert len(AREAS) == 32
    for card in CORE.values():
        face = next(f for f in range(0, 32, 4) if AREAS[f : f + 4] == card.areas)
        for area in range(4):
            assert RULES.points[face + area] == card.areas[area].points
            assert RULES.upgrades[face + area] == card.areas[area].upgrades
            assert RULES.gives[face + area] == pack(card.areas[area].gives)


def sums() -> st.SearchStrategy[Resources]:
    return st.builds(Resources, *[st.integers(0, 12)] * 3)


@given(sums(), sums())
def test_packed_resources_are_compared_as_resources_are(have: Resources, want: Resources) -> None:
    enough = ((pack(have) | kernel.GUARD) - pack(want)) & kernel.GUARD == kernel.GUARD
    assert enough == have.covers(want)


def test_a_free_store_with_four_stored_resets_one_of_them() -> None:
    state = State.read("round 1: 4 7 8 9 13 14 15 16 10 11 12 5* 6* 1* 2* 17 3")
    found = [str(Packed.of(state).move(number)) for number in numbers_of(Packed.of(state))]
    assert [text for text in found if text.startswith("store 4")] == [
        "store 4 reset 5", "store 4 reset 6", "store 4 reset 1", "store 4 reset 2",
    ]  # fmt: skip


def test_behind_the_tracker_no_card_acts() -> None:
    state = State.read("round 3: 4 17 5 7 8 9 13 14 15 16 10 11 12 6 1 2 3")
    found = {str(Packed.of(state).move(number)) for number in numbers_of(Packed.of(state))}
    assert found == {"store 4", "discard"}


def test_stored_cards_on_top_go_to_the_back_over_the_end_of_a_round() -> None:
    state = State.read("round 3: 4 17 5* 6* 8 9 13 14 15 16 10 11 12 7 1 2 3")
    here, after = Packed.of(state), Packed.of(perform(state, Move("discard")))
    assert (here.at, after.at) == (47, 50)
    assert performed(here, numbers_of(here)[-1]) == (after.deck.tolist(), 50)


def test_a_line_in_words() -> None:
    start = State.deal([4, 1, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 13, 15, 14, 16])
    store = numbers_of(Packed.of(start))[0]
    assert in_words(start, [store, store]) == (Move("store", 4), Move("store", 1))


def test_cards_beyond_the_core_deck_are_refused() -> None:
    feat = Card("honour", "Honour", CORE[1].areas)
    state = State.deal([*range(1, 17), "honour"], (feat,))
    with pytest.raises(InputError, match="core deck only, not honour; solve a game without feats"):
        Packed.of(state)
