"""The bounds of the last rounds, which know the order of the deck."""

from __future__ import annotations

import random
import time

import pytest

from palace.palm_island import State, legal_moves, perform
from palace.palm_island.solver import order, solve
from palace.palm_island.solver.bound import BY_ROUNDS, HIGHEST, LOOKED, Program, Proved
from palace.palm_island.solver.order import IN_ORDER, Ordered, relaxed_bounds
from palace.palm_island.solver.packed import Packed
from tests.palm_island.solver.deals import best_of, late, wandering

WEIGHTS = {"flip": 8, "rotate": 8, "store": 4, "discard": 1}


def mixed(seed: int, cards: int) -> State:
    """A state of a random game that likes to upgrade, with at most so many card moves left."""
    rng = random.Random(seed)
    state = State.deal(rng.sample(range(1, 17), 16))
    while 128 - Packed.of(state).at > cards:
        moves = legal_moves(state)
        state = perform(state, rng.choices(moves, [WEIGHTS[move.kind] for move in moves])[0])
    return state


@pytest.mark.parametrize(("count", "least"), [(8, 6), pytest.param(12, 9, marks=pytest.mark.slow)])
def test_small_games_by_every_line(count: int, least: int) -> None:
    """No line passes the bounds; with whole numbers the bound is met almost always."""
    sharp = 0
    for seed in range(count):
        state = wandering(seed, 4 + seed % 4)
        here = Packed.of(state)
        if here.at == 128:
            continue
        best = best_of(state)[0]
        relaxed, whole = Ordered(here).solve_relaxed().bound, Ordered(here).solve().bound
        assert best <= whole <= relaxed <= HIGHEST
        sharp += best == whole
    assert sharp >= least


@pytest.mark.parametrize("seed", range(6))
def test_lines_of_a_round_and_a_half_stay_below_the_bound(seed: int) -> None:
    state = mixed(seed, 14 + 2 * seed)
    found = solve(state, 0.1, beams=2)
    assert Ordered(Packed.of(state)).solve_relaxed().bound >= found.score


def test_the_order_of_the_deck_proves_more_than_the_rounds() -> None:
    state = mixed(2, 16)
    here = Packed.of(state)
    bounds = [*relaxed_bounds(here, 30)]
    assert [bound.how for bound in bounds][1:] == [BY_ROUNDS, IN_ORDER]
    assert [bound.points for bound in bounds] == [23, 21, 20]
    # A bound that is good enough is the last.
    assert [bound.points for bound in relaxed_bounds(here, 30, enough=21)] == [23, 21]


def test_earlier_rounds_are_bounded_by_rounds_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Program, "solve", lambda self, seconds: Proved(1, True))
    monkeypatch.setattr(Ordered, "solve_relaxed", lambda self, seconds: Proved(0, True))
    early, later = mixed(1, 60), mixed(1, 48)
    assert [bound.how for bound in relaxed_bounds(Packed.of(early), 5)][1:] == [BY_ROUNDS]
    assert [bound.how for bound in relaxed_bounds(Packed.of(later), 5)][1:] == [BY_ROUNDS, IN_ORDER]


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
    assert order.GRACE < 1
