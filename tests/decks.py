"""Decks as the text of a file."""

from __future__ import annotations

from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.deck import COLUMNS, Deck


def deck_text(deck: Deck) -> str:
    """Return the deck as a CSV text, which reads back as the same deck."""
    lines = [f"# provenance: {deck.provenance}", ",".join(COLUMNS)]
    lines += [",".join(_cells(card)) for card in deck.rows]
    return "\n".join(lines) + "\n"


def _cells(card: Card) -> list[str]:
    values = [card.name, card.cost, card.colour, card.bananas]
    supplies = [str(supply) if any(supply) else "" for supply in (card.once, card.each)]
    return ["" if value is None else str(value) for value in values] + supplies
