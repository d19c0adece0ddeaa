"""LDraw models line by line: heads, steps, submodels, colours and places.

On a plate of 32 studs the middle of stud x is at 20 x - 310; a brick has its origin 24 LDU above
its underside, and y points down.
"""

from __future__ import annotations

import json

import pytest

from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import ground_table, load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.frame import find_frame
from palace.monkey_palace.ldraw.writing import Kind, Turn, Turns, ldraw_text
from tests.grounds import plain
from tests.monkey_palace.ldraw.models import UNIT, bare, faults, part, read, turned
from tests.monkey_palace.ldraw.test_reading import HAND, PLATE, rows

MAP = load_map("map-1")
SETUP = Palace.setup(MAP)
TAN = Element("brick", 20, 14, colour="tan")
TAN_LINE = f"1 19 90 -24 -30 {UNIT} 3005.dat"
CORNERS = [
    f"1 2 -290 -24 -290 {UNIT} 2357.dat",
    "1 2 290 -24 -290 0 0 -1 0 1 0 1 0 0 2357.dat",
    "1 2 290 -24 290 -1 0 0 0 1 0 0 0 -1 2357.dat",
    "1 2 -290 -24 290 0 0 1 0 1 0 -1 0 0 2357.dat",
]
SETUP_LINES = [
    f"1 78 0 -24 -30 {UNIT} 3659.dat", f"1 219 90 -24 -30 {UNIT} 3005.dat",
    f"1 15 60 -48 -30 {UNIT} 3659.dat", f"1 297 90 -72 -30 {UNIT} 3062b.dat",
]  # fmt: skip


def head(kind: Kind, *comments: str) -> list[str]:
    """The lines before the first piece."""
    title = f"0 Monkey Palace on {MAP.title}"
    name = f"palace.{kind}"
    return [f"0 FILE {name}", title, f"0 Name: {name}", "0 Author: palace",
            "0 !PALACE MAP map-1", *comments, f"1 10 0 0 0 {UNIT} 3811.dat"]  # fmt: skip


def placed(name: str) -> str:
    """The line of a submodel, which is at the middle and not turned, in its own colours."""
    return f"1 16 0 0 0 {UNIT} {name}"


def sub(name: str, title: str, *lines: str) -> list[str]:
    """A submodel as it stands in the file, after an empty line."""
    return ["", f"0 FILE {name}", f"0 {title}", f"0 Name: {name}", "0 Author: palace",
            *lines, "0 STEP", "0 NOFILE"]  # fmt: skip


def lines(text: str) -> list[str]:
    assert text.endswith("\r\n")
    return text.split("\r\n")[:-1]


def test_a_table_by_elements() -> None:
    """A colour is a code of LDraw; one that LDraw has not stands in a comment before its part."""
    elements = (
        TAN, Element("column", 16, 16, 2, 0, "LDraw 80"), Element("brick", 0, 31, 1, 3, "#123456"),
        Element("brick", 1, 1, 0, 0, 'a "b"'), Element("brick", 1, 2, 0, 0, "mint.2 a"),
        Element("arch", 3, 4, 0, 1),
    )  # fmt: skip
    assert lines(ldraw_text(Build(MAP, elements), "ldr", "element")) == [
        *head("ldr"), "0 STEP", TAN_LINE, "0 STEP", f"1 80 10 -120 10 {UNIT} 14716.dat", "0 STEP",
        "1 0x2123456 -310 -48 310 0 0 1 0 1 0 -1 0 0 3005.dat", "0 STEP",
        '0 !PALACE COLOUR "a \\"b\\""', f"1 219 -290 -24 -290 {UNIT} 3005.dat", "0 STEP",
        "0 !PALACE COLOUR mint.2 a", f"1 125 -290 -24 -270 {UNIT} 3005.dat", "0 STEP",
        "1 450 -250 -24 -200 0 0 -1 0 1 0 1 0 0 3659.dat", "0 STEP",
    ]  # fmt: skip


def test_a_table() -> None:
    table = Build(MAP, (TAN, TAN._replace(x=21)))
    body = [TAN_LINE, TAN_LINE.replace("90", "110", 1)]
    assert lines(ldraw_text(table)) == [*head("ldr"), "0 STEP", *body, "0 STEP"]
    assert lines(ldraw_text(table, "mpd")) == [
        *head("mpd"), "0 STEP", placed("table.ldr"), "0 STEP", "0 NOFILE",
        *sub("table.ldr", "The table", *body),
    ]  # fmt: skip
    assert lines(ldraw_text(Build(MAP, ()), "mpd")) == [*head("mpd"), "0 STEP", "0 NOFILE"]


def test_a_palace_has_its_corner_pieces_before_the_first_step() -> None:
    assert lines(ldraw_text(SETUP)) == [*head("ldr"), *CORNERS, "0 STEP", *SETUP_LINES, "0 STEP"]
    assert lines(ldraw_text(SETUP, "mpd")) == [
        *head("mpd"), *CORNERS, "0 STEP", placed("table.ldr"), "0 STEP", "0 NOFILE",
        *sub("table.ldr", "The palace", *SETUP_LINES),
    ]  # fmt: skip


