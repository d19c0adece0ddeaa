"""TOML laid out as people write it: short lists on one line, lists of tables as `[[tables]]`.

How a key or a single value is written is left to `tomli_w`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import tomli_w

LINE = 100


def toml_text(data: Mapping[str, Any]) -> str:
    """The text of a table whose own tables stand last in it, at every level; None is no value."""
    return "\n".join(_blocks(data, "", ""))


def is_tables(value: Any) -> bool:
    """Whether this is written with a header: a table, or a list of nothing but tables."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, dict) for item in value)
    return isinstance(value, dict)


def _blocks(table: Mapping[str, Any], name: str, header: str) -> Iterator[str]:
    """The lines of a table, then those of the tables in it."""
    lines = [header] if header else []
    lines += [f"{_key(key)} = {_value(value)}\n" for key, value in table.items()
              if not is_tables(value)]  # fmt: skip
    if lines:
        yield "".join(lines)
    for key, value in table.items():
        inner = f"{name}.{_key(key)}" if name else _key(key)
        if isinstance(value, dict):
            yield from _blocks(value, inner, f"[{inner}]\n")
        elif is_tables(value):
            for item in value:
                yield from _blocks(item, inner, f"[[{inner}]]\n")


def _key(key: str) -> str:
    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def _value(value: Any) -> str:
    text = _inline(value)
    if isinstance(value, list) and len(text) > LINE - 20:
        items = "".join(f"    {_inline(item)},\n" for item in value)
        return f"[\n{items}]"
    # tomli_w drops the carriage returns of texts on several lines.
    if isinstance(value, str) and "\n" in value and "\r" not in value:
        return tomli_w.dumps({"a": value}, multiline_strings=True)[4:-1]
    return text


def _inline(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, dict):
        pairs = ", ".join(f"{_key(key)} = {_inline(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return tomli_w.dumps({"a": value})[4:-1]
