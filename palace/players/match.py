"""Games that the program plays: whole ones between its players, and its seat at a table."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from typing import Any, NamedTuple

from palace.contract.game import Thinking
from palace.contract.players import Limit, Opponents, Player
from palace.contract.registry import game
from palace.contract.rules import Commit, Log, M, Record, Rules, S
from palace.contract.taps import Idea
from palace.core.errors import InputError, Problem, locate, nearest
from palace.core.verdict import IllegalError
from palace.scoring import Sheet

Z = 1.959964
"""Standard deviations on either side of a mean that hold 95 %."""

NODES = 3000
"""How much a player thinks on a page where its name does not tell."""


class Interval(NamedTuple):
    """A share, and between which values it is with 95 % confidence."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.1%} (95 %: {self.low:.1%} to {self.high:.1%})"


def wilson(wins: float, games: int) -> Interval:
    """Return the share of games won, in the interval of Wilson; a tie counts a part of a win."""
    if games < 1:
        return Interval(0.0, 0.0, 1.0)
    share, room = wins / games, Z * Z / games
    middle = (share + room / 2) / (1 + room)
    half = Z * sqrt(share * (1 - share) / games + room / (4 * games)) / (1 + room)
    return Interval(share, min(max(middle - half, 0.0), share), max(min(middle + half, 1.0), share))


class Seat(NamedTuple):
    """Who plays under the name of a seat, and how long they may think."""

    player: str
    limit: Limit = Limit()

    def __str__(self) -> str:
        nodes, seconds, _ = self.limit
        told = [f"{nodes} nodes"] * (nodes is not None) + [f"{seconds} s"] * (seconds is not None)
        return " ".join((self.player, *told))


def player_of(players: Opponents[S, M], name: str) -> Player[S, M]:
    """Return the player of a name; raise `InputError` where there is none."""
    if name not in players.known:
        near = nearest(name, players.known)
        hint = f"did you mean {near}? " if near else ""
        what = f"there is no player {name!r:.40}"
        raise InputError(Problem("", what, f"{hint}they are {', '.join(players.known)}"))
    return players.known[name]


def opponents(key: str) -> Opponents[Any, Any]:
    """Return the players of a game by its key; raises `InputError` where there are none."""
    found = locate("--game", partial(game, key))
    if found.players is None:
        raise InputError(Problem("--game", f"no player of the program knows {found.title}"))
    return found.players()


def seats_of(players: Opponents[S, M], text: str, limit: Limit | None = None) -> tuple[Seat, ...]:
    """Return the seats of `greedy,strong:2000`; raises `InputError` for a player that is none, or
    one that searches without a limit in nodes, unless a `limit` of such players is given."""
    found = []
    for part in map(str.strip, text.split(",")):
        name, _, nodes = part.partition(":")
        locate("--players", partial(player_of, players, name))
        if not nodes.isdecimal() and (nodes or (limit is None and name not in players.quick)):
            what = f"{part!r:.60} has no limit in nodes, which alone makes a game again"
            raise InputError(Problem("--players", what, f"write {name}:2000"))
        found.append(Seat(name, Limit(int(nodes)) if nodes else limit or Limit()))
    return tuple(found)


def lot(salt: object, log: Log[S, M]) -> int:
    """Return the seed of the next move: the same for the same number of moves."""
    return random.Random(f"{salt}/{len(log.commits)}").getrandbits(32)


def play_out(
    rules: Rules[S, M], players: Mapping[str, tuple[Player[S, M], Limit]], seed: int
) -> Log[S, M]:
    """Return a whole game; raise `IllegalError` with the reasons against a move."""
    log = Log.begin(rules)
    while log.due:
        name = log.due[0]
        player, limit = players[name]
        move = player.move(rules, rules.seen(log.state, name), name, limit, lot(seed, log))
        log = log.plus(Commit(move))
        if reasons := [reason for report in log.reports[-1] for reason in report.reasons]:
            raise IllegalError(*reasons)
    return log


def winners(sheets: Sequence[Sheet]) -> tuple[str, ...]:
    """Return who has won: the most points, then the tie-breakers of the game."""
    best = max((sheet.total, sheet.ties) for sheet in sheets)
    return tuple(sheet.name for sheet in sheets if (sheet.total, sheet.ties) == best)


def seat_of(found: Opponents[S, M], name: str) -> Seat | None:
    """Return the seat that a name makes, `Strong`, or `Strong 300` with its nodes; None for that of
    a person."""
    player, _, nodes = name.lower().partition(" ")
    if player not in found.known or (nodes and not (nodes.isdecimal() and len(nodes) < 10)):
        return None
    return Seat(player, Limit(int(nodes) if nodes else NODES))


def thinking(found: Opponents[S, M], name: str, title: str) -> Thinking[S, M] | None:
    """Return how the program plays the seat of a name; None where a person does."""
    seat = seat_of(found, name)
    return None if seat is None else Thinking(title, partial(_ideas, found, seat))


def _ideas(
    found: Opponents[S, M], seat: Seat, record: Record[S, M], log: Log[S, M], name: str, _: str
) -> Iterator[Idea]:
    if lacking := found.lacks(log.rules, log.state):
        yield Idea(told=lacking, done=True)
        return
    first = next(iter(found.notes(seat.player)), "")
    player, seen = found.known[seat.player], log.rules.seen(log.state, name)
    for share, move in found.slices(player, log.rules, seen, name, seat.limit, lot(name, log)):
        yield Idea(told=first, share=share)
        if move is not None:
            yield Idea("", done=True, share=1.0, lines=(*found.notes(seat.player),), move=move)
