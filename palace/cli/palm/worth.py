"""What a deal is worth beside what a game of it made: sentences, and the end of `play`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from palace.cli.output import counted, wrapped
from palace.cli.palm.solving import bar, hindrances

if TYPE_CHECKING:
    from palace.palm_island.replay import Played
    from palace.palm_island.session import PalmSession
    from palace.palm_island.solver import Solution

SECONDS = 2.0
"""How long `play` looks, beside what the solver takes to begin."""


def compared(game: Played, solution: Solution) -> str:
    """What a finished game made, and what the best line found of its deal makes."""
    points = game.state.points
    if solution.score < points:
        return f"{game.name}: {points}; no better line was found"
    return f"{game.name}: {points}; the best line found makes {solution.score}"


def proof(solution: Solution, game: Played | None = None) -> str:
    """What is proved of the best line known: the one found, or the one that was played."""
    bound = solution.bound
    played = game.state.points if game is not None and game.finished else 0
    if max(solution.score, played) >= bound.points:
        return f"proved best: no line makes more ({bound.how})"
    return f"not proved best: no line makes more than {bound.points} ({bound.how})"


def offered(session: PalmSession) -> bool:
    """Whether the solver knows the game that was played."""
    return not _hindrances(session)


def show_worth(session: PalmSession) -> None:
    """Solve the deal of the game that was played, and say how far from it the game was."""
    if hindrances := _hindrances(session):
        for what in hindrances:
            click.echo(wrapped(f"what this deal was worth cannot be told: {what}"))
        return
    from palace.palm_island.solver import solve

    game = session.game(0)
    with bar("solving") as show:
        solution = solve(
            game.start,
            SECONDS,
            progress=lambda found, share: show(f"best {counted(found.points, 'point')}", share),
        )
    click.secho(wrapped(compared(game, solution)), bold=True)
    click.echo(wrapped(proof(solution, game)))
    click.echo(wrapped("the line, and what each round left:"))
    for verb in ("solve", "study"):
        click.echo(f"palace palm-island {verb} {session.path}")


def _hindrances(session: PalmSession) -> list[str]:
    return [
        problem.what
        for problem in hindrances(session.record, session.game(0), str(session.path))
    ]  # fmt: skip
