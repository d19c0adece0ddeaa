"""The bounds of states in a game: their time limits, and what is proved with them."""

from __future__ import annotations

import random
import time

import pytest

from palace.palm_island import Move, State, legal_moves, perform
from palace.palm_island.solver import solve
from palace.palm_island.solver.bound import BY_ROUNDS, HIGHEST, LOOKED, Program, Proved, plain_bound
from palace.palm_island.solver.packed import Packed
from palace.palm_island.solver.solve import GRACE, relaxed_bounds
from tests.palm_island.solver.deals import DEALS, late

WEIGHTS = {"flip": 8, "rotate": 8, "store": 4, "discard": 1}


def mixed(seed: int, cards: int) -> State:
    """A state of a random game that likes to upgrade, with at most so many card moves left."""
    rng = random.Random(seed)
    state = State.deal(rng.sample(range(1, 17), 16))
    while 128 - Packed.of(state).at > cards:
        moves = legal_moves(state)
        state = perform(state, rng.choices(moves, [WEIGHTS[move.kind] for move in moves])[0])
    return state


def test_a_time_limit_holds_and_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Program, "solve", lambda self, seconds: time.sleep(3))
    ticks: list[float] = []
    begun = time.monotonic()
    (plain,) = relaxed_bounds(Packed.of(late(0, 60)), 0.3, tick=lambda: ticks.append(0))
    assert time.monotonic() - begun < 2
    assert plain.points <= HIGHEST
    assert len(ticks) >= 3


def test_an_error_in_the_program_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Program, seconds: float) -> Proved:
        raise ZeroDivisionError

    monkeypatch.setattr(Program, "solve", fail)
    with pytest.raises(ZeroDivisionError):
        [*relaxed_bounds(Packed.of(late(0, 60)), 5)]


def test_ctrl_c_keeps_the_bound_that_is_proved() -> None:
    def tick(found: object, share: float) -> None:
        if share > 0.35:
            raise KeyboardInterrupt

    state = late(0, 90)
    solution = solve(state, 20, progress=tick)
    assert solution.score <= solution.bound.points <= HIGHEST


def test_in_the_middle_of_a_game_the_program_by_rounds_runs_to_its_end() -> None:
    state = mixed(3, 64)
    proved = Program(Packed.of(state)).solve()
    assert proved.complete
    solution = solve(state, 60, beams=1)
    assert solution.bound in ((proved.bound, BY_ROUNDS), (solution.score, LOOKED))


@pytest.mark.parametrize("seed", [3, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 4))])
def test_line_and_bound_meet_in_the_last_round(seed: int) -> None:
    assert solve(mixed(seed, 16), 20).proved
    assert GRACE < 1


def test_what_no_line_passes_before_a_move_none_passes_after_it() -> None:
    start = State.deal(DEALS[0])
    after = perform(start, Move("discard"))
    assert plain_bound(Packed.of(start)).points == 50
    assert plain_bound(Packed.of(after)).points > 50
    assert solve(after, 0.1, beams=1, before=[start]).bound.points <= 50
