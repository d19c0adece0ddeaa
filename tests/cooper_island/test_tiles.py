"""The notation of placements and tiles, and its errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.cooper_island.notation import read_step
from palace.cooper_island.tiles import (
    LONGEST,
    TERRAINS,
    Levelling,
    Placement,
    Tile,
)
from palace.core.errors import NotationError
from tests.cooper_island.test_peninsula import HEXES

TERRAIN = st.sampled_from(TERRAINS)
GOLD = st.booleans()
PLACEMENTS = st.one_of(
    st.builds(
        lambda t, u, s, v, level, gold: Placement(Tile("double", (t, u)), (s, v), level, gold),
        TERRAIN, TERRAIN, HEXES, HEXES, st.none() | st.builds(Levelling, TERRAIN, HEXES), GOLD,
    ),
    st.builds(lambda t, s, gold: Placement(Tile("single", (t,)), (s,), None, gold), TERRAIN, HEXES,
              GOLD),
    st.builds(lambda t, s, v: Placement(Tile("islet", (t,)), (s, v)), TERRAIN, HEXES, HEXES),
)  # fmt: skip


@given(PLACEMENTS)
def test_what_is_written_is_read_back(placement: Placement) -> None:
    text = str(placement)
    assert Placement.read(text) == placement
    assert str(Placement.read(text)) == text
    loose = text.upper().replace("-", " – ")
    assert Placement.read(f"  {loose} ") == placement
    assert eval(repr(placement)) == placement
    assert read_step(text).get("placement") == placement


KINDS = "double, single or islet"
LAND = "forest, meadow, mountain or settlement"
WRONG = [
    ("", 1, "the placement is empty", KINDS),
    ("triple", 1, "'triple' is not expected here", KINDS),
    ("dubble", 1, "'dubble' is not expected here", f"{KINDS}; did you mean double?"),
    ("double", 7, "the text ends here", LAND),
    ("double forest", 14, "the text ends here", "- and the terrain of the other half"),
    ("double forest-medow c3-c4", 15, "'medow' is not expected here", f"{LAND}; did you mean "
                                                                      f"meadow?"),
    ("double forest-meadow", 21, "the text ends here", "a space such as c3"),
    ("double forest-meadow c3", 24, "the text ends here", "- and the space of the other half"),
    ("double forest-meadow c3-3c", 25, "'3c' is not expected here", "a space such as c3"),
    ("double forest-meadow c3-c4 c5", 28, "'c5' is not expected here", "level, gold or the end"),
    ("double forest-meadow c3-c4 level", 33, "the text ends here", LAND),
    ("double forest-meadow c3-c4 level forest c3 x", 44, "'x' is not expected here",
     "gold or the end"),
    ("double forest-meadow c3-c4 gold gold", 33, "'gold' is not expected here", "the end"),
    ("single forest-meadow c3", 14, "'-' is not expected here", "a space such as c3"),
    ("single forest c3 level", 18, "'level' is not expected here", "gold or the end"),
    ("islet forest c3", 16, "the text ends here", "- and the space of the sea half"),
    ("islet forest c3-b3 gold", 20, "'gold' is not expected here", "the end"),
    ("x" * (LONGEST + 1), LONGEST + 1, f"{LONGEST + 1} characters are too many",
     f"at most {LONGEST}"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "column", "what", "expected"), WRONG)
def test_what_cannot_be_read(text: str, column: int, what: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        Placement.read(text)
    error = caught.value
    assert (error.column, error.what, error.expected) == (column, what, expected)
    assert error.text == text
