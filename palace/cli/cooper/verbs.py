"""`palace cooper-island`: its peninsulas, and the syntax of a log."""

from __future__ import annotations

import re
from pathlib import Path

import click

from palace.cli.cooper.tiles import (
    check_verb,
    land_data,
    land_option,
    layout_data,
    legal_verb,
    read_land,
)
from palace.cli.options import json_option
from palace.cli.output import counted, echo_json, wrapped
from palace.cooper_island.land import Land
from palace.cooper_island.peninsula import layout_template
from palace.cooper_island.plan import plan_lines
from palace.cooper_island.verbs import CHOICES, VERBS
from palace.core.errors import InputError, Problem, locate
from palace.core.provenance import NAME
from palace.files.writing import write_whole

_LOG = "\n".join((
    "Steps of a log, separated by semicolons (Ana: worker A; draw 1):", "", "\b",
    *(f"  {verb.form}\n      {verb.words}" for verb in VERBS.values()), "", "\b",
    *(f"  {kind.upper():<9} {', '.join(words)}" for kind, words in CHOICES.items()),
    "  PAYMENT   amounts such as 2 wood 1 coin@storage, the cube on a space: wood@c3; or nothing",
    "  GAINS     amounts of goods, helm, draw, lay, step; or nothing",
    '  NAME      in "quotes" if it has blanks',
))  # fmt: skip


@click.group(
    "cooper-island", short_help="Cooper Island: peninsulas, tiles and logs.",
    invoke_without_command=True, epilog=_LOG,
)  # fmt: skip
@click.pass_context
def cooper_island_verb(context: click.Context) -> None:
    """Cooper Island: peninsulas, tiles, and the syntax of a log.

    Example:  palace cooper-island check "double forest-meadow d2-d3"
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cooper_island_verb.command("map", short_help="The plan of a peninsula, or of a land.")
@click.argument("name", metavar="[MAP]", required=False)
@land_option
@json_option
def map_command(name: str | None, land: str | None, as_json: bool) -> None:
    """Draw a peninsula on the terminal: each space with its name, tiles, cube or piece.

    Example:  palace cooper-island map cooper-3

    Example:  palace cooper-island map --land "cooper-2: c2=m d2=f3+wood d3=m6+food"
    """
    here = locate("--land" if land else "MAP", lambda: read_land(name, land))
    if as_json:
        echo_json({**layout_data(here), **land_data(here)})
        return
    click.echo(f"{here.peninsula.title}: {_counts(here)}")
    click.echo()
    for line in plan_lines(here):
        click.echo(line)
    if here.peninsula.placeholder:
        click.echo(wrapped("placeholder: a layout of our own; the printed one is not known"))


@cooper_island_verb.command("new-map", short_help="Write a layout file to fill in.")
@click.argument("target", metavar="FILE.toml", type=click.Path(path_type=Path))
@click.option(
    "--players", type=click.IntRange(2, 4), default=2, show_default=True, metavar="N",
    help="Start with our layout for this number of players.",
)  # fmt: skip
def new_map_command(target: Path, players: int) -> None:
    """Write a layout file to edit: enter the spaces of your peninsula, then draw it.

    Example:  palace cooper-island new-map my-peninsula.toml --players 3

    The file starts as one of our own layouts, a placeholder. An existing file is not overwritten.
    """
    if target.suffix.lower() != ".toml" or not re.fullmatch(NAME, target.stem):
        what = "the file name is the name of the peninsula"
        remedy = "use letters, digits and hyphens, such as my-peninsula.toml"
        raise InputError(Problem(str(target), what, remedy))
    write_whole(target, layout_template(target.stem.lower(), f"cooper-{players}"))
    click.echo(f"wrote {target}")
    click.echo(f"draw it with: palace cooper-island map {target}")


def _counts(land: Land) -> str:
    peninsula = land.peninsula
    parts = [
        f"for {peninsula.seats} players",
        f"{len(peninsula.land)} spaces of land",
        counted(len(peninsula.ruins), "ruin"),
        f"{len(peninsula.beaches)} beaches and {peninsula.bay} in the bay",
    ]
    return ", ".join(parts)


cooper_island_verb.add_command(check_verb)
cooper_island_verb.add_command(legal_verb)
