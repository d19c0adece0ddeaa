"""`palace puzzle` and `palace learn`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from palace.monkey_palace.players.puzzles import StaircasePuzzle, drawn, kept, lessons
from tests.calls import Called, call, refusal, typing

WRONG = "c4+b-d4-d5"
"""The wrong staircase of lesson F; `RIGHT` mends it."""
RULES = "ABCDEFGHIJ"
RIGHT = "c4+b-d4-d5_bb"


def of_today(level: str = "") -> StaircasePuzzle:
    every = kept(level)
    return every[date.today().toordinal() % len(every)]


def test_there_is_one_for_each_day() -> None:
    shown = call("puzzle")
    assert shown.status == 0
    assert of_today().task in shown.out
    assert "answer it: palace puzzle STAIRCASE" in shown.out
    assert of_today().solution not in shown.out
    assert f"Solution: {of_today().solution}" in call("puzzle", "--solution").out
    assert call("puzzle", of_today("hard").solution, "--level", "hard").out.startswith(" LEGAL ")


@pytest.mark.slow
def test_a_seed_draws_one() -> None:
    one = drawn(3, "easy")
    asked = ("puzzle", "--seed", 3, "--level", "easy", "--json")
    shown = call(*asked).json
    assert shown == one.record()
    assert shown["position"] == one.palace.position
    assert call(*asked, "--solution").json["solution"] == one.solution


def test_answers_are_judged() -> None:
    right, wrong = call("learn", "f", RIGHT), call("learn", "F", WRONG)
    assert (right.status, right.out) == (0, " LEGAL  Right, 3 credits.\n")
    assert wrong.status == 1
    assert "put 2 bricks under it: d5_bb" in wrong.out
    told = call("learn", "F", WRONG, "--json")
    assert (told.status, told.json["right"]) == (1, False)
    assert [reason["code"] for reason in told.json["reasons"]] == ["support"]


def test_lessons_are_listed() -> None:
    about = [one.about for one in lessons()]
    assert " ".join(call("learn").out.split()) == " ".join((*about, "see one: palace learn A"))
    assert [one["name"] for one in call("learn", "--json").json["lessons"]] == [*RULES]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Called]:
    """Return a call that is typed at a terminal."""
    monkeypatch.setattr("palace.cli.puzzle._asks", lambda: True)
    return typing(monkeypatch)


def test_a_terminal_asks_until_it_is_right(asked: Callable[..., Called]) -> None:
    told = asked(f"zz\n{WRONG}\n{RIGHT}\n", "learn", "F")
    assert told.status == 0
    expected = ("'zz' is not expected here", "NOT LEGAL", "Right, 3 credits.")
    places = [told.out.index(text) for text in expected]
    assert places == sorted(places)
    assert "Solution" not in told.out


def test_all_lessons_one_after_the_other(asked: Callable[..., Called]) -> None:
    answers = "".join(f"{one.solution}\n" for one in lessons()[:-1]) + "\n"
    told = asked(answers, "learn")
    assert told.status == 0
    assert told.out.count("Right, ") == len(lessons()) - 1
    assert told.out.rstrip().endswith(f"Solution: {lessons()[-1].solution}")
    assert asked("", "learn").status == 130


def test_what_is_wrong_in_a_call() -> None:
    assert refusal("puzzle", "--level", "x") == [
        "--level: there is no level 'x'; name easy or hard"
    ]
    assert refusal("puzzle", "--game", "palm-island") == [
        "--game: there is no puzzle of Palm Island"
    ]
    letters = ", ".join(one.name for one in lessons())
    assert refusal("learn", "Z") == [f"learn: there is no lesson 'Z'; they are {letters}"]
    assert refusal("learn", "F", "zz") == [
        "answer, column 1: 'zz' is not expected here; expected a knob such as a4"
    ]
