"""Spaces and their names; the shipped layouts, and errors in others."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.cooper_island.land import SHIPPED, Peninsula, load_peninsula, read_peninsula
from palace.cooper_island.tiles import FILES, ROWS, Hex
from palace.core.errors import InputError, NotationError
from palace.files.document import parse_document
from tests.paths import MAPS

HEXES = st.builds(Hex.at, st.integers(0, len(FILES) - 1), st.integers(0, ROWS - 1))
SMALL = st.builds(Hex.at, st.integers(0, 8), st.integers(0, 8))


@given(HEXES)
def test_a_name_is_read_back(space: Hex) -> None:
    assert space.writable
    assert Hex.read(str(space)) == Hex.read(f" {str(space).upper()} ") == space
    assert eval(repr(space)) == space


@pytest.mark.parametrize("text", ["", "c", "3", "c0", "c03", "3c", "cc3", "c100", "ä3", "c3 d3"])
def test_what_is_no_name(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Hex.read(text)
    assert caught.value.what == "this is not a space"
    assert caught.value.expected == "a file and a row, such as c3"


def test_a_name_is_a_text() -> None:
    with pytest.raises(InputError):
        Hex.read(3)  # type: ignore[arg-type]


def test_where_no_name_reaches() -> None:
    beyond = Hex.at(-1, 0)
    assert not beyond.writable
    assert str(beyond) == repr(beyond) == "Hex(q=-1, r=0)"


def test_even_rows_lie_half_a_space_further_east() -> None:
    a1, a2, b1, a3 = (Hex.read(name).middle for name in ("a1", "a2", "b1", "a3"))
    wide = b1[0] - a1[0]
    assert a2[0] == pytest.approx(a1[0] + wide / 2)
    assert a3[0] == pytest.approx(a1[0])
    assert a2[1] > a1[1], "row 2 is north of row 1"


def test_the_neighbours_of_c3() -> None:
    names = [str(space) for space in Hex.read("c3").neighbours()]
    assert names == ["d3", "c4", "b4", "b3", "b2", "c2"]
    names = [str(space) for space in Hex.read("c2").neighbours()]
    assert names == ["d2", "d3", "c3", "b2", "c1", "d1"]


@given(HEXES)
def test_neighbours_are_those_whose_middles_are_nearest(space: Hex) -> None:
    x, y = space.middle
    for way, other in enumerate(space.neighbours(), 1):
        u, v = other.middle
        assert math.hypot(u - x, v - y) == pytest.approx(math.sqrt(3))
        assert space.distance(other) == 1
        assert space.way_to(other) == way
        assert space.step(way) == other
        assert other.step(way + 3 if way < 4 else way - 3) == space
    assert len({*space.neighbours()}) == 6


@given(SMALL, SMALL)
def test_a_distance_is_the_fewest_steps(one: Hex, other: Hex) -> None:
    reached, steps = {one}, 0
    while other not in reached:
        reached |= {space for spot in reached for space in spot.neighbours()}
        steps += 1
    assert one.distance(other) == other.distance(one) == steps
    assert (one.way_to(other) is not None) is (steps == 1)


GOOD = '''name = "mine"
provenance = "transcribed"
seats = 3
rows = """
 t t t
w r l w
 w s w
