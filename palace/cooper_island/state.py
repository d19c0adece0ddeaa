"""The state of a game: the seats, the shared table, and the sea ring.

Beaches are numbered clockwise from 0. A harbour is just before the beach of its number: a cutter
comes to that beach first, a two-master to the one before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from palace.cooper_island.goods import NONE, Goods
from palace.cooper_island.land import Land, Peninsula
from palace.cooper_island.tiles import SINGLES
from palace.core.provenance import Sourced

SHIPS = ("cutter", "two-master")
"""The ships of a player: the cutter sails clockwise, the two-master counter-clockwise."""

LOGBOOK_POINTS = 5
CUTTER = SHIPS[0]


@dataclass(frozen=True, slots=True)
class Ring(Sourced):
    """The sea track of a game with a harbour for each seat; `before` counts the beaches of a coast
    before its harbour, each kind of ship takes a logbook on beaches of its own."""

    name: str
    beaches: int
    harbours: tuple[int, ...]
    before: int
    cutter: frozenset[int]
    two_master: frozenset[int]
    provenance: str

    def at(self, seat: int, ship: str, distance: int) -> int:
        """Return the beach of a ship at a distance of at least 1 from its harbour."""
        way = distance - 1 if ship == CUTTER else -distance
        return (self.harbours[seat] + way) % self.beaches

    def logbook(self, ship: str, beach: int) -> bool:
        return beach in (self.cutter if ship == CUTTER else self.two_master)

    def course(self, seat: int, ship: str, distance: int) -> list[int]:
        """Return at which distances a ship takes logbooks, up to one."""
        ahead = range(1, distance + 1)
        return [at for at in ahead if self.logbook(ship, self.at(seat, ship, at))]

    def logbooks(self, seat: int, ship: str, distance: int) -> int:
        return len(self.course(seat, ship, distance))

    def since(self, seat: int, ship: str, distance: int) -> int:
        """Return the number of beaches since the last logbook, or since the harbour."""
        return distance - max(self.course(seat, ship, distance), default=0)

    def most_since(self, seat: int, ship: str, logbooks: int) -> int | None:
        """Return the most beaches beyond so many logbooks; None on a ring without any."""
        found = self.course(seat, ship, self.beaches)
        if not found:
            return None
        laps, number = divmod(logbooks, len(found))
        last = found[number - 1] + self.beaches * (laps - (number == 0)) if logbooks else 0
        return found[number] + self.beaches * laps - last - 1

    def harbour(self, seat: int, ship: str, distance: int) -> int | None:
        """Return the seat of another player whose harbour a step to a distance passes, or None."""
        if distance < 2:
            return None
        beach = self.at(seat, ship, distance)
        # A cutter on the beach of a harbour's number has just passed that harbour.
        passed = beach if ship == CUTTER else (beach + 1) % self.beaches
        owner = self.harbours.index(passed) if passed in self.harbours else None
        return None if owner == seat else owner

    def place(self, seat: int, ship: str, distance: int) -> tuple[int, int]:
        """Return where a ship is: the seat of a peninsula, and the number of the beach on its coast
        from 1, 0 for its harbour; those of the bay behind it go on from there."""
        if not distance:
            return seat, 0
        beach, seats = self.at(seat, ship, distance), range(len(self.harbours))
        number, owner = min(((beach - self.coast(one, 0)) % self.beaches + 1, one) for one in seats)
        return owner, number

    def coast(self, seat: int, number: int) -> int:
        """Return the ring's number of beach `number` (from 0) of a seat's peninsula."""
        return (self.harbours[seat] - self.before + number) % self.beaches


ANCHORS = 16  # number of anchors in the box
LIMITS = {"logbooks": 30, "anchors": ANCHORS, "coins": 24, "resources": 100, "double tiles": 60}
"""The number of each piece in the box, for all players together."""

CUBES = 20  # number of cubes of each resource in the box
START_COIN = Goods((("coin", 1),))
START_DOUBLES = 2

START_STEPS = (3, 3, 4, 4)  # first space of the cartographer, in seat order
WORKER_PIECES = {"worker": 4, "special": 2}  # workers of each kind that a player has
START_WORKERS = 2  # normal workers of a player when the game begins
BUILDINGS = {"small": 2, "large": 2, "fortress": 1}
WORKSHOP = 3  # slots of the statue workshop, numbered from 1
MILESTONES = 4
BOATS = 6
CRATES = 5


class Sailing(NamedTuple):
    """A ship: its distance from the harbour in beaches, and the anchors under it."""

    distance: int = 0
    anchors: int = 0


class Cover(NamedTuple):
    """The card of a large building, and whether it is used."""

    name: str
    used: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at one moment: `idle` and `unhired` count workers by kind, normal ones first;
    `islets` are numbers, 0 for an unknown one; `slots` each possible set of full slots of the
    workshop, since a log does not name what a statue leaves; `covers` effects under crates; `stage`
    that of the clean-up; `income` the steps of this phase; `room` whether an islet had room when it
    began."""

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
    slots: frozenset[frozenset[int]] = frozenset({frozenset[int]()})
    income: tuple[str, ...] = ()
    room: bool = False
    cartographer_used: bool = False
    stage: int = 0

    def ship(self, name: str) -> Sailing:
        return self.ships[SHIPS.index(name)]

    @property
    def workshop(self) -> int:
        return max(map(len, self.slots))

    @property
    def anchors(self) -> int:
        return sum(ship.anchors for ship in self.ships)

    @property
    def workers(self) -> int:
        """The number of workers to feed: idle and placed ones, without those on royal orders."""
        return sum(self.idle) + len(self.placed)

    @property
    def used_up(self) -> dict[str, tuple[str, ...]]:
        """What can be reactivated: effects that crates cover, and cards that are turned over."""
        cards = tuple(card.name for card in self.cards if card.used)
        return {"crate": self.covers, "card": cards}

    @property
    def goods(self) -> Goods:
        return self.storage + self.market


