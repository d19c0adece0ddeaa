"""Published values: the colours of LDraw's LDConfig.ldr, the parts of its library, the numbers of
the catalogues."""

from __future__ import annotations

import pytest

from palace import load_map
from palace.core import colours
from palace.files.ldraw import DIRECT
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.part_list import (
    SHADES,
    Part,
    bricklink_xml,
    list_parts,
    rebrickable_csv,
    remarks,
)
from palace.monkey_palace.ldraw.parts import (
    PARTS,
    PLATES,
    SQUARE,
    bamboo_kind,
    code_of,
    colour_text,
    heading,
    is_gold,
    is_part,
    named_code,
    quarter,
    stem,
)
from tests.grounds import plain
from tests.monkey_palace.ldraw.models import part, read

SOLID = """
0 1b2a34, 1 1e5aa8, 2 00852b, 3 069d9f, 4 b40000, 5 d3359d, 6 543324, 7 8a928d, 8 545955,
9 97cbd9, 10 58ab41, 11 00aaa4, 12 f06d61, 13 f6a9bb, 14 fac80a, 15 f4f4f4, 17 add9a8, 18 ffd67f,
19 b0a06f, 20 afbed6, 22 671f81, 23 0e3e9a, 25 d67923, 26 901f76, 27 a5ca18, 28 897d62,
29 ff9ecd, 30 a06eb9, 31 cda4de, 68 fdc383, 69 8a12a8, 70 5f3109, 71 969696, 72 646464,
73 7396c8, 74 7fc475, 77 fecccf, 78 ffc995, 84 aa7d55, 85 441a91, 86 7b5d41, 89 1c58a7,
92 bb805a, 100 f9b7a5, 110 26469a, 112 4861ac, 115 b7d425, 118 9cd6cc, 120 deea92, 125 f9a777,
128 ad6140, 151 c8c8c8, 191 fcac00, 212 9dc3f7, 216 872b17, 218 8e5597, 219 564e9d, 226 ffec6c,
232 77c9d8, 272 19325a, 288 00451a, 295 ff94c2, 297 aa7f2e, 308 352100, 313 abd9ff, 320 720012,
321 469bc3, 322 68c3e2, 323 d3f2ea, 326 e2f99a, 330 77774e, 335 88605e, 351 f785b1, 353 ff6d77,
366 d86d2c, 368 edff21, 373 75657d, 378 708e7c, 379 70819a, 450 d27744, 462 f58624, 484 91501c
"""
"""The solid colours that LDConfig.ldr has, but for rubber, Fabuland and the two without a value."""

NAMES = {
    "black": 0, "blue": 1, "brown": 6, "green": 2, "grey": 71, "lavender": 31, "orange": 25,
    "pink": 13, "red": 4, "tan": 19, "white": 15, "yellow": 14,
}  # fmt: skip

LAST = DIRECT + 0xFFFFFF


def test_the_solid_colours_of_ldraw() -> None:
    known = {int(code): f"#{colour}" for code, colour in (row.split() for row in SOLID.split(","))}
    named = {code: name for name, code in NAMES.items()}
    told = {code: colour_text(code) for code in range(512)}
    assert told == {code: named.get(code, known.get(code, f"LDraw {code}")) for code in told}
    shown = {*colours.NAMED.values(), *colours.ARCHES, *colours.BRICKS}
    assert {colour: code_of(colour) for colour in known.values() if colour not in shown} == {
        colour: code for code, colour in known.items() if colour not in shown
    }


@pytest.mark.parametrize(
    ("code", "told"),
    [(DIRECT - 1, "LDraw 33554431"), (DIRECT, "#000000"), (LAST, "#ffffff"),
     (LAST + 1, "LDraw 50331648"), (DIRECT | 0x0A0B0C, "#0a0b0c")],
)  # fmt: skip
def test_a_colour_of_its_own_is_red_green_and_blue(code: int, told: str) -> None:
    assert colour_text(code) == told
    if told.startswith("#"):
        assert code_of(told) == (code if told not in ("#000000", "#ffffff") else code_of(told))


def test_a_colour_without_a_name_is_told_by_its_number() -> None:
    assert named_code("LDraw 80") == 80
    assert named_code("LDraw 1234567890") == 1234567890
    assert [named_code(text) for text in ("LDraw", "LDraw 12345678901", "red", "80")] == [None] * 4


def test_the_colours_of_the_pictures() -> None:
    """Light nougat, nougat, light blue, medium lavender and white arches, and so on."""
    assert [code_of(colour) for colour in colours.ARCHES] == [78, 450, 9, 30, 15]
    assert [code_of(colour) for colour in colours.BRICKS] == [118, 73, 219, 125]
    found = {key: code_of(colour) for key, colour in {
        "column": colours.COLUMN, "corner": colours.CORNER, "plate": colours.PLATE,
        **colours.DECORATIONS, **colours.ANIMALS,
    }.items()}  # fmt: skip
    assert found == {
        "column": 71, "corner": 2, "plate": 10, "light": 27, "dark": 288, "gold": 297,
        "monkey": 70, "frog": 351, "butterfly": 1,
    }  # fmt: skip
    assert {name: code_of(colour) for name, colour in colours.NAMED.items()} == NAMES


