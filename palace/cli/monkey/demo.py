"""`palace demo`: the sample game, checked and replayed, and pictures of the palace it leaves."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click

from palace.cli.output import echo_drawing, headline, wrapped
from palace.cli.records import echo_turns
from palace.cli.viewing import installed
from palace.core.errors import InputError, Problem
from palace.files.text_file import shipped
from palace.files.writing import write_whole
from palace.monkey_palace.drawing.text import draw
from palace.monkey_palace.game.record import read_record
from palace.monkey_palace.game.replay import replay

SAMPLE = shipped("palace.monkey_palace", "samples/three-player-game.toml")


@click.command("demo", short_help="Check and replay the sample game, and draw its palace.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="palace-demo.svg",
    metavar="OUT.svg",
    help="The picture to write; where PNG can be drawn, OUT.png too.",
)
def demo_verb(output: Path) -> None:
    """Check and replay the sample game turn by turn, and draw the palace it leaves.

    Example:  palace demo -o palace.svg
    """
    from palace.cli.render import picture, svg_only

    svg_only(output)
    record = read_record(SAMPLE)
    played = replay(record)
    written = _write(output, picture()(played.palace))
    players = ", ".join(player.name for player in record.data.players)
    click.echo(f"The sample game: {players} on {record.ground.title}\n")
    echo_turns(played, SAMPLE.name)
    click.echo()
    echo_drawing(draw(played.palace))
    click.echo()
    click.echo(headline(played.legal, f"{len(played.turns)} turns"))
    for note in played.unchecked:
        click.secho(wrapped(f"note: {note}"), dim=True)
    click.echo(f"wrote {written}")
    try:
        drawn = cast(bytes, installed("png")(played.palace))
        click.echo(f"wrote {_write(output.with_suffix('.png'), drawn)}")
    except InputError as error:
        problem = error.problems[0]
        click.secho(wrapped(f"no PNG: {problem.what}; {problem.remedy}"), dim=True)
    if not played.legal:
        raise click.exceptions.Exit(1)


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
