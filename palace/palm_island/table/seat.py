"""What lies on the table: every player's deck and cards beside it, and the middle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from palace.palm_island.rulings import DEFAULT, Rulings
from palace.palm_island.specials.ability import Ability
from palace.palm_island.specials.disaster import Disaster
from palace.palm_island.specials.shelf import NO_CARDS, Shelf
from palace.palm_island.state import ROUNDS, State


class Owned(NamedTuple):
    """A card a player has taken at the end of a round: its kind is "outposts" or "villagers".

    It lies right after the round tracker and travels with it; `turn` is the move that took it,
    None if it was there when the record begins.
    """

    card: str
    title: str
    kind: str
    points: int = 0
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: his deck, the villagers he may recruit, what he owns, and who is active.

    `closed` is the last round whose end he has entered.
    """

    name: str
    state: State
    waiting: tuple[str, ...] = ()
    owned: tuple[Owned, ...] = ()
    active: tuple[str, ...] = ()
    closed: int = 0

    @property
    def beside(self) -> int:
        """The points of the cards he owns."""
        return sum(owned.points for owned in self.owned)


@dataclass(frozen=True, slots=True)
class Middle:
    """What all players share: how many levels of the disaster are done, whether the ability is
    paid for, and which cards are left."""

    level: int = 0
    ready: bool = False
    left: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """A game at one moment; `disaster` and `ability` are those of a cooperative game."""

    mode: str
    seats: tuple[Seat, ...]
    middle: Middle = Middle()
    shelf: Shelf = NO_CARDS
    disaster: Disaster | None = None
    ability: Ability | None = None
    rulings: Rulings = DEFAULT

    @property
    def finished(self) -> bool:
        """Whether every player has played round 8 to its end."""
        return all(seat.state.finished for seat in self.seats)

    @property
    def complete(self) -> bool | None:
        """Whether every level of the disaster is done; None if it is not known how many."""
        if self.disaster is None or self.disaster.levels is None:
            return None
        return self.middle.level >= len(self.disaster.levels)

    @property
    def knows(self) -> dict[str, bool]:
        """Which parts of a `round-end` this game has."""
        villagers = self.shelf.of("villagers")
        there = {*self.middle.left} | {
            name for seat in self.seats for name in (*seat.waiting, *(o.card for o in seat.owned))
        }
        people = any(villager.id in there for villager in villagers)
        return {
            "disaster": self.mode == "coop",
            "buy": self.ability is not None or bool(there),
            "use": people,
        }

    def last(self, number: int) -> bool:
        """Whether a round is the last one."""
        return number >= ROUNDS
