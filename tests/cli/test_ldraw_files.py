"""LDraw models on the command line: checked, shown, written."""

from __future__ import annotations

from pathlib import Path

import pytest

from palace import load_map, read_record, replay
from palace.files.ldraw import MOST_PARTS
from palace.monkey_palace.drawing.shown import corner_pieces
from palace.monkey_palace.ldraw.reading import read_ldraw
from tests.calls import call, refusal
from tests.cli.texts import ARCH, BRICK, REASON, SETUP, write
from tests.paths import SAMPLE

UNIT = "1 0 0 0 1 0 0 0 1"
HAND = f"""0 The set-up, by hand
1 2 0 0 0 {UNIT} 3811.dat
1 4 0 -24 -30 {UNIT} 3659.dat
1 4 90 -24 -30 {UNIT} 3005.dat
1 4 60 -48 -30 {UNIT} 3659.dat
1 297 90 -72 -30 {UNIT} 3062b.dat
"""


def test_a_legal_table() -> None:
    called = call("check", write("build.ldr", HAND))
    assert (called.status, called.err) == (0, "")
    assert called.out.startswith(
        " LEGAL  build.ldr: 4 elements, whole table, 0 staircases, in 1 order"
    )
    assert "note:" not in called.out
    data = call("check", "build.ldr", "--json").json
    assert (data["legal"], data["elements"], data["position"]) == (True, 4, SETUP)
    assert (data["unknown"], data["notes"], data["warnings"]) == ([], [], [])


def test_every_reason_has_its_line() -> None:
    brick = f"1 4 90 -24 -30 {UNIT} 3005.dat\n"
    called = call("check", write("build.mpd", HAND.replace(brick, "0 // gone\n")))
    assert called.status == 1
    assert "! support     build.mpd:5: the arch's end hangs 1 brick" in called.out
    (reason,) = call("check", "build.mpd", "--json").json["reasons"]
    assert reason.keys() == REASON | {"line"}
    assert (reason["code"], reason["at"], reason["line"]) == ("support", "f4", 5)


def test_lines_of_a_build_in_json() -> None:
    write("turn.json", f'{{"format": 1, "position": "{SETUP}", "build": [\n{ARCH}\n]}}')
    called = call("check", "turn.json")
    assert "! support     turn.json:2: " in called.out
    assert {reason["line"] for reason in call("check", "turn.json", "--json").json["reasons"]} == {
        2
    }


def test_the_map() -> None:
    assert (
        call("check", write("build.ldr", HAND), "--map", "map-2", "--json").json["map"] == "map-2"
    )
    write("own.ldr", f"0 !PALACE MAP map-3\n{HAND}")
    assert call("check", "own.ldr", "--json").json["map"] == "map-3"
    assert refusal("check", "own.ldr", "--map", "map-2") == [
        "--map: own.ldr is built on map-3; leave it out"
    ]
    assert refusal("check", "build.ldr", "--map", "mp-2", "--position", SETUP) == [
        "--position: it goes with a staircase; a file is always checked as it is; leave it out"
    ]
    assert refusal("check", "build.ldr", "--map", "mp-2", "--strict", "--supply", "x")[
        0
    ].startswith("--supply, column 1: ")
    assert refusal("check", "build.ldr", "--map", "mp-2") == [
        "--map: there is no map 'mp-2'; did you mean map-2? name map-1, map-2, map-3, map-4 or a "
        ".toml file"
    ]


def test_unknown_parts() -> None:
    write("build.ldr", f"{HAND}1 4 0 -24 0 {UNIT} 3001.dat\n")
    called = call("check", "build.ldr")
    assert called.status == 0
    assert "note: 1 piece of an unknown part is not judged: 3001.dat\n" in called.out
    assert called.errors == [
        "warning: build.ldr:7: 3001.dat is no piece of Monkey Palace, and is not judged"
    ]
    data = call("check", "build.ldr", "--json").json
    assert data["unknown"] == [{"name": "3001.dat", "line": 7}]
    assert data["notes"] == ["1 piece of an unknown part is not judged: 3001.dat"]


def test_bad_files() -> None:
    assert refusal("check", write("bad.ldr", "hello\n1 4 x\n")) == [
        "bad.ldr:1:1: 'hello' begins no line of LDraw; 0 begins a comment, 1 a part",
        "bad.ldr:2:6: a part needs 13 numbers and a name, here are 2 values; write "
        "1 COLOUR X Y Z A B C D E F G H I NAME",
    ]
    assert refusal("check", write("off.ldr", f"{HAND}1 4 17 -24 10 {UNIT} 3005.dat\n")) == [
        "off.ldr:7:1: 3005.dat is 7.0 LDU off the grid; move it to 10 -24 10"
    ]
    many = refusal("check", write("many.ldr", "x\n" * 100))
    assert (len(many), many[-1]) == (21, "and 80 more")
    line = f"1 4 0 0 0 {UNIT} 3005.dat\n"
    assert refusal("check", write("large.ldr", line * (MOST_PARTS + 1))) == [
        "large.ldr:1:1: the model has more than 10,000 parts; split it"
    ]
    assert refusal("check", "lagre.ldr") == [
        "lagre.ldr: there is no such file; did you mean large.ldr?"
    ]
    assert refusal("render", "bad.ldr", "-o", "x.svg") == refusal("check", "bad.ldr")
    assert refusal("view", "bad.ldr") == refusal("check", "bad.ldr")
    assert not Path("x.svg").exists()


