"""Ground Maps: the shipped ones, maps of one's own, and every message about a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from palace import GroundMap, InputError, Knob, Palace, Staircase, judge, load_map
from palace.files.document import parse_document, read_document
from palace.monkey_palace.kernel.ground import SHIPPED, open_map, read_map
from palace.monkey_palace.kernel.map_file import LONGEST_SIDE
from tests.grounds import ALL, plain
from tests.paths import MAPS
from tests.sentences import Says

GOOD = """name = "my-sheet"
provenance = "transcribed"
plate = 32
sheet = [2, 2, 28, 28]
origin = [5, 5]
pitch = 3
knobs = \"\"\"
l l l
d d g
. l g
\"\"\"
setup = ["a3", "b3", "b2"]
"""


def read(text: str) -> GroundMap:
    return read_map(parse_document(text, "toml", "map.toml"))


def test_shipped_maps_are_placeholders_and_say_so() -> None:
    assert [ground.name for ground in ALL] == list(SHIPPED)
    for ground in ALL:
        assert ground.placeholder
        assert ground.title == f"{ground.name} (placeholder)"
        assert (ground.width, ground.depth) == (8, 8)
        assert ground.warnings() == ()
        assert eval(repr(ground)) == ground
        assert load_map(ground.name) is load_map(ground.name)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_maps_pass_the_checks_that_start_up_leaves_out(name: str) -> None:
    assert read_map(read_document(MAPS / f"{name}.toml")) == load_map(name)


def test_knobs_and_colours() -> None:
    ground = read(GOOD)
    assert ground.colours == {
        Knob(1, 0): "l", Knob(2, 0): "g", Knob(0, 1): "d", Knob(1, 1): "d", Knob(2, 1): "g",
        Knob(0, 2): "l", Knob(1, 2): "l", Knob(2, 2): "l",
    }  # fmt: skip
    assert Knob(0, 0) in ground
    assert Knob(0, 0) not in ground.colours
    assert Knob(3, 0) not in ground
    assert ground.stud(Knob(2, 1)) == (11, 8)
    assert ground.knob_at(11, 8) == Knob(2, 1)
    assert ground.knob_at(14, 8) == Knob(3, 1)
    assert ground.knob_at(12, 8) is None
    assert ground.knob_at(2, 8) is None
    assert ground.knob_at(5, 5 + 3 * 998) == Knob(0, 998)
    assert ground.knob_at(5, 5 + 3 * 999) is None
    moved = read(
        GOOD.replace("[5, 5]", "[5, 8]").replace("sheet = [2, 2, 28, 28]", "sheet = [2, 5, 28, 27]")
    )
    assert moved.stud(Knob(2, 1)) == (11, 11)
    assert moved.knob_at(11, 11) == Knob(2, 1)
    assert moved.knob_at(11, 9) is None
    assert list(map(str, ground.neighbours(Knob(1, 1)))) == ["b3", "c2", "b1", "a2"]
    assert ground.title == "my-sheet"
    assert eval(repr(ground)) == ground


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ('name = "my-sheet"\n', "", "1:1", "the key 'name' is missing; add it: a name such as "
         "sheet-1"),
        ('"my-sheet"', '"my sheet!"', "1:8", "name: 'my sheet!' is no name; begin with a "
         "letter, go on with letters, digits, - and _"),
        ('"my-sheet"', '"1st"', "1:8", "name: '1st' is no name; begin with a letter, go on with "
         "letters, digits, - and _"),
        ('"my-sheet"', '""', "1:8", "name: '' is no name; begin with a letter, go on with "
         "letters, digits, - and _"),
        ('"my-sheet"', "7", "1:8", "name: 7 does not fit; expected a name such as sheet-1"),
        ("transcribed", "real", "2:14",
         "provenance: 'real' is not known; it is placeholder or transcribed"),
        ("plate = 32", "plate = 300", "3:9", "plate: 300 is out of range; expected 8 to 256"),
        ("plate = 32", "plate = true", "3:9",
         "plate: True does not fit; expected a whole number from 8 to 256"),
        ("[2, 2, 28, 28]", "[2, 2, 28]", "4:9",
         "sheet: [2, 2, 28] does not fit; expected 4 whole numbers from 0"),
        ("[2, 2, 28, 28]", "[2, 2, 31, 28]", "4:9",
         "sheet: the sheet reaches beyond the plate of 32 studs; west + wide and south + deep must "
         "be at most the plate"),
        ("[5, 5]", "[1, 5]", "5:10", "origin: knob a1 would lie on stud 1,5, off the sheet; check "
         "origin, pitch and the number of rows"),
        ("[5, 5]", "[25, 5]", "5:10", "origin: knob c3 would lie on stud 31,11, off the sheet; "
         "check origin, pitch and the number of rows"),
        ("pitch = 3", "pitch = 4", "6:9", "pitch: an arch spans 3 studs, so it can never join "
         "knobs 4 apart; write pitch = 3"),
        ("d d g", "d x g", "9:3", "knobs: 'x' is no knob; l light green, d dark green, g gold, . "
         "no hole"),
        ("d d g", "d d", "9:1", "knobs: a row has 2 knobs, others have 3; every row needs as "
         "many"),
        ("l l l\nd d g\n. l g\n", "\n", "7:9",
         "knobs: there is no row; one row of l d g . for every rank"),
        ('["a3", "b3", "b2"]', '["a3", "b3"]', "12:9", "setup: 2 knobs do not fit; expected three "
         'knobs, such as ["d4", "e4", "f4"]'),
        ('"b2"]', '"b"]', "12:22", "setup[3]: 'b' is no knob; expected three knobs, such as "
         '["d4", "e4", "f4"]'),
        ('"b2"]', '"c1"]', "12:22", "setup[3]: c1 is not one arch away from b3; choose one of its "
         "four neighbours"),
        ('"b2"]', '"a3"]', "12:22", "setup[3]: the upper arch may not lie on the lower one; "
         "turn or go on"),
        ('["a3", "b3", "b2"]', '["a1", "a2", "a3"]', "12:10",
         "setup[1]: knob a1 is closed; choose an open knob"),
        ('["a3", "b3", "b2"]', '["d3", "c3", "b3"]', "12:10",
         "setup[1]: knob d3 is beyond the map; choose an open knob"),
        ("pitch = 3", "pitch = 3\npich = 3", "7:8",
         "pich: this key is not known; did you mean pitch?"),
        ("pitch = 3", "pich = 3", "1:1", "the key 'pitch' is missing; is 'pich' a slip for it?"),
        ("pitch = 3", "pitch = 3\nzzz = 3", "7:7", "zzz: this key is not known; known are name, "
         "provenance, plate, sheet, origin, pitch, knobs, setup"),
    ],
)  # fmt: skip
def test_messages(old: str, new: str, where: str, what: str) -> None:
    assert old in GOOD
    with pytest.raises(InputError) as caught:
        read(GOOD.replace(old, new, 1))
    assert f"map.toml:{where}: {what}" in str(caught.value).splitlines()


OTHERS = [
    ("plate = 32", "plate = 7"), ("plate = 32", "plate = 257"), ("plate = 32", "plate = [32]"),
    ("plate = 32", "plate = 29"), ("plate = 32", 'plate = "32"'), ("pitch = 3", "pitch = 0"),
    ("pitch = 3", "pitch = 65"), ("[5, 5]", "[5]"), ("[5, 5]", "[5, -1]"), ("[5, 5]", "5"),
    ("[5, 5]", "[5, 1]"), ("[5, 5]", "[5, 24]"), ("[2, 2, 28, 28]", "[2, 2, 28, 28, 1]"),
    ("[2, 2, 28, 28]", "[2, 5, 28, 28]"), ("[2, 2, 28, 28]", "[2, 2, 28, -1]"),
    ("[2, 2, 28, 28]", "28"), ('"my-sheet"', "[1]"), ('["a3", "b3", "b2"]', '"a3 b3 b2"'),
    ('["a3", "b3", "b2"]', '["a3", "b3", "b2", "b1"]'), ('"b2"]', "3]"), ('"b2"]', '"b9"]'),
    ('["a3", "b3", "b2"]', '["a3", "c3", "b3"]'), ('["a3", "b3", "b2"]', '["b1", "a1", "a2"]'),
    ('["a3", "b3", "b2"]', '["a3", "b3", "d3"]'), ('["a3", "b3", "b2"]', '["a4", "a3", "b3"]'),
    ("transcribed", ""), ('"transcribed"', "3"), ("d d g", "d d g g"), ("d d g\n", "\n"),
    ('setup = ["a3"', 'stup = ["a3"'),
]  # fmt: skip


def test_what_is_told_of_other_faults(says: Says) -> None:
    for old, new in OTHERS:
        assert old in GOOD
        try:
            ground = read(GOOD.replace(old, new, 1))
        except InputError as error:
            says(f"# {new.strip()}", str(error))
        else:
            says(f"# {new.strip()}", f"{ground!r}")
    with pytest.raises(InputError) as caught:
        read_map(parse_document('ground = "map-1"', "toml", "f.toml"), ("ground",))
    says(str(caught.value))
    with pytest.raises(InputError) as caught:
        read_map(parse_document('[map]\nnme = "x"\nknobs = "l"', "toml", "f.toml"), ("map",))
    says(str(caught.value))


@pytest.mark.parametrize(("old", "new"), [
    ("plate = 32", "plate = 30"), ("plate = 32", "plate = 256"), ("[5, 5]", "[2, 2]"),
    ("[5, 5]", "[23, 23]"),
])  # fmt: skip
def test_values_at_a_bound_fit(old: str, new: str) -> None:
    assert read(GOOD.replace(old, new, 1)).rows == ("lll", "ddg", ".lg")


def test_a_slip_in_the_first_row_is_not_laid_to_the_others() -> None:
    with pytest.raises(InputError) as caught:
        read(GOOD.replace("l l l\n", "l l\n", 1))
    what = "a row has 2 knobs, others have 3; every row needs as many"
    assert str(caught.value) == f"map.toml:8:1: knobs: {what}"


def test_every_problem_is_named_at_once() -> None:
    with pytest.raises(InputError) as caught:
        read('provenance = "real"\npitch = "3"\nknobs = "l x"\nsetup = [1]\n')
    assert len(caught.value.problems) == 8


def test_problems_stand_in_the_order_of_the_file() -> None:
    with pytest.raises(InputError) as caught:
        read(GOOD.replace("32", "3").replace("pitch", "pich").replace('"my', '"!'))
    lines = [int(problem.where.split(":")[1]) for problem in caught.value.problems]
    assert lines == sorted(lines)
    assert len(lines) == 4


def test_a_map_file_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "sheet.toml"
    file.write_text(GOOD)
    assert load_map(str(file)).name == "my-sheet"
    file.write_text(GOOD.replace("my-sheet", "other"))
    assert load_map(str(file)).name == "other"


def test_a_file_that_is_no_map_is_told_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: Says
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sheet.toml").write_text(GOOD)
    assert open_map("sheet.toml") == read(GOOD)
    for text in (
        "players = 2",
        "turns = []",
        "build = []",
        "colour = 3",
        'knobs = "l"\nbuild = []',
    ):
        (tmp_path / "other.toml").write_text(text)
        with pytest.raises(InputError) as caught:
            open_map("other.toml")
        says(f"# {text.splitlines()[0]}", str(caught.value))


def test_too_many_knobs() -> None:
    rows = "\n".join(["l" * (LONGEST_SIDE + 1)] * 3)
    with pytest.raises(InputError, match="27 by 3 knobs are too many; at most 26 by 26"):
        read(GOOD.replace("l l l\nd d g\n. l g", rows))
    with pytest.raises(InputError, match="3 by 27 knobs are too many; at most 26 by 26"):
        read(GOOD.replace("l l l\nd d g\n. l g", "\n".join(["lll"] * 27)))


def test_other_names_and_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no map 'map-5'; did you mean map-"):
        load_map("map-5")
    with pytest.raises(InputError, match=r"name map-1, map-2, map-3, map-4 or a \.toml file"):
        load_map("nowhere")
    file = tmp_path / "my-sheet.toml"
    file.write_text(GOOD)
    assert load_map(str(file)) == load_map(file) == read(GOOD)
    with pytest.raises(InputError, match="there is no map 'map-5'"):
        load_map(Path("map-5"))
    with pytest.raises(InputError, match=f"{tmp_path}/gone.toml: there is no such file"):
        load_map(tmp_path / "gone.toml")
    for nothing in (None, 1, b"map-1"):
        with pytest.raises(InputError, match="names no map; name map-1, map-2, map-3, map-4 or a"):
            load_map(nothing)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["a", "M2", "sheet-1_b", "x8", "Z-"])
def test_every_name_a_map_may_have_can_stand_before_a_position(name: str) -> None:
    ground = read(GOOD.replace("my-sheet", name))
    palace = Palace.setup(ground)
    assert Palace.read(f"{name}:{palace.position}", ground) == palace
    assert Palace.read(f" {name.upper()} : {palace.position}", ground) == palace


def test_a_pitch_no_arch_spans_has_its_place() -> None:
    with pytest.raises(InputError) as caught:
        read(GOOD.replace("pitch = 3", "pitch = 2"))
    assert str(caught.value) == (
        "map.toml:6:9: pitch: an arch spans 3 studs, so it can never join knobs 2 apart; "
        "write pitch = 3"
    )


@pytest.mark.parametrize("side", [5, 10, 26])
def test_grids_of_any_size_just_work(side: int) -> None:
    ground = plain(side, side, "b3 c3 c4", closed="d4 e3", name=f"grid-{side}")
    palace = Palace.setup(ground)
    assert len(ground.colours) == side * side - 2
    assert palace.heights[Knob.read("c4")] == 3
    verdict = judge(palace, Staircase.read("b1-b2-b3"))
    assert verdict.legal
    assert verdict.palace is not None
    assert Palace.read(verdict.palace.position, ground) == verdict.palace
    far = f"{'abcdefghijklmnopqrstuvwxyz'[side - 1]}{side}"
    assert judge(palace, Staircase.read(f"{far}-{far}")).codes == ("turn", "attach")


def test_an_island_is_warned_of() -> None:
    moat = "a4 b4 c4 d4 e4 f4 f3 f2 f1"
    ground = plain(8, 8, "b2 c2 c3", closed=moat)
    island, few = ground.warnings()
    assert island.startswith("the set-up is on an island of 15 knobs; no arch leads to ")
    assert "and 32 more" in island
    assert few == "only 12 of 55 open knobs can ever start a staircase, fewer than half"


def test_a_single_lost_knob_is_warned_of() -> None:
    ground = plain(8, 8, "d4 e4 f4", closed="a2 b1")
    assert ground.warnings() == ("the set-up is on an island of 61 knobs; no arch leads to a1",)
    assert len(ground.reachable()) == 61


def test_a_map_too_small_to_play() -> None:
    ground = plain(3, 2, "a1 b1 c1", closed="a2 b2 c2")
    assert ground.warnings() == (
        "only 0 of 3 open knobs can ever start a staircase, fewer than half",
    )
