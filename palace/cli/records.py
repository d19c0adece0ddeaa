"""`palace check` of a recorded game: turn by turn, each fault explained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import click

from palace.cli.output import echo_drawing, echo_json, headline, reason_lines, say, spoken, wrapped
from palace.contract.game import Game
from palace.contract.registry import game_of
from palace.contract.rules import Log, M, Record, S, TurnReport, log_of, placed
from palace.core.errors import InputError, Problem, gather
from palace.core.verdict import Reason, in_language
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
    return _check(game, record.ruled(answers), strict=strict, as_json=as_json)


def _check(game: Game[S, M], record: Record[S, M], *, strict: bool, as_json: bool) -> bool:
    """Judge a record and print the verdict; return whether it is legal."""
    log, report = log_of(record, strict=strict), game.reporting()
    reasons = record.score(None).reasons if log is None else report.reasons(record, log)
    if as_json:
        turns = {} if log is None else {"finished": not log.due}
        echo_json({
            "game": game.key,
            "legal": not reasons,
            "reasons": [reason.record() for reason in reasons],
            **turns,
            "rulings": record.rulings.changed(),
            **report.data(record, log),
            "notes": [*report.notes(record, log)],
            "warnings": list(record.warnings),
        })  # fmt: skip
        return not reasons
    file = record.document.file
    click.echo(headline(not reasons, f"{file}: {report.about(record, log)}"))
    shown: list[Reason] = []
    if log is not None:
        rows = [*_rows(game, record, log)]
        echo_turns(rows, file)
        shown = [reason for row in rows for reason in row.reasons]
    for line in reason_lines([reason for reason in reasons if reason not in shown], file):
        click.echo(line)
    _echo_state(game, record, log)
    for note in report.notes(record, log):
        click.secho(wrapped(say("note", text=note)), dim=True)
    for warning in record.warnings:
        click.secho(f"warning: {warning}", fg="yellow", err=True)
    return not reasons


def _echo_state(game: Game[S, M], record: Record[S, M], log: Log[S, M] | None) -> None:
    """Print what every player has, and the drawing of the end."""
    for heading, text in game.reporting().standing(record, log):
        if heading:
            click.secho(heading, bold=True)
        if text:
            click.echo(wrapped(text, 2 if heading else 0, 2))
    if log is None or not log.commits or game.drawing is None:
        return
    drawing = game.drawing().draw(record, log, None, {})
    if drawing.text is not None:
        click.echo()
        echo_drawing(drawing.text())


class Row(NamedTuple):
    """What came of a move for one player, as it is printed; `reasons` have their lines."""

    report: TurnReport
    text: str
    gains: str
    reasons: tuple[Reason, ...]


def _rows(game: Game[S, M], record: Record[S, M], log: Log[S, M]) -> Iterator[Row]:
    for at, move, report in log.turns:
        told = (in_language(game.book.told(gain), spoken()) for gain in report.gains)
        reasons = placed(report.reasons, record, at, report)
        yield Row(report, game.told(move, report), ", ".join(told), reasons)


def echo_turns(rows: Sequence[Row], name: str) -> None:
    """Print the turns of a log, and the reasons against each; `name` is the record's file."""
    who = max((len(row.report.player) for row in rows), default=0)
    what = max((len(row.text) for row in rows), default=0)
    for together in _together(rows):
        for line in _turn_lines(together, who, what):
            click.echo(line)
        for line in reason_lines([r for row in together for r in row.reasons], name):
            click.echo(line)


def _together(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Yield the turns, those of one group of a player together."""
    for (player, group), found in groupby(rows, lambda row: (row.report.player, row.report.group)):
        if player and group:
            yield [*found]
        else:
            yield from ([row] for row in found)


def _turn_lines(rows: Sequence[Row], who: int, what: int) -> Iterator[str]:
    """Yield a turn, or the moves of one group, in a line; the last part of a line is wrapped."""
    first = rows[0]
    if first.report.number is None:
        yield click.style(wrapped(first.text, 0, 2), bold=True)
        return
    good = not any(row.reasons for row in rows)
    sign = click.style("ok", fg="blue") if good else click.style("! ", fg="red", bold=True)
    number = first.report.group or str(first.report.number)
    player = f"{first.report.player:<{who}} "
    if first.gains:
        yield f"{number:>3}. {sign} {player} {first.text:<{what}}  {first.gains}"
        return
    text = ", ".join(row.text for row in rows)
    shown = wrapped(f"{player} {text}", 8, 3)
    yield f"{number:>3}. {sign} {shown[8:]}"
