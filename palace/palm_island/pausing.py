"""Pausing: a record that goes on from a moment of another, as dividers keep it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from palace.core.errors import InputError, Problem
from palace.files.document import parse_document
from palace.files.serialise import data_text, ordered
from palace.files.writing import KeptFile, write_whole
from palace.palm_island.game import GAME
from palace.palm_island.record import Record, record_of
from palace.palm_island.specials.shelf import KINDS
from palace.palm_island.specials.writing import card_table
from palace.palm_island.table.seat import Table

ENDINGS = (".toml", ".json")


def paused(record: Record, table: Table) -> dict[str, Any]:
    """The record as plain data with positions instead of deals and no moves.

    Its cards stand in it.  Raises `InputError` if a round's end is entered by some players only, or
    by nobody yet.
    """
    check_closed(record, table)
    rounds = {seat.state.begun.round for seat in table.seats}
    if len(rounds) > 1:
        what = f"the players are in rounds {' and '.join(map(str, sorted(rounds)))}"
        raise InputError(Problem(record.document.file, what, "play the round to its end"))
    data = ordered(record.data)
    for key in ("box", "level", "upgraded", "middle", "players", *KINDS):
        data.pop(key, None)
    middle = table.middle
    if table.mode == "coop":
        data |= {"level": middle.level, "upgraded": middle.ready}
    if middle.left:
        data["middle"] = list(middle.left)
    for kind in KINDS:
        if kind == "feats" and table.mode != "solo":
            continue
        cards = [card_table(card) for card in record.shelf.of(kind)]
        data |= {kind: cards} if cards else {}
    data["players"] = [
        {
            "name": seat.name,
            "position": str(seat.state.begun),
            **({"owned": [owned.card for owned in seat.owned]} if seat.owned else {}),
            **({"villagers": list(seat.waiting)} if seat.waiting else {}),
            "moves": "",
        }
        for seat in table.seats
    ]
    return data


def check_closed(record: Record, table: Table) -> None:
    """Raises `InputError` for whom the end of a round is due: what is paid and taken then would be
    lost, as the next round begins."""
    if not any(table.knows.values()):
        return
    problems = [
        Problem(
            record.document.file,
            f"{seat.name}'s round {seat.state.round} is over, and its round-end is not written",
            "write it, or enter it with palace play",
        )
        for seat in table.seats
        if seat.state.over and not seat.state.finished
    ]
    if problems:
        raise InputError(*problems)


def write_paused(
    record: Record, table: Table, path: str | os.PathLike[str], *, overwrite: bool = False
) -> None:
    """Write a record that goes on from here; raises `InputError`, also if the file exists."""
    way = Path(path)
    if way.suffix.lower() not in ENDINGS:
        raise InputError(Problem(str(way), "records are TOML or JSON", "name it .toml or .json"))
    kind = KeptFile(way).kind
    text = data_text(paused(record, table), kind)
    again = record_of(parse_document(text, kind, str(way)), way.parent)
    write_whole(way, GAME.write(again, kind), overwrite=overwrite)
