"""`palace render`: a picture of a palace, by the viewer that is installed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from palace.build import Build
from palace.cli.check import is_file
from palace.cli.situation import situation
from palace.document import read_document
from palace.errors import InputError, Problem
from palace.files import write_whole
from palace.position import Palace


@click.command("render")
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
    """
    if output.suffix.lower() != ".svg":
        raise InputError(Problem(str(output), "pictures are written as SVG", "name it OUT.svg"))
    shown = shown_by(what)
    if plan:
        if isinstance(shown, Build):
            raise InputError(
                Problem("--plan", "a build of loose elements has none", "leave it away")
            )
        from palace.plan import plan_svg

        text = plan_svg(shown)
    else:
        text = picture()(shown)
    write_whole(output, text, overwrite=force)
    click.echo(f"wrote {output}")


def shown_by(what: str) -> Palace | Build:
    """The palace or build that an argument stands for."""
    if not is_file(what):
        return situation(what, None, None, None, None, ()).palace
    document = read_document(what)
    folder = Path(what).parent
    if "build" in document.data and "players" not in document.data:
        from palace.records.build_file import build_of

        return build_of(document, folder)[0]
    from palace.game import replay
    from palace.records.record import record_of

    return replay(record_of(document, folder)).palace


def picture() -> Callable[[Palace | Build], str]:
    """The installed viewer's function from a palace or build to an SVG text."""
    from importlib.metadata import entry_points

    found = entry_points(group="palace.viewer", name="picture")
    if not found:
        raise InputError(Problem("render", "no viewer is installed", "pip install 'palace[view]'"))
    draw: Callable[[Palace | Build], str] = next(iter(found)).load()
    return draw
