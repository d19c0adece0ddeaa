"""Sentences in TOML files, one for each language of a room, and the rules in the English one."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from types import MappingProxyType
from typing import Any

from palace.core.verdict import Formats, Language, Rule
from palace.files.text_file import shipped


@cache
def _tables(room: str, name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(shipped(room, name).read_text(encoding="utf-8"))


def language(
    room: str,
    name: str,
    formats: Formats = MappingProxyType({}),
    place: Callable[[Rule], str] | None = None,
    comma: str = ", ",
) -> Language:
    """Return the sentences in a data file of a package.

    Its tables `texts`, `remedies` and `words` hold them by their keys; in other languages than
    English `rules` holds the `title` of each rule and what it `says`, by its code.
    """
    data = _tables(room, name)
    texts, remedies, words = (data.get(table, {}) for table in ("texts", "remedies", "words"))
    told = {code: (rule["title"], rule["says"]) for code, rule in data.get("rules", {}).items()}
    return Language(texts, remedies, formats, words, told, place, comma)


def terms(room: str, name: str) -> dict[str, Any]:
    """Return the table `terms` of a data file: the words that formats write values with."""
    return _tables(room, name)["terms"]


def rules(room: str, name: str, table: str) -> tuple[Rule, ...]:
    """Return the rules in a table of a data file: each `rule`, `title` and what it `says`."""
    return tuple(Rule(code, **texts) for code, texts in _tables(room, name)[table].items())
