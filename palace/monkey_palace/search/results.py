"""What a search returns: counts, the best staircases, what each knob is worth as a start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.verdict import Verdict


@dataclass(frozen=True)
class Count:
    """How many staircases there are: all, and by arches (no zero entries)."""

    total: int
    by_arches: Mapping[int, int]
    complete: bool = True
    """False if the time limit came first."""


@dataclass(frozen=True)
class Best:
    """The verdicts on the best staircases, best first."""

    verdicts: tuple[Verdict, ...]
    complete: bool = True
    """False if the time limit came first; the verdicts are then the best found so far."""


@dataclass(frozen=True)
class Start:
    """An open, empty knob: the staircases that begin there, their most credits, greatest height.

    The height is the level above the last arch, in bricks; 0 without a staircase.
    """

    knob: Knob
    staircases: int
    credits: int
    height: int


@dataclass(frozen=True)
class End:
    """An open knob: the staircases that end there, their most credits, and how high it may grow.

    The height is the greatest above the end of an arch there, first, middle or last of any
    staircase, in bricks; 0 where none comes.
    """

    knob: Knob
    staircases: int
    credits: int
    height: int


@dataclass(frozen=True)
class Starts:
    """Every knob a staircase may begin on, and every open one as the end of some, both from a1
    along the files, rank by rank."""

    starts: tuple[Start, ...]
    ends: tuple[End, ...]
    complete: bool = True
    """False if the time limit came first."""
