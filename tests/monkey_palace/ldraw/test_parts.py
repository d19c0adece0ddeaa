"""The parts of the pieces: names, places, turns and colours of what is written."""

from __future__ import annotations

import pytest

from palace.core import colours
from palace.core.colours import rgb
from palace.monkey_palace.drawing.shown import tint
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import PIECES, Element
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.ldraw.parts import (
    CODES,
    NAMED,
    PARTS,
    SQUARE,
    code_of,
    is_part,
    part_name,
    stem,
)
from palace.monkey_palace.ldraw.writing import ldraw_text
from tests.grounds import plain

GROUND = load_map("map-1")


def line(element: Element) -> str:
    """Return the last part of the model of one element."""
    rows = [
        row for row in ldraw_text(Build(GROUND, (element,))).split("\r\n") if row.startswith("1 ")
    ]
    return rows[-1].split(" ", 2)[2]


# The south-west stud of the plate has its middle at -310, -310; a brick is 24 high.
LINES = {
    Element("brick", 0, 0): "-310 -24 -310 1 0 0 0 1 0 0 0 1 3005.dat",
    Element("brick", 16, 16, 2, 2): "10 -72 10 -1 0 0 0 1 0 0 0 -1 3005.dat",
    Element("column", 0, 31, 1): "-310 -96 310 1 0 0 0 1 0 0 0 1 14716.dat",
    # The middle of four studs, to the east, and with its own east to the north.
    Element("arch", 0, 0): "-280 -24 -310 1 0 0 0 1 0 0 0 1 3659.dat",
    Element("arch", 0, 0, 0, 1): "-310 -24 -280 0 0 -1 0 1 0 1 0 0 3659.dat",
    Element("arch", 0, 0, 0, 2): "-280 -24 -310 -1 0 0 0 1 0 0 0 -1 3659.dat",
    Element("arch", 0, 0, 0, 3): "-310 -24 -280 0 0 1 0 1 0 -1 0 0 3659.dat",
    # The stud in the corner of the L: south-west, south-east, north-east, north-west.
    Element("corner", 0, 0, 0, 0): "-310 -24 -310 1 0 0 0 1 0 0 0 1 2357.dat",
    Element("corner", 0, 0, 0, 1): "-290 -24 -310 0 0 -1 0 1 0 1 0 0 2357.dat",
    Element("corner", 0, 0, 0, 2): "-290 -24 -290 -1 0 0 0 1 0 0 0 -1 2357.dat",
    Element("corner", 0, 0, 0, 3): "-310 -24 -290 0 0 1 0 1 0 -1 0 0 2357.dat",
    Element("light", 0, 0, 1): "-310 -48 -310 1 0 0 0 1 0 0 0 1 30176.dat",
    Element("gold", 0, 0, 1): "-310 -48 -310 1 0 0 0 1 0 0 0 1 3062b.dat",
    # Animals have their origin below, but for the monkey, which hangs between its arms.
    Element("frog", 0, 0, 1): "-310 -24 -310 1 0 0 0 1 0 0 0 1 33320.dat",
    Element("butterfly", 0, 0, 2): "-310 -48 -310 1 0 0 0 1 0 0 0 1 80674.dat",
    Element("monkey", 0, 0, 1): "-310 -45.5 -310 1 0 0 0 1 0 0 0 1 2550c01.dat",
}


@pytest.mark.parametrize("element", LINES, ids=str)
def test_places(element: Element) -> None:
    assert line(element) == LINES[element]


def test_every_kind_has_a_part() -> None:
    for kind in PIECES:
        found = PARTS[stem(part_name(kind))]
        assert found.kind == ("bamboo" if kind in ("light", "dark") else kind)
    assert all(map(is_part, SQUARE.values()))
    assert not is_part("3001.dat")
    assert not is_part("30055.dat")


def test_a_plate_without_a_part() -> None:
    odd = ldraw_text(Build(plain(5, 4, "b2 c2 c3"), ()))
    assert "0 // a baseplate of 21 studs: LDraw has no such part\r\n" in odd
    assert "\r\n1 " not in odd


def distance(one: str, other: str) -> int:
    return sum(abs(a - b) for a, b in zip(rgb(one), rgb(other), strict=True))


def test_colours_are_those_of_the_pictures() -> None:
    """Every colour of a picture has a real colour close to it; different ones differ."""
    for palette in (
        colours.ARCHES, colours.BRICKS, [*colours.DECORATIONS.values()],
        [*colours.ANIMALS.values()], [colours.COLUMN, colours.CORNER],
        [colours.NAMED[name] for name in NAMED],
    ):  # fmt: skip
        codes = [code_of(colour) for colour in palette]
        assert len(set(codes)) == len(codes)
        for code, colour in zip(codes, palette, strict=True):
            assert distance(CODES[code], colour) < 170
    assert set(NAMED) == set(colours.NAMED)


def test_a_colour_in_numbers_is_shown() -> None:
    """Models of others have colours without a name here."""
    assert tint(Element("brick", 0, 0, colour="#646464")) == "#646464"
    assert tint(Element("brick", 0, 0, colour="#64646")) == tint(Element("brick", 0, 0))
    assert tint(Element("brick", 0, 0, colour="#64646g")) == tint(Element("brick", 0, 0))
    assert code_of("#646464") == 72
    assert code_of("#646465") == 0x2646465
