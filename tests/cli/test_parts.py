"""`palace parts`: the list, the files, the calls it refuses."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.calls import call, refusal
from tests.paths import GOLDEN, SAMPLE

BUILD = """
{"format": 1, "map": "map-1", "build": [
  {"kind": "brick", "x": 2, "y": 2, "colour": "red"}, {"kind": "brick", "x": 5, "y": 2}]}
"""
TABLE = """\
parts of table.json  on map-1 (placeholder)
piece         part          colour        count  in the box
------------- ----- ------- ------------- ------ ----------
baseplate     3811  likely  bright green      1           1
corner piece  2357  likely  green             4           4
brick         3005  likely  any               1          80
brick         3005  likely  red               1          80
total                                         7
note: the part numbers are likely
note: the shades are a guess: bright green as Bright Green, green as Green
"""


def test_the_list_of_a_build() -> None:
    Path("table.json").write_text(BUILD)
    called = call("parts", "table.json")
    assert (called.status, called.out, called.err) == (0, TABLE, "")


def test_a_record_after_a_turn() -> None:
    start = call("parts", SAMPLE, "--turn", 0, "--json").json
    assert start == call("parts", "map-1", "--json").json
    first, last = (call("parts", SAMPLE, *turn, "--json").json for turn in (("--turn", 1), ()))
    assert start["total"] < first["total"] < last["total"]
    assert last["total"] == sum(part["count"] for part in last["parts"])
    assert last["map"] == "map-1"
    assert last["provenance"] == "placeholder"
    text = " ".join(call("parts", SAMPLE, "--turn", 1).out.split())
    assert f"parts of {SAMPLE} after turn 1 on map-1 (placeholder) piece part" in text


def test_one_part_as_data() -> None:
    (gold,) = [p for p in call("parts", "map-1", "--json").json["parts"] if p["kind"] == "gold"]
    assert gold.pop("source").startswith("16 gold bricks: rule book, certain.")
    assert gold == {
        "kind": "gold", "part": "3062b", "bricklink_part": "3062", "sure": "likely",
        "colour": "gold", "shade": "Pearl Gold", "shade_sure": "guess",
        "rebrickable_colour": 297, "bricklink_colour": 115, "count": 1, "in_box": 16,
    }  # fmt: skip


@pytest.mark.parametrize(("name", "first"), [("a.csv", "Part,Color,Quantity"), ("a.XML", "<INV")])
def test_files(name: str, first: str) -> None:
    called = call("parts", "map-1", "-o", name)
    lines = called.out.splitlines()
    assert lines[0] == f"wrote {name}: 9 pieces"
    assert lines[1] == "note: the part numbers are likely"
    written = Path(name).read_text()
    assert written.startswith(first)
    (line,) = refusal("parts", SAMPLE, "-o", name)
    assert line == f"{name}: this file exists; choose another name, or add --force"
    assert Path(name).read_text() == written
    assert call("parts", SAMPLE, "-o", name, "--force").status == 0
    assert Path(name).read_text() != written


# fmt: off
CALLS = [
    ("map-1 -o a.txt", ["a.txt: its ending names no kind of list; "
                        "end in .csv (Rebrickable) or .xml (BrickLink)"]),
    ("map-1 --force", ["--force: it goes with -o; leave it out"]),
    ("map-1 -o a.csv --json", ["--json: it does not go with -o; leave one of them out"]),
    ("cooper-2", ["cooper-2: only Monkey Palace is built of parts; "
                  "name a game, a build, a position or a map of it"]),
    (f"'{GOLDEN}/palm-island/solo.toml'",
     ["only Monkey Palace is built of parts; name a game, a build, a position or a map of it"]),
    ("map-1 --turn 3", ["--turn: it goes with a record; leave it out"]),
    (f"'{SAMPLE}' --turn 30",
     ["--turn: 30 is not in the record; it has turns 0 (the set-up) to 18"]),
    ("map-9 --force", ["--force: it goes with -o; leave it out", "there is no map 'map-9'"]),
    ("none.toml", ["none.toml: "]),
]
# fmt: on


@pytest.mark.parametrize(("arguments", "problems"), CALLS)
def test_calls_it_refuses(arguments: str, problems: list[str]) -> None:
    lines = refusal("parts", *shlex.split(arguments))
    assert len(lines) == len(problems)
    assert all(part in line for part, line in zip(problems, lines, strict=True))
    assert not [*Path().iterdir()]
