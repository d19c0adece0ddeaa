"""What a command costs on its way: the files of ours that it runs, the modules it loads, the calls.

Each is called in a process of its own, so that nothing is loaded before it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.paths import ROOT, SAMPLE

MOST_LINES = 500
"""Lines of a file that a command loads."""


class Trip(NamedTuple):
    """A call, what it may cost, and what it has no use for."""

    arguments: tuple[str, ...]
    files: int
    modules: int
    calls: int
    without: tuple[str, ...]


GAMES = ("palace.monkey_palace", "palace.palm_island", "palace.cooper_island")
LDRAW = ("palace.files.ldraw", "palace.monkey_palace.ldraw")
# Models of files are plain values of ours, checked apart: two files, and calls that pydantic made.
TRIPS = {
    "check": Trip(("check", "c4+b-d4"), 34, 44, 4_000, GAMES[1:]),
    "score": Trip(("score", str(SAMPLE)), 54, 66, 17_000, (*GAMES[1:], *LDRAW, "palace_viewer")),
    "render": Trip(("render", str(SAMPLE), "-o", "a.svg"), 62, 82, 190_000, (*GAMES[1:], *LDRAW)),
    "compare": Trip(
        ("map", "compare", "map-1", "map-2"), 50, 68, 9_000,
        (*GAMES[1:], *LDRAW, "palace.cli.dialogue", "palace.contract.entering"),
    ),
}  # fmt: skip

MEASURE = """
import json, sys
counts = {}
def look(frame, event, arg):
    if event == "call" and frame.f_code.co_name != "<module>":
        name = frame.f_code.co_filename
        counts[name] = counts.get(name, 0) + 1
sys.setprofile(look)
from palace.cli import run
status = run(sys.argv[1:])
sys.setprofile(None)
files = {name: getattr(found, "__file__", None) for name, found in sys.modules.items()}
print("\\n" + json.dumps([status, counts, files]))
"""
"""A program that runs a command; the last line it prints is what became of it."""


@cache
def travelled(name: str, folder: Path) -> tuple[dict[Path, int], dict[str, Path]]:
    """Return the calls of each file of ours that a command runs, and the modules it loads."""
    command = [sys.executable, "-P", "-c", MEASURE, *TRIPS[name].arguments]
    called = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=True
    )
    status, counts, files = json.loads(called.stdout.splitlines()[-1])
    assert status == 0
    rooms = (ROOT / "palace", ROOT / "viewer")

    def ours(path: str) -> bool:
        return any(Path(path).resolve().is_relative_to(room) for room in rooms)

    calls = {Path(path).resolve(): count for path, count in counts.items() if ours(path)}
    loaded = {name: Path(path) for name, path in files.items() if path and ours(path)}
    return calls, loaded


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("trips")


each = pytest.mark.parametrize("name", TRIPS)


@each
def test_few_files_run_and_few_modules_are_loaded(name: str, folder: Path) -> None:
    calls, loaded = travelled(name, folder)
    trip = TRIPS[name]
    assert calls
    assert len(calls) <= trip.files, sorted(calls)
    assert len(loaded) <= trip.modules, sorted(loaded)


@each
def test_what_it_has_no_use_for_is_not_loaded(name: str, folder: Path) -> None:
    _, loaded = travelled(name, folder)
    needless = [one for one in loaded if one.startswith(TRIPS[name].without)]
    assert not needless
    lines = {one: len(path.read_text("utf-8").splitlines()) for one, path in loaded.items()}
    assert max(lines.values()) <= MOST_LINES, max(lines, key=lambda one: lines[one])


@each
def test_calls(name: str, folder: Path) -> None:
    calls, _ = travelled(name, folder)
    assert sum(calls.values()) <= TRIPS[name].calls, sorted(calls.items(), key=lambda c: -c[1])[:5]


def test_the_page_of_a_new_game_loads_nothing_that_speaks_http_prints_or_audits() -> None:
    program = """
import sys
from palace.page import action as act
from palace.page.action import Action
from palace.page.desk import Desk
from palace.page.show import show
from palace.page.step import step
from palace.page.view import View
desk = Desk("evening.toml")
begun = Action("open", "new", "monkey-palace"), Action("begin")
sent = *begun, Action("tap", "c4"), Action("tap", "d4")
for count, one in enumerate(sent, 1):
    desk, _ = step(desk, act.Sent(one, desk.version, count), act.By("a", "2026-11-23", 7))
    show(desk, View("a"))
assert desk.taps.answer == "c4+b-d4"
print(*{name.partition(".")[0] for name in sys.modules})
"""
    called = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True
    )
    needless = {"click", "http", "networkx", "numba", "numpy", "prompt_toolkit", "rich", "xml"}
    assert not needless & {*called.stdout.split()}
