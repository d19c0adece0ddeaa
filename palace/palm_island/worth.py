"""What a deal is worth beside what a game of it made: sentences, and the answer to `worth`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from palace.contract.screen import Screen, bold
from palace.core.errors import Problem

if TYPE_CHECKING:
    from palace.palm_island.record import Record
    from palace.palm_island.replay import Played
    from palace.palm_island.solver import Solution

SECONDS = 2.0
"""How long `worth` looks, beside what the solver takes to begin."""

UNLIKE = ("payment", "limit-order", "voluntary-reset", "stored-second")
"""Rulings that the solver knows the defaults of only."""


def compared(game: Played, solution: Solution) -> str:
    """Return what a finished game made, and what the best line found of its deal makes."""
    points = game.state.points
    if solution.score < points:
        return f"{game.name}: {points}; no better line was found"
    return f"{game.name}: {points}; the best line found makes {solution.score}"


def proof(solution: Solution, game: Played | None = None) -> str:
    """Return what is proved of the best line known: the one found, or the one that was played."""
    bound = solution.bound
    played = game.state.points if game is not None and game.finished else 0
    if max(solution.score, played) >= bound.points:
        return f"proved best: no line makes more ({bound.how})"
    return f"not proved best: no line makes more than {bound.points} ({bound.how})"


def hindrances(record: Record, game: Played, file: str) -> Iterator[Problem]:
    """Yield why the solver does not know the game of a record."""
    if record.data.mode != "solo":
        what = f"this is a {record.data.mode} game"
        yield Problem(file, what, "the solver knows solo games")
        return
    for name, answer in record.rulings.changed().items():
        if name in UNLIKE:
            what = f"the solver does not know the ruling {name}={answer}"
            yield Problem(file, what, "it plays by the defaults")
    if game.state.extra:
        names = ", ".join(str(card.id) for card in game.state.extra)
        what = f"this game has cards the solver does not know: {names}"
        yield Problem(file, what, "solve a game of the core deck")
    elif game.reasons:
        first = game.reasons[0]
        where = f"{file}:{first.line}" if first.line else file
        what = f"move {first.turn} is not legal: {first.text}"
        yield Problem(where, what, "mend it first: palace check explains")


def worth(record: Record, game: Played, screen: Screen) -> str:
    """Solve the deal of a game that was played, and return how far from it the game was."""
    file = record.document.file
    found = [problem.what for problem in hindrances(record, game, file)]
    if found:
        lead = "what this deal was worth cannot be told"
        return "\n".join(screen.wrapped(f"{lead}: {what}") for what in found)
    from palace.palm_island.solver import compiled_already, solve

    first = "" if compiled_already() else "preparing the solver, once on this machine ..."
    with screen.bar("solving", first) as progress:
        solution = solve(game.start, SECONDS, progress=lambda best, share: progress(share))
    return "\n".join([
        bold(screen.wrapped(compared(game, solution))),
        screen.wrapped(proof(solution, game)),
        screen.wrapped("the line, and what each round left:"),
        *(f"palace palm-island {verb} {file}" for verb in ("solve", "study")),
    ])  # fmt: skip
