"""What a staircase under way in the window stands at, and how it goes on from there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from palace.monkey_palace.game.animals import free_end
from palace.monkey_palace.game.schema import Turn
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.knob import Knob

from .running import Running
from .trial import Trial
from .workshop import Standing


@dataclass(frozen=True)
class State(Standing):
    """What is tried on what, and in which game; `asked` is a turn that waits for its monkey."""

    trial: Trial
    game: Running | None = None
    asked: Turn | None = None


def build_of(trial: Trial) -> Build:
    """What is tried as a turn on the palace; the whole table where nothing is."""
    ground = trial.palace.ground
    if not trial.pieces:
        return Build.of(trial.palace)
    elements = [element for element, _ in trial.pieces]
    if trial.decoration is not None:
        elements.append(trial.decoration)
    return Build(ground, tuple(elements), trial.palace)


def laid(state: State) -> State:
    """The staircase laid: by itself, or as the turn of whoever is next."""
    trial, verdict = state.trial, state.trial.verdict
    if verdict is None:
        return replace(state, note="a staircase has at least one arch: click a second knob")
    if verdict.palace is None:
        return replace(state, note="it is not legal, and nothing is laid")
    if state.game is not None:
        turn = Turn(player=state.game.due, build=str(verdict.staircase))
        return taken(state, state.game, turn)
    supply = None if trial.supply is None else trial.supply.minus(trial.uses)
    after = Trial(verdict.palace, supply, trial.rulings, filled=trial.filled)
    return State(after, note=f"{verdict.staircase} is laid")


def taken(state: State, game: Running, turn: Turn) -> State:
    """The game after a turn, or what keeps it from being taken."""
    reasons = game.attempt(turn).reasons
    if turn.monkey is None and {reason.code for reason in reasons} == {"monkey"}:
        return replace(state, asked=turn, note="gold is placed: click a knob for the monkey")
    if reasons:
        said = "; ".join(f"{reason.code}: {reason.text}" for reason in reasons)
        return replace(state, note=f"the turn is not taken: {said}")
    after = game.take(turn)
    trial = Trial(after.played.palace, after.hand, state.trial.rulings, filled=state.trial.filled)
    did = "passes" if turn.build is None else f"builds {turn.build}"
    return State(trial, after, note=f"{turn.player} {did}; not saved yet")


def monkey_knobs(state: State) -> tuple[Knob, ...]:
    """Where the monkey may be put after the staircase that waits for it."""
    verdict = state.trial.verdict
    after = None if verdict is None else verdict.palace
    if after is None:
        return ()
    stays = after.animal("m") if state.trial.rulings.monkey_stay == "move" else None
    return tuple(k for k in after.heights if k != stays and free_end(after, k, "m"))
