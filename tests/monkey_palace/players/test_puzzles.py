"""Puzzles and lessons: each is proved again, and judged as the referee judges."""

from __future__ import annotations

import random
from typing import Any

import pytest

from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.players import puzzles
from palace.monkey_palace.players.puzzles import (
    AMONG,
    PUZZLES,
    StaircasePuzzle,
    drawn,
    kept,
    lessons,
    proved,
    seek,
)
from palace.monkey_palace.search import staircases

RULES = "ABCDEFGHIJ"
SETUP = Palace.setup("map-1")


def earned(one: StaircasePuzzle, rulings: Rulings = DEFAULT) -> list[int]:
    """Return what every legal staircase of a small puzzle earns, found one by one."""
    every = staircases(one.palace, one.hand, rulings)
    return [judge(one.palace, each, one.hand, rulings).credits or 0 for each in every]


def test_a_hundred_are_kept_and_no_two_are_alike() -> None:
    every = kept()
    assert len(every) == 100
    assert [one.name for one in every] == [str(number) for number in range(1, 101)]
    assert len({(one.palace, one.hand) for one in every}) == 100
    assert {(one.level, one.kind) for one in every} == {
        ("easy", "most"), ("easy", "only"), ("hard", "most"), ("hard", "spiral"),
    }  # fmt: skip
    assert [*kept("easy"), *kept("hard")] == sorted(every, key=lambda one: one.level)


@pytest.mark.parametrize("one", kept(), ids=lambda one: one.name)
def test_the_search_proves_each_again(one: StaircasePuzzle) -> None:
    assert proved(one.name, one.level, one.palace, one.hand) == one


@pytest.mark.parametrize("one", kept("easy"), ids=lambda one: one.name)
def test_what_is_easy_has_one_answer_among_all_that_are_legal(one: StaircasePuzzle) -> None:
    every = sorted(earned(one), reverse=True)
    assert (every[0], len(every), every[1] if every[1:] else None) == (
        one.credits, one.legal, one.second,
    )  # fmt: skip
    assert every.count(one.credits) == 1


def test_a_spiral_is_needed() -> None:
    for one in (one for one in kept() if one.kind == "spiral"):
        knobs = Staircase.read(one.solution).knobs
        assert len({*knobs}) < len(knobs)
        assert (one.second or 0) < one.credits


@pytest.mark.parametrize("one", [*kept(), *lessons()], ids=lambda one: f"{one.level}{one.name}")
def test_its_solution_is_right(one: StaircasePuzzle) -> None:
    answered = one.answered(one.solution)
    assert answered.right
    assert not answered.reasons


def test_an_answer_is_judged() -> None:
    one = StaircasePuzzle("1", "easy", "most", SETUP, Supply(2, 2), "c4+b-d4-e4", 3, 9, 2)
    assert one.answered("c4+b-d4") == (False, "2 credits. Another staircase earns more.", ())
    wrong = one.answered("c4-d4")
    assert (wrong.right, wrong.told) == (False, "c4-d4")
    assert [reason.code for reason in wrong.reasons] == ["collision"]
    right = "Right: 3 credits. Of 9 legal staircases the next best earns 2."
    assert one.answered("c4+b-d4-e4") == (True, right, ())


def test_a_lesson_for_each_rule_and_the_order_of_a_turn() -> None:
    assert "".join(one.name for one in lessons()) == RULES
    for one in lessons():
        assert one.about[-1] in ".?!"  # a sentence, without the letter of its rule
        if one.wrong:
            verdict = judge(one.palace, Staircase.read(one.wrong), one.hand, DEFAULT)
            assert one.kind in {reason.code for reason in verdict.reasons}
            assert BOOK.rules[one.kind].rule in (one.name, "")
        else:
            assert one.kind in ("first", "middle-knob", "path")


def test_a_seed_draws_the_same_again() -> None:
    one = drawn(7, "easy")
    assert one == drawn(7, "easy") != drawn(8, "easy")
    assert proved("7", "easy", one.palace, one.hand) == one
    assert PUZZLES.drawn(7, "") == drawn(7, "")


@pytest.mark.parametrize(
    ("level", "hands"),
    [("easy", {(2, 0, 0, 3, 3, 1)}), ("hard", {(4, 2, 0, 6, 5, 2), (5, 0, 0, 8, 3, 1)})],
)
def test_four_hands_of_a_level_are_tried_in_each_turn(
    level: str, hands: set[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each number of pieces is drawn from the least to the most of its kind of hand."""
    palaces, drawn_ = list[str](), set[tuple[int, ...]]()

    class Noted(random.Random):
        def randint(self, a: int, b: int) -> int:
            pairs.append((a, b))
            return super().randint(a, b)

    def noted(name: str, of: str, palace: Palace, hand: Supply) -> None:
        assert (name, of) == ("3", level)
        palaces.append(palace.position)
        low, high = zip(*pairs, strict=True)
        drawn_.add((*low, *high))
        pairs.clear()

    pairs = list[tuple[int, int]]()
    monkeypatch.setattr(random, "Random", Noted)
    monkeypatch.setattr(puzzles, "proved", noted)
    assert not [*seek(3, level)]
    assert drawn_ == hands
    counts: dict[str, int] = {one: palaces.count(one) for one in palaces}
    assert {count % 4 for count in counts.values()} == {0}
    assert 4 in counts.values()


def test_where_no_game_makes_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()

    def none(seed: int, level: str) -> list[Any]:
        asked.append(seed)
        return []

    monkeypatch.setattr(puzzles, "seek", none)
    with pytest.raises(ValueError, match=r"^no game near seed 7 makes a puzzle$"):
        drawn(7, "hard")
    assert asked == [*range(7, 1007)]
    assert AMONG == 20
