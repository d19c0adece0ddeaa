"""Golden records with something changed in them: refused in sentences, or scored."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from palace.core.errors import InputError
from palace.files.document import parse_document, read_document
from palace.palm_island.game import GAME
from palace.palm_island.record import record_of
from tests.palm_island.tables import score_record
from tests.paths import GOLDEN as ALL_GOLDEN

GOLDEN = ALL_GOLDEN / "palm-island"
JUNK: tuple[Any, ...] = (
    None, True, 0, 3, 17, -1, 1.5, "", "x", "1L", "2L/2F", "free", "weaver", "sea-2", "Ana",
    "round-end buy sea-2", "coop", "speed", "casual", "solo", [], {}, [1], ["Ana", "Ben"],
    {"id": "x"}, {"id": 3},
)  # fmt: skip
WORDS = ("4", "16", "weaver", "sea-2", "buy", "pay", "use", "disaster", "reset", "round-end")


def paths(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in plain data but the whole."""
    steps = value.items() if isinstance(value, dict) else enumerate(value[:30])
    for step, inner in steps:
        yield (*way, step)
        if isinstance(inner, dict | list):
            yield from paths(inner, (*way, step))


def shaken(text: str, rng: random.Random) -> str:
    """Moves with a line lost, doubled or changed in a word."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    kind = rng.randrange(3)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, rng.choice(lines))
    else:
        words = lines[at].split(" ")
        words[rng.randrange(len(words))] = rng.choice(WORDS)
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


def shake(seed: int) -> bool:
    """Change a golden record and score it; whether it still is a record."""
    rng = random.Random(seed)
    data = copy.deepcopy(read_document(rng.choice(sorted(GOLDEN.glob("*.toml")))).data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        changed(data, rng)
    text = json.dumps(data, default=str)
    try:
        record = record_of(parse_document(text, "json", "f"))
    except InputError as error:
        assert all(str(problem).startswith("f:") for problem in error.problems)
        return False
    score = score_record(record)
    assert score.record()["legal"] == (not score.reasons)
    assert score.outcome
    assert all(reason.record()["remedy"] for reason in score.reasons)
    again = GAME.write(record, "json")
    assert GAME.write(record_of(parse_document(again, "json", "f")), "json") == again
    return True


def test_changed_records() -> None:
    found = [shake(seed) for seed in range(100)]
    assert 5 < sum(found) < 95


@pytest.mark.slow
def test_many_changed_records() -> None:
    assert sum(map(shake, range(100, 5_000))) > 100
