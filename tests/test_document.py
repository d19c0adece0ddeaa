"""Documents: every failure is one sentence with its place, and everything read has a place."""

from __future__ import annotations

import errno
import json
import math
import os
import sys
import time
import tomllib
from contextlib import suppress
from datetime import timedelta, timezone
from pathlib import Path
from typing import Any, Literal

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.document import DEPTH, LIMIT, Document, Place, parse_document, read_document
from palace.errors import InputError

Kind = Literal["toml", "json"]

# The text, and the whole message after `file:`.
TOML_FAULTS = {
    "a = ": "1:4: broken TOML: a value is expected, not the end of the file; a text stands in "
    'quotes, as in name = "Ana"',
    "a =\nb = 1": "1:4: broken TOML: a value is expected, not the end of the line; a text stands "
    'in quotes, as in name = "Ana"',
    "name = Ana": "1:8: broken TOML: a value is expected, not 'Ana'; a text stands in quotes, as "
    'in name = "Ana"',
    "a = 1\r\nb = h5-g5\r\n": "2:5: broken TOML: a value is expected, not 'h5-g5'; a text stands "
    'in quotes, as in name = "Ana"',
    "a = 1 2": "1:7: broken TOML: the end of the line is expected, not '2'; one value a line, "
    "texts in quotes",
    "= 1": "1:1: broken TOML: no line begins with '='; write key = value, [table] or # comment",
    "a 1": "1:3: broken TOML: = is expected, not '1'; write key = value",
    "[]": "1:2: broken TOML: a key is expected, not ']'; letters, digits, - and _, or in "
    '"quotes"',
    "a = [1\nb = 2": "2:1: broken TOML: a comma or ] is expected, not 'b'; close the list with ]",
    "a = [1, # one\n\n": "1:14: broken TOML: a value is expected, not the end of the file; a text "
    'stands in quotes, as in name = "Ana"',
    "a = {b = 1\n}": "1:11: broken TOML: a comma or } is expected, not the end of the line; close "
    "it on the same line",
    "[a\n": "1:3: broken TOML: ] is expected, not the end of the line; write [table]",
    "[[a]\n": "1:4: broken TOML: ]] is expected, not ']'; write [[table]]",
    "a = 'x": "1:5: broken TOML: this text is never closed; close it with the quotes that open it",
    'b = 1\na = """x\ny\n': "2:5: broken TOML: this text is never closed; close it with the "
    "quotes that open it",
    'a = "x\nb = 1': "1:7: broken TOML: the text is not closed on its line; close it with the "
    "quotes that open it",
    "a = 'x\r\nb = '1'": "1:7: broken TOML: the text is not closed on its line; close it with the "
    "quotes that open it",
    'a = "\x07"': "1:6: broken TOML: U+0007 cannot stand here; take it out",
    "# \x1b[2J": "1:3: broken TOML: U+001B cannot stand here; take it out",
    "[a]\n [a]\n": "2:2: broken TOML: this table stands here a second time; keep one, or write "
    "[[table]]",
    "a = 1\nb = 2\na = [\n3]": "3:1: broken TOML: the key 'a' stands here a second time; keep one "
    "of the two",
    "[t]\na.b = 1\na.'b' = 2": "3:3: broken TOML: the key 'b' stands here a second time; keep one "
    "of the two",
    "a = {x = 1, x = 2}": "1:13: broken TOML: the key 'x' stands here a second time; keep one of "
    "the two",
    "a = 1\n  [a]\n": "2:3: broken TOML: something else stands there already; keep one of the two",
    "a = 1\na.b = 2": "2:1: broken TOML: something else stands there already; keep one of the two",
    "[a.b]\nc = 1\n[a]\nb.d = 1": "4:1: broken TOML: this adds to a table that is complete; write "
    "all of it in one place",
    "a = [1]\n[[a]]": "2:1: broken TOML: this adds to what is complete; write all of it in one "
    "place",
    r'a = "x\q"': r"1:7: broken TOML: a \ that escapes nothing; write \\, or put the text in "
    "'single quotes'",
    r'a = "x\u12"': "1:7: broken TOML: an escape without its hexadecimal digits; write \\\\, or "
    "put the text in 'single quotes'",
    r'a = "x\ud800"': "1:7: broken TOML: an escape that is no character; write the character "
    "itself",
    "a = 2021-02-30": "1:5: broken TOML: '2021-02-30' is no date; check year, month and day",
    "b = 0\na = [1, -" + "1" * 4301 + "]": "2:9: broken TOML: a number of more than 4300 digits; "
    "write a smaller one",
    "a = 0x" + "1" * 4000: "1:5: broken TOML: a number of more than 4300 digits; write a smaller "
    "one",
    "a = " + "[" * 100_000: "1:69: nested more than 64 levels deep; flatten it",
    "a = " + "{a = " * 100_000: "1:325: nested more than 64 levels deep; flatten it",
    "a" + ".a" * 100_000 + " = 1": "1:129: nested more than 64 levels deep; flatten it",
    "[b]\n[" + "a." * 100_000 + "a]": "2:130: nested more than 64 levels deep; flatten it",
    "a = 1\x00": "1:6: a NUL byte, so this is no text; save it as UTF-8 text",
    'a = "\udc80"': "1:6: U+DC80 is half a character; save it as UTF-8 text",
    "": " the file is empty; write something into it, or name another",
    "\ufeff \r\n": " the file is empty; write something into it, or name another",
}
JSON_FAULTS = {
    '{"a": ': "1:6: broken JSON: a value is expected, not the end of the file; texts and keys "
    'stand in "double quotes"',
    '{"a": True}': "1:7: broken JSON: a value is expected, not 'True'; texts and keys stand in "
    '"double quotes"',
    "{'a': 1}": "1:2: broken JSON: a key is expected, not \"'a'\"; texts and keys stand in "
    '"double quotes"',
    '{"a" 1}': "1:6: broken JSON: a colon is expected, not '1'; write \"key\": value",
    '{"a": 1\n "b": 2}': "2:2: broken JSON: a comma or a closing bracket is expected, not "
    "'\"b\"'; put one there",
    '{"a": 1\n': "1:8: broken JSON: a comma or a closing bracket is expected, not the end of the "
    "file; put one there",
    '{"a": 1,\n}': "1:8: broken JSON: a comma before a closing bracket; take it out",
    '{"a": [1, ]}': "1:9: broken JSON: a comma before a closing bracket; take it out",
    '{"a": 1 // one\n}': "1:9: broken JSON: JSON has no comments; take it out, or write the file "
    "as TOML",
    "# game\n{}": "1:1: broken JSON: JSON has no comments; take it out, or write the file as TOML",
    '{}\n{"a": 1}': "2:1: broken JSON: the end of the file is expected, not '{'; take out the rest",
    '{"a": "x}': '1:7: broken JSON: this text is never closed; close it with "',
    '{"a": "x\n"}': '1:9: broken JSON: the text is not closed on its line; close it with "',
    '{"a": "x\t"}': "1:9: broken JSON: U+0009 cannot stand in a text; write it as an escape",
    r'{"a": "x\q"}': r"1:9: broken JSON: a \ that escapes nothing; write \\ for a backslash",
    r'{"a": "x\u12"}': "1:9: broken JSON: an escape without its four hexadecimal digits; write "
    "\\\\ for a backslash",
    r'{"a": ["\ud83d\ude00\ud800"]}': r"1:21: broken JSON: \ud800 is half a character; write the "
    "character itself",
    r'{"\\ud800": 1, "\uDC00": 2}': r"1:17: broken JSON: \uDC00 is half a character; write the "
    "character itself",
    '{"a": 1,\n "b": {"a": 1},\n "b": {}}': "3:2: broken JSON: the key 'b' stands here a second "
    "time; keep one of the two",
    '{"a": [{}, {"b": 1, "\\u0062": 2}]}': "1:21: broken JSON: the key 'b' stands here a second "
    "time; keep one of the two",
    '{"a": [1, NaN]}': "1:11: broken JSON: NaN is no number of JSON; write a number, or null",
    '{"NaN": "NaN", "a": -Infinity': "1:21: broken JSON: -Infinity is no number of JSON; write a "
    "number, or null",
    '{"a": -' + "1" * 4301 + "}": "1:7: broken JSON: a number of more than 4300 digits; write a "
    "smaller one",
    "\n [1]": "2:2: the document is no object; put it between { and }",
    '"a"': "1:1: the document is no object; put it between { and }",
    "[" * 100_000: "1:66: nested more than 64 levels deep; flatten it",
    '{"a":' * 100_000: "1:326: nested more than 64 levels deep; flatten it",
    '{"a":\x00': "1:6: a NUL byte, so this is no text; save it as UTF-8 text",
    '{"a": "\ud800"}': "1:8: U+D800 is half a character; save it as UTF-8 text",
    "\ufeff\ufeff{}": "1:1: broken JSON: a second byte order mark; take it out",
    "": " the file is empty; write something into it, or name another",
}


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


