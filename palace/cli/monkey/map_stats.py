"""`palace map stats` on the terminal: a small coloured plan, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from palace.cli.monkey.searching import searching, setting_record
from palace.cli.out_file import refuse_existing, write_out
from palace.cli.output import echo_json, echo_table, wrapped
from palace.core.colours import ON_TONES, TONES, rgb
from palace.core.terminal import new_table
from palace.monkey_palace.drawing.plan import stats_svg
from palace.monkey_palace.game.situation import Situation
from palace.monkey_palace.kernel.elements import COLOUR_WORDS, COLOURS
from palace.monkey_palace.kernel.knob import FILES, Knob
from palace.monkey_palace.search.map_stats import FIGURES, MapStats, map_stats, short_number, tone
from palace.monkey_palace.search.searches import Start

if TYPE_CHECKING:
    from rich.table import Table

MOST_KNOBS = 12
"""Knobs listed one by one, the best first; `--json` has them all."""


def show_stats(
    here: Situation,
    seconds: float | None,
    output: Path | None,
    by: str,
    *,
    force: bool,
    as_json: bool,
) -> None:
    """Count, print the numbers or JSON, and draw the plan if it is asked for."""
    assert here.supply is not None
    if output is not None:
        refuse_existing(output, force=force)
    with searching("looking at every staircase") as progress:
        stats = map_stats(
            here.palace, here.supply, here.rulings, seconds=seconds, progress=progress
        )
    if output is not None:
        write_out(output, stats_svg(stats), force=force)
    if as_json:
        echo_json(stats.record() | setting_record(here))
        return
    least = "" if stats.complete else "at least "
    title = here.palace.ground.title
    click.echo(wrapped(f"{title}: {least}{stats.staircases:,} staircases from {stats.supply}"))
    click.echo(wrapped(f"on each knob the {FIGURES[by]}"))
    click.echo()
    for line in plan_lines(stats, by):
        click.echo(line)
    click.echo()
    echo_table(colour_table(stats))
    click.echo()
    count = len(ranked(stats))
    if count:
        echo_table(knob_table(stats))
    else:
        click.echo("no staircase can be built")
    if count > MOST_KNOBS:
        click.echo(f"and {count - MOST_KNOBS} more: --json lists them all")
    if not stats.complete:
        click.secho("stopped by --seconds: the numbers are not complete", fg="yellow")
    if output is not None:
        click.echo(f"wrote {output}")
    for note in here.notes:
        click.secho(wrapped(f"note: {note}"), dim=True)


def plan_lines(stats: MapStats, by: str = "staircases") -> Iterator[str]:
    """The knobs with their colour's letter and one of `FIGURES`; [n] a height where it is none."""
    ground, heights = stats.palace.ground, stats.palace.heights
    found = stats.figure(by)
    most = max(found.values(), default=0)
    for rank in reversed(range(ground.depth)):
        line = f"{rank + 1:>2}  "
        for file in range(ground.width):
            knob = Knob(file, rank)
            letter = ground.colours.get(knob, " ")
            if knob in found and (found[knob] or not heights[knob]):
                step = tone(found[knob], most, len(TONES)) if found[knob] else 0
                text = f"{short_number(found[knob]) if found[knob] else '-':>4}{letter}"
                line += click.style(text, fg=rgb(ON_TONES[step]), bg=rgb(TONES[step])) + " "
            elif heights.get(knob):
                line += f"{f'[{heights[knob]}]':>4}{letter} "
            else:
                line += f"{'.':>4}{letter} "
        yield line.rstrip()
    yield "    " + " ".join(f"{FILES[file]:>4} " for file in range(ground.width)).rstrip()


def colour_table(stats: MapStats) -> Table:
    """What there is of each colour."""
    every = max(stats.staircases, 1)
    table = new_table("colour", "knobs", "starts", "staircases", texts=("colour",))
    for letter in COLOURS:
        share = stats.share(letter)
        part = f"{100 * share.staircases / every:.1f} %"
        word = f"{letter} {COLOUR_WORDS[letter]}"
        table.add_row(word, str(share.knobs), str(share.starts), part)
    return table


def knob_table(stats: MapStats) -> Table:
    """The knobs where most staircases begin."""
    colours = stats.palace.ground.colours
    heads = ("knob", "colour", "staircases", "best credits", "greatest height")
    table = new_table(*heads, texts=("knob", "colour"))
    for start in ranked(stats)[:MOST_KNOBS]:
        table.add_row(
            str(start.knob), COLOUR_WORDS[colours[start.knob]], f"{start.staircases:,}",
            str(start.credits), str(start.height),
        )  # fmt: skip
    return table


def ranked(stats: MapStats) -> list[Start]:
    """The knobs where staircases begin, those with most staircases first."""
    every = (start for start in stats.starts if start.staircases)
    return sorted(every, key=lambda start: -start.staircases)
