"""Text files: the text in a file of a known ending, and the place of a character in it."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from palace.core.errors import InputError, Problem

ARGUMENT_LIMIT = 1_000_000
"""Bytes of a file with a position."""

LIMIT = 16 * 1024 * 1024  # bytes of a file

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_AS_TEXT = "save it as UTF-8 text"


class Place(NamedTuple):
    """A character of a file; line and column count from 1, a column is one character."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


_READ: ContextVar[dict[str, str] | None] = ContextVar("_READ", default=None)


@contextmanager
def remembering(texts: dict[str, str]) -> Iterator[None]:
    """Let `read_text` put what it reads into `texts`, and return what it finds there.

    A game under way goes on as it began, whatever becomes of the files that it names.
    """
    before = _READ.get()
    _READ.set(texts)
    try:
        yield
    finally:
        _READ.set(before)  # a token could not be reset in another context, as of a page's task


def read_text(
    path: str | os.PathLike[str], endings: Sequence[str], *, name: str | None = None
) -> str:
    """Return the text of a file with one of `endings`, such as `(".csv",)`.

    Messages call it `name`.

    UTF-8, without its byte order mark, line ends as they are; neither empty nor binary. Whatever is
    wrong is an `InputError` with one problem.
    """
    way = os.fspath(path)
    texts, key = _READ.get(), os.path.abspath(way)
    if texts is None or key not in texts:
        text = _read(way, endings, way if name is None else name)
        if texts is None:
            return text
        texts[key] = text
    return texts[key]


def _read(way: str, endings: Sequence[str], file: str) -> str:
    known = os.path.splitext(way)[1].lower() in endings
    raw = b""
    try:
        status = os.stat(way)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError
        pipe = stat.S_ISFIFO(status.st_mode)
        if known and not pipe and status.st_size <= LIMIT:
            with open(way, "rb") as stream:
                raw = stream.read(LIMIT + 1)
    except (OSError, ValueError) as error:
        raise wrong(file, *_trouble(error, way, endings)) from None
    if pipe:
        raise wrong(file, "this is a pipe, which may never end", "name a file")
    if not known:
        raise wrong(file, *_unknown(endings))
    if status.st_size > LIMIT:
        raise _too_large(file, f"{status.st_size:,} bytes")
    if len(raw) > LIMIT:
        raise _too_large(file, f"more than {LIMIT:,} bytes")
    return check_text(_decoded(raw, file), file)


def check_text(text: str, file: str) -> str:
    """Return the text without a byte order mark; an `InputError` if it is empty or no text."""
    text = text.removeprefix("\ufeff")
    _check_characters(text, file)
    if not text.strip():
        raise wrong(file, "the file is empty", "write something into it, or name another")
    return text


def place_in(text: str, offset: int, file: str) -> Place:
    """Return the place of a character of a text, whose lines end with a line feed."""
    line = text.count("\n", 0, offset) + 1
    return Place(file, line, offset - text.rfind("\n", 0, offset))


def wrong(where: str, what: str, remedy: str) -> InputError:
    """Return an `InputError` with one problem."""
    return InputError(Problem(where, what, remedy))


def _decoded(raw: bytes, file: str) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        if raw.startswith(_UTF16):
            raise wrong(file, "this is UTF-16 text", _AS_TEXT) from None
        start = error.start
    good = raw[:start].decode().removeprefix("\ufeff")
    _check_characters(good, file)
    what = f"byte 0x{raw[start]:02X} is not UTF-8"
    raise wrong(str(place_in(good, len(good), file)), what, _AS_TEXT)


def _check_characters(text: str, file: str) -> None:
    nul = text.find("\0")
    if nul >= 0:
        raise wrong(str(place_in(text, nul, file)), "a NUL byte, so this is no text", _AS_TEXT)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        what = f"U+{ord(text[error.start]):04X} is half a character"
        raise wrong(str(place_in(text, error.start, file)), what, _AS_TEXT) from None


def _unknown(endings: Sequence[str]) -> tuple[str, str]:
    if len(endings) == 1:
        return f"this is no {endings[0]} file", "only these are read here"
    return f"this is neither {' nor '.join(endings)}", "only these two are read"


def _trouble(error: Exception, way: str, endings: Sequence[str]) -> tuple[str, str]:
    """Return what kept a file from being read, and what to do."""
    named = f"name a {' or '.join(endings)} file"
    if isinstance(error, FileNotFoundError):
        return _missing(way, endings)
    if isinstance(error, IsADirectoryError):
        return "this is a folder", f"{named} in it"
    if isinstance(error, NotADirectoryError):
        return "a part of this path is a file, not a folder", "check the path"
    if isinstance(error, PermissionError):
        return "no permission to read it", "ask its owner for it"
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror}", "check the path"
    return "this is no file name", named


def _missing(way: str, endings: Sequence[str]) -> tuple[str, str]:
    folder, base = os.path.split(way)
    try:
        names = [n for n in os.listdir(folder or ".") if os.path.splitext(n)[1].lower() in endings]
    except FileNotFoundError:
        return f"there is no folder {folder}", "check the path"
    except OSError:
        names = []
    from difflib import get_close_matches

    near = get_close_matches(base, names, 1)
    return "there is no such file", f"did you mean {near[0]}?" if near else "check the path"


def _too_large(file: str, size: str) -> InputError:
    return wrong(file, f"too large: {size}", f"at most {LIMIT:,} bytes are read")


def argument_text(name: str, file: str) -> str:
    """Return what a file, or `-` for standard input, holds; messages call it `file`.

    Raises `InputError`.
    """
    try:
        raw = _bytes_of(name)
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or "it cannot be opened"
        raise InputError(Problem(file, what.lower(), "name a file with a position")) from None
    if len(raw) > ARGUMENT_LIMIT:
        raise InputError(Problem(file, "it is larger than 1 MB", "a position is far shorter"))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(Problem(file, "it is not UTF-8 text", "save it as text")) from None


def _bytes_of(name: str) -> bytes:
    if name == "-":
        if sys.stdin is None:
            raise OSError(0, "it is closed")
        return sys.stdin.buffer.read(ARGUMENT_LIMIT + 1)
    # A pipe without a writer is empty; opening it as a file would block.
    pipe = stat.S_ISFIFO(os.stat(name).st_mode)
    number = os.open(name, os.O_RDONLY | (os.O_NONBLOCK if pipe else 0))
    with open(number, "rb") as stream:
        if pipe:
            os.set_blocking(number, True)
        return stream.read(ARGUMENT_LIMIT + 1)


def shipped(room: str, name: str) -> Path:
    """Return the path of a data file: `shipped("palace.maps", "map-1.toml")`."""
    return Path(import_module(room).__path__[0], name)
