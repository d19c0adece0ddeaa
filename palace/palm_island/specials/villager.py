"""Villagers: recruited by paying; worth points, or chosen to be active for a round."""

from __future__ import annotations

from dataclasses import dataclass

from palace.palm_island.resources import Cost


@dataclass(frozen=True, slots=True)
class Villager:
    """A villager; `cost` and `points` are None where they are not transcribed.

    `active` is what the card does for a round, in its own words; empty if it has no such ability.
    """

    id: str
    name: str
    cost: Cost | None = None
    points: int | None = None
    active: str = ""
    placeholder: bool = True

    @property
    def title(self) -> str:
        """Id and name."""
        return f"{self.id} {self.name}".rstrip()
