"""The places in a TOML text, and what is wrong with a broken one; the values are tomllib's."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from palace.core.errors import shorten

if TYPE_CHECKING:
    from collections.abc import Generator

    Path = tuple[str | int, ...]
    Fault = tuple[int, str, str]  # offset, what is wrong, what to do
    Walk = Generator[tuple[Path, int, int], None, int]

_GAP = re.compile(r"[ \t\r\n]*+(?:#[^\n]*+[ \t\r\n]*+)*+")
_BARE = re.compile(r"[A-Za-z0-9_-]*")
_SCALAR = re.compile(r"[^,\]}#\n]*")
_WHOLE = re.compile(r"0[xob][0-9A-Fa-f_]+|[+-]?[0-9][0-9_]*(?![\w.])")
_WORDS = re.compile(r"(?!(?i:true|false)\b)[^\W\d][^,\]}#\"'\n]*")
_STOPS = {
    '"': re.compile(r'\\.|"', re.DOTALL),
    "'": re.compile("'"),
    '"""': re.compile(r'\\.|"{3,5}', re.DOTALL),
    "'''": re.compile("'{3,5}"),
}
_UNITS = {
    '"': re.compile(r"(?P<trim>\\[ \t]*\r?\n[ \t\r\n]*)|\\(?:u.{4}|U.{8}|x..|.)|\r\n|.", re.DOTALL),
    "'": re.compile(r"(?P<trim>(?!))|\r\n|.", re.DOTALL),
}
_MESSAGE = re.compile(r"(.*) \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)", re.DOTALL)

_REMEDY = 'write key = value, [table] or # comment; texts in "quotes", lists in [ ]'


def places(text: str) -> dict[Path, tuple[int, int]]:
    """Return the offsets of the value and of the key at every path of a valid document.

    The place of a table is that of its header, its `{` or its first dotted key.
    """
    found: dict[Path, tuple[int, int]] = {}
    for path, value, key in walk(text):
        # Only the header itself (its bracket before its key) replaces what implied the table.
        if path not in found or value < key:
            found[path] = (value, key)
    return found


def walk(text: str) -> Walk:
    """Yield each path with the offsets of value and key, in the order of the text.

    In a broken text right up to the fault, then an `IndexError` or `ValueError`, or nonsense.
    """
    table: Path = ()
    lists: dict[Path, int] = {}
    at = _past(_GAP, text, 0)
    while at < len(text):
        if text[at] == "[":
            table, at = yield from _header(text, at, lists)
        else:
            at = yield from _pair(text, at, table)
        at = _past(_GAP, text, at)
    return at


def characters(text: str, start: int) -> list[int]:
    """Return the offset of each character of the string that opens at `start`, and of its closing
    quote."""
    mark = _mark(text, start)
    at = start + len(mark)
    if len(mark) == 3 and text.startswith(("\n", "\r\n"), at):
        at = text.index("\n", at) + 1
    units = _UNITS[mark[0]].finditer(text, at, _string_end(text, start))
    return [unit.start() for unit in units if unit["trim"] is None]


def strange(text: str) -> Fault | None:
    """Return the first integer of too many digits for Python, in a text of correct syntax."""
    for _, at, _ in walk(text):
        whole = _WHOLE.match(text, at)
        # Python never limits numbers this short.
        if whole is None or len(whole[0]) < 640:
            continue
        try:
            str(int(whole[0], 0))
        except ValueError:
            limit = sys.get_int_max_str_digits()
            return at, f"a number of more than {limit} digits", "write a smaller one"
    return None


def complaint(error: ValueError, text: str) -> Fault:
    """Return where tomllib gave up, its message, and how TOML is written."""
    message = _MESSAGE.fullmatch(str(error))
    if message is None:
        return strange(text) or (0, str(error), _REMEDY)
    what, line, column = message.groups()
    if line is None:
        at, what = len(text.rstrip()), f"{what} at the end of the file"
    else:
        at = sum(len(row) + 1 for row in text.split("\n")[: int(line) - 1]) + int(column) - 1
    bare = _WORDS.match(text, at) if what == "Invalid value" else None
    quoted = f'put the text in quotes: "{shorten(bare[0].rstrip())}"; ' if bare else ""
    return _repetition(text, at) or (at, what, f"{quoted}{_REMEDY}")


def _repetition(text: str, end: int) -> Fault | None:
    """Return the first key before `end` that has a value already."""
    keys = set()
    try:
        for path, value, key in walk(text):
            if key >= end:
                break
            if path in keys and key < value:
                name = shorten(str(path[-1]))
                return key, f"the key {name!r} is here a second time", "keep one of the two"
            keys.add(path)
    except (IndexError, ValueError):
        pass
    return None


def _header(
    text: str, at: int, lists: dict[Path, int]
) -> Generator[tuple[Path, int, int], None, tuple[Path, int]]:
    """Yield a `[table]` or `[[table]]`: its path (into the last element of lists) and its end."""
    each = text.startswith("[[", at)
    parts, end = _key(text, at + 1 + each)
    table: Path = ()
    for name, start in parts[:-1]:
        table = (*table, name)
        yield table, start, start
        if table in lists:
            table = (*table, lists[table])
    name, start = parts[-1]
    table = (*table, name)
    if not each:
        yield table, at, start
        return table, end + 1
    lists[table] = lists.get(table, -1) + 1
    if not lists[table]:
        yield table, at, start
    table = (*table, lists[table])
    yield table, at, at
    return table, end + 2


def _pair(text: str, at: int, table: Path) -> Walk:
    """Yield the places of a `key = value` of a table; returns its end."""
    parts, end = _key(text, at)
    for name, start in parts[:-1]:
        table = (*table, name)
        yield table, start, start
    name, start = parts[-1]
    return (yield from _value(text, _past(_GAP, text, end + 1), (*table, name), start))


def _value(text: str, at: int, path: Path, key: int) -> Walk:
    yield path, at, key
    sign = text[at]
    if sign in "\"'":
        return _string_end(text, at)
    if sign not in "[{":
        return max(_past(_SCALAR, text, at), at + 1)
    index = 0
    at = _past(_GAP, text, at + 1)
    while text[at] not in "]}":
        if sign == "[":
            at = yield from _value(text, at, (*path, index), at)
            index += 1
        else:
            at = yield from _pair(text, at, path)
        at = _past(_GAP, text, at)
        if text[at] == ",":
            at = _past(_GAP, text, at + 1)
    return at + 1


def _key(text: str, at: int) -> tuple[list[tuple[str, int]], int]:
    """Return the parts of a dotted key, each with its offset, and the offset of what follows."""
    parts = []
    while True:
        at = _past(_GAP, text, at)
        if text[at] in "\"'":
            end = _string_end(text, at)
            name = text[at + 1 : end - 1]
            if text[at] == '"' and "\\" in name:
                import tomllib

                name = str(tomllib.loads(f"key = {text[at:end]}")["key"])
        else:
            end = _past(_BARE, text, at)
            name = text[at:end]
        parts.append((name, at))
        at = _past(_GAP, text, end)
        # No document that is read has a key this long, and a longer one costs time.
        if text[at] != "." or len(parts) == 100:
            return parts, at
        at += 1


def _mark(text: str, at: int) -> str:
    """Return the quotes that open the string at `at`."""
    quote = text[at]
    return quote * 3 if text.startswith(quote * 3, at) else quote


def _string_end(text: str, at: int) -> int:
    mark = _mark(text, at)
    for stop in _STOPS[mark].finditer(text, at + len(mark)):
        if not stop[0].startswith("\\"):
            return stop.end()
    raise ValueError("a string is never closed")


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
