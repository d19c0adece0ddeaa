"""Writing records: as people write them, a fix-point across both kinds."""

from __future__ import annotations

import datetime
import json
import math
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.core.errors import InputError
from palace.monkey_palace.game.log import read_record
from palace.monkey_palace.game.record_writing import plain, record_text, write_record
from tests.examples import examples
from tests.monkey_palace.game.record_texts import GOOD, HEAD, JSON_HEAD, JSON_SEATS, SEATS
from tests.monkey_palace.game.texts import read_text
from tests.paths import SAMPLE

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
box = "house"
deck = "house"
trophies = ["monkey", "frog"]
house = [1, [2.5, "x"], { a = 1, b = [] }]

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
    data: dict[str, Any] = plain(read_text(shuffled))
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


@settings(max_examples=examples(150))
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
        said = f"{file}: this file exists; choose another name"
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
