"""Matches: games between players at drawn tables, kept in a file and gone on with."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from palace.contract.players import Limit, Opponents, Player
from palace.contract.rules import Commit, Log, M, Rules, S
from palace.core.errors import InputError, Problem, nearest
from palace.core.verdict import IllegalError
from palace.scoring import Sheet

Z = 1.959964
"""Standard deviations on either side of a mean that hold 95 %."""


class Interval(NamedTuple):
    """A share, and between which values it is with 95 % confidence."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.1%} (95 %: {self.low:.1%} to {self.high:.1%})"


def wilson(wins: float, games: int) -> Interval:
    """Return the share of games won, with the interval of Wilson; a tie counts a part of a win."""
    if games < 1:
        return Interval(0.0, 0.0, 1.0)
    share, room = wins / games, Z * Z / games
    middle = (share + room / 2) / (1 + room)
    half = Z * sqrt(share * (1 - share) / games + room / (4 * games)) / (1 + room)
    return Interval(share, max(middle - half, 0.0), min(middle + half, 1.0))


class Seat(NamedTuple):
    """Who plays under the name of a seat, and how long they may think."""

    player: str
    limit: Limit = Limit()

    def __str__(self) -> str:
        nodes, seconds, _ = self.limit
        told = [f"{nodes} nodes"] * (nodes is not None) + [f"{seconds} s"] * (seconds is not None)
        return " ".join((self.player, *told))


def play_out(
    rules: Rules[S, M], players: Mapping[str, tuple[Player[S, M], Limit]], seed: int
) -> Log[S, M]:
    """Return a whole game; raise `IllegalError` with the reasons against a move."""
    log = Log.begin(rules)
    while log.due:
        name = log.due[0]
        player, limit = players[name]
        lot = random.Random(f"{seed}/{len(log.commits)}").getrandbits(32)
        move = player.move(rules, rules.seen(log.state, name), name, limit, lot)
        log = log.plus(Commit(move))
        if reasons := [reason for report in log.reports[-1] for reason in report.reasons]:
            raise IllegalError(*reasons)
    return log


def winners(sheets: Sequence[Sheet]) -> tuple[str, ...]:
    """Return who has won: the most points, then the tie-breakers of the game."""
    best = max((sheet.total, sheet.ties) for sheet in sheets)
    return tuple(sheet.name for sheet in sheets if (sheet.total, sheet.ties) == best)


class Played(NamedTuple):
    """A game of a match: its number, its seed, points by the order of the seats of the match, and
    the share of the first of them in the win."""

    game: int
    seed: int
    points: tuple[int, ...]
    share: float
    moves: int


class Match(NamedTuple):
    """Games between seats that change places: the first is measured against the others."""

    game: str
    seats: tuple[Seat, ...]
    seed: int = 0

    @property
    def head(self) -> dict[str, object]:
        """What the first line of its file holds: a file is gone on with by the same match."""
        return {"game": self.game, "seats": [*map(str, self.seats)], "seed": self.seed}

    def one(self, players: Opponents[S, M], number: int) -> Played:
        """Play the game with this number: each deal once with every order of the seats."""
        count = len(self.seats)
        deal, turned = divmod(number, count)
        seed = self.seed + deal
        names = [f"{seat.player} {at + 1}" for at, seat in enumerate(self.seats)]
        seated = [*names[turned:], *names[:turned]]
        rules = players.table(seated, seed)
        called = {
            name: (player_of(players, seat.player), seat.limit)
            for name, seat in zip(names, self.seats, strict=True)
        }
        log = play_out(rules, called, seed)
        sheets = rules.standing(log.state)
        won, totals = winners(sheets), {sheet.name: sheet.total for sheet in sheets}
        share = (names[0] in won) / len(won)
        return Played(number, seed, tuple(totals[name] for name in names), share, len(log.commits))

    def run(
        self, players: Opponents[S, M], games: int, file: str | os.PathLike[str]
    ) -> Iterator[tuple[Played, ...]]:
        """Yield what is played so far, at first what a file holds, until there are `games`.

        Each game is a line that is appended when it is over.  Raises `InputError` where the file
        is of another match.
        """
        path = Path(file)
        done = list(self.kept(path))
        yield tuple(done)
        for number in range(len(done), games):
            done.append(self.one(players, number))
            with path.open("a", encoding="utf-8") as lines:
                if not lines.tell():
                    lines.write(json.dumps(self.head) + "\n")
                lines.write(json.dumps(done[-1]._asdict()) + "\n")
            yield tuple(done)

    def kept(self, path: Path) -> Iterator[Played]:
        """Yield the games that a file holds; a line that was broken off is taken out of it."""
        if not path.exists():
            return
        try:
            text = path.read_text(encoding="utf-8")
            whole = text[: text.rfind("\n") + 1]
            lines = [json.loads(line) for line in whole.splitlines()]
            games = [Played(**{**line, "points": (*line["points"],)}) for line in lines[1:]]
        except (OSError, ValueError, TypeError, KeyError):
            what = "this does not hold the games of a match"
            raise InputError(Problem(str(path), what, "name a new file")) from None
        if lines and lines[0] != self.head:
            raise InputError(Problem(str(path), "it is of another match", "name a new file"))
        if whole != text:
            path.write_text(whole, encoding="utf-8")
        yield from games


def player_of(players: Opponents[S, M], name: str) -> Player[S, M]:
    """Return the player of a name; raise `InputError` where there is none."""
    if name not in players.known:
        near = nearest(name, players.known)
        hint = f"did you mean {near}? " if near else ""
        what = f"there is no player {name!r:.40}"
        raise InputError(Problem("", what, f"{hint}they are {', '.join(players.known)}"))
    return players.known[name]


def shares(played: Sequence[Played]) -> Interval:
    """Return the share of the first seat in the wins of a match."""
    return wilson(sum(one.share for one in played), len(played))
