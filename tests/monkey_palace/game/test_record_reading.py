"""Records: what a good one holds, and keys nobody knows."""

from __future__ import annotations

import tomllib

from palace.monkey_palace.game.log import LoggedRecord, read_record
from palace.monkey_palace.game.record_writing import record_text
from tests.monkey_palace.game.record_texts import GOOD, HEAD, SEATS
from tests.monkey_palace.game.texts import read_text
from tests.paths import MAPS, SAMPLE


def test_records_are_what_they_seem() -> None:
    record = read_record(SAMPLE)
    assert isinstance(record, LoggedRecord)
    assert [player.name for player in record.data.players] == ["Ana", "Ben", "Caro"]
    assert len(record.data.turns or ()) == 18
    assert record.data.trophies == ["monkey", "butterfly", "frog"]
    assert read_text(HEAD + SEATS).data.trophies == ["monkey"]
    assert record.warnings == ()


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
    rows = (MAPS / "map-1.toml").read_text().replace("pitch", "pitsch = 4\npitch")
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
