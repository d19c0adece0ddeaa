"""Saving into new files only."""

from __future__ import annotations

from pathlib import Path

import pytest

from palace import Build, InputError, read_build
from palace_viewer.window.workshop import History, find_free_name, save
from tests.viewer.palaces import SETUP


def test_the_first_free_name(tmp_path: Path) -> None:
    wanted = tmp_path / "game.toml"
    assert find_free_name(wanted) == wanted
    wanted.touch()
    assert find_free_name(wanted).name == "game-2.toml"
    (tmp_path / "game-2.toml").symlink_to(tmp_path / "nowhere")
    assert find_free_name(wanted).name == "game-3.toml", "a link that leads nowhere holds its name"
    (tmp_path / "game-3.toml").mkdir()
    assert find_free_name(wanted).name == "game-4.toml"
    assert find_free_name(tmp_path / "game-2.toml").name == "game-2-2.toml"


def test_an_existing_file_is_never_lost(tmp_path: Path) -> None:
    file = tmp_path / "build.json"
    save(Build.of(SETUP), file)
    kept = file.read_text()
    with pytest.raises(InputError, match="this file exists"):
        save(Build(SETUP.ground, ()), file)
    assert file.read_text() == kept
    assert read_build(file)[0] == Build.of(SETUP)


def test_history_forgets_what_was_undone_once_something_new_is_done() -> None:
    states = History(0)
    assert not states.undo()
    assert not states.redo()
    for number in (1, 2, 3):
        states.go(number)
    assert states.undo()
    assert states.undo()
    assert states.now == 1
    assert states.redo()
    assert states.now == 2
    states.amend(20)
    states.go(4)
    assert not states.redo()
    assert states.undo()
    assert (states.now, states.first) == (20, 0)
