"""`palace cooper-island`: its peninsulas, its worker areas, and the syntax of a log."""

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
from palace.cli.output import counted, echo_json, wrapped, write_out
from palace.cli.render import svg_only
from palace.contract.registry import read_game
from palace.cooper_island.aid import area_words
from palace.cooper_island.land import Land
from palace.cooper_island.log import LoggedRecord
from palace.cooper_island.peninsula import layout_template
from palace.cooper_island.plan import plan_lines
from palace.cooper_island.ring import fleet_lines, fleets_of, ring_record, ring_svg
from palace.cooper_island.verbs import CHOICES, VERBS
from palace.cooper_island.workers import AREAS
from palace.core.errors import InputError, Problem, locate
from palace.core.provenance import NAME
from palace.files.writing import write_whole

_LINES = (
    ("round 1", "begins a round; then income, workers and clean-up begin its phases"),
    ("Ana: worker A; draw 1", "the steps of a player in order, separated by semicolons"),
    ("end", "ends the game after the fifth clean-up"),
    ("# a comment", "also at the end of a line"),
)


@click.group(
    "cooper-island", short_help="Cooper Island: peninsulas, tiles and logs.",
    invoke_without_command=True,
)  # fmt: skip
@click.pass_context
def cooper_island_verb(context: click.Context) -> None:
    """Cooper Island: peninsulas, tiles, worker areas, and the syntax of a log.

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


@cooper_island_verb.command("areas", short_help="What the worker areas offer.")
@json_option
def areas_verb(as_json: bool) -> None:
    """List the worker areas: what they offer a normal and a special worker.

    Example:  palace cooper-island areas
    """
    if as_json:
        echo_json({
            name: {
                "normal": [dict(offer) for offer in area.offers],
                "special": [dict(offer) for offer in area.special],
                "steps": area.steps,
                "special_steps": area.special_steps,
                "discount": area.discount,
            }
            for name, area in AREAS.items()
        })  # fmt: skip
        return
    for name in AREAS:
        for kind in ("normal", "special"):
            lead = click.style(f"{name if kind == 'normal' else ' '} {kind:<8}", bold=True)
            click.echo(lead + wrapped(area_words(name, kind), 10)[10:])


@cooper_island_verb.command("log", short_help="The syntax of a log.")
@json_option
def log_verb(as_json: bool) -> None:
    """List the lines and steps of a log with their syntax, each with an example.

    Example:  palace cooper-island log

    In a record:  log = \"\"\" ... \"\"\", one line for each entry; see palace check game.toml
    """
    if as_json:
        echo_json({
            "steps": {
                name: {"form": verb.form, "example": verb.example, "says": verb.words}
                for name, verb in VERBS.items()
            },
            "words": {kind.upper(): list(words) for kind, words in CHOICES.items()},
        })  # fmt: skip
        return
    for text, says in _LINES:
        click.echo(f"{click.style(f'{text:<24}', bold=True)} {says}")
    click.echo()
    for verb in VERBS.values():
        click.echo(f"{click.style(verb.form, bold=True)}")
        click.echo(wrapped(f"{verb.words}: {verb.example}", 4, 2))
    click.echo()
    for kind, words in CHOICES.items():
        click.echo(wrapped(f"{kind.upper():<9} {', '.join(words)}", 0, 10))
    click.echo(wrapped("PAYMENT   amounts such as 2 wood 1 coin, or wood@storage; the cube on a "
                       "space: wood@c3; or nothing", 0, 10))  # fmt: skip
    click.echo(wrapped("GAINS     amounts of goods, helm, draw, lay, step; or nothing", 0, 10))
    click.echo(wrapped('NAME      in "quotes" if it has blanks', 0, 10))


@cooper_island_verb.command("ring", short_help="The sea ring with all ships.")
@click.argument("name", metavar="RECORD")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="OUT.svg",
    help="Draw it as a picture as well.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite OUT.svg if it exists.")
@json_option
def ring_verb(name: str, output: Path | None, force: bool, as_json: bool) -> None:
    """Show how far the ships of a game have come on the sea ring, and their logbooks.

    Example:  palace cooper-island ring game.toml -o ring.svg

    Ships of a final sheet are where their logbooks and beaches put them.
    """
    if output is not None:
        svg_only(output)
    found, record = read_game(name)
    if not isinstance(record, LoggedRecord):
        what = f"it is a game of {found.title}"
        raise InputError(Problem(name, what, "name a record of Cooper Island"))
    fleets = fleets_of(record)
    if output is not None:
        write_out(output, ring_svg(record.ring, fleets), force=force)
    if as_json:
        echo_json(ring_record(record.ring, fleets))
        return
    click.echo(f"{record.ring.title}, {record.ring.beaches} beaches")
    for _, line in fleet_lines(record.ring, fleets):
        click.echo(wrapped(line, 0, 2))
    if output is not None:
        click.echo(f"wrote {output}")


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
