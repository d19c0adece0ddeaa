"""`palace play` that is killed: what is in the folder then."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from palace.monkey_palace.game.log import read_record
from tests.cli.test_play import NEW
from tests.conftest import Start


def test_killed_at_any_moment_nothing_is_lost(tmp_path: Path, start: Start) -> None:
    """The process is killed in the second turn: the first is in the file, that one in the draft."""
    command = [sys.executable, "-m", "palace", "play", "game.toml", *NEW]
    process = start(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write("c4+b-d4\n\ne3+bb-e4\n")
    process.stdin.flush()
    draft = tmp_path / "game.toml.draft"
    for _ in range(200):
        if draft.exists() and "e3+bb-e4" in draft.read_text():
            break
        time.sleep(0.05)
    process.kill()
    process.communicate()
    record = read_record(tmp_path / "game.toml")
    assert [turn.build for turn in record.data.turns or ()] == ["c4+b-d4"]
    left = {path.name for path in tmp_path.iterdir()}
    assert left - {".game.toml.lock"} == {"game.toml", "game.toml.draft"}


@pytest.mark.parametrize("count", [2, pytest.param(200, marks=pytest.mark.slow)])
def test_killed_in_the_middle_of_a_confirm(count: int, tmp_path: Path, start: Start) -> None:
    """The record holds the first turns, whole, and nothing else is there but what is to be."""
    chance = random.Random(count)
    builds = ["c4+b-d4", "e3+bb-e4", "f3+bbb-f4"]
    kept = Counter[int]()
    for number in range(count):
        folder = tmp_path / str(number)
        folder.mkdir()
        command = [sys.executable, "-m", "palace", "play", "game.toml", *NEW]
        process = start(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        assert process.stdin is not None
        process.stdin.write("".join(f"{build}\n\n" for build in builds))
        process.stdin.flush()
        while not (folder / "game.toml").exists():
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.2))
        process.kill()
        process.wait()
        made = [turn.build for turn in read_record(folder / "game.toml").data.turns or ()]
        assert made == builds[: len(made)]
        kept[len(made)] += 1
        left = {path.name for path in folder.iterdir() if path.suffix != ".tmp"}
        assert left <= {"game.toml", "game.toml.draft", ".game.toml.lock"}
    assert count < 50 or len(kept) > 1
