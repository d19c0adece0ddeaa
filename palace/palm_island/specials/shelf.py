"""A shelf: all the cards beside the core deck that a record or a box brings, found by their id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from palace.palm_island.feats import Feat
from palace.palm_island.specials.ability import Ability
from palace.palm_island.specials.disaster import Disaster
from palace.palm_island.specials.outpost import Outpost
from palace.palm_island.specials.villager import Villager

C = TypeVar("C", Feat, Disaster, Ability, Outpost, Villager)

Special = Feat | Disaster | Ability | Outpost | Villager

KINDS: dict[str, type[Special]] = {
    "feats": Feat,
    "disasters": Disaster,
    "abilities": Ability,
    "outposts": Outpost,
    "villagers": Villager,
}
"""The kinds of cards by the key of their tables in a file."""

SINGULAR = {
    "feats": "feat",
    "disasters": "disaster",
    "abilities": "ability",
    "outposts": "outpost",
    "villagers": "villager",
}


@dataclass(frozen=True)
class Shelf:
    """Cards in the order they were entered; every id once."""

    cards: tuple[Special, ...] = ()

    def __iter__(self) -> Iterator[Special]:
        return iter(self.cards)

    def of(self, kind: str) -> tuple[Special, ...]:
        """The cards of a kind, by its key in `KINDS`."""
        return tuple(card for card in self.cards if isinstance(card, KINDS[kind]))

    def find(self, name: object) -> Special | None:
        """The card of an id; None if there is none."""
        return next((card for card in self.cards if card.id == name), None)

    def kind(self, name: object) -> str | None:
        """The kind of the card of an id; None if there is none."""
        found = self.find(name)
        return next((kind for kind, of in KINDS.items() if isinstance(found, of)), None)

    def feat(self, name: object) -> Feat | None:
        """The feat of an id; None if there is none."""
        return self._one(Feat, name)

    def disaster(self, name: object) -> Disaster | None:
        """The disaster of an id; None if there is none."""
        return self._one(Disaster, name)

    def ability(self, name: object) -> Ability | None:
        """The ability of an id; None if there is none."""
        return self._one(Ability, name)

    def outpost(self, name: object) -> Outpost | None:
        """The outpost of an id; None if there is none."""
        return self._one(Outpost, name)

    def villager(self, name: object) -> Villager | None:
        """The villager of an id; None if there is none."""
        return self._one(Villager, name)

    def _one(self, kind: type[C], name: object) -> C | None:
        found = self.find(name)
        return found if isinstance(found, kind) else None

    def with_(self, others: Shelf) -> Shelf:
        """These cards, and those of `others` whose ids are not here."""
        mine = {card.id for card in self.cards}
        return Shelf((*self.cards, *(card for card in others if card.id not in mine)))


NO_CARDS = Shelf()
"""The shelf of a game with the core deck alone."""
