"""`palace map`: the Ground Maps, and whether a map file of one's own is good."""

from __future__ import annotations

import click

from palace.cli.options import json_option
from palace.cli.output import echo_json, wrapped
from palace.elements import COLOUR_WORDS
from palace.ground import SHIPPED, GroundMap, load_map


@click.group("map", invoke_without_command=True)
@click.pass_context
def map_verb(context: click.Context) -> None:
    """List the Ground Maps, or check a map file.

    Example:  palace map check my-sheet.toml
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@map_verb.command("list")
def list_maps() -> None:
    """List the maps that come with the package.

    Example:  palace map list
    """
    for name in SHIPPED:
        ground = load_map(name)
        click.echo(f"{ground.title:<22} {_counts(ground)}")
    click.echo("\nplaceholder: the layout is our own; the printed sheets are not known here.")


@map_verb.command("check")
@click.argument("name", metavar="MAP")
@json_option
def check_map(name: str, as_json: bool) -> None:
    """Check a map: its keys, its rows, its set-up, and whether it can be played.

    Example:  palace map check my-sheet.toml
    """
    ground = load_map(name)
    if as_json:
        echo_json(
            {
                "name": ground.name,
                "provenance": ground.provenance,
                "knobs": len(ground.colours),
                "starts": len(ground.reachable()) - len(set(ground.setup)),
                "warnings": list(ground.warnings()),
            }
        )
        return
    click.echo(f"{ground.title}: {_counts(ground)}")
    for sentence in ground.warnings():
        click.secho(wrapped(f"warning: {sentence}"), fg="yellow")
    if not ground.warnings():
        click.echo("every open knob can start a staircase")


def _counts(ground: GroundMap) -> str:
    letters = list(ground.colours.values())
    colours = ", ".join(f"{letters.count(key)} {word}" for key, word in COLOUR_WORDS.items())
    return f"{ground.width}x{ground.depth}, {len(letters)} open knobs: {colours}"
