"""`palace check STAIRCASE`: verdicts in words and in JSON, and where the situation comes from."""

from __future__ import annotations

import pytest

from palace import Palace, build, judge, load_map, read_record, replay
from tests.calls import call, refusal
from tests.cli.texts import BAD_TURN, HEAD, REASON, SEATS, SETUP, TURN, VERDICT, write
from tests.paths import MAPS, SAMPLE

# Staircases.


def test_a_legal_staircase() -> None:
    called = call("check", "a4-b4+c-c4_cb-d4_cb")
    assert (called.status, called.err) == (0, "")
    assert called.out.startswith(" LEGAL  a4-b4+c-c4_cb-d4_cb  on map-1 (placeholder)\n")
    assert "Uses 3a2b3c. 4 credits: 3 arches + 1, now the highest light green." in called.out
    assert "(1)   (2)   (3)   (4)" in called.out
    assert "\x1b" not in called.out


def test_a_legal_staircase_in_json() -> None:
    called = call("check", "a4-b4+c-c4_cb-d4_cb", "--json")
    assert (called.status, called.err) == (0, "")
    data = called.json
    assert data.keys() >= VERDICT
    assert {key: data[key] for key in VERDICT} == {
        "legal": True,
        "reasons": [],
        "staircase": "a4-b4+c-c4_cb-d4_cb",
        "arches": 3,
        "credits": 4,
        "decoration": "l",
        "bonus": False,
        "uses": {"arch": 3, "brick": 2, "column": 3},
        "position": "x8/x8/x8/x8/E,WcE,cbWE,EcbWl,WE,bWg,x2/x8/x8/x8",
    }
    assert (data["map"], data["provenance"]) == ("map-1", "placeholder")


@pytest.mark.parametrize("typed", ["c4+bd4", "c4 + 1b d4", "C4^B-D4", " c4+b\N{EN DASH}d4"])
def test_a_staircase_is_read_the_same_everywhere(typed: str) -> None:
    assert call("check", typed, "--json").json["staircase"] == "c4+b-d4"
    assert str(judge(Palace.setup(load_map("map-1")), typed).staircase) == "c4+b-d4"
    write("game.toml", HEAD + SEATS + f'[[turns]]\nplayer = "Ana"\nbuild = "{typed}"\n')
    assert replay(read_record("game.toml")).state.palace == build(
        Palace.setup(load_map("map-1")), "c4+b-d4"
    )


def test_a_staircase_that_is_not_legal() -> None:
    called = call("check", "c4-d4")
    assert (called.status, called.err) == (1, "")
    (reason,) = judge(Palace.setup(load_map("map-1")), "c4-d4").reasons
    shown = " ".join(called.out.split())
    assert shown.startswith(
        f"NOT LEGAL c4-d4 on map-1 (placeholder) ! collision {reason.text}; {reason.title} "
        f"-> {reason.remedy} more: palace explain collision "
    )
    assert "1!----2" in called.out


def test_a_staircase_that_is_not_legal_in_json() -> None:
    called = call("check", "d4-d5-a1", "--json", "--supply", "1a")
    assert (called.status, called.err) == (1, "")
    data = called.json
    assert data.keys() >= VERDICT
    assert data["legal"] is False
    assert [reason["code"] for reason in data["reasons"]] == ["start", "support", "turn", "supply"]
    for reason in data["reasons"]:
        assert reason.keys() == REASON
    assert [data[key] for key in ("credits", "decoration", "bonus", "position")] == [None] * 4
    assert (data["arches"], data["uses"]) == (2, {"arch": 2, "brick": 0, "column": 0})