@pytest.mark.parametrize("text", TOML_FAULTS, ids=name)
def test_broken_toml(text: str) -> None:
    assert message(text, "toml") == f"file:{TOML_FAULTS[text]}"


@pytest.mark.parametrize("text", JSON_FAULTS, ids=name)
def test_broken_json(text: str) -> None:
    assert message(text, "json") == f"file:{JSON_FAULTS[text]}"


def test_depth_limit() -> None:
    brackets = "[" * DEPTH + "1" + "]" * DEPTH
    assert "nested" in message(f"a = {brackets}", "toml")
    assert "nested" in message(f'{{"a": {brackets}}}', "json")
    parse_document(f"a = {brackets[1:-1]}", "toml", "file")
    parse_document(f'{{"a": {brackets[1:-1]}}}', "json", "file")
    parse_document("# " + "a." * 1000 + "\na = '" + "a." * 1000 + "'", "toml", "file")


def test_places_without_room_to_look() -> None:
    brackets = "[" * 60 + "]" * 60
    parse_document("a = 1", "toml", "f").where(())
    doc = parse_document(f"a = {brackets}", "toml", "f")
    frames, frame = 0, sys._getframe()
    while frame.f_back:
        frames, frame = frames + 1, frame.f_back
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(frames + 40)
    try:
        place = doc.where(("a", 0))
    finally:
        sys.setrecursionlimit(limit)
    assert place == Place("f", 1, 1)


