"""Documents: a TOML or JSON file as plain data, and the place of everything in it."""

from __future__ import annotations

import os
import pathlib
import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from palace.core.errors import InputError, Problem, dotted, shorten
from palace.files.text_file import LIMIT, Place, check_text, place_in, read_text, wrong

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import Protocol

    Kind = Literal["toml", "json"]
    Path = tuple[str | int, ...]
    Complaint = tuple[int, str, str]  # offset, what is wrong, what to do

    class Syntax(Protocol):
        """What `toml_places` and `json_places` both know."""

        def places(self, text: str) -> dict[Path, tuple[int, int]]: ...
        def walk(self, text: str) -> Iterator[tuple[Path, int, int]]: ...
        def characters(self, text: str, start: int) -> list[int]: ...
        def complaint(self, error: ValueError, text: str) -> Complaint: ...
        def strange(self, text: str) -> Complaint | None: ...


__all__ = [
    "DEPTH", "LIMIT", "Document", "Fault", "Place", "parse_document", "problem_at",
    "read_document",
]  # fmt: skip

DEPTH = 64  # keys and indices on the way to a value

LONGEST = 300
"""Characters of each part of a message; what is in a file may be far longer."""

_LINK = "#game"  # begins a link to a record, behind an address or without one

_ENDINGS: dict[str, Kind] = {".toml": "toml", ".json": "json"}
# Compiled when first needed: start-up is short.
_LONG_NUMBER = r"0[xob][0-9A-Fa-f_]{1000}"
_SURROGATE = r"\\u[dD][89a-fA-F]"
_BRACKET = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{\]}]'


class Document:
    """The content of a file: `data` in plain types, `text` as read (without byte order mark).

    `file` is the name the user gave, `kind` is "toml" or "json".  `made` is whether this program
    wrote it just now, so that its values are known to be right.
    """

    __slots__ = ("_characters", "_lines", "_spots", "data", "file", "kind", "made", "text")

    def __init__(self, file: str, text: str, kind: Kind, data: dict[str, Any]) -> None:
        self.file = file
        self.text = text
        self.kind = kind
        self.data = data
        self.made = False
        self._lines: list[int] = []
        self._spots: dict[Path, tuple[int, int]] = {}
        self._characters: dict[int, list[int]] = {}

    @property
    def folder(self) -> pathlib.Path:
        """The folder of the file, where paths in it start."""
        return pathlib.Path(self.file).parent

    def __repr__(self) -> str:
        return f"<Document {self.file!r}: {self.kind}, {len(self.text)} characters>"

    def where(
        self, path: Sequence[str | int], *, key: bool = False, offset: int | None = None
    ) -> Place:
        """Return the place of the value at `path`, such as `("turns", 3, "build")`, or of its
        `key`.

        A path that does not exist has the place of the nearest table or list around it. `offset` is
        the index of a character of a text value: its place, escapes counted.
        """
        if not self._spots:
            self._scan()
        at = tuple(path)
        while at not in self._spots:
            at = at[:-1]
        start, name = self._spots[at]
        if len(at) < len(path):
            return self._place(start)
        if key:
            return self._place(name)
        if offset is not None:
            start = self._character(at, start, offset)
        return self._place(start)

    def _scan(self) -> None:
        self._lines = [0, *(end.end() for end in re.finditer("\n", self.text))]
        try:
            self._spots = _syntax(self.kind).places(self.text)
        except RecursionError:
            self._spots = {}
        self._spots[()] = (0, 0)

    def _character(self, path: Path, start: int, offset: int) -> int:
        value: Any = self.data
        for step in path:
            value = value[step]
        if not isinstance(value, str):
            return start
        if start not in self._characters:  # a log asks for each of its lines
            self._characters[start] = _syntax(self.kind).characters(self.text, start)
        return self._characters[start][min(max(offset, 0), len(value))]

    def _place(self, at: int) -> Place:
        line = bisect_right(self._lines, at)
        return Place(self.file, line, at - self._lines[line - 1] + 1)


class Fault(NamedTuple):
    """What is wrong with the value at `path` of a document, or with one character of it."""

    path: tuple[str | int, ...]
    what: str
    remedy: str
    offset: int | None = None


MOST_LETTERS = 20
"""Letters without a meaning that are named one by one."""


def strange_letters(
    path: tuple[str | int, ...], text: str, known: Collection[str], is_none: str, remedy: str
) -> Iterator[Fault]:
    """Yield faults for the letters of a text that are not known; blanks and line ends may be there.

    `is_none` completes the sentence that begins with the letter.
    """
    strange = [at for at, sign in enumerate(text) if sign not in known and not sign.isspace()]
    for at in strange[:MOST_LETTERS]:
        yield Fault(path, f"{text[at]!r} {is_none}", remedy, at)
    if len(strange) > MOST_LETTERS:
        yield Fault(path, f"{len(strange) - MOST_LETTERS:,} more such letters follow", remedy)


