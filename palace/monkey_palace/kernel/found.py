"""A table that is entered as it is, knob by knob and piece by piece, until it is a legal palace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from palace.core.errors import InputError, Problem
from palace.monkey_palace.kernel.elements import ANIMALS, KINDS, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import OPPOSITE, TURNS, WAYS, Knob
from palace.monkey_palace.kernel.laying import arch_between
from palace.monkey_palace.kernel.notation import Fault, faults
from palace.monkey_palace.kernel.palace import Palace, arranged, column_height, units


class Open(NamedTuple):
    """An arch end without its other end: the knob, level and letter of the missing end."""

    knob: Knob
    level: int
    letter: str


@dataclass(frozen=True)
class Found:
    """The table entered so far: a column per knob, as in a position string, and the animals.

    An arch is entered at one of its ends.  Its other end is added as soon as the other column
    reaches its level; until then it is missing.
    """

    ground: GroundMap
    columns: Mapping[Knob, str] = field(default_factory=dict)
    animals: Mapping[str, Knob] = field(default_factory=dict)

    @classmethod
    def of(cls, palace: Palace) -> Found:
        """Return everything in a palace."""
        columns = {
            knob: column for knob in palace.ground.colours if (column := palace.column(knob))
        }
        return cls(palace.ground, columns, dict(palace.animals))

    def column(self, knob: Knob) -> str:
        """Return the pieces at a knob, from the ground up."""
        return self.columns.get(knob, "")

    def put(self, knob: Knob, piece: str) -> Found:
        """Return the table with one more piece on a knob.

        `piece` is `b c l d g`, an arch end `N E S W`, or an animal `m f y`, which moves if it is
        already on the table.  Raises `InputError` if the knob is closed or the arch would leave the
        map.
        """
        if knob not in self.ground.colours:
            raise InputError(Problem("", f"{knob} is not an open knob", "choose an open knob"))
        if piece in ANIMALS:
            others = {one: at for one, at in self.animals.items() if at != knob}
            return replace(self, animals={**others, piece: knob})
        if piece in WAYS and knob.step(piece) not in self.ground.colours:
            what = f"no arch can lead {piece} from {knob}: there is no open knob"
            raise InputError(Problem("", what, "choose another direction"))
        grown = {**self.columns, knob: self.column(knob) + piece}
        return replace(self, columns=_add_other_ends(grown))

    def take(self, knob: Knob) -> Found:
        """Return the table without the topmost piece of a knob: its animal, or its last piece.

        An arch is removed as a whole.  Raises `InputError` if the knob is empty or the arch's other
        end carries a piece.
        """
        letter = next((one for one, at in self.animals.items() if at == knob), None)
        if letter is not None:
            rest = {one: at for one, at in self.animals.items() if one != letter}
            return replace(self, animals=rest)
        column = self.column(knob)
        if not column:
            raise InputError(Problem("", f"{knob} is empty", "choose another knob"))
        columns = {**self.columns, knob: column[:-1]}
        way = column[-1]
        other = knob.step(way) if way in WAYS else None
        if other is not None and column_height(column) - 1 in _find_ends(self.column(other), way):
            if column_height(self.column(other)) > column_height(column):
                what = f"the other end of this arch, on {other}, carries a piece"
                raise InputError(Problem("", what, "remove that piece first"))
            columns[other] = columns[other][:-1]
        return replace(self, columns=_add_other_ends(columns))

    @cached_property
    def missing(self) -> tuple[Open, ...]:
        """Arch ends still missing: their column is too low, or another piece is in the way."""
        found = []
        for knob, column in sorted(self.columns.items()):
            for letter, level in units(column):
                other = knob.step(letter) if letter in WAYS else None
                if other is not None and level not in _find_ends(self.column(other), letter):
                    found.append(Open(other, level, OPPOSITE[letter]))
        return tuple(found)

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """All reasons why the table is not a palace between two turns."""
        return faults(self.position, self.ground)

    @cached_property
    def palace(self) -> Palace | None:
        """The palace; None while a piece is missing or illegal."""
        return None if self.faults else Palace.read(self.position, self.ground)

    @cached_property
    def position(self) -> str:
        """Position string, valid only without faults."""
        return self.draft.position

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """The elements on the table; arches only with both ends."""
        halves = {(at.knob.step(at.letter), at.level) for at in self.missing}
        placed = []
        for knob, column in self.columns.items():
            x, y = self.ground.stud(knob)
            for letter, level in units(column):
                if letter in KINDS:
                    placed.append(Element(KINDS[letter], x, y, level))
                elif letter in TURNS and (knob, level) not in halves:
                    placed.append(Element("arch", x, y, level, TURNS[letter]))
        for letter, knob in self.animals.items():
            x, y = self.ground.stud(knob)
            placed.append(Element(ANIMALS[letter], x, y, column_height(self.column(knob))))
        return tuple(placed)

    @cached_property
    def halves(self) -> tuple[Element, ...]:
        """The arches with one missing end."""
        found = []
        for at in self.missing:
            other = at.knob.step(at.letter)
            if other is not None:
                found.append(arch_between(self.draft, at.knob, other, at.level))
        return tuple(found)

    @property
    def draft(self) -> Palace:
        """The table as an unchecked palace."""
        columns = arranged(self.ground, self.columns)
        return Palace(self.ground, columns, tuple(sorted(self.animals.items())))


def _add_other_ends(columns: Mapping[Knob, str]) -> dict[Knob, str]:
    """Return the columns with the other ends of arches added at the levels reached."""
    grown = {knob: column for knob, column in columns.items() if column}
    ahead = list(grown)
    while ahead:
        knob = ahead.pop()
        # A new end may be waiting for another column, or another end for this column.
        for there in (knob, *(near for way in WAYS if (near := knob.step(way)) in grown)):
            for letter, level in units(grown[there]):
                other = there.step(letter) if letter in WAYS else None
                if other is None or level in _find_ends(grown.get(other, ""), letter):
                    continue
                if column_height(grown.get(other, "")) == level:
                    grown[other] = grown.get(other, "") + OPPOSITE[letter]
                    ahead.append(other)
    return grown


def _find_ends(column: str, letter: str) -> frozenset[int]:
    """Return the levels at which a column has the other end of an arch leading `letter`."""
    return frozenset(level for piece, level in units(column) if piece == OPPOSITE[letter])
