"""A game at one moment: the seats, what lies before everybody, and the sea ring.

Beaches are numbered clockwise from 0.  A harbour lies just before the beach of its number: a cutter
comes to that beach first, a two-master to the one before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from palace.cooper_island.goods import NONE, Goods
from palace.cooper_island.land import Land
from palace.cooper_island.peninsula import Peninsula
from palace.cooper_island.tiles import SINGLES
from palace.core.errors import InputError, Problem
from palace.core.provenance import Sourced

SHIPS = ("cutter", "two-master")
"""The ships of a player: the cutter sails clockwise, the two-master counter-clockwise."""

LOGBOOK_POINTS = 5
CUTTER, TWO_MASTER = SHIPS


@dataclass(frozen=True, slots=True)
class Ring(Sourced):
    """The sea track of one game; `harbours` has a beach for each seat.

    `before` says how many beaches of a peninsula's coast come before its harbour, clockwise.
    A cutter takes a logbook on the beaches `cutter`, a two-master on those of `two_master`.
    Raises `InputError` for beaches that are not on the ring, and two harbours at one beach.
    """

    name: str
    beaches: int
    harbours: tuple[int, ...]
    before: int
    cutter: frozenset[int]
    two_master: frozenset[int]
    provenance: str = "placeholder"

    def __post_init__(self) -> None:
        problems = [
            Problem(self.name, f"there is no beach {beach}", f"0 to {self.beaches - 1}")
            for beach in sorted({*self.harbours, *self.cutter, *self.two_master})
            if not 0 <= beach < self.beaches
        ]
        if len({*self.harbours}) < len(self.harbours):
            problems.append(Problem(self.name, "two harbours lie at one beach", "one for each"))
        if problems:
            raise InputError(*problems)

    def at(self, seat: int, ship: str, distance: int) -> int:
        """The beach of a ship of a seat (from 0) so many steps, at least one, from its harbour."""
        way = distance - 1 if ship == CUTTER else -distance
        return (self.harbours[seat] + way) % self.beaches

    def logbook(self, ship: str, beach: int) -> bool:
        """Whether a ship takes a logbook when it comes to a beach."""
        return beach in (self.cutter if ship == CUTTER else self.two_master)

    def logbooks(self, seat: int, ship: str, distance: int) -> int:
        """How many logbooks a ship has taken that came so far."""
        steps = range(1, distance + 1)
        return sum(self.logbook(ship, self.at(seat, ship, step)) for step in steps)

    def since(self, seat: int, ship: str, distance: int) -> int:
        """Beaches since the last logbook, or since the harbour if there was none."""
        steps = 0
        while steps < distance and not self.logbook(ship, self.at(seat, ship, distance - steps)):
            steps += 1
        return steps

    def harbour(self, seat: int, ship: str, distance: int) -> int | None:
        """The seat of another player whose harbour is passed by the step that comes so far."""
        if distance < 2:
            return None
        beach = self.at(seat, ship, distance)
        # A cutter has the harbour behind it when it stands on the beach of its number.
        passed = beach if ship == CUTTER else (beach + 1) % self.beaches
        owner = self.harbours.index(passed) if passed in self.harbours else None
        return None if owner == seat else owner

    def coast(self, seat: int, number: int) -> int:
        """The beach of the ring that is beach `number` (from 0) of a seat's peninsula."""
        return (self.harbours[seat] - self.before + number) % self.beaches

    def warnings(self) -> Iterator[str]:
        """Where the two ways of scoring a ship differ: logbooks not five beaches apart."""
        for seat in range(len(self.harbours)):
            for ship in SHIPS:
                course = range(1, self.beaches + 1)
                found = [at for at in course if self.logbook(ship, self.at(seat, ship, at))]
                wrong = [
                    (count, at) for count, at in enumerate(found, 1) if at != LOGBOOK_POINTS * count
                ]
                if wrong:
                    count, at = wrong[0]
                    yield (
                        f"logbook {count} of the {ship} of seat {seat + 1} lies {at} beaches from "
                        f"its harbour, not {LOGBOOK_POINTS * count}: the two ways to score a ship "
                        "differ"
                    )


START_COIN = Goods((("coin", 1),))
START_DOUBLES = 2

START_STEPS = (3, 3, 4, 4)
"""Where the cartographer stands when the game begins, in seat order."""

WORKER_PIECES = {"worker": 4, "special": 2}
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
    unhired: tuple[int, int] = (WORKER_PIECES["worker"] - START_WORKERS, WORKER_PIECES["special"])
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
    def goods(self) -> Goods:
        """What is in storage and market together."""
        return self.storage + self.market


ROUNDS = 5
SETUP = "setup"
INCOME, WORKERS, CLEAN_UP = PHASES = ("income", "workers", "clean-up")
OVER = "over"


class Islet(NamedTuple):
    """An islet tile laid: whose, its number (0 if none was written), and the beach it lies at."""

    owner: int
    number: int
    beach: int | None

    def is_called(self, owner: int, number: int) -> bool:
        """Whether it can be the one of that owner and number."""
        return self.owner == owner and self.number in (number, 0)


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
    def setup(cls, names: tuple[str, ...], peninsula: Peninsula) -> Table:
        """The beginning of a game; the start meadows are single tiles of the box."""
        land = Land.start(peninsula)
        seats = tuple(Seat(name, land, steps=START_STEPS[at]) for at, name in enumerate(names))
        return cls(seats, singles=SINGLES - len(names))

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
