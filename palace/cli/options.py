"""Options that several verbs share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

Verb = Callable[..., Any]

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object and nothing else."
)


ruling_option = click.option(
    "--ruling", multiple=True, metavar="NAME=VALUE",
    help="An answer to an open question, see palace rulings. May be repeated.",
)  # fmt: skip


def situation_options(verb: Verb) -> Verb:
    """The options that say where a staircase is judged, in the order they are listed."""
    for option in reversed(
        (
            click.option("--position", help="Palace string, @FILE or @- (standard input)."),
            click.option("--map", "map_name", metavar="MAP", help="map-1 to map-4, or a map file."),
            click.option("--supply", help="Pieces at hand, such as 4a3b1c."),
            click.option("--game", metavar="RECORD", help="Judge in this running game."),
            click.option("--turn", type=int, metavar="N", help="With --game: after this turn."),
            ruling_option,
        )
    ):  # fmt: skip
        verb = option(verb)
    return verb
