"""The notation of logs: each line is a heading or an entry of one player.

    log     = 1*( heading / entry / comment )
    heading = "round" N / "income" / "workers" / "clean-up" / "end"
    entry   = NAME ":" step *( ";" step )
    comment = "#" TEXT                                  also behind an entry

Steps are in the order of play.  `verbs.toml` has their forms, `.goods` the notation of payments and
goods, `.tiles` that of tiles.  A name with blanks is in quotes, except before the colon.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from palace.cooper_island import free_actions, workers
from palace.cooper_island.goods import GAINS, KINDS, Goods, Payment
from palace.cooper_island.rules import BOOK
from palace.cooper_island.state import BUILDINGS, PHASES, SHIPS
from palace.cooper_island.tiles import Placement, Reader
from palace.core.errors import NotationError, Problem, check_length, either, nearest, shorten
from palace.core.verdict import Text
from palace.files.document import Document
from palace.files.problems import Path, fault, unreadable
from palace.files.text_file import shipped
from palace.scoring.score import joined

CHOICES: dict[str, tuple[str, ...]] = {
    "area": tuple(workers.AREAS),
    "ship": SHIPS,
    "worker": workers.KINDS,
    "building": tuple(BUILDINGS),
    "cover": tuple(free_actions.COVERS),
    "printed": ("islet", "boat"),
    "used": ("card", "crate"),
}
"""Kinds of parts with a fixed choice of words."""


class Part(NamedTuple):
    """A part of a verb's form: its name, its kind (of `CHOICES`, `_LIMITS`, `_SPANS`, or space,
    name, flag), the word before it, and whether it is optional."""

    name: str
    kind: str
    lead: str = ""
    optional: bool = False


@dataclass(frozen=True)
class Verb:
    """A verb of a log, as `verbs.toml` tells; `do` is called with the turn and the parts by name,
    `uses` is the kind of step that an area, a gain or a phase has to offer."""

    name: str
    form: str
    example: str
    do: Callable[..., Any]
    phase: str = ""
    uses: str = ""

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        found = []
        for option, lead, name, kind, flag in _FORM.findall(self.form):
            kind = "placement" if kind == "TILE" else kind.lower() or "flag"
            lead = lead or flag
            found.append(Part(name or lead or kind, kind, lead, bool(option or flag)))
        return tuple(found)

    @cached_property
    def words(self) -> Text:
        return BOOK.text(f"verb.{self.name}")


_FORM = re.compile(r"(\[?)(?:([a-z]+) )?(?:([a-z]+):)?([A-Z]+)\]?|\[([a-z]+)\]")

_TABLE = tomllib.loads(shipped(__package__, "verbs.toml").read_text("utf-8"))
_ROOMS = {"free_actions": free_actions, "workers": workers}


def _done(verb: str, by: str) -> Callable[..., Any]:
    room, _, name = by.partition(".")
    found: Callable[..., Any] = getattr(_ROOMS[room], name)
    return partial(found, kind=verb) if verb in workers.KINDS else found


VERBS: Mapping[str, Verb] = {
    name: Verb(name, **{**row, "do": _done(name, row["do"])}) for name, row in _TABLE.items()
}

LEADS = frozenset(part.lead for verb in VERBS.values() for part in verb.parts if part.lead)


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """A verb with the values of its parts, in the order of its form."""

    row: Verb
    parts: tuple[tuple[str, object], ...] = ()

    def __reduce__(self) -> tuple[Callable[[str], Step], tuple[str]]:
        return read_step, (str(self),)

    @property
    def verb(self) -> str:
        return self.row.name

    def get(self, name: str) -> object:
        return dict(self.parts).get(name)

    def do(self, turn: object) -> None:
        self.row.do(turn, **dict(self.parts))

    def __str__(self) -> str:
        return written(self.row, dict(self.parts))

    def __repr__(self) -> str:
        return f"read_step({str(self)!r})"


def written(row: Verb, parts: Mapping[str, object]) -> str:
    """Return the text of a step as far as its parts are there."""
    # The text of a placement begins with the verb.
    words = [] if "placement" in parts else [row.name]
    for part in row.parts:
        value = parts.get(part.name)
        if value is not None:
            words += [part.lead] * bool(part.lead)
            text = quoted(str(value)) if part.kind == "name" else str(value)
            words += [text] * (part.kind != "flag")
    return " ".join(words)


def quoted(name: str) -> str:
    """Return a name as written in a log, in quotes if it would not be one word."""
    plain = name and not any(sign.isspace() or sign in '";:#' for sign in name)
    return name if plain and name.lower() not in LEADS else f'"{name}"'


LONGEST = 1_000
MOST_LINES = 2_000
HEADINGS = ("round", *PHASES, "end")
_LIMITS = {"count": 99, "number": 8}

_SPANS: dict[str, tuple[Callable[[str], object], str]] = {
    "payment": (Payment.read, "a payment such as 2 wood food@c3"),
    "goods": (lambda text: Goods.read(text, KINDS), "goods such as 1 wood"),
    "gains": (lambda text: Goods.read(text, GAINS), "gains such as 1 wood 1 helm, or nothing"),
    "placement": (Placement.read, ""),  # a placement is never empty: it begins with its verb
}
"""Parts of several words by kind: the function that reads them, and what is expected."""

_QUOTES = '; a name with blanks is in "quotes"'
_PART = re.compile(r'"[^"]*"|[^";]+|[";]')
NAMED = re.compile(r'\s*(?:"([^"]*)"|([^":;]*[^":;\s]))\s*:')


def read_step(text: str) -> Step:
    """Return the step of a text; raises `NotationError` with column and expectation."""
    return _Reader(text).step()


class _Reader(Reader):
    """Parser of a step: reads words in the order of the verb's form."""

    longest = LONGEST
    word = re.compile(r'"[^"]*"|[^\s"]+|"')
    noun = "step"
    named = -1
    """The index of the word after a name without quotes."""

    def fail(self, expected: str) -> NotationError:
        return super().fail(expected + _QUOTES * (self.at == self.named < len(self.words)))

    def step(self) -> Step:
        """Read a verb, its parts without a word before them, and the others in any order."""
        row = VERBS.get(word := self.next())
        if row is None:
            near = difflib.get_close_matches(word[:40], VERBS, 3)
            meant = f"; did you mean {either(near)}?" if near else " such as worker A;"
            raise self.fail(f"a step{meant} docs/cooper-island.md lists all steps")
        self.at += 1
        led = {part.lead: part for part in row.parts if part.lead}
        found: dict[str, object] = {}
        for part in row.parts:
            if not part.lead and (self.next() or not part.optional):
                found[part.name] = self.value(part.kind, led)
        while word := self.next():
            if word not in led:
                more = [lead for lead, part in led.items() if part.name not in found]
                raise self.fail(" or ".join([*more, "the end"]))
            part = led[word]
            if part.name in found:
                what, start = f"{word!r} is written twice", self.words[self.at][1]
                raise NotationError(what, self.text, start + 1, "each part once")
            self.at += 1
            found[part.name] = self.value(part.kind, led)
        for part in row.parts:
            if not part.optional and part.name not in found:
                raise self.fail(part.lead)
        return Step(row, tuple((p.name, found[p.name]) for p in row.parts if p.name in found))

    def value(self, kind: str, leads: Container[str]) -> object:
        if kind in _SPANS:
            return self.span(kind, leads)
        if kind in CHOICES:
            return self.one_of(CHOICES[kind])
        if kind in _LIMITS:
            return self.number(_LIMITS[kind])
        return True if kind == "flag" else self.name() if kind == "name" else self.space()

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

    def span(self, kind: str, leads: Container[str]) -> object:
        """Return the value of the words up to the next part with a word before it."""
        read, expected = _SPANS[kind]
        # The text of a placement begins with the verb.
        self.at -= kind == "placement"
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
        return ""

    def __str__(self) -> str:
        return self.kind if self.number is None else f"{self.kind} {self.number}"

    def __repr__(self) -> str:
        return f"read_line({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    player: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        # Before the colon a name may have blanks.
        name = self.player
        plain = name == name.strip() and not any(sign in '":;#' for sign in name)
        return f"{name if plain else quoted(name)}: {'; '.join(map(str, self.steps))}"

    def __repr__(self) -> str:
        return f"read_line({str(self)!r})"


