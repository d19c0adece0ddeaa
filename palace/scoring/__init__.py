"""Scoring: lines, sheets, standings, and what they are written as. Knows no game and no map."""

from __future__ import annotations

from palace.scoring.audit import audit_text
from palace.scoring.bgstats import bgstats_link, bgstats_text
from palace.scoring.csv_text import csv_lines, csv_text
from palace.scoring.markdown import markdown_text
from palace.scoring.score import Score, Team, json_text
from palace.scoring.sheet import Line, Sheet
from palace.scoring.standings import Standing, standings
from palace.scoring.table import table_text

__all__ = [
    "Line",
    "Score",
    "Sheet",
    "Standing",
    "Team",
    "audit_text",
    "bgstats_link",
    "bgstats_text",
    "csv_lines",
    "csv_text",
    "json_text",
    "markdown_text",
    "standings",
    "table_text",
]