def test_the_greens_and_golds_of_ldraw() -> None:
    """Solid, metallic and transparent ones; 16 is the colour of the submodel."""
    every = range(600)
    assert [code for code in every if bamboo_kind(code) == "light"] == [
        10, 17, 27, 35, 42, 74, 115, 120, 227, 326,
    ]  # fmt: skip
    assert [code for code in every if bamboo_kind(code) == "dark"] == [
        2, 34, 186, 288, 330, 378,
    ]  # fmt: skip
    assert [code for code in every if is_gold(code)] == [
        14, 16, 18, 19, 28, 65, 78, 82, 142, 191, 226, 297, 334, 494,
    ]  # fmt: skip


def rgb(red: int, green: int, blue: int) -> int:
    """A colour of its own."""
    return DIRECT | red << 16 | green << 8 | blue


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        # Green is the strongest of the three, or it is no green.
        (rgb(9, 10, 9), "dark"), (rgb(10, 10, 0), None), (rgb(0, 10, 10), None),
        (rgb(0, 0, 10), None), (rgb(10, 0, 0), None), (DIRECT, None),
        # Light from a brightness on, to which green counts six times, and red three times.
        (rgb(60, 170, 0), "dark"), (rgb(60, 170, 1), "light"), (rgb(61, 170, 0), "light"),
        (rgb(0, 200, 0), "dark"), (rgb(0, 200, 1), "light"),
        # The first and the last number that is a colour of its own.
        (DIRECT - 0x10000 + 0xFF00, None), (LAST, None), (LAST + 0xFF00, None), (LAST + 1, None),
        (rgb(0, 255, 0), "light"), (DIRECT - 1, None), (LAST + 0xFF01, None),
    ],
)  # fmt: skip
def test_the_green_of_a_colour_of_its_own(code: int, kind: str | None) -> None:
    assert bamboo_kind(code) == kind


@pytest.mark.parametrize(
    ("code", "gold"),
    [
        # Red, then green, then blue; green is more than two thirds of red.
        (rgb(9, 9, 8), True), (rgb(9, 9, 9), False), (rgb(8, 9, 7), False), (rgb(9, 7, 5), True),
        (rgb(9, 6, 5), False), (rgb(9, 7, 7), False), (rgb(9, 4, 3), False), (DIRECT, False),
        (LAST, False), (rgb(255, 255, 0), True), (LAST + 1 + 0xFFFF00, False),
        (DIRECT - 0x1000000 + 0xFFFF00, False),
    ],
)  # fmt: skip
def test_the_gold_of_a_colour_of_its_own(code: int, gold: bool) -> None:
    assert is_gold(code) is gold


@pytest.mark.parametrize(
    ("size", "names"),
    [
        ((32, 32), "3811 2358 2359 2360 2361 30225b 30030 309 425 4478 44336 44341 44342 44343"),
        ((16, 16), "3867 6098"), ((48, 48), "4186"), ((50, 50), "782 10782"),
        ((32, 16), "3857 374 2748"), ((24, 16), "3334 455"), ((32, 24), "10 10a 10b"),
        ((16, 8), "3865"), ((24, 8), "3497"), ((32, 8), "4187"),
    ],
)  # fmt: skip
def test_the_baseplates_of_the_library(size: tuple[int, int], names: str) -> None:
    assert {name for name, known in PLATES.items() if known == size} == {*names.split()}
    assert all(is_part(f"{name}.dat") for name in names.split())
    assert size[0] != size[1] or f"{names.split()[0]}.dat" == SQUARE[size[0]]


@pytest.mark.parametrize(
    ("kind", "drop", "names"),
    [
        ("arch", 24, "3659 3659a 3659b"), ("brick", 24, "3005 30071 35382"),
        ("column", 72, "14716"), ("bamboo", 24, "30176"), ("gold", 24, "3062b 3062 3062a 3062c"),
        ("corner", 24, "2357 2357a 2357b"), ("frog", 0, "33320"), ("butterfly", 0, "80674"),
        ("monkey", 21.5, "2550c01"), ("monkey", 46.7, "2550c02"), ("monkey", 0, "2550 14736 77864"),
    ],
)  # fmt: skip
def test_the_pieces_of_the_library(kind: str, drop: float, names: str) -> None:
    """Each has its origin so far above its underside; an arch has it in its middle."""
    found = {name for name, known in PARTS.items() if (known.kind, known.drop) == (kind, drop)}
    assert found == {*names.split()}
    first = {PARTS[name].first for name in found}
    assert first == {(-1.5, 0) if kind == "arch" else (0, 0)}
    assert all(stem(f"parts\\{name}p01.dat") == name for name in found)
    assert all(is_part(f"parts/{name}.dat") for name in found)
    assert not is_part("stud.dat")


