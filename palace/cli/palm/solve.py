"""`palace palm-island solve`: the best line of a deal that can be found in the time there is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from palace.cli.options import json_option
from palace.cli.output import counted, echo_json, refuse_existing, wrapped, write_out
from palace.cli.palm.solving import (  # fmt: skip
    bar,
    beams_option,
    cores_option,
    dealt,
    recorded,
    seconds_option,
    seed_option,
)
from palace.core.errors import InputError, Problem
from palace.files.document import parse_document
from palace.palm_island.cards import TRACKER
from palace.palm_island.state import State
from palace.palm_island.worth import compared, proof

if TYPE_CHECKING:
    from palace.files.document import Kind
    from palace.palm_island.replay import Played
    from palace.palm_island.solver import Solution
    from palace.palm_island.solver.beam import Found
    from palace.palm_island.state import State

ENDINGS: dict[str, Kind] = {".toml": "toml", ".json": "json"}


@click.command("solve", short_help="The best line of a deal, or of a running game.")
@click.argument("record", required=False, metavar="[RECORD]")
@click.option("--deal", metavar="5,3,...", help="The sixteen cards, top card first.")
@seconds_option(10.0, "")
@cores_option(1)
@seed_option
@beams_option
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="RECORD.toml",
    help="Write the game so played as a record.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@json_option
def solve_verb(
    record: str | None,
    deal: str | None,
    seconds: float,
    cores: int,
    seed: int,
    beams: int | None,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Find the best line of a deal, as far as the time goes, and say what no line can pass.

    Example:  palace palm-island solve --deal 14,12,1,16,6,8,11,2,13,3,4,5,7,9,10,15

    Of a RECORD that is not finished it goes on from where the game stands; of a finished one it
    solves the deal and says how far the game was from that.

    The solver plays the solo game without feats. Stop it with Ctrl-C: it shows the best so far.
    """
    if (record is None) == (deal is None):
        what = "there is nothing to solve" if deal is None else "a record has its own deal"
        hint = "--deal 5,3,... or a RECORD" if deal is None else "leave --deal out"
        raise InputError(Problem("palace palm-island solve", what, hint))
    if output is not None:
        refuse_existing(output, force=force)
    if output is not None and output.suffix.lower() not in ENDINGS:
        what = "a record ends in .toml or .json"
        raise InputError(Problem(str(output), what, "name it game.toml"))
    game = None if record is None else recorded(record)
    start = dealt(deal or "") if game is None else game.start if game.finished else game.state
    from palace.palm_island.solver import solve

    with bar("solving") as show:

        def progress(found: Found, share: float) -> None:
            show(f"best {_worth(found.points, found.upgrades)}", share)

        solution = solve(start, seconds, beams=beams, cores=cores, seed=seed, progress=progress)
    if output is not None:
        kind = ENDINGS[output.suffix.lower()]
        write_out(output, _as_record(solution, game, kind), force=force)
    if as_json:
        data = solution.record()
        if game is not None:
            data["played"] = {"name": game.name, "moves": len(game.steps)}
            if game.finished:
                data["played"] |= {"score": game.state.points, "upgrades": game.state.upgrades}
        echo_json(data)
        return
    _show(solution, game)
    if output is not None:
        click.echo(f"wrote {output}")


def _worth(points: int, upgrades: int) -> str:
    return f"{counted(points, 'point')}, {counted(upgrades, 'upgrade')}"


def _show(solution: Solution, game: Played | None) -> None:
    if game is not None and game.finished:
        click.secho(compared(game, solution), bold=True)
    else:
        lead = f"{game.name}, from round {solution.start.begun.round}: " if game else ""
        click.secho(lead + _worth(solution.score, solution.upgrades), bold=True)
    click.echo(wrapped(proof(solution, game)))
    for number, moves in solution.rounds:
        click.echo(wrapped(f"{number}. {', '.join(map(str, moves))}", 2, 3))


def _beginning(first: State) -> dict[str, object]:
    """How a record begins: with a deal, or where a paused game was taken up."""
    cards = [placed.card for placed in first.deck[:-1]]
    if first.deck[-1].card == TRACKER and State.deal(cards) == first:
        return {"deal": cards}
    return {"position": str(first)}


def _as_record(solution: Solution, game: Played | None, kind: Kind) -> str:
    """The deal with the line as a record; what was played of a running game comes first."""
    from palace.files.serialise import data_text
    from palace.palm_island.game import GAME
    from palace.palm_island.record import record_of

    running = game is not None and not game.finished
    first = game.start if game is not None else solution.start
    before = [str(step.move) for step in game.steps] if game is not None and running else []
    moves = "".join(f"{move}\n" for move in [*before, *map(str, solution.moves)])
    data = {
        "format": 1,
        "game": GAME.key,
        "rules": GAME.versions[-1],
        "mode": "solo",
        "notes": f"{len(solution.moves)} moves by palace palm-island solve",
        "players": [
            {
                "name": game.name if game is not None and running else "Solver",
                **_beginning(first),
                "moves": moves,
            }
        ],
    }
    text = data_text(data, kind)
    record_of(parse_document(text, kind, "the record"))
    return text
