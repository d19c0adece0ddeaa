"""Calls of the command line in this process."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple

import pytest

from palace.cli import run


class Called(NamedTuple):
    """What a call left: its exit status and what it printed."""

    status: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """The lines on standard error."""
        return self.err.splitlines()

    @property
    def json(self) -> Any:
        """What was printed, which must be one JSON object and nothing else."""
        data = json.loads(self.out)
        assert isinstance(data, dict)
        return data


def call(*arguments: object) -> Called:
    """Call `palace` with these arguments."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run([str(argument) for argument in arguments])
    return Called(status, out.getvalue(), err.getvalue())


def typing(monkeypatch: pytest.MonkeyPatch, *before: object) -> Callable[..., Called]:
    """Return a call with these arguments first, which is given the lines that are typed."""

    def say(lines: str, *arguments: object) -> Called:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return call(*before, *arguments)

    return say


def refusal(*arguments: object) -> list[str]:
    """The errors of a call that is wrong."""
    called = call(*arguments)
    assert called.status == 2
    assert called.out == ""
    assert called.errors
    return called.errors
