"""Scoring: lines, sheets, standings, and what they are written as. Knows no game and no map."""

from __future__ import annotations

from palace.scoring.exports import (
    bgstats_lacks,
    bgstats_link,
    bgstats_play,
    bgstats_text,
    csv_lines,
    csv_text,
    markdown_text,
)
from palace.scoring.score import Line, Score, Sheet, Standing, Team, json_text, standings
from palace.scoring.tables import lines_text, table_text

__all__ = [
    "Line",
    "Score",
    "Sheet",
    "Standing",
    "Team",
    "bgstats_lacks",
    "bgstats_link",
    "bgstats_play",
    "bgstats_text",
    "csv_lines",
    "csv_text",
    "json_text",
    "lines_text",
    "markdown_text",
    "standings",
    "table_text",
]
