"""`palace check` of a recorded game: turn by turn, each fault explained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import click

from palace.cli.output import echo_drawing, echo_json, headline, reason_lines, say, spoken, wrapped
from palace.contract.game import Game, Replay, TurnReport
from palace.contract.registry import game_of
from palace.core.errors import InputError, Problem, gather
from palace.core.verdict import Phrasebook, Reason, in_language
from palace.files.document import Document


def check_record(
    document: Document,
    ruling: Sequence[str],
    given: Mapping[str, object],
    *,
    strict: bool,
    as_json: bool,
) -> bool:
    """Judge the record in a document and print the verdict; return whether it is legal.

    `given` are the other options of the call; a record takes none of them.
    """
    found: list[Problem] = []
    game = game_of(document)
    answers = gather(found, "--ruling", lambda: game.rulings.pairs(ruling))
    found += [
        Problem(name, "a record holds what the players have", "leave it out")
        for name, value in given.items()
        if value is not None
    ]
    record = gather(found, "", lambda: game.read(document, document.folder))
    if record is None or answers is None or found:
        raise InputError(*found)
    record = game.ruled(record, answers)
    played = game.replay(record, strict=strict)
    reasons = every_reason(game, record, played)
    if as_json:
        turns = {} if played is None else {"finished": played.finished}
        echo_json({
            "game": game.key,
            "legal": not reasons,
            "reasons": [reason.record() for reason in reasons],
            **turns,
            "rulings": record.rulings.changed(),
            **game.data(record, played),
            "notes": [*game.notes(record, played)],
            "warnings": list(record.warnings),
        })  # fmt: skip
        return not reasons
    click.echo(headline(not reasons, f"{document.file}: {game.about(record, played)}"))
    if played is not None:
        echo_turns(played, game.book, document.file)
    for line in reason_lines(beside(played, reasons), document.file):
        click.echo(line)
    _echo_state(game, record, played)
    for note in game.notes(record, played):
        click.secho(wrapped(say("note", text=note)), dim=True)
    for warning in record.warnings:
        click.secho(f"warning: {warning}", fg="yellow", err=True)
    return not reasons


def every_reason(game: Game[Any], record: Any, played: Replay | None) -> Sequence[Reason]:
    """Return every reason against a record: those of its turns, or of what is written down."""
    return game.score(record, None).reasons if played is None else game.faults(record, played)


def beside(played: Replay | None, reasons: Sequence[Reason]) -> list[Reason]:
    """Return the reasons that are not those of a turn."""
    shown = [] if played is None else [r for report in played.turns for r in report.reasons]
    return [reason for reason in reasons if reason not in shown]


def _echo_state(game: Game[Any], record: Any, played: Replay | None) -> None:
    """Print what every player has, and the drawing of the end."""
    rows = list(game.standing(record, played))
    for heading, text in rows:
        if heading:
            click.secho(heading, bold=True)
        if text:
            click.echo(wrapped(text, 2 if heading else 0, 2))
    drawing = game.draw(record, played) if played is not None and played.turns else None
    if drawing is not None and drawing.text is not None:
        click.echo()
        echo_drawing(drawing.text())


def echo_turns(played: Replay, book: Phrasebook, name: str) -> None:
    """Print the turns of a replay, and the reasons against each; `name` is the record's file."""
    who = max((len(report.player) for report in played.turns), default=0)
    what = max((len(report.text) for report in played.turns), default=0)
    for rows in _together(played.turns):
        for line in _turn_lines(rows, book, who, what):
            click.echo(line)
        for line in reason_lines([r for report in rows for r in report.reasons], name):
            click.echo(line)


def _together(turns: Sequence[TurnReport]) -> Iterator[list[TurnReport]]:
    """Yield the turns, those of one group of a player together."""
    for (player, group), found in groupby(turns, lambda report: (report.player, report.group)):
        reports = [*found]
        if player and group:
            yield reports
        else:
            yield from ([report] for report in reports)


def _turn_lines(rows: Sequence[TurnReport], book: Phrasebook, who: int, what: int) -> Iterator[str]:
    """Yield a turn, or the moves of one group, in a line; the last part of a line is wrapped."""
    first = rows[0]
    if first.number is None:
        yield click.style(wrapped(first.text, 0, 2), bold=True)
        return
    good = not any(report.reasons for report in rows)
    sign = click.style("ok", fg="blue") if good else click.style("! ", fg="red", bold=True)
    number = first.group or str(first.number)
    player = f"{first.player:<{who}} "
    if first.gains:
        gains = ", ".join(in_language(book.told(gain), spoken()) for gain in first.gains)
        yield f"{number:>3}. {sign} {player} {first.text:<{what}}  {gains}"
        return
    text = ", ".join(report.text for report in rows)
    shown = wrapped(f"{player} {text}", 8, 3)
    yield f"{number:>3}. {sign} {shown[8:]}"
