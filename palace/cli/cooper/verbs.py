"""`palace cooper-island`: its peninsulas, whether a tile may be laid, its open questions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palace.cli.cooper.areas import areas_verb
from palace.cli.cooper.log import log_verb
from palace.cli.cooper.plan import plan_lines
from palace.cli.options import json_option
from palace.cli.output import counted, echo_json, headline, reason_lines, wrapped
from palace.cli.problems import Problems
from palace.cooper_island import Hand, Land, Rulings, legal_placements, load_peninsula
from palace.cooper_island.acts import read_act, try_act, used
from palace.cooper_island.drawing import named
from palace.cooper_island.land import road, uncovered, value
from palace.cooper_island.referee import highest_free
from palace.cooper_island.tiles import Placement, read_double, read_tile
from palace.core.errors import InputError, NotationError, Problem
from palace.core.provenance import NAME
from palace.files.text_file import argument_text, place_in
from palace.files.writing import write_whole

if TYPE_CHECKING:
    from palace.cooper_island import Hand, Land, Peninsula, Rulings
    from palace.cooper_island.acts import Act
    from palace.cooper_island.referee import TileVerdict
    from palace.cooper_island.tiles import Placement, Tile

MOST = 20
"""Placements listed on a terminal."""

map_option = click.option(
    "--map", "map_name", metavar="MAP", help="cooper-2, cooper-3, cooper-4 or a layout file."
)
land_option = click.option(
    "--land", metavar="LAND", help="What lies there, @FILE or @-, instead of the set-up."
)
ruling_option = click.option(
    "--ruling", multiple=True, metavar="NAME=VALUE",
    help="An answer to an open question, see palace rulings --game cooper-island. May be repeated.",
)  # fmt: skip


def hand_options(verb: Any) -> Any:
    """The options that say what is at hand."""
    least = click.IntRange(min=0)
    for option in (
        click.option("--islets", type=least, metavar="N", help="Islet tiles left [6]."),
        click.option("--singles", type=least, metavar="N", help="Single tiles left [56]."),
        click.option("--steps", type=least, metavar="N", help="Steps of the cartographer."),
        click.option(
            "--double", multiple=True, metavar="SIDE",
            help="A double tile at hand, by a side such as forest-meadow. May be repeated.",
        ),
    ):  # fmt: skip
        verb = option(verb)
    return verb


@click.group(
    "cooper-island", short_help="Cooper Island: its peninsulas and tiles.",
    invoke_without_command=True,
)  # fmt: skip
@click.pass_context
def cooper_island_verb(context: click.Context) -> None:
    """Cooper Island: its peninsulas, laying tiles, and how a log is written.

    Example:  palace cooper-island check "double forest-meadow d2-d3"
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cooper_island_verb.command("map", short_help="The plan of a peninsula, or of a land.")
@click.argument("name", metavar="[MAP]", required=False)
@land_option
@json_option
def map_command(name: str | None, land: str | None, as_json: bool) -> None:
    """Draw a peninsula on the terminal: every space with its name, and what lies there.

    Example:  palace cooper-island map cooper-3

    Example:  palace cooper-island map --land "cooper-2: c2=m d2=f3+wood d3=m6+food"
    """
    problems = Problems()
    here: Land | None = None
    with problems.within("--land" if land else "MAP"):
        here = _land(name, land)
    problems.check()
    assert here is not None
    if as_json:
        echo_json({**_layout(here), **_state(here)})
        return
    click.echo(f"{here.peninsula.title}: {_counts(here)}")
    click.echo()
    _show(here)
    if here.peninsula.placeholder:
        click.echo(wrapped("placeholder: the layout is our own; the printed one is not known here"))


@cooper_island_verb.command("new-map", short_help="Write a layout file to fill in.")
@click.argument("target", metavar="FILE.toml", type=click.Path(path_type=Path))
@click.option(
    "--players", type=click.IntRange(2, 4), default=2, show_default=True, metavar="N",
    help="Begin as our layout for so many players.",
)  # fmt: skip
def new_map_command(target: Path, players: int) -> None:
    """Write a layout file to change: type the spaces of your peninsula in, and look at it.

    Example:  palace cooper-island new-map my-peninsula.toml --players 3

    It begins as our own layout, a placeholder; a file that exists is not touched.
    """
    from palace.cooper_island.peninsula import layout_template

    if target.suffix.lower() != ".toml" or not re.fullmatch(NAME, target.stem):
        what = "a layout file is named as its peninsula"
        remedy = "letters, digits and hyphens, as my-peninsula.toml"
        raise InputError(Problem(str(target), what, remedy))
    write_whole(target, layout_template(target.stem.lower(), f"cooper-{players}"))
    click.echo(f"wrote {target}")
    click.echo(f"look at it with: palace cooper-island map {target}")


