"""`palace play --against`: the seat that the program plays, and how long it may think."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from palace.cli.output import spoken, wrapped
from palace.cli.session import kept_box
from palace.cli.words import part_of, say
from palace.contract.players import Limit, Opponents
from palace.contract.registry import default, game, read_game
from palace.contract.session import AnySession
from palace.core.errors import InputError, Problem, locate
from palace.core.verdict import in_language

OPTIONS = "seconds", "nodes", "against"


class Rival(NamedTuple):
    """A seat that the program plays."""

    seat: str
    opponents: Opponents[Any, Any]
    limit: Limit

    def move(self, session: AnySession) -> Any:
        """Return its move; the same for the same game."""
        from palace.players.match import lot

        log, player = session.log, self.opponents.known[self.seat]
        seen = log.rules.seen(log.state, self.seat)
        return player.move(log.rules, seen, self.seat, self.limit, lot(self.seat, log))

    def noted(self, session: AnySession) -> None:
        """Print what is to be known before it plays; raises `InputError` where it cannot."""
        log, where = session.log, str(session.path)
        if self.seat not in (names := [sheet.name for sheet in log.rules.standing(log.state)]):
            what = f"no player is called {self.seat}; they are {', '.join(names)}"
            raise InputError(Problem(where, what, "name one of them in --against, or a new file"))
        if lacking := self.opponents.lacks(log.rules, log.state):
            raise InputError(Problem(where, f"{self.seat} cannot play in it", lacking))
        for note in self.opponents.notes(self.seat):
            click.secho(wrapped(in_language(note, spoken())), dim=True)
        click.echo(wrapped(say("against", seat=self.seat)))


Seated = tuple[Rival | None, Sequence[str], dict[str, Any]]
"""The seat of the program, the players, and the options of a new game."""


def seated(
    record: Path, name: str | None, players: Sequence[str], said: Mapping[str, Any]
) -> Seated:
    """Return who plays, with the program in the seat that is called as it is, by default in the
    last; cards are dealt by lot.  Raises `InputError`."""
    given = {key: value for key, value in said.items() if key not in OPTIONS}
    seconds, nodes, seat = map(said.get, OPTIONS)
    if seat is None:
        asked = [key for key in OPTIONS if said.get(key) is not None]
        if asked:
            fit = f"--against strong --{asked[0]} {said[asked[0]]}"
            raise InputError(Problem(f"--{asked[0]}", "it goes with --against", fit))
        return None, players, given
    if nodes is not None and seconds is not None:
        raise InputError(Problem("--nodes", "--seconds is there too", "give one of them"))
    from palace.players.match import player_of

    found = read_game(record)[0] if record.exists() else game(name or default())
    lacks = f"no player of the program knows {found.title}"
    opponents = part_of(found.players, lacks, "--against")
    locate("--against", lambda: player_of(opponents, seat))
    if not record.exists():
        if seat not in (found.player(text)["name"] for text in players):
            players = (*players, seat)
        if "seed" in found.options and given.get("seed") is None:
            given["seed"] = random.SystemRandom().randrange(10**9)
        own = kept_box(found, given)
        if "box" in found.options and given.get("box") is None and not (own and own.there):
            given["box"] = "house"
    return Rival(seat, opponents, Limit(nodes, seconds)), players, given
