"""`palace convert`: every kind of file into every other, and what a kind cannot hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from palace import Build, Element, Palace, load_map, read_build, read_record, replay
from palace.monkey_palace.drawing.shown import corner_pieces
from palace.monkey_palace.game.build_file import build_text
from palace.monkey_palace.ldraw.reading import read_ldraw
from tests.calls import call, refusal
from tests.cli.texts import SETUP, write
from tests.paths import GOLDEN, MAPS, SAMPLE

PALM = GOLDEN / "palm-island" / "solo.toml"
COOPER = GOLDEN / "cooper-island" / "three-players.toml"
FINAL = replay(read_record(SAMPLE)).state.palace


def converted(*arguments: object) -> Path:
    """The file that a call wrote."""
    called = call("convert", *arguments)
    assert called.status == 0, called.err
    output = Path(str(arguments[1]))
    assert called.out.startswith(f"wrote {output}\n")
    return output


def palace_in(file: Path) -> Palace:
    """The palace a written file holds."""
    text = file.read_text()
    if file.suffix == ".txt":
        return Palace.read(text)
    elements = read_build(file)[0] if file.suffix == ".json" else read_ldraw(file).build
    pieces = [e for e in elements.elements if e.kind != "corner"]
    data = call("check", write("pieces.json", build_text(Build(elements.ground, tuple(pieces)))),
                "--json").json  # fmt: skip
    return Palace.read(data["position"], elements.ground)


@pytest.mark.parametrize("ending", ["txt", "ldr", "mpd"])
def test_a_record_into_a_palace(ending: str) -> None:
    assert palace_in(converted(SAMPLE, f"palace.{ending}")) == FINAL


def test_a_record_into_a_build() -> None:
    assert palace_in(converted(SAMPLE, "table.json", "--as", "build")) == FINAL


def test_the_palace_after_a_turn() -> None:
    after = replay(read_record(SAMPLE), turns=5).state.palace
    assert palace_in(converted(SAMPLE, "palace.txt", "--turn", "5")) == after
    assert palace_in(converted(SAMPLE, "palace.ldr", "--turn", "5")) == after


def test_what_a_record_loses_is_told() -> None:
    out = call("convert", SAMPLE, "palace.txt").out
    assert "note: left out: players' pieces, cards and trophies" in out
    assert "note: left out: the turns" in out


@pytest.mark.parametrize("game", ["monkey", "palm", "cooper"])
def test_records_of_all_games_between_toml_and_json(game: str) -> None:
    file = {"monkey": SAMPLE, "palm": PALM, "cooper": COOPER}[game]
    there = converted(file, "game.json")
    back = converted(there, "game.toml")
    assert converted(back, "again.json").read_text() == there.read_text()
    assert (
        call("score", back, "--json").json["players"]
        == (call("score", file, "--json").json["players"])
    )


CHAIN = ["palace.json", "palace.ldr", "palace.mpd", "again.json", "again.txt"]


def test_a_chain_of_all_kinds_ends_where_it_began() -> None:
    before = write("palace.txt", f"map-1:{FINAL}\n")
    source = f"@{before}"
    for name in CHAIN:
        source = str(converted(source, name))
    assert Path(source).read_text() == Path(before).read_text()


def test_a_build_keeps_its_colours_and_its_corner_pieces() -> None:
    ground = load_map("map-1")
    setup = [element._replace(colour="tan") for element in Palace.setup(ground).elements()]
    corners = tuple(corner_pieces(ground))
    write("table.json", build_text(Build(ground, (*setup, *corners))))
    back, _ = read_build(converted(converted("table.json", "table.ldr"), "back.json"))
    assert sorted(back.elements) == sorted((*setup, *corners))


def test_a_turn_stays_a_turn() -> None:
    ground = load_map("map-1")
    turn = (Element("brick", 11, 14), Element("arch", 11, 14, 1), Element("dark", 14, 14, 2))
    write("turn.json", build_text(Build(ground, turn, Palace.setup(ground))))
    back, _ = read_build(converted(converted("turn.json", "turn.mpd"), "back.json"))
    assert sorted(back.elements) == sorted(turn)
    assert back.on == Palace.setup(ground)


def own_map() -> str:
    return write("sheet-1.toml", (MAPS / "map-2.toml").read_text().replace('"map-2"', '"sheet-1"'))


def test_a_map_of_ones_own_goes_along() -> None:
    ground = read_build(
        converted(str(Palace.setup(load_map("map-2"))), "own.json", "--map", own_map())
    )[0].ground
    assert ground.name == "sheet-1"
    assert read_ldraw(converted("own.json", "own.ldr")).build.ground == ground
    assert refusal("convert", "own.ldr", "own.txt") == [
        "own.ldr: a position cannot hold the map sheet-1, which is not one of map-1, map-2, map-3, "
        "map-4; add --plain to leave that out"
    ]
    assert converted("own.ldr", "own.txt", "--plain").read_text() == (
        f"{Palace.setup(load_map('map-2'))}\n"
    )


COLOURED = '{"format": 1, "build": [{"kind": "arch", "x": 5, "y": 5, "colour": "tan"}]}'
ONE_CORNER = '{"format": 1, "build": [{"kind": "corner", "x": 1, "y": 1}]}'
HANGING = '{"format": 1, "build": [\n{"kind": "arch", "x": 5, "y": 5, "level": 1}]}'
TURN = f'{{"format": 1, "position": "{SETUP}", "build": [{{"kind": "brick", "x": 5, "y": 5}}]}}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (COLOURED, "in.json: a position cannot hold the colours of 1 piece; "
                   "add --plain to leave that out"),
        (ONE_CORNER, "in.json: a position cannot hold corner pieces that are not in the four "
                     "corners; add --plain to leave that out"),
        (TURN, "in.json: a position cannot hold which pieces are the turn and which were there "
               "before; add --plain to leave that out"),
        (HANGING, "in.json:2: a position holds a legal palace, but the arch's end hangs 1 brick "
                  "above a1; put 1 brick under it"),
    ],
)  # fmt: skip
def test_what_a_position_cannot_hold(text: str, said: str) -> None:
    write("in.json", text)
    errors = refusal("convert", "in.json", "out.txt")
    assert said in errors
    assert not Path("out.txt").exists()


def test_parts_of_other_models_are_not_dropped() -> None:
    write(
        "in.ldr",
        "1 4 0 -24 0 1 0 0 0 1 0 0 0 1 3005.dat\n1 4 0 -48 0 1 0 0 0 1 0 0 0 1 87087.dat\n",
    )
    assert refusal("convert", "in.ldr", "out.json")[0] == (
        "in.ldr: a build cannot hold 1 part of an unknown kind; add --plain to leave that out"
    )
    assert call("convert", "in.ldr", "out.json", "--plain").status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["in.json", "out.toml"],
         "in.json: it holds pieces, and a record holds who built what, and when; "
         "palace audit finds one: palace audit in.json -o out.toml"),
        ([SETUP, "out.toml"],
         "POSITION: it holds pieces, and a record holds who built what, and when; "
         "palace audit finds one: palace audit --position ... -o out.toml"),
        (["in.json", "out"],
         "out: its ending names no kind of file; "
         "end it in .toml, .json, .txt, .ldr, .mpd, or add --as"),
        (["in.json", "out.ldr", "--as", "build"],
         "--as: .ldr is the ending of an LDraw model; leave it out, or name OUT another way"),
        (["in.json", "out.ldr", "--turn", "1"], "--turn: it goes with a record; leave it out"),
        (["in.json", "out.ldr", "--map", "map-1"],
         "--map: the file names its map; leave it out"),
        ([SAMPLE, "out.toml", "--turn", "1"], "--turn: a record is written whole; leave it out"),
        ([PALM, "out.ldr"],
         f"{PALM}: a record of Palm Island holds no bricks; "
         "write it as a record, .toml or .json"),
        (["far-away.json", "out.ldr"], "far-away.json: there is no such file; check the path"),
    ],
)  # fmt: skip
def test_wrong_calls(arguments: list[object], said: str) -> None:
    write("in.json", '{"format": 1, "build": [{"kind": "arch", "x": 5, "y": 5}]}')
    assert refusal("convert", *arguments) == [said]


def test_files_are_not_overwritten() -> None:
    write("out.ldr", "mine")
    assert refusal("convert", SAMPLE, "out.ldr") == [
        "out.ldr: this file exists; choose another name, or add --force"
    ]
    assert Path("out.ldr").read_text() == "mine"
    assert call("convert", SAMPLE, "out.ldr", "--force").status == 0
