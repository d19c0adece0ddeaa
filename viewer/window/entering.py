"""Entering a table as found, knob by knob and piece by piece, until it is a legal palace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from palace.core.errors import InputError, Problem
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import ANIMALS, COLOUR_WORDS, KINDS, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import OPPOSITE, WAYS, Knob
from palace.monkey_palace.kernel.laying import arch_between
from palace.monkey_palace.kernel.notation import Fault, faults
from palace.monkey_palace.kernel.palace import Palace, arranged, column_height, units

from ..scene import Instance, Scene, scene
from .labels import HIGHER, above, gather_faults, write_note
from .mode import Label, ModeContext, Shot, Spot
from .workshop import Standing, Workshop, copy


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
        return replace(self, columns=_add_other_ends(grown))

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
        if other is not None and column_height(column) - 1 in _find_ends(self.column(other), way):
            if column_height(self.column(other)) > column_height(column):
                what = f"the other end of this arch, on {other}, carries something"
                raise InputError(Problem("", what, "take that away first"))
            columns[other] = columns[other][:-1]
        return replace(self, columns=_add_other_ends(columns))

    @cached_property
    def missing(self) -> tuple[Open, ...]:
        """The arch ends still waited for: their column is too low, or something is in the way."""
        found = []
        for knob, column in sorted(self.columns.items()):
            for letter, level in units(column):
                other = knob.step(letter) if letter in WAYS else None
                if other is not None and level not in _find_ends(self.column(other), letter):
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


def _add_other_ends(columns: Mapping[Knob, str]) -> dict[Knob, str]:
    """The columns with the other ends of arches, wherever these have been reached."""
    grown = {knob: column for knob, column in columns.items() if column}
    ahead = list(grown)
    while ahead:
        knob = ahead.pop()
        # An end put here may wait for another column, and another's for this one.
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
    """The levels at which a column has the other end of an arch that leads `letter` to it."""
    return frozenset(level for piece, level in units(column) if piece == OPPOSITE[letter])


_MENDED_BY_MORE = {"path", "support"}
"""Faults that go away when more is entered, unless something is in the way already."""


def _is_under_way(found: Found, fault: Fault) -> bool:
    """Whether more pieces may mend it: an open top, an end whose column is too low as yet."""
    if fault.error.code not in _MENDED_BY_MORE:
        return False
    beside = [at for at in found.missing if at.knob.step(at.letter) == fault.knob]
    here = [at for at in beside if at.level == fault.level]
    return all(column_height(found.column(at.knob)) < at.level for at in here)


def _find_meant(found: Found, fault: Fault) -> list[Element]:
    stud = found.ground.stud(fault.knob)
    return [e for e in found.elements if stud in e.feet and e.level <= fault.level < e.top]


def _write_labels(found: Found, chosen: Knob | None, wrong: list[Fault]) -> Iterator[Label]:
    ground = found.ground
    if chosen is not None:
        level = column_height(found.column(chosen))
        yield Label(str(chosen), above(ground, chosen, level), "step")
    for at in found.missing:
        yield Label(f"{at.letter} at level {at.level}", above(ground, at.knob, at.level), "hint")
    yield from gather_faults(
        (
            above(ground, fault.knob, fault.level + 1 + HIGHER),
            f"{fault.error.code}: {fault.error.what}",
        )
        for fault in wrong
    )


def _write_panel(found: Found, chosen: Knob | None, note: str, *, wrong: bool) -> list[str]:
    said = [f"enter a table on {found.ground.title}", "", *write_note(note)]
    if chosen is None:
        said.append("click a knob, or press an arrow key; Del clears the table")
    else:
        column = found.column(chosen)
        high = f", {column_height(column)} high" if column else ""
        said.append(f"{chosen}: {column or 'empty'}{high}")
        said.append("press what comes next: b c, n e s w, l d g, m f y")
    said.append(f"on the table: {found.draft.used}")
    if found.palace is not None and found.columns:
        said += ["", "LEGAL  this is a palace:", found.position]
    elif found.faults:
        word = "NOT LEGAL" if wrong else "NOT WHOLE YET"
        said += ["", f"{word}  {len(found.faults)} to mend:"]
        mark = "!" if wrong else "-"
        said += [f"{mark} {fault.error.sentence()}" for fault in found.faults]
    return said


_PIECES = {
    "b": "a brick",
    "c": "a column",
    "n": "the end of an arch that leads north",
    "e": "of one that leads east",
    "s": "of one that leads south",
    "w": "of one that leads west",
    **{letter: f"a {word} decoration" for letter, word in COLOUR_WORDS.items()},
    **{letter: f"the {name}" for letter, name in ANIMALS.items()},
}
_ENDS = {way.lower(): way for way in WAYS}
_MOVES = {"Up": "N", "Right": "E", "Down": "S", "Left": "W"}
_KEYS = {
    **_PIECES,
    **{key: f"the next knob {way}" for key, way in _MOVES.items()},
    "BackSpace": "take the topmost piece off",
    "z": "undo",
    "Z": "redo",
    "t": "copy the position",
    "k": "keep as a build file; again: do it",
    "Delete": "clear the table",
    "Home": "all as it was at first",
}


@dataclass(frozen=True)
class State(Standing):
    """What has been entered, and the knob that is entered now."""

    found: Found
    knob: Knob | None = None


class Entering(Workshop[State]):
    """Click a knob, then press what stands on it from the ground up.

    An arch's other end comes by itself as soon as its column is high enough; until then a dot says
    where it is waited for.  What is missing or illegal is said at every step; once nothing is, the
    position can be copied.  It can be saved at any time, as a build file.
    """

    title = "entering a table"
    keys = _KEYS
    save_key = "k"

    def __init__(self, here: ModeContext) -> None:
        self.place = here
        super().__init__(State(Found.of(here.palace)))

    def here(self) -> ModeContext | None:
        """The palace entered; None while it is none."""
        palace = self.history.now.found.palace
        return (
            None if palace is None else ModeContext(palace, self.place.supply, self.place.rulings)
        )

    def look(self, state: State) -> Shot:
        """What has been entered, what is missing, what is wrong."""
        found, chosen = state.found, state.knob
        wrong = [fault for fault in found.faults if not _is_under_way(found, fault)]
        bad = frozenset(element for fault in wrong for element in _find_meant(found, fault))
        base = scene(Found(found.ground).draft)
        laid = (Instance(0, element, marked=element in bad) for element in found.elements)
        done = found.palace is not None
        return Shot(
            Scene.of(base.ground, (*base.instances, *laid)),
            tuple(_write_panel(found, chosen, state.note, wrong=bool(wrong))),
            "illegal" if wrong else "legal" if done and found.columns else "plain",
            tuple(_write_labels(found, chosen, wrong)),
            found.halves,
            tuple(dict.fromkeys(at.knob for at in found.missing)),
        )

    def work(self, state: State) -> object:
        return state.found

    def clicked(self, spot: Spot, state: State) -> State:
        if spot.knob not in state.found.ground.colours:
            return replace(state, note="click an open knob")
        return replace(state, knob=spot.knob)

    def product(self, state: State) -> tuple[str, Record | Build, Path]:
        found, count = state.found, len(state.found.halves)
        half = f", without {count} half arch{'es' * (count != 1)}," if count else ""
        return f"the table{half}", Build(found.ground, found.elements), Path("table.json")

    def after(self, name: str, state: State) -> State:
        found, knob = state.found, state.knob
        if name == "Home":
            return replace(self.history.first, knob=knob)
        if name == "t":
            return replace(state, note=_copy(found))
        if name == "Delete":
            return replace(state, found=Found(found.ground))
        if name in _MOVES:
            return replace(state, knob=_step_aside(found, knob, _MOVES[name]))
        if knob is None:
            raise InputError(Problem("", "click the knob first"))
        piece = _ENDS.get(name, name)
        changed = found.take(knob) if name == "BackSpace" else found.put(knob, piece)
        return replace(state, found=changed)


def _copy(found: Found) -> str:
    """What became of copying the position."""
    if found.palace is None:
        return "this is no palace yet, and has no position to copy"
    return f"the position is {copy(f'{found.ground.name}:{found.position}')}"


def _step_aside(found: Found, knob: Knob | None, way: str) -> Knob:
    """The next open knob that way, else the same; the first of all where none was chosen."""
    if knob is None:
        return next(iter(found.ground.colours))
    other = knob.step(way)
    while other is not None and other in found.ground and other not in found.ground.colours:
        other = other.step(way)
    return other if other is not None and other in found.ground.colours else knob