def test_a_turn_is_a_step_after_what_was_there() -> None:
    on = f"0 !PALACE ON {SETUP.position}"
    build = Build(MAP, (TAN,), SETUP)
    assert lines(ldraw_text(build)) == [
        *head("ldr", on), "0 STEP", *CORNERS, *SETUP_LINES, "0 STEP", TAN_LINE, "0 STEP",
    ]  # fmt: skip
    assert lines(ldraw_text(build, "mpd")) == [
        *head("mpd", on), "0 STEP", placed("before.ldr"), "0 STEP", placed("turn.ldr"), "0 STEP",
        "0 NOFILE",
        *sub("before.ldr", "What was there before the turn", *CORNERS, *SETUP_LINES),
        *sub("turn.ldr", "The turn", TAN_LINE),
    ]  # fmt: skip


def test_a_game() -> None:
    """A turn without elements has no submodel, but its number; spaces in names become one."""
    turns = (Turn("0", "", (TAN,)), Turn("1 Ana", "c4", ()), Turn("2 Ben  B.", "c4+b", (TAN,)))
    two = "0 !PALACE TURN 2 Ben B. c4+b"
    assert lines(ldraw_text(Turns(MAP, turns), "mpd")) == [
        *head("mpd"), *CORNERS, "0 STEP", "0 !PALACE TURN 0", placed("turn-0.ldr"), "0 STEP", two,
        placed("turn-2.ldr"), "0 STEP", "0 NOFILE",
        *sub("turn-0.ldr", "Turn 0", "0 !PALACE TURN 0", TAN_LINE),
        *sub("turn-2.ldr", "Turn 2 Ben B. c4+b", two, TAN_LINE),
    ]  # fmt: skip
    assert lines(ldraw_text(Turns(MAP, turns))) == [
        *head("ldr"), *CORNERS, "0 STEP", "0 !PALACE TURN 0", TAN_LINE, "0 STEP", two, TAN_LINE,
        "0 STEP",
    ]  # fmt: skip


@pytest.mark.parametrize(("width", "name"), [(14, "4186.dat"), (9, "")])
def test_a_map_of_ones_own_stands_whole_in_its_comment(width: int, name: str) -> None:
    """Plates of 16, 32, 48 and 50 studs have a part; another side is told in words."""
    own = plain(width, 4, "b2 c2 d2", name="mine")
    found = lines(ldraw_text(Build(own, (Element("brick", 4, 4),))))
    assert found[4] == f"0 !PALACE GROUND {json.dumps(ground_table(own))}"
    plate = f"1 10 0 0 0 {UNIT} {name}"
    none = f"0 // a baseplate of {own.plate} studs: LDraw has no such part"
    assert found[5] == (plate if name else none)
    at = 20 * 4 + 10 - 10 * own.plate
    assert found[7].split()[2:5] == [str(at), "-24", str(at)]


# Where the table is.


def test_pieces_that_are_all_off_their_plate_are_put_on_its_grid() -> None:
    """The plate tells where the knobs are; without it the pieces do."""
    pieces = HAND.replace(PLATE, "")
    off = turned(pieces, 0, (3, 0, 3))
    on_plate = read(f"{PLATE}\n{off}")
    assert sorted(on_plate.build.elements) == sorted(read(HAND).build.elements)
    assert [note.partition(" a little")[0] for note in on_plate.notes] == ["4 pieces were"]
    both = read(turned(f"{PLATE}\n{off}", 0, (7, 0, 0)))
    assert both.build.elements == on_plate.build.elements
    assert both.notes[1:] == on_plate.notes
    alone = read(off)
    assert alone.build.elements == on_plate.build.elements
    assert alone.notes == ("the model was moved by 3 LDU west, 3 LDU south, to fit map-1",)


def test_the_set_up_tells_more_than_feet_on_knobs() -> None:
    """Twelve bricks beside the knobs would be on them after another move."""
    loose = [part("3005.dat", 20 * x - 310, -24, 20 * y - 310)
             for x in (9, 12, 15, 18) for y in (6, 9, 21)]  # fmt: skip
    model = rows(HAND, *loose)
    placed = sorted(read(model).build.elements)
    moved = read(bare(turned(model, 0, (40, 0, 100))))
    assert sorted(moved.build.elements) == placed
    assert moved.notes == ("the model was moved by 40 LDU west, 100 LDU south, to fit map-1",)


def test_a_model_without_pieces_is_where_its_plate_is() -> None:
    assert find_frame([], [], MAP, ours=False) == (0, -320, -320, 0)
    assert read(rows(turned(PLATE, 0, (0, -8, 0)))).notes == (
        "the model was moved by 8 LDU down, to fit map-1",
    )


@pytest.mark.parametrize(
    ("offs", "away"),
    [
        # The largest group within 1.5 LDU has the grid; three that agree are less than four.
        ((0, 0, 0, 8, 8, 9.5, 9.5), ["9.5"] * 3),
        ((0, 0, 0, 8, 8, 10, 10, -7, -7), ["10.0", "10.0", "7.0", "7.0", "8.0", "8.0"]),
    ],
)
def test_which_pieces_have_the_grid(offs: tuple[float, ...], away: list[str]) -> None:
    bricks = [part("3005.dat", 60 * at + off, -24, 0) for at, off in enumerate(offs)]
    told = [told.partition(" is ")[2].partition(" LDU")[0] for told in faults(rows(*bricks))]
    assert sorted(told) == away
