"""The text of a land, written and read, and what it cannot hold."""

from __future__ import annotations

from random import Random

import pytest

from palace.cooper_island.land import LONGEST, SHIPPED, Land, Peninsula, load_peninsula
from palace.cooper_island.tiles import Hex
from palace.core.errors import InputError, NotationError
from tests.cooper_island.attempts import random_land
from tests.sentences import Says


@pytest.mark.parametrize("seed", range(8))
def test_what_is_written_is_read_back(seed: int) -> None:
    land = random_land(Random(seed), 5 * seed)
    text = str(land)
    assert Land.read(text) == land
    assert str(Land.read(text)) == text
    assert hash(Land.read(text)) == hash(land)
    names = {"Land": Land, "load_peninsula": load_peninsula, "Peninsula": Peninsula, "Hex": Hex}
    assert eval(repr(land), names) == land
    shuffled = text.split()[1:]
    Random(seed).shuffle(shuffled)
    assert Land.read(" ".join(shuffled).upper(), land.peninsula) == land


@pytest.mark.parametrize("name", SHIPPED)
def test_the_set_up(name: str) -> None:
    land = Land.start(name)
    assert str(land) == f"{name}: c2=m+food e3=ruin b4=ruin d5=ruin f5=ruin c6=ruin"
    assert Land.start(load_peninsula(name)) == land
    assert land.tiled == {Hex.read("c2")}


WRONG = [
    ("c2=m", 1, "the layout has no name"),
    ("cooper-2: c2", 11, "'c2' has no ="),
    ("cooper-2: 2c=m", 11, "'2c' is not a space"),
    ("cooper-2: c2=m c2=m", 16, "c2 is named twice"),
    ("cooper-2: b2=m", 11, "b2 is water along the coast"),
    ("cooper-2: d1=islet", 11, "d1 is the harbour"),
    ("cooper-2: z9=m", 11, "z9 is off the peninsula"),
    ("cooper-2: c2=islet", 11, "c2 is land, the start space"),
    ("cooper-2: c2=mxf", 15, "'xf' is not a tile"),
    ("cooper-2: c2=m7", 15, "'7' is not a tile"),
    ("cooper-2: c2=", 14, "no tile is written"),
    ("cooper-2: c2=+food", 14, "no tile is written"),
    ("cooper-2: c2=m+", 16, "'' cannot be on a tile"),
    ("cooper-2: c2=m+ruin", 16, "'ruin' cannot be on a tile"),
    ("cooper-2: c2=rr+gold", 17, "this tile cannot have gold"),
    ("cooper-2: c2=mmm+gold", 18, "this tile cannot have gold"),
    ("cooper-2: " + LONGEST * "x", LONGEST + 1, f"{LONGEST + 10} characters are too many"),
]


@pytest.mark.parametrize(("text", "column", "what"), WRONG)
def test_what_cannot_lie_there(text: str, column: int, what: str) -> None:
    with pytest.raises(NotationError) as caught:
        Land.read(text)
    assert (caught.value.column, caught.value.what) == (column, what)


def test_what_may_lie_there(says: Says) -> None:
    for text, _, what in WRONG:
        with pytest.raises(NotationError) as caught:
            Land.read(text)
        says(f"{what}: {caught.value.expected}")


def test_a_layout_there_is_none_of() -> None:
    with pytest.raises(InputError) as caught:
        Land.read("coper-2: c2=m")
    assert "there is no peninsula 'coper-2'; did you mean cooper-2?" in str(caught.value)


def test_what_is_not_there_cannot_be_had() -> None:
    with pytest.raises(InputError) as caught:
        Land.start("cooper-2")[Hex.read("b2")]
    assert "b2 is water along the coast; name a space of land" in str(caught.value)
