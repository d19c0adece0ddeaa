"""A layout of a peninsula (`maps/cooper-*.toml`), and a player's own: the tiles stacked on each
space, and the cube or piece on top.

The shipped layouts are placeholders of our own; the printed one is not known.  The text of a land
names the layout and then each space that is not empty, from a1 row by row:

    cooper-2: c2=m+food d3=f2r4 c4=s+statue e3=ruin b2=islet

A stack is written from the ground up, `f m r s` for forest, meadow, mountain and settlement; a
digit after a letter is the direction of the tile's other half (1 east, 2 north-east, and on
anticlockwise).  `+` goes before a cube (`wood food stone cloth gold`), `building` or `statue`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Annotated, NamedTuple

from palace.cooper_island.rules import DEFAULT, ENGLISH, Rulings
from palace.cooper_island.tiles import FILES, GIVES, GOLD, GOLD_HEIGHT, RESOURCES, ROWS, Hex
from palace.core.errors import InputError, NotationError, Problem, check_length, nearest, shorten
from palace.core.provenance import Sourced
from palace.files.document import Document, Fault, problem_at, read_document, strange_letters
from palace.files.fields import Name, Provenance, notation
from palace.files.models import Field, Model
from palace.files.problems import fitted, in_order, strangers
from palace.files.text_file import shipped

SIGNS = {letter: ENGLISH.words[f"sign.{letter}"] for letter in "lrstwh."}
"""The meaning of each letter in a layout."""

OFF = ENGLISH.words["sign.off"]  # meaning of a space without a letter
LAND = "lrst"
TOPS = 3
_LETTERS = ", ".join(f"{sign} {meaning}" for sign, meaning in SIGNS.items())
_Space = Annotated[str, notation(Hex.read)]
_Beach = Annotated[list[_Space], Field(min_length=1, max_length=20)]


class PeninsulaModel(Model):
    name: Name
    provenance: Provenance
    seats: Annotated[int, Field(ge=2, le=4)]
    rows: str
    beaches: Annotated[list[_Beach], Field(max_length=100)]
    bay: Annotated[int, Field(ge=0, le=50)]


def _letters(text: str) -> Iterator[Fault]:
    rows = [line for line in text.splitlines() if line.split()]
    if not 1 <= len(rows) <= ROWS or any(len("".join(row.split())) > len(FILES) for row in rows):
        what = f"{len(rows)} rows do not fit"
        yield Fault(("rows",), what, f"1 to {ROWS} rows of at most {len(FILES)} letters")
    yield from strange_letters(("rows",), text, SIGNS, "is not a letter of a layout", _LETTERS)


SHIPPED = ("cooper-2", "cooper-3", "cooper-4")  # shipped layouts, one for each number of players


@dataclass(frozen=True)
class Peninsula(Sourced):
    """A layout: `rows` from the north, a letter of `SIGNS` for each file; `beaches` along the
    coast, clockwise, each with its water; `bay` is the number of beaches between two peninsulas."""

    name: str
    provenance: str
    seats: int
    rows: tuple[str, ...]
    beaches: tuple[tuple[Hex, ...], ...]
    bay: int

    @cached_property
    def signs(self) -> Mapping[Hex, str]:
        """The letter of every space, from a1 along the files, row by row."""
        rows = enumerate(reversed(self.rows))
        every = ((row, file, sign) for row, text in rows for file, sign in enumerate(text))
        return {Hex.at(file, row): sign for row, file, sign in every if sign != "."}

    @cached_property
    def land(self) -> tuple[Hex, ...]:
        """The spaces of land, from a1 along the files, row by row."""
        return tuple(space for space, sign in self.signs.items() if sign in LAND)

    @cached_property
    def water(self) -> tuple[Hex, ...]:
        return self._all("w")

    @cached_property
    def numbers(self) -> Mapping[Hex, int]:
        return {space: number for number, space in enumerate(self.land)}

    @cached_property
    def around(self) -> Mapping[Hex, tuple[Hex, ...]]:
        return {space: space.neighbours() for space in self.signs}

    @property
    def ruins(self) -> tuple[Hex, ...]:
        return self._all("r")

    @property
    def start(self) -> Hex:
        return self._all("s")[0]

    @property
    def tops(self) -> tuple[Hex, ...]:
        return self._all("t")

    @property
    def harbour(self) -> Hex:
        return self._all("h")[0]

    def _all(self, letter: str) -> tuple[Hex, ...]:
        return tuple(space for space, sign in self.signs.items() if sign == letter)

    def what(self, space: Hex) -> str:
        """Return what a space is, in words: `water along the coast`."""
        return SIGNS[self.signs[space]] if space in self.signs else OFF

    def __repr__(self) -> str:
        if self.name in SHIPPED and self == load_peninsula(self.name):
            return f"load_peninsula({self.name!r})"
        given = (self.name, self.provenance, self.seats, self.rows, self.beaches, self.bay)
        return f"Peninsula{given!r}"


def load_peninsula(name: str | os.PathLike[str]) -> Peninsula:
    """Return a layout by name (`cooper-2`) or by the path of a file; raises `InputError`."""
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
    document = read_document(shipped("palace.maps", f"{name}.toml"))
    document.made = True
    return read_peninsula(document)


def read_peninsula(document: Document) -> Peninsula:
    """Return the layout of a document; raises `InputError` with every problem."""
    problems: list[Problem] = []
    model = fitted(PeninsulaModel, document, problems)
    if model is None:
        raise InputError(*in_order(problems, document.file))
    rows = tuple("".join(line.split()) for line in model.rows.splitlines() if line.split())
    beaches = tuple(tuple(map(Hex.read, beach)) for beach in model.beaches)
    peninsula = Peninsula(model.name, model.provenance, model.seats, rows, beaches, model.bay)
    # A layout with unknown letters cannot be judged as a whole.
    faults = [*_letters(model.rows)] or [*_faults(peninsula)]
    problems += strangers(model, document, "this key is not known")
    problems += [problem_at(document, fault) for fault in faults]
    if problems:
        raise InputError(*in_order(problems, document.file))
    return peninsula


def _faults(peninsula: Peninsula) -> Iterator[Fault]:
    signs = [*peninsula.signs.values()]
    for letter, count in (("s", 1), ("h", 1), ("t", TOPS)):
        if signs.count(letter) != count:
            what = f"{signs.count(letter)} spaces are {letter!r}, {SIGNS[letter]}"
            yield Fault(("rows",), what, f"mark {count}")
    for number, beach in enumerate(peninsula.beaches):
        for index, space in enumerate(beach):
            if peninsula.signs.get(space) != "w":
                what = f"{space} is {peninsula.what(space)}"
                remedy = "use water along the coast: w in the rows"
                yield Fault(("beaches", number, index), what, remedy)


# A player's land.

RUIN, BUILDING, STATUE = PIECES = ("ruin", "building", "statue")
LETTERS = {"forest": "f", "meadow": "m", "mountain": "r", "settlement": "s"}
OF_LETTER = {letter: terrain for terrain, letter in LETTERS.items()}


class Layer(NamedTuple):
    """A layer of a stack: its terrain, and the direction of the tile's other half (0: single)."""

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
        """Return the land written in a text; `peninsula` is its layout if the text names none."""
        check_length(text, LONGEST)
        named = _TITLE.match(text)
        if named and (peninsula is None or named[1] != peninsula.name):
            peninsula = load_peninsula(named[1])
        if peninsula is None:
            expected = "a name and a colon, such as cooper-2:"
            raise NotationError("the layout has no name", text, 1, expected)
        return cls(peninsula, *_read(text, peninsula, named.end() if named else 0))

    def __getitem__(self, space: Hex) -> Space:
        """Return the contents of a land space; raises `InputError` for any other space."""
        number = self.peninsula.numbers.get(space)
        if number is None:
            what = f"{space} is {self.peninsula.what(space)}"
            raise InputError(Problem("Land", what, "name a space of land"))
        return self.spaces[number]

    def __contains__(self, space: object) -> bool:
        return space in self.peninsula.numbers

    def items(self) -> Iterator[tuple[Hex, Space]]:
        """Return pairs of land space and contents, from a1 row by row."""
        return zip(self.peninsula.land, self.spaces, strict=True)

    def with_space(self, space: Hex, holds: Space) -> Land:
        number = self.peninsula.numbers[space]
        return replace(self, spaces=(*self.spaces[:number], holds, *self.spaces[number + 1 :]))

    @property
    def tiled(self) -> frozenset[Hex]:
        """The spaces, land or water, that carry a tile or half of one."""
        return self.islets | {space for space, holds in self.items() if holds.stack}

    def pieces(self, kind: str) -> tuple[Hex, ...]:
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
_TITLE = re.compile(r"\s*([^\s=:]+):")
_LAYER = re.compile(r"([fmrs])([1-6]?)")
_STACK = re.compile(rf"(?:{_LAYER.pattern})*")
_ON_TOP = (*RESOURCES, BUILDING, STATUE)
_HOLDS = "a stack such as m or f2r4, with + and a cube or piece, or ruin, or islet"


