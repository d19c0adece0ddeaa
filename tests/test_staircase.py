"""The staircase string: lenient reader, canonical writer, errors with column and expectation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace import Knob, NotationError, Staircase, Supply
from palace.staircase import fewest, pile_height

KNOBS = st.builds(Knob, st.integers(0, 25), st.integers(0, 998))
PIECES = st.text("bc", max_size=6)


@st.composite
def staircases(draw: st.DrawFn) -> Staircase:
    knobs = draw(st.lists(KNOBS, min_size=2, max_size=12))
    unders = ["", *draw(st.lists(PIECES, min_size=len(knobs) - 1, max_size=len(knobs) - 1))]
    risers = draw(st.lists(PIECES, min_size=len(knobs), max_size=len(knobs)))
    return Staircase(tuple(knobs), tuple(unders), tuple(risers))


@given(staircases())
def test_read_is_the_inverse_of_write(staircase: Staircase) -> None:
    assert Staircase.read(str(staircase)) == staircase
    assert eval(repr(staircase)) == staircase
    assert hash(eval(repr(staircase))) == hash(staircase)


@given(st.text(alphabet="abch1290-_+^– .xBC\n\tİ", max_size=30))
def test_reading_raises_nothing_but_notation_errors(text: str) -> None:
    try:
        staircase = Staircase.read(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
        assert error.expected
    else:
        assert Staircase.read(str(staircase)) == staircase


@pytest.mark.parametrize(
    "text",
    [
        "a4-b4+c-c4_cb-d4_cb",
        "A4-B4^C-C4_CB-D4_CB",
        "a4–b4+c–c4_cb–d4_cb",
        "  a4 - b4 + c - c4 _cb - d4 _ cb ",
        "a4\n-b4+c\t-c4_cb-d4_cb\n",
    ],
)
def test_lenient_spellings_mean_the_same(text: str) -> None:
    assert str(Staircase.read(text)) == "a4-b4+c-c4_cb-d4_cb"


def test_parts_of_the_example() -> None:
    staircase = Staircase.read("a4-b4+c-c4_cb-d4_cb")
    assert staircase.knobs == (Knob(0, 3), Knob(1, 3), Knob(2, 3), Knob(3, 3))
    assert staircase.unders == ("", "", "cb", "cb")
    assert staircase.risers == ("", "c", "", "")
    assert staircase.arches == 3
    assert staircase.uses == Supply(3, 2, 3)


@pytest.mark.parametrize(
    ("text", "column", "what", "expected"),
    [
        ("", 1, "it ends here", "a knob such as a4"),
        ("   ", 1, "it ends here", "a knob such as a4"),
        ("a4", 3, "it ends here", "- and the next knob"),
        ("a4-", 4, "it ends here", "a knob such as a4"),
        ("a4 b4", 4, "'b4' cannot stand here", "+ (pieces on top) or - and the next knob"),
        ("a4-b4-", 7, "it ends here", "a knob such as a4"),
        ("a4--b4", 4, "'-' cannot stand here", "a knob such as a4"),
        ("a0-b4", 1, "'a0' cannot stand here", "a knob such as a4"),
        ("a4-b04", 4, "'b04' cannot stand here", "a knob such as a4"),
        ("44-b4", 1, "'44' cannot stand here", "a knob such as a4"),
        ("a4_b-b4", 3, "'_' at the first knob, where no arch arrives",
         "+ (pieces on top) or - and the next knob"),
        ("a4-b4+b_b", 8, "'_' after '+'; what stands under the arch's end comes first",
         "- and the next knob or the end"),
        ("a4-b4_", 7, "it ends here", "b (brick) or c (column)"),
        ("a4-b4_x", 7, "'x' cannot stand here", "b (brick) or c (column)"),
        ("a4-b4_b_c", 8, "'_' cannot stand here",
         "+ (pieces on top), - and the next knob or the end"),
        ("a4-b4++b", 7, "'+' cannot stand here", "b (brick) or c (column)"),
        ("a4-b4 c4", 7, "'c4' cannot stand here",
         "_ (pieces under the arch's end), + (pieces on top), - and the next knob or the end"),
        ("a4-b4/c4", 6, "'/' cannot stand here",
         "_ (pieces under the arch's end), + (pieces on top), - and the next knob or the end"),
        ("a1000-b4", 5, "'0' cannot stand here", "+ (pieces on top) or - and the next knob"),
    ],
)  # fmt: skip
def test_errors_have_column_and_expectation(
    text: str, column: int, what: str, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        Staircase.read(text)
    error = caught.value
    assert (error.column, error.what, error.expected) == (column, what, expected)
    assert str(error) == f"column {column}: {what}, expected {expected} in {text!r}"


def test_a_text_of_any_length_is_refused_in_time() -> None:
    with pytest.raises(
        NotationError, match="10001 characters are too many, expected at most 10000"
    ):
        Staircase.read("a4-" * 3333 + "b4")


def test_a_knob_beyond_the_map_fits_the_grammar() -> None:
    assert Staircase.read("z99-a1").knobs == (Knob(25, 98), Knob(0, 0))


@pytest.mark.parametrize(
    ("knobs", "unders", "risers", "message"),
    [
        ((Knob(0, 0),), ("",), ("",), "at least two knobs"),
        ((Knob(0, 0), Knob(0, 1)), ("",), ("", ""), "one under and one riser"),
        ((Knob(0, 0), Knob(0, 1)), ("b", ""), ("", ""), "at the first knob"),
        ((Knob(0, 0), Knob(0, 1)), ("", "x"), ("", ""), "written with b and c"),
    ],
)
def test_a_staircase_that_cannot_be_written_cannot_be_made(
    knobs: tuple[Knob, ...], unders: tuple[str, ...], risers: tuple[str, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Staircase(knobs, unders, risers)


@given(st.integers(0, 40), st.integers(0, 8))
def test_fewest_supports(gap: int, columns: int) -> None:
    pieces = fewest(gap, columns)
    assert pile_height(pieces) == gap
    assert pieces.count("c") == min(gap // 3, columns)
    assert pieces == "c" * pieces.count("c") + "b" * pieces.count("b")
    assert fewest(gap) == fewest(gap, 99)


@pytest.mark.parametrize(
    ("text", "supply"),
    [("4a3b1c", (4, 3, 1)), ("1c 4a", (4, 0, 1)), ("0a", (0, 0, 0)), ("3A0b0C", (3, 0, 0))],
)
def test_supplies(text: str, supply: tuple[int, int, int]) -> None:
    assert Supply.read(text) == supply
    assert Supply.read(str(Supply.read(text))) == supply


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("", 1, "the supply is empty"),
        ("a4", 1, "'a' is no number"),
        ("4", 2, "no piece after 4"),
        ("4x", 2, "no piece after 4"),
        ("4a2a", 4, "a stands twice"),
        ("4a -1b", 4, "'-' is no number"),
        ("1a2b3", 6, "no piece after 3"),
    ],
)
def test_supply_errors(text: str, column: int, what: str) -> None:
    with pytest.raises(NotationError) as caught:
        Supply.read(text)
    assert (caught.value.column, caught.value.what) == (column, what)


@pytest.mark.parametrize("text", ["", "a", "4", "aa4", "a0", "a04", "ä4", "a4b", "a1000"])
def test_knob_errors(text: str) -> None:
    with pytest.raises(NotationError, match="this is no knob, expected a file and a rank"):
        Knob.read(text)


@given(KNOBS, KNOBS)
def test_knobs(one: Knob, other: Knob) -> None:
    assert Knob.read(str(one)) == one
    way = one.way_to(other)
    assert (way is not None) == (one.distance(other) == 1)
    if way is not None:
        assert one.step(way) == other
