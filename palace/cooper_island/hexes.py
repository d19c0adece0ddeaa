"""Spaces of the hexagonal map: axial coordinates, neighbours, and names people can type.

A space is named by its file (a to z, west to east) and its row (1, 2, 3 ... south to north), such
as `c3`.  Spaces of one row touch; even rows lie half a space further east.  The corners of the
hexagons point north and south.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from palace.core.errors import NotationError, expect

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
        """The space of a 0-based file and a 0-based row."""
        return cls(file - row // 2, row)

    @classmethod
    def read(cls, text: str) -> Hex:
        """The space of a name such as `c3`; raises `NotationError` for anything else."""
        expect(text, str, "a space such as c3", "space")
        found = _NAME.fullmatch(text.strip().lower())
        if not found:
            raise NotationError("this is no space", text, 1, "a file and a row, such as c3")
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
        """The six spaces around it, anticlockwise from east; some may have no name."""
        return tuple(Hex(self.q + q, self.r + r) for q, r in WAYS)

    def way_to(self, other: Hex) -> int | None:
        """The number of the step to a neighbour, 1 (east) to 6 anticlockwise; None to others."""
        step = other.q - self.q, other.r - self.r
        return WAYS.index(step) + 1 if step in WAYS else None

    def step(self, way: int) -> Hex:
        """The neighbour on a way from 1 to 6."""
        q, r = WAYS[way - 1]
        return Hex(self.q + q, self.r + r)

    def distance(self, other: Hex) -> int:
        """Steps from neighbour to neighbour between two spaces."""
        q, r = self.q - other.q, self.r - other.r
        return max(abs(q), abs(r), abs(q + r))

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle east and north of that of a1, for hexagons with sides of length 1."""
        return _WIDE * (self.q + self.r / 2), 1.5 * self.r
