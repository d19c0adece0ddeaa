"""`palace cooper-island log`: how the log of a game is written, step by step."""

from __future__ import annotations

import click

from palace.cli.options import json_option
from palace.cli.output import echo_json, wrapped
from palace.cooper_island.notation import EXAMPLES, form_text
from palace.cooper_island.turn import CHOICES

_LINES = (
    ("round 1", "begins a round; then income, workers and clean-up begin its phases"),
    ("Ana: worker A; draw 1", "what a player does: steps in their order, between semicolons"),
    ("end", "ends the game after the fifth clean-up"),
    ("# a comment", "also behind a line"),
)


@click.command("log", short_help="How the log of a game is written.")
@json_option
def log_verb(as_json: bool) -> None:
    """List the lines and steps of a log, each with an example.

    Example:  palace cooper-island log

    In a record:  log = \"\"\" ... \"\"\", one line for each action; see palace check game.toml
    """
    if as_json:
        echo_json({
            "steps": {
                verb: {"form": form_text(verb), "example": example.text, "says": example.says}
                for verb, example in EXAMPLES.items()
            },
            "words": {kind.upper(): list(words) for kind, words in CHOICES.items()},
        })  # fmt: skip
        return
    for text, says in _LINES:
        click.echo(f"{click.style(f'{text:<24}', bold=True)} {says}")
    click.echo()
    for verb, example in EXAMPLES.items():
        click.echo(f"{click.style(form_text(verb), bold=True)}")
        click.echo(wrapped(f"{example.says}: {example.text}", 4, 2))
    click.echo()
    for kind, words in CHOICES.items():
        click.echo(wrapped(f"{kind.upper():<9} {', '.join(words)}", 0, 10))
    click.echo(wrapped("PAYMENT   amounts such as 2 wood 1 coin, or wood@storage; the cube on a "
                       "space: wood@c3; or nothing", 0, 10))  # fmt: skip
    click.echo(wrapped("GAINS     amounts of goods, helm, draw, lay, step; or nothing", 0, 10))
    click.echo(wrapped('NAME      in "quotes" if it has blanks', 0, 10))
