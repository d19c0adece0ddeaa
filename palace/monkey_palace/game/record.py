"""Records of Monkey Palace games, read from TOML or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from palace.core.errors import InputError, NotationError, Problem
from palace.files.document import Document
from palace.files.problems import fault, fitted, in_order, named, unknown_keys, unreadable
from palace.monkey_palace.game.cards import PILES, Card, Pile, pile_name
from palace.monkey_palace.game.conflicts import boardless, conflicts, in_use, placeholders, too_rich
from palace.monkey_palace.game.deck import Deck
from palace.monkey_palace.game.schema import GAMES, MonkeyRecord, Seed
from palace.monkey_palace.kernel.ground import SHIPPED, GroundMap, load_map, read_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply

if TYPE_CHECKING:
    from palace.monkey_palace.game.box import Board, Box


@dataclass(frozen=True)
class Record:
    """A game as recorded: its data, its map, its rulings, and what was odd about the file.

    `box` and `deck` are those it names, by default the deck of the box; their paths start at
    `folder`.  `found` is the palace of a record that begins in the middle of a game.
    """

    data: MonkeyRecord
    ground: GroundMap
    rulings: Rulings
    document: Document
    warnings: tuple[str, ...] = ()
    box: Box | None = None
    deck: Deck | None = None
    folder: Path = Path()
    found: Palace | None = None

    @property
    def boards(self) -> Mapping[int, Board]:
        """The player boards of the box in use, by their number; none if no box is named."""
        return MappingProxyType({}) if self.box is None else self.box.boards

    def start(self, seat: int) -> Supply | None:
        """Return the starting pieces at a seat (from 1), written or of its board.

        None if not known.
        """
        board, written = self.boards.get(seat), self.data.players[seat - 1].start
        printed = None if board is None else board.start
        return printed if written is None else Supply.read(written)

    def each(self, seat: int) -> Supply | None:
        """Recurring delivery of the board at a seat (from 1), likewise; cards are not counted."""
        board, written = self.boards.get(seat), self.data.players[seat - 1].each
        printed = None if board is None else board.each
        return printed if written is None else Supply.read(written)

    @property
    def piles(self) -> Mapping[Pile, tuple[str, ...]]:
        """The ids of the cards in the piles, top first, as far as the record tells their order."""
        written = self.data.piles
        if written is None or self.deck is None:
            return {}
        if isinstance(written, Seed):
            return self.deck.shuffled(written.seed)
        return {pile: tuple(written.get(pile_name(pile), ())) for pile in PILES}

    def card(self, card: str | Card) -> Card:
        """Return a card of the record with all its values.

        `@id on 2` is looked up in the deck in use.

        The id stays the card's `name`. Raises `NotationError` for a text that is no card, and
        `InputError` for an id that is in no deck in use.
        """
        card = Card.read(card) if isinstance(card, str) else card
        if self.deck is not None:
            return self.deck.find(card)
        if card.name is None or card.cost is not None:
            return card
        what = f"@{card.name} is a card of a deck, and the record names none"
        raise InputError(Problem("", what, 'add deck = "house" or your .csv file'))

    def taken(self, text: str) -> Card:
        """Return a card as a turn holds it: by its id where the record names its deck or its box.

        Otherwise with its values: a box beside the record can be corrected.  Raises as `card`.
        """
        card = Card.read(text)
        found = self.card(card)
        return card if self.data.deck or self.data.box else replace(found, name=None)


R = TypeVar("R", bound=Record)


def record_of(document: Document, folder: Path, kind: type[R]) -> R:
    """Return the record of a `kind` that a document holds; paths in it start at `folder`."""
    if (game := document.data.get("game")) in GAMES and game != "monkey-palace":
        what = f"this is a record of {game}"
        raise InputError(fault(document, ("game",), what, "one of monkey-palace is needed here"))
    problems: list[Problem] = []
    data = fitted(MonkeyRecord, document, problems)
    ground = box = deck = found = None
    problems += conflicts(document)
    try:
        box, deck = in_use(document, folder)
    except InputError as error:
        problems += error.problems
    try:
        ground = ground_of(document, folder)
        pieces = {**dict(box.pieces if box else ()), **(data.pieces if data else {})}
        if pieces:
            ground = replace(ground, pieces=tuple(sorted(pieces.items())))
        found = palace_in(document, ground)
    except InputError as error:
        problems += error.problems
    if data is not None and ground is not None:
        problems += too_rich(document, data, box, ground, found)
    if problems or data is None or ground is None:
        raise InputError(*in_order(problems, document.file))
    warnings = (
        *_unused_map(data, ground, document),
        *unknown_keys(data, document),
        *map_warnings(ground),
        *placeholders(data, document, box, deck),
        *boardless(data, document, box),
    )
    rulings = Rulings.of({**dict(box.rulings if box else ()), **data.rulings})
    return kind(data, ground, rulings, document, warnings, box, deck, folder, found)


def palace_in(document: Document, ground: GroundMap | None) -> Palace | None:
    """Return the palace of the position in a document, which names its map where there is none."""
    position = document.data.get("position")
    if not isinstance(position, str):
        return None
    try:
        return Palace.read(position, ground)
    except NotationError as error:
        raise InputError(unreadable(document, ("position",), error)) from None


def ground_of(document: Document, folder: Path) -> GroundMap:
    """Return the map of a document: its own, the one it names, or map-1; raises `InputError`."""
    own, name = document.data.get("ground"), document.data.get("map")
    if isinstance(own, dict):
        return read_map(document, ("ground",))
    if not isinstance(name, str):
        return load_map(SHIPPED[0])
    return named(name, document, ("map",), folder, load_map)


def map_warnings(ground: GroundMap) -> Iterator[str]:
    """Return what makes a map hard or impossible to play."""
    return (f"{ground.name}: {sentence}" for sentence in ground.warnings())


def _unused_map(data: MonkeyRecord, ground: GroundMap, document: Document) -> Iterator[str]:
    if data.map in SHIPPED and data.map != ground.name:
        what = f"{data.map} is not used, [ground] holds {ground.name}"
        yield str(fault(document, ("map",), what, "leave one of them out"))
