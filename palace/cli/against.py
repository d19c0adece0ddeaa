"""`palace play --against`: the seats that the program plays, and how long it may think."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from palace.cli.output import wrapped
from palace.cli.session import kept_box
from palace.cli.words import say
from palace.contract.players import Limit, Opponents
from palace.contract.registry import AnyGame, read_game
from palace.contract.session import AnySession
from palace.core.errors import InputError, Problem
from palace.core.verdict import in_language

Verb = Callable[..., Any]

OPTIONS = ("against", "nodes", "seconds")


def against_options(verb: Verb) -> Verb:
    """Add the options for a game against the program."""
    for option in (
        click.option("--seconds", type=click.FloatRange(0.01, 3600), metavar="S",
                     help="With --against: how long it thinks about a move [1]."),
        click.option("--nodes", type=click.IntRange(1, 10**9), metavar="N",
                     help="With --against: how much it thinks, the same on every machine."),
        click.option("--against", metavar="PLAYER",
                     help="Play against the program: random, greedy, strong-3 (the third best "
                     "turn), strong-2, strong."),
    ):  # fmt: skip
        verb = option(verb)
    return verb


class Rival(NamedTuple):
    """A seat that the program plays."""

    seat: str
    opponents: Opponents[Any, Any]
    limit: Limit

    def move(self, session: AnySession) -> Any:
        """Return its move; the same for the same game."""
        from palace.players.match import player_of
        from palace.players.seats import lot

        log = session.log
        player = player_of(self.opponents, self.seat)
        seen = log.rules.seen(log.state, self.seat)
        return player.move(log.rules, seen, self.seat, self.limit, lot(self.seat, log))


def rival(found: AnyGame, said: Mapping[str, Any]) -> Rival | None:
    """Take the options out of those of a call, and return the seat; None where none is asked for.

    Raises `InputError`.
    """
    name, nodes, seconds = (said.get(key) for key in OPTIONS)
    if name is None:
        problems = [
            Problem(f"--{key}", "it goes with --against", f"--against strong --{key} {said[key]}")
            for key in OPTIONS[1:] if said.get(key) is not None
        ]  # fmt: skip
        if problems:
            raise InputError(*problems)
        return None
    if nodes is not None and seconds is not None:
        raise InputError(Problem("--nodes", "--seconds is there too", "give one of them"))
    if found.players is None:
        what = f"no player of the program knows {found.title}"
        raise InputError(Problem("--against", what, "leave it out"))
    from palace.players.match import player_of

    opponents = found.players()
    try:
        player_of(opponents, name)
    except InputError as error:
        raise InputError(*(one._replace(where="--against") for one in error.problems)) from None
    return Rival(name, opponents, Limit(nodes, seconds))


def game_in_file(record: Path, found: AnyGame) -> AnyGame:
    """Return the game of a file that is there, otherwise the one that begins."""
    return read_game(record)[0] if record.exists() else found


def beginning(
    one: Rival, found: AnyGame, players: Sequence[str], given: Mapping[str, Any]
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return the players and the options of a new game in which the program has a seat: the one
    that is called as it is, by default the last; cards are dealt by lot."""
    names = [str(found.player(text)["name"]) for text in players]
    seats = (*players,) if one.seat in names else (*players, one.seat)
    options = dict(given)
    if "seed" in found.options and options.get("seed") is None:
        options["seed"] = random.SystemRandom().randrange(10**9)
    own = kept_box(found, given)
    if "box" in found.options and options.get("box") is None and not (own and own.there):
        options["box"] = "house"
    return seats, options


def check(one: Rival, session: AnySession) -> Iterator[str]:
    """Yield what is to be known before the program plays; raises `InputError` where it cannot."""
    log, where = session.log, str(session.path)
    if one.seat not in (names := [sheet.name for sheet in log.rules.standing(log.state)]):
        what = f"no player is called {one.seat}; they are {', '.join(names)}"
        raise InputError(Problem(where, what, "name one of them in --against, or a new file"))
    if lacking := one.opponents.lacks(log.rules, log.state):
        raise InputError(Problem(where, f"{one.seat} cannot play in it", lacking))
    yield from one.opponents.notes(one.seat)


def noted(one: Rival, session: AnySession, language: str) -> None:
    """Print what `check` yields."""
    for note in check(one, session):
        click.secho(wrapped(in_language(note, language)), dim=True)
    click.echo(wrapped(say("against", seat=one.seat)))
