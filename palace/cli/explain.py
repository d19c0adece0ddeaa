"""`palace explain CODE`: a rule in our own words, and its smallest legal and illegal build."""

from __future__ import annotations

import difflib

import typer

from palace.cli.output import echo_json, headline, marks_of, reason_lines, wrapped
from palace.errors import InputError, Problem
from palace.reasons import RULES, Rule

app = typer.Typer(rich_markup_mode=None)


@app.command()
def explain(
    code: str = typer.Argument("", metavar="[CODE]", help="A reason code; without it, a list."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
) -> None:
    """Explain a reason code: the rule, the smallest legal and the smallest illegal build.

    Example:  palace explain stacked
    """
    if not code:
        _list(json)
        return
    rule = RULES.get(code.strip().lower())
    if rule is None:
        near = difflib.get_close_matches(code.lower(), RULES, 1)
        hint = f"did you mean {near[0]}?" if near else "the list: palace explain"
        raise InputError(Problem("explain", f"there is no code {code!r}", hint))
    from palace.examples import EXAMPLES, IN_RECORDS

    if json:
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
    typer.secho(_title(rule), bold=True)
    typer.echo(wrapped(rule.says, 2))
    if rule.code in EXAMPLES:
        _show(rule)
    if rule.code in IN_RECORDS:
        typer.echo()
        typer.echo(wrapped(f"in a record: {IN_RECORDS[rule.code]}", 2))


def _list(as_json: bool) -> None:
    if as_json:
        echo_json({rule.code: {"rule": rule.rule or None, "title": rule.title, "says": rule.says}
                   for rule in RULES.values()})  # fmt: skip
        return
    for rule in RULES.values():
        code = typer.style(f"{rule.code:<12}", bold=True)
        typer.echo(f"{code} {rule.rule or '-':<2} {rule.title}")
    typer.echo("\nOne of them in full: palace explain CODE")


def _title(rule: Rule) -> str:
    word = "step" if rule.rule.isdigit() else "rule"
    return f"{rule.code}  ({f'{word} {rule.rule}, ' if rule.rule else ''}{rule.title})"


def _show(rule: Rule) -> None:
    from palace.drawing import draw_build
    from palace.examples import EXAMPLES

    for build in EXAMPLES[rule.code]:
        verdict = build.verdict()
        typer.echo()
        typer.echo(headline(verdict.legal, f"{build.caption}"))
        shown = build.staircase or str(verdict.staircase or "")
        if shown:
            typer.echo(f"  {shown}  on {build.palace.ground.title}")
        drawing = draw_build(build.build, marks_of(verdict.reasons))
        typer.echo("\n".join(f"    {line}".rstrip() for line in drawing.splitlines()))
        if not verdict.legal:
            for line in list(reason_lines(verdict.reasons))[:-1]:
                typer.echo(f"  {line}")
