"""The sea ring: beaches round the island, harbours, and where logbooks wait.

Beaches are numbered clockwise from 0.  A harbour lies just before the beach of its number: a cutter
comes to that beach first, a two-master to the one before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from palace.cooper_island.sheet import LOGBOOK_POINTS, SHIPS
from palace.core.errors import InputError, Problem
from palace.core.provenance import Sourced

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
