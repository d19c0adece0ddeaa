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
from typing import NamedTuple

from palace.cooper_island.hexes import Hex
from palace.cooper_island.peninsula import Peninsula, load_peninsula
from palace.cooper_island.terrain import GIVES, LETTERS
from palace.errors import InputError, Problem

RUIN, BUILDING, STATUE = PIECES = ("ruin", "building", "statue")


class Layer(NamedTuple):
    """A half of a tile, or a single one: its terrain, and the way to its other half, 0 for none."""

    terrain: str
    way: int = 0

    def __str__(self) -> str:
        return f"{LETTERS[self.terrain]}{self.way or ''}"


class Space(NamedTuple):
    """What lies on a space of land: layers from the ground up, then a cube, or a piece."""

    stack: tuple[Layer, ...] = ()
    cube: str | None = None
    piece: str | None = None

    @property
    def height(self) -> int:
        """Tiles in the stack."""
        return len(self.stack)

    @property
    def terrain(self) -> str | None:
        """The terrain on top; None on bare ground."""
        return self.stack[-1].terrain if self.stack else None

    @property
    def free(self) -> bool:
        """Whether neither a cube nor a piece stands there."""
        return self.cube is None and self.piece is None

    def __str__(self) -> str:
        if self.piece == RUIN:
            return RUIN
        on = self.cube or self.piece
        return "".join(map(str, self.stack)) + (f"+{on}" if on else "")


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
        from palace.cooper_island.land_reader import read_land

        return read_land(text, peninsula)

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
