"""`palace count`, `best` and `pass`: how many staircases, which earn most, is there one?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from palace.cli.options import Asked, json_option, situation_options
from palace.cli.output import (
    bar,
    echo_drawing,
    echo_json,
    echo_table,
    headline,
    reason_lines,
    wrapped,
)
from palace.core.terminal import new_table
from palace.monkey_palace.drawing.text import draw
from palace.monkey_palace.game.reasons import must_build
from palace.monkey_palace.game.situation import Situation, situation
from palace.monkey_palace.kernel.reasons import earnings_text
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search import best, compiled_already, count, divide, exists, front
from palace.monkey_palace.search.searches import WHOLE_BOX, Count

if TYPE_CHECKING:
    from rich.table import Table

seconds_option = click.option(
    "--seconds", type=click.FloatRange(min=0, min_open=True), metavar="N",
    help="Stop after N seconds with what is found by then.",
)  # fmt: skip


@contextmanager
def searching(
    what: str, supply: Supply | None = None, *, counting: bool = False
) -> Iterator[Callable[[float], None]]:
    """Yield a function to tell how much of a search is done, shown as a bar once it takes long.

    `supply` is that of a search for the best.  The bar goes to standard error, and only where that
    is a terminal.
    """
    from palace.core.jit import preparing

    if not compiled_already(supply, counting=counting):
        click.secho(preparing("the search"), dim=True, err=True)
    with bar(what, "(Ctrl-C or --seconds N ends it)") as shown:
        yield shown


def stopped(seconds: float | None) -> str:
    """Return why a search is not complete, and what to do about it."""
    if seconds is None:
        return (
            f"stopped after {WHOLE_BOX:.0f} seconds, not complete: with all the box holds there is "
            "no end to it; give --supply or --seconds"
        )
    return f"stopped after {seconds:g} seconds, not complete"


def pieces(here: Situation) -> Supply:
    """Return the supply for a search, never more than the box still holds."""
    return here.palace.at_hand(here.supply)


def setting(here: Situation) -> str:
    """Return where and with what it is searched, in a few words."""
    whole = " (all the box holds)" if here.supply is None else ""
    who = f" for {here.player}" if here.player else ""
    return f"on {here.palace.ground.title} with {pieces(here)}{whole}{who}"


def setting_record(here: Situation) -> dict[str, object]:
    """Return the same as data."""
    ground = here.palace.ground
    data: dict[str, object] = {
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


BAR = 40
"""Characters of the longest bar."""


@click.command("count", short_help="Count the staircases that can be built.")
@situation_options
@click.option("--divide", "divided", is_flag=True, help="Count for every first step as well.")
@seconds_option
@json_option
def count_verb(asked: Asked, divided: bool, seconds: float | None, as_json: bool) -> None:
    """Count the legal staircases, by their arches.

    Example:  palace count --supply 7a6b2c

    Example:  palace count --game game.toml --turn 7 --supply 4a4b1c --divide

    A staircase counts once for its path and the levels of its arches: how a support is made up of
    bricks and columns makes no difference, it only has to be payable.
    """
    here = situation(*asked)
    limit = WHOLE_BOX if seconds is None and here.supply is None else seconds
    steps: dict[str, int] = {}
    with searching("counting", counting=True) as progress:
        if divided:
            steps = divide(here.palace, here.supply, here.rulings, seconds=limit)
        found = count(here.palace, here.supply, here.rulings, seconds=limit, progress=progress)
    if as_json:
        data = {
            "staircases": found.total,
            "by_arches": {str(arches): number for arches, number in found.by_arches.items()},
            "complete": found.complete,
        }
        echo_json(data | ({"divide": steps} if divided else {}) | setting_record(here))
        return
    least = "" if found.complete else "at least "
    number = f"{found.total:,} staircase{'' if found.total == 1 else 's'}"
    click.echo(wrapped(f"{least}{number}  {setting(here)}"))
    if found.total:
        echo_table(_by_arches(found))
    if steps:
        table = new_table("step", "staircases", texts=("step",))
        for step, number_of in steps.items():
            table.add_row(step, f"{number_of:,}")
        click.echo()
        echo_table(table)
    if not found.complete:
        click.secho(wrapped(stopped(seconds)), fg="yellow")
    for note in here.notes:
        click.secho(wrapped(f"note: {note}"), dim=True)


def _by_arches(found: Count) -> Table:
    """Return the numbers by arches, each with a bar."""
    table = new_table("arches", "staircases", "", texts=("",))
    table.columns[-1].style = "blue"
    most = max(found.by_arches.values())
    for arches, number in found.by_arches.items():
        table.add_row(str(arches), f"{number:,}", "=" * max(1, round(BAR * number / most)))
    return table


MOST = 1000
"""Staircases that can be asked for."""


@click.command("best", short_help="Find the staircase that earns most.")
@situation_options
@click.option(
    "--top", type=click.IntRange(1, MOST), default=1, metavar="K", help="Show the K best."
)
@click.option(
    "--front", "whole_front", is_flag=True,
    help="Show what each further piece is worth: the most credits for every number of pieces.",
)  # fmt: skip
@seconds_option
@json_option
def best_verb(
    asked: Asked, top: int, whole_front: bool, seconds: float | None, as_json: bool
) -> None:
    """Find the best staircase: most credits, then the bonus card, then fewest pieces.

    Example:  palace best --supply 4a4b1c

    Example:  palace best --game game.toml --turn 7 --supply 5a4b1c --top 3

    Of equals the first in the order of the search comes first: by first knob, from a1 along the
    files, rank by rank; then by the way of each arch, N E S W, and by its level.
    """
    here = situation(*asked)
    look = front if whole_front else partial(best, top=top)
    with searching("looking for the best", here.supply) as progress:
        found = look(here.palace, here.supply, here.rulings, seconds=seconds, progress=progress)
    if as_json:
        key = "front" if whole_front else "best"
        data = {key: [_record(verdict) for verdict in found.verdicts], "complete": found.complete}
        echo_json(data | setting_record(here))
        return
    if not found.verdicts:
        none = "no staircase can be built" if found.complete else "no staircase found in time"
        click.echo(wrapped(f"{none}  {setting(here)}"))
    else:
        what = "the most credits for every number of pieces" if whole_front else "best"
        click.echo(wrapped(f"{what}  {setting(here)}"))
    if len(found.verdicts) > 1:
        _echo_table(found.verdicts)
    elif found.verdicts:
        click.secho(str(found.verdicts[0].staircase), bold=True)
        click.echo(wrapped(earnings_text(found.verdicts[0])))
        click.echo()
        echo_drawing(draw(here.palace, found.verdicts[0].staircase, {}))
    if not found.complete:
        click.secho(wrapped(f"{stopped(seconds)}: there may be better ones"), fg="yellow")
    for note in here.notes:
        click.secho(wrapped(f"note: {note}"), dim=True)


def _echo_table(verdicts: Sequence[Verdict]) -> None:
    """Print a row for each; `*` beside the credits counts the one for the highest decoration."""
    table = new_table(
        "", "credits", "bonus", "pieces", "high", "staircase",
        texts=("bonus", "pieces", "staircase"),
    )  # fmt: skip
    table.columns[-1].style = "bold"
    for number, verdict in enumerate(verdicts, 1):
        earned = f"{verdict.credits}{'*' if verdict.highest else ' '}"
        bonus = "bonus" if verdict.bonus else "-"
        uses = f"{sum(verdict.uses or ())} = {verdict.uses}"
        staircase = str(verdict.staircase)
        table.add_row(f"{number}.", earned, bonus, uses, str(verdict.height), staircase)
    echo_table(table)
    if any(verdict.highest for verdict in verdicts):
        click.echo("* one of them for the highest decoration of its colour")


def _record(verdict: Verdict) -> dict[str, object]:
    data = verdict.record()
    keys = (
        "staircase", "arches", "credits", "decoration", "bonus", "height", "uses",
        "palace_height", "position",
    )  # fmt: skip
    return {key: data[key] for key in keys} | {"pieces": sum(verdict.uses or ())}


@click.command("pass", short_help="Check whether a player may pass.")
@situation_options
@json_option
def pass_verb(asked: Asked, as_json: bool) -> None:
    """Tell whether a pass is legal: only if no staircase can be built; exit status 1 if one can.

    Example:  palace pass --supply 1a2b

    Example:  palace pass --game game.toml --turn 7 --supply 2a

    Every path is looked at, so "legal" is a proof. With the ruling must-build=may a pass is always
    legal.
    """
    here = situation(*asked)
    with searching("looking for a staircase", here.supply):
        found = exists(here.palace, here.supply, here.rulings)
    legal = found is None or here.rulings.must_build == "may"
    reason = None if legal or found is None else must_build(here.player or "the player", found)
    if as_json:
        data: dict[str, object] = {
            "legal": legal,
            "reasons": [] if reason is None else [reason.record()],
            "staircase": None if found is None else str(found),
        }
        echo_json(data | setting_record(here))
    else:
        click.echo(headline(legal, f"to pass  {setting(here)}"))
        if found is None:
            click.echo(wrapped(f"no legal staircase can be built from {pieces(here)}"))
        elif reason is None:
            click.echo(
                wrapped(f"{found} could be built, but it is not compulsory (ruling must-build)")
            )
        else:
            for line in reason_lines([reason]):
                click.echo(line)
        if found is not None:
            click.echo()
            echo_drawing(draw(here.palace, found, {}))
        for note in here.notes:
            click.secho(wrapped(f"note: {note}"), dim=True)
    if not legal:
        raise click.exceptions.Exit(1)
