"""`palace audit` of files and positions, and the records and pictures that it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from palace import Build, Element, Palace, build, load_map, read_record, replay
from palace.cli.monkey.audit import hues
from palace.core import colours
from palace.monkey_palace.game.build_file import build_text
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.game.score import notes
from palace.monkey_palace.kernel.ground import open_map
from tests.calls import call, refusal
from tests.cli.texts import write
from tests.paths import MAPS, SAMPLE

TWO = "x8/x8/x8/x8/x2,bE,EWd,WESg,bWg,x2/x4,bbN,x3/x8/x8"
"""c4+b-d4 and e3+bb-e4, in either order."""

SHARED = TWO.replace("bE,", "bEl,")
"""The same with a decoration too many."""


def table(palace: Palace) -> str:
    return build_text(Build.of(palace))


def test_a_position() -> None:
    called = call("audit", "--position", TWO)
    assert (called.status, called.err) == (0, "")
    lines = called.out.splitlines()
    assert lines[0] == " LEGAL  position: 2 staircases, in 2 orders  on map-1 (placeholder)"
    assert lines[3].split() == "1 c4+b-d4 dark green d4 2 the set-up".split()
    assert lines[4].split() == "2 e3+bb-e4 gold e4 2 the set-up".split()


def test_a_position_as_json() -> None:
    data = call("audit", "--position", TWO, "--map", "map-1", "--json").json
    assert (data["legal"], data["orders"], data["orders_exact"]) == (True, 2, True)
    assert (data["reasons"], data["unexplained"], data["position"]) == ([], [], TWO)
    assert data["staircases"][1] == {
        "number": 2,
        "staircase": "e3+bb-e4",
        "decoration": "g",
        "end": "e4",
        "level": 3,
        "stands_on": [0],
        "credits": 2,
        "credits_in_another_order": None,
        "bonus": False,
    }


def test_no_legal_game() -> None:
    called = call("audit", "--position", SHARED)
    assert called.status == 1
    lines = called.out.splitlines()
    assert lines[0].startswith(
        " NOT LEGAL  position: 2 staircases explained, 1 piece not  on map-1"
    )
    assert "! path        the arch c4-d4 is part of the staircases that end at c4 and d4" in lines
    assert "What can have been built, in one order:" in lines
    assert "unexplained: light green decoration c4 (level 2)" in lines
    data = call("audit", "--position", SHARED, "--json").json
    assert (data["legal"], data["orders"], len(data["staircases"])) == (False, 0, 2)
    assert data["unexplained"] == [{"kind": "light", "x": 11, "y": 14, "level": 2, "turn": 0}]


def test_the_nearest_mend_comes_first() -> None:
    lines = call("audit", "--position", SHARED).out.splitlines()
    assert lines[2] == "Nearest mend: take away the light green decoration on c4."
    data = call("audit", "--position", SHARED, "--json").json
    text = "take away the light green decoration on c4"
    assert data["mend"] == [{"take": "l", "at": "c4", "level": 2, "text": text}]
    assert data["mends"] == [data["mend"]]
    assert call("audit", "--position", TWO, "--json").json["mend"] == []


def test_a_record_that_drifted_from_the_table() -> None:
    right = SAMPLE.read_text()
    write("game.toml", right.replace("h4-g4+cb-f4", "h4-g4+cb-g5"))
    write("table.json", table(replay(read_record(SAMPLE)).state.palace))
    called = call("audit", "game.toml", "--table", "table.json", "-o", "mended.toml")
    assert called.status == 1
    lines = called.out.splitlines()
    assert lines[0].startswith(" NOT LEGAL  game.toml: it does not end in this table")
    assert lines[2:] == [
        "1. turn 6 (Caro): h4-g4+cb-f4, not h4-g4+cb-g5; then every turn is legal",
        "wrote mended.toml",
    ]
    data = call("audit", "game.toml", "--table", "table.json", "--json").json
    assert (data["legal"], data["explained"], len(data["reasons"])) == (False, False, 3)
    first = data["corrections"][0]
    assert (first["turn"], first["player"], first["change"]) == (6, "Caro", "build")
    assert (first["from"], first["to"], first["legal"]) == ("h4-g4+cb-g5", "h4-g4+cb-f4", True)
    mended = call("audit", "mended.toml", "--table", "table.json")
    assert mended.status == 0
    assert mended.out == " LEGAL  mended.toml: every turn is legal, and it ends in this table\n"
    position = replay(read_record(SAMPLE)).state.palace.position
    assert call("audit", "mended.toml", "--table", position).status == 0


def test_credits_that_depend_on_the_order() -> None:
    called = call("audit", SAMPLE)
    assert "In another order some earn other credits." in called.out
    every = [line.split() for line in called.out.splitlines()]
    first = next(line for line in every if line[:1] == ["1"])
    assert first[2:] == "gold f4 5, or 4 the set-up".split()


def test_a_build_names_the_lines_of_its_pieces() -> None:
    write("table.json", table(Palace.read(SHARED, load_map("map-1"))))
    called = call("audit", "table.json")
    assert called.status == 1
    reasons = call("audit", "table.json", "--json").json["reasons"]
    lines = Path("table.json").read_text().splitlines()
    for reason in reasons:
        element = "\n".join(lines[reason["line"] - 1 : reason["line"] + 6])
        assert '"kind": "arch"' in element
        assert f'"level": {reason["level"]}' in element
        assert f"table.json:{reason['line']}: " in called.out


def test_pieces_that_are_no_palace() -> None:
    hanging = Build(load_map("map-1"), (Element("arch", 5, 5, 1),))
    write("table.json", build_text(hanging))
    called = call("audit", "table.json")
    assert called.status == 1
    assert called.out.startswith(" NOT LEGAL  table.json: 1 element, no palace  on map-1")
    data = call("audit", "table.json", "--json").json
    assert data["position"] is None
    assert {reason["code"] for reason in data["reasons"]} == {"support"}
    assert [element["kind"] for element in data["unexplained"]] == ["arch"]


def test_the_palace_of_a_record() -> None:
    write("game.toml", SAMPLE.read_text())
    played = replay(read_record(SAMPLE))
    data = call("audit", "game.toml", "--json").json
    assert data["position"] == played.state.palace.position
    built = [str(turn.staircase) for turn in reports(played)]
    assert sorted(each["staircase"] for each in data["staircases"]) == sorted(built)
    five = call("audit", "game.toml", "--turn", "5", "--json").json
    assert sorted(each["staircase"] for each in five["staircases"]) == sorted(built[:5])


@pytest.mark.parametrize("name", ["found.toml", "found.json"])
def test_the_record_replays_to_the_palace(name: str) -> None:
    write("game.toml", SAMPLE.read_text())
    called = call("audit", "game.toml", "-o", name, "--player", "Ana", "--player", "Ben")
    assert called.status == 0
    assert called.out.endswith(f"wrote {name}\n")
    record = read_record(name)
    played = replay(record)
    assert not played.reasons, played.reasons
    assert played.state.palace == replay(read_record(SAMPLE)).state.palace
    assert [player.name for player in record.data.players] == ["Ana", "Ben"]
    assert "who built what" in (record.data.notes or "")
    assert any("where the monkey was put" in note for note in notes(record, played))
    assert call("check", name).status == 0


def test_a_record_on_a_map_of_ones_own() -> None:
    text = (MAPS / "map-2.toml").read_text().replace('"map-2"', '"sheet-1"')
    write("sheet-1.toml", text)
    ground = open_map("sheet-1.toml")
    palace = Palace.setup(ground)
    called = call("audit", "--position", palace.position, "--map", "sheet-1.toml", "-o", "r.toml")
    assert called.status == 0, called.err
    record = read_record("r.toml")
    assert record.ground == ground
    assert replay(record).state.palace == palace


def test_an_illegal_palace_gives_no_record() -> None:
    assert refusal("audit", "--position", SHARED, "-o", "r.toml") == [
        "audit: no legal game can have made this palace, so there is no record of one; "
        "mend what the audit names"
    ]
    assert not Path("r.toml").exists()


def test_a_picture_has_each_staircase_in_its_own_colour() -> None:
    write("game.toml", SAMPLE.read_text())
    called = call("audit", "game.toml", "--colour", "table.svg")
    assert called.out.endswith("wrote table.svg\n")
    picture = Path("table.svg").read_text()
    built = reports(replay(read_record(SAMPLE)))
    assert len(set(hues(18))) == 18
    for number, hue in enumerate(hues(18), 1):
        assert f'fill="{hue}"' in picture
        assert f">{number}<" in picture
    for turn in built:
        assert f"  {turn.staircase}<" in picture
    assert colours.FAULT not in picture


def test_a_picture_shows_what_is_part_of_no_staircase() -> None:
    bare = build(Palace.setup(load_map("map-1")), "c4+b-d4").position.replace("EWd", "EW")
    assert call("audit", "--position", bare, "--colour", "table.svg").status == 1
    picture = Path("table.svg").read_text()
    assert colours.FAULT in picture
    assert "part of no staircase" in picture


def test_files_are_not_overwritten() -> None:
    write("r.toml", "mine")
    write("a.svg", "mine")
    assert refusal("audit", "--position", TWO, "-o", "r.toml") == [
        "r.toml: this file exists; choose another name, or add --force"
    ]
    assert refusal("audit", "--position", TWO, "--colour", "a.svg") == [
        "a.svg: this file exists; choose another name, or add --force"
    ]
    assert Path("r.toml").read_text() == Path("a.svg").read_text() == "mine"
    assert call("audit", "--position", TWO, "-o", "r.toml", "--force").status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], ["audit: one of FILE and --position is needed; "
              "name a build, an LDraw model or a record"]),
        (["--position", TWO, "game.toml"],
         ["audit: one of FILE and --position is needed; "
          "name a build, an LDraw model or a record"]),
        (["--position", TWO, "--turn", "3"],
         ["--turn: it goes with a record; leave it out"]),
        (["--position", TWO, "-o", "r.txt", "--colour", "a.gif"],
         ["r.txt: records are TOML or JSON; name it .toml or .json",
          "a.gif: the picture is SVG or PNG; name it .svg or .png"]),
        (["--position", TWO, "--player", "Ana"],
         ["--player: it names the players of the record; add -o record.toml"]),
        (["--position", TWO, "-o", "r.toml", "--player", "Ana"],
         ["--player: 1 player; 2 to 4 can play"]),
        (["map.toml"], ["map.toml: this is a map, neither a record nor a build; "
                        "palace map check map.toml"]),
        (["table.json", "--map", "map-1"], ["--map: the file names its map; leave it out"]),
        (["table.json", "--turn", "1"], ["--turn: it goes with a record; leave it out"]),
        (["table.json", "--table", TWO],
         ["--table: it goes with a record; name the record of the game"]),
        (["game.toml", "--table", TWO, "--turn", "1", "--colour", "a.svg"],
         ["--turn: it does not go with --table; leave it out",
          "--colour: it does not go with --table; leave it out"]),
        (["game.toml", "--table", "other.json"],
         ["other.json: its pieces are on map-2, not on map-1; both are on one map"]),
    ],
)  # fmt: skip
def test_wrong_calls(arguments: list[str], said: list[str]) -> None:
    write("game.toml", SAMPLE.read_text())
    write("other.json", table(Palace.setup(load_map("map-2"))))
    write("map.toml", (MAPS / "map-1.toml").read_text())
    write("table.json", table(Palace.setup(load_map("map-1"))))
    assert refusal("audit", *arguments) == said
