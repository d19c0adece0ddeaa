"""`palace score` of one game: table, points one by one, exports, exit statuses, wrong calls."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.calls import call, refusal
from tests.cli.test_program import BETWEEN, ONE_BY_ONE, on_a_terminal, program
from tests.cli.texts import write
from tests.conftest import Start
from tests.paths import GOLDEN, SAMPLE

HEAD = 'format = 1\ngame = "monkey-palace"\nrules = "1"\n'
GAME = (
    f'{HEAD}date = 2026-01-31\n[[players]]\nname = "Ana"\ncards = [30]\n'
    'trophies = ["monkey", "frog"]\n[[players]]\nname = "Ben"\ncards = 25\n'
    '[[players]]\nname = "Caro"\ncards = 18\nbonus = 1\ntrophies = ["butterfly"]\n'
)
TWICE = GAME.replace('"butterfly"', '"monkey"')


def test_a_table() -> None:
    write("game.toml", GAME)
    called = call("score", "game.toml")
    assert (called.status, called.err) == (0, "")
    assert called.out == (
        " LEGAL  game.toml: Monkey Palace, final score, 2026-01-31\n"
        "\n"
        "rank  player  cards  bonus  monkey  butterfly  frog  total\n"
        "----- ------- ------ ------ ------- ---------- ----- -----\n"
        "  1.  Ana *      30      -       2          -    -3     29\n"
        "  2.  Ben        25      -       -          -     -     25\n"
        "  3.  Caro       18      4       -          2     -     24\n"
        "\n"
        "* Ana wins with 29 points\n"
        "note: there are no turns: the points are as written down\n"
    )


def test_a_narrow_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    write("game.toml", GAME)
    for audit in ([], ["--lines"]):
        lines = call("score", "game.toml", *audit).out.splitlines()
        assert max(map(len, lines)) <= 40
    assert "           Ana *  Ben  Caro" in call("score", "game.toml").out.splitlines()


def test_colours_only_where_they_are_seen(start: Start) -> None:
    write("game.toml", GAME)
    shown = on_a_terminal(start, "score", "game.toml", columns=80)
    assert "\x1b[1;32mAna *" in shown
    assert "\x1b" not in on_a_terminal(start, "score", "game.toml", columns=80, NO_COLOR="1")
    assert "\x1b" not in call("score", "game.toml").out


def test_a_score_that_is_not_legal() -> None:
    write("game.toml", TWICE)
    called = call("score", "game.toml")
    assert called.status == 1
    lines = called.out.splitlines()
    assert lines[0].startswith(" NOT LEGAL  game.toml: ")
    assert lines[1].startswith("! monkey      game.toml:16: ")
    data = call("score", "game.toml", "--json").json
    assert (data["legal"], data["reasons"][0]["code"]) == (False, "monkey")


def test_json() -> None:
    write("game.toml", GAME + "colour = 1\n")
    called = call("score", "game.toml", "--json")
    assert (called.status, called.err) == (0, "")
    data = called.json
    assert [(p["name"], p["total"], p["rank"]) for p in data["players"]] == [
        ("Ana", 29, 1), ("Ben", 25, 2), ("Caro", 24, 3)
    ]  # fmt: skip
    assert (data["game"], data["legal"], data["finished"]) == ("monkey-palace", True, True)
    assert data["date"] == "2026-01-31"
    assert len(data["warnings"]) == 1
    assert call("score", "game.toml", "--format", "json").out == called.out


def test_the_points_one_by_one() -> None:
    write("game.toml", GAME)
    out = call("score", "game.toml", "--lines", "Ana").out
    assert "\nAna: 29 points, rank 1\n" in out
    assert "   +30   30  cards     card 1 of 1: 30 bananas\n" in out
    assert "    -3   29  frog      holds the frog\n" in out
    assert "Ben" not in out
    every = call("score", "game.toml", "--lines").out
    assert [name in every for name in ("Ana: 29", "Ben: 25", "Caro: 24")] == [True] * 3
    assert call("score", "--lines", "game.toml").out == every
    assert call("score", "game.toml", "--audit").out == every
    assert call("score", "game.toml", "--audit", "Ana").out == out
    assert "--audit" not in call("score", "--help").out
    assert refusal("score", "game.toml", "--lines", "Anna") == [
        "--lines: no player is called 'Anna'; did you mean Ana?"
    ]
    assert refusal("score", "game.toml", "--lines", "X") == [
        "--lines: no player is called 'X'; the players are Ana, Ben and Caro"
    ]


def test_formats() -> None:
    write("game.toml", GAME)
    rows = list(csv.DictReader(io.StringIO(call("score", "game.toml", "--format", "csv").out)))
    assert [(row["player"], row["rank"], row["total"]) for row in rows] == [
        ("Ana", "1", "29"), ("Ben", "2", "25"), ("Caro", "3", "24")
    ]  # fmt: skip
    lines = list(csv.DictReader(io.StringIO(call("score", "game.toml", "--format", "lines").out)))
    assert sum(int(row["points"]) for row in lines) == 78
    assert "| 1 | **Ana** | 30 |" in call("score", "game.toml", "--format", "markdown").out
    play = json.loads(call("score", "game.toml", "--format", "bgstats").out)
    assert [player["winner"] for player in play["players"]] == [True, False, False]
    link = call("score", "game.toml", "--format", "bgstats-link").out
    assert link.startswith("bgstats://app.bgstatsapp.com/createPlay.html?data=%7B")


@pytest.mark.parametrize("form", ["bgstats", "bgstats-link"])
def test_a_play_without_a_date_is_told(form: str) -> None:
    write("game.toml", GAME.replace("date = 2026-01-31\n", ""))
    write("dated.toml", GAME)
    warning = "warning: no date is known, so BG Stats takes the day of the import"
    assert call("score", "game.toml", "--format", form).err.startswith(warning)
    assert call("score", "game.toml", "-o", "play", "--format", form).err.startswith(warning)
    assert call("score", "dated.toml", "--format", form).err == ""
    assert call("score", "game.toml", "--format", "json").err == ""


def test_files(folder: Path) -> None:
    write("game.toml", GAME)
    for name, start in (
        ("a.md", "## Monkey Palace"), ("a.csv", "rank,player"), ("a.json", "{"),
        ("a.txt", "rank  player"),
    ):  # fmt: skip
        called = call("score", "game.toml", "-o", name)
        assert (called.status, called.out, called.err) == (0, f"wrote {name}\n", "")
        assert (folder / name).read_text(encoding="utf-8").startswith(start)
    call("score", "game.toml", "-o", "play", "--format", "bgstats")
    assert json.loads((folder / "play").read_text())["sourceName"] == "palace"
    call("score", "game.toml", "-o", "audit", "--lines")
    assert (folder / "audit").read_text().startswith("Ana: 29 points, rank 1\n")
    assert refusal("score", "game.toml", "-o", "a.md") == [
        "a.md: this file exists; choose another name, or add --force"
    ]
    assert call("score", "game.toml", "-o", "a.md", "--force").status == 0
    write("twice.toml", TWICE)
    assert call("score", "twice.toml", "-o", "b.md").status == 1


REFUSALS: list[tuple[list[str], list[str]]] = [
    (["score"],
     ["palace score: missing argument 'FILE...|FOLDER'; see: palace score --help"]),
    (["score", "--lines"],
     ["palace score: missing argument 'FILE...|FOLDER'; see: palace score --help"]),
    (["score", "no.toml"], ["no.toml: there is no such file; did you mean other.toml?"]),
    (["score", "game.txt"], ["game.txt: there is no such file; did you mean game.toml?"]),
    (["score", "game.toml", "--json", "--format", "csv"],
     ["--json: --format is csv; leave one of them out"]),
    (["score", "game.toml", "--lines", "--json"],
     ["--lines: json has every point already; leave it out, or leave the format out"]),
    (["score", "game.toml", "--lines", "--format", "csv"],
     ["--lines: it is a text; leave it out, or leave the format out"]),
    (["score", "game.toml", "-o", "a.pdf"],
     ["a.pdf: its ending is that of no format; name it .txt, .md, .csv, .json, or add --format"]),
    (["score", "game.toml", "other.toml", "--lines", "--format", "bgstats"],
     ["--lines: it is for one game; name one file",
      "--lines: it is a text; leave it out, or leave the format out",
      "--format: bgstats takes one game; name one file"]),
    (["score", "game.toml", "--ruling", "spirl=x", "-o", "x"],
     ["--ruling: there is no ruling 'spirl'; did you mean spiral?",
      "x: its ending is that of no format; name it .txt, .md, .csv, .json, or add --format"]),
    (["score", "map.toml"],
     ["map.toml: this is a map, not the record of a game; palace map check map.toml"]),
    (["score", "cooper.toml"],
     ["cooper.toml:1:1: format: this key is missing; add format = 1",
      'cooper.toml:1:1: rules: this key is missing; add rules = "1"',
      "cooper.toml:1:1: players: this key is missing; add [[players]]"]),
    (["score", "game.toml", "--format", "pdf"],
     ["palace score: invalid value for '--format': 'pdf' is not one of 'table', 'markdown', 'csv', "
      "'lines', 'json', 'bgstats', 'bgstats-link'; see: palace score --help"]),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "said"), REFUSALS, ids=lambda value: " ".join(value)[:50])
def test_refusals(arguments: list[str], said: list[str]) -> None:
    write("game.toml", GAME)
    write("other.toml", GAME)
    write("map.toml", 'knobs = ""')
    write("cooper.toml", 'game = "cooper-island"')
    assert refusal(*arguments) == said


def test_a_game_with_turns() -> None:
    data = call("score", SAMPLE, "--json").json
    assert (data["legal"], data["finished"]) == (True, True)
    totals = {player["name"]: (player["total"], player["rank"]) for player in data["players"]}
    assert totals == {"Ana": (29, 1), "Ben": (25, 2), "Caro": (24, 3)}
    causes = {line["cause"]: line for line in data["players"][2]["lines"]}
    assert causes["bonus card"] == {
        "category": "bonus", "points": 4, "cause": "bonus card", "turn": 18,
    }  # fmt: skip
    assert causes["holds the butterfly"]["points"] == 2
    assert call("score", SAMPLE).out.splitlines()[-1] == "* Ana wins with 29 points"


def test_an_unfinished_game_says_what_would_end_it(folder: Path) -> None:
    text = SAMPLE.read_text()
    (folder / "half.toml").write_text("[[turns]]".join(text.split("[[turns]]")[:9]))
    data = call("score", "half.toml", "--json").json
    assert data["finished"] is False
    assert data["ends"] == (
        "it ends when a player cannot be given all the pieces they are due; "
        "the tray holds 39a38b11c"
    )
    (folder / "last.toml").write_text("[[turns]]".join(text.split("[[turns]]")[:18]))
    assert (
        call("score", "last.toml", "--json")
        .json["ends"]
        .startswith("it ends with the turn of Caro: turn 17: Ben could not be given")
    )


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("latin-1", rb"\u0141ucja \U0001f412"), ("ascii", "\u0141ucja \U0001f412".encode())],
)
def test_any_encoding(encoding: str, shown: bytes, folder: Path) -> None:
    """A sign the output cannot show is escaped; ASCII click takes for a mistake, and writes UTF-8.

    JSON has escapes of its own, and a link is ASCII.
    """
    name = "\u0141ucja \U0001f412"
    (folder / "game.toml").write_text(GAME.replace("Ana", name), encoding="utf-8")
    env = {"PYTHONIOENCODING": encoding, "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "1"}
    forms = ("table", "markdown", "csv", "lines", "bgstats-link", "json", "bgstats")
    calls = [f"score game.toml --format {form}" for form in forms]
    done = program(*calls, start=("-c", ONE_BY_ONE), env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    nothing, *texts = done.stdout.split(f"{BETWEEN}\n".encode())
    assert (nothing, len(texts)) == (b"", len(forms))
    for form, text in zip(forms, texts, strict=True):
        if form.endswith("link"):
            assert quote(name).encode() in text
        elif form in ("json", "bgstats"):
            assert json.loads(text)["players"][0]["name"] == name
        else:
            assert shown in text, form


def test_a_staircase_does_not_pay_for_it() -> None:
    code = "import sys\nfrom palace.cli import run\nrun(sys.argv[1:])\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, "check", "c4+b-d4"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "palace.monkey_palace.kernel.referee" in done.stdout
    assert "palace.scoring" not in done.stdout


@pytest.mark.parametrize("key", ["palm-island", "cooper-island"])
def test_a_bad_ruling_of_one_file_names_the_rulings_of_its_game(key: str) -> None:
    record = {"palm-island": "casual.toml", "cooper-island": "sheet.toml"}[key]
    (line,) = refusal("score", GOLDEN / key / record, "--ruling", "x=1")
    assert line.startswith("--ruling: there is no ruling 'x'; one of: ")
    assert line.endswith(f"; see: palace rulings --game {key}")
