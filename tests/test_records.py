"""Records and build files: every fault with its place, unknown keys kept, writing a fix-point."""

from __future__ import annotations

import datetime
import json
import math
import tomllib
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.document import parse_document
from palace.elements import Element
from palace.errors import InputError
from palace.ground import load_map, maps_folder
from palace.position import Palace
from palace.records import Record, read_build, read_record, write_record
from palace.records.build_file import build_of
from palace.records.record import read_text
from palace.records.writing import plain, record_text

Kind = Literal["toml", "json"]

SAMPLE = Path(__file__).parent.parent / "palace" / "samples" / "three-player-game.toml"

# Lines 1 to 4, 5 to 8, 9 to 11 of a record.
HEAD = 'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n'
SEATS = '[[players]]\nname = "Ana"\n[[players]]\nname = "Ben"\n'
TURN = '[[turns]]\nplayer = "Ana"\nbuild = "c4+b-d4"\n'
GOOD = HEAD + SEATS + TURN

SETUP = "x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8"


def record_faults(text: str, kind: Kind = "toml", file: str = "f") -> list[str]:
    with pytest.raises(InputError) as caught:
        read_text(text, kind, file)
    return str(caught.value).split("\n")


def build_faults(text: str, kind: Kind = "json") -> list[str]:
    with pytest.raises(InputError) as caught:
        build_of(parse_document(text, kind, "f"))
    return str(caught.value).split("\n")


# Every fault of a record.

PLAYER = HEAD + '[[players]]\nname = "Ben"\n[[players]]\nname = "Ana"\n'
MISSPELT = 'formt = 1\nGame = "monkey-palace"\nrule = "1"\nmap = "map-1"\n'
NO_TURN = "this turn has neither a build nor a pass"

