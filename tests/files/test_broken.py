"""Broken documents: every failure is one sentence with its place."""

from __future__ import annotations

import json
import sys
import tomllib

import pytest

from palace.files.document import DEPTH, Place, parse_document
from tests.files.texts import message, name

# Where the readers of Python give up: the place; the message is theirs.
TOML_SYNTAX = {
    "a = ": (1, 4),
    "a =\nb = 1": (1, 4),
    "name = Ana": (1, 8),
    "a = 1\r\nb = h5-g5\r\n": (2, 5),
    "a = 1 2": (1, 7),
    "= 1": (1, 1),
    "a 1": (1, 3),
    "[]": (1, 2),
    "a = [1\nb = 2": (2, 1),
    "a = [1, # one\n\n": (1, 14),
    "a = {b = 1\n}": (1, 11),
    "[a\n": (1, 3),
    "[[a]\n": (1, 4),
    "a = 'x": (1, 7),
    'b = 1\na = """x\ny\n': (3, 2),
    'a = "x\nb = 1': (1, 7),
    "a = 'x\r\nb = '1'": (1, 7),
    'a = "\x07"': (1, 6),
    "# \x1b[2J": (1, 3),
    "[a]\n [a]\n": (2, 4),
    "a = 1\n  [a]\n": (2, 5),
    "a = 1\na.b = 2": (2, 8),
    "[a.b]\nc = 1\n[a]\nb.d = 1": (4, 8),
    "a = [1]\n[[a]]": (2, 4),
    'a = "x\\q"': (1, 9),
    'a = "x\\u12"': (1, 9),
    'a = "x\\ud800"': (1, 13),
    "a = 2021-02-30": (1, 5),
}
# What is found by ourselves: the whole message after `file:`.
TOML_FAULTS = {
    "a = 1\nb = 2\na = [\n3]": "3:1: broken TOML: the key 'a' is here a second time; keep one of "
    "the two",
    "[t]\na.b = 1\na.'b' = 2": "3:3: broken TOML: the key 'b' is here a second time; keep one of "
    "the two",
    "a = {x = 1, x = 2}": "1:13: broken TOML: the key 'x' is here a second time; keep one of the "
    "two",
    "a = 1\x00": "1:6: a NUL byte, so this is no text; save it as UTF-8 text",
    'a = "\udc80"': "1:6: U+DC80 is half a character; save it as UTF-8 text",
    "": " the file is empty; write something into it, or name another",
    "\ufeff \r\n": " the file is empty; write something into it, or name another",
    "b = 0\na = [1, -" + "1" * 4301 + "]": "2:9: broken TOML: a number of more than 4300 digits; "
    "write a smaller one",
    "a = 0x" + "1" * 4000: "1:5: broken TOML: a number of more than 4300 digits; write a smaller "
    "one",
    "a = " + "[" * 100_000: "1:69: nested more than 64 levels deep; flatten it",
    "a = " + "{a = " * 100_000: "1:325: nested more than 64 levels deep; flatten it",
    "a" + ".a" * 100_000 + " = 1": "1:129: nested more than 64 levels deep; flatten it",
    "[b]\n[" + "a." * 100_000 + "a]": "2:130: nested more than 64 levels deep; flatten it",
}
JSON_SYNTAX = {
    '{"a": ': (1, 6),
    '{"a": True}': (1, 7),
    "{'a': 1}": (1, 2),
    '{"a" 1}': (1, 6),
    '{"a": 1\n "b": 2}': (2, 2),
    '{"a": 1\n': (1, 8),
    '{"a": 1,\n}': (1, 8),
    '{"a": [1, ]}': (1, 9),
    '{"a": 1 // one\n}': (1, 9),
    "# game\n{}": (1, 1),
    '{}\n{"a": 1}': (2, 1),
    '{"a": "x}': (1, 7),
    '{"a": "x\n"}': (1, 9),
    '{"a": "x\t"}': (1, 9),
    '{"a": "x\\q"}': (1, 9),
    '{"a": "x\\u12"}': (1, 10),
    "\ufeff\ufeff{}": (1, 1),
}
JSON_FAULTS = {
    '{"a": ["\\ud83d\\ude00\\ud800"]}': "1:21: broken JSON: \\ud800 is half a character; write "
    "the character itself",
    '{"\\\\ud800": 1, "\\uDC00": 2}': "1:17: broken JSON: \\uDC00 is half a character; write the "
    "character itself",
    '{"a": 1,\n "b": {"a": 1},\n "b": {}}': "3:2: broken JSON: the key 'b' is here a second "
    "time; keep one of the two",
    '{"a": [{}, {"b": 1, "\\u0062": 2}]}': "1:21: broken JSON: the key 'b' is here a second "
    "time; keep one of the two",
    '{"a": [1, NaN]}': "1:11: broken JSON: NaN is no number of JSON; write a number, or null",
    '{"NaN": "NaN", "a": -Infinity': "1:21: broken JSON: -Infinity is no number of JSON; write a "
    "number, or null",
    "\n [1]": "2:2: the document is no object; put it between { and }",
    '"a"': "1:1: the document is no object; put it between { and }",
    '{"a":\x00': "1:6: a NUL byte, so this is no text; save it as UTF-8 text",
    '{"a": "\ud800"}': "1:8: U+D800 is half a character; save it as UTF-8 text",
    "": " the file is empty; write something into it, or name another",
    '{"a": -' + "1" * 4301 + "}": "1:7: broken JSON: a number of more than 4300 digits; write a "
    "smaller one",
    "[" * 100_000: "1:66: nested more than 64 levels deep; flatten it",
    '{"a":' * 100_000: "1:326: nested more than 64 levels deep; flatten it",
}


@pytest.mark.parametrize("text", TOML_SYNTAX, ids=name)
def test_toml_syntax(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as found:
        tomllib.loads(text.replace("\r\n", "\n"))
    said = str(found.value).partition(" (at ")[0]
    line, column = TOML_SYNTAX[text]
    assert message(text, "toml").startswith(f"file:{line}:{column}: broken TOML: {said}")
    assert message(text, "toml").endswith('; texts in "quotes", lists in [ ]')


@pytest.mark.parametrize("text", JSON_SYNTAX, ids=name)
def test_json_syntax(text: str) -> None:
    with pytest.raises(json.JSONDecodeError) as found:
        json.loads(text.removeprefix("\ufeff"))
    line, column = JSON_SYNTAX[text]
    assert message(text, "json") == (
        f"file:{line}:{column}: broken JSON: {found.value.msg}; "
        'write "key": value, commas between, texts in "double quotes", no comments'
    )


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
