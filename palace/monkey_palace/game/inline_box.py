"""A record complete in itself: the values of its deck and its box stand in it."""

from __future__ import annotations

from dataclasses import replace

from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.deck import HOUSE
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.schema import MonkeyRecord, Player, Turn


def names_files(record: Record) -> bool:
    """Whether the record needs a deck or box file beside it."""
    return any(name not in (None, HOUSE) for name in (record.data.deck, record.data.box))


def self_contained(record: Record) -> Record:
    """The record with the values of its cards and boards written out, naming no deck and no box.

    A value that is a placeholder makes it say `provenance = "placeholder"`.  Lines are still those
    of the file it was read from.
    """
    data = record.data
    if data.deck is None and data.box is None:
        return record
    players = [_with_board(record, seat, player) for seat, player in enumerate(data.players, 1)]
    turns = None if data.turns is None else [_with_values(record, turn) for turn in data.turns]
    update: dict[str, object] = {"deck": None, "box": None, "players": players, "turns": turns}
    if _placeholder(record, players, turns):
        update["provenance"] = "placeholder"
    whole: MonkeyRecord = data.model_copy(update=update)
    return replace(record, data=whole, deck=None, box=None)


def _with_board(record: Record, seat: int, player: Player) -> Player:
    found = {"start": record.start(seat), "each": record.each(seat)}
    lacks = {key: str(value) for key, value in found.items()
             if value is not None and getattr(player, key) is None}  # fmt: skip
    return player.model_copy(update=lacks) if lacks else player


def _with_values(record: Record, turn: Turn) -> Turn:
    if not any(Card.read(text).name for text in turn.take or ()):
        return turn
    cards = [record.card(text) if Card.read(text).name else text for text in turn.take or ()]
    take = [str(replace(c, name=None)) if isinstance(c, Card) else c for c in cards]
    return turn.model_copy(update={"take": take})


def _placeholder(record: Record, players: list[Player], turns: list[Turn] | None) -> bool:
    """Whether a value that was written out is a placeholder."""
    boards = [
        record.boards[seat]
        for seat, (now, before) in enumerate(zip(players, record.data.players, strict=True), 1)
        if now is not before
    ]
    carded = turns != record.data.turns
    deck = record.deck is not None and record.deck.placeholder
    return any(board.placeholder for board in boards) or (carded and deck)
