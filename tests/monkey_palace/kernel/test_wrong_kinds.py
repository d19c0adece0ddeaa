"""Values of the wrong kind: whatever takes one says what to give it instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from palace import (  # fmt: skip
    Build,
    Element,
    InputError,
    Knob,
    NotationError,
    Palace,
    Rulings,
    Staircase,
    Supply,
    fill,
    judge,
    load_map,
)
from palace.monkey_palace.kernel.audit import audit
from palace.monkey_palace.kernel.columns import judge_columns, read_columns
from palace.monkey_palace.kernel.found import Found
from palace.monkey_palace.kernel.ground import open_map
from palace.monkey_palace.kernel.laying import put
from tests.grounds import ALL
from tests.sentences import Says

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


def odd(value: object) -> Any:
    """A value of a wrong kind, which no type stands in the way of."""
    return value


A4, B4, C4 = map(Knob.read, ("a4", "b4", "c4"))
BRICK = Element("brick", 5, 5)
FOUND = Found.of(SETUP)

REFUSED: dict[str, Callable[[], object]] = {
    "a text for elements": lambda: Build(ALL[0], odd("arch")),
    "no sequence of elements": lambda: Build(ALL[0], odd(3)),
    "one element alone": lambda: Build(ALL[0], odd(BRICK)),
    "no element, and the place of it": lambda: Build(ALL[0], (BRICK, odd("arch 5 5"))),
    "an element changed to a kind near": lambda: Build(ALL[0], (BRICK._replace(kind="bricks"),)),
    "a kind far from all": lambda: Build(ALL[0], (BRICK._replace(kind="zzz"),)),
    "a kind that is no text": lambda: Build(ALL[0], (BRICK._replace(kind=odd(3)),)),
    "numbers that are none": lambda: Build(
        ALL[0], (BRICK, BRICK._replace(x=odd(1.5), y=odd("5"), level=odd(True), turn=odd(None)))
    ),
    "one number that is none": lambda: Build(ALL[0], (BRICK._replace(level=odd(0.5)),)),
    "a colour that is no text": lambda: Build(ALL[0], (BRICK._replace(colour=odd(3)),)),
    "a turn of a monkey, a corner and a brick": lambda: Build(
        ALL[0], (Element("monkey", 5, 5), Element("corner", 1, 1), BRICK), SETUP
    ),
    "lines for others": lambda: Build(ALL[0], (BRICK, BRICK), lines=(1,)),
    "a turn on another map": lambda: Build(ALL[1], (BRICK,), SETUP),
    "an element of a kind near": lambda: Element("arc", 5, 5),
    "an element of no kind": lambda: Element("zzz", 5, 5),
    "an element at no number": lambda: Element("brick", odd("a"), 5, odd(1.5)),
    "a piece on a knob that is none": lambda: FOUND.put(Knob.read("z9"), "b"),
    "an arch off the map": lambda: FOUND.put(A4, "W"),
    "a piece from an empty knob": lambda: FOUND.take(A4),
    "an arch under a piece": lambda: FOUND.take(Knob.read("d4")),
    "a file that is none": lambda: Knob.read("44"),
    "a rank of four digits": lambda: Knob.read("a1000"),
    "rank 0": lambda: Knob.read("a0"),
    "a palace to audit": lambda: audit(odd("map-1")),
    "a palace to judge": lambda: judge(odd("map-1"), "c4+b-d4"),
    "a palace to fill": lambda: fill(odd("map-1"), "c4+b-d4"),
    "a staircase that is none": lambda: judge(SETUP, odd(3)),
    "a step too far to be put": lambda: put(SETUP, Staircase((A4, C4), ("", ""), ("", ""))),
    "no supply": lambda: Supply.read(" "),
    "a supply without a number": lambda: Supply.read("4a  x"),
    "a supply of no piece": lambda: Supply.read("4a 3"),
    "a supply of another piece": lambda: Supply.read("4a 3z"),
    "a supply with a piece twice": lambda: Supply.read("4a 3 arches"),
    "a supply below 0": lambda: Supply.of(Supply(-1, 2, -3)),
    "a supply that is none": lambda: Supply.of(odd((1, 2, 3))),
    "one knob": lambda: Staircase((A4,), ("",), ("",)),
    "too few risers": lambda: Staircase((A4, B4), ("", ""), ("",)),
    "too few unders": lambda: Staircase((A4, B4), ("",), ("", "")),
    "something under the first knob": lambda: Staircase((A4, B4), ("b", ""), ("", "")),
    "a name for a knob": lambda: Staircase((A4, odd("b4")), ("", ""), ("", "")),
    "a knob without a name": lambda: Staircase(
        (A4, Knob(26, 0), Knob(0, 999)), ("",) * 3, ("",) * 3
    ),
    "supports that are none": lambda: Staircase((A4, B4), ("", "x"), (odd(3), "")),
    "texts for knobs": lambda: Staircase(odd("a4"), ("", ""), ("", "")),
    "a column of a name": lambda: SETUP.with_columns({odd("a4"): "b"}),
    "a column of no text": lambda: SETUP.with_columns({A4: odd(3)}),
    "a column of no pieces": lambda: SETUP.with_columns({A4: "bm"}),
    "a column beyond the map": lambda: SETUP.with_columns({Knob.read("i9"): "b"}),
    "an animal by its name": lambda: SETUP.with_animal("frog", A4),
    "an animal there is not": lambda: SETUP.with_animal("q", A4),
    "an animal beyond the map": lambda: SETUP.with_animal("f", Knob.read("i9")),
    "an animal on no knob": lambda: SETUP.with_animal("f", odd("a4")),
    "two animals on a knob": lambda: Palace.of_columns(ALL[0], {}, {"m": A4, "f": A4}),
    "a colour there is not": lambda: SETUP.decorations_left("x"),
    "a map near": lambda: load_map("map1"),
    "a map far": lambda: load_map("7"),
    "a map that is none": lambda: load_map(odd(7)),
    "a map of a number": lambda: open_map("5"),
    "no column": lambda: read_columns("c4=0 d4", ALL[0]),
    "a column beyond": lambda: read_columns("c4=0 i9=1E", ALL[0]),
    "a column twice": lambda: read_columns("c4=0 c4=1E", ALL[0]),
    "a column of 0 with a top": lambda: read_columns("c4=0E", ALL[0]),
    "columns that are missing": lambda: judge_columns(ALL[0], {}, Staircase.read("c4-d4-c4")),
    "another map in front": lambda: Palace.read("map-2:x8", ALL[0]),
    "no map": lambda: Palace.read("x8/x8"),
    "a map there is not": lambda: Palace.read("map-9:x8"),
    "a number over three digits": lambda: Palace.read("x1234", ALL[0]),
    "something on the monkey": lambda: Palace.read("x8/x8/x8/x8/x3,Emb,WE,bWg,x2/x8/x8/x8", ALL[0]),
    "two animals in a position": lambda: Palace.read(
        "x8/x8/x8/x8/x3,Emf,WE,bWg,x2/x8/x8/x8", ALL[0]
    ),
    "an animal twice": lambda: Palace.read("x8/x8/x8/x8/x3,Em,WEm,bWg,x2/x8/x8/x8", ALL[0]),
    "the butterfly on an arch": lambda: Palace.read("x8/x8/x8/x8/x3,Ey,WE,bWg,x2/x8/x8/x8", ALL[0]),
    "the monkey on gold": lambda: Palace.read("x8/x8/x8/x8/x3,E,WE,bWgm,x2/x8/x8/x8", ALL[0]),
    "an arch to a closed knob": lambda: Palace.read("map-1:W,x7/x8/x8/x8/x8/x8/x8/x8"),
    "a column on top": lambda: Palace.read("map-1:x7,bc/x8/x8/x8/x8/x8/x8/x8"),
    "spaces and a strange sign": lambda: Palace.read("map-1: x8 / x3 , Q"),
}


@pytest.mark.parametrize("call", REFUSED)
def test_what_is_refused_is_named_with_its_remedy(call: str, says: Says) -> None:
    with pytest.raises((InputError, NotationError)) as caught:
        REFUSED[call]()
    says(str(caught.value))
