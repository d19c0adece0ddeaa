"""`palace render`: a picture of a palace, by the viewer that is installed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from palace.build import Build
from palace.cli.situation import situation
from palace.document import read_document
from palace.errors import InputError, Problem
from palace.files import write_whole
from palace.position import Palace


@click.command("render", short_help="Draw a position, a game or a build as SVG.")
@click.argument("what", metavar="POSITION|FILE")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="OUT.svg",
    help="The picture to write.",
)
@click.option("--plan", is_flag=True, help="Draw the plan instead of the picture.")
@click.option("--force", is_flag=True, help="Overwrite OUT.svg if it exists.")
def render_verb(what: str, output: Path, plan: bool, force: bool) -> None:
    """Draw a palace string, the palace a record leaves, or the elements of a build, as SVG.

    Example:  palace render game.toml -o palace.svg

    Example:  palace render map-1:x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8 -o palace.svg
    """
    svg_only(output)
    shown = shown_by(what)
    if plan:
        if isinstance(shown, Build):
            raise InputError(
                Problem("--plan", "a build of loose elements has none", "leave it out")
            )
        from palace.plan import plan_svg

        text = plan_svg(shown)
    else:
        text = picture()(shown)
    write_whole(output, text, overwrite=force)
    click.echo(f"wrote {output}")


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
    from importlib.metadata import entry_points

    found = entry_points(group="palace.viewer", name="picture")
    if not found:
        raise InputError(Problem("render", "no viewer is installed", "pip install 'palace[view]'"))
    draw: Callable[[Palace | Build], str] = next(iter(found)).load()
    return draw
