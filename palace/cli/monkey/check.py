"""`palace check`: is this staircase, record or build legal, and if not, why?"""

from __future__ import annotations

import os
from collections.abc import Callable

import click

from palace.cli import words as dialogue_words
from palace.cli.options import Asked, json_option, language_option, situation_options
from palace.cli.output import (
    counted,
    echo_drawing,
    echo_json,
    headline,
    reason_lines,
    say,
    spoken,
    wrapped,
)
from palace.core.errors import InputError, NotationError, Problem, gather, locate
from palace.files.document import Document
from palace.files.ldraw import is_model
from palace.monkey_palace.drawing.text import draw, draw_build, marks_of
from palace.monkey_palace.game.situation import Situation, situation
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.columns import judge_columns, missing, read_columns
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import fill
from palace.monkey_palace.kernel.reasons import earnings_text
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict


@click.command("check", short_help="Check a staircase, a game or a build against the rules.")
@click.argument("words", metavar="STAIRCASE|FILE", nargs=-1, required=True)
@situation_options
@click.option(
    "--columns", metavar="KNOB=HEIGHT[TOP]...",
    help="Judge by these columns only; those that are missing are asked for.",
)  # fmt: skip
@click.option("--fill", "filled", is_flag=True, help="Add the fewest missing supports first.")
@click.option("--strict", is_flag=True, help="Stop a record at its first illegal turn.")
@language_option("Language of the verdict: en, zh-Hant or zh (Chinese) [en].")
@json_option
def check_verb(
    words: tuple[str, ...],
    asked: Asked,
    columns: str | None,
    filled: bool,
    strict: bool,
    as_json: bool,
) -> None:
    """Judge a staircase, a recorded game or a build; exit status 1 if it is not legal.

    A build is a JSON or TOML file, or an LDraw model (.ldr, .mpd) of LeoCAD, Studio or palace.

    Example:  palace check c4+b-d4

    Example:  palace check a4-b4-c4-d4 --fill

    Example:  palace check c4-d4 --language zh

    Example:  palace check game.toml

    Example:  palace check build.ldr --map map-2

    Example:  palace check "c4+b-d4-e4" --columns "c4=0 d4=1E e4=2E"

    A staircase is judged on the set-up of map-1 unless --position, --map or --game is given; with
    --columns by what is told of the knobs it touches: bricks high, and on top N E S W an arch end,
    l d g a decoration, m f y an animal, ? what is not known.
    """
    what = " ".join(words)
    if "#check=" in what and "#game" not in what:
        what, asked = _linked(what, asked)
    if len(words) > 1 and any(map(is_file, words)):
        raise InputError(Problem("check", f"{len(words)} names are given", "give one file"))
    if is_file(what):
        given = {
            "--position": asked.position, "--map": asked.map_name, "--game": asked.game,
            "--turn": asked.turn,
        }  # fmt: skip
        ldraw = is_model(what)
        if ldraw:
            del given["--map"]
        _only_for_staircases({**given, "--columns": columns, "--fill": filled or None})
        check = _check_build if ldraw else _check_document
        legal = check(what, asked, strict=strict, as_json=as_json)
    else:
        found: list[Problem] = []
        if strict:
            found.append(Problem("--strict", "it is for records", "leave it out"))
        staircase = gather(found, "staircase", lambda: Staircase.read(what))
        here = gather(found, "", lambda: situation(*asked))
        if columns is not None:
            others = {"--position": asked.position, "--game": asked.game, "--fill": filled or None}
            with_it = "it does not go with --columns"
            found += [Problem(k, with_it, "leave one of them out") for k, v in others.items() if v]
        if staircase is None or here is None or found:
            raise InputError(*found)
        if columns is not None:
            legal = _check_columns(staircase, here, columns, as_json=as_json)
        else:
            legal = _check_staircase(staircase, here, filled=filled, as_json=as_json)
    if not legal:
        raise click.exceptions.Exit(1)