. h . .
"""
beaches = [["a2", "a3"], ["c2", "d3"]]
bay = 4
'''


def read(text: str) -> Peninsula:
    return read_peninsula(parse_document(text, "toml", "mine.toml"))


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_layouts(name: str) -> None:
    """Check seats, 5 ruins, 3 top spaces, and that each water space is in one beach."""
    peninsula = load_peninsula(name)
    assert peninsula.placeholder
    assert str(peninsula) == f"{name} (placeholder)"
    assert f"cooper-{peninsula.seats}" == name
    assert (len(peninsula.ruins), len(peninsula.tops)) == (5, 3)
    assert sorted(space for beach in peninsula.beaches for space in beach) == sorted(
        peninsula.water
    )
    assert eval(repr(peninsula), {"load_peninsula": load_peninsula}) is peninsula
    for one, other in zip(peninsula.beaches, peninsula.beaches[1:], strict=False):
        assert min(a.distance(b) for a in one for b in other) <= 2, "beaches follow the coast"
    assert peninsula.start in peninsula.harbour.neighbours()
    # 5 beaches lie between two logbooks, and the ring is made of whole fives.
    assert (len(peninsula.beaches) + peninsula.bay) % 5 == 0


def test_a_layout_of_ones_own(tmp_path: Path) -> None:
    mine = read(GOOD)
    assert (mine.title, mine.seats, mine.bay) == ("mine", 3, 4)
    assert [str(space) for space in mine.land] == ["b2", "b3", "c3", "a4", "b4", "c4"]
    assert [str(space) for space in mine.water] == ["a2", "c2", "a3", "d3"]
    assert (str(mine.start), str(mine.harbour)) == ("b2", "b1")
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    assert load_peninsula(file) == mine
    names = {"Peninsula": Peninsula, "Hex": Hex}
    assert eval(repr(mine), names) == mine


WRONG = [
    ("seats = 3", "seats = 5", "mine.toml:3:9: seats: 5 is too large; at most 4"),
    ("seats = 3\n", "", "mine.toml:1:1: seats: this key is missing; add seats = ..."),
    ("bay = 4", "bay = -1", "mine.toml:11:7: bay: -1 is too small; at least 0"),
    ("bay", "baay", "mine.toml:1:1: bay: this key is missing; is 'baay' a slip for it?"),
    ('"a2", "a3"', '"a2", "3a"', "mine.toml:10:20: beaches[1][2]: this is not a space; expected a "
     "file and a row, such as c3"),
    ('"a2", "a3"', '"a2", "b2"', "mine.toml:10:19: beaches[1][2]: b2 is land, the start space; use "
     "water along the coast: w in the rows"),
    (" t t t", " t t x", "mine.toml:5:6: rows: 'x' is not a letter of a layout; l land, r land "
                         "with a ruin, "),
    (" t t t", " t t l", "mine.toml:4:8: rows: 2 spaces are 't', land, one of the three top "
     "spaces; mark 3"),
    ("w s w", "w l w", "mine.toml:4:8: rows: 0 spaces are 's', land, the start space; mark 1"),
    (" t t t", " t t " + "x" * 9_000, "mine.toml:4:8: rows: 4 rows do not fit; 1 to 99 rows of at "
     "most 26 letters"),
    ("bay = 4", "bay = 4\nbays = 3", "mine.toml:12:1: bays: this key is not known; did you mean "
     "bay?"),
    ("bay = 4", "bay = 4\n[beach]", "mine.toml:12:2: beach: this key is not known; did you mean "
     "beaches?"),
    (GOOD[GOOD.index(" t t t"):GOOD.index('"""\nbeaches')], "", "mine.toml:4:8: rows: 0 rows do "
     "not fit; 1 to 99 rows of at most 26 letters"),
    ('"transcribed"', '"copied"', "mine.toml:2:14: provenance: 'copied' is not known; expected "
     "'placeholder' or 'transcribed'"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
def test_every_error_has_its_place(old: str, new: str, said: str) -> None:
    assert old in GOOD
    with pytest.raises(InputError) as caught:
        read(GOOD.replace(old, new, 1))
    assert said in str(caught.value)


def test_errors_of_the_layout_are_told_once_its_letters_are_right() -> None:
    text = GOOD.replace("t t t", "t x l").replace('"a2", "a3"', '"a2", "z9"')
    with pytest.raises(InputError) as caught:
        read(text)
    assert [problem.where for problem in caught.value.problems] == ["mine.toml:5:4"]
    with pytest.raises(InputError) as caught:
        read(GOOD.replace("t t t", "t t l").replace('"a2", "a3"', '"a2", "z9"'))
    assert [problem.where for problem in caught.value.problems] == [
        "mine.toml:4:8",
        "mine.toml:10:19",
    ]


def test_there_is_no_such_layout() -> None:
    with pytest.raises(InputError) as caught:
        load_peninsula("cooper-5")
    assert "there is no peninsula 'cooper-5'" in str(caught.value)
    assert "cooper-2, cooper-3, cooper-4 or a .toml file" in str(caught.value)


def test_shipped_files_say_that_they_are_placeholders() -> None:
    for name in SHIPPED:
        text = (MAPS / f"{name}.toml").read_text()
        assert "PLACEHOLDER" in text.splitlines()[0]
        assert 'provenance = "placeholder"' in text
