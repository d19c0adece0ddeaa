"""LDraw models of others: where the table is, what is put on the grid, and every message."""

from __future__ import annotations

import json
import random

import pytest

from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import ground_table, load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.reading import Unknown
from palace.monkey_palace.ldraw.writing import ldraw_text
from tests.grounds import plain
from tests.monkey_palace.ldraw.damage import damaged, try_model
from tests.monkey_palace.ldraw.models import bare, builds, faults, ordered, part, read, turned

SETUP = Palace.setup(load_map("map-1"))
PLATE = part("3811.dat", 0, 0, 0, colour=2)

# The set-up by hand, on a plate whose middle is 0: stud x is at 20 x - 310.
HAND = "\n".join(
    (
        "0 Untitled", "0 Name: palace.ldr", PLATE,
        part("3659.dat", 0, -24, -30), part("3005.dat", 90, -24, -30),
        part("3659.dat", 60, -48, -30), part("3062b.dat", 90, -72, -30, colour=297), "0 STEP",
    )
)  # fmt: skip


def rows(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_the_set_up_by_hand() -> None:
    found = read(HAND)
    assert sorted(found.build.elements) == sorted(
        (
            Element("arch", 14, 14, 0, 0, "red"), Element("brick", 20, 14, 0, 0, "red"),
            Element("arch", 17, 14, 1, 0, "red"), Element("gold", 20, 14, 2),
        )
    )  # fmt: skip
    assert found.build.lines == (4, 5, 6, 7)
    assert (found.notes, found.unknown, found.warnings) == ((), (), ())
    assert judge_build(found.build).palace == SETUP


ALIASES = {
    "3005": "brick", "PARTS\\3005.DAT": "brick", "30071.dat": "brick", "3005pt1.dat": "brick",
    "3062.dat": "gold", "3062a.dat": "gold", "3062bp01.dat": "gold", "14716.dat": "column",
    "2357.dat": "corner", "33320.dat": "frog", "80674.dat": "butterfly",
    "2550.dat": "monkey", "2550c01.dat": "monkey", "2550c02.dat": "monkey", "3659p01.dat": "arch",
    "80674p01.dat": "butterfly",
}  # fmt: skip


@pytest.mark.parametrize("name", ALIASES)
def test_names_of_parts(name: str) -> None:
    found = read(rows(part(name, 10, -24, 10, colour=297)))
    assert [element.kind for element in found.build.elements] == [ALIASES[name]]


@pytest.mark.parametrize(
    ("colour", "kind"),
    [(27, "light"), (10, "light"), (2, "dark"), (288, "dark"), (0x2B7DD57, "light"),
     (0x21F6B45, "dark")],
)  # fmt: skip
def test_the_two_greens(colour: int, kind: str) -> None:
    found = read(rows(part("30176.dat", 10, -24, 10, colour=colour)))
    assert found.build.elements[0].kind == kind


def test_colours() -> None:
    codes = {4: "red", 19: "tan", 72: "#646464", 80: "LDraw 80", 0x2FF8000: "#ff8000", 16: "",
             6: "brown", 24: "LDraw 24"}  # fmt: skip
    for code, colour in codes.items():
        found = read(rows(PLATE, part("14716.dat", 10, -72, 10, colour=code)))
        assert found.build.elements[0].colour == colour
    # Columns are shown grey.
    assert read(rows(part("14716.dat", 10, -72, 10, colour=71))).build.elements[0].colour == ""


# Where the table is.


def test_a_model_without_a_plate() -> None:
    """The set-up tells where it is, whatever the origin."""
    for angle, name in ((0, ""), (90, "270"), (180, "180"), (270, "90")):
        found = read(bare(turned(HAND, angle, (1000, 8, -333))))
        assert judge_build(found.build).palace == SETUP
        (note,) = found.notes
        assert ("turned by" in note) == bool(angle)
        assert name in note
        assert "8 LDU up" in note
    # By how much east and south is told from the model as it is turned.
    assert read(bare(turned(HAND, 0, (1000, 8, -333)))).notes == (
        "the model was moved by 1000 LDU west, 333 LDU north, 8 LDU up, to fit map-1",
    )


def test_by_the_feet_on_open_knobs() -> None:
    """No set-up: five bricks at the pitch of the knobs; the least move that fits."""
    bricks = [part("3005.dat", 10 + 60 * number, -24, 10) for number in range(5)]
    found = read(rows(*bricks))
    studs = [(element.x, element.y) for element in found.build.elements]
    knobs = found.build.ground.open_studs
    assert all(stud in knobs for stud in studs)
    assert studs == [(14 + 3 * number, 17) for number in range(5)]
    # With a plate its place is not asked, not even if no knob is met.
    assert read(rows(PLATE, *bricks)).build.elements[0][1:3] == (16, 16)


def test_plates() -> None:
    """Four small ones side by side are as good as one; any other only tells the height."""
    four = [part("3867.dat", x, 40, z) for x in (-60, 260) for z in (-160, 160)]
    brick = part("3005.dat", 10, 16, 10)
    found = read(rows(*four, brick))
    assert found.build.elements == (Element("brick", 11, 16, 0, 0, "red"),)
    assert found.notes == ("the model was moved by 100 LDU west, 40 LDU up, to fit map-1",)
    found = read(rows(part("4186.dat", 500, -8, 500), part("3005.dat", 10, -32, 10)))
    assert found.build.elements[0].level == 0


def test_pieces_that_are_not_on_the_plate_by_whole_bricks() -> None:
    """A plate one third of a brick too low: the lowest piece is on the ground."""
    low = HAND.replace("1 2 0 0 0", "1 2 0 8 0")
    assert read(low).build.elements == read(HAND).build.elements


def test_a_map() -> None:
    ground = load_map("map-3")
    assert read(HAND, ground).build.ground == ground
    assert read(f"0 !PALACE MAP map-3\n{HAND}").build.ground == ground
    assert read(f"0 !PALACE MAP map-3\n{HAND}", ground).build.ground == ground
    own = plain(9, 8, "b2 c2 d2", name="mine")
    line = f"0 !PALACE GROUND {json.dumps(ground_table(own))}"
    assert read(f"{line}\n{part('3005.dat', 10, -24, 10)}").build.ground == own


def test_a_turn() -> None:
    """What was there before may be in the model, in other colours, or not; corners go with it."""
    brick, arch = part("3005.dat", -90, -24, -30), part("3659.dat", -60, -48, -30)
    position = f"0 !PALACE ON {SETUP.position}"
    corner = part("2357.dat", -290, -24, -290, colour=2)
    alone = read(rows(position, PLATE, brick, arch))
    assert alone.build.on == SETUP
    assert ordered(alone.build)[1:] == [Element("brick", 11, 14, 0, 0, "red")]
    whole = read(rows(position, *HAND.splitlines(), corner, brick, arch))
    assert whole.build == alone.build
    assert whole.build.lines == (11, 12)
    assert judge_build(whole.build).legal


# Other parts, and comments.


def test_parts_of_others() -> None:
    odd = [part("3001.dat", 0, -24, 0), part("22886.dat", 0, -72, 0), part("3001.DAT", 0, 0, 0)]
    found = read(rows(*HAND.splitlines(), *odd))
    assert found.unknown == (
        Unknown("3001.dat", 9), Unknown("22886.dat", 10), Unknown("3001.dat", 11)
    )  # fmt: skip
    assert found.notes == ("3 pieces of unknown parts are not judged: 3001.dat, 22886.dat",)
    assert found.warnings[1] == (
        "f.ldr:10: 22886.dat is no piece of Monkey Palace, and is not judged"
    )
    assert judge_build(found.build).legal
    many = read(rows(*[part(f"x{number}.dat", 0, 0, 0) for number in range(12)]))
    assert many.notes[0].endswith("not judged: x0.dat, x1.dat, x2.dat, x3.dat, x4.dat, x5.dat, "
                                  "x6.dat, x7.dat, x8.dat, x9.dat and 2 more")  # fmt: skip
    assert many.warnings[-1] == "f.ldr: 2 more parts are no pieces"
    assert read(rows(part("x.dat", 0, 0, 0))).notes == (
        "1 piece of an unknown part is not judged: x.dat",
    )


def test_submodels_that_are_not_placed() -> None:
    spare = f"0 FILE main.ldr\n{HAND}\n0 FILE spare.ldr\n{part('3005.dat', 0, 0, 0)}\n"
    assert read(spare).notes == ("not placed in the first model, and not read: spare.ldr",)


def test_comments_that_are_not_known() -> None:
    found = read(rows("0 !PALACE COLOR red", "0 !PALACE", "0 !palace turn 1 Ana", HAND))
    assert found.warnings == (
        "f.ldr:1:3: 'COLOR' is not known after !PALACE; did you mean COLOUR?",
        "f.ldr:2:3: '' is not known after !PALACE; known are MAP, GROUND, ON, TURN, COLOUR",
    )


# On the grid.


def test_mirrored_parts() -> None:
    mirrored = "-1 0 0 0 1 0 0 0 1"
    found = read(rows(
        PLATE, part("3659.dat", 0, -24, -30, matrix=mirrored),
        part("2357.dat", 290, -24, -290, matrix=mirrored),
    ))  # fmt: skip
    arch, corner = found.build.elements
    assert arch.studs[0] == (14, 14)
    assert corner.studs == Element("corner", 29, 1, 0, 1).studs
    assert found.notes == ()


def test_round_parts_may_face_anywhere() -> None:
    some = "0.8 0 -0.6 0 1 0 0.6 0 0.8"
    for name, y, code in (("3062b.dat", -24, 297), ("30176.dat", -24, 2), ("33320.dat", 0, 2)):
        found = read(rows(PLATE, part(name, 10, y, 10, colour=code, matrix=some)))
        assert found.build.elements[0].turn == 0
        assert found.notes == ()


def test_animals_stand_on_the_nearest_knob() -> None:
    """They may be off the grid by up to half a stud, and half a brick."""
    for at in ((10, 0, 10), (3, -7, 15), (17, 11, 2)):
        found = read(rows(*HAND.splitlines(), part("33320.dat", *at)))
        assert Element("frog", 16, 16, 0) in [
            element._replace(colour="") for element in found.build.elements
        ]


def test_what_mlcad_hides_is_there() -> None:
    lines = HAND.splitlines()
    hidden = read("\n".join([*lines[:4], f"0 MLCAD HIDE {lines[4]}", *lines[5:]]))
    assert hidden.build == read(HAND).build
    assert hidden.notes == ("hidden in MLCad, and judged all the same: line 5",)


def test_the_parts_in_a_packed_model_are_not_left_out() -> None:
    packed = (
        f"0 FILE a.ldr\n{HAND}\n0 FILE 3659.dat\n{part('s/3659s01.dat', 0, 0, 0)}\n"
        f"0 FILE s/3659s01.dat\n{part('p/box5.dat', 0, 0, 0)}\n"
    )
    assert read(packed).build.elements == read(HAND).build.elements
    assert read(packed).notes == ()
    (note,) = read(f"{packed}0 FILE tower.dat\n{part('3005.dat', 10, -24, 10)}").notes
    assert note == "not placed in the first model, and not read: tower.dat"


@pytest.mark.parametrize("code", [14, 16, 19, 297, 334, 0x2B8860B, 0x2DFA12C])
def test_gold(code: int) -> None:
    found = read(rows(PLATE, part("3062b.dat", 10, -24, 10, colour=code)))
    assert found.build.elements[0].kind == "gold"


def test_notes_on_small_moves() -> None:
    small = HAND.replace("1 4 90 -24 -30", "1 4 92.5 -24 -30")
    found = read(small)
    assert found.build.elements == read(HAND).build.elements
    assert found.notes == ("1 piece was a little off the grid, and put on it: line 5 by 2.5 LDU",)
    askew = HAND.replace(
        "-30 1 0 0 0 1 0 0 0 1 3659", "-30 .9986 0 -.0523 0 1 0 .0523 0 .9986 3659"
    )
    assert read(askew).notes == (
        "2 pieces were a little off the grid, and put on it: line 4 by 3.0 degrees, "
        "line 6 by 3.0 degrees",
    )


def tilt(matrix: str, name: str = "3005.dat") -> str:
    return HAND + "\n" + part(name, 10, -24, 10, matrix=matrix)


FAULTS = {
    HAND + "\n" + part("3005.dat", 17, -24, 10):
        ["f.ldr:9:1: 3005.dat is 7.0 LDU off the grid; move it to 10 -24 10"],
    turned(HAND + "\n" + part("3005.dat", 10, -33, 10), 90, (100, 0, 0)):
        ["f.ldr:9:1: 3005.dat is 9.0 LDU off the grid; move it to 90 -24 10"],
    f"0 FILE a.ldr\n{HAND}\n{part('b.ldr', 20, 0, 0, colour=16)}\n0 FILE b.ldr\n"
    + part("3005.dat", 17, -24, 10): [
        "f.ldr:12:1: 3005.dat is 7.0 LDU off the grid (in the submodel placed on line 10); "
        "move it by -7 0 0"
    ],
    tilt("1 0 0 0 .866 -.5 0 .5 .866"):
        ["f.ldr:9:1: 3005.dat is tilted by 30 degrees; put it upright"],
    tilt("1 0 0 0 -1 0 0 0 -1"): ["f.ldr:9:1: 3005.dat is upside down; put it upright"],
    tilt("1 0 0 0 -1 0 0 0 1", "33320.dat"):
        ["f.ldr:9:1: 33320.dat is upside down; put it upright"],
    tilt(".8 0 -.6 0 1 0 .6 0 .8"): ["f.ldr:9:1: 3005.dat is turned by 37 degrees; turn it to 0"],
    tilt("2 0 0 0 1 0 0 0 1"):
        ["f.ldr:9:1: 3005.dat is made larger or smaller; give it its own size"],
    tilt("0 0 0 0 0 0 0 0 0"):
        ["f.ldr:9:1: 3005.dat is made larger or smaller; give it its own size"],
    tilt("1 0 .6 0 1 0 0 0 .8"): ["f.ldr:9:1: 3005.dat is skewed; give it square corners"],
    HAND + "\n" + part("3005.dat", 30010, -24, 10):
        ["f.ldr:9:1: 3005.dat is 1,516 studs or bricks away; at most 1,000 from the plate"],
    HAND + "\n" + part("30176.dat", 10, -24, 10, colour=0x2FF0000): [
        "f.ldr:9:1: 30176.dat has colour 0x2FF0000, none of the two greens; 27 is light green, "
        "288 dark green"
    ],
    HAND + "\n" + part("3062b.dat", 10, -24, 10, colour=4): [
        "f.ldr:9:1: 3062b.dat has colour 4, not gold; 297 is gold"
    ],
    "0 !PALACE COLOUR \"red\n" + part("3005.dat", 10, -24, 10):
        ["f.ldr:2:1: the colour \"red before it cannot be read; write it as \"text\""],
    "0 !PALACE MAP map-9\n" + HAND: ["f.ldr:1:3: there is no map 'map-9'; did you mean map-4?"],
    "0 !PALACE MAP ../secret.toml\n" + HAND:
        ["f.ldr:1:3: there is no map '../secret.toml'; it is map-1, map-2, map-3, map-4"],
    "0 !PALACE MAP map-1\n0 !PALACE MAP map-2\n":
        ["f.ldr:2:3: MAP is on line 1, too; leave one of them out"],
    '0 A\n0 !PALACE GROUND {"name": 3}\n': [
        "f.ldr:2:18: the key 'provenance' is missing; add it: placeholder or transcribed",
        "f.ldr:2:18: the key 'plate' is missing; add it: a whole number from 8 to 256",
        "f.ldr:2:18: the key 'sheet' is missing; add it: 4 whole numbers",
        "f.ldr:2:18: the key 'origin' is missing; add it: 2 whole numbers",
        "f.ldr:2:18: the key 'pitch' is missing; add it: a whole number from 1 to 64",
        "f.ldr:2:18: the key 'knobs' is missing; add it: one row of l d g . for every rank, "
        "north row first",
        'f.ldr:2:18: the key \'setup\' is missing; add it: three knobs, such as ["d4", "e4", "f4"]',
        "f.ldr:2:27: name: 3 does not fit; expected a name such as sheet-1",
    ],
    "0 !PALACE GROUND {\n": [
        'f.ldr:1:19: broken JSON: Expecting property name enclosed in double quotes; write "key": '
        'value, commas between, texts in "double quotes", no comments'
    ],
    "0 !PALACE ON x8/q\n":
        ["f.ldr:1:17: 'q'; expected b c l d g, N E S W, m f y, or xN for N empty knobs"],
    f"0 !PALACE ON {SETUP.position}\n" + part("33320.dat", 10, 0, 10) + "\n"
    + part("2357.dat", 10, -24, 30): [
        "f.ldr:2:1: a turn is not built of a frog; take it out, or take out ON to judge the whole "
        "table",
        "f.ldr:3:1: a turn is not built of a corner piece; take it out, or take out ON to judge "
        "the whole table",
    ],
}  # fmt: skip


@pytest.mark.parametrize("model", FAULTS, ids=lambda model: FAULTS[model][0][:60])
def test_faults(model: str) -> None:
    assert faults(model) == FAULTS[model]


def test_a_map_given_and_another_written() -> None:
    assert faults(f"0 !PALACE MAP map-1\n{HAND}", load_map("map-2")) == [
        "--map: f.ldr is built on map-1; leave it out"
    ]


def test_an_empty_model() -> None:
    assert read("0 nothing\n").build.elements == ()
    assert read(PLATE).build.elements == ()


def test_a_large_model_is_read_fast() -> None:
    many = [part("3005.dat", 10 + 20 * (n % 90), -24 - 24 * (n // 8100), 10 + 20 * (n // 90 % 90))
            for n in range(9000)]  # fmt: skip
    assert len(read(rows(*many)).build) == 9000
    assert len(ldraw_text(read(rows(*many)).build)) > 9000


def test_damaged_models() -> None:
    """They are read or refused, in no time, and read the same every time."""
    rng = random.Random(7)
    models = [damaged(ldraw_text(build), rng) for build in builds(240, 7)]
    readable = [model for model in models if try_model(model)]
    assert 40 < len(readable) < 200
    assert all(read(model) == read(model) for model in readable[:20])