def test_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def loads(text: str) -> None:
        raise MemoryError

    monkeypatch.setattr(tomllib, "loads", loads)
    assert message("a = 1", "toml") == "file: too much for this computer's memory; split it"


# Files.


def test_read(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b'\xef\xbb\xbfa = "\xc3\xa4"\r\nb = 1')
    doc = read_document(tmp_path / "a.toml")
    assert (doc.data, doc.kind, doc.file) == ({"a": "ä", "b": 1}, "toml", str(tmp_path / "a.toml"))
    assert doc.text == 'a = "ä"\r\nb = 1'
    assert str(doc.where(("b",))).endswith("a.toml:2:5")
    assert repr(doc).endswith("a.toml': toml, 14 characters>")
    (tmp_path / "A.JSON").write_text('{"a": null}')
    doc = read_document(str(tmp_path / "A.JSON"), name="game")
    assert (doc.data, doc.kind, doc.file) == ({"a": None}, "json", "game")


def test_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.toml").write_text("a = 1")
    Path("game.txt").write_text("a = 1")
    Path("saved.toml").mkdir()
    assert refusal("gmae.toml") == "gmae.toml: there is no such file; did you mean game.toml?"
    assert refusal("game") == "game: there is no such file; did you mean game.toml?"
    assert refusal("nothing.json") == "nothing.json: there is no such file; check the path"
    assert refusal("none/game.toml") == "none/game.toml: there is no folder none; check the path"
    assert refusal("game.txt") == (
        "game.txt: this is neither .toml nor .json; only these two are read"
    )
    for folder in ("saved.toml", "."):
        assert refusal(folder) == (f"{folder}: this is a folder; name a .toml or .json file in it")
    assert refusal("game.toml/a.toml") == (
        "game.toml/a.toml: a part of this path is a file, not a folder; check the path"
    )
    assert refusal("a\0.toml", "it") == "it: this is no file name; name a .toml or .json file"
    assert refusal("\ud800.toml", "it") == "it: this is no file name; name a .toml or .json file"
    assert refusal("") == "there is no such file; check the path"


