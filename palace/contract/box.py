"""A box: what an owner can enter of a game, read, prepared, counted and shown by one schema.

A game describes its box file by a pydantic model, which checks values, and by sections of keys,
which an owner is asked for: from these come the file to fill in, what is still missing,
and what is shown.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Generic, NamedTuple, Never, TypeVar

from palace.core.errors import InputError, Problem, nearest, shorten
from palace.core.provenance import PLACEHOLDER, Sourced
from palace.files.document import Document, read_document
from palace.files.fields import Format, Model, Name, Provenance
from palace.files.problems import (
    DOCUMENTS,
    fault,
    fitted,
    in_order,
    keys_of,
    strangers,
    tables_in,
)
from palace.files.problems import Path as Way
from palace.files.text_file import shipped

HOUSE = "house"
"""The box of our own design that comes with each game."""

_NOTE = 31
"""Columns before the note of a key."""


class BoxHead(Model):  # type: ignore[explicit-any]  # pydantic's
    """The first keys of a box file; files of earlier versions have no `game`."""

    format: Format
    game: str | None = None
    name: Name
    provenance: Provenance


@dataclass(frozen=True)
class Key:
    """A key of a table: what the template holds, and how its value is shown.

    `value` is TOML, in which `{n}` is the number of the row; `commented` puts it behind a `#`.
    `lacks` is what is missing without it, empty if it may be left out; `instead` is a key that does
    as well.  `words` shows a value; without it the value is part of the row's title.
    """

    name: str
    value: str = '""'
    note: str = ""
    lacks: str = ""
    words: Callable[[Never], str] | None = str
    instead: str = ""
    commented: bool = False

    def text(self, number: int = 1) -> str:
        """Return the line of a template."""
        line = f"{'# ' * self.commented}{self.name} = {self.value.replace('{n}', str(number))}"
        return f"{line:<{_NOTE}} # {self.note}\n" if self.note else f"{line}\n"

    def blank(self, thing: object) -> bool:
        """Return whether something has no value under this key, nor under the other that does as
        well.
        """
        values = (getattr(thing, name, None) for name in (self.name, self.instead) if name)
        return all(_blank(value) for value in values)


def _blank(value: object) -> bool:
    text = value.strip() if isinstance(value, str) else value
    return value is None or value is False or (isinstance(text, str | tuple | list) and not text)


class Row(NamedTuple):
    """A row as it is shown: its label, its title, its known values, and the missing ones."""

    label: str
    title: str
    text: str = ""
    lacks: tuple[str, ...] = ()
    placeholder: bool = False


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


@dataclass(frozen=True)
class Section:
    """Tables of one kind in a box file; the first key labels each, unless there is one `single`.

    Without a name they are the keys of the file itself.  `prepared` is how many rows the template
    has; without any, one is shown behind `#`.  `labels` are those of the real box, where known.
    """

    name: str
    one: str
    keys: tuple[Key, ...]
    comment: str = ""
    prepared: int = 0
    labels: tuple[int, ...] = ()
    single: bool = False

    def text(self) -> str:
        """Return the tables of a template."""
        notes = "".join(f"# {line}\n" for line in self.comment.splitlines())
        if not self.name:
            return notes + "".join(key.text() for key in self.keys)
        head = f"[{self.name}]\n" if self.single else f"[[{self.name}]]\n"
        tables = [
            head + "".join(key.text(number) for key in self.keys)
            for number in range(1, max(self.prepared, 1) + 1)
        ]
        if not (self.prepared or self.single):
            tables = ["".join(f"# {line}\n" for line in tables[0].splitlines())]
        return "\n" + notes + "\n".join(tables)

    def part(self, things: Iterable[object], provenance: str) -> Part:
        """Return what is shown of things of this kind.

        `provenance` is that of those which name none.
        """
        rows: tuple[Row, ...]
        if self.single or not self.name:
            thing = next(iter(things), None)
            rows = tuple(self._value(key, thing, provenance) for key in self.keys)
        else:
            rows = tuple(self._row(thing, provenance) for thing in things)
        found = {row.label for row in rows}
        absent = tuple(label for label in map(str, self.labels) if label not in found)
        return Part(self.one, self.name or f"{self.one}s", rows, absent)

    def _row(self, thing: object, provenance: str) -> Row:
        label = str(getattr(thing, self.keys[0].name))
        title = getattr(thing, "title", None) or f"{self.one} {label}"
        said = (
            f"{key.name.replace('_', ' ')} {key.words(getattr(thing, key.name))}"
            for key in self.keys[1:]
            if key.words and not _blank(getattr(thing, key.name, None))
        )
        lacks = tuple(key.lacks for key in self.keys if key.lacks and key.blank(thing))
        return Row(label, title, "; ".join(said), lacks, _ours(thing, provenance))

    def _value(self, key: Key, thing: object, provenance: str) -> Row:
        value = getattr(thing, key.name, None)
        if _blank(value) or key.words is None:
            return Row(key.name, key.name, "", (key.lacks,) if key.lacks else ())
        text = key.words(getattr(thing, key.name))
        return Row(key.name, key.name, text, (), provenance == PLACEHOLDER)


def _ours(thing: object, provenance: str) -> bool:
    """Return whether something is a placeholder, by itself or by the box it is in."""
    said = getattr(thing, "placeholder", None)
    own = getattr(thing, "provenance", None) or provenance
    return own == PLACEHOLDER if said is None else bool(said)


class Shown(NamedTuple):
    """A box that was read, and what is shown of it; `game` is the key of its game.

    `totals` is how much is entered; `missing` what is not, compared with the real box, and
    `warnings` what is odd, one sentence each; `data` is ready for JSON.
    """

    game: str
    box: Sourced
    parts: tuple[Part, ...]
    totals: str
    missing: tuple[str, ...]
    warnings: tuple[str, ...]
    data: Mapping[str, object]


class Boxes(ABC):
    """What a game offers for its box, whatever is in it; a game overrides what differs."""

    game: ClassVar[str]
    """The key of the game."""

    target: ClassVar[str]
    """The file, or the folder, that is written where none is named."""

    head: ClassVar[str]
    """Notes that begin the template; `{name}` is its file."""

    model: type[BoxHead]
    house_file: ClassVar[tuple[str, str]]
    sections: ClassVar[tuple[Section, ...]]

    whole: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """How many there are in the real box, by the noun of the part, where it is known."""

    def known_keys(self, document: Document) -> int:
        """Return how many keys of a document a box file of this game may have."""
        return len(document.data.keys() & keys_of(self.model).keys())

    @abstractmethod
    def seen(self, what: str | Document, folder: Path = Path()) -> Shown:
        """Return the box in a document, or under a name that is no box file."""

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
        values = Key("provenance", '"transcribed"', '"placeholder" if you make values up').text()
        return notes + keys + values + "".join(section.text() for section in self.sections)

    def next_steps(self, files: Sequence[Path]) -> Iterator[str]:
        """Yield what to do with the files that were written, in sentences."""
        what = "them" if len(files) > 1 else "it"
        yield f"next: fill {what} in, and see palace box check {files[0]}"


D = TypeVar("D", bound=BoxHead)
B = TypeVar("B", bound=Sourced)


class BoxFormat(Boxes, Generic[D, B]):
    """The boxes of a game, read from their model D into their value B."""

    model: type[D]

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

    @cached_property
    def house(self) -> B:
        """The box of our own design."""
        return self.read(read_document(shipped(*self.house_file)))

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

    def open(self, name: str) -> B:
        """Return what `palace box` shows under a name that is no box file."""
        return self.load(name)

    def seen(self, what: str | Document, folder: Path = Path()) -> Shown:
        """See `Boxes`."""
        box = self.open(what) if isinstance(what, str) else self.read(what, folder)
        return Shown(
            self.game, box, self.parts(box), ", ".join(self.totals(box)) or "nothing is entered",
            self.missing(box), (*self.warnings(box),), self.record(box),
        )  # fmt: skip

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
        return (*lacking(self.parts(box), self.whole), *self.more_missing(box))

    def more_missing(self, box: B) -> Iterable[str]:
        """Yield what is missing beyond what the sections tell."""
        return ()

    def warnings(self, box: B) -> Iterable[str]:
        """Yield what is odd in a box although it can be read."""
        return ()

    @abstractmethod
    def record(self, box: B) -> dict[str, object]:
        """Return what is entered, ready for JSON."""


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
        ours = [row.label for row in part.rows if row.placeholder]
        if ours:
            yield f"{part.many} that are placeholder: {' '.join(ours)}"


def repeated(document: Document, path: Way, key: str) -> Iterator[tuple[Way, int | str]]:
    """Yield where the tables at `path` have a value again under `key`; on plain data."""
    tables: object = document.data
    for step in path:
        tables = tables.get(step) if isinstance(tables, dict) else None
    seen: set[int | str] = set()
    for at, table in enumerate(tables_in(tables)):
        value = table.get(key)
        if not isinstance(value, (int, str)) or isinstance(value, bool):
            continue
        if value in seen:
            yield (*path, at, key), value
        seen.add(value)
