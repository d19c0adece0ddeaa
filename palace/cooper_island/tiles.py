"""Tiles: double and single landscape tiles and islets, and what of them is at hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from palace.cooper_island.terrain import TERRAINS
from palace.core.errors import NotationError, shorten

KINDS = ("double", "single", "islet")

SINGLES = 56
"""Single tiles in the box."""

ISLETS = 6
"""Islet tiles of each player."""


class Tile(NamedTuple):
    """A tile with the side up that is laid: its kind and the terrains of its land halves."""

    kind: str
    terrains: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.kind} {'-'.join(self.terrains)}"


class Double(NamedTuple):
    """A double tile: the terrains of its two sides, which together show all four."""

    front: tuple[str, str]
    back: tuple[str, str]

    def __str__(self) -> str:
        return f"{'-'.join(self.front)}/{'-'.join(self.back)}"

    def shows(self, terrains: tuple[str, ...]) -> bool:
        """Whether one of its sides has these terrains, in either order."""
        return sorted(terrains) in (sorted(self.front), sorted(self.back))


def _others(front: tuple[str, str]) -> tuple[str, str]:
    one, other = (terrain for terrain in TERRAINS if terrain not in front)
    return one, other


def read_double(text: str) -> Double:
    """The double tile with a side such as `forest-meadow`, or written whole with both sides; raises
    `NotationError`."""
    sides = [tuple(side.strip().split("-")) for side in text.lower().split("/")]
    for double in DOUBLES:
        if len(sides) <= 2 and all(double.shows(side) for side in sides):
            return double
    what = f"{shorten(text, 40)!r} is no double tile"
    sides_known = ", ".join("-".join(side) for double in DOUBLES for side in double)
    raise NotationError(what, text, 1, f"a side: {sides_known}")


DOUBLES = tuple(
    Double(front, _others(front)) for front in combinations(TERRAINS, 2) if TERRAINS[0] in front
)
"""The three kinds of double tiles: the ways to share four terrains between two sides."""


class Hand(NamedTuple):
    """What can be laid.

    `doubles` are the player's own, None where nobody has said which; `singles` those left in the
    supply, `islets` those left to the player, `steps` those the cartographer can go back, None
    where nobody has said.
    """

    doubles: tuple[Double, ...] | None = None
    singles: int = SINGLES
    islets: int = ISLETS
    steps: int | None = None

    def tiles(self) -> Iterator[Tile]:
        """Every tile that is at hand, each side once."""
        for double in DOUBLES if self.doubles is None else dict.fromkeys(self.doubles):
            yield Tile("double", double.front)
            yield Tile("double", double.back)
        for kind, left in (("single", self.singles), ("islet", self.islets)):
            for terrain in TERRAINS if left else ():
                yield Tile(kind, (terrain,))
