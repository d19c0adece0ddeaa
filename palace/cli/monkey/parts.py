"""`palace parts`: the parts that a game, a build, a position or a map is built of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from palace.cli.options import json_option
from palace.cli.output import (
    counted,
    echo_json,
    echo_table,
    refuse_existing,
    wrapped,
    write_out,
)
from palace.cli.render import drawing_of
from palace.core.errors import InputError, Problem, gather
from palace.core.terminal import new_table, one_line
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import noun
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.part_list import (
    Part,
    bricklink_xml,
    in_box,
    list_parts,
    rebrickable_csv,
    remarks,
    total,
)

FORMATS: dict[str, Callable[[Sequence[Part]], str]] = {
    ".csv": rebrickable_csv,
    ".xml": bricklink_xml,
}
"""What can be written, by the ending of its name."""


@click.command("parts", short_help="List the parts that a game or a build needs.")
@click.argument("what", metavar="FILE|POSITION|MAP")
@click.option(
    "--turn", type=int, metavar="N", help="Record: what is there after turn N; 0 is the set-up."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="OUT",
    help="Write the list: .csv for Rebrickable, .xml for a wanted list of BrickLink.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
@json_option
def parts_verb(
    what: str, turn: int | None, output: Path | None, force: bool, as_json: bool
) -> None:
    """List the parts to build a recorded game, a build, a position or a map with one's own bricks.

    The game makes no difference between the colours of arches, bricks and columns: any will do,
    unless a build names one.

    Example:  palace parts game.toml

    Example:  palace parts game.toml --turn 7 --json

    Example:  palace parts map-2 -o parts.csv
    """
    found: list[Problem] = []
    suffix = "" if output is None else output.suffix.lower()
    if output is not None and suffix not in FORMATS:
        kinds = "end in .csv (Rebrickable) or .xml (BrickLink)"
        found.append(Problem(str(output), "its ending names no kind of list", kinds))
    if output is None and force:
        found.append(Problem("--force", "it goes with -o", "leave it out"))
    if output is not None and as_json:
        found.append(Problem("--json", "it does not go with -o", "leave one of them out"))
    shown = gather(found, "", lambda: table_of(what, turn))
    if shown is None or found:
        raise InputError(*found)
    parts = list_parts(shown)
    notes = list(remarks(parts, shown.ground))
    if output is not None:
        refuse_existing(output, force=force)
        write_out(output, FORMATS[suffix](parts), force=force)
        click.echo(f"wrote {output}: {counted(total(parts), 'piece')}")
    elif as_json:
        echo_json({
            "map": shown.ground.name,
            "provenance": shown.ground.provenance,
            "parts": [part.record(shown.ground) for part in parts],
            "total": total(parts),
            "notes": notes,
        })  # fmt: skip
        return
    else:
        after = "" if turn is None else f" after turn {turn}"
        click.echo(wrapped(f"parts of {what}{after}  on {shown.ground.title}"))
        _echo_parts(parts, shown.ground)
    for note in notes:
        click.secho(wrapped(f"note: {note}"), dim=True)


def table_of(what: str, turn: int | None) -> Palace | Build:
    """Return the palace or the build that an argument names; raises `InputError`."""
    shown = drawing_of(what, turn).scene
    if not isinstance(shown, Palace | Build):
        what = f"{what:.60}: only Monkey Palace is built of parts"
        raise InputError(Problem("parts", what, "name a game, a build, a position or a map of it"))
    return shown


def _echo_parts(parts: Sequence[Part], ground: GroundMap) -> None:
    texts = ("piece", "part", "", "colour")
    table = new_table("piece", "part", "", "colour", "count", "in the box", texts=texts)
    for part in parts:
        row = noun(part.kind), part.number, part.sure, one_line(part.colour) or "any"
        table.add_row(*row, str(part.count), str(in_box(part.kind, ground)))
    table.add_row("total", "", "", "", str(total(parts)), style="bold")
    echo_table(table)