@pytest.mark.parametrize("width", [40, 80, 200])
def test_reasons_keep_to_the_width(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    out = call("check", "z9-a1-c3+b").out
    reasons = out[out.index("! start") : out.index("\n\n")].splitlines()
    assert len(reasons) > 8
    assert max(map(len, reasons)) <= min(width, 100)


def test_many_reasons_are_cut_but_not_in_json() -> None:
    walk = "-".join(f"{file}9" for file in "abcdefghijklmnopqrst")
    called = call("check", walk)
    assert called.status == 1
    shown = called.out[: called.out.index("\n\n")].count("\n! ")
    assert 10 <= shown < len(call("check", walk, "--json").json["reasons"]) == 22
    assert "more: --json lists them all" in called.out


def test_spellings_are_written_canonically() -> None:
    assert call("check", "C4 ^B \u2013 D4", "--json").json["staircase"] == "c4+b-d4"


def test_fill() -> None:
    called = call("check", "a4-b4-c4-d4", "--fill", "--json")
    assert called.status == 0
    data = called.json
    filled = data["staircase"]
    assert filled != "a4-b4-c4-d4"
    assert data["uses"]["arch"] == 3
    assert call("check", filled, "--json").json["position"] == data["position"]
    assert call("check", "a4-b4-c4-d4").status == 1


def test_supply() -> None:
    assert call("check", "c4+b-d4", "--supply", "1b1a").status == 0
    data = call("check", "c4+b-d4", "--supply", "0b1a", "--json").json
    assert [(reason["code"], reason["at"]) for reason in data["reasons"]] == [("supply", "brick")]
    assert call("check", "c4+c-d4_bb", "--supply", "1a2b1c").status == 0


def test_rulings() -> None:
    back = ("check", "c4+b-d4+b-c4_b")
    assert call(*back).status == 1
    data = call(*back, "--ruling", "double-back=legal", "--json").json
    assert data["legal"] is True
    assert data["rulings"] == {"double-back": "legal"}
    assert call("check", "c4+b-d4").status == 0
    assert call("check", "c4+b-d4", "--ruling", "setup-monkey=card").status == 0
    assert refusal("check", "c4+b-d4", "--ruling", "setup-monkey=arch") == [
        "--ruling: setup-monkey is settled, it is always card; leave it out"
    ]


@pytest.mark.parametrize(
    "options",
    [
        ["--position", SETUP],
        ["--position", f"map-1:{SETUP}"],
        ["--position", SETUP.lower(), "--map", "map-1"],
        ["--map", "map-1"],
    ],
)
def test_the_same_situation(options: list[str]) -> None:
    assert (
        call("check", "c4+b-d4", "--json", *options).out == call("check", "c4+b-d4", "--json").out
    )


def test_other_maps() -> None:
    assert call("check", "d3+b-d4-c4", "--map", "map-3", "--json").json["map"] == "map-3"
    data = call("check", "d3+b-d4-c4", "--map", "map-3", "--json").json
    assert "off-knob" in {reason["code"] for reason in data["reasons"]}
    empty = "map-3:x8/x8/x2,x4,x2/x8/x8/x8/x8/x8"
    data = call("check", "a1-b1", "--position", empty, "--json").json
    assert data["map"] == "map-3"
    assert [reason["code"] for reason in data["reasons"]] == ["attach"]


def test_a_map_of_ones_own() -> None:
    text = (MAPS / "map-1.toml").read_text().replace('"map-1"', '"mine"')
    write("mine.toml", text)
    assert call("check", "c4+b-d4", "--map", "mine.toml", "--json").json["map"] == "mine"
    for row in ("l l g g l g d d", "d d d g g l l l"):
        text = text.replace(row, ". . . . . . . .")
    write("island.toml", text)
    data = call("check", "c4+b-d4", "--map", "island.toml", "--json").json
    assert len(data["notes"]) == 2
    assert data["notes"][0].startswith("mine: the set-up is on an island of 8 knobs")


# Running games.


def test_a_running_game() -> None:
    turn = ("check", "c4+b-d4", "--json", "--game", SAMPLE)
    for number, player in ((0, "Ana"), (1, "Ben"), (5, "Caro"), (17, "Caro")):
        assert call(*turn, "--turn", number).json["player"] == player
    replayed = call("check", SAMPLE, "--json").json["turns"]
    data = call("check", replayed[4]["staircase"], "--json", "--game", SAMPLE, "--turn", 4).json
    # The position after a staircase has its animals where they stood.
    assert data["credits"] == replayed[4]["credits"]
    assert data["position"] == replayed[4]["position"]
    assert call("check", replayed[4]["staircase"], "--game", SAMPLE).status == 1
    assert "e3-e2-f2  on" not in call("check", "e3-e2-f2", "--game", SAMPLE).out


def test_a_running_game_says_what_is_odd() -> None:
    write("game.toml", HEAD + "bla = 1\n" + SEATS + TURN + BAD_TURN)
    called = call("check", "d3+cb-d4", "--game", "game.toml")
    assert called.status == 1
    assert " d3+cb-d4 for Ana  on map-1 (placeholder)\n" in called.out
    notes = " ".join(called.out[called.out.index("note:") :].split())
    assert notes == (
        "note: warning: game.toml:5:1: bla: this key is not known and is kept as it is "
        "note: the pieces of Ana are not known: the box's are used; give --supply, or start and "
        "each in the record "
        "note: turn 2 of the record is not legal: see palace check game.toml"
    )
    data = call("check", "d3+c-d4", "--game", "game.toml", "--supply", "1a1c", "--json").json
    assert data["legal"] is True
    assert len(data["notes"]) == 2
    short = call("check", "d3+c-d4", "--game", "game.toml", "--supply", "1a", "--json").json
    assert [reason["code"] for reason in short["reasons"]] == ["supply"]


def test_rulings_of_a_running_game() -> None:
    back = ("check", "c4+b-d4+b-c4_b", "--game", "game.toml")
    write("game.toml", HEAD + 'rulings = { double-back = "legal" }\n' + SEATS)
    assert call(*back).status == 0
    assert call(*back, "--ruling", "double-back=turn").status == 1


def test_what_has_no_effect_is_told() -> None:
    rulings = ("--ruling", "game-end=empty", "--ruling", "spiral=turn", "--ruling", "frog-time=any")
    notes = call("check", "c4+b-d4", "--supply", "99a3b", *rulings, "--json").json["notes"]
    assert notes == [
        "no effect on what can be built: frog-time, game-end",
        "the box still holds 78a79b16c: of 99a3b, 78a3b count",
    ]
    assert call("count", "--supply", "3a", "--ruling", "spiral=turn", "--json").json["notes"] == []


# Columns.

COLUMNS = ("check", "c4+b-d4-e4", "--columns")


def test_a_staircase_by_its_columns_only() -> None:
    called = call(*COLUMNS, "c4=0 d4=1E e4=2E")
    assert (called.status, called.err) == (0, "")
    assert called.out.startswith(" LEGAL  c4+b-d4-e4  on map-1 (placeholder)\n")
    assert "At least 2 credits: 2 arches. Dark green decoration on e4.\n" in called.out
    assert "note: judged by these columns only\nnote: not judged without --supply" in called.out
    assert "supply" not in call(*COLUMNS, "c4=0 d4=1E e4=2E", "--supply", "2a1b").out
    called = call(*COLUMNS, "c4=0 d4=1E e4=?", "--language", "zh")
    assert called.status == 0
    assert called.out.startswith(" 無法判定  c4+b-d4-e4")
    assert "不知道e4上有什麼" in called.out
    called = call(*COLUMNS, "c4=0 d4=1Em e4=2E")
    assert called.status == 1
    assert "! blocked     the monkey stands on d4 (level 1)" in called.out


@pytest.mark.parametrize(
    ("columns", "legal", "status"),
    [("c4=0 d4=1E e4=2E", True, 0), ("c4=0 d4=1E e4=?", None, 0), ("c4=0 d4=3g e4=?", False, 1)],
)
def test_columns_in_json(columns: str, legal: bool | None, status: int) -> None:
    called = call(*COLUMNS, columns, "--json")
    assert (called.status, called.err) == (status, "")
    assert called.json.keys() >= VERDICT
    expected = {"legal": legal, "judged_by": "columns", "credits": None, "position": None}
    assert called.json | expected == called.json
    assert called.json["columns"]["c4"] == "0"
    assert called.json["notes"][0] == "judged by these columns only"


@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_columns_that_are_missing_are_asked_for(
    as_json: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    prompts, answers = list[str](), ["1E", "2x", "2E"]

    def ask(prompt: str, _: object) -> str:
        prompts.append(prompt[:4])
        return answers.pop(0)

    monkeypatch.setattr("palace.cli.dialogue.on_terminal", lambda: True)
    monkeypatch.setattr("palace.cli.dialogue.asker", lambda err: ask)
    called = call(*COLUMNS, "c4=0", *as_json)
    assert called.errors[0].startswith("'e4=2x' is no column, expected KNOB=HEIGHT")
    assert (called.status, prompts) == (0, ["d4: ", "e4: ", "e4: "])
    assert call(*COLUMNS, "c4=0 d4=1E e4=2E", *as_json).out == called.out


def test_calls_with_columns_that_are_wrong() -> None:
    assert refusal(*COLUMNS, "c4=0") == [
        "--columns: the columns of d4 e4 are missing; add d4=HEIGHT[TOP], or d4=?"
    ]
    assert refusal(*COLUMNS, "c4=0 d4") == [
        "--columns, column 6: 'd4' is no column; expected KNOB=HEIGHT and what is on top: c4=0 "
        "d4=1E e4=4Wm f4=3g g4=?"
    ]
    assert refusal(*COLUMNS, "", "--position", SETUP, "--fill") == [
        f"{option}: it does not go with --columns; leave one of them out"
        for option in ("--position", "--fill")
    ]
    assert refusal("check", SAMPLE, "--columns", "c4=0") == [
        "--columns: it goes with a staircase; a file is always checked as it is; leave it out"
    ]
