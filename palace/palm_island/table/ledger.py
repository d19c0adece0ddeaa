"""A round's end while it is worked out: what is paid, taken and said, seat by seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from palace.core.verdict import Reason
from palace.palm_island.cards import Id
from palace.palm_island.moves import Buy, Move
from palace.palm_island.reasons import BOOK
from palace.palm_island.referee import bill
from palace.palm_island.resources import Cost
from palace.palm_island.state import Placed
from palace.palm_island.table.seat import Owned, Seat, Table
from palace.palm_island.wording import held, named, titled


class Ledger:
    """What changes at the end of a round; the seats that are there by their number, from 0.

    `moves` has the `round-end` of every seat that wrote one, with the number of the move.
    """

    def __init__(self, table: Table, number: int, moves: Mapping[int, tuple[int, Move]]) -> None:
        self.table = table
        self.number = number
        self.moves = {seat: move for seat, (_, move) in moves.items()}
        self.turns = {seat: turn for seat, (turn, _) in moves.items()}
        self.reasons: dict[int, list[Reason]] = {seat: [] for seat in range(len(table.seats))}
        self.news: list[str] = []
        self.spent: dict[int, set[Id]] = {seat: set() for seat in range(len(table.seats))}
        self.level = table.middle.level
        self.ready = table.middle.ready
        self.left = list(table.middle.left)
        self.waiting = [list(seat.waiting) for seat in table.seats]
        self.owned = [list(seat.owned) for seat in table.seats]
        self.active: list[tuple[str, ...]] = [() for _ in table.seats]

    @property
    def spare(self) -> bool:
        """Whether a payment may hold cards that could be left out."""
        return self.table.rulings.payment == "any"

    @property
    def last(self) -> bool:
        """Whether there is no later round to pay in."""
        return self.table.last(self.number)

    def seat(self, seat: int) -> Seat:
        """A seat as the round ended."""
        return self.table.seats[seat]

    def say(self, seat: int, *reasons: Reason) -> None:
        """Note reasons against a seat's `round-end`."""
        self.reasons[seat] += reasons

    def buys(self, card: object) -> Iterator[tuple[int, Buy]]:
        """Who buys a card, in seat order."""
        for seat, move in self.moves.items():
            yield from ((seat, buy) for buy in move.buys if buy.card == card)

    def unspent(self, seat: int) -> list[Placed]:
        """The stored cards of a seat that have paid for nothing yet."""
        stored = self.seat(seat).state.stored
        return [placed for placed in stored if placed.card not in self.spent[seat]]

    def spend(self, seat: int, cards: Sequence[Id]) -> list[Placed]:
        """The cards of a payment that are stored and unspent; each of the others is a reason."""
        state, free = self.seat(seat).state, self.unspent(seat)
        there = {placed.card for placed in free}
        for card in cards:
            if card not in there:
                reason = BOOK.reason(
                    "not-stored.paid" if card in self.spent[seat] else "not-stored",
                    named(state, card),
                    "stored",
                    card=titled(state, card),
                    stored=held(state, free),
                )
                self.say(seat, reason)
        self.spent[seat] |= {*cards}
        return [placed for placed in free if placed.card in cards]

    def pay(self, seat: int, at: str, act: str, cost: Cost | None, cards: Sequence[Id]) -> bool:
        """One seat's payment; whether it was right. A cost that is not known is not looked at."""
        state, free = self.seat(seat).state, self.unspent(seat)
        before = len(self.reasons[seat])
        self.spend(seat, cards)
        if cost is not None:
            self.say(seat, *bill(state, at, act, cost, cards, free, self.spare, None))
        return len(self.reasons[seat]) == before

    def take(self, seat: int, card: str) -> Owned:
        """Give a seat an outpost or a villager."""
        shelf = self.table.shelf
        found, kind = shelf.find(card), shelf.kind(card) or ""
        points = getattr(found, "points", None) or 0
        title = found.title if found is not None else card
        owned = Owned(card, title, kind, points, self.turns.get(seat))
        self.owned[seat].append(owned)
        return owned

    def tell(self, text: str) -> None:
        """Note what happened, in a sentence for people."""
        self.news.append(text)
