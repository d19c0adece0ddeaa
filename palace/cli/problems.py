"""What is wrong with a call: problems collected part by part, and texts given as files."""

from __future__ import annotations

import os
import stat
import sys

from palace.cli.output import unreadable
from palace.core.errors import InputError, NotationError, Problem

LIMIT = 1_000_000
"""Bytes of a file with a position."""


class Problems:
    """Collects what is wrong with one part of a call after the other."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def within(self, where: str) -> _Within:
        """Note what goes wrong inside; `where` stands before what has no place of its own."""
        return _Within(self.found, where)

    def check(self) -> None:
        """Raise an `InputError` with everything found, if anything was."""
        if self.found:
            raise InputError(*self.found)


class _Within:
    def __init__(self, found: list[Problem], where: str) -> None:
        self.found = found
        self.where = where

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, NotationError):
            self.found.append(unreadable(self.where, error))
            return True
        if isinstance(error, InputError):
            self.found += [p if p.where else p._replace(where=self.where) for p in error.problems]
            return True
        return False


def text_of(name: str, file: str) -> str:
    """What a file, or `-` for standard input, holds; messages call it `file`."""
    try:
        raw = _bytes_of(name)
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or "it cannot be opened"
        raise InputError(Problem(file, what.lower(), "name a file with a position")) from None
    if len(raw) > LIMIT:
        raise InputError(Problem(file, "it is larger than 1 MB", "a position is far shorter"))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(Problem(file, "it is not UTF-8 text", "save it as text")) from None


def _bytes_of(name: str) -> bytes:
    if name == "-":
        if sys.stdin is None:
            raise OSError(0, "it is closed")
        return sys.stdin.buffer.read(LIMIT + 1)
    # A pipe nobody writes to is empty; opening it as a file would wait for ever.
    pipe = stat.S_ISFIFO(os.stat(name).st_mode)
    number = os.open(name, os.O_RDONLY | (os.O_NONBLOCK if pipe else 0))
    with open(number, "rb") as stream:
        if pipe:
            os.set_blocking(number, True)
        return stream.read(LIMIT + 1)
