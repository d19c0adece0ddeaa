"""Feats kept from game to game: what the players of a row of records have earned and used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from palace.palm_island.feats import newly_earned
from palace.palm_island.record import Record
from palace.palm_island.replay import replay
from palace.palm_island.score import difficulty


class Entry(NamedTuple):
    """A feat that a player earned or used; `how` is "early" if it was used before it was earned.

    `difficulty` is that of the game: a feat earned on easy is less than one earned on medium.
    """

    file: str
    player: str
    feat: str
    how: Literal["earned", "used", "early"]
    difficulty: str

    def __str__(self) -> str:
        said = {"earned": "earns", "used": "uses", "early": "uses, but has not earned,"}
        return f"{self.file}: {self.player} {said[self.how]} {self.feat}, {self.difficulty}"

    def record(self) -> dict[str, Any]:
        """The entry as plain data."""
        return self._asdict()


def career(records: Iterable[Record]) -> tuple[Entry, ...]:
    """What each game earned and used, in the order of the records, which is that of play.

    Only finished solo games whose moves are all legal earn feats; each feat is earned once.
    """
    return tuple(_entries(records))


def _entries(records: Iterable[Record]) -> Iterator[Entry]:
    held: dict[str, set[str]] = {}
    for record in records:
        if record.data.mode != "solo":
            continue
        file = record.document.file
        for seat, game in enumerate(replay(record)):
            mine = held.setdefault(game.name, set())
            used = [feat.id for feat in record.used(seat)]
            level = difficulty(len(used))
            for feat in used:
                yield Entry(file, game.name, feat, "used" if feat in mine else "early", level)
            if game.finished and game.legal:
                for earned in newly_earned(record.feats, game.state, mine, game.beside):
                    mine.add(earned.id)
                    yield Entry(file, game.name, earned.id, "earned", level)