def _read(text: str, peninsula: Peninsula, start: int) -> tuple[tuple[Space, ...], frozenset[Hex]]:
    found: dict[Hex, Space] = {}
    islets: set[Hex] = set()
    for entry in _ENTRY.finditer(text, start):
        column = entry.start() + 1
        name, sign, holds = entry[0].lower().partition("=")
        if not sign:
            what = f"{shorten(name, 30)!r} has no ="
            raise NotationError(what, text, column, "a space, = and its contents")
        try:
            space = Hex.read(name)
        except NotationError:
            what = f"{shorten(name, 30)!r} is not a space"
            raise NotationError(what, text, column, "a space such as c3") from None
        if space in found or space in islets:
            raise NotationError(f"{space} is named twice", text, column, "each space once")
        islet = holds == "islet"
        if space not in peninsula.water if islet else space not in peninsula.numbers:
            expected = "a space of water" if islet else "a space of land"
            raise NotationError(f"{space} is {peninsula.what(space)}", text, column, expected)
        if islet:
            islets.add(space)
        else:
            found[space] = _holds(holds, text, column + len(name) + 1)
    return tuple(found.get(space, Space()) for space in peninsula.land), frozenset(islets)


def _holds(holds: str, text: str, column: int) -> Space:
    if holds == RUIN:
        return Space(piece=RUIN)
    stack, plus, top = holds.partition("+")
    tiles = _STACK.match(stack)
    at = tiles.end() if tiles else 0
    if at < len(stack) or not stack:
        what = f"{shorten(stack[at:], 30)!r} is not a tile" if stack else "no tile is written"
        raise NotationError(what, text, column + at, _HOLDS)
    layers = tuple(Layer(OF_LETTER[one[1]], int(one[2] or 0)) for one in _LAYER.finditer(stack))
    if plus and top not in _ON_TOP:
        what = f"{shorten(top, 30)!r} cannot be on a tile"
        raise NotationError(what, text, column + at + 1, ", ".join(_ON_TOP))
    if top == GOLD and not (layers[-1].terrain == "mountain" and len(layers) >= GOLD_HEIGHT):
        expected = f"gold on a mountain of {GOLD_HEIGHT} tiles or more"
        raise NotationError("this tile cannot have gold", text, column + at + 1, expected)
    return Space(layers, top if top in RESOURCES else None, top if top in PIECES else None)


