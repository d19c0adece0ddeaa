"""Spaces, terrains, tiles, the tiles at hand, and the notation of placements.

A space has the name of its file (a to z, west to east) and its row (1, 2, 3 ... south to north),
such as `c3`.  The hexagons have corners in the north and south; even rows are half a space further
east.

    placement = "double" TERRAIN "-" TERRAIN SPACE "-" SPACE ["level" TERRAIN SPACE] ["gold"]
              / "single" TERRAIN SPACE ["gold"]
              / "islet" TERRAIN SPACE "-" SPACE

The first terrain is on the first space.  The land half of an islet tile has the terrain and comes
first, the sea half second.  `level` is the single tile that the cartographer puts under the lower
half; `gold` takes gold instead of the mountain's stone.  Readers also accept capitals, an en dash
for `-`, and blanks around it; writers do not use them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from palace.core.errors import NotationError, check_length, either, expect, nearest, shorten

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
        q, r = WAYS[way - 1]
        return Hex(self.q + q, self.r + r)

    def distance(self, other: Hex) -> int:
        q, r = self.q - other.q, self.r - other.r
        return max(abs(q), abs(r), abs(q + r))

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, east and north of that of a1, for hexagons with sides of length 1."""
        return _WIDE * (self.q + self.r / 2), 1.5 * self.r


TERRAINS = ("forest", "meadow", "mountain", "settlement")

GIVES = {"forest": "wood", "meadow": "food", "mountain": "stone", "settlement": "cloth"}
"""The resource of each terrain."""

GOLD = "gold"

GOLD_HEIGHT = 3  # least height of a mountain that gives gold, in tiles
RESOURCES = (*GIVES.values(), GOLD)
KINDS = ("double", "single", "islet")

SINGLES = 56  # number of single tiles in the box
ISLETS = 6  # number of islet tiles of each player


class Reader:
    """Parser of the words of a text; `noun` names the text in errors."""

    longest: int
    word: re.Pattern[str]
    noun: str

    def __init__(self, text: str) -> None:
        check_length(text, self.longest)
        self.text = text
        self.words = [(found[0], *found.span()) for found in self.word.finditer(text)]
        self.at = 0

    def fail(self, expected: str) -> NotationError:
        """Return the error about the next word, or about the end of the text."""
        if self.at < len(self.words):
            word, start, _ = self.words[self.at]
            what = f"{shorten(word, 30)!r} is not expected here"
            return NotationError(what, self.text, start + 1, expected)
        what = "the text ends here" if self.words else f"the {self.noun} is empty"
        return NotationError(what, self.text, len(self.text.rstrip()) + 1, expected)

    def next(self) -> str:
        """Return the next word in small letters; empty at the end."""
        return self.words[self.at][0].lower() if self.at < len(self.words) else ""

    def one_of(self, known: Sequence[str]) -> str:
        """Read one of the known words; raises `NotationError` with the nearest for another."""
        found = next((word for word in known if word.lower() == self.next()), None)
        if found is None:
            near = nearest(self.next(), known) if self.next() else None
            raise self.fail(f"{either(known)}; did you mean {near}?" if near else either(known))
        self.at += 1
        return found

    def space(self) -> Hex:
        try:
            space = Hex.read(self.next())
        except NotationError:
            raise self.fail("a space such as c3") from None
        self.at += 1
        return space


class Tile(NamedTuple):
    """A tile with one side up: its kind and the terrains of its land halves."""

    kind: str
    terrains: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.kind} {'-'.join(self.terrains)}"


class Hand(NamedTuple):
    """The tiles that are left, and the steps of the cartographer, None if unknown."""

    singles: int = SINGLES
    islets: int = ISLETS
    steps: int | None = None


LONGEST = 200


class Levelling(NamedTuple):
    """The single tile under the lower half of a double tile."""

    terrain: str
    space: Hex


@dataclass(frozen=True, slots=True, repr=False)
class Placement:
    """A tile and the spaces of its halves, that at sea second; `land` has the space and terrain of
    each land half, `sea` the space of an islet tile's sea half."""

    tile: Tile
    spaces: tuple[Hex, ...]
    level: Levelling | None = None
    gold: bool = False
    land: tuple[tuple[Hex, str], ...] = field(init=False, compare=False)
    sea: Hex | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        halves = tuple(zip(self.spaces, self.tile.terrains, strict=False))
        object.__setattr__(self, "land", halves)
        object.__setattr__(self, "sea", self.spaces[1] if self.tile.kind == "islet" else None)

    @classmethod
    def read(cls, text: str) -> Placement:
        """Return the placement written in a text; raises `NotationError`."""
        return _Reader(text).placement()

    def __str__(self) -> str:
        words = [str(self.tile), "-".join(map(str, self.spaces))]
        if self.level:
            words.append(f"level {self.level.terrain} {self.level.space}")
        return " ".join([*words, "gold"] if self.gold else words)

    def __repr__(self) -> str:
        return f"Placement.read({str(self)!r})"


class _Reader(Reader):
    longest = LONGEST
    word = re.compile(r"[^\s–-]+|[–-]")
    noun = "placement"

    def take(self, word: str) -> bool:
        found = self.next() == word
        self.at += found
        return found

    def dash(self, expected: str) -> None:
        if self.next() not in ("-", "–"):
            raise self.fail(expected)
        self.at += 1

    def placement(self) -> Placement:
        kind = self.one_of(KINDS)
        terrains = [self.one_of(TERRAINS)]
        if kind == "double":
            self.dash("- and the terrain of the other half")
            terrains.append(self.one_of(TERRAINS))
        spaces = [self.space()]
        if kind != "single":
            other = "other" if kind == "double" else "sea"
            self.dash(f"- and the space of the {other} half")
            spaces.append(self.space())
        level = None
        if kind == "double" and self.take("level"):
            level = Levelling(self.one_of(TERRAINS), self.space())
        gold = kind != "islet" and self.take("gold")
        if self.at < len(self.words):
            more = ["level"] * (kind == "double" and not (level or gold))
            more += ["gold"] * (kind != "islet" and not gold)
            raise self.fail(" or ".join(filter(None, [", ".join(more), "the end"])))
        return Placement(Tile(kind, tuple(terrains)), tuple(spaces), level, gold)
