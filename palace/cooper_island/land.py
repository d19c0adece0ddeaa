"""A player's peninsula: the tiles stacked on each space, and the cube or piece on top.

Its text names the layout and then each space that is not empty, from a1 row by row:

    cooper-2: c2=m+food d3=f2r4 c4=s+statue e3=ruin b2=islet

A stack is written from the ground up, `f m r s` for forest, meadow, mountain and settlement; a
digit after a letter is the direction of the tile's other half (1 east, 2 north-east, and on
anticlockwise).  `+` goes before a cube (`wood food stone cloth gold`), `building` or `statue`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, NoReturn

from palace.cooper_island.peninsula import Hex, Peninsula, load_peninsula
from palace.cooper_island.rulings import DEFAULT, Rulings
from palace.cooper_island.tiles import GIVES, GOLD, GOLD_HEIGHT, LETTERS, OF_LETTER, RESOURCES
from palace.core.errors import InputError, NotationError, Problem, check_length, shorten

RUIN, BUILDING, STATUE = PIECES = ("ruin", "building", "statue")


class Layer(NamedTuple):
    """One layer of a stack: its terrain, and the direction of the tile's other half (0: a single
    tile)."""

    terrain: str
    way: int = 0

    def __str__(self) -> str:
        return f"{LETTERS[self.terrain]}{self.way or ''}"


class Space(NamedTuple):
    """The contents of a land space: layers from the ground up, then a cube or a piece."""

    stack: tuple[Layer, ...] = ()
    cube: str | None = None
    piece: str | None = None

    @property
    def height(self) -> int:
        """The number of tiles in the stack."""
        return len(self.stack)

    @property
    def terrain(self) -> str | None:
        """The terrain of the top tile; None on bare ground."""
        return self.stack[-1].terrain if self.stack else None

    @property
    def free(self) -> bool:
        """Whether the space has neither a cube nor a piece."""
        return self.cube is None and self.piece is None

    def __str__(self) -> str:
        if self.piece == RUIN:
            return RUIN
        on = self.cube or self.piece
        return "".join(map(str, self.stack)) + (f"+{on}" if on else "")


@dataclass(frozen=True, slots=True, repr=False)
class Land:
    """A peninsula in play: one `Space` for each space of its land, in order, and the water spaces
    that carry the sea half of an islet tile."""

    peninsula: Peninsula
    spaces: tuple[Space, ...]
    islets: frozenset[Hex] = frozenset()

    @classmethod
    def start(cls, peninsula: Peninsula | str) -> Land:
        """Return the set-up: ruins, and a meadow with a food cube on the start space."""
        if isinstance(peninsula, str):
            peninsula = load_peninsula(peninsula)
        meadow = Space((Layer("meadow"),), GIVES["meadow"])
        found = {peninsula.start: meadow, **{ruin: Space(piece=RUIN) for ruin in peninsula.ruins}}
        return cls(peninsula, tuple(found.get(space, Space()) for space in peninsula.land))

    @classmethod
    def read(cls, text: str, peninsula: Peninsula | None = None) -> Land:
        """Return the land written in a text; `peninsula` is its layout if the text names none.

        Raises `NotationError`, and `InputError` for an unknown layout.
        """
        check_length(text, LONGEST)
        named = _NAME.match(text)
        if named and (peninsula is None or named[1] != peninsula.name):
            peninsula = load_peninsula(named[1])
        if peninsula is None:
            expected = "a name and a colon, such as cooper-2:"
            raise NotationError("the layout has no name", text, 1, expected)
        return cls(*_Reader(text, peninsula).land(named.end() if named else 0))

    def __getitem__(self, space: Hex) -> Space:
        """Return the contents of a land space; raises `InputError` for any other space."""
        number = self.peninsula.numbers.get(space)
        if number is None:
            what = f"{space} is {self.peninsula.what(space)}"
            raise InputError(Problem("Land", what, "name a space of land"))
        return self.spaces[number]

    def __contains__(self, space: object) -> bool:
        """Return whether a space is land."""
        return space in self.peninsula.numbers

    def items(self) -> Iterator[tuple[Hex, Space]]:
        """Return pairs of land space and contents, from a1 row by row."""
        return zip(self.peninsula.land, self.spaces, strict=True)

    def with_space(self, space: Hex, holds: Space) -> Land:
        """Return a copy with other contents on a land space."""
        number = self.peninsula.numbers[space]
        return replace(self, spaces=(*self.spaces[:number], holds, *self.spaces[number + 1 :]))

    @property
    def tiled(self) -> frozenset[Hex]:
        """The spaces, land or water, that carry a tile or half of one."""
        return self.islets | {space for space, holds in self.items() if holds.stack}

    def pieces(self, kind: str) -> tuple[Hex, ...]:
        """Return the spaces with a ruin, a building or a statue."""
        return tuple(space for space, holds in self.items() if holds.piece == kind)

    def __str__(self) -> str:
        lies = [(space, str(holds)) for space, holds in self.items() if str(holds)]
        lies += [(space, "islet") for space in self.islets]
        order = sorted(lies, key=lambda pair: (pair[0].r, pair[0].file))
        return " ".join([f"{self.peninsula.name}:", *(f"{space}={text}" for space, text in order)])

    def __repr__(self) -> str:
        text = str(self).partition(": ")[2]
        return f"Land.read({text!r}, {self.peninsula!r})"


LONGEST = 20_000
_ENTRY = re.compile(r"\S+")
_NAME = re.compile(r"\s*([^\s=:]+):")
_LAYER = re.compile(r"([fmrs])([1-6]?)")
_ON_TOP = (*RESOURCES, BUILDING, STATUE)
_HOLDS = "a stack such as m or f2r4, with + and a cube or piece, or ruin, or islet"


class _Reader:
    def __init__(self, text: str, peninsula: Peninsula) -> None:
        self.text = text
        self.peninsula = peninsula
        self.found: dict[Hex, Space] = {}
        self.columns: dict[Hex, int] = {}
        self.islets: set[Hex] = set()

    def fail(self, what: str, column: int, expected: str) -> NoReturn:
        raise NotationError(what, self.text, column, expected)

    def land(self, start: int) -> tuple[Peninsula, tuple[Space, ...], frozenset[Hex]]:
        for entry in _ENTRY.finditer(self.text, start):
            self.entry(entry[0].lower(), entry.start() + 1)
        self.check_halves()
        spaces = tuple(self.found.get(space, Space()) for space in self.peninsula.land)
        return self.peninsula, spaces, frozenset(self.islets)

    def entry(self, entry: str, column: int) -> None:
        name, sign, holds = entry.partition("=")
        if not sign:
            self.fail(f"{shorten(entry, 30)!r} has no =", column, "a space, = and its contents")
        try:
            space = Hex.read(name)
        except NotationError:
            self.fail(f"{shorten(name, 30)!r} is not a space", column, "a space such as c3")
        if space in self.columns:
            self.fail(f"{space} is named twice", column, "each space once")
        self.columns[space] = column
        sort = self.peninsula.signs.get(space, ".")
        after = column + len(name) + 1
        if holds == "islet":
            if sort != "w":
                self.fail(f"{space} is {self.peninsula.what(space)}", column, "a space of water")
            self.islets.add(space)
        elif space not in self.peninsula.numbers:
            self.fail(f"{space} is {self.peninsula.what(space)}", column, "a space of land")
        elif holds == RUIN:
            self.found[space] = Space(piece=RUIN)
        else:
            self.found[space] = self.holds(holds, after)

    def holds(self, text: str, column: int) -> Space:
        stack, plus, top = text.partition("+")
        layers: list[Layer] = []
        at = 0
        while at < len(stack):
            found = _LAYER.match(stack, at)
            if not found:
                self.fail(f"{shorten(stack[at:], 30)!r} is not a tile", column + at, _HOLDS)
            layers.append(Layer(OF_LETTER[found[1]], int(found[2] or 0)))
            at = found.end()
        if not layers:
            self.fail("no tile is written", column, _HOLDS)
        if plus and top not in _ON_TOP:
            what = f"{shorten(top, 30)!r} cannot be on a tile"
            self.fail(what, column + at + 1, ", ".join(_ON_TOP))
        mountain = layers[-1].terrain == "mountain" and len(layers) >= GOLD_HEIGHT
        if top == GOLD and not mountain:
            expected = f"gold on a mountain of {GOLD_HEIGHT} tiles or more"
            self.fail("this tile cannot have gold", column + at + 1, expected)
        if not plus:
            return Space(tuple(layers))
        if top in RESOURCES:
            return Space(tuple(layers), cube=top)
        return Space(tuple(layers), piece=top)

    def check_halves(self) -> None:
        """Check that each half of a tile has its other half beside it, at the same level."""
        reached: set[Hex] = set()
        for space, holds in self.found.items():
            for level, layer in enumerate(holds.stack):
                if not layer.way:
                    continue
                other = space.step(layer.way)
                column = self.columns[space]
                if level == 0 and other in self.islets and other not in reached:
                    reached.add(other)
                    continue
                there = self.found.get(other, Space()).stack
                back = layer.way + 3 if layer.way <= 3 else layer.way - 3
                if level >= len(there) or there[level].way != back:
                    what = f"tile {level + 1} of {space} has no other half on {other}"
                    self.fail(what, column, f"digit {back} at tile {level + 1} of {other}")
        for space in sorted(self.islets - reached):
            what = f"the islet at {space} has no land half"
            self.fail(
                what, self.columns[space], "a neighbouring stack with a first digit towards it"
            )


def value(land: Land, space: Hex) -> int:
    """Return the value of the cube on a space; 0 without a cube."""
    return land[space].height if space in land and land[space].cube else 0


def cubes_of(land: Land, resource: str | None = None) -> tuple[Hex, ...]:
    """Return the spaces with a cube of a resource, or with any cube."""
    return tuple(
        space for space, holds in land.items() if holds.cube and resource in (None, holds.cube)
    )


def without_cubes(land: Land, spaces: Iterable[Hex]) -> Land:
    """Return the land without the cubes on these spaces, spent whole or stored.

    Raises `InputError` for a space without a cube.
    """
    for space in dict.fromkeys(spaces):
        if not value(land, space):
            has = ", ".join(map(str, cubes_of(land))) or "no space"
            raise InputError(Problem(str(space), "there is no cube", f"cubes are on {has}"))
        land = land.with_space(space, land[space]._replace(cube=None))
    return land


def road_points(land: Land, rulings: Rulings = DEFAULT) -> int:
    """Return the helm points of the road: 1 if all three top spaces carry a tile, or 1 for each."""
    tiled = sum(1 for space in land.peninsula.tops if land[space].stack)
    if rulings.road == "each":
        return tiled
    return int(tiled == len(land.peninsula.tops))


def uncovered(land: Land, rulings: Rulings = DEFAULT) -> int:
    """Return the number of land spaces without a tile; ruins count by the ruling tie-ruins."""
    bare = [holds for _, holds in land.items() if not holds.stack]
    if rulings.tie_ruins == "covered":
        bare = [holds for holds in bare if holds.piece != RUIN]
    return len(bare)
