"""The map of a record: named, found beside it, or put into it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from palace.core.errors import InputError
from palace.monkey_palace.game.log import read_record
from palace.monkey_palace.game.record_writing import plain, record_text, write_record
from palace.monkey_palace.kernel.ground import load_map
from tests.monkey_palace.game.record_texts import GOOD, HEAD, SEATS, record_faults
from tests.monkey_palace.game.texts import read_text
from tests.paths import MAPS


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder with a record that names a map of its own, in a folder beside it."""
    (tmp_path / "maps").mkdir()
    text = (MAPS / "map-3.toml").read_text().replace('"map-3"', '"mine"')
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
    ground = plain(again)["ground"]
    assert isinstance(ground, dict)
    assert list(ground) == [
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
    rows = (MAPS / "map-3.toml").read_text().replace('"map-3"', '"mine"')
    record = read_text(GOOD + "[ground]\n" + rows, "toml", "f")
    assert record.ground.name == "mine"
    assert record.warnings == (
        "f:4:7: map: map-1 is not used, [ground] holds mine; leave one of them out",
    )
    assert not read_text(GOOD.replace("map-1", "mine") + "[ground]\n" + rows).warnings


def test_faults_of_a_map_in_the_record() -> None:
    rows = (MAPS / "map-3.toml").read_text().replace("plate = 32", "plate = 3")
    assert record_faults(GOOD + "[ground]\n" + rows) == [
        "f:17:9: ground.plate: 3 is out of range; expected 8 to 256"
    ]


def test_an_island_is_a_warning() -> None:
    text = (MAPS / "map-1.toml").read_text()
    for row in ("l l g g l g d d", "d d d g g l l l"):
        text = text.replace(row, ". . . . . . . .")
    record = read_text(HEAD + SEATS + "[ground]\n" + text)
    assert len(record.warnings) == 2
    assert record.warnings[0].startswith("map-1: the set-up is on an island of 8 knobs")
