"""A game under way: what is in the file at every moment, and what becomes of older moves."""

from __future__ import annotations

import os
import re
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from palace.contract.entering import Entering
from palace.contract.registry import ENDINGS, REGISTRY, game, read_game
from palace.contract.rules import Log, every_reason
from palace.contract.session import AnySession, Session
from palace.cooper_island.notation import read_line
from palace.core.errors import InputError
from palace.core.verdict import place_of
from palace.files.writing import KeptFile, write_whole
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.kernel.staircase import Staircase
from palace.palm_island.state import Move
from palace.palm_island.turns import Act
from tests.conftest import Start
from tests.paths import GOLDEN

RECORDS = [
    pytest.param(path, id=f"{name}-{path.stem}")
    for name in REGISTRY
    for path in sorted((GOLDEN / name).glob("*.toml"))
    if re.search(r"^(\[\[turns\]\]|moves =|log =)", path.read_text("utf-8"), re.MULTILINE)
]
every_record = pytest.mark.parametrize("path", RECORDS)

PLAYED = [
    pytest.param("monkey-palace", "three-players", id="monkey-palace"),
    pytest.param("palm-island", "coop-won", id="palm-island"),
    pytest.param("cooper-island", "three-players", id="cooper-island"),
]
each_game = pytest.mark.parametrize(("name", "stem"), PLAYED)


@pytest.fixture
def opened(name: str, stem: str, tmp_path: Path) -> AnySession:
    """A whole game in a file that this program has written."""
    _, record = read_game(GOLDEN / name / f"{stem}.toml")
    log = Log.begin(record.rules).played(record.written)
    if name == "cooper-island":  # a quarter of it: a long log takes long to judge
        log = log.back(len(log.commits) - 24)
    path = tmp_path / "game.toml"
    path.write_text(record.text(log), encoding="utf-8")
    return Session.open(path)


def text(session: AnySession) -> str:
    return session.path.read_text(encoding="utf-8")


@cache
def golden(path: Path) -> AnySession:
    """Return the session of a golden record; no test changes it."""
    return Session.open(path)


