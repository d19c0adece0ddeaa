"""Entering mode: a table is entered knob by knob and piece by piece until it is a legal palace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from palace.core.errors import InputError, Problem
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import ANIMALS, COLOUR_WORDS
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.notation import Fault
from palace.monkey_palace.kernel.palace import column_height

from ..callouts import Label
from ..found import Found, find_pieces, is_under_way
from ..marks import HIGHER, above, gather_faults
from ..scene import Instance, Scene, scene
from .labels import write_note
from .mode import ModeContext, Shot, Spot
from .workshop import Standing, Workshop, copy


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
    lines = [f"enter a table: {found.ground.title}", "", *write_note(note)]
    if chosen is None:
        lines.append("click a knob, or press an arrow key; Del clears the table")
    else:
        column = found.column(chosen)
        high = f", {column_height(column)} high" if column else ""
        lines.append(f"{chosen}: {column or 'empty'}{high}")
        lines.append("press the next piece: b c, n e s w, l d g, m f y")
    lines.append(f"on the table: {found.draft.used}")
    if found.palace is not None and found.columns:
        lines += ["", "LEGAL  this is a palace:", found.position]
    elif found.faults:
        word = "NOT LEGAL" if wrong else "NOT COMPLETE YET"
        lines += ["", f"{word}  {len(found.faults)} to correct:"]
        mark = "!" if wrong else "-"
        lines += [f"{mark} {fault.error.sentence()}" for fault in found.faults]
    return lines


_PIECES = {
    "b": "add a brick",
    "c": "add a column",
    "n": "add an arch that leads north",
    "e": "add an arch that leads east",
    "s": "add an arch that leads south",
    "w": "add an arch that leads west",
    **{letter: f"add a {word} decoration" for letter, word in COLOUR_WORDS.items()},
    **{letter: f"put the {name} here" for letter, name in ANIMALS.items()},
}
_ENDS = {way.lower(): way for way in WAYS}
_MOVES = {"Up": "N", "Right": "E", "Down": "S", "Left": "W"}
_KEYS = {
    **_PIECES,
    **{key: f"select the next knob {way}" for key, way in _MOVES.items()},
    "BackSpace": "remove the top piece",
    "z": "undo",
    "Z": "redo",
    "t": "copy the position",
    "k": "save as a build file (press twice)",
    "Delete": "clear the table",
    "Home": "reset to the start",
}


@dataclass(frozen=True)
class State(Standing):
    """The table entered so far, and the selected knob."""

    found: Found
    knob: Knob | None = None


class Entering(Workshop[State]):
    """Mode in which the pieces of each knob are entered from the ground up.

    The other end of an arch is added as soon as its column is high enough; until then a dot marks
    it.  The panel lists what is missing or illegal; a legal position can be copied.  The table can
    be saved at any time, as a build file.
    """

    title = "entering a table"
    keys = _KEYS
    save_key = "k"

    def __init__(self, here: ModeContext) -> None:
        self.place = here
        super().__init__(State(Found.of(here.palace)))

    def here(self) -> ModeContext | None:
        """Return the palace entered; None while it is not legal."""
        palace = self.history.now.found.palace
        return (
            None if palace is None else ModeContext(palace, self.place.supply, self.place.rulings)
        )

    def look(self, state: State) -> Shot:
        """Return the table with labels for missing and illegal pieces."""
        found, chosen = state.found, state.knob
        wrong = [fault for fault in found.faults if not is_under_way(found, fault)]
        bad = frozenset(element for fault in wrong for element in find_pieces(found, fault))
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
            raise InputError(Problem("", "select a knob first"))
        piece = _ENDS.get(name, name)
        changed = found.take(knob) if name == "BackSpace" else found.put(knob, piece)
        return replace(state, found=changed)


def _copy(found: Found) -> str:
    """Copy the position; return a note about it."""
    if found.palace is None:
        return "the table is not legal yet, so there is no position to copy"
    return f"the position is {copy(f'{found.ground.name}:{found.position}')}"


def _step_aside(found: Found, knob: Knob | None, way: str) -> Knob:
    """Return the next open knob in a direction, or `knob` if there is none.

    Without a selected knob, return the first knob of the map.
    """
    if knob is None:
        return next(iter(found.ground.colours))
    other = knob.step(way)
    while other is not None and other in found.ground and other not in found.ground.colours:
        other = other.step(way)
    return other if other is not None and other in found.ground.colours else knob
