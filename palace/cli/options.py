"""Options that several verbs share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

import click

from palace.cli.output import SPOKEN
from palace.core.verdict import TAGS

Verb = Callable[..., Any]

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object and nothing else."
)

ruling_option = click.option(
    "--ruling", multiple=True, metavar="NAME=VALUE",
    help="An answer to an open question, see palace rulings. May be repeated.",
)  # fmt: skip


def _speak(context: click.Context, _: click.Parameter, tag: str | None) -> str | None:
    """Store the output language in the click context."""
    if tag is not None:
        context.meta[SPOKEN] = TAGS[tag]
    return tag and TAGS[tag]


def language_option(help_: str, *, told: bool = False) -> Callable[[Verb], Verb]:
    """Return the option for the language of what is said; the verb is `told` it, or need not be."""
    return click.option(
        "--language", type=click.Choice([*TAGS]), metavar="LANGUAGE", help=help_,
        callback=_speak, expose_value=told,
    )  # fmt: skip


class Asked(NamedTuple):
    """Where a staircase is judged: the options as they were given."""

    position: str | None
    map_name: str | None
    supply: str | None
    game: str | None
    turn: int | None
    ruling: tuple[str, ...]


def situation_options(verb: Verb) -> Verb:
    """Add the options for where a staircase is judged; the verb gets them as one, `asked`."""

    @wraps(verb)
    def gathered(**options: Any) -> Any:
        asked = Asked(**{name: options.pop(name) for name in Asked._fields})
        return verb(asked=asked, **options)

    for option in reversed(
        (
            click.option("--position", help="Palace string, @FILE or @- (standard input)."),
            click.option("--map", "map_name", metavar="MAP", help="map-1 to map-4, or a map file."),
            click.option("--supply", help="Pieces at hand, such as 4a3b1c."),
            click.option("--game", metavar="RECORD", help="Judge in this running game."),
            click.option("--turn", type=int, metavar="N", help="With --game: after this turn."),
            ruling_option,
        )
    ):
        gathered = option(gathered)
    return gathered
