"""Spaces: names, neighbours and distances."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.cooper_island.peninsula import FILES, ROWS, Hex
from palace.core.errors import InputError, NotationError

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
    assert caught.value.what == "this is no space"
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
