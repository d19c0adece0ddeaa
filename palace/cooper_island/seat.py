"""A player's own things: ships, goods, tiles, workers, and what is built."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from palace.cooper_island.goods import NONE, Goods
from palace.cooper_island.land import Land
from palace.cooper_island.sheet import SHIPS

START_COIN = Goods((("coin", 1),))
START_DOUBLES = 2
START_STEPS = (3, 3, 4, 4)
"""Where the cartographer stands when the game begins, in seat order."""

WORKERS = {"worker": 4, "special": 2}
"""Workers of each kind a player has."""

START_WORKERS = 2
"""Normal workers that are there from the beginning."""

BUILDINGS = {"small": 2, "large": 2, "fortress": 1}
WORKSHOP = 3
MILESTONES = 4
BOATS = 6
CRATES = 5


class Sailing(NamedTuple):
    """One ship: beaches from its harbour, and the anchors under it."""

    distance: int = 0
    anchors: int = 0


class Cover(NamedTuple):
    """A large building's card or a crate's effect, and whether it is used."""

    name: str
    used: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """One player at one moment.

    `idle` and `unhired` are workers by kind, normal first; `on_orders` the royal orders that his
    workers stand on; `islets` the numbers of those laid, 0 where no number was written;
    `workshop` the ruins in it; `covers` the effects that crates cover; `fed` the stage of the
    clean-up he has come to, `income` what he has had of this round's income.
    """

    name: str
    land: Land
    ships: tuple[Sailing, Sailing] = (Sailing(), Sailing())
    storage: Goods = START_COIN
    market: Goods = NONE
    steps: int = START_STEPS[0]
    doubles: int = START_DOUBLES
    islets: tuple[int, ...] = ()
    idle: tuple[int, int] = (START_WORKERS, 0)
    placed: tuple[tuple[str, str], ...] = ()
    unhired: tuple[int, int] = (WORKERS["worker"] - START_WORKERS, WORKERS["special"])
    on_orders: tuple[int, ...] = ()
    milestones: tuple[str, ...] = ()
    boats: tuple[int, ...] = ()
    buildings: tuple[str, ...] = ()
    cards: tuple[Cover, ...] = ()
    crates: tuple[int, ...] = ()
    covers: tuple[str, ...] = ()
    workshop: int = 0
    workshop_points: int = 0
    income: tuple[str, ...] = ()
    cartographer_used: bool = False
    stage: int = 0

    def ship(self, name: str) -> Sailing:
        """One of the two ships."""
        return self.ships[SHIPS.index(name)]

    @property
    def anchors(self) -> int:
        """All the anchors of the player."""
        return sum(ship.anchors for ship in self.ships)

    @property
    def workers(self) -> int:
        """The workers to feed: idle or placed, without those on royal orders."""
        return sum(self.idle) + len(self.placed)

    @property
    def hired(self) -> int:
        """How many workers were hired in the game."""
        return len(self.milestones)

    @property
    def fortress(self) -> bool:
        """Whether the fortress is built."""
        return "fortress" in self.buildings

    @property
    def goods(self) -> Goods:
        """What is in storage and market together."""
        return self.storage + self.market