def problem_at(document: Document, fault: Fault, within: Sequence[str] = ()) -> Problem:
    """Return a fault as a problem with its place; its path starts at the table at `within`."""
    path = (*within, *fault.path)
    name = dotted(path)
    what = shorten(f"{name}: {fault.what}" if name else fault.what, LONGEST)
    where = document.where(path, offset=fault.offset)
    return Problem(str(where), what, shorten(fault.remedy, LONGEST))


def read_document(path: str | os.PathLike[str], *, name: str | None = None) -> Document:
    """Return the document in a `.toml` or `.json` file, or the record in a link to a game.

    Messages call it `name`, by default its path.

    Whatever is wrong is an `InputError` with one problem.
    """
    way = os.fspath(path)
    if _LINK in way:
        return _linked(way)
    text = read_text(path, tuple(_ENDINGS), name=name)
    kind = _ENDINGS[os.path.splitext(way)[1].lower()]
    return parse_document(text, kind, way if name is None else name)


def _linked(link: str) -> Document:
    """Return the record in a link; raises `InputError`."""
    from palace.files.links import read_link

    found = read_link(link)
    if not found.text:
        what = "it is one of several codes" if found.missing else "it holds no game"
        raise InputError(Problem("link", what, "give the link to a game: #game=..."))
    kind: Kind = "json" if found.text.lstrip()[:1] == "{" else "toml"
    return parse_document(found.text, kind, "link")


def made_document(text: str, kind: Kind, file: str) -> Document:
    """Return the document in a text that this program wrote just now."""
    document = parse_document(text, kind, file)
    document.made = True
    return document


def parse_document(text: str, kind: Kind, file: str) -> Document:
    """Return the document a text holds; an `InputError` with one problem if it holds none."""
    text = check_text(text, file)
    fault = None
    data: Any = None
    try:
        try:
            data, doubtful = _toml(text) if kind == "toml" else _json(text)
            if doubtful:
                fault = _syntax(kind).strange(text)
        except ValueError as error:
            fault = _syntax(kind).complaint(error, text)
        deep = _deep(data)
    except RecursionError:
        deep = True
    except MemoryError:
        raise wrong(file, "too much for this computer's memory", "split it") from None
    if fault:
        at, what, remedy = fault
        raise wrong(str(place_in(text, at, file)), f"broken {kind.upper()}: {what}", remedy)
    if deep:
        raise _too_deep(file, text, kind)
    if not isinstance(data, dict):
        at = len(text) - len(text.lstrip())
        raise wrong(
            str(place_in(text, at, file)), "the document is no object", "put it between { and }"
        )
    return Document(file, text, kind, data)


def _toml(text: str) -> tuple[Any, bool]:
    """Return the data, and whether it may hold values that TOML does not allow."""
    import tomllib

    # A key of very many parts costs tomllib quadratic time and memory.
    dotted = text.count(".") > DEPTH and max(row.count(".") for row in text.split("\n")) >= DEPTH
    if dotted and _deepest(text, "toml") is not None:
        raise RecursionError
    return tomllib.loads(text), re.search(_LONG_NUMBER, text) is not None


def _json(text: str) -> tuple[Any, bool]:
    """Return the data, and whether it may hold values that JSON does not allow."""
    import json

    # In a browser a parser that goes too deep ends Python itself.
    if _opened(text) > DEPTH and _deepest(text, "json") is not None:
        raise RecursionError
    doubtful = re.search(_SURROGATE, text) is not None

    def table(pairs: list[tuple[str, Any]]) -> dict[str, object]:
        nonlocal doubtful
        made = dict(pairs)
        doubtful = doubtful or len(made) < len(pairs)
        return made

    def constant(name: str) -> None:
        raise ValueError(name)

    return json.loads(text, object_pairs_hook=table, parse_constant=constant), doubtful


def _opened(text: str) -> int:
    """Return how many brackets of a JSON text are open at most, outside of strings."""
    signs = (1 if sign in "[{" else -1 for sign in re.findall(_BRACKET, text) if sign[0] != '"')
    return max(accumulate(signs), default=0)


def _syntax(kind: Kind) -> Syntax:
    """Return the module that knows the places and the errors of one kind of document."""
    if kind == "toml":
        from palace.files import toml_places

        return toml_places
    from palace.files import json_places

    return json_places


def _deepest(text: str, kind: Kind) -> int | None:
    """Return the offset of the first value nested too deep before any syntax error, or None."""
    try:
        walk = _syntax(kind).walk(text)
        return next((value for path, value, _ in walk if len(path) > DEPTH), None)
    except (IndexError, RecursionError, ValueError):
        return None


def _deep(data: Any) -> bool:
    level = [data] if isinstance(data, (dict, list)) else []
    for _ in range(DEPTH):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
    return any(level)


def _too_deep(file: str, text: str, kind: Kind) -> InputError:
    at = _deepest(text, kind)
    where = file if at is None else place_in(text, at, file)
    return wrong(str(where), f"nested more than {DEPTH} levels deep", "flatten it")
