"""Sentences in TOML files, one for each language of a room."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from types import MappingProxyType

from palace.core.verdict import Formats, Language, Rule
from palace.files.text_file import shipped


def language(
    room: str,
    name: str,
    formats: Formats = MappingProxyType({}),
    place: Callable[[Rule], str] | None = None,
    comma: str = ", ",
) -> Language:
    """Return the sentences in a data file of a package.

    Its tables `texts`, `remedies` and `words` hold them by their keys, `rules` the `title` of each
    rule and what it `says` by its code.
    """
    data = tomllib.loads(shipped(room, name).read_text(encoding="utf-8"))
    texts, remedies, words = (data.get(table, {}) for table in ("texts", "remedies", "words"))
    rules = {code: (rule["title"], rule["says"]) for code, rule in data.get("rules", {}).items()}
    return Language(texts, remedies, formats, words, rules, place, comma)
