"""Decks: the Monkey Cards of a box, in the twelve piles of the rules.

What the printed cards say is not known here, so the deck that comes with the package is of our own
design, a placeholder.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from palace.core.errors import InputError, Problem, nearest, shorten
from palace.core.provenance import Sourced
from palace.files.shipped import shipped
from palace.files.text_file import read_text
from palace.files.writing import write_whole
from palace.monkey_palace.game.cards import PILES, Card, Pile
from palace.monkey_palace.game.deck_file import read_rows, rows_text

HOUSE = "house"
"""The deck, and the box, of our own design that come with the package."""


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
        if self.name == HOUSE and self == load_deck(HOUSE):
            return f"load_deck({HOUSE!r})"
        return f"Deck({self.name!r}, {self.provenance!r}, {self.rows!r})"

    def __str__(self) -> str:
        return f"{self.title}: {len(self)} cards"


def load_deck(name: str | os.PathLike[str]) -> Deck:
    """The deck called `house`, or the one in a `.csv` file; raises `InputError`."""
    way = os.fspath(name)
    if way == HOUSE:
        return _house()
    if way.lower().endswith(".csv"):
        return read_deck(way)
    hint = f"did you mean {HOUSE}? " if nearest(way, [HOUSE]) else ""
    what = f"there is no deck {shorten(way)!r}"
    raise InputError(Problem("", what, f"{hint}name {HOUSE} or a .csv file"))


@cache
def _house() -> Deck:
    file = shipped("palace.monkey_palace.game", "house-deck.csv")
    return parse_deck(read_text(file, (".csv",)), str(file), HOUSE)


def read_deck(path: str | os.PathLike[str]) -> Deck:
    """The deck in a `.csv` file, named after it; raises `InputError` with every problem."""
    return parse_deck(read_text(path, (".csv",)), os.fspath(path), Path(path).stem)


def parse_deck(text: str, file: str = "deck", name: str = "deck") -> Deck:
    """The deck of a text, which messages call `file`; raises `InputError` with every problem."""
    return Deck(name, *read_rows(text, file))


def write_deck(deck: Deck, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
    """Write a deck whole; by default an existing file is refused.  Raises `InputError`."""
    write_whole(path, deck_text(deck), overwrite=overwrite)


def deck_text(deck: Deck) -> str:
    """The deck as a CSV text, which reads back as the same deck."""
    return rows_text(deck.provenance, deck.rows)
