"""Positions in files and on standard input, and where their faults are."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from tests.calls import call, refusal
from tests.cli.texts import LINES, SETUP, write


def test_a_position_in_a_file() -> None:
    expected = call("check", "c4+b-d4", "--json").out
    for text in (
        LINES,
        f"map-1:\n{LINES}",
        "\ufeff" + SETUP,
        SETUP.replace("/", " /\n"),
        SETUP.replace("/", "\r"),
    ):
        write("here.txt", text)
        assert call("check", "c4+b-d4", "--position", "@here.txt", "--json").out == expected


def test_a_position_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = call("check", "c4+b-d4", "--json").out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINES.encode())))
    assert call("check", "c4+b-d4", "--position", "@-", "--json").out == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x8\nx8\n\nx8\nx8\nx3 E WE  bWq x2\n", "6:12: rank 4 has 6 of 8 knobs; "
         "expected , and 2 more ('q')"),
        ("x8\nx8\nx8\nx8\n x3 E x4\nx8\nx8\nx8\n", "5:5: support: d4: the arch leading E has no "
         "other end at e4, level 0; expected W there"),
        ("map-2:\n", "1:7: it ends here; expected b c l d g, N E S W, m f y, or xN for N empty "
         "knobs"),
        ("map-7: x8", "1:1: 'map-7' is not the map; expected map-1, map-2, map-3, map-4"),
        ("", "1:1: it ends here; expected b c l d g, N E S W, m f y, or xN for N empty knobs"),
        ("x8\nx8", "2:3: it ends here after rank 7; expected / and rank 6"),
    ],
)  # fmt: skip
def test_a_wrong_position_in_a_file(text: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write("here.txt", text)
    assert refusal("check", "c4+b-d4", "--position", "@here.txt") == [f"here.txt:{said}"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert refusal("check", "c4+b-d4", "--position", "@-") == [f"standard input:{said}"]


def test_position_files_that_cannot_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo("pipe")
    (folder / "bytes").write_bytes(b"x8/\xff")
    (folder / "large").write_bytes(b" " * 1_000_001)
    for name, said in {
        "missing": "no such file or directory; name a file with a position",
        "": "no such file or directory; name a file with a position",
        ".": "is a directory; name a file with a position",
        "large": "it is larger than 1 MB; a position is far shorter",
        "/dev/zero": "it is larger than 1 MB; a position is far shorter",
        "bytes": "it is not UTF-8 text; save it as text",
        "a\0b": "it cannot be opened; name a file with a position",
    }.items():
        shown = name.replace("\0", "\N{REPLACEMENT CHARACTER}") or "@"
        assert refusal("check", "c4+b-d4", "--position", f"@{name}") == [f"{shown}: {said}"]
    # A pipe to which nobody writes is empty.
    assert refusal("check", "c4+b-d4", "--position", "@pipe")[0].startswith("pipe:1:1: it ends")
    monkeypatch.setattr(sys, "stdin", None)
    assert refusal("check", "c4+b-d4", "--position", "@-") == [
        "standard input: it is closed; name a file with a position"
    ]
