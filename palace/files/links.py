"""Links: a record, or a table and one staircase, as what stands behind the `#` of an address.

A record is its text, deflated with a dictionary of what records are made of, behind one byte: the
version of the dictionary.  A dictionary is never changed; a better one gets the next version.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType

from palace.core.errors import InputError, Problem
from palace.files.text_file import shipped

VERSION = 1

LONGEST = 200_000
"""Characters of a link that is read."""

LARGEST = 1_000_000
"""Bytes of a record in a link."""

MOST_PIECES = 99

_PIECE = re.compile(r"([1-9][0-9]?)\.([1-9][0-9]?)\.([A-Z2-7]{7})\.([A-Z2-7]+)")
_KEYS = ("game", "game32", "piece", "check", "position", "map")
_PLAIN = "/:@!$'()*+,;~"  # need no % behind the # of an address


@dataclass(frozen=True)
class Link:
    """What a link holds: the `text` of a record, a staircase to `check`, its `position` and `map`.

    `kept` are the pieces of a record that are there so far, by their numbers, out of `count`; the
    record has no text before all are there.
    """

    text: str = ""
    check: str = ""
    position: str = ""
    map: str = ""
    kept: Mapping[int, str] = field(default_factory=dict)
    count: int = 0

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the pieces that are not there yet."""
        return tuple(at for at in range(1, self.count + 1) if at not in self.kept)


def packed(text: str, version: int = VERSION) -> bytes:
    """Return a record as the bytes of a link."""
    small = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _words(version))
    return bytes([version]) + small.compress(text.encode()) + small.flush()


def unpacked(data: bytes) -> str:
    """Return the text of the bytes of a link; raises `InputError`."""
    version = data[0] if data else 0
    if not 1 <= version <= VERSION:
        remedy = f"this program reads versions up to {VERSION}: use a newer one"
        raise _wrong(f"its version is {version}", remedy)
    large = zlib.decompressobj(-15, _words(version))
    try:
        text = large.decompress(data[1:], LARGEST + 1)
        if len(text) > LARGEST:
            raise _wrong("its record is too large", f"at most {LARGEST:,} bytes")
        if not large.eof or large.unused_data:
            raise _wrong("it is cut off or damaged")
        return text.decode()
    except (zlib.error, UnicodeDecodeError):
        raise _wrong("it is damaged") from None


def game_link(text: str, check: str = "") -> str:
    """Return the link to a record, perhaps with a staircase that is tried in it."""
    data = base64.urlsafe_b64encode(packed(text)).decode().rstrip("=")
    return f"#game={data}" + (f"&check={_quoted(check)}" if check else "")


def check_link(check: str, position: str = "", ground: str = "") -> str:
    """Return the link to a staircase on a position, which names its map or has it beside it."""
    pairs = {"check": check, "position": position, "map": ground}
    return "#" + "&".join(f"{key}={_quoted(value)}" for key, value in pairs.items() if value)


def code_parts(text: str, most: int) -> tuple[tuple[str, str], ...]:
    """Return a record as the texts of the fewest codes of at most `most` characters of data each.

    Each is in two parts, of which the second is capitals and digits, and smaller for that.
    """
    raw = packed(text)
    data, name = _base32(raw), _name(raw)
    if len(data) <= most:
        return (("#game32=", data),)
    count = -(-len(data) // max(most, 1))
    if count > MOST_PIECES:
        raise _wrong(f"it takes {count} codes", f"at most {MOST_PIECES}: send the record's file")
    each = -(-len(data) // count)
    parts = (data[at : at + each] for at in range(0, len(data), each))
    return tuple(("#piece=", f"{at}.{count}.{name}.{part}") for at, part in enumerate(parts, 1))


def read_link(text: str, before: Sequence[str] = ()) -> Link:
    """Return what a link holds; what stands before its `#` is of no account.

    `before` are links to pieces that came earlier; those of another record, and what is no piece,
    are passed over.  Raises `InputError`, in one line.
    """
    pairs = _pairs(text)
    told = Link(
        check=pairs.get("check", ""), position=pairs.get("position", ""), map=pairs.get("map", "")
    )  # fmt: skip
    if not told.check and (told.position or told.map):
        raise _wrong("it has no staircase", "write #check=c4+b-d4")
    if not told.check and not pairs.keys() & {"game", "game32", "piece"}:
        raise _wrong("it holds no game and no staircase", "write #game=... or #check=c4+b-d4")
    if "game" in pairs:
        return replace(told, text=unpacked(_base64(pairs["game"])))
    if "game32" in pairs:
        return replace(told, text=unpacked(_from_base32(pairs["game32"])))
    return _gathered(pairs["piece"], before) if "piece" in pairs else told


def _gathered(piece: str, before: Iterable[str]) -> Link:
    """Return a record of pieces, as far as they are there."""
    _, count, name, _ = _parts(piece)
    kept: dict[int, str] = {}
    for link in (*before, f"#piece={piece}"):
        try:
            at, total, other, data = _parts(_pairs(link).get("piece", ""))
        except InputError:
            continue
        if (total, other) == (count, name):
            kept[at] = data
    found = Link(kept=MappingProxyType(kept), count=count)
    if found.missing:
        return found
    raw = _from_base32("".join(kept[at] for at in range(1, count + 1)))
    if _name(raw) != name:
        raise _wrong("its pieces do not belong together", "read all codes again")
    return Link(unpacked(raw), kept=found.kept, count=count)


def _parts(piece: str) -> tuple[int, int, str, str]:
    found = _PIECE.fullmatch(piece)
    if found is None or int(found[1]) > int(found[2]):
        raise _wrong("its piece of a record is damaged")
    return int(found[1]), int(found[2]), found[3], found[4]


def _pairs(text: str) -> dict[str, str]:
    """Return the values of a link by their keys; raises `InputError`."""
    from urllib.parse import unquote_to_bytes

    if len(text) > LONGEST:
        raise _wrong(f"it has {len(text):,} characters", f"at most {LONGEST:,}")
    pairs: dict[str, str] = {}
    for pair in filter(None, text.strip().rpartition("#")[2].split("&")):
        key, _, value = pair.partition("=")
        if key in pairs:
            raise _wrong(f"it has {key}= twice", "leave one out")
        if key in _KEYS:
            try:
                pairs[key] = unquote_to_bytes(value).decode()
            except UnicodeDecodeError:
                raise _wrong("it is damaged") from None
    return pairs


def _quoted(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe=_PLAIN)


def _base64(text: str) -> bytes:
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        raise _wrong("it is cut off or damaged")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=")


def _from_base32(text: str) -> bytes:
    try:
        return base64.b32decode(text + "=" * (-len(text) % 8))
    except (binascii.Error, ValueError):
        raise _wrong("it is cut off or damaged") from None


def _name(data: bytes) -> str:
    """Return what tells the pieces of one record from those of another, and that none is wrong."""
    return _base32(zlib.crc32(data).to_bytes(4, "big"))


def _wrong(what: str, remedy: str = "copy all of it again") -> InputError:
    return InputError(Problem("link", what, remedy))


@cache
def _words(version: int) -> bytes:
    """Return the dictionary of a version."""
    return shipped("palace.files", f"links-{version}.txt").read_bytes()
