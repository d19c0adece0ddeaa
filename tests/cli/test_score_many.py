"""`palace score` of a folder: every game a line, bad files at the end, Ctrl-C heard."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from palace.cli.score_many import FEW, below
from tests.calls import call, refusal
from tests.cli.test_program import on_a_terminal
from tests.cli.test_score import GAME, TWICE
from tests.cli.texts import write
from tests.conftest import Start
from tests.paths import ROOT, SAMPLE

BAD = GAME.replace("cards = 25", "crads = 25")
SAID = "players[2]: nothing is written down for Ben; is 'crads' a slip for cards?"


@pytest.fixture
def games(folder: Path) -> Path:
    """A folder of good games, one that is not legal, one that is bad, and other things."""
    (folder / "games" / "old").mkdir(parents=True)
    (folder / "games" / ".git").mkdir()
    write("games/b.toml", GAME)
    write("games/a.toml", TWICE)
    write("games/old/c.toml", GAME.replace("cards = 25", "cards = 29"))
    write("games/old/bad.toml", BAD)
    write("games/notes.txt", "x")
    write("games/.hidden.toml", "x")
    write("games/.git/d.toml", "x")
    return folder / "games"


def test_a_folder(games: Path) -> None:
    called = call("score", "games")
    assert called.status == 2
    assert called.errors == [f"games/old/bad.toml:9:1: {SAID}"]
    assert called.out == (
        "!   games/a.toml      *Ana 29, Ben 25, Caro 24 (not legal)\n"
        "ok  games/b.toml      *Ana 29, Ben 25, Caro 24\n"
        "ok  games/old/c.toml  *Ana 29, Ben 29, Caro 24\n"
        "3 of 4 files scored, 1 not legal, 1 not: see below\n"
    )
    (games / "old" / "bad.toml").unlink()
    assert call("score", "games").status == 1
    (games / "a.toml").unlink()
    assert call("score", "games").status == 0


def test_several_files(games: Path) -> None:
    called = call("score", "games/b.toml", "games/old", "games/b.toml", "no.toml")
    assert called.status == 2
    assert [line.split()[1] for line in called.out.splitlines()[:-1]] == [
        "games/b.toml", "games/old/c.toml"
    ]  # fmt: skip
    assert called.errors[1] == "no.toml: there is no such file; check the path"


def test_rows_and_entries(games: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(call("score", "games", "--format", "csv").out)))
    best = [row for row in rows if row["winner"] == "yes"]
    assert [(row["file"], row["legal"], row["player"]) for row in best] == [
        ("games/a.toml", "no", "Ana"), ("games/b.toml", "yes", "Ana"),
        ("games/old/c.toml", "yes", "Ana"),
    ]  # fmt: skip
    lines = list(csv.DictReader(io.StringIO(call("score", "games", "--format", "lines").out)))
    assert {row["file"] for row in lines} == {row["file"] for row in rows}
    parts = [int(row["points"]) for row in lines if row["category"] != "total"]
    assert sum(parts) == 78 * 3 + 4
    table = call("score", "games", "--format", "markdown").out.splitlines()
    assert len(table) == 5
    assert len({line.count("|") for line in table}) == 1
    called = call("score", "games", "--json")
    assert called.status == 2
    data = called.json
    assert [game["file"] for game in data["games"]] == [*dict.fromkeys(row["file"] for row in rows)]
    assert data["skipped"] == []
    assert data["errors"] == called.errors
    one = call("score", "games/b.toml", "--json").json
    assert data["games"][1] == {"file": "games/b.toml", **one}


def test_into_a_file(games: Path) -> None:
    called = call("score", "games", "-o", "all.csv")
    assert (called.status, called.out[:14]) == (2, "wrote all.csv:")
    assert len(Path("all.csv").read_text().splitlines()) == 1 + 3 * 3
    assert refusal("score", "games", "-o", "all.csv") == [
        "all.csv: this file exists; choose another name, or add --force"
    ]
    assert call("score", "games", "-o", "all.csv", "--force").status == 2


def test_names_of_files_are_no_formulas_and_no_markup(folder: Path) -> None:
    write("=1|<b>.toml", GAME)
    write("b.toml", GAME)
    both = ["=1|<b>.toml", "b.toml"]
    assert "'=1|<b>.toml,monkey" in call("score", *both, "--format", "csv").out
    assert "| =1\\|\\<b\\>.toml |" in call("score", *both, "--format", "markdown").out


def test_warnings_are_counted(folder: Path) -> None:
    write("a.toml", GAME + "colour = 1\n")
    write("b.toml", GAME)
    assert call("score", ".").out.endswith(
        "2 of 2 files scored\nnote: 1 file with warnings; palace score FILE shows them\n"
    )


def test_a_folder_without_games(folder: Path) -> None:
    (folder / "empty").mkdir()
    said = ["empty: no .toml or .json file in it; name another folder"]
    assert refusal("score", "empty") == said
    assert refusal("score", "empty", "--lines") == ["--lines: it is for one game; name one file"]
    with pytest.raises(ValueError, match=r"no \.toml"):
        below(["empty"])


def test_many_files(folder: Path, start: Start) -> None:
    (folder / "many").mkdir()
    for number in range(FEW + 30):
        text = BAD if number == 7 else GAME.replace("cards = 25", f"cards = {number}")
        write(f"many/{number:03}.toml", text)
    called = call("score", "many")
    assert called.status == 2
    assert called.errors == [f"many/007.toml:9:1: {SAID}"]
    lines = called.out.splitlines()
    numbers = [number for number in range(FEW + 30) if number != 7]
    assert [line.split()[1] for line in lines[:-1]] == [f"many/{n:03}.toml" for n in numbers]
    assert all(f"Ben {n}" in line for n, line in zip(numbers, lines, strict=False))
    shown = on_a_terminal(start, "score", "many", columns=80)
    assert "scoring" in shown
    assert f"{FEW + 30}/{FEW + 30}" in shown


def hear_ctrl_c() -> None:
    """Undo what a shell does to a command in the background: there, Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c(folder: Path, start: Start) -> None:
    (folder / "many").mkdir()
    first = folder / "many" / "0.toml"
    first.write_text(GAME)
    for number in range(1, 30_000):  # more than can be scored before the signal comes
        os.link(first, folder / "many" / f"{number}.toml")
    main, other = pty.openpty()
    with (folder / "out").open("wb") as out:  # a pipe nobody reads would block it
        done = start(
            [sys.executable, "-m", "palace", "score", "many"], stdout=out,
            stderr=other, preexec_fn=hear_ctrl_c,
        )  # fmt: skip
    os.close(other)
    shown = b""
    while b"/30000" not in shown:
        shown += os.read(main, 65536)
    os.killpg(done.pid, signal.SIGINT)
    with suppress(OSError):  # the other end is closed
        while chunk := os.read(main, 65536):
            shown += chunk
    os.close(main)
    assert (done.wait(timeout=60), (folder / "out").read_bytes()) == (130, b"")
    assert b"Traceback" not in shown


