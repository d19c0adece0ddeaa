"""What the verbs share in what they print and write: texts, tables, JSON, a bar, files."""

from __future__ import annotations

import shutil
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palace.core.errors import InputError
from palace.core.rulings import Ruling
from palace.core.terminal import escaped_unseen, laid_out, new_table
from palace.core.verdict import ENGLISH, Language, Phrasebook, Reason, place_of
from palace.files.writing import EXISTS, write_whole

if TYPE_CHECKING:
    from rich.table import Table

    from palace.core.html import Part

MOST_REASONS = 12
"""Reasons shown in full on a terminal; `--json` has them all."""

WHOLE = 10_000
"""Columns for a table whose rows are not broken."""

WORDS = {
    "legal": "LEGAL",
    "sound": "SOUND",
    "illegal": "NOT LEGAL",
    "open": "NO VERDICT",
    "for": "{what} for {player}",
    "on": "{what}  on {map}",
    "turn": "turn {turn}: ",
    "level": " (level {level})",
    "because": "{what}; {rule}",
    "more-reasons": "and {count} more: --json lists them all",
    "more": "more: palace explain {code}",
    "note": "note: {text}",
}


def _chinese() -> Language:
    """Return the Chinese words, which few calls need."""
    from palace.cli.chinese import OUTPUT

    return OUTPUT


BOOK = Phrasebook(f"{__name__}.BOOK", {"en": Language(words=WORDS), "zh": _chinese})
"""The words that stand round verdicts; the sentences come from the games."""

SPOKEN = f"{__name__}.language"
"""Where the call keeps its language."""


def spoken() -> str:
    """Return the language of the call, as `--language` gives it."""
    context = click.get_current_context(silent=True)
    return ENGLISH if context is None else context.meta.get(SPOKEN, ENGLISH)


def say(key: str, **values: object) -> str:
    """Return words of ours in the language of the call."""
    return BOOK.say(spoken(), key, **values)


_HANG = 14
"""Columns taken by the code of a reason, but for the longest."""


def echo_json(data: Mapping[str, object]) -> None:
    """Print one JSON object, in the encoding of the output."""
    import json

    text = json.dumps(data, indent=2, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
        text = escaped_unseen(text)
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


def headline(legal: bool | None, what: str, *, audited: bool = True) -> str:
    """Return the verdict in a word and a colour, and what it is about; None is no verdict.

    A legal table that is not `audited` is only sound.
    """
    key = "legal" if audited else "sound"
    word = f" {say('open' if legal is None else key if legal else 'illegal')} "
    ground = "red" if legal is False else "blue"
    text = wrapped(what, len(word) + 1)
    return click.style(word, fg="white", bg=ground, bold=True) + text[len(word) :]


def reason_lines(found: Iterable[Reason], file: str = "") -> Iterable[str]:
    """Yield each reason with its code, what is wrong, the rule, and what would be legal."""
    every, language = list(found), spoken()
    for reason in every[:MOST_REASONS]:
        number, line = place_of(reason)
        where = f"{file}:{line}: " if file and line else ""
        turn = say("turn", turn=number) if number else ""
        level = say("level", level=reason.level) if reason.level else ""
        hang = max(_HANG, len(f"! {reason.code} "))
        what = f"{where}{turn}{reason.text_in(language)}{level}"
        text = wrapped(say("because", what=what, rule=reason.title_in(language)), hang)
        code = click.style(f"! {reason.code}", fg="red", bold=True)
        yield code + text[len(f"! {reason.code}") :]
        yield wrapped(f"-> {reason.remedy_in(language)}", _HANG, 3)
    if len(every) > MOST_REASONS:
        yield f"  {say('more-reasons', count=len(every) - MOST_REASONS)}"
    codes = list(dict.fromkeys(reason.code for reason in every))
    if codes:
        yield click.style(f"  {say('more', code=codes[0])}", dim=True)


def counted(count: int, word: str) -> str:
    """Return a number and its noun."""
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


BAR = 28
"""Characters of a bar that stands for the whole."""


def echo_parts(parts: Iterable[Part]) -> None:
    """Print the parts of a report, without pictures."""
    for title, heads, texts, rows, bars, notes, _ in parts:
        if title:
            click.secho(wrapped(title, hang=2), bold=True)
        if rows:
            table = new_table(*heads, *[""] * bool(bars), texts=(*texts, ""))
            shown = [["=" * round(BAR * share)] for share in bars] or [[]] * len(rows)
            for row, drawn in zip(rows, shown, strict=True):
                table.add_row(*row, *drawn)
            echo_table(table)
        for note in notes:
            click.echo(wrapped(note, hang=2))
        click.echo()


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
    if not rulings:
        click.echo("there are no open questions")
        return
    click.echo("* is the default. Change one with --ruling NAME=VALUE, or in a record's [rulings].")


def write_out(path: Path, made: str | bytes, *, force: bool) -> None:
    """Write what a verb with `--force` made; raises `InputError` where it may not."""
    try:
        write_whole(path, made, overwrite=force)
    except InputError as error:
        raise InputError(
            *(
                problem._replace(remedy=f"{problem.remedy}, or add --force")
                if problem.what == EXISTS
                else problem
                for problem in error.problems
            )
        ) from None


def refuse_existing(path: Path, *, force: bool) -> None:
    """Raise `InputError` before the work is done, if writing would fail because the file exists."""
    if path.exists() and not force:
        write_out(path, "", force=False)


PATIENCE = 1.0
"""Seconds before a bar appears."""


@contextmanager
def bar(what: str, hint: str = "(Ctrl-C ends it)") -> Iterator[Bar]:
    """Yield a function to tell how much is done, 0 to 1; it shows a bar once that takes long."""
    shown = Bar(what, hint)
    try:
        yield shown
    finally:
        shown.close()


class Bar:
    """A bar that appears late, and goes when it is closed."""

    def __init__(self, what: str, hint: str) -> None:
        self.what = what
        self.hint = hint
        self.begun = time.monotonic()
        self.progress: Any = None

    def __call__(self, share: float, what: str = "") -> None:
        """Tell how much is done, and what is being done if that has changed."""
        self.what = what or self.what
        if self.progress is None:
            terminal = sys.stderr is not None and sys.stderr.isatty()
            if not terminal or time.monotonic() - self.begun < PATIENCE:
                return
            self._open()
        self.progress.update(self.task, completed=share, description=self.what)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
        hint = TextColumn(self.hint, style="dim")
        # A bar moves the cursor, which standard error no longer lets through.
        console = Console(file=sys.__stderr__)
        self.progress = Progress(*columns, hint, console=console, transient=True)
        self.task = self.progress.add_task(self.what, total=1.0)
        self.progress.start()

    def close(self) -> None:
        """Take it away."""
        if self.progress is not None:
            self.progress.stop()
