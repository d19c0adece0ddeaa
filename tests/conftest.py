"""Settings and fixtures for all tests."""

from __future__ import annotations

import os
import sys

import pytest

from tests.examples import choose, lets_slow_in
from tests.sentences import ASKED, Asked, Says

# Hundreds of processes are started; where none may keep what it compiled, each compiles it all.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that writes the golden files of sentences."""
    parser.addoption("--rewrite-sentences", action="store_true", help="write tests/golden/*.txt")


def pytest_configure(config: pytest.Config) -> None:
    """Settle how many examples are tried; remember what is asked of the golden files."""
    choose(slow=lets_slow_in(config.getoption("markexpr")))
    rewrite = bool(config.getoption("--rewrite-sentences"))
    if rewrite and config.getoption("numprocesses", None):
        raise pytest.UsageError("--rewrite-sentences: run it in one process, without -n")
    config.stash[ASKED] = Asked(rewrite)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write what is to be written."""
    if ASKED in config.stash:
        config.stash[ASKED].finish()


@pytest.fixture
def says(request: pytest.FixtureRequest) -> Says:
    """Return the comparison with the golden file of the game whose room the test is in."""
    return request.config.stash[ASKED].says(request.node.nodeid)
