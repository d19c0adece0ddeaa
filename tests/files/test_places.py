"""The place of everything read: line and column, also inside texts."""

from __future__ import annotations

import pytest

from palace.files.document import Place, parse_document
from tests.files.texts import JSON, TOML, Kind, paths

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
