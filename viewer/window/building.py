"""Building: a staircase is tried knob by knob, judged at every click, and laid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from palace.errors import InputError
from palace.records.schema import Turn

from .building_shot import shot_of
from .building_state import State, build_of, laid, taken
from .clipboard import copy
from .history import History
from .mode import Here, Shot, Spot
from .running import Running
from .saving import free_name, save
from .trial import Trial

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


class Building:
    """Click knob after knob; dots are the knobs that a legal staircase may go on to.

    A legal staircase is laid, and the next tried on top of it.  In a recorded game that is a turn
    of the player who is next: it is kept in memory until it is saved as a new record.  Cards and
    the frog are left to `palace play`; where gold is placed the monkey's knob is asked for.
    Without a game what is laid is paid from the supply, and no animal moves.
    """

    title = "building"

    def __init__(self, here: Here) -> None:
        game = None if here.record is None else Running.of(here.record, here)
        self.supply = here.supply
        self.keys: Mapping[str, str] = _ALWAYS | (_OF_NONE if game is None else _OF_A_GAME)
        self.history = History(State(Trial(here.palace, here.supply, here.rulings), game))
        self._seen: tuple[State, Shot] | None = None

    def here(self) -> Here:
        """What other modes go on from: what is laid, not what is tried."""
        trial, game = self.history.now.trial, self.history.now.game
        place = Here(trial.palace, trial.supply, trial.rulings)
        if game is None:
            return place
        return place._replace(player=game.due, record=game.record, turn=game.number)

    def shot(self) -> Shot:
        state = self.history.now
        if self._seen is None or self._seen[0] is not state:
            self._seen = state, shot_of(state)
        return self._seen[1]

    def key(self, name: str) -> None:
        if name in ("z", "Z"):
            moved = self.history.undo() if name == "z" else self.history.redo()
            if not moved:
                self._say(f"there is nothing to {self.keys[name]}")
        elif name == "s":
            self._save(self.history.now)
        elif name in ("t", "T"):
            self._copy(self.history.now.trial, palace=name == "T")
        elif name in self.keys:
            try:
                self._go(self._after(name, self._fresh()))
            except InputError as error:
                self._say(str(error))

    def pick(self, spot: Spot) -> None:
        state, knob = self._fresh(), spot.knob
        if knob is None or not knob.writable:
            self._say("click a knob")
        elif state.asked is not None and state.game is not None:
            turn = state.asked.model_copy(update={"monkey": str(knob)})
            self._go(taken(state, state.game, turn))
        elif state.trial.knobs[-1:] == (knob,):
            self._go(replace(state, trial=state.trial.back()))
        else:
            self._go(replace(state, trial=state.trial.on_to(knob)))

    def slide(self, at: int) -> None:
        """There is no slider."""

    def _after(self, name: str, state: State) -> State:
        trial, game = state.trial, state.game
        if name == "Home":
            return self.history.first
        if name == "f":
            return replace(state, trial=replace(trial, filled=not trial.filled))
        if name == "P" and game is not None:
            turn = Turn.model_validate({"player": game.due, "pass": True})
            return taken(state, game, turn)
        if name == "n":
            return replace(state, trial=replace(trial, supply=self.supply))
        if state.asked is not None:
            if name in ("BackSpace", "Delete"):
                return replace(state, asked=None)
            return replace(state, note="click a knob for the monkey, or take the last knob back")
        if name == "Return":
            return laid(state)
        if not trial.knobs:
            return replace(state, note="click the knob to begin on")
        if name == "Delete":
            return replace(state, trial=replace(trial, knobs=(), risers=()))
        if name == "BackSpace":
            return replace(state, trial=trial.back())
        if name == "x":
            if not trial.risers[-1]:
                return replace(state, note=f"nothing is put on {trial.knobs[-1]}")
            return replace(state, trial=trial.with_riser(trial.risers[-1][:-1]))
        return replace(state, trial=trial.with_riser(trial.risers[-1] + name))

    def _fresh(self) -> State:
        """Where things stand, without what was said last."""
        return replace(self.history.now, note="", proposed=None)

    def _go(self, new: State) -> None:
        """Enter a state; what changes nothing but words is not worth undoing."""
        old = self.history.now
        if (new.trial, new.game, new.asked) == (old.trial, old.game, old.asked):
            self.history.amend(new)
        else:
            self.history.go(new)

    def _say(self, note: str) -> None:
        self.history.amend(replace(self._fresh(), note=note))

    def _copy(self, trial: Trial, *, palace: bool) -> None:
        if palace:
            where = f"{trial.palace.ground.name}:{trial.palace.position}"
            self._say(f"the palace is {copy(where)}")
        elif trial.staircase is None:
            self._say("there is no staircase yet: click a second knob")
        else:
            self._say(f"the staircase is {copy(str(trial.staircase))}")

    def _save(self, state: State) -> None:
        wanted = Path("build.json") if state.game is None else state.game.file()
        target = state.proposed or free_name(wanted)
        if state.proposed is None:
            what = "what is tried" if state.game is None and state.trial.knobs else "the palace"
            what = what if state.game is None else f"the game with {state.game.number} turns"
            note = f"press s again to save {what} as {target}"
            self.history.amend(replace(state, proposed=target, note=note))
            return
        try:
            save(build_of(state.trial) if state.game is None else state.game.record, target)
        except InputError as error:
            self._say(str(error))
        else:
            self._say(f"saved as {target}")