@pytest.mark.slow
def test_ten_thousand_games(folder: Path) -> None:
    (folder / "many").mkdir()
    for number in range(10_000):
        write(f"many/{number:05}.toml", GAME)
    begun = time.monotonic()
    called = call("score", "many", "--json")
    assert time.monotonic() - begun < 60
    assert len(json.loads(called.out)["games"]) == 10_000


def test_a_score_is_not_written_where_it_would_be_read_as_a_record(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(SAMPLE.read_text())
    (line,) = refusal("score", tmp_path, "-o", tmp_path / "out.json")
    assert "it is in the folder that is scored" in line
    assert not (tmp_path / "out.json").exists()
    assert call("score", tmp_path, "-o", tmp_path / "out.csv").status == 0
    assert call("score", tmp_path, "-o", tmp_path.parent / f"{tmp_path.name}.json").status == 0


MAP = 'name = "mine"\nknobs = "l"\n'
PENINSULA = 'name = "mine"\nseats = 2\nrows = ". l"\n'
BUILD = '{"format": 1, "build": []}'
BOX = 'format = 1\nname = "my box"\nprovenance = "transcribed"\n'
OTHERS = {"a-map.toml": MAP, "b-map.toml": PENINSULA, "c-build.json": BUILD, "d-box.toml": BOX}
SKIPPED = (
    "note: 4 files are no records and skipped: games/a-map.toml (map), games/b-map.toml (map), "
    "games/c-build.json (build), games/d-box.toml (box)"
)


def test_a_row_for_each_player_and_game(folder: Path) -> None:
    (folder / "games").mkdir()
    write("games/a.toml", GAME.replace("date", 'place = "home"\ndate'))
    cooper = ROOT / "palace" / "cooper_island" / "samples" / "cooper-island.toml"
    write("games/b.toml", cooper.read_text(encoding="utf-8"))
    text = call("score", "games", "--format", "csv").out
    heads = text.splitlines()[0].split(",")
    assert heads == [
        "file", "game", "date", "place", "player", "rank", "total", "winner", "legal", "finished",
        "cards", "bonus", "monkey", "butterfly", "frog", "ships", "royal orders", "buildings",
        "leftovers", "anchors",
    ]  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["player"], row["rank"], row["total"], row["winner"]) for row in rows] == [
        ("Ana", "1", "29", "yes"), ("Ben", "2", "25", "no"), ("Caro", "3", "24", "no"),
        ("Ana", "1", "24", "yes"), ("Ben", "2", "24", "no"), ("Caro", "3", "21", "no"),
    ]  # fmt: skip
    assert {row["game"] for row in rows} == {"monkey-palace", "cooper-island"}
    assert (rows[0]["date"], rows[0]["place"], rows[3]["date"]) == ("2026-01-31", "home", "")
    assert (rows[0]["cards"], rows[0]["frog"], rows[0]["bonus"], rows[0]["ships"]) == (
        "30", "-3", "", ""
    )  # fmt: skip
    # The categories of a player add up to the total.
    for row in rows:
        assert sum(int(row[head]) for head in heads[10:] if row[head]) == int(row["total"])


