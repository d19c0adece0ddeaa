"""`palace map stats`, `compare` and `best`: how maps can be climbed, as tables and heat maps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from palace.cli.monkey.search import searching, seconds_option, setting, setting_record
from palace.cli.options import json_option, ruling_option
from palace.cli.output import (
    echo_drawing,
    echo_json,
    echo_table,
    headline,
    refuse_existing,
    wrapped,
    write_out,
)
from palace.cli.viewing import installed
from palace.core.colours import ink_on, rgb
from palace.core.errors import InputError, Problem, gather
from palace.core.terminal import new_table
from palace.monkey_palace.drawing.heat import (
    Heat,
    Relief,
    difference,
    heat,
    heat_svg,
    heats,
)
from palace.monkey_palace.drawing.plan import svg
from palace.monkey_palace.drawing.shown import list_shown
from palace.monkey_palace.drawing.text import draw
from palace.monkey_palace.game.situation import Situation, situation
from palace.monkey_palace.kernel.elements import COLOUR_WORDS, COLOURS
from palace.monkey_palace.kernel.knob import FILES, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.reasons import earnings_text
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search.map_compare import Side, look
from palace.monkey_palace.search.map_stats import FIGURES, USUAL, MapStats, best_at, map_stats
from palace.monkey_palace.search.searches import Start

if TYPE_CHECKING:
    from rich.table import Table

MOST_KNOBS = 12
"""Knobs listed one by one, the best first; `--json` has them all."""

MOST_SIDES = 12
"""Maps and hands that are compared at once."""

by_option = click.option(
    "--by", type=click.Choice([*FIGURES]), default="staircases", show_default=True,
    help="What the plan and the picture show: staircases that begin on a knob, most credits of "
    "those that end there, greatest height of an arch's end there.",
)  # fmt: skip
output_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="OUT",
    help="Draw the heat map as well: .svg, .png (from above) or .glb (in 3D).",
)  # fmt: skip


@click.command("stats", short_help="How a map can be climbed: what each knob is worth.")
@click.argument("name", metavar="[MAP]", required=False)
@click.option("--position", help="Palace string, @FILE or @-, instead of the set-up.")
@click.option(
    "--supply", metavar="SUPPLY", default=str(USUAL), show_default=True,
    help="Pieces to build from.",
)  # fmt: skip
@ruling_option
@seconds_option
@output_option
@by_option
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
@json_option
def stats_map(
    name: str | None,
    position: str | None,
    supply: str,
    ruling: tuple[str, ...],
    seconds: float | None,
    output: Path | None,
    by: str,
    force: bool,
    as_json: bool,
) -> None:
    """Count, for every knob, the staircases that begin there, with their best credits and height.

    Example:  palace map stats map-2

    Example:  palace map stats map-1 --supply 7a6b2c -o map-1.svg

    Example:  palace map stats map-1 --by height
    """
    if output is not None:
        check_output(output)
    here = situation(position, name, supply, None, None, ruling)
    assert here.supply is not None
    if output is not None:
        refuse_existing(output, force=force)
    with searching("looking at every staircase") as progress:
        stats = map_stats(
            here.palace, here.supply, here.rulings, seconds=seconds, progress=progress
        )
    shown = heat(stats, by)
    if output is not None:
        write_heats(output, (shown,), force=force)
    if as_json:
        echo_json(stats.record() | setting_record(here))
        return
    click.echo(wrapped(shown.lines[0]))
    click.echo(wrapped(f"on each knob the {FIGURES[by]}"))
    click.echo()
    for line in heat_lines(shown):
        click.echo(line)
    click.echo()
    echo_table(_colour_table(stats))
    click.echo()
    ranked = _ranked(stats)
    if ranked:
        echo_table(_knob_table(stats, ranked[:MOST_KNOBS]))
    else:
        click.echo("no staircase can be built")
    if len(ranked) > MOST_KNOBS:
        click.echo(f"and {len(ranked) - MOST_KNOBS} more: --json lists them all")
    if not stats.complete:
        click.secho("stopped by --seconds: the numbers are not complete", fg="yellow")
    if output is not None:
        click.echo(f"wrote {output}")
    _echo_notes(here.notes)


ENDINGS = (".svg", ".png", ".glb")
"""Kinds of files a heat map is written as."""

_PIXELS = 720
"""Width of a sheet in a PNG; the legend is below it."""


def check_output(output: Path) -> None:
    """Raise an `InputError` unless a heat map can be written as such a file."""
    if output.suffix.lower() not in ENDINGS:
        what = "a heat map is SVG, PNG or GLB"
        raise InputError(Problem(str(output), what, f"end in {' or '.join(ENDINGS)}"))


def write_heats(output: Path, shown: Sequence[Heat], *, force: bool) -> None:
    """Write heat maps side by side: as SVG, or by the viewer as a picture or a 3D file."""
    suffix = output.suffix.lower()
    if suffix == ".svg":
        write_out(output, heat_svg(shown), force=force)
        return
    relief = Relief(tuple(shown))
    options = {}
    if suffix == ".png":
        rows = math.ceil(len(shown) / relief.columns)
        options = {"size": (_PIXELS * relief.columns, _PIXELS * rows + _PIXELS // 5),
                   "view": "plan"}  # fmt: skip
    write_out(output, installed(suffix[1:], "map")(relief, **options), force=force)


def heat_lines(heat: Heat) -> Iterator[str]:
    """Yield the knobs with their colour's letter and their numbers; [n] is a height without one."""
    ground, heights = heat.palace.ground, heat.palace.heights
    for rank in reversed(range(ground.depth)):
        line = f"{rank + 1:>2}  "
        for file in range(ground.width):
            knob = Knob(file, rank)
            letter = ground.colours.get(knob, " ")
            value = heat.values.get(knob)
            if value is not None and (value or heat.scale.signed or not heights[knob]):
                tone = heat.scale.tone(value)
                text = heat.scale.text(value) if value or heat.scale.signed else "-"
                line += click.style(f"{text:>4}{letter}", fg=rgb(ink_on(tone)), bg=rgb(tone)) + " "
            elif heights.get(knob):
                line += f"{f'[{heights[knob]}]':>4}{letter} "
            else:
                line += f"{'.':>4}{letter} "
        yield line.rstrip()
    yield "    " + " ".join(f"{FILES[file]:>4} " for file in range(ground.width)).rstrip()


