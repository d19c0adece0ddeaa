"""LDraw models at the bounds of what is put right, told, or refused."""

from __future__ import annotations

import math

import pytest

from palace.files.ldraw import DIRECT
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.writing import Turn, Turns, ldraw_text
from tests.monkey_palace.ldraw.models import faults, part, read
from tests.monkey_palace.ldraw.test_reading import HAND, PLATE, rows

BRICK = "3005.dat"
LONG = "x" * 300
BIG = DIRECT | 0xFF0000


def about(east: float, up: float, north: float) -> str:
    """The nine numbers of a part that is turned by these angles, one after the other."""
    matrix: list[list[float]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for at, angle in enumerate((east, up, north)):
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        one, two = (at + 1) % 3, (at + 2) % 3
        for row in matrix:
            row[one], row[two] = cos * row[one] - sin * row[two], sin * row[one] + cos * row[two]
    return " ".join(f"{number:.6f}" for row in matrix for number in row)


def lone(name: str, matrix: str, colour: int = 4) -> str:
    """The one fault of a part beside the set-up, without its place."""
    y = 0 if name == "33320.dat" else -24
    (fault,) = faults(rows(HAND, part(name, 10, y, 10, matrix=matrix, colour=colour)))
    return fault.removeprefix("f.ldr:9:1: ")


@pytest.mark.parametrize(
    ("matrix", "told"),
    [
        # Two edges that are not square, of each pair.
        ("1 .6 0 0 .8 0 0 0 1", "is skewed; give it square corners"),
        ("1 0 .6 0 1 0 0 0 .8", "is skewed; give it square corners"),
        ("1 0 0 0 1 .6 0 0 .8", "is skewed; give it square corners"),
        # One of three edges with another length.
        ("1.1 0 0 0 1 0 0 0 1", "is made larger or smaller; give it its own size"),
        ("1 0 0 0 .9 0 0 0 1", "is made larger or smaller; give it its own size"),
        ("1 0 0 0 1 0 0 0 1.1", "is made larger or smaller; give it its own size"),
        # Turned in every direction it is square, and tilted.
        (about(60, 0, 0), "is tilted by 60 degrees; put it upright"),
        (about(0, 0, 60), "is tilted by 60 degrees; put it upright"),
        (about(50, 40, 30), "is tilted by 37 degrees; put it upright"),
        (about(-35, 70, 130), "is tilted by 160 degrees; put it upright"),
        (about(174.5, 0, 0), "is tilted by 174 degrees; put it upright"),
        (about(175.5, 0, 0), "is upside down; put it upright"),
        (about(5.1, 0, 0), "is tilted by 5 degrees; put it upright"),
        (about(0, 37, 0), "is turned by 37 degrees; turn it to 0"),
        (about(0, -37, 0), "is turned by 323 degrees; turn it to 0"),
        (about(0, 127, 0), "is turned by 127 degrees; turn it to 90"),
        (about(0, -127, 0), "is turned by 233 degrees; turn it to 270"),
        (about(0, 187, 0), "is turned by 187 degrees; turn it to 180"),
        (about(0, -5.1, 0), "is turned by 355 degrees; turn it to 0"),
    ],
)
def test_a_piece_that_is_not_upright(matrix: str, told: str) -> None:
    assert lone(BRICK, matrix) == f"{BRICK} {told}"


@pytest.mark.parametrize(
    ("matrix", "by"), [(about(4, 0, 0), 4), (about(0, 0, 4), 4), (about(0, 3, 0), 3),
                       (about(0, 87, 0), 3), (about(2, 4, 0), 4), (about(4, 2, 0), 4)]
)  # fmt: skip
def test_a_piece_that_is_a_little_tilted_or_turned(matrix: str, by: int) -> None:
    found = read(rows(HAND, part(BRICK, 10, -24, 10, matrix=matrix)))
    assert found.notes == (
        f"1 piece was a little off the grid, and put on it: line 9 by {by}.0 degrees",
    )
    # A round piece may face anywhere; tilted it is told.
    note = (*found.notes,) if about(0, 3, 0) != matrix != about(0, 87, 0) else ()
    round_ = read(rows(HAND, part("3062b.dat", 10, -24, 10, matrix=matrix, colour=297)))
    tilt = 2 if matrix == about(2, 4, 0) else by
    assert round_.notes == tuple(one.replace(f"by {by}.0", f"by {tilt}.0") for one in note)


def test_a_tilt_of_a_round_piece_is_a_fault() -> None:
    assert lone("33320.dat", about(30, 0, 0)) == "33320.dat is tilted by 30 degrees; put it upright"


@pytest.mark.parametrize(
    ("colour", "told"),
    [(4, "4"), ((1 << 24) - 1, "16777215"), (1 << 24, "0x1000000"), (BIG, "0x2FF0000")],
)
def test_a_colour_of_its_own_is_told_in_sixteens(colour: int, told: str) -> None:
    assert lone("30176.dat", about(0, 0, 0), colour) == (
        f"30176.dat has colour {told}, none of the two greens; 27 is light green, 288 dark green"
    )


@pytest.mark.parametrize(
    ("at", "away"),
    [((19690, -24, 10), 0), ((19710, -24, 10), 1001), ((-20310, -24, 10), 0),
     ((-20330, -24, 10), 1001), ((10, -24, 19690), 0), ((10, -24, 19710), 1001),
     ((10, -24, -20330), 1001), ((10, -24024, 10), 0), ((10, -24048, 10), 1001)],
)  # fmt: skip
def test_the_farthest_place(at: tuple[float, float, float], away: int) -> None:
    text = rows(HAND, part(BRICK, *at))
    if away:
        assert faults(text) == [
            f"f.ldr:9:1: {BRICK} is {away:,} studs or bricks away; at most 1,000 from the plate"
        ]
    else:
        assert len(read(text).build) == 5


@pytest.mark.parametrize(
    ("at", "told"),
    [((15, -24, 10), "5.0 LDU"), ((10, -19, 10), "5.0 LDU"), ((10, -24, 5), "5.0 LDU"),
     ((10.1, -24, 10), "0.1 LDU")],
)  # fmt: skip
def test_a_piece_that_is_as_far_off_the_grid_as_it_may(
    at: tuple[float, float, float], told: str
) -> None:
    assert read(rows(HAND, part(BRICK, *at))).notes == (
        f"1 piece was a little off the grid, and put on it: line 9 by {told}",
    )


def test_animals_are_put_on_the_grid_without_a_word() -> None:
    for at in ((3, -7, 15), (17, 11, 2)):
        assert read(rows(HAND, part("33320.dat", *at))).notes == ()


def test_a_move_is_told_in_hundredths() -> None:
    """Of a part in a submodel by how much, as its own file has the ways."""
    text = (f"0 FILE a.ldr\n{HAND}\n{part('b.ldr', 20, 0, 0, colour=16)}\n"
            f"{part('b.ldr', 60, 0, 0, colour=16)}\n0 FILE b.ldr\n"
            f"{part(BRICK, 17.12345, -30.5, 10)}\n")  # fmt: skip
    assert faults(text) == [
        f"f.ldr:13:1: {BRICK} is 7.1 LDU off the grid (in the submodel placed on line {line}); "
        "move it by -7.12 6.5 0"
        for line in (10, 11)
    ]
    deep = (f"0 FILE a.ldr\n{HAND}\n{part('b.ldr', 0, 0, 0, colour=16)}\n0 FILE b.ldr\n\n"
            f"{part('c.ldr', 0, 0, 0, colour=16)}\n0 FILE c.ldr\n"
            f"{part(BRICK, 17, -24, 10)}\n")  # fmt: skip
    assert faults(deep) == [
        f"f.ldr:15:1: {BRICK} is 7.0 LDU off the grid (in the submodel placed on line 13); "
        "move it by -7 0 0"
    ]


@pytest.mark.parametrize(
    ("x", "y", "z", "told"),
    [(40, 0, 0, "40 LDU west"), (-40, 0, 0, "40 LDU east"), (0, 0, 40, "40 LDU south"),
     (0, 0, -40, "40 LDU north"), (0, 8, 0, "8 LDU up"), (0, -8, 0, "8 LDU down")],
)  # fmt: skip
def test_which_way_a_model_was_moved(x: int, y: int, z: int, told: str) -> None:
    plate = part("3811.dat", x, y, z)
    for text in (rows(plate), rows(plate, part(BRICK, x + 10, y - 24, z + 10))):
        found = read(text)
        # Alone, a plate tells the height only.
        if len(found.build) or y:
            assert found.notes == (f"the model was moved by {told}, to fit map-1",)
    assert read("0 nothing\n").notes == ()


@pytest.mark.parametrize("gap", [0, 10, 12])
def test_small_plates_that_are_a_little_apart_are_one(gap: int) -> None:
    """More than half a stud apart they are none, and the knobs tell where a brick is."""
    middle = 160 + gap / 2
    four = [part("3867.dat", x, 0, z) for x in (-middle, middle) for z in (-middle, middle)]
    found = read(rows(*four, part(BRICK, 10, -24, 10)))
    assert (found.build.elements[0][1:3] == (16, 16)) is (gap <= 10)


@pytest.mark.parametrize("turn", range(4))
def test_plates_that_are_no_squares(turn: int) -> None:
    """Two of 32 by 16 studs, side by side."""
    matrix = (
        "1 0 0 0 1 0 0 0 1",
        "0 0 -1 0 1 0 1 0 0",
        "-1 0 0 0 1 0 0 0 -1",
        "0 0 1 0 1 0 -1 0 0",
    )
    where = [(0, -160), (0, 160)] if turn % 2 == 0 else [(-160, 0), (160, 0)]
    two = [part("3857.dat", 100 + x, 0, z, matrix=matrix[turn]) for x, z in where]
    found = read(rows(*two, part(BRICK, 110, -24, 10)))
    assert found.build.elements == (Element("brick", 16, 16, 0, 0, "red"),)


# Comments.


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0 !PALACE GROUND {}\n0 !PALACE GROUND []\n" + HAND, "2:3: GROUND is on line 1, too"),
        ("0 !PALACE ON x8\n0 !PALACE ON x7\n" + HAND, "2:3: ON is on line 1, too"),
        ("0 !PALACE ON\n" + HAND, "1:3: "),
        (f"0 !PALACE MAP {LONG}\n" + HAND, f"1:3: there is no map '{'x' * 18}...{'x' * 18}'; it "
         "is map-1, map-2, map-3, map-4"),
        (f'0 !PALACE COLOUR "{LONG}\n{part(BRICK, 10, -24, 10)}\n', "2:1: the colour \""
         f"{'x' * 17}...{'x' * 18} before it cannot be read; write it as \"text\""),
    ],
)  # fmt: skip
def test_comments_that_are_wrong(text: str, told: str) -> None:
    assert faults(text)[0].startswith(f"f.ldr:{told}")


