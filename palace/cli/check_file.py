"""`palace check FILE`: a recorded game turn by turn, or a build."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from palace.build import Build
from palace.cli.output import earnings, echo_json, headline, reason_lines, wrapped
from palace.document import Document, read_document
from palace.elements import COLOUR_WORDS
from palace.errors import InputError, NotationError, Problem
from palace.game import Replay, TurnReport, replay
from palace.records.build_file import build_of
from palace.records.record import Record, record_of
from palace.rulings import Rulings, answers
from palace.supply import Supply
from palace.table_referee import judge_build


def check_file(
    name: str, supply: str | None, ruling: Sequence[str], *, strict: bool, as_json: bool
) -> bool:
    """Judge the record or build in a file and print the verdict; returns whether it is legal."""
    document = read_document(name)
    folder = Path(name).parent
    if "build" in document.data and "players" not in document.data:
        build, notes = build_of(document, folder)
        return _check_build(name, build, notes, supply, Rulings.read(ruling), as_json)
    if supply is not None:
        raise InputError(
            Problem("--supply", "a record says itself what players have", "leave it away")
        )
    record = record_of(_with_rulings(document, ruling), folder)
    return _check_record(name, record, replay(record, strict=strict), as_json)


def _with_rulings(document: Document, ruling: Sequence[str]) -> Document:
    """The document with the rulings of the command line over its own."""
    given = answers(ruling)
    if not given:
        return document
    own = document.data.get("rulings", {})
    data = {**document.data, "rulings": {**own, **given} if isinstance(own, dict) else own}
    return Document(document.file, document.text, document.kind, data)


def _check_build(
    name: str,
    build: Build,
    notes: tuple[str, ...],
    supply: str | None,
    rulings: Rulings,
    as_json: bool,
) -> bool:
    try:
        pieces = None if supply is None else Supply.read(supply)
    except NotationError as error:
        raise InputError(Problem("--supply", str(error))) from None
    verdict = judge_build(build, pieces, rulings)
    if as_json:
        echo_json({**verdict.record(), "map": build.ground.name, "notes": list(notes),
                   "provenance": build.ground.provenance})  # fmt: skip
        return verdict.legal
    count = len(build)
    what = "whole table" if build.on is None else "one turn"
    plural = "element" if count == 1 else "elements"
    click.echo(
        headline(verdict.legal, f"{name}: {count} {plural}, {what}  on {build.ground.title}")
    )
    for line in reason_lines(verdict.reasons):
        click.echo(line)
    if verdict.staircase is not None:
        click.echo(f"the staircase: {verdict.staircase}")
        if verdict.legal:
            click.echo(wrapped(earnings(verdict)))
    click.echo()
    if verdict.palace is not None:
        click.echo(str(verdict.palace))
    else:
        from palace.drawing import draw_build

        click.echo(draw_build(build))
    for note in notes:
        click.secho(wrapped(f"warning: {note}"), err=True)
    return verdict.legal


def _check_record(name: str, record: Record, played: Replay, as_json: bool) -> bool:
    if as_json:
        echo_json(record_json(record, played))
        return played.legal
    count = len(played.turns)
    click.echo(headline(played.legal, f"{name}: {count} turns  on {record.ground.title}"))
    for report in played.turns:
        click.echo(turn_line(report))
        for line in reason_lines(report.reasons, name):
            click.echo(line)
    click.echo()
    click.echo(str(played.palace))
    for note in played.unchecked:
        click.secho(wrapped(f"note: {note}"), dim=True)
    for warning in record.warnings:
        click.secho(wrapped(f"warning: {warning}"), err=True)
    return played.legal


def turn_line(report: TurnReport) -> str:
    """One turn in one line: who, what, credits, decoration, bonus, animals."""
    sign = click.style("ok", fg="blue") if report.legal else click.style("! ", fg="red", bold=True)
    lead = f"{report.number:>3}. {sign} {report.player:<8}"
    if report.staircase is None:
        return f"{lead} passes"
    parts = [f"{lead} {report.staircase}"]
    verdict = report.verdict
    if verdict is not None and verdict.legal and verdict.decoration:
        parts.append(f"{verdict.credits} credits{'^' if verdict.highest else ' '}")
        parts.append(COLOUR_WORDS[verdict.decoration])
        parts += ["bonus card"] * bool(verdict.bonus) + ["butterfly"] * report.butterfly
    return "  ".join(parts)


def record_json(record: Record, played: Replay) -> dict[str, Any]:
    """A replay as plain data."""
    return {
        "legal": played.legal,
        "reasons": [reason.record() for reason in played.reasons],
        "elements": len(played.palace.elements()),
        "map": record.ground.name,
        "provenance": record.ground.provenance,
        "turns": [_turn_json(report) for report in played.turns],
        "position": played.palace.position,
        "last_good": played.good.position,
        "unchecked": list(played.unchecked),
        "warnings": list(record.warnings),
    }


def _turn_json(report: TurnReport) -> dict[str, Any]:
    verdict = report.verdict
    return {
        "turn": report.number,
        "player": report.player,
        "staircase": None if report.staircase is None else str(report.staircase),
        "legal": report.legal,
        "credits": verdict.credits if verdict else None,
        "decoration": verdict.decoration if verdict else None,
        "bonus": verdict.bonus if verdict else None,
        "position": report.palace.position,
    }
