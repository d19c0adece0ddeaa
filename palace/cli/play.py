"""`palace play`: enter a game move by move, with verdicts and undo."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from palace.cli.dialogue import Dialogue, asker
from palace.cli.output import wrapped
from palace.contract.game import Game
from palace.contract.registry import REGISTRY, default, game
from palace.contract.session import Session
from palace.core.errors import InputError, Problem
from palace.core.provenance import PLACEHOLDER

HIGHEST_SEED = 10**9

SHOWN = ("memory",)
"""Options that concern what is shown, also of a game that exists."""


@click.command("play", short_help="Enter a game turn by turn; every turn is checked and saved.")
@click.argument("record", type=click.Path(path_type=Path), metavar="RECORD.toml")
@click.option(
    "--game",
    "name",
    metavar="GAME",
    help=f"New game: {', '.join(REGISTRY)} [the first].",
)
@click.option(
    "--player", "player", multiple=True, metavar="NAME[:START:EACH]",
    help="New game: a player, in seat order, with starting pieces and what the board delivers.",
)  # fmt: skip
@click.option(
    "--join", is_flag=True, help="New record of a game that is under way: asks how it is."
)
@click.option("--map", "map", metavar="MAP", help="New game: its map [map-1].")
@click.option("--box", metavar="BOX", help="New game: its boards and cards, house or a box file.")
@click.option(
    "--trophies", metavar="ANIMALS", help="New game: the animals in play, with commas between them."
)
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
@click.option("--memory", is_flag=True, help="Let players look through the whole deck at any time.")
def play_verb(
    record: Path, name: str | None, player: tuple[str, ...], join: bool, **given: Any
) -> None:
    """Begin a game, or go on with one, entering turn after turn. Type help for the commands.

    Example:  palace play tonight.toml --player Ana --player Ben --box house

    Example:  palace play tonight.toml

    Example:  palace play tonight.toml --join

    The record is saved whole after every turn: stop at any moment, and nothing is lost. An option
    that does not go with the game is refused.
    """
    if join:
        join_game(record, name, player, given)
    else:
        play(record, name, player, given)


def play(record: Path, name: str | None, players: Sequence[str], given: dict[str, Any]) -> None:
    """Begin a game of that name in a file, or go on with the one that is there.

    Raises `InputError`.
    """
    said = {key: value for key, value in given.items() if value not in (None, (), False)}
    there = record.exists()
    if there:
        session = _opened(record, name, players, said)
    else:
        session = _begun(record, name or default(), players, said, given)
    with session.held():
        _play(session, record, said, new=not there)


def join_game(
    record: Path, name: str | None, players: Sequence[str], given: dict[str, Any]
) -> None:
    """Ask how a game is that began without a record, and go on with it in a new file.

    Raises `InputError`.
    """
    from palace.cli.pad import Left, PadDialogue

    found = game(name or default())
    said = [key for key, value in given.items() if value not in (None, (), False)]
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
    if problems:
        raise InputError(*problems)
    pad = PadDialogue(found, {}, form=found.joining)
    try:
        filled = pad.filled()
    except Left:
        pad.say("left: nothing is kept")
        return
    session = Session.beginning(found, record, filled)
    with session.held():
        _play(session, record, {}, new=True)


def _play(session: Session[Any], record: Path, said: dict[str, Any], *, new: bool) -> None:
    if session.due:
        # A game that is not entered move by move is refused before anything else is printed.
        session.game.questions(session.record, session.replay, session.due[0], {})
    if new:
        click.echo(f"New game in {record}.")
    for warning in session.record.warnings:
        # A placeholder is named once for each record.
        if new or PLACEHOLDER not in warning:
            click.secho(wrapped(f"note: {warning}"), dim=True)
    Dialogue(session, asker(), frozenset(said.keys() & {*SHOWN})).run()


def _opened(
    record: Path, name: str | None, players: Sequence[str], said: dict[str, Any]
) -> Session[Any]:
    """Return the game of a file; everything else is in it already."""
    options = [*["player"] * bool(players), *(key for key in said if key not in SHOWN)]
    remedy = "leave it out, or name a new file"
    problems = [
        Problem(f"--{key}", f"{record} exists, and holds this already", remedy) for key in options
    ]
    if problems:
        raise InputError(*problems)
    session: Session[Any] = Session.open(record)
    if name is not None and name != session.game.key:
        what = f"this is a record of {session.game.key}"
        raise InputError(Problem(str(record), what, f"palace play {record}"))
    _check(session.game, said)
    return session


def _begun(
    record: Path, name: str, players: Sequence[str], said: dict[str, Any], given: dict[str, Any]
) -> Session[Any]:
    """Return a new game, written to a file."""
    found = game(name)
    _check(found, said)
    keys = {key: given[key] for key in found.options if key not in SHOWN}
    return Session.new(found, record, [found.player(text) for text in players], **keys)


def _check(found: Game[Any], said: dict[str, Any]) -> None:
    """Raise `InputError` for options that do not go with a game."""
    remedy = "leave it out"
    problems = [
        Problem(f"--{key}", f"{found.title} has no such option", remedy)
        for key in said
        if key not in found.options
    ]
    if problems:
        raise InputError(*problems)
