"""`palace score`: who has won, and where every point comes from; of one game or of a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import click

from palace import scoring
from palace.cli.options import ruling_option
from palace.cli.output import (
    echo_json,
    headline,
    reason_lines,
    refuse_existing,
    width,
    wrapped,
    write_out,
)
from palace.cli.words import part_of, say
from palace.contract.registry import REGISTRY, AnyGame, AnyRecord, game, game_of, games, score
from palace.core.errors import InputError, Problem, gather, locate
from palace.files.document import read_document
from palace.scoring import Score

FORMATS = ("table", "markdown", "csv", "lines", "json", "bgstats", "bgstats-link")

_ENDINGS = {".txt": "table", ".md": "markdown", ".csv": "csv", ".json": "json"}
"""What a file is written as if no format is named."""

_EVERYONE = "*"


@click.command("score", short_help="Score a game: the winner, and where the points come from.")
@click.argument("files", nargs=-1, metavar="FILE...|FOLDER")
@click.option(
    "--game", "key", metavar="GAME",
    help=f"Score a game without a file, by its score pad: {', '.join(REGISTRY)}.",
)  # fmt: skip
@click.option(
    "--lines", is_flag=False, flag_value=_EVERYONE, metavar="[NAME]",
    help="Every point of NAME, or of all players: turn and cause.",
)  # fmt: skip
@click.option("--audit", is_flag=False, flag_value=_EVERYONE, hidden=True)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), metavar="FORMAT",
    help=f"How it is written: {', '.join(FORMATS)}.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="OUT",
    help="Write it to a file; the ending .md, .csv, .json or .txt sets the format.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
@click.option("--strict", is_flag=True, help="Stop at the first illegal turn.")
@ruling_option
def score_verb(
    files: tuple[str, ...],
    key: str | None,
    lines: str | None,
    audit: str | None,
    form: str | None,
    as_json: bool,
    output: Path | None,
    force: bool,
    strict: bool,
    ruling: tuple[str, ...],
) -> int:
    """Score a game: ranks, points by category, and what decided a tie.

    Example:  palace score game.toml

    Example:  palace score game.toml --lines Ana

    Example:  palace score games/ --format csv -o games.csv

    Example:  palace score --game GAME

    Several files, or all .toml and .json files below a folder, are scored on every core: a line for
    each game (format csv: for each player; lines: for each line of their sheets, and their totals);
    bad files are named at the end.
    """
    lines = lines or audit  # the former name
    if not files and key is None and lines not in (None, _EVERYONE):
        files, lines = (str(lines),), _EVERYONE  # `--lines game.toml`
    if not files and key is None:
        raise click.UsageError("missing argument 'FILE...|FOLDER'", click.get_current_context())
    several = len(files) > 1 or (bool(files) and os.path.isdir(files[0]))
    if files and files[0] in REGISTRY and not os.path.exists(files[0]):
        remedy = f"palace score --game {files[0]} asks for its score pad"
        raise InputError(Problem(files[0], "this is a game, not a file", remedy))
    found: list[Problem] = []
    if key is not None:
        gather(found, "--game", lambda: _only_a_pad(key, files, strict=strict))
    file = files[0] if files and not several else None
    gather(found, "--ruling", lambda: known_to_a_game(ruling, file))
    shape = gather(
        found, "--format",
        lambda: _form(form, output, as_json=as_json, lines=lines, several=several),
    )  # fmt: skip
    if shape is None or found:
        raise InputError(*found)
    if key is not None:
        asked = locate("--game", lambda: game(key))
        return _score_pad(asked, shape, lines, ruling, output, force=force)
    if several:
        from palace.cli.score_many import score_many

        return score_many(files, shape, ruling, output, strict=strict, force=force)
    return _score_one(files[0], shape, lines, ruling, output, strict=strict, force=force)


def known_to_a_game(ruling: Sequence[str], file: str | None) -> None:
    """Raise `InputError` for answers to rulings that the game of a file, or no game, has."""
    if not ruling:
        return
    problems: list[Problem] = []
    candidates = [*games()]
    if file is not None:
        # A file that cannot be read is refused later.
        with suppress(InputError):
            candidates = [game_of(read_document(file))]
    for pair in ruling:
        tried: list[Problem] = []
        for found in candidates:
            faults: list[Problem] = []
            gather(faults, "--ruling", partial(found.rulings.pairs, [pair]))
            if not faults:
                break
            # The message of the game that has a ruling of this name comes first.
            named = pair.partition("=")[0].strip() in found.rulings.table
            tried = [*faults, *tried] if named else [*tried, *faults]
        else:
            problems.append(tried[0])
    if problems:
        raise InputError(*problems)


def _form(
    form: str | None, output: Path | None, *, as_json: bool, lines: str | None, several: bool
) -> str:
    """Return the format a call asks for; raises `InputError` with what contradicts itself."""
    problems = []
    if as_json and form not in (None, "json"):
        problems.append(Problem("--json", f"--format is {form}", "leave one of them out"))
    form = "json" if as_json else form
    if lines is not None and several:
        problems.append(Problem("--lines", "it is for one game", "name one file"))
    if lines is not None and form not in (None, "table"):
        what = f"{form} has every point already" if form in ("json", "lines") else "it is a text"
        problems.append(Problem("--lines", what, "leave it out, or leave the format out"))
    if several and form is not None and form.startswith("bgstats"):
        problems.append(Problem("--format", f"{form} takes one game", "name one file"))
    if form is None and output is not None and lines is None:
        form = _ENDINGS.get(output.suffix.lower())
        if form is None:
            known = f"name it {', '.join(_ENDINGS)}, or add --format"
            problems.append(Problem(str(output), "its ending is that of no format", known))
    if problems:
        raise InputError(*problems)
    return form or "table"


def _score_one(
    name: str,
    form: str,
    lines: str | None,
    ruling: Sequence[str],
    output: Path | None,
    *,
    strict: bool,
    force: bool,
) -> int:
    found: list[Problem] = []
    document = read_document(name)
    played = game_of(document)
    answers = gather(found, "--ruling", lambda: played.rulings.pairs(ruling))
    record = gather(found, "", lambda: played.read(document, document.folder))
    if record is None or answers is None or found:
        raise InputError(*found)
    record = record.ruled(answers)
    found_score = score(record, strict=strict)
    return _report(document.file, record, found_score, form, lines, output, force=force)


def _only_a_pad(key: str, files: Sequence[str], *, strict: bool) -> None:
    """Raise `InputError` for a key of no game, and for what a score pad has no use for."""
    locate("--game", lambda: game(key))
    problems = []
    if files:
        remedy = "leave --game out, or leave the file out to be asked"
        problems.append(Problem("--game", f"{files[0]} names its game itself", remedy))
    if strict:
        problems.append(Problem("--strict", "a score pad has no turns", "leave it out"))
    if problems:
        raise InputError(*problems)


def _score_pad(
    found: AnyGame,
    form: str,
    lines: str | None,
    ruling: Sequence[str],
    output: Path | None,
    *,
    force: bool,
) -> int:
    """Ask for a finished game, print its score as that of a file, and offer to keep its record."""
    from palace.cli.pad import NAME, Left, PadDialogue

    answers = locate("--ruling", lambda: found.rulings.pairs(ruling))
    if output is not None:
        refuse_existing(output, force=force)
    # What other programs read is printed alone.
    form_of = part_of(found.pad, say("lacks.pad", game=found.title))
    pad = PadDialogue(found, answers, form_of, err=output is None and form != "table")
    try:
        record = pad.filled()
    except Left:
        pad.say("left: nothing is kept")
        return 0
    status = _report(NAME, record, score(record), form, lines, output, force=force)
    pad.keep(record)
    return status


def _report(
    name: str,
    record: AnyRecord,
    score: Score,
    form: str,
    lines: str | None,
    output: Path | None,
    *,
    force: bool,
) -> int:
    """Print or write a score, and the warnings about its record; return the exit status."""
    who = None if lines == _EVERYONE else lines
    source = Path(name).name, record.document.data  # two games may have one result
    if output is not None:
        text = written(score, form, source, lines=lines is not None, who=who)
        _write(text, output, force=force)
    elif form == "json":
        echo_json(score.record() | {"warnings": list(record.warnings)})
        return 0 if score.legal else 1
    elif form == "bgstats":
        echo_json(scoring.bgstats_play(score, source))
    elif form == "table":
        _show(name, score, lines is not None, who)
    else:
        click.echo(written(score, form, source), nl=False)
    lacks = scoring.bgstats_lacks(score) if form.startswith("bgstats") else ()
    for warning in (*record.warnings, *lacks):
        click.secho(f"warning: {warning}", fg="yellow", err=True)
    return 0 if score.legal else 1


def written(
    score: Score, form: str, source: object, *, lines: bool = False, who: str | None = None
) -> str:
    """Return a score in one of `FORMATS`, or its points one by one, without colours."""
    if lines:
        return scoring.lines_text(score, who, 100)
    writers: dict[str, Callable[[Score], str]] = {
        "table": lambda score: scoring.table_text(score, 100),
        "markdown": scoring.markdown_text,
        "csv": scoring.csv_text,
        "lines": scoring.csv_lines,
        "json": scoring.json_text,
        "bgstats": partial(scoring.bgstats_text, source=source),
        "bgstats-link": partial(scoring.bgstats_link, source=source),
    }
    return writers[form](score)


def _show(name: str, score: Score, lines: bool, who: str | None) -> None:
    """Print a score for people; click takes the colours out where there is no terminal."""
    if lines:
        shown = scoring.lines_text(score, who, width(), colour=True)
    else:
        shown = scoring.table_text(score, width(), colour=True)
    state = "final score" if score.finished else "score so far"
    about = ", ".join(part for part in (score.title, state, score.day, score.place) if part)
    click.echo(headline(score.legal, f"{name}: {about}"))
    for line in reason_lines(score.reasons, name):
        click.echo(line)
    click.echo()
    click.echo(shown, nl=False)
    for note in score.notes:
        click.secho(wrapped(f"note: {note}"), dim=True)


def _write(text: str, output: Path, *, force: bool) -> None:
    write_out(output, text, force=force)
    click.echo(f"wrote {output}")
