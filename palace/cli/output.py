"""What the verbs share in printing: JSON, wrapped text, verdicts."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Iterable
from typing import Any

import click

from palace.elements import COLOUR_WORDS
from palace.knob import FILES, Knob
from palace.reasons import Reason
from palace.verdict import Verdict

MOST_REASONS = 12
"""Reasons shown in full on a terminal; `--json` has them all."""


def echo_json(data: dict[str, Any]) -> None:
    """Print one JSON object."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def width() -> int:
    """Columns to write in."""
    return max(40, min(shutil.get_terminal_size().columns, 100))


def wrapped(text: str, indent: int = 0, hang: int = 0) -> str:
    """`text` wrapped to the terminal, later lines indented by `hang` more."""
    return textwrap.fill(
        text,
        width(),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_long_words=False,
        break_on_hyphens=False,
    )


def headline(legal: bool, what: str) -> str:
    """The verdict in a word and a colour, and what it is about."""
    sign = click.style(" LEGAL ", fg="white", bg="blue", bold=True)
    if not legal:
        sign = click.style(" NOT LEGAL ", fg="white", bg="red", bold=True)
    return f"{sign} {what}"


def reason_lines(found: Iterable[Reason], file: str = "") -> Iterable[str]:
    """Each reason with its code, what is wrong, the rule, and what would be legal."""
    every = list(found)
    for reason in every[:MOST_REASONS]:
        where = f"{file}:{reason.line}: " if file and reason.line else ""
        turn = f"turn {reason.turn}: " if reason.turn else ""
        code = click.style(f"! {reason.code}", fg="red", bold=True)
        pad = max(1, 13 - len(reason.code) - 2)
        level = f" (level {reason.level})" if reason.level else ""
        text = wrapped(f"{where}{turn}{reason.text}{level}; {reason.title}", 0, 14)
        yield f"{code}{' ' * pad} {text}"
        yield wrapped(f"-> {reason.remedy}", 14, 3)
    if len(every) > MOST_REASONS:
        yield f"  and {len(every) - MOST_REASONS} more: --json lists them all"
    codes = list(dict.fromkeys(reason.code for reason in every))
    if codes:
        yield click.style(f"  more: palace explain {codes[0]}", dim=True)


def earnings(verdict: Verdict) -> str:
    """What a legal staircase uses and earns, in one line."""
    staircase, uses = verdict.staircase, verdict.uses
    if staircase is None or uses is None:
        return ""
    extra = " with the highest of its colour" if verdict.highest else ""
    parts = [
        f"uses {uses}",
        f"{verdict.credits} credit{'s' * (verdict.credits != 1)}{extra}",
        f"{COLOUR_WORDS[verdict.decoration or 'l']} decoration on {staircase.knobs[-1]}",
        "bonus card" if verdict.bonus else "no bonus card",
        f"{verdict.height} bricks high",
    ]
    return ", ".join(parts)


def marks_of(found: Iterable[Reason]) -> dict[Knob, str]:
    """A `!` for every knob a reason names."""
    marks = {}
    for reason in found:
        if reason.at[:1] in FILES and reason.at[1:].isdigit():
            marks[Knob.read(reason.at)] = "!"
    return marks
