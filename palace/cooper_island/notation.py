"""Every step with an example and what it means, for whoever writes a log.

Reads steps: takes a text apart word by word, along the form of its verb.

Logs and how they are written: a heading or one player's entry on each line.

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

from palace.cooper_island.goods import GAINS, KINDS, Goods, Payment
from palace.cooper_island.peninsula import Hex
from palace.cooper_island.tiles import Placement
from palace.cooper_island.turn import CHOICES, FORMS, VERBS, Part, Step, quoted
from palace.core.errors import NotationError, Problem, dotted, nearest, shorten
from palace.files.document import Document
from palace.files.problems import Path, fault, unreadable


class Example(NamedTuple):
    """A step as it is written, and what it says."""

    text: str
    says: str


EXAMPLES: dict[str, Example] = {
    "worker": Example("worker A toll 1 food", "place a normal worker; toll where others stand"),
    "special": Example("special C anchor cutter", "place a special worker; an anchor for the toll"),
    "draw": Example("draw 2", "draw double tiles from the bag"),
    "double": Example("double forest-meadow c3-c4", "lay a double tile; level meadow c3, gold"),
    "boat": Example("boat 3 pay 2 wood food@c2 gives 1 helm", "build an income boat"),
    "build": Example("build large c4 card Mill pay 2 stone", "put up a building, draw its card"),
    "take": Example("take 1 coin", "a resource or coin, in area E"),
    "ruin": Example("ruin e3", "take a ruin into the workshop"),
    "statue": Example("statue c4 pay 2 stone gives 1 helm", "put up a statue from the workshop"),
    "crate": Example("crate 2 turned pay 1 food", "take a crate from a cargo card"),
    "again": Example("again islet Ben 4 gives 1 wood", "an islet passed, or in C; a boat in E"),
    "milestone": Example(
        "milestone boats takes special sends worker to 3", "flip a milestone, hire a worker"
    ),
    "islet": Example("islet forest d2-e2 number 4 gives 1 wood", "lay an islet, land half first"),
    "receive": Example("receive 3 gives 1 stone", "the income of a boat"),
    "sail": Example("sail cutter 2", "helm points move a ship, or remove anchors"),
    "logbook": Example("logbook gives 1 gold", "take a logbook on the way"),
    "harbour": Example("harbour Ben pay 1 coin", "pass the harbour of another; or anchor cutter"),
    "anchor": Example("anchor two-master", "put an anchor for missing food under a ship"),
    "store": Example("store 2 wood food@c3", "from market or peninsula to the storage"),
    "exchange": Example("exchange 2 cloth for 1 coin", "goods for goods"),
    "cover": Example("cover resources 1 wood 1 food", "use a crate: draw, double, steps, coins"),
    "single": Example("single meadow c3 for 2", "a single tile for steps of the cartographer"),
    "use": Example("use Mill gives 2 wood", "use a large building"),
    "feed": Example("feed 1 food food@c2 of 4", "feed the workers; of what the board asks for"),
    "reactivate": Example("reactivate crate draw pay 1 coin", "free a crate, turn back a card"),
    "statues": Example("statues", "a helm point for each statue"),
    "road": Example("road", "the helm point of the road"),
    "gets": Example("gets 1 wood 2 helm", "from what is not known here, on trust"),
    "spends": Example("spends 1 coin", "for what is not known here, on trust"),
}


def form_text(verb: str) -> str:
    """The form of a verb: `sail SHIP COUNT`, parts that may be left out in brackets."""
    form = FORMS[verb]
    tile = any(part.kind == "placement" for part in form)
    return " ".join(
        [verb, *(_part_form(part) for part in form if part.kind != "placement" or tile)]
    )


def _part_form(part: Part) -> str:
    name = "TILE" if part.kind == "placement" else part.kind.upper()
    words = [part.lead] * bool(part.lead) + [name] * (part.kind != "flag")
    text = " ".join(words)
    return f"[{text}]" if part.optional else text


LONGEST = 1_000


_WORD = re.compile(r'"[^"]*"|[^\s"]+|"')


_LIMITS = {"count": 99, "number": 8}


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def read_step(text: str) -> Step:
    """The step of a text; raises `NotationError` with column and what was expected."""
    if len(text) > LONGEST:
        what = f"{len(text)} characters are too many"
        raise NotationError(what, text, LONGEST + 1, f"at most {LONGEST}")
    return _Reader(text).step()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.words = [_Word(found[0], *found.span()) for found in _WORD.finditer(text)]
        self.at = 0

    def fail(self, expected: str) -> NotationError:
        if self.at < len(self.words):
            word = self.words[self.at]
            what = f"{shorten(word.text, 30)!r} cannot stand here"
            return NotationError(what, self.text, word.start + 1, expected)
        what = "it ends here" if self.words else "the step is empty"
        return NotationError(what, self.text, len(self.text.rstrip()) + 1, expected)

    def next(self) -> str:
        """The next word in small letters; empty at the end."""
        return self.words[self.at].text.lower() if self.at < len(self.words) else ""

    def one_of(self, known: tuple[str, ...]) -> str:
        found = next((word for word in known if word.lower() == self.next()), None)
        if found is None:
            near = nearest(self.next(), known) if self.next() else None
            wanted = f"{', '.join(known[:-1])} or {known[-1]}"
            raise self.fail(f"{wanted}; did you mean {near}?" if near else wanted)
        self.at += 1
        return found

    def step(self) -> Step:
        verb = self.one_of(VERBS)
        form = FORMS[verb]
        found: dict[str, Any] = {}
        for index, part in enumerate(form):
            rest = form[index + 1 :]
            if part.kind == "placement":
                self.at -= 1  # its text begins with the verb
            if part.lead and self.next() == part.lead:
                self.at += 1
                found[part.name] = self.value(part, form)
            elif part.lead and not part.optional:
                raise self.fail(part.lead)
            elif not part.lead and (not part.optional or self.here(rest)):
                found[part.name] = self.value(part, form)
        if self.at < len(self.words):
            raise self.left_over(form, {*found})
        return Step.of(verb, **found)

    def left_over(self, form: tuple[Part, ...], found: set[str]) -> NotationError:
        """What is wrong with a word after the last part."""
        last = max((at for at, part in enumerate(form) if part.name in found), default=-1)
        early = [part for part in form[: last + 1] if part.lead and part.lead == self.next()]
        if not early:
            return self.fail(" or ".join([*(part.lead for part in form[last + 1 :]), "the end"]))
        word = self.words[self.at]
        why = "stands here twice" if early[0].name in found else "comes too late"
        leads = [part.lead for part in form if part.lead]
        expected = f"{leads[0]} once" if len(leads) == 1 else f"the order {', '.join(leads)}"
        return NotationError(f"{word.text!r} {why}", self.text, word.start + 1, expected)

    def here(self, rest: tuple[Part, ...]) -> bool:
        """Whether a part without a word before it is there at all."""
        return bool(self.next()) and self.next() not in {part.lead for part in rest}

    def value(self, part: Part, form: tuple[Part, ...]) -> Any:
        kind = part.kind
        if kind == "flag":
            return True
        if kind in CHOICES:
            return self.one_of(CHOICES[kind])
        if kind in _LIMITS:
            return self.number(_LIMITS[kind])
        if kind == "name":
            return self.name()
        if kind == "space":
            try:
                space = Hex.read(self.next())
            except NotationError:
                raise self.fail("a space such as c3") from None
            self.at += 1
            return space
        return self.span(kind, {part.lead for part in form if part.lead})

    def number(self, most: int) -> int:
        word = self.next()
        if not re.fullmatch("[0-9]{1,2}", word) or not 1 <= int(word) <= most:
            raise self.fail(f"a number from 1 to {most}")
        self.at += 1
        return int(word)

    def name(self) -> str:
        word = self.words[self.at].text if self.at < len(self.words) else ""
        name = word[1:-1] if len(word) > 1 and word[0] == word[-1] == '"' else word
        if not name.strip() or '"' in name:
            raise self.fail('a name, in "quotes" if it has blanks')
        self.at += 1
        return name

    def span(self, kind: str, leads: set[str]) -> Any:
        """What the words up to the next part say, wherever in the form it stands."""
        first = self.at
        while self.at < len(self.words) and self.next() not in leads:
            self.at += 1
        if first == self.at:
            self.at = first
            raise self.fail(_EXAMPLES[kind])
        start, end = self.words[first].start, self.words[self.at - 1].end
        text = self.text[start:end]
        try:
            if kind == "placement":
                return Placement.read(text)
            if kind == "payment":
                return Payment.read(text)
            return Goods.read(text, GAINS if kind == "gains" else KINDS)
        except NotationError as error:
            column = start + error.column
            raise NotationError(error.what, self.text, column, error.expected) from None


_EXAMPLES = {
    "payment": "what is handed over, such as 2 wood food@c3",
    "goods": "goods such as 1 wood",
    "gains": "what it gives, such as 1 wood 1 helm, or nothing",
    "placement": "a tile",
}


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
