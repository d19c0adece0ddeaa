"""A box: what an owner can enter of a game, described once, by the model of its file.

The model checks the values.  The `Blank` and the description of each field, and the `Rows` of each
list of tables, give the file to fill in, the list of what is missing, and what is shown.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Never, TypeVar

from palace.core.errors import InputError, Problem, nearest, shorten
from palace.core.provenance import HOUSE, PLACEHOLDER, Sourced
from palace.files.document import Document, made_document, read_document
from palace.files.fields import Format, Name, Provenance, ordered
from palace.files.models import Model, fields_of, models_in
from palace.files.problems import DOCUMENTS, fault, fitted, in_order, strangers, tables_in
from palace.files.problems import Path as Way
from palace.files.serialise import data_text
from palace.files.text_file import shipped

_NOTE = 31
"""Columns before the note of a key."""


class BoxHead(Model):
    """The first keys of a box file; files of earlier versions have no `game`."""

    format: Format
    game: str | None = None
    name: Name
    provenance: Provenance


@dataclass(frozen=True)
class Blank:
    """How an owner is asked for the value of a field, beside which it is.

    `value` is the TOML of the template, in which `{n}` is the number of the row; without one it is
    not asked for.  `commented` puts it behind a `#`.  `lacks` is what is missing without it, empty
    if it may be left out; `instead` is a field that does as well.  `words` shows a value; without
    it the value is part of the row's title.  `name`, and the description `note`, are the field's.
    """

    value: str = '""'
    lacks: str = ""
    words: Callable[[Never], str] | None = str
    instead: str = ""
    commented: bool = False
    name: str = ""
    note: str = ""

    def text(self, number: int = 1) -> str:
        """Return the line of a template."""
        line = f"{'# ' * self.commented}{self.name} = {self.value.replace('{n}', str(number))}"
        return f"{line:<{_NOTE}} # {self.note}\n" if self.note else f"{line}\n"

    def missing(self, thing: object) -> tuple[str, ...]:
        """Return what something lacks without this value, and the other that does as well."""
        values = (getattr(thing, name, None) for name in (self.name, self.instead) if name)
        return (self.lacks,) * (bool(self.lacks) and all(map(_empty, values)))

    def shown(self, thing: object) -> str:
        """Return the value in words; empty where there is none, or it is part of the title."""
        value: Never = getattr(thing, self.name, None)  # type: ignore[assignment]
        return "" if self.words is None or _empty(value) else self.words(value)


@dataclass(frozen=True)
class Rows:
    """How tables of one kind are asked for; the field's description is the comment above them.

    `one` is their noun.  `prepared` is how many the template has; without any, one is shown behind
    `#`.  `labels` are those of the real box, where they are known; `without` is a field of their
    model that these do not have.
    """

    one: str
    prepared: int = 0
    labels: Sequence[int] = ()
    without: str = ""


def _empty(value: object) -> bool:
    """Return whether a value is none: nought is one, blanks are not."""
    text = value.strip() if isinstance(value, str) else value
    return text is False or not (text or isinstance(text, int))


class Row(NamedTuple):
    """A row as it is shown: its label, its title, its known values, and the missing ones.

    `lines` are what is drawn in a frame in place of the values.
    """

    label: str
    title: str
    text: str = ""
    lacks: tuple[str, ...] = ()
    placeholder: bool = False
    lines: Callable[[], Iterable[str]] | None = None


class Part(NamedTuple):
    """All rows of one kind: `one` and `many` are its noun, `absent` the missing labels."""

    one: str
    many: str
    rows: tuple[Row, ...]
    absent: tuple[str, ...] = ()
    title: str = ""

    @property
    def filled(self) -> int:
        """How many rows lack nothing."""
        return sum(not row.lacks for row in self.rows)


class Section(NamedTuple):
    """The tables under one key of a box file, one table without `rows`; the first key labels each.

    Without a name they are the keys of the file itself.
    """

    name: str
    keys: tuple[Blank, ...]
    rows: Rows | None = None
    comment: str = ""

    def text(self) -> str:
        """Return the tables of a template."""
        notes = "".join(f"# {line}\n" for line in self.comment.splitlines())
        if self.rows is None:
            head = f"\n{notes}[{self.name}]\n" if self.name else notes
            return head + "".join(key.text() for key in self.keys)
        tables = [
            f"[[{self.name}]]\n" + "".join(key.text(number) for key in self.keys)
            for number in range(1, max(self.rows.prepared, 1) + 1)
        ]
        if not self.rows.prepared:
            tables = ["".join(f"# {line}\n" for line in tables[0].splitlines())]
        return "\n" + notes + "\n".join(tables)

    def part(self, things: Iterable[object], provenance: str) -> Part:
        """Return what is shown of things; `provenance` is that of those that name none."""
        if self.rows is None:
            one, thing = self.name.removesuffix("s") or "value", next(iter(things), None)
            shown = [(key.name, key.shown(thing), key.missing(thing)) for key in self.keys]
            ours = provenance == PLACEHOLDER
            values = (Row(key, key, text, lacks, bool(text) and ours) for key, text, lacks in shown)
            return Part(one, f"{one}s", (*values,))
        rows = tuple(self._row(thing, self.rows.one, provenance) for thing in things)
        there = {row.label for row in rows}
        absent = tuple(label for label in map(str, self.rows.labels) if label not in there)
        return Part(self.rows.one, self.name, rows, absent)

    def _row(self, thing: object, one: str, provenance: str) -> Row:
        label = str(getattr(thing, self.keys[0].name))
        shown = ((key.name.replace("_", " "), key.shown(thing)) for key in self.keys[1:])
        return Row(
            label, getattr(thing, "title", None) or f"{one} {label}",
            "; ".join(f"{name} {text}" for name, text in shown if text),
            tuple(lack for key in self.keys for lack in key.missing(thing)),
            (getattr(thing, "provenance", None) or provenance) == PLACEHOLDER,
        )  # fmt: skip


def sections_of(model: type[Model]) -> tuple[Section, ...]:
    """Return what an owner is asked for in a box file: its own keys, then each kind of table."""
    found = []
    own: list[Blank] = []
    for name, field in fields_of(model).items():
        if name == "provenance" or (name in fields_of(BoxHead) and issubclass(model, BoxHead)):
            continue
        note, inner = field.description, next(models_in(field.annotation), None)
        blank = next((beside for beside in field.metadata if isinstance(beside, Blank)), None)
        if inner is None or blank is not None:
            asked = replace(blank or Blank(), name=name, note=note)
            own += [asked] * bool(asked.value)
        else:
            rows = next((beside for beside in field.metadata if isinstance(beside, Rows)), None)
            (section,) = (inside for inside in sections_of(inner) if not inside.name)
            keys = tuple(k for k in section.keys if rows is None or k.name != rows.without)
            found.append(Section(name, keys, rows, note))
    return (*[Section("", (*own,))] * bool(own), *found)


D = TypeVar("D", bound=BoxHead)
B = TypeVar("B", bound=Sourced)


class BoxFormat(ABC, Generic[D, B]):
    """The boxes of a game, read from their model D into their value B; a game overrides what
    differs."""

    game: ClassVar[str]
    """The key of the game."""

    target: ClassVar[str]
    """The file, or the folder, that is written where none is named."""

    head: ClassVar[str]
    """Notes that begin the template; `{name}` is its file."""

    after: ClassVar[str] = ""
    """What is told when the files to fill in are written."""

    model: type[D]
    sections: tuple[Section, ...]
    house_file: ClassVar[tuple[str, str]]

    whole: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """How many there are in the real box, by the noun of the part, where it is known."""

    def __init_subclass__(cls) -> None:
        cls.sections = sections_of(cls.model)

    # Reading.

    @abstractmethod
    def finish(
        self, data: D | None, document: Document, folder: Path, problems: list[Problem]
    ) -> B | None:
        """Return the box of a document, or add what is wrong with it beyond its model.

        `data` is the model, None if the document does not fit it.
        """

    def read(self, document: Document, folder: Path = Path()) -> B:
        """Return the box a document holds; `folder` is where the paths of its files start.

        Raises `InputError` with every problem, also of the files it names.
        """
        other = document.data.get("game", self.game)
        if isinstance(other, str) and other != self.game:
            what, remedy = f"this is a box of {other}", f"palace box check {document.file}"
            raise InputError(fault(document, ("game",), what, remedy))
        problems: list[Problem] = []
        data = fitted(self.model, document, problems)
        if data is not None:
            problems += strangers(data, document, "this key is not known")
        found = self.finish(data, document, folder, problems)
        if problems or found is None:
            raise InputError(*in_order(problems, document.file))
        return found

    def of(self, data: D) -> B:
        """Return what the data of a box mean; raises `InputError`."""
        return self.read(made_document(data_text(ordered(data)), "toml", data.name))

    @cached_property
    def house(self) -> B:
        """The box of our own design."""
        document = read_document(shipped(*self.house_file))
        document.made = True
        return self.read(document)

    def load(self, name: str | os.PathLike[str]) -> B:
        """Return the box called `house`, or the one in a file; raises `InputError`."""
        way = os.fspath(name)
        if way == HOUSE:
            return self.house
        if way.lower().endswith(DOCUMENTS):
            return self.read(read_document(way), Path(way).parent)
        hint = f"did you mean {HOUSE}? " if nearest(way, [HOUSE]) else ""
        what = f"there is no box {shorten(way)!r}"
        raise InputError(Problem("", what, f"{hint}name {HOUSE} or a .toml file"))

    # The files to fill in.

    def templates(self, target: Path) -> Mapping[Path, str]:
        """Return the files to fill in, by their paths, the box file first."""
        if target.suffix.lower() != ".toml":
            raise InputError(Problem(str(target), "box files are TOML", "name it .toml"))
        return {target: self.text(target.name)}

    def text(self, name: str) -> str:
        """Return the box file to fill in; `name` is that of the file."""
        notes = "".join(f"# {line}\n" for line in self.head.format(name=name).splitlines())
        keys = f'format = 1\ngame = "{self.game}"\nname = "my box"\n'
        note = '"placeholder" if you make values up'
        source = Blank('"transcribed"', name="provenance", note=note)
        return notes + keys + source.text() + "".join(each.text() for each in self.sections)

    # What is entered, and what is missing.

    @abstractmethod
    def things(self, box: B) -> Mapping[str, Iterable[object]]:
        """Return what is entered in each section."""

    def parts(self, box: B) -> tuple[Part, ...]:
        """Return what is shown of a box."""
        things = self.things(box)
        return tuple(
            section.part(things.get(section.name, ()), box.provenance) for section in self.sections
        )

    def totals(self, box: B) -> Iterator[str]:
        """Yield how much is entered, `4 of 4 boards`, or begun where the real box is not known."""
        counts: dict[str, list[Part]] = {}
        for part in self.parts(box):
            counts.setdefault(part.many, []).append(part)
        for many, parts in counts.items():
            if many in self.whole:
                yield f"{sum(part.filled for part in parts)} of {self.whole[many]} {many}"
            elif count := sum(len(part.rows) for part in parts):
                yield f"{count} {parts[0].one if count == 1 else many}"

    def missing(self, box: B) -> tuple[str, ...]:
        """Return what is still missing compared with the real box, one sentence each."""
        return (*lacking(self.parts(box), self.whole),)

    @abstractmethod
    def record(self, box: B) -> dict[str, object]:
        """Return what is entered, ready for JSON."""


Boxes = BoxFormat[Any, Any]  # type: ignore[explicit-any]
"""The boxes of a game of which only the registry or the file tells which it is."""


def lacking(parts: Iterable[Part], whole: Mapping[str, int]) -> Iterator[str]:
    """Yield what is missing in parts; rows that lack the same share a sentence."""
    for part in parts:
        same: dict[tuple[str, ...], list[str]] = {}
        for row in part.rows:
            if row.lacks:
                same.setdefault(row.lacks, []).append(row.label)
        for lacks, labels in same.items():
            yield f"{part.many} {', '.join(labels)}: {', '.join(lacks)}"
        if part.absent:
            yield f"{part.many} not entered: {' '.join(part.absent)}"
        elif len(part.rows) < whole.get(part.many, 0):
            yield f"{len(part.rows) or 'none'} of {whole[part.many]} {part.many} entered"
        if ours := [row.label for row in part.rows if row.placeholder]:
            yield f"{part.many} that are placeholder: {' '.join(ours)}"


def doubles(sections: Iterable[Section], document: Document, path: Way = ()) -> Iterator[Problem]:
    """Yield a problem for each label that two tables of a kind have; on plain data."""
    table: object = document.data
    for step in path:
        table = table.get(step) if isinstance(table, dict) else None
    if not isinstance(table, dict):
        return
    for section in sections:
        key, seen = section.keys[0].name, set[object]()
        for at, row in enumerate(tables_in(table.get(section.name)) if section.rows else ()):
            label = row.get(key)
            if isinstance(label, (int, str)) and label in seen:
                what = f"two {section.name} have the {key} {label}"
                yield fault(document, (*path, section.name, at, key), what, "give each another")
            seen |= {label} if isinstance(label, (int, str)) else set()
