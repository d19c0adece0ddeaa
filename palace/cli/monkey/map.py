"""`palace map`: the Ground Maps, and whether a map file of one's own is good."""

from __future__ import annotations

from pathlib import Path

import click

from palace.cli.monkey.map_make import make_map_verb, map_lines, new_map
from palace.cli.monkey.map_read import read_map_verb
from palace.cli.monkey.map_stats import best_map, compare_map, stats_map
from palace.cli.options import json_option
from palace.cli.output import echo_json, wrapped
from palace.core.errors import InputError, Problem, locate
from palace.monkey_palace.game.situation import situation
from palace.monkey_palace.kernel.elements import COLOUR_WORDS
from palace.monkey_palace.kernel.ground import SHIPPED, GroundMap, load_map, open_map


@click.group(
    "map", short_help="Show the maps, or check one of your own.", invoke_without_command=True
)
@click.pass_context
def map_verb(context: click.Context) -> None:
    """List and draw the Ground Maps, enter one of your own, see how a map can be climbed.

    Example:  palace map check my-sheet.toml

    Example:  palace map show map-3
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for _command in (stats_map, best_map, compare_map, new_map, read_map_verb, make_map_verb):
    map_verb.add_command(_command)


@map_verb.command("list")
@json_option
def list_maps(as_json: bool) -> None:
    """List the maps that come with the package.

    Example:  palace map list
    """
    grounds = [load_map(name) for name in SHIPPED]
    if as_json:
        echo_json({"maps": [_record(ground) for ground in grounds]})
        return
    for ground in grounds:
        click.echo(f"{ground.title:<22} {_counts(ground)}")
    click.echo()
    click.echo(wrapped("placeholder: the layout is our own; the printed sheets are not known here"))


@map_verb.command("check", short_help="Check a map file: can it be read, and played?")
@click.argument("name", metavar="MAP")
@json_option
def check_map(name: str, as_json: bool) -> None:
    """Check a map: its keys, its rows, its set-up, and whether it can be played.

    Example:  palace map check my-sheet.toml
    """
    ground = locate("map check", lambda: open_map(name))
    if as_json:
        echo_json(_record(ground))
        return
    click.echo(f"{ground.title}: {_counts(ground)}")
    for sentence in ground.warnings():
        click.secho(wrapped(f"warning: {sentence}"), fg="yellow")
    if not ground.warnings():
        starts = _starts(ground)
        click.echo(f"a staircase can start on {starts} of {len(ground.colours)} open knobs")


@map_verb.command("show", short_help="The plan of a map, in colour.")
@click.argument("name", metavar="[MAP]", default="map-1")
@click.option("--view", "in_window", is_flag=True, help="Show its set-up in a window instead.")
@click.option(
    "--screenshot", "output", type=click.Path(path_type=Path), metavar="OUT.png",
    help="With --view: write what the window would show, and open none.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite OUT.png if it exists.")
@json_option
def show_map(name: str, in_window: bool, output: Path | None, force: bool, as_json: bool) -> None:
    """Draw a map on the terminal, or in a window: the colour of every knob, and the set-up.

    Example:  palace map show map-3

    Example:  palace map show map-3 --view
    """
    if in_window and as_json:
        raise InputError(Problem("--json", "it does not go with --view", "leave one of them out"))
    if force and output is None:
        raise InputError(Problem("--force", "it goes with --screenshot", "leave it out"))
    here = situation(None, name, None, None, None, ())
    if in_window:
        from palace.cli.view import need_png, open_window
        from palace.monkey_palace.paper.report import drawn

        need_png(output)
        open_window([drawn(here.palace, here.notes)], output=output, force=force)
        return
    if output is not None:
        raise InputError(Problem("--screenshot", "it goes with --view", "add --view"))
    ground = here.palace.ground
    if as_json:
        rows = {"rows": list(ground.rows), "setup": [str(knob) for knob in ground.setup]}
        echo_json(_record(ground) | rows)
        return
    click.echo(f"{ground.title}: {_counts(ground)}")
    click.echo()
    for line in map_lines(ground):
        click.echo(line)
    for sentence in ground.warnings():
        click.secho(wrapped(f"warning: {sentence}"), fg="yellow")


def _starts(ground: GroundMap) -> int:
    """Return how many knobs are free at the set-up and can be joined to it."""
    return len(ground.reachable()) - len(set(ground.setup))


def _record(ground: GroundMap) -> dict[str, object]:
    return {
        "name": ground.name,
        "provenance": ground.provenance,
        "knobs": len(ground.colours),
        "starts": _starts(ground),
        "warnings": list(ground.warnings()),
    }


def _counts(ground: GroundMap) -> str:
    letters = list(ground.colours.values())
    colours = ", ".join(f"{letters.count(key)} {word}" for key, word in COLOUR_WORDS.items())
    return f"{ground.width}x{ground.depth}, {len(letters)} open knobs: {colours}"