Move = Heading | Entry  # a line of a log, which is a move of the table or of a player


class LogLine(NamedTuple):
    """A heading or an entry, its text, and where that begins: a value of the file, an offset."""

    what: Heading | Entry
    text: str
    path: Path
    offset: int

    def begins(self, step: int | None) -> int:
        """Return where the line begins in the value, or one of its steps."""
        at, text = 0, self.text
        if step is not None and (name := NAMED.match(text)):
            at = _starts(text, name.end())[step]
        return self.offset + at + len(text[at:]) - len(text[at:].lstrip())


def _starts(text: str, start: int) -> list[int]:
    return [start, *(part.end() for part in _PART.finditer(text, start) if part[0] == ";")]


def read_line(text: str) -> Heading | Entry | None:
    """Return the heading or entry of a line; None for a comment or an empty line."""
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
    starts = _starts(bare, start)
    for first, last in zip(starts, [*(at - 1 for at in starts[1:]), len(bare)], strict=True):
        try:
            yield read_step(bare[first:last])
        except NotationError as error:
            column, expected = first + error.column, error.expected
            verb = bare[column - 1 : last].partition(" ")[0].lower()
            if verb in VERBS and bare[first : column - 1].split():
                expected = f"{expected.removesuffix(_QUOTES)}; is a ; missing before {verb}?"
            raise NotationError(error.what, text, column, expected) from None


def log_lines(
    document: Document, log: str | list[str], names: list[str], problems: list[Problem]
) -> Iterator[LogLine]:
    """Yield each heading and entry of a log that can be read; add a problem for each other line."""
    texts: list[tuple[Path, int, str]]
    if isinstance(log, list):
        texts = [(("log", at), 0, text) for at, text in enumerate(log[:MOST_LINES])]
    else:
        lines = re.finditer("[^\n]*\n?", log)
        texts = [(("log",), line.start(), line[0].removesuffix("\n")) for line in lines if line[0]]
    if len(texts) > MOST_LINES:
        what = f"{len(texts)} lines are too many"
        problems.append(fault(document, ("log",), what, f"at most {MOST_LINES}"))
        return
    for where, start, text in texts:
        try:
            found = read_line(text)
        except NotationError as error:
            again = NotationError(error.what, error.text, start + error.column, error.expected)
            problems.append(unreadable(document, where, again))
            continue
        if found is None:
            continue
        line = LogLine(found, text, where, start)
        for problem in strangers(found, names):
            told = fault(document, where, problem.what, problem.remedy)
            place = document.where(where, offset=line.begins(None))
            problems.append(told._replace(where=str(place)))
        yield line


def strangers(found: Heading | Entry, names: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for each name in a line that no player has."""
    steps = found.steps if isinstance(found, Entry) else ()
    named = [found.player, *(step.get("player") for step in steps)] if steps else []
    for name in dict.fromkeys(name for name in named if isinstance(name, str)):
        if names and name not in names:
            near = nearest(name, names)
            remedy = f"did you mean {near}?" if near else f"the players are {joined(names)}"
            yield Problem("", f"no player is called {shorten(name, 40)!r}", remedy)
