"""Hints on the page: the best move, what the second best lacks, and what they need."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from palace.contract.players import Limit
from palace.core.verdict import in_language
from palace.page.action import Action
from palace.palm_island import Move, State, advice, legal_moves, perform
from palace.palm_island.advice import OPPONENTS, Option
from palace.palm_island.solver import beam, packed
from palace.palm_island.table import Seat, Table
from palace.palm_island.turns import Act
from tests.palm_island.tables import ORDER
from tests.palm_island.test_tapping import chosen, late, taps_of

LATE = "round 8: 9.1 17 10 4.3* 5* 1* 16 15 2 3 6 7 8 11 12 13 14"


def test_a_hint_shows_the_best_move_and_what_the_second_best_lacks() -> None:
    table = late(LATE)
    table.send(Action("think", "hint"))
    idea = table.desk.idea
    assert idea is not None
    assert idea.text is not None
    assert idea.text.startswith("flip 9 pay ")
    points = State.read(LATE).points
    assert idea.told == "Flip Quarry no. 9"
    assert f"{points + 2} points at the end. Next best, " in idea.lines[0]
    assert idea.lines[1] == "Quarry no. 9 ends with 2 instead of 0"
    assert all(in_language(text, "zh") != text for text in (idea.told, *idea.lines))
    table.send(Action("take", text=idea.text))
    assert taps_of(table).answer == idea.text
    assert "flip-9" in chosen(table)


def test_of_two_moves_that_are_as_good_one_line_tells_it() -> None:
    state = State.read(LATE)
    both = [Option(30, 20, True, Move.read(text), state) for text in ("flip 9 pay 4 1", "discard")]
    known = [*advice.compared(state, both)]
    assert known == ["30 points at the end. As good: Discard Quarry no. 9"]


def test_nothing_is_searched_where_one_move_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "weigh", None)
    table = late("round 8: 16 17 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15")
    table.send(Action("think", "hint"))
    assert table.desk.idea is not None
    assert table.desk.idea.told == "Discard Temple no. 16: no other move is legal"


def test_a_phone_without_a_laptop_is_told_what_hints_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "find_spec", lambda name: None)
    table = late(LATE)
    table.send(Action("think", "hint"))
    assert table.desk.idea is None
    (banner,) = [one for one in table.shown().banners if one.looks == "info"]
    assert banner.text == "Hints need the laptop, and the extra fast on it"


class Beams:
    """Beams that find what a table says of the deck they begin with and their width."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, state: State, steps: int = 1) -> None:
        self.made, self.now, self.takes = list[tuple[str, int]](), 0.0, 0.0
        names = {str(perform(state, move)): str(move) for move in legal_moves(state)}
        self.points: dict[tuple[str, int], tuple[int, int]] = {}
        self.complete: set[tuple[str, int]] = set()

        class Beam:
            def __init__(beam, deck: str, net: None, width: int) -> None:  # noqa: N805
                key, beam.left = (names[deck], width), steps
                self.made.append(key)
                beam.complete = key in self.complete
                points = self.points.get(key, self.points.get((key[0], 500), (0, 0)))
                beam.found = SimpleNamespace(points=points[0], upgrades=points[1], moves=())

            def step(beam) -> bool:  # noqa: N805
                beam.left -= 1
                self.now += self.takes
                return beam.left >= 0

        monkeypatch.setattr(beam, "Beam", Beam)
        monkeypatch.setattr(beam, "trained", lambda: None)
        monkeypatch.setattr(packed, "in_words", lambda deck, moves: ())
        monkeypatch.setattr(packed, "Packed", SimpleNamespace(of=str))
        monkeypatch.setattr("time.monotonic", lambda: self.now)


FIRST = State.deal(ORDER)


def worths(options: Sequence[Option]) -> list[tuple[str, int, int]]:
    return [(str(one.move), one.points, one.upgrades) for one in options]


MANY = State.read("round 3: 3 7 4* 5* 1* 2* 6 8 9 10 11 12 13 14 15 16 17")


def test_all_moves_are_searched_narrowly_then_the_best_three_by_wider_beams(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moves = [str(move) for move in legal_moves(MANY)]
    assert len(moves) > 4
    beams = Beams(monkeypatch, MANY)
    for points, move in enumerate(moves[:5]):
        beams.points[move, 500] = points, 9 - points
    beams.points[moves[1], 1000] = 9, 0
    beams.points[moves[4], 1000] = 1, 99  # a wider beam that finds less is left out
    beams.complete = {(moves[3], 1000)}
    *_, (options, share) = advice.weigh(MANY)
    first, found = beams.made[: len(moves)], beams.made[len(moves) :]
    assert first == [(move, 500) for move in moves]
    # The fifth, fourth and third lead; then what is complete is not searched again.
    assert found[:3] == [(moves[2], 1000), (moves[3], 1000), (moves[4], 1000)]
    assert found[3:] == [(moves[2], 4000), (moves[4], 4000)]
    assert share == 1.0
    assert worths(options)[:4] == [
        (moves[4], 4, 5), (moves[3], 3, 6), (moves[2], 2, 7), (moves[1], 1, 8),
    ]  # fmt: skip
    assert [option.complete for option in options][:2] == [False, True]
    assert all(option.end == perform(MANY, option.move) for option in options)


def test_the_time_of_a_hint_ends_only_what_is_searched_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moves = [str(move) for move in legal_moves(MANY)]
    beams = Beams(monkeypatch, MANY)
    beams.takes = advice.HINT_SECONDS / 2
    found = [*advice.weigh(MANY)]
    # Each move has been searched once, however long it took; of a wider beam the first step ends.
    assert beams.made == [*((move, 500) for move in moves), (moves[0], 1000)]
    assert [share for _, share in found] == sorted(share for _, share in found)
    assert (len(found[-1][0]), found[-1][1]) == (len(moves), 1.0)
    assert [share for _, share in found][:2] == [0.5, 1.0]
    # Slices that take less than one is told of are not told.
    beams = Beams(monkeypatch, MANY)
    beams.takes = advice.SLICE / 4
    count = sum(1 for _ in advice.weigh(MANY)) - 1
    assert 0 < count <= beams.now / advice.SLICE
    last = Beams(monkeypatch, State.read("round 8: 16 17 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"))
    assert [*advice.weigh(State.read("round 8: 16 17 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"))] == [
        ((), 1.0)
    ]
    assert not last.made


@pytest.mark.parametrize(("limit", "width"), [(Limit(), 500), (Limit(nodes=3), 3)])
def test_the_solver_plays_with_one_beam(
    limit: Limit, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []

    class Beam:
        def __init__(self, deck: str, net: None, width: int) -> None:
            made.append(width)
            self.found = SimpleNamespace(moves=())

        def step(self) -> bool:
            return False

    monkeypatch.setattr(beam, "Beam", Beam)
    monkeypatch.setattr(beam, "trained", lambda: None)
    monkeypatch.setattr(packed, "in_words", lambda deck, moves: [Move("discard")])
    rules: Any = None
    turn = OPPONENTS.known["solver"].move(
        rules, Table("solo", (Seat("Ana", FIRST),)), "Ana", limit, 1
    )
    assert (turn, made) == (Act("Ana", Move("discard")), [width])
