"""`palace check` of loose elements: a whole table, or the elements of one turn."""

from __future__ import annotations

from collections.abc import Sequence

import click

from palace.cli.output import counted, echo_drawing, echo_json, headline, reason_lines, wrapped
from palace.core.errors import InputError, Problem, gather
from palace.files.document import Document
from palace.monkey_palace.drawing.text import draw, draw_build, earnings
from palace.monkey_palace.game.build_file import build_of
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply


def check_build(
    document: Document, supply: str | None, ruling: Sequence[str], *, strict: bool, as_json: bool
) -> bool:
    """Judge the build in a document and print the verdict; return whether it is legal."""
    found: list[Problem] = []
    answers = gather(found, "--ruling", lambda: Rulings.pairs(ruling))
    pieces = None if supply is None else gather(found, "--supply", lambda: Supply.read(supply))
    if "build" not in document.data:
        what = "this is a map, neither a record nor a build"
        found.append(Problem(document.file, what, f"palace map check {document.file}"))
        raise InputError(*found)
    loaded = gather(found, "", lambda: build_of(document, document.folder))
    if strict:
        found.append(Problem("--strict", "it is for records", "leave it out"))
    if answers is None or loaded is None or found:
        raise InputError(*found)
    build, warnings = loaded
    rulings = Rulings.of(answers)
    verdict = judge_build(build, pieces, rulings)
    if as_json:
        echo_json({
            **verdict.record(),
            "map": build.ground.name,
            "provenance": build.ground.provenance,
            "rulings": rulings.changed(),
            "warnings": list(warnings),
        })  # fmt: skip
        return verdict.legal
    what = "whole table" if build.on is None else "one turn"
    count = counted(len(build), "element")
    on = build.ground.title
    click.echo(headline(verdict.legal, f"{document.file}: {count}, {what}  on {on}"))
    for line in reason_lines(verdict.reasons):
        click.echo(line)
    if verdict.staircase is not None:
        click.echo(f"the staircase: {verdict.staircase}")
        if verdict.legal:
            click.echo(wrapped(earnings(verdict)))
    click.echo()
    shown = draw_build(build) if verdict.palace is None else draw(verdict.palace)
    echo_drawing(shown)
    for warning in warnings:
        click.secho(f"warning: {warning}", fg="yellow", err=True)
    return verdict.legal
