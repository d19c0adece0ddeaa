"""Writes records, complete in themselves: what is read back and written again is the same text."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from palace.core.errors import InputError, Problem
from palace.core.provenance import HOUSE
from palace.files.fields import ordered
from palace.files.serialise import data_text
from palace.files.writing import write_whole
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.schema import Ground, MonkeyRecord, Player, TurnModel
from palace.monkey_palace.kernel.ground import SHIPPED, ground_table

if TYPE_CHECKING:
    from palace.files.document import Kind


def self_contained(record: Record) -> Record:
    """Return the record with the values of its cards and boards written out, naming no deck and no
    box.

    The order of the piles, told by ids of the deck, is left out.  With a placeholder among the
    values it gets `provenance = "placeholder"`.  Lines are still those of the file it was read
    from.
    """
    data = record.data
    if data.deck is None and data.box is None:
        return record
    players = [_with_board(record, seat, player) for seat, player in enumerate(data.players, 1)]
    turns = None if data.turns is None else [_with_values(record, turn) for turn in data.turns]
    update: dict[str, object] = {"deck": None, "box": None, "piles": None}
    update |= {"players": players, "turns": turns}
    if record.box is not None:
        update["pieces"] = {**dict(record.box.pieces), **data.pieces}
        update["rulings"] = {**dict(record.box.rulings), **data.rulings}
    if _placeholder(record, players, turns):
        update["provenance"] = "placeholder"
    whole: MonkeyRecord = data.model_copy(update=update)
    return replace(record, data=whole, deck=None, box=None)


def _with_board(record: Record, seat: int, player: Player) -> Player:
    found = {"start": record.start(seat), "each": record.each(seat)}
    lacks: dict[str, object] = {
        key: str(value)
        for key, value in found.items()
        if value is not None and getattr(player, key) is None
    }
    if player.found is not None and player.found.cards:
        cards = _written_out(record, player.found.cards)
        lacks["found"] = player.found.model_copy(update={"cards": cards})
    return player.model_copy(update=lacks) if lacks else player


def _with_values(record: Record, turn: TurnModel) -> TurnModel:
    if not turn.take:
        return turn
    return turn.model_copy(update={"take": _written_out(record, turn.take)})


def _written_out(record: Record, texts: Iterable[str]) -> list[str]:
    """Return cards as texts with their values in place of their ids."""
    cards = [record.card(text) if Card.read(text).name else text for text in texts]
    return [str(replace(c, name=None)) if isinstance(c, Card) else c for c in cards]


def _placeholder(record: Record, players: list[Player], turns: list[TurnModel] | None) -> bool:
    """Return whether a value that was written out is a placeholder."""
    boards = [
        record.boards[seat]
        for seat, (now, before) in enumerate(zip(players, record.data.players, strict=True), 1)
        if (now.start, now.each) != (before.start, before.each)
    ]
    found = [player.found for player in record.data.players]
    carded = turns != record.data.turns or [player.found for player in players] != found
    deck = record.deck is not None and record.deck.placeholder
    return any(board.placeholder for board in boards) or (carded and deck)


def write_record(record: Record, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
    """Write a record whole to a `.toml` or `.json` file; by default an existing one is refused.

    Into another folder than its own it takes the values of its deck and box files with it, as
    `self_contained` does.  Raises `InputError`.
    """
    file = os.fspath(path)
    ending = os.path.splitext(file)[1].lower()
    if ending not in (".toml", ".json"):
        raise InputError(Problem(file, "records are TOML or JSON", "name it .toml or .json"))
    here, there = record.folder, os.path.dirname(file)
    files = {record.data.deck, record.data.box} - {None, HOUSE}
    if files and os.path.realpath(here) != os.path.realpath(there):
        record = self_contained(record)
    text = record_text(record, "json" if ending == ".json" else "toml")
    write_whole(path, text, overwrite=overwrite)


def record_text(record: Record, kind: Kind = "toml") -> str:
    """Return the record as TOML or JSON; raises `InputError` for a value the format cannot hold.

    Dates become texts in JSON; null is for JSON alone, nan and infinity for TOML.
    """
    return data_text(plain(record), kind)


def plain(record: Record) -> dict[str, object]:
    """Return the record as plain data in canonical order: known keys, others, then tables and lists
    of tables.

    A map other than the shipped four is put in whole.
    """
    data = record.data
    if data.ground is None and data.map not in (None, *SHIPPED):
        own = Ground.of(ground_table(record.ground))
        data = data.model_copy(update={"ground": own})
    return ordered(data)
