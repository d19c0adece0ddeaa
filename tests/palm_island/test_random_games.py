"""Random legal games keep every invariant; what is legal and what is judged agree."""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from multiprocessing import get_context

import pytest

from palace.palm_island import Move, Rulings, State, apply, judge, legal_moves
from palace.palm_island.replay import play
from tests.palm_island.play import dealt, game, play_and_check

ANSWERS = (
    Rulings(),
    Rulings(payment="any"),
    Rulings(stored_second="yes"),
    Rulings(limit_order="reset-first", voluntary_reset="yes"),
)


@pytest.mark.parametrize("rulings", ANSWERS, ids=repr)
def test_invariants(rulings: Rulings) -> None:
    points = {play_and_check(seed, rulings) for seed in range(250)}
    assert len(points) > 5


@pytest.mark.slow
def test_invariants_of_100_000_games() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        every = pool.map(partial(play_and_check, rulings=Rulings()), range(100_000), chunksize=500)
        assert max(every) > 15


def every_move(state: State) -> list[Move]:
    """Every move of the notation that names cards of the top or of the stored row."""
    stored = [placed.card for placed in state.begun.stored]
    top = [placed.card for placed in state.begun.deck[:3]]
    pays = [pay for size in range(len(stored) + 1) for pay in combinations(stored, size)]
    moves = [Move(kind, card, pay) for kind in ("rotate", "flip") for card in top for pay in pays]
    resets = [None, *stored]
    moves += [Move("store", card, pay, reset) for card in top for pay in pays for reset in resets]
    return [*moves, Move("discard")]


@pytest.mark.parametrize("rulings", ANSWERS, ids=repr)
def test_legal_moves_are_those_without_a_reason(rulings: Rulings) -> None:
    rng = random.Random(7)
    seen = 0
    for _ in range(12):
        state = dealt(rng)
        for _, after in game(state, rng, rulings):
            if rng.random() < 0.1 and not after.finished:
                good = [move for move in every_move(after) if judge(after, move, rulings).legal]
                legal = legal_moves(after, rulings)
                assert len(set(legal)) == len(legal)
                assert set(good) == set(legal)
                seen += len(good)
    assert seen > 300


def test_states_are_written_and_read() -> None:
    rng = random.Random(3)
    for _ in range(20):
        for _, state in game(dealt(rng), rng, Rulings()):
            assert State.read(str(state)) == state
            assert hash(State.read(str(state))) == hash(state)


def test_written_moves_replay_to_the_same_state() -> None:
    rng = random.Random(4)
    for _ in range(20):
        start = dealt(rng)
        found = list(game(start, rng, Rulings()))
        played = play("Ana", start, [Move.read(str(move)) for move, _ in found])
        assert played.legal
        assert [step.state for step in played.steps] == [state for _, state in found]
        state = start
        for move, after in found:
            state = apply(state, move)
            assert state == after
