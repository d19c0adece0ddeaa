"""`palace check FILE`: a recorded game turn by turn, or a build."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from palace.cli.monkey.palaces import earnings
from palace.cli.output import counted, echo_drawing, echo_json, headline, reason_lines, wrapped
from palace.cli.problems import Problems
from palace.core.errors import InputError, Problem
from palace.files.document import Document, read_document
from palace.monkey_palace.drawing.text import draw, draw_build
from palace.monkey_palace.game.build_file import build_of
from palace.monkey_palace.game.record import Record, record_of
from palace.monkey_palace.game.replay import Replay, replay
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply


def check_file(
    name: str, supply: str | None, ruling: Sequence[str], *, strict: bool, as_json: bool
) -> bool:
    """Judge the record or build in a file and print the verdict; returns whether it is legal."""
    document = None
    with suppress(InputError):  # what is wrong with the file is said below, after the options
        document = read_document(name)
    if document is not None and document.data.get("game") == "palm-island":
        from palace.cli.check_palm import check_palm

        folder = Path(name).parent
        return check_palm(document, folder, supply, ruling, strict=strict, as_json=as_json)
    if document is not None and document.data.get("game") == "cooper-island":
        from palace.cli.check_cooper import check_cooper

        return check_cooper(document, supply, ruling, strict=strict, as_json=as_json)
    problems = Problems()
    given: dict[str, str] = {}
    pieces: Supply | None = None
    loaded: Record | tuple[Build, tuple[str, ...]] | None = None
    with problems.within("--ruling"):
        given = Rulings.pairs(ruling)
    with problems.within("--supply"):
        pieces = None if supply is None else Supply.read(supply)
    with problems.within(""):
        loaded = load(document or read_document(name), Path(name).parent)
    if isinstance(loaded, Record) and supply is not None:
        what = "a record says itself what players have"
        problems.found.append(Problem("--supply", what, "leave it out"))
    if isinstance(loaded, tuple) and strict:
        problems.found.append(Problem("--strict", "it is for records", "leave it out"))
    problems.check()
    assert loaded is not None
    if isinstance(loaded, tuple):
        return _check_build(name, *loaded, pieces, Rulings.of(given), as_json)
    record = replace(loaded, rulings=Rulings.of({**loaded.data.rulings, **given}))
    return _check_record(name, record, replay(record, strict=strict), as_json)


def load(document: Document, folder: Path) -> Record | tuple[Build, tuple[str, ...]]:
    """The record a document holds, or its build with warnings; raises `InputError`."""
    data = document.data
    if "players" in data or not data.keys() & {"build", "knobs"}:
        return record_of(document, folder)
    if "build" in data:
        return build_of(document, folder)
    what = "this is a map, neither a record nor a build"
    raise InputError(Problem(document.file, what, f"palace map check {document.file}"))


def _check_build(
    name: str,
    build: Build,
    warnings: tuple[str, ...],
    supply: Supply | None,
    rulings: Rulings,
    as_json: bool,
) -> bool:
    verdict = judge_build(build, supply, rulings)
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
    click.echo(headline(verdict.legal, f"{name}: {count}, {what}  on {build.ground.title}"))
    for line in reason_lines(verdict.reasons):
        click.echo(line)
    if verdict.staircase is not None:
        click.echo(f"the staircase: {verdict.staircase}")
        if verdict.legal:
            click.echo(wrapped(earnings(verdict)))
    click.echo()
    if verdict.palace is not None:
        echo_drawing(draw(verdict.palace))
    else:
        echo_drawing(draw_build(build))
    _warn(warnings)
    return verdict.legal


def _warn(warnings: Sequence[str]) -> None:
    for warning in warnings:
        click.secho(f"warning: {warning}", fg="yellow", err=True)


def _check_record(name: str, record: Record, played: Replay, as_json: bool) -> bool:
    if as_json:
        echo_json(record_json(record, played))
        return played.legal
    click.echo(
        headline(played.legal, f"{name}: {_turns(record, played)}  on {record.ground.title}")
    )
    echo_turns(played, name)
    if played.turns:
        click.echo()
        echo_drawing(draw(played.palace))
    for note in played.unchecked:
        click.secho(wrapped(f"note: {note}"), dim=True)
    _warn(record.warnings)
    return played.legal


def _turns(record: Record, played: Replay) -> str:
    """How many turns there are, and how many were replayed if not all."""
    every, done = len(record.data.turns or ()), len(played.turns)
    return counted(every, "turn") + (f", stopped after turn {done}" if done < every else "")


def echo_turns(played: Replay, name: str) -> None:
    """Print one line for each turn of a replay, and its reasons; `name` is the record's file."""
    who = max((len(report.player) for report in played.turns), default=0)
    what = max((len(str(report.staircase)) for report in played.turns), default=0)
    for report in played.turns:
        click.echo(_turn_line(report, who, what))
        for line in reason_lines(report.reasons, name):
            click.echo(line)


def _turn_line(report: TurnReport, who: int, what: int) -> str:
    """One turn in one line: player and staircase in columns, then what it earned."""
    sign = click.style("ok", fg="blue") if report.legal else click.style("! ", fg="red", bold=True)
    lead = f"{report.number:>3}. {sign} {report.player:<{who}} "
    if report.staircase is None:
        return f"{lead} passes"
    if not report.gains:
        return f"{lead} {report.staircase}"
    return f"{lead} {report.staircase!s:<{what}}  {', '.join(report.gains)}"


def record_json(record: Record, played: Replay) -> dict[str, Any]:
    """A replay as plain data."""
    return {
        "legal": played.legal,
        "reasons": [reason.record() for reason in played.reasons],
        "elements": len(played.palace.elements()),
        "map": record.ground.name,
        "provenance": record.ground.provenance,
        "rulings": record.rulings.changed(),
        "turns": [_turn_json(report) for report in played.turns],
        "finished": played.finished,
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
        "butterfly": report.butterfly,
        "animals": list(report.animals),
        "given": str(report.given),
        "tray": None if report.table.tray is None else str(report.table.tray),
        "position": report.palace.position,
    }
