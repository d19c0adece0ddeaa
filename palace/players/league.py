"""The games of a folder together: who wins how often, with how many points, and the best feats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from palace.contract.game import Feat
from palace.core.colours import INK, LEGAL, TONES
from palace.core.svg import document, tag, width, words
from palace.scoring.score import Score, counted


class Evening(NamedTuple):
    """A game that was played: its file, its score, and what it can be compared by."""

    file: str
    score: Score
    feats: Sequence[Feat] = ()


class Seat(NamedTuple):
    """A player over all games: how many, how many won (a tie counts in parts), their points."""

    name: str
    games: int
    wins: float
    points: tuple[int, ...]

    @property
    def share(self) -> float:
        """Wins in each game, 0 to 1."""
        return self.wins / self.games

    @property
    def mean(self) -> float:
        """Points in a game."""
        return sum(self.points) / len(self.points)

    def record(self) -> dict[str, object]:
        """Return it as plain data for JSON."""
        return {
            "name": self.name, "games": self.games, "wins": round(self.wins, 3),
            "mean": round(self.mean, 2), "best": max(self.points), "points": [*self.points],
        }  # fmt: skip


class Table(NamedTuple):
    """The finished games of one kind: the players, most wins first, and the feats, each told."""

    game: str
    title: str
    evenings: tuple[Evening, ...]
    seats: tuple[Seat, ...]
    feats: tuple[tuple[str, str], ...]

    def record(self) -> dict[str, object]:
        """Return it as plain data for JSON."""
        return {
            "game": self.game, "games": len(self.evenings),
            "players": [seat.record() for seat in self.seats],
            "feats": [{"title": title, "told": told} for title, told in self.feats],
        }  # fmt: skip


def tables(evenings: Iterable[Evening]) -> tuple[Table, ...]:
    """Return a table for each kind of game; only games that are finished count."""
    kinds: dict[str, list[Evening]] = {}
    for one in sorted(evenings, key=lambda one: (one.score.day, one.file)):
        if one.score.finished:
            kinds.setdefault(one.score.game, []).append(one)
    return tuple(_table(key, kinds[key]) for key in sorted(kinds))


def _table(key: str, evenings: Sequence[Evening]) -> Table:
    points: dict[str, list[int]] = {}
    wins: dict[str, float] = {}
    for one in evenings:
        for sheet in one.score.sheets:
            points.setdefault(sheet.name, []).append(sheet.total)
        winners, together = one.score.winners, one.score.team is not None
        # Who plays alone against nothing has not won.
        for name in winners if together or len(one.score.sheets) > 1 else ():
            wins[name] = wins.get(name, 0.0) + (1 if together else 1 / len(winners))
    seats = (
        Seat(name, len(some), wins.get(name, 0.0), tuple(some)) for name, some in points.items()
    )
    order = sorted(seats, key=lambda seat: (-seat.wins, -seat.mean, seat.name))
    title = evenings[0].score.title
    return Table(key, title, tuple(evenings), tuple(order), tuple(_feats(evenings)))


def _feats(evenings: Sequence[Evening]) -> Iterable[tuple[str, str]]:
    """Yield the greatest of each feat, and what is counted most often."""
    every = [(feat, one) for one in evenings for feat in one.feats]
    for title in dict.fromkeys(feat.title for feat, _ in every):
        some = [(feat, one) for feat, one in every if feat.title == title]
        feat, one = max(some, key=lambda pair: pair[0].size)
        if feat.player:
            yield title, f"{feat.player}: {feat.told} ({one.score.day or Path(one.file).name})"
        else:
            told, count = Counter(feat.told for feat, _ in some).most_common(1)[0]
            yield title, f"{told}: {counted(count, 'game')}"


ROW, SIZE, ROOM = 34.0, 16.0, 420.0
"""Height of a player's bar, size of its words, and length of a bar for winning every game."""


def svg(table: Table) -> str:
    """Return a bar for each player: the share of their games that they won."""
    name = max(width(seat.name, SIZE) for seat in table.seats) + 12
    parts = []
    for at, seat in enumerate(table.seats):
        y = ROW * at + ROW / 2
        parts += [
            words(seat.name, name - 8, y, SIZE, INK, "end"),
            tag("rect", x=name, y=y - 11, width=ROOM, height=22, rx=4, fill=TONES[0]),
            tag("rect", x=name, y=y - 11, width=max(ROOM * seat.share, 2), height=22, rx=4,
                fill=LEGAL),
            words(f"{seat.wins:g} of {seat.games}", name + ROOM + 8, y, SIZE, INK, "start"),
        ]  # fmt: skip
    wide = name + ROOM + 96
    told = "; ".join(f"{seat.name} {seat.wins:g} of {seat.games}" for seat in table.seats)
    return document(wide, ROW * len(table.seats), wide, f"{table.title}: games won", told, parts)
