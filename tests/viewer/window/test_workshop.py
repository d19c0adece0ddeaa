"""Undo, saving and the clipboard; building and entering in the window, drawn off-screen."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyperclip
import pytest

from palace import Build, InputError, Knob, Supply, read_build
from palace_viewer.callouts import project as pixels
from palace_viewer.doctor import find_clipboard_trouble
from palace_viewer.marks import above
from palace_viewer.window.building import Building
from palace_viewer.window.entering import Entering
from palace_viewer.window.looking import Looking
from palace_viewer.window.mode import Spot
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


@pytest.fixture
def window(opengl: None) -> Iterator[Any]:
    from palace_viewer.window.window import Window

    opened = Window(Looking(SETUP, Supply(5, 5, 1)), size=(800, 600), off_screen=True)
    yield opened
    opened.close()


def click(window: Any, knob: str) -> None:
    """Press and let go where a bare knob is seen."""
    window.image()
    pane = window.panes[0]
    point = np.array([above(SETUP.ground, Knob.read(knob), 0)])
    ((x, y),) = pixels(pane.renderer.camera, pane.frame, point)
    spot = pane.pick(float(x), float(y), window.size[1])
    assert spot.knob == Knob.read(knob)
    pane.mode.pick(spot)
    window.refresh()


def test_a_staircase_is_clicked_laid_and_left(window: Any) -> None:
    bare = window.image()
    assert window.press_key("b")
    window.refresh()
    mode = window.panes[0].mode
    assert isinstance(mode, Building)
    dotted = window.image()
    assert (bare != dotted).any(axis=2).sum() > 500, "dots and the panel"
    for knob in ("a4", "b4"):
        click(window, knob)
    assert "NOT LEGAL YET  a4-b4" in window.shots[0].panel
    for knob in ("c4", "d4"):
        mode.pick(Spot(Knob.read(knob)))
    window.refresh()
    assert window.shots[0].accent == "legal"
    window.press_key("Return")
    window.refresh()
    assert mode.history.now.trial.palace != SETUP
    window.check()
    assert window.press_key("Escape")
    assert isinstance(window.panes[0].mode, Looking)


def test_a_table_is_entered_by_keys_and_clicks(window: Any) -> None:
    assert window.press_key("e")
    window.refresh()
    mode = window.panes[0].mode
    assert isinstance(mode, Entering)
    click(window, "a1")
    for key in ("E", "Right", "BackSpace", "n"):
        assert window.press_key(key), key
    window.refresh()
    assert window.panes[0].mode is mode, "e is an arch to the east here, and enters nothing"
    found = mode.history.now.found
    assert (found.column(Knob.read("b1")), found.column(Knob.read("b2"))) == ("N", "S")
    assert found.column(Knob.read("a1")) == ""
    assert window.shots[0].accent == "legal"
    window.image()
    window.check()


def test_the_help_tells_what_a_key_does_here(window: Any) -> None:
    assert window.help_keys()["b"] == "build a staircase from here"
    window.press_key("b")
    assert window.help_keys()["b"] == "add a brick to the last knob"
    assert window.help_keys()["e"] == "enter a table piece by piece"
    window.press_key("e")
    assert window.help_keys()["e"] == "add an arch that leads east"
    assert [*window.help_keys()][:4] == ["b", "c", "n", "e"], "in the order of the mode"
