"""Palaces: the pieces on a Ground Map between two turns, and the position string.

On the lattice of knobs every supported palace is a set of gapless columns, so a palace is one text
per knob, from the ground up: `b` brick, `c` column, `l` `d` `g` decorations, `N E S W` an arch end,
the letter saying which way its arch leaves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from palace.core.errors import InputError, Problem, expect
from palace.monkey_palace.kernel.elements import ANIMALS, COLOURS, HEIGHTS, KINDS, Element
from palace.monkey_palace.kernel.ground import GroundMap, load_map
from palace.monkey_palace.kernel.knob import OPPOSITE, TURNS, Knob
from palace.monkey_palace.kernel.notation import read_position
from palace.monkey_palace.kernel.supply import Supply

_PIECES = "".join(HEIGHTS)


@dataclass(frozen=True)
class Palace:
    """A legal palace; immutable and hashable.

    `columns` has one text per knob of the grid, from a1 along the files, rank by rank; closed knobs
    have an empty one.  `animals` lists (letter, knob), sorted.  Make one with `Palace.read`,
    `Palace.setup` or `of_columns`, which check it; the constructor itself does not.
    """

    ground: GroundMap
    columns: tuple[str, ...]
    animals: tuple[tuple[str, Knob], ...] = ()

    @classmethod
    def read(cls, text: str, ground: GroundMap | None = None) -> Palace:
        """Return the palace of a position string.

        `ground` is needed unless the text begins with `map-N:`.

        Raises `NotationError` with the column, what was expected, and the code of a broken rule.
        """
        named, columns, animals = read_position(text, ground)
        return cls(named, arranged(named, columns), tuple(sorted(animals.items())))

    @classmethod
    def of_columns(
        cls,
        ground: GroundMap,
        columns: Mapping[Knob, str],
        animals: Mapping[str, Knob] | None = None,
    ) -> Palace:
        """Return the palace of a column per knob, and of a knob per animal (`m f y`).

        Raises `InputError` with every value that is none, `NotationError` for a broken static rule.
        """
        expect(ground, GroundMap, 'write load_map("map-1")', "ground")
        expect(columns, Mapping, "give a column for each knob", "columns")
        faults = [*_column_faults(ground, columns), *_animal_faults(ground, animals or {})]
        if faults:
            raise InputError(*faults)
        palace = cls(
            ground,
            arranged(ground, columns),
            tuple(sorted((animals or {}).items())),
        )
        return cls.read(palace.position, ground)

    @classmethod
    def setup(cls, ground: GroundMap | str) -> Palace:
        """Return the set-up of a map, or of the map of a name: two arches, one brick, one gold
        decoration on its dashed outline.

        No animal stands on it: the monkey waits on its trophy card. Raises `InputError` if the
        three knobs of the map are not open, or not one arch apart.
        """
        ground = load_map(ground) if isinstance(ground, str) else ground
        expect(ground, GroundMap, 'write load_map("map-1")', "ground")
        first, second, third = ground.setup
        closed = [knob for knob in ground.setup if knob not in ground.colours]
        lower, upper = first.way_to(second), second.way_to(third)
        if closed or lower is None or upper is None or first == third:
            names = ", ".join(map(str, ground.setup))
            raise InputError(Problem(
                ground.name, f"nothing can be set up on {names}",
                "three open knobs, each one arch from the one before",
            ))  # fmt: skip
        columns = {first: lower, second: OPPOSITE[lower] + upper, third: f"b{OPPOSITE[upper]}g"}
        return cls(ground, arranged(ground, columns))

    def __hash__(self) -> int:
        return hash((self.columns, self.animals, self.ground.name))

    def __reduce__(self) -> tuple[type[Palace], tuple[object, ...]]:
        # Cached values are computed again after unpickling.
        return Palace, (self.ground, self.columns, self.animals)

    def __str__(self) -> str:
        return self.position

    def __repr__(self) -> str:
        if self.ground.shipped and not self.ground.pieces:
            return f"Palace.read({self.full_position!r})"
        return f"Palace.read({self.position!r}, {self.ground!r})"

    @property
    def full_position(self) -> str:
        """The position string, with the map in front if it is one that readers have."""
        ground = self.ground
        return f"{ground.name}:{self.position}" if ground.shipped else self.position

    @cached_property
    def position(self) -> str:
        """The canonical position string, without the map's name."""
        width = self.ground.width
        animals = {knob: letter for letter, knob in self.animals}
        ranks = []
        for rank in reversed(range(self.ground.depth)):
            knobs: list[str] = []
            empty = 0
            for file in range(width):
                column = self.columns[rank * width + file] + animals.get(Knob(file, rank), "")
                if column:
                    knobs += [f"x{empty}", column] if empty else [column]
                    empty = 0
                else:
                    empty += 1
            ranks.append(",".join(knobs + ([f"x{empty}"] if empty else [])))
        return "/".join(ranks)

    def column(self, knob: Knob) -> str:
        """Return the pieces at a knob, from the ground up; empty where none can be."""
        number = self.ground.open_numbers.get(knob)
        if number is None:
            expect(knob, Knob, 'write Knob.read("a4")')
            return ""
        return self.columns[number]

    def height_at(self, knob: Knob) -> int:
        """Return the height in bricks at one knob, 0 where there is nothing, or can be nothing."""
        return column_height(self.column(knob))

    @cached_property
    def heights(self) -> Mapping[Knob, int]:
        """Height in bricks at every open knob."""
        return MappingProxyType({knob: column_height(c) for knob, c in self._open_columns()})

    @cached_property
    def tops(self) -> Mapping[Knob, str]:
        """The topmost letter at every open knob, empty where there is nothing."""
        return MappingProxyType({knob: column[-1:] for knob, column in self._open_columns()})

    def _open_columns(self) -> Iterator[tuple[Knob, str]]:
        """Return every open knob and its column.

        A fresh palace is asked for all of them at once.
        """
        columns = map(self.columns.__getitem__, self.ground.open_numbers.values())
        return zip(self.ground.colours, columns, strict=True)

    @property
    def height(self) -> int:
        """The greatest height, in bricks, decorations included."""
        return max(self.heights.values(), default=0)

    @cached_property
    def decorations(self) -> tuple[tuple[str, Knob, int], ...]:
        """(colour letter, knob, level of its underside) of every decoration, covered ones too."""
        return tuple(
            (letter, knob, level)
            for knob, column in self._open_columns()
            for letter, level in _decorations(column)
        )

    @cached_property
    def used(self) -> Supply:
        """Building pieces on the map."""
        text = "".join(self.columns)
        return Supply(text.count("E") + text.count("N"), text.count("b"), text.count("c"))

    @property
    def box(self) -> Supply:
        """Building pieces that the box still holds."""
        return self.ground.box.minus(self.used)

    def at_hand(self, supply: Supply | str | None = None) -> Supply:
        """Return the pieces a builder may use: their supply, but never more than the box still
        holds.  Raises `InputError` for a negative number, `NotationError` for a wrong text."""
        return self.box if supply is None else Supply(*map(min, Supply.of(supply), self.box))

    def decorations_left(self, colour: str) -> int:
        """Decorations of a colour (`l d g`) that the box still holds."""
        if colour not in COLOURS:
            what = f"{colour!r:.40} is no colour of a decoration"
            raise InputError(Problem("", what, f"it is {', '.join(COLOURS)}"))
        return self.ground.in_box(COLOURS[colour]) - "".join(self.columns).count(colour)

    def animal(self, letter: str) -> Knob | None:
        """Return the knob of an animal (`m f y`), or None."""
        return dict(self.animals).get(letter)

    def blocking(self, letters: str = "mfy") -> Mapping[Knob, str]:
        """Return the animals among `letters`, by the knob they block (`Rulings.blockers`)."""
        return {knob: letter for letter, knob in self.animals if letter in letters}

    def with_animal(self, letter: str, knob: Knob | None) -> Palace:
        """Return the palace with one animal moved to a knob, or taken off; the place is not judged.

        Raises `InputError` for a knob that is closed or beyond the map, or an unknown animal.
        """
        faults = [*_animal_faults(self.ground, {} if knob is None else {letter: knob})]
        if faults:
            raise InputError(*faults)
        rest = {name: place for name, place in self.animals if name != letter}
        if knob is not None:
            rest[letter] = knob
        moved = Palace(self.ground, self.columns, tuple(sorted(rest.items())))
        # No piece has moved: what follows from the columns is not computed again.
        moved.__dict__.update(
            (key, self.__dict__[key]) for key in _OF_COLUMNS & self.__dict__.keys()
        )
        return moved

    def with_columns(self, changed: Mapping[Knob, str]) -> Palace:
        """Return the palace with some columns replaced; an animal built upon leaves.

        The pieces in them are not judged; raises `InputError` for a text that is no column.
        """
        columns, width = list(self.columns), self.ground.width
        if faults := [*_column_faults(self.ground, changed)]:
            raise InputError(*faults)
        for knob, column in changed.items():
            columns[knob.rank * width + knob.file] = column
        animals = tuple((name, knob) for name, knob in self.animals if knob not in changed)
        return Palace(self.ground, tuple(columns), animals)

    def elements(self) -> tuple[Element, ...]:
        """Return the elements on the map, animals included, level by level from south to north."""
        placed = [element for knob in self.ground.colours for element in self._pile(knob)]
        for letter, knob in self.animals:
            x, y = self.ground.stud(knob)
            placed.append(Element(ANIMALS[letter], x, y, self.heights[knob]))
        return tuple(sorted(placed, key=lambda e: (e.level, e.y, e.x)))

    def _pile(self, knob: Knob) -> Iterator[Element]:
        x, y = self.ground.stud(knob)
        for letter, level in units(self.column(knob)):
            if letter in KINDS:
                yield Element(KINDS[letter], x, y, level)
            elif letter in TURNS:
                yield Element("arch", x, y, level, turn=TURNS[letter])


