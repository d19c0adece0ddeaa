"""`palace map show` and `new`: the plan of a map, and a file to enter one's own."""

from __future__ import annotations

from pathlib import Path

from palace.monkey_palace.kernel.ground import load_map
from tests.calls import call, refusal


def test_show_draws_every_knob() -> None:
    called = call("map", "show", "map-3")
    lines = called.out.splitlines()
    assert lines[0].startswith("map-3 (placeholder): 8x8")
    ground = load_map("map-3")
    for rank, row in enumerate(ground.rows):
        drawn = lines[2 + rank]
        assert drawn[:2].strip() == str(8 - rank)
        cells = drawn[3:].ljust(32)
        assert [cells[4 * file + 1] for file in range(8)] == [
            " " if letter == "." else letter for letter in row
        ]
    assert lines[10].split() == list("abcdefgh")


def test_show_marks_the_setup() -> None:
    lines = call("map", "show", "map-1").out.splitlines()
    assert lines[6].rstrip() == " 4  l   l   d   d1  l2  l3  d   d"
    assert lines[-1].startswith("1 2 3: the set-up")
    data = call("map", "show", "map-1", "--json").json
    assert (data["setup"], data["provenance"]) == (["d4", "e4", "f4"], "placeholder")
    assert len(data["rows"]) == 8


def test_new_writes_a_map_of_that_name_and_never_over_another() -> None:
    called = call("map", "new", "--blank")
    assert called.out.splitlines()[0] == "wrote sheet-1.toml"
    ground = load_map("sheet-1.toml")
    assert (ground.name, ground.placeholder) == ("sheet-1", True)
    before = Path("sheet-1.toml").read_text()
    assert "sheet-1.toml" in refusal("map", "new")[0]
    assert Path("sheet-1.toml").read_text() == before
    assert call("map", "new", "--blank", "mine-2.toml").status == 0
    assert load_map("mine-2.toml").name == "mine-2"
    assert call("map", "show", "mine-2.toml").out.startswith("mine-2 (placeholder)")
    assert "named as its map" in refusal("map", "new", "1st.toml")[0]
    assert "named as its map" in refusal("map", "new", "map.json")[0]


def test_show_of_no_map() -> None:
    assert "there is no map 'map-9'" in refusal("map", "show", "map-9")[0]


def test_show_in_a_window_takes_no_option_in_vain() -> None:
    (line,) = refusal("map", "show", "map-3", "--view", "--json")
    assert line == "--json: it does not go with --view; leave one of them out"
    (line,) = refusal("map", "show", "map-3", "--view", "--screenshot", "map.jpg")
    assert line == "map.jpg: a screenshot is written as PNG; name it OUT.png"
    assert not Path("map.jpg").exists()
