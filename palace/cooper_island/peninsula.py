"""Peninsulas: the spaces of land and water every player has, read from `maps/cooper-*.toml`.

The layouts that come with the package are placeholders of our own; the printed one is not known.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType

from palace.cooper_island.hexes import Hex
from palace.cooper_island.terrain import LAND, OFF, SIGNS, TOPS
from palace.core.errors import InputError, Problem, nearest
from palace.core.provenance import Sourced
from palace.files.document import Document, Fault, problem_at, read_document
from palace.files.text_file import shipped

SHIPPED = ("cooper-2", "cooper-3", "cooper-4")
"""One layout for each number of players."""


@dataclass(frozen=True)
class Peninsula(Sourced):
    """The layout of a peninsula.

    `rows` has one text per row of spaces, north first, one letter of `SIGNS` for each file.
    `seats` is the number of players it is for; `beaches` those of the sea track along its coast,
    clockwise, each with the spaces of water it takes up; `bay` the beaches between two peninsulas.
    """

    name: str
    provenance: str
    seats: int
    rows: tuple[str, ...]
    beaches: tuple[tuple[Hex, ...], ...]
    bay: int

    @cached_property
    def signs(self) -> Mapping[Hex, str]:
        """The letter of every space, from a1 along the files, row by row."""
        return MappingProxyType(
            {
                Hex.at(file, row): sign
                for row, text in enumerate(reversed(self.rows))
                for file, sign in enumerate(text)
                if sign != "."
            }
        )

    @cached_property
    def land(self) -> tuple[Hex, ...]:
        """The spaces of land, from a1 along the files, row by row."""
        return tuple(space for space, sign in self.signs.items() if sign in LAND)

    @cached_property
    def water(self) -> tuple[Hex, ...]:
        """The spaces of water an islet tile can reach into."""
        return self._all("w")

    @cached_property
    def numbers(self) -> Mapping[Hex, int]:
        """Where each space of land stands in `land`."""
        return MappingProxyType({space: number for number, space in enumerate(self.land)})

    @property
    def ruins(self) -> tuple[Hex, ...]:
        """The spaces that have a ruin when the game begins."""
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
        """What lies at a space, in words: `water along the coast`."""
        return SIGNS[self.signs[space]] if space in self.signs else OFF

    def __hash__(self) -> int:
        return hash((self.name, self.rows))

    def __repr__(self) -> str:
        if self.name in SHIPPED and self == load_peninsula(self.name):
            return f"load_peninsula({self.name!r})"
        return (
            f"Peninsula({self.name!r}, {self.provenance!r}, {self.seats}, {self.rows}, "
            f"{self.beaches}, {self.bay})"
        )

    def __str__(self) -> str:
        return self.title


def load_peninsula(name: str | os.PathLike[str]) -> Peninsula:
    """A layout by its name (`cooper-2`) or by the path of a `.toml` file; raises `InputError`."""
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
    return read_peninsula(read_document(shipped("palace.maps", f"{name}.toml")))


def read_peninsula(document: Document) -> Peninsula:
    """The layout a document holds; raises `InputError` with every problem."""
    from palace.cooper_island.peninsula_file import read_layout
    from palace.files.problems import in_order

    layout, problems = read_layout(document)
    peninsula = Peninsula(*layout)
    problems += [problem_at(document, fault) for fault in _faults(peninsula)]
    if problems:
        raise InputError(*in_order(problems, document.file))
    return peninsula


def _faults(peninsula: Peninsula) -> Iterator[Fault]:
    """What can only be judged once the whole layout is there."""
    signs = [*peninsula.signs.values()]
    for letter, count in (("s", 1), ("h", 1), ("t", TOPS)):
        if signs.count(letter) != count:
            what = f"{signs.count(letter)} spaces are {letter!r}, {SIGNS[letter]}"
            yield Fault(("rows",), what, f"mark {count}")
    apart = _apart(peninsula)
    if apart:
        what = f"no land leads from the start space to {' '.join(map(str, apart[:8]))}"
        yield Fault(("rows",), what, "its spaces of land form one piece")
    taken: set[Hex] = set()
    for number, beach in enumerate(peninsula.beaches):
        for index, space in enumerate(beach):
            path = ("beaches", number, index)
            if peninsula.signs.get(space) != "w":
                what = f"{space} is {peninsula.what(space)}"
                yield Fault(path, what, "a beach takes up water along the coast: w in the rows")
            elif space in taken:
                yield Fault(path, f"{space} stands here twice", "name it once")
            taken.add(space)


def _apart(peninsula: Peninsula) -> list[Hex]:
    """The spaces of land that no land joins to the first."""
    land = {*peninsula.land}
    ahead = [peninsula.start] if "s" in peninsula.signs.values() else [*land][:1]
    seen = {*ahead}
    while ahead:
        for space in ahead.pop().neighbours():
            if space in land and space not in seen:
                seen.add(space)
                ahead.append(space)
    return sorted(land - seen)
