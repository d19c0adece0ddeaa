"""Building in a running game: turns are taken in memory, and saved as a new record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from palace import InputError, Record, Rulings, Staircase, read_record, replay
from palace.core.errors import Problem
from palace.monkey_palace.game.record import read_text
from palace.monkey_palace.search import best
from palace_viewer.window.building import Building
from palace_viewer.window.mode import ModeContext
from palace_viewer.window.running import Running
from tests.viewer.palaces import RECORD
from tests.viewer.window.driving import clicked, names, note, pressed, seen

GAME = """
format = 1
game = "monkey-palace"
rules = "1"

[[players]]
name = "Ana"
start = "9a9b"
each = "2a2b"

[[players]]
name = "Ben"
start = "1a"
each = "2a2b"
"""


def here(record: Record, turn: int) -> ModeContext:
    played = replay(record, turns=turn)
    pieces = played.table.seat(played.due).pieces
    return ModeContext(played.palace, pieces, record.rulings, record, turn)


def building(turn: int = 0, text: str = GAME) -> Building:
    return Building(here(read_text(text, "toml", "game.toml"), turn))


def played_out(mode: Building) -> Running:
    game = mode.history.now.game
    assert game is not None
    return game


def test_a_turn_of_the_next_player() -> None:
    mode = building()
    assert "turn 1, Ana" in mode.shot().panel
    assert any("9a9b in hand" in line for line in mode.shot().panel)
    clicked(mode, "a4 b4 c4 d4")
    shot = pressed(mode, "Return")
    assert "turn 2, Ben" in shot.panel
    assert note(shot) == "Ana builds a4-b4-c4_b-d4_b; not saved yet"
    assert any("1a in hand" in line for line in shot.panel)
    game = played_out(mode)
    assert game.played.legal
    assert replay(game.record).turns == game.played.turns
    assert [turn.build for turn in game.record.data.turns or ()] == ["a4-b4-c4_b-d4_b"]
    assert mode.here().record is game.record
    assert mode.here().turn == 1
    assert "turn 1, Ana" in pressed(mode, "z").panel


def test_gold_asks_for_the_monkey() -> None:
    mode = building()
    clicked(mode, "d5 d4")
    asked = pressed(mode, "Return")
    assert note(asked) == "gold is placed: where does the monkey go? click a knob with a dot"
    assert played_out(mode).number == 0
    assert "d5" in names(asked.dots)
    assert "d4" not in names(asked.dots), "the decoration stands there"
    refused = clicked(mode, "d4")
    assert note(refused).startswith("turn not taken: monkey: d4 ")
    assert refused.dots == asked.dots
    assert "click a knob for the monkey" in note(pressed(mode, "b"))
    shot = clicked(mode, "d5")
    assert "turn 2, Ben" in shot.panel
    game = played_out(mode)
    assert game.played.legal
    assert [(t.build, t.monkey) for t in game.record.data.turns or ()] == [("d5+b-d4", "d5")]
    assert names((game.played.palace.animal("m"),)) == "d5"  # type: ignore[arg-type]


def test_the_monkey_that_is_asked_for_can_be_put_off() -> None:
    mode = building()
    before = seen(clicked(mode, "d5 d4"))
    pressed(mode, "Return")
    assert seen(pressed(mode, "BackSpace")) == before
    pressed(mode, "Return")
    assert seen(pressed(mode, "z")) == before


def test_a_pass_is_a_turn_only_if_nothing_can_be_built() -> None:
    mode = building()
    refused = pressed(mode, "P")
    assert note(refused).startswith("turn not taken: pass: Ana ")
    nothing = building(text=GAME.replace('"9a9b"', '"0a"'))
    assert not nothing.shot().dots
    shot = pressed(nothing, "P")
    assert note(shot) == "Ana passes; not saved yet"
    assert "turn 2, Ben" in shot.panel


def test_going_on_from_the_middle_of_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later turns are left out, the file stays as it is, the new record is legal."""
    source = tmp_path / "evening.toml"
    source.write_text(RECORD.read_text())
    record = read_record(source)
    mode = Building(here(record, 9))
    due = played_out(mode).played.due
    hint = best(mode.here().palace, mode.here().supply, record.rulings).verdicts[0].staircase
    assert hint is not None
    for knob, riser in zip(hint.knobs, hint.risers, strict=True):
        clicked(mode, str(knob))
        pressed(mode, " ".join(riser))
    assert mode.shot().accent == "legal"
    shot = pressed(mode, "Return")
    if mode.history.now.pending is not None:
        clicked(mode, str(shot.dots[0]))
    assert played_out(mode).number == 10
    target = tmp_path / "evening-2.toml"
    said = note(pressed(mode, "s"))
    assert said == f"press s again to save the game with 10 turns as {target}"
    assert not target.exists()
    assert note(pressed(mode, "s")) == f"saved as {target}"
    assert source.read_text() == RECORD.read_text()
    again = read_record(target)
    turns = again.data.turns or []
    assert len(turns) == 10
    assert turns[-1].player == due
    assert Staircase.read(turns[-1].build or "").knobs == hint.knobs
    played = replay(again)
    assert played.legal
    assert played.palace == mode.here().palace


