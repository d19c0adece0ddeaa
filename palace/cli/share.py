"""`palace share`: a palace as one line of text, or a game as a link, and as a QR code of it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import click

from palace.cli.output import refuse_existing, write_out
from palace.cli.render import drawing_of
from palace.cli.viewing import installed
from palace.contract.registry import default, game, read_game
from palace.core.errors import InputError, Problem, gather
from palace.core.terminal import one_line
from palace.files.links import game_link

PICTURES = (".svg", ".png")


@click.command("share", short_help="Print a palace as text and as a QR code.")
@click.argument("what", metavar="POSITION|MAP|RECORD")
@click.option("--turn", type=int, metavar="N", help="Record: the palace after turn N.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write the code to a file instead: .svg or .png.",
)
@click.option(
    "--link",
    "address",
    metavar="ADDRESS",
    help="Record: the link with which it goes on at the page of this address.",
)
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
def share_verb(
    what: str, turn: int | None, output: Path | None, address: str | None, force: bool
) -> None:
    """Print a palace as one line of text, and below it as a QR code.

    A phone that reads the code shows the same text, to be copied and sent on. palace view, render,
    check --position and count --position read it.

    Example:  palace share game.toml

    Example:  palace share game.toml --turn 7 -o code.svg

    Example:  palace share game.toml --link https://you.example/play/

    Example:  palace share map-1:x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8
    """
    found: list[Problem] = []
    gather(found, "--force", lambda: _check_output(output, force=force))
    if address is not None and turn is not None:
        found.append(Problem("--turn", "a link has the whole game", "leave it out"))
    if address is None:
        text = gather(found, "share", lambda: _text_of(what, turn))
    else:
        text = gather(found, "share", lambda: _link_of(what, address))
    if text is None or found:
        raise InputError(*found)
    if output is not None:
        picture = _code(text).picture(output.suffix.lower()[1:])
        write_out(output, picture, force=force)
        click.echo(f"{text}\nwrote {output}")
        return
    click.echo(text)
    try:
        code = _code(text)
        _check_terminal(code)
    except InputError as error:  # the text alone is of use
        for problem in error.problems:
            click.echo(f"no code: {problem.what}; {problem.remedy}", err=True)
        return
    click.echo("\n".join(code.lines()))


def _code(text: str) -> Any:
    """Return the viewer's QR code of a text; raises `InputError`."""
    return installed("code", "share", extra="web")(text)


def _check_output(output: Path | None, *, force: bool) -> None:
    """Raise `InputError` if a file cannot be written, or there is none to overwrite."""
    if output is None:
        if force:
            raise InputError(Problem("--force", "it goes with --output", "leave it out"))
        return
    if output.suffix.lower() not in PICTURES:
        what = "a code is written as SVG or PNG"
        raise InputError(Problem(str(output), what, "name it OUT.svg or OUT.png"))
    refuse_existing(output, force=force)


def _text_of(what: str, turn: int | None) -> str:
    """Return the text that stands for what is named; raises `InputError`."""
    drawing = drawing_of(what, turn)
    if drawing.position is None:
        remedy = f"name a palace string, a map or a record of {game(default()).title}"
        raise InputError(Problem(f"{what:.80}", "it is no palace", remedy))
    if ":" not in drawing.position:
        name = one_line(drawing.title)
        click.echo(f"note: {name:.80} is not in the text; readers need it: --map FILE", err=True)
    return drawing.position


def _link_of(what: str, address: str) -> str:
    """Return the link to a recorded game at the address of a page; raises `InputError`."""
    _, record = read_game(what)
    return address.partition("#")[0] + game_link(record.text())


def _check_terminal(code: Any) -> None:
    """Raise `InputError` if a terminal is too narrow for a code, or has no blocks to draw it."""
    try:
        "▄▀█".encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        what = "this terminal has no characters to draw it"
        raise InputError(Problem("share", what, "write a file: -o code.svg")) from None
    columns = shutil.get_terminal_size().columns
    if sys.stdout.isatty() and columns < code.width:
        what = f"it takes {code.width} columns, and here are {columns}"
        raise InputError(Problem("share", what, "widen the window, or write a file: -o code.svg"))