def _colour_table(stats: MapStats) -> Table:
    """Return what there is of each colour."""
    every = max(stats.staircases, 1)
    table = new_table("colour", "knobs", "starts", "staircases", texts=("colour",))
    for letter in COLOURS:
        share = stats.share(letter)
        part = f"{100 * share.staircases / every:.1f} %"
        word = f"{letter} {COLOUR_WORDS[letter]}"
        table.add_row(word, str(share.knobs), str(share.starts), part)
    return table


def _knob_table(stats: MapStats, starts: Sequence[Start]) -> Table:
    """Return knobs where staircases begin."""
    colours = stats.palace.ground.colours
    heads = ("knob", "colour", "staircases", "best credits", "greatest height")
    table = new_table(*heads, texts=("knob", "colour"))
    for start in starts:
        table.add_row(
            str(start.knob), COLOUR_WORDS[colours[start.knob]], f"{start.staircases:,}",
            str(start.credits), str(start.height),
        )  # fmt: skip
    return table


def _ranked(stats: MapStats) -> list[Start]:
    """Return the knobs where staircases begin, those with most staircases first."""
    every = (start for start in stats.starts if start.staircases)
    return sorted(every, key=lambda start: -start.staircases)


def _echo_notes(notes: Sequence[str]) -> None:
    for note in notes:
        click.secho(wrapped(f"note: {note}"), dim=True)