def value(land: Land, space: Hex) -> int:
    """Return the value of the cube on a space; 0 without a cube."""
    return land[space].height if space in land and land[space].cube else 0


def cubes_of(land: Land, resource: str | None = None) -> tuple[Hex, ...]:
    """Return the spaces with a cube of a resource, or with any cube."""
    held = [(space, holds.cube) for space, holds in land.items() if holds.cube]
    return tuple([space for space, cube in held if resource in (None, cube)])


def without_cubes(land: Land, spaces: Iterable[Hex]) -> Land:
    """Return the land without the cubes on these spaces, spent whole or stored."""
    for space in spaces:
        land = land.with_space(space, land[space]._replace(cube=None))
    return land


def road_points(land: Land, rulings: Rulings = DEFAULT) -> int:
    """Return the helm points of the road: 1 if all three top spaces carry a tile, or 1 for each."""
    tiled = sum(bool(land[space].stack) for space in land.peninsula.tops)
    return tiled if rulings.road == "each" else int(tiled == len(land.peninsula.tops))


def leftover(land: Land, rulings: Rulings) -> int:
    """Return what the cubes on a land count among the leftovers (ruling leftover-cubes)."""
    by_value = rulings.leftover_cubes == "value"
    return sum(holds.height if by_value else 1 for holds in land.spaces if holds.cube)


def uncovered(land: Land, rulings: Rulings = DEFAULT) -> int:
    """Return the number of land spaces without a tile; ruins count by the ruling tie-ruins."""
    ruins = rulings.tie_ruins != "covered"
    return sum(not holds.stack and (ruins or holds.piece != RUIN) for holds in land.spaces)
