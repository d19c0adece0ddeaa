"""`palace map compare`: maps and hands side by side, as a table, as data, as pictures."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from palace.monkey_palace.kernel.ground import SHIPPED
from tests.calls import call, refusal

HAND = ("--supply", "3a3b1c")


def test_all_maps_in_one_table() -> None:
    lines = call("map", "compare", *SHIPPED, *HAND).out.splitlines()
    assert lines[0].split() == [*SHIPPED]
    assert lines[2].split() == ["placeholder"] * 4
    rows = {line[:30].strip(): line[30:].split() for line in lines[2:]}
    for at, name in enumerate(SHIPPED):
        data = call("map", "stats", name, *HAND, "--json").json
        counted = call("count", "--map", name, *HAND, "--json").json
        assert rows["staircases"][at] == f"{data['staircases']:,}"
        assert rows["best credits"][at] == str(max(k["credits"] for k in data["knobs"].values()))
        tallest = str(max(k["height"] for k in data["ends"].values()))
        assert rows["tallest end, in bricks"][at] == tallest
        assert rows["3 arches"][at] == f"{counted['by_arches']['3']:,}"
        assert rows["open knobs"][at] == str(sum(c["knobs"] for c in data["colours"].values()))


def test_compared_as_data() -> None:
    data = call("map", "compare", "map-1", "map-3", *HAND, "--difference", "--json").json
    assert [side["map"] for side in data["sides"]] == ["map-1", "map-3"]
    assert {side["provenance"] for side in data["sides"]} == {"placeholder"}
    stats = [call("map", "stats", name, *HAND, "--json").json for name in ("map-1", "map-3")]
    assert data["difference"]["by"] == "staircases"
    for knob, value in data["difference"]["knobs"].items():
        one, other = (each["knobs"][knob]["staircases"] for each in stats)
        assert value == other - one
    assert data["sides"][1]["distances"].keys() == {"ld", "lg", "dg"}


def test_two_hands_on_one_map(tmp_path: Path) -> None:
    target = tmp_path / "hands.svg"
    called = call(
        "map", "compare", "map-1", "--supply", "2a2b", "--supply", "4a2b", "--difference",
        "--by", "height", "-o", target,
    )  # fmt: skip
    lines = called.out.splitlines()
    assert lines[3].split() == ["hand", "2a2b", "4a2b"]
    assert "4a2b minus 2a2b" in lines
    assert "+ more with 4a2b, - more with 2a2b" in lines
    assert lines[-1] == f"wrote {target}"
    assert "4a2b minus 2a2b" in "".join(ET.fromstring(target.read_text()).itertext())


def test_what_cannot_be_compared() -> None:
    (line,) = refusal("map", "compare", "map-1")
    assert line == (
        "map compare: there is one map with one hand; name another map, or give --supply twice"
    )
    (line,) = refusal("map", "compare", "map-1", "map-2", "map-3", "--difference")
    assert line == "--difference: it is of two, here are 3; two maps, or one map with two hands"
    (line,) = refusal("map", "compare", *["map-1"] * 13)
    assert "13 maps with a hand are too many; at most 12" in line
    lines = refusal("map", "compare", "map-1", "map-9", "-o", "x.bmp")
    assert any("there is no map 'map-9'" in line for line in lines)
    assert any("x.bmp" in line for line in lines)
    assert "MAP" in refusal("map", "compare")[0]
