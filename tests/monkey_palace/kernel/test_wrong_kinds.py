"""Values of the wrong kind: whatever takes one says what to give it instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from palace import Build, InputError, Knob, Palace, Rulings, Staircase, Supply
from tests.grounds import ALL

SETUP = Palace.setup(ALL[0])
MAP = 'write load_map("map-1")'

CALLS: dict[str, tuple[Callable[[Any], object], Any, str]] = {
    "setup": (Palace.setup, 3, f"ground: 3 is no GroundMap; {MAP}"),
    "position": (Palace.read, None, "position: None is no text; ranks from north to south, such as "
                 "x8/x8/..."),
    "map of a position": (lambda ground: Palace.read(SETUP.position, ground), "map-1",
                          f"ground: 'map-1' is no GroundMap; {MAP}"),
    "staircase": (Staircase.read, 3, "staircase: 3 is no text; write it as in a4-b4+c"),
    "supply": (Supply.read, (4, 3, 1), "supply: (4, 3, 1) is no text; write it as in 4a3b1c"),
    "knob": (Knob.read, (0, 3), "knob: (0, 3) is no text; a file and a rank, such as a4"),
    "way": (Knob(0, 0).step, "up", "way: 'up' is no way; N, E, S or W"),
    "unhashable way": (Knob(0, 0).step, [], "way: [] is no way; N, E, S or W"),
    "column": (SETUP.column, "a4", "'a4' is no Knob; write Knob.read(\"a4\")"),
    "columns": (lambda columns: Palace.of_columns(ALL[0], columns), ["b"],
                "columns: ['b'] is no Mapping; give a column for each knob"),
    "map of columns": (lambda ground: Palace.of_columns(ground, {}), "map-1",
                       f"ground: 'map-1' is no GroundMap; {MAP}"),
    "map of a build": (lambda ground: Build(ground, ()), "map-1",
                       f"ground: 'map-1' is no GroundMap; {MAP}"),
    "palace of a turn": (lambda on: Build(ALL[0], (), on), SETUP.position[:8],
                         "on: 'x8/x8/x8' is no Palace; give the palace before the turn"),
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_wrong_kinds(call: str) -> None:
    function, value, said = CALLS[call]
    with pytest.raises(InputError) as caught:
        function(value)
    assert str(caught.value) == said


def test_what_is_no_knob_is_on_no_map() -> None:
    assert Knob(0, 3) in ALL[0]
    assert "a4" not in ALL[0]
    assert (0, 3) not in ALL[0]


def test_one_ruling_may_be_given_as_one_text() -> None:
    assert Rulings.read("spiral=turn") == Rulings.read(["spiral=turn"]) == Rulings(spiral="turn")