@every_record
def test_those_who_are_due_made_the_next_move(path: Path) -> None:
    """At every moment of a legal game."""
    session = golden(path)
    log = session.log
    last = len(log.commits) - 1
    for at in (last // 3, last):
        state = log.states[at]
        names = {report.player for report in log.reports[at]} - {""}
        if not log.reasons and log.due:
            due = log.back(len(log.commits) - at).due
            assert names <= {*due} or due == ("",)
            assert names <= {*log.rules.due(state).players}


@each_game
def test_an_attempt_changes_nothing(opened: AnySession) -> None:
    before, log = text(opened), opened.log
    back = opened.attempt_undo()
    assert back is not None
    assert back.move == log.commits[-1].move
    assert back.reports == log.reports[-1]
    replaced = opened.attempt(log.commits[0].move, 1)
    assert replaced.log == log
    assert replaced.reports == log.reports[0]
    assert opened.read(replaced.log).text() == opened.record.text()
    assert (text(opened), opened.log) == (before, log)
    assert list(opened.path.parent.iterdir()) == [opened.path]


@each_game
def test_undo_and_confirm_return_to_the_same_text(opened: AnySession) -> None:
    texts, gone = [text(opened)], []
    for _ in range(4):
        attempt = opened.undo()
        assert attempt is not None
        players = tuple(report.player for report in attempt.reports if report.number is not None)
        assert opened.log.due in (players, ("",))
        gone.append(attempt.move)
        texts.append(text(opened))
    assert len({*texts}) == 5
    for move, expected in zip(reversed(gone), reversed(texts[:-1]), strict=True):
        attempt = opened.attempt(move)
        assert not attempt.reasons
        opened.confirm(attempt)
        assert text(opened) == expected == opened.record.text()
        assert Session.open(opened.path).log == opened.log
    assert opened.file.saved_as is None


@each_game
def test_what_comes_after_a_replaced_move_is_judged_again(opened: AnySession) -> None:
    number = 1
    move = opened.log.commits[0].move
    same = [
        one.move for one in opened.log.commits if getattr(one.move, "player", None) == move.player
    ]
    last = same[-1]
    assert not opened.log.reasons
    attempt = opened.attempt(last, number)
    bad = [report for report in attempt.later if report.reasons]
    assert attempt.reasons or bad
    assert all(place_of(reason)[1] for report in bad for reason in report.reasons)
    assert not opened.log.reasons
    opened.confirm(attempt)
    again = Session.open(opened.path)
    assert again.log == opened.log
    assert again.log.reasons
    reasons = [every_reason(one.record, one.log) for one in (opened, again)]
    assert reasons[0] == reasons[1]
    assert all(reason.line for reason in reasons[0])
    again.confirm(again.attempt(move, attempt.at + 1))
    assert not again.log.reasons


@each_game
def test_the_moment_before_a_move(opened: AnySession) -> None:
    log = opened.log
    for number in (1, len(log.commits) // 2, len(log.commits)):
        entering = Entering.again(opened.game, opened.setup, log, number)
        assert entering.log.commits == log.commits[: number - 1]
        assert entering.log.states == log.states[:number]
        players = [report.player for report in log.reports[number - 1] if report.number]
        assert entering.players == tuple(players or [""])
        assert entering.question is not None
    for number in (0, len(log.commits) + 1):
        with pytest.raises(InputError, match=f"there is no {opened.game.noun} {number}"):
            opened.index(number)
        with pytest.raises(InputError, match="they are 1 to"):
            opened.attempt(log.commits[0].move, number)


@each_game
def test_what_somebody_else_wrote_is_not_overwritten(opened: AnySession) -> None:
    opened.path.write_text(text(opened) + "# mine\n", encoding="utf-8")
    written, log = text(opened), opened.log
    with pytest.raises(InputError, match="changed meanwhile"):
        opened.undo()
    assert (text(opened), opened.log) == (written, log)


@each_game
def test_an_attempt_of_another_moment_is_not_kept(opened: AnySession) -> None:
    older = opened.attempt_undo()
    assert older is not None
    opened.undo()
    with pytest.raises(InputError, match="went on since this was attempted"):
        opened.confirm(older)


@each_game
def test_a_file_written_by_hand_is_copied_once(opened: AnySession) -> None:
    by_hand = "# Sunday\n" + text(opened)
    opened.path.write_text(by_hand, encoding="utf-8")
    session = Session.open(opened.path)
    for _ in range(3):
        session.undo()
    copy = opened.path.with_name("game.toml.1.bak")
    assert session.file.saved_as == copy
    assert copy.read_text(encoding="utf-8") == by_hand
    assert sorted(path.name for path in opened.path.parent.iterdir()) == [
        "game.toml", "game.toml.1.bak",
    ]  # fmt: skip


@each_game
def test_a_process_that_ends_while_it_writes_loses_nothing(
    opened: AnySession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is that of before or of after the move, and the session goes on from it."""
    before, log = text(opened), opened.log

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for step in ("os.fsync", "os.replace"):
        with monkeypatch.context() as patch:
            patch.setattr(f"palace.files.writing.{step}", killed)
            with pytest.raises(KeyboardInterrupt):
                opened.undo()
        assert (text(opened), opened.log) == (before, log)
        assert Session.open(opened.path).log == log
    assert opened.undo() is not None
    assert Session.open(opened.path).log.commits == log.commits[:-1]


WRITER = """
import sys
from palace.contract.session import AnySession, Session
from palace.core.errors import InputError
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.kernel.staircase import Staircase

name, kept = sys.argv[2], 0
while kept < int(sys.argv[3]):
    session = Session.open(sys.argv[1])
    turn = Turn(session.log.due[0], Staircase.read("a1-a2"))
    try:
        session.confirm(session.attempt(turn))
        kept += 1
    except InputError:
        pass
"""


@pytest.mark.parametrize("count", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_two_writers_lose_nothing(count: int, tmp_path: Path, start: Start) -> None:
    """Each tries again where the other was quicker; what was kept is in the file."""
    path = tmp_path / "game.toml"
    Session.new(game("monkey-palace"), path, [{"name": "Ana"}, {"name": "Ben"}], {"map": "map-1"})
    writers = [
        start([sys.executable, "-c", WRITER, path, name, str(count)]) for name in ("one", "two")
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert Session.open(path).count == 2 * count
    assert [left.name for left in tmp_path.iterdir()] == ["game.toml"]


def test_what_is_written_while_a_record_is_read_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    players = [{"name": "Ana"}, {"name": "Ben"}]
    other = Session.new(game("monkey-palace"), path, players, {"map": "map-1"})

    def slowly(file: Any) -> Any:
        found = read_game(file)
        other.confirm(other.attempt(Turn("Ana", Staircase.read("c4+b-d4"))))
        return found

    monkeypatch.setattr("palace.contract.session.read_game", slowly)
    session = Session.open(path)
    with pytest.raises(InputError, match="changed meanwhile"):
        session.confirm(session.attempt(Turn("Ana", Staircase.read("d3+b-d4"))))
    assert "c4+b-d4" in path.read_text("utf-8")


def test_equal_texts_are_told_apart(tmp_path: Path) -> None:
    """A file replaced by one with the same text is another file."""
    path = tmp_path / "game.toml"
    players = [{"name": "Ana"}, {"name": "Ben"}]
    session = Session.new(game("monkey-palace"), path, players, {"map": "map-1"})
    spare = tmp_path / "spare.toml"
    spare.write_text(text(session), encoding="utf-8")
    spare.replace(path)
    move = Turn("Ana", Staircase.read("c4+b-d4"))
    with pytest.raises(InputError, match="changed meanwhile"):
        session.confirm(session.attempt(move))


@pytest.mark.parametrize("writes", [False, True])
def test_temporary_files_of_killed_runs_are_removed(writes: bool, tmp_path: Path) -> None:
    """Those that are older than a day, by whatever is held or written in their folder."""
    path = tmp_path / "game.toml"
    players = [{"name": "Ana"}, {"name": "Ben"}]
    session = Session.new(game("monkey-palace"), path, players, {"map": "map-1"})
    old, new, other = (f".palace-{name}.tmp" for name in ("0123456789abcdef", "f" * 16, "mine"))
    hours = {old: 25, new: 23, other: 1_000}
    for name, age in hours.items():
        (tmp_path / name).write_text("half a reco")
        os.utime(tmp_path / name, (time.time() - 3600 * age,) * 2)
    if writes:
        write_whole(tmp_path / "report.txt", "whole")
    else:
        with session.held():
            pass
    assert {left.name for left in tmp_path.glob(".*")} == {new, other}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_new_game(ending: str, tmp_path: Path) -> None:
    first = {"monkey-palace": ("Ana",), "palm-island": ("Ana",), "cooper-island": ("",)}
    for name in REGISTRY:
        path = tmp_path / f"{name}{ending}"
        found: Any = game(name)
        players = [found.player(who) for who in ("Ana", "Ben")][: 1 if name == "palm-island" else 2]
        session = Session.new(found, path, players)
        assert (session.count, session.log.due, session.undo()) == (0, first[name], None)
        assert text(session) == session.record.text(None, KeptFile(path).kind)
        assert Session.open(path).log.due == first[name]
        with pytest.raises(InputError, match="exists"):
            Session.new(found, path, players)
        with pytest.raises(InputError, match=r"name it \.toml or \.json"):
            Session.new(found, tmp_path / "game.txt", players)


def test_a_line_names_its_player(tmp_path: Path) -> None:
    """Whichever player was asked for it."""
    found: Any = game("cooper-island")
    players = [{"name": "Ana"}, {"name": "Ben"}]
    session = Session.new(found, tmp_path / "game.toml", players)
    for line in ("round 1", "income", "Ben: store food@c2"):
        attempt = session.attempt(read_line(line))
        assert str(attempt.move) == line
        session.confirm(attempt)
    replaced = session.attempt(read_line("Ana: store food@c2"), 3)
    assert [report.player for report in replaced.reports] == ["Ana"]


def test_undo_takes_back_what_was_confirmed_last(tmp_path: Path) -> None:
    """Also where another player's moves of the same round follow in the order of play."""
    whole = (GOLDEN / "palm-island" / "casual.toml").read_text("utf-8")
    head, ana, rest = re.split(r'(moves = """\n[^"]*""")', whole, maxsplit=1)
    lines = ana.splitlines()
    path = tmp_path / "game.toml"
    path.write_text(f'{head}moves = """\n{lines[1]}\n"""{rest}', encoding="utf-8")
    session = Session.open(path)
    before = text(session)
    assert session.log.due == ("Ana",)
    session.confirm(session.attempt(Act("Ana", Move.read(lines[2]))))
    attempt = session.undo()
    assert attempt is not None
    assert attempt.move == Act("Ana", Move.read(lines[2]))
    assert session.record.text() == text(session)
    assert [line.strip() for line in before.splitlines() if line == lines[2]] == [
        line.strip() for line in text(session).splitlines() if line == lines[2]
    ]


def test_a_sheet_is_no_game_under_way() -> None:
    with pytest.raises(InputError):
        Session.open(GOLDEN / "cooper-island" / "totals.toml")
