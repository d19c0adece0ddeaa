"""What every score pad must do: random answers make a record that is read, scored and kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.contract.game import Pad, Question
from palace.contract.pad import choice, number, players, points
from palace.contract.registry import REGISTRY, AnyGame, game, score
from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.files.serialise import data_text
from tests.examples import examples

each_game = pytest.mark.parametrize("name", REGISTRY)
NUMBERS = ["0", "1", "2", "3", "7", "1+2", "2 0 1", "2l 1b", "", "house"]
NAMES = ["Ana, Ben", "Ana, Ben, Caro", "Ana", "A, B, C, D"]


def answered(question: Question, draw: st.DrawFn) -> Any:
    """Return an answer that a question takes, of some that it may not take."""
    texts = [*question.answers(), *NUMBERS, *NAMES]
    good = []
    for text in texts:
        try:
            good.append(question.read(text))
        except InputError:
            continue
    assert good, question.prompt
    return draw(st.sampled_from(good))


def pad_of(game: AnyGame) -> Pad:
    assert game.pad is not None
    return game.pad()


def filled(name: str, draw: st.DrawFn) -> dict[str, Any]:
    """Return random answers to all questions of a pad."""
    answers: dict[str, Any] = {}
    while (question := pad_of(game(name)).next(answers, {})) is not None:
        assert question.key not in answers
        answers[question.key] = answered(question, draw)
    return answers


@each_game
@settings(max_examples=examples(60))
@given(data=st.data())
def test_answers_make_a_record_that_is_kept(name: str, data: st.DataObject) -> None:
    found = game(name)
    pad_answers: Mapping[str, Any] = data.draw(st.composite(lambda draw: filled(name, draw))())
    text = data_text(pad_of(found).record(pad_answers))
    record = found.read(parse_document(text, "toml", "pad"), Path())
    assert record.warnings == ()
    first = score(record)
    # Nothing that can be answered is more than the box holds.
    assert (first.legal, first.finished) == (True, True)
    assert [sheet.name for sheet in first.sheets] == list(pad_answers["players"])
    for kind in ("toml", "json"):
        again = found.read(parse_document(record.text(None, kind), kind, "kept"), Path())
        assert score(again).sheets == first.sheets


@each_game
def test_every_question_but_the_first_has_a_default_or_words(name: str) -> None:
    pad = pad_of(game(name))
    answers: dict[str, Any] = {"players": ("Ana", "Ben")}
    count = 0
    while (question := pad.next(answers, {})) is not None:
        text = question.default if question.default is not None else next(iter(question.answers()))
        answers[question.key] = question.read(text)
        count += 1
    assert 2 <= count <= 20


# The questions by themselves.


def test_points() -> None:
    question = points("cards", "Ana", "bananas", "2+3")
    assert question.prompt == "Ana, bananas (0 to 999, such as 2+3 or 5) [0]> "
    for text in ("2+3+3", "2 3 3", "2, 3,3", "2 + 3 + 3"):
        assert question.read(text) == [2, 3, 3]
    assert question.read("8") == 8
    assert question.default == "0"


def test_a_number() -> None:
    assert number("a", "Ana", "coins", 1, 4).prompt == "Ana, coins (0 to 1, such as 1) [0]> "
    assert number("a", "", "Levels", 3).prompt == "Levels (0 to 3, such as 1) [0]> "
    for text in ("-1", "1.5", "\u0663", "", "12345"):
        with pytest.raises(InputError):
            number("a", "Ana", "coins", 9).read(text)


def test_a_choice() -> None:
    words = ("Ana", "Anton", "an")
    question = choice("who", "", "Who?", words, None, "no player")
    assert question.read("an") == "an"
    assert question.read("Ana") == "Ana"
    assert question.read("ant") == "Anton"
    assert [question.read(text) for text in ("", "-", "None")] == [None] * 3
    assert question.prompt == "Who? (Ana, Anton or an; Enter for no player)> "
    assert choice("mode", "", "Mode", ("a", "b"), "a").prompt == "Mode (a or b) [a]> "


def test_names() -> None:
    assert players(1, 4).read(" Ana  Maria ,Ben") == ("Ana Maria", "Ben")
    assert players(2, 2).prompt.startswith("Players in seat order (2 names, such as ")
