"""A table as found, being entered: columns and animals, legal or not yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from palace.core.errors import InputError, Problem
from palace.monkey_palace.kernel.elements import ANIMALS, KINDS, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import OPPOSITE, WAYS, Knob
from palace.monkey_palace.kernel.laying import arch_between
from palace.monkey_palace.kernel.notation import Fault, faults
from palace.monkey_palace.kernel.palace import Palace, arranged, column_height, units


class Open(NamedTuple):
    """An arch end that has no other end yet: where that is missing, at which level, as a letter."""

    knob: Knob
    level: int
    letter: str


@dataclass(frozen=True)
class Found:
    """What is known so far: a column for each knob, as in a position string, and the animals.

    Whoever puts one end of an arch somewhere has put the other end too: it stands where the other
    column reaches its level, and is waited for until then.
    """

    ground: GroundMap
    columns: Mapping[Knob, str] = field(default_factory=dict)
    animals: Mapping[str, Knob] = field(default_factory=dict)

    @classmethod
    def of(cls, palace: Palace) -> Found:
        """All that stands in a palace."""
        columns = {
            knob: column for knob in palace.ground.colours if (column := palace.column(knob))
        }
        return cls(palace.ground, columns, dict(palace.animals))

    def column(self, knob: Knob) -> str:
        """What stands at a knob, from the ground up."""
        return self.columns.get(knob, "")

    def put(self, knob: Knob, piece: str) -> Found:
        """One more piece on a knob: `b c l d g`, an arch end `N E S W`, an animal `m f y`.

        An animal that stands elsewhere is moved.  Raises `InputError` where there is no knob, or an
        arch would leave the map.
        """
        if knob not in self.ground.colours:
            raise InputError(Problem("", f"{knob} is no open knob", "choose another one"))
        if piece in ANIMALS:
            others = {one: at for one, at in self.animals.items() if at != knob}
            return replace(self, animals={**others, piece: knob})
        if piece in WAYS and knob.step(piece) not in self.ground.colours:
            what = f"from {knob} no arch leads {piece}: there is no open knob"
            raise InputError(Problem("", what, "choose another way"))
        grown = {**self.columns, knob: self.column(knob) + piece}
        return replace(self, columns=_with_other_ends(grown))

    def take(self, knob: Knob) -> Found:
        """Without what is topmost on a knob: its animal, else its last piece, an arch as a whole.

        Raises `InputError` where nothing stands, or the arch's other end carries something.
        """
        letter = next((one for one, at in self.animals.items() if at == knob), None)
        if letter is not None:
            rest = {one: at for one, at in self.animals.items() if one != letter}
            return replace(self, animals=rest)
        column = self.column(knob)
        if not column:
            raise InputError(Problem("", f"nothing stands on {knob}", "choose another knob"))
        columns = {**self.columns, knob: column[:-1]}
        way = column[-1]
        other = knob.step(way) if way in WAYS else None
        if other is not None and column_height(column) - 1 in _ends(self.column(other), way):
            if column_height(self.column(other)) > column_height(column):
                what = f"the other end of this arch, on {other}, carries something"
                raise InputError(Problem("", what, "take that away first"))
            columns[other] = columns[other][:-1]
        return replace(self, columns=_with_other_ends(columns))

    @cached_property
    def missing(self) -> tuple[Open, ...]:
        """The arch ends still waited for: their column is too low, or something is in the way."""
        found = []
        for knob, column in sorted(self.columns.items()):
            for letter, level in units(column):
                other = knob.step(letter) if letter in WAYS else None
                if other is not None and level not in _ends(self.column(other), letter):
                    found.append(Open(other, level, OPPOSITE[letter]))
        return tuple(found)

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that keeps this from being a palace between two turns, or whole."""
        return faults(self.position, self.ground)

    @cached_property
    def palace(self) -> Palace | None:
        """The palace it is; None while something is missing or illegal."""
        return None if self.faults else Palace.read(self.position, self.ground)

    @cached_property
    def position(self) -> str:
        """The position string, which is one only where there are no faults."""
        return self.draft.position

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """What stands; arches only where both their ends do."""
        halves = {(at.knob.step(at.letter), at.level) for at in self.missing}
        placed = []
        for knob, column in self.columns.items():
            x, y = self.ground.stud(knob)
            for letter, level in units(column):
                if letter in KINDS:
                    placed.append(Element(KINDS[letter], x, y, level))
                elif letter in "EN" and (knob, level) not in halves:
                    placed.append(Element("arch", x, y, level, "EN".index(letter)))
        for letter, knob in self.animals.items():
            x, y = self.ground.stud(knob)
            placed.append(Element(ANIMALS[letter], x, y, column_height(self.column(knob))))
        return tuple(placed)

    @cached_property
    def halves(self) -> tuple[Element, ...]:
        """The arches of which one end is missing."""
        found = []
        for at in self.missing:
            other = at.knob.step(at.letter)
            if other is not None:
                found.append(arch_between(self.draft, at.knob, other, at.level))
        return tuple(found)

    @property
    def draft(self) -> Palace:
        """The same as a palace that nobody has checked."""
        columns = arranged(self.ground, self.columns)
        return Palace(self.ground, columns, tuple(sorted(self.animals.items())))


def _with_other_ends(columns: Mapping[Knob, str]) -> dict[Knob, str]:
    """The columns with the other ends of arches, wherever these have been reached."""
    grown = {knob: column for knob, column in columns.items() if column}
    ahead = list(grown)
    while ahead:
        knob = ahead.pop()
        # An end put here may wait for another column, and another's for this one.
        for there in (knob, *(near for way in WAYS if (near := knob.step(way)) in grown)):
            for letter, level in units(grown[there]):
                other = there.step(letter) if letter in WAYS else None
                if other is None or level in _ends(grown.get(other, ""), letter):
                    continue
                if column_height(grown.get(other, "")) == level:
                    grown[other] = grown.get(other, "") + OPPOSITE[letter]
                    ahead.append(other)
    return grown


def _ends(column: str, letter: str) -> frozenset[int]:
    """The levels at which a column has the other end of an arch that leads `letter` to it."""
    return frozenset(level for piece, level in units(column) if piece == OPPOSITE[letter])
