"""Copying: always printed, and on the clipboard where there is one."""

from __future__ import annotations

import sys

import pyperclip
import pytest

from palace_viewer.window.workshop import copy, find_clipboard_trouble


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
    assert copy("a1-a2") == "printed on the terminal; there is no clipboard here"
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
    assert find_clipboard_trouble() == "there is none; what is copied is only printed"
    monkeypatch.setitem(sys.modules, "pyperclip", None)
    assert find_clipboard_trouble() == "pyperclip is missing; what is copied is only printed"
