"""Entering a table as found, knob by knob and piece by piece, until it is a legal palace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from palace.build import Build
from palace.elements import ANIMALS, COLOUR_WORDS
from palace.errors import InputError, Problem
from palace.knob import WAYS, Knob

from .clipboard import copy
from .entering_shot import shot_of
from .found import Found
from .history import History
from .mode import Here, Shot, Spot
from .saving import free_name, save

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
class _State:
    found: Found
    knob: Knob | None = None
    proposed: Path | None = None
    note: str = ""


class Entering:
    """Click a knob, then press what stands on it from the ground up.

    An arch's other end comes by itself as soon as its column is high enough; until then a dot says
    where it is waited for.  What is missing or illegal is said at every step; once nothing is, the
    position can be copied.  It can be saved at any time, as a build file.
    """

    title = "entering a table"
    keys: Mapping[str, str] = _KEYS

    def __init__(self, here: Here) -> None:
        self.place = here
        self.history = History(_State(Found.of(here.palace)))
        self._seen: tuple[_State, Shot] | None = None

    def here(self) -> Here | None:
        """The palace entered; None while it is none."""
        palace = self.history.now.found.palace
        return None if palace is None else Here(palace, self.place.supply, self.place.rulings)

    def shot(self) -> Shot:
        state = self.history.now
        if self._seen is None or self._seen[0] is not state:
            self._seen = state, shot_of(state.found, state.knob, state.note)
        return self._seen[1]

    def key(self, name: str) -> None:
        if name in ("z", "Z"):
            moved = self.history.undo() if name == "z" else self.history.redo()
            if not moved:
                self._say(f"there is nothing to {_KEYS[name]}")
        elif name == "t":
            self._copy()
        elif name == "k":
            self._save()
        elif name in self.keys:
            try:
                self._go(self._after(name, self._fresh()))
            except InputError as error:
                self._say(str(error))

    def pick(self, spot: Spot) -> None:
        state = self._fresh()
        if spot.knob not in state.found.ground.colours:
            self._say("click an open knob")
        else:
            self._go(replace(state, knob=spot.knob))

    def slide(self, at: int) -> None:
        """There is no slider."""

    def _after(self, name: str, state: _State) -> _State:
        found, knob = state.found, state.knob
        if name == "Home":
            return replace(self.history.first, knob=knob)
        if name == "Delete":
            return replace(state, found=Found(found.ground))
        if name in _MOVES:
            return replace(state, knob=_beside(found, knob, _MOVES[name]))
        if knob is None:
            raise InputError(Problem("", "click the knob first", ""))
        changed = (
            found.take(knob) if name == "BackSpace" else found.put(knob, _ENDS.get(name, name))
        )
        return replace(state, found=changed)

    def _fresh(self) -> _State:
        """Where things stand, without what was said last."""
        return replace(self.history.now, note="", proposed=None)

    def _go(self, new: _State) -> None:
        """Enter a state; choosing a knob is not worth undoing."""
        if new.found == self.history.now.found:
            self.history.amend(new)
        else:
            self.history.go(new)

    def _say(self, note: str) -> None:
        self.history.amend(replace(self._fresh(), note=note))

    def _copy(self) -> None:
        found = self.history.now.found
        if found.palace is None:
            self._say("this is no palace yet, and has no position to copy")
        else:
            self._say(f"the position is {copy(f'{found.ground.name}:{found.position}')}")

    def _save(self) -> None:
        state = self.history.now
        target = state.proposed or free_name(Path("table.json"))
        if state.proposed is None:
            count = len(state.found.halves)
            arches = "arch" if count == 1 else "arches"
            half = f", without {count} half {arches}," if count else ""
            note = f"press k again to keep the table{half} as {target}"
            self.history.amend(replace(state, proposed=target, note=note))
            return
        try:
            save(Build(state.found.ground, state.found.elements), target)
        except InputError as error:
            self._say(str(error))
        else:
            self._say(f"saved as {target}")


def _beside(found: Found, knob: Knob | None, way: str) -> Knob:
    """The next open knob that way, else the same; the first of all where none was chosen."""
    if knob is None:
        return next(iter(found.ground.colours))
    other = knob.step(way)
    while other is not None and other in found.ground and other not in found.ground.colours:
        other = other.step(way)
    return other if other is not None and other in found.ground.colours else knob
