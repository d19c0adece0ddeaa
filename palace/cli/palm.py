"""`palace palm-island`: the best lines of deals."""

from __future__ import annotations

import click

from palace.cli.options import json_option
from palace.cli.output import bar, counted, echo_json, wrapped
from palace.palm_island.advice import proof
from palace.palm_island.deals import read_deal


@click.group("palm-island", short_help="Palm Island: best lines.", invoke_without_command=True)
@click.pass_context
def palm_island_verb(context: click.Context) -> None:
    """Palm Island: the best lines of deals.

    Example:  palace palm-island solve --deal 14,12,1,16,6,8,11,2,13,3,4,5,7,9,10,15

    Play, check and score it like every game: palace play tonight.toml --game palm-island
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@palm_island_verb.command("solve", short_help="The best line of a deal.")
@click.option("--deal", required=True, metavar="5,3,...", help="The sixteen cards, top card first.")
@click.option("--seconds", type=click.FloatRange(min=0, max=86_400, min_open=True), default=10.0,
              metavar="N", show_default=True, help="Time limit in seconds.")  # fmt: skip
@click.option("--beams", type=click.IntRange(1, 100_000), metavar="N",
              help="Stop after N beams instead of seconds; the result can then be repeated."
)  # fmt: skip
@json_option
def solve_verb(deal: str, seconds: float, beams: int | None, as_json: bool) -> None:
    """Find the best line of a deal in the time limit, and a bound that no line can pass.

    Example:  palace palm-island solve --deal 14,12,1,16,6,8,11,2,13,3,4,5,7,9,10,15

    The solver plays the solo game without feats. Ctrl-C stops it and shows the best line so far.

    Of a game that is recorded, hint tells the best next move, analyse what each round gave away.
    """
    from palace.core.jit import needed, preparing

    needed("palm-island solve", "the solver")
    start = read_deal(deal)
    from palace.palm_island.solver import compiled_already, solve

    if not compiled_already():
        click.secho(preparing("the solver"), dim=True, err=True)
    with bar("solving") as show:
        solution = solve(
            start, seconds, beams=beams,
            progress=lambda found, share: show(share, f"solving: best {_points(*found[:2])}"),
        )  # fmt: skip
    if as_json:
        echo_json(solution.record())
        return
    click.secho(_points(solution.score, solution.upgrades), bold=True)
    click.echo(wrapped(proof(solution.score, solution.bound)))
    for number, moves in solution.rounds:
        click.echo(wrapped(f"{number}. {', '.join(map(str, moves))}", 2, 3))


def _points(points: int, upgrades: int) -> str:
    return f"{counted(points, 'point')}, {counted(upgrades, 'upgrade')}"
