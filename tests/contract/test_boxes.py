"""Boxes of every game: what was ever written is still read, and what is written now reads back.

`tests/golden/box/GAME` holds what `box new` wrote when boxes were first read, the same filled in,
and what `box show --json` and `box check --json` said of them and of the house box.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from palace.contract.box import BoxFormat, Section
from palace.contract.registry import REGISTRY, game
from palace.core.errors import InputError
from palace.files import writing
from palace.files.models import keys_of
from palace.monkey_palace.kernel.ground import load_map
from tests.calls import call, refusal
from tests.paths import GOLDEN

games = pytest.mark.parametrize("key", REGISTRY)

pytestmark = pytest.mark.usefixtures("folder")


def box_format(key: str) -> BoxFormat[Any, Any]:
    box = game(key).box
    found = None if box is None else box()
    assert isinstance(found, BoxFormat)
    return found


def kept(key: str, name: str) -> str:
    """The path of a golden box."""
    home = GOLDEN / "box" / key
    found = home / name
    return name if name == "house" else str(found if found.is_dir() else home / f"{name}.toml")


@games
@pytest.mark.parametrize("name", ["house", "new", "filled"])
def test_what_was_written_is_still_read_as_it_was(key: str, name: str) -> None:
    for verb in ("show", "check"):
        then = json.loads((GOLDEN / "box" / key / f"{name}-{verb}.json").read_text())
        data = call("box", verb, kept(key, name), "--game", key, "--json").json
        assert data["game"] == key
        assert bool(data.get("missing")) >= bool(then.pop("missing", ()))
        then.pop("complete", None)
        assert {word: data[word] for word in then} == then


@games
@pytest.mark.parametrize("name", ["new", "filled"])
def test_a_file_tells_its_game_even_one_that_does_not_say_so(key: str, name: str) -> None:
    assert call("box", "check", kept(key, name), "--json").json["game"] == key


def test_a_map_that_was_written_is_still_read() -> None:
    assert load_map(str(GOLDEN / "box/monkey-palace/sheet-2.toml")).name == "sheet-2"


@games
def test_what_is_written_reads_back(key: str) -> None:
    target = box_format(key).target
    files = call("box", "new", "--game", key, "--json").json["files"]
    assert Path(files[0]).parts[0] == target
    assert tomllib.loads(Path(files[0]).read_text())["game"] == key
    shown = {}
    for path in (target, kept(key, "new")):
        for name in (target, files[0]) if path == target else (path,):
            shown[name] = call("box", "show", name, "--json").json
    assert len({json.dumps(data, sort_keys=True) for data in shown.values()}) == 1
    assert call("box", "check", target, "--json").json["complete"] is False
    assert refusal("box", "new", "--game", key)[0].startswith(f"{files[0]}: this file exists; ")


@games
def test_every_key_of_a_template_is_read(key: str) -> None:
    """Also those behind a `#`."""
    found = box_format(key)
    text = re.sub(r"^# (\w+ = .*|\[\[\w+\]\])$", r"\1", found.text("x.toml"), flags=re.MULTILINE)
    Path("x.toml").write_text(text)
    data = tomllib.loads(text)
    if key == "monkey-palace":
        for name in ("deck.csv", "sheet-1.toml"):
            Path(name).write_bytes((GOLDEN / "box" / key / "new" / name).read_bytes())
    found.load("x.toml")
    for section in found.sections:
        tables = data if not section.name else data[section.name]
        for table in tables if isinstance(tables, list) else [tables]:
            assert {entry.name for entry in section.keys} <= table.keys()


@games
def test_a_template_offers_every_key_of_its_model(key: str) -> None:
    found = box_format(key)
    offered = {name for section in found.sections for name in names(section)}
    kept = {"pieces", "rulings", "grounds"} if key == "monkey-palace" else set()
    head = {"format", "game", "name", "provenance"}
    assert keys_of(found.model).keys() - offered == head | kept


def names(section: Section) -> set[str]:
    """The keys of the file that a section stands for."""
    return {section.name} if section.name else {entry.name for entry in section.keys}


@games
def test_wrong_values_have_their_place_and_stop_both_verbs(key: str) -> None:
    text = box_format(key).text("x.toml").replace("format = 1", "format = 2\nnaem = 3", 1)
    Path("x.toml").write_text(text.replace('name = "my box"', "name = 4", 1))
    at = 1 + text.split("format = 2")[0].count("\n")
    for verb in ("check", "show"):
        lines = refusal("box", verb, "x.toml", "--json")
        assert f"x.toml:{at}:10: format: 2 is not known here; this palace reads format = 1" in lines
        assert f"x.toml:{at + 3}:8: name: 4 does not fit; expected a text in quotes" in lines


def test_games_that_are_not_there() -> None:
    Path("x.toml").write_text('format = 1\ngame = "palm"\nname = "x"\nprovenance = "transcribed"\n')
    listed = "it plays monkey-palace, palm-island, cooper-island"
    assert refusal("box", "check", "x.toml") == [f"x.toml:2:8: there is no game 'palm'; {listed}"]
    assert refusal("box", "new", "--game", "palm") == [f"--game: there is no game 'palm'; {listed}"]
    assert not Path("my-box").exists()


def test_three_files_are_written_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    write = writing._write

    def full(file: str, raw: bytes, overwrite: bool) -> None:
        if file.endswith("sheet-1.toml"):
            raise OSError(28, "No space left on device")
        write(file, raw, overwrite)

    monkeypatch.setattr(writing, "_write", full)
    (line,) = refusal("box", "new", "mine")
    assert line.startswith("mine/sheet-1.toml: cannot be written: No space left on device")
    assert not any(Path("mine").iterdir())


@games
def test_the_house_box_is_one_value(key: str) -> None:
    found = box_format(key)
    assert found.load("house") is found.load("house")
    with pytest.raises(InputError, match="there is no box 'hous'; did you mean house"):
        found.load("hous")


def test_nought_is_a_value_and_blanks_are_none() -> None:
    head = 'format = 1\nname = "x"\nprovenance = "transcribed"\n'
    Path("palm.toml").write_text(
        f'{head}game = "palm-island"\n[[villagers]]\nid = "monk"\nname = "Monk"\ncost = "free"\n'
        'points = 0\n[[outposts]]\nid = "hill"\nname = " "\nterrain = "sea"\npoints = 0\n'
        'casual = "Have 2 fish."\nspeed = "2F"\n'
    )
    assert call("box", "check", "palm.toml", "--json").json["missing"] == [
        "outposts hill: its name"
    ]
    assert "monk Monk: cost free; points 0\n" in call("box", "show", "palm.toml").out
    Path("box.toml").write_text(f'{head}[[boards]]\nnumber = 1\nstart = " "\neach = "2a"\n')
    assert "boards 1: starting pieces, delivery" in call("box", "check", ".").out


def test_rows_of_a_deck_that_are_in_no_pile() -> None:
    Path("deck.csv").write_text(
        "# provenance: transcribed\nid,cost,colour,bananas,once,each\n1,3,g,2,,\n2,3,,,,\n3,,,,,\n"
    )
    head = 'format = 1\nname = "x"\nprovenance = "transcribed"\ndeck = "deck.csv"\n'
    Path("box.toml").write_text(head)
    assert call("box", "show", ".").out.endswith("\n\nno pile yet: 0 cards\n  not filled in: 2 3\n")


@games
def test_the_schema_has_every_key_with_what_it_is(key: str) -> None:
    schema = call("box", "schema", "--game", key).json
    assert schema["properties"].keys() >= keys_of(box_format(key).model).keys()
    notes = {k.name: k.note for section in box_format(key).sections for k in section.keys if k.note}
    told = [schema, *schema["$defs"].values()]
    for name, note in notes.items():
        found = {table["properties"].get(name, {}).get("description") for table in told}
        assert note in found
