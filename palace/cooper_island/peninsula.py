"""The map of a player: hexagonal spaces, and the layout of a peninsula (`maps/cooper-*.toml`).

A space has the name of its file (a to z, west to east) and its row (1, 2, 3 ... south to north),
such as `c3`. The hexagons have corners in the north and south; even rows are half a space further
east. The shipped layouts are placeholders of our own; the printed one is not known.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated, NamedTuple

from palace.core.errors import InputError, NotationError, Problem, expect, nearest
from palace.core.provenance import Sourced
from palace.files.document import Document, Fault, problem_at, read_document, strange_letters
from palace.files.fields import Name, Provenance, notation
from palace.files.models import Field, Model
from palace.files.problems import fitted, in_order, strangers
from palace.files.text_file import shipped

FILES = "abcdefghijklmnopqrstuvwxyz"
ROWS = 99

WAYS: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps to the six neighbours, anticlockwise from east, as (q, r)."""

_NAME = re.compile(r"([a-z])([1-9][0-9]?)")
_WIDE = math.sqrt(3)


class Hex(NamedTuple):
    """A space by its axial coordinates: `r` rows north of row 1, `q` along the row."""

    q: int
    r: int

    @classmethod
    def at(cls, file: int, row: int) -> Hex:
        """Return the space of a 0-based file and a 0-based row."""
        return cls(file - row // 2, row)

    @classmethod
    def read(cls, text: str) -> Hex:
        """Return the space of a name such as `c3`; raises `NotationError` for any other text."""
        expect(text, str, "a space such as c3", "space")
        found = _NAME.fullmatch(text.strip().lower())
        if not found:
            raise NotationError("this is not a space", text, 1, "a file and a row, such as c3")
        return cls.at(FILES.index(found[1]), int(found[2]) - 1)

    @property
    def file(self) -> int:
        """The 0-based file."""
        return self.q + self.r // 2

    @property
    def writable(self) -> bool:
        """Whether it has a name: files a to z, rows 1 to 99."""
        return 0 <= self.file < len(FILES) and 0 <= self.r < ROWS

    def __str__(self) -> str:
        return f"{FILES[self.file]}{self.r + 1}" if self.writable else repr(self)

    def neighbours(self) -> tuple[Hex, ...]:
        """Return the six spaces around it, anticlockwise from east; some may have no name."""
        return tuple(Hex(self.q + q, self.r + r) for q, r in WAYS)

    def way_to(self, other: Hex) -> int | None:
        """Return the direction of a neighbour, 1 (east) to 6 anticlockwise, or None."""
        step = other.q - self.q, other.r - self.r
        return WAYS.index(step) + 1 if step in WAYS else None

    def step(self, way: int) -> Hex:
        """Return the neighbour in a direction from 1 to 6."""
        q, r = WAYS[way - 1]
        return Hex(self.q + q, self.r + r)

    def distance(self, other: Hex) -> int:
        """Return the number of steps between two spaces."""
        q, r = self.q - other.q, self.r - other.r
        return max(abs(q), abs(r), abs(q + r))

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, east and north of that of a1, for hexagons with sides of length 1."""
        return _WIDE * (self.q + self.r / 2), 1.5 * self.r


SIGNS = {
    "l": "land",
    "r": "land with a ruin",
    "s": "land, the start space",
    "t": "land, one of the three top spaces",
    "w": "water along the coast",
    "h": "the harbour",
    ".": "nothing",
}
"""The meaning of each letter in a layout."""

OFF = "off the peninsula"  # meaning of a space without a letter
LAND = "lrst"
TOPS = 3
_LETTERS = ", ".join(f"{sign} {meaning}" for sign, meaning in SIGNS.items())
_Space = Annotated[str, notation(Hex.read)]
_Beach = Annotated[list[_Space], Field(min_length=1, max_length=20)]


class PeninsulaModel(Model):
    """The keys of a layout file."""

    name: Name
    provenance: Provenance
    seats: Annotated[int, Field(ge=2, le=4)]
    rows: str
    beaches: Annotated[list[_Beach], Field(max_length=100)]
    bay: Annotated[int, Field(ge=0, le=50)]


def _letters(text: str) -> Iterator[Fault]:
    """Yield faults of the letters: unknown ones, and too many."""
    rows = [line for line in text.splitlines() if line.split()]
    if not 1 <= len(rows) <= ROWS or any(len("".join(row.split())) > len(FILES) for row in rows):
        what = f"{len(rows)} rows do not fit"
        yield Fault(("rows",), what, f"1 to {ROWS} rows of at most {len(FILES)} letters")
    yield from strange_letters(("rows",), text, SIGNS, "is not a letter of a layout", _LETTERS)


SHIPPED = ("cooper-2", "cooper-3", "cooper-4")  # shipped layouts, one for each number of players


@dataclass(frozen=True)
class Peninsula(Sourced):
    """A layout: `rows` from the north, a letter of `SIGNS` for each file; `beaches` along the
    coast, clockwise, each with its water; `bay` is the number of beaches between two peninsulas."""

    name: str
    provenance: str
    seats: int
    rows: tuple[str, ...]
    beaches: tuple[tuple[Hex, ...], ...]
    bay: int

    @cached_property
    def signs(self) -> Mapping[Hex, str]:
        """The letter of every space, from a1 along the files, row by row."""
        rows = enumerate(reversed(self.rows))
        every = ((row, file, sign) for row, text in rows for file, sign in enumerate(text))
        return {Hex.at(file, row): sign for row, file, sign in every if sign != "."}

    @cached_property
    def land(self) -> tuple[Hex, ...]:
        """The spaces of land, from a1 along the files, row by row."""
        return tuple(space for space, sign in self.signs.items() if sign in LAND)

    @cached_property
    def water(self) -> tuple[Hex, ...]:
        """The water spaces that an islet tile can cover."""
        return self._all("w")

    @cached_property
    def numbers(self) -> Mapping[Hex, int]:
        """The index of each land space in `land`."""
        return {space: number for number, space in enumerate(self.land)}

    @cached_property
    def around(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """The six spaces around each space."""
        return {space: space.neighbours() for space in self.signs}

    @property
    def ruins(self) -> tuple[Hex, ...]:
        """The spaces with a ruin when the game begins."""
        return self._all("r")

    @property
    def start(self) -> Hex:
        """The space of the first meadow."""
        return self._all("s")[0]

    @property
    def tops(self) -> tuple[Hex, ...]:
        """The three spaces at the centre of the island."""
        return self._all("t")

    @property
    def harbour(self) -> Hex:
        """The space of the harbour."""
        return self._all("h")[0]

    def _all(self, letter: str) -> tuple[Hex, ...]:
        return tuple(space for space, sign in self.signs.items() if sign == letter)

    def what(self, space: Hex) -> str:
        """Return what a space is, in words: `water along the coast`."""
        return SIGNS[self.signs[space]] if space in self.signs else OFF

    def __hash__(self) -> int:
        return hash((self.name, self.rows))

    def __repr__(self) -> str:
        if self.name in SHIPPED and self == load_peninsula(self.name):
            return f"load_peninsula({self.name!r})"
        given = (self.name, self.provenance, self.seats, self.rows, self.beaches, self.bay)
        return f"Peninsula{given!r}"


def load_peninsula(name: str | os.PathLike[str]) -> Peninsula:
    """Return a layout by name (`cooper-2`) or by the path of a file; raises `InputError`."""
    name = str(os.fspath(name))
    if name in SHIPPED:
        return _shipped(name)
    if name.lower().endswith((".toml", ".json")):
        return read_peninsula(read_document(name))
    near = nearest(name, SHIPPED)
    hint = f"did you mean {near}? " if near else ""
    known = f"name {', '.join(SHIPPED)} or a .toml file"
    raise InputError(Problem("", f"there is no peninsula {name!r:.60}", f"{hint}{known}"))


@cache
def _shipped(name: str) -> Peninsula:
    document = read_document(shipped("palace.maps", f"{name}.toml"))
    document.made = True
    return read_peninsula(document)


def read_peninsula(document: Document) -> Peninsula:
    """Return the layout of a document; raises `InputError` with every problem."""
    problems: list[Problem] = []
    model = fitted(PeninsulaModel, document, problems)
    if model is None:
        raise InputError(*in_order(problems, document.file))
    rows = tuple("".join(line.split()) for line in model.rows.splitlines() if line.split())
    beaches = tuple(tuple(map(Hex.read, beach)) for beach in model.beaches)
    peninsula = Peninsula(model.name, model.provenance, model.seats, rows, beaches, model.bay)
    # A layout with unknown letters cannot be judged as a whole.
    faults = [*_letters(model.rows)] or [*_faults(peninsula)]
    problems += strangers(model, document, "this key is not known")
    problems += [problem_at(document, fault) for fault in faults]
    if problems:
        raise InputError(*in_order(problems, document.file))
    return peninsula


def _faults(peninsula: Peninsula) -> Iterator[Fault]:
    """Yield faults of a layout as a whole."""
    signs = [*peninsula.signs.values()]
    for letter, count in (("s", 1), ("h", 1), ("t", TOPS)):
        if signs.count(letter) != count:
            what = f"{signs.count(letter)} spaces are {letter!r}, {SIGNS[letter]}"
            yield Fault(("rows",), what, f"mark {count}")
    for number, beach in enumerate(peninsula.beaches):
        for index, space in enumerate(beach):
            if peninsula.signs.get(space) != "w":
                what = f"{space} is {peninsula.what(space)}"
                yield Fault(
                    ("beaches", number, index), what, "use water along the coast: w in the rows"
                )
