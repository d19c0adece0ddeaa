"""How tests are run: which runs try all examples, and how a test ends that does not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import RUN
from tests.examples import lets_slow_in
from tests.paths import ROOT


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("not slow", False),
        ("not slow and asyncio", False),
        ("asyncio and not (slow or usefixtures)", False),
        ("", True),
        ("slow", True),
        ("slow or not slow", True),
        ("asyncio", True),
        ("not asyncio", True),
        ("not slow or asyncio", True),
        ("not (slow and asyncio)", True),
        ("slow and", True),
    ],
)
def test_slow_tests_are_let_in(expression: str, expected: bool) -> None:
    assert lets_slow_in(expression) is expected


UNENDING = """
import subprocess
from pathlib import Path
from tests.project.test_examples import is_running

FOLDER = Path(__file__).parent
SLEEP = "sleep 1000 & echo $$ $! >part && mv part {}; wait"

def test_that_waits():
    subprocess.run(["bash", "-c", SLEEP.format("waits")], cwd=FOLDER)

def test_that_fails(start):
    start(["bash", "-c", SLEEP.format("fails")], cwd=FOLDER)
    while not (FOLDER / "fails").exists():
        pass
    assert False, "as it should"

def test_after_it():
    while any(map(is_running, (FOLDER / "fails").read_text().split())):
        pass
"""


def is_running(process: str) -> bool:
    """Return whether there is a process of this number that has not ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes() != b""
    except FileNotFoundError:
        return False


def test_a_test_that_does_not_end_is_named_and_what_it_started_ends(tmp_path: Path) -> None:
    """The run goes on after it; a test that fails ends its processes itself."""
    (tmp_path / "test_unending.py").write_text(UNENDING)
    env = {name: value for name, value in os.environ.items() if name != RUN}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", "pyproject.toml", "-p", "tests.conftest", "-n", "1",
         "-p", "no:cacheprovider", "--timeout", "5", "-o", "faulthandler_timeout=4", tmp_path],
        cwd=ROOT, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "2 failed, 1 passed" in done.stdout.splitlines()[-1], done.stdout + done.stderr
    assert re.search(r"^FAILED \S+::test_that_waits - worker 'gw0' crashed", done.stdout, re.M)
    assert re.search(r"^FAILED \S+::test_that_fails - AssertionError: as it", done.stdout, re.M)
    assert re.search(r"test_unending.py.*, line 10 in test_that_waits", done.stderr)
    for name in ("waits", "fails"):
        first, second = (tmp_path / name).read_text().split()
        for _ in range(100):  # a process that is killed is there for a moment
            if not is_running(first) and not is_running(second):
                break
            time.sleep(0.1)
        else:
            pytest.fail(f"what test_that_{name} started goes on")