def test_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.toml"
    file.write_text("a = 1")

    def shut(*args: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("builtins.open", shut)
    assert refusal(file, "a") == "a: no permission to read it; ask its owner for it"
    monkeypatch.setattr(os, "listdir", shut)
    assert refusal(tmp_path / "b.toml", "b") == "b: there is no such file; check the path"


def test_disk_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.toml"
    file.write_text("a = 1")

    def broken(*args: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("builtins.open", broken)
    assert refusal(file, "a") == "a: cannot be read: Input/output error; check the path"


def test_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*args: object) -> None:
        raise AssertionError

    file = tmp_path / "a.json"
    with file.open("wb") as stream:
        stream.truncate(50_000_000)
    with monkeypatch.context() as patch:
        patch.setattr("builtins.open", opened)
        assert refusal(file, "a") == (
            "a: too large: 50,000,000 bytes; at most 16,777,216 bytes are read"
        )
    file.write_bytes(b'{"a": 1}'.ljust(LIMIT))
    assert read_document(file).data == {"a": 1}


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs device files")
def test_devices(tmp_path: Path) -> None:
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    (tmp_path / "null.toml").symlink_to("/dev/null")
    assert refusal(tmp_path / "zero.toml", "a") == (
        "a: too large: more than 16,777,216 bytes; at most 16,777,216 bytes are read"
    )
    assert refusal(tmp_path / "null.toml", "a") == (
        "a: the file is empty; write something into it, or name another"
    )


@pytest.mark.parametrize(
    ("raw", "said"),
    {
        b'a = "\xc3\xa4\xff"': "a:1:7: byte 0xFF is not UTF-8",
        b"\xef\xbb\xbfa\xe4": "a:1:2: byte 0xE4 is not UTF-8",
        b"# \xc3\xa4\r\nb = '\xed\xa0\x80'": "a:2:6: byte 0xED is not UTF-8",
        b"a = 1\n\xc3": "a:2:1: byte 0xC3 is not UTF-8",
        b"a\n\0\xff": "a:2:1: a NUL byte, so this is no text",
        b"\x89PNG\r\n\0": "a:1:1: byte 0x89 is not UTF-8",
        b"a\0 \0=\0": "a:1:2: a NUL byte, so this is no text",
        "a = 1".encode("utf-16"): "a: this is UTF-16 text",
    }.items(),
    ids=name,
)
def test_rubbish(raw: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(raw)
    assert refusal(file, "a") == f"{said}; save it as UTF-8 text"


# Places.

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
TOML_PLACES = {
    (): (1, 1),
    ("format",): (2, 10),
    ("two words",): (3, 1),
    ("two words", "x"): (3, 13),
    ("two words", "x", "y"): (3, 21),
    ("rulings",): (5, 1),
    ("rulings", "spiral"): (6, 10),
    ("rulings", "when"): (7, 8),
    ("players",): (9, 1),
    ("players", 0): (9, 1),
    ("players", 0, "name"): (10, 8),
    ("players", 0, "start"): (11, 9),
    ("players", 0, "start", "a"): (11, 11),
    ("players", 0, "start", "a", "b"): (11, 17),
    ("players", 0, "start", "c"): (11, 26),
    ("players", 0, "start", "c", 0): (11, 27),
    ("players", 0, "start", "c", 1): (11, 30),
    ("players", 0, "start", "c", 1, "d"): (11, 36),
    ("players", 1): (13, 1),
    ("players", 1, "name"): (14, 8),
    ("players", 1, "cards"): (15, 9),
    ("players", 1, "cards", 0): (16, 3),
    ("players", 1, "cards", 1): (17, 3),
    ("players", 1, "cards", 1, 0): (17, 4),
    ("players", 1, "cards", 1, 1): (17, 7),
    ("players", 1, "cards", 2): (17, 11),
    ("players", 1, "cards2"): (20, 3),
    ("players", 1, "cards2", 0): (20, 3),
    ("players", 1, "extra"): (21, 12),
    ("players", 1, "extra", "deep"): (21, 3),
    ("players", 1, "extra", "deep", "e"): (22, 9),
    ("x",): (25, 1),
    ("x", "y"): (24, 4),
    ("x", "y", "z"): (24, 1),
    ("x", "q"): (26, 5),
}
TOML_KEYS = {
    ("format",): (2, 1),
    ("two words",): (3, 1),
    ("two words", "x", "y"): (3, 17),
    ("rulings",): (5, 2),
    ("players",): (9, 3),
    ("players", 0): (9, 1),
    ("players", 0, "start", "a", "b"): (11, 13),
    ("players", 0, "start", "c"): (11, 20),
    ("players", 1, "cards", 1): (17, 3),
    ("players", 1, "extra", "deep"): (21, 18),
    ("x", "y", "z"): (24, 6),
    ("x",): (25, 2),
}
JSON = """\
 {"a": [1, {"b": "x"}, [], {}, -1.5e3],
  "c\\u0041" : {"d": null,
"": {}},
"e":true }
"""
JSON_PLACES = {
    (): (1, 1),
    ("a",): (1, 8),
    ("a", 0): (1, 9),
    ("a", 1): (1, 12),
    ("a", 1, "b"): (1, 18),
    ("a", 2): (1, 24),
    ("a", 3): (1, 28),
    ("a", 4): (1, 32),
    ("cA",): (2, 15),
    ("cA", "d"): (2, 21),
    ("cA", ""): (3, 5),
    ("e",): (4, 5),
}
JSON_KEYS = {("a",): (1, 3), ("a", 1): (1, 12), ("a", 1, "b"): (1, 13), ("cA",): (2, 3)}


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


@pytest.mark.parametrize(
    ("text", "kind", "values", "keys"),
    [(TOML, "toml", TOML_PLACES, TOML_KEYS), (JSON, "json", JSON_PLACES, JSON_KEYS)],
    ids=["toml", "json"],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_places(
    text: str,
    kind: Kind,
    ending: str,
    values: dict[tuple[str | int, ...], tuple[int, int]],
    keys: dict[tuple[str | int, ...], tuple[int, int]],
) -> None:
    doc = parse_document(text.replace("\n", ending), kind, "file")
    assert {path: doc.where(path)[1:] for path in paths(doc.data)} == values
    assert {path: doc.where(path, key=True)[1:] for path in keys} == keys
    assert set(doc._spots) == set(values)


def test_places_of_what_is_not_there() -> None:
    toml = parse_document(TOML, "toml", "f.toml")
    assert str(toml.where(["players", 1, "nmae"])) == "f.toml:13:1"
    assert str(toml.where(["players", 1, "nmae", "x", 7], key=True)) == "f.toml:13:1"
    assert str(toml.where(["players", 2])) == "f.toml:9:1"
    assert str(toml.where(["players", 0, "start", "x"], offset=3)) == "f.toml:11:9"
    assert str(toml.where(["nothing"])) == "f.toml:1:1"
    json = parse_document(JSON, "json", "f.json")
    assert str(json.where(["cA", "x"], key=True)) == "f.json:2:15"
    assert str(json.where(["x"])) == "f.json:1:1"


def test_places_are_not_looked_for_before_they_are_asked() -> None:
    doc = parse_document(TOML, "toml", "file")
    assert not doc._spots
    doc.where(())
    assert doc._spots


TEXTS = {
    # The string as written (after `a = ` in TOML), and the line:column of each character and end.
    '"h5-g5"': "1:6 1:7 1:8 1:9 1:10 1:11",
    "'a\\n'": "1:6 1:7 1:8 1:9",
    r'"a\tb\u00e4c\U0001F600\\d"': "1:6 1:7 1:9 1:10 1:16 1:17 1:27 1:29 1:30",
    '""': "1:6",
    "''": "1:6",
    '""""""': "1:8",
    '"""ab"""': "1:8 1:9 1:10",
    '"""\nab\n\tc"""': "2:1 2:2 2:3 3:1 3:2 3:3",
    '"""\r\nab\r\nc"""': "2:1 2:2 2:3 3:1 3:2",
    '"""a\\\n   \n  b\\   \n"""': "1:8 3:3 4:1",
    '"""a"b""c"""""': "1:8 1:9 1:10 1:11 1:12 1:13 1:14 1:15 1:16",
    "'''\n'a\\\n''b''''": "2:1 2:2 2:3 2:4 3:1 3:2 3:3 3:4 3:5",
    '"😀é"': "1:6 1:7 1:8",
}


@pytest.mark.parametrize("written", TEXTS)
def test_places_in_a_toml_string(written: str) -> None:
    doc = parse_document(f"a = {written}", "toml", "f")
    length = len(doc.data["a"])
    found = [doc.where(("a",), offset=index)[1:] for index in range(length + 1)]
    assert " ".join(f"{line}:{column}" for line, column in found) == TEXTS[written]
    assert doc.where(("a",), offset=length + 9) == doc.where(("a",), offset=length)
    assert doc.where(("a",), offset=-1) == doc.where(("a",), offset=0)
    assert doc.where(("a",), offset=0, key=True) == Place("f", 1, 1)


def test_places_in_a_json_string() -> None:
    doc = parse_document(r'{"a": "x\n\u00e4\ud83d\ude00\\y", "b": 12}', "json", "f")
    found = [doc.where(("a",), offset=index).column for index in range(8)]
    assert found == [8, 9, 11, 17, 29, 31, 32, 32]
    assert doc.where(("b",), offset=1).column == 40


# Anything.

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
scalars = (
    words
    | st.integers(-(2**63), 2**63 - 1)
    | st.booleans()
    | st.floats(allow_nan=False)
    | st.dates()
    | st.datetimes(
        timezones=st.none()
        | st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
    )
)
trees = st.dictionaries(
    words,
    st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
        max_leaves=8,
    ),
    min_size=1,
    max_size=4,
)
plain_trees = st.dictionaries(
    words,
    st.recursive(
        words
        | st.integers()
        | st.booleans()
        | st.none()
        | st.floats(allow_nan=False).filter(math.isfinite),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
        max_leaves=12,
    ),
    max_size=4,
)


def offset_of(doc: Document, place: Place) -> int:
    rows = doc.text.split("\n")
    return sum(len(row) + 1 for row in rows[: place.line - 1]) + place.column - 1


def starts(text: str, start: int, before: str, after: str, wanted: object) -> bool:
    """Whether some piece of TOML from `start` on, between two others, says `wanted`."""
    for end in range(start + 1, len(text) + 1):
        try:
            found = tomllib.loads(f"{before}{text[start:end]}{after}")
        except ValueError:
            continue
        if found == wanted:
            return True
    return False


def names_in(path: tuple[str | int, ...]) -> list[str]:
    return [step for step in path if isinstance(step, str)]


@settings(max_examples=80, deadline=None)
@given(trees, st.booleans())
def test_toml_has_a_place_for_everything(tree: dict[str, Any], multiline: bool) -> None:
    doc = parse_document(tomli_w.dumps(tree, multiline_strings=multiline) + "\n", "toml", "f")
    everything = paths(doc.data)
    doc.where(())
    assert set(doc._spots) == set(everything)
    for path in everything[1:]:
        value = at(doc.data, path)
        start = offset_of(doc, doc.where(path))
        key = offset_of(doc, doc.where(path, key=True))
        table = isinstance(value, dict)
        if key > start or (table and doc.text[start] == "["):
            header = tomllib.loads(doc.text[start:].split("\n")[0])
            assert names_in(paths(header)[-1]) == names_in(path)
        elif not table or doc.text[start] == "{":
            assert starts(doc.text, start, "v = ", "", {"v": value})
        else:
            assert start == key
        if isinstance(path[-1], str):
            assert starts(doc.text, key, "", "=0", {path[-1]: 0})
        else:
            assert key == start


@settings(max_examples=100, deadline=None)
@given(plain_trees, st.sampled_from([None, 0, 3]), st.booleans())
def test_json_has_a_place_for_everything(
    tree: dict[str, Any], indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(tree, indent=indent, ensure_ascii=ascii_only)
    doc = parse_document(text, "json", "f")
    assert doc.data == tree
    doc.where(())
    decoder = json.JSONDecoder()
    for path in paths(tree)[1:]:
        value = at(tree, path)
        assert decoder.raw_decode(text, offset_of(doc, doc.where(path)))[0] == value
        key = offset_of(doc, doc.where(path, key=True))
        assert decoder.raw_decode(text, key)[0] == (
            path[-1] if isinstance(path[-1], str) else value
        )
        if isinstance(value, str):
            for index, character in enumerate(value):
                found = text[offset_of(doc, doc.where(path, offset=index))]
                assert found in (character, "\\")
    assert set(doc._spots) == set(paths(tree))


PIECES = [
    *("a", "b", ".", "=", "[", "]", "[[", "]]", "{", "}", ",", ":", "#", "//", "é", "😀"),
    *('"', '"""', "'", "'''", "\\", "\\u", "\\ud800", "\\u0041", "\\U0001F600", "\\\n"),
    *("1", "-1", "1.5", "0x1F", "1_0", "true", "null", "NaN", "inf", "2020-01-01", "07:32:00"),
    *("\n", "\r\n", "\r", " ", "\t", "\0", "\x07", "\ufeff", "\ud800"),
    *("a=1\n", "[a]\n", "[[a]]\n", "a.b=1\n", 'a="', "a=[", "a={", '{"a":', '{"b":[1,'),
]
noise = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def parses_or_refuses(text: str, kind: Kind) -> None:
    found: Document | InputError
    try:
        found = parse_document(text, kind, "f")
    except InputError as error:
        found = error
    if isinstance(found, Document):
        found.where(())
        assert set(found._spots) == set(paths(found.data))
        return
    (problem,) = found.problems
    assert problem.what
    assert problem.remedy
    place, _, column = problem.where.rpartition(":")
    if place:
        row = text.removeprefix("\ufeff").split("\n")[int(place.removeprefix("f:")) - 1]
        assert 1 <= int(column) <= len(row) + 1


@settings(max_examples=400, deadline=None)
@given(noise, st.sampled_from(["toml", "json"]))
def test_noise(text: str, kind: Kind) -> None:
    parses_or_refuses(text, kind)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from([(TOML, "toml"), (JSON, "json")]),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 3), noise), min_size=1, max_size=3),
)
def test_mutations(sound: tuple[str, Kind], changes: list[tuple[float, int, str]]) -> None:
    text, kind = sound
    for where, cut, piece in changes:
        start = int(where * len(text))
        text = text[:start] + piece + text[start + cut :]
    parses_or_refuses(text, kind)


