"""An owner's box as it grows: by what is typed, by a game that is played, by another box.

All functions return other data of the box file; what they are given stays as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from palace.contract.rules import Log
from palace.core.errors import InputError, Problem, shorten
from palace.core.provenance import HOUSE, PLACEHOLDER
from palace.files.document import Document
from palace.files.models import MisfitError
from palace.monkey_palace.game.box import BOX, Board, BoardModel, Box, BoxModel, CardModel
from palace.monkey_palace.game.cards import PILES, Card, no_pile
from palace.monkey_palace.game.log import Read, own, read, replay
from palace.monkey_palace.game.rules import MonkeyLog
from palace.monkey_palace.game.schema import COUNTED, Ground, checked_pieces
from palace.monkey_palace.kernel.elements import PIECES
from palace.monkey_palace.kernel.ground import GroundMap, ground_table, is_map, read_map
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply


def grown(
    data: BoxModel,
    source: str,
    cards: Iterable[Card] = (),
    boards: Iterable[Board] = (),
    grounds: Iterable[GroundMap] = (),
    had: Iterable[Card] = (),
) -> BoxModel:
    """Return a box with what it lacks of cards, boards and maps.

    Cards are told by their values: of those with the same it has as many as are given.  `had`
    are those that are not new, whatever the box has of them.
    """
    has = _counted(Card.read(model.card) for model in data.cards) | _counted(had)
    number = max((int(m.id) for m in data.cards if m.id.isdecimal()), default=0)
    more = [
        CardModel(id=str(new), card=values, provenance=source)
        for new, values in enumerate((_counted(cards) - has).elements(), number + 1)
    ]
    for ground in grounds:
        data = data if ground.name in data.grounds else with_map(data, ground)
    update: dict[str, object] = {"cards": [*data.cards, *more]}
    known = {board.number for board in data.boards if board.filled}
    if new := [_model(board, source) for board in boards if board.number not in known]:
        update["boards"] = with_boards(data, new)
    return data.model_copy(update=update)


def _counted(cards: Iterable[Card]) -> Counter[str]:
    """Return how many cards there are with the same values."""
    return Counter(card.values for card in cards)


def _model(board: Board, source: str) -> BoardModel:
    """Return a board for a file; what has no pieces is not known yet."""
    start, each = (str(pieces) if any(pieces) else None for pieces in (board.start, board.each))
    return BoardModel(number=board.number, start=start, each=each, provenance=source)


def with_map(data: BoxModel, ground: GroundMap) -> BoxModel:
    """Return a box with a map, instead of its namesake."""
    made = Ground.of(ground_table(ground))
    return data.model_copy(update={"grounds": {**data.grounds, ground.name: made}})


def with_boards(data: BoxModel, boards: Iterable[BoardModel]) -> list[BoardModel]:
    """Return the boards of a box with others in place of those with their numbers."""
    every = {board.number: board for board in (*data.boards, *boards)}
    return [every[number] for number in sorted(every)]


def learned(
    data: BoxModel, record: Read, log: MonkeyLog, before: MonkeyLog, source: str
) -> BoxModel:
    """Return a box with the cards of a game that were typed since its log was another.

    Of a game without turns `before`, everything is new, also its boards and its map: otherwise the
    box keeps its corrections of them.  Nothing is learned of a game with a deck or a box of its
    own, nor of placeholders.
    """
    given = own(record).data
    if given.deck or given.box or given.provenance == PLACEHOLDER:
        return data
    if before.commits:
        return grown(data, source, _taken(log), had=_taken(before))
    boards = [
        Board(seat, Supply.read(player.start), Supply.read(player.each), source)
        for seat, player in enumerate(given.players, 1)
        if player.start and player.each and given.position is None
    ]
    printed = {replace(board, provenance=source) for board in BOX.load(HOUSE).board_list}
    unlike = [board for board in boards if board not in printed]
    ground = own(record).ground
    return grown(data, source, _taken(log), unlike, [ground] * (not ground.placeholder))


def _taken(log: MonkeyLog) -> Iterator[Card]:
    return (taken.card for seat in log.state.seats for taken in seat.cards)


def added(data: BoxModel, document: Document, folder: Path, source: str) -> BoxModel:
    """Return a box with a map instead of its namesake, with what was typed in the game of a record,
    or with another box, placeholders apart."""
    if "players" in document.data:
        record = read(document, folder)
        return learned(data, record, replay(record), Log.begin(record.rules), source)
    if is_map(document):
        return with_map(data, read_map(document))
    box = BOX.read(document, folder)
    deck = None if box.deck is None or box.deck.placeholder else box.deck
    more = grown(
        data, source, deck.cards.values() if deck else (),
        (board for board in box.board_list if not board.placeholder),
        (ground for ground in box.maps if not ground.placeholder),
    )  # fmt: skip
    both = {"pieces": dict(box.pieces) | data.pieces, "rulings": dict(box.rulings) | data.rulings}
    return more.model_copy(update={key: value for key, value in both.items() if value})


def entered(data: BoxModel, text: str, source: str) -> BoxModel:
    """Return a box with a card, `3g 2* each 1a`; with another card in place of one, `@17 3g 2*`;
    with a board, `board 1 4a3b 2a2b`; with other numbers of pieces, `pieces 79a15g`.

    Raises `NotationError` and `InputError`.
    """
    word, _, rest = text.strip().partition(" ")
    if word.startswith("@"):
        return _corrected(data, word[1:], rest, source)
    if word == "board":
        return _with_board(data, rest.split(), source)
    if word == "pieces":
        return _with_pieces(data, rest)
    return grown(data, source, [*(Card.read(model.card) for model in data.cards), _card(text)])


def _card(text: str) -> Card:
    """Return a card of a pile of the rules."""
    card = Card.read(text)
    if card.pile not in PILES:
        what, remedy = no_pile(card.pile)
        raise InputError(Problem("", f"{shorten(text)!r}: {what}", remedy))
    return card


def _corrected(data: BoxModel, name: str, text: str, source: str) -> BoxModel:
    if name not in (names := [model.id for model in data.cards]):
        what = f"there is no card @{shorten(name)} in the box {data.name}"
        raise InputError(Problem("", what, f"its cards are {' '.join(names[:8]) or 'none'}"))
    card = CardModel(id=name, card=_card(text).values, provenance=source)
    cards = [card if model.id == name else model for model in data.cards]
    return data.model_copy(update={"cards": cards})


def _with_board(data: BoxModel, words: list[str], source: str) -> BoxModel:
    if len(words) != 3 or words[0] not in "1234":
        what = f"board {' '.join(words)} is no board"
        remedy = "its number, what it starts with and what it delivers: board 1 4a3b 2a2b"
        raise InputError(Problem("", shorten(what), remedy))
    board = Board(int(words[0]), Supply.read(words[1]), Supply.read(words[2]))
    return data.model_copy(update={"boards": with_boards(data, [_model(board, source)])})


_KINDS = {letter: kind for kind, letter in COUNTED.items()}


def _with_pieces(data: BoxModel, text: str) -> BoxModel:
    """Return a box with other numbers of pieces; it keeps those that the rule book has not."""
    found = re.findall(r"([0-9]{1,3})([abcldg])", text)
    if "".join(map("".join, found)) != re.sub(r"\s", "", text) or not found:
        what = f"{shorten(text)!r} are no pieces"
        raise InputError(Problem("", what, "a arches, b bricks, c columns, l d g: 79a80b16c15g"))
    try:
        new = checked_pieces({_KINDS[letter]: int(number) for number, letter in found})
    except MisfitError as error:
        raise InputError(Problem("", error.what, error.remedy)) from None
    every = (data.pieces | new).items()
    unlike = {kind: number for kind, number in every if number != PIECES[kind].in_box}
    return data.model_copy(update={"pieces": unlike})


def answered(data: BoxModel, name: str, value: str) -> BoxModel:
    """Return a box with the answer of its rule book to an open question; raises `InputError`."""
    if wrong := Rulings.problem(name, value):
        raise InputError(Problem("", *wrong))
    return data.model_copy(update={"rulings": {**data.rulings, name: value}})


def furnished(data: Mapping[str, object], box: Box) -> dict[str, object]:
    """Return a new record with what a box knows: boards, pieces, rulings, and the map it names, by
    default the first of the box.

    What the record has already stays.
    """
    found = dict(data)
    ground = next((ground for ground in box.maps if found.get("map") in (None, ground.name)), None)
    if ground is not None and "ground" not in found:
        found |= {"map": ground.name, "ground": ground_table(ground)}
    for key, values in (("pieces", box.pieces), ("rulings", box.rulings)):
        if values:
            found.setdefault(key, dict(values))
    players = found.get("players")
    assert isinstance(players, list)
    found["players"] = [
        {"start": str(board.start), "each": str(board.each), **player}
        if (board := box.boards.get(seat)) is not None else player
        for seat, player in enumerate(players, 1)
    ]  # fmt: skip
    return found


def beside(record: Read, box: Box) -> Read:
    """Return a record whose players are offered the cards of a box; one that names a deck or a box
    has its own."""
    mine = own(record)
    return mine if mine.deck is not None or mine.box is not None else replace(mine, deck=box.deck)
