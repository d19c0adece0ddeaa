"""What is to be seen of a staircase under way."""

from __future__ import annotations

from ..scene import Instance, Scene, scene
from .building_state import State, monkey_knobs
from .callouts import step_labels
from .marking import marked
from .mode import Label, Shot
from .spots import above
from .trial import Trial
from .wording import earned_lines, noted, pieces_line, reason_lines

_UNDER_WAY = {"attach": "not attached yet", "end": "an arch comes next"}
"""Reasons that one more arch may do away with, as they are said until then."""


def shot_of(state: State) -> Shot:
    """The palace with what is tried on it, and the verdict."""
    trial = state.trial
    under_way = bool(trial.reasons) and {r.code for r in trial.reasons} <= {*_UNDER_WAY}
    wrong, faults = marked(trial)
    if under_way:
        wrong, faults = frozenset(), _still_wanted(trial)
    base = scene(trial.palace)
    firm = [element for element, added in trial.pieces if not added or element in wrong]
    player = state.game.due if state.game else None
    number = len(base.instances)
    tried = tuple(
        Instance(number + index, element, None, player, element in wrong)
        for index, element in enumerate(firm)
    )
    ghosts = [element for element, added in trial.pieces if added and element not in wrong]
    if trial.decoration is not None:
        ghosts.append(trial.decoration)
    wrong_now = bool(trial.reasons) and not under_way
    return Shot(
        Scene(base.ground, (*base.instances, *tried)),
        tuple(_panel(state, under_way=under_way)),
        "legal" if trial.legal else "illegal" if wrong_now else "plain",
        (*_numbers(trial), *faults),
        tuple(ghosts),
        monkey_knobs(state) if state.asked else trial.ahead,
    )


def _still_wanted(trial: Trial) -> tuple[Label, ...]:
    """What is missing of a staircase under way, over its last knob."""
    said = ", ".join(_UNDER_WAY[reason.code] for reason in trial.reasons)
    top = max((element.top for element, _ in trial.pieces), default=0)
    return (Label(said, above(trial.palace.ground, trial.knobs[-1], top + 1), "hint"),)


def _numbers(trial: Trial) -> tuple[Label, ...]:
    """The numbers of the steps."""
    if trial.staircase is not None:
        return step_labels(trial.palace, trial.staircase)
    if not trial.knobs or trial.knobs[0] not in trial.palace.ground.colours:
        return ()
    top = max([element.top for element, _ in trial.pieces], default=0)
    level = max(top, trial.palace.height_at(trial.knobs[0]))
    return (Label("1", above(trial.palace.ground, trial.knobs[0], level), "step"),)


def _panel(state: State, *, under_way: bool) -> list[str]:
    trial, game = state.trial, state.game
    found = [f"build a staircase on {trial.palace.ground.title}"]
    if game is not None:
        over = ", the game is over" if game.played.finished else ""
        found.append(f"turn {game.number + 1}, {game.due}{over}")
    found += ["", *noted(state.note)]
    if not trial.knobs:
        found.append(_beginning(trial))
    elif trial.verdict is None:
        found.append(f"begins on {_first(trial)}")
    else:
        word = "LEGAL" if trial.legal else "NOT LEGAL YET" if under_way else "NOT LEGAL"
        found.append(f"{word}  {trial.staircase}")
        if trial.legal:
            found += earned_lines(trial.verdict)
    if trial.knobs:
        found.append(pieces_line(trial.uses, trial.left, box=trial.supply is None))
    if not trial.filled:
        found.append("missing supports are not added (f)")
    return [*found, *reason_lines(trial.reasons, "-" if under_way else "!")]


def _beginning(trial: Trial) -> str:
    """What there is to build with, and whether anything can be."""
    hand = f"{trial.left} {'in the box' if trial.supply is None else 'in hand'}"
    if not trial.ahead:
        return f"{hand}: no knob is known to begin on"
    return f"{hand}: click a knob with a dot to begin on"


def _first(trial: Trial) -> str:
    riser = trial.risers[0]
    return f"{trial.knobs[0]}+{riser}" if riser else str(trial.knobs[0])
