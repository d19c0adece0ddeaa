"""What solving returns: lines that are played, bounds that hold, the same again."""

from __future__ import annotations

import re
import statistics
from importlib import import_module

import pytest

from palace.core.verdict import IllegalError
from palace.palm_island import Move, State, perform
from palace.palm_island.advice import still_possible
from palace.palm_island.solver import Solution, solve
from palace.palm_island.solver.bound import LOOKED, Bound, plain_bound
from palace.palm_island.solver.packed import Packed
from palace.palm_island.solver.solve import search
from palace.palm_island.turns import moves_of
from tests.palm_island.solver.deals import DEALS, best_of, good_line, late, wandering
from tests.palm_island.tables import line


def test_the_deals_are_good_deals() -> None:
    assert len(DEALS) == len(set(DEALS)) == 24
    assert all(sorted(deal) == list(range(1, 17)) for deal in DEALS)


def test_the_first_beam_makes_45_on_average() -> None:
    points = [search(Packed.of(State.deal(deal)), beams=1)[0].points for deal in DEALS]
    assert statistics.fmean(points) >= 45.2
    assert max(points) <= 50


@pytest.mark.slow
def test_a_few_beams_make_more() -> None:
    points = [solve(State.deal(deal), beams=6).score for deal in DEALS]
    assert statistics.fmean(points) >= 45.7


def test_the_moves_replay_to_the_score() -> None:
    solution = solve(State.deal(DEALS[3]), beams=2)
    log = line(State.deal(DEALS[3]), [Move.read(str(move)) for move in solution.moves])
    end = log.state.seats[0].state
    assert (log.reasons, end.finished) == ((), True)
    assert (end.points, end.upgrades) == (solution.score, solution.upgrades)
    assert solution.score <= solution.bound.points == 50
    assert not solution.proved


def test_the_same_call_finds_the_same() -> None:
    start = State.deal(DEALS[4])
    assert solve(start, beams=2) == solve(start, beams=2)


def test_moves_by_round() -> None:
    solution = solve(State.deal(DEALS[5]), beams=1)
    assert [number for number, _ in solution.rounds] == list(range(1, 9))
    assert tuple(move for _, moves in solution.rounds for move in moves) == solution.moves


@pytest.mark.parametrize(
    "state",
    [late(number, 7) for number in range(4)] + [wandering(seed, 6) for seed in range(6)],
    ids=str,
)
def test_small_games_are_solved_and_proved(state: State) -> None:
    solution = solve(state, beams=1)
    assert (solution.score, solution.upgrades) == best_of(state)
    assert solution.proved
    assert solution.bound == Bound(solution.score, LOOKED) or solution.bound.how != LOOKED


@pytest.mark.parametrize("number", range(4))
def test_the_last_round_is_proved(number: int) -> None:
    solution = solve(late(number, 16), beams=2)
    assert solution.proved
    assert solution.start == late(number, 16)


def test_what_no_line_passes_before_a_move_none_passes_after_it() -> None:
    start = State.deal(DEALS[0])
    after = perform(start, Move("discard"))
    assert plain_bound(Packed.of(start)).points == 50
    assert plain_bound(Packed.of(after)).points > 50
    (_, _, most), *_ = still_possible([start, after], 0.1, beams=1)
    assert most <= 50


def test_a_finished_game_has_nothing_left() -> None:
    end = good_line(0)[-1]
    solution = solve(end, beams=1)
    assert solution.moves == ()
    assert (solution.score, solution.proved) == (end.points, True)


def test_time_is_kept_roughly_and_progress_is_told() -> None:
    told: list[tuple[int, float]] = []
    solution = solve(
        State.deal(DEALS[6]), 0.3, progress=lambda found, share: told.append((found.points, share))
    )
    assert told
    assert told[-1][0] == solution.score
    assert all(0 <= share <= 1 for _, share in told)
    assert [points for points, _ in told] == sorted(points for points, _ in told)


def test_ctrl_c_gives_the_best_so_far() -> None:
    def progress(found: object, share: float) -> None:
        raise KeyboardInterrupt

    assert solve(State.deal(DEALS[8]), 100, progress=progress).score > 40


def test_a_wrong_line_is_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("palace.palm_island.solver.solve")
    for moves in ((Move("rotate", 16),), (Move("store", 14), Move("round-end"))):
        monkeypatch.setattr(module, "in_words", lambda start, numbers, moves=moves: moves)
        with pytest.raises(IllegalError):
            solve(State.deal(DEALS[0]), beams=1)


def test_solutions_read_back() -> None:
    solution = solve(State.deal(DEALS[0]), beams=1)
    assert eval(repr(solution), {"Solution": Solution, "State": State, "Bound": Bound,
                                 "Move": Move}) == solution  # fmt: skip


def test_what_was_still_possible_falls_and_its_bound_too() -> None:
    moves = "store 4\nstore 1\n".split("\n")[:2]
    start = State.deal([4, 1, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 13, 15, 14, 16])
    lazy = [Move.read(text) for text in moves] + [Move("discard")] * 200
    log = line(start, lazy)
    legal = [move for report, move, _ in moves_of(log, "Ana") if not report.reasons]
    log = line(start, legal)
    assert (log.reasons, log.state.finished) == ((), True)
    found = still_possible([table.seats[0].state for table in log.states], 0.4, beams=1)
    rounds, scores, most = map(list, zip(*found, strict=True))
    assert rounds == list(range(1, 9))
    assert scores == sorted(scores, reverse=True)
    assert most == sorted(most, reverse=True)
    assert all(points <= bound for _, points, bound in found)
    assert scores[0] > 40
    assert most[-1] < 10


def test_states_are_named_in_ids() -> None:
    assert re.fullmatch(r"round 8: .*", str(late(0, 14)))
