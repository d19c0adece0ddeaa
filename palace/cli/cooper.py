"""`palace cooper-island`: the steps of a log."""

from __future__ import annotations

import click

from palace.cooper_island.notation import CHOICES, VERBS


@click.command("cooper-island", short_help="Cooper Island: the steps of a log.")
def cooper_island_verb() -> None:
    """Cooper Island: list the steps of a log and their parts.

    Example:  palace cooper-island
    """
    click.echo("Steps of a log, separated by semicolons (Ana: worker A; draw 1):\n")
    for verb in VERBS.values():
        click.echo(f"  {verb.syntax}\n      {verb.words}")
    click.echo()
    for kind, words in (
        *((kind.upper(), ", ".join(words)) for kind, words in CHOICES.items()),
        ("PAYMENT", "amounts such as 2 wood 1 coin@storage, or the cube on a space: wood@c3"),
        ("GAINS", "amounts of goods, helm, draw, lay, step; or nothing"),
        ("NAME", 'in "quotes" if it has blanks'),
    ):
        click.echo(f"  {kind:<9} {words}")
