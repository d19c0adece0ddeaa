"""The notation of moves: what is read, how it is written, and what is wrong where."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.core.errors import InputError, NotationError
from palace.palm_island import Move
from palace.palm_island.state import Buy

WRITTEN = [
    "store 3",
    "store 10 pay 1 2",
    "store 3 reset 4",
    "store 10 pay 1 reset 4",
    "rotate 7 pay 4 5",
    "flip 16 pay 1",
    "rotate hunter pay 3",
    "discard",
    "round-end",
    "round-end disaster pay 4 5",
    "round-end buy forest-1",
    "round-end buy forest-1 pay 4 5 buy sea-2 pay 6",
    "round-end use guide",
    "round-end disaster pay 4 buy sea-2 use guide hunter",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_written_as_read(text: str) -> None:
    move = Move.read(text)
    assert str(move) == text
    assert eval(repr(move)) == move
    assert hash(Move.read(f"  {text.upper()}  ".replace(" ", "  "))) == hash(move)
    assert Move.read(f"  {text.upper()}  ".replace(" ", "  ")) == move


def test_what_is_read() -> None:
    assert Move.read("store 10 pay 1 reset 4") == Move("store", 10, (1,), 4)
    assert Move.read("round-end disaster pay 4 buy sea-2 pay 6 use guide") == Move(
        "round-end", disaster=(4,), buys=(Buy("sea-2", (6,)),), use=("guide",)
    )


@pytest.mark.parametrize(
    ("text", "column", "what", "expected"),
    [
        ("", 1, "the move is empty", "store, rotate, flip, discard or round-end"),
        ("stor 3", 1, "'stor' cannot stand here", "store, rotate, flip, discard or round-end"),
        ("store", 6, "it ends here", "the card to store"),
        ("rotate pay 3", 8, "'pay' cannot stand here", "the card to rotate"),
        ("rotate 18", 8, "there is no card 18", "1 to 16"),
        ("rotate 0", 8, "there is no card 0", "1 to 16"),
        ("rotate 7 4", 10, "'4' cannot stand here", "pay, the end"),
        ("rotate 7 pay", 13, "it ends here", "a stored card that pays"),
        ("rotate 7 pay 4 4", 16, "card 4 stands here already", "each card once"),
        ("rotate 7 pay 4 reset 5", 16, "'reset' cannot stand here", "the end"),
        ("store 7 reset", 14, "it ends here", "the stored card to reset"),
        ("store 7 reset 4 pay 5", 17, "'pay' cannot stand here", "the end"),
        ("discard 4", 9, "'4' cannot stand here", "the end"),
        ("round-end disaster 4", 20, "'4' cannot stand here", "pay and stored cards"),
        ("round-end pay 4", 11, "'pay' cannot stand here", "disaster pay, buy, use or the end"),
        ("store 3é", 7, "'3é' cannot stand here", "the card to store"),
        ("store ٣", 7, "'٣' cannot stand here", "the card to store"),
    ],
)
def test_what_cannot_be_read(text: str, column: int, what: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        Move.read(text)
    error = caught.value
    assert (error.column, error.what, error.expected) == (column, what, expected)


def test_a_very_long_text() -> None:
    with pytest.raises(NotationError, match="characters are too many"):
        Move.read("rotate 7 pay " + "4 " * 1000)


WRONG: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    (("jump",), {}),
    (("store",), {}),
    (("discard", 3), {}),
    (("rotate", 3), {"reset": 4}),
    (("discard",), {"pay": (3,)}),
    (("store", 3), {"use": (4,)}),
    (("store", 18), {}),
    (("store", True), {}),
    (("store", "pay"), {}),
    (("rotate", 3, (4, 4)), {}),
    (("rotate", 3, [4]), {}),
]


@pytest.mark.parametrize(("args", "more"), WRONG)
def test_a_move_that_could_not_be_written_is_refused(
    args: tuple[Any, ...], more: dict[str, Any]
) -> None:
    with pytest.raises(InputError):
        Move(*args, **more)


words = st.sampled_from(
    "store rotate flip discard round-end pay reset disaster buy use 1 2 3 16 17 hunter x-2 ? \n"
    .split(" ")
)  # fmt: skip


@given(st.lists(words, max_size=9).map(" ".join) | st.text(max_size=40))
def test_any_text_is_read_or_refused_and_writing_is_a_fix_point(text: str) -> None:
    try:
        move = Move.read(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
        assert error.expected
    else:
        assert Move.read(str(move)) == move
        assert str(Move.read(str(move))) == str(move)
