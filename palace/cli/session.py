"""The session that a call opens or begins, and the options of a new game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import click

from palace.cli.output import wrapped
from palace.cli.words import say
from palace.contract.kept import KeptBox, box_file, kept_name
from palace.contract.registry import AnyGame, default, game
from palace.contract.session import AnySession, Session
from palace.core.errors import InputError, Problem, locate
from palace.core.provenance import typed_in

Verb = Callable[..., Any]

Opened = tuple[AnySession, KeptBox | None]
"""A game, and the box that is played with, if it is one that is kept."""

player_option = click.option(
    "--player", "player", multiple=True, metavar="NAME[:START:EACH]",
    help="New game: a player, in seat order, with starting pieces and what the board delivers.",
)  # fmt: skip


def board_options(verb: Verb) -> Verb:
    """Add the options for what a new game is played with: `map`, `box` and `trophies`."""
    for option in (
        click.option(
            "--trophies",
            metavar="ANIMALS",
            help="New game: the animals in play, with commas between them.",
        ),
        click.option(
            "--box",
            metavar="BOX",
            help="Boards and cards: house, a box file, a box of yours [mine].",
        ),
        click.option("--map", "map", metavar="MAP", help="New game: its map [map-1]."),
    ):
        verb = option(verb)
    return verb


def said_of(given: Mapping[str, object]) -> dict[str, object]:
    """Return the options that were given in a call."""
    return {key: value for key, value in given.items() if value not in (None, (), False)}


def open_session(
    record: Path, name: str | None, players: Sequence[str], given: Mapping[str, object]
) -> Opened:
    """Go on with the game in a file, or begin one of that name in a new file; with the box that is
    played with, if it is one that is kept.

    `given` are the options of a new game.  Raises `InputError`, also for an option that does not go
    with the game, or that a file holds already.
    """
    said = said_of(given)
    if record.exists():
        return _opened(record, name, players, said)
    return _begun(record, name or default(), players, said, given)


def _opened(
    record: Path, name: str | None, players: Sequence[str], said: Mapping[str, object]
) -> Opened:
    """Return the game of a file; everything else is in it already."""
    session = Session.open(record)
    # A box of the user's own offers its cards and learns, whenever the game began.
    beside = ["box"] * (_kept_name(session.game, said) is not None)
    options = [*["player"] * bool(players), *(key for key in said if key not in beside)]
    remedy = "leave it out, or name a new file"
    problems = [
        Problem(f"--{key}", f"{record} exists, and holds this already", remedy) for key in options
    ]
    if problems:
        raise InputError(*problems)
    if name is not None and name != session.game.key:
        what = f"this is a record of {session.game.key}"
        raise InputError(Problem(str(record), what, f"palace play {record}"))
    _check(session.game, said)
    try:
        return session, kept_box(session.game, said)
    except InputError as error:
        # The game needs no box.
        click.secho(wrapped(f"note: {error}"), fg="yellow", err=True)
        return session, None


def _begun(
    record: Path,
    name: str,
    players: Sequence[str],
    said: Mapping[str, object],
    given: Mapping[str, object],
) -> Opened:
    """Return a new game, written to a file."""
    found = game(name)
    _check(found, said)
    keys = {key: given.get(key) for key in found.options}
    own = kept_box(found, given)
    if own is not None and own.there:
        keys |= {"box": None, "kept": own.box}
    elif keys.get("box"):
        keys["box"] = locate("--box", lambda: box_file(name, str(keys["box"])))
    try:
        session = Session.new(found, record, [found.player(text) for text in players], keys)
    except InputError as error:
        raise InputError(*(_in_call(one, record, keys) for one in error.problems)) from None
    return session, own


def kept_box(found: AnyGame, given: Mapping[str, object]) -> KeptBox | None:
    """Return the box of the user's own that a call names, by default theirs.

    None if it names another one, or the game keeps none.  Raises `InputError`.
    """
    name = _kept_name(found, given)
    return None if found.keeping is None or name is None else KeptBox(found.keeping(), name)


def _kept_name(found: AnyGame, given: Mapping[str, object]) -> str | None:
    """Return the name of the box that `kept_box` returns."""
    name = str(given["box"]) if given.get("box") else None
    return None if found.keeping is None else kept_name(found.key, name)


def learn(session: AnySession, own: KeptBox | None) -> None:
    """Add to a box what was typed in a game, and print what it has then."""
    if own is None:
        return
    source = typed_in(date.today().isoformat())
    try:
        games = session.setup, session.log, session.opened
        if not own.keep(own.keeping.learned(own.data, *games, source)):
            return
    except InputError as error:
        click.secho(wrapped(f"note: {error}"), fg="yellow")
        return
    totals = ", ".join(own.boxes.totals(own.box))
    click.echo(wrapped(say("learned", box=own.box.name, totals=totals), hang=2))


def _in_call(problem: Problem, record: Path, keys: Collection[str]) -> Problem:
    """Return a problem of a new record with the option it is of: there is no file yet."""
    key, _, what = problem.what.partition(": ")
    key = "player" if key.startswith("players") else key
    if key in (*keys, "player") and problem.where.startswith(f"{record}:"):
        return problem._replace(where=f"--{key}", what=what)
    return problem


def _check(found: AnyGame, said: Mapping[str, object]) -> None:
    """Raise `InputError` for options that do not go with a game."""
    remedy = "leave it out"
    problems = [
        Problem(f"--{key}", f"{found.title} has no such option", remedy)
        for key in said
        if key not in found.options
    ]
    if problems:
        raise InputError(*problems)