def test_a_quarter_turn_after_four_is_the_first() -> None:
    assert [heading(turn) for turn in (4, 5, -1)] == [heading(turn) for turn in (0, 1, 3)]
    assert [quarter(turn, 1, 2) for turn in (4, 5, -1)] == [(1, 2), (-2, 1), (2, -1)]


@pytest.mark.parametrize("name", ["30176", "3062b", "33320", "80674", "2550c01"])
def test_what_has_one_knob_and_is_round_below_faces_anywhere(name: str) -> None:
    turned = "0.8 0 -0.6 0 1 0 0.6 0 0.8"
    for code in (2, 27) if name == "30176" else (297,):
        found = read(part(f"{name}.dat", 10, -48, 10, colour=code, matrix=turned) + "\n")
        assert len(found.build.elements) == 1
        assert not any("off the grid" in note for note in found.notes)


# The catalogues: name, colour at Rebrickable, colour at BrickLink.

CATALOGUE = {
    "black": ("Black", 0, 11), "blue": ("Blue", 1, 7), "brown": ("Reddish Brown", 70, 88),
    "green": ("Green", 2, 6), "grey": ("Light Bluish Gray", 71, 86),
    "lavender": ("Lavender", 31, 154), "orange": ("Orange", 25, 4),
    "bright green": ("Bright Green", 10, 36), "dark pink": ("Medium Dark Pink", 351, 94),
    "pink": ("Bright Pink", 29, 104), "red": ("Red", 4, 5), "tan": ("Tan", 19, 2),
    "white": ("White", 15, 1), "yellow": ("Yellow", 14, 3), "light green": ("Lime", 27, 34),
    "dark green": ("Dark Green", 288, 80), "gold": ("Pearl Gold", 297, 115),
}  # fmt: skip


def test_the_colours_of_the_catalogues() -> None:
    assert SHADES.keys() == CATALOGUE.keys()
    bricks = [Part("brick", colour, 1) for colour in CATALOGUE]
    _, *rows = rebrickable_csv(bricks).splitlines()
    assert rows == [f"3005,{number},1" for _, number, _ in CATALOGUE.values()]
    _, *items, _ = bricklink_xml(bricks).splitlines()
    assert [item.partition("<COLOR>")[2].partition("<")[0] for item in items] == [
        str(number) for _, _, number in CATALOGUE.values()
    ]
    told = [line for line in remarks(bricks, load_map("map-1")) if "shades" in line]
    guessed = [f"{colour} as {name}" for colour, (name, _, _) in CATALOGUE.items()
               if colour != name.lower()]  # fmt: skip
    assert told == [f"the shades are a guess: {', '.join(guessed)}"]


def test_a_part_as_plain_data() -> None:
    ground = load_map("map-1")
    gold = Part("gold", "gold", 3)
    assert gold.record(ground) == {
        "kind": "gold", "part": "3062b", "bricklink_part": "3062", "sure": "likely",
        "colour": "gold", "shade": "Pearl Gold", "shade_sure": "guess", "rebrickable_colour": 297,
        "bricklink_colour": 115, "count": 3, "in_box": 16, "source": gold.piece.source,
    }  # fmt: skip
    plain_ = Part("baseplate", "", 1).record(ground)
    keys = ("colour", "shade", "shade_sure", "rebrickable_colour", "bricklink_colour", "in_box")
    assert [plain_[key] for key in keys] == [None, None, None, None, None, 1]


def test_a_colour_that_a_kind_has_is_a_guess_even_under_its_own_name() -> None:
    """A green corner piece: its kind has that colour, no build names it."""
    assert Part("corner", "green", 4).shade_sure == "guess"
    assert Part("brick", "green", 4).shade_sure == "certain"


@pytest.mark.parametrize(("count", "more"), [(80, 0), (81, 1)])
def test_more_than_the_box_has(count: int, more: int) -> None:
    bricks = [Part("brick", "", count - 1), Part("brick", "tan", 1)]
    told = [line for line in remarks(bricks, load_map("map-1")) if "than the box" in line]
    assert told == ([f"{count} bricks are {more} more than the box has"] if more else [])


def test_a_map_on_another_plate_is_remarked() -> None:
    told = [*remarks([], plain(5, 4, "b2 c2 c3"))]
    assert told == [
        "the map's baseplate has 21x21 studs, part 3811 32x32", "the part numbers are likely",
    ]  # fmt: skip


def test_a_list_has_any_colour_before_others_and_the_kinds_in_their_order() -> None:
    ground = load_map("map-1")
    laid = (Element("gold", 1, 1), Element("brick", 5, 5, colour="tan"), Element("brick", 6, 5),
            Element("arch", 9, 9, colour="blue"),
            Element("brick", 7, 5, colour="blue"))  # fmt: skip
    found = [(one.kind, one.colour, one.count) for one in list_parts(Build(ground, laid))]
    assert found == [
        ("baseplate", "bright green", 1), ("corner", "green", 4), ("arch", "blue", 1),
        ("brick", "", 1), ("brick", "blue", 1), ("brick", "tan", 1), ("gold", "gold", 1),
    ]  # fmt: skip
    assert len(list_parts(Palace.setup(ground))) == 5
