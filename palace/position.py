"""Palaces: what stands on a Ground Map between two turns, and the position string.

On the lattice of knobs every supported palace is a set of gapless columns, so a palace is one text
per knob, from the ground up: `b` brick, `c` column, `l` `d` `g` decorations, `N E S W` an arch end,
the letter saying which way its arch leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from palace.elements import ANIMALS, COLOURS, PIECES, SUPPORTS, Element
from palace.errors import NotationError
from palace.ground import SHIPPED, GroundMap, load_map
from palace.knob import OPPOSITE, WAYS, Knob
from palace.supply import Supply

if TYPE_CHECKING:
    from palace.rulings import Rulings
    from palace.staircase import Staircase
    from palace.verdict import Verdict

HEIGHTS = {
    **SUPPORTS,
    **{letter: PIECES[kind].height for letter, kind in COLOURS.items()},
    **dict.fromkeys(WAYS, PIECES["arch"].height),
}
"""Height in bricks of everything a column can hold, by letter."""

BOX = Supply(*(PIECES[kind].in_box for kind in ("arch", "brick", "column")))
"""Building pieces in the box."""


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
        """The palace of a position string; `ground` is needed unless `map-N:` stands in front.

        Raises `NotationError` with the column, what was expected, and the code of a broken rule.
        """
        from palace.position_reader import read_position

        return read_position(text, ground)

    @classmethod
    def of_columns(
        cls,
        ground: GroundMap,
        columns: Mapping[Knob, str],
        animals: Mapping[str, Knob] | None = None,
    ) -> Palace:
        """The palace of a column per knob; raises `NotationError` if a static rule is broken."""
        unknown = sorted(knob for knob in columns if knob not in ground and columns[knob])
        if unknown:
            raise NotationError(f"{unknown[0]} is beyond the map", "", 1, code="off-knob")
        palace = cls(
            ground,
            tuple(columns.get(knob, "") for knob in _grid(ground)),
            tuple(sorted((animals or {}).items())),
        )
        return cls.read(palace.position, ground)

    @classmethod
    def setup(cls, ground: GroundMap) -> Palace:
        """The set-up: two arches, one brick, one gold decoration on the map's dashed outline."""
        first, second, third = ground.setup
        lower, upper = _way(first, second), _way(second, third)
        columns = {first: lower, second: OPPOSITE[lower] + upper, third: f"b{OPPOSITE[upper]}g"}
        return cls(ground, tuple(columns.get(knob, "") for knob in _grid(ground)))

    def __hash__(self) -> int:
        return hash((self.columns, self.animals, self.ground.name))

    def __reduce__(self) -> tuple[type[Palace], tuple[object, ...]]:
        # What was worked out from the fields is worked out anew by whoever unpickles it.
        return Palace, (self.ground, self.columns, self.animals)

    def __str__(self) -> str:
        from palace.drawing import draw_palace

        return draw_palace(self)

    def __repr__(self) -> str:
        ground = self.ground
        if ground.name in SHIPPED and ground == load_map(ground.name):
            return f"Palace.read('{ground.name}:{self.position}')"
        return f"Palace.read({self.position!r}, {ground!r})"

    def _repr_svg_(self) -> str:
        from palace.plan import plan_svg

        return plan_svg(self)

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
        """What stands at a knob, from the ground up; empty for closed knobs and beyond the map."""
        if knob not in self.ground:
            return ""
        return self.columns[knob.rank * self.ground.width + knob.file]

    @cached_property
    def heights(self) -> Mapping[Knob, int]:
        """Height in bricks at every open knob."""
        heights = {knob: column_height(self.column(knob)) for knob in self.ground.colours}
        return MappingProxyType(heights)

    @cached_property
    def tops(self) -> Mapping[Knob, str]:
        """The topmost letter at every open knob, empty where nothing stands."""
        return MappingProxyType({knob: self.column(knob)[-1:] for knob in self.ground.colours})

    @property
    def height(self) -> int:
        """The greatest height, in bricks, decorations included."""
        return max(self.heights.values(), default=0)

    @cached_property
    def decorations(self) -> tuple[tuple[str, Knob, int], ...]:
        """(colour letter, knob, level of its underside) of every decoration, covered ones too."""
        return tuple(
            (letter, knob, level)
            for knob in self.ground.colours
            for letter, level in units(self.column(knob))
            if letter in COLOURS
        )

    @cached_property
    def used(self) -> Supply:
        """Building pieces that stand on the map."""
        text = "".join(self.columns)
        return Supply(text.count("E") + text.count("N"), text.count("b"), text.count("c"))

    @property
    def box(self) -> Supply:
        """Building pieces that the box still holds."""
        return BOX.minus(self.used)

    def at_hand(self, supply: Supply | None = None) -> Supply:
        """The pieces a builder may use: his supply, but never more than the box still holds."""
        return self.box if supply is None else Supply(*map(min, supply, self.box))

    def decorations_left(self, colour: str) -> int:
        """Decorations of a colour that the box still holds."""
        return PIECES[COLOURS[colour]].in_box - "".join(self.columns).count(colour)

    def animal(self, letter: str) -> Knob | None:
        """Where an animal (`m f y`) stands, or None."""
        return dict(self.animals).get(letter)

    def blocking(self, rulings: Rulings) -> Mapping[Knob, str]:
        """The animals nothing may be built on, by knob."""
        letters = ANIMALS if rulings.animals_block == "all" else "m"
        return {knob: letter for letter, knob in self.animals if letter in letters}

    def with_animal(self, letter: str, knob: Knob | None) -> Palace:
        """The palace with one animal moved to a knob, or taken off; the place is not judged."""
        rest = {name: place for name, place in self.animals if name != letter}
        if knob is not None:
            rest[letter] = knob
        return Palace(self.ground, self.columns, tuple(sorted(rest.items())))

    def with_columns(self, changed: Mapping[Knob, str]) -> Palace:
        """The palace with some columns replaced; an animal built upon leaves. Not judged."""
        columns = list(self.columns)
        for knob, column in changed.items():
            columns[knob.rank * self.ground.width + knob.file] = column
        animals = tuple((name, knob) for name, knob in self.animals if knob not in changed)
        return Palace(self.ground, tuple(columns), animals)

    def elements(self) -> tuple[Element, ...]:
        """What stands on the map, animals included, level by level from south to north."""
        placed = [element for knob in self.ground.colours for element in self._pile(knob)]
        for letter, knob in self.animals:
            x, y = self.ground.stud(knob)
            placed.append(Element(ANIMALS[letter], x, y, self.heights[knob]))
        return tuple(sorted(placed, key=lambda e: (e.level, e.y, e.x)))

    def _pile(self, knob: Knob) -> Iterator[Element]:
        x, y = self.ground.stud(knob)
        for letter, level in units(self.column(knob)):
            if letter in SUPPORTS:
                yield Element({"b": "brick", "c": "column"}[letter], x, y, level)
            elif letter in COLOURS:
                yield Element(COLOURS[letter], x, y, level)
            elif letter in "EN":
                yield Element("arch", x, y, level, turn="EN".index(letter))

    def judge(
        self, staircase: Staircase, supply: Supply | None = None, rulings: Rulings | None = None
    ) -> Verdict:
        """The referee's verdict on a staircase built here; see `palace.referee.judge`."""
        from palace.referee import judge

        return judge(self, staircase, supply, rulings)

    def build(
        self, staircase: Staircase, supply: Supply | None = None, rulings: Rulings | None = None
    ) -> Palace:
        """The palace after a staircase and its decoration; raises `IllegalError` if not legal."""
        from palace.errors import IllegalError

        verdict = self.judge(staircase, supply, rulings)
        if verdict.palace is None:
            raise IllegalError(verdict)
        return verdict.palace


@lru_cache(maxsize=1 << 16)
def column_height(column: str) -> int:
    """Height in bricks of a column text."""
    return sum(HEIGHTS[letter] for letter in column)


def units(column: str) -> Iterator[tuple[str, int]]:
    """(letter, level of its underside) of everything in a column, from the ground up."""
    level = 0
    for letter in column:
        yield letter, level
        level += HEIGHTS[letter]


def _grid(ground: GroundMap) -> Iterable[Knob]:
    return (Knob(file, rank) for rank in range(ground.depth) for file in range(ground.width))


def _way(first: Knob, second: Knob) -> str:
    way = first.way_to(second)
    if way is None:
        raise ValueError(f"{first} and {second} are not neighbours")
    return way
