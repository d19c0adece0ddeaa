"""Four walks through the code, from `main` to a rule: no file comes up twice on the way.

What `core` and `files` hold is left out.  The walks are written down in docs/layout.md.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from palace.cli import run
from tests.paths import ROOT, SAMPLE

WALKS = {
    "check": (["check", "c4+b-d4"], "monkey_palace/kernel/referee.py", "_walk"),
    "score": (["score", str(SAMPLE)], "monkey_palace/game/score.py", "trophy_lines"),
    "render": (["render", str(SAMPLE), "-o", "a.svg"], "isometric/picture.py", "isometric_svg"),
    "tile": (
        ["cooper-island", "check", "double forest-meadow d2-d3"],
        "cooper_island/referee.py",
        "_terrain",
    ),
}
"""What is called, and the function that the walk leads to."""


def walk(arguments: Sequence[str], file: str, function: str) -> list[str]:
    """Return the files of the chain of calls, each run of one file once."""
    chains: list[list[str]] = []

    def look(frame: FrameType | None, event: str, _: Any) -> None:
        if event != "call" or frame is None or chains:
            return
        code = frame.f_code
        if code.co_name != function or not code.co_filename.endswith(file):
            return
        chain = []
        while frame is not None:
            path = Path(frame.f_code.co_filename).resolve()
            if path.is_relative_to(ROOT) and "site-packages" not in path.parts:
                chain.append(str(path.relative_to(ROOT)))
            frame = frame.f_back
        chains.append(chain[::-1])

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        run(arguments)
    finally:
        sys.setprofile(before)
    assert chains, f"{function} of {file} is not called"
    rooms = ("palace/", "viewer/")
    left_out = ("palace/core/", "palace/files/")
    kept = [f for f in chains[0] if f.startswith(rooms) and not f.startswith(left_out)]
    return [name for name, _ in groupby(kept)]


@pytest.mark.parametrize("name", WALKS)
def test_no_file_comes_up_twice(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = walk(*WALKS[name])
    assert len(files) == len(set(files)), files
    layout = (ROOT / "docs" / "layout.md").read_text(encoding="utf-8")
    line = " → ".join(f"`{file.removeprefix('palace/')}`" for file in files)
    assert line in layout, line
