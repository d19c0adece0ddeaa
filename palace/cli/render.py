"""`palace render`: a picture, a film or a 3D file of a palace, by the viewer that is installed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from palace.cli.bar import bar
from palace.cli.monkey.situation import check_turn, is_map, open_map, situation
from palace.cli.out_file import refuse_existing, write_out
from palace.cli.problems import Problems
from palace.cli.render_lands import draw_lands, lands_by
from palace.cli.render_options import FILMS, KINDS, wanted
from palace.cli.viewing import installed
from palace.core.errors import InputError, Problem
from palace.core.provenance import NAME
from palace.files.document import read_document
from palace.monkey_palace.drawing.plan import plan_svg
from palace.monkey_palace.game.replay import Replay, replay
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.palace import Palace

if TYPE_CHECKING:
    from palace.cooper_island.lands import Lands


@click.command("render", short_help="Draw a position, a game or a build; film it; make a 3D file.")
@click.argument("what", metavar="POSITION|MAP|FILE")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="OUT",
    help=f"The file to write: {KINDS}.",
)
@click.option("--turn", type=int, metavar="N", help="Of a record: after turn N, 0 the set-up.")
@click.option("--player", metavar="NAME", help="Of Cooper Island: the land of one player alone.")
@click.option("--size", metavar="WxH", help="Pixels: PNG [1200x900], GIF and MP4 [640x480].")
@click.option("--view", metavar="VIEW", help="PNG, GIF, MP4: free, plan or front [free].")
@click.option("--transparent", is_flag=True, help="PNG: nothing behind it.")
@click.option("--by", metavar="STEP", help="GIF, MP4: by turn or by element [turn].")
@click.option(
    "--fps", metavar="N", help="GIF, MP4: pictures a second [1, by element 6, --turntable 9]."
)
@click.option("--turntable", is_flag=True, help="GIF, MP4: a full turn round what stands.")
@click.option("--plan", is_flag=True, help="SVG: draw the plan instead of the picture.")
@click.option("--fuse", is_flag=True, help="STL, 3MF: unite all bodies to one.")
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
def render_verb(
    what: str, output: Path, turn: int | None, player: str | None, force: bool, **options: Any
) -> None:
    """Draw a palace string, a map, a land, what a record leaves, or the elements of a build, as
    SVG or PNG, film a record or a full turn round a palace as GIF or MP4, or write a 3D file: GLB
    for viewers, STL and 3MF (in mm) for printers.

    Example:  palace render game.toml -o palace.png --size 1600x1200

    Example:  palace render game.toml -o game.gif --by element

    Example:  palace render game.toml --turn 7 -o turn.mp4 --turntable

    Example:  palace render map-3 -o map-3.png --view plan

    Example:  palace render "cooper-2: c2=m d2=f3 d3=m6+food" -o land.png

    Example:  palace render map-1:x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8 -o palace.svg
    """
    problems = Problems()
    shown: Palace | Build | Replay | Lands | None = None
    given: dict[str, Any] = {}
    suffix = output.suffix.lower()
    with problems.within(str(output)):
        given = wanted(output, options)
    with problems.within(""):
        shown = lands_by(what, turn, player) or shown_by(
            what, turn, game=suffix in FILMS and not options["turntable"]
        )
    problems.check()
    assert shown is not None
    refuse_existing(output, force=force)
    if isinstance(shown, (Palace, Build, Replay)):
        made = _drawn(shown, suffix, given)
    else:
        made = draw_lands(shown, output, given)
    write_out(output, made, force=force)
    click.echo(f"wrote {output}")


def _drawn(shown: Palace | Build | Replay, suffix: str, options: dict[str, Any]) -> str | bytes:
    if suffix in FILMS:
        with bar("filming") as told:
            return cast(bytes, installed(suffix[1:])(shown, **options, told=told))
    if suffix != ".svg":
        return cast(bytes, installed(suffix[1:])(shown, **options))
    if not options.get("plan"):
        return picture()(shown)
    if not isinstance(shown, Palace):
        raise InputError(Problem("--plan", "a build of loose elements has none", "leave it out"))
    return plan_svg(shown)


def svg_only(output: Path) -> None:
    """Raise an `InputError` unless the picture is to be an SVG file."""
    if output.suffix.lower() != ".svg":
        raise InputError(Problem(str(output), "pictures are written as SVG", "name it OUT.svg"))


def shown_by(what: str, turn: int | None = None, *, game: bool = False) -> Palace | Build | Replay:
    """The palace, map or build that an argument stands for; of a record the palace after a turn, or
    with `game` all turns up to it."""
    if what.lower().endswith((".toml", ".json")) and not what.startswith("@"):
        return _shown_by_file(what, turn, game)
    if turn is not None:
        raise InputError(Problem("--turn", "it goes with a record", "leave it out"))
    if "-" in what and re.fullmatch(NAME, what):  # no palace string has a hyphen
        return _setup(what)
    return situation(what, None, None, None, None, (), where="POSITION").palace


def _setup(name: str) -> Palace:
    """What stands on a map at first, by its name or its file."""
    return Palace.setup(open_map(name))


def _shown_by_file(name: str, turn: int | None, game: bool) -> Palace | Build | Replay:
    from palace.cli.check_file import load

    document = read_document(name)
    if is_map(document):
        if turn is not None:
            raise InputError(Problem("--turn", "a map has no turns", "leave it out"))
        return _setup(name)
    loaded = load(document, Path(name).parent)
    if isinstance(loaded, tuple):
        if turn is not None:
            raise InputError(Problem("--turn", "a build has no turns", "leave it out"))
        return loaded[0]
    check_turn(loaded, turn)
    played = replay(loaded, turns=turn)
    return played if game else played.palace


def picture() -> Callable[[Palace | Build | Replay], str]:
    """The installed viewer's function from a palace or build to an SVG text."""
    return installed("picture")
