"""Any document, any noise: it has its places or is refused, and in time."""

from __future__ import annotations

import json
import math
import sys
import time
import tomllib
from contextlib import suppress
from datetime import timedelta, timezone
from typing import Any

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.core.errors import InputError
from palace.files.document import Document, Place, parse_document, read_document
from tests.examples import examples
from tests.files.texts import JSON, TOML, Kind, at, paths

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


@settings(max_examples=examples(80))
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


@settings(max_examples=examples(100))
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


@settings(max_examples=examples(400))
@given(noise, st.sampled_from(["toml", "json"]))
def test_noise(text: str, kind: Kind) -> None:
    parses_or_refuses(text, kind)


@settings(max_examples=examples(300))
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


@settings(max_examples=examples(150))
@given(raw=st.binary(max_size=60), ending=st.sampled_from([".toml", ".json"]))
def test_bytes(raw: bytes, ending: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / f"bytes{ending}"
    file.write_bytes(raw)
    with suppress(InputError):
        read_document(file)


# Costs.


@pytest.mark.parametrize("kind", ["toml", "json"])
def test_the_places_of_a_long_record(kind: Kind) -> None:
    """Four times the turns cost about four times as much: nothing is counted from the start."""
    turn = {"player": "Ana", "build": "h5-g5-g4_b+b-f4", "take": ["1x 1* each 1a1b on 1"]}

    def cost(turns: int) -> float:
        tree = {"format": 1, "turns": [turn] * turns}
        text = tomli_w.dumps(tree) if kind == "toml" else json.dumps(tree)
        start = time.process_time()
        doc = parse_document(text, kind, "f")
        for index in range(turns):
            doc.where(("turns", index, "build"), offset=9)
        return time.process_time() - start

    short, long = (min(cost(turns) for _ in range(3)) for turns in (500, 2000))
    assert long < 8 * short, (short, long)


def test_a_good_document_loads_no_scanner() -> None:
    import subprocess

    code = (
        "import sys, palace.files.document as d; assert 'tomllib' not in sys.modules;"
        "d.parse_document('a = 1', 'toml', 'f'); d.parse_document('{}', 'json', 'f');"
        "print(sorted(m for m in sys.modules if m.endswith('_places') or m in "
        "('pydantic', 'rich', 'dataclasses', 'difflib')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")
