"""Feats: cards earned in solo games and used in later ones. What they say is for their owner.

No printed feat is known to this package: a record brings the feats it speaks of, as `[[feats]]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from palace.palm_island.cards import Area, Card
from palace.palm_island.criteria import Criteria, unmet
from palace.palm_island.state import State

_EMPTY = Area()


@dataclass(frozen=True, slots=True)
class Feat:
    """A feat: what earns it, and its areas; `unlock` is the area with the unlock marker (1 to 3).

    `areas` is None where they are not transcribed: such a feat has no action and no points.
    `placeholder` says that its values are not known to be those of the printed card.
    `needs` is None where its criteria are not; `says` is what is printed beyond them.
    """

    id: str
    name: str
    unlock: int = 2
    needs: Criteria | None = None
    areas: tuple[Area, Area, Area, Area] | None = None
    placeholder: bool = True
    says: str = ""

    @property
    def title(self) -> str:
        """Id and name."""
        return f"{self.id} {self.name}".rstrip()

    @property
    def card(self) -> Card:
        """The feat as a card of the deck."""
        return Card(self.id, self.name, self.areas or (_EMPTY, _EMPTY, _EMPTY, _EMPTY))

    def earned(self, end: State, beside: int = 0) -> bool:
        """Whether the end of a game meets all its criteria; never if they are not known."""
        return self.needs is not None and not [*unmet(end, self.needs, beside)]


def newly_earned(
    feats: Iterable[Feat], end: State, used: Iterable[str], beside: int = 0
) -> Iterator[Feat]:
    """The feats that the end of a game earns, without those that were in use; `beside` are the
    points of recruited villagers."""
    had = {*used}
    return (feat for feat in feats if feat.id not in had and feat.earned(end, beside))
