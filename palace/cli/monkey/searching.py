"""What the verbs that search share: options, a bar for what takes long, words for the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from palace.cli.bar import bar
from palace.monkey_palace.game.situation import Situation
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search import compiled_already

WHOLE_BOX = 10.0
"""Seconds for a search with all the box holds where no time is said: it would not end."""

seconds_option = click.option(
    "--seconds", type=click.FloatRange(min=0, min_open=True), metavar="N",
    help="Stop after N seconds with what is found by then.",
)  # fmt: skip


@contextmanager
def searching(what: str, *, counting: bool = False) -> Iterator[Callable[[float], None]]:
    """A function to tell how much of a search is done, shown as a bar once it takes long.

    The bar goes to standard error, and only where that is a terminal.
    """
    if not compiled_already(counting=counting):
        click.secho("preparing the search, once on this machine ...", dim=True, err=True)
    with bar(what, "(Ctrl-C or --seconds N ends it)") as shown:
        yield shown


def time_limit(here: Situation, seconds: float | None) -> float | None:
    """The seconds a search may take; None where it is to be complete."""
    return WHOLE_BOX if seconds is None and here.supply is None else seconds


def stopped(seconds: float | None) -> str:
    """Why a search is not complete, and what to do about it."""
    if seconds is None:
        return (
            f"stopped after {WHOLE_BOX:.0f} seconds, not complete: with all the box holds there is "
            "no end to it; give --supply or --seconds"
        )
    return f"stopped after {seconds:g} seconds, not complete"


def pieces(here: Situation) -> Supply:
    """The pieces searched with: those at hand, never more than the box still holds."""
    return here.palace.at_hand(here.supply)


def setting(here: Situation) -> str:
    """Where and with what it is searched, in a few words."""
    whole = " (all the box holds)" if here.supply is None else ""
    who = f" for {here.player}" if here.player else ""
    return f"on {here.palace.ground.title} with {pieces(here)}{whole}{who}"


def setting_record(here: Situation) -> dict[str, Any]:
    """The same as data."""
    ground = here.palace.ground
    data: dict[str, Any] = {
        "position": here.palace.position,
        "map": ground.name,
        "provenance": ground.provenance,
        "supply": str(pieces(here)),
        "rulings": here.rulings.changed(),
        "notes": list(here.notes),
    }
    if here.player is not None:
        data["player"] = here.player
    return data
