"""`palace league`: all games of a folder together."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import click

from palace.cli.options import json_option
from palace.cli.output import bar, counted, echo_json, echo_table, wrapped, write_out
from palace.cli.score_many import below
from palace.contract.registry import game_in, other_kind, score
from palace.contract.rules import log_of
from palace.core.errors import InputError, Problem
from palace.core.terminal import new_table
from palace.files.document import read_document
from palace.players.league import Evening, Table, svg, tables

if TYPE_CHECKING:
    from rich.table import Table as Printed

BAR = 24
"""Characters of the bar of a player who wins every game."""


@click.command("league", short_help="Add up the games of a folder: wins, averages, feats.")
@click.argument("folder", type=click.Path())
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE.html", help="Write a page."
)
@click.option("--force", is_flag=True, help="Write over a file that exists.")
@json_option
def league_verb(folder: str, output: Path | None, force: bool, as_json: bool) -> None:
    """Add up the games of a folder: wins, averages, the favourite map, the longest staircase.

    Example:  palace league evenings

    Example:  palace league evenings -o league.html

    Games that are not finished are left out. A tie counts a part of a win.
    """
    if output is not None and output.suffix.lower() != ".html":
        raise InputError(Problem(str(output), "a league is written as a page", "name it .html"))
    evenings, problems = _read(folder)
    found = tables(evenings)
    left = len(evenings) - sum(len(table.evenings) for table in found)
    if as_json:
        errors = [str(problem) for problem in problems]
        data = [table.record() for table in found]
        echo_json({"games": data, "not_finished": left, "errors": errors})
    elif output is not None:
        write_out(output, _page(found), force=force)
        click.echo(f"wrote {output}: {counted(len(evenings) - left, 'game')}")
    else:
        for table in found:
            click.secho(f"{table.title}: {counted(len(table.evenings), 'game')}", bold=True)
            echo_table(_printed(table))
            for title, told in table.feats:
                click.echo(wrapped(f"{title}: {told}"))
            click.echo()
        if left:
            click.secho(f"note: {counted(left, 'game')} not finished and left out", dim=True)
    if problems:
        raise InputError(*problems)


def _read(folder: str) -> tuple[list[Evening], list[Problem]]:
    """Return the games of a folder, and what is wrong with files that hold none."""
    found: list[Evening] = []
    problems: list[Problem] = []
    names = below([folder])
    with bar("reading the games") as shown:
        for number, name in enumerate(names):
            shown(number / len(names))
            try:
                document = read_document(name)
                if other_kind(document):
                    continue
                game, record = game_in(document)
                feats = game.reporting().feats(record, log_of(record))
                found.append(Evening(name, score(record), tuple(feats)))
            except InputError as error:
                problems += (p if p.where else p._replace(where=name) for p in error.problems)
    if not found and not problems:
        raise InputError(Problem(folder, "no record of a game in it", "name another folder"))
    return found, problems


def _printed(table: Table) -> Printed:
    heads = ("player", "games", "wins", "mean", "best", "")
    printed = new_table(*heads, texts=("player", ""))
    printed.columns[-1].style = "blue"
    for seat in table.seats:
        printed.add_row(
            seat.name, str(seat.games), f"{seat.wins:.3g}", f"{seat.mean:.1f}",
            str(max(seat.points)), "=" * round(BAR * seat.share),
        )  # fmt: skip
    return printed


STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: auto; padding: 1rem }
table { border-collapse: collapse; width: 100% }
th, td { padding: .4rem .6rem; text-align: right }
th:first-child, td:first-child { text-align: left }
tr { border-bottom: 1px solid #ddd }
svg { width: 100%; height: auto }
"""


def _page(found: tuple[Table, ...]) -> str:
    """Return one page with a table and bars for each kind of game."""
    parts = []
    for table in found:
        rows = "".join(
            f"<tr><td>{escape(seat.name)}<td>{seat.games}<td>{seat.wins:.3g}<td>{seat.mean:.1f}"
            f"<td>{max(seat.points)}</tr>"
            for seat in table.seats
        )
        feats = "".join(f"<li>{escape(title)}: {escape(told)}" for title, told in table.feats)
        parts.append(
            f"<h2>{escape(table.title)}: {counted(len(table.evenings), 'game')}</h2>{svg(table)}"
            f"<table><tr><th>player<th>games<th>wins<th>mean<th>best</tr>{rows}</table>"
            f"<ul>{feats}</ul>"
        )
    return (
        '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>League</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{STYLE}</style><h1>League</h1>{''.join(parts)}</html>\n"
    )
