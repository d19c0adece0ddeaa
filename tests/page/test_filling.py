"""What each condition of a form decides, each part of it alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from palace.contract.game import Form, Question
from palace.contract.pad import PLAYERS
from palace.contract.taps import Taps, Told
from palace.core.errors import InputError
from palace.page.forms import Filling
from palace.page.words import refusal

from .boxes import GAME


def filling(*asked: Question, given: dict[str, object] | None = None, **texts: str) -> Filling:
    def questions(answers: Any, rulings: Any) -> Iterator[Question]:
        yield from asked

    return Filling("new", GAME, Form(questions, dict), texts, given or {}, "Player ")


def question(key: str, *answers: str, bad: Iterable[str] = (), **more: Any) -> Question:
    def read(text: str) -> str:
        if text in bad:
            raise refusal("no-name")
        return f"<{text}>"

    return Question(key, "", "? ", lambda: answers, read, **more)


@pytest.mark.parametrize(
    ("answers", "more", "text", "right"),
    [
        ((), {}, "x", True), (("a",), {}, "a", True), (("a",), {}, "x", False), (("a",), {}, "",
         True), (("a",), {"default": "a"}, "x", True), (("a",), {"default": "b"}, "x", False),
        (("a",), {"default": "b"}, "b", True),
        (("a",), {"default": "b"}, "", True), (("a", "b"), {"default": "a"}, "x", False),
        (("a", "b"), {"file": True}, "x", True), (("a", "b"), {"bad": ("b",)}, "b", False),
    ],
)  # fmt: skip
def test_what_has_keys_is_answered_by_them_alone(
    answers: tuple[str, ...], more: Any, text: str, right: bool
) -> None:
    own = filling(question("k", *answers, **more), k=text)
    (line,) = own.lines
    assert (line.problem is None) is right
    assert line.text == text or (not text and line.text == more.get("default", ""))
    if right:
        assert own.answers == {"k": f"<{line.text}>"}
    else:
        with pytest.raises(InputError) as caught:
            _ = own.answers
        assert [*caught.value.problems] == [line.problem]


def test_what_comes_after_a_wrong_line_is_asked_if_its_default_is_right() -> None:
    last = question("z")
    for first, lines in (
        (question("a", bad=("x",), default="y"), 2), (question("a", bad=("x",)), 2),
        (question("a", bad=("x", "y"), default="y"), 1), (question("a", bad=("x", "")), 1),
    ):  # fmt: skip
        assert len(filling(first, last, a="x").lines) == lines
        assert len(filling(first, last, a="w").lines) == 2
        own = filling(first, last, a="w")
        assert own.answers == {"a": "<w>", "z": "<>"}


def test_what_is_given_is_not_asked() -> None:
    own = filling(question("a"), question("b"), given={"a": 1, "c": 2})
    assert [line.question.key for line in own.lines] == ["b"]
    assert own.answers == {"a": 1, "c": 2, "b": "<>"}
    assert own.lines[0].text == ""


NAMES = question(PLAYERS, least=2, most=4)


@pytest.mark.parametrize(
    ("name", "text", "right"),
    [
        (f"{PLAYERS}.0", "x", True), (f"{PLAYERS}.3", "x", True), (f"{PLAYERS}.4", "x", False),
        (f"{PLAYERS}.-1", "x", False), (PLAYERS, "a,b", True), ("k", "x", True),
        ("k.0", "x", False), ("n.0", "x", False), ("n", "1", True), ("other", "x", False),
        ("k", "x" * 1_200, True), ("k", "x" * 1_201, False), ("f", "x" * 1_201, True),
    ],
)  # fmt: skip
def test_which_lines_are_filled_in(name: str, text: str, right: bool) -> None:
    own = filling(NAMES, question("k"), question("n", most=9), question("f", file=True))
    if right:
        assert own.filled(name, text) != own
        return
    with pytest.raises(InputError, match="cannot be done now"):
        own.filled(name, text)


def test_names_are_filled_in_one_by_one() -> None:
    """Those without one have a number; what is no list of any length has one line."""
    own = filling(NAMES)
    assert own.lines[0].text == "Player 1, Player 2"
    own = own.filled(f"{PLAYERS}.2", " A, b ")
    assert own.texts == {PLAYERS: ",,A  b"}
    assert own.lines[0].text == "Player 1, Player 2, A  b"
    assert own.seats(2) == ["", "", "A  b"]
    assert own.seats(4) == ["", "", "A  b", ""]
    assert own.filled(f"{PLAYERS}.0", "x").texts == {PLAYERS: "x,,A  b"}
    one = filling(question(PLAYERS, least=1))
    assert one.filled(f"{PLAYERS}.0", "x").texts == {PLAYERS: "x"}
    with pytest.raises(InputError):
        one.filled(f"{PLAYERS}.1", "x")
    assert (own.tapped("a", "b"), own.title, own.taps, own.asks) == (own, "", Taps(Told()), "")
