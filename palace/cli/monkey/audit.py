"""`palace audit`: which staircases made a palace that was not recorded, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from palace.cli.monkey.table import Table, record_named, table_of
from palace.cli.options import json_option, ruling_option
from palace.cli.output import (
    counted,
    echo_drawing,
    echo_json,
    echo_table,
    headline,
    reason_lines,
    refuse_existing,
    spoken,
    wrapped,
    write_out,
)
from palace.core import colours
from palace.core.colours import mixed, rgb
from palace.core.errors import InputError, Problem, gather, locate
from palace.core.terminal import new_table
from palace.core.verdict import in_language
from palace.monkey_palace.drawing.text import draw, draw_build
from palace.monkey_palace.game.conflicts import SEATS
from palace.monkey_palace.kernel.audit import Audit, Found
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_table
from palace.monkey_palace.kernel.elements import ANIMALS, COLOUR_WORDS, Element, noun
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.search.mend import Mend, mends_text, nearest_mends

if TYPE_CHECKING:
    from palace.monkey_palace.kernel.ground import GroundMap

DARK = 330
"""Red, green and blue together, below which a colour is made paler and not darker."""

MOST_NAMED = 12
"""Unexplained pieces that are named one by one."""


@click.command("audit", short_help="Find the staircases that made a finished palace.")
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--position", help="Palace string, @FILE or @- (standard input), instead of FILE.")
@click.option("--map", "map_name", metavar="MAP", help="map-1 to map-4, or a map file.")
@click.option("--turn", type=int, metavar="N", help="Record: the palace after turn N.")
@click.option(
    "--table", "there", metavar="FILE",
    help="Record: what lies on the table; a build, an LDraw model or a palace string.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="RECORD",
    help="Write one order as a record, .toml or .json.",
)  # fmt: skip
@click.option("--player", "players", multiple=True, metavar="NAME",
              help="A player of that record; 2 to 4 times.")  # fmt: skip
@click.option(
    "--colour", type=click.Path(path_type=Path), metavar="OUT",
    help="Write a picture with each staircase in its own colour, .svg or .png.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@ruling_option
@json_option
def audit_verb(
    file: str | None,
    position: str | None,
    map_name: str | None,
    turn: int | None,
    there: str | None,
    output: Path | None,
    players: tuple[str, ...],
    colour: Path | None,
    force: bool,
    ruling: tuple[str, ...],
    as_json: bool,
) -> None:
    """Judge a finished palace: which staircases made it, in which order, or why no legal game can
    have made it.

    FILE is a build (.json), an LDraw model (.ldr, .mpd) or a record.

    Example:  palace audit table.ldr

    Example:  palace audit table.json -o record.toml --colour table.svg

    Example:  palace audit --position x8/x8/x8/x8/x2,bE,EWd,WE,bWg,x2/x8/x8/x8 --map map-1

    Example:  palace audit game.toml --table table.ldr -o mended.toml

    With --table: the corrections of one turn with which a record ends in this table, the nearest
    first; -o writes the nearest as a record.

    Exit status 1 if no legal game can have made it. SOUND: without any piece of the set-up only the
    rules of building are judged.
    """
    problems: list[Problem] = []
    if there is not None:
        others = {
            "--position": position, "--map": map_name, "--turn": turn, "--colour": colour,
            "--player": players or None, "--ruling": ruling or None,
        }  # fmt: skip
        for name in (name for name, value in others.items() if value is not None):
            problems.append(Problem(name, "it does not go with --table", "leave it out"))
        if not _correct(file, there, output, problems, force=force, as_json=as_json):
            raise click.exceptions.Exit(1)
        return
    rulings = gather(problems, "--ruling", lambda: Rulings.read(ruling))
    table = gather(problems, "", lambda: table_of(file, position, map_name, turn))
    problems += _wrong_files(output, players, colour)
    if rulings is None or table is None or problems:
        raise InputError(*problems)
    for path in filter(None, (output, colour)):
        refuse_existing(path, force=force)
    found = judge_table(table.build, rulings)
    mends = nearest_mends(table.build, found, rulings)
    if output is not None:
        write_out(output, _record(found, players, rulings, output), force=force)
    if colour is not None:
        write_out(colour, _picture(table.build.ground, found, colour), force=force)
    written = [*filter(None, (output, colour))]
    _tell(table, found, mends, rulings, written, as_json=as_json)
    if not found.legal:
        raise click.exceptions.Exit(1)


def _tell(
    table: Table, found: Audit, mends: Sequence[Mend], rulings: Rulings, written: Sequence[Path],
    *, as_json: bool,
) -> None:  # fmt: skip
    """Print what was found of a table, and the files that were written."""
    ground = table.build.ground
    if as_json:
        echo_json(audit_data(table.build, found, mends) | {
            "map": ground.name, "provenance": ground.provenance, "rulings": rulings.changed(),
            "warnings": list(table.warnings), "notes": [*table.notes, *found.notes],
        })  # fmt: skip
    else:
        what = f"{table.name}: {summary(found)}  on {ground.title}"
        click.echo(headline(found.legal, what, audited=found.audited))
        echo_audit(table.build, found, mends, table.file)
        click.echo()
        echo_drawing(draw(found.palace) if found.palace else draw_build(table.build))
        for note in (*table.notes, *found.notes):
            click.secho(wrapped(f"note: {note}"), dim=True)
        for path in written:
            click.echo(f"wrote {path}")
    for warning in table.warnings:
        click.secho(f"warning: {warning}", fg="yellow", err=True)


def _correct(
    file: str | None, there: str, output: Path | None, problems: list[Problem],
    *, force: bool, as_json: bool,
) -> bool:  # fmt: skip
    """Print the corrections of a record that explain a table and write the nearest; return whether
    the record needs none.
    """
    from palace.monkey_palace.game.corrections import drift
    from palace.monkey_palace.game.joining import read_palace
    from palace.monkey_palace.game.record_writing import write_record

    record = gather(problems, "", lambda: record_named(file))
    problems += _wrong_files(output, (), None)
    if record is None or problems:
        raise InputError(*problems)
    table = locate("--table", lambda: read_palace(there, record.ground))
    if output is not None:
        refuse_existing(output, force=force)
    found = drift(record, table)
    if output is not None and found.corrections:
        write_record(found.mended(), output, overwrite=force)
    if as_json:
        echo_json(found.plain() | {
            "map": record.ground.name, "provenance": record.ground.provenance,
            "warnings": list(record.warnings),
        })  # fmt: skip
        return found.legal
    click.echo(headline(found.legal, f"{file}: {in_language(found.text, spoken())}"))
    for number, each in enumerate(found.corrections[:MOST_NAMED], 1):
        told = "; ".join(in_language(text, spoken()) for text in (each.text, each.outcome))
        click.echo(wrapped(f"{number}. {told}", hang=3))
    if output is not None and found.corrections:
        click.echo(f"wrote {output}")
    for warning in record.warnings:
        click.secho(f"warning: {warning}", fg="yellow", err=True)
    return found.legal


def _wrong_files(
    output: Path | None, players: Sequence[str], colour: Path | None
) -> Iterator[Problem]:
    if output is not None and output.suffix.lower() not in (".toml", ".json"):
        yield Problem(str(output), "records are TOML or JSON", "name it .toml or .json")
    if colour is not None and colour.suffix.lower() not in (".svg", ".png"):
        yield Problem(str(colour), "the picture is SVG or PNG", "name it .svg or .png")
    if players and output is not None and len(players) not in SEATS:
        count = counted(len(players), "player")
        yield Problem("--player", count, f"{SEATS[0]} to {SEATS[-1]} can play")
    if players and output is None:
        yield Problem("--player", "it names the players of the record", "add -o record.toml")


def summary(found: Audit) -> str:
    """Return how many staircases there are, and in how many orders."""
    left = len(found.unexplained)
    if not found.audited:
        return f"{counted(left, 'element')}, {'not audited' if found.palace else 'no palace'}"
    staircases = counted(len(found.staircases), "staircase")
    if not found.legal:
        return f"{staircases} explained, {counted(left, 'piece')} not"
    number, exact = found.orders
    many = "1 order" if number == 1 else f"{number:,} orders"
    return f"{staircases}, in {many}" if exact else f"{staircases}, in at least {many}"


def mend_data(build: Build, mends: Sequence[Mend]) -> dict[str, object]:
    """Return the nearest mend of a build as plain data for JSON, and all that are as near."""
    every = [[step.record(build) for step in mend] for mend in mends]
    return {"mend": every[0] if every else [], "mends": every}


def audit_data(build: Build, found: Audit, mends: Sequence[Mend]) -> dict[str, object]:
    """Return the audit of a build as plain data for JSON."""
    number, exact = found.orders
    return mend_data(build, mends) | {
        "legal": found.legal,
        "audited": found.audited,
        "reasons": [reason.record() for reason in found.reasons],
        "staircases": [_plain(each) for each in found.staircases],
        "orders": number,
        "orders_exact": exact,
        "unexplained": [_element(element) for element in found.unexplained],
        "elements": len(build),
        "position": found.palace.position if found.palace else None,
    }


def echo_audit(build: Build, found: Audit, mends: Sequence[Mend], file: str) -> None:
    """Print the nearest mends, the reasons, the staircases, and the pieces of none."""
    if mends:
        click.echo(wrapped(in_language(mends_text(build, mends), spoken())))
    for line in reason_lines(found.reasons, file):
        click.echo(line)
    if found.staircases:
        if found.reasons:
            click.echo()
            click.echo("What can have been built, in one order:")
        elif any(each.other_credits is not None for each in found.staircases):
            click.echo("In another order some earn other credits.")
        echo_table(_table(found))
    pieces = [piece_name(element, build) for element in found.unexplained]
    if pieces and found.audited:
        rest = len(pieces) - MOST_NAMED
        more = f" and {rest} more" if rest > 0 else ""
        click.echo(wrapped(f"unexplained: {', '.join(pieces[:MOST_NAMED])}{more}", hang=13))


def piece_name(element: Element, build: Build) -> str:
    """Return a piece with its knobs and its level, as `arch c4-d4 (level 1)`."""
    knobs = "-".join(str(build.ground.knob_at(*stud) or stud) for stud in element.feet)
    return f"{noun(element.kind)} {knobs} (level {element.level})"


def _plain(each: Found) -> dict[str, object]:
    return {
        "number": each.number,
        "staircase": str(each.staircase),
        "decoration": each.decoration,
        "end": str(each.end),
        "level": each.level,
        "stands_on": list(each.stands_on),
        "credits": each.verdict.credits,
        "credits_in_another_order": each.other_credits,
        "bonus": each.verdict.bonus,
    }


def _element(element: Element) -> dict[str, object]:
    data = element._asdict()
    return data if element.colour else {key: data[key] for key in data if key != "colour"}


def _table(found: Audit) -> Any:
    """Return the staircases in their order as a table of rich."""
    texts = "staircase", "decoration", "on", "credits", "bonus", "stands on"
    table = new_table("", *texts, texts=texts)
    for each in found.staircases:
        below = ["the set-up" if number == 0 else str(number) for number in each.stands_on]
        other = "" if each.other_credits is None else f", or {each.other_credits}"
        table.add_row(
            str(each.number),
            str(each.staircase),
            COLOUR_WORDS.get(each.decoration or "", "none left"),
            str(each.end),
            f"{each.verdict.credits}{other}",
            "card" if each.verdict.bonus else "",
            ", ".join(below),
        )
    return table


def hues(count: int) -> list[str]:
    """Return the colours of so many staircases: the palette, then paler or darker tones of it."""
    found_hues = []
    for number in range(count):
        again, place = divmod(number, len(colours.STAIRCASES))
        hue = colours.STAIRCASES[place]
        other = colours.PAPER if sum(rgb(hue)) < DARK else colours.INK
        found_hues.append(mixed(hue, other, 1 - 0.6**again))
    return found_hues


def _record(found: Audit, players: Sequence[str], rulings: Rulings, output: Path) -> str:
    from palace.monkey_palace.game.reconstruction import NAMES, record_of_audit
    from palace.monkey_palace.game.record_writing import record_text

    record = record_of_audit(found, players or NAMES, rulings)
    return record_text(record, "json" if output.suffix.lower() == ".json" else "toml")


def _picture(ground: GroundMap, found: Audit, output: Path) -> str | bytes:
    """Return the palace with each staircase in its own colour, as SVG with its number, or PNG."""
    from palace.cli.viewing import installed

    if found.palace is None:
        what = "the pieces are no palace, so there are no staircases to colour"
        raise InputError(Problem("--colour", what, "mend what the audit names"))
    shades = [colours.ORIGIN, *hues(len(found.staircases))]
    builders = found.builder_of()
    last = {each.number: each for each in found.staircases}
    painted, labels = [], {}
    for element in found.palace.elements():
        number = builders.get(element, -1)
        loose = number < 0 and element.kind not in ANIMALS.values()
        shown = element._replace(colour=colours.FAULT if loose else shades[max(number, 0)])
        painted.append(shown)
        if element.kind == "arch" and number in last and element.top == last[number].level:
            labels[shown] = str(number)
    build = Build(ground, tuple(painted))
    if output.suffix.lower() == ".png":
        return cast(bytes, installed("png", "audit")(build))
    legend = [(colours.ORIGIN, "the set-up")]
    for each, hue in zip(found.staircases, hues(len(found.staircases)), strict=True):
        legend.append((hue, f"{each.number}  {each.staircase}"))
    if found.unexplained:
        legend.append((colours.FAULT, "part of no staircase"))
    return cast(str, installed("picture", "audit")(build, labels=labels, legend=legend))
