"""`palace explain CODE`: a rule in our own words, and its smallest legal and illegal build."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from palace.cli.options import json_option
from palace.cli.output import echo_json, headline, reason_lines, wrapped
from palace.cli.palaces import marks_of
from palace.core.errors import InputError, Problem, nearest
from palace.core.verdict import Rule
from palace.monkey_palace.game.reasons import BOOK

if TYPE_CHECKING:
    from collections.abc import Mapping


@click.command("explain", short_help="A rule, its smallest legal and illegal build.")
@click.argument("code", default="", metavar="[CODE]")
@json_option
def explain_verb(code: str, as_json: bool) -> None:
    """Explain a reason code: the rule, the smallest legal and the smallest illegal build.

    Without a code, list those of all three games.

    Example:  palace explain stacked
    """
    if not code:
        _list(as_json)
        return
    rule = BOOK.rules.get(code.strip().lower())
    if rule is None:
        companions = _companions()
        for game, rules in companions.items():
            if code.strip().lower() in rules:
                _companion(game, rules[code.strip().lower()], as_json)
                return
        near = nearest(
            code, [*BOOK.rules, *(name for rules in companions.values() for name in rules)]
        )
        hint = f"did you mean {near}?" if near else "the list: palace explain"
        raise InputError(Problem("explain", f"there is no code {code!r}", hint))
    from palace.monkey_palace.drawing.gallery import EXAMPLES, IN_RECORDS

    if as_json:
        example = EXAMPLES.get(rule.code)
        data = {
            "code": rule.code,
            "rule": rule.rule or None,
            "title": rule.title,
            "says": rule.says,
        }
        builds = {} if example is None else example._asdict()
        shown = {
            name: {"caption": build.caption, **build.verdict().record()}
            for name, build in builds.items()
        }
        echo_json({**data, **shown, "in_records": IN_RECORDS.get(rule.code)})
        return
    click.secho(_title(rule), bold=True)
    click.echo(wrapped(rule.says, 2))
    if rule.code in EXAMPLES:
        _show(rule)
    if rule.code in IN_RECORDS:
        click.echo()
        click.echo(wrapped(f"in a record: {IN_RECORDS[rule.code]}", 2))


def _companions() -> dict[str, Mapping[str, Rule]]:
    """The rules of the other games by their codes."""
    from palace.cooper_island.reasons import RULES as COOPER_RULES
    from palace.palm_island.reasons import RULES as PALM_RULES

    return {"palm-island": PALM_RULES, "cooper-island": COOPER_RULES}


def _companion(game: str, rule: Rule, as_json: bool) -> None:
    """A rule of another game, whose moves need no drawing."""
    if as_json:
        data = {"code": rule.code, "rule": rule.rule, "title": rule.title, "says": rule.says}
        echo_json({"game": game, **data})
        return
    click.secho(f"{rule.code}  ({_game_title(game)}, {rule.rule}: {rule.title})", bold=True)
    click.echo(wrapped(rule.says, 2))


def _list(as_json: bool) -> None:
    companions = _companions()
    if as_json:
        listed: dict[str, dict[str, Any]] = {
            rule.code: {"rule": rule.rule or None, "title": rule.title, "says": rule.says}
            for rule in BOOK.rules.values()
        }
        for game, rules in companions.items():
            for code, other in rules.items():
                listed[code] = {"game": game, "rule": other.rule, "title": other.title,
                                "says": other.says}  # fmt: skip
        echo_json(listed)
        return
    for rule in BOOK.rules.values():
        code = click.style(f"{rule.code:<12}", bold=True)
        click.echo(f"{code} {rule.rule or '-':<2} {rule.title}")
    for game, rules in companions.items():
        click.echo(f"\n{_game_title(game)}")
        wide = max(map(len, rules))
        for code, other in rules.items():
            click.echo(f"{click.style(f'{code:<{wide}}', bold=True)}  {other.title}")
    click.echo("\nOne of them in full: palace explain CODE")


def _game_title(game: str) -> str:
    return game.replace("-", " ").title()


def _title(rule: Rule) -> str:
    word = "step" if rule.rule.isdigit() else "rule"
    return f"{rule.code}  ({f'{word} {rule.rule}, ' if rule.rule else ''}{rule.title})"


def _show(rule: Rule) -> None:
    from palace.cli.output import echo_drawing
    from palace.monkey_palace.drawing.gallery import EXAMPLES
    from palace.monkey_palace.drawing.text import draw_build

    for build in EXAMPLES[rule.code]:
        verdict = build.verdict()
        click.echo()
        click.echo(headline(verdict.legal, f"{build.caption}"))
        shown = build.staircase or str(verdict.staircase or "")
        if shown:
            click.echo(f"  {shown}  on {build.palace.ground.title}")
        echo_drawing(draw_build(build.build, marks_of(verdict.reasons)), 4)
        if not verdict.legal:
            for line in list(reason_lines(verdict.reasons))[:-1]:
                click.echo(line)
