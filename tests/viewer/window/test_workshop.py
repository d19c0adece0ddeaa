"""Undo, saving into new files, and the clipboard."""

from __future__ import annotations

import sys
from pathlib import Path

import pyperclip
import pytest

from palace import Build, InputError, read_build
from palace_viewer.doctor import find_clipboard_trouble
from palace_viewer.window.workshop import History, copy, find_free_name, save
from tests.viewer.palaces import SETUP


def test_copied_and_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    held: list[str] = []
    monkeypatch.setattr(pyperclip, "copy", held.append)
    assert copy("c4+b-d4") == "copied, and printed on the terminal"
    assert held == ["c4+b-d4"]
    assert capsys.readouterr().out == "c4+b-d4\n"


def test_no_clipboard(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def none(_: str) -> None:
        raise pyperclip.PyperclipException("no copy mechanism")

    monkeypatch.setattr(pyperclip, "copy", none)
    assert copy("a1-a2") == "printed on the terminal; this machine has no clipboard"
    assert capsys.readouterr().out == "a1-a2\n"


def test_without_the_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyperclip", None)
    assert copy("a1-a2").endswith("pip install pyperclip")
    assert capsys.readouterr().out == "a1-a2\n"


def test_a_closed_terminal_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[str] = []
    monkeypatch.setattr(pyperclip, "copy", held.append)
    monkeypatch.setattr(sys, "stdout", None)
    assert copy("a1-a2").startswith("copied")
    assert held == ["a1-a2"]


def test_whether_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyperclip, "determine_clipboard", lambda: (print, input))
    assert find_clipboard_trouble() is None
    monkeypatch.setattr(pyperclip, "determine_clipboard", lambda: (None, None))
    assert find_clipboard_trouble() == "there is no clipboard; copied text is only printed"
    monkeypatch.setitem(sys.modules, "pyperclip", None)
    assert find_clipboard_trouble() == "pyperclip is missing; copied text is only printed"


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
