"""The answer of the check for OpenGL is kept, and never believed where it may be wrong."""

from __future__ import annotations

import atexit
import json
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from palace_viewer.offscreen import opengl as gl
from tests.viewer.palaces import forget_opengl

FOUND = "vtkFoundWindow"


@pytest.fixture(autouse=True)
def tries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """Every check that is made, on a machine that draws, with a cache folder of its own."""
    made: list[str] = []

    def tried(way: str) -> str | None:
        made.append(way)
        return FOUND

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(gl, "_try", tried)
    monkeypatch.setattr(atexit, "register", lambda work, *given: ends.append((work, given)))
    ends.clear()
    forget_opengl()
    yield made
    forget_opengl()


ends: list[tuple[object, tuple[str, str]]] = []
"""What is to be done when the process ends."""


def ask_next() -> str | None:
    """Return the answer that another process gets after this one ended as it should."""
    for _, (asked, name) in ends:
        gl._keep(asked, name)
    return ask_after_crash()


def ask_after_crash() -> str | None:
    """Return the answer that another process gets."""
    ends.clear()
    forget_opengl()
    return gl.window_class()


def test_the_next_process_does_not_check_again(tries: list[str]) -> None:
    assert gl.window_class() == gl.window_class() == FOUND
    assert len(tries) == 1
    assert ask_next() == ask_next() == FOUND
    assert len(tries) == 1


def test_after_a_crash_the_machine_is_checked_again(tries: list[str]) -> None:
    gl.window_class()
    ask_next()
    assert ask_after_crash() == FOUND
    assert len(tries) == 2


def test_what_the_answer_depends_on(
    tries: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    library = tmp_path / "libraries"
    monkeypatch.setattr(gl, "_LIBRARIES", (str(library),))
    gl.window_class()
    ask_next()
    assert len(tries) == 1
    library.touch()
    ask_next()
    assert len(tries) == 2
    for name in ("LIBGL_ALWAYS_SOFTWARE", "LD_LIBRARY_PATH", "DISPLAY", gl.WINDOW):
        monkeypatch.setenv(name, ":9")
        ask_next()
    assert len(tries) == 6
    monkeypatch.setattr(platform, "release", lambda: "another kernel")
    ask_next()
    assert len(tries) == 7


def test_no_opengl_is_not_kept(tries: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gl, "_try", lambda way: None)
    assert gl.window_class() is None
    assert not ends


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"a": 1}', "\xff\0", "NAME", "NUMBER"])
def test_a_broken_file_is_as_good_as_none(tries: list[str], text: str) -> None:
    broken = {"NAME": {gl._state(): 3}, "NUMBER": {gl._state(): None}}
    gl.cache_file().parent.mkdir()
    gl.cache_file().write_text(json.dumps(broken[text]) if text in broken else text, "latin-1")
    assert gl.window_class() == FOUND
    assert len(tries) == 1
    assert ask_next() == FOUND
    assert len(tries) == 1


def test_where_nothing_can_be_kept_it_is_checked_each_time(
    tries: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file where the folder should be, a folder where the file should be."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert gl.window_class() == ask_next() == FOUND
    assert len(tries) == 2
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    gl.cache_file().mkdir(parents=True)
    assert ask_next() == ask_next() == FOUND
    assert len(tries) == 4


def test_a_file_that_cannot_be_taken_away_is_not_believed(
    tries: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would outlive a crash."""
    gl.window_class()
    for _, (asked, name) in ends:
        gl._keep(asked, name)

    def refuse(path: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "unlink", refuse)
    assert ask_after_crash() == FOUND
    assert len(tries) == 2


def test_a_process_keeps_it_when_it_ends_as_it_should() -> None:
    """Not where it is ended as by a fault of the driver."""
    work = "from palace_viewer.offscreen import opengl as gl; gl._try = lambda way: 'vtkX'"
    for last, kept in (("os.abort()", False), ("sys.exit(7)", True), ("os.abort()", False)):
        code = f"import os, sys; {work}; gl.window_class(); {last}"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        assert (done.returncode == 7) is kept, done.stderr
        assert b"Traceback" not in done.stderr
        assert gl.cache_file().exists() is kept