@click.command("compare", short_help="Maps, or hands on a map, side by side.")
@click.argument("names", metavar="MAP ...", nargs=-1, required=True)
@click.option(
    "--supply", "supplies", metavar="SUPPLY", multiple=True, default=[str(USUAL)],
    show_default=True, help="Pieces to build from; given twice, hands are compared.",
)  # fmt: skip
@ruling_option
@seconds_option
@click.option(
    "--difference", "differs", is_flag=True,
    help="Show how much more the second of two has than the first, knob by knob.",
)  # fmt: skip
@output_option
@by_option
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
@json_option
def compare_map(
    names: tuple[str, ...],
    supplies: tuple[str, ...],
    ruling: tuple[str, ...],
    seconds: float | None,
    differs: bool,
    output: Path | None,
    by: str,
    force: bool,
    as_json: bool,
) -> None:
    """Compare the set-ups of maps in one table: every map with every hand, and as heat maps.

    Example:  palace map compare map-1 map-3

    Example:  palace map compare map-1 map-2 map-3 map-4 --by height -o maps.svg

    Example:  palace map compare map-1 --supply 5a5b1c --supply 7a5b1c --difference -o more.svg
    """
    here = _compared(names, supplies, ruling, output, differs=differs)
    if output is not None:
        refuse_existing(output, force=force)
    sides = [_looked_at(each, seconds) for each in here]
    stats = [side.stats for side in sides]
    shown = (difference(stats[0], stats[1], by),) if differs else heats(stats, by)
    if output is not None:
        write_heats(output, shown, force=force)
    if as_json:
        data = {"sides": [side.record() for side in sides], "rulings": here[0].rulings.changed()}
        if differs:
            knobs = {str(knob): value for knob, value in shown[0].values.items()}
            data["difference"] = {"by": by, "knobs": knobs}
        echo_json(data)
        return
    echo_table(_side_table(sides))
    if differs:
        click.echo()
        for line in (*shown[0].lines, f"on each knob the {FIGURES[by]}"):
            click.echo(wrapped(line))
        click.echo()
        for line in heat_lines(shown[0]):
            click.echo(line)
    if not all(side.complete for side in sides):
        click.secho("stopped by --seconds: the numbers are not complete", fg="yellow")
    if output is not None:
        click.echo(f"wrote {output}")
    _echo_notes([*dict.fromkeys(note for each in here for note in each.notes)])


def _compared(
    names: Sequence[str], supplies: Sequence[str], ruling: Sequence[str], output: Path | None,
    *, differs: bool,
) -> list[Situation]:  # fmt: skip
    """Return every map with every hand; raises `InputError` with everything wrong in a call."""
    found: list[Problem] = []
    if output is not None:
        gather(found, "", lambda: check_output(output))
    asked = [
        gather(found, "", partial(situation, None, name, hand, None, None, ruling, where="MAP"))
        for name in names
        for hand in supplies
    ]
    if len(asked) == 1:
        found.append(Problem("map compare", "there is one map with one hand",
                             "name another map, or give --supply twice"))  # fmt: skip
    elif len(asked) > MOST_SIDES:
        found.append(Problem("map compare", f"{len(asked)} maps with a hand are too many",
                             f"at most {MOST_SIDES}"))  # fmt: skip
    elif differs and len(asked) != 2:
        found.append(Problem("--difference", f"it is of two, here are {len(asked)}",
                             "two maps, or one map with two hands"))  # fmt: skip
    if found:
        raise InputError(*dict.fromkeys(found))
    return [each for each in asked if each is not None]


def _looked_at(here: Situation, seconds: float | None) -> Side:
    assert here.supply is not None
    with searching(f"looking at {here.palace.ground.name}", counting=True) as progress:
        return look(here.palace, here.supply, here.rulings, seconds=seconds, progress=progress)


def _side_table(sides: Sequence[Side]) -> Table:
    """Return a column for each map with its hand."""
    grounds = [side.stats.palace.ground for side in sides]
    table = new_table("", *(ground.name for ground in grounds), texts=("",))
    table.add_row("", *("placeholder" if one.placeholder else one.provenance for one in grounds))
    table.add_row("hand", *(str(side.stats.supply) for side in sides))
    table.add_row("open knobs", *(str(len(ground.colours)) for ground in grounds))
    shares = [{letter: side.stats.share(letter) for letter in COLOURS} for side in sides]
    for letter, word in COLOUR_WORDS.items():
        table.add_row(f"  {letter} {word}", *(str(share[letter].knobs) for share in shares))
    begun = [sum(each.starts for each in share.values()) for share in shares]
    table.add_row("starts", *map(str, begun))
    for letter, word in COLOUR_WORDS.items():
        table.add_row(f"  {letter} {word}", *(str(share[letter].starts) for share in shares))
    table.add_row("staircases", *(f"{side.stats.staircases:,}" for side in sides))
    for arches in sorted({arches for side in sides for arches in side.by_arches}):
        word = f"  {arches} arch{'es' if arches > 1 else ''}"
        table.add_row(word, *(f"{side.by_arches.get(arches, 0):,}" for side in sides))
    table.add_row("best credits", *(str(side.credits) for side in sides))
    table.add_row("tallest end, in bricks", *(str(side.height) for side in sides))
    table.add_row("arches between colours", *("" for _ in sides))
    for pair in sides[0].distances:
        word = " and ".join(COLOUR_WORDS[letter] for letter in pair)
        table.add_row(f"  {word}", *(f"{side.distances[pair]:.2f}" for side in sides))
    return table


