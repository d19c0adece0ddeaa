"""Records: every fault with its place, all of them at once."""

from __future__ import annotations

import json

import pytest

from palace.monkey_palace.game.record_writing import record_text
from tests.monkey_palace.game.record_texts import (
    GOOD,
    HEAD,
    JSON_HEAD,
    JSON_SEATS,
    SEATS,
    TURN,
    record_faults,
)
from tests.monkey_palace.game.texts import read_text

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
    GOOD.replace("format = 1", "format = 2"):
        ["f:1:10: format: 2 is not known here; this palace reads format = 1"],
    GOOD.replace("format = 1", 'format = "1"'):
        ["f:1:10: format: '1' does not fit; expected a whole number"],
    GOOD.replace("format = 1", "format = 1.0"):
        ["f:1:10: format: 1.0 does not fit; expected a whole number"],
    GOOD.replace("format = 1", "format = true"):
        ["f:1:10: format: true does not fit; expected a whole number"],
    GOOD.replace('rules = "1"', 'rules = "2"'):
        ["f:3:9: rules: '2' is not known here; this palace reads rules = \"1\""],
    GOOD.replace('rules = "1"', "rules = 1"):
        ["f:3:9: rules: 1 does not fit; expected a text in quotes"],
    GOOD.replace("monkey-palace", "chess"):
        ["f:2:8: game: 'chess' is not known; expected 'monkey-palace'"],
    'game = "palm-island"':
        ["f:1:8: game: this is a record of palm-island; one of monkey-palace is needed here"],
    'game = "cooper-island"\nformat = "x"':
        ["f:1:8: game: this is a record of cooper-island; one of monkey-palace is needed here"],
    GOOD.replace("map-1", "map-11"): [
        "f:4:7: map: there is no map 'map-11'; did you mean map-1? name map-1, map-2, map-3, "
        "map-4 or a .toml file"
    ],
    GOOD.replace('"map-1"', '["map-1"]'):
        ["f:4:7: map: a list does not fit; expected a text in quotes"],
    GOOD.replace('map = "map-1"', 'mapp = "map-1"'):
        ["f:1:1: map: a game with turns needs this key; is 'mapp' a slip for it?"],
    GOOD.replace('map = "map-1"', 'grond = "map-1"'):
        ["f:1:1: map: a game with turns needs this key; is 'grond' a slip for it?"],
    GOOD.replace('map = "map-1"', 'ruins = "map-1"'):
        ['f:1:1: map: a game with turns needs this key; add map = "map-1", or a [ground] table'],
    HEAD + "date = 5\n" + SEATS:
        ["f:5:8: date: 5 is no date; expected a date such as 2026-01-31, or a text"],
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
    HEAD + "".join(f'[[players]]\nname = "{n}"\n' for n in "ABCDE"):
        ["f:5:1: players: 5 players; 2 to 4 can play"],
    HEAD + "players = 3": ["f:5:11: players: 3 does not fit; expected a list"],
    HEAD + 'players = [3, { name = "Ana" }]':
        ["f:5:12: players[1]: 3 does not fit; expected a table"],
    GOOD.replace("Ben", "Ana"):
        ["f:8:8: players[2].name: two players are called 'Ana'; give each a name of their own"],
    HEAD + '[[players]]\nnam = "Ana"\n[[players]]\nnick = "Ben"\n' + TURN: [
        "f:5:1: players[1].name: this key is missing; is 'nam' a slip for it?",
        "f:7:1: players[2].name: this key is missing; add name = ...",
    ],
    # Who has no name may be the player of any turn.
    GOOD.replace('name = "Ana"', 'nam = "Ana"'):
        ["f:5:1: players[1].name: this key is missing; is 'nam' a slip for it?"],
    HEAD + '[[players]]\nname = " "\n[[players]]\nname = "B\\u001bn"\n': [
        "f:6:8: players[1].name: the name is empty; give everyone a name",
        "f:8:8: players[2].name: '\\x1b' cannot be part of a name; write it on one line",
    ],
    HEAD + SEATS.replace("Ben", "B" * 201):
        ["f:8:8: players[2].name: the name is too long; at most 200 characters"],
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
    PLAYER + "cards = { a = 1 }\n":
        ["f:9:9: players[2].cards: a table does not fit; expected a whole number"],
    HEAD + SEATS + "[turns]\na = 1": ["f:9:1: turns: a table does not fit; expected a list"],
    GOOD.replace('player = "Ana"', 'playr = "Ana"'):
        ["f:9:1: turns[1].player: this key is missing; is 'playr' a slip for it?"],
    GOOD.replace('player = "Ana"', 'player = "ana"'):
        ["f:10:10: turns[1].player: no player is called 'ana'; did you mean Ana?"],
    GOOD.replace('player = "Ana"', 'player = "Zoe"'):
        ["f:10:10: turns[1].player: no player is called 'Zoe'; the players are Ana, Ben"],
    GOOD.replace("build =", "biuld ="):
        [f"f:9:1: turns[1]: {NO_TURN}; is 'biuld' a slip for build?"],
    GOOD.replace('build = "c4+b-d4"', "pas = true"):
        [f"f:9:1: turns[1]: {NO_TURN}; is 'pas' a slip for pass?"],
    GOOD.replace('build = "c4+b-d4"', "pass = false"):
        [f'f:9:1: turns[1]: {NO_TURN}; add build = "..." or pass = true'],
    GOOD + "pass = true": ["f:12:8: turns[1].pass: this turn has a build too; keep one of the two"],
    GOOD + "pass = 1": [
        "f:12:8: turns[1].pass: 1 does not fit; expected true or false",
        "f:12:8: turns[1].pass: this turn has a build too; keep one of the two",
    ],
    GOOD.replace('"c4+b-d4"', "3"):
        ["f:11:9: turns[1].build: 3 does not fit; expected a text in quotes"],
    GOOD.replace("c4+b-d4", "c4+q-d4"):
        ["f:11:13: turns[1].build: 'q' is not expected here; expected b (brick) or c (column)"],
    GOOD.replace("c4+b-d4", "c4"):
        ["f:11:12: turns[1].build: it ends here; expected - and the next knob"],
    # Escapes and lines of the file are counted, not characters of the text.
    GOOD.replace("c4+b-d4", r"c\u0034\u002bq-d4"):
        ["f:11:23: turns[1].build: 'q' is not expected here; expected b (brick) or c (column)"],
    GOOD.replace('"c4+b-d4"', '"""\nc4+b\n  - d\U0001f412"""'):
        ["f:13:5: turns[1].build: 'd' is not expected here; expected a knob such as a4"],
    GOOD + 'take = ["3g 2* on 7", "1x 1*", "4l 2* once 1a1a"]': [
        "f:12:19: turns[1].take[1]: '7' is no slot; expected a slot from 1 to 4",
        "f:12:47: turns[1].take[3]: a is there twice; expected each letter once",
    ],
    GOOD + f"take = [{'3, ' * 101}]": ["f:12:8: turns[1].take: more than 100 entries; at most 100"],
    GOOD + 'frog = "h"\nmonkey = "4h"\nbutterfly = 4\n': [
        "f:12:9: turns[1].frog: 'h' is not a knob; expected a file and a rank, such as a4",
        "f:13:11: turns[1].monkey: '4h' is not a knob; expected a file and a rank, such as a4",
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
        "f:3:68: turns[1].build: '\U0001f412' is not expected here; expected a knob such as a4",
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
    assert record.document.where(("turns", 0, "build")).line == 11
    assert record.document.where(("turns", 0, "monkey")).line == 9


def test_null_is_no_value() -> None:
    text = JSON_HEAD + JSON_SEATS + ' "map": null, "turns": null, "date": null, "x": null}'
    record = read_text(text, "json")
    assert record.data.turns is None
    assert record.data.date is None
    assert json.loads(record_text(record, "json")) == {
        **json.loads(JSON_HEAD + JSON_SEATS + '"x": null}')
    }
