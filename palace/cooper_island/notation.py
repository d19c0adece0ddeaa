"""The notation of logs: each line is a heading or an entry of one player.

    log     = 1*( heading / entry / comment )
    heading = "round" N / "income" / "workers" / "clean-up" / "end"
    entry   = NAME ":" step *( ";" step )
    comment = "#" TEXT                                  also behind an entry

Steps are in the order of play.  `palace.cooper_island.verbs` has their forms (a verb and its parts
in order, optional ones in brackets), `.goods` the notation of payments and goods, `.tiles` that of
tiles.  A name with blanks is in quotes, except before the colon.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from palace.cooper_island.goods import GAINS, KINDS, Goods, Payment
from palace.cooper_island.state import PHASES
from palace.cooper_island.tiles import Placement, Reader
from palace.cooper_island.verbs import CHOICES, VERBS, Part, Step, Verb, quoted
from palace.core.errors import (
    NotationError,
    Problem,
    check_length,
    dotted,
    either,
    nearest,
    shorten,
)
from palace.files.document import Document
from palace.files.problems import Path, fault, unreadable

LONGEST = 1_000
MOST_LINES = 2_000
HEADINGS = ("round", *PHASES, "end")
_LIMITS = {"count": 99, "number": 8}

_SPANS: dict[str, tuple[Callable[[str], object], str]] = {
    "payment": (Payment.read, "a payment such as 2 wood food@c3"),
    "goods": (lambda text: Goods.read(text, KINDS), "goods such as 1 wood"),
    "gains": (lambda text: Goods.read(text, GAINS), "gains such as 1 wood 1 helm, or nothing"),
    "placement": (Placement.read, "a tile"),
}
"""Parts of several words by kind: the function that reads them, and what is expected."""

_FEW = 10
"""The most verbs that an error lists."""

_EXAMPLE = "worker A"
_LISTED = "palace cooper-island lists all steps"
_QUOTES = '; a name with blanks is in "quotes"'

_PART = re.compile(r'"[^"]*"|[^";]+|[";]')
NAMED = re.compile(r'\s*(?:"([^"]*)"|([^":;]*[^":;\s]))\s*:')


def read_step(text: str, verbs: Mapping[str, Verb] = VERBS) -> Step:
    """Return the step of a text; raises `NotationError` with column and expectation."""
    return _Reader(text).step(verbs)


class _Reader(Reader):
    """Parser of a step: reads words in the order of the verb's form."""

    longest = LONGEST
    word = re.compile(r'"[^"]*"|[^\s"]+|"')
    noun = "step"
    named = -1
    """The index of the word after a name without quotes."""

    def fail(self, expected: str) -> NotationError:
        quotes = _QUOTES if self.at == self.named < len(self.words) else ""
        return super().fail(f"{expected}{quotes}")

    def verb(self, verbs: Mapping[str, Verb]) -> Verb:
        """Read a verb; an unknown word is an error with the verbs that are nearest to it."""
        word = self.next()
        if word not in verbs and len(verbs) > _FEW:
            near = difflib.get_close_matches(word[:40], verbs, 3)
            meant = f"; did you mean {either(near)}?" if near else f" such as {_EXAMPLE};"
            raise self.fail(f"a step{meant} {_LISTED}")
        return verbs[self.one_of(tuple(verbs))]

    def step(self, verbs: Mapping[str, Verb]) -> Step:
        row = self.verb(verbs)
        found: list[tuple[str, object]] = []
        for index, part in enumerate(row.parts):
            later = {other.lead for other in row.parts[index + 1 :]}
            if part.kind == "placement":
                self.at -= 1  # its text begins with the verb
            if part.lead and self.next() == part.lead:
                self.at += 1
            elif part.lead and not part.optional:
                raise self.fail(part.lead)
            elif part.lead or (part.optional and (not self.next() or self.next() in later)):
                continue
            found.append((part.name, self.value(part.kind, row)))
        if self.at < len(self.words):
            raise self.leftovers_of(row.parts, {name for name, _ in found})
        return Step(row, tuple(found))

    def leftovers_of(self, form: tuple[Part, ...], found: set[str]) -> NotationError:
        """Return the error about a word after the last part."""
        last = max((at for at, part in enumerate(form) if part.name in found), default=-1)
        early = [part for part in form[: last + 1] if part.lead and part.lead == self.next()]
        if not early:
            return self.fail(" or ".join([*(part.lead for part in form[last + 1 :]), "the end"]))
        word, start, _ = self.words[self.at]
        why = "is written twice" if early[0].name in found else "comes too late"
        leads = [part.lead for part in form if part.lead]
        expected = f"{leads[0]} once" if len(leads) == 1 else f"the order {', '.join(leads)}"
        return NotationError(f"{word!r} {why}", self.text, start + 1, expected)

    def value(self, kind: str, row: Verb) -> object:
        if kind == "flag":
            return True
        if kind in CHOICES:
            return self.one_of(CHOICES[kind])
        if kind in _LIMITS:
            return self.number(_LIMITS[kind])
        if kind == "name":
            return self.name()
        if kind == "space":
            return self.space()
        if kind == "spaces":
            spaces = [self.space()]
            while self.next():
                spaces.append(self.space())
            return tuple(spaces)
        return self.span(kind, {part.lead for part in row.parts if part.lead})

    def number(self, most: int) -> int:
        word = self.next()
        if not re.fullmatch("[0-9]{1,2}", word) or not 1 <= int(word) <= most:
            raise self.fail(f"a number from 1 to {most}")
        self.at += 1
        return int(word)

    def name(self) -> str:
        word = self.words[self.at][0] if self.at < len(self.words) else ""
        name = word[1:-1] if len(word) > 1 and word[0] == word[-1] == '"' else word
        if not name.strip() or '"' in name:
            raise self.fail('a name, in "quotes" if it has blanks')
        self.at += 1
        self.named = self.at if name == word else -1
        return name

    def span(self, kind: str, leads: set[str]) -> object:
        """Return the value of the words up to the next part of the form."""
        read, expected = _SPANS[kind]
        first = self.at
        while self.at < len(self.words) and self.next() not in leads:
            self.at += 1
        if first == self.at:
            raise self.fail(expected)
        start, end = self.words[first][1], self.words[self.at - 1][2]
        try:
            return read(self.text[start:end])
        except NotationError as error:
            column = start + error.column
            raise NotationError(error.what, self.text, column, error.expected) from None