FAULTS = {
    "a = 1": [
        "f:1:1: format: this key is missing; add format = 1",
        'f:1:1: game: this key is missing; add game = "monkey-palace"',
        'f:1:1: rules: this key is missing; add rules = "1"',
        "f:1:1: players: this key is missing; add [[players]]",
    ],
    MISSPELT + SEATS: [
        "f:1:1: format: this key is missing; is 'formt' a slip for it?",
        "f:1:1: game: this key is missing; is 'Game' a slip for it?",
        "f:1:1: rules: this key is missing; is 'rule' a slip for it?",
    ],
    GOOD.replace("format = 1", "format = 2"): [
        "f:1:10: format: 2 is not known here; this palace reads format = 1"
    ],
    GOOD.replace("format = 1", 'format = "1"'): [
        "f:1:10: format: '1' does not fit; expected a whole number"
    ],
    GOOD.replace("format = 1", "format = 1.0"): [
        "f:1:10: format: 1.0 does not fit; expected a whole number"
    ],
    GOOD.replace("format = 1", "format = true"): [
        "f:1:10: format: true does not fit; expected a whole number"
    ],
    GOOD.replace('rules = "1"', 'rules = "2"'): [
        "f:3:9: rules: '2' is not known here; this palace reads rules = \"1\""
    ],
    GOOD.replace('rules = "1"', "rules = 1"): [
        "f:3:9: rules: 1 does not fit; expected a text in quotes"
    ],
    GOOD.replace("monkey-palace", "chess"): [
        "f:2:8: game: 'chess' is not known; expected 'monkey-palace'"
    ],
    'game = "palm-island"': [
        "f:1:8: game: records of palm-island cannot be checked; monkey-palace can"
    ],
    'game = "cooper-island"\nformat = "x"': [
        "f:1:8: game: records of cooper-island cannot be checked; monkey-palace can"
    ],
    GOOD.replace("map-1", "map-11"): [
        "f:4:7: map: there is no map 'map-11'; did you mean map-1? name map-1, map-2, map-3, "
        "map-4 or a .toml file"
    ],
    GOOD.replace('"map-1"', '["map-1"]'): [
        "f:4:7: map: a list does not fit; expected a text in quotes"
    ],
    GOOD.replace('map = "map-1"', 'mapp = "map-1"'): [
        "f:1:1: map: a game with turns needs this key; is 'mapp' a slip for it?"
    ],
    GOOD.replace('map = "map-1"', 'ruins = "map-1"'): [
        'f:1:1: map: a game with turns needs this key; add map = "map-1", or a [ground] table'
    ],
    HEAD + "date = 5\n" + SEATS: [
        "f:5:8: date: 5 is no date; expected a date such as 2026-01-31, or a text"
    ],
    HEAD + "place = 5\nnotes = []\n" + SEATS: [
        "f:5:9: place: 5 does not fit; expected a text in quotes",
        "f:6:9: notes: a list does not fit; expected a text in quotes",
    ],
    HEAD + 'trophies = ["monkey", "forg", 3]\n' + SEATS: [
        "f:5:23: trophies[2]: 'forg' is not known; expected 'monkey', 'butterfly' or 'frog'",
        "f:5:31: trophies[3]: 3 is not known; expected 'monkey', 'butterfly' or 'frog'",
    ],
    HEAD + "ground = 4\n" + SEATS: ["f:5:10: ground: 4 does not fit; expected a table"],
    HEAD + 'players = [{ name = "Ana" }]': ["f:5:11: players: 1 player; 2 to 4 can play"],
    HEAD + "players = []": ["f:5:11: players: 0 players; 2 to 4 can play"],
    HEAD + "".join(f'[[players]]\nname = "{n}"\n' for n in "ABCDE"): [
        "f:5:1: players: 5 players; 2 to 4 can play"
    ],
    HEAD + "players = 3": ["f:5:11: players: 3 does not fit; expected a list"],
    HEAD + 'players = [3, { name = "Ana" }]': [
        "f:5:12: players[1]: 3 does not fit; expected a table"
    ],
    GOOD.replace("Ben", "Ana"): [
        "f:8:8: players[2].name: two players are called 'Ana'; give each a name of their own"
    ],
    HEAD + '[[players]]\nnam = "Ana"\n[[players]]\nnick = "Ben"\n' + TURN: [
        "f:5:1: players[1].name: this key is missing; is 'nam' a slip for it?",
        "f:7:1: players[2].name: this key is missing; add name = ...",
    ],
    # Who has no name may be the player of any turn.
    GOOD.replace('name = "Ana"', 'nam = "Ana"'): [
        "f:5:1: players[1].name: this key is missing; is 'nam' a slip for it?"
    ],
    HEAD + '[[players]]\nname = " "\n[[players]]\nname = "B\\u001bn"\n': [
        "f:6:8: players[1].name: the name is empty; give everyone a name",
        "f:8:8: players[2].name: '\\x1b' cannot stand in a name; write it on one line",
    ],
    HEAD + SEATS.replace("Ben", "B" * 201): [
        "f:8:8: players[2].name: the name is too long; at most 200 characters"
    ],
    PLAYER + 'start = "4a3"\neach = "2x"\n': [
        "f:9:13: players[2].start: no piece after 3; expected a (arch), b (brick) or c (column)",
        "f:10:10: players[2].each: no piece after 2; expected a (arch), b (brick) or c (column)",
    ],
    PLAYER + "start = 4\nbonus = 1.5\ntotal = true\n": [
        "f:9:9: players[2].start: 4 does not fit; expected a text in quotes",
        "f:10:9: players[2].bonus: 1.5 does not fit; expected a whole number",
        "f:11:9: players[2].total: true does not fit; expected a whole number",
    ],
    PLAYER + 'cards = [2, -1, "x"]\n': [
        "f:9:13: players[2].cards[2]: -1 is too small; at least 0",
        "f:9:17: players[2].cards[3]: 'x' does not fit; expected a whole number",
    ],
    PLAYER + "cards = -1\n": ["f:9:9: players[2].cards: -1 is too small; at least 0"],
    PLAYER + "cards = 10001\n": ["f:9:9: players[2].cards: 10001 is too large; at most 10000"],
    PLAYER + "cards = { a = 1 }\n": [
        "f:9:9: players[2].cards: a table does not fit; expected a whole number"
    ],
    HEAD + SEATS + "[turns]\na = 1": ["f:9:1: turns: a table does not fit; expected a list"],
    GOOD.replace('player = "Ana"', 'playr = "Ana"'): [
        "f:9:1: turns[1].player: this key is missing; is 'playr' a slip for it?"
    ],
    GOOD.replace('player = "Ana"', 'player = "ana"'): [
        "f:10:10: turns[1].player: nobody is called 'ana'; did you mean Ana?"
    ],
    GOOD.replace('player = "Ana"', 'player = "Zoe"'): [
        "f:10:10: turns[1].player: nobody is called 'Zoe'; the players are Ana, Ben"
    ],
    GOOD.replace("build =", "biuld ="): [
        f"f:9:1: turns[1]: {NO_TURN}; is 'biuld' a slip for build?"
    ],
    GOOD.replace('build = "c4+b-d4"', "pas = true"): [
        f"f:9:1: turns[1]: {NO_TURN}; is 'pas' a slip for pass?"
    ],
    GOOD.replace('build = "c4+b-d4"', "pass = false"): [
        f'f:9:1: turns[1]: {NO_TURN}; add build = "..." or pass = true'
    ],
    GOOD + "pass = true": ["f:12:8: turns[1].pass: this turn has a build too; keep one of the two"],
    GOOD + "pass = 1": [
        "f:12:8: turns[1].pass: 1 does not fit; expected true or false",
        "f:12:8: turns[1].pass: this turn has a build too; keep one of the two",
    ],
    GOOD.replace('"c4+b-d4"', "3"): [
        "f:11:9: turns[1].build: 3 does not fit; expected a text in quotes"
    ],
    GOOD.replace("c4+b-d4", "c4+q-d4"): [
        "f:11:13: turns[1].build: 'q' cannot stand here; expected b (brick) or c (column)"
    ],
    GOOD.replace("c4+b-d4", "c4"): [
        "f:11:12: turns[1].build: it ends here; expected - and the next knob"
    ],
    # Escapes and lines of the file are counted, not characters of the text.
    GOOD.replace("c4+b-d4", r"c\u0034\u002bq-d4"): [
        "f:11:23: turns[1].build: 'q' cannot stand here; expected b (brick) or c (column)"
    ],
    GOOD.replace('"c4+b-d4"', '"""\nc4+b\n  - d\U0001f412"""'): [
        "f:13:5: turns[1].build: 'd' cannot stand here; expected a knob such as a4"
    ],
    GOOD + 'take = ["3g 2* on 7", "1x 1*", "4l 2* once 1a1a"]': [
        "f:12:19: turns[1].take[1]: '7' is no slot; expected a slot from 1 to 4",
        "f:12:47: turns[1].take[3]: a stands twice; expected each letter once",
    ],
    GOOD + f"take = [{'3, ' * 101}]": [
        "f:12:8: turns[1].take: more than 100 entries; at most 100"
    ],
    GOOD + 'frog = "h"\nmonkey = "4h"\nbutterfly = 4\n': [
        "f:12:9: turns[1].frog: this is no knob; expected a file and a rank, such as a4",
        "f:13:11: turns[1].monkey: this is no knob; expected a file and a rank, such as a4",
        "f:14:13: turns[1].butterfly: 4 does not fit; expected a text in quotes",
    ],
    GOOD + 'decoration = "gold"\ncredits = -1\nbonus = 1\nnotes = 1\n': [
        "f:12:14: turns[1].decoration: 'gold' is not known; expected 'l', 'd' or 'g'",
        "f:13:11: turns[1].credits: -1 is too small; at least 0",
        "f:14:9: turns[1].bonus: 1 does not fit; expected true or false",
        "f:15:9: turns[1].notes: 1 does not fit; expected a text in quotes",
    ],
    GOOD + '[rulings]\nspirl = "x"\nspiral = "no"\n\'double-back\' = 1\n': [
        "f:13:1: rulings.spirl: there is no ruling 'spirl'; did you mean spiral?",
        "f:14:10: rulings.spiral: spiral cannot be 'no'; it is one of: legal, turn",
        "f:15:17: rulings.double-back: 1 does not fit; expected a text in quotes",
    ],
    GOOD.replace('map = "map-1"\n', "rulings = []\n"): [
        'f:1:1: map: a game with turns needs this key; add map = "map-1", or a [ground] table',
        "f:4:11: rulings: a list does not fit; expected a table",
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: repr(FAULTS[text][0])[:60])
def test_faults(text: str) -> None:
    assert record_faults(text) == FAULTS[text]


JSON_HEAD = '{"format": 1, "game": "monkey-palace", "rules": "1",\n'
JSON_SEATS = ' "players": [{"name": "Ana"}, {"name": "Ben"}],\n'

JSON_FAULTS = {
    "{}": [
        'f:1:1: format: this key is missing; add "format": 1',
        'f:1:1: game: this key is missing; add "game": "monkey-palace"',
        'f:1:1: rules: this key is missing; add "rules": "1"',
        'f:1:1: players: this key is missing; add "players": ...',
    ],
    JSON_HEAD + JSON_SEATS + ' "turns": [{"player": "Ana"}, null]}': [
        'f:1:1: map: a game with turns needs this key; add "map": "map-1", or a [ground] table',
        f'f:3:12: turns[1]: {NO_TURN}; add "build": "..." or "pass": true',
        "f:3:31: turns[2]: null does not fit; expected a table",
    ],
    JSON_HEAD
    + JSON_SEATS
    + r' "map": "map-1", "turns": [{"player": "Ana", "build": "c4\u002bb-\t\ud83d\udc12"}]}': [
        "f:3:68: turns[1].build: '\U0001f412' cannot stand here; expected a knob such as a4",
    ],
}


@pytest.mark.parametrize("text", JSON_FAULTS, ids=["empty", "no map", "escapes"])
def test_faults_in_json(text: str) -> None:
    assert record_faults(text, "json") == JSON_FAULTS[text]


def test_every_fault_at_once() -> None:
    """Faults of keys, values, references and the map stand together, in the order of the file."""
    text = GOOD.replace("format = 1", "format = 2").replace("map-1", "map-9")
    text = text.replace("Ben", "Ana").replace("c4+b", "c4+q")
    text += '[[turns]]\nplayer = "Zoe"\n[ground]\n'
    places = [line.split(": ")[0:2] for line in record_faults(text)]
    assert places[:6] == [
        ["f:1:10", "format"],
        ["f:8:8", "players[2].name"],
        ["f:11:13", "turns[1].build"],
        ["f:12:1", "turns[2]"],
        ["f:13:10", "turns[2].player"],
        ["f:14:1", "ground"],
    ]
    assert {tuple(place) for place in places[5:]} == {("f:14:1", "ground")}


def test_too_many_turns() -> None:
    turns = ", ".join(['{ player = "Ana", pass = true }'] * 2001)
    assert record_faults(HEAD + SEATS.replace(
        "[[players]]", f"turns = [{turns}]\n[[players]]", 1)) == [
        "f:5:9: turns: more than 2000 entries; at most 2000"
    ]  # fmt: skip


def test_messages_stay_short() -> None:
    text = GOOD.replace('player = "Ana"', f'player = "{"x" * 100_000}"')
    text = text.replace("c4+b-d4", "\U0001f412" * 20_000) + f'[rulings]\n{"y" * 100_000} = "z"\n'
    lines = record_faults(text)
    assert len(lines) == 3
    assert max(map(len, lines)) < 700


def test_the_line_of_a_value() -> None:
    record = read_text(GOOD)
    assert record.line("turns", 0, "build") == 11
    assert record.line("turns", 0, "monkey") == 9


def test_null_is_no_value() -> None:
    text = JSON_HEAD + JSON_SEATS + ' "map": null, "turns": null, "date": null, "x": null}'
    record = read_text(text, "json")
    assert record.data.turns is None
    assert record.data.date is None
    assert json.loads(record_text(record, "json")) == {
        **json.loads(JSON_HEAD + JSON_SEATS + '"x": null}')
    }


# Unknown keys.


def test_unknown_keys() -> None:
    text = (
        'colour = "red"\n' + HEAD + "rulngs = 1\n"
        '[[players]]\nname = "Ana"\nstarts = "4a"\n[[players]]\nname = "Ben"\n'
        '[[turns]]\nplayer = "Ana"\nbuild = "c4+b-d4"\n"a b".credit = 1\npasses = true\n'
    )
    kept = "this key is not known and is kept as it is"
    assert read_text(text, "toml", "f").warnings == (
        f"f:1:1: colour: {kept}",
        f"f:6:1: rulngs: {kept}; did you mean rulings?",
        f"f:9:1: players[1].starts: {kept}; did you mean start?",
        f"f:15:1: turns[1].a b: {kept}",
        f"f:16:1: turns[1].passes: {kept}; did you mean pass?",
    )


def test_unknown_keys_of_a_map_in_a_record() -> None:
    rows = (maps_folder() / "map-1.toml").read_text().replace("pitch", "pitsch = 4\npitch")
    record = read_text(HEAD + SEATS + "[ground]\n" + rows, "toml", "f")
    assert record.warnings == (
        "f:17:1: ground.pitsch: this key is not known and is kept as it is; did you mean pitch?",
    )
    assert tomllib.loads(record_text(record))["ground"]["pitsch"] == 4


def test_names_of_attributes_are_keys_like_others() -> None:
    odd = ["pass_", "model_dump", "model_config", "__class__", "self", "copy", ""]
    text = GOOD + "".join(f'"{name}" = "{name}!"\n' for name in odd)
    again = tomllib.loads(record_text(read_text(text)))
    assert again["turns"] == [
        {"player": "Ana", "build": "c4+b-d4", **{name: f"{name}!" for name in odd}}
    ]


# Maps.


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder with a record that names a map of its own, in a folder beside it."""
    (tmp_path / "maps").mkdir()
    text = (maps_folder() / "map-3.toml").read_text().replace('"map-3"', '"mine"')
    (tmp_path / "maps" / "mine.toml").write_text(text)
    (tmp_path / "game.toml").write_text(GOOD.replace("map-1", "maps/mine.toml"))
    return tmp_path


def test_a_map_is_found_from_the_record(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert read_record(mine / "game.toml").ground.name == "mine"
    monkeypatch.chdir(mine.parent)
    assert read_record(Path(mine.name) / "game.toml").ground.name == "mine"


def test_a_changed_map_is_read_anew(mine: Path) -> None:
    assert read_record(mine / "game.toml").ground.name == "mine"
    map_file = mine / "maps" / "mine.toml"
    map_file.write_text(map_file.read_text().replace('"mine"', '"yours"'))
    assert read_record(mine / "game.toml").ground.name == "yours"


@pytest.mark.parametrize("ending", ["toml", "json"])
def test_a_map_of_ones_own_is_put_into_the_record(mine: Path, tmp_path: Path, ending: str) -> None:
    record = read_record(mine / "game.toml")
    (tmp_path / "elsewhere").mkdir()
    target = tmp_path / "elsewhere" / f"game.{ending}"
    write_record(record, target)
    (mine / "maps" / "mine.toml").unlink()
    again = read_record(target)
    assert again.ground == record.ground
    assert again.warnings == ()
    assert list(plain(again))[:4] == ["format", "game", "rules", "map"]
    assert list(plain(again)["ground"]) == [
        "name", "provenance", "plate", "sheet", "origin", "pitch", "knobs", "setup"
    ]  # fmt: skip


def test_a_map_that_borrows_a_shipped_name_is_put_in_too(mine: Path) -> None:
    map_file = mine / "maps" / "mine.toml"
    map_file.write_text(map_file.read_text().replace('"mine"', '"map-1"'))
    again = read_text(record_text(read_record(mine / "game.toml")))
    assert again.ground.rows == load_map("map-3").rows != load_map("map-1").rows


@pytest.mark.parametrize("number", range(1, 5))
def test_a_shipped_map_is_only_named(number: int) -> None:
    text = record_text(read_text(GOOD.replace("map-1", f"map-{number}")))
    assert tomllib.loads(text)["map"] == f"map-{number}"
    assert "ground" not in tomllib.loads(text)


def test_faults_of_a_map_file_have_their_place_in_it(mine: Path) -> None:
    map_file = mine / "maps" / "mine.toml"
    map_file.write_text(map_file.read_text().replace("plate = 32", 'plate = "x"'))
    with pytest.raises(InputError) as caught:
        read_record(mine / "game.toml")
    assert str(caught.value) == (
        f"{map_file}:5:9: plate: 'x' does not fit; expected a whole number from 8 to 256"
    )


def test_a_map_file_that_cannot_be_read_has_the_place_of_its_name(mine: Path) -> None:
    map_file, record = mine / "maps" / "mine.toml", mine / "game.toml"
    map_file.write_text("")
    with pytest.raises(InputError) as caught:
        read_record(record)
    assert str(caught.value) == (
        f"{record}:4:7: map: {map_file}: the file is empty; write something into it, or name "
        "another"
    )
    map_file.unlink()
    with pytest.raises(InputError, match=f"^{record}:4:7: map: {map_file}: there is no such file"):
        read_record(record)


def test_a_map_in_the_record_comes_before_the_one_it_names() -> None:
    rows = (maps_folder() / "map-3.toml").read_text().replace('"map-3"', '"mine"')
    record = read_text(GOOD + "[ground]\n" + rows, "toml", "f")
    assert record.ground.name == "mine"
    assert record.warnings == (
        "f:4:7: map: map-1 is not used, [ground] holds mine; leave one of them out",
    )
    assert not read_text(GOOD.replace("map-1", "mine") + "[ground]\n" + rows).warnings


def test_faults_of_a_map_in_the_record() -> None:
    rows = (maps_folder() / "map-3.toml").read_text().replace("plate = 32", "plate = 3")
    assert record_faults(GOOD + "[ground]\n" + rows) == [
        "f:17:9: ground.plate: 3 is out of range; expected 8 to 256"
    ]


def test_an_island_is_a_warning() -> None:
    text = (maps_folder() / "map-1.toml").read_text()
    for row in ("l l g g l g d d", "d d d g g l l l"):
        text = text.replace(row, ". . . . . . . .")
    record = read_text(HEAD + SEATS + "[ground]\n" + text)
    assert len(record.warnings) == 2
    assert record.warnings[0].startswith("map-1: the set-up lies on an island of 8 knobs")


# Writing.

EVERYTHING = """\
format = 1
game = "monkey-palace"
rules = "1"
map = "map-2"
date = 2026-01-31
place = "Köln"
notes = \"""
two
lines
\"""
deck = "house"
trophies = ["monkey", "frog"]
house = [1, [2.5, "x"], { a = 1, b = [] }]

[box]
arch = 80

[rulings]
spiral = "turn"

[[players]]
name = "Ana"
start = "4a3b"
each = "2a2b"
cards = [2, 3, 0]
bonus = 1
trophies = ["monkey"]
age = 8

[players.seat]
side = "north"

[[players]]
name = "Ben"
total = 15

[[turns]]
player = "Ana"
build = "h5-g5-g4_b+b-f4"
take = ["1x 1* each 1a1b on 1"]
butterfly = "f4"
frog = "h5"
monkey = "f2"
decoration = "d"
credits = 4
bonus = true
notes = "one\ttwo"
seconds = [
    "a value that is rather long and takes more room than a line has",
    "another one of the same length, so they stand on lines of their own",
]

[[turns]]
player = "Ben"
pass = true

[table]

[[table.drinks]]
name = "tea"

[[table.drinks]]
name = "milk"
"""


def test_everything_is_written_as_people_write_it() -> None:
    assert record_text(read_text(EVERYTHING)) == EVERYTHING


def test_the_sample_is_written_as_it_is() -> None:
    assert record_text(read_record(SAMPLE)) == SAMPLE.read_text()


def test_known_keys_come_first_in_their_order() -> None:
    shuffled = 'zoo = 1\nmap = "map-1"\nrules = "1"\ngame = "monkey-palace"\nformat = 1\n' + SEATS
    shuffled += '[[turns]]\nzoo = 2\nbuild = "c4+b-d4"\nplayer = "Ana"\n'
    data = plain(read_text(shuffled))
    assert list(data) == ["format", "game", "rules", "map", "zoo", "players", "turns"]
    assert list(data["turns"][0]) == ["player", "build", "zoo"]


def same(first: Any, second: Any) -> bool:
    """Equal, types and order of keys included."""
    return json.dumps(first, default=repr) == json.dumps(second, default=repr)


@pytest.mark.parametrize("text", [EVERYTHING, GOOD, SAMPLE.read_text()], ids=["every", "good", "3"])
def test_writing_is_a_fix_point_across_both_kinds(text: str) -> None:
    toml = record_text(read_text(text))
    made = record_text(read_text(toml), "json")
    assert record_text(read_text(made, "json"), "json") == made
    assert record_text(read_text(made, "json")) == toml
    assert record_text(read_text(toml)) == toml
    assert same(plain(read_text(made, "json")), plain(read_text(toml)))


def test_dates() -> None:
    for written, read in {
        "2026-01-31": datetime.date(2026, 1, 31),
        "2026-01-31T19:30:00": datetime.datetime(2026, 1, 31, 19, 30),
        '"2026-01-31"': datetime.date(2026, 1, 31),
        '"20260131"': "20260131",
        '"a rainy day"': "a rainy day",
    }.items():
        record = read_text(f"date = {written}\n{HEAD}{SEATS}")
        assert record.data.date == read
        assert type(record.data.date) is type(read)
        again = read_text(record_text(record, "json"), "json")
        assert plain(again) == plain(record)


def test_dates_elsewhere_become_texts_in_json() -> None:
    record = read_text(GOOD + "[[odd]]\nday = 2026-01-31\ntime = 19:30:00\n")
    odd = json.loads(record_text(record, "json"))["odd"]
    assert odd == [{"day": "2026-01-31", "time": "19:30:00"}]


def test_what_one_kind_cannot_say() -> None:
    record = read_text(GOOD + "[odd]\na = [1.5, nan]\nb = -inf\n")
    assert record_text(read_text(record_text(record))) == record_text(record)
    with pytest.raises(InputError) as caught:
        record_text(record, "json")
    assert str(caught.value) == (
        "odd.a[2]: nan cannot be written in JSON; take it out\n"
        "odd.b: -inf cannot be written in JSON; take it out"
    )
    record = read_text(JSON_HEAD + JSON_SEATS + '"x": [{"y": null}]}', "json")
    assert record_text(read_text(record_text(record, "json"), "json"), "json") == record_text(
        record, "json"
    )
    with pytest.raises(InputError) as caught:
        record_text(record, "toml")
    assert str(caught.value) == "x[1].y: None cannot be written in TOML; take it out"


keys = st.text(st.characters(exclude_categories=["Cs"]), max_size=6) | st.sampled_from(
    ["pass_", "a-b", "2", "ä", "a.b", '"', "\\", "\n", "model_fields"]
)
texts = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0")
) | st.sampled_from(["a\r\nb", "a\nb\\", '"""', "\ta\n", "\r", "'''\n"])
keys = keys.filter(lambda key: "\0" not in key)
leaves = (
    texts
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
)
trees = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)
tables = st.dictionaries(keys.map(lambda key: f"{key}!"), trees, max_size=3)


