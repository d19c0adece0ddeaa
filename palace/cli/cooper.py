"""`palace cooper-island`: its peninsulas, the syntax of a log, and whether and where a tile may be
laid."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from palace.cli.options import json_option
from palace.cli.output import counted, echo_json, headline, reason_lines, wrapped
from palace.cooper_island.land import Land, road_points, uncovered, value, without_cubes
from palace.cooper_island.notation import read_step
from palace.cooper_island.peninsula import Hex, Peninsula, layout_template, load_peninsula
from palace.cooper_island.plan import plan_lines
from palace.cooper_island.referee import (
    TileVerdict,
    highest_free,
    judge,
    judge_building,
    lay,
    legal_placements,
    put_up,
    take_ruin,
)
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.tiles import Placement, read_tile
from palace.cooper_island.verbs import CHOICES, VERBS, Step, Verb
from palace.core.errors import InputError, NotationError, Problem, gather, locate
from palace.core.provenance import NAME
from palace.files.text_file import argument_text, place_in
from palace.files.writing import write_whole

MOST = 20
"""The most placements listed on a terminal."""

land_option = click.option(
    "--land", metavar="LAND", help="Tiles and pieces on it, @FILE or @-, instead of the set-up."
)


def situation_options(verb: Any) -> Any:
    """Add the options for a land, rulings, and JSON."""
    for option in (
        json_option,
        click.option(
            "--ruling", multiple=True, metavar="NAME=VALUE", help="Answer an open question, see "
            "palace rulings --game cooper-island. May be repeated.",
        ),
        land_option,
        click.option("--map", "map_name", metavar="MAP",
                     help="cooper-2, cooper-3, cooper-4 or a layout file."),
    ):  # fmt: skip
        verb = option(verb)
    return verb


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


@cooper_island_verb.command("map", short_help="The plan of a peninsula, or of a land.")
@click.argument("name", metavar="[MAP]", required=False)
@land_option
@json_option
def map_command(name: str | None, land: str | None, as_json: bool) -> None:
    """Draw a peninsula on the terminal: each space with its name, tiles, cube or piece.

    Example:  palace cooper-island map cooper-3

    Example:  palace cooper-island map --land "cooper-2: c2=m d2=f3+wood d3=m6+food"
    """
    here = locate("--land" if land else "MAP", lambda: _read_land(name, land))
    if as_json:
        echo_json({**_layout_data(here), **_land_data(here)})
        return
    click.echo(f"{here.peninsula.title}: {_counts(here)}")
    click.echo()
    for line in plan_lines(here):
        click.echo(line)
    if here.peninsula.placeholder:
        click.echo(wrapped("placeholder: a layout of our own; the printed one is not known"))


@cooper_island_verb.command("new-map", short_help="Write a layout file to fill in.")
@click.argument("target", metavar="FILE.toml", type=click.Path(path_type=Path))
@click.option(
    "--players", type=click.IntRange(2, 4), default=2, show_default=True, metavar="N",
    help="Start with our layout for this number of players.",
)  # fmt: skip
def new_map_command(target: Path, players: int) -> None:
    """Write a layout file to edit: enter the spaces of your peninsula, then draw it.

    Example:  palace cooper-island new-map my-peninsula.toml --players 3

    The file starts as one of our own layouts, a placeholder. An existing file is not overwritten.
    """
    if target.suffix.lower() != ".toml" or not re.fullmatch(NAME, target.stem):
        what = "the file name is the name of the peninsula"
        remedy = "use letters, digits and hyphens, such as my-peninsula.toml"
        raise InputError(Problem(str(target), what, remedy))
    write_whole(target, layout_template(target.stem.lower(), f"cooper-{players}"))
    click.echo(f"wrote {target}")
    click.echo(f"draw it with: palace cooper-island map {target}")


class Tried(NamedTuple):
    """A land on which a step of a log was tried, with the verdict."""

    land: Land
    verdict: TileVerdict = TileVerdict()


def _lay(land: Land, rulings: Rulings, placement: Placement, **_: object) -> Tried:
    """Lay a tile, an illegal one too as far as it can lie."""
    verdict = judge(land, placement, rulings)
    return Tried(verdict.land or lay(land, placement), verdict)


def _put_up(
    land: Land, rulings: Rulings, space: Hex, piece: str = "building", **_: object
) -> Tried:
    reasons = judge_building(land, space)
    return Tried(land if reasons else put_up(land, piece, space), TileVerdict(reasons))


def _take_ruin(land: Land, rulings: Rulings, space: Hex, **_: object) -> Tried:
    return Tried(take_ruin(land, space))


def _spend(land: Land, rulings: Rulings, spaces: tuple[Hex, ...]) -> Tried:
    return Tried(without_cubes(land, spaces))


_TRIED = {
    **{verb: replace(VERBS[verb], do=_lay) for verb in ("double", "single", "islet")},
    "build": replace(VERBS["build"], do=_put_up),
    "building": Verb("building", "SPACE", "building c2", _put_up),
    "statue": replace(VERBS["statue"], do=partial(_put_up, piece="statue")),
    "spend": Verb("spend", "SPACES", "spend c2", _spend),
    "ruin": replace(VERBS["ruin"], do=_take_ruin),
}
"""The steps that can be tried: the verbs of a log that change a land, and two short ones."""


@cooper_island_verb.command("check", short_help="Check tiles one after the other.")
@click.argument("placements", metavar="PLACEMENT...", nargs=-1, required=True)
@situation_options
def check_verb(placements: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Judge placements one after the other; exit status 1 if one is not legal.

    Example:  palace cooper-island check "double forest-meadow d2-d3"

    Example:  palace cooper-island check "spend c2" "single meadow c2" "islet forest c3-b3"

    A placement is a tile and its spaces: double forest-meadow c3-d3, single meadow c2, islet forest
    c3-b3 (the sea half second). It may end with level meadow d3 (the single tile under the lower
    half) and with gold. Other steps: spend c2 (its cube), building c2, statue c2, ruin d3 (taken
    away). Steps are read as in a log (palace cooper-island); costs and effects are not checked.
    """
    problems: list[Problem] = []
    texts = [*placements]
    if not any(" " in text for text in texts):
        texts = re.split(rf" (?=(?:{'|'.join(_TRIED)}) )", " ".join(texts))
    steps = [
        gather(problems, f"placement {text!r:.40}", partial(read_step, text, _TRIED))
        for text in texts
    ]
    here, rulings = _situation(problems, **options)
    found: list[tuple[Step, Tried]] = []
    land = here
    for step in filter(None, steps):
        do = partial(step.row.do, land, rulings, **dict(step.parts))
        tried: Tried | None = gather(problems, str(step), do)
        if tried:
            found.append((step, tried))
            land = tried.land
    if problems:
        raise InputError(*problems)
    legal = all(tried.verdict.legal for _, tried in found)
    if as_json:
        data = {"legal": legal, **_layout_data(here), "rulings": rulings.changed()}
        echo_json({**data, "placements": [_data(*one) for one in found], **_land_data(land)})
    else:
        for step, (after, verdict) in found:
            click.echo(headline(verdict.legal, f"{step}  on {after.peninsula.title}"))
            for line in reason_lines(verdict.reasons):
                click.echo(line)
            if verdict.cubes:
                gains = [f"{cube} worth {value(after, at)} on {at}" for at, cube in verdict.cubes]
                click.echo(wrapped(", ".join(gains)))
        click.echo()
        for line in plan_lines(land, {reason.at for reason in found[-1][1].verdict.reasons}):
            click.echo(line)
    if not legal:
        raise click.exceptions.Exit(1)


