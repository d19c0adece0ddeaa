"""`palace check FILE` for a recorded game of Palm Island: round by round, each fault explained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from palace.cli.output import counted, echo_json, headline, reason_lines, wrapped
from palace.cli.problems import Problems
from palace.core.errors import Problem
from palace.core.verdict import Reason
from palace.files.document import Document
from palace.palm_island.record import Record, record_of
from palace.palm_island.replay import Played, Replayed, Step, replay_table
from palace.palm_island.rulings import Rulings
from palace.palm_island.score import reasons_of, score_replay
from palace.palm_island.setup import set_up


def check_palm(
    document: Document,
    folder: Path,
    supply: str | None,
    ruling: Sequence[str],
    *,
    strict: bool,
    as_json: bool,
) -> bool:
    """Judge a record and print the verdict; returns whether every move is legal."""
    problems = Problems()
    given: dict[str, str] = {}
    record: Record | None = None
    with problems.within("--ruling"):
        given = Rulings.pairs(ruling)
    if supply is not None:
        what = "Palm Island has no pieces"
        problems.found.append(Problem("--supply", what, "leave it out"))
    with problems.within(""):
        record = record_of(document, folder)
    problems.check()
    assert record is not None
    record = replace(record, rulings=Rulings.of({**record.data.rulings, **given}))
    played = replay_table(record, strict=strict)
    found = (*set_up(record), *reasons_of(played.games))
    legal = not found
    if as_json:
        echo_json(_record(record, played, found))
        return legal
    _show(document.file, record, played, legal=legal)
    return legal


def _show(file: str, record: Record, played: Replayed, *, legal: bool) -> None:
    count = sum(len(game.steps) for game in played.games)
    about = f"{file}: Palm Island, {record.data.mode}, {counted(count, 'move')}"
    click.echo(headline(legal, about))
    for line in reason_lines(set_up(record), file):
        click.echo(line)
    for game in played.games:
        points, upgrades = counted(game.points, "point"), counted(game.state.upgrades, "upgrade")
        end = "" if game.finished else ", not finished"
        click.secho(f"{game.name}: {points}, {upgrades}{end}", bold=True)
        for number, steps in _rounds(game):
            moves = ", ".join(str(step.move) for step in steps)
            click.echo(wrapped(f"{number}. {moves}", 2, 3))
            found = [reason for step in steps for reason in step.reasons]
            for line in reason_lines(found, file):
                click.echo(line)
    if played.news:
        click.secho("between the rounds", bold=True)
    for news in played.news:
        click.echo(wrapped(f"{news.round}. {news.text}", 2, 3))
    score = score_replay(record, played)
    if score.team is not None:
        for sentence in score.outcome:
            click.echo(wrapped(sentence))
    for note in score.notes[len(played.games) :]:
        click.secho(wrapped(f"note: {note}", hang=6), dim=True)
    for warning in record.warnings:
        click.secho(f"warning: {warning}", fg="yellow", err=True)


def _rounds(game: Played) -> Iterator[tuple[int, list[Step]]]:
    """The moves of each round; what is written after a round's end belongs to that round."""
    before, steps = game.start, list[Step]()
    number = before.round
    for step in game.steps:
        now = before.round if step.move.kind == "round-end" else before.begun.round
        if now != number:
            yield number, steps
            number, steps = now, []
        steps.append(step)
        before = step.state
    if steps:
        yield number, steps


def _record(record: Record, played: Replayed, found: Sequence[Reason]) -> dict[str, Any]:
    """The verdict as plain data."""
    games, score = played.games, score_replay(record, played)
    data: dict[str, Any] = {
        "game": record.data.game,
        "legal": not found,
        "reasons": [reason.record() for reason in found],
        "finished": all(game.finished for game in games),
        "mode": record.data.mode,
        "rulings": record.rulings.changed(),
        "players": [
            {
                "name": game.name,
                "legal": game.legal,
                "finished": game.finished,
                "points": game.points,
                "upgrades": game.state.upgrades,
                "stored": str(game.state.resources),
                "moves": len(game.steps),
                "position": str(game.state),
                "owned": [owned.card for owned in game.owned],
            }
            for game in games
        ],
        "events": [news._asdict() for news in played.news],
        "notes": list(score.notes),
        "warnings": list(record.warnings),
    }
    if score.team is not None:
        data["team"] = score.team.record()
    return data