@cooper_island_verb.command("check", short_help="May these tiles be laid, and if not, why?")
@click.argument("placements", metavar="PLACEMENT...", nargs=-1, required=True)
@map_option
@land_option
@hand_options
@ruling_option
@json_option
def check_command(
    placements: tuple[str, ...],
    map_name: str | None,
    land: str | None,
    ruling: tuple[str, ...],
    as_json: bool,
    **at_hand: Any,
) -> None:
    """Judge placements one after the other; exit status 1 if one is not legal.

    Example:  palace cooper-island check "double forest-meadow d2-d3"

    Example:  palace cooper-island check "spend c2" "single meadow c2" "islet forest c3-b3"

    A placement is a tile and its spaces: double forest-meadow c3-d3, single meadow c2, islet forest
    c3-b3 (the sea half second); then level meadow d3, the single tile under the lower half; then
    gold. Between them may stand: spend c2 (its cube), building c2, statue c2, ruin d3 (taken).
    """
    problems = Problems()
    acts: list[Placement | Act] = []
    here: Land | None = None
    for text in placements:
        with problems.within(f"placement {text!r:.40}"):
            acts.append(read_act(text))
    with problems.within("--land"):
        here = _land(map_name, land)
    rulings = _rulings(ruling, problems)
    hand = _hand(at_hand, problems)
    problems.check()
    assert here is not None
    found: list[tuple[Placement | Act, Land, TileVerdict]] = []
    for act in acts:
        with problems.within(str(act)):
            here, verdict = try_act(here, act, rulings, hand)
            found.append((act, here, verdict))
        if isinstance(act, Placement):
            hand = used(hand, act)
    problems.check()
    legal = all(verdict.legal for _, _, verdict in found)
    if as_json:
        data = {"legal": legal, **_layout(here), "rulings": rulings.changed()}
        echo_json({**data, "placements": [_judged(*entry) for entry in found], **_state(here)})
    else:
        for act, after, verdict in found:
            click.echo(headline(verdict.legal, f"{act}  on {after.peninsula.title}"))
            for line in reason_lines(verdict.reasons):
                click.echo(line)
            if verdict.cubes:
                click.echo(_gains(after, verdict))
        click.echo()
        _show(here, found[-1][2])
    if not legal:
        raise click.exceptions.Exit(1)


@cooper_island_verb.command("legal", short_help="Where a tile may be laid.")
@click.argument("tile", metavar="TILE")
@map_option
@land_option
@hand_options
@ruling_option
@json_option
def legal_command(
    tile: str,
    map_name: str | None,
    land: str | None,
    ruling: tuple[str, ...],
    as_json: bool,
    **at_hand: Any,
) -> None:
    """List every legal placement of a tile.

    Example:  palace cooper-island legal "double forest-meadow"
    """
    problems = Problems()
    wanted: Tile | None = None
    here: Land | None = None
    with problems.within("TILE"):
        wanted = read_tile(tile)
    with problems.within("--land"):
        here = _land(map_name, land)
    rulings = _rulings(ruling, problems)
    hand = _hand(at_hand, problems)
    problems.check()
    assert here is not None
    assert wanted is not None
    ways = legal_placements(here, wanted, rulings, hand)
    if as_json:
        echo_json({**_layout(here), "tile": str(wanted), "placements": [str(way) for way in ways]})
        return
    click.echo(f"{counted(len(ways), 'legal placement')} of {wanted}  on {here.peninsula.title}")
    for way in ways[:MOST]:
        click.echo(f"  {way}")
    if len(ways) > MOST:
        click.echo(f"  and {len(ways) - MOST} more: --json lists them all")


def _land(map_name: str | None, text: str | None) -> Land:
    """The land the options describe; raises `InputError` or `NotationError`."""
    peninsula = load_peninsula(map_name) if map_name else None
    if text is None:
        return Land.start(peninsula or load_peninsula("cooper-2"))
    if text.startswith("@"):
        file = "standard input" if text == "@-" else text[1:] or "@"
        return _land_in(argument_text(text[1:], file), file, peninsula)
    return Land.read(text, peninsula or (None if ":" in text else load_peninsula("cooper-2")))


def _land_in(text: str, file: str, peninsula: Peninsula | None) -> Land:
    """The land in a file's text; errors have their line and column there."""
    try:
        return Land.read(text, peninsula)
    except NotationError as error:
        where = str(place_in(text, error.column - 1, file))
        remedy = f"expected {error.expected}"
        raise InputError(Problem(where, error.what, remedy)) from None


def _rulings(pairs: tuple[str, ...], problems: Problems) -> Rulings:
    with problems.within("--ruling"):
        return Rulings.of(Rulings.pairs(pairs))
    return Rulings()


def _hand(at_hand: dict[str, Any], problems: Problems) -> Hand:
    doubles = []
    for text in at_hand.pop("double"):
        with problems.within("--double"):
            doubles.append(read_double(text))
    given = {name: count for name, count in at_hand.items() if count is not None}
    return Hand(tuple(doubles) or None, **given)


def _show(land: Land, verdict: TileVerdict | None = None) -> None:
    for line in plan_lines(land, named(verdict)):
        click.echo(line)


def _gains(land: Land, verdict: TileVerdict) -> str:
    gains = [f"{cube} worth {value(land, at)} on {at}" for at, cube in verdict.cubes]
    gains += [f"{cube} in the storage" for cube in verdict.stored]
    return wrapped(", ".join(gains))


def _judged(act: Placement | Act, land: Land, verdict: TileVerdict) -> dict[str, Any]:
    return {
        "placement": str(act),
        "legal": verdict.legal,
        "reasons": [reason.record() for reason in verdict.reasons],
        "cubes": {str(space): cube for space, cube in verdict.cubes},
        "stored": list(verdict.stored),
        "land": str(land),
    }


def _layout(land: Land) -> dict[str, Any]:
    return {"map": land.peninsula.name, "provenance": land.peninsula.provenance}


def _state(land: Land) -> dict[str, Any]:
    """What is known of a land by itself, under the default rulings."""
    return {
        "land": str(land),
        "spaces": len(land.peninsula.land),
        "uncovered": uncovered(land),
        "road": road(land),
        "highest": [str(space) for space in highest_free(land)],
    }


def _counts(land: Land) -> str:
    peninsula = land.peninsula
    parts = [
        f"for {peninsula.seats} players",
        f"{len(peninsula.land)} spaces of land",
        counted(len(peninsula.ruins), "ruin"),
        f"{len(peninsula.beaches)} beaches and {peninsula.bay} in the bay",
    ]
    return ", ".join(parts)


cooper_island_verb.add_command(areas_verb)
cooper_island_verb.add_command(log_verb)
