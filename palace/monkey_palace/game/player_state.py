"""Seats: what one player has before him, his pieces, cards, bonus cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from palace.monkey_palace.game.cards import SLOTS, Card
from palace.monkey_palace.kernel.supply import NOTHING, Supply


@dataclass(frozen=True)
class Taken:
    """A card, and the turn it was taken in."""

    card: Card
    turn: int


@dataclass(frozen=True)
class PlayerState:
    """A player at the table.

    `pieces` are in his hand and `each` is what his board delivers every turn; both are None where
    the record does not say both, and are then not checked.  `slots` hold his cards bottom to top;
    `bonus` are the turns in which he took a bonus card.
    """

    name: str
    pieces: Supply | None = None
    each: Supply | None = None
    slots: tuple[tuple[Taken, ...], ...] = ((),) * SLOTS
    bonus: tuple[int, ...] = ()

    @property
    def known(self) -> bool:
        """Whether his pieces can be told."""
        return self.pieces is not None

    @property
    def cards(self) -> tuple[Taken, ...]:
        """All his cards, covered ones too, in the order they were taken."""
        every = [taken for slot in self.slots for taken in slot]
        return tuple(sorted(every, key=lambda taken: taken.turn))

    @property
    def free_slots(self) -> tuple[int, ...]:
        """The slots, from 1, on which no card lies."""
        return tuple(number for number, slot in enumerate(self.slots, 1) if not slot)

    @property
    def income(self) -> Supply:
        """His recurring delivery: what the board prints and the topmost card of every slot."""
        supply = self.each or NOTHING
        for slot in self.slots:
            if slot:
                supply = supply.plus(slot[-1].card.each)
        return supply

    def with_card(self, card: Card, slot: int, turn: int) -> PlayerState:
        """The seat with one more card, on top of a slot (1 to 4)."""
        slots = list(self.slots)
        slots[slot - 1] = (*slots[slot - 1], Taken(card, turn))
        return replace(self, slots=tuple(slots))

    def given(self, supply: Supply) -> PlayerState:
        """The seat with pieces added to the hand, if it is known."""
        if self.pieces is None:
            return self
        return replace(self, pieces=self.pieces.plus(supply))