def _check_document(name: str, asked: Asked, *, strict: bool, as_json: bool) -> bool:
    """Judge the record or the build in a file and print the verdict; return whether it is legal."""
    # Readers of files import every game: they are imported for a file only.
    from palace.contract.registry import is_record
    from palace.files.document import read_document

    document = read_document(name)
    if not is_record(document):
        return _check_build(document, asked, strict=strict, as_json=as_json)
    from palace.cli.records import check_record

    given = {"--supply": asked.supply}
    return check_record(document, asked.ruling, given, strict=strict, as_json=as_json)


def _linked(text: str, asked: Asked) -> tuple[str, Asked]:
    """Return the staircase of a link, and what it is judged on; options go before the link's."""
    from palace.files.links import read_link

    link = read_link(text)
    position, name = link.position or None, link.map or None
    if asked.game is not None or asked.position is not None:
        position = name = None
    position, name = asked.position or position, asked.map_name or name
    return link.check, asked._replace(position=position, map_name=name)


def is_file(text: str) -> bool:
    """Return whether the argument names a file, or is the link to a game; no staircase has a dot or
    a slash in it."""
    if "#game" in text or "." in text or os.sep in text:
        return True
    return os.path.exists(text) and not _readable(text)


def _readable(text: str) -> bool:
    try:
        Staircase.read(text)
    except ValueError:
        return False
    return True


def _only_for_staircases(options: dict[str, object]) -> None:
    problems = [
        Problem(name, "it goes with a staircase; a file is always checked as it is", "leave it out")
        for name, value in options.items()
        if value is not None
    ]
    if problems:
        raise InputError(*problems)


def _check_staircase(staircase: Staircase, here: Situation, *, filled: bool, as_json: bool) -> bool:
    if filled:
        staircase = fill(here.palace, staircase, here.supply)
    if as_json:
        verdict = judge(here.palace, staircase, here.supply, here.rulings)
        data = _setting(verdict, here.palace.ground, here.rulings)
        data["notes"] = list(here.notes)
        if here.player is not None:
            data["player"] = here.player
        echo_json(data)
        return verdict.legal
    return echo_verdict(staircase, here)


def _setting(verdict: Verdict, ground: GroundMap, rulings: Rulings) -> dict[str, object]:
    """Return a verdict as data, with the map and the rulings it was found by."""
    return {
        **verdict.record(),
        "map": ground.name,
        "provenance": ground.provenance,
        "rulings": rulings.changed(),
    }


def _check_columns(staircase: Staircase, here: Situation, told: str, *, as_json: bool) -> bool:
    """Judge a staircase by the columns told, and those asked for; return whether it may stand."""
    from palace.cli import dialogue  # which scores games, too

    ground = here.palace.ground
    columns = locate("--columns", lambda: read_columns(told, ground))
    if dialogue.on_terminal():
        for knob in missing(staircase, ground, columns):
            columns |= _column(knob, ground, dialogue.asker(err=as_json))
    found = locate("--columns", lambda: judge_columns(
        ground, columns, staircase, here.supply, here.rulings
    ))  # fmt: skip
    notes = (*found.notes, *here.notes)
    if as_json:
        data = _setting(found.verdict, ground, here.rulings)
        data |= {"legal": found.legal, "judged_by": "columns", "notes": notes}
        data["columns"] = {str(knob): column for knob, column in columns.items()}
        echo_json(data)
        return found.legal is not False
    click.echo(headline(found.legal, say("on", what=str(staircase), map=ground.title)))
    for line in reason_lines(found.verdict.reasons):
        click.echo(line)
    if found.legal:
        click.echo(wrapped(earnings_text(found.verdict, spoken())))
    for note in notes:
        click.secho(wrapped(say("note", text=note)), dim=True)
    return found.legal is not False


def _column(knob: Knob, ground: GroundMap, ask: Callable[..., str]) -> dict[Knob, str]:
    """Ask what is on a knob until it can be read."""
    prompt = dialogue_words.say("ask-column", knob=knob)
    while True:
        try:
            return read_columns(f"{knob}={ask(prompt, lambda _: ())}", ground)
        except NotationError as error:
            click.secho(wrapped(error.sentence()), fg="red", err=True)
        except (EOFError, KeyboardInterrupt):
            return {}


