"""Broken documents: every failure is one sentence with its place."""

from __future__ import annotations

import sys
import tomllib

import pytest

from palace.files.document import DEPTH, Place, parse_document
from tests.files.texts import message, name

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
