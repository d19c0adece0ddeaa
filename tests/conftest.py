"""Settings and fixtures for all tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.examples import choose, lets_slow_in
from tests.sentences import ASKED, Asked, Says

# Hundreds of processes are started; where none may keep what it compiled, each compiles it all.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

SLOW_SECONDS = 1800
"""Seconds that a test may take in a slow run; in others it is the `timeout` of pyproject.toml."""

RUN = "PALACE_TEST_RUN"
"""The environment variable by which every process of a run is found at its end."""

SWEEP = pytest.StashKey[subprocess.Popen[bytes]]()
"""What ends the processes of this run, even if the run is killed."""

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture(autouse=True)
def user_data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for each test where the user's boxes are kept; it is made when one is."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / uuid4().hex))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder for each test, and a terminal of one width."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that writes the golden files of sentences."""
    parser.addoption("--rewrite-sentences", action="store_true", help="write tests/golden/*.txt")


def pytest_configure(config: pytest.Config) -> None:
    """Settle how many examples are tried; remember what is asked of the golden files."""
    slow = lets_slow_in(config.getoption("markexpr"))
    choose(slow=slow)
    if slow and config.getoption("timeout") is None:
        config.option.timeout = SLOW_SECONDS
    if RUN not in os.environ:
        run = uuid4().hex
        config.stash[SWEEP] = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("sweep.py"), f"{RUN}={run}"],
            stdin=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        os.environ[RUN] = run
    rewrite = bool(config.getoption("--rewrite-sentences"))
    if rewrite and config.getoption("numprocesses", None):
        raise pytest.UsageError("--rewrite-sentences: run it in one process, without -n")
    config.stash[ASKED] = Asked(rewrite)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write what is to be written; end what a test left running that was out of time."""
    if ASKED in config.stash:
        config.stash[ASKED].finish()
    if SWEEP in config.stash:
        del os.environ[RUN]
        config.stash[SWEEP].communicate()


@pytest.fixture
def start() -> Iterator[Start]:
    """Return `subprocess.Popen` for programs that end with the test, and with them theirs."""
    started: list[subprocess.Popen[str]] = []

    def popen(command: list[Any], **options: Any) -> subprocess.Popen[str]:
        started.append(subprocess.Popen(command, text=True, start_new_session=True, **options))
        return started[-1]

    yield popen
    for program in started:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        with program:
            pass  # closes its pipes


@pytest.fixture
def says(request: pytest.FixtureRequest) -> Iterator[Says]:
    """Return the comparison with the golden file of the game whose room the test is in; at the end
    of the test nothing of the file may be left.
    """
    asked, test = request.config.stash[ASKED], request.node.nodeid
    yield asked.says(test)
    asked.ends(test)
