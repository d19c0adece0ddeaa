"""`palace play`: enter a game turn by turn, with verdict, hint and undo."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palace.cli.asking import on_terminal, plain
from palace.cli.output import wrapped
from palace.core.errors import InputError, NotationError, Problem
from palace.monkey_palace.game.box_templates import BOX_FILE
from palace.monkey_palace.kernel.supply import Supply

if TYPE_CHECKING:
    from palace.cli.asking import Ask


@click.command("play", short_help="Enter a game turn by turn; saved after every turn.")
@click.argument("record", type=click.Path(path_type=Path), metavar="RECORD.toml")
@click.option(
    "--player", "players", multiple=True, metavar="NAME[:START:EACH]",
    help="A player of a new game, in seat order: starting pieces and what the board delivers.",
)  # fmt: skip
@click.option("--map", "map_name", metavar="MAP", help="The map of a new game; map-1 by default.")
@click.option("--box", metavar="BOX", help="Boards and deck of a new game: house, or a box file.")
@click.option("--trophies", metavar="ANIMALS", help="Of a new game, such as monkey,frog.")
def play_verb(
    record: Path,
    players: tuple[str, ...],
    map_name: str | None,
    box: str | None,
    trophies: str | None,
) -> None:
    """Begin a game, or go on with one, entering turn after turn. Type help for what can be said.

    Example:  palace play tonight.toml --player Ana --player Ben --box house

    Example:  palace play tonight.toml

    The record is saved whole after every turn: stop at any moment, and nothing is lost.
    """
    from palace.cli.dialogue import Dialogue
    from palace.monkey_palace.game.session import Session

    given = {"--player": players, "--map": map_name, "--box": box, "--trophies": trophies}
    if record.exists():
        problems = [
            Problem(
                name, f"{record} exists, and says so itself", "leave it out, or name a new file"
            )
            for name, value in given.items()
            if value
        ]
        if problems:
            raise InputError(*problems)
        session = Session.open(record)
    else:
        if not players:
            what = f"there is no {record}, and a new game needs its players"
            raise InputError(Problem("--player", what, "--player Ana --player Ben"))
        keys: dict[str, Any] = {"map": map_name or "map-1"}
        if trophies:
            keys["trophies"] = [word.strip() for word in trophies.split(",") if word.strip()]
        if box:
            folder = Path(box)
            keys["box"] = str(folder / BOX_FILE) if (folder / BOX_FILE).is_file() else box
        session = Session.new(record, [_player(text) for text in players], **keys)
        click.echo(f"wrote {record}; {session.due} begins: whoever last ate a banana")
    for warning in session.record.warnings:
        click.secho(wrapped(f"note: {warning}"), dim=True)
    Dialogue(session, _asker(session)).run()


def _player(text: str) -> dict[str, str]:
    """The table of a player given as `NAME` or `NAME:START:EACH`."""
    name, *supplies = (part.strip() for part in text.split(":"))
    if len(supplies) not in (0, 2):
        what = f"{text!r} is no player"
        raise InputError(
            Problem("--player", what, "write NAME or NAME:START:EACH, as Ana:4a3b:2a2b")
        )
    for supply in supplies:
        try:
            Supply.read(supply)
        except NotationError as error:
            what, expected = f"{supply!r}: {error.what}", f"expected {error.expected}"
            raise InputError(Problem("--player", what, expected)) from None
    return {"name": name} | dict(zip(("start", "each"), supplies, strict=False))


def _asker(session: Any) -> Ask:
    """How to ask: with completion on a terminal, line by line from anything else."""
    if on_terminal():
        from palace.cli.terminal import Terminal

        return Terminal(session)
    return plain
