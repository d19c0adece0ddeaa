"""`palace render`: a picture, a film or a 3D file of a palace, by the viewer that is installed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

import click

from palace.cli.output import bar, refuse_existing, write_out
from palace.cli.viewing import FILMS, KINDS, LDRAW, PRINTED, installed, wanted
from palace.cli.words import part_of, say
from palace.contract.game import Drawing, Given
from palace.contract.registry import AnyGame, default, game, game_in, game_showing, is_record
from palace.contract.rules import log_of
from palace.core.errors import InputError, Problem, gather
from palace.files.document import Document, read_document

NO_OPTIONS: Given = MappingProxyType({})


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
@click.option(
    "--turn", type=int, metavar="N", help="Record: show it after turn N; 0 is the set-up."
)
@click.option("--player", metavar="NAME", help="Record: show what one player has.")
@click.option(
    "--size", metavar="WxH", help="Width and height in pixels [PNG 1200x900, films 640x480]."
)
@click.option(
    "--view",
    metavar="VIEW",
    help="PNG, PDF, films: in perspective (free), from above (plan) or from the front [free].",
)
@click.option("--transparent", is_flag=True, help="PNG: leave the background transparent.")
@click.option(
    "--by",
    metavar="STEP",
    help="Films, HTML, PDF, PNG, LDraw: a picture or step for each turn or each element [turn].",
)
@click.option(
    "--fps",
    metavar="N",
    help="Films: pictures a second [1, by element 6, --turntable 9]; HTML likewise [0.5, 3].",
)
@click.option("--turntable", is_flag=True, help="Films: turn once round the scene.")
@click.option("--plan", is_flag=True, help="SVG: draw it from above.")
@click.option(
    "--terrain",
    is_flag=False,
    flag_value="height",
    metavar="[FIGURE]",
    help="Not SVG, PDF: on each knob a column, as high as one can build there (height), or a brick "
    "for each of the most credits of a staircase that ends there (credits) [height].",
)
@click.option("--supply", metavar="SUPPLY", help="With --terrain: pieces to build from [5a5b1c].")
@click.option("--fuse", is_flag=True, help="STL, 3MF: unite all bodies into one.")
@click.option("--scale", metavar="S", help="STL, 3MF: a scale, as in 0.5 or 1:2 [1].")
@click.option("--fit", metavar="WxD", help="STL, 3MF: reduce it to fit a plate of W by D mm.")
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
def render_verb(
    what: str, output: Path, turn: int | None, player: str | None, force: bool, **options: Any
) -> None:
    """Draw a position, a map, a land, a recorded game or a build.

    The ending of OUT sets what is written: a picture (SVG, PNG), a film of a game or once round the
    scene (GIF, MP4), a page that plays a game in 3D in any browser, offline and in one file (HTML),
    building steps (PDF, or PNG with --by), a 3D file (GLB for 3D programs, with an animation of a
    record; STL and 3MF, in mm, for printers), or an LDraw model with building steps (LDR; MPD with
    a submodel for each turn).

    Example:  palace render game.toml -o palace.png --size 1600x1200

    Example:  palace render game.toml -o game.gif --by element

    Example:  palace render game.toml --turn 7 -o turn.mp4 --turntable

    Example:  palace render game.toml -o replay.html

    Example:  palace render game.toml -o steps.pdf

    Example:  palace render game.toml -o step.png --by turn

    Example:  palace render game.toml -o game.mpd --by element

    Example:  palace render game.toml -o game.glb

    Example:  palace render game.toml -o game.stl --fuse --fit 220x220

    Example:  palace render map-2 -o map-2.3mf --scale 1:2

    Example:  palace render map-3 -o map-3.png --view plan

    Example:  palace render map-1 --terrain -o terrain.gif

    Example:  palace render map-1 --terrain credits --supply 7a5b1c -o terrain.glb

    Example:  palace render map-1:x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8 -o palace.svg
    """
    found: list[Problem] = []
    suffix = output.suffix.lower()
    given = gather(found, str(output), lambda: wanted(output, options))
    drawing = gather(found, "", lambda: of_player(drawing_of(what, turn), player))
    if given is None or drawing is None or found:
        raise InputError(*found)
    if given.get("terrain"):
        refuse_existing(output, force=force)
        drawing = _terrain(drawing, given.pop("terrain"), given.pop("supply", ""))
        if suffix in FILMS:  # it can only be turned
            options["turntable"] = given["turntable"] = True
    if suffix in FILMS and not options["turntable"] and drawing.film is None:
        raise InputError(_no_film(drawing, output))
    if suffix == ".png" and "by" in given:
        write_steps(drawing, output, given, force=force)
        return
    refuse_existing(output, force=force)
    write_out(output, _drawn(drawing, suffix, given), force=force)
    click.echo(f"wrote {output}")


def write_steps(drawing: Drawing, output: Path, options: dict[str, Any], *, force: bool) -> None:
    """Write a picture of each step, as `OUT-00.png`, `OUT-01.png`, ...: all of them or none.

    Raises `InputError` with every file that exists.
    """
    with bar("drawing steps") as told:
        steps = _steps(drawing, "steps", **options, told=told)
        digits = max(2, len(str(len(steps) - 1)))
        names = [
            output.with_name(f"{output.stem}-{number:0{digits}}{output.suffix}")
            for number in range(len(steps))
        ]
        found: list[Problem] = []
        for name in names:
            gather(found, str(name), partial(refuse_existing, name, force=force))
        if found:
            raise InputError(*found)
        for name, picture in zip(names, [*steps], strict=True):
            write_out(name, picture, force=force)
    click.echo(f"wrote {names[0]} to {names[-1].name}")


def _steps(drawing: Drawing, name: str, **options: Any) -> Any:
    """Return what the viewer makes of the steps of a game, or of a palace from the bottom up."""
    if drawing.film is not None:
        return installed(name)(drawing.film, **options)
    if drawing.scene is None or drawing.turns or not drawing.isometric:
        what = f"there are no building steps of {drawing.title}"
        raise InputError(Problem("render", what, "write a picture"))
    return installed(name)(drawing.scene, **{"by": "element", **options})


def _terrain(drawing: Drawing, figure: str, supply: str) -> Drawing:
    """Return the terrain of what is drawn; raises `InputError` if it has none."""
    return Drawing(drawing.title, scene=terrain_of(drawing)(figure, supply))


def terrain_of(drawing: Drawing) -> Callable[[str, str], object]:
    """Return what makes the terrain of a drawing; raises `InputError` if it has none."""
    if drawing.terrain is None:
        what = "it goes with a map, a position or a record of staircases"
        raise InputError(Problem("--terrain", what, "leave it out"))
    return drawing.terrain


def _no_film(drawing: Drawing, output: Path) -> Problem:
    if drawing.turns:
        what = "its turns are not filmed one by one"
        return Problem(str(output), what, "give --turntable, or write a picture")
    return Problem("render", "there is no game to film", "name a record, or give --turntable")


def _drawn(drawing: Drawing, suffix: str, options: dict[str, Any]) -> str | bytes:
    if suffix in LDRAW:
        if drawing.ldraw is None:
            what = f"{drawing.title} is not built of LDraw's parts"
            raise InputError(Problem("render", what, "write a picture"))
        return drawing.ldraw(suffix[1:], options.get("by", "turn"))
    if drawing.scene is None and drawing.svg is None:
        what = f"there is no picture of {drawing.title}"
        raise InputError(Problem("render", what, "palace check shows the moves"))
    if suffix in FILMS:
        shown = drawing.scene if options.get("turntable") else drawing.film
        with bar("filming") as told:
            return cast(bytes, installed(suffix[1:])(shown, **options, told=told))
    if suffix == ".pdf":
        with bar("drawing steps") as told:
            return cast(bytes, _steps(drawing, "pdf", **options, told=told))
    if suffix == ".html":
        return _page(drawing, options)
    if suffix == ".svg":
        return _svg(drawing, plan=bool(options.get("plan")))
    if drawing.scene is None:
        return _flat(drawing, suffix, options)
    if suffix in PRINTED:
        return cast(bytes, installed(suffix[1:])(drawing.scene, **options, told=click.echo))
    plays = suffix in (".glb", ".png") and drawing.film is not None
    shown = drawing.film if plays else drawing.scene
    return cast(bytes, installed(suffix[1:])(shown, **options))


def _flat(drawing: Drawing, suffix: str, options: dict[str, Any]) -> bytes:
    """Return the plan in pixels."""
    if suffix != ".png" or drawing.svg is None:
        what = f"{drawing.title} is drawn flat"
        raise InputError(Problem("render", what, "name it OUT.svg or OUT.png"))
    wrong = [
        Problem(f"--{name}", "it goes with what is built", "leave it out")
        for name in options.keys() - {"size"}
    ]
    if wrong:
        raise InputError(*sorted(wrong))
    return cast(bytes, installed("flat")(drawing.svg(), **options))


def _page(drawing: Drawing, options: dict[str, Any]) -> bytes:
    """Return a page that plays a game, or shows the scene of anything else."""
    shown = drawing.scene if drawing.film is None else drawing.film
    if shown is None:
        what = f"{drawing.title} is drawn flat"
        raise InputError(Problem("render", what, "name it OUT.svg or OUT.png"))
    write = installed("html", extra="web")
    with bar("recording") as told:
        page = write(shown, title=drawing.title, record=drawing.window, **options, told=told)
    return cast(bytes, page)


def _svg(drawing: Drawing, *, plan: bool) -> str:
    """Return the plan, or where the viewer has one its picture."""
    if drawing.isometric and not plan:
        return picture()(drawing.scene)
    if drawing.svg is None:
        raise InputError(Problem("--plan", "a build of loose elements has none", "leave it out"))
    return drawing.svg()


def svg_only(output: Path) -> None:
    """Raise an `InputError` unless the picture is to be an SVG file."""
    if output.suffix.lower() != ".svg":
        raise InputError(Problem(str(output), "pictures are written as SVG", "name it OUT.svg"))


def drawing_of(what: str, turn: int | None = None) -> Drawing:
    """Return what can be shown of an argument: a record after a turn, another file, or a text."""
    if not what.lower().endswith((".toml", ".json")) or what.startswith("@"):
        if turn is not None:
            raise InputError(Problem("--turn", "it goes with a record", "leave it out"))
        return shown_by(game_showing(what), what)
    document = read_document(what)
    if is_record(document):
        found, record = game_in(document)
        drawings = part_of(found.drawing, say("lacks.drawing", game=found.title), what)
        return drawings.draw(record, log_of(record, turns=turn), turn, {})
    if turn is not None:
        kind = "build" if "build" in document.data else "map"
        raise InputError(Problem("--turn", f"a {kind} has no turns", "leave it out"))
    return shown_by(game(default()), document)


def shown_by(found: AnyGame, what: str | Document, options: Given = NO_OPTIONS) -> Drawing:
    """Return what a game can show of a text or a document that is no record.

    Raises `InputError`.
    """
    name = what if isinstance(what, str) else what.file
    drawing = part_of(found.drawing, say("lacks.drawing", game=found.title), name).show(
        what, options
    )
    if drawing is None:
        raise InputError(Problem(name, f"{found.title} has nothing to show of it", "name a record"))
    return drawing


def of_player(drawing: Drawing, player: str | None) -> Drawing:
    """Return what is shown of one player alone."""
    if player is None:
        return drawing
    if not drawing.players:
        what = "here all players build on one board" if drawing.film else "there are no players"
        raise InputError(Problem("--player", what, "leave it out"))
    if player not in drawing.players:
        what, known = f"no player is called {player!r:.40}", ", ".join(drawing.players)
        raise InputError(Problem("--player", what, f"it is {known}"))
    return drawing.players[player]


def picture() -> Callable[[object], str]:
    """Return the installed viewer's function from a scene to an SVG text."""
    return installed("picture")
