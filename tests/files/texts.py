"""Two documents, what is at a path of one, and what a wrong one is refused with."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from palace.core.errors import InputError
from palace.files.document import parse_document, read_document

Kind = Literal["toml", "json"]

TOML = """\
# a game
format = 1
"two words".'x'.y = "dotted" # and more

[rulings]
spiral = true
when = 2020-01-01 07:32:00 # with a blank

[[players]]
name = "Ana"
start = { a.b = 4, "c" = [1, { d = 2 }] }

[[players]]
name = 'Ben' # # [x]
cards = [
  1, # one, two ] }
  [2, 3], "]#",
]

  [[players.cards2]]
  [players.extra.deep]
    e = 1

[x.y.z]
[x]
q = 1
"""

JSON = """\
 {"a": [1, {"b": "x"}, [], {}, -1.5e3],
  "c\\u0041" : {"d": null,
"": {}},
"e":true }
"""


def paths(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The path of everything in a document."""
    inner: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [path, *(found for step, what in inner for found in paths(what, (*path, step)))]


def at(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def name(text: object) -> str:
    return repr(text)[:40]


def message(text: str, kind: Kind) -> str:
    with pytest.raises(InputError) as caught:
        parse_document(text, kind, "file")
    assert len(caught.value.problems) == 1
    return str(caught.value)


def refusal(path: object, name: str | None = None) -> str:
    with pytest.raises(InputError) as caught:
        read_document(str(path), name=name)
    assert len(caught.value.problems) == 1
    return str(caught.value)