def test_comments_that_may_stand_twice() -> None:
    """The map, if it is the same one; colours and turns, as often as there are some."""
    ground = Palace.setup(load_map("map-1")).position
    text = rows(
        "0 !PALACE MAP map-1", "0 !PALACE MAP map-1", f"0 !PALACE ON {ground}",
        f"0 !PALACE ON {ground}", PLATE, "0 !PALACE COLOUR tan", "0 !PALACE TURN red brick",
        part(BRICK, 10, -24, 10), "0 !PALACE COLOUR blue", "0 !PALACE colour grey",
        part(BRICK, 30, -24, 10), "0 !PALACE COLOUR", part(BRICK, 50, -24, 10),
    )  # fmt: skip
    found = read(text)
    assert found.warnings == ()
    assert [element.colour for element in found.build.elements] == ["tan", "grey", "red"]


def test_a_word_that_is_not_known_is_cut() -> None:
    assert read(f"0 !PALACE {LONG}\n{HAND}").warnings == (
        f"f.ldr:1:3: '{'x' * 8}...{'x' * 8}' is not known after !PALACE; known are MAP, GROUND, "
        "ON, TURN, COLOUR",
    )


def test_ten_are_named_and_more_are_counted() -> None:
    ten = read(rows(*[part(f"x{number}.dat", 0, 0, 0) for number in range(10)]))
    assert len(ten.warnings) == 10
    assert ten.notes[0].endswith("x8.dat, x9.dat")
    eleven = read(rows(*[part(f"x{number}.dat", 0, 0, 0) for number in range(11)]))
    assert eleven.warnings[10:] == ("f.ldr: 1 more part is no piece",)
    assert eleven.notes[0].endswith("x9.dat and 1 more")


