"""The staircase string: lenient reader, canonical writer, errors with column and expectation."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace import InputError, Knob, NotationError, Staircase, Supply
from palace.monkey_palace.kernel.staircase import fewest, pile_height

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


@st.composite
def spellings(draw: st.DrawFn) -> tuple[Staircase, list[str]]:
    """A staircase, and the parts of one of its spellings."""
    staircase, parts = draw(staircases()), list[str]()
    blanks = st.sampled_from(["", "", " ", "\t "])
    every = zip(staircase.knobs, staircase.unders, staircase.risers, strict=True)
    for knob, under, riser in every:
        if parts:
            parts.append(draw(st.sampled_from(["-", "\N{EN DASH}", "", " "])))
        parts.append(str(knob))
        for sign, pieces in (("_", under), (draw(st.sampled_from("+^")), riser)):
            if pieces:
                runs = [(len(list(run)), letter) for letter, run in groupby(pieces)]
                counted = draw(st.booleans())
                pile = "".join(f"{n}{draw(blanks)}{p}" if counted else n * p for n, p in runs)
                parts += [draw(blanks), sign, draw(blanks), pile]
    return staircase, [part.upper() if draw(st.booleans()) else part for part in parts]


@given(spellings())
def test_every_spelling_reads_to_the_same_staircase(spelt: tuple[Staircase, list[str]]) -> None:
    staircase, parts = spelt
    assert Staircase.read("".join(parts)) == staircase


@given(spellings(), st.data())
def test_the_column_is_that_of_the_text_as_typed(
    spelt: tuple[Staircase, list[str]], data: st.DataObject
) -> None:
    before = "".join(spelt[1][: data.draw(st.integers(0, len(spelt[1])))])
    text = f"{before}?{''.join(spelt[1])[len(before) :]}"
    with pytest.raises(NotationError) as caught:
        Staircase.read(text)
    assert (caught.value.column, caught.value.what) == (
        len(before) + 1, "'?' is not expected here"
    )  # fmt: skip


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
        "a4b4+cc4_cbd4_cb",
        "a4 b4+c c4_cb d4_cb",
        "a4 B4+1c-c4_1c1bd4 _ 1 cb",
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
        ("a4 _b b4", 4, "'_' at the first knob, where no arch arrives",
         "+ (pieces on top) or - and the next knob"),
        ("a4-b4-", 7, "it ends here", "a knob such as a4"),
        ("a4--b4", 4, "'-' is not expected here", "a knob such as a4"),
        ("a0-b4", 1, "'a0' is not expected here", "a knob such as a4"),
        ("a4-b04", 4, "'b04' is not expected here", "a knob such as a4"),
        ("44-b4", 1, "'44' is not expected here", "a knob such as a4"),
        ("a4_b-b4", 3, "'_' at the first knob, where no arch arrives",
         "+ (pieces on top) or - and the next knob"),
        ("a4-b4+b_b", 8, "'_' after '+'; the pieces under the arch's end come first",
         "- and the next knob or the end"),
        ("a4-b4_", 7, "it ends here", "b (brick) or c (column)"),
        ("a4-b4_x", 7, "'x' is not expected here", "b (brick) or c (column)"),
        ("a4-b4_b_c", 8, "'_' is not expected here",
         "+ (pieces on top), - and the next knob or the end"),
        ("a4-b4++b", 7, "'+' is not expected here", "b (brick) or c (column)"),
        ("a4b4 3b", 6, "'3b' is not expected here",
         "_ (pieces under the arch's end), + (pieces on top), - and the next knob or the end"),
        ("a4+0b-b4", 4, "'0b' is not expected here", "b (brick) or c (column)"),
        ("a4 + 100b b4", 6, "'100b' is not expected here", "b (brick) or c (column)"),
        ("  A4 + B4", 8, "'B4' is not expected here", "b (brick) or c (column)"),
        ("a4 B4 c4 X", 10, "'X' is not expected here",
         "_ (pieces under the arch's end), + (pieces on top), - and the next knob or the end"),
        ("a4-b4/c4", 6, "'/' is not expected here",
         "_ (pieces under the arch's end), + (pieces on top), - and the next knob or the end"),
        ("a1000-b4", 5, "'0' is not expected here", "+ (pieces on top) or - and the next knob"),
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
    with pytest.raises(NotationError, match="column 6667: written out it is too long, expected"):
        Staircase.read("a4" * 4000)
    with pytest.raises(NotationError, match="at most 10000 characters"):
        Staircase.read("a4+" + "99b" * 102 + "-b4")
    assert Staircase.read("a4+" + "99b" * 100 + "-b4").uses.brick == 9_900


def test_a_knob_beyond_the_map_fits_the_grammar() -> None:
    assert Staircase.read("z99-a1").knobs == (Knob(25, 98), Knob(0, 0))


A1, A2 = Knob(0, 0), Knob(0, 1)


@pytest.mark.parametrize(
    ("knobs", "unders", "risers", "said"),
    [
        ((A1,), ("",), ("",),
         ["knobs: a staircase has at least two knobs; name the next one too"]),
        ((A1, A2), ("",), ("", ""),
         ["staircase: it has one under and one riser for each knob; 2 of each, empty where there "
          "is nothing"]),
        ((A1, A2), ("b", ""), ("", ""),
         ["unders[1]: no arch arrives at the first knob; put it into risers"]),
        ((A1, A2), ("", "x"), ("", "b c"),
         ["unders[2]: 'x' are no supports; b a brick, c a column, such as cb",
          "risers[2]: 'b c' are no supports; b a brick, c a column, such as cb"]),
        ((A1, A2), ("", None), ("", 3),
         ["unders[2]: None are no supports; b a brick, c a column, such as cb",
          "risers[2]: 3 are no supports; b a brick, c a column, such as cb"]),
        (("a1", (0, 1)), ("", ""), ("", ""),
         ["knobs[1]: 'a1' is no Knob; write Knob.read(\"a4\")",
          "knobs[2]: (0, 1) is no Knob; write Knob.read(\"a4\")"]),
        ((Knob(26, 0), Knob(-1, 0)), ("", ""), ("", ""),
         ["knobs[1]: Knob(file=26, rank=0) cannot be written; files 0 to 25, ranks 0 to 998",
          "knobs[2]: Knob(file=-1, rank=0) cannot be written; files 0 to 25, ranks 0 to 998"]),
        ((Knob(0, 999), Knob(0, -1), Knob(0.0, 1)), ("",) * 3, ("",) * 3,  # type: ignore[arg-type]
         ["knobs[1]: Knob(file=0, rank=999) cannot be written; files 0 to 25, ranks 0 to 998",
          "knobs[2]: Knob(file=0, rank=-1) cannot be written; files 0 to 25, ranks 0 to 998",
          "knobs[3]: Knob(file=0.0, rank=1) cannot be written; files 0 to 25, ranks 0 to 998"]),
        ("a1-a2", ("", ""), ("", ""), ["knobs: 'a1-a2' is no sequence; give a tuple"]),
        ((A1, A2), "bb", ("", ""), ["unders: 'bb' is no sequence; give a tuple"]),
        ((A1, A2), ("", ""), None, ["risers: None is no sequence; give a tuple"]),
    ],
)  # fmt: skip
def test_a_staircase_that_cannot_be_written_cannot_be_made(
    knobs: Any, unders: Any, risers: Any, said: list[str]
) -> None:
    with pytest.raises(InputError) as caught:
        Staircase(knobs, unders, risers)
    assert str(caught.value).splitlines() == said


def test_any_sequences_make_a_staircase() -> None:
    lists: Any = [A1, A2], ["", "b"], ["b", ""]
    staircase = Staircase(*lists)
    assert staircase == Staircase.read("a1+b-a2_b")
    assert hash(staircase) == hash(Staircase.read("a1+b-a2_b"))
    assert staircase.knobs == (A1, A2)


@pytest.mark.parametrize("knob", [Knob(26, 0), Knob(-1, 3), Knob(0, 999), Knob(0, -1)])
def test_a_knob_without_a_name_shows_its_numbers(knob: Knob) -> None:
    assert str(knob) == f"Knob(file={knob.file}, rank={knob.rank})"


def test_no_step_leads_beyond_the_names() -> None:
    assert Knob(25, 998).step("N") is Knob(25, 998).step("E") is None
    assert Knob(0, 0).step("S") is Knob(0, 0).step("W") is None
    assert str(Knob(25, 998)) == "z999"


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
        ("a4", 1, "'a' is not a number of pieces"),
        ("4", 2, "no piece after 4"),
        ("4x", 2, "no piece after 4"),
        ("4a2a", 4, "a is there twice"),
        ("4a -1b", 4, "'-' is not a number of pieces"),
        ("1a2b3", 6, "no piece after 3"),
    ],
)
def test_supply_errors(text: str, column: int, what: str) -> None:
    with pytest.raises(NotationError) as caught:
        Supply.read(text)
    assert (caught.value.column, caught.value.what) == (column, what)


def test_pieces_that_are_missing() -> None:
    missing = Supply.read("2a").minus(Supply.read("3a1b"))
    assert missing == (-1, -1, 0)
    assert str(missing) == "-1a-1b"
    assert not missing.covers(Supply())
    assert not Supply(-1).covers(Supply())
    assert not Supply(9, -1, 9).covers(Supply.read("1a"))
    with pytest.raises(NotationError, match="column 1: '-' is not a number of pieces"):
        Supply.read(str(missing))


@pytest.mark.parametrize("text", ["", "a", "4", "aa4", "a0", "a04", "ä4", "a4b", "a1000"])
def test_knob_errors(text: str) -> None:
    with pytest.raises(NotationError, match="is not a knob, expected a file and a rank"):
        Knob.read(text)


@given(KNOBS, KNOBS)
def test_knobs(one: Knob, other: Knob) -> None:
    assert Knob.read(str(one)) == one
    way = one.way_to(other)
    assert (way is not None) == (one.distance(other) == 1)
    if way is not None:
        assert one.step(way) == other
