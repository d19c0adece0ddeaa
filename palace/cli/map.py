"""`palace map`: the Ground Maps, and whether a map file of one's own is good."""

from __future__ import annotations

import typer

from palace.cli.output import echo_json, wrapped
from palace.elements import COLOUR_WORDS
from palace.ground import SHIPPED, GroundMap, load_map

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def map_verbs() -> None:
    """List the Ground Maps, or check a map file.

    Example:  palace map check my-sheet.toml
    """


@app.command("list")
def list_maps() -> None:
    """List the maps that come with the package.

    Example:  palace map list
    """
    for name in SHIPPED:
        ground = load_map(name)
        typer.echo(f"{ground.title:<22} {_counts(ground)}")
    typer.echo("\nplaceholder: the layout is our own; the printed sheets are not known here.")


@app.command()
def check(
    name: str = typer.Argument(..., metavar="MAP", help="map-1 to map-4, or a map file."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
) -> None:
    """Check a map: its keys, its rows, its set-up, and whether it can be played.

    Example:  palace map check my-sheet.toml
    """
    ground = load_map(name)
    if json:
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
    typer.echo(f"{ground.title}: {_counts(ground)}")
    for sentence in ground.warnings():
        typer.secho(wrapped(f"warning: {sentence}"), fg="yellow")
    if not ground.warnings():
        typer.echo("every open knob can start a staircase")


def _counts(ground: GroundMap) -> str:
    letters = list(ground.colours.values())
    colours = ", ".join(f"{letters.count(key)} {word}" for key, word in COLOUR_WORDS.items())
    return f"{ground.width}x{ground.depth}, {len(letters)} open knobs: {colours}"
