"""`palace rulings`: the open questions of the rule book, and how they are answered."""

from __future__ import annotations

import typer

from palace.cli.output import echo_json, wrapped
from palace.rulings import RULINGS

app = typer.Typer(rich_markup_mode=None)


@app.command()
def rulings(
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
) -> None:
    """List the named rulings, their answers and their defaults.

    Example:  palace rulings

    Use one:  palace check d3-d4+b-d3_bb --ruling double-back=legal
    """
    if json:
        echo_json(
            {
                ruling.name: {
                    "question": ruling.question,
                    "default": ruling.default,
                    "answers": ruling.answers,
                    "basis": ruling.basis,
                }
                for ruling in RULINGS.values()
            }
        )
        return
    for ruling in RULINGS.values():
        typer.secho(ruling.name, bold=True)
        typer.echo(wrapped(ruling.question, 2))
        for value, meaning in ruling.answers.items():
            sign = "*" if value == ruling.default else " "
            typer.echo(wrapped(f"{sign} {value:<10} {meaning}", 2, hang=15))
        typer.secho(wrapped(f"basis: {ruling.basis}", 2), dim=True)
        typer.echo()
    typer.echo("* is the default. Change one with --ruling NAME=VALUE, or in a record's [rulings].")
