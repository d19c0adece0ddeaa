"""Knobs: the places of a Ground Map where pieces can be put, with chess names."""

from __future__ import annotations

import re
from typing import NamedTuple

from palace.core.errors import InputError, NotationError, Problem, expect, shorten

FILES = "abcdefghijklmnopqrstuvwxyz"
RANKS = 999
"""Ranks that can be written: a1 to z999."""

_NAME = re.compile(r"[a-z][1-9][0-9]{0,2}")

# Way an arch leaves a knob: (files east, ranks north).
WAYS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
TURNS = {"E": 0, "N": 1}
"""The quarter turn of an arch by the letter of the end that names it; the other is `W` or `S`."""

_WAY_OF_STEP = {step: way for way, step in WAYS.items()}


class Knob(NamedTuple):
    """A knob by its 0-based file (west to east) and rank (south to north); `Knob(0, 3)` is a4."""

    file: int
    rank: int

    @classmethod
    def read(cls, text: str) -> Knob:
        """Return the knob of a name such as `a4`; raises `NotationError` for anything else."""
        expect(text, str, "a file and a rank, such as a4", "knob")
        name = text.strip().lower()
        if not _NAME.fullmatch(name):
            raise NotationError(
                f"{shorten(text)!r} is not a knob", text, 1, "a file and a rank, such as a4"
            )
        return cls(FILES.index(name[0]), int(name[1:]) - 1)

    def __str__(self) -> str:
        # A knob beyond files a-z or ranks 1-999 has no name.
        return f"{FILES[self[0]]}{self[1] + 1}" if self.writable else repr(self)

    @property
    def writable(self) -> bool:
        """Whether it has a name: whole numbers, files a-z, ranks 1-999."""
        file, rank = self
        return type(file) is type(rank) is int and 0 <= file < len(FILES) and 0 <= rank < RANKS

    def step(self, way: str) -> Knob | None:
        """Return the next knob one arch away towards `way` (N E S W).

        None where no knob has a name.
        """
        try:
            east, north = WAYS[way]
        except (KeyError, TypeError):
            raise InputError(Problem("way", f"{way!r:.40} is no way", "N, E, S or W")) from None
        file, rank = self.file + east, self.rank + north
        return Knob(file, rank) if 0 <= file < len(FILES) and 0 <= rank < RANKS else None

    def way_to(self, other: Knob) -> str | None:
        """Return the letter of the way to a neighbour, or None if `other` is not one arch away."""
        return _WAY_OF_STEP.get((other[0] - self[0], other[1] - self[1]))

    def distance(self, other: Knob) -> int:
        """Return the fewest arches needed from here to `other`."""
        return abs(other[0] - self[0]) + abs(other[1] - self[1])
