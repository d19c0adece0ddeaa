"""Entering a table as found, knob by knob and piece by piece, until it is a legal palace."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from palace.core.errors import InputError, Problem
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import ANIMALS, COLOUR_WORDS
from palace.monkey_palace.kernel.knob import WAYS, Knob

from .clipboard import copy
from .entering_shot import shot_of
from .found import Found
from .mode import ModeContext, Shot, Spot
from .workshop import Standing, Workshop

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
        return shot_of(state.found, state.knob, state.note)

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
            return replace(state, note=_copied(found))
        if name == "Delete":
            return replace(state, found=Found(found.ground))
        if name in _MOVES:
            return replace(state, knob=_beside(found, knob, _MOVES[name]))
        if knob is None:
            raise InputError(Problem("", "click the knob first"))
        piece = _ENDS.get(name, name)
        changed = found.take(knob) if name == "BackSpace" else found.put(knob, piece)
        return replace(state, found=changed)


def _copied(found: Found) -> str:
    """What became of copying the position."""
    if found.palace is None:
        return "this is no palace yet, and has no position to copy"
    return f"the position is {copy(f'{found.ground.name}:{found.position}')}"


def _beside(found: Found, knob: Knob | None, way: str) -> Knob:
    """The next open knob that way, else the same; the first of all where none was chosen."""
    if knob is None:
        return next(iter(found.ground.colours))
    other = knob.step(way)
    while other is not None and other in found.ground and other not in found.ground.colours:
        other = other.step(way)
    return other if other is not None and other in found.ground.colours else knob