def echo_verdict(staircase: Staircase, here: Situation, *, after: bool = False) -> bool:
    """Print the verdict on a staircase and its drawing; return whether it is legal.

    The drawing shows the palace before, with the walk on it, or the palace `after`.
    """
    verdict = judge(here.palace, staircase, here.supply, here.rulings)
    what = str(staircase)
    if here.player:
        what = say("for", what=what, player=here.player)
    click.echo(headline(verdict.legal, say("on", what=what, map=here.palace.ground.title)))
    if verdict.legal:
        click.echo(wrapped(earnings_text(verdict, spoken())))
    else:
        for line in reason_lines(verdict.reasons):
            click.echo(line)
    click.echo()
    shown = verdict.palace if after and verdict.palace is not None else here.palace
    echo_drawing(draw(shown, staircase, marks_of(verdict.reasons)))
    for note in here.notes:
        click.secho(wrapped(say("note", text=note)), dim=True)
    return verdict.legal


def _check_build(what: str | Document, asked: Asked, *, strict: bool, as_json: bool) -> bool:
    """Judge the build in a document or an LDraw file, a whole table with an audit, and print the
    verdict; return whether it is legal.
    """
    from palace.cli.monkey.audit import audit_data, echo_audit, mend_data, summary
    from palace.cli.monkey.table import loaded
    from palace.monkey_palace.kernel.build_referee import judge_build, judge_table
    from palace.monkey_palace.search.mend import nearest_mends

    problems: list[Problem] = []
    answers = gather(problems, "--ruling", lambda: Rulings.pairs(asked.ruling))
    hand = asked.supply
    pieces = gather(problems, "--supply", lambda: None if hand is None else Supply.read(hand))
    table = gather(problems, "", lambda: loaded(what, asked.map_name))
    if strict:
        problems.append(Problem("--strict", "it is for records", "leave it out"))
    if pieces is not None and table is not None and table.build.on is None:
        problems.append(Problem("--supply", "it is for one turn", "leave it out"))
    if answers is None or table is None or problems:
        raise InputError(*problems)
    build, rulings = table.build, Rulings.of(answers)
    verdict = judge_build(build, pieces, rulings)
    found = judge_table(build, rulings) if build.on is None else None
    audited = found is not None and found.audited
    reasons = verdict.reasons if found is None else found.reasons
    mends = nearest_mends(build, found, rulings) if found is not None else ()
    notes = [*table.notes, *(verdict.notes if found is None else found.notes)]
    if as_json:
        data = _setting(verdict, build.ground, rulings)
        data["legal"], data["reasons"] = not reasons, [reason.record() for reason in reasons]
        data["warnings"], data["notes"] = list(table.warnings), notes
        if table.unknown is not None:
            data["unknown"] = [part._asdict() for part in table.unknown]
        if found is not None:
            data |= {"audited": audited, **mend_data(build, mends)}
        if found is not None and audited:
            data["audit"] = audit_data(build, found, mends)
        echo_json(data)
        return not reasons
    what = f"{counted(len(build), 'element')}, {'one turn' if found is None else 'whole table'}"
    what += f", {summary(found)}" if found is not None and audited else ""
    line = f"{table.name}: {what}  on {build.ground.title}"
    click.echo(headline(not reasons, line, audited=audited or found is None))
    if found is not None:
        echo_audit(build, found, mends, table.file)
    else:
        for line in reason_lines(reasons, table.file):
            click.echo(line)
    if verdict.staircase is not None:
        click.echo(f"the staircase: {verdict.staircase}")
        if verdict.legal:
            click.echo(wrapped(earnings_text(verdict, spoken())))
    click.echo()
    echo_drawing(_drawing(build, verdict))
    for note in notes:
        click.secho(wrapped(say("note", text=note)), dim=True)
    for warning in table.warnings:
        click.secho(f"warning: {warning}", fg="yellow", err=True)
    return not reasons


def _drawing(build: Build, verdict: Verdict) -> str:
    """Return the palace as it was laid, or the pieces where they are no palace."""
    palace, staircase = verdict.palace, verdict.staircase
    if palace is not None and staircase is not None and verdict.undecorated:
        end = staircase.knobs[-1]
        palace = palace.with_columns({end: palace.column(end)[:-1]})
    return draw_build(build) if palace is None else draw(palace)
