"""Part lists: what is counted, and the two formats that catalogues read."""

from __future__ import annotations

import csv
import io
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace import load_map
from palace.core.colours import ANIMALS, CORNER, DECORATIONS, NAMED, PLATE
from palace.monkey_palace.drawing.shown import corner_pieces
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import PIECES, Element
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.part_list import (
    KINDS,
    SHADES,
    Part,
    bricklink_xml,
    count_parts,
    list_parts,
    rebrickable_csv,
    remarks,
    total,
)
from palace.monkey_palace.ldraw.parts import code_of

MAP = load_map("map-1")
SETUP = Palace.setup(MAP)
GREENS = Palace.read("x8/x8/x8/x8/x8/x8/x8/Ef,WbbbbEm,cbbWEl,bbbbbbWdy,x4", MAP)
KIND = st.sampled_from([*PIECES])
COLOUR = st.sampled_from(["", "tan", "grey", "teal"])
ELEMENTS = st.lists(st.builds(Element, KIND, st.just(5), st.just(5), colour=COLOUR), max_size=30)


def test_the_setup_as_a_list() -> None:
    assert [(part.kind, part.colour, part.count) for part in list_parts(SETUP)] == [
        ("baseplate", "bright green", 1),
        ("corner", "green", 4),
        ("arch", "", 2),
        ("brick", "", 1),
        ("gold", "gold", 1),
    ]


def test_the_whole_box_is_listed_as_the_rule_book_counts_it() -> None:
    """The 232 parts of facts/monkey-palace.md."""
    assert sum(piece.in_box for piece in KINDS.values()) == 232


def test_how_sure_the_part_numbers_are() -> None:
    """As each `Piece.source` says it: the monkey alone is a guess."""
    sure = {kind: Part(kind, "", 1).sure for kind in KINDS}
    assert sure.pop("monkey") == "guess"
    assert {*sure.values()} == {"likely"}
    assert all(piece.ldraw.removesuffix(".dat") in piece.source for piece in KINDS.values())


def test_the_corner_pieces_of_a_build_are_its_own() -> None:
    corners = tuple(corner_pieces(MAP))
    assert len(corners) == 4
    brick = Element("brick", 5, 5)
    for laid, count in (((brick,), 4), ((brick, *corners[:3]), 3)):
        parts = list_parts(Build(MAP, laid))
        assert {part.kind: part.count for part in parts} == {
            "baseplate": 1, "corner": count, "brick": 1,
        }  # fmt: skip


def test_a_turn_is_listed_with_what_it_is_laid_on() -> None:
    turn = Build(MAP, (Element("brick", 5, 5, colour="red"),), SETUP)
    bricks = [part for part in list_parts(turn) if part.kind == "brick"]
    assert [(part.colour, part.count) for part in bricks] == [("", 1), ("red", 1)]


@given(ELEMENTS)
def test_every_element_is_in_every_list_once(elements: list[Element]) -> None:
    parts = count_parts(elements)
    assert total(parts) == len(elements)
    assert len({(part.kind, part.colour) for part in parts}) == len(parts)
    rows = [*csv.DictReader(io.StringIO(rebrickable_csv(parts)))]
    assert sum(int(row["Quantity"]) for row in rows) == len(elements)
    assert len({(row["Part"], row["Color"]) for row in rows}) == len(rows)
    items = ElementTree.fromstring(bricklink_xml(parts))
    assert sum(int(item.findtext("MINQTY", "")) for item in items) == len(elements)
    assert len({(i.findtext("ITEMID"), i.findtext("COLOR")) for i in items}) == len(rows)


def test_rebrickable() -> None:
    assert rebrickable_csv(list_parts(GREENS)) == (
        "Part,Color,Quantity\n"
        "3811,10,1\n"
        "2357,2,4\n"
        "3659,9999,3\n"
        "3005,9999,12\n"
        "14716,9999,1\n"
        "30176,27,1\n"
        "30176,288,1\n"
        "2550c01,9999,1\n"
        "33320,351,1\n"
        "80674,9999,1\n"
    )


def test_bricklink() -> None:
    """Round 1x1 bricks are 3062 there; any colour is no COLOR, and there is no XML declaration."""
    assert bricklink_xml(list_parts(SETUP)) == (
        "<INVENTORY>\n"
        "<ITEM><ITEMTYPE>P</ITEMTYPE><ITEMID>3811</ITEMID><COLOR>36</COLOR>"
        "<MINQTY>1</MINQTY></ITEM>\n"
        "<ITEM><ITEMTYPE>P</ITEMTYPE><ITEMID>2357</ITEMID><COLOR>6</COLOR>"
        "<MINQTY>4</MINQTY></ITEM>\n"
        "<ITEM><ITEMTYPE>P</ITEMTYPE><ITEMID>3659</ITEMID><MINQTY>2</MINQTY></ITEM>\n"
        "<ITEM><ITEMTYPE>P</ITEMTYPE><ITEMID>3005</ITEMID><MINQTY>1</MINQTY></ITEM>\n"
        "<ITEM><ITEMTYPE>P</ITEMTYPE><ITEMID>3062</ITEMID><COLOR>115</COLOR>"
        "<MINQTY>1</MINQTY></ITEM>\n"
        "</INVENTORY>\n"
    )


def test_every_colour_that_an_element_may_name_is_in_the_catalogues() -> None:
    assert NAMED.keys() <= SHADES.keys()
    for numbers in zip(*((s.rebrickable, s.bricklink) for s in SHADES.values()), strict=True):
        assert len({*numbers}) == len(numbers)


def test_what_has_a_colour_has_it_in_lists_models_and_pictures() -> None:
    shown = {**DECORATIONS, **ANIMALS, "corner": CORNER, "baseplate": PLATE}
    for part in list_parts(GREENS):
        if part.colour:
            assert code_of(shown[part.kind]) == SHADES[part.colour].rebrickable, part


@pytest.mark.parametrize(
    ("colour", "sure"), [("tan", "certain"), ("grey", "guess"), ("teal", None), ("", None)]
)
def test_how_sure_a_shade_is(colour: str, sure: str | None) -> None:
    assert Part("brick", colour, 1).shade_sure == sure


def test_what_to_know_before_ordering() -> None:
    bricks = tuple(Element("brick", 5, 5, level, colour="teal") for level in range(82))
    assert [*remarks(list_parts(Build(MAP, bricks)), MAP)] == [
        "82 bricks are 2 more than the box has",
        "the part numbers are likely",
        "the shades are a guess: bright green as Bright Green, green as Green",
        "the colour 'teal' has no number here: any colour is listed for it",
    ]
    assert [*remarks(list_parts(GREENS), MAP)] == [
        "the part numbers are likely; 2550c01 is a guess",
        "the shades are a guess: bright green as Bright Green, green as Green, light green as "
        "Lime, dark green as Dark Green, dark pink as Medium Dark Pink",
    ]
