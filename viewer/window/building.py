"""Building: a staircase is tried knob by knob, judged at every click, and laid."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from palace.core.errors import InputError, Problem
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.schema import Turn
from palace.monkey_palace.kernel.build import Build

from .building_shot import shot_of
from .building_state import State, build_of, laid, taken
from .clipboard import copy
from .mode import ModeContext, Shot, Spot
from .running import Running
from .trial import Trial
from .workshop import Workshop

_ALWAYS = {
    "b": "put a brick on the last knob",
    "c": "put a column on the last knob",
    "x": "take the topmost of these off",
    "BackSpace": "take the last knob back",
    "Delete": "begin the staircase anew",
    "f": "add missing supports, or leave them out",
    "Return": "lay the staircase, if it is legal",
    "z": "undo",
    "Z": "redo",
    "t": "copy the staircase",
    "T": "copy the palace",
    "s": "save into a new file; again: do it",
    "Home": "all as it was at first",
}
_OF_A_GAME = {"P": "pass, if nothing can be built"}
_OF_NONE = {"n": "all pieces in hand again"}


class Building(Workshop[State]):
    """Click knob after knob; dots are the knobs that a legal staircase may go on to.

    A legal staircase is laid, and the next tried on top of it.  In a recorded game that is a turn
    of the player who is next: it is kept in memory until it is saved as a new record.  Cards and
    the frog are left to `palace play`; where gold is placed the monkey's knob is asked for.
    Without a game what is laid is paid from the supply, and no animal moves.
    """

    title = "building"
    save_key = "s"

    def __init__(self, here: ModeContext) -> None:
        game, note = None, ""
        if here.record is not None:
            try:
                game = Running.of(here.record, here)
            except InputError as error:
                note = f"without the game, which cannot be gone on with: {error}"
        self.supply = here.supply
        self.keys = _ALWAYS | (_OF_NONE if game is None else _OF_A_GAME)
        trial = Trial(here.palace, here.supply, here.rulings)
        super().__init__(State(trial, game, note=note))

    def here(self) -> ModeContext:
        """What other modes go on from: what is laid, not what is tried."""
        trial, game = self.history.now.trial, self.history.now.game
        place = ModeContext(trial.palace, trial.supply, trial.rulings)
        if game is None:
            return place
        return place._replace(player=game.due, record=game.record, turn=game.number)

    def look(self, state: State) -> Shot:
        return shot_of(state)

    def work(self, state: State) -> object:
        return state.trial, state.game, state.asked

    def clicked(self, spot: Spot, state: State) -> State:
        knob = spot.knob
        if knob is None or not knob.writable:
            return replace(state, note="click a knob")
        if state.asked is not None and state.game is not None:
            turn = state.asked.model_copy(update={"monkey": str(knob)})
            return taken(state, state.game, turn)
        if state.trial.knobs[-1:] == (knob,):
            return replace(state, trial=state.trial.back())
        return replace(state, trial=state.trial.on_to(knob))

    def product(self, state: State) -> tuple[str, Record | Build, Path]:
        game = state.game
        if game is not None:
            turns = f"{game.number} turn{'s' * (game.number != 1)}"
            return f"the game with {turns}", game.record, game.file()
        words = "what is tried" if state.trial.knobs else "the palace"
        return words, build_of(state.trial), Path("build.json")

    def after(self, name: str, state: State) -> State:
        trial, game = state.trial, state.game
        if name == "Home":
            return self.history.first
        if name in ("t", "T"):
            return replace(state, note=_copied(trial, palace=name == "T"))
        if name == "f":
            return replace(state, trial=replace(trial, filled=not trial.filled))
        if name == "n":
            return replace(state, trial=replace(trial, supply=self.supply))
        if name == "P" and game is not None:
            turn = Turn.model_validate({"player": game.due, "pass": True})
            return taken(state, game, turn)
        if state.asked is not None:
            if name in ("BackSpace", "Delete"):
                return replace(state, asked=None)
            return replace(state, note="click a knob for the monkey, or take the last knob back")
        if name == "Return":
            return laid(state)
        return replace(state, trial=_changed(trial, name))


def _changed(trial: Trial, name: str) -> Trial:
    """The staircase after a key that changes its last knob, or all of it."""
    if not trial.knobs:
        raise InputError(Problem("", "click the knob to begin on"))
    riser = trial.risers[-1]
    if name == "Delete":
        return replace(trial, knobs=(), risers=())
    if name == "BackSpace":
        return trial.back()
    if name != "x":
        return trial.with_riser(riser + name)
    if not riser:
        raise InputError(Problem("", f"nothing is put on {trial.knobs[-1]}"))
    return trial.with_riser(riser[:-1])


def _copied(trial: Trial, *, palace: bool) -> str:
    """What became of copying the staircase or the palace."""
    if palace:
        return f"the palace is {copy(f'{trial.palace.ground.name}:{trial.palace.position}')}"
    if trial.staircase is None:
        return "there is no staircase yet: click a second knob"
    return f"the staircase is {copy(str(trial.staircase))}"
