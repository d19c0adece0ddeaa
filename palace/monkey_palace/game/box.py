"""Boxes: the deck, the player boards and the Ground Maps of a copy of the game."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from palace.contract.box import Blank, BoxFormat, BoxHead, Part, Row, Rows, doubles, lacking
from palace.contract.registry import BOX_FILE
from palace.core.errors import Problem, gather
from palace.core.provenance import HOUSE, PLACEHOLDER, Sourced
from palace.files.document import Document
from palace.files.fields import notation
from palace.files.models import Field, Model
from palace.files.problems import Path as Way
from palace.files.problems import entries, fault, named, rulings_of
from palace.files.text_file import shipped
from palace.monkey_palace.drawing.text import draw_plan
from palace.monkey_palace.game.cards import CARDS, COLOURS, PILES, Card, Pile, no_pile, pile_name
from palace.monkey_palace.game.deck import Deck, card_id, deck_named
from palace.monkey_palace.game.schema import MOST_CARDS, CardText, Ground, Pieces
from palace.monkey_palace.kernel.ground import SHIPPED, GroundMap, load_map, read_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply

MAPS = 4
"""Ground Maps in the box, the sides of two sheets."""

MOST_MAPS = 100
MOST_BOARDS = 100

SEATS = (1, 2, 3, 4)
"""The numbers of the boards, which are the order of play."""


@dataclass(frozen=True, slots=True)
class Board:
    """One player board: its number, the starting pieces, and what it delivers every turn.

    `provenance` is "placeholder", or where the values are from.
    """

    number: int
    start: Supply
    each: Supply
    provenance: str = PLACEHOLDER

    @property
    def placeholder(self) -> bool:
        """Whether the values are not known to be those of the printed board."""
        return self.provenance == PLACEHOLDER


DECK_FILE = "deck.csv"
SHEET = "sheet-1"

_NOTES: dict[str, str] = tomllib.loads(shipped(__package__, "box-notes.toml").read_text("utf-8"))

BlankOrSupply = Annotated[str, notation(lambda text: text.strip() and Supply.read(text))]


class BoardModel(Model):
    """One player board of a box file; without pieces, or with empty texts, it is not filled in."""

    number: Annotated[int, Field(ge=1, le=4), Blank("{n}")]
    start: Annotated[BlankOrSupply | None, Blank(lacks="starting pieces")] = None
    each: Annotated[BlankOrSupply | None, Blank(lacks="delivery")] = None
    provenance: str | None = None

    @property
    def filled(self) -> bool:
        """Whether its pieces are entered."""
        return all(text and text.strip() for text in (self.start, self.each))


class CardModel(Model):
    """A card of a box file, and where its values are from."""

    id: Annotated[str, notation(card_id), Blank('"a-1"')]
    card: Annotated[CardText, Blank('"3g 2* once 1a2b each 1a"')]
    provenance: str | None = None


_KEPT = Blank("")
"""Beside what only a box that is kept has."""


class BoxModel(BoxHead):
    """A box file: the files of its deck and its maps, and its boards.

    In one file it has `cards`, and `grounds` with the keys of map files.  `pieces` are numbers that
    differ from those of the rule book, by their kinds; `rulings` are answers of the rule book.
    """

    deck: Annotated[str | None, Blank(f'"{DECK_FILE}"')] = None
    maps: Annotated[list[str], Field(max_length=MOST_MAPS), Blank(f'["{SHEET}.toml"]')] = Field(
        default_factory=list, description=f"one file for each map; the box has {MAPS}"
    )
    boards: Annotated[
        list[BoardModel], Field(max_length=MOST_BOARDS), Rows("board", len(SEATS), SEATS)
    ] = Field(default_factory=list, description=_NOTES["boards"])
    cards: Annotated[list[CardModel], Field(max_length=MOST_CARDS), Rows("card")] = Field(
        default_factory=list, description=_NOTES["cards"]
    )
    pieces: Annotated[Pieces, _KEPT] = Field(default_factory=dict)
    rulings: Annotated[dict[str, str], _KEPT] = Field(default_factory=dict)
    grounds: Annotated[dict[str, Ground], _KEPT] = Field(default_factory=dict)


def sheet_template(name: str = SHEET) -> str:
    """Return a map file to change, of a map with this name."""
    text = shipped("palace.maps", "map-1.toml").read_text(encoding="utf-8")
    keys = text[text.index("name = ") :]
    return _NOTES["sheet"].format(name=name) + keys.replace('"map-1"', f'"{name}"', 1)


@dataclass(frozen=True)
class Box(Sourced):
    """What of a box is entered; `started` are the numbers of boards with something left to fill in.

    `pieces` are the numbers that differ from those of the rule book, by their kinds; `rulings` are
    answers that its owner found in the rule book.
    `provenance` is "placeholder" or "transcribed".
    """

    name: str
    provenance: str
    deck: Deck | None = None
    board_list: tuple[Board, ...] = ()
    maps: tuple[GroundMap, ...] = ()
    started: tuple[int, ...] = ()
    pieces: tuple[tuple[str, int], ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()

    @property
    def boards(self) -> Mapping[int, Board]:
        """The player boards by their number."""
        return MappingProxyType({board.number: board for board in self.board_list})

    def __repr__(self) -> str:
        if self.name == HOUSE and self == load_box(HOUSE):
            return f"load_box({HOUSE!r})"
        values = (repr(getattr(self, field.name)) for field in fields(self))
        return f"Box({', '.join(values)})"


class MonkeyFormat(BoxFormat[BoxModel, Box]):
    """The box of Monkey Palace: a file of boards, a deck for a spreadsheet, a file for each map."""

    game = "monkey-palace"
    target = "my-box"
    head = "What is filled in and what is missing: palace box check {name}"
    after = _NOTES["next"]
    model = BoxModel
    house_file = ("palace.monkey_palace.game", "house-box.toml")
    whole = MappingProxyType({"cards": CARDS, "boards": len(SEATS), "maps": MAPS})

    def finish(
        self, data: BoxModel | None, document: Document, folder: Path, problems: list[Problem]
    ) -> Box | None:
        """Return the box, or add what is wrong between its boards, and with the files it names."""
        problems += doubles(self.sections, document)
        deck = deck_named(document, folder, problems)
        maps = _maps(document, folder, problems)
        problems += rulings_of(document, Rulings)
        if data is None:
            return None
        deck = _with_cards(deck, data, document, problems)
        boards = tuple(_board(board, data.provenance) for board in data.boards if board.filled)
        begun = tuple(board.number for board in data.boards if not board.filled)
        rest = (begun, (*data.pieces.items(),), (*data.rulings.items(),))
        return Box(data.name, data.provenance, deck, boards, maps, *rest)

    def templates(self, target: Path) -> Mapping[Path, str]:
        """Return the box file, the deck and the map to fill in, in a folder."""
        return {
            target / BOX_FILE: self.text(BOX_FILE),
            target / DECK_FILE: shipped(__package__, "blank-deck.csv").read_text("utf-8"),
            target / f"{SHEET}.toml": sheet_template(),
        }

    def things(self, box: Box) -> Mapping[str, Iterable[object]]:
        """Return the boards."""
        begun = (BoardModel(number=n, provenance="transcribed") for n in box.started)
        return {"boards": (*box.board_list, *begun)}

    def parts(self, box: Box) -> tuple[Part, ...]:
        """Return the cards by pile, the boards, the maps, and what is unlike the rule book."""
        (boards,) = (part for part in super().parts(box) if part.many == "boards")
        drawn = [
            row._replace(lines=partial(_board_lines, box.boards.get(int(row.label))))
            for row in boards.rows
        ]
        maps = [
            Row(ground.name, ground.name, f"{len(ground.colours)} knobs", (), ground.placeholder,
                partial(_map_lines, ground))
            for ground in box.maps
            if not _untouched(ground)
        ]  # fmt: skip
        cards = tuple(_piles(box.deck)) if box.deck else (Part("card", "cards", ()),)
        rest = (
            Part(one, many, tuple(Row(name, name, str(value)) for name, value in values))
            for one, many, values in (
                ("number of pieces", "numbers of pieces", box.pieces),
                ("ruling of the rule book", "rulings of the rule book", box.rulings),
            ) if values
        )  # fmt: skip
        return (*cards, boards._replace(rows=(*drawn,)), Part("map", "maps", (*maps,)), *rest)

    def missing(self, box: Box) -> tuple[str, ...]:
        """Return what is still missing: of the deck as a whole, of boards and maps one by one."""
        others = [part for part in self.parts(box) if part.many != "cards"]
        return (*missing_cards(box.deck), *lacking(others, self.whole))

    def record(self, box: Box) -> dict[str, object]:
        """Return the deck and how full its piles are, the boards and the maps."""
        deck = box.deck
        piles = {
            pile_name(pile): {"filled": part.filled, "prepared": len(part.rows) - part.filled}
            for pile, part in zip(PILES, _piles(deck) if deck else (), strict=False)
        }
        maps = [{"name": ground.name, "provenance": ground.provenance} for ground in box.maps]
        boards = [
            {
                "number": board.number, "start": board.start.named(), "each": board.each.named(),
                "provenance": board.provenance,
            }
            for board in box.board_list
        ]  # fmt: skip
        return {
            "cards": len(deck) if deck else 0, "piles": piles, "deck": deck and _record(deck),
            "boards": boards, "maps": maps,
            "pieces": dict(box.pieces), "rulings": dict(box.rulings),
        }  # fmt: skip


def _drawn(when: str, pieces: Supply) -> str:
    """Return pieces with a letter for each."""
    return f"{when:<6}{''.join(letter * n for letter, n in zip('abc', pieces, strict=True)) or '-'}"


def _board_lines(board: Board | None) -> list[str]:
    return [] if board is None else [_drawn("start", board.start), _drawn("each", board.each)]


def _card_lines(card: Card) -> list[str]:
    """Return the pile of a card, its bananas as stars, and what it brings."""
    first = f"{pile_name(card.pile)}  {'*' * (card.bananas or 0) or '0*'}"
    return [first, _drawn("once", card.once), _drawn("each", card.each)]


def _map_lines(ground: GroundMap) -> list[str]:
    return [f"{len(ground.colours)} knobs", draw_plan(Palace.setup(ground))]


def _untouched(ground: GroundMap) -> bool:
    """Return whether a map of a box is the one to fill in, with the letters of our map-1."""
    ours = load_map(SHIPPED[0])
    return ground.placeholder and ground.name not in SHIPPED and ground.rows == ours.rows


BOX = MonkeyFormat()


def load_box(name: str | os.PathLike[str]) -> Box:
    """Return the box called `house`, or the one in a `.toml` or `.json` file.

    Raises `InputError`.
    """
    return BOX.load(name)


def _board(model: BoardModel, provenance: str) -> Board:
    start, each = Supply.read(model.start or ""), Supply.read(model.each or "")
    return Board(model.number, start, each, model.provenance or provenance)


def _with_cards(
    deck: Deck | None, data: BoxModel, document: Document, problems: list[Problem]
) -> Deck | None:
    """Return a deck with the cards of the box file itself."""
    if not data.cards:
        return deck
    deck = deck or Deck(data.name, data.provenance, ())
    cards = [replace(Card.read(model.card), name=model.id, slot=None) for model in data.cards]
    names = {row.name for row in deck.rows}
    for at, card in enumerate(cards):
        if card.name in names:
            what, remedy = f"card {card.name} is in the deck {deck.name} already", "give it another"
            problems.append(fault(document, ("cards", at, "id"), what, remedy))
        if card.pile not in PILES:
            problems.append(fault(document, ("cards", at, "card"), *no_pile(card.pile)))
    return replace(deck, rows=(*deck.rows, *cards))


def _maps(document: Document, folder: Path, problems: list[Problem]) -> tuple[GroundMap, ...]:
    own = document.data.get("grounds")
    # More than these is a fault of the model.
    every: dict[Way, Callable[[], GroundMap]] = {
        ("maps", at): partial(named, name, document, ("maps", at), folder, load_map)
        for at, name in enumerate(entries(document.data.get("maps"), MOST_MAPS))
        if isinstance(name, str)
    }
    for key in [*own][:MOST_MAPS] if isinstance(own, dict) else ():
        every["grounds", key] = partial(read_map, document, ("grounds", key))
    maps: list[GroundMap] = []
    for path, read in every.items():
        if (ground := gather(problems, "", read)) is None:
            continue
        if path[0] == "grounds" and path[1] != ground.name:
            what, remedy = f"its name is {ground.name}", f"write [grounds.{ground.name}]"
            problems.append(fault(document, path, what, remedy, key=True))
        elif any(other.name == ground.name for other in maps):
            what = f"two maps are called {ground.name}"
            problems.append(fault(document, path, what, "give each a name of its own"))
        maps.append(ground)
    return tuple(maps)


def missing_cards(deck: Deck | None) -> Iterator[str]:
    """Yield what a deck still misses compared with the real one, one sentence each."""
    if deck is None:
        yield f"no deck is named, the box has {CARDS} cards"
        return
    if (count := len(deck)) != CARDS:
        rows = len(deck.unfilled)
        left = f", {rows} prepared row{'s are' if rows != 1 else ' is'} left" if rows else ""
        yield f"{count} of {CARDS} cards are filled in{left}"
    if empty := [pile_name(pile) for pile in PILES if not deck.piles[pile]]:
        yield f"piles without a card: {' '.join(empty)}"
    if deck.placeholder:
        until = "" if deck.name == HOUSE else ", until its file has # provenance: transcribed"
        yield f"the cards of the deck {deck.name} are placeholder{until}"


def _piles(deck: Deck) -> Iterator[Part]:
    """Yield the cards of a deck pile by pile, then the rows that are in none."""
    rows: dict[Pile | None, list[Row]] = {pile: [] for pile in PILES}
    for card in deck.rows:
        blank = card.bananas is None
        row = Row(card.name or "", card.name or "", "" if blank else card.values,
                  ("its values",) * blank, lines=partial(_card_lines, card))  # fmt: skip
        pile = (card.cost, card.colour)
        rows.setdefault(pile if pile in rows else None, []).append(row)
    for known, found in rows.items():
        title = "no pile yet"
        if known is not None:
            credit = f"{known[0]} credit{'s' * (known[0] > 1)}"
            title = f"{pile_name(known)}  {credit}, {COLOURS[known[1]]}"
        yield Part("card", "cards", tuple(found), (), title)


def _record(deck: Deck) -> dict[str, object]:
    cards = [
        {
            "id": name, "cost": card.cost, "colour": card.colour, "bananas": card.bananas,
            "once": card.once.named(), "each": card.each.named(),
        }
        for name, card in deck.cards.items()
    ]  # fmt: skip
    said = {"name": deck.name, "provenance": deck.provenance}
    return {**said, "cards": cards, "unfilled": list(deck.unfilled)}
