"""`palace check FILE` for a recorded game of Cooper Island: line by line, each fault explained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from palace.cli.output import counted, echo_json, headline, reason_lines, wrapped
from palace.cli.problems import Problems
from palace.cooper_island.log_text import Heading
from palace.cooper_island.record import Record, record_of
from palace.cooper_island.replay import Replay
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.score import left_over, replayed, sailed, score_played
from palace.cooper_island.sheet import SHIPS
from palace.core.errors import Problem
from palace.files.document import Document
from palace.scoring import Score


def check_cooper(
    document: Document, supply: str | None, ruling: Sequence[str], *, strict: bool, as_json: bool
) -> bool:
    """Judge a record and print the verdict; returns whether everything in it is legal."""
    problems = Problems()
    given: dict[str, str] = {}
    record: Record | None = None
    with problems.within("--ruling"):
        given = Rulings.pairs(ruling)
    if supply is not None:
        what = "Cooper Island has no pieces"
        problems.found.append(Problem("--supply", what, "leave it out"))
    with problems.within(""):
        record = record_of(document, Path(document.file).parent)
    problems.check()
    assert record is not None
    record = replace(record, rulings=Rulings.of({**record.data.rulings, **given}))
    played = replayed(record, strict=strict)
    score = score_played(record, played)
    if as_json:
        echo_json(_record(record, played, score))
    else:
        _show(document.file, record, played, score)
    for warning in record.warnings:
        if not as_json:
            click.secho(f"warning: {warning}", fg="yellow", err=True)
    return score.legal


def _show(file: str, record: Record, played: Replay | None, score: Score) -> None:
    lines = len(record.entries or ())
    depth = "final sheets" if played is None else f"a log of {counted(lines, 'line')}"
    on = "" if played is None else f"  on {record.peninsula.title}"
    click.echo(headline(score.legal, f"{file}: Cooper Island, {depth}{on}"))
    if played is None:
        for line in reason_lines(score.reasons, file):
            click.echo(line)
    else:
        for row in _log_rows(played, file):
            click.echo(row)
        click.echo()
        for line in reason_lines(score.reasons[len(played.reasons) :], file):
            click.echo(line)
    for at, sheet in enumerate(score.sheets):
        click.secho(f"{sheet.name}: {counted(sheet.total, 'point')}", bold=True)
        if played is not None:
            click.echo(wrapped(_state(record, played, at), 2, 2))
    for note in score.notes:
        click.secho(wrapped(f"note: {note}"), dim=True)


def _log_rows(played: Replay, file: str) -> Iterator[str]:
    for done in played.done:
        if isinstance(done.what, Heading):
            yield click.style(str(done.what), bold=True)
        else:
            good = not done.reasons
            sign = click.style("ok", fg="blue") if good else click.style("! ", fg="red", bold=True)
            text = wrapped(f"{done.what}", 8, 3)
            yield f"{done.number:>3}. {sign}{text[7:]}"
        if done.reasons:
            yield from [*reason_lines(done.reasons, file)][:-1]
    if played.reasons:
        yield click.style(f"  more: palace explain {played.reasons[0].code}", dim=True)


def _state(record: Record, played: Replay, at: int) -> str:
    """What a player has at the end of a log, in one sentence."""
    seat = played.table.seats[at]
    ships = (
        f"{name} {voyage.cause}"
        for name, voyage in zip(SHIPS, sailed(record, played.table, at), strict=True)
    )
    left = left_over(seat, record.rulings)
    parts = [
        *ships,
        counted(seat.anchors, "anchor"),
        f"storage {seat.storage}",
        f"market {seat.market}",
        f"cartographer at {left['cartographer']}",
        counted(left["double_tiles"], "double tile"),
        counted(seat.workers, "worker"),
    ]
    return "; ".join(parts)


def _record(record: Record, played: Replay | None, score: Score) -> dict[str, Any]:
    """The verdict as plain data."""
    data: dict[str, Any] = {
        "game": record.data.game,
        "legal": score.legal,
        "reasons": [reason.record() for reason in score.reasons],
        "finished": score.finished,
        "rulings": record.rulings.changed(),
        "provenance": record.box.provenance,
        "notes": list(score.notes),
        "warnings": list(record.warnings),
        "players": [{"name": sheet.name, "points": sheet.total} for sheet in score.sheets],
    }
    if played is None:
        return data
    table = played.table
    for at, (entry, seat) in enumerate(zip(data["players"], table.seats, strict=True)):
        entry |= {
            "ships": [voyage._asdict() for voyage in sailed(record, table, at)],
            "anchors": seat.anchors,
            "leftovers": left_over(seat, record.rulings),
            "land": str(seat.land),
        }
    data["trusted"] = dict(played.trusted)
    data["round"], data["phase"] = table.round, table.phase
    data["log"] = [
        {"turn": done.number, "text": str(done.what), "legal": not done.reasons}
        for done in played.done
    ]
    return data
