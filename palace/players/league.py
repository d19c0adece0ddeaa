"""The games of a folder together: who wins how often, with how many points, and the best feats."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from palace.contract.game import Feat
from palace.core.html import Part
from palace.scoring.score import Score, counted


class Evening(NamedTuple):
    """A game that was played: its file, its score, and what it can be compared by."""

    file: str
    score: Score
    feats: Sequence[Feat] = ()


class Seat(NamedTuple):
    """A player over all games: how many they won (a tie counts in parts), their points in each."""

    name: str
    wins: float
    points: tuple[int, ...]

    def record(self) -> dict[str, object]:
        """Return it as plain data for JSON."""
        return {
            "name": self.name, "games": len(self.points), "wins": round(self.wins, 3),
            "mean": round(fmean(self.points), 2), "best": max(self.points),
            "points": [*self.points],
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

    @property
    def part(self) -> Part:
        """It as a part of a report: the bars are shares of the games that were won."""
        rows = [
            (seat.name, str(len(seat.points)), f"{seat.wins:.3g}", f"{fmean(seat.points):.1f}",
             str(max(seat.points))) for seat in self.seats
        ]  # fmt: skip
        bars = [seat.wins / len(seat.points) for seat in self.seats]
        title = f"{self.title}: {counted(len(self.evenings), 'game')}"
        heads = "player", "games", "wins", "mean", "best"
        return Part(title, heads, ("player",), rows, bars, [*map(": ".join, self.feats)])


def tables(evenings: Iterable[Evening]) -> tuple[Table, ...]:
    """Return a table for each kind of game; only games that are finished count."""
    kinds = defaultdict[str, list[Evening]](list)
    for one in sorted(evenings, key=lambda one: (one.score.day, one.file)):
        if one.score.finished:
            kinds[one.score.game].append(one)
    return tuple(_table(key, kinds[key]) for key in sorted(kinds))


def _table(key: str, evenings: Sequence[Evening]) -> Table:
    points, wins = defaultdict[str, list[int]](list), defaultdict[str, float](float)
    for _, score, _ in evenings:
        for sheet in score.sheets:
            points[sheet.name].append(sheet.total)
        # Who plays alone against nothing has not won.
        for name in score.winners if score.team or len(score.sheets) > 1 else ():
            wins[name] += 1 if score.team else 1 / len(score.winners)
    seats = [Seat(name, wins[name], (*some,)) for name, some in points.items()]
    seats.sort(key=lambda seat: (-seat.wins, -fmean(seat.points), seat.name))
    title = evenings[0].score.title
    return Table(key, title, (*evenings,), (*seats,), (*_feats(evenings),))


def _feats(evenings: Sequence[Evening]) -> Iterator[tuple[str, str]]:
    """Yield the greatest of each feat, and what is counted most often."""
    every = defaultdict[str, list[tuple[Feat, Evening]]](list)
    for one in evenings:
        for feat in one.feats:
            every[feat.title].append((feat, one))
    for title, some in every.items():
        feat, one = max(some, key=lambda pair: pair[0].size)
        if feat.player:
            yield title, f"{feat.player}: {feat.told} ({one.score.day or Path(one.file).name})"
        else:
            ((told, count),) = Counter(feat.told for feat, _ in some).most_common(1)
            yield title, f"{told}: {counted(count, 'game')}"
