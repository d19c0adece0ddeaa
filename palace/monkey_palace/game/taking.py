"""Step 4 and 6: which cards may be taken, and on which slot each is laid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from palace.core.verdict import Reason
from palace.monkey_palace.game.cards import CARDS, PILES, SLOTS, Card
from palace.monkey_palace.game.deck import Deck
from palace.monkey_palace.game.player_state import PlayerState
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.state import GameState


def colour_faults(cards: Sequence[Card], decoration: str | None) -> Iterator[tuple[Reason, int]]:
    """Step 4: cards have the colour of the decoration, or are multicoloured; with their index."""
    coloured = [card.colour for card in cards if card.colour not in (None, "x")]
    # Where the start has no colour, cards of two colours cannot both be right.
    decoration = decoration or next(iter(coloured), None)
    for index, card in enumerate(cards):
        if decoration and card.colour not in (None, "x", decoration):
            wrong = BOOK.reason(
                "card-colour", card, "that-colour", colour=card.colour, decoration=decoration
            )
            yield wrong, index


def cost_fault(
    cards: Sequence[Card], player: str, earned: int, *, known: bool = True
) -> Iterator[Reason]:
    """Step 4: together they cost at most the credits of the staircase."""
    cost = sum(card.cost or 0 for card in cards)
    if cost > earned:
        key = "card-cost" if known else "card-cost.at-most"
        yield BOOK.reason(key, player, "cheaper", by=cost - earned, cost=cost, earned=earned)


def pile_faults(
    cards: Sequence[Card], table: GameState, deck: Deck | None
) -> Iterator[tuple[Reason, int]]:
    """Step 4: only the top card of a pile, one of each; with the index of the card.

    Only a whole `deck` tells when a pile is exhausted.
    """
    whole = deck is not None and len(deck) == CARDS
    sizes = {pile: len(ids) for pile, ids in deck.piles.items()} if deck and whole else None
    before = [taken.card for seat in table.seats for taken in seat.cards]
    seen: set[tuple[int, str]] = set()
    for index, card in enumerate(cards):
        if card.cost is None or card.colour is None:
            continue
        pile = card.cost, card.colour
        gone = [*before, *cards[:index]]
        if pile not in PILES:
            yield BOOK.reason("card-pile.unknown", card, "piles", pile=pile, piles=PILES), index
        elif pile in seen:
            yield BOOK.reason("card-pile.twice", card, "one-of-a-pile", by=1, pile=pile), index
        elif card.name is not None and any(other.name == card.name for other in gone):
            yield BOOK.reason("card-pile.taken", card, "another-card", name=card.name), index
        elif sizes is not None and _of(gone, pile) >= sizes.get(pile, 0):
            size = sizes.get(pile, 0)
            yield BOOK.reason("card-pile.empty", card, "another-card", pile=pile, size=size), index
        elif len(gone) >= CARDS:
            yield BOOK.reason("card-pile.all-gone", card, "leave-card-out", count=CARDS), index
        seen.add(pile)


def _of(cards: Sequence[Card], pile: tuple[int, str]) -> int:
    return sum((card.cost, card.colour) == pile for card in cards)


def lay_cards(
    cards: Sequence[Card], seat: PlayerState, turn: int
) -> tuple[PlayerState, list[tuple[Reason, int]]]:
    """Step 6: the seat with the cards laid on its slots, and what was wrong with that.

    While a slot is free a card goes to a free one, by default the first; later it covers the one
    that is named.  A card laid wrongly is put on the first free slot, or on slot 1.
    """
    found: list[tuple[Reason, int]] = []
    for index, card in enumerate(cards):
        free = seat.free_slots
        slot = card.slot
        if free and slot is not None and slot not in free:
            wrong = BOOK.reason("card-slot.covered", card, "free-slot", slot=slot, free=tuple(free))
            found.append((wrong, index))
            slot = free[0]
        elif not free and slot is None:
            found.append((BOOK.reason("card-slot.full", card, "name-slot", count=SLOTS), index))
            slot = 1
        seat = seat.with_card(card, slot if slot is not None else free[0], turn)
    return seat, found
