"""The places in a JSON text, and what is wrong with a broken one; the values are json's."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING

from palace.core.errors import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    Path = tuple[str | int, ...]
    Fault = tuple[int, str, str]  # offset, what is wrong, what to do

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{},:]|[^"\[\]{},:\s]+')
_UNIT = re.compile(
    r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)|\\u....|\\.|.", re.DOTALL
)
_ESCAPE = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)|\\.")
_CONSTANT = re.compile("NaN|-?Infinity")
_WHOLE = re.compile(r"-?([0-9]+)(?![0-9.eE])")

_REMEDY = 'write "key": value, commas between, texts in "double quotes", no comments'


def places(text: str) -> dict[Path, tuple[int, int]]:
    """Return the offsets of the value and of the key at every path of a valid document."""
    return {path: (value, key) for path, value, key in walk(text)}


def walk(text: str) -> Iterator[tuple[Path, int, int]]:
    """Yield each path with the offsets of value and key, in the order of the text.

    An item of a list is its own key. A broken text is walked only up to the fault.
    """
    path: list[str | int] = []
    key = 0
    naming = False
    for token in _TOKEN.finditer(text):
        sign, at = token[0], token.start()
        if sign in "]}":
            path.pop()
        elif sign == ":":
            naming = False
        elif sign == ",":
            last = path[-1]
            naming = isinstance(last, str)
            if isinstance(last, int):
                path[-1] = last + 1
        elif naming:
            path[-1] = sign[1:-1] if "\\" not in sign else str(json.loads(sign))
            key = at
        else:
            yield tuple(path), at, key if path and isinstance(path[-1], str) else at
            if sign in "[{":
                naming = sign == "{"
                path.append("" if naming else 0)


def characters(text: str, start: int) -> list[int]:
    """Return the offset of each character of the string that opens at `start`, and of its closing
    quote."""
    found = []
    for unit in _UNIT.finditer(text, start + 1):
        found.append(unit.start())
        if unit[0] == '"':
            break
    return found


def strange(text: str) -> Fault | None:
    """Return the first value in a text of correct syntax that json reads wrongly or not at all."""
    limit = sys.get_int_max_str_digits()
    seen = set()
    for path, value, key in walk(text):
        if path in seen:
            name = shorten(str(path[-1]))
            return key, f"the key {name!r} is here a second time", "keep one of the two"
        seen.add(path)
        whole = _WHOLE.match(text, value)
        if whole and 0 < limit < len(whole[1]):
            return value, f"a number of more than {limit} digits", "write a smaller one"
        constant = _CONSTANT.match(text, value)
        if constant:
            return value, f"{constant[0]} is no number of JSON", "write a number, or null"
    for escape in _ESCAPE.finditer(text):
        if escape[1]:
            return escape.start(), f"{escape[1]} is half a character", "write the character itself"
    return None


def complaint(error: ValueError, text: str) -> Fault:
    """Return where json gave up, its message, and how JSON is written."""
    if not isinstance(error, json.JSONDecodeError):
        return strange(text) or (0, str(error), _REMEDY)
    at = min(error.pos, len(text.rstrip()))
    before = text[:at].rstrip()
    if before.endswith(",") and text[at : at + 1] in ("}", "]"):
        at = len(before) - 1  # the comma too many, where Python 3.13 and later see it themselves
    return at, error.msg, _REMEDY
