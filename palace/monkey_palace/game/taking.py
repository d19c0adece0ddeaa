"""Step 4 and 6: which cards may be taken, and on which slot each is laid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from palace.monkey_palace.game.cards import CARDS, COLOURS, PILES, SLOTS, Card, pile_name
from palace.monkey_palace.game.deck import Deck
from palace.monkey_palace.game.player_state import PlayerState
from palace.monkey_palace.game.state import GameState
from palace.monkey_palace.kernel.reasons import Reason


def in_words(cost: int, colour: str) -> str:
    """A pile in words, as `the gold cards of 3 credits`."""
    return f"the {COLOURS[colour]} cards of {cost} credit{'s' * (cost != 1)}"


def colour_faults(cards: Sequence[Card], decoration: str | None) -> Iterator[tuple[Reason, int]]:
    """Step 4: cards have the colour of the decoration, or are multicoloured; with their index."""
    coloured = [card.colour for card in cards if card.colour not in (None, "x")]
    # Where the start has no colour, cards of two colours cannot both be right.
    decoration = decoration or next(iter(coloured), None)
    for index, card in enumerate(cards):
        if decoration and card.colour not in (None, "x", decoration):
            text = f"the card {card} is {COLOURS[card.colour or 'x']}, "
            text += f"the decoration {COLOURS[decoration]}"
            remedy = f"take {COLOURS[decoration]} or multicoloured cards"
            yield Reason("card-colour", str(card), None, None, remedy, text), index


def cost_fault(
    cards: Sequence[Card], player: str, earned: int, *, known: bool = True
) -> Iterator[Reason]:
    """Step 4: together they cost at most the credits of the staircase."""
    cost = sum(card.cost or 0 for card in cards)
    if cost > earned:
        text = f"the cards cost {cost}, the staircase earns {'' if known else 'at most '}{earned}"
        remedy = f"take cards of {earned} credit{'s' * (earned != 1)} at most"
        yield Reason("card-cost", player, None, cost - earned, remedy, text)


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
            near = ", ".join(map(pile_name, PILES))
            text = f"there is no pile of {card.cost}{card.colour}"
            yield Reason("card-pile", str(card), None, None, f"the piles are {near}", text), index
        elif pile in seen:
            text = f"two cards of one pile, {in_words(*pile)}"
            remedy = "take one card of a pile in a turn"
            yield Reason("card-pile", str(card), None, 1, remedy, text), index
        elif card.name is not None and any(other.name == card.name for other in gone):
            text = f"the card @{card.name} has been taken already"
            yield Reason("card-pile", str(card), None, None, "take another card", text), index
        elif sizes is not None and _of(gone, pile) >= sizes.get(pile, 0):
            text = f"{in_words(*pile)} are all gone, there were {sizes.get(pile, 0)}"
            yield Reason("card-pile", str(card), None, None, "take another card", text), index
        elif len(gone) >= CARDS:
            text = f"all {CARDS} cards are gone"
            yield Reason("card-pile", str(card), None, None, "leave the card out", text), index
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
            names = " or ".join(f"on {number}" for number in free)
            text = f"slot {slot} has a card while {names.replace('on ', 'slot ')} is free"
            found.append(
                (Reason("card-slot", str(card), None, None, f"lay it {names}", text), index)
            )
            slot = free[0]
        elif not free and slot is None:
            text = f"all {SLOTS} slots have a card, and it is not said which one it covers"
            remedy = "add on 1, on 2, on 3 or on 4"
            found.append((Reason("card-slot", str(card), None, None, remedy, text), index))
            slot = 1
        seat = seat.with_card(card, slot if slot is not None else free[0], turn)
    return seat, found
