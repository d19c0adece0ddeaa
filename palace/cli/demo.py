"""`palace demo`: the sample game, checked and replayed, and a picture of the palace it leaves."""

from __future__ import annotations

from pathlib import Path

import click

from palace.cli.check_file import echo_turns
from palace.cli.output import headline, wrapped
from palace.cli.plan import echo_drawing
from palace.errors import InputError, Problem
from palace.files import write_whole
from palace.game import replay
from palace.records.record import read_record

SAMPLE = Path(__file__).resolve().parent.parent / "samples" / "three-player-game.toml"


@click.command("demo", short_help="Check and replay the sample game, and draw its palace.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="palace-demo.svg",
    metavar="OUT.svg",
    help="The picture to write.",
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
    echo_drawing(str(played.palace))
    click.echo()
    click.echo(headline(played.legal, f"{len(played.turns)} turns"))
    for note in played.unchecked:
        click.secho(wrapped(f"note: {note}"), dim=True)
    click.echo(f"wrote {written}")
    if not played.legal:
        raise click.exceptions.Exit(1)


def _write(output: Path, text: str) -> Path:
    """Write the picture; a file that says something else is left alone, and a number added."""
    for number in range(1, 100):
        target = output if number == 1 else output.with_stem(f"{output.stem}-{number}")
        try:
            write_whole(target, text)
        except InputError:
            if not target.is_file():
                raise
            if target.read_bytes() == text.encode():
                return target
            continue
        return target
    raise InputError(
        Problem(str(output), "99 pictures of that name exist", "name another: -o OUT.svg")
    )
