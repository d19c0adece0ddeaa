"""What runs inside Pyodide, with palace as the page without a server has it; see inside.mjs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar

LIBRARY = "/library.zip"
PAGE, TESTS = "palace/", ("/tools/", "/repo/", LIBRARY)
"""Where the code of the page is, and that which may import what the page does not have."""


class Library:
    """Finds modules of the whole library of Python, for the tests and their tools alone."""

    refused: ClassVar[set[str]] = set()

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        """Return where a module is that no other place has; path and target are not needed."""
        folder = "/".join([LIBRARY, *name.split(".")[:-1]])
        found = PathFinder.find_spec(name, [folder])
        if found is not None and (file := _asks()).startswith(PAGE):
            cls.refused.add(f"{name}, by {file}")
            return None
        return found


def _asks() -> str:
    """Return the file of ours, of the tests or of a tool of theirs that asks for a module."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and not frame.f_code.co_filename.startswith((PAGE, *TESTS)):
        frame = frame.f_back
    return "" if frame is None else frame.f_code.co_filename


def called(name: str, *given: str) -> str:
    """Return as JSON what a function below returns."""
    sys.meta_path.append(Library)
    # The command line, and what pytest wants of pygments, are not on the page.
    for whole in ("/repo/palace", "/tools/pygments"):
        import_module(Path(whole).name).__path__.append(whole)
    os.chdir("/repo")
    functions: dict[str, Any] = {"compiled": compiled, "tested": tested, "told": told}
    return json.dumps(functions[name](*given))


def compiled() -> list[str]:
    """Return what Python compiles until a first page and a first verdict are made."""
    found: list[str] = []
    sys.addaudithook(lambda name, given: found.append(str(given)) if name == "compile" else None)
    import_module("first").first()
    return found


def tested(*paths: str) -> dict[str, Any]:
    """Run the fast tests of some paths; return what became of each, and what was `refused`."""
    import pytest

    os.environ["PALACE_TEST_RUN"] = "inside"  # conftest.py looks for no process that is left
    found: dict[str, str] = {}

    class Kept:
        """Keeps the outcomes; what is not collected fails."""

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            """Keep the outcome of a test."""
            if report.when == "call" or report.outcome != "passed":
                found[report.nodeid] = report.outcome

        def pytest_collectreport(self, report: pytest.CollectReport) -> None:
            """Keep the outcome of a module that cannot be imported."""
            if report.outcome != "passed":
                found[report.nodeid] = report.outcome

    ini = {"addopts": "", "timeout": 0, "faulthandler_timeout": 0}
    settings = [part for name, value in ini.items() for part in ("-o", f"{name}={value}")]
    without = [f"-pno:{plugin}" for plugin in ("cacheprovider", "unraisableexception")]
    way = ["--capture=sys", "--continue-on-collection-errors", "-m", "not slow", "-q"]
    way += ["--ignore=tests/page/test_inside.py"]
    pytest.main([*settings, *without, *way, *paths], plugins=[Kept()])
    return {"outcomes": found, "refused": sorted(Library.refused)}


def told(*names: str) -> dict[str, list[str]]:
    """Return what is told of records, each a file, or a game that is drawn, such as
    `monkey-palace:3`: as they are written, their scores, their reasons, every move; of Monkey
    Palace each palace, its audit and its picture.
    """
    return {name: _told(name) for name in names}


def _told(name: str) -> list[str]:
    from palace import audit, replay, score, svg
    from palace.contract.registry import game_in
    from palace.contract.rules import log_of
    from palace.files.document import parse_document
    from palace.monkey_palace.game.log import LoggedRecord as MonkeyRecord
    from tests.contract.test_random_records import MAKERS

    game, _, seed = name.partition(":")
    text = MAKERS[game](int(seed)) if seed else Path(name).read_text(encoding="utf-8")
    kind, record = game_in(parse_document(text, "toml", name))
    lines = [text, record.text(), json.dumps(score(record).record())]
    if (log := log_of(record)) is None:
        return lines
    lines += [str(reason) for reason in kind.reporting().reasons(record, log)]
    lines += [kind.told(move, report) for _, move, report in log.turns]
    if isinstance(record, MonkeyRecord):
        for state in replay(record).states:
            found = audit(state.palace, record.rulings)
            lines += [str(state.palace), repr(found), svg(state.palace)]
    return lines
