"""The table of counts: the compiled search on all of it, the plain definition on what is small."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

import pytest
import tomli_w

from palace import Palace, Rulings, Supply, load_map
from palace.files.document import parse_document
from palace.monkey_palace.kernel.ground import GroundMap, read_map
from palace.monkey_palace.search import count, divide
from palace.monkey_palace.search.plain import staircases
from tests.paths import CORPORA

TABLE = CORPORA / "counts.toml"
ROWS: list[dict[str, Any]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))["palace"]
SMALL = 3_000
"""Staircases that plain Python counts in a test."""


def ground_of(row: dict[str, Any]) -> GroundMap:
    if "map" in row:
        return load_map(row["map"])
    return read_map(parse_document(tomli_w.dumps(row["ground"]), "toml", TABLE.name))


CASES = [
    pytest.param(row, supply, numbers, id=f"{row['name']}: {supply}")
    for row in ROWS
    for supply, numbers in row["counts"].items()
]


@pytest.mark.parametrize(("row", "supply", "numbers"), CASES)
def test_counts(row: dict[str, Any], supply: str, numbers: list[int]) -> None:
    palace = Palace.read(row["position"], ground_of(row))
    pieces = Supply.read(supply)
    rulings = Rulings.read(f"{name}={value}" for name, value in row.get("rulings", {}).items())
    expected = {arches: number for arches, number in enumerate(numbers, 1) if number}
    found = count(palace, pieces, rulings)
    steps = divide(palace, pieces, rulings)
    shown = "\n".join(f"{step} {number}" for step, number in steps.items())
    assert dict(found.by_arches) == expected, shown
    assert (found.total, found.complete) == (sum(numbers), True)
    assert sum(steps.values()) == found.total, shown
    if found.total <= SMALL:
        listed = Counter(staircase.arches for staircase in staircases(palace, pieces, rulings))
        assert listed == expected, shown


def test_the_table_covers_what_it_should() -> None:
    assert len(ROWS) >= 12
    assert all(len(row["counts"]) >= 3 for row in ROWS)
    assert {row["map"] for row in ROWS if "map" in row} == {f"map-{n}" for n in (1, 2, 3, 4)}
    assert any(len(row.get("ground", {}).get("knobs", "").split()) == 100 for row in ROWS)
    assert any("m" in row["position"] for row in ROWS)
    assert any("spiral" in row.get("rulings", {}) for row in ROWS)
    assert max(sum(numbers) for row in ROWS for numbers in row["counts"].values()) > 1_000_000
    names = [row["name"] for row in ROWS]
    assert len(set(names)) == len(names)
