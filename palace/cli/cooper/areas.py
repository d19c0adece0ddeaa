"""`palace cooper-island areas`: what each worker area offers a normal and a special worker."""

from __future__ import annotations

import click

from palace.cli.options import json_option
from palace.cli.output import echo_json, wrapped
from palace.cooper_island.sentences import offer_words
from palace.cooper_island.workers import AREAS, START_PLAYER


@click.command("areas", short_help="What the worker areas offer.")
@json_option
def areas_verb(as_json: bool) -> None:
    """List the worker areas: what a normal and a special worker may do there.

    Example:  palace cooper-island areas
    """
    if as_json:
        echo_json({
            name: {
                "normal": [dict(offer) for offer in area.offers],
                "special": [dict(offer) for offer in area.special],
                "steps": area.steps,
                "special_steps": area.special_steps,
                "discount": area.discount,
            }
            for name, area in AREAS.items()
        })  # fmt: skip
        return
    for name, area in AREAS.items():
        for kind, offers, steps, less in (
            ("normal", area.offers, area.steps, 0),
            ("special", area.special, area.special_steps, area.discount),
        ):
            parts = [
                offer_words(offers),
                *[f"cartographer +{steps}"] * bool(steps),
                *[f"it costs {less} less, of any kind"] * bool(less),
                *["the first one takes the start player's token"]
                * (name == START_PLAYER and kind == "normal"),
            ]
            lead = click.style(f"{name if kind == 'normal' else ' '} {kind:<8}", bold=True)
            click.echo(lead + wrapped("; ".join(parts), 10)[10:])
