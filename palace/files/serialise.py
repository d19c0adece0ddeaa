"""Models as text, TOML or JSON, in one canonical order."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from palace.core.errors import InputError, Problem, dotted
from palace.files.problems import Path, keys_of
from palace.files.toml_text import is_tables, toml_text

if TYPE_CHECKING:
    from palace.files.document import Kind


def ordered(model: BaseModel) -> dict[str, Any]:
    """A model as plain data: known keys in its order, others, then tables and lists of tables."""
    data: dict[str, Any] = _tables_last(_known_first(model))
    return data


def data_text(data: dict[str, Any], kind: Kind = "toml") -> str:
    """Plain data as TOML or JSON; an `InputError` if it holds what one of them cannot say.

    Dates become texts in JSON; null is for JSON alone, nan and infinity for TOML.
    """
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
