"""`palace best`: the staircases that earn most here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from palace.cli.monkey.searching import (  # fmt: skip
    searching,
    seconds_option,
    setting,
    setting_record,
    stopped,
    time_limit,
)
from palace.cli.options import Asked, json_option, situation_options
from palace.cli.output import echo_drawing, echo_json, echo_table, wrapped
from palace.core.terminal import new_table
from palace.monkey_palace.drawing.text import draw, earnings
from palace.monkey_palace.game.situation import situation
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search import best, front

MOST = 1000
"""Staircases that can be asked for."""


@click.command("best", short_help="Which staircase earns most here?")
@situation_options
@click.option(
    "--top", type=click.IntRange(1, MOST), default=1, metavar="K", help="Show the K best."
)
@click.option(
    "--front", "whole_front", is_flag=True,
    help="Show what each further piece is worth: the most credits for every number of pieces.",
)  # fmt: skip
@seconds_option
@json_option
def best_verb(
    asked: Asked,
    top: int,
    whole_front: bool,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Find the best staircase: most credits, then the bonus card, then fewest pieces.

    Example:  palace best --supply 4a4b1c

    Example:  palace best --game game.toml --turn 7 --supply 5a4b1c --top 3

    Of equals the first in the order of the search comes first: by first knob, from a1 along the
    files, rank by rank; then by the way of each arch, N E S W, and by its level.
    """
    here = situation(*asked)
    limit = time_limit(here, seconds)
    with searching("looking for the best") as progress:
        if whole_front:
            found = front(here.palace, here.supply, here.rulings, seconds=limit, progress=progress)
        else:
            found = best(
                here.palace, here.supply, here.rulings,
                top=top, seconds=limit, progress=progress,
            )  # fmt: skip
    if as_json:
        key = "front" if whole_front else "best"
        data = {key: [_record(verdict) for verdict in found.verdicts], "complete": found.complete}
        echo_json(data | setting_record(here))
        return
    if not found.verdicts:
        none = "no staircase can be built" if found.complete else "no staircase found in time"
        click.echo(wrapped(f"{none}  {setting(here)}"))
    else:
        what = "the most credits for every number of pieces" if whole_front else "best"
        click.echo(wrapped(f"{what}  {setting(here)}"))
    if len(found.verdicts) > 1:
        _echo_table(found.verdicts)
    elif found.verdicts:
        click.secho(str(found.verdicts[0].staircase), bold=True)
        click.echo(wrapped(earnings(found.verdicts[0])))
        click.echo()
        echo_drawing(draw(here.palace, found.verdicts[0].staircase, {}))
    if not found.complete:
        click.secho(wrapped(f"{stopped(seconds)}: there may be better ones"), fg="yellow")
    for note in here.notes:
        click.secho(wrapped(f"note: {note}"), dim=True)


def _echo_table(verdicts: Sequence[Verdict]) -> None:
    """Print a row for each; `*` beside the credits counts the one for the highest decoration."""
    table = new_table(
        "", "credits", "bonus", "pieces", "high", "staircase",
        texts=("bonus", "pieces", "staircase"),
    )  # fmt: skip
    table.columns[-1].style = "bold"
    for number, verdict in enumerate(verdicts, 1):
        earned = f"{verdict.credits}{'*' if verdict.highest else ' '}"
        bonus = "bonus" if verdict.bonus else "-"
        uses = f"{sum(verdict.uses or ())} = {verdict.uses}"
        staircase = str(verdict.staircase)
        table.add_row(f"{number}.", earned, bonus, uses, str(verdict.height), staircase)
    echo_table(table)
    if any(verdict.highest for verdict in verdicts):
        click.echo("* one of them for the highest decoration of its colour")


def _record(verdict: Verdict) -> dict[str, Any]:
    data = verdict.record()
    keys = (
        "staircase", "arches", "credits", "decoration", "bonus", "height", "uses",
        "palace_height", "position",
    )  # fmt: skip
    return {key: data[key] for key in keys} | {"pieces": sum(verdict.uses or ())}
