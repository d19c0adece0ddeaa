"""Boxes: the deck, the player boards and the Ground Maps somebody plays with.

`palace.records.box_file` reads them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from types import MappingProxyType

from palace.boards import SEATS, Board
from palace.deck import CARDS, HOUSE, PILES, Deck, pile_name
from palace.ground import GroundMap
from palace.provenance import Sourced

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
        from palace.records.box_file import load_box

        if self.name == HOUSE and self == load_box(HOUSE):
            return f"load_box({HOUSE!r})"
        values = (repr(getattr(self, field.name)) for field in fields(self))
        return f"Box({', '.join(values)})"

    def __str__(self) -> str:
        return self.title


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
