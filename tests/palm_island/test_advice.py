"""Hints on the page: the best move, what the second best lacks, and what they need."""

from __future__ import annotations

import pytest

from palace.core.verdict import in_language
from palace.page.action import Action
from palace.palm_island import Move, State, advice
from palace.palm_island.advice import Option
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