def test_other_rulings_than_the_records_own_are_saved_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record = read_text(GAME, "toml", "game.toml")
    strict = Rulings.of({"spiral": "turn"})
    mode = Building(here(record, 0)._replace(rulings=strict))
    pressed(mode, "s s")
    assert read_record("game.toml").rulings == strict


def test_the_end_of_the_game_takes_no_further_turn() -> None:
    record = read_record(RECORD)
    every = len(record.data.turns or ())
    mode = Building(here(record, every))
    assert played_out(mode).played.finished
    assert any("the game is over" in line for line in mode.shot().panel)
    shot = mode.shot()
    while shot.dots:
        shot = clicked(mode, str(shot.dots[0]))
    assert shot.accent == "legal"
    assert "game-over" in note(pressed(mode, "Return"))
    assert played_out(mode).number == every


def test_a_disk_that_refuses_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = read_text(GAME, "toml", "gone/game.toml")
    mode = Building(here(record, 0))
    pressed(mode, "s")
    assert "its folder does not exist" in note(pressed(mode, "s"))


def test_a_record_that_cannot_be_rewritten_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The palace can still be built on, with a note why the game is left out."""

    def refuses(*_: object) -> Record:
        raise InputError(Problem("game.toml", "it cannot be written", "take it out"))

    mode = building()
    clicked(mode, "d5 d4")
    pressed(mode, "Return")
    monkeypatch.setattr("palace_viewer.window.running.with_turns", refuses)
    assert note(clicked(mode, "d5")) == "game.toml: it cannot be written; take it out"
    assert played_out(mode).number == 0
    without = building()
    assert without.history.now.game is None
    assert note(without.shot()).startswith("the game cannot be continued; building without it")
    assert clicked(without, "d5 d4").accent == "legal"


def test_a_record_in_json_stays_json(tmp_path: Path) -> None:
    source = tmp_path / "game.json"
    players = [{"name": "Ana", "start": "9a9b", "each": "2a2b"}, {"name": "Ben"}]
    source.write_text(json.dumps(
        {"format": 1, "game": "monkey-palace", "rules": "1", "players": players, "odd": None}
    ))  # fmt: skip
    mode = Building(here(read_record(source), 0))
    clicked(mode, "a4 b4 c4 d4")
    pressed(mode, "Return")
    assert note(pressed(mode, "s s")) == f"saved as {tmp_path / 'game-2.json'}"
    saved = json.loads((tmp_path / "game-2.json").read_text())
    assert saved["odd"] is None
    assert saved["map"] == "map-1"
    assert replay(read_record(tmp_path / "game-2.json")).legal