@pytest.mark.parametrize("kind", ["ldr", "mpd"])
def test_a_game_is_written_and_read_again(kind: str) -> None:
    assert call("render", SAMPLE, "-o", f"game.{kind}").out == f"wrote game.{kind}\n"
    palace = replay(read_record(SAMPLE)).state.palace
    build = read_ldraw(f"game.{kind}").build
    assert sorted(build.elements) == sorted((*palace.elements(), *corner_pieces(load_map("map-1"))))
    checked = call("check", f"game.{kind}", "--json").json
    assert checked["position"] == palace.position
    text = Path(f"game.{kind}").read_bytes().decode()
    assert text.count("\r\n0 !PALACE TURN 1 Ana d6-e6-e5_b-f5_bb-f4\r\n") == (
        2 if kind == "mpd" else 1
    )
    assert text.count("0 STEP") == (1 + 19 if kind == "ldr" else 20 + 19)
    assert call("render", SAMPLE, "-o", f"early.{kind}", "--turn", "2").status == 0
    early = replay(read_record(SAMPLE), turns=2).state.palace
    assert call("check", f"early.{kind}", "--json").json["position"] == early.position


def test_the_steps() -> None:
    call("render", SAMPLE, "-o", "game.ldr", "--by", "element")
    assert Path("game.ldr").read_text().count("0 STEP") == 163 + 1
    assert refusal("render", SAMPLE, "-o", "x.ldr", "--by", "piece") == [
        "--by: there are no steps by 'piece'; turn or element"
    ]
    assert refusal("render", SAMPLE, "-o", "x.ldr", "--size", "100x100", "--plan") == [
        "--plan: it goes with .svg; leave it out",
        "--size: it goes with .png, .gif or .mp4; leave it out",
    ]


def test_positions_builds_and_models_are_written() -> None:
    write("turn.json", f'{{"format": 1, "position": "{SETUP}", "build": [{ARCH}, {BRICK}]}}')
    judged = call("check", "turn.json", "--json").json
    call("render", "turn.json", "-o", "turn.ldr")
    call("render", "turn.ldr", "-o", "again.mpd")
    again = call("check", "again.mpd", "--json").json
    assert again["staircase"] == "c4+b-d4"
    assert {key: again[key] for key in judged} == judged
    call("render", f"map-3:{SETUP}", "-o", "p.ldr")
    assert call("check", "p.ldr", "--json").json["map"] == "map-3"
    assert refusal("render", "turn.json", "-o", "turn.ldr") == [
        "turn.ldr: this file exists; choose another name, or add --force"
    ]


def test_what_is_no_lego() -> None:
    assert refusal("render", "cooper-4", "-o", "x.ldr") == [
        "render: cooper-4 (placeholder) is not built of LDraw's parts; write a picture"
    ]


def test_pictures_of_a_model() -> None:
    write("build.ldr", f"{HAND}1 4 0 -24 0 {UNIT} 3001.dat\n")
    called = call("render", "build.ldr", "-o", "build.svg")
    assert called.out == "wrote build.svg\n"
    assert Path("build.svg").read_text().startswith("<svg")
    assert refusal("render", "build.ldr", "-o", "x.svg", "--turn", "1") == [
        "--turn: it goes with a record; leave it out"
    ]
    seen = call("view", "build.ldr", "--map", "map-2", "--screenshot", "build.png")
    assert seen.out == "wrote build.png\n"
    assert seen.errors == [
        "warning: build.ldr:7: 3001.dat is no piece of Monkey Palace, and is not judged",
        "1 piece of an unknown part is not judged: 3001.dat",
    ]


@pytest.mark.parametrize("verb", ["check", "audit", "convert", "parts", "view"])
def test_models_of_other_programs(verb: str) -> None:
    more = ["out.json"] if verb == "convert" else []
    how = "LEGO Digital Designer: File, Export Model, LDraw"
    others = {"a.io": "BrickLink Studio: File, Export As, LDraw", "a.LXF": how, "a.lxfml": how}
    for name, how in others.items():
        write(name, "PK")
        assert refusal(verb, name, *more) == [
            f"{name}: this is no LDraw model; export it as LDraw (.ldr) in {how}"
        ]
