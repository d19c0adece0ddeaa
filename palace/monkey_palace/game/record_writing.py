"""Writes records, complete in themselves: what is read back and written again is the same text."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from palace.core.errors import InputError, Problem
from palace.files.serialise import data_text, ordered
from palace.files.writing import write_whole
from palace.monkey_palace.game.inline_box import names_files, self_contained
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.schema import Ground
from palace.monkey_palace.kernel.ground import SHIPPED, GroundMap

if TYPE_CHECKING:
    from palace.files.document import Kind


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
    if names_files(record) and os.path.realpath(here) != os.path.realpath(there):
        record = self_contained(record)
    text = record_text(record, "json" if ending == ".json" else "toml")
    write_whole(path, text, overwrite=overwrite)


def record_text(record: Record, kind: Kind = "toml") -> str:
    """The record as TOML or JSON; an `InputError` if it holds what one of them cannot say.

    Dates become texts in JSON; null is for JSON alone, nan and infinity for TOML.
    """
    return data_text(plain(record), kind)


def plain(record: Record) -> dict[str, Any]:
    """The record as plain data in canonical order: known keys, others, then tables and lists of
    tables.

    A map other than the shipped four is put in whole.
    """
    data = record.data
    if data.ground is None and data.map not in (None, *SHIPPED):
        own = Ground.model_validate(ground_table(record.ground))
        data = data.model_copy(update={"ground": own})
    return ordered(data)


def ground_table(ground: GroundMap) -> dict[str, Any]:
    """A map with the keys of a map file."""
    return {
        "name": ground.name,
        "provenance": ground.provenance,
        "plate": ground.plate,
        "sheet": list(ground.sheet),
        "origin": list(ground.origin),
        "pitch": ground.pitch,
        "knobs": "".join(" ".join(row) + "\n" for row in ground.rows),
        "setup": [str(knob) for knob in ground.setup],
    }
