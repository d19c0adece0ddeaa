"""`palace rulings`: the open questions of the rule book, and how they are answered."""

from __future__ import annotations

from collections.abc import Mapping

import click

from palace.cli.options import json_option
from palace.cli.output import echo_json, wrapped
from palace.core.rulings import Ruling
from palace.monkey_palace.kernel.rulings import RULINGS


@click.command("rulings", short_help="The open questions and their answers.")
@json_option
def rulings_verb(as_json: bool) -> None:
    """List the named rulings, their answers and their defaults.

    Example:  palace rulings

    Use one:  palace check d3-d4+b-d3_bb --ruling double-back=legal
    """
    echo_rulings(RULINGS, as_json=as_json)


def echo_rulings(rulings: Mapping[str, Ruling], *, as_json: bool) -> None:
    """Print a game's rulings."""
    if as_json:
        echo_json(
            {
                ruling.name: {
                    "question": ruling.question,
                    "default": ruling.default,
                    "answers": ruling.answers,
                    "basis": ruling.basis,
                }
                for ruling in rulings.values()
            }
        )
        return
    for ruling in rulings.values():
        click.secho(ruling.name, bold=True)
        click.echo(wrapped(ruling.question, 2))
        for value, meaning in ruling.answers.items():
            sign = "*" if value == ruling.default else " "
            click.echo(wrapped(f"{sign} {value:<10} {meaning}", 2, hang=15))
        click.secho(wrapped(f"basis: {ruling.basis}", 2), dim=True)
        click.echo()
    click.echo("* is the default. Change one with --ruling NAME=VALUE, or in a record's [rulings].")
