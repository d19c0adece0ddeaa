"""Decks: the Monkey Cards of a box, in the twelve piles of the rules.

`palace.deck_file` reads and writes them; what the printed cards say is not known here, so the deck
that comes with the package is of our own design, a placeholder.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import MappingProxyType

from palace.cards import Card
from palace.errors import InputError, Problem, nearest, shorten
from palace.provenance import Sourced

Pile = tuple[int, str]
"""The cost of its cards in credits and their colour, `l d g` or `x`."""

PILES: tuple[Pile, ...] = (
    (1, "x"),
    (2, "x"),
    *((cost, colour) for cost in (3, 4, 5) for colour in "ldg"),
    (6, "x"),
)
"""The twelve piles of the rules."""

CARDS = 67
"""Monkey Cards in the box."""

HOUSE = "house"
"""The deck, and the box, of our own design that come with the package."""


def pile_name(pile: Pile) -> str:
    """A pile as cards begin: `3g`."""
    return f"{pile[0]}{pile[1]}"


@dataclass(frozen=True)
class Deck(Sourced):
    """Monkey Cards, each named by its id.

    `provenance` is "placeholder" or "transcribed".  `rows` are the rows of the file in order, each
    a card with its id as `name`; one without `bananas` is prepared but not filled in.
    """

    name: str
    provenance: str
    rows: tuple[Card, ...]

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Every card that is filled in, by its id, in the order of the file."""
        return MappingProxyType(
            {card.name: card for card in self.rows if card.name and card.bananas is not None}
        )

    @cached_property
    def piles(self) -> Mapping[Pile, tuple[str, ...]]:
        """The ids in each of the twelve piles; what is not filled in is in none."""
        found: dict[Pile, list[str]] = {pile: [] for pile in PILES}
        for name, card in self.cards.items():
            if card.cost is not None and card.colour is not None:
                found.setdefault((card.cost, card.colour), []).append(name)
        return MappingProxyType({pile: tuple(names) for pile, names in found.items()})

    @property
    def unfilled(self) -> tuple[str, ...]:
        """The ids of the rows that are not filled in."""
        return tuple(card.name or "" for card in self.rows if card.bananas is None)

    def card(self, name: str) -> Card:
        """The card with this id, with all its values; raises `InputError`, the nearest id in it."""
        if name in self.cards:
            return self.cards[name]
        if name in self.unfilled:
            what = f"card {name} of {self.title} is not filled in yet"
            raise InputError(Problem("", what, "enter its bananas and deliveries"))
        near = nearest(name, self.cards)
        shown = ", ".join([*self.cards][:3])
        hint = f"did you mean {near}?" if near else f"its ids are such as {shown or '(none)'}"
        raise InputError(Problem("", f"there is no card {shorten(name)!r} in {self.title}", hint))

    def find(self, card: Card) -> Card:
        """A card as taken, `@id on 2`, with the values of its id; others as they are.

        The id stays its `name`.  Raises `InputError`.
        """
        if card.name is None or card.cost is not None:
            return card
        return replace(self.card(card.name), slot=card.slot)

    def __len__(self) -> int:
        return len(self.cards)

    def __bool__(self) -> bool:
        return True

    def __reduce__(self) -> tuple[type[Deck], tuple[object, ...]]:
        # What was worked out from the fields is worked out anew by whoever unpickles it.
        return Deck, tuple(getattr(self, field.name) for field in fields(self))

    def __repr__(self) -> str:
        from palace.deck_file import load_deck

        if self.name == HOUSE and self == load_deck(HOUSE):
            return f"load_deck({HOUSE!r})"
        return f"Deck({self.name!r}, {self.provenance!r}, {self.rows!r})"

    def __str__(self) -> str:
        return f"{self.title}: {len(self)} cards"
