"""The table between two turns: palace, tray, seats, trophies, and whose turn it is.

Every value is immutable; to undo a turn is to keep the table before it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from functools import reduce

from palace.core.verdict import Message
from palace.monkey_palace.game.cards import PILES, SLOTS, Card, Pile
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import NOTHING, Supply

BEFORE = 0
"""The turn of what players had when a record began in the middle of a game."""


@dataclass(frozen=True)
class Taken:
    """A card, and the turn it was taken in."""

    card: Card
    turn: int


@dataclass(frozen=True)
class PlayerState:
    """A player at the table.

    `pieces` are in their hand and `each` is what their board delivers every turn; both are None
    where the record does not hold both, and are then not checked.  `slots` hold the cards, bottom
    to top; `bonus` are the turns in which a bonus card was taken; `bananas` are those on cards that
    are not known.
    """

    name: str
    pieces: Supply | None = None
    each: Supply | None = None
    slots: tuple[tuple[Taken, ...], ...] = ((),) * SLOTS
    bonus: tuple[int, ...] = ()
    bananas: int = 0

    @property
    def cards(self) -> tuple[Taken, ...]:
        """All cards, covered ones too, in the order they were taken."""
        every = [taken for slot in self.slots for taken in slot]
        return tuple(sorted(every, key=lambda taken: taken.turn))

    @property
    def free_slots(self) -> tuple[int, ...]:
        """The slots without a card, from 1."""
        return tuple(number for number, slot in enumerate(self.slots, 1) if not slot)

    @property
    def income(self) -> Supply:
        """Their recurring delivery: what the board prints and the topmost card of every slot."""
        tops = (slot[-1].card.each for slot in self.slots if slot)
        return reduce(Supply.plus, tops, self.each or NOTHING)

    def with_card(self, card: Card, slot: int, turn: int) -> PlayerState:
        """Return the seat with one more card, on top of a slot (1 to 4)."""
        slots = list(self.slots)
        slots[slot - 1] = (*slots[slot - 1], Taken(card, turn))
        return replace(self, slots=tuple(slots))

    def given(self, supply: Supply) -> PlayerState:
        """Return the seat with pieces added to the hand, if it is known."""
        if self.pieces is None:
            return self
        return replace(self, pieces=self.pieces.plus(supply))


@dataclass(frozen=True)
class Turn:
    """A turn as a player takes it; without a `build` it is a pass.

    `butterfly`, `decoration`, `credits` and `bonus` follow from the build: they are what was
    written down of it, if anything.
    """

    player: str
    build: Staircase | None = None
    take: tuple[Card, ...] = ()
    frog: Knob | None = None
    monkey: Knob | None = None
    butterfly: Knob | None = None
    decoration: str | None = None
    credits: int | None = None
    bonus: bool | None = None


BONUS_CARDS = 14
"""Bonus cards in the box (facts: certain)."""


@dataclass(frozen=True)
class Trophy:
    """The card of an animal, who holds it, and since which turn."""

    animal: str
    holder: str
    turn: int


@dataclass(frozen=True)
class GameState:
    """A game between two turns.

    `due` is who may come next, the likelier first: after a turn out of order either its player was
    misnamed or turns were left out.  `ending` is what could not be given when the last round began,
    None before; `finished` once that round is over.  `turn` counts the turns taken.  `piles` are
    the ids left in each of the `PILES`, top first, as far as their order is known.
    """

    palace: Palace
    seats: tuple[PlayerState, ...]
    due: tuple[str, ...]
    trophies: tuple[Trophy, ...] = ()
    turn: int = 0
    ending: Message | None = None
    finished: bool = False
    piles: tuple[tuple[str, ...], ...] = ((),) * len(PILES)

    @classmethod
    def start(cls, palace: Palace, seats: Iterable[PlayerState]) -> GameState:
        """Return the table before the first turn."""
        seats = tuple(seats)
        return cls(palace, seats, (seats[0].name,))

    @property
    def names(self) -> tuple[str, ...]:
        """The players in seat order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def known(self) -> bool:
        """Whether the pieces of all players are known, and with them the tray."""
        return all(seat.pieces is not None for seat in self.seats)

    @property
    def tray(self) -> Supply | None:
        """Building pieces in the tray, or None where the pieces of a player are not known."""
        left = self.palace.box
        for seat in self.seats:
            if seat.pieces is None:
                return None
            left = left.minus(seat.pieces)
        return left

    @property
    def bonus_left(self) -> int:
        """Bonus cards that are left."""
        return BONUS_CARDS - sum(len(seat.bonus) for seat in self.seats)

    def top(self, pile: Pile) -> str | None:
        """Return the id of the card on top of a pile, None where it is not known."""
        return next(iter(self.piles[PILES.index(pile)] if pile in PILES else ()), None)

    def without_cards(self, names: Container[str | None]) -> GameState:
        """Return the table with cards taken from the piles."""
        if not any(self.piles):
            return self
        left = (tuple(name for name in pile if name not in names) for pile in self.piles)
        return replace(self, piles=tuple(left))

    def seat(self, name: str) -> PlayerState:
        """Return the seat of a player."""
        return next(seat for seat in self.seats if seat.name == name)

    def with_seat(self, seat: PlayerState) -> GameState:
        """Return the table with one seat changed."""
        seats = tuple(seat if other.name == seat.name else other for other in self.seats)
        return replace(self, seats=seats)

    def holder(self, animal: str) -> str | None:
        """Return the player who holds the trophy of an animal, or None."""
        return next((t.holder for t in self.trophies if t.animal == animal), None)

    def rulings_of(self, name: str, rulings: Rulings) -> Rulings:
        """Return the rulings as they are for a player who builds now (ruling `monkey-blocks`)."""
        return rulings.of_builder(holds_monkey=self.holder("monkey") == name)

    def next_after(self, name: str) -> str:
        """Return the next player clockwise."""
        names = self.names
        return names[(names.index(name) + 1) % len(names)]

    def with_trophy(self, animal: str, holder: str) -> GameState:
        """Return the table on which a player holds the trophy of an animal."""
        if self.holder(animal) == holder:
            return self
        others = [trophy for trophy in self.trophies if trophy.animal != animal]
        trophies = sorted((*others, Trophy(animal, holder, self.turn)), key=lambda t: t.animal)
        return replace(self, trophies=tuple(trophies))

    def deliver(
        self, name: str, due: Supply, what: Message, *, short: str
    ) -> tuple[GameState, Supply]:
        """Give a player what they are due from the tray; return also what they got.

        If the tray holds less they get the rest, or nothing of that kind (ruling `short-tray`), and
        the last round has begun (ruling `game-end`).
        """
        tray = self.tray
        if tray is None:
            return self.with_seat(self.seat(name).given(due)), due
        got = Supply(
            *(
                wanted if there >= wanted else max(there, 0) if short == "rest" else 0
                for wanted, there in zip(due, tray, strict=True)
            )
        )
        after = self.with_seat(self.seat(name).given(got))
        if got != due and not self.ending:
            missing = tuple(
                (wanted, kind, there)
                for kind, wanted, there in zip(due._fields, due, tray, strict=True)
                if there < wanted
            )
            ending = Message.of("ending.short", turn=self.turn, name=name, what=what, short=missing)
            after = replace(after, ending=ending)
        return after, got
