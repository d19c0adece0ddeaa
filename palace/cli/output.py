"""What the verbs share in printing: JSON, wrapped text, verdicts."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from palace.core.rulings import Ruling
from palace.core.terminal import laid_out
from palace.core.verdict import Reason

if TYPE_CHECKING:
    from rich.table import Table

MOST_REASONS = 12
"""Reasons shown in full on a terminal; `--json` has them all."""

WHOLE = 10_000
"""Columns for a table whose rows are not broken."""

_HANG = 14
"""Columns taken by the code of a reason, but for the longest."""


def echo_json(data: dict[str, Any]) -> None:
    """Print one JSON object, in whatever encoding the output has."""
    import json

    text = json.dumps(data, indent=2, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(data, indent=2)
    click.echo(text)


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
    word, ground = (" LEGAL ", "blue") if legal else (" NOT LEGAL ", "red")
    text = wrapped(what, len(word) + 1)
    return click.style(word, fg="white", bg=ground, bold=True) + text[len(word) :]


def reason_lines(found: Iterable[Reason], file: str = "") -> Iterable[str]:
    """Each reason with its code, what is wrong, the rule, and what would be legal."""
    every = list(found)
    for reason in every[:MOST_REASONS]:
        where = f"{file}:{reason.line}: " if file and reason.line else ""
        turn = f"turn {reason.turn}: " if reason.turn else ""
        level = f" (level {reason.level})" if reason.level else ""
        hang = max(_HANG, len(f"! {reason.code} "))
        text = wrapped(f"{where}{turn}{reason.text}{level}; {reason.title}", hang)
        code = click.style(f"! {reason.code}", fg="red", bold=True)
        yield code + text[len(f"! {reason.code}") :]
        yield wrapped(f"-> {reason.remedy}", _HANG, 3)
    if len(every) > MOST_REASONS:
        yield f"  and {len(every) - MOST_REASONS} more: --json lists them all"
    codes = list(dict.fromkeys(reason.code for reason in every))
    if codes:
        yield click.style(f"  more: palace explain {codes[0]}", dim=True)


def counted(count: int, word: str) -> str:
    """A number and its noun."""
    if count == 1:
        return f"{count} {word}"
    return f"{count} {word}es" if word.endswith("ch") else f"{count} {word}s"


def echo_drawing(text: str, indent: int = 0) -> None:
    """Print a drawing, every `!` in red; too wide for the terminal, it is only named."""
    lines = [" " * indent + line if line else "" for line in text.splitlines()]
    need, have = max(map(len, lines)), shutil.get_terminal_size().columns
    if need > have and sys.stdout is not None and sys.stdout.isatty():
        lines = [" " * indent + f"(the drawing takes {need} columns)"]
    sign = click.style("!", fg="red", bold=True)
    click.echo("\n".join(lines).replace("!", sign))


def echo_table(table: Table) -> None:
    """Print a table of rich; its rows are not broken, however long a staircase is."""
    click.echo(laid_out(table, width=WHOLE, colour=True), nl=False)


def echo_rulings(rulings: Mapping[str, Ruling], *, as_json: bool) -> None:
    """Print a game's rulings."""
    if as_json:
        echo_json(
            {
                ruling.name: {
                    "question": ruling.question,
                    "default": ruling.default,
                    "answers": ruling.answers,
                    "basis": ruling.basis,
                }
                for ruling in rulings.values()
            }
        )
        return
    for ruling in rulings.values():
        click.secho(ruling.name, bold=True)
        click.echo(wrapped(ruling.question, 2))
        for value, meaning in ruling.answers.items():
            sign = "*" if value == ruling.default else " "
            click.echo(wrapped(f"{sign} {value:<10} {meaning}", 2, hang=15))
        click.secho(wrapped(f"basis: {ruling.basis}", 2), dim=True)
        click.echo()
    click.echo("* is the default. Change one with --ruling NAME=VALUE, or in a record's [rulings].")
