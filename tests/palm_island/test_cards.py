"""The cards of the core deck, and how moves are written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.core.errors import InputError, NotationError
from palace.palm_island import CORE, Move, Resources
from palace.palm_island.cards import (
    ACTIONS,
    BUILDINGS,
    FREE,
    NUMBERS,
    SCORING,
    TURNS,
    cost_text,
    read_cost,
)
from palace.palm_island.state import Buy


def test_the_cards() -> None:
    assert NUMBERS == tuple(range(1, 17))
    assert BUILDINGS == (
        "Canoe House", "Logger", "Quarry", "Market", "Trade House", "Tool Maker", "Housing",
        "Temple",
    )  # fmt: skip
    assert SCORING == ("Logger", "Quarry", "Tool Maker", "Housing", "Temple")
    assert [sum(card.name == kind for card in CORE.values()) for kind in BUILDINGS] == [
        3, 3, 3, 1, 1, 1, 2, 2,
    ]  # fmt: skip


def test_the_highest_conceivable_sums() -> None:
    best = sum(max(area.points for area in card.areas) for card in CORE.values())
    most = sum(max(area.upgrades for area in card.areas) for card in CORE.values())
    assert (best, most) == (57, 40)


def test_every_action_adds_one_upgrade_with_the_three_known_exceptions() -> None:
    others = {}
    for card in CORE.values():
        for number, area in enumerate(card.areas):
            for kind in ACTIONS[1:]:
                if area.cost(kind) is not None:
                    target = number ^ TURNS[kind]
                    gain = card.areas[target].upgrades - area.upgrades
                    if gain != 1:
                        others[card.name, number, target] = gain
    assert others == {
        ("Tool Maker", 0, 1): 3, ("Trade House", 3, 1): -1, ("Trade House", 3, 2): -1,
    }  # fmt: skip


def test_an_area_that_is_reached_is_printed() -> None:
    """Every rotate and flip leads to an area that does, gives or scores something."""
    for card in CORE.values():
        for number, area in enumerate(card.areas):
            for kind in ACTIONS[1:]:
                if area.cost(kind) is not None:
                    assert card.areas[number ^ TURNS[kind]] != type(area)()


def test_cells_that_public_tables_have_wrong() -> None:
    market, quarry, logger = CORE[10].areas, CORE[7].areas, CORE[4].areas
    assert quarry[1].rotate is None
    assert quarry[1].flip == (Resources(2, 1),)
    assert quarry[2].rotate == (Resources(1, 2),)
    assert (market[1].points, market[2].rotate, market[2].flip) == (0, (Resources(0, 1, 1),), None)
    assert logger[1].flip == (Resources(1, 0, 1),)


def test_resources_and_costs_are_texts() -> None:
    assert Resources.read("1L 2F") == (1, 2, 0)
    assert str(Resources(1, 0, 4)) == "1L 4S"
    assert str(Resources()) == "nothing"
    for text in ("free", "1L", "2L/2F", "1L 1F/2S"):
        assert cost_text(read_cost(text)) == text
    assert read_cost(" free ") == FREE


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("", 1, "no resources"),
        ("2F 1L", 4, "'1L' does not fit"),
        ("1L 1L", 4, "'1L' does not fit"),
        ("0L", 1, "'0L' does not fit"),
        ("1L/x", 4, "'x' does not fit"),
        ("1L/2F 3", 7, "'3' does not fit"),
    ],
)
def test_costs_that_cannot_be_read(text: str, column: int, what: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_cost(text)
    assert (caught.value.column, caught.value.what) == (column, what)


WRITTEN = [
    "store 3",
    "store 10 pay 1 2",
    "store 3 reset 4",
    "store 10 pay 1 reset 4",
    "rotate 7 pay 4 5",
    "flip 16 pay 1",
    "rotate hunter pay 3",
    "discard",
    "discard 9",
    "discard 9 by monk",
    "discard by monk",
    "store 3 by monk",
    "store 10 pay 1 reset 4 by monk",
    "flip 16 pay 1 by hunter-2",
    "round-end buy forest-1 pay 4 use guide by monk",
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
        ("stor 3", 1, "'stor' does not fit here", "store, rotate, flip, discard or round-end"),
        ("store", 6, "it ends here", "the card to store"),
        ("rotate pay 3", 8, "'pay' does not fit here", "the card to rotate"),
        ("rotate 18", 8, "there is no card 18", "1 to 16"),
        ("rotate 0", 8, "there is no card 0", "1 to 16"),
        ("rotate 7 4", 10, "'4' does not fit here", "pay, by or the end"),
        ("rotate 7 pay", 13, "it ends here", "a stored card that pays"),
        ("rotate 7 pay 4 4", 16, "card 4 is named twice", "each card once"),
        ("rotate 7 pay 4 reset 5", 16, "'reset' does not fit here", "by or the end"),
        ("store 7 reset", 14, "it ends here", "the stored card to reset"),
        ("store 7 reset 4 pay 5", 17, "'pay' does not fit here", "by or the end"),
        ("discard pay", 9, "'pay' does not fit here", "the card on top, by or the end"),
        ("discard 4 5", 11, "'5' does not fit here", "by or the end"),
        ("store 3 by", 11, "it ends here", "the id of a card that allows the move"),
        ("store 3 by 4", 12, "'4' does not fit here", "the id of a card that allows the move"),
        ("store 3 by monk pay 4", 17, "'pay' does not fit here", "the end"),
        ("by monk", 1, "'by' does not fit here", "store, rotate, flip, discard or round-end"),
        ("round-end disaster 4", 20, "'4' does not fit here", "pay and stored cards"),
        ("round-end pay 4", 11, "'pay' does not fit here", "disaster pay, buy, use, by or the end"),
        ("store 3é", 7, "'3é' does not fit here", "the card to store"),
        ("store ٣", 7, "'٣' does not fit here", "the card to store"),
    ],
)
def test_what_cannot_be_read(text: str, column: int, what: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        Move.read(text)
    error = caught.value
    assert (error.column, error.what, error.expected) == (column, what, expected)


def test_parts_of_a_round_end_are_read_alone_or_with_its_word() -> None:
    whole = Move.read("round-end buy weaver pay 4")
    assert whole == Move.read_part("buy weaver pay 4") == Move.read_part(str(whole))
    for text, column in (("buy weaver pat 4", 12), ("round-end buy", 14), ("store 4", 1)):
        with pytest.raises(NotationError, match=f"column {column}: "):
            Move.read_part(text)


def test_a_very_long_text() -> None:
    with pytest.raises(NotationError, match="characters are too many"):
        Move.read("rotate 7 pay " + "4 " * 1000)


WRONG: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    (("jump",), {}),
    (("store",), {}),
    (("discard", 18), {}),
    (("round-end", 3), {}),
    (("store", 3), {"by": 4}),
    (("store", 3), {"by": "by"}),
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
    "store rotate flip discard round-end pay reset disaster buy use by 1 2 3 16 17 hunter x-2 ? \n"
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
