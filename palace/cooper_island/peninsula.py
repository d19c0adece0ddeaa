"""Peninsulas: the spaces of land and water every player has, read from `maps/cooper-*.toml`.

The layouts that come with the package are placeholders of our own; the printed one is not known.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType

from palace.cooper_island.hexes import Hex
from palace.document import read_document
from palace.errors import InputError, Problem, nearest
from palace.ground import maps_folder
from palace.provenance import Sourced

SHIPPED = ("cooper-2", "cooper-3", "cooper-4")
"""One layout for each number of players."""

SIGNS = {
    "l": "land",
    "r": "land with a ruin",
    "s": "land, the start space",
    "t": "land, one of the three top spaces",
    "w": "water along the coast",
    "h": "the harbour",
    ".": "nothing",
}
"""Letters of a layout."""

LAND = "lrst"
TOPS = 3


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
        return SIGNS[self.signs[space]] if space in self.signs else "off the peninsula"

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
    from palace.cooper_island.peninsula_file import read_peninsula

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
    from palace.cooper_island.peninsula_file import read_peninsula

    return read_peninsula(read_document(maps_folder() / f"{name}.toml"))
