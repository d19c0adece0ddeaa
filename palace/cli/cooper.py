"""`palace cooper-island`: the syntax of a log, a layout to fill in, verdicts on tiles."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import click

from palace.cli.options import json_option
from palace.cli.output import echo_json, headline, reason_lines, wrapped
from palace.cooper_island.land import Land, value
from palace.cooper_island.peninsula import layout_template, load_peninsula
from palace.cooper_island.referee import TileVerdict, judge, lay
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.tiles import KINDS, Placement
from palace.cooper_island.verbs import CHOICES, VERBS
from palace.core.errors import InputError, Problem, gather
from palace.core.provenance import NAME
from palace.files.writing import write_whole


@click.group(
    "cooper-island", short_help="Cooper Island: peninsulas, tiles and logs.",
    invoke_without_command=True,
)  # fmt: skip
@click.pass_context
def cooper_island_verb(context: click.Context) -> None:
    """Cooper Island: peninsulas, tiles, and the syntax of a log.

    Example:  palace cooper-island check "double forest-meadow d2-d3"
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
        click.echo("\nSteps of a log, separated by semicolons (Ana: worker A; draw 1):\n")
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


@cooper_island_verb.command("new-map", short_help="Write a layout file to fill in.")
@click.argument("target", metavar="FILE.toml", type=click.Path(path_type=Path))
@click.option(
    "--players", type=click.IntRange(2, 4), default=2, show_default=True, metavar="N",
    help="Start with our layout for this number of players.",
)  # fmt: skip
def new_map_command(target: Path, players: int) -> None:
    """Write a layout file to edit: enter the spaces of your peninsula.

    Example:  palace cooper-island new-map my-peninsula.toml --players 3

    The file starts as one of our own layouts, a placeholder. An existing file is not overwritten.
    """
    if target.suffix.lower() != ".toml" or not re.fullmatch(NAME, target.stem):
        what = "the file name is the name of the peninsula"
        remedy = "use letters, digits and hyphens, such as my-peninsula.toml"
        raise InputError(Problem(str(target), what, remedy))
    write_whole(target, layout_template(target.stem.lower(), f"cooper-{players}"))
    click.echo(f"wrote {target}")
    click.echo(f'use it in a record: peninsula = "{target}"')


@cooper_island_verb.command("check", short_help="Check tiles one after the other.")
@click.argument("placements", metavar="PLACEMENT...", nargs=-1, required=True)
@click.option(
    "--map", "map_name", metavar="MAP", help="cooper-2, cooper-3, cooper-4 or a layout file."
)
@click.option("--land", metavar="LAND", help="Tiles and pieces on it, instead of the set-up.")
@click.option(
    "--ruling",
    multiple=True,
    metavar="NAME=VALUE",
    help="Answer an open question, see palace rulings --game cooper-island. May be repeated.",
)
@json_option
def check_verb(
    placements: tuple[str, ...], map_name: str | None, land: str | None, ruling: tuple[str, ...],
    as_json: bool,
) -> None:  # fmt: skip
    """Judge placements one after the other; exit status 1 if one is not legal.

    Example:  palace cooper-island check "double forest-meadow d2-d3"

    Example:  palace cooper-island check "single meadow c2" "islet forest c3-b3" --land c2=m

    A placement is a tile and its spaces: double forest-meadow c3-d3, single meadow c2, islet forest
    c3-b3 (the sea half second). It may end with level meadow d3 (the single tile under the lower
    half) and with gold. A land without the cubes that are spent is told with --land.
    """
    problems: list[Problem] = []
    texts = [*placements]
    if not any(" " in text for text in texts):
        texts = re.split(rf" (?=(?:{'|'.join(KINDS)}) )", " ".join(texts))
    tried = [
        gather(problems, f"placement {text!r:.40}", partial(Placement.read, text)) for text in texts
    ]
    here = gather(problems, "--land", lambda: _read_land(map_name, land))
    rulings = gather(problems, "--ruling", lambda: Rulings.of(Rulings.pairs(ruling)))
    if problems or here is None or rulings is None:
        raise InputError(*problems)
    found: list[tuple[Placement, TileVerdict, Land]] = []
    after = here
    for placement in filter(None, tried):
        verdict = judge(after, placement, rulings)
        # An illegal one too, as far as it can lie.
        after = verdict.land or lay(after, placement)
        found.append((placement, verdict, after))
    legal = all(verdict.legal for _, verdict, _ in found)
    if as_json:
        about = {"map": here.peninsula.name, "provenance": here.peninsula.provenance}
        data = {"legal": legal, **about, "rulings": rulings.changed()}
        echo_json({**data, "placements": [_data(*one) for one in found], "land": str(after)})
    else:
        for placement, verdict, then in found:
            click.echo(headline(verdict.legal, f"{placement}  on {here.peninsula.title}"))
            for line in reason_lines(verdict.reasons):
                click.echo(line)
            if verdict.cubes:
                gains = [f"{cube} worth {value(then, at)} on {at}" for at, cube in verdict.cubes]
                click.echo(wrapped(", ".join(gains)))
    if not legal:
        raise click.exceptions.Exit(1)


def _read_land(map_name: str | None, text: str | None) -> Land:
    """Return the land of the options; raises `InputError` or `NotationError`."""
    named = map_name or (None if text and ":" in text else "cooper-2")
    peninsula = load_peninsula(named) if named else None
    return Land.start(peninsula or "cooper-2") if text is None else Land.read(text, peninsula)


def _data(placement: Placement, verdict: TileVerdict, after: Land) -> dict[str, object]:
    return {
        "placement": str(placement),
        "legal": verdict.legal,
        "reasons": [reason.record() for reason in verdict.reasons],
        "cubes": {str(space): cube for space, cube in verdict.cubes},
        "land": str(after),
    }
