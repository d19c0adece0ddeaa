"""`palace cooper-island box`: the values of a box, ours or one's own, and what is still missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from palace.cli.options import json_option
from palace.cli.output import echo_json, wrapped
from palace.core.errors import InputError, Problem
from palace.files.writing import write_whole

if TYPE_CHECKING:
    from palace.cooper_island.box import Box


@click.group(
    "box", short_help="Costs and effects; enter those of your box.", invoke_without_command=True
)
@click.pass_context
def box_verb(context: click.Context) -> None:
    """Show the costs, effects and the sea ring in use, or enter those of your own box.

    Example:  palace cooper-island box new box.toml

    A record that says box = "box.toml" then has its log checked against them.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@box_verb.command("new", short_help="Write the file to enter a box in.")
@click.argument("file", metavar="FILE.toml", type=click.Path(path_type=Path))
@json_option
def new_box(file: Path, as_json: bool) -> None:
    """Write a box file to fill in.

    Example:  palace cooper-island box new box.toml
    """
    from palace.cooper_island.box_template import box_text

    if file.suffix.lower() != ".toml":
        raise InputError(Problem(str(file), "a box file is TOML", "name it .toml"))
    write_whole(file, box_text(str(file)))
    if as_json:
        echo_json({"files": [str(file)]})
        return
    click.echo(f"wrote {file}")
    click.echo(wrapped(f"next: fill it in, and see palace cooper-island box check {file}"))


@box_verb.command("check", short_help="Check a box file: what is wrong, what is missing?")
@click.argument("file", metavar="[house|FILE]")
@json_option
def check_box(file: str, as_json: bool) -> None:
    """Check a box file and say what is still missing.

    Example:  palace cooper-island box check box.toml
    """
    from palace.cooper_island.box import load_box

    box = load_box(file)
    missing = [*box.missing()]
    warnings = [line for count in (2, 3, 4) for line in box.ring(count).warnings()]
    if as_json:
        echo_json({**_named(box), "complete": not missing, "missing": missing,
                   "warnings": warnings})  # fmt: skip
        return
    click.secho(box.title, bold=True)
    for sentence in missing:
        click.secho(wrapped(f"missing: {sentence}", hang=9), fg="yellow")
    for sentence in warnings:
        click.secho(wrapped(f"warning: {sentence}", hang=9), fg="yellow")
    if not missing:
        click.echo("nothing is missing")


@box_verb.command("show", short_help="Show the costs and effects.")
@click.argument("file", metavar="[house|FILE]", default="house")
@json_option
def show_box(file: str, as_json: bool) -> None:
    """Show what is known of a box: the house's values, or those of a file.

    Example:  palace cooper-island box show
    """
    from palace.cooper_island.box import load_box

    box = load_box(file)
    if as_json:
        values = box.values.model_dump(exclude={"name", "format", "provenance"})
        echo_json({**_named(box), **values})
        return
    click.secho(box.title, bold=True)
    for line in _lines(box):
        click.echo(wrapped(line, 2, 14))


def _named(box: Box) -> dict[str, str]:
    return {"name": box.name, "provenance": box.provenance}


def _lines(box: Box) -> Iterator[str]:
    """What is known, a line for each thing."""
    from palace.cooper_island.box import BUILDINGS, FULL

    values = box.values
    for title, value in (
        ("storage", values.storage),
        ("uncovers", values.uncovers),
        ("cartographer", values.cartographer),
        ("single tile", " ".join(map(str, values.single_tile)) or None),
        ("feeding", " ".join(map(str, values.feeding)) or None),
        ("statue", box.cost("statue")),
        *((kind, box.cost("buildings", kind)) for kind in BUILDINGS),
    ):
        yield f"{title:<13} {'not known' if value is None else value}"
    for kind, count in FULL.items():
        for number in range(1, count + 1):
            cost = box.cost(kind, number) if kind != "islets" else None
            gives = box.gives(kind, number) if kind != "crates" else None
            parts = [f"costs {cost}"] * (cost is not None) + [f"gives {gives}"] * (
                gives is not None
            )
            yield f"{kind.removesuffix('s') + f' {number}':<13} {', '.join(parts) or 'not known'}"
    for players in (2, 3, 4):
        ring = box.ring(players)
        harbours = " ".join(map(str, ring.harbours))
        sign = " (placeholder)" if ring.placeholder else ""
        yield (
            f"{f'ring for {players}':<13} {ring.beaches} beaches, harbours before {harbours}{sign}"
        )
