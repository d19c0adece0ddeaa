"""`palace check FILE`: records turn by turn, and builds of loose elements."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from palace import (
    Build,
    Palace,
    audit,
    build,
    draw,
    judge_build,
    ldraw_text,
    load_map,
    read_record,
    replay,
)
from palace.files.serialise import data_text
from palace.monkey_palace.game.build_file import build_text
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.search import mend
from tests.calls import call, refusal
from tests.cli.texts import ARCH, BAD_TURN, BRICK, HEAD, REASON, SEATS, SETUP, TURN, VERDICT, write
from tests.examples import examples
from tests.grounds import ALL
from tests.paths import SAMPLE
from tests.random_play import random_palace
from tests.spoiled import spoiled

# Records.


def test_a_record() -> None:
    write("game.toml", SAMPLE.read_text())
    called = call("check", "game.toml")
    assert (called.status, called.err) == (0, "")
    lines = called.out.splitlines()
    assert lines[0] == " LEGAL  game.toml: 18 turns  on map-1 (placeholder)"
    assert lines[1] == (
        "  1. ok Ana   d6-e6-e5_b-f5_bb-f4             5 credits, highest gold, butterfly, "
        "frog, monkey"
    )
    assert lines[5].split() == "5. ok Ben f3-g3-g2 2 credits, light green".split()
    assert lines[18].endswith("3 credits, highest dark green, bonus card, butterfly")
    assert "note:" not in called.out
    assert f"\n{draw(replay(read_record(SAMPLE)).state.palace)}\n" in called.out


def test_a_record_in_json() -> None:
    data = call("check", "--json", SAMPLE).json
    assert (data["legal"], data["reasons"]) == (True, [])
    assert data["position"] == data["last_good"] == data["turns"][-1]["position"]
    assert data["elements"] == 163
    assert data["turns"][0] == {
        "turn": 1,
        "player": "Ana",
        "staircase": "d6-e6-e5_b-f5_bb-f4",
        "legal": True,
        "credits": 5,
        "decoration": "g",
        "bonus": False,
        "butterfly": True,
        "animals": ["butterfly", "frog", "monkey"],
        "given": "4a3b1c",
        "tray": "62a64b14c",
        "position": "x8/x8/x3,Ef,WSm,x3/x4,bNE,bbWS,x2/x3,E,WE,bWgNgy,x2/x8/x8/x8",
    }


def test_a_bad_record() -> None:
    write("game.toml", HEAD + SEATS + TURN + BAD_TURN + TURN.replace("c4+b-d4", "e5+bb-e4"))
    called = call("check", "game.toml")
    assert called.status == 1
    assert called.out.startswith(
        " NOT LEGAL  game.toml: 3 turns  on map-1 (placeholder)\n"
        "  1. ok Ana  c4+b-d4   2 credits, highest dark green\n"
        "  2. !  Ben  e5-e4\n"
        "! collision   game.toml:14: turn 2: "
    )
    reason = replay(read_record("game.toml")).reasons[0]
    assert f"{reason.text}; {reason.title} -> {reason.remedy} more" in " ".join(called.out.split())
    data = call("check", "game.toml", "--json").json
    assert [turn["legal"] for turn in data["turns"]][:2] == [True, False]
    assert data["turns"][1]["credits"] is None
    assert data["last_good"] == data["turns"][0]["position"]
    assert data["reasons"][0].keys() == REASON | {"turn", "line"}
    assert (data["reasons"][0]["turn"], data["reasons"][0]["line"]) == (2, 14)


def test_strict() -> None:
    write("game.toml", HEAD + SEATS + TURN + BAD_TURN + TURN)
    called = call("check", "game.toml", "--strict")
    assert called.status == 1
    assert called.out.startswith(" NOT LEGAL  game.toml: 3 turns, stopped after turn 2  on map-1")
    assert len(call("check", "game.toml", "--strict", "--json").json["turns"]) == 2
    assert call("check", SAMPLE, "--strict", "--json").out == call("check", SAMPLE, "--json").out


def test_a_record_in_json_text() -> None:
    data = {
        "format": 1,
        "game": "monkey-palace",
        "rules": "1",
        "map": "map-1",
        "players": [{"name": "Ana"}, {"name": "Ben"}],
        "turns": [{"player": "Ana", "build": "c4+b-d4"}, {"player": "Ben", "pass": True}],
    }
    write("game.json", json.dumps(data))
    called = call("check", "game.json")
    assert called.status == 0
    assert "  2. ok Ben  passes\n" in called.out
    assert "note: whether the pass was compulsory was not checked: turn 2" in called.out
    turn = call("check", "game.json", "--json").json["turns"][1]
    assert (turn["staircase"], turn["legal"], turn["credits"]) == (None, True, None)


def test_a_sheet_without_turns() -> None:
    write("sheet.toml", HEAD.replace('map = "map-1"\n', "") + SEATS)
    called = call("check", "sheet.toml")
    assert called.status == 0
    assert called.out == (
        " LEGAL  sheet.toml: 0 turns  on map-1 (placeholder)\nnote: there are no turns to check\n"
    )


def test_rulings_of_a_record() -> None:
    back = TURN.replace("d4", "d4+b-c4_b")
    write("game.toml", HEAD + SEATS + back)
    assert call("check", "game.toml").status == 1
    data = call("check", "game.toml", "--ruling", "double-back=legal", "--json").json
    assert (data["legal"], data["rulings"]) == (True, {"double-back": "legal"})
    write("game.toml", HEAD + SEATS + back + '[rulings]\ndouble-back = "legal"\n')
    assert call("check", "game.toml").status == 0
    assert call("check", "game.toml", "--ruling", "double-back=turn").status == 1


def test_warnings() -> None:
    write("game.toml", HEAD + "colr = 1\nrulngs = 2\n" + SEATS + TURN)
    kept = "this key is not known and is kept as it is"
    warnings = [f"game.toml:5:1: colr: {kept}", f"game.toml:6:1: rulngs: {kept}; did you mean "
                "rulings?"]  # fmt: skip
    called = call("check", "game.toml")
    assert called.status == 0
    assert called.errors == [f"warning: {warning}" for warning in warnings]
    called = call("check", "game.toml", "--json")
    assert called.json["warnings"] == warnings
    assert called.err == ""


# Builds.


def test_a_turn_of_loose_elements() -> None:
    write("turn.json", f'{{"format": 1, "position": "{SETUP}", "build": [{ARCH}, {BRICK}]}}')
    called = call("check", "turn.json")
    assert (called.status, called.err) == (0, "")
    assert called.out.startswith(" LEGAL  turn.json: 2 elements, one turn  on map-1 (placeholder)\n"
                                 "the staircase: c4+b-d4\nUses 1a1b. 2 credits")  # fmt: skip
    data = call("check", "turn.json", "--json").json
    assert data.keys() >= VERDICT | {"elements"}
    assert (data["legal"], data["elements"], data["staircase"]) == (True, 2, "c4+b-d4")
    assert data["position"] == call("check", "c4+b-d4", "--json").json["position"]
    assert call("check", "turn.json", "--supply", "1a").status == 1


@pytest.mark.parametrize(
    ("language", "put", "there"),
    [
        ("en", "Now put a dark green decoration on d4.", "Dark green decoration on d4."),
        ("zh", "現在把深綠裝飾積木放在d4。", "深綠裝飾積木放在d4。"),
    ],
)
def test_a_turn_without_its_decoration(language: str, put: str, there: str) -> None:
    leaf = '{"kind": "dark", "x": 14, "y": 14, "level": 2}'
    after = build(Palace.setup(load_map("map-1")), "c4+b-d4")
    bare = after.with_columns({Knob.read("d4"): after.column(Knob.read("d4"))[:-1]})
    told = {}
    for name, pieces in (("bare", f"{ARCH}, {BRICK}"), ("whole", f"{ARCH}, {BRICK}, {leaf}")):
        write(f"{name}.json", f'{{"format": 1, "position": "{SETUP}", "build": [{pieces}]}}')
        told[name] = call("check", f"{name}.json", "--language", language).out
    assert put in " ".join(told["bare"].split())
    assert f"\n{draw(bare)}\n" in told["bare"]
    assert put not in " ".join(told["whole"].split())
    assert there in " ".join(told["whole"].split())
    assert f"\n{draw(after)}\n" in told["whole"]


def test_pieces_beside_the_board() -> None:
    """Beyond the plate they are a note; over its edge, or beside the sheet, they are judged."""
    setup = Palace.setup(load_map("map-1"))
    beside = (Element("brick", -1, 5), Element("arch", 40, 2, 7), Element("monkey", 3, 32))
    for count in (1, 3):
        pieces = (*setup.elements(), *beside[:count])
        write("table.json", build_text(Build(setup.ground, pieces)))
        called = call("check", "table.json")
        assert (called.status, called.out[:7]) == (0, " LEGAL ")
        note = ("1 piece beside the board is", "3 pieces beside the board are")[count // 3]
        note += " not judged"
        assert call("check", "table.json", "--json").json["notes"] == [note]
        assert call("audit", "table.json", "--json").json["notes"] == [note]
        assert call("check", "table.json", "--json").json["elements"] == 4 + count
    turn = (Element("arch", 11, 14, 1), Element("brick", 11, 14), beside[0])
    write("turn.json", build_text(Build(setup.ground, turn, setup)))
    assert call("check", "turn.json", "--json").json["staircase"] == "c4+b-d4"
    for edge in (Element("arch", 29, 2), Element("brick", 0, 0)):
        write("table.json", build_text(Build(setup.ground, (*setup.elements(), edge))))
        reasons = call("check", "table.json", "--json").json["reasons"]
        assert {reason["code"] for reason in reasons} == {"off-knob"}


def whole_table(*builds: str, without: str = "") -> dict[str, Any]:
    """What `check --json` says of the whole table after these staircases, without a last kind."""
    palace = Palace.setup(load_map("map-1"))
    for staircase in builds:
        palace = build(palace, staircase)
    elements = [e for e in palace.elements() if e.kind != without or e.level < 3]
    write("table.json", build_text(Build(palace.ground, tuple(elements))))
    called = call("check", "table.json", "--json")
    data: dict[str, Any] = called.json
    assert called.status == (0 if data["legal"] else 1)
    return data


def test_a_whole_table_is_audited() -> None:
    data = whole_table("c4+b-d4", "e3+bb-e4")
    assert data["legal"]
    assert [each["staircase"] for each in data["audit"]["staircases"]] == ["c4+b-d4", "e3+bb-e4"]
    out = call("check", "table.json").out
    assert out.startswith(" LEGAL  table.json: 11 elements, whole table, 2 staircases, in 2 orders")
    assert "1  c4+b-d4" in out
    assert call("audit", "table.json", "--json").json["staircases"] == (data["audit"]["staircases"])


def test_a_whole_table_that_no_game_made() -> None:
    data = whole_table("c4+b-d4", "e3+bb-e4", without="gold")
    assert not data["legal"]
    assert [(reason["code"], reason["at"]) for reason in data["reasons"]] == [("path", "e3")]
    assert data["reasons"][0]["line"]
    assert data["reasons"] == data["audit"]["reasons"]
    assert " NOT LEGAL  table.json" in call("check", "table.json").out


def test_a_whole_table_without_a_set_up() -> None:
    write("table.json", f'{{"format": 1, "build": [{BRICK}, {ARCH}, {BRICK.replace("11", "14")}]}}')
    for verb in ("check", "audit"):
        called = call(verb, "table.json")
        assert (called.status, called.out[:7]) == (0, " SOUND ")
        assert "it is without the set-up of map-1" in " ".join(called.out.split())
        data = call(verb, "table.json", "--json").json
        assert (data["legal"], data["audited"]) == (True, False)
        assert "audit" not in data
    assert call("check", "table.json", "--language", "zh").out.startswith(" 蓋法合規 ")
    assert refusal("audit", "table.json", "-o", "game.toml")


HEADS = {
    (True, True): " LEGAL", (True, False): " SOUND",
    (False, True): " NOT LEGAL", (False, False): " NOT LEGAL",
}  # fmt: skip
"""The headline by whether the table is legal, and audited."""


@pytest.mark.parametrize("ending", ["json", "toml", "ldr", "mpd"])
def test_check_and_audit_are_one_verdict(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mend, "AT_ONCE", (0, 0))  # they are not what is tested
    rng = random.Random(ending)
    heads = dict[tuple[bool, bool], str]()
    for _ in range(examples(250)):
        palace = random_palace(Palace.setup(rng.choice(ALL[:4])), rng.randint(0, 4), rng)
        table = spoiled(palace, rng)
        text = build_text(table)
        if ending in ("ldr", "mpd"):
            text = ldraw_text(table, "ldr" if ending == "ldr" else "mpd")
        elif ending == "toml":
            text = data_text(json.loads(text), "toml")
        write(f"table.{ending}", text)
        check, audited = (call(verb, f"table.{ending}", "--json") for verb in ("check", "audit"))
        one, other = check.json, audited.json
        assert check.status == audited.status == (0 if one["legal"] else 1)
        for key in ("legal", "audited", "reasons", "position"):
            assert one[key] == other[key], key
        by_rules = judge_build(table)
        whole = Palace.setup(table.ground).elements()
        none = not {*whole} & {element._replace(colour="") for element in table.elements}
        assert one["audited"] == (by_rules.legal and not none)
        if by_rules.palace is None or none:
            assert one["legal"] == by_rules.legal
        else:
            assert one["legal"] == audit(by_rules.palace).legal
        kind = one["legal"], one["audited"]
        if kind not in heads:
            heads[kind] = call("check", f"table.{ending}").out.split("  ")[0]
    # Few tables may all have set-up pieces.
    assert len(heads) > 1
    assert {kind: HEADS[kind] for kind in heads} == heads


def test_a_table_of_loose_elements() -> None:
    write("table.json", f'{{"format": 1, "build": [{ARCH}]}}')
    called = call("check", "table.json")
    assert called.status == 1
    assert " NOT LEGAL  table.json: 1 element, whole table  on map-1" in called.out
    data = call("check", "table.json", "--json").json
    assert (data["legal"], data["elements"]) == (False, 1)
    assert {(reason["code"], reason["at"]) for reason in data["reasons"]} == {
        ("support", "c4"), ("support", "d4")
    }  # fmt: skip
    write("table.json", '{"format": 1, "build": [], "x": 1}')
    called = call("check", "table.json")
    assert called.status == 0
    assert draw(Palace.of_columns(load_map("map-1"), {})) in called.out
    assert called.errors == [
        "warning: table.json:1:28: x: this key is not known and is kept as it is"
    ]
    assert len(call("check", "table.json", "--json").json["warnings"]) == 1


def test_the_nearest_mend_of_a_table() -> None:
    two = Palace.read("x8/x8/x8/x8/x2,bE,EWd,WESg,bWg,x2/x4,bbN,x3/x8/x8", load_map("map-1"))
    x, y = two.ground.stud(Knob.read("c4"))
    moved = [e._replace(x=x, y=y) if e.kind == "dark" else e for e in two.elements()]
    write("table.json", build_text(Build(two.ground, tuple(moved))))
    called = call("check", "table.json")
    sentence = "Nearest mend: move the dark green decoration from c4 to d4."
    assert (called.status, called.out.splitlines()[2]) == (1, sentence)
    assert "把c4的深綠裝飾積木移到d4" in call("check", "table.json", "--language", "zh").out
    data = call("check", "table.json", "--json").json
    step = data["mend"][0]
    assert step.items() >= {"move": "d", "from": "c4", "to": "d4"}.items()
    assert data["audit"]["mend"] == data["mend"] == data["mends"][0]
