"""The box and the deck a record names, and whether its cards are in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from palace.core.errors import InputError, NotationError, Problem
from palace.files.document import Document
from palace.files.problems import fault
from palace.monkey_palace.game.box import BOX as BOX_FORMAT
from palace.monkey_palace.game.box import Box
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.deck import Deck
from palace.monkey_palace.game.references import deck_named
from palace.monkey_palace.game.schema import MOST_CARDS, MOST_TURNS, MonkeyRecord
from palace.monkey_palace.kernel.elements import noun
from palace.monkey_palace.kernel.supply import BOX, Supply

SETUP = Supply(2, 1, 0)
"""Pieces of the set-up."""


def in_use(document: Document, folder: Path) -> tuple[Box | None, Deck | None]:
    """The box a document names, and its deck, or that of the box; raises `InputError`.

    Every card named by `@id` is looked up; one that cannot be found is a problem too.
    """
    problems: list[Problem] = []
    box = deck = None
    name, deck_name = document.data.get("box"), document.data.get("deck")
    try:
        if isinstance(name, str):
            box = BOX_FORMAT.named(name, document, ("box",), folder)
    except InputError as error:
        problems += error.problems
    try:
        if isinstance(deck_name, str):
            deck = deck_named(deck_name, document, ("deck",), folder)
        elif box is not None:
            deck = box.deck
    except InputError as error:
        problems += error.problems
    if not problems:
        problems += _not_in(deck, document)
    if problems:
        raise InputError(*problems)
    return box, deck


def _not_in(deck: Deck | None, document: Document) -> Iterator[Problem]:
    """Cards named by an id that no deck in use has."""
    for path, card in _named_cards(document.data.get("turns")):
        if deck is None:
            key = 'deck = "house"' if document.kind == "toml" else '"deck": "house"'
            what = f"@{card.name} is a card of a deck, and the record names none"
            remedy = f"add {key} or your .csv file, or write the card out: 3g 2* each 1a"
            yield fault(document, path, what, remedy)
            continue
        try:
            deck.find(card)
        except InputError as error:
            yield from (fault(document, path, p.what, p.remedy) for p in error.problems)


def _named_cards(turns: Any) -> Iterator[tuple[tuple[str | int, ...], Card]]:
    """Every card written as `@id`, with its path; works on plain data, of whatever types."""
    for index, turn in enumerate(turns[:MOST_TURNS] if isinstance(turns, list) else []):
        take = turn.get("take") if isinstance(turn, dict) else None
        for number, text in enumerate(take[:MOST_CARDS] if isinstance(take, list) else []):
            if isinstance(text, str) and text.lstrip().startswith("@"):
                try:
                    yield ("turns", index, "take", number), Card.read(text)
                except NotationError:
                    continue  # the schema says what is wrong with it


def too_rich(document: Document, data: MonkeyRecord, box: Box | None) -> Iterator[Problem]:
    """Starting pieces beyond what the box holds beside the set-up, where it runs out."""
    left = BOX.minus(SETUP)
    for index, player in enumerate(data.players):
        board = None if box is None else box.boards.get(index + 1)
        start = board.start if player.start is None and board is not None else None
        start = Supply.read(player.start) if player.start is not None else start
        if start is None:
            continue
        for kind, needed, there in zip(start._fields, start, left, strict=True):
            if needed > there:
                what = f"{needed} {noun(kind, needed)}, {there or 'none'} are left in the box"
                path = ("players", index, "start")
                yield fault(document, path, what, "all players and the set-up share one box")
        left = Supply(*(max(number, 0) for number in left.minus(start)))


def placeholders(
    data: MonkeyRecord, document: Document, box: Box | None, deck: Deck | None
) -> Iterator[str]:
    """One sentence for every value of a game that is not known to be that of the printed one."""
    ours = "not the printed one"
    if deck is not None and deck.placeholder:
        key = "box" if data.deck is None else "deck"
        what = f"the deck in use is {deck.title}"
        yield str(fault(document, (key,), what, f"its cards are {ours}s"))
    if box is not None:
        for index, player in enumerate(data.players):
            board = box.boards.get(index + 1)
            lacks = player.start is None or player.each is None
            if lacks and board is not None and board.placeholder:
                what = f"the boards of {box.name} are placeholder"
                yield str(fault(document, ("box",), what, f"they are {ours}s"))
                break
    if data.provenance == "placeholder":
        what = "the cards and boards written here are placeholder"
        yield str(fault(document, ("provenance",), what, f"they are {ours}s"))


def boardless(data: MonkeyRecord, document: Document, box: Box | None) -> Iterator[str]:
    """One sentence for every player whose pieces are neither written nor in the box named."""
    if box is None:
        return
    for index, player in enumerate(data.players):
        if (player.start is None or player.each is None) and index + 1 not in box.boards:
            what = f"the box has no board {index + 1}"
            yield str(fault(document, ("players", index), what, "his pieces are not checked"))
