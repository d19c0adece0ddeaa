"""`palace demo`: how to read a staircase, one refused, one built, a game, and what is next."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import cast

import click

from palace.cli.monkey.check import echo_verdict
from palace.cli.output import headline, width, wrapped
from palace.cli.viewing import installed
from palace.core.errors import InputError, Problem, clone, install_hint
from palace.files.text_file import shipped
from palace.files.writing import write_whole
from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.game.score import notes
from palace.monkey_palace.game.situation import situation
from palace.monkey_palace.kernel.staircase import Staircase
from palace.scoring import table_text

SAMPLE = shipped("palace.monkey_palace", "samples/three-player-game.toml")

READING = (
    ("c4", "a knob, named like a square in chess: a1 is the near left one"),
    ("c4-d4", "an arch from c4 to d4; every arch is higher than the one before"),
    ("+b", "on a knob before the next arch: b a brick, c a column (3 bricks)"),
    ("_cb", "under the end of an arch: a column, and a brick on it"),
    ("3d", "in a drawing: 3 bricks high, decoration l light, d dark green, g gold"),
)
"""How to read a staircase and a drawing, line by line."""

REFUSED, MENDED = "c4-d4", "c4+b-d4"

NEXT = (
    ("check a4-b4-c4-d4 --fill", "judge a staircase of your own"),
    ("best --supply 4a4b1c", "the best staircases for 4 arches, 4 bricks and 1 column"),
    ("score --game monkey-palace", "score a finished game, asked one by one"),
    ("play evening.toml --player Ana --player Ben --box house", "a game, turn by turn"),
    ("table tonight.toml --lan", "a game by taps, on the phones round the table"),
    ("--help", "everything else"),
)


@click.command("demo", short_help="See how palace judges, draws and scores.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default="palace-demo.svg", metavar="OUT.svg",
    help="The picture to write; where PNG can be drawn, OUT.png too.",
)  # fmt: skip
def demo_verb(output: Path) -> None:
    """See a staircase refused, one built, a whole game scored, and a picture of its palace.

    Example:  palace demo -o palace.svg
    """
    from palace.cli.render import picture, svg_only

    svg_only(output)
    record = read_record(SAMPLE)
    played = replay(record)
    written = _write(output, picture()(played.state.palace))
    here = situation(None, None, None, None, None, ())
    _head("How to read this")
    for sign, meaning in READING:
        click.echo(f"  {click.style(f'{sign:<7}', bold=True)}{meaning}")
    click.echo("  (placeholder) marks a map of our own design: the printed ones are not known")
    _head("A staircase that is refused, with what would be legal", f"check {REFUSED}")
    echo_verdict(Staircase.read(REFUSED), here)
    _head("The same, mended", f"check {MENDED}")
    echo_verdict(Staircase.read(MENDED), here, after=True)
    _head("A whole game, scored", f"score {shlex.quote(os.path.relpath(SAMPLE))}")
    players = ", ".join(player.name for player in record.data.players)
    what = f"{players}: {len(played.commits)} turns on {record.ground.title}"
    click.echo(headline(not played.reasons, what))
    click.echo(table_text(record.score(played), width(), colour=True), nl=False)
    for note in notes(record, played):
        click.secho(wrapped(f"note: {note}"), dim=True)
    _head("Its palace")
    click.echo(f"wrote {written}")
    try:
        drawn = cast(bytes, installed("png")(played.state.palace))
        click.echo(f"wrote {_write(output.with_suffix('.png'), drawn)}")
    except InputError as error:
        problem = error.problems[0]
        click.secho(wrapped(f"no PNG: {problem.what}; {problem.remedy}"), dim=True)
    _head("What next")
    _next()
    if played.reasons:
        raise click.exceptions.Exit(1)


def _head(title: str, call: str = "") -> None:
    click.secho(f"\n{title}", bold=True)
    if call:
        click.secho(f"$ palace {call}", dim=True)


def _next() -> None:
    """Print commands to go on with, and how they are found if `palace` is not on the PATH."""
    program = Path(sys.argv[0]).resolve()
    on_path = shutil.which("palace")
    if on_path is None or Path(on_path).resolve() != program:
        folder = shlex.quote(str(program.parent))
        found = folder if clone() is None else f"$({install_hint('view web')})/bin"
        click.echo(f'  export PATH="{found}:$PATH"')
        click.echo("      so that this shell finds palace; then:")
    for call, what in NEXT:
        click.echo(f"  palace {call}")
        click.echo(f"      {what}")


def _write(output: Path, picture: str | bytes) -> Path:
    """Write the picture; if another file has its name, add a number to the name."""
    raw = picture.encode() if isinstance(picture, str) else picture
    for number in range(1, 100):
        target = output if number == 1 else output.with_stem(f"{output.stem}-{number}")
        try:
            write_whole(target, raw)
        except InputError:
            if not target.is_file():
                raise
            if target.read_bytes() == raw:
                return target
            continue
        return target
    raise InputError(
        Problem(str(output), "99 pictures of that name exist", "name another: -o OUT.svg")
    )