@settings(max_examples=150, deadline=None)
@given(tables, tables, tables, st.booleans())
def test_unknown_keys_survive(
    top: dict[str, Any], player: dict[str, Any], turn: dict[str, Any], dated: bool
) -> None:
    data = {
        **top,
        **tomllib.loads(HEAD),
        "players": [{"name": "Ana", **player}, {"name": "Ben"}],
        "turns": [{**turn, "player": "Ana", "build": "c4+b-d4"}],
        **({"date": "2026-01-31"} if dated else {}),
    }
    record = read_text(json.dumps(data), "json")
    assert len(record.warnings) == len(top) + len(player) + len(turn)
    toml, made = record_text(record), record_text(record, "json")
    assert json.loads(made) == data
    if dated:
        data["date"] = datetime.date(2026, 1, 31)
    assert tomllib.loads(toml) == data
    for text, kind in ((toml, "toml"), (made, "json")):
        again = read_text(text, "json" if kind == "json" else "toml")
        assert record_text(again) == toml
        assert record_text(again, "json") == made
    assert (
        list(tomllib.loads(toml))[:3] == list(json.loads(made))[:3] == ["format", "game", "rules"]
    )


def test_floats_keep_their_value() -> None:
    for number in (1e22, 1e-7, 0.1, -0.0, 5e-324, 1.7976931348623157e308):
        text = record_text(read_text(GOOD + f"odd = {number!r}\n"))
        assert math.copysign(1, tomllib.loads(text)["turns"][0]["odd"]) == math.copysign(1, number)
        assert tomllib.loads(text)["turns"][0]["odd"] == number


