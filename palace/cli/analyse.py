"""`palace analyse`: a game looked at again, move by move."""

from __future__ import annotations

from pathlib import Path

import click

from palace.cli.options import json_option
from palace.cli.output import bar, echo_json, echo_table, wrapped, write_out
from palace.cli.words import part_of
from palace.contract.players import Limit
from palace.contract.registry import read_game
from palace.contract.rules import log_of
from palace.core.errors import InputError, Problem
from palace.core.terminal import new_table
from palace.players.analysis import page, parts, record, turning_points


@click.command("analyse", short_help="Compare each move of a game with the best there was.")
@click.argument("file")
@click.option(
    "--nodes",
    type=click.IntRange(1, 10**9),
    metavar="N",
    help="How much is thought of each move, the same on every machine.",
)
@click.option("--seconds", type=click.FloatRange(0.01, 3600), default=1.0, show_default=True,
              metavar="S", help="How long each move is thought of.")  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE.html", help="Write a page."
)
@click.option("--force", is_flag=True, help="Write over a file that exists.")
@json_option
def analyse_verb(
    file: str, nodes: int | None, seconds: float, output: Path | None, force: bool, as_json: bool
) -> None:
    """Compare each move of a game with the best there was: turning points, choice and luck.

    Example:  palace analyse game.toml -o analysis.html

    What a move gives away is how much better the program does with its own move, with 95 %
    intervals. Luck is what the others and the cards brought.
    """
    if output is not None and output.suffix.lower() != ".html":
        raise InputError(Problem(str(output), "an analysis is written as a page", "name it .html"))
    game, found = read_game(file)
    analysing = part_of(game.analysing, f"{game.title} cannot be analysed", file)
    log = log_of(found)
    if log is None or not log.commits:
        raise InputError(Problem(file, "no move is in it", "name a game with moves"))
    limit = Limit(nodes) if nodes is not None else Limit(seconds=seconds)
    with bar("looking back") as shown:
        steps = analysing.analyse(found, log, limit, shown)
    totals = {sheet.name: sheet.total for sheet in log.rules.standing(log.state)}
    leads = {
        name: float(total - max((n for other, n in totals.items() if other != name), default=0))
        for name, total in totals.items()
    }
    decided = (*parts(steps, leads),)
    if as_json:
        echo_json({"game": game.key, **record(steps, decided, analysing.unit)})
        return
    if output is not None:
        write_out(output, page(f"{game.title}: {Path(file).name}", steps, decided, analysing.unit),
                  force=force)  # fmt: skip
        click.echo(f"wrote {output}: {len(steps)} moves")
        return
    heads = ("no.", "player", "move", "expected", "given away", "better")
    table = new_table(*heads, texts=("player", "move", "better"))
    for step in steps:
        lost = f"{step.loss:.1f} ± {step.error:.1f}" if step.better else ""
        table.add_row(str(step.number), step.player, step.told, f"{step.lead:+.1f}", lost,
                      step.better)  # fmt: skip
    echo_table(table)
    click.echo(wrapped(f"expected: {analysing.unit}, after the move"))
    for step in turning_points(steps):
        click.echo(wrapped(f"turning point: {step.number}. {step.player}, {step.note}", hang=2))
    for part in decided:
        told = f"{part.player}: {part.lead:+.0f} at the end; choice {-part.choice:.1f}"
        told += f", luck {part.luck:+.1f}; the last move {-part.last:.1f}"
        click.echo(wrapped(told))
