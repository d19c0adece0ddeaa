"""What the program tells of games: `palace hint`, `palace analyse`, `palace league`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Any, NamedTuple

import click

from palace.cli.dialogue import progress_bar
from palace.cli.options import json_option, language_option
from palace.cli.output import bar, counted, echo_json, echo_parts, spoken, width, write_out
from palace.cli.score_many import below
from palace.cli.words import part_of
from palace.contract.entering import asking
from palace.contract.players import Limit
from palace.contract.registry import game_in, other_kind, read_game, score
from palace.contract.rules import log_of
from palace.core.errors import InputError, Problem, gather
from palace.core.html import Part, page
from palace.core.screen import Screen
from palace.core.verdict import in_language
from palace.files.document import read_document
from palace.players import analysis
from palace.players.league import Evening, tables


class Report(NamedTuple):
    """A report, the same as data for JSON, what it is about in a word, and what is wrong beside
    it."""

    title: str
    parts: Sequence[Part]
    data: Mapping[str, object]
    about: str
    problems: Sequence[Problem] = ()


def reported(verb: Callable[..., Report]) -> Callable[..., None]:
    """Print the report that a verb returns, as JSON with `--json`, or write it as a page."""

    @click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE.html",
                  help="Write a page.")  # fmt: skip
    @click.option("--force", is_flag=True, help="Write over a file that exists.")
    @json_option
    @wraps(verb)
    def printed(output: Path | None, force: bool, as_json: bool, **options: Any) -> None:
        if output is not None and output.suffix.lower() != ".html":
            raise InputError(Problem(str(output), "a report is written as a page", "name it .html"))
        report = verb(**options)
        if as_json:
            echo_json(report.data)
        elif output is not None:
            write_out(output, page(report.title, report.parts), force=force)
            click.echo(f"wrote {output}: {report.about}")
        else:
            echo_parts(report.parts)
        if report.problems:
            raise InputError(*report.problems)

    return printed


@click.command("hint", short_help="Show what the program would do in a game, and why.")
@click.option("--game", "record", required=True, metavar="RECORD", help="The game under way.")
@language_option("Language of the hint: en, zh-Hant or zh (Chinese) [en].")
@json_option
def hint_verb(record: str, as_json: bool) -> None:
    """Show the move that the program would make for the player who is due, and why.

    Example:  palace hint --game game.toml
    """
    game, found = read_game(record)
    log = log_of(found)
    if log is None or not log.due:
        what = "it holds points only" if log is None else "the game is over"
        raise InputError(Problem(record, what, "name a game under way"))
    player = log.due[0]
    known = {command.name: command for command in asking(game).commands(found, log)}
    if "hint" not in known or game.thoughts is None:
        raise InputError(Problem(record, f"there are no hints for {game.title}", "play on"))
    if not as_json:
        click.echo(known["hint"].text(player, Screen(width(), progress_bar, spoken())))
        return
    *_, idea = game.thoughts()["hint"].ideas(found, log, player, "")
    told, *lines = (in_language(text, spoken()) for text in (idea.told, *idea.lines))
    echo_json({"player": player, "move": idea.text, "why": told, "lines": lines})


@click.command("analyse", short_help="Compare each move of a game with the best there was.")
@click.argument("file")
@click.option("--nodes", type=click.IntRange(1, 10**9), metavar="N",
              help="How much is thought of each move, the same on every machine.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(0.01, 3600), default=1.0, show_default=True,
              metavar="S", help="How long each move is thought of.")  # fmt: skip
@reported
def analyse_verb(file: str, nodes: int | None, seconds: float) -> Report:
    """Compare each move of a game with the best there was: turning points, choice and luck.

    Example:  palace analyse game.toml -o analysis.html

    What a move gives away is how much better the program does with its own move, with 95 %
    intervals. Luck is what the others and the cards brought.
    """
    game, found = read_game(file)
    analysing = part_of(game.analysing, f"{game.title} cannot be analysed", file)
    log = log_of(found)
    if log is None or not log.commits:
        raise InputError(Problem(file, "no move is in it", "name a game with moves"))
    limit = Limit(nodes) if nodes is not None else Limit(seconds=seconds)
    with bar("looking back") as shown:
        steps = analysing.analyse(found, log, limit, shown)
    totals = {sheet.name: sheet.total for sheet in log.rules.standing(log.state)}
    told = steps, [*analysis.results(steps, totals)], analysing.unit
    data, parts = {"game": game.key, **analysis.record(*told)}, [*analysis.report(*told)]
    return Report(f"{game.title}: {Path(file).name}", parts, data, counted(len(steps), "move"))


@click.command("league", short_help="Add up the games of a folder: wins, averages, feats.")
@click.argument("folder", type=click.Path())
@reported
def league_verb(folder: str) -> Report:
    """Add up the games of a folder: wins, averages, the favourite map, the longest staircase.

    Example:  palace league evenings

    Example:  palace league evenings -o league.html

    Games that are not finished are left out. A tie counts a part of a win.
    """
    evenings, problems, names = list[Evening](), list[Problem](), below([folder])
    with bar("reading the games") as shown:
        for number, name in enumerate(names):
            shown(number / len(names))
            evenings += gather(problems, name, partial(_evening, name)) or ()
    if not evenings and not problems:
        raise InputError(Problem(folder, "no record of a game in it", "name another folder"))
    found = tables(evenings)
    count = sum(len(table.evenings) for table in found)
    left, parts = len(evenings) - count, [table.part for table in found]
    if left:
        told = f"note: {counted(left, 'game')} not finished and left out"
        parts.append(Part("", notes=(told,)))
    data = {"games": [table.record() for table in found], "not_finished": left,
            "errors": [*map(str, problems)]}  # fmt: skip
    return Report("League", parts, data, counted(count, "game"), problems)


def _evening(name: str) -> Sequence[Evening]:
    """Return the game of a file; nothing for a file of something else."""
    document = read_document(name)
    if other_kind(document):
        return ()
    game, record = game_in(document)
    feats = game.reporting().feats(record, log_of(record))
    return (Evening(name, score(record), tuple(feats)),)
