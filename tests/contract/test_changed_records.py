"""Golden records of every game with something changed in them: refused in sentences, or scored."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.contract.registry import REGISTRY, game, score
from palace.core.errors import InputError
from palace.files.document import parse_document, read_document
from tests.paths import GOLDEN

RECORDS = {
    key: [read_document(path).data for path in sorted((GOLDEN / key).glob("*.toml"))]
    for key in REGISTRY
}
JUNK: tuple[Any, ...] = (
    None, True, 0, 3, 17, -1, 1.5, "", "x", "1L", "2L/2F", "free", "weaver", "sea-2", "Ana",
    "round-end buy sea-2", "coop", "speed", "casual", "solo", "d4", "c4+b-d4", "3g 2* each 1a",
    "map-2", "house", "monkey", "forest", "Ana: sail cutter 2", [], {}, [1], ["Ana", "Ben"],
    {"id": "x"}, {"id": 3}, {"logbooks": 1, "beaches": 9},
)  # fmt: skip


def paths(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in plain data but the whole."""
    steps = value.items() if isinstance(value, dict) else enumerate(value[:30])
    for step, inner in steps:
        yield (*way, step)
        if isinstance(inner, dict | list):
            yield from paths(inner, (*way, step))


def shaken(text: str, rng: random.Random) -> str:
    """Moves or a log with a line lost, doubled or changed in a word."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    kind = rng.randrange(3)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, rng.choice(lines))
    else:
        words = lines[at].split(" ")
        words[rng.randrange(len(words))] = rng.choice(re.findall(r"\S+", text) or ["x"])
        lines[at] = " ".join(words)
    return "\n".join(lines)


def changed(data: Any, rng: random.Random) -> None:
    """One change somewhere, near the top as often as below."""
    every = [*paths(data)]
    near = [way for way in every if len(way) <= 2]
    *way, last = rng.choice(near if rng.random() < 0.5 else every)
    inner = data
    for step in way:
        inner = inner[step]
    value = inner[last]
    if isinstance(value, str) and "\n" in value and rng.random() < 0.8:
        inner[last] = shaken(value, rng)
    elif rng.random() < 0.3:
        del inner[last]
    else:
        inner[last] = copy.deepcopy(rng.choice(JUNK))


def refused_or_scored(key: str, data: Any) -> bool:
    """Read a record, score it and write it; whether it is a record."""
    text = json.dumps(data, default=str)
    try:
        record = game(key).read(parse_document(text, "json", "f"))
    except InputError as error:
        assert all(str(problem).startswith("f:") for problem in error.problems)
        return False
    try:
        found = score(record)
    except InputError as error:
        assert error.problems
    else:
        assert found.record()["legal"] == (not found.reasons)
        assert found.outcome
        assert all(reason.record()["remedy"] for reason in found.reasons)
    again = record.text(None, "json")
    assert game(key).read(parse_document(again, "json", "f")).text(None, "json") == again
    return True


def shake(key: str, seed: int) -> bool:
    """Change a golden record; whether it still is a record."""
    rng = random.Random(seed)
    data = copy.deepcopy(rng.choice(RECORDS[key]))
    for _ in range(rng.choice((1, 1, 2, 3))):
        changed(data, rng)
    return refused_or_scored(key, data)


@pytest.mark.parametrize("key", REGISTRY)
@pytest.mark.parametrize("count", [30, pytest.param(3_000, marks=pytest.mark.slow)])
def test_changed_records(key: str, count: int) -> None:
    found = [shake(key, seed) for seed in range(count)]
    assert 0.05 * count < sum(found) < 0.95 * count


KEYS = {
    key: sorted(
        {
            step
            for data in RECORDS[key]
            for way in paths(data)
            for step in way
            if isinstance(step, str)
        }
    )
    for key in REGISTRY
}


@pytest.mark.parametrize("key", REGISTRY)
@given(chosen=st.data())
def test_any_data_under_known_keys(key: str, chosen: st.DataObject) -> None:
    keys = st.sampled_from(KEYS[key])
    anything = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(max_size=9),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5),
        max_leaves=12,
    )  # fmt: skip
    data = chosen.draw(st.dictionaries(keys, anything, max_size=9))
    refused_or_scored(key, {**data, "format": 1, "game": key, "rules": "1"})
