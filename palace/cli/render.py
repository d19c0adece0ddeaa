"""`palace render`: a picture or a 3D file of a palace, by the viewer that is installed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import click

from palace.build import Build
from palace.cli.situation import Problems, situation
from palace.cli.viewing import installed
from palace.document import read_document
from palace.errors import InputError, Problem
from palace.files import write_whole
from palace.position import Palace

_OPTIONS = {
    ".svg": ("plan",),
    ".png": ("size", "transparent", "view"),
    ".glb": (),
    ".stl": ("fuse",),
    ".3mf": ("fuse",),
}
"""What can be written, by the ending of its name, and the options that go with it."""

_KINDS = f"{', '.join(list(_OPTIONS)[:-1])} or {list(_OPTIONS)[-1]}"
_SIZES = range(16, 4097)


@click.command("render", short_help="Draw a position, a game or a build; or make a 3D file.")
@click.argument("what", metavar="POSITION|FILE")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="OUT",
    help=f"The file to write: {_KINDS}.",
)
@click.option("--size", metavar="WxH", help="PNG: width and height in pixels [1200x900].")
@click.option("--view", metavar="VIEW", help="PNG: free, plan or front [free].")
@click.option("--transparent", is_flag=True, help="PNG: nothing behind it.")
@click.option("--plan", is_flag=True, help="SVG: draw the plan instead of the picture.")
@click.option("--fuse", is_flag=True, help="STL, 3MF: unite all bodies to one.")
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
def render_verb(what: str, output: Path, force: bool, **options: Any) -> None:
    """Draw a palace string, the palace a record leaves, or the elements of a build, as SVG or PNG,
    or write them as a 3D file: GLB for viewers, STL and 3MF (in mm) for printers.

    Example:  palace render game.toml -o palace.png --size 1600x1200

    Example:  palace render map-1:x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8 -o palace.svg
    """
    problems = Problems()
    shown: Palace | Build | None = None
    wanted: dict[str, Any] = {}
    with problems.within(str(output)):
        wanted = _wanted(output, options)
    with problems.within(""):
        shown = shown_by(what)
    problems.check()
    assert shown is not None
    if output.exists() and not force:
        write_whole(output, "")  # before the work is done, what it says afterwards
    write_whole(output, _drawn(shown, output.suffix.lower(), wanted), overwrite=force)
    click.echo(f"wrote {output}")


def _wanted(output: Path, options: dict[str, Any]) -> dict[str, Any]:
    """The options given, read; raises `InputError` with everything wrong in them."""
    given = {name: value for name, value in options.items() if value}
    suffix = output.suffix.lower()
    found: list[Problem] = []
    if suffix not in _OPTIONS:
        found.append(Problem(str(output), "its ending names no kind of file", f"end in {_KINDS}"))
    else:
        for name in given.keys() - set(_OPTIONS[suffix]):
            kinds = " or ".join(kind for kind, goes in _OPTIONS.items() if name in goes)
            found.append(Problem(f"--{name}", f"it goes with {kinds}", "leave it out"))
    if "size" in given:
        numbers = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", given["size"])
        size = tuple(map(int, numbers.groups())) if numbers else ()
        if size and all(side in _SIZES for side in size):
            given["size"] = size
        else:
            remedy = f"two numbers from {_SIZES[0]} to {_SIZES[-1]}, such as 1200x900"
            found.append(Problem("--size", f"{given['size']!r:.40} is no size", remedy))
    if given.get("view", "free") not in ("free", "plan", "front"):
        what = f"there is no view {given['view']!r:.40}"
        found.append(Problem("--view", what, "free, plan or front"))
    if found:
        raise InputError(*sorted(found))
    return given


def _drawn(shown: Palace | Build, suffix: str, options: dict[str, Any]) -> str | bytes:
    if suffix != ".svg":
        return cast(bytes, installed(suffix[1:])(shown, **options))
    if not options.get("plan"):
        return picture()(shown)
    if isinstance(shown, Build):
        raise InputError(Problem("--plan", "a build of loose elements has none", "leave it out"))
    from palace.plan import plan_svg

    return plan_svg(shown)


def svg_only(output: Path) -> None:
    """Raise an `InputError` unless the picture is to be an SVG file."""
    if output.suffix.lower() != ".svg":
        raise InputError(Problem(str(output), "pictures are written as SVG", "name it OUT.svg"))


def shown_by(what: str) -> Palace | Build:
    """The palace or build that an argument stands for."""
    if what.lower().endswith((".toml", ".json")) and not what.startswith("@"):
        return _shown_by_file(what)
    return situation(what, None, None, None, None, ()).palace


def _shown_by_file(name: str) -> Palace | Build:
    from palace.cli.check_file import load
    from palace.game import replay

    loaded = load(read_document(name), Path(name).parent)
    return loaded[0] if isinstance(loaded, tuple) else replay(loaded).palace


def picture() -> Callable[[Palace | Build], str]:
    """The installed viewer's function from a palace or build to an SVG text."""
    return installed("picture")
