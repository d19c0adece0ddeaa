"""Building: a staircase is tried knob by knob, judged at every click, and laid."""

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

from ..pieces.measures import Point, middle_of
from ..scene import Instance, Scene, scene
from .labels import (
    HIGHER,
    above,
    find_stud,
    gather_faults,
    label_steps,
    write_earnings,
    write_note,
    write_pieces,
    write_reasons,
)
from .mode import Label, ModeContext, Shot, Spot
from .trial import Running, Trial
from .workshop import Standing, Workshop, copy


@dataclass(frozen=True)
class State(Standing):
    """What is tried on what, and in which game; `asked` is a turn that waits for its monkey."""

    trial: Trial
    game: Running | None = None
    asked: Turn | None = None


def make_build(trial: Trial) -> Build:
    """What is tried as a turn on the palace; the whole table where nothing is."""
    ground = trial.palace.ground
    if not trial.pieces:
        return Build.of(trial.palace)
    elements = [element for element, _ in trial.pieces]
    if trial.decoration is not None:
        elements.append(trial.decoration)
    return Build(ground, tuple(elements), trial.palace)


def lay(state: State) -> State:
    """The staircase laid: by itself, or as the turn of whoever is next."""
    trial, verdict = state.trial, state.trial.verdict
    if verdict is None:
        return replace(state, note="a staircase has at least one arch: click a second knob")
    if verdict.palace is None:
        return replace(state, note="it is not legal, and nothing is laid")
    if state.game is not None:
        turn = Turn(player=state.game.due, build=str(verdict.staircase))
        return take_turn(state, state.game, turn)
    supply = None if trial.supply is None else trial.supply.minus(trial.uses)
    after = Trial(verdict.palace, supply, trial.rulings, filled=trial.filled)
    return State(after, note=f"{verdict.staircase} is laid")


def take_turn(state: State, game: Running, turn: Turn) -> State:
    """The game after a turn, or what keeps it from being taken."""
    after = game.take(turn)
    reasons = after.played.turns[-1].reasons
    if turn.monkey is None and {reason.code for reason in reasons} == {"monkey"}:
        return replace(state, asked=turn, note="gold is placed: click a knob for the monkey")
    if reasons:
        said = "; ".join(f"{reason.code}: {reason.text}" for reason in reasons)
        return replace(state, note=f"the turn is not taken: {said}")
    trial = Trial(after.played.palace, after.hand, state.trial.rulings, filled=state.trial.filled)
    did = "passes" if turn.build is None else f"builds {turn.build}"
    return State(trial, after, note=f"{turn.player} {did}; not saved yet")


def find_monkey_knobs(state: State) -> tuple[Knob, ...]:
    """Where the monkey may be put after the staircase that waits for it."""
    verdict = state.trial.verdict
    after = None if verdict is None else verdict.palace
    if after is None:
        return ()
    stays = after.animal("m") if state.trial.rulings.monkey_stay == "move" else None
    return tuple(k for k in after.heights if k != stays and free_end(after, k, "m"))


def mark_faults(trial: Trial) -> tuple[frozenset[Element], tuple[Label, ...]]:
    """The elements at fault, and a label over every place where something is wrong."""
    meant = [(reason, _find_meant(trial, reason)) for reason in trial.reasons]
    labels = gather_faults(
        (place, f"{reason.code}: {reason.text}")
        for reason, elements in meant
        if (place := _place(trial, reason, elements)) is not None
    )
    return frozenset(element for _, elements in meant for element in elements), labels


def _find_meant(trial: Trial, reason: Reason) -> list[Element]:
    """The pieces beyond the supply, or those at the knob, at the level if one is named."""
    placed = [element for element, _ in trial.pieces]
    if reason.code == "supply":
        of_kind = [element for element in placed if element.kind == reason.at]
        return of_kind[-(reason.by or 0) :] if reason.by else []
    stud = find_stud(trial.palace.ground, reason)
    there = [element for element in placed if stud in element.feet]
    return [element for element in there if element.level == reason.level] or there


def _place(trial: Trial, reason: Reason, meant: list[Element]) -> Point | None:
    """The point in mm over the knob a reason names, or over the first of the pieces it means."""
    stud = find_stud(trial.palace.ground, reason)
    if stud is None and not meant:
        return None
    if stud is None:
        studs, level = meant[0].studs, meant[0].top
    else:
        knob = trial.palace.ground.open_studs.get(stud)
        standing = 0 if knob is None else trial.palace.height_at(knob)
        studs, level = (stud,), max([standing, *(e.top for e in meant)])
    x, y = (sum(stud[axis] for stud in studs) / len(studs) for axis in (0, 1))
    return middle_of(x, y, level + HIGHER)


