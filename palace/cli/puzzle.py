"""`palace puzzle` and `palace learn`: a table with a question, answered by a move."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date

import click

from palace.cli.options import json_option, language_option
from palace.cli.output import bar, echo_json, headline, reason_lines, spoken, width, wrapped
from palace.cli.words import part_of, say
from palace.contract.puzzles import Puzzle, Puzzles
from palace.contract.registry import default, game
from palace.core.errors import InputError, Problem, locate
from palace.core.screen import Screen
from palace.core.verdict import in_language

game_option = click.option("--game", "key", default=default(), metavar="GAME", help="Of this game.")


def _of(key: str) -> Puzzles:
    found = locate("--game", lambda: game(key))
    return part_of(found.puzzles, f"there is no puzzle of {found.title}")


@click.command("puzzle", short_help="Find the one staircase that earns most: a puzzle a day.")
@click.argument("answer", default="")
@click.option("--seed", type=click.IntRange(0), metavar="S", help="A puzzle drawn by lot.")
@click.option("--level", default="", metavar="LEVEL", help="easy or hard.")
@click.option("--solution", is_flag=True, help="Show the solution.")
@game_option
@language_option("Language of the puzzle.")
@json_option
def puzzle_verb(
    answer: str, seed: int | None, level: str, solution: bool, key: str, as_json: bool
) -> None:
    """Show the puzzle of the day, and judge an answer to it. The exit status of a wrong one is 1.

    Example:  palace puzzle --level easy

    Example:  palace puzzle --seed 7 c4-d4_b

    In a terminal it asks until the answer is right; Enter alone shows the solution.
    """
    puzzles = _of(key)
    if level not in ("", *puzzles.levels):
        hint = " or ".join(puzzles.levels)
        raise InputError(Problem("--level", f"there is no level {level!r:.40}", f"name {hint}"))
    if seed is None:
        kept = puzzles.kept(level)
        one = kept[date.today().toordinal() % len(kept)]
        call = f"palace puzzle --level {level}" if level else "palace puzzle"
    else:
        with bar(say("drawing-puzzle")):
            one = puzzles.drawn(seed, level)
        call = f"palace puzzle --seed {seed}" + f" --level {level}" * bool(level)
    _ask(one, call, answer, solution, as_json)


@click.command("learn", short_help="Learn the rules of building on ten boards.")
@click.argument("lesson", default="")
@click.argument("answer", default="")
@click.option("--solution", is_flag=True, help="Show the solution.")
@game_option
@language_option("Language of the lessons.")
@json_option
def learn_verb(lesson: str, answer: str, solution: bool, key: str, as_json: bool) -> None:
    """Learn the rules of building, a board for each: mend a wrong staircase, or find a right one.

    Example:  palace learn

    Example:  palace learn F c4-d4_b

    In a terminal all ten are asked one after the other; Enter alone shows the solution.
    """
    lessons = _of(key).lessons()
    names = [one.name for one in lessons]
    if lesson:
        if lesson.upper() not in names:
            hint = f"they are {', '.join(names)}"
            raise InputError(Problem("learn", f"there is no lesson {lesson!r:.40}", hint))
        one = lessons[names.index(lesson.upper())]
        _ask(one, f"palace learn {one.name}", answer, solution, as_json)
    elif as_json:
        echo_json({"lessons": [one.record() for one in lessons]})
    elif _asks():
        for number, one in enumerate(lessons, 1):
            click.secho(say("lesson", number=number, all=len(lessons)), bold=True)
            _ask(one, "", "", solution, as_json)
            click.echo()
    else:
        _list(lessons)


def _list(lessons: Sequence[Puzzle]) -> None:
    for one in lessons:
        click.echo(wrapped(in_language(one.about, spoken())))
    click.secho(wrapped(say("see-lesson", call=f"palace learn {lessons[0].name}")), dim=True)


def _asks() -> bool:
    """Return whether an answer can be typed."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask(one: Puzzle, call: str, answer: str, solution: bool, as_json: bool) -> None:
    """Show a puzzle, and judge the answer that is given, or those that are typed."""
    if as_json:
        data = one.record() | ({"solution": one.solution} if solution else {})
        if answer:
            told = locate("answer", lambda: one.answered(answer))
            reasons = [reason.record() for reason in told.reasons]
            data |= {"right": told.right, "answer": told.told, "reasons": reasons}
        echo_json(data)
        if answer and not data["right"]:
            click.get_current_context().exit(1)
        return
    if answer and not solution:
        if not _judged(one, answer):
            click.get_current_context().exit(1)
        return
    click.echo(one.shown(Screen(width(), language=spoken())))
    click.echo()
    click.secho(wrapped(in_language(one.task, spoken())), bold=True)
    if solution:
        click.echo(wrapped(say("solution", staircase=one.solution)))
    elif not _asks():
        click.secho(wrapped(say("answer-it", call=call)), dim=True)
    else:
        _until_right(one)


def _until_right(one: Puzzle) -> None:
    while True:
        text = click.prompt(say("your-answer"), default="", show_default=False).strip()
        if not text:
            click.echo(wrapped(say("solution", staircase=one.solution)))
            return
        try:
            if _judged(one, text):
                return
        except InputError as error:
            click.echo(wrapped(str(error)))


def _judged(one: Puzzle, text: str) -> bool:
    told = locate("answer", lambda: one.answered(text))
    click.echo(headline(not told.reasons, in_language(told.told, spoken())))
    for line in reason_lines(told.reasons):
        click.echo(line)
    return told.right
