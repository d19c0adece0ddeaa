"""A player's peninsula: the tiles stacked on every space, and what stands on top.

Its text names, after the layout, every space on which something lies, from a1 row by row:

    cooper-2: c2=m+food d3=f2r4 c4=s+statue e3=ruin b2=islet

A stack is written from the ground up, `f m r s` for forest, meadow, mountain and settlement; a
digit after a letter says which way the other half of its tile lies (1 east, 2 north-east, and on
anticlockwise).  `+` goes before a cube (`wood food stone cloth gold`), `building` or `statue`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from palace.cooper_island.hexes import Hex
from palace.cooper_island.land_reader import read_land
from palace.cooper_island.peninsula import Peninsula, load_peninsula
from palace.cooper_island.spaces import RUIN, Layer, Space
from palace.cooper_island.terrain import GIVES
from palace.core.errors import InputError, Problem


@dataclass(frozen=True, slots=True, repr=False)
class Land:
    """A peninsula in play: one `Space` for each of its spaces of land, in their order, and the
    spaces of water that carry the sea half of an islet tile."""

    peninsula: Peninsula
    spaces: tuple[Space, ...]
    islets: frozenset[Hex] = frozenset()

    @classmethod
    def start(cls, peninsula: Peninsula | str) -> Land:
        """The set-up: ruins, and a meadow with a cube of food on the start space."""
        if isinstance(peninsula, str):
            peninsula = load_peninsula(peninsula)
        meadow = Space((Layer("meadow"),), GIVES["meadow"])
        found = {peninsula.start: meadow, **{ruin: Space(piece=RUIN) for ruin in peninsula.ruins}}
        return cls(peninsula, tuple(found.get(space, Space()) for space in peninsula.land))

    @classmethod
    def read(cls, text: str, peninsula: Peninsula | None = None) -> Land:
        """The land of a text, on this peninsula where it names none; raises `NotationError`, and
        `InputError` for a peninsula there is none of."""
        return cls(*read_land(text, peninsula))

    def __getitem__(self, space: Hex) -> Space:
        """What lies on a space of land; raises `InputError` for another."""
        number = self.peninsula.numbers.get(space)
        if number is None:
            what = f"{space} is {self.peninsula.what(space)}"
            raise InputError(Problem("Land", what, "name a space of land"))
        return self.spaces[number]

    def __contains__(self, space: object) -> bool:
        """Whether a space is land."""
        return space in self.peninsula.numbers

    def items(self) -> Iterator[tuple[Hex, Space]]:
        """Every space of land with what lies there, from a1 row by row."""
        return zip(self.peninsula.land, self.spaces, strict=True)

    def with_space(self, space: Hex, holds: Space) -> Land:
        """A copy in which a space of land holds something else."""
        number = self.peninsula.numbers[space]
        return replace(self, spaces=(*self.spaces[:number], holds, *self.spaces[number + 1 :]))

    @property
    def tiled(self) -> frozenset[Hex]:
        """Every space, land or water, on which a tile or half of one lies."""
        return self.islets | {space for space, holds in self.items() if holds.stack}

    def pieces(self, kind: str) -> tuple[Hex, ...]:
        """The spaces with a ruin, building or statue."""
        return tuple(space for space, holds in self.items() if holds.piece == kind)

    def __str__(self) -> str:
        lies = [(space, str(holds)) for space, holds in self.items() if str(holds)]
        lies += [(space, "islet") for space in self.islets]
        order = sorted(lies, key=lambda pair: (pair[0].r, pair[0].file))
        return " ".join([f"{self.peninsula.name}:", *(f"{space}={text}" for space, text in order)])

    def __repr__(self) -> str:
        text = str(self).partition(": ")[2]
        return f"Land.read({text!r}, {self.peninsula!r})"
