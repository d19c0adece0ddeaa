"""`palace league`: a folder of records."""

from __future__ import annotations

from pathlib import Path

from tests.calls import call, refusal
from tests.paths import SAMPLE

UNFINISHED = """\
format = 1
game = "monkey-palace"
rules = "1"
map = "map-1"
[[players]]
name = "Ana"
[[players]]
name = "Ben"
[[turns]]
player = "Ana"
build = "c4+b-d4"
"""


def folder_of(tmp_path: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_games_of_a_folder(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, one=SAMPLE.read_text(), two=UNFINISHED, map_1="name = 'x'")
    shown = call("league", folder)
    assert "Monkey Palace: 1 game\n" in shown.out
    assert "favourite map: map-1 (placeholder): 1 game" in shown.out
    assert "longest staircase: Caro: 6 arches, a2-b2" in shown.out
    assert "note: 1 game not finished and left out" in shown.out
    [game] = call("league", folder, "--json").json["games"]
    assert [(seat["name"], seat["wins"], seat["best"]) for seat in game["players"]] == [
        ("Ana", 1, 29), ("Ben", 0, 25), ("Caro", 0, 24),
    ]  # fmt: skip


def test_a_page(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, one=SAMPLE.read_text())
    page = tmp_path / "league.html"
    assert call("league", folder, "-o", page).out == f"wrote {page}: 1 game\n"
    text = page.read_text(encoding="utf-8")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert '<td class=n>29<td><meter value="1.000">' in text
    assert refusal("league", folder, "-o", page) == [
        f"{page}: this file exists; choose another name, or add --force"
    ]


def test_what_is_wrong(tmp_path: Path) -> None:
    assert refusal("league", tmp_path) == [
        f"{tmp_path}: no .toml or .json file in it; name another folder"
    ]
    folder = folder_of(tmp_path, bad='format = 1\ngame = "chess"\n', one=SAMPLE.read_text())
    called = call("league", folder)
    assert called.status == 2
    assert "Ana" in called.out
    assert called.errors[0].startswith(f"{folder / 'bad.toml'}:1:")
    assert refusal("league", folder, "-o", "x.pdf") == [
        "x.pdf: a report is written as a page; name it .html"
    ]
