"""`palace puzzle` and `palace learn`: a table with a question, answered by a move."""

from __future__ import annotations

import sys
from datetime import date
from functools import partial

import click

from palace.cli.options import json_option, language_option
from palace.cli.output import bar, echo_json, headline, reason_lines, spoken, width, wrapped
from palace.cli.words import part_of, say
from palace.contract.puzzles import Answered, Puzzle, Puzzles
from palace.contract.registry import default, game
from palace.core.errors import InputError, Problem, locate
from palace.core.screen import Screen
from palace.core.verdict import in_language

game_option = click.option("--game", "key", default=default(), metavar="GAME", help="Of this game.")
solution_option = click.option("--solution", is_flag=True, help="Show the solution.")


def _of(key: str) -> Puzzles:
    found = locate("--game", lambda: game(key))
    return part_of(found.puzzles, f"there is no puzzle of {found.title}")


@click.command("puzzle", short_help="Find the one staircase that earns most: a puzzle a day.")
@click.argument("answer", default="")
@click.option("--seed", type=click.IntRange(0), metavar="S", help="A puzzle drawn by lot.")
@click.option("--level", default="", metavar="LEVEL", help="easy or hard.")
@solution_option
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
    puzzles, call = _of(key), "palace puzzle"
    if level not in ("", *puzzles.levels):
        hint = " or ".join(puzzles.levels)
        raise InputError(Problem("--level", f"there is no level {level!r:.40}", f"name {hint}"))
    if seed is None:
        kept = puzzles.kept(level)
        one = kept[date.today().toordinal() % len(kept)]
    else:
        with bar(say("drawing-puzzle")):
            one = puzzles.drawn(seed, level)
        call += f" --seed {seed}"
    _ask(one, call + f" --level {level}" * bool(level), answer, solution, as_json)


@click.command("learn", short_help="Learn the rules of building on ten boards.")
@click.argument("lesson", default="")
@click.argument("answer", default="")
@solution_option
@game_option
@language_option("Language of the lessons.")
@json_option
def learn_verb(lesson: str, answer: str, solution: bool, key: str, as_json: bool) -> None:
    """Learn the rules of building, a board for each: mend a wrong staircase, or find a right one.

    Example:  palace learn

    Example:  palace learn F c4-d4_b

    In a terminal all ten are asked one after the other; Enter alone shows the solution.
    """
    lessons = {one.name: one for one in _of(key).lessons()}
    if lesson:
        if (name := lesson.upper()) not in lessons:
            hint = f"they are {', '.join(lessons)}"
            raise InputError(Problem("learn", f"there is no lesson {lesson!r:.40}", hint))
        _ask(lessons[name], f"palace learn {name}", answer, solution, as_json)
    elif as_json:
        echo_json({"lessons": [one.record() for one in lessons.values()]})
    elif _asks():
        for number, one in enumerate(lessons.values(), 1):
            click.secho(say("lesson", number=number, all=len(lessons)), bold=True)
            _ask(one, "", "", solution, as_json)
            click.echo()
    else:
        for one in lessons.values():
            click.echo(wrapped(in_language(one.about, spoken())))
        call = f"palace learn {next(iter(lessons))}"
        click.secho(wrapped(say("see-lesson", call=call)), dim=True)


def _asks() -> bool:
    """Return whether an answer can be typed."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask(one: Puzzle, call: str, answer: str, solution: bool, as_json: bool) -> None:
    """Show a puzzle, and judge the answer that is given, or those that are typed."""
    told = locate("answer", partial(one.answered, answer)) if answer else None
    if as_json:
        data = one.record() | ({"solution": one.solution} if solution else {})
        if told is not None:
            reasons = [reason.record() for reason in told.reasons]
            data |= {"right": told.right, "answer": told.told, "reasons": reasons}
        echo_json(data)
    elif told is not None and not solution:
        _judged(told)
    else:
        click.echo(one.shown(Screen(width(), language=spoken())))
        click.echo()
        click.secho(wrapped(in_language(one.task, spoken())), bold=True)
        if not solution and _asks():
            solution = not _found(one)
        elif not solution:
            click.secho(wrapped(say("answer-it", call=call)), dim=True)
        if solution:
            click.echo(wrapped(say("solution", staircase=one.solution)))
        return
    if told is not None and not told.right:
        click.get_current_context().exit(1)


def _found(one: Puzzle) -> bool:
    """Ask until the answer is right; return whether it was given."""
    while text := click.prompt(say("your-answer"), default="", show_default=False).strip():
        try:
            if _judged(locate("answer", partial(one.answered, text))):
                return True
        except InputError as error:
            click.echo(wrapped(str(error)))
    return False


def _judged(told: Answered) -> bool:
    """Print what is told of an answer; return whether it is right."""
    click.echo(headline(not told.reasons, in_language(told.told, spoken())))
    for line in reason_lines(told.reasons):
        click.echo(line)
    return told.right
