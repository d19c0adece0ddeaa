"""Disasters of the cooperative mode: levels that the group pays for, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from palace.palm_island.resources import Cost, summed


@dataclass(frozen=True, slots=True)
class Disaster:
    """A disaster; `levels` has what each level costs for every player.

    `levels` is None where they are not transcribed; `placeholder` says that the values are not
    known to be those of the printed card, likewise for every card of this room.
    """

    id: str
    name: str
    levels: tuple[Cost, ...] | None = None
    placeholder: bool = True

    @property
    def title(self) -> str:
        """Id and name."""
        return f"{self.id} {self.name}".rstrip()

    def cost(self, level: int, count: int, players: int) -> Cost:
        """What the next `count` levels after the first `level` cost so many players together.

        The alternatives are all combinations of those of the levels, each once.
        """
        due = (self.levels or ())[level : level + count]
        sums = dict.fromkeys(summed(chosen) for chosen in product(*due))
        return tuple(each.times(players) for each in sums)