_OF_COLUMNS = {"heights", "tops", "decorations", "used"}
"""What a palace keeps that follows from its columns alone."""


@lru_cache(maxsize=1 << 12)
def column_height(column: str) -> int:
    """Return the height in bricks of a column text."""
    return sum(HEIGHTS[letter] for letter in column)


def units(column: str) -> Iterator[tuple[str, int]]:
    """(letter, level of its underside) of everything in a column, from the ground up."""
    level = 0
    for letter in column:
        yield letter, level
        level += HEIGHTS[letter]


@lru_cache(maxsize=1 << 12)
def _decorations(column: str) -> tuple[tuple[str, int], ...]:
    return tuple((letter, level) for letter, level in units(column) if letter in COLOURS)


def arranged(ground: GroundMap, columns: Mapping[Knob, str]) -> tuple[str, ...]:
    """Return one text per knob of the grid, in the order of `Palace.columns`."""
    return tuple(columns.get(knob, "") for knob in _grid(ground))


@lru_cache
def _grid(ground: GroundMap) -> tuple[Knob, ...]:
    ranks, files = range(ground.depth), range(ground.width)
    return tuple(Knob(file, rank) for rank in ranks for file in files)


def _column_faults(ground: GroundMap, columns: Mapping[Any, Any]) -> Iterator[Problem]:
    """Yield what is no knob of the map, and what holds something no column can."""
    for knob, column in columns.items():
        if (fault := _knob_fault(ground, knob, column)) is not None:
            yield fault
        elif not isinstance(column, str):
            yield Problem(str(knob), f"{column!r:.40} is no column", 'give a text such as "bWg"')
        elif column.strip(_PIECES):
            wrong = next(letter for letter in column if letter not in _PIECES)
            yield Problem(
                str(knob), f"{wrong!r} is no piece of a column",
                "b c, l d g and N E S W; animals are given apart",
            )  # fmt: skip


