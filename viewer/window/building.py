"""Building mode: a staircase is clicked knob by knob, judged at every click, and built."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from palace.core.errors import InputError, Problem
from palace.core.verdict import Reason
from palace.monkey_palace.game.animals import free_end
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.schema import Turn
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.knob import Knob

from ..callouts import Label
from ..marks import HIGHER, above, find_stud, gather_faults, label_steps
from ..pieces.measures import Point, middle_of
from ..scene import Instance, Scene, scene
from ..trial import Trial
from .labels import write_earnings, write_note, write_pieces, write_reasons
from .mode import ModeContext, Shot, Spot
from .running import Running
from .workshop import Standing, Workshop, copy


@dataclass(frozen=True)
class State(Standing):
    """The staircase being tried, and its game; `pending` is a turn that lacks its monkey knob."""

    trial: Trial
    game: Running | None = None
    pending: Turn | None = None


def make_build(trial: Trial) -> Build:
    """Return the tried staircase as a turn on its palace; without pieces, the whole table."""
    ground = trial.palace.ground
    if not trial.pieces:
        return Build.of(trial.palace)
    elements = [element for element, _ in trial.pieces]
    if trial.decoration is not None:
        elements.append(trial.decoration)
    return Build(ground, tuple(elements), trial.palace)


def lay(state: State) -> State:
    """Return the state with the staircase built: freely, or as the turn of the next player."""
    trial, verdict = state.trial, state.trial.verdict
    if verdict is None:
        return replace(state, note="a staircase has at least one arch: click a second knob")
    if verdict.palace is None:
        return replace(state, note="nothing built: the staircase is not legal")
    if state.game is not None:
        turn = Turn(player=state.game.played.due, build=str(verdict.staircase))
        return take_turn(state, state.game, turn)
    supply = None if trial.supply is None else trial.supply.minus(trial.uses)
    after = Trial(verdict.palace, supply, trial.rulings, filled=trial.filled)
    return State(after, note=f"built {verdict.staircase}")


def take_turn(state: State, game: Running, turn: Turn) -> State:
    """Return the state after a turn, or the state with a note why the turn is not legal."""
    after = game.take(turn)
    reasons = after.played.turns[-1].reasons
    if turn.monkey is None and {reason.code for reason in reasons} == {"monkey"}:
        return replace(
            state,
            pending=turn,
            note="gold is placed: where does the monkey go? click a knob with a dot",
        )
    if reasons:
        texts = "; ".join(f"{reason.code}: {reason.text}" for reason in reasons)
        return replace(state, note=f"turn not taken: {texts}")
    trial = Trial(after.played.palace, after.hand, after.rulings, filled=state.trial.filled)
    action = "passes" if turn.build is None else f"builds {turn.build}"
    return State(trial, after, note=f"{turn.player} {action}; not saved yet")


def find_monkey_knobs(state: State) -> tuple[Knob, ...]:
    """Return the knobs for the monkey after the staircase that places gold."""
    verdict = state.trial.verdict
    after = None if verdict is None else verdict.palace
    if after is None:
        return ()
    stays = after.animal("m") if state.trial.rulings.monkey_stay == "move" else None
    return tuple(k for k in after.heights if k != stays and free_end(after, k, "m"))


def mark_faults(trial: Trial) -> tuple[frozenset[Element], tuple[Label, ...]]:
    """Return the elements at fault, and a label over each place with a fault."""
    pieces = [(reason, _find_pieces(trial, reason)) for reason in trial.reasons]
    labels = gather_faults(
        (place, f"{reason.code}: {reason.text}")
        for reason, elements in pieces
        if (place := _place(trial, reason, elements)) is not None
    )
    return frozenset(element for _, elements in pieces for element in elements), labels


def _find_pieces(trial: Trial, reason: Reason) -> list[Element]:
    """Return the pieces a reason is about: those beyond the supply, or those at its knob.

    If the reason names a level, only the pieces at that level, if there are any.
    """
    placed = [element for element, _ in trial.pieces]
    if reason.code == "supply":
        of_kind = [element for element in placed if element.kind == reason.at]
        return of_kind[-(reason.by or 0) :] if reason.by else []
    stud = find_stud(trial.palace.ground, reason)
    at_knob = [element for element in placed if stud in element.feet]
    return [element for element in at_knob if element.level == reason.level] or at_knob


def _place(trial: Trial, reason: Reason, pieces: list[Element]) -> Point | None:
    """Return the point in mm over the knob of a reason, or over the first of its pieces."""
    stud = find_stud(trial.palace.ground, reason)
    if stud is None and not pieces:
        return None
    if stud is None:
        studs, level = pieces[0].studs, pieces[0].top
    else:
        knob = trial.palace.ground.open_studs.get(stud)
        standing = 0 if knob is None else trial.palace.height_at(knob)
        studs, level = (stud,), max([standing, *(e.top for e in pieces)])
    x, y = (sum(stud[axis] for stud in studs) / len(studs) for axis in (0, 1))
    return middle_of(x, y, level + HIGHER)


_UNDER_WAY = {"attach": "not attached yet", "end": "needs another arch"}
"""Reasons that one more arch may remove, with the text shown until then."""


def _label_missing(trial: Trial) -> tuple[Label, ...]:
    """Return a label over the last knob with what an unfinished staircase still needs."""
    missing = ", ".join(_UNDER_WAY[reason.code] for reason in trial.reasons)
    top = max((element.top for element, _ in trial.pieces), default=0)
    return (Label(missing, above(trial.palace.ground, trial.knobs[-1], top + 1), "hint"),)


def _label_steps(trial: Trial) -> tuple[Label, ...]:
    """Return the numbers of the steps."""
    if trial.staircase is not None:
        return label_steps(trial.palace, trial.staircase)
    if not trial.knobs or trial.knobs[0] not in trial.palace.ground.colours:
        return ()
    top = max([element.top for element, _ in trial.pieces], default=0)
    level = max(top, trial.palace.height_at(trial.knobs[0]))
    return (Label("1", above(trial.palace.ground, trial.knobs[0], level), "step"),)


def _write_panel(state: State, *, under_way: bool) -> list[str]:
    trial, game = state.trial, state.game
    found = [f"build a staircase on {trial.palace.ground.title}"]
    if game is not None:
        ending = ", the game is over" if game.played.finished else ""
        found.append(f"turn {game.number + 1}, {game.played.due}{ending}")
    found += ["", *write_note(state.note)]
    if not trial.knobs:
        found.append(_write_hand(trial))
    elif trial.verdict is None:
        riser = trial.risers[0]
        found.append(f"starts on {trial.knobs[0]}{'+' * bool(riser)}{riser}")
    else:
        word = "LEGAL" if trial.legal else "NOT LEGAL YET" if under_way else "NOT LEGAL"
        found.append(f"{word}  {trial.staircase}")
        if trial.legal:
            found += write_earnings(trial.verdict)
    if trial.knobs:
        found.append(write_pieces(trial.uses, trial.left, box=trial.supply is None))
    if not trial.filled:
        found.append("missing supports are not added (press f)")
    return [*found, *write_reasons(trial.reasons, "-" if under_way else "!")]


def _write_hand(trial: Trial) -> str:
    """Return the line with the pieces in hand, and whether any knob can be a start."""
    hand = f"{trial.left} {'in the box' if trial.supply is None else 'in hand'}"
    if not trial.ahead:
        return f"{hand}: no starting knob found"
    return f"{hand}: click a knob with a dot to start"


_ALWAYS = {
    "b": "add a brick to the last knob",
    "c": "add a column to the last knob",
    "x": "remove the top piece added to it",
    "BackSpace": "remove the last knob",
    "Delete": "clear the staircase",
    "f": "add missing supports: on or off",
    "Return": "build the staircase, if it is legal",
    "z": "undo",
    "Z": "redo",
    "t": "copy the staircase",
    "T": "copy the palace",
    "s": "save to a new file (press twice)",
    "Home": "reset to the start",
}
_OF_A_GAME = {"P": "pass, if nothing can be built"}
_OF_NONE = {"n": "restore the pieces in hand"}


class Building(Workshop[State]):
    """Mode in which a staircase is clicked knob by knob; dots mark the knobs for the next click.

    A legal staircase can be built, and the next one tried on top of it.  In a recorded game this is
    a turn of the next player, kept in memory until it is saved as a new record.  Cards and the frog
    are left to `palace play`; if gold is placed, the mode asks for the monkey's knob.  Without a
    game, pieces are paid from the supply, and no animal moves.
    """

    title = "building"
    save_key = "s"

    def __init__(self, here: ModeContext) -> None:
        game, note = None, ""
        if here.record is not None:
            try:
                game = Running.of(here.record, here)
            except InputError as error:
                note = f"the game cannot be continued; building without it: {error}"
        self.supply = here.supply
        self.keys = _ALWAYS | (_OF_NONE if game is None else _OF_A_GAME)
        trial = Trial(here.palace, here.supply, here.rulings)
        super().__init__(State(trial, game, note=note))

    def here(self) -> ModeContext:
        """Return the position without the staircase being tried."""
        trial, game = self.history.now.trial, self.history.now.game
        record, turn = (None, 0) if game is None else (game.record, game.number)
        return ModeContext(trial.palace, trial.supply, trial.rulings, record, turn)

    def look(self, state: State) -> Shot:
        """Return the palace with the tried staircase and its verdict."""
        trial = state.trial
        under_way = bool(trial.reasons) and {r.code for r in trial.reasons} <= {*_UNDER_WAY}
        wrong, faults = mark_faults(trial)
        if under_way:
            wrong, faults = frozenset(), _label_missing(trial)
        base = scene(trial.palace)
        firm = (
            Instance(0, element, marked=element in wrong)
            for element, added in trial.pieces
            if not added or element in wrong
        )
        ghosts = [element for element, added in trial.pieces if added and element not in wrong]
        if trial.decoration is not None:
            ghosts.append(trial.decoration)
        wrong_now = bool(trial.reasons) and not under_way
        return Shot(
            Scene.of(base.ground, (*base.instances, *firm)),
            tuple(_write_panel(state, under_way=under_way)),
            "legal" if trial.legal else "illegal" if wrong_now else "plain",
            (*_label_steps(trial), *faults),
            tuple(ghosts),
            find_monkey_knobs(state) if state.pending else trial.ahead,
        )

    def work(self, state: State) -> object:
        return state.trial, state.game, state.pending

    def clicked(self, spot: Spot, state: State) -> State:
        knob = spot.knob
        if knob is None or not knob.writable:
            return replace(state, note="click a knob")
        if state.pending is not None and state.game is not None:
            turn = state.pending.model_copy(update={"monkey": str(knob)})
            return take_turn(state, state.game, turn)
        if state.trial.knobs[-1:] == (knob,):
            return replace(state, trial=state.trial.back())
        return replace(state, trial=state.trial.on_to(knob))

    def product(self, state: State) -> tuple[str, Record | Build, Path]:
        game = state.game
        if game is not None:
            turns = f"{game.number} turn{'s' * (game.number != 1)}"
            return f"the game with {turns}", game.record, game.file()
        words = "the staircase" if state.trial.knobs else "the palace"
        return words, make_build(state.trial), Path("build.json")

    def after(self, name: str, state: State) -> State:
        trial, game = state.trial, state.game
        if name == "Home":
            return self.history.first
        if name in ("t", "T"):
            return replace(state, note=_copy(trial, palace=name == "T"))
        if name == "f":
            return replace(state, trial=replace(trial, filled=not trial.filled))
        if name == "n":
            return replace(state, trial=replace(trial, supply=self.supply))
        if name == "P" and game is not None:
            turn = Turn.model_validate({"player": game.played.due, "pass": True})
            return take_turn(state, game, turn)
        if state.pending is not None:
            if name in ("BackSpace", "Delete"):
                return replace(state, pending=None)
            return replace(state, note="click a knob for the monkey, or press Backspace to cancel")
        if name == "Return":
            return lay(state)
        return replace(state, trial=_change(trial, name))


def _change(trial: Trial, name: str) -> Trial:
    """Return the staircase after a key that changes its last knob, or all of it."""
    if not trial.knobs:
        raise InputError(Problem("", "click a knob to start"))
    riser = trial.risers[-1]
    if name == "Delete":
        return trial.cut(0)
    if name == "BackSpace":
        return trial.back()
    if name != "x":
        return trial.with_riser(riser + name)
    if not riser:
        raise InputError(Problem("", f"no added piece on {trial.knobs[-1]} to remove"))
    return trial.with_riser(riser[:-1])


def _copy(trial: Trial, *, palace: bool) -> str:
    """Copy the staircase or the palace; return a note about it."""
    if palace:
        return f"the palace is {copy(f'{trial.palace.ground.name}:{trial.palace.position}')}"
    if trial.staircase is None:
        return "there is no staircase yet: click a second knob"
    return f"the staircase is {copy(str(trial.staircase))}"
