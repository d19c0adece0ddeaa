"""`palace play`: a game entered turn by turn, and what is in the file at every moment."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from palace.cli.terminal import completions
from palace.game import replay
from palace.ground import load_map
from palace.position import Palace
from palace.records import read_record
from tests.calls import Called, call, refusal
from tests.cli.texts import SAMPLE

NEW = ["--player", "Ana:4a3b:2a2b", "--player", "Ben:4a4b1c:2a2b"]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> object:
    """Call `palace play` and say some lines."""

    def say(lines: str, *arguments: object) -> Called:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return call("play", *arguments)

    return say


def turns(name: str) -> list[dict[str, object]]:
    data = read_record(name).data
    return [turn.model_dump(by_alias=True, exclude_none=True) for turn in data.turns or ()]


def test_a_game_of_two_turns(said) -> None:  # type: ignore[no-untyped-def]
    lines = "c4+b-d4\n1x 1* each 1a\ne3+bb-e4\n\nc4\nquit\n"
    called = said(lines, "game.toml", *NEW)
    assert (called.status, called.err) == (0, "")
    assert turns("game.toml") == [
        {"player": "Ana", "build": "c4+b-d4", "take": ["1x 1* each 1a"]},
        {"player": "Ben", "build": "e3+bb-e4", "monkey": "c4"},
    ]
    assert replay(read_record("game.toml")).legal
    assert called.out.splitlines()[-1] == "saved in game.toml: 2 turns"
    assert "Turn 2, Ben  4a4b1c in hand, tray 67a70b15c" in called.out


def test_going_on_with_a_game(said) -> None:  # type: ignore[no-untyped-def]
    said("c4+b-d4\n\n", "game.toml", *NEW)
    called = said("show\nquit\n", "game.toml")
    assert "Turn 2, Ben" in called.out
    assert "Ana: 5a4b, 2a2b a turn, 0 cards with 0 bananas" in called.out


def test_what_is_not_legal_is_asked_again(said) -> None:  # type: ignore[no-untyped-def]
    lines = "c4-d4\nc4+b-d4\n3g 2*\n2x 0*, 1x 0*\n2x 0*\nquit\n"
    called = said(lines, "game.toml", *NEW)
    for code in ("! collision", "! card-colour", "! card-cost"):
        assert code in called.out
    assert turns("game.toml") == [{"player": "Ana", "build": "c4+b-d4", "take": ["2x 0*"]}]


def test_what_cannot_be_read_is_asked_again(said) -> None:  # type: ignore[no-untyped-def]
    called = said("c4-\nc4+b-d4\nnonsense\n@17\n\nquit\n", "game.toml", *NEW)
    assert "column 4: it ends here, expected a knob such as a4" in called.out
    assert "'nonsense' is no cost" in " ".join(called.out.split())
    assert 'add deck = "house"' in " ".join(called.out.split())
    assert turns("game.toml") == [{"player": "Ana", "build": "c4+b-d4"}]


def test_an_illegal_turn_is_kept_if_it_is_wanted(said) -> None:  # type: ignore[no-untyped-def]
    called = said("c4-d4 !\n\nquit\n", "game.toml", *NEW)
    assert "kept, not legal" in called.out
    assert not replay(read_record("game.toml")).legal


def test_the_animals_are_asked_for(said) -> None:  # type: ignore[no-untyped-def]
    lines = "e3+bb-e4\n\nb9\na1\ne3\na1\nc9\nd4\nquit\n"
    called = said(lines, "game.toml", *NEW, "--trophies", "monkey,frog")
    assert "! frog" in called.out
    assert "! monkey" in called.out
    assert turns("game.toml") == [
        {"player": "Ana", "build": "e3+bb-e4", "frog": "e3", "monkey": "d4"}
    ]


def test_a_pass_only_if_nothing_can_be_built(said) -> None:  # type: ignore[no-untyped-def]
    players = ["--player", "Ana:1a:1a", "--player", "Ben:1a1b:1a"]
    called = said("hint\npass\npass\nquit\n", "game.toml", *players)
    assert "nothing can be built: pass" in called.out
    assert "! pass" in called.out
    assert turns("game.toml") == [{"player": "Ana", "pass": True}]


def test_hint_undo_score_help(said) -> None:  # type: ignore[no-untyped-def]
    called = said("undo\nhelp\nhint\nc4+b-d4\n\nundo\nscore\nquit\n", "game.toml", *NEW)
    assert "there is no turn to take back" in called.out
    assert "take the last turn back" in called.out
    assert "d2-d3-d4-e4" in called.out
    assert "turn 1 of Ana is taken back" in called.out
    assert "not finished" in called.out
    assert turns("game.toml") == []


def test_after_the_last_round(said) -> None:  # type: ignore[no-untyped-def]
    Path("game.toml").write_text(SAMPLE.read_text())
    called = said("quit\n", "game.toml")
    assert "the game is over: turn 17: Ben could not be given" in called.out
    assert "* Ana wins with 29 points" in called.out
    called = said("undo\nquit\n", "game.toml")
    assert "Turn 18, Caro" in called.out
    assert len(turns("game.toml")) == 17


def test_the_house_box_is_there_to_play_with(said) -> None:  # type: ignore[no-untyped-def]
    players = ["--player", "Ana", "--player", "Ben", "--box", "house"]
    called = said("d2-d3-d4-e4\n\nd4\nquit\n", "game.toml", *players)
    assert "placeholder" in called.out
    assert "Turn 1, Ana  4a3b in hand" in called.out
    assert len(turns("game.toml")) == 1


def test_wrong_calls() -> None:
    assert "a new game needs its players" in refusal("play", "none.toml")[0]
    assert "write NAME or NAME:START:EACH" in refusal("play", "x.toml", "--player", "A:1a")[0]
    assert "expected a number" in refusal("play", "x.toml", "--player", "A:zz:1a")[0]
    assert "2 to 4 can play" in refusal("play", "x.toml", "--player", "A")[0]
    assert not Path("x.toml").exists()
    Path("old.toml").write_text(SAMPLE.read_text())
    assert "exists, and says so itself" in refusal("play", "old.toml", "--player", "A")[0]
    assert Path("old.toml").read_text() == SAMPLE.read_text()
    assert "name it .toml or .json" in refusal("play", "x.txt", *NEW)[0]


def test_killed_at_any_moment_nothing_is_lost(tmp_path: Path) -> None:
    """The process is killed while it waits for the second turn; the first is in the file."""
    command = [sys.executable, "-m", "palace", "play", "game.toml", *NEW]
    with subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        process.stdin.write("c4+b-d4\n\ne3+bb-e4\n")
        process.stdin.flush()
        for _ in range(200):
            target = tmp_path / "game.toml"
            if target.exists() and "c4+b-d4" in target.read_text():
                break
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
    record = read_record(tmp_path / "game.toml")
    assert [turn.build for turn in record.data.turns or ()] == ["c4+b-d4"]
    assert [path.name for path in tmp_path.iterdir()] == ["game.toml"]


def test_knobs_are_completed() -> None:
    palace = Palace.setup(load_map("map-1"))

    def shown(text: str) -> list[str]:
        return [word for word, _ in completions(palace, ("pass", "hint"), text)]

    assert shown("c4-") == ["c5", "d4", "c3", "b4"]
    assert shown("c4+b-d") == ["d4"]
    assert shown("b4-c4-") == ["c5", "d4", "c3"]  # rule H: not straight back
    assert shown("pa") == ["pass"]
    assert "a1" in shown("a")
    assert "d4" not in shown("d")  # rule A: nobody begins where something stands
    assert shown("1x 0*, hi") == ["hint"]