def _animal_faults(ground: GroundMap, animals: Mapping[Any, Any]) -> Iterator[Problem]:
    """Unknown animals, knobs they cannot be on, and two on one knob."""
    taken: dict[Knob, str] = {}
    for letter, knob in animals.items():
        name = ANIMALS.get(letter) if isinstance(letter, str) else None
        if name is None:
            near = {kind: known for known, kind in ANIMALS.items()}.get(letter)
            yield Problem(
                "animals", f"{letter!r:.40} is no animal",
                f"write {near}" if near else "m monkey, f frog, y butterfly",
            )  # fmt: skip
        elif (fault := _knob_fault(ground, knob, letter)) is not None:
            yield fault._replace(where=f"the {name}")
        elif knob in taken:
            yield Problem(f"the {name}", f"the {taken[knob]} stands on {knob} too", "one to a knob")
        else:
            taken[knob] = name


def _knob_fault(ground: GroundMap, knob: object, given: object) -> Problem | None:
    """Return why nothing can be at a knob; a closed one may be given nothing."""
    if not isinstance(knob, Knob):
        return Problem("columns", f"{knob!r:.40} is no Knob", 'write Knob.read("a4")')
    if knob in ground.colours or (given == "" and knob in ground):
        return None
    state = "closed" if knob in ground else "beyond the map"
    return Problem("columns", f"{knob} is {state}", f"choose an open knob of {ground.name}")
