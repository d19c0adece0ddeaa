"""The log of Cooper Island as moves: its lines, one after the other, are entered by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from palace.contract.game import Moves
from palace.cooper_island.log_text import Entry
from palace.cooper_island.record import Record, record_of
from palace.cooper_island.table import OVER, WORKERS, Table
from palace.core.errors import InputError, Problem
from palace.files.document import parse_document
from palace.files.serialise import data_text, ordered


def moves_of(record: Record) -> tuple[Moves, ...]:
    """Return the lines of the log; a heading has no player."""
    lines = [line.what for line in record.entries or ()]
    return tuple(((what.player if isinstance(what, Entry) else "", what),) for what in lines)


def with_moves(record: Record, moves: Sequence[Moves]) -> Record:
    """Return the record with these lines as its log, read again; raises `InputError`.

    Comments stay only where nothing changes.
    """
    if tuple(moves) == moves_of(record):
        return record
    texts = [str(what) for confirmed in moves for _, what in confirmed]
    log = texts if isinstance(record.data.log, list) else "".join(f"{text}\n" for text in texts)
    data = record.data.model_copy(update={"log": log})
    file, kind = record.document.file, record.document.kind
    document = parse_document(data_text(ordered(data), kind), kind, file)
    return record_of(document, Path(file).parent)


def due(table: Table) -> tuple[str, ...]:
    """Return whose turn it is: in the worker phase one after the other, otherwise all at once."""
    if table.phase == OVER:
        return ()
    if table.phase == WORKERS:
        return (table.seats[table.due].name,)
    return tuple(seat.name for seat in table.seats)


def by_hand(file: str) -> InputError:
    """Return why nothing is asked in this game."""
    what = "the log of Cooper Island is written by hand, and then checked"
    return InputError(Problem(file, what, "palace cooper-island log says how"))