@dataclass(frozen=True, slots=True, repr=False)
class Heading:
    """A line that begins a round or a phase, or ends the game; `number` is that of the round."""

    kind: str
    number: int | None = None

    @property
    def player(self) -> str:
        """Empty: a heading is of no player."""
        return ""

    def __str__(self) -> str:
        return self.kind if self.number is None else f"{self.kind} {self.number}"

    def __repr__(self) -> str:
        return f"read_line({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """The steps of one player on one line."""

    player: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        # Before the colon a name may have blanks.
        name = self.player
        plain = name == name.strip() and not any(sign in '":;#' for sign in name)
        return f"{name if plain else quoted(name)}: {'; '.join(map(str, self.steps))}"

    def __repr__(self) -> str:
        return f"read_line({str(self)!r})"


Move = Heading | Entry
"""A line of a log, which is a move of the table or of a player."""


class LogLine(NamedTuple):
    """A heading or an entry, its text, and where that begins: a value of the file, and the offset
    in it."""

    what: Heading | Entry
    text: str = ""
    path: Path = ("log",)
    offset: int = 0

    def begins(self, step: int | None) -> int:
        """Return where the line begins in the value, or one of its steps."""
        at, text = 0, self.text
        if step is not None and (name := NAMED.match(text)):
            ends = [part.end() for part in _PART.finditer(text, name.end()) if part[0] == ";"]
            at = [name.end(), *ends][step]
        return self.offset + at + len(text[at:]) - len(text[at:].lstrip())


def read_line(text: str) -> Heading | Entry | None:
    """Return the heading or entry of a line; None for a comment or an empty line.

    Raises `NotationError` with column and expectation.
    """
    check_length(text, LONGEST)
    hashes = (part for part in re.finditer(r'"[^"]*"|#', text) if part[0] == "#")
    bare = text[: next((sign.start() for sign in hashes), len(text))]
    if not bare.strip():
        return None
    words = bare.lower().split()
    if words[0] in HEADINGS and ":" not in bare:
        return _read_heading(text, words)
    found = NAMED.match(bare)
    if found is None:
        start = len(bare) - len(bare.lstrip()) + 1
        near = nearest(words[0], HEADINGS)
        hint = f"; did you mean {near}?" if near else ""
        expected = f"{', '.join(HEADINGS)}, or a player's name and a colon{hint}"
        what = f"{shorten(bare.strip(), 30)!r} is not a line of a log"
        raise NotationError(what, text, start, expected)
    name = found[1] if found[1] is not None else found[2]
    return Entry(name, tuple(_read_steps(text, bare, found.end())))


def read_steps(text: str) -> tuple[Step, ...]:
    """Return steps with semicolons between them; raises `NotationError` with the column."""
    check_length(text, LONGEST)
    return (*_read_steps(text, text, 0),)


def _read_heading(text: str, words: list[str]) -> Heading:
    kind = words[0]
    start = text.lower().index(kind) + 1
    if kind == "round":
        if len(words) != 2 or not re.fullmatch("[1-9]", words[1]):
            expected = "the number of the round, such as round 1"
            raise NotationError("this is not a round", text, start, expected)
        return Heading(kind, int(words[1]))
    if len(words) > 1:
        what = f"{shorten(words[1], 30)!r} is not expected here"
        raise NotationError(what, text, start + len(kind) + 1, "the end of the line")
    return Heading(kind)


def _read_steps(text: str, bare: str, start: int) -> Iterator[Step]:
    """Yield the steps between semicolons; columns of errors count from the start of the line."""
    spans = [start]
    spans += [part.end() for part in _PART.finditer(bare, start) if part[0] == ";"]
    for first, last in zip(spans, [*(end - 1 for end in spans[1:]), len(bare)], strict=True):
        try:
            yield read_step(bare[first:last])
        except NotationError as error:
            column, expected = first + error.column, error.expected
            if verb := _next_step(bare[first:last], error.column):
                expected = f"{expected.removesuffix(_QUOTES)}; is a ; missing before {verb}?"
            raise NotationError(error.what, text, column, expected) from None


def _next_step(text: str, column: int) -> str | None:
    """Return the verb, from a column on, before which a text would be a whole step; None if there
    is none."""
    for found in re.finditer(r"\S+", text):
        if found.start() + 1 >= column and found[0].lower() in VERBS:
            try:
                read_step(text[: found.start()].rstrip(" ,"))
            except NotationError:
                return None
            return found[0]
    return None


def log_lines(
    document: Document, log: str | list[object], names: list[str], problems: list[Problem]
) -> Iterator[LogLine]:
    """Yield each heading and entry of a log that can be read; add a problem for each other line."""
    texts: list[tuple[Path, int, object]] = []
    if isinstance(log, list):
        texts = [(("log", at), 0, text) for at, text in enumerate(log[:MOST_LINES])]
    else:
        at = 0
        for written in log.split("\n"):
            texts.append((("log",), at, written))
            at += len(written) + 1
    if len(texts) > MOST_LINES:
        what = f"{len(texts)} lines are too many"
        problems.append(fault(document, ("log",), what, f"at most {MOST_LINES}"))
        return
    for where, start, text in texts:
        if not isinstance(text, str):
            continue  # reported by the schema
        try:
            found = read_line(text)
        except NotationError as error:
            again = NotationError(error.what, error.text, start + error.column, error.expected)
            problems.append(unreadable(document, where, again))
            continue
        if found is None:
            continue
        line = LogLine(found, text, where, start)
        for name in players_of(found):
            if name in names:
                continue
            place = document.where(where, offset=line.begins(None))
            near = nearest(name, names)
            remedy = f"did you mean {near}?" if near else f"the players are {', '.join(names)}"
            what = f"{dotted(where)}: no player is called {shorten(name, 40)!r}"
            problems.append(Problem(str(place), what, remedy))
        yield line


def players_of(found: Heading | Entry) -> Iterable[str]:
    """Return the players that a line names, each once."""
    if isinstance(found, Heading):
        return ()
    named = [found.player, *(step.get("player") for step in found.steps)]
    return dict.fromkeys(name for name in named if isinstance(name, str))
