"""`palace count`: how many staircases can be built here."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from palace.cli.output import echo_json, echo_table, wrapped
from palace.core.terminal import new_table
from palace.monkey_palace.game.situation import situation
from palace.monkey_palace.search import count, divide
from palace.monkey_palace.search.searches import Count

if TYPE_CHECKING:
    from rich.table import Table

BAR = 40
"""Characters of the longest bar."""


@click.command("count", short_help="How many staircases can be built here?")
@situation_options
@click.option("--divide", "divided", is_flag=True, help="Count for every first step as well.")
@seconds_option
@json_option
def count_verb(
    asked: Asked,
    divided: bool,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Count the legal staircases, by their arches.

    Example:  palace count --supply 7a6b2c

    Example:  palace count --game game.toml --turn 7 --supply 4a4b1c --divide

    A staircase counts once for its path and the levels of its arches: how a support is made up of
    bricks and columns is not told apart, it only has to be payable.
    """
    here = situation(*asked)
    limit = time_limit(here, seconds)
    steps: dict[str, int] = {}
    with searching("counting", counting=True) as progress:
        if divided:
            steps = divide(here.palace, here.supply, here.rulings, seconds=limit)
        found = count(here.palace, here.supply, here.rulings, seconds=limit, progress=progress)
    if as_json:
        data = {
            "staircases": found.total,
            "by_arches": {str(arches): number for arches, number in found.by_arches.items()},
            "complete": found.complete,
        }
        echo_json(data | ({"divide": steps} if divided else {}) | setting_record(here))
        return
    least = "" if found.complete else "at least "
    number = f"{found.total:,} staircase{'' if found.total == 1 else 's'}"
    click.echo(wrapped(f"{least}{number}  {setting(here)}"))
    if found.total:
        echo_table(_by_arches(found))
    if steps:
        table = new_table("step", "staircases", texts=("step",))
        for step, number_of in steps.items():
            table.add_row(step, f"{number_of:,}")
        click.echo()
        echo_table(table)
    if not found.complete:
        click.secho(wrapped(stopped(seconds)), fg="yellow")
    for note in here.notes:
        click.secho(wrapped(f"note: {note}"), dim=True)


def _by_arches(found: Count) -> Table:
    """The numbers by arches, each with a bar."""
    table = new_table("arches", "staircases", "", texts=("",))
    table.columns[-1].style = "blue"
    most = max(found.by_arches.values())
    for arches, number in found.by_arches.items():
        table.add_row(str(arches), f"{number:,}", "=" * max(1, round(BAR * number / most)))
    return table
