"""What lies before everybody: seats, round and phase, the areas, islets and cargo cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from palace.cooper_island.box import Box
from palace.cooper_island.land import Land
from palace.cooper_island.peninsula import Peninsula
from palace.cooper_island.ring import Ring
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.seat import START_STEPS, Seat
from palace.cooper_island.tiles import SINGLES

ROUNDS = 5
SETUP = "setup"
INCOME, WORKERS, CLEAN_UP = PHASES = ("income", "workers", "clean-up")
OVER = "over"


class Islet(NamedTuple):
    """An islet tile laid: whose, its number (0 if none was written), and the beach it lies at."""

    owner: int
    number: int
    beach: int | None


class Setting(NamedTuple):
    """What stays the same all game."""

    rulings: Rulings
    box: Box
    ring: Ring


@dataclass(frozen=True, slots=True)
class Table:
    """One moment of a game; seats from 0, the first start player first.

    `occupied` has the seats that placed a worker in each area, the last one last; `due` is who
    places next; `heir` who has taken the start player's token this round; `turned` the rounds
    whose cargo card was turned sideways.
    """

    seats: tuple[Seat, ...]
    round: int = 0
    phase: str = SETUP
    start: int = 0
    due: int = 0
    heir: int | None = None
    occupied: tuple[tuple[str, tuple[int, ...]], ...] = ()
    islets: tuple[Islet, ...] = ()
    singles: int = SINGLES
    turned: tuple[int, ...] = ()

    @classmethod
    def setup(cls, names: tuple[str, ...], peninsula: Peninsula, rulings: Rulings) -> Table:
        """The beginning of a game."""
        land = Land.start(peninsula)
        seats = tuple(Seat(name, land, steps=START_STEPS[at]) for at, name in enumerate(names))
        singles = SINGLES - (len(names) if rulings.start_meadow == "counted" else 0)
        return cls(seats, singles=singles)

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.phase == OVER

    def with_seat(self, at: int, seat: Seat) -> Table:
        """A copy in which a seat has changed."""
        return replace(self, seats=(*self.seats[:at], seat, *self.seats[at + 1 :]))

    def standing(self, area: str) -> tuple[int, ...]:
        """The seats that have a worker in an area, the last to come last."""
        return dict(self.occupied).get(area, ())

    def next(self, after: int) -> int:
        """The next player with an idle worker, in turn; the same one if nobody else has."""
        count = len(self.seats)
        order = [(after + step) % count for step in range(1, count + 1)]
        return next((at for at in order if sum(self.seats[at].idle)), after)

    def order_taken(self, number: int) -> Seat | None:
        """Whose worker stands on a royal order."""
        return next((seat for seat in self.seats if number in seat.on_orders), None)
