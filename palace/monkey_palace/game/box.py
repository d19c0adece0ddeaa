"""Boxes: the deck, the player boards and the Ground Maps of a copy of the game."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from palace.core.errors import InputError, Problem, nearest, shorten
from palace.core.provenance import Sourced
from palace.files.document import Document, read_document
from palace.files.problems import Path as Way
from palace.files.references import DOCUMENTS, from_file, from_package
from palace.files.shipped import shipped
from palace.monkey_palace.game.boards import SEATS, Board
from palace.monkey_palace.game.box_file import parts_of
from palace.monkey_palace.game.cards import CARDS, PILES, pile_name
from palace.monkey_palace.game.deck import HOUSE, Deck
from palace.monkey_palace.kernel.ground import GroundMap

MAPS = 4
"""Ground Maps in the box, the sides of two sheets."""


@dataclass(frozen=True)
class Box(Sourced):
    """What of a box is entered; `started` are the numbers of boards with something left to fill in.

    `provenance` is "placeholder" or "transcribed".
    """

    name: str
    provenance: str
    deck: Deck | None = None
    board_list: tuple[Board, ...] = ()
    maps: tuple[GroundMap, ...] = ()
    started: tuple[int, ...] = ()

    @cached_property
    def boards(self) -> Mapping[int, Board]:
        """The player boards by their number."""
        return MappingProxyType({board.number: board for board in self.board_list})

    def missing(self) -> tuple[str, ...]:
        """What is still missing compared with the real box, one sentence each."""
        return (*missing_cards(self.deck), *self._missing_boards(), *self._missing_maps())

    def _missing_boards(self) -> Iterator[str]:
        for number in self.started:
            yield f"board {number}: its starting pieces or its delivery are not filled in"
        absent = [str(n) for n in SEATS if n not in self.boards and n not in self.started]
        if absent:
            yield f"boards not entered: {' '.join(absent)}"
        ours = [str(board.number) for board in self.board_list if board.placeholder]
        if ours:
            yield f"boards that are placeholder: {' '.join(ours)}"

    def _missing_maps(self) -> Iterator[str]:
        count = sum(not ground.placeholder for ground in self.maps)
        ours = [ground.name for ground in self.maps if ground.placeholder]
        if count < MAPS:
            tail = f"; placeholder: {' '.join(ours)}" if ours else ""
            yield f"{count or 'none'} of {MAPS} maps transcribed{tail}"

    def __reduce__(self) -> tuple[type[Box], tuple[object, ...]]:
        # What was worked out from the fields is worked out anew by whoever unpickles it.
        return Box, tuple(getattr(self, field.name) for field in fields(self))

    def __repr__(self) -> str:
        if self.name == HOUSE and self == load_box(HOUSE):
            return f"load_box({HOUSE!r})"
        values = (repr(getattr(self, field.name)) for field in fields(self))
        return f"Box({', '.join(values)})"

    def __str__(self) -> str:
        return self.title


def load_box(name: str | os.PathLike[str]) -> Box:
    """The box called `house`, or the one in a `.toml` or `.json` file; raises `InputError`."""
    way = os.fspath(name)
    if way == HOUSE:
        return _house()
    if way.lower().endswith(DOCUMENTS):
        return read_box(way)
    hint = f"did you mean {HOUSE}? " if nearest(way, [HOUSE]) else ""
    raise InputError(
        Problem("", f"there is no box {shorten(way)!r}", f"{hint}name {HOUSE} or a .toml file")
    )


@cache
def _house() -> Box:
    return read_box(shipped("palace.monkey_palace.game", "house-box.toml"))


def read_box(path: str | os.PathLike[str]) -> Box:
    """The box of a file; raises `InputError` with every problem, also of the files it names."""
    return box_of(read_document(path), Path(path).parent)


def box_of(document: Document, folder: Path = Path()) -> Box:
    """The box a document holds; `folder` is where the paths of its files start."""
    return Box(*parts_of(document, folder))


def box_named(name: str, document: Document, path: Way, folder: Path) -> Box:
    """The box that is named at `path` of a document in `folder`; raises `InputError`."""
    if name.lower().endswith(DOCUMENTS):
        return from_file(folder / name, document, path, load_box)
    return from_package(document, path, lambda: load_box(name))


def missing_cards(deck: Deck | None) -> Iterator[str]:
    """What a deck still misses compared with the real one, one sentence each."""
    if deck is None:
        yield f"no deck is named, the box has {CARDS} cards"
        return
    count = len(deck)
    if count < CARDS:
        filled = f"{count} of {CARDS} cards are filled in"
        rows = len(deck.unfilled)
        yield (
            f"{filled}, {rows} prepared row{'s are' if rows != 1 else ' is'} left"
            if rows
            else filled
        )
    elif count > CARDS:
        yield f"{count} cards are filled in, the box has only {CARDS}"
    elif deck.unfilled:
        yield f"prepared rows too many, all {CARDS} cards are filled in: {len(deck.unfilled)}"
    empty = [pile_name(pile) for pile in PILES if not deck.piles[pile]]
    if empty:
        yield f"piles without a card: {' '.join(empty)}"
    if deck.placeholder:
        until = "" if deck.name == HOUSE else ", until its file says # provenance: transcribed"
        yield f"the cards of the deck {deck.name} are placeholder{until}"
