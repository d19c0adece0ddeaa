"""The README runs: every console block and every Python session, with the output it shows."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from palace import Palace, Supply, load_map
from palace.monkey_palace.search import best, count
from palace.palm_island import State
from palace.palm_island.solver import solve
from tests.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """The first search on a machine says that it is being prepared, as the README tells."""
    setup = Palace.setup(load_map("map-1"))
    count(setup, Supply(1, 0, 0))
    best(setup, Supply(1, 0, 0))
    solve(State.deal(range(1, 17)), beams=1)


@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: block.splitlines()[0])
def test_console_blocks(block: str, tmp_path: Path) -> None:
    for name in ("palace", "maps"):
        (tmp_path / name).symlink_to(ROOT / name)
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    env |= {"COLUMNS": "80", "NO_COLOR": "1"}
    for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = entry.splitlines()
        more = [line[2:] for line in lines[1:] if line.startswith("> ")]
        command = "\n".join([lines[0], *more]) + "\n"
        expected = "\n".join(line for line in lines[1:] if not line.startswith("> "))
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=env, capture_output=True, text=True
        )
        assert done.stdout.rstrip("\n") == expected, command
        assert done.stderr == "", command


def test_there_are_console_blocks() -> None:
    assert len(CONSOLE) == 10


def test_python_sessions() -> None:
    sessions = "".join(re.findall(r"```pycon\n(.*?)```", README, re.DOTALL))
    assert sessions.count(">>>") >= 7
    test = doctest.DocTestParser().get_doctest(sessions, {}, "README", "README.md", 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test)
    assert runner.failures == 0


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_notice_is_there() -> None:
    assert "not affiliated with" in README
