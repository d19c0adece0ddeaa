"""The command line: verdicts, JSON, exit statuses, and one line for every error."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from palace.cli import VERBS
from palace.ground import load_map, maps_folder
from palace.reasons import RULES
from palace.rulings import RULINGS
from tests.calls import call, refusal

SAMPLE = Path(__file__).parent.parent / "palace" / "samples" / "three-player-game.toml"
SETUP = "x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8"
LINES = "x8\n x8 \n\nx8\nx8\n x3  E WE, bWg x2/\nx8\nx8\r\nx8\n"
HEAD = 'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n'
SEATS = '[[players]]\nname = "Ana"\n[[players]]\nname = "Ben"\n'
TURN = '[[turns]]\nplayer = "Ana"\nbuild = "c4+b-d4"\n'
BAD_TURN = '[[turns]]\nplayer = "Ben"\nbuild = "e5-e4"\n'
BRICK = '{"kind": "brick", "x": 11, "y": 14}'
ARCH = '{"kind": "arch", "x": 11, "y": 14, "level": 1}'

VERDICT = {
    "legal", "reasons", "staircase", "arches", "credits", "decoration", "bonus", "uses", "position"
}  # fmt: skip
REASON = {"code", "rule", "at", "level", "by", "remedy", "text"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder for each test; messages then name files as the user does."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def write(name: str, text: str) -> str:
    Path(name).write_text(text)
    return name


# Staircases.


def test_a_legal_staircase() -> None:
    called = call("check", "a4-b4+c-c4_cb-d4_cb")
    assert (called.status, called.err) == (0, "")
    assert called.out.startswith(" LEGAL  a4-b4+c-c4_cb-d4_cb  on map-1 (placeholder)\n")
    assert "uses 3a2b3c, 4 credits with the highest of its colour, light green" in called.out
    assert "(1)   (2)   (3)   (4)" in called.out
    assert "\x1b" not in called.out


def test_a_legal_staircase_in_json() -> None:
    called = call("check", "a4-b4+c-c4_cb-d4_cb", "--json")
    assert (called.status, called.err) == (0, "")
    data = called.json
    assert data.keys() >= VERDICT
    assert {key: data[key] for key in VERDICT} == {
        "legal": True,
        "reasons": [],
        "staircase": "a4-b4+c-c4_cb-d4_cb",
        "arches": 3,
        "credits": 4,
        "decoration": "l",
        "bonus": False,
        "uses": {"arch": 3, "brick": 2, "column": 3},
        "position": "x8/x8/x8/x8/E,WcE,cbWE,EcbWl,WE,bWg,x2/x8/x8/x8",
    }
    assert (data["map"], data["provenance"]) == ("map-1", "placeholder")


def test_a_staircase_that_is_not_legal() -> None:
    called = call("check", "c4-d4")
    assert (called.status, called.err) == (1, "")
    assert called.out.startswith(
        " NOT LEGAL  c4-d4  on map-1 (placeholder)\n"
        "! collision   d4 stands 1 brick higher than c4, and an arch is level; one piece\n"
        "              in one place\n"
        "              -> raise c4 by 1 brick: c4+b\n"
        "  more: palace explain collision\n"
    )
    assert "1!----2" in called.out


def test_a_staircase_that_is_not_legal_in_json() -> None:
    called = call("check", "d4-d5-a1", "--json", "--supply", "1a")
    assert (called.status, called.err) == (1, "")
    data = called.json
    assert data.keys() >= VERDICT
    assert data["legal"] is False
    assert [reason["code"] for reason in data["reasons"]] == ["start", "support", "turn", "supply"]
    for reason in data["reasons"]:
        assert reason.keys() == REASON
    assert [data[key] for key in ("credits", "decoration", "bonus", "position")] == [None] * 4
    assert (data["arches"], data["uses"]) == (2, {"arch": 2, "brick": 0, "column": 0})


@pytest.mark.parametrize("width", [40, 80, 200])
def test_reasons_keep_to_the_width(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    out = call("check", "z9-a1-c3+b").out
    reasons = out[out.index("! start") : out.index("\n\n")].splitlines()
    assert len(reasons) > 8
    assert max(map(len, reasons)) <= min(width, 100)


def test_many_reasons_are_cut_but_not_in_json() -> None:
    walk = "-".join(f"{file}9" for file in "abcdefghijklmnopqrst")
    called = call("check", walk)
    assert called.status == 1
    shown = called.out[: called.out.index("\n\n")].count("\n! ")
    assert 10 <= shown < len(call("check", walk, "--json").json["reasons"]) == 22
    assert "more: --json lists them all" in called.out


def test_spellings_are_written_canonically() -> None:
    assert call("check", "C4 ^B \u2013 D4", "--json").json["staircase"] == "c4+b-d4"


def test_fill() -> None:
    called = call("check", "a4-b4-c4-d4", "--fill", "--json")
    assert called.status == 0
    data = called.json
    filled = data["staircase"]
    assert filled != "a4-b4-c4-d4"
    assert data["uses"]["arch"] == 3
    assert call("check", filled, "--json").json["position"] == data["position"]
    assert call("check", "a4-b4-c4-d4").status == 1


def test_supply() -> None:
    assert call("check", "c4+b-d4", "--supply", "1b1a").status == 0
    data = call("check", "c4+b-d4", "--supply", "0b1a", "--json").json
    assert [(reason["code"], reason["at"]) for reason in data["reasons"]] == [("supply", "brick")]
    assert call("check", "c4+c-d4_bb", "--supply", "1a2b1c").status == 0


def test_rulings() -> None:
    back = ("check", "c4+b-d4+b-c4_b")
    assert call(*back).status == 1
    data = call(*back, "--ruling", "double-back=legal", "--json").json
    assert data["legal"] is True
    assert data["rulings"] == {"double-back": "legal"}
    assert call("check", "c4+b-d4").status == 0
    called = call("check", "c4+b-d4", "--ruling", "setup-monkey=arch", "--json")
    assert [reason["code"] for reason in called.json["reasons"]] == ["blocked"]


@pytest.mark.parametrize(
    "options",
    [
        ["--position", SETUP],
        ["--position", f"map-1:{SETUP}"],
        ["--position", SETUP.lower(), "--map", "map-1"],
        ["--map", "map-1"],
    ],
)
def test_the_same_situation(options: list[str]) -> None:
    assert (
        call("check", "c4+b-d4", "--json", *options).out == call("check", "c4+b-d4", "--json").out
    )


def test_other_maps() -> None:
    assert call("check", "d3+b-d4-c4", "--map", "map-3", "--json").json["map"] == "map-3"
    data = call("check", "d3+b-d4-c4", "--map", "map-3", "--json").json
    assert "off-knob" in {reason["code"] for reason in data["reasons"]}
    empty = "map-3:x8/x8/x2,x4,x2/x8/x8/x8/x8/x8"
    data = call("check", "a1-b1", "--position", empty, "--json").json
    assert data["map"] == "map-3"
    assert [reason["code"] for reason in data["reasons"]] == ["attach"]


def test_a_map_of_ones_own() -> None:
    text = (maps_folder() / "map-1.toml").read_text().replace('"map-1"', '"mine"')
    write("mine.toml", text)
    assert call("check", "c4+b-d4", "--map", "mine.toml", "--json").json["map"] == "mine"
    for row in ("l l g g l g d d", "d d d g g l l l"):
        text = text.replace(row, ". . . . . . . .")
    write("island.toml", text)
    data = call("check", "c4+b-d4", "--map", "island.toml", "--json").json
    assert len(data["notes"]) == 2
    assert data["notes"][0].startswith("mine: the set-up lies on an island of 8 knobs")


# Positions in files.


def test_a_position_in_a_file() -> None:
    expected = call("check", "c4+b-d4", "--json").out
    for text in (
        LINES,
        f"map-1:\n{LINES}",
        "\ufeff" + SETUP,
        SETUP.replace("/", " /\n"),
        SETUP.replace("/", "\r"),
    ):
        write("here.txt", text)
        assert call("check", "c4+b-d4", "--position", "@here.txt", "--json").out == expected


def test_a_position_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = call("check", "c4+b-d4", "--json").out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINES.encode())))
    assert call("check", "c4+b-d4", "--position", "@-", "--json").out == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x8\nx8\n\nx8\nx8\nx3 E WE  bWq x2\n", "6:12: rank 4 has 6 of 8 knobs; "
         "expected , and 2 more ('q')"),
        ("x8\nx8\nx8\nx8\n x3 E x4\nx8\nx8\nx8\n", "5:5: support: d4: the arch leading E has no "
         "other end at e4, level 0; expected W there"),
        ("map-2:\n", "1:7: it ends here; expected b c l d g, N E S W, m f y, or xN for N empty "
         "knobs"),
        ("map-7: x8", "1:1: 'map-7' is not the map; expected map-1, map-2, map-3, map-4"),
        ("", "1:1: it ends here; expected b c l d g, N E S W, m f y, or xN for N empty knobs"),
        ("x8\nx8", "2:3: it ends here after rank 7; expected / and rank 6"),
    ],
)  # fmt: skip
def test_a_wrong_position_in_a_file(text: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write("here.txt", text)
    assert refusal("check", "c4+b-d4", "--position", "@here.txt") == [f"here.txt:{said}"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert refusal("check", "c4+b-d4", "--position", "@-") == [f"standard input:{said}"]


def test_position_files_that_cannot_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo("pipe")
    (folder / "bytes").write_bytes(b"x8/\xff")
    (folder / "large").write_bytes(b" " * 1_000_001)
    for name, said in {
        "missing": "no such file or directory; name a file with a position",
        "": "no such file or directory; name a file with a position",
        ".": "is a directory; name a file with a position",
        "large": "it is larger than 1 MB; a position is far shorter",
        "/dev/zero": "it is larger than 1 MB; a position is far shorter",
        "bytes": "it is not UTF-8 text; save it as text",
        "a\0b": "it cannot be opened; name a file with a position",
    }.items():
        shown = name.replace("\0", "\N{REPLACEMENT CHARACTER}") or "@"
        assert refusal("check", "c4+b-d4", "--position", f"@{name}") == [f"{shown}: {said}"]
    # A pipe to which nobody writes is empty.
    assert refusal("check", "c4+b-d4", "--position", "@pipe")[0].startswith("pipe:1:1: it ends")
    monkeypatch.setattr(sys, "stdin", None)
    assert refusal("check", "c4+b-d4", "--position", "@-") == [
        "standard input: it is closed; name a file with a position"
    ]


# Running games.


def test_a_running_game() -> None:
    turn = ("check", "c4+b-d4", "--json", "--game", SAMPLE)
    for number, player in ((0, "Ana"), (1, "Ben"), (5, "Caro"), (17, "Caro")):
        assert call(*turn, "--turn", number).json["player"] == player
    replayed = call("check", SAMPLE, "--json").json["turns"]
    data = call("check", replayed[4]["staircase"], "--json", "--game", SAMPLE, "--turn", 4).json
    # The position after a staircase has its animals where they stood.
    assert data["credits"] == replayed[4]["credits"]
    assert data["position"] == replayed[4]["position"]
    assert call("check", replayed[4]["staircase"], "--game", SAMPLE).status == 1
    assert "e3-e2-f2  on" not in call("check", "e3-e2-f2", "--game", SAMPLE).out


def test_a_running_game_says_what_is_odd() -> None:
    write("game.toml", HEAD + "bla = 1\n" + SEATS + TURN + BAD_TURN)
    called = call("check", "d3+cb-d4", "--game", "game.toml")
    assert called.status == 1
    assert " d3+cb-d4 for Ana  on map-1 (placeholder)\n" in called.out
    notes = " ".join(called.out[called.out.index("note:") :].split())
    assert notes == (
        "note: warning: game.toml:5:1: bla: this key is not known and is kept as it is "
        "note: the player's own pieces are not counted: the box's are used; give --supply "
        "note: turn 2 of the record is not legal: see palace check game.toml"
    )
    data = call("check", "d3+c-d4", "--game", "game.toml", "--supply", "1a1c", "--json").json
    assert data["legal"] is True
    assert len(data["notes"]) == 2
    short = call("check", "d3+c-d4", "--game", "game.toml", "--supply", "1a", "--json").json
    assert [reason["code"] for reason in short["reasons"]] == ["supply"]


def test_rulings_of_a_running_game() -> None:
    back = ("check", "c4+b-d4+b-c4_b", "--game", "game.toml")
    write("game.toml", HEAD + 'rulings = { double-back = "legal" }\n' + SEATS)
    assert call(*back).status == 0
    assert call(*back, "--ruling", "double-back=turn").status == 1


# Records.


def test_a_record() -> None:
    write("game.toml", SAMPLE.read_text())
    called = call("check", "game.toml")
    assert (called.status, called.err) == (0, "")
    lines = called.out.splitlines()
    assert lines[0] == " LEGAL  game.toml: 18 turns  on map-1 (placeholder)"
    assert lines[1] == (
        "  1. ok Ana   d6-e6-e5_b-f5_bb-f4             5 credits, highest gold, butterfly"
    )
    assert lines[5].split() == "5. ok Ben f3-g3-g2 2 credits, light green".split()
    assert lines[18].endswith("3 credits, highest dark green, bonus card, butterfly")
    assert lines[-1] == "note: the players' pieces, cards and deliveries were not checked"


def test_a_record_in_json() -> None:
    data = call("check", "--json", SAMPLE).json
    assert (data["legal"], data["reasons"]) == (True, [])
    assert data["position"] == data["last_good"] == data["turns"][-1]["position"]
    assert data["elements"] == 163
    assert data["turns"][0] == {
        "turn": 1,
        "player": "Ana",
        "staircase": "d6-e6-e5_b-f5_bb-f4",
        "legal": True,
        "credits": 5,
        "decoration": "g",
        "bonus": False,
        "butterfly": True,
        "position": "x8/x8/x3,Ef,WSm,x3/x4,bNE,bbWS,x2/x3,E,WE,bWgNgy,x2/x8/x8/x8",
    }


def test_a_bad_record() -> None:
    write("game.toml", HEAD + SEATS + TURN + BAD_TURN + TURN.replace("c4+b-d4", "e5+bb-e4"))
    called = call("check", "game.toml")
    assert called.status == 1
    assert called.out.startswith(
        " NOT LEGAL  game.toml: 3 turns  on map-1 (placeholder)\n"
        "  1. ok Ana  c4+b-d4   2 credits, highest dark green\n"
        "  2. !  Ben  e5-e4\n"
        "! collision   game.toml:14: turn 2: e4 stands 2 bricks higher than e5, and an\n"
        "              arch is level; one piece in one place\n"
        "              -> raise e5 by 2 bricks: e5+bb\n"
        "  more: palace explain collision\n"
        "  3. "
    )
    data = call("check", "game.toml", "--json").json
    assert [turn["legal"] for turn in data["turns"]][:2] == [True, False]
    assert data["turns"][1]["credits"] is None
    assert data["last_good"] == data["turns"][0]["position"]
    assert data["reasons"][0].keys() == REASON | {"turn", "line"}
    assert (data["reasons"][0]["turn"], data["reasons"][0]["line"]) == (2, 14)


def test_strict() -> None:
    write("game.toml", HEAD + SEATS + TURN + BAD_TURN + TURN)
    called = call("check", "game.toml", "--strict")
    assert called.status == 1
    assert called.out.startswith(" NOT LEGAL  game.toml: 3 turns, stopped after turn 2  on map-1")
    assert len(call("check", "game.toml", "--strict", "--json").json["turns"]) == 2
    assert call("check", SAMPLE, "--strict", "--json").out == call("check", SAMPLE, "--json").out


def test_a_record_in_json_text() -> None:
    data = {
        "format": 1,
        "game": "monkey-palace",
        "rules": "1",
        "map": "map-1",
        "players": [{"name": "Ana"}, {"name": "Ben"}],
        "turns": [{"player": "Ana", "build": "c4+b-d4"}, {"player": "Ben", "pass": True}],
    }
    write("game.json", json.dumps(data))
    called = call("check", "game.json")
    assert called.status == 0
    assert "  2. ok Ben  passes\n" in called.out
    assert "note: whether the pass was compulsory was not checked: turn 2" in called.out
    turn = call("check", "game.json", "--json").json["turns"][1]
    assert (turn["staircase"], turn["legal"], turn["credits"]) == (None, True, None)


def test_a_sheet_without_turns() -> None:
    write("sheet.toml", HEAD.replace('map = "map-1"\n', "") + SEATS)
    called = call("check", "sheet.toml")
    assert called.status == 0
    assert called.out == (
        " LEGAL  sheet.toml: 0 turns  on map-1 (placeholder)\nnote: there are no turns to check\n"
    )


def test_rulings_of_a_record() -> None:
    back = TURN.replace("d4", "d4+b-c4_b")
    write("game.toml", HEAD + SEATS + back)
    assert call("check", "game.toml").status == 1
    data = call("check", "game.toml", "--ruling", "double-back=legal", "--json").json
    assert (data["legal"], data["rulings"]) == (True, {"double-back": "legal"})
    write("game.toml", HEAD + SEATS + back + '[rulings]\ndouble-back = "legal"\n')
    assert call("check", "game.toml").status == 0
    assert call("check", "game.toml", "--ruling", "double-back=turn").status == 1


def test_warnings() -> None:
    write("game.toml", HEAD + "colr = 1\nrulngs = 2\n" + SEATS + TURN)
    kept = "this key is not known and is kept as it is"
    warnings = [f"game.toml:5:1: colr: {kept}", f"game.toml:6:1: rulngs: {kept}; did you mean "
                "rulings?"]  # fmt: skip
    called = call("check", "game.toml")
    assert called.status == 0
    assert called.errors == [f"warning: {warning}" for warning in warnings]
    called = call("check", "game.toml", "--json")
    assert called.json["warnings"] == warnings
    assert called.err == ""


# Builds.


def test_a_turn_of_loose_elements() -> None:
    write("turn.json", f'{{"format": 1, "position": "{SETUP}", "build": [{ARCH}, {BRICK}]}}')
    called = call("check", "turn.json")
    assert (called.status, called.err) == (0, "")
    assert called.out.startswith(" LEGAL  turn.json: 2 elements, one turn  on map-1 (placeholder)\n"
                                 "the staircase: c4+b-d4\nuses 1a1b, 2 credits")  # fmt: skip
    data = call("check", "turn.json", "--json").json
    assert data.keys() >= VERDICT | {"elements"}
    assert (data["legal"], data["elements"], data["staircase"]) == (True, 2, "c4+b-d4")
    assert data["position"] == call("check", "c4+b-d4", "--json").json["position"]
    assert call("check", "turn.json", "--supply", "1a").status == 1


def test_a_table_of_loose_elements() -> None:
    write("table.json", f'{{"format": 1, "build": [{ARCH}]}}')
    called = call("check", "table.json")
    assert called.status == 1
    assert " NOT LEGAL  table.json: 1 element, whole table  on map-1" in called.out
    data = call("check", "table.json", "--json").json
    assert (data["legal"], data["elements"]) == (False, 1)
    assert {(reason["code"], reason["at"]) for reason in data["reasons"]} == {
        ("support", "c4"), ("support", "d4")
    }  # fmt: skip
    write("table.json", '{"format": 1, "build": [], "x": 1}')
    called = call("check", "table.json")
    assert called.status == 0
    assert called.errors == [
        "warning: table.json:1:28: x: this key is not known and is kept as it is"
    ]
    assert len(call("check", "table.json", "--json").json["warnings"]) == 1


# Wrong calls.

NO_MAP = "name map-1, map-2, map-3, map-4 or a .toml file"

REFUSALS: list[tuple[list[str], list[str]]] = [
    (["check", "c4-"], ["staircase, column 4: it ends here; expected a knob such as a4"]),
    (["check", ""], ["staircase, column 1: it ends here; expected a knob such as a4"]),
    (["check", "c4-d4_x"],
     ["staircase, column 7: 'x' cannot stand here; expected b (brick) or c (column)"]),
    (["check", "game.toml"], ["game.toml: there is no such file; check the path"]),
    (["check", "game.txt"], ["game.txt: there is no such file; check the path"]),
    (["check", "games/one"], ["games/one: there is no folder games; check the path"]),
    (["check", "."], [".: this is a folder; name a .toml or .json file in it"]),
    (["check", "/dev/zero"],
     ["/dev/zero: this is neither .toml nor .json; only these two are read"]),
    (["check", "c4-d4", "--supply", "3"],
     ["--supply, column 2: no piece after 3; expected a (arch), b (brick) or c (column)"]),
    (["check", "c4-d4", "--map", "mapp-1"],
     [f"--map: there is no map 'mapp-1'; did you mean map-1? {NO_MAP}"]),
    (["check", "c4-d4", "--map", "mine.toml"],
     ["mine.toml: there is no such file; check the path"]),
    (["check", "c4-d4", "--position", "x8/x9"],
     ["--position, column 4: rank 7 has 9 knobs, map-1 has 8; expected / and the next rank"]),
    (["check", "c4-d4", "--position", SETUP.replace("bWg", "bW,g"), "--map", "map-1"],
     ["--position, column 26: rank 4 has 9 knobs, map-1 has 8; expected / and the next rank"]),
    (["check", "c4-d4", "--position", SETUP.replace("bWg", "Wbg")],
     ["--position, column 19: support: e4: the arch leading E has no other end at f4, level 1; "
      "expected W there"]),
    (["check", "c4-d4", "--position", f"map-2:{SETUP}", "--map", "map-1"],
     ["--position, column 1: 'map-2' is not the map; expected map-1"]),
    (["check", "c4-d4", "--ruling", "spirl=x", "--ruling", "spiral=x"],
     ["--ruling: there is no ruling 'spirl'; did you mean spiral?",
      "--ruling: spiral cannot be 'x'; it is one of: legal, turn"]),
    (["check", "c4-d4", "--turn", "2"], ["--turn: it goes with --game; name the record"]),
    (["check", "c4-d4", "--turn", "x"],
     ["palace check: invalid value for '--turn': 'x' is not a valid integer; see: palace check "
      "--help"]),
    (["check", "c4-d4", "--game", "game.toml", "--map", "map-1", "--position", SETUP],
     ["--position: it does not go with --game; leave one of them out",
      "--map: it does not go with --game; leave one of them out",
      "game.toml: there is no such file; check the path"]),
    (["check", "c4-d4", "--game", str(SAMPLE), "--turn", "19"],
     ["--turn: 19 is not in the record; it has turns 0 (the set-up) to 18"]),
    (["check", "c4-d4", "--game", str(SAMPLE), "--turn", "-1"],
     ["--turn: -1 is not in the record; it has turns 0 (the set-up) to 18"]),
    (["check", "c4-d4", "--strict"], ["--strict: it is for records; leave it out"]),
    (["check", str(SAMPLE), "--supply", "1a"],
     ["--supply: a record says itself what players have; leave it out"]),
    (["check", "no.toml", "--fill", "--map", "map-1", "--turn", "1", "--game", "x"],
     [f"{option}: it is for staircases; a file says so itself; leave it out"
      for option in ("--map", "--game", "--turn", "--fill")]),
    (["check"], ["palace check: missing argument 'STAIRCASE|FILE'; see: palace check --help"]),
    (["check", "c4-d4", "e4"],
     ["palace check: got unexpected extra argument (e4); see: palace check --help"]),
    (["check", "c4-d4", "--jsn"],
     ["palace check: no such option '--jsn'; did you mean --json?"]),
    (["--bogus"], ["palace: no such option '--bogus'; see: palace --help"]),
    (["chek", "c4-d4"], ["palace: there is no verb 'chek'; did you mean check?"]),
    (["xyz"], [f"palace: there is no verb 'xyz'; it does: {', '.join(VERBS)}"]),
    (["explain", "staked"], ["explain: there is no code 'staked'; did you mean stacked?"]),
    (["explain", "xyz"], ["explain: there is no code 'xyz'; the list: palace explain"]),
    (["map", "check", "map-11"],
     [f"map check: there is no map 'map-11'; did you mean map-1? {NO_MAP}"]),
    (["map", "check"], ["palace map check: missing argument 'MAP'; see: palace map check --help"]),
    (["map", "chek"], ["palace map: no such command 'chek'; did you mean check?"]),
    (["render", SETUP, "-o", "x.png"], ["x.png: pictures are written as SVG; name it OUT.svg"]),
    (["render", "x8", "-o", "x.svg"],
     ["--position, column 3: it ends here after rank 8; expected / and rank 7"]),
    (["demo", "-o", "x.png"], ["x.png: pictures are written as SVG; name it OUT.svg"]),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "said"), REFUSALS, ids=lambda value: " ".join(value)[:50])
def test_refusals(arguments: list[str], said: list[str]) -> None:
    assert refusal(*arguments) == said
    if arguments[0] == "check":
        assert refusal(*arguments, "--json") == said


def test_everything_wrong_in_a_call_at_once() -> None:
    assert refusal("check", "c4+", "--position", "x8", "--supply", "3", "--ruling", "a=b",
                   "--turn", "3", "--strict", "--ruling", "b=c") == [
        "--strict: it is for records; leave it out",
        "staircase, column 4: it ends here; expected b (brick) or c (column)",
        "--ruling: there is no ruling 'a'; see: palace rulings",
        "--ruling: there is no ruling 'b'; see: palace rulings",
        "--supply, column 2: no piece after 3; expected a (arch), b (brick) or c (column)",
        "--turn: it goes with --game; name the record",
        "--position, column 3: it ends here after rank 8; expected / and rank 7",
    ]  # fmt: skip
    write("turn.json", '{"format": 2, "build": 3}')
    assert refusal("check", "turn.json", "--supply", "x", "--ruling", "a=b") == [
        "--ruling: there is no ruling 'a'; see: palace rulings",
        "--supply, column 1: 'x' is no number; expected a number",
        "turn.json:1:12: format: 2 is not known here; this palace reads format = 1",
        "turn.json:1:24: build: 3 does not fit; expected a list",
    ]


def test_files_that_do_not_fit_the_call() -> None:
    write("map.toml", (maps_folder() / "map-1.toml").read_text())
    assert refusal("check", "map.toml") == [
        "map.toml: this is a map, neither a record nor a build; palace map check map.toml"
    ]
    write("turn.json", '{"format": 1, "build": []}')
    assert refusal("check", "turn.json", "--strict") == [
        "--strict: it is for records; leave it out"
    ]
    write("palm.toml", 'game = "palm-island"')
    said = "palm.toml:1:8: game: records of palm-island cannot be checked; monkey-palace can"
    assert refusal("check", "palm.toml") == [said]
    assert refusal("check", "c4+b-d4", "--game", "palm.toml") == [said]


def test_a_file_may_have_the_name_of_a_staircase() -> None:
    write("c4+b-d4", "")
    assert call("check", "c4+b-d4").status == 0
    write("games", "")
    assert refusal("check", "games") == [
        "games: this is neither .toml nor .json; only these two are read"
    ]


def test_control_characters_of_a_name_are_not_printed() -> None:
    assert refusal("check", "\x1b[31m\u0085.toml") == [
        "\N{REPLACEMENT CHARACTER}[31m .toml: there is no such file; check the path"
    ]


# The other verbs.


@pytest.mark.parametrize("code", RULES)
def test_explain(code: str) -> None:
    called = call("explain", code)
    assert (called.status, called.err) == (0, "")
    assert called.out.startswith(f"{code}  (")
    data = call("explain", code.upper(), "--json").json
    assert (data["code"], data["says"]) == (code, RULES[code].says)
    if "legal" in data:
        assert data["legal"]["legal"] is True
        assert code in {reason["code"] for reason in data["illegal"]["reasons"]}
        assert f"! {code}" in called.out
        assert "\n LEGAL " in called.out
        assert "\n NOT LEGAL " in called.out
    else:
        assert data["in_records"]
    if data["in_records"]:
        assert "in a record: " in called.out


def test_explain_lists_the_codes() -> None:
    out = call("explain").out
    assert [line.split()[0] for line in out.splitlines()[: len(RULES)]] == list(RULES)
    assert list(call("explain", "--json").json) == list(RULES)


def test_rulings_are_listed() -> None:
    out = call("rulings").out
    data = call("rulings", "--json").json
    assert list(data) == list(RULINGS)
    for name, ruling in RULINGS.items():
        assert f"{name}\n" in out
        assert data[name]["default"] == next(iter(data[name]["answers"]))
        assert data[name]["answers"] == ruling.answers
    assert out.count("  * ") == len(RULINGS)


def test_maps_are_listed() -> None:
    lines = call("map", "list").out.splitlines()
    for number in range(1, 5):
        assert lines[number - 1].startswith(f"map-{number} (placeholder) ")
    data = call("map", "list", "--json").json["maps"]
    assert [entry["name"] for entry in data] == [f"map-{number}" for number in range(1, 5)]


def test_a_map_is_checked() -> None:
    called = call("map", "check", "map-3")
    assert called.status == 0
    assert called.out.splitlines()[1] == "a staircase can start on 49 of 52 open knobs"
    assert call("map", "check", "map-3", "--json").json == {
        "name": "map-3", "provenance": "placeholder", "knobs": 52, "starts": 49, "warnings": []
    }  # fmt: skip
    assert len(load_map("map-3").colours) == 52


def test_faults_of_a_map_file() -> None:
    text = (maps_folder() / "map-1.toml").read_text()
    text = text.replace("plate = 32", 'plate = "x"').replace('"d4"', '"4d"')
    write("mine.toml", text.replace("l l l l g d d d", "l l q l g d d d").replace("pitch", "pich"))
    expected = {
        "mine.toml:12:5: knobs: 'q' is no knob; l light green, d dark green, g gold, . no hole",
        "mine.toml:5:9: plate: 'x' does not fit; expected a whole number from 8 to 256",
    }
    for arguments in (["map", "check", "mine.toml"], ["check", "c4+b-d4", "--map", "mine.toml"]):
        lines = refusal(*arguments)
        assert expected <= set(lines)
        assert any(line.startswith("mine.toml:24:10: setup") for line in lines)
        assert any("'pitch' is missing" in line for line in lines)


@pytest.mark.parametrize("verb", [[], *([verb] for verb in VERBS), ["map", "list"],
                                  ["map", "check"]], ids=" ".join)  # fmt: skip
def test_help_shows_an_example(verb: list[str]) -> None:
    called = call(*verb, "--help")
    assert (called.status, called.err) == (0, "")
    assert f"Example:  palace {' '.join(verb)}" in called.out
    assert max(map(len, called.out.splitlines())) <= 80


def test_the_list_of_verbs_is_not_cut() -> None:
    assert "..." not in call().out.split("Commands:")[1]
    assert call("--version").out.startswith("palace ")


def test_render_and_demo(folder: Path) -> None:
    assert call("render", SETUP, "-o", "a.svg").out == "wrote a.svg\n"
    assert call("render", SETUP, "-o", "plan.svg", "--plan").status == 0
    write("turn.json", f'{{"format": 1, "position": "{SETUP}", "build": [{BRICK}]}}')
    for what in (f"map-2:{SETUP}", str(SAMPLE), "turn.json"):
        assert call("render", what, "-o", "a.svg", "--force").status == 0
        assert (folder / "a.svg").read_text().startswith("<svg")
    assert refusal("render", SETUP, "-o", "a.svg") == [
        "a.svg: this file exists; choose another name, or allow overwriting"
    ]
    assert refusal("render", "turn.json", "-o", "b.svg", "--plan") == [
        "--plan: a build of loose elements has none; leave it out"
    ]
    called = call("demo")
    assert called.status == 0
    assert called.out.splitlines()[-1] == "wrote palace-demo.svg"
    assert call("demo").out.splitlines()[-1] == "wrote palace-demo.svg"  # the same, so no second
    write("palace-demo.svg", "mine")
    assert call("demo").out.splitlines()[-1] == "wrote palace-demo-2.svg"
    assert (folder / "palace-demo.svg").read_text() == "mine"
    assert refusal("demo", "-o", "no/such.svg") == [
        "no/such.svg: its folder does not exist; create the folder, or choose another"
    ]


def test_no_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **options: ())
    said = ["render: no viewer is installed; pip install 'palace[view]'"]
    assert refusal("render", SETUP, "-o", "a.svg") == said
    assert refusal("demo") == said
    assert os.listdir() == []


def test_a_hundred_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(2, 100):
        write(f"a-{number}.svg", "mine")
    assert call("demo", "-o", "a.svg").out.endswith("wrote a.svg\n")
    write("a.svg", "mine")
    assert refusal("demo", "-o", "a.svg") == [
        "a.svg: 99 pictures of that name exist; name another: -o OUT.svg"
    ]


def test_a_call_that_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("palace.cli.check.judge", stop)
    called = call("check", "c4-d4")
    assert (called.status, called.out, called.err.strip()) == (130, "", "")


# As a program of its own.


def program(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | options.pop("env", {})
    return subprocess.run(
        [sys.executable, "-m", "palace", *arguments],
        capture_output="stdout" not in options,
        env=environment,
        timeout=60,
        **options,
    )


def test_exit_statuses() -> None:
    assert program("check", "c4+b-d4").returncode == 0
    assert program("check", "c4-d4").returncode == 1
    done = program("check", "c4-")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"staircase, column 4: it ends here; expected a knob such as a4\n"


def test_a_staircase_loads_nothing_heavy() -> None:
    code = "import sys\nfrom palace.cli import run\nrun(sys.argv[1:])\nprint(*sys.modules)"
    for options in ([], ["--json"], ["--position", SETUP, "--fill", "--supply", "1a1b"]):
        done = subprocess.run(
            [sys.executable, "-c", code, "check", "c4+b-d4", *options], capture_output=True,
            text=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        loaded = {name.split(".")[0] for name in done.stdout.splitlines()[-1].split()}
        assert "palace" in loaded
        assert not loaded & {"pydantic", "numpy", "networkx", "shapely", "rich", "tomli_w"}


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_names_of_other_scripts(folder: Path, encoding: str) -> None:
    text = (HEAD + SEATS + TURN).replace("Ana", "\u0141ucja \U0001f412")
    (folder / "\u0141.toml").write_text(text, encoding="utf-8")
    env = {"PYTHONIOENCODING": encoding, "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "1"}
    done = program("check", "\u0141.toml", env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"ucja" in done.stdout
    done = program("check", "--json", "\u0141.toml", env=env)
    data = json.loads(done.stdout.decode(encoding))
    assert data["turns"][0]["player"] == "\u0141ucja \U0001f412"
    done = program("check", "\u0141\u0141.toml", env=env)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


def test_a_file_name_of_no_encoding(folder: Path) -> None:
    name = os.fsdecode(b"z\xff.toml")
    (folder / name).write_text(HEAD + SEATS + TURN + "bla = 1\n")
    done = program("check", name)
    assert done.returncode == 0
    assert b"z\\udcff.toml:12:1: turns[1].bla:" in done.stderr
    assert json.loads(program("check", "--json", name).stdout)["warnings"]
    done = program("check", name + "x.toml")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


def test_output_nobody_can_take() -> None:
    with open("/dev/full", "wb") as full:
        done = program("check", "c4+b-d4", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr == b"standard output: no space left on device; write it elsewhere\n"
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as gone:
        done = program("check", "c4-d4", stdout=gone, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (141, b"")


def test_standard_input_and_a_written_pipe() -> None:
    expected = program("check", "c4+b-d4", "--json").stdout
    done = program("check", "c4+b-d4", "--json", "--position", "@-", input=LINES.encode())
    assert done.stdout == expected
    reader, writer = os.pipe()
    os.write(writer, LINES.encode())
    os.close(writer)
    done = program("check", "c4+b-d4", "--json", "--position", f"@/dev/fd/{reader}",
                   pass_fds=[reader])  # fmt: skip
    os.close(reader)
    assert done.stdout == expected


def on_a_terminal(*arguments: str, columns: int, **env: str) -> str:
    """What a call shows on a terminal."""
    import fcntl
    import pty
    import struct
    import termios

    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"} | env
    done = subprocess.Popen(
        [sys.executable, "-m", "palace", *arguments], stdin=other, stdout=other, stderr=other,
        env=environment,
    )  # fmt: skip
    os.close(other)
    shown = b""
    try:
        while chunk := os.read(main, 65536):
            shown += chunk
    except OSError:
        pass  # the other end is closed
    done.wait(60)
    os.close(main)
    return shown.decode().replace("\r\n", "\n")


def test_colours_on_a_terminal_unless_unwanted() -> None:
    shown = on_a_terminal("check", "c4-d4", columns=80)
    assert shown.startswith("\x1b[37m\x1b[41m\x1b[1m NOT LEGAL \x1b[0m c4-d4")
    assert "1\x1b[31m\x1b[1m!\x1b[0m----2" in shown
    assert "\x1b" not in on_a_terminal("check", "c4-d4", columns=80, NO_COLOR="1")
    assert "\x1b" in on_a_terminal("check", "c4-", columns=80)
    assert "\x1b" not in on_a_terminal("check", "c4-", columns=80, NO_COLOR="1")


def test_a_narrow_terminal() -> None:
    lines = on_a_terminal("check", "c4-d4", columns=40, NO_COLOR="1").splitlines()
    assert max(map(len, lines)) <= 40
    assert lines[-1] == "(the drawing takes 48 columns)"
