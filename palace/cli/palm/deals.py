"""`palace palm-island deal` and `pause`: a deal by a number, and dividers in a deck."""

from __future__ import annotations

from pathlib import Path

import click

from palace.cli.options import json_option
from palace.cli.output import echo_json, wrapped
from palace.files.document import read_document
from palace.palm_island.beginning import HIGHEST, random_seed
from palace.palm_island.dealing import deal
from palace.palm_island.game import GAME
from palace.palm_island.pausing import check_closed, paused, write_paused
from palace.palm_island.replay import replay_table


@click.command("deal", short_help="Deal sixteen cards by a number.")
@click.option(
    "--seed", type=click.IntRange(0, HIGHEST), metavar="N", help="The same number, the same deal."
)
@json_option
def deal_verb(seed: int | None, as_json: bool) -> None:
    """Print a random deal, top card first, as records and other verbs take it.

    Example:  palace palm-island deal --seed 7
    """
    number = random_seed() if seed is None else seed
    cards = deal(number)
    if as_json:
        echo_json({"seed": number, "deal": cards})
        return
    click.echo(",".join(map(str, cards)))


@click.command("pause", short_help="How to put a game away with dividers, and go on later.")
@click.argument("record", type=click.Path(path_type=Path), metavar="RECORD.toml")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="OUT.toml",
    help="Write a record that goes on from here.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@json_option
def pause_verb(record: Path, output: Path | None, force: bool, as_json: bool) -> None:
    """Show every deck with a divider (|) before each stored card, as it is put into the box.

    Example:  palace palm-island pause tonight.toml

    Example:  palace palm-island pause tonight.toml -o later.toml

    The record itself needs no such thing: play goes on with it whenever you like.
    """
    from palace.palm_island.board import dividers

    found = GAME.read(read_document(record), record.parent)
    table = replay_table(found).table
    seats = table.seats
    check_closed(found, table)
    if output is not None:
        write_paused(found, table, output, overwrite=force)
    if as_json:
        data = paused(found, table)
        players = [
            {**player, "stored": [placed.card for placed in seat.state.begun.stored]}
            for player, seat in zip(data["players"], seats, strict=True)
        ]
        echo_json({**data, "players": players})
        return
    if output is not None:
        click.echo(f"wrote {output}")
    for seat in seats:
        click.secho(seat.name, bold=True)
        for line in dividers(seat.state):
            click.echo(wrapped(line, 2, 2))
        if seat.owned:
            click.echo(wrapped(f"taken: {', '.join(card.title for card in seat.owned)}", 2, 2))
        if seat.waiting:
            click.echo(wrapped(f"before the tracker: {', '.join(seat.waiting)}", 2, 2))
    middle = table.middle
    if table.disaster is not None:
        click.echo(f"levels of the disaster done: {middle.level}")
    if middle.left:
        click.echo(wrapped(f"in the middle: {', '.join(middle.left)}", 0, 2))
    text = "| is a divider: straighten the card after it, turn it again when you go on"
    click.echo(wrapped(text))
