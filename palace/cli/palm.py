"""`palace palm-island`: the best lines of deals and games."""

from __future__ import annotations

from pathlib import Path

import click

from palace.cli.options import json_option
from palace.cli.output import bar, counted, echo_json, wrapped
from palace.core.errors import InputError, Problem, locate
from palace.files.document import read_document
from palace.palm_island.advice import compare, hindrances, proof
from palace.palm_island.deals import read_deal
from palace.palm_island.log import LoggedRecord
from palace.palm_island.state import State
from palace.palm_island.table import Seat
from palace.palm_island.turns import PalmLog

KEY = "palm-island"


@click.group("palm-island", short_help="Palm Island: best lines.", invoke_without_command=True)
@click.pass_context
def palm_island_verb(context: click.Context) -> None:
    """Palm Island: the best lines of deals and games.

    Example:  palace palm-island solve --deal 14,12,1,16,6,8,11,2,13,3,4,5,7,9,10,15

    Play, check and score it like every game: palace play tonight.toml --game palm-island
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@palm_island_verb.command("solve", short_help="The best line of a deal, or of a running game.")
@click.argument("record", required=False, metavar="[RECORD]")
@click.option("--deal", metavar="5,3,...", help="The sixteen cards, top card first.")
@click.option("--seconds", type=click.FloatRange(min=0, max=86_400, min_open=True), default=10.0,
              metavar="N", show_default=True, help="Time limit in seconds.")  # fmt: skip
@click.option("--beams", type=click.IntRange(1, 100_000), metavar="N",
              help="Stop after N beams instead of seconds; the result can then be repeated."
)  # fmt: skip
@json_option
def solve_verb(
    record: str | None, deal: str | None, seconds: float, beams: int | None, as_json: bool
) -> None:
    """Find the best line of a deal in the time limit, and a bound that no line can pass.

    Example:  palace palm-island solve --deal 14,12,1,16,6,8,11,2,13,3,4,5,7,9,10,15

    A RECORD that is not finished is solved from its last move on; of a finished one the deal is
    solved and compared with the game.

    The solver plays the solo game without feats. Ctrl-C stops it and shows the best line so far.
    """
    if (record is None) == (deal is None):
        what = "there is nothing to solve" if deal is None else "a record has its own deal"
        hint = "give --deal 5,3,... or a RECORD" if deal is None else "leave --deal out"
        raise InputError(Problem("palace palm-island solve", what, hint))
    from palace.core.jit import needed, preparing

    needed("palm-island solve", "the solver")
    seat, before = (None, [read_deal(deal or "")]) if record is None else _game(record)
    from palace.palm_island.solver import compiled_already, solve

    if not compiled_already():
        click.secho(preparing("the solver"), dim=True, err=True)
    with bar("solving") as show:
        solution = solve(
            before[-1], seconds, beams=beams, before=before,
            progress=lambda found, share: show(share, f"solving: best {_points(*found[:2])}"),
        )  # fmt: skip
    if as_json:
        data = solution.record()
        if seat is not None:
            end = seat.state
            points = {"score": end.points, "upgrades": end.upgrades} if end.finished else {}
            data["played"] = {"name": seat.name, "moves": seat.made, **points}
        echo_json(data)
        return
    told = _points(solution.score, solution.upgrades)
    if seat is not None:
        lead = f"{seat.name}, from round {solution.start.begun.round}: "
        told = compare(seat, solution) if seat.state.finished else lead + told
    click.secho(told, bold=True)
    click.echo(wrapped(proof(solution.score, solution.bound, seat)))
    for number, moves in solution.rounds:
        click.echo(wrapped(f"{number}. {', '.join(map(str, moves))}", 2, 3))


def _game(file: str) -> tuple[Seat, list[State]]:
    """Return the player of a record and the decks up to the one to solve; raises `InputError` if
    the solver cannot solve it."""
    document = locate(file, lambda: read_document(file))
    if document.data.get("game") != KEY:
        raise InputError(Problem(file, f"this is not a record of {KEY}", "name one that is"))
    record = LoggedRecord.read(document, Path(file).parent)
    game = PalmLog.begin(record.rules).played(record.written)
    if problems := [*hindrances(record, game, file)]:
        raise InputError(*problems)
    (seat,) = game.state.seats
    states = [table.seats[0].state for table in game.states]
    return seat, states[:1] if seat.state.finished else states


def _points(points: int, upgrades: int) -> str:
    return f"{counted(points, 'point')}, {counted(upgrades, 'upgrade')}"
