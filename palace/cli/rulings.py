"""`palace rulings`: the open questions of a game's rules, and how they are answered."""

from __future__ import annotations

import click

from palace.cli.options import json_option
from palace.cli.output import echo_rulings
from palace.contract.registry import REGISTRY, default, game


@click.command("rulings", short_help="The open questions and their answers.")
@click.option(
    "--game", "key", default=default, metavar="GAME", help=f"Which game: {', '.join(REGISTRY)}."
)
@json_option
def rulings_verb(key: str, as_json: bool) -> None:
    """List the named rulings of a game, their answers and their defaults.

    Example:  palace rulings

    Use one:  palace check d3-d4+b-d3_bb --ruling double-back=legal
    """
    echo_rulings(game(key).rulings.table, as_json=as_json)