def test_names_that_are_long_are_cut() -> None:
    found = read(f"0 FILE a.ldr\n{HAND}\n0 FILE {LONG}\n{part(BRICK, 0, 0, 0)}\n")
    assert found.notes == (f"not placed in the first model, and not read: {'x' * 18}...{'x' * 18}",)


def test_a_piece_of_a_turn_twice_in_its_place_is_new_the_second_time() -> None:
    before = Palace.setup(load_map("map-1"))
    brick = part(BRICK, 90, -24, -30)
    found = read(rows(f"0 !PALACE ON {before.position}", HAND, brick, brick))
    assert found.build.elements == (Element("brick", 20, 14, 0, 0, "red"),) * 2
    assert found.build.lines == (10, 11)


# Writing.


def test_a_game_is_written_turn_by_turn() -> None:
    ground = load_map("map-1")
    setup, turn = Element("brick", 20, 14), Element("brick", 21, 14, colour="tan")
    found = ldraw_text(
        Turns(ground, (Turn("0", "", (setup,)), Turn("1 Ana", "c4", (turn,)))), "mpd"
    )
    told = [row for row in found.split("\r\n") if not row.startswith("1 ")]
    name = "Monkey Palace on " + " ".join(ground.title.split())
    assert told == [
        "0 FILE palace.mpd", f"0 {name}", "0 Name: palace.mpd", "0 Author: palace",
        "0 !PALACE MAP map-1", "0 STEP", "0 !PALACE TURN 0", "0 STEP", "0 !PALACE TURN 1 Ana c4",
        "0 STEP", "0 NOFILE", "", "0 FILE turn-0.ldr", "0 Turn 0", "0 Name: turn-0.ldr",
        "0 Author: palace", "0 !PALACE TURN 0", "0 STEP", "0 NOFILE", "", "0 FILE turn-1.ldr",
        "0 Turn 1 Ana c4", "0 Name: turn-1.ldr", "0 Author: palace", "0 !PALACE TURN 1 Ana c4",
        "0 STEP", "0 NOFILE", "",
    ]  # fmt: skip
    assert "0 FILE palace.ldr\r\n" in ldraw_text(Turns(ground, ()))
