"""`palace play`: enter a game move by move, with verdicts and undo."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from palace.cli.against import Rival, seated
from palace.cli.dialogue import Dialogue, asker
from palace.cli.options import language_option
from palace.cli.output import reason_lines, wrapped
from palace.cli.session import (
    board_options,
    kept_box,
    open_session,
    player_option,
    said_of,
)
from palace.contract.entering import asking
from palace.contract.game import Given
from palace.contract.kept import KeptBox
from palace.contract.registry import REGISTRY, default, game
from palace.contract.session import AnySession, Session
from palace.core.errors import InputError, Problem
from palace.core.provenance import PLACEHOLDER

HIGHEST_SEED = 10**9


@click.command("play", short_help="Enter a game turn by turn; every turn is checked and saved.")
@click.argument("record", type=click.Path(path_type=Path), metavar="RECORD.toml")
@click.option(
    "--game",
    "name",
    metavar="GAME",
    help=f"New game: {', '.join(REGISTRY)} [the first].",
)
@player_option
@click.option(
    "--join", is_flag=True, help="New record of a game that is under way: asks how it is."
)
@board_options
@click.option(
    "--seed",
    type=click.IntRange(0, HIGHEST_SEED),
    metavar="N",
    help="New game: deal by this number.",
)
@click.option("--deal", metavar="5,3,...", help="New game: this deal, 16 card numbers, top first.")
@click.option("--mode", metavar="MODE", help="New game: solo, coop or casual.")
@click.option("--feat", multiple=True, metavar="ID", help="New game: a feat of the box.")
@click.option("--villagers", is_flag=True, help="New game: draw three villagers of the box.")
@click.option("--disaster", metavar="ID", help="New coop game: its disaster.")
@click.option("--ability", metavar="ID", help="New coop game: its ability.")
@language_option("Language of questions and verdicts: en, zh-Hant or zh (Chinese) [en].")
@click.option("--against", metavar="PLAYER",
              help="Play against the program: random, greedy, strong-3 (the third best turn), "
              "strong-2, strong.")  # fmt: skip
@click.option("--nodes", type=click.IntRange(1, 10**9), metavar="N",
              help="With --against: how much it thinks, the same on every machine.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(0.01, 3600), metavar="S",
              help="With --against: how long it thinks about a move [1].")  # fmt: skip
def play_verb(
    record: Path, name: str | None, player: tuple[str, ...], join: bool, **given: Any
) -> None:
    """Begin a game, or go on with one, entering turn after turn. Type help for the commands.

    Example:  palace play tonight.toml --player Ana --player Ben --box house

    Example:  palace play tonight.toml

    Example:  palace play tonight.toml --language zh

    Example:  palace play tonight.toml --join

    Example:  palace play tonight.toml --player Ana --against strong --seconds 1

    The record is saved whole after every turn: stop at any moment, and nothing is lost. An option
    that does not go with the game is refused.
    """
    if join:
        join_game(record, name, player, given)
    else:
        play(record, name, player, given)


def play(record: Path, name: str | None, players: Sequence[str], given: Given) -> None:
    """Begin a game of that name in a file, or go on with the one that is there.

    Raises `InputError`.
    """
    there = record.exists()
    one, players, given = seated(record, name, players, given)
    session, own = open_session(record, name, players, given)
    with session.held():
        if one is not None:
            one.noted(session)
        _play(session, own, record, new=not there, one=one)


def join_game(record: Path, name: str | None, players: Sequence[str], given: Given) -> None:
    """Ask how a game is that began without a record, and go on with it in a new file.

    Raises `InputError`.
    """
    from palace.cli.pad import Left, PadDialogue

    found = game(name or default())
    said = [*said_of(given)]
    problems = [
        Problem(f"--{key}", "--join asks for it", "leave it out")
        for key in ["player"] * bool(players) + said
    ]
    if record.exists():
        what = f"{record} exists, and --join begins a new record"
        problems.append(Problem("--join", what, "leave it out, or name a new file"))
    if found.joining is None:
        what = f"a game of {found.title} is recorded from its beginning"
        problems.append(Problem("--join", what, "leave it out"))
    if problems or found.joining is None:
        raise InputError(*problems)
    own = kept_box(found, {})
    pad = PadDialogue(found, {}, found.joining(), "as it is on the table")
    try:
        filled = pad.filled()
    except Left:
        pad.say("left: nothing is kept")
        return
    session = Session.beginning(found, record, filled)
    with session.held():
        _play(session, own, record, new=True)


def _play(
    session: AnySession, own: KeptBox | None, record: Path, *, new: bool, one: Rival | None = None,
) -> None:  # fmt: skip
    if own is not None:
        session.setup = own.keeping.beside(session.setup, own.box)
    if session.log.due:
        # A game that is not entered move by move is refused before anything else is printed.
        asked = session.setup, session.log, session.log.due[0]
        asking(session.game).questions(*asked, {})
    if new:
        click.echo(f"New game in {record}.")
    for warning in session.record.warnings:
        # A placeholder is named once for each record.
        if new or PLACEHOLDER not in warning:
            click.secho(wrapped(f"note: {warning}"), dim=True)
    for line in reason_lines(session.log.wrong):
        click.echo(line)
    Dialogue(session, asker(), own, one).run()
