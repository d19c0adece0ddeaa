"""The game that the docs write in sixty lines, and verbs of every game: none takes a part for
granted."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from palace.contract.registry import REGISTRY, game
from palace.contract.rules import log_of
from palace.files.document import parse_document
from palace.page.action import Action
from tests.calls import call
from tests.page.tables import Table, keys
from tests.paths import GOLDEN, ROOT

PAGE = (ROOT / "docs" / "write-a-game.md").read_text(encoding="utf-8")
NIM = re.findall(r"```python nim\.py\n(.*?)```", PAGE, re.DOTALL)
HEAD = 'format = 1\ngame = "nim"\nrules = "1"\n'
PLAYERS = '[[players]]\nname = "Ana"\n[[players]]\nname = "Ben"\n'

VERBS = {
    "check": ["check", "game.toml"],
    "check --json": ["check", "game.toml", "--json"],
    "play": ["play", "game.toml"],
    "play new": ["play", "new.toml", "--player", "Ana", "--player", "Ben", "--game"],
    "play --join": ["play", "new.toml", "--join", "--game"],
    "score": ["score", "game.toml"],
    "score pad": ["score", "--game"],
    "score FOLDER": ["score", "."],
    "explain": ["explain", "--game"],
    "render": ["render", "game.toml", "-o", "game.svg"],
    "view": ["view", "game.toml", "--screenshot", "game.png", "--size", "320x240"],
    "share": ["share", "game.toml"],
    "box new": ["box", "new", "--game"],
    "box show": ["box", "show", "--game"],
    "new": ["new", "--game"],
    "new --samples": ["new", "--samples", "--game"],
    "rulings": ["rulings", "--game"],
    "sheet": ["sheet", "aid", "--game"],
    "sheets": ["sheet"],
    "sheets of one": ["sheet", "--game"],
    "doctor": ["doctor"],
    "table": ["table", "game.toml"],
}
SAMPLES = {"monkey-palace": "three-players", "palm-island": "coop-won"}


@pytest.fixture(autouse=True)
def nim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nim as it is in the docs, in a module and the registry."""
    (text,) = NIM
    (tmp_path / "nim.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(REGISTRY, "nim", REGISTRY["palm-island"])  # taken out again at the end
    __import__("nim")
    yield
    del sys.modules["nim"]


def record(name: str) -> str:
    if name == "nim":
        return f'{HEAD}moves = ["Ana: 3", "Ben: 2"]\n{PLAYERS}'
    path = GOLDEN / name / f"{SAMPLES.get(name, 'three-players')}.toml"
    return path.read_text(encoding="utf-8")


def serve(path: Path, begin: Any, **options: object) -> None:
    """Show the table of a game once, without a server."""
    from palace.page.desk import Desk
    from palace.page.show import show
    from palace.page.view import View

    session, boxes = begin()
    data = {key: box.data for key, box in boxes.items()}
    desk = Desk.begun(session.game, session.record, str(path), session.file.draft, data)
    state = show(desk, View())
    assert state.players.rows
    assert state.heading.title.split(" · ")[0] == desk.playing[0].title
    assert desk.entry is None or state.entry.title or state.entry.verdict.title


def test_it_is_short() -> None:
    """Lines of code, as the rooms are weighed."""
    assert sum(bool(line.strip()) for line in NIM[0].splitlines()) <= 60


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", [*REGISTRY, "nim"])
def test_no_verb_takes_a_part_for_granted(
    name: str, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("game.toml").write_text(record(name), encoding="utf-8")
    monkeypatch.setattr("palace.cli.table.installed", lambda *names, **extra: serve)
    monkeypatch.setattr("sys.stdin", io.StringIO("help\nscore\nundo\nquit\n"))
    words = VERBS[verb] + [name] * (VERBS[verb][-1] == "--game")
    called = call(*words)
    assert called.status in (0, 1, 2), called.err
    assert (called.status == 2) == bool(called.errors and called.status)
    if name == "nim" and verb in LACKS:
        assert (called.status, called.errors) == (2, [LACKS[verb]])


LACKS = {
    "score pad": "--game: Nim has no score pad",
    "render": "game.toml: Nim has nothing to draw",
    "view": "game.toml: Nim has nothing to draw",
    "share": "game.toml: Nim has nothing to draw",
    "box new": "--game: Nim has no box to enter",
    "box show": "--game: Nim has no box to enter",
    "new --samples": "--game: Nim has no sample records",
    "sheet": "sheet: Nim has no sheets to print",
    "sheets of one": "sheet: Nim has no sheets to print",
    "play --join": "--join: a game of Nim is recorded from its beginning; leave it out",
}


def test_nim_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who takes the last match has won; a move that is not legal is kept if the player insists."""
    lines = "3\n3\nx\n4\n4 !\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    called = call("play", "new.toml", "--game", "nim", "--player", "Ana", "--player", "Ben")
    assert "column 1: 'x' is no number, expected 1, 2 or 3" in called.out
    assert "Ana takes 4 of 4" in called.out
    assert "the game is over" in called.out
    assert "* Ana wins with 1 point" in called.out
    assert call("check", "new.toml").status == 1
    data = call("score", "new.toml", "--json").json
    assert data["finished"]
    assert [(player["name"], player["total"]) for player in data["players"]] == [
        ("Ana", 1), ("Ben", 0),
    ]  # fmt: skip


def play(table: Table, key: str) -> None:
    """Tap a move, and confirm it."""
    table.press(key)
    table.press("End turn")


def test_nim_is_played_on_the_page_by_what_it_shows() -> None:
    """A new game from the form, to its end: every move is a key, which is confirmed; one that is
    not legal is kept only if the player insists."""
    table = Table()
    table.press("Nim")
    for at, name in enumerate(("Ana", "Ben")):
        table.send(Action("fill", f"players.{at}", name))
    table.press("Begin")
    for key in ("3", "3", "3"):
        assert {"1", "2", "3"} <= {one.text for one in keys(table.shown())}
        play(table, key)
    assert table.shown().heading.line == "Turn 4 · Ben"
    assert "2" not in {one.text for one in keys(table.shown())}
    table.send(Action("fill", "answer", "2"))
    assert table.shown().entry.verdict.reasons == (
        ("Ben takes 2 of 1", "take 1 to 3 that are there"),
    )
    table.send(Action("undo"))
    table.press("Take back")
    play(table, "1")
    play(table, "3")
    assert table.shown().heading.line == "The game is over"
    assert [(one.name, one.total, one.leads) for one in table.shown().players.rows] == [
        ("Ana", "0", False), ("Ben", "1", True),
    ]  # fmt: skip
    assert table.file is not None
    Path("page.toml").write_text(table.file, encoding="utf-8")
    assert call("check", "page.toml").status == 0


@pytest.mark.parametrize(
    ("moves", "players", "said"),
    [
        ('["Ana: 3", "Ben: x"]', PLAYERS,
         "f.toml:4:26: moves[2]: 'x' is no number; expected 1, 2 or 3"),
        ('["Ana: 3", "Cara: 1"]', PLAYERS,
         "f.toml:4:20: moves[2]: 'Cara: 1' names no player; begin with Ana or Ben, "
         "a colon and a blank"),
        ("[]", "players = []\n",
         "f.toml:5:11: players: a game needs players; such as Ana and Ben"),
        ("[]", f"{PLAYERS}[[players]]\nname = 'Ben'\n",
         "f.toml:5:1: players: two players are called 'Ben'; tell them apart"),
        ("[1]", PLAYERS, "f.toml:4:10: moves[1]: 1 does not fit; expected a text in quotes"),
    ],
)  # fmt: skip
def test_a_record_that_cannot_be_read(moves: str, players: str, said: str) -> None:
    Path("f.toml").write_text(f"{HEAD}moves = {moves}\n{players}", encoding="utf-8")
    for verb in ("check", "score"):
        called = call(verb, "f.toml")
        assert (called.status, called.errors) == (2, [said])


def test_a_record_is_written_as_it_was_read() -> None:
    """Also a key that is not known, which is named."""
    text = f'{HEAD}moves = ["Ana: 3"]\nhome = 1\n\n{PLAYERS}'
    document = parse_document(text, "toml", "f.toml")
    record = game("nim").read(document)
    assert record.warnings == ("f.toml:5:1: home: this key is not known and is kept as it is",)
    again = record.text(log_of(record), "json")
    assert game("nim").read(parse_document(again, "json", "f.json")).text() == record.text()
    assert "home = 1" in record.text()


def test_a_move_out_of_turn_is_not_legal() -> None:
    Path("f.toml").write_text(f'{HEAD}moves = ["Ana: 3", "Ana: 3"]\n{PLAYERS}', encoding="utf-8")
    called = call("check", "f.toml")
    assert called.status == 1
    assert "turn 2: Ana moves out of turn" in called.out
    assert "-> Ben is due" in called.out


def test_a_code_of_two_games_is_explained_for_both() -> None:
    called = call("explain", "turn")
    assert re.findall(r"^turn  \((.*)\)$", called.out, re.MULTILINE) == [
        f"{book.place(rule)}, {rule.title}" if key == "monkey-palace" else f"Nim, 1, {rule.title}"
        for key in ("monkey-palace", "nim")
        for book, rule in [(game(key).book, game(key).book.rules["turn"])]
    ]
    assert (
        call("explain", "turn", "--json").json["title"]
        == game("monkey-palace").book.rules["turn"].title
    )


def test_what_is_wrong_with_the_set_up_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, book = sys.modules["nim"].NimRules, sys.modules["nim"].BOOK
    start = rules.start
    wrong = (book.reason("take", "the heap", "few", number=0, left=0),)
    monkeypatch.setattr(rules, "start", lambda self: (start(self)[0], wrong))
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    called = call("play", "new.toml", "--game", "nim", "--player", "Ana", "--player", "Ben")
    assert "! take        the heap takes 0 of 0" in called.out
    assert call("check", "new.toml").status == 1
    called = call("new", "--game", "nim", "other.toml")
    assert (called.status, called.errors) == (
        2,
        ["--player: the heap takes 0 of 0; take 1 to 3 that are there"],
    )
    assert not Path("other.toml").exists()
    called = call("play", "other.toml", "--game", "nim", "--player", "Ana", "--player", "Ana")
    assert (called.status, called.errors) == (
        2,
        ["--player: two players are called 'Ana'; tell them apart"],
    )


def test_the_score_has_the_title_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "nim", REGISTRY["nim"]._replace(title="Nîm of ten"))
    Path("game.toml").write_text(record("nim"), encoding="utf-8")
    for more in (), ("--format", "markdown"):
        called = call("score", "game.toml", *more)
        assert (called.status, called.err) == (0, "")
        assert "Nîm of ten" in called.out
