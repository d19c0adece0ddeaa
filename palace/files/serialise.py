"""Plain data as text, TOML or JSON."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import tomli_w

from palace.core.errors import InputError, Problem, dotted

if TYPE_CHECKING:
    from palace.files.document import Kind

Path = tuple[str | int, ...]


def data_text(data: Mapping[str, object], kind: Kind = "toml") -> str:
    """Plain data as TOML or JSON; raises `InputError` for a value the format cannot hold.

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


def _leaves(value: object, path: Path) -> Iterator[tuple[Path, object]]:
    if isinstance(value, dict | list):
        for step, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(item, (*path, step))
    else:
        yield path, value


def _endless(value: object) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def _day(value: datetime.date | datetime.time) -> str:
    return value.isoformat()


LINE = 100


def toml_text(data: Mapping[str, object]) -> str:
    """Return the text of a table whose own tables come last, at every level; None is no value."""
    return "\n".join(_blocks(data, "", ""))


def is_tables(value: object) -> bool:
    """Return whether this is written with a header: a table, or a list of nothing but tables."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, dict) for item in value)
    return isinstance(value, dict)


def _blocks(table: Mapping[str, object], name: str, header: str) -> Iterator[str]:
    """Yield the lines of a table, then those of the tables in it."""
    lines = [header] if header else []
    lines += [f"{_key(key)} = {_value(value)}\n" for key, value in table.items()
              if not is_tables(value)]  # fmt: skip
    if lines:
        yield "".join(lines)
    for key, value in table.items():
        inner = f"{name}.{_key(key)}" if name else _key(key)
        if isinstance(value, dict):
            yield from _blocks(value, inner, f"[{inner}]\n")
        elif isinstance(value, list) and is_tables(value):
            for item in value:
                yield from _blocks(item, inner, f"[[{inner}]]\n")


def _key(key: str) -> str:
    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def _value(value: object) -> str:
    text = _inline(value)
    if isinstance(value, list) and len(text) > LINE - 20:
        items = "".join(f"    {_inline(item)},\n" for item in value)
        return f"[\n{items}]"
    # tomli_w drops the carriage returns of texts on several lines.
    if isinstance(value, str) and "\n" in value and "\r" not in value:
        return tomli_w.dumps({"a": value}, multiline_strings=True)[4:-1]
    return text


def _inline(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, dict):
        pairs = ", ".join(f"{_key(key)} = {_inline(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return tomli_w.dumps({"a": value})[4:-1]
