"""A box with other numbers of pieces than the rule book: referee and parts list go by them."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from palace.core.errors import InputError, NotationError
from palace.files.document import parse_document
from palace.monkey_palace.game.log import read, replay
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import GroundMap, load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search import count
from tests.calls import call

GAME = """format = 1
game = "monkey-palace"
rules = "1"
map = "map-1"
pieces = {PIECES}
[[players]]
name = "Ana"
start = "6a3b"
each = "2a2b"
[[players]]
name = "Ben"
start = "5a3b"
each = "2a2b"
"""
TURN = '[[turns]]\nplayer = "Ana"\nbuild = "c4+b-d4"\n'


def ground(**pieces: int) -> GroundMap:
    return replace(load_map("map-1"), pieces=tuple(pieces.items()))


def test_the_box_is_that_of_the_rule_book_by_default() -> None:
    assert load_map("map-1").box == Supply(80, 80, 16)
    assert ground(arch=70, gold=3).box == Supply(70, 80, 16)
    assert ground(gold=3).in_box("gold") == 3


def test_a_staircase_cannot_use_more_than_the_box_has() -> None:
    palace = Palace.setup(ground(arch=3))
    assert palace.box.arch == 1
    assert judge(palace, "c4+b-d4", "4a4b").legal
    verdict = judge(palace, "c4+b-d4-e4", "4a4b")
    assert {reason.code for reason in verdict.reasons} == {"supply"}
    assert count(palace, Supply(4, 4)).by_arches.keys() == {1}


def test_a_colour_that_is_used_up() -> None:
    palace = Palace.setup(ground(gold=1))
    assert palace.decorations_left("g") == 0
    bare = judge(palace, "d3+b-d4")
    assert (bare.legal, bare.credits) == (True, 1)
    strict = judge(palace, "d3+b-d4", None, Rulings(decoration_out="illegal"))
    assert [reason.code for reason in strict.reasons] == ["decoration"]


def test_a_position_and_a_table_with_more_than_the_box_has() -> None:
    with pytest.raises(NotationError, match="more than 2 arches"):
        Palace.read("x8/x8/x8/x8/x2,bE,EW,WE,bWg,x2/x8/x8/x8", ground(arch=2))
    arches = tuple(Element("arch", x, 20, 0) for x in (5, 11, 17))
    found = judge_build(Build(ground(arch=2), arches))
    assert "supply" in {reason.code for reason in found.reasons}
    assert "supply" not in {r.code for r in judge_build(Build(ground(), arches)).reasons}


def test_a_map_with_other_pieces_is_a_value_of_its_own() -> None:
    mine = ground(arch=70)
    assert mine != load_map("map-1")
    assert mine.shipped
    assert pickle.loads(pickle.dumps(mine)) == mine
    assert eval(repr(mine), {"GroundMap": GroundMap, "Knob": type(mine.setup[0])}) == mine


def test_a_record_is_judged_by_its_pieces() -> None:
    record = read(parse_document(GAME.replace("{PIECES}", "{ arch = 14 }") + TURN, "toml", "f"))
    state = replay(record).state
    # 14 less 2 of the set-up, 1 built and 10 in hand leave 1: not enough for the delivery of 2.
    assert (state.tray, state.ending is not None) == (Supply(0, 71, 16), True)
    assert "pieces" in record.text()
    for pieces, said in {
        "{ arch = 12 }": "f:12:9: players[2].start: 5 arches, 4 are left in the box; all players "
        "and the set-up share one box",
        "{ gold = 0 }": "f:5:10: pieces: 0 of gold; the set-up alone needs 1",
        "{ frog = 2 }": "f:5:10: pieces: there is no kind of piece 'frog'; they are arch, brick, "
        "column, light, dark, gold",
        "{ arch = -1 }": "f:5:19: pieces.arch: -1 is too small; at least 0",
    }.items():
        with pytest.raises(InputError) as caught:
            read(parse_document(GAME.replace("{PIECES}", pieces), "toml", "f"))
        assert str(caught.value) == said


def test_the_parts_list_names_the_box_that_is_played_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.toml").write_text(GAME.replace("{PIECES}", "{ arch = 20 }") + TURN)
    parts = {part["kind"]: part for part in call("parts", "game.toml", "--json").json["parts"]}
    assert (parts["arch"]["in_box"], parts["brick"]["in_box"]) == (20, 80)
    assert parts["baseplate"]["in_box"] == 1
