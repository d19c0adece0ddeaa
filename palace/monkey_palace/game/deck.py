"""Decks: the Monkey Cards of a box, in the twelve piles of the rules.

The values of the printed cards are not known here, so the deck that comes with the package is of
our own design, a placeholder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from palace.core.errors import InputError, NotationError, Problem, gather, nearest, shorten
from palace.core.provenance import HOUSE, Sourced
from palace.files.csv_places import Cell, CsvReader
from palace.files.document import Document
from palace.files.models import MisfitError
from palace.files.problems import in_order, named
from palace.files.text_file import check_text, read_text, shipped, wrong
from palace.monkey_palace.game.cards import CARDS, COLOURS, PILES, Card, Pile, no_pile
from palace.monkey_palace.kernel.supply import NOTHING, Supply


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
            found.setdefault(card.pile, []).append(name)
        return MappingProxyType({pile: tuple(names) for pile, names in found.items()})

    def shuffled(self, seed: int) -> Mapping[Pile, tuple[str, ...]]:
        """Return the piles in the order of a seed, top first."""

        def lot(name: str) -> str:
            return sha256(f"{seed}/{name}".encode()).hexdigest()

        return {pile: tuple(sorted(names, key=lot)) for pile, names in self.piles.items()}

    @property
    def whole(self) -> bool:
        """Whether it has every card: only then is a card that it lacks a slip."""
        return len(self.cards) == CARDS

    @property
    def unfilled(self) -> tuple[str, ...]:
        """The ids of the rows that are not filled in."""
        return tuple(card.name or "" for card in self.rows if card.bananas is None)

    def card(self, name: str) -> Card:
        """Return the card with this id, with all its values.

        Raises `InputError`, the nearest id in it.
        """
        if name in self.cards:
            return self.cards[name]
        if name in self.unfilled:
            what = f"card {name} of {self.title} is not filled in yet"
            raise InputError(Problem("", what, "enter its values, or write it out: 3g 2* each 1a"))
        near = nearest(name, self.cards)
        shown = ", ".join([*self.cards][:3])
        hint = f"did you mean {near}?" if near else f"its ids are such as {shown or '(none)'}"
        raise InputError(Problem("", f"there is no card {shorten(name)!r} in {self.title}", hint))

    def find(self, card: Card) -> Card:
        """Return a card as taken, `@id on 2`, with the values of its id; others as they are.

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
        # Cached values are computed again after unpickling.
        return Deck, tuple(getattr(self, field.name) for field in fields(self))

    def __repr__(self) -> str:
        if self.name == HOUSE and self == load_deck(HOUSE):
            return f"load_deck({HOUSE!r})"
        return f"Deck({self.name!r}, {self.provenance!r}, {self.rows!r})"

    def __str__(self) -> str:
        return f"{self.title}: {len(self)} cards"


def load_deck(name: str | os.PathLike[str]) -> Deck:
    """Return the deck called `house`, or the one in a `.csv` file, named after it.

    Raises `InputError` with every problem.
    """
    way = os.fspath(name)
    if way == HOUSE:
        return _house()
    if way.lower().endswith(".csv"):
        return parse_deck(read_text(way, (".csv",)), way, Path(way).stem)
    hint = f"did you mean {HOUSE}? " if nearest(way, [HOUSE]) else ""
    what = f"there is no deck {shorten(way)!r}"
    raise InputError(Problem("", what, f"{hint}name {HOUSE} or a .csv file"))


def deck_named(document: Document, folder: Path, problems: list[Problem]) -> Deck | None:
    """Return the deck that a document in `folder` names, or add what is wrong with it."""
    name = document.data.get("deck")
    if not isinstance(name, str):
        return None
    return gather(problems, "", lambda: named(name, document, ("deck",), folder, load_deck, ".csv"))


@cache
def _house() -> Deck:
    file = shipped("palace.monkey_palace.game", "house-deck.csv")
    return parse_deck(read_text(file, (".csv",)), str(file), HOUSE)


COLUMNS = ("id", "cost", "colour", "bananas", "once", "each")
LONGEST = 200_000
"""Characters of a deck; every cell is kept with its place."""

_WORDS = {"light": "l", "dark": "d", "multi": "x", "multicolor": "x"} | {
    word: letter for letter, word in COLOURS.items()
}
_ID = re.compile(r"[A-Za-z0-9_.-]{1,40}")


def card_id(text: str) -> str:
    """Return the id of a card; raises `MisfitError`."""
    if not _ID.fullmatch(text):
        what = f"{shorten(text)!r} is no id"
        raise MisfitError(what, "1 to 40 letters, digits, dots, - and _")
    return text


def parse_deck(text: str, file: str = "deck", name: str = "deck") -> Deck:
    """Return the deck of a text, which messages call `file`.

    Raises `InputError` with every problem.
    """
    text = check_text(text, file)
    if len(text) > LONGEST:
        what = f"too long for a deck: {len(text):,} characters"
        raise wrong(file, what, f"at most {LONGEST:,} are read")
    reader = _Reader(text, file)
    rows = tuple(filter(None, map(reader.card, reader.rows())))
    if reader.problems:
        raise InputError(*in_order(reader.problems, file))
    return Deck(name, reader.provenance, rows)


class _Reader(CsvReader):
    """Reads cards from the rows of one file; `lines` are those of the ids."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text, file, COLUMNS)
        self.lines: dict[str, int] = {}

    def card(self, row: list[Cell]) -> Card | None:
        """Return the card of a row; None if something is wrong with it."""
        before = len(self.problems)
        cells = self.cells(row)
        filled = any(cells[name].text for name in ("bananas", "once", "each"))
        name = self.name(cells["id"])
        cost = self.whole(cells["cost"], "cost", 1, 6) if cells["cost"].text or filled else None
        colour = self.colour(cells["colour"], needed=filled)
        if cost is not None and colour is not None and (cost, colour) not in PILES:
            what, remedy = no_pile((cost, colour))
            self.wrong(cells["cost"], f"cost: {what}", remedy)
        bananas = self.whole(cells["bananas"], "bananas", 0, 999) if filled else None
        once, each = (self.supply(cells[column], column) for column in ("once", "each"))
        bad = len(self.problems) > before
        return None if bad else Card(cost, colour, bananas, once, each, name=name)

    def name(self, cell: Cell) -> str:
        """Return the id of a row, which is the first of its name."""
        name, own = cell.text, "give every card an id of its own"
        try:
            if not name:
                raise MisfitError("this cell is empty", own)
            if name in self.lines:
                raise MisfitError(f"card {name} is in line {self.lines[name]} already", own)
            self.lines[card_id(name)] = cell.place.line
        except MisfitError as error:
            self.wrong(cell, f"id: {error.what}", error.remedy)
        return name

    def colour(self, cell: Cell, *, needed: bool) -> str | None:
        word = cell.text.lower()
        letter = word if word in COLOURS else _WORDS.get(word)
        if letter is None and (word or needed):
            wanted = "l light green, d dark green, g gold, x multicolour"
            near = nearest(word, _WORDS)
            hint = f"did you mean {near}? {wanted}" if near else f"expected {wanted}"
            found = f"{shorten(cell.text)!r} is no colour" if word else "this cell is empty"
            self.wrong(cell, f"colour: {found}", hint)
        return letter

    def supply(self, cell: Cell, column: str) -> Supply:
        if not cell.text:
            return NOTHING
        try:
            return Supply.read(cell.text)
        except NotationError as error:
            what = f"{column}: {error.what}"
            self.wrong(cell, what, f"expected {error.expected}", error.column - 1)
            return NOTHING
