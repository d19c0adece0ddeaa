"""What the solver tells the players of a game: a hint, and what the deal was worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from palace.contract.screen import Screen, bold
from palace.core.errors import Problem
from palace.palm_island.record import Record
from palace.palm_island.replay import Played
from palace.palm_island.state import State
from palace.scoring.score import counted

if TYPE_CHECKING:
    from palace.palm_island.solver import Solution

HINT_SECONDS = 4.0
"""The time limit of `hint`, without the start of the solver."""

WORTH_SECONDS = 2.0
"""The time limit of `deal_value`, without the start of the solver."""

UNLIKE = ("payment", "limit-order", "voluntary-reset", "stored-second")
"""Rulings of which the solver supports only the default."""


def compare(game: Played, solution: Solution) -> str:
    """Return the points of a finished game, and of the best line found for its deal."""
    points = game.state.points
    if solution.score < points:
        return f"{game.name}: {points}; no better line was found"
    return f"{game.name}: {points}; the best line found makes {solution.score}"


def proof(solution: Solution, game: Played | None = None) -> str:
    """Return what is proved about the best line known, found or played."""
    bound = solution.bound
    played = game.state.points if game is not None and game.state.finished else 0
    if max(solution.score, played) >= bound.points:
        return f"proved best: no line makes more ({bound.how})"
    return f"not proved best: no line makes more than {bound.points} ({bound.how})"


def hindrances(record: Record, game: Played, file: str) -> Iterator[Problem]:
    """Yield why the solver cannot solve the game of a record."""
    if record.data.mode != "solo":
        what = f"this is a {record.data.mode} game"
        yield Problem(file, what, "the solver plays solo games only")
        return
    if game.total is not None:
        yield Problem(file, f"only the total of {game.name} is known", "solve a game with moves")
    for name, answer in record.rulings.changed().items():
        if name in UNLIKE:
            what = f"the solver does not know the ruling {name}={answer}"
            yield Problem(file, what, "it plays by the defaults: leave the ruling out")
    if game.state.extra:
        names = ", ".join(str(card.id) for card in game.state.extra)
        what = f"this game has cards the solver does not know: {names}"
        yield Problem(file, what, "solve a game of the core deck")
    elif trusted := [step for step in game.steps if step.move.by is not None]:
        what = f"{trusted[0].move.by} allows move {trusted[0].number}"
        yield Problem(file, what, "the solver does not know such cards: solve another game")
    elif game.reasons:
        first = game.reasons[0]
        where = f"{file}:{first.line}" if first.line else file
        what = f"move {first.turn} is not legal: {first.text}"
        yield Problem(where, what, f"correct it first: palace check {file}")


def hint(record: Record, played: Any, player: str, screen: Screen) -> str:
    """Return the first move of the best line that is found, its score, and what is proved."""
    game = next(game for game in played.games if game.name == player)
    found = [problem.what for problem in hindrances(record, game, record.document.file)]
    if found:
        solo = record.data.mode == "solo"
        more = "" if solo else ", and the solver plays solo games only"
        return "\n".join(screen.wrapped(f"there is no hint: {what}{more}") for what in found)
    solution = _solved("looking for the best move", game.state, HINT_SECONDS, screen)
    points = counted(solution.score)
    now = f"now {counted(game.state.points)}"
    return "\n".join((
        bold(str(solution.moves[0])),
        screen.wrapped(f"it leads to {points} ({now}); {proof(solution, game)}"),
    ))  # fmt: skip


def deal_value(record: Record, played: Any, player: str, screen: Screen) -> str:
    """Return the points of a finished game beside the best line found for its deal."""
    file, game = record.document.file, played.games[0]
    found = [problem.what for problem in hindrances(record, game, file)]
    if found:
        lead = "the worth of this deal cannot be found"
        return "\n".join(screen.wrapped(f"{lead}: {what}") for what in found)
    solution = _solved("solving", game.start, WORTH_SECONDS, screen)
    return "\n".join([
        bold(screen.wrapped(compare(game, solution))),
        screen.wrapped(proof(solution, game)),
        screen.wrapped("the line, and what each round left:"),
        *(f"palace palm-island {verb} {file}" for verb in ("solve", "study")),
    ])  # fmt: skip


def _solved(what: str, start: State, seconds: float, screen: Screen) -> Solution:
    """Return the best line found from a state, with a bar that says `what` is done."""
    from palace.core.jit import preparing
    from palace.palm_island.solver import compiled_already, solve

    first = "" if compiled_already() else preparing("the solver")
    with screen.bar(what, first) as progress:
        return solve(start, seconds, progress=lambda best, share: progress(share))
