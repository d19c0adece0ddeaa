"""Writes records, complete in themselves: what is read back and written again is the same text."""

from __future__ import annotations

import datetime
import json
import math
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from palace.errors import InputError, Problem, dotted
from palace.files import write_whole
from palace.ground import SHIPPED, GroundMap
from palace.records.complete import names_files, self_contained
from palace.records.problems import Path, keys_of
from palace.records.record import Record
from palace.records.schema import Ground
from palace.records.toml_text import is_tables, toml_text

if TYPE_CHECKING:
    from palace.document import Kind


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
    data = plain(record)
    problems = [
        Problem(dotted(path), f"{value!r:.40} cannot be written in {kind.upper()}", "take it out")
        for path, value in _leaves(data, ())
        if (value is None if kind == "toml" else _endless(value))
    ]
    if problems:
        raise InputError(*problems)
    if kind == "toml":
        return toml_text(data)
    return json.dumps(data, indent=2, ensure_ascii=False, default=_day) + "\n"


def plain(record: Record) -> dict[str, Any]:
    """The record as plain data in canonical order: known keys, others, then tables and lists of
    tables.

    A map other than the shipped four is put in whole.
    """
    data = record.data
    if data.ground is None and data.map not in (None, *SHIPPED):
        own = Ground.model_validate(ground_table(record.ground))
        data = data.model_copy(update={"ground": own})
    ordered: dict[str, Any] = _tables_last(_known_first(data))
    return ordered


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


def _known_first(value: Any) -> Any:
    """A model as plain data; known keys that say nothing are left out."""
    if isinstance(value, BaseModel):
        known = {
            key: _known_first(getattr(value, name))
            for key, name in keys_of(type(value)).items()
            if name in value.model_fields_set and getattr(value, name) is not None
        }
        return {**known, **(value.model_extra or {})}
    if isinstance(value, list):
        return [_known_first(item) for item in value]
    return value


def _tables_last(value: Any) -> Any:
    """The order that TOML demands, so that JSON has the same."""
    if isinstance(value, dict):
        order = sorted(value, key=lambda key: is_tables(value[key]))
        return {key: _tables_last(value[key]) for key in order}
    if isinstance(value, list):
        return [_tables_last(item) for item in value]
    return value


def _leaves(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict | list):
        for step, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(item, (*path, step))
    else:
        yield path, value


def _endless(value: Any) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def _day(value: datetime.date | datetime.time) -> str:
    return value.isoformat()
