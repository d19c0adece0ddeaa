"""LDraw files as sequences of parts: submodels, colours, steps, and every fault with its place."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from palace.core.errors import InputError
from palace.files.ldraw import (
    DEPTH,
    MOST_LINES,
    MOST_PARTS,
    Comment,
    is_model,
    parse_model,
    read_model,
)
from palace.files.ldraw import MOST_PROBLEMS as MOST

UNIT = "1 0 0 0 1 0 0 0 1"
ONE = f"1 4 10 -24 30 {UNIT} 3005.dat"


def names(text: str) -> list[str]:
    return [part.name for part in parse_model(text, "f").parts]


def faults(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        parse_model(text, "f")
    return [str(problem) for problem in caught.value.problems]


def place(name: str, *, colour: int = 16, at: str = "0 0 0", matrix: str = UNIT) -> str:
    return f"1 {colour} {at} {matrix} {name}"


def test_one_part() -> None:
    (part,) = parse_model(ONE, "f").parts
    assert (part.name, part.colour, part.at, part.line) == ("3005.dat", 4, (10, -24, 30), 1)
    assert part.matrix == (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    assert (part.via, part.step, part.remarks) == ((), (1,), ())


def test_models_turned_within_each_other() -> None:
    """Each reference is a matrix of three rows and a point, as LDraw.org has it: what is inside is
    turned by the inner one first."""
    rng = np.random.default_rng(52)
    turns = [(rng.integers(-9, 10, (3, 3)), rng.integers(-9, 10, 3)) for _ in range(3)]
    lines = [" ".join(map(str, (*at, *matrix.ravel()))) for matrix, at in turns]
    files = zip(("main.ldr", "a.ldr", "b.ldr"), lines, ("a.ldr", "b.ldr", "3005.dat"), strict=True)
    (part,) = parse_model(
        "".join(f"0 FILE {n}\n1 4 {row} {to}\n" for n, row, to in files), "f"
    ).parts
    (one, first), (two, second), (three, third) = turns
    assert [*part.matrix] == (one @ two @ three).ravel().tolist()
    assert [*part.at] == (one @ (two @ third + second) + first).tolist()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_what_is_not_read(end: str) -> None:
    """Lines, triangles, quadrilaterals, comments and blank lines; a byte order mark."""
    rows = ["\ufeff0 A model", "", "  ", "2 24 0 0 0 1 1 1", "3 4 0", "4 4", "5 24 x", "0", ONE]
    model = parse_model(end.join(rows), "f")
    assert [part.line for part in model.parts] == [9]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("3005.DAT", "3005.dat"),
        ("s\\3005s01.dat", "s/3005s01.dat"),
        ("My  Own Part.dat  ", "my own part.dat"),
        ("3005", "3005"),
    ],
)
def test_names(written: str, name: str) -> None:
    assert names(place(written)) == [name]


@pytest.mark.parametrize(
    ("written", "colour"),
    [("4", 4), ("0x2FF8000", 0x2FF8000), ("#FF8000", 0x2FF8000), ("#2ff8000", 0x2FF8000),
     ("50298880", 0x2FF8000), ("10045", 10045)],
)  # fmt: skip
def test_colours(written: str, colour: int) -> None:
    assert parse_model(f"1 {written} 0 0 0 {UNIT} a.dat", "f").parts[0].colour == colour


def test_numbers_in_every_spelling() -> None:
    text = "1 4 +.5 -1. 2e1 1.0 0 0 0 1E0 0 -0 0 1 a.dat"
    assert parse_model(text, "f").parts[0].at == (0.5, -1, 20)


def test_submodels_in_any_order() -> None:
    """Turned about the vertical, then moved: x goes to z, z to -x."""
    turned = "0 0 -1 0 1 0 1 0 0"
    text = "\n".join(
        (
            "0 FILE Main.ldr", place("Outer One.LDR", colour=4, at="100 0 0", matrix=turned),
            "0 STEP", place("b.dat", colour=2), "0 NOFILE", "junk between two files",
            "0 FILE inner.ldr", place("a.dat", at="1 2 3"), place("a.dat", colour=14), "0 NOFILE",
            "0 FILE outer one.ldr", "0 STEP", place("INNER.ldr", at="10 0 0", matrix=turned),
        )
    )  # fmt: skip
    one, two, three = parse_model(text, "f").parts
    assert (one.colour, two.colour, three.colour) == (4, 14, 2)
    assert one.at == (100.0 - 1, 2.0, 10.0 - 3)
    assert one.matrix == (-1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -1.0)
    assert (one.line, [*one.via], [*one.step]) == (8, [2, 13], [1, 2, 1])
    assert ([*three.via], [*three.step]) == ([], [2])


def test_what_the_first_model_does_not_place_is_named() -> None:
    text = f"0 FILE main.ldr\n{ONE}\n0 FILE Spare Parts.ldr\n{ONE}\n0 FILE empty.ldr\n"
    model = parse_model(text, "f")
    assert [part.line for part in model.parts] == [2]
    assert model.left_out == ("Spare Parts.ldr",)


def test_parts_before_the_first_file_are_the_model() -> None:
    text = f"{place('sub.ldr')}\n{ONE}\n0 FILE sub.ldr\n{place('a.dat')}"
    assert names(text) == ["a.dat", "3005.dat"]
    text = f"0 a comment\n0 FILE main.ldr\n{ONE}\n"
    assert names(text) == ["3005.dat"]


def test_a_part_that_came_along_is_a_part() -> None:
    """Studio adds the parts it uses; they draw something, or the caller knows them."""
    drawn = f"0 FILE m.ldr\n{place('99.dat')}\n0 FILE 99.dat\n3 16 0 0 0\n{place('stud.dat')}\n"
    assert names(drawn) == ["99.dat"]
    known = f"0 FILE m.ldr\n{place('3005.dat')}\n0 FILE 3005.dat\n{place('box5.dat')}\n"
    assert names(known) == ["box5.dat"]
    parts = parse_model(known, "f", is_part="3005.dat".__eq__).parts
    assert [part.name for part in parts] == ["3005.dat"]


def test_comments_and_remarks() -> None:
    text = f"0 !PALACE MAP map-2\n{ONE}\n 0  !palace COLOUR red \n0 !OTHER\n{ONE}\n{ONE}\n"
    model = parse_model(text, "f", "!PALACE")
    assert model.comments == (
        Comment("!PALACE MAP map-2", 1, 3), Comment("!palace COLOUR red", 3, 5)
    )  # fmt: skip
    assert [part.remarks for part in model.parts] == [
        ("!PALACE MAP map-2",), ("!palace COLOUR red",), ()
    ]  # fmt: skip


FAULTS = {
    "hello\n": ["f:1:1: 'hello' begins no line of LDraw; 0 begins a comment, 1 a part"],
    "\n  6 4 0\n": ["f:2:3: '6' begins no line of LDraw; 0 begins a comment, 1 a part"],
    "1 4 0 0 0 3005.dat": [
        "f:1:19: a part needs 13 numbers and a name, here are 5 values; "
        "write 1 COLOUR X Y Z A B C D E F G H I NAME"
    ],
    f"1 red 0 x 1e9 {UNIT.replace('1 0', '1,5 0', 1)} a.dat": [
        "f:1:3: colour: 'red' is no colour; such as 4",
        "f:1:9: y: 'x' is no number; such as -24 or 0.5",
        "f:1:11: z: 1e9 is out of range; at most 1,000,000",
        "f:1:15: a: '1,5' is no number; such as -24 or 0.5",
    ],
    f"1 -1 nan inf 1_0 {UNIT} a.dat": [
        "f:1:3: colour: '-1' is no colour; such as 4",
        "f:1:6: x: 'nan' is no number; such as -24 or 0.5",
        "f:1:10: y: 'inf' is no number; such as -24 or 0.5",
        "f:1:14: z: '1_0' is no number; such as -24 or 0.5",
    ],
    "0 FILE\n0 FILE a.ldr\n0 FILE  A.LDR\n": [
        "f:1:7: a file has no name; write 0 FILE name.ldr",
        "f:3:9: A.LDR is the name of the file on line 2, too; give each its own",
    ],
    f"0 FILE a.ldr\n{place('b.ldr')}\n0 FILE b.ldr\n{place('a.ldr')}\n{place('B.ldr')}": [
        "f:4:1: a.ldr is placed within itself; take this line out",
        "f:5:1: b.ldr is placed within itself; take this line out",
    ],
    f"0 FILE a.ldr\n{place('b.ldr', at='900000 0 0')}\n0 FILE b.ldr\n"
    f"{place('a.dat', at='900000 0 0')}": ["f:4:1: the part is out of range; at most 1,000,000"],
    " \n": ["f: the file is empty; write something into it, or name another"],
    "0 a\0": ["f:1:4: a NUL byte, so this is no text; save it as UTF-8 text"],
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: FAULTS[text][0][:40])
def test_faults(text: str) -> None:
    assert faults(text) == FAULTS[text]


def chain(count: int, times: int, last: str) -> str:
    """Submodels that each place the next `times` times."""
    rows = []
    for number in range(count):
        rows.append(f"0 FILE {number}.ldr")
        rows += [place(f"{number + 1}.ldr")] * times
    return "\n".join([*rows, f"0 FILE {count}.ldr", last])


def test_how_deep_and_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (MOST_PARTS, MOST_LINES) == (10_000, 100_000)
    monkeypatch.setattr("palace.files.ldraw.MOST_PARTS", 20)
    monkeypatch.setattr("palace.files.ldraw.MOST_LINES", 2_000)
    assert names(chain(DEPTH, 1, place("a.dat"))) == ["a.dat"]
    deep = faults(chain(DEPTH + 1, 1, place("a.dat")))
    assert deep == [f"f:2:1: submodels are nested more than {DEPTH} deep; place their parts "
                    "directly"]  # fmt: skip
    assert len(names(f"{place('a.dat')}\n" * 20)) == 20
    many = "f:1:1: the model has more than 20 parts; split it"
    assert faults(f"{place('a.dat')}\n" * 21) == [many]
    assert faults(f"{place('a.dat')}\n" * 2_001) == [
        "f:2001:1: there are more than 2,000 lines of parts; split it"
    ]
    lines = faults("x\n" * 1000)
    assert (len(lines), lines[-1]) == (MOST + 1, "f: more such lines follow; mend these first")


@pytest.mark.parametrize("last", [place("a.dat"), "0 nothing"])
def test_doubling_takes_no_time(last: str) -> None:
    """Sixty submodels that place the next one twice: 2 to the 60th parts, or none at all."""
    start = time.process_time()
    text = chain(60, 2, last)
    if "a.dat" in last:
        assert faults(text) == ["f:1:1: the model has more than 10,000 parts; split it"]
    else:
        assert names(text) == []
    assert time.process_time() - start < 1


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "build.MPD"
    path.write_text(ONE, encoding="utf-8")
    assert len(read_model(path).parts) == 1
    for raw, what in (
        (b"0 caf\xe9\n", ":1:6: byte 0xE9 is not UTF-8; save it as UTF-8 text"),
        (ONE.encode("utf-16"), ": this is UTF-16 text; save it as UTF-8 text"),
    ):
        path.write_bytes(raw)
        with pytest.raises(InputError) as caught:
            read_model(path)
        assert str(caught.value) == f"{path}{what}"
    with pytest.raises(InputError, match=r"this is neither \.ldr nor \.mpd"):
        read_model(_touched(tmp_path / "build.txt"))


def _touched(path: Path) -> Path:
    path.write_text("")
    return path


# What is at a bound, and what is left out.

LONG, MIDDLE, SHORT = "x" * 60, f"{'x' * 18}...{'x' * 18}", f"{'x' * 8}...{'x' * 8}"
"""A name that is too long to be told, and what is told of it in 40 letters and in 20."""


@pytest.mark.parametrize(
    ("ending", "how"),
    [(".io", "BrickLink Studio: File, Export As, LDraw"),
     (".LXF", "LEGO Digital Designer: File, Export Model, LDraw"),
     (".lxfml", "LEGO Digital Designer: File, Export Model, LDraw")],
)  # fmt: skip
def test_a_model_of_another_program_is_exported_first(ending: str, how: str) -> None:
    assert is_model(f"tower{ending}")
    with pytest.raises(InputError) as caught:
        read_model(f"tower{ending}")
    assert str(caught.value) == (
        f"tower{ending}: this is no LDraw model; export it as LDraw (.ldr) in {how}"
    )


def test_the_names_of_models() -> None:
    assert [is_model(name) for name in ("a.ldr", "a.MPD", "a.dat", "ldr")] == [
        True, True, False, False,
    ]  # fmt: skip


def test_comments_with_an_exclamation_mark_are_kept_by_default(tmp_path: Path) -> None:
    text = f"0 !LDRAW_ORG Model\n0 Name: a\n{ONE}\n"
    path = tmp_path / "a.ldr"
    path.write_text(text)
    for model in (parse_model(text, "f"), read_model(path)):
        assert [comment.text for comment in model.comments] == ["!LDRAW_ORG Model"]


def test_a_line_that_is_hidden_is_read_and_a_hidden_comment_is_none() -> None:
    text = f"0 MLCAD HIDE {ONE}\n0 mlcad  hide {ONE}\n0 MLCAD HIDE 0 x\n0 MLCAD HIDE 6 x\n"
    model = parse_model(text, "f")
    assert (model.hidden, len(model.parts)) == ((1, 2), 2)
    # A fault in it has its column in the line as it is written.
    assert faults(f"0 MLCAD HIDE {ONE.replace('10 -24', '10 x')}\n") == [
        "f:1:21: y: 'x' is no number; such as -24 or 0.5"
    ]


def test_what_is_between_two_files_is_not_read() -> None:
    text = f"0 FILE a.ldr\n{ONE}\n0 NOFILE\n0 STEP\n0 !X\n{ONE}\n0 FILE b.ldr\n{ONE}\n"
    model = parse_model(text, "f")
    assert (len(model.parts), model.comments) == (1, ())


def test_a_step_that_turns_the_view_is_a_step() -> None:
    parts = parse_model(f"{ONE}\n0 ROTSTEP 0 90 0\n{ONE}\n0 step\n{ONE}\n", "f").parts
    assert [part.step for part in parts] == [(1,), (2,), (3,)]


def test_a_model_without_parts() -> None:
    assert parse_model("0 nothing", "f").parts == ()


def test_submodels_that_draw_something() -> None:
    """One with another ending is no part; one that is not placed is not missed."""
    text = (f"0 FILE m.ldr\n{place('a.ldr')}\n0 FILE a.ldr\n4 16 0\n{place('b.dat')}\n"
            f"0 FILE c.dat\n2 16 0\n{place('d.dat')}\n")  # fmt: skip
    model = parse_model(text, "f")
    assert [part.name for part in model.parts] == ["b.dat"]
    assert model.left_out == ()


def test_the_largest_numbers_are_in_reach() -> None:
    (part,) = parse_model(place("a.dat", at="1000000 -1e6 1E+6"), "f").parts
    assert [*part.at] == [1_000_000, -1_000_000, 1_000_000]
    assert faults(place("a.dat", at="1000001 0 0")) == [
        "f:1:6: x: 1000001 is out of range; at most 1,000,000"
    ]


def test_a_colour_in_large_letters() -> None:
    assert parse_model(f"1 0X2FF8000 0 0 0 {UNIT} a.dat", "f").parts[0].colour == 0x2FF8000


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1 4 0 0 0 1 0 0 0 1 0 0 0 1", "f:1:28: a part needs 13 numbers and a name, here are 13 "
         "values; write 1 COLOUR X Y Z A B C D E F G H I NAME"),
        (LONG, f"f:1:1: '{SHORT}' begins no line of LDraw; 0 begins a comment, 1 a part"),
        ("1 4 0 0 0 1 0 0 0 1 0 0 0 x a.dat", "f:1:27: i: 'x' is no number; such as -24 or 0.5"),
        (f"1 4 {LONG} 0 0 {UNIT} a.dat", f"f:1:5: x: '{SHORT}' is no number; such as -24 or "
         "0.5"),
        (f"1 {LONG} 0 0 0 {UNIT} a.dat", f"f:1:3: colour: '{SHORT}' is no colour; such as 4"),
        (f"1 4 {'9' * 60} 0 0 {UNIT} a.dat", f"f:1:5: x: {'9' * 8}...{'9' * 8} is out of range; "
         "at most 1,000,000"),
        (f"0 FILE {LONG}\n0 FILE {LONG}\n", f"f:2:8: {MIDDLE} is the name of the file on line "
         "1, too; give each its own"),
        (f"0 FILE a\n{place(LONG)}\n0 FILE {LONG}\n{place(LONG)}\n", f"f:4:1: {MIDDLE} is "
         "placed within itself; take this line out"),
    ],
)  # fmt: skip
def test_faults_at_a_bound(text: str, told: str) -> None:
    assert faults(text) == [told]


@pytest.mark.parametrize(("what", "row"), [("comments", "0 !X"), ("submodels", "0 FILE {}")])
def test_the_most_lines_of_a_kind(what: str, row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (DEPTH, MOST) == (64, 200)
    monkeypatch.setattr("palace.files.ldraw.MOST_LINES", 20)
    every = [row.format(number) for number in range(21)]
    assert parse_model("\n".join(every[:20]), "f").parts == ()
    assert faults("\n".join(every)) == [f"f:21:1: there are more than 20 lines of {what}; split it"]


def test_parts_of_submodels_count_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("palace.files.ldraw.MOST_PARTS", 20)
    assert len(names(chain(2, 4, place("a.dat")))) == 16
    assert len(names(f"{place('a.dat')}\n" * 4 + chain(2, 4, place("a.dat")))) == 4
    assert faults(chain(1, 21, place("a.dat"))) == [
        "f:1:1: the model has more than 20 parts; split it"
    ]


def test_a_colour_is_that_of_the_submodel_it_is_in() -> None:
    text = (
        f"{place('a.ldr', colour=4)}\n0 FILE a.ldr\n{place('a.dat')}\n{place('b.dat', colour=17)}"
    )
    assert [part.colour for part in parse_model(text, "f").parts] == [4, 17]
    assert [part.colour for part in parse_model(place("a.dat"), "f").parts] == [16]