@cooper_island_verb.command("legal", short_help="List the legal placements of a tile.")
@click.argument("words", metavar="TILE", nargs=-1, required=True)
@situation_options
def legal_verb(words: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """List every legal placement of a tile.

    Example:  palace cooper-island legal "double forest-meadow"
    """
    problems: list[Problem] = []
    tile = gather(problems, "TILE", partial(read_tile, " ".join(words)))
    here, rulings = _situation(problems, **options)
    if problems or tile is None:
        raise InputError(*problems)
    ways = legal_placements(here, tile, rulings)
    if as_json:
        echo_json({**_layout_data(here), "tile": str(tile), "placements": [*map(str, ways)]})
        return
    click.echo(f"{counted(len(ways), 'legal placement')} of {tile}  on {here.peninsula.title}")
    for way in ways[:MOST]:
        click.echo(f"  {way}")
    if len(ways) > MOST:
        click.echo(f"  and {len(ways) - MOST} more: --json lists them all")


def _situation(
    problems: list[Problem], map_name: str | None, land: str | None, ruling: tuple[str, ...]
) -> tuple[Land, Rulings]:
    """Return the land and the rulings of the options; raises every problem, earlier ones
    included, if one of them cannot be read."""
    here = gather(problems, "--land", lambda: _read_land(map_name, land))
    rulings = gather(problems, "--ruling", lambda: Rulings.of(Rulings.pairs(ruling)))
    if here is None or rulings is None:
        raise InputError(*problems)
    return here, rulings


def _read_land(map_name: str | None, text: str | None) -> Land:
    """Return the land of the options; raises `InputError` or `NotationError`."""
    peninsula = load_peninsula(map_name) if map_name else None
    if text is None:
        return Land.start(peninsula or load_peninsula("cooper-2"))
    if text.startswith("@"):
        file = "standard input" if text == "@-" else text[1:] or "@"
        return _land_in(argument_text(text[1:], file), file, peninsula)
    return Land.read(text, peninsula or (None if ":" in text else load_peninsula("cooper-2")))


def _land_in(text: str, file: str, peninsula: Peninsula | None) -> Land:
    """Return the land in a file; errors name the line and column in the file."""
    try:
        return Land.read(text, peninsula)
    except NotationError as error:
        where = str(place_in(text, error.column - 1, file))
        remedy = f"expected {error.expected}"
        raise InputError(Problem(where, error.what, remedy)) from None


def _counts(land: Land) -> str:
    peninsula = land.peninsula
    parts = [
        f"for {peninsula.seats} players",
        f"{len(peninsula.land)} spaces of land",
        counted(len(peninsula.ruins), "ruin"),
        f"{len(peninsula.beaches)} beaches and {peninsula.bay} in the bay",
    ]
    return ", ".join(parts)


def _data(step: Step, tried: Tried) -> dict[str, object]:
    return {
        "placement": str(step),
        "legal": tried.verdict.legal,
        "reasons": [reason.record() for reason in tried.verdict.reasons],
        "cubes": {str(space): cube for space, cube in tried.verdict.cubes},
        "land": str(tried.land),
    }


def _layout_data(land: Land) -> dict[str, object]:
    return {"map": land.peninsula.name, "provenance": land.peninsula.provenance}


def _land_data(land: Land) -> dict[str, object]:
    """Return facts about a land as plain data, under the default rulings."""
    return {
        "land": str(land),
        "spaces": len(land.peninsula.land),
        "uncovered": uncovered(land),
        "road": road_points(land),
        "highest": [str(space) for space in highest_free(land)],
    }