def test_a_file_is_not_overwritten_unasked(tmp_path: Path) -> None:
    record = read_text(GOOD)
    for ending in ("toml", "json", "TOML"):
        file = tmp_path / f"game.{ending}"
        file.write_text("mine")
        with pytest.raises(InputError) as caught:
            write_record(record, file)
        said = f"{file}: this file exists; choose another name, or allow overwriting"
        assert str(caught.value) == said
        assert file.read_text() == "mine"
        write_record(record, file, overwrite=True)
        assert plain(read_record(file)) == plain(record)


def test_only_files_that_are_read_are_written(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        write_record(read_text(GOOD), tmp_path / "game.txt")
    assert str(caught.value) == (
        f"{tmp_path}/game.txt: records are TOML or JSON; name it .toml or .json"
    )
    assert not list(tmp_path.iterdir())


def test_a_record_that_cannot_be_written_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        write_record(read_text(GOOD + "odd = nan\n"), tmp_path / "game.json")
    assert not list(tmp_path.iterdir())


# Build files.

ARCH = '{"kind": "arch", "x": 11, "y": 14, "level": 1, "turn": 0, "colour": "tan"}'
BRICK = '{"kind": "brick", "x": 11, "y": 14}'


def test_a_whole_table() -> None:
    build, warnings = build_of(parse_document(f'{{"format": 1, "build": [{ARCH}]}}', "json", "f"))
    assert build.ground == load_map("map-1")
    assert build.on is None
    assert build.elements == (Element("arch", 11, 14, 1, 0, "tan"),)
    assert warnings == ()


def test_one_turn(tmp_path: Path) -> None:
    file = tmp_path / "turn.json"
    file.write_text(f'{{"format": 1, "map": "map-2", "position": "{SETUP}", "build": [{BRICK}]}}')
    build, warnings = read_build(file)
    assert build.on == Palace.read(SETUP, load_map("map-2"))
    assert build.ground == load_map("map-2")
    assert build.elements == (Element("brick", 11, 14, 0, 0, ""),)
    assert warnings == ()


def test_a_position_may_name_the_map() -> None:
    text = '{"format": 1, "position": "map-3:x8/x8/x2,x4,x2/x8/x8/x8/x8/x8", "build": []}'
    build, _ = build_of(parse_document(text, "json", "f"))
    assert build.ground == load_map("map-3")
    assert build_faults(text.replace('"build"', '"map": "map-1", "build"')) == [
        "f:1:28: position: 'map-3' is not the map; expected map-1"
    ]


def test_a_build_in_toml_on_a_map_of_its_own(tmp_path: Path) -> None:
    rows = (maps_folder() / "map-3.toml").read_text().replace('"map-3"', '"mine"')
    (tmp_path / "mine.toml").write_text(rows)
    file = tmp_path / "turn.toml"
    file.write_text('format = 1\nmap = "mine.toml"\nbuild = []\n')
    assert read_build(file)[0].ground.name == "mine"
    file.write_text("format = 1\nbuild = []\n[ground]\n" + rows)
    assert read_build(file)[0].ground.name == "mine"


BUILD_FAULTS = {
    "{}": [
        'f:1:1: format: this key is missing; add "format": 1',
        'f:1:1: build: this key is missing; add "build": ...',
    ],
    '{"format": 1, "biuld": []}': [
        "f:1:1: build: this key is missing; is 'biuld' a slip for it?"
    ],
    '{"format": 2, "map": "mp-1",\n"build": 3}': [
        "f:1:12: format: 2 is not known here; this palace reads format = 1",
        "f:1:22: map: there is no map 'mp-1'; did you mean map-1? name map-1, map-2, map-3, map-4 "
        "or a .toml file",
        "f:2:10: build: 3 does not fit; expected a list",
    ],
    '{"format": 1, "build": [\n{"kind": "arhc", "x": 5.5, "y": "5", "level": -1, "turn": 4},\n'
    '{"knd": "arch", "x": 1001, "y": -1001, "level": 1001, "turn": -1, "colour": 3},\n3]}': [
        "f:2:10: build[1].kind: 'arhc' is not known; expected 'arch', 'brick', 'column', 'light', "
        "'dark', 'gold', 'corner', 'monkey', 'butterfly' or 'frog'",
        "f:2:23: build[1].x: 5.5 does not fit; expected a whole number",
        "f:2:33: build[1].y: '5' does not fit; expected a whole number",
        "f:2:47: build[1].level: -1 is too small; at least 0",
        "f:2:59: build[1].turn: 4 is too large; at most 3",
        "f:3:1: build[2].kind: this key is missing; is 'knd' a slip for it?",
        "f:3:22: build[2].x: 1001 is too large; at most 1000",
        "f:3:33: build[2].y: -1001 is too small; at least -1000",
        "f:3:49: build[2].level: 1001 is too large; at most 1000",
        "f:3:63: build[2].turn: -1 is too small; at least 0",
        "f:3:77: build[2].colour: 3 does not fit; expected a text in quotes",
        "f:4:1: build[3]: 3 does not fit; expected a table",
    ],
    '{"format": 1, "build": [{}]}': [
        'f:1:25: build[1].kind: this key is missing; add "kind": "arch"',
        'f:1:25: build[1].x: this key is missing; add "x": 5',
        'f:1:25: build[1].y: this key is missing; add "y": 5',
    ],
    # The knobs of c4 and d4 are there, e4 lacks its half of the arch.
    '{"format": 1, "position":\n "x8/x8/x8/x8/x3,E,x4/x8/x8/x8", "build": []}': [
        "f:2:18: position: support: d4: the arch leading E has no other end at e4, level 0; "
        "expected W there"
    ],
    '{"format": 1, "build": [],\n "position": "x8/\\u0078\\u0038/q"}': [
        "f:2:31: position: 'q'; expected b c l d g, N E S W, m f y, or xN for N empty knobs"
    ],
    f'{{"format": 1, "position": "{SETUP}", "build": [\n{{"kind": "frog", "x": 1, "y": 1}},\n'
    '{"kind": "gold", "x": 1, "y": 1}, {"kind": "corner", "x": 1, "y": 1}]}': [
        "f:2:10: build[1].kind: a turn is not built of a frog; leave it out, or leave out position "
        "to judge the whole table",
        "f:3:44: build[3].kind: a turn is not built of a corner; leave it out, or leave out "
        "position to judge the whole table",
    ],
    '{"format": 1, "position": 3, "build": [' + "{}," * 2000 + "{}]}": [
        "f:1:27: position: 3 does not fit; expected a text in quotes",
        "f:1:39: build: more than 2000 entries; at most 2000",
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", BUILD_FAULTS, ids=lambda text: repr(BUILD_FAULTS[text][0])[:60])
def test_faults_of_builds(text: str) -> None:
    assert build_faults(text) == BUILD_FAULTS[text]


def test_unknown_keys_of_builds() -> None:
    text = '{"format": 1, "mapp": 3, "build": [{"kind": "brick", "x": 5, "y": 5,\n "color": "x"}]}'
    _, warnings = build_of(parse_document(text, "json", "f"))
    kept = "this key is not known and is kept as it is"
    assert warnings == (
        f"f:1:15: mapp: {kept}; did you mean map?",
        f"f:2:2: build[1].color: {kept}; did you mean colour?",
    )


def test_records_are_what_they_seem() -> None:
    record = read_record(SAMPLE)
    assert isinstance(record, Record)
    assert [player.name for player in record.data.players] == ["Ana", "Ben", "Caro"]
    assert len(record.data.turns or ()) == 18
    assert record.data.trophies == ["monkey", "butterfly", "frog"]
    assert read_text(HEAD + SEATS).data.trophies == ["monkey"]
    assert record.warnings == ()
