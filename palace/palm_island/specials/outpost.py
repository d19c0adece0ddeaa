"""Outposts of the competitive modes: claimed by a criterion, or bought in order of finishing."""

from __future__ import annotations

from dataclasses import dataclass

from palace.palm_island.criteria import Criteria
from palace.palm_island.resources import Cost

TERRAINS = ("forest", "sea", "mountain")


@dataclass(frozen=True, slots=True)
class Outpost:
    """An outpost; what is None is not transcribed.

    `needs` is the casual criterion where it can be checked, `casual` its printed words; `speed` is
    the cost beside the speed icon; `villager` the id of the villager on the back.
    """

    id: str
    name: str
    terrain: str | None = None
    points: int | None = None
    needs: Criteria | None = None
    casual: str = ""
    speed: Cost | None = None
    villager: str | None = None
    placeholder: bool = True

    @property
    def title(self) -> str:
        """Id and name."""
        return f"{self.id} {self.name}".rstrip()
