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
_WORD = re.compile(r"[^\s,:\[\]{}]{1,40}|\S")
_CONSTANT = re.compile("NaN|-?Infinity")
_WHOLE = re.compile(r"-?([0-9]+)(?![0-9.eE])")

_COMMA = "a comma before a closing bracket"
_QUOTE = 'texts and keys stand in "double quotes"'
_ESCAPED = r"write \\ for a backslash"
# The beginning of json's message: what is wrong ({} is what stands there), what to do.
_WORDS = {
    "Expecting value": ("a value is expected, not {}", _QUOTE),
    "Expecting property name": ("a key is expected, not {}", _QUOTE),
    "Expecting ':'": ("a colon is expected, not {}", 'write "key": value'),
    "Expecting ','": ("a comma or a closing bracket is expected, not {}", "put one there"),
    "Extra data": ("the end of the file is expected, not {}", "take out the rest"),
    "Unterminated string": ("this text is never closed", 'close it with "'),
    "Unexpected UTF-8 BOM": ("a second byte order mark", "take it out"),
    "Invalid \\u": ("an escape without its four hexadecimal digits", _ESCAPED),
    "Invalid \\": ("a \\ that escapes nothing", _ESCAPED),
}


def places(text: str) -> dict[Path, tuple[int, int]]:
    """The offsets of the value and of the key at every path of a valid document."""
    return {path: (value, key) for path, value, key in walk(text)}


def walk(text: str) -> Iterator[tuple[Path, int, int]]:
    """Each path with the offsets of value and key, in the order of the text.

    What stands in a list is its own key. In a broken text only right up to the fault.
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


def character(text: str, start: int, index: int) -> int:
    """The offset of character `index` of the string that opens at `start`.

    The index behind the last one gives the closing quote.
    """
    for unit in _UNIT.finditer(text, start + 1):
        if index == 0:
            return unit.start()
        index -= 1
    return len(text)


def strange(text: str) -> Fault | None:
    """The first thing that json lets through, or chokes on, in a text of correct syntax."""
    limit = sys.get_int_max_str_digits()
    seen = set()
    for path, value, key in walk(text):
        if path in seen:
            name = shorten(str(path[-1]))
            return key, f"the key {name!r} stands here a second time", "keep one of the two"
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
    """Where json gave up, what is wrong there and what to do, in plain words."""
    if not isinstance(error, json.JSONDecodeError):
        return strange(text) or (0, str(error), "correct it")
    at, said = error.pos, error.msg
    rest = text[at:].lstrip()
    before = text[:at].rstrip()
    if said.startswith("Illegal trailing comma"):
        return at, _COMMA, "take it out"
    if said.startswith(("Expecting", "Extra")):
        if rest.startswith(("#", "//", "/*")):
            return at, "JSON has no comments", "take it out, or write the file as TOML"
        if rest.startswith(("]", "}")) and before.endswith(","):
            return len(before) - 1, _COMMA, "take it out"
        if not rest:
            at = len(before)
    elif said.startswith("Invalid control"):
        if text[at] in "\r\n":
            return at, "the text is not closed on its line", 'close it with "'
        return at, f"U+{ord(text[at]):04X} cannot stand in a text", "write it as an escape"
    elif said.startswith("Invalid"):
        at = text.rfind("\\", 0, at + 1)
    what, remedy = next(
        (w for start, w in _WORDS.items() if said.startswith(start)), (said, "correct it")
    )
    word = _WORD.match(rest)
    return at, what.replace("{}", repr(word[0]) if word else "the end of the file"), remedy
