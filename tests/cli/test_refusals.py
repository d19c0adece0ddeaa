"""Wrong calls: exit status 2, nothing on standard output, one line for every error."""

from __future__ import annotations

import pytest

from palace import Palace, load_map
from palace.cli import VERBS
from palace.monkey_palace.kernel.rulings import RULINGS
from tests.calls import call, refusal
from tests.cli.texts import SETUP, write
from tests.paths import MAPS, SAMPLE

TWO = ("--player", "A", "--player", "B")
NO_MAP = "name map-1, map-2, map-3, map-4 or a .toml file"

REFUSALS: list[tuple[list[str], list[str]]] = [
    (["check", "c4-"], ["staircase, column 4: it ends here; expected a knob such as a4"]),
    (["check", ""], ["staircase, column 1: it ends here; expected a knob such as a4"]),
    (["check", "c4-d4_x"],
     ["staircase, column 7: 'x' is not expected here; expected b (brick) or c (column)"]),
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
     ["--supply: a record holds what the players have; leave it out"]),
    (["check", "no.toml", "--fill", "--map", "map-1", "--turn", "1", "--game", "x"],
     [f"{option}: it goes with a staircase; a file is always checked as it is; leave it out"
      for option in ("--map", "--game", "--turn", "--fill")]),
    (["check"], ["palace check: missing argument 'STAIRCASE|FILE'; see: palace check --help"]),
    (["check", "c4-d4", "E0"],
     ["staircase, column 7: 'E0' is not expected here; expected _ (pieces under the arch's end), "
      "+ (pieces on top), - and the next knob or the end"]),
    (["check", "c4", "+b", "-d4"],
     ["palace check: no such option '-d'; write a staircase without blanks, or in quotes; "
      "see: palace check --help"]),
    (["convert", "3", "x.ldr"],
     ["3: this is a map without pieces; write a position, as of its set-up: "
      f"map-3:{Palace.setup(load_map('map-3'))}"]),
    (["map", "check", str(SAMPLE)],
     [f"{SAMPLE}: this is a record, not a map; palace check {SAMPLE}"]),
    (["play", "new.toml", "--box", "hause", *TWO],
     ["--box: there is no box 'hause'; did you mean house? name house or a .toml file"]),
    (["play", "new.toml", "--game", "cooper-island", "--box", "hause.toml", *TWO],
     ["--box: hause.toml: there is no such file; check the path"]),
    (["check", "a.toml", "b.toml"], ["check: 2 names are given; give one file"]),
    (["check", "c4+0b-d4"],
     ["staircase, column 4: '0b' is not expected here; expected b (brick) or c (column)"]),
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
    (["render", SETUP, "-o", "x.jpg"],
     ["x.jpg: its ending names no kind of file; "
      "end in .svg, .png, .gif, .mp4, .pdf, .html, .glb, .stl, .3mf, .ldr or .mpd"]),
    (["render", "x8", "-o", "x.svg"],
     ["POSITION, column 3: it ends here after rank 8; expected / and rank 7"]),
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
        f"--ruling: there is no ruling 'a'; one of: {', '.join(RULINGS)}; see: palace rulings",
        f"--ruling: there is no ruling 'b'; one of: {', '.join(RULINGS)}; see: palace rulings",
        "--supply, column 2: no piece after 3; expected a (arch), b (brick) or c (column)",
        "--turn: it goes with --game; name the record",
        "--position, column 3: it ends here after rank 8; expected / and rank 7",
    ]  # fmt: skip
    write("turn.json", '{"format": 2, "build": 3}')
    assert refusal("check", "turn.json", "--supply", "x", "--ruling", "a=b") == [
        f"--ruling: there is no ruling 'a'; one of: {', '.join(RULINGS)}; see: palace rulings",
        "--supply, column 1: 'x' is not a number of pieces; expected pieces such as 4a3b1c "
        "(a arches, b bricks, c columns)",
        "turn.json:1:12: format: 2 is not known here; this palace reads format = 1",
        "turn.json:1:24: build: 3 does not fit; expected a list",
    ]


def test_files_that_do_not_fit_the_call() -> None:
    write("map.toml", (MAPS / "map-1.toml").read_text())
    assert refusal("check", "map.toml") == [
        "map.toml: this is a map, neither a record nor a build; palace map check map.toml"
    ]
    write("table.json", '{"format": 1, "build": []}')
    assert refusal("check", "table.json", "--strict") == [
        "--strict: it is for records; leave it out"
    ]
    assert refusal("check", "table.json", "--supply", "1a") == [
        "--supply: it is for one turn; leave it out"
    ]
    write("palm.toml", 'game = "palm-island"')
    said = (
        "palm.toml:1:8: game: this is a record of palm-island; one of monkey-palace is needed here"
    )
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
