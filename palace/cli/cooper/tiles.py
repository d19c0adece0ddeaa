"""`palace cooper-island check` and `legal`: whether a tile may be laid, and where."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import click

from palace.cli.options import json_option
from palace.cli.output import counted, echo_json, headline, reason_lines, wrapped
from palace.cooper_island.land import Land, road_points, uncovered, value, without_cubes
from palace.cooper_island.notation import read_step
from palace.cooper_island.peninsula import Hex, Peninsula, load_peninsula
from palace.cooper_island.plan import plan_lines
from palace.cooper_island.referee import (
    LEVELLING_COST,
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
from palace.cooper_island.tiles import Hand, Placement, read_double, read_tile
from palace.cooper_island.verbs import VERBS, Part, Step, Verb
from palace.core.errors import InputError, NotationError, Problem, gather
from palace.files.text_file import argument_text, place_in

MOST = 20
"""The most placements listed on a terminal."""

map_option = click.option(
    "--map", "map_name", metavar="MAP", help="cooper-2, cooper-3, cooper-4 or a layout file."
)
land_option = click.option(
    "--land", metavar="LAND", help="Tiles and pieces on it, @FILE or @-, instead of the set-up."
)
ruling_option = click.option(
    "--ruling", multiple=True, metavar="NAME=VALUE",
    help="Answer an open question, see palace rulings --game cooper-island. May be repeated.",
)  # fmt: skip


def situation_options(verb: Any) -> Any:
    """Add the options for a land, the tiles and steps at hand, rulings, and JSON."""
    least = click.IntRange(min=0)
    for option in (
        json_option,
        ruling_option,
        click.option("--islets", type=least, metavar="N", help="Islet tiles left [6]."),
        click.option("--singles", type=least, metavar="N", help="Single tiles left [56]."),
        click.option("--steps", type=least, metavar="N", help="Steps of the cartographer."),
        click.option(
            "--double", multiple=True, metavar="SIDE",
            help="A double tile at hand, by a side such as forest-meadow. May be repeated.",
        ),
        land_option,
        map_option,
    ):  # fmt: skip
        verb = option(verb)
    return verb


@dataclass
class Trial:
    """A land on which steps of a log are tried one after the other, and the tiles at hand."""

    land: Land
    rulings: Rulings
    hand: Hand
    verdict: TileVerdict = field(default_factory=TileVerdict)


def _lay(trial: Trial, placement: Placement, **_: object) -> None:
    """Lay a tile, an illegal one too as far as it can lie; it is used up in any case."""
    trial.verdict = judge(trial.land, placement, trial.rulings, trial.hand)
    trial.land = trial.verdict.land or lay(trial.land, placement)
    tile, (doubles, singles, islets, steps) = placement.tile, trial.hand
    if tile.kind == "double" and doubles is not None:
        gone = next((at for at, one in enumerate(doubles) if one.shows(tile.terrains)), None)
        doubles = tuple(one for at, one in enumerate(doubles) if at != gone)
    singles -= (tile.kind == "single") + (placement.level is not None)
    islets -= tile.kind == "islet"
    if placement.level and steps is not None:
        steps = max(0, steps - LEVELLING_COST)
    trial.hand = Hand(doubles, max(0, singles), max(0, islets), steps)


def _put_up(trial: Trial, space: Hex, piece: str, **_: object) -> None:
    reasons = judge_building(trial.land, space)
    trial.verdict = TileVerdict(reasons)
    if not reasons:
        trial.land = put_up(trial.land, piece, space)


def _take_ruin(trial: Trial, space: Hex, **_: object) -> None:
    trial.verdict = TileVerdict()
    trial.land = take_ruin(trial.land, space)


def _spend(trial: Trial, spaces: tuple[Hex, ...]) -> None:
    trial.verdict = TileVerdict()
    trial.land = without_cubes(trial.land, spaces)


_BUILD = partial(_put_up, piece="building")

TRIED = {
    **{verb: VERBS[verb]._replace(do=_lay) for verb in ("double", "single", "islet")},
    "build": VERBS["build"]._replace(do=_BUILD),
    "building": Verb(
        "building", "", (Part("space", "space"),), "building c2", "of any kind", _BUILD
    ),
    "statue": VERBS["statue"]._replace(do=partial(_put_up, piece="statue")),
    "spend": Verb("spend", "", (Part("spaces", "spaces"),), "spend c2", "cubes", _spend),
    "ruin": VERBS["ruin"]._replace(do=_take_ruin),
}
"""The steps that can be tried: the verbs of a log that change a land, and two short ones."""


@click.command("check", short_help="Check tiles one after the other.")
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
    steps: list[Step] = []
    for text in placements:
        where = f"placement {text!r:.40}"
        step = gather(problems, where, partial(read_step, text, TRIED))
        steps += [] if step is None else [step]
    if problems and (quoted := _in_quotes(placements)):
        what, remedy = "each placement is one argument", f"write it in quotes: {quoted}"
        raise InputError(Problem("PLACEMENT", what, remedy))
    trial = _trial(options, problems)
    here = trial.land
    found: list[tuple[Step, Land, TileVerdict]] = []
    for step in steps:
        count = len(problems)
        gather(problems, str(step), partial(step.row.do, trial, **dict(step.parts)))
        if len(problems) == count:
            found.append((step, trial.land, trial.verdict))
    if problems:
        raise InputError(*problems)
    legal = all(verdict.legal for _, _, verdict in found)
    if as_json:
        data = {"legal": legal, **layout_data(here), "rulings": trial.rulings.changed()}
        tried = [_trial_data(*entry) for entry in found]
        echo_json({**data, "placements": tried, **land_data(trial.land)})
    else:
        for step, after, verdict in found:
            click.echo(headline(verdict.legal, f"{step}  on {after.peninsula.title}"))
            for line in reason_lines(verdict.reasons):
                click.echo(line)
            if verdict.cubes:
                gains = [f"{cube} worth {value(after, at)} on {at}" for at, cube in verdict.cubes]
                click.echo(wrapped(", ".join(gains)))
        click.echo()
        for line in plan_lines(trial.land, {reason.at for reason in found[-1][2].reasons}):
            click.echo(line)
    if not legal:
        raise click.exceptions.Exit(1)


@click.command("legal", short_help="List the legal placements of a tile.")
@click.argument("words", metavar="TILE", nargs=-1, required=True)
@situation_options
def legal_verb(words: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """List every legal placement of a tile.

    Example:  palace cooper-island legal "double forest-meadow"
    """
    problems: list[Problem] = []
    tile = " ".join(words)
    if len(words) > 1:
        what, remedy = "the tile is one argument", f'write it in quotes: "{tile}"'
        raise InputError(Problem("TILE", what, remedy))
    given = gather(problems, "TILE", lambda: read_tile(tile))
    trial = _trial(options, problems)
    here = trial.land
    assert given is not None
    ways = legal_placements(here, given, trial.rulings, trial.hand)
    if as_json:
        echo_json(
            {**layout_data(here), "tile": str(given), "placements": [str(way) for way in ways]}
        )
        return
    click.echo(f"{counted(len(ways), 'legal placement')} of {given}  on {here.peninsula.title}")
    for way in ways[:MOST]:
        click.echo(f"  {way}")
    if len(ways) > MOST:
        click.echo(f"  and {len(ways) - MOST} more: --json lists them all")


def _in_quotes(words: tuple[str, ...]) -> str | None:
    """Return the placements of words that lack quotes; None if these are no placements."""
    groups: list[list[str]] = []
    for word in " ".join(words).split():
        groups = [*groups, []] if word.lower() in TRIED or not groups else groups
        groups[-1].append(word)
    texts = [" ".join(group) for group in groups]
    try:
        for text in texts:
            read_step(text, TRIED)
    except NotationError:
        return None
    return " ".join(f'"{text}"' for text in texts)


def read_land(map_name: str | None, text: str | None) -> Land:
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


def _trial(options: dict[str, Any], problems: list[Problem]) -> Trial:
    """Return the situation of the options; raises every problem, earlier ones included."""
    name, text, pairs = options.pop("map_name"), options.pop("land"), options.pop("ruling")
    land = gather(problems, "--land", lambda: read_land(name, text))
    rulings = gather(problems, "--ruling", lambda: Rulings.of(Rulings.pairs(pairs)))
    doubles = [
        gather(problems, "--double", partial(read_double, double))
        for double in options.pop("double")
    ]
    if land is None or rulings is None or problems:
        raise InputError(*problems)
    given = {name: count for name, count in options.items() if count is not None}
    hand = tuple(double for double in doubles if double is not None)
    return Trial(land, rulings, Hand(hand or None, **given))


def _trial_data(step: Step, land: Land, verdict: TileVerdict) -> dict[str, object]:
    return {
        "placement": str(step),
        "legal": verdict.legal,
        "reasons": [reason.record() for reason in verdict.reasons],
        "cubes": {str(space): cube for space, cube in verdict.cubes},
        "land": str(land),
    }


def layout_data(land: Land) -> dict[str, object]:
    return {"map": land.peninsula.name, "provenance": land.peninsula.provenance}


def land_data(land: Land) -> dict[str, object]:
    """Return facts about a land as plain data, under the default rulings."""
    return {
        "land": str(land),
        "spaces": len(land.peninsula.land),
        "uncovered": uncovered(land),
        "road": road_points(land),
        "highest": [str(space) for space in highest_free(land)],
    }