@settings(max_examples=150, deadline=None)
@given(raw=st.binary(max_size=60), ending=st.sampled_from([".toml", ".json"]))
def test_bytes(raw: bytes, ending: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / f"bytes{ending}"
    file.write_bytes(raw)
    with suppress(InputError):
        read_document(file)


# Costs.


def test_a_long_record() -> None:
    turn = {"player": "Ana", "build": "h5-g5-g4_b+b-f4", "take": ["1x 1* each 1a1b on 1"]}
    tree = {"format": 1, "turns": [turn] * 4000}
    kinds: list[tuple[str, Kind]] = [(tomli_w.dumps(tree), "toml"), (json.dumps(tree), "json")]
    for text, kind in kinds:
        start = time.perf_counter()
        doc = parse_document(text, kind, "f")
        for index in range(4000):
            doc.where(("turns", index, "build"), offset=9)
        assert time.perf_counter() - start < 5


def test_a_good_document_loads_no_scanner() -> None:
    import subprocess

    code = (
        "import sys, palace.document as d; assert 'tomllib' not in sys.modules;"
        "d.parse_document('a = 1', 'toml', 'f'); d.parse_document('{}', 'json', 'f');"
        "print(sorted(m for m in sys.modules if m.endswith('_places') or m in "
        "('pydantic', 'rich', 'dataclasses', 'difflib')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "game.toml"
    os.mkfifo(pipe)
    with pytest.raises(InputError) as caught:
        read_document(pipe)
    assert str(caught.value) == f"{pipe}: this is a pipe, which may never end; name a file"
