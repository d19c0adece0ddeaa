"""`palace map new` asks for a sheet row by row; `palace map make` draws a balanced map."""

from __future__ import annotations

from pathlib import Path

import pytest

from palace.monkey_palace.kernel.ground import load_map
from tests.calls import call, refusal, typing

ROWS = "lldd\nggll\nlg d g\n\n"


def test_a_sheet_is_typed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    called = typing(monkeypatch, "map", "new")(f"{ROWS}a1 b1 b2\ny\n")
    assert (called.status, called.err) == (0, "")
    ground = load_map("sheet-1.toml")
    assert ground.rows == ("lldd", "ggll", "lgdg")
    assert [str(knob) for knob in ground.setup] == ["a1", "b1", "b2"]
    assert not ground.placeholder
    lines = [line.rstrip() for line in called.out.splitlines()]
    assert lines[lines.index("row 1> lldd") + 1] == "    l   l   d   d", "drawn as it is typed"
    assert " 1  l1  g2  d   g" in lines
    assert lines[-2:] == [
        "wrote sheet-1.toml", "look at it with: palace map show sheet-1.toml",
    ]  # fmt: skip
    assert call("map", "check", "sheet-1.toml").status == 0


def test_a_whole_sheet_is_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = load_map("map-2")
    setup = " ".join(str(knob) for knob in shipped.setup)
    rows = "\n".join(" ".join(row) for row in shipped.rows)
    typing(monkeypatch, "map", "new", "mine.toml")(f"{rows}\n\n{setup}\n\n")
    mine = load_map("mine.toml")
    assert (mine.rows, mine.setup, mine.origin) == (shipped.rows, shipped.setup, shipped.origin)
    assert mine.sheet == shipped.sheet
    assert mine.placeholder, "only the player can say that it is the printed sheet"
    assert "PLACEHOLDER" in Path("mine.toml").read_text()


def test_ten_rows_fill_the_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    say = typing(monkeypatch, "map", "new", "wide.toml")
    called = say("lldggllddg\n" * 10 + "a1 b1 c1\nn\n")
    assert "10 rows fill the sheet" in called.out
    assert load_map("wide.toml").origin == (2, 2)


def test_what_cannot_be_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    say = typing(monkeypatch, "map", "new")
    typed = "lxq\nl\n" + "l" * 11 + "\nback\nlld\nlg\nback\ngld\nd.l\n\n"
    called = say(f"{typed}a1\na1 z9 b2\na1 c1 3\na1 a2 b2\nmaybe\nn\n")
    assert called.status == 0
    for sentence in (
        "q x: write l d g or . for each knob", "1 knobs in a row: 2 to 10 fit the sheet",
        "11 knobs in a row: 2 to 10 fit the sheet", "this is the first row", "row taken back",
        "2 knobs, the rows before have 3", "1 knobs: three are needed, as in",
        "knob z9 is beyond the map; choose an open knob", "'maybe' is no answer: y or n",
    ):  # fmt: skip
        assert sentence in called.out, sentence
    assert load_map("sheet-1.toml").rows == ("gld", "d.l")


def test_leaving_and_answers_that_end(monkeypatch: pytest.MonkeyPatch) -> None:
    say = typing(monkeypatch, "map", "new")
    assert say("ll\nq\n").status == 0
    called = say("ll\n")
    assert called.status == 2
    assert "the answers end before 'row 2'" in called.err
    assert "three open knobs" in say("l.\n.l\n\n").err
    assert not Path("sheet-1.toml").exists()
    Path("sheet-1.toml").write_text("mine")
    assert "sheet-1.toml" in say(f"{ROWS}a1 b1 b2\ny\n").err
    assert Path("sheet-1.toml").read_text() == "mine"


def test_a_balanced_map_is_made_and_printed() -> None:
    out = call("map", "make", "--seed", 7).out
    assert out.startswith("made-7-3 (placeholder), for 3 players\n")
    ground = load_map("made-7-3.toml")
    assert ground.placeholder
    head = Path("made-7-3.toml").read_text().splitlines()[:2]
    assert head[0] == "# Made by palace map make --seed 7 --players 3."
    assert "not a printed sheet" in head[1]
    assert call("map", "check", "made-7-3.toml").status == 0
    assert call("sheet", "map", "--map", "made-7-3.toml", "-o", "made.svg").status == 0
    assert "made-7-3 (placeholder)" in Path("made-2.svg").read_text()
    data = call("map", "make", "mine.toml", "--seed", 7, "--json").json
    assert (data["name"], data["provenance"]) == ("mine", "placeholder")
    assert tuple(data["rows"]) == ground.rows
    assert all(one["least"] <= one["value"] <= one["most"] for one in data["bounds"])
    (line,) = refusal("map", "make", "mine.toml", "--seed", 7)
    assert "mine.toml" in line
    assert call("map", "make", "mine.toml", "--seed", 7, "--force").status == 0


def test_made_maps_are_named_as_their_files() -> None:
    assert "named as its map" in refusal("map", "make", "7.toml", "--seed", 7)[0]
    assert "--players" in refusal("map", "make", "--players", 5)[0]
    assert "--seed" in refusal("map", "make", "--seed", "-1")[0]
