"""Cooperative abilities: paid for once by the group, then used by everybody."""

from __future__ import annotations

from dataclasses import dataclass

from palace.palm_island.criteria import Criteria
from palace.palm_island.resources import Cost


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability; `cost` is None where it is not transcribed, and is `each` player's if so printed.

    `needs` are the upgrades there must be; `says` is what the card does, in its own words.
    """

    id: str
    name: str
    cost: Cost | None = None
    each: bool = False
    needs: Criteria = ()
    says: str = ""
    placeholder: bool = True

    @property
    def title(self) -> str:
        """Id and name."""
        return f"{self.id} {self.name}".rstrip()

    def due(self, players: int) -> Cost | None:
        """What so many players pay together."""
        if self.cost is None:
            return None
        return tuple(part.times(players if self.each else 1) for part in self.cost)