@click.command("best", short_help="The best staircase to a knob.")
@click.argument("name", metavar="MAP")
@click.argument("knob_name", metavar="KNOB")
@click.option("--position", help="Palace string, @FILE or @-, instead of the set-up.")
@click.option(
    "--supply", metavar="SUPPLY", default=str(USUAL), show_default=True,
    help="Pieces to build from.",
)  # fmt: skip
@click.option("--more", metavar="SUPPLY", help="Pieces to have besides, as in 2a: two arches.")
@click.option(
    "--by", type=click.Choice(["credits", "height"]), default="credits", show_default=True,
    help="Of those that end there the one of most credits, or of all that with the highest end of "
    "an arch there.",
)  # fmt: skip
@ruling_option
@seconds_option
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="OUT",
    help="Draw it as well: .svg (the plan), or .glb, in which its pieces can be seen through.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
@json_option
def best_map(
    name: str,
    knob_name: str,
    position: str | None,
    supply: str,
    more: str | None,
    by: str,
    ruling: tuple[str, ...],
    seconds: float | None,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Show the best staircase to a knob of a map, with what it earns.

    Example:  palace map best map-1 d5

    Example:  palace map best map-1 d5 --by height --more 2a

    Example:  palace map best map-3 c5 -o best.svg
    """
    found: list[Problem] = []
    here = gather(found, "", lambda: situation(position, name, supply, None, None, ruling,
                                               where="--position"))  # fmt: skip
    extra = Supply() if more is None else gather(found, "--more", lambda: Supply.read(more))
    knob = gather(found, "KNOB", lambda: Knob.read(knob_name))
    if output is not None and output.suffix.lower() not in (".svg", ".glb"):
        what = "a staircase is drawn as SVG or GLB here"
        found.append(Problem(str(output), what, "end in .svg or .glb"))
    if here is not None and knob is not None and knob not in here.palace.ground.colours:
        what = f"{knob} is no open knob of {here.palace.ground.title}"
        found.append(Problem("KNOB", what, f"palace map show {name}"))
    if found or here is None or extra is None or knob is None or here.supply is None:
        raise InputError(*found)
    if output is not None:
        refuse_existing(output, force=force)
    here = here._replace(supply=here.supply.plus(extra))
    assert here.supply is not None
    with searching(f"looking for the best to {knob}") as progress:
        best = best_at(here.palace, knob, here.supply, here.rulings, by=by, seconds=seconds,
                       progress=progress)  # fmt: skip
    verdict = next(iter(best.verdicts), None)
    if output is not None and verdict is not None:
        _draw_best(here.palace, verdict, output, force=force)
    if as_json:
        data = {"knob": str(knob), "by": by, "complete": best.complete}
        shown = {"staircase": None} if verdict is None else verdict.record()
        echo_json(data | shown | setting_record(here))
        return
    if verdict is None:
        none = "no staircase ends" if by == "credits" else "no arch can end"
        click.echo(wrapped(f"{none} on {knob}  {setting(here)}"))
    else:
        _echo_best(here, verdict)
        if output is not None:
            click.echo(f"wrote {output}")
    if not best.complete:
        click.secho("stopped by --seconds: there may be a better one", fg="yellow")
    _echo_notes(here.notes)


def _echo_best(here: Situation, verdict: Verdict) -> None:
    click.echo(headline(True, f"{verdict.staircase}  {setting(here)}"))
    click.echo(wrapped(earnings_text(verdict)))
    click.echo()
    echo_drawing(draw(here.palace, verdict.staircase, {}))


def _draw_best(palace: Palace, verdict: Verdict, output: Path, *, force: bool) -> None:
    """Draw a staircase on the plan, or in 3D with pieces that can be seen through."""
    if output.suffix.lower() == ".svg":
        write_out(output, svg(palace, verdict.staircase, verdict), force=force)
        return
    assert verdict.palace is not None
    there = {*palace.elements()}
    shown = list_shown(verdict.palace)
    new = [at for at, one in enumerate(shown) if one.kind != "corner" and one not in there]
    write_out(output, installed("glb", "map")(verdict.palace, faint=new), force=force)
