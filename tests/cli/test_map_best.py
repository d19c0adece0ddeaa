"""`palace map best`: the best staircase to a knob, what it earns; `render --terrain` refused."""

from __future__ import annotations

from pathlib import Path

from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.staircase import Staircase
from tests.calls import call, refusal


def test_a_knob_is_named() -> None:
    data = call("map", "best", "map-1", "d5", "--json").json
    verdict = judge(Palace.setup(load_map("map-1")), Staircase.read(data["staircase"]))
    assert verdict.legal
    assert str(verdict.staircase).split("-")[-1].startswith("d5")
    assert (data["credits"], data["supply"]) == (verdict.credits, "5a5b1c")
    out = call("map", "best", "map-1", "d5").out
    assert out.startswith(f" LEGAL  {data['staircase']}  on map-1 (placeholder) with 5a5b1c")
    assert f"{data['credits']} credits" in out


def test_with_two_more_arches() -> None:
    before = call("map", "best", "map-1", "f6", "--by", "height", "--json").json
    data = call("map", "best", "map-1", "f6", "--by", "height", "--more", "2a", "--json").json
    assert data["supply"] == "7a5b1c"
    assert data["height"] > before["height"]
    stats = call("map", "stats", "map-1", "--supply", "7a5b1c", "--json").json
    assert data["height"] == stats["ends"]["f6"]["height"]


def test_a_knob_without_a_staircase() -> None:
    out = call("map", "best", "map-1", "a1").out
    assert out == "no staircase ends on a1  on map-1 (placeholder) with 5a5b1c\n"
    out = call("map", "best", "map-1", "a1", "--by", "height", "--supply", "1a").out
    assert out == "no arch can end on a1  on map-1 (placeholder) with 1a\n"
    assert call("map", "best", "map-1", "a1", "--json").json["staircase"] is None


def test_it_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "best.svg"
    out = call("map", "best", "map-3", "c5", "-o", target).out
    assert out.endswith(f"wrote {target}\n")
    staircase = call("map", "best", "map-3", "c5", "--json").json["staircase"]
    assert f"Staircase {staircase}." in target.read_text()
    assert str(target) in refusal("map", "best", "map-3", "c5", "-o", target)[0]


def test_every_wrong_word_is_named() -> None:
    lines = refusal("map", "best", "map-3", "a5", "--more", "2x", "-o", "best.png")
    assert lines == [
        "--more, column 2: no piece after 2; expected a (arch), b (brick) or c (column)",
        "best.png: a staircase is drawn as SVG or GLB here; end in .svg or .glb",
        "KNOB: a5 is no open knob of map-3 (placeholder); palace map show map-3",
    ]
    assert "KNOB" in refusal("map", "best", "map-3", "55")[0]


def test_a_terrain_is_refused_where_there_is_none() -> None:
    assert refusal("render", "map-1", "--terrain", "width", "-o", "x.png") == [
        "--terrain: there is no terrain of 'width'; height or credits"
    ]
    assert refusal("render", "map-1", "--terrain", "-o", "x.svg") == [
        "--terrain: it goes with .png, .gif, .mp4, .glb, .stl or .3mf; leave it out"
    ]
    assert refusal("render", "map-1", "--supply", "4a", "-o", "x.png") == [
        "--supply: it goes with --terrain; add --terrain"
    ]
    (line,) = refusal("render", "map-1", "--terrain", "--by", "turn", "-o", "x.gif")
    assert line == "--by: it does not go with --terrain, which is not built; leave one of them out"
    (line,) = refusal("render", "map-1", "--terrain", "height", "--supply", "4q", "-o", "x.glb")
    assert line.startswith("--supply, column 2")
    Path("build.json").write_text('{"format": 1, "map": "map-1", "build": []}')
    (line,) = refusal("render", "build.json", "--terrain", "-o", "x.png")
    assert (
        line == "--terrain: it goes with a map, a position or a record of staircases; leave it out"
    )
