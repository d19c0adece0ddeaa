"""Scores as CSV: a row for each player, or a row for each line of the sheets.

A text that a spreadsheet would take for a formula begins with an apostrophe; numbers stay numbers.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from palace.scoring.cells import seen
from palace.scoring.score import Score

Row = Sequence[str | int | None]

LINE_HEADS = ("player", "turn", "category", "points", "cause")

# Wide forms too: spreadsheets of some languages take them for the same signs.
_WIDE = (
    "\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}"
    "\N{FULLWIDTH COMMERCIAL AT}\N{MINUS SIGN}"
)
_FORMULA = re.compile(f"[=+@|%{_WIDE}-]")


def csv_text(score: Score) -> str:
    """A row for each player in seat order: rank, name, points by category, total."""
    heads = ["rank", "player", *score.categories, "total"]
    rows: list[Row] = [heads]
    for standing, sheet in zip(score.standings, score.sheets, strict=True):
        points = [sheet.subtotal(category) for category in score.categories]
        rows.append([standing.rank, sheet.name, *points, sheet.total])
    return rows_text(rows)


def csv_lines(score: Score) -> str:
    """A row for each line of each sheet: player, turn, category, points, cause."""
    return rows_text([LINE_HEADS, *line_rows(score)])


def line_rows(score: Score) -> list[Row]:
    """The rows of `csv_lines` without their heads."""
    return [
        (sheet.name, line.turn, line.category, line.points, line.cause)
        for sheet in score.sheets
        for line in sheet.lines
    ]


def rows_text(rows: Iterable[Row]) -> str:
    """Rows as CSV, RFC 4180 but for the line ends, which are `\\n`; None is an empty cell."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return stream.getvalue()


def _safe(cell: str | int | None) -> str | int | None:
    if not isinstance(cell, str):
        return cell
    text = seen(cell)
    return f"'{text}" if _FORMULA.match(text) else text