ROUNDS = 5
SETUP = "setup"
INCOME, WORKERS, CLEAN_UP = PHASES = ("income", "workers", "clean-up")
OVER = "over"


class Islet(NamedTuple):
    """An islet tile on the table: its owner, its number (0 if unknown), and its beach."""

    owner: int
    number: int
    beach: int | None

    def is_called(self, owner: int, number: int) -> bool:
        """Return whether this can be the islet of an owner and a number."""
        return self.owner == owner and self.number in (number, 0)


@dataclass(frozen=True, slots=True)
class Table:
    """A game at one moment; seats count from 0, the first start player first: `occupied` has the
    seats in each area in order of arrival, `due` places next, `active` began the last turn of
    workers, `heir` took the start player's token, `turned` are rounds whose cargo card was turned.
    """

    seats: tuple[Seat, ...]
    round: int = 0
    phase: str = SETUP
    start: int = 0
    due: int = 0
    active: int | None = None
    heir: int | None = None
    occupied: tuple[tuple[str, tuple[int, ...]], ...] = ()
    islets: tuple[Islet, ...] = ()
    singles: int = SINGLES
    turned: tuple[int, ...] = ()
    entries: int = field(default=0, compare=False)

    @classmethod
    def setup(cls, names: tuple[str, ...], peninsula: Peninsula) -> Table:
        """Return the beginning of a game; the start meadows are taken from the single tiles."""
        land = Land.start(peninsula)
        seats = tuple(Seat(name, land, steps=START_STEPS[at]) for at, name in enumerate(names))
        return cls(seats, singles=SINGLES - len(names))

    @property
    def finished(self) -> bool:
        return self.phase == OVER

    def with_seat(self, at: int, seat: Seat) -> Table:
        return replace(self, seats=(*self.seats[:at], seat, *self.seats[at + 1 :]))

    def standing(self, area: str) -> tuple[int, ...]:
        """Return the seats with a worker in an area, in the order of their arrival."""
        return dict(self.occupied).get(area, ())

    def next(self, after: int) -> int:
        """Return the next seat with an idle worker after a seat; the same if no other has one."""
        count = len(self.seats)
        order = [(after + step) % count for step in range(1, count + 1)]
        return next((at for at in order if sum(self.seats[at].idle)), after)

    def order_taken(self, number: int) -> Seat | None:
        """Return the seat with a worker on a royal order; None without one."""
        return next((seat for seat in self.seats if number in seat.on_orders), None)
