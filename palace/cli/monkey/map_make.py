"""`palace map new` and `make`: a map typed in from its sheet, or a balanced one drawn by lot."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from palace.cli.monkey.search import searching
from palace.cli.options import json_option
from palace.cli.output import echo_json, echo_table, refuse_existing, wrapped, write_out
from palace.core.colours import ON_ZONES, ZONES, rgb
from palace.core.errors import InputError, NotationError, Problem, gather
from palace.core.provenance import NAME, PLACEHOLDER, TRANSCRIBED
from palace.core.terminal import new_table
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.files.writing import write_whole
from palace.monkey_palace.kernel.elements import ARCH_SPAN, COLOUR_WORDS, COLOURS
from palace.monkey_palace.kernel.ground import (
    CLOSED,
    STUDS,
    GroundMap,
    centred,
    ground_table,
    read_map,
)
from palace.monkey_palace.kernel.knob import FILES, WAYS, Knob
from palace.monkey_palace.search.map_making import CLOSED_KNOBS, SEEDS, bounds, make_map

if TYPE_CHECKING:
    from palace.cli.dialogue import Ask

LETTERS = (*COLOURS, CLOSED)
"""What a row is typed in."""

MOST = (STUDS - 1) // ARCH_SPAN + 1
"""Knobs along a side that fit a sheet."""


def map_lines(ground: GroundMap) -> Iterator[str]:
    """Yield a line for every rank, north first: each knob with the letter of its colour.

    The knobs of the set-up have their number too: lower arch from 1 to 2, upper one from 2 to 3.
    """
    numbers = {knob: str(number) for number, knob in enumerate(ground.setup, 1)}
    for rank, row in zip(reversed(range(ground.depth)), ground.rows, strict=True):
        beside = [numbers.get(Knob(file, rank), " ") for file in range(ground.width)]
        yield f"{rank + 1:>2} {row_line(row, beside)}".rstrip()
    yield "   " + "".join(f" {FILES[file]}  " for file in range(ground.width)).rstrip()
    yield ""
    yield "  ".join(
        click.style(f" {letter} ", fg=rgb(ON_ZONES[letter]), bg=rgb(ZONES[letter])) + f" {word}"
        for letter, word in COLOUR_WORDS.items()
    )
    yield "1 2 3: the set-up, its lower arch from 1 to 2, its upper one from 2 to 3"


def row_line(row: str, beside: Sequence[str] = ()) -> str:
    """Return a row of knobs in the colours of their letters, each with a sign beside it."""
    signs = beside or " " * len(row)
    return "".join(
        "    " if letter == CLOSED
        else click.style(f" {letter}{sign} ", fg=rgb(ON_ZONES[letter]), bg=rgb(ZONES[letter]))
        for letter, sign in zip(row, signs, strict=True)
    )  # fmt: skip


def map_text(ground: GroundMap, head: str) -> str:
    """Return a map as a map file, with a comment at its head."""
    comment = "".join(f"# {line}\n" for line in head.splitlines())
    return comment + data_text(ground_table(ground))


@click.command("new", short_help="Type in the map of a sheet, row by row.")
@click.argument(
    "target", metavar="[FILE.toml]", type=click.Path(path_type=Path), default="sheet-1.toml"
)
@click.option("--blank", is_flag=True, help="Ask nothing: write a map file to change by hand.")
def new_map(target: Path, blank: bool) -> None:
    """Type in the map of a sheet: its rows as letters, the north one first, and its set-up.

    Example:  palace map new sheet-1.toml

    Example:  palace map new sheet-1.toml < rows.txt

    Example:  palace map new --blank sheet-1.toml

    Each row is drawn as it is typed; an empty line ends the rows. A file that exists is not
    touched. With --blank it is our own map-1, a placeholder, to change.
    """
    check_map_name(target)
    if target.exists():
        write_whole(target, "")  # refused, before anything is typed
    if blank:
        from palace.monkey_palace.game.box import sheet_template

        write_whole(target, sheet_template(target.stem.lower()))
    else:
        from palace.cli.dialogue import asker
        from palace.cli.pad import Left

        try:
            ground = _ask_map(asker(), target)
        except Left:
            return
        head = "Typed in with palace map new."
        if ground.placeholder:
            head += "\nPLACEHOLDER: not the printed sheet, or not compared with it yet."
        write_whole(target, map_text(ground, head))
        click.echo()
        for line in map_lines(ground):
            click.echo(line)
        for sentence in ground.warnings():
            click.secho(wrapped(f"warning: {sentence}"), fg="yellow")
        click.echo()
    click.echo(f"wrote {target}")
    click.echo(f"look at it with: palace map show {target}")


def check_map_name(target: Path) -> None:
    """Raise an `InputError` unless a map file of this name can hold a map of its name."""
    if target.suffix.lower() != ".toml" or not re.fullmatch(NAME, target.stem):
        what = "a map file is named as its map"
        raise InputError(Problem(str(target), what, "letters, digits and hyphens, as sheet-1.toml"))


def _ask_map(ask: Ask, target: Path) -> GroundMap:
    """Return the map that is typed in.

    Raises `Left` if the player leaves, and `InputError` if the answers end.
    """
    click.echo(wrapped(
        "The sheet with its number upright, row by row from the far side: l light green, d dark "
        "green, g gold, . no hole. An empty line ends; back takes a row back; q leaves."
    ))  # fmt: skip
    rows = _ask_rows(ask)
    ground = centred(target.stem.lower(), rows)
    ground = replace(ground, setup=_ask_setup(ask, ground))
    prompt = "Is this the printed sheet, every letter? y or n [n]> "
    while True:
        word = _line(ask, prompt, ("y", "n"))
        if word in ("", "n", "no", "y", "yes"):
            break
        click.echo(f"{word!r:.40} is no answer: y or n")
    provenance = TRANSCRIBED if word in ("y", "yes") else PLACEHOLDER
    return replace(ground, provenance=provenance)


def _ask_rows(ask: Ask) -> list[str]:
    rows: list[str] = []
    while len(rows) < MOST:
        line = _line(ask, f"row {len(rows) + 1}> ", ("back", "q"))
        if line == "back":
            click.echo("row taken back" if rows else "this is the first row")
            del rows[-1:]
            continue
        row = "".join(line.split())
        wrong = sorted({letter for letter in row if letter not in LETTERS})
        if not row and len(rows) > 1:
            return rows
        if wrong:
            click.echo(f"{' '.join(wrong)[:40]}: write l d g or . for each knob")
        elif len(row) < 2 or len(row) > MOST:
            click.echo(f"{len(row)} knobs in a row: 2 to {MOST} fit the sheet")
        elif rows and len(row) != len(rows[0]):
            click.echo(f"{len(row)} knobs, the rows before have {len(rows[0])}")
        else:
            rows.append(row)
            click.echo(f"   {row_line(row)}".rstrip())
    click.echo(f"{MOST} rows fill the sheet")
    return rows


def _ask_setup(ask: Ask, ground: GroundMap) -> tuple[Knob, Knob, Knob]:
    """Return the knobs of the set-up, each next to the one before."""
    for rank, row in zip(reversed(range(ground.depth)), ground.rows, strict=True):
        click.echo(f"{rank + 1:>2} {row_line(row)}".rstrip())
    click.echo("   " + "".join(f" {FILES[file]}  " for file in range(ground.width)).rstrip())
    prompt = "The three knobs of the set-up, lower arch from the first to the second> "
    for_example = next(setups(ground), None)
    if for_example is None:
        what = "no three open knobs are side by side"
        raise InputError(Problem("map new", what, "type the rows again"))
    while True:
        line = _line(ask, prompt, ("q",))
        try:
            found = [Knob.read(word) for word in re.split(r"[ ,-]+", line) if word]
            if len(found) != 3:
                click.echo(f"{len(found)} knobs: three are needed, as in {for_example}")
                continue
            first, second, third = found
            checked = map_text(replace(ground, setup=(first, second, third)), "")
            return read_map(parse_document(checked, "toml", "map")).setup
        except NotationError as error:
            click.echo(error.sentence())
        except InputError as error:
            for problem in error.problems:
                click.echo(wrapped(f"{problem.what}; {problem.remedy}"))


def setups(ground: GroundMap) -> Iterator[str]:
    """Yield three open knobs side by side, those in the middle of the map first."""
    east, north = ground.width / 2, ground.depth / 2
    for knob in sorted(ground.colours, key=lambda k: abs(k.file - east) + abs(k.rank - north)):
        near = [other for way in WAYS if (other := knob.step(way)) in ground.colours]
        if len(near) > 1:
            yield f"{near[0]} {knob} {near[1]}"


def _line(ask: Ask, prompt: str, words: Sequence[str]) -> str:
    """Return what is typed, in small letters; raises `Left` for a word of leaving."""
    from palace.cli.dialogue import completing
    from palace.cli.pad import LEAVE, Left, leaving

    with leaving(repr(prompt.partition(">")[0]), err=False):
        line = ask(prompt, completing(words)).lower()
    if line in LEAVE:
        raise Left
    return line


@click.command("make", short_help="Draw a balanced map of our own by lot.")
@click.argument("target", metavar="[FILE.toml]", required=False, type=click.Path(path_type=Path))
@click.option("--seed", type=click.IntRange(0, SEEDS[-1]), metavar="N",
              help="The same number makes the same map [drawn by lot].")  # fmt: skip
@click.option("--players", type=click.IntRange(min(CLOSED_KNOBS), max(CLOSED_KNOBS)), default=3,
              show_default=True, metavar="N",
              help="Fewer players have fewer open knobs.")  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@json_option
def make_map_verb(
    target: Path | None, seed: int | None, players: int, force: bool, as_json: bool
) -> None:
    """Make a map of our own, drawn by lot: no colour and no quarter of it is worth much more.

    Example:  palace map make --seed 7 --players 3

    Example:  palace sheet map --map made-7-3.toml -o made.pdf

    The figures that are balanced are printed with their bounds. The map is a placeholder, never a
    printed sheet of the game; its page is to be cut out and laid on the plate.
    """
    if seed is None:
        import secrets

        seed = secrets.choice(SEEDS)
    target = target or Path(f"made-{seed}-{players}.toml")
    found: list[Problem] = []
    gather(found, "", lambda: check_map_name(target))
    gather(found, "", lambda: refuse_existing(target, force=force))
    if found:
        raise InputError(*found)
    with searching("drawing maps") as progress:
        try:
            ground, stats = make_map(seed, players, target.stem.lower(), progress=progress)
        except ValueError as error:
            raise InputError(Problem("--seed", str(error), "choose another")) from None
    head = (
        f"Made by palace map make --seed {seed} --players {players}.\n"
        "PLACEHOLDER: a layout of our own, not a printed sheet of the game."
    )
    write_out(target, map_text(ground, head), force=force)
    balanced = [*bounds(stats)]
    if as_json:
        data: dict[str, object] = {"seed": seed, "players": players, "file": str(target)}
        data |= {"name": ground.name, "provenance": ground.provenance, "rows": list(ground.rows)}
        data |= {"setup": [str(knob) for knob in ground.setup], "hand": str(stats.supply)}
        data["bounds"] = [
            {"name": one.name, "least": one.least, "most": one.most, "value": one.value}
            for one in balanced
        ]
        echo_json(data)
        return
    click.echo(f"{ground.title}, for {players} players")
    click.echo()
    for line in map_lines(ground):
        click.echo(line)
    click.echo()
    table = new_table(
        f"with {stats.supply}", "here", "least", "most", texts=(f"with {stats.supply}",)
    )
    for one in balanced:
        table.add_row(one.name, f"{one.value:g}", f"{one.least:g}", f"{one.most:g}")
    echo_table(table)
    click.echo()
    click.echo(f"wrote {target}")
    click.echo(f"print it with: palace sheet map --map {target} -o {target.stem}.pdf")
