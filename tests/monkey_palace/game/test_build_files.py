"""Build files: what is laid, on what, and every fault with its place."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from palace.files.document import parse_document
from palace.monkey_palace.game.build_file import build_of, build_text, read_build
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace
from tests.grounds import ALL, plain
from tests.monkey_palace.game.record_texts import SETUP, build_faults
from tests.paths import MAPS
from tests.random_play import legal_walk, random_palace

ARCH = '{"kind": "arch", "x": 11, "y": 14, "level": 1, "turn": 0, "colour": "tan"}'
BRICK = '{"kind": "brick", "x": 11, "y": 14}'


def test_a_whole_table() -> None:
    build, warnings = build_of(parse_document(f'{{"format": 1, "build": [{ARCH}]}}', "json", "f"))
    assert build.ground == load_map("map-1")
    assert build.on is None
    assert build.elements == (Element("arch", 11, 14, 1, 0, "tan"),)
    assert warnings == ()


def test_one_turn(tmp_path: Path) -> None:
    file = tmp_path / "turn.json"
    file.write_text(f'{{"format": 1, "map": "map-2", "position": "{SETUP}", "build": [{BRICK}]}}')
    build, warnings = read_build(file)
    assert build.on == Palace.read(SETUP, load_map("map-2"))
    assert build.ground == load_map("map-2")
    assert build.elements == (Element("brick", 11, 14, 0, 0, ""),)
    assert warnings == ()


def test_a_position_may_name_the_map() -> None:
    text = '{"format": 1, "position": "map-3:x8/x8/x2,x4,x2/x8/x8/x8/x8/x8", "build": []}'
    build, _ = build_of(parse_document(text, "json", "f"))
    assert build.ground == load_map("map-3")
    assert build_faults(text.replace('"build"', '"map": "map-1", "build"')) == [
        "f:1:28: position: 'map-3' is not the map; expected map-1"
    ]


def test_a_build_in_toml_on_a_map_of_its_own(tmp_path: Path) -> None:
    rows = (MAPS / "map-3.toml").read_text().replace('"map-3"', '"mine"')
    (tmp_path / "mine.toml").write_text(rows)
    file = tmp_path / "turn.toml"
    file.write_text('format = 1\nmap = "mine.toml"\nbuild = []\n')
    assert read_build(file)[0].ground.name == "mine"
    file.write_text("format = 1\nbuild = []\n[ground]\n" + rows)
    assert read_build(file)[0].ground.name == "mine"


BUILD_FAULTS = {
    "{}": [
        'f:1:1: format: this key is missing; add "format": 1',
        'f:1:1: build: this key is missing; add "build": ...',
    ],
    '{"format": 1, "biuld": []}': ["f:1:1: build: this key is missing; is 'biuld' a slip for it?"],
    '{"format": 2, "map": "mp-1",\n"build": 3}': [
        "f:1:12: format: 2 is not known here; this palace reads format = 1",
        "f:1:22: map: there is no map 'mp-1'; did you mean map-1? name map-1, map-2, map-3, map-4 "
        "or a .toml file",
        "f:2:10: build: 3 does not fit; expected a list",
    ],
    '{"format": 1, "build": [\n{"kind": "arhc", "x": 5.5, "y": "5", "level": -1, "turn": 4},\n'
    '{"knd": "arch", "x": 1001, "y": -1001, "level": 1001, "turn": -1, "colour": 3},\n3]}': [
        "f:2:10: build[1].kind: 'arhc' is not known; expected 'arch', 'brick', 'column', 'light', "
        "'dark', 'gold', 'corner', 'monkey', 'butterfly' or 'frog'",
        "f:2:23: build[1].x: 5.5 does not fit; expected a whole number",
        "f:2:33: build[1].y: '5' does not fit; expected a whole number",
        "f:2:47: build[1].level: -1 is too small; at least 0",
        "f:2:59: build[1].turn: 4 is too large; at most 3",
        "f:3:1: build[2].kind: this key is missing; is 'knd' a slip for it?",
        "f:3:22: build[2].x: 1001 is too large; at most 1000",
        "f:3:33: build[2].y: -1001 is too small; at least -1000",
        "f:3:49: build[2].level: 1001 is too large; at most 1000",
        "f:3:63: build[2].turn: -1 is too small; at least 0",
        "f:3:77: build[2].colour: 3 does not fit; expected a text in quotes",
        "f:4:1: build[3]: 3 does not fit; expected a table",
    ],
    '{"format": 1, "build": [{}]}': [
        'f:1:25: build[1].kind: this key is missing; add "kind": "arch"',
        'f:1:25: build[1].x: this key is missing; add "x": 5',
        'f:1:25: build[1].y: this key is missing; add "y": 5',
    ],
    # The knobs of c4 and d4 are there, e4 lacks its half of the arch.
    '{"format": 1, "position":\n "x8/x8/x8/x8/x3,E,x4/x8/x8/x8", "build": []}': [
        "f:2:18: position: support: d4: the arch leading E has no other end at e4, level 0; "
        "expected W there"
    ],
    '{"format": 1, "build": [],\n "position": "x8/\\u0078\\u0038/q"}':
        ["f:2:31: position: 'q'; expected b c l d g, N E S W, m f y, or xN for N empty knobs"],
    f'{{"format": 1, "position": "{SETUP}", "build": [\n{{"kind": "frog", "x": 1, "y": 1}},\n'
    '{"kind": "gold", "x": 1, "y": 1}, {"kind": "corner", "x": 1, "y": 1}]}': [
        "f:2:10: build[1].kind: a turn is not built of a frog; leave it out, or leave out position "
        "to judge the whole table",
        "f:3:44: build[3].kind: a turn is not built of a corner; leave it out, or leave out "
        "position to judge the whole table",
    ],
    '{"format": 1, "position": 3, "build": [' + "{}," * 2000 + "{}]}": [
        "f:1:27: position: 3 does not fit; expected a text in quotes",
        "f:1:39: build: more than 2000 entries; at most 2000",
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", BUILD_FAULTS, ids=lambda text: repr(BUILD_FAULTS[text][0])[:60])
def test_faults_of_builds(text: str) -> None:
    assert build_faults(text) == BUILD_FAULTS[text]


def test_unknown_keys_of_builds() -> None:
    text = '{"format": 1, "mapp": 3, "build": [{"kind": "brick", "x": 5, "y": 5,\n "color": "x"}]}'
    _, warnings = build_of(parse_document(text, "json", "f"))
    kept = "this key is not known and is kept as it is"
    assert warnings == (
        f"f:1:15: mapp: {kept}; did you mean map?",
        f"f:2:2: build[1].color: {kept}; did you mean colour?",
    )


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    """Whole tables and turns, on maps of ours and on others; the text is a fix-point."""
    rng = random.Random(3)
    for number, ground in enumerate((*ALL, plain(5, 4, "b2 c2 c3"))):
        palace = random_palace(Palace.setup(ground), 4, rng)
        turn = legal_walk(palace, rng)
        for build in (Build.of(palace), Build(ground, elements(palace, turn), palace)):
            text = build_text(build)
            file = tmp_path / f"{number}-{build.on is None}.json"
            file.write_text(text)
            again, warnings = read_build(file)
            assert again == build
            assert warnings == tuple(f"{ground.name}: {line}" for line in ground.warnings())
            assert build_text(again) == text


def test_colours_are_written_where_there_are_some() -> None:
    red = Build(ALL[0], (Element("brick", 5, 5, colour="red"), Element("brick", 8, 5)))
    first, second = json.loads(build_text(red))["build"]
    assert first["colour"] == "red"
    assert "colour" not in second
