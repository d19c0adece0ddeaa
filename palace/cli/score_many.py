"""Many games at once, on every core: a line, an entry or rows for each, bad files at the end."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from palace.cli.output import WHOLE, counted, echo_json, refuse_existing, write_out
from palace.contract.registry import ENDINGS, AnyGame, game_in, other_kind
from palace.contract.registry import score as score_of
from palace.core.errors import InputError, Problem
from palace.core.terminal import laid_out, one_line
from palace.files.document import read_document
from palace.scoring.exports import (
    LINE_HEADS,
    PLAYER_HEADS,
    Row,
    escaped,
    player_rows,
    rows_text,
    table,
    total_rows,
)

if TYPE_CHECKING:
    from palace.scoring import Score

FEW = 16
"""Files up to which no bar is shown."""

MOST_SKIPPED = 20
"""Files that are no records and are named one by one."""

HEADS = ("file", "game", "date", "place", "legal", "finished", "winners", "scores")
"""The columns of a table with a line for each game."""


class Outcome(NamedTuple):
    """What became of one file: its problems, or its score in the form that was asked for.

    `players` are its rows where each player has one; `other` is what a file of a folder is instead
    of a record, such as a map.
    """

    file: str
    problems: tuple[Problem, ...] = ()
    legal: bool = True
    warned: bool = False
    data: dict[str, Any] | None = None
    rows: tuple[Row, ...] = ()
    players: tuple[dict[str, str | int | None], ...] = ()
    other: str = ""


def score_many(
    files: Sequence[str],
    form: str,
    given: Sequence[str],
    output: Path | None,
    *,
    strict: bool,
    force: bool,
) -> int:
    """Score the files, and those below folders; print or write what came out.

    Returns 1 if any game is not legal; raises `InputError` with the problems of all files that
    could not be scored, after everything else is printed.  Maps, builds and boxes in folders are
    left out, and named in one note.
    """
    names = below(files)
    if output is not None:
        refuse_existing(output, force=force)
    if output is not None and output.suffix.lower() in ENDINGS:
        home = output.resolve().parents
        if any(Path(name).is_dir() and Path(name).resolve() in home for name in files):
            what = "it is in the folder that is scored, and would be read as a record next time"
            raise InputError(Problem(str(output), what, "write it elsewhere"))
    named = frozenset(name for name in files if not os.path.isdir(name))
    every: list[Outcome] = []
    with _bar(len(names)) as advance:
        for name in names:
            every.append(_outcome(name, form, given, strict, name in named))
            advance(1)
    found = [outcome for outcome in every if not outcome.other]
    skipped = [outcome for outcome in every if outcome.other]
    if skipped:
        click.secho(_left_out(skipped), dim=True, err=True)
    if not found:
        what = "no record of a game in it"
        raise InputError(Problem(", ".join(files), what, "name another folder"))
    bad = [problem for outcome in found for problem in outcome.problems]
    good = [outcome for outcome in found if not outcome.problems]
    if output is not None:
        text = _text(good, form, bad, skipped)
        write_out(output, click.unstyle(text), force=force)
        click.echo(f"wrote {output}: {_counts(found)}")
    elif form == "json":
        echo_json(_data(good, bad, skipped))
    else:
        click.echo(_text(good, form, bad, skipped), nl=False)
        if form == "table":
            click.echo(_counts(found))
            if any(outcome.warned for outcome in good):
                count = counted(sum(outcome.warned for outcome in good), "file")
                note = f"note: {count} with warnings; palace score FILE shows them"
                click.secho(note, dim=True)
    if bad:
        raise InputError(*bad)
    return 0 if all(outcome.legal for outcome in good) else 1


def below(files: Iterable[str]) -> list[str]:
    """Return the files, and every `.toml` and `.json` file below those that are folders, each once.

    What begins with a dot is left out.  Raises `InputError` for a folder that holds none.
    """
    names: dict[str, None] = {}
    for name in files:
        if not os.path.isdir(name):
            names[name] = None
            continue
        count = len(names)
        for folder, inner, entries in os.walk(name, onerror=_closed):
            inner[:] = sorted(entry for entry in inner if not entry.startswith("."))
            for entry in sorted(entries):
                if entry.lower().endswith(ENDINGS) and not entry.startswith("."):
                    names[os.path.normpath(os.path.join(folder, entry))] = None
        if len(names) == count:
            raise InputError(Problem(name, "no .toml or .json file in it", "name another folder"))
    return list(names)


def _closed(error: OSError) -> None:
    what = f"cannot be opened: {(error.strerror or 'no reason given').lower()}"
    raise InputError(Problem(str(error.filename), what, "ask its owner, or name another"))


def _outcome(file: str, form: str, given: Sequence[str], strict: bool, named: bool) -> Outcome:
    try:
        document = read_document(file)
        if not named and (other := other_kind(document)):
            return Outcome(file, other=other)
        game, record = game_in(document)
        score = score_of(record.ruled(_answers(game, given)), strict=strict)
    except InputError as error:
        problems = (p if p.where else p._replace(where=file) for p in error.problems)
        return Outcome(file, tuple(problems))
    data = None
    rows: tuple[Row, ...] = ()
    if form == "json":
        data = {"file": file, **score.record(), "warnings": list(record.warnings)}
    elif form == "lines":
        rows = tuple((file, *row) for row in total_rows(score))
    elif form == "csv":
        players = tuple({"file": file, **row} for row in player_rows(score))
        return Outcome(file, (), score.legal, bool(record.warnings), players=players)
    else:
        rows = (_row(file, score),)
    return Outcome(file, (), score.legal, bool(record.warnings), data, rows)


def _left_out(skipped: Sequence[Outcome]) -> str:
    """Return the note on files of folders that are no records."""
    names = [f"{one_line(outcome.file)} ({outcome.other})" for outcome in skipped[:MOST_SKIPPED]]
    more = len(skipped) - len(names)
    names += [f"{more:,} more"] * bool(more)
    what = "is no record" if len(skipped) == 1 else "are no records"
    return f"note: {counted(len(skipped), 'file')} {what} and skipped: {', '.join(names)}"


def _answers(game: AnyGame, given: Sequence[str]) -> dict[str, str]:
    """Return the answers to rulings of this game."""
    known = (pair for pair in given if not _unknown(game, pair))
    return game.rulings.pairs(known)


def _unknown(game: AnyGame, pair: str) -> bool:
    name, _, value = (part.strip() for part in pair.partition("="))
    return game.rulings.problem(name, value) is not None


def _row(file: str, score: Score) -> Row:
    """Return one game: the cells of `HEADS`."""
    mark = dict.fromkeys(score.winners, "*")
    scores = [f"{mark.get(sheet.name, '')}{sheet.name} {sheet.total}" for _, sheet in score.ranking]
    yes = {True: "yes", False: "no"}
    return (
        file, score.game, score.day, score.place or "", yes[score.legal], yes[score.finished],
        ", ".join(score.winners), ", ".join(scores),
    )  # fmt: skip


def _text(good: list[Outcome], form: str, bad: list[Problem], skipped: Sequence[Outcome]) -> str:
    if form == "json":
        return json.dumps(_data(good, bad, skipped), indent=2, ensure_ascii=False) + "\n"
    if form == "csv":
        return _player_table(good)
    rows = [row for outcome in good for row in outcome.rows]
    if form == "table":
        return _table(rows)
    if form == "markdown":
        cells = [[escaped(str(cell)) for cell in row] for row in rows]
        return table(HEADS, cells, range(len(HEADS))) + "\n"
    return rows_text([("file", *LINE_HEADS), *rows])


def _player_table(good: Sequence[Outcome]) -> str:
    """Return a row for each player and game, with a column for each category of any of them."""
    rows = [row for outcome in good for row in outcome.players]
    heads = [*dict.fromkeys(("file", *PLAYER_HEADS, *(head for row in rows for head in row)))]
    return rows_text([heads, *([row.get(head) for head in heads] for row in rows)])


def _table(rows: Sequence[Row]) -> str:
    """Return a line for each game: whether it is legal, its file, the players by rank."""
    from rich.table import Table
    from rich.text import Text

    games = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        legal = row[HEADS.index("legal")] == "yes"
        sign = Text("ok", "blue") if legal else Text("!", "bold red")
        open_end = "" if row[HEADS.index("finished")] == "yes" else " (not finished)"
        fault = "" if legal else " (not legal)"
        games.add_row(sign, one_line(str(row[0])), f"{one_line(str(row[-1]))}{open_end}{fault}")
    return laid_out(games, width=WHOLE, colour=True)


def _data(
    good: Sequence[Outcome], bad: Sequence[Problem], skipped: Sequence[Outcome]
) -> dict[str, object]:
    return {
        "games": [outcome.data for outcome in good],
        "errors": [str(problem) for problem in bad],
        "skipped": [outcome.file for outcome in skipped],
    }


def _counts(found: list[Outcome]) -> str:
    failed = sum(bool(outcome.problems) for outcome in found)
    illegal = sum(not outcome.legal for outcome in found)
    parts = [f"{len(found) - failed:,} of {len(found):,} files scored"]
    parts += [f"{illegal:,} not legal"] * bool(illegal)
    parts += [f"{failed:,} not: see below"] * bool(failed)
    return ", ".join(parts)


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], object]]:
    """Yield a function to tell how many files more are done; a bar on a terminal only."""
    if sys.stderr is None or not sys.stderr.isatty() or total <= FEW:
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = TextColumn("scoring"), BarColumn(), MofNCompleteColumn()
    hint = TextColumn("(Ctrl-C ends it)", style="dim")
    with Progress(*columns, hint, console=Console(file=sys.__stderr__), transient=True) as progress:
        task = progress.add_task("scoring", total=total)
        yield lambda count: progress.update(task, advance=count)
