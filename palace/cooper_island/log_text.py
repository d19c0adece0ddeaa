"""Logs and how they are written: a heading or one player's entry on each line.

    log     = 1*( heading / entry / comment )
    heading = "round" N / "income" / "workers" / "clean-up" / "end"
    entry   = NAME ":" step *( ";" step )
    comment = "#" TEXT                                  also behind an entry

Steps stand in the order they are done in; their forms are those of `palace.cooper_island.step`.
A name with blanks stands in quotes, but not before its colon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from palace.cooper_island.step import Step, quoted
from palace.cooper_island.step_reader import LONGEST, read_step
from palace.core.errors import NotationError, Problem, dotted, nearest, shorten
from palace.files.document import Document
from palace.files.problems import Path, fault, unreadable

MOST_LINES = 2_000
PHASES = ("income", "workers", "clean-up")
HEADINGS = ("round", *PHASES, "end")

_PART = re.compile(r'"[^"]*"|[^";]+|[";]')


@dataclass(frozen=True, slots=True, repr=False)
class Heading:
    """A line that begins a round or a phase, or ends the game; `number` is that of a round."""

    kind: str
    number: int | None = None

    def __str__(self) -> str:
        return self.kind if self.number is None else f"{self.kind} {self.number}"

    def __repr__(self) -> str:
        return f"read_line({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """What one player does, step by step."""

    player: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return f"{_head(self.player)}: {'; '.join(map(str, self.steps))}"

    def __repr__(self) -> str:
        return f"read_line({str(self)!r})"


def _head(name: str) -> str:
    """A name before its colon, where blanks do no harm."""
    plain = name == name.strip() and not any(sign in '":;#' for sign in name)
    return name if plain else quoted(name)


class LogLine(NamedTuple):
    """A heading or an entry, and the line of the file where it stands, from 1."""

    what: Heading | Entry
    line: int | None = None


def read_line(text: str) -> Heading | Entry | None:
    """The heading or entry of a line; None for a comment or nothing.

    Raises `NotationError` with column and what was expected.
    """
    if len(text) > LONGEST:
        what = f"{len(text)} characters are too many"
        raise NotationError(what, text, LONGEST + 1, f"at most {LONGEST}")
    bare = _without_comment(text)
    if not bare.strip():
        return None
    words = bare.lower().split()
    if words[0] in HEADINGS and ":" not in bare:
        return _heading(text, words)
    found = re.match(r'\s*(?:"([^"]*)"|([^":;]*[^":;\s]))\s*:', bare)
    if found is None:
        start = len(bare) - len(bare.lstrip()) + 1
        near = nearest(words[0], HEADINGS)
        hint = f"; did you mean {near}?" if near else ""
        wanted = f"{', '.join(HEADINGS)}, or a player's name and a colon{hint}"
        what = f"{shorten(bare.strip(), 30)!r} is no line of a log"
        raise NotationError(what, text, start, wanted)
    name = found[1] if found[1] is not None else found[2]
    return Entry(name, tuple(_steps(text, bare, found.end())))


def _without_comment(text: str) -> str:
    """The text up to a `#` outside quotes."""
    for part in re.finditer(r'"[^"]*"|#', text):
        if part[0] == "#":
            return text[: part.start()]
    return text


def _heading(text: str, words: list[str]) -> Heading:
    kind = words[0]
    start = text.lower().index(kind) + 1
    if kind == "round":
        if len(words) != 2 or not re.fullmatch("[1-9]", words[1]):
            wanted = "the number of the round: round 1"
            raise NotationError("this is no round", text, start, wanted)
        return Heading(kind, int(words[1]))
    if len(words) > 1:
        what = f"{shorten(words[1], 30)!r} cannot stand here"
        raise NotationError(what, text, start + len(kind) + 1, "the end of the line")
    return Heading(kind)


def _steps(text: str, bare: str, start: int) -> Iterator[Step]:
    """The steps between semicolons; a column is one of the whole line."""
    spans = [start]
    spans += [part.end() for part in _PART.finditer(bare, start) if part[0] == ";"]
    for first, last in zip(spans, [*(end - 1 for end in spans[1:]), len(bare)], strict=True):
        try:
            yield read_step(bare[first:last])
        except NotationError as error:
            column = first + error.column
            raise NotationError(error.what, text, column, error.expected) from None


def log_lines(
    document: Document, log: str | list[Any], names: list[str], problems: list[Problem]
) -> Iterator[LogLine]:
    """Every heading and entry of a log that can be read; a problem for every line that cannot."""
    texts: list[tuple[Path, int, Any]] = []
    if isinstance(log, list):
        texts = [(("log", at), 0, text) for at, text in enumerate(log[:MOST_LINES])]
    else:
        at = 0
        for text in log.split("\n"):
            texts.append((("log",), at, text))
            at += len(text) + 1
    if len(texts) > MOST_LINES:
        what = f"{len(texts)} lines are too many"
        problems.append(fault(document, ("log",), what, f"at most {MOST_LINES}"))
        return
    for where, start, text in texts:
        if not isinstance(text, str):
            continue  # the schema has said so
        try:
            found = read_line(text)
        except NotationError as error:
            again = NotationError(error.what, error.text, start + error.column, error.expected)
            problems.append(unreadable(document, where, again))
            continue
        if found is None:
            continue
        place = document.where(where, offset=start + len(text) - len(text.lstrip()))
        for name in _strangers(found, names):
            near = nearest(name, names)
            remedy = f"did you mean {near}?" if near else f"the players are {', '.join(names)}"
            what = f"{dotted(where)}: nobody is called {shorten(name, 40)!r}"
            problems.append(Problem(str(place), what, remedy))
        yield LogLine(found, place.line)


def _strangers(found: Heading | Entry, names: list[str]) -> Iterator[str]:
    """Names that are nobody's."""
    if isinstance(found, Heading):
        return
    for name in dict.fromkeys([found.player, *(step.get("player") for step in found.steps)]):
        if name is not None and name not in names:
            yield name


def log_text(lines: Iterator[Heading | Entry] | list[Heading | Entry]) -> str:
    """Headings and entries as a log, in its canonical form."""
    return "".join(f"{line}\n" for line in lines)