def test_lines_and_totals(folder: Path) -> None:
    write("a.toml", GAME.replace('name = "Ben"\ncards = 25', 'name = "Ben"\ntotal = 25'))
    rows = list(csv.DictReader(io.StringIO(call("score", ".", "--format", "lines").out)))
    totals = [row for row in rows if row["category"] == "total"]
    assert [(row["player"], row["points"], row["cause"]) for row in totals] == [
        ("Ana", "29", "sum of the lines above"), ("Ben", "25", "total written down"),
        ("Caro", "24", "sum of the lines above"),
    ]  # fmt: skip
    assert [row["points"] for row in rows if row["player"] == "Ana"] == ["30", "2", "-3", "29"]
    # One file alone has its lines only.
    assert "sum of" not in call("score", "a.toml", "--format", "lines").out


@pytest.mark.parametrize("form", ["table", "csv", "lines", "json", "markdown"])
def test_what_is_no_record_is_skipped(folder: Path, form: str) -> None:
    (folder / "games").mkdir()
    write("games/game.toml", GAME)
    alone = call("score", "games", "--format", form)
    for name, text in OTHERS.items():
        write(f"games/{name}", text)
    called = call("score", "games", "--format", form)
    assert (called.status, called.errors) == (0, [SKIPPED])
    if form == "json":
        assert called.json["skipped"] == [f"games/{name}" for name in OTHERS]
    else:
        assert called.out == alone.out
    assert call("score", "games", "--format", form, "-o", "out.txt").errors == [SKIPPED]


def test_what_is_named_is_not_skipped(folder: Path) -> None:
    write("game.toml", GAME)
    write("map.toml", MAP)
    called = call("score", "game.toml", "map.toml")
    assert called.errors == [
        "map.toml: this is a map, not the record of a game; palace map check map.toml"
    ]


def test_many_skipped_files_are_counted(folder: Path) -> None:
    (folder / "games").mkdir()
    write("games/game.toml", GAME)
    for number in range(23):
        write(f"games/map-{number:02}.toml", MAP)
    (line,) = call("score", "games").errors
    assert line.startswith("note: 23 files are no records and skipped: games/map-00.toml (map), ")
    assert line.endswith("games/map-19.toml (map), 3 more")


def test_a_folder_of_maps(folder: Path) -> None:
    (folder / "games").mkdir()
    write("games/a-map.toml", MAP)
    called = call("score", "games")
    assert (called.status, called.out) == (2, "")
    assert called.errors == [
        "note: 1 file is no record and skipped: games/a-map.toml (map)",
        "games: no record of a game in it; name another folder",
    ]


def test_the_maps_boxes_and_templates_of_the_package_are_told_from_records(folder: Path) -> None:
    (folder / "games").mkdir()
    for path in (ROOT / "maps").glob("*.toml"):
        write(f"games/{path.name}", path.read_text(encoding="utf-8"))
    for key in ("palm-island", "cooper-island"):
        call("box", "new", "--game", key, f"games/{key}-box.toml")
        call("new", "--game", key, f"games/{key}.toml")
    call("box", "new", "games/mine")
    call("new", "--game", "monkey-palace", "games/monkey.toml")
    called = call("score", "games")
    assert called.status == 0
    assert called.out.splitlines()[-1] == "3 of 3 files scored"
    (line,) = called.errors
    assert line.count("(box)") == 3
    assert line.count("(map)") >= 7
