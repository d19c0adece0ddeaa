"""`palace explain` and `palace rulings`: the rules of a game, and the questions they leave open."""

from __future__ import annotations

from collections.abc import Sequence

import click

from palace.cli.options import json_option
from palace.cli.output import echo_drawing, echo_json, echo_rulings, headline, reason_lines, wrapped
from palace.contract.game import Examples
from palace.contract.registry import REGISTRY, AnyGame, default, game, games
from palace.core.errors import InputError, Problem, locate, nearest
from palace.core.verdict import Rule

SHORT = 2
"""Characters of a rule's letter or number that a list has room for."""


@click.command("explain", short_help="Explain a rule, with its smallest legal and illegal case.")
@click.argument("code", default="", metavar="[CODE]")
@click.option("--game", "key", metavar="GAME", help=f"Only of {', '.join(REGISTRY)}.")
@json_option
def explain_verb(code: str, key: str | None, as_json: bool) -> None:
    """Explain a reason code: the rule, the smallest legal and the smallest illegal case.

    Without a code, list those of all games, or of one.

    Example:  palace explain stacked

    Only of one game:  palace explain --game GAME
    """
    among = [*games()] if key is None else [locate("--game", lambda: game(key))]
    if not code:
        _list(among, as_json)
        return
    word = code.strip().lower()
    known = [found for found in among if word in found.book.rules]
    for number, found in enumerate(known[:1] if as_json else known):
        if number:
            click.echo()
        _explain(found, found.book.rules[word], as_json)
    if known:
        return
    near = nearest(code, [name for found in among for name in found.book.rules])
    hint = f"did you mean {near}?" if near else "the list: palace explain"
    raise InputError(Problem("explain", f"there is no code {code!r}", hint))


def _named(found: AnyGame) -> dict[str, str]:
    """Return the key of a game, unless it is the default one."""
    return {} if found.key == default() else {"game": found.key}


def _data(rule: Rule) -> dict[str, object]:
    return {"rule": rule.rule or None, "title": rule.title, "says": rule.says}


def _explain(found: AnyGame, rule: Rule, as_json: bool) -> None:
    examples, sentence = Examples() if found.examples is None else found.examples(rule.code)
    if as_json:
        cases = {case.name: {"caption": case.caption, **case.data} for case in examples}
        told = {"in_records": sentence}
        echo_json({**_named(found), "code": rule.code, **_data(rule), **cases, **told})
        return
    place = ", ".join(filter(None, (found.book.place(rule), rule.title)))
    lead = f"{found.title}, " if _named(found) else ""
    click.secho(f"{rule.code}  ({lead}{place})", bold=True)
    click.echo(wrapped(rule.says, 2))
    for case in examples:
        click.echo()
        click.echo(headline(case.verdict.legal, case.caption))
        if case.heading:
            click.echo(f"  {case.heading}")
        if case.text is not None:
            echo_drawing(case.text(), 4)
        for line in [*reason_lines(case.verdict.reasons)][:-1]:
            click.echo(line)
    if sentence:
        click.echo()
        click.echo(wrapped(f"in a record: {sentence}", 2))


def _list(among: Sequence[AnyGame], as_json: bool) -> None:
    if as_json:
        echo_json({
            code: {**_named(found), **_data(rule)}
            for found in among
            for code, rule in found.book.rules.items()
        })  # fmt: skip
        return
    for number, found in enumerate(among):
        if number:
            click.echo()
        if len(among) > 1 or _named(found):
            click.secho(found.title, bold=True)
        wide = max(map(len, found.book.rules))
        short = max(len(rule.rule) for rule in found.book.rules.values()) <= SHORT
        for code, rule in found.book.rules.items():
            letter = f"{rule.rule or '-':<{SHORT}} " if short else ""
            click.echo(f"{click.style(f'{code:<{wide}}', bold=True)}  {letter}{rule.title}")
    click.echo("\nOne of them in full: palace explain CODE")


@click.command("rulings", short_help="List the open questions and their answers.")
@click.option(
    "--game", "key", default=default, metavar="GAME", help=f"Which game: {', '.join(REGISTRY)}."
)
@json_option
def rulings_verb(key: str, as_json: bool) -> None:
    """List the named rulings of a game, their answers and their defaults.

    Example:  palace rulings

    Use one:  palace check d3-d4+b-d3_bb --ruling double-back=legal
    """
    found = locate("--game", lambda: game(key))
    echo_rulings(found.rulings.table, as_json=as_json)