_UNDER_WAY = {"attach": "not attached yet", "end": "an arch comes next"}
"""Reasons that one more arch may do away with, as they are said until then."""


def _label_missing(trial: Trial) -> tuple[Label, ...]:
    """What is missing of a staircase under way, over its last knob."""
    said = ", ".join(_UNDER_WAY[reason.code] for reason in trial.reasons)
    top = max((element.top for element, _ in trial.pieces), default=0)
    return (Label(said, above(trial.palace.ground, trial.knobs[-1], top + 1), "hint"),)


def _label_steps(trial: Trial) -> tuple[Label, ...]:
    """The numbers of the steps."""
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
        over = ", the game is over" if game.played.finished else ""
        found.append(f"turn {game.number + 1}, {game.due}{over}")
    found += ["", *write_note(state.note)]
    if not trial.knobs:
        found.append(_write_hand(trial))
    elif trial.verdict is None:
        riser = trial.risers[0]
        found.append(f"begins on {trial.knobs[0]}{'+' * bool(riser)}{riser}")
    else:
        word = "LEGAL" if trial.legal else "NOT LEGAL YET" if under_way else "NOT LEGAL"
        found.append(f"{word}  {trial.staircase}")
        if trial.legal:
            found += write_earnings(trial.verdict)
    if trial.knobs:
        found.append(write_pieces(trial.uses, trial.left, box=trial.supply is None))
    if not trial.filled:
        found.append("missing supports are not added (f)")
    return [*found, *write_reasons(trial.reasons, "-" if under_way else "!")]


def _write_hand(trial: Trial) -> str:
    """What there is to build with, and whether anything can be."""
    hand = f"{trial.left} {'in the box' if trial.supply is None else 'in hand'}"
    if not trial.ahead:
        return f"{hand}: no knob is known to begin on"
    return f"{hand}: click a knob with a dot to begin on"


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
        """The palace with what is tried on it, and the verdict."""
        trial = state.trial
        under_way = bool(trial.reasons) and {r.code for r in trial.reasons} <= {*_UNDER_WAY}
        wrong, faults = mark_faults(trial)
        if under_way:
            wrong, faults = frozenset(), _label_missing(trial)
        base = scene(trial.palace)
        player = state.game.due if state.game else None
        firm = (
            Instance(0, element, None, player, element in wrong)
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
            find_monkey_knobs(state) if state.asked else trial.ahead,
        )

    def work(self, state: State) -> object:
        return state.trial, state.game, state.asked

    def clicked(self, spot: Spot, state: State) -> State:
        knob = spot.knob
        if knob is None or not knob.writable:
            return replace(state, note="click a knob")
        if state.asked is not None and state.game is not None:
            turn = state.asked.model_copy(update={"monkey": str(knob)})
            return take_turn(state, state.game, turn)
        if state.trial.knobs[-1:] == (knob,):
            return replace(state, trial=state.trial.back())
        return replace(state, trial=state.trial.on_to(knob))

    def product(self, state: State) -> tuple[str, Record | Build, Path]:
        game = state.game
        if game is not None:
            turns = f"{game.number} turn{'s' * (game.number != 1)}"
            return f"the game with {turns}", game.record, game.file()
        words = "what is tried" if state.trial.knobs else "the palace"
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
            turn = Turn.model_validate({"player": game.due, "pass": True})
            return take_turn(state, game, turn)
        if state.asked is not None:
            if name in ("BackSpace", "Delete"):
                return replace(state, asked=None)
            return replace(state, note="click a knob for the monkey, or take the last knob back")
        if name == "Return":
            return lay(state)
        return replace(state, trial=_change(trial, name))


def _change(trial: Trial, name: str) -> Trial:
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


def _copy(trial: Trial, *, palace: bool) -> str:
    """What became of copying the staircase or the palace."""
    if palace:
        return f"the palace is {copy(f'{trial.palace.ground.name}:{trial.palace.position}')}"
    if trial.staircase is None:
        return "there is no staircase yet: click a second knob"
    return f"the staircase is {copy(str(trial.staircase))}"
