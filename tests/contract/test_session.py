"""A game under way: what is in the file at every moment, and what becomes of older moves."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from palace.contract.game import Moves
from palace.contract.registry import ENDINGS, REGISTRY, game, read_game
from palace.contract.session import Session, reports_of
from palace.cooper_island.notation import read_line
from palace.core.errors import InputError
from palace.files.writing import KeptFile
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.kernel.staircase import Staircase
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
def opened(name: str, stem: str, tmp_path: Path) -> Session[Any]:
    """A whole game in a file that this program has written."""
    found, record = read_game(GOLDEN / name / f"{stem}.toml")
    if name == "cooper-island":  # a quarter of it: a long log takes long to judge
        record = found.with_moves(record, found.moves(record)[:24])
    path = tmp_path / "game.toml"
    path.write_text(found.write(record), encoding="utf-8")
    return Session.open(path)


def text(session: Session[Any]) -> str:
    return session.path.read_text(encoding="utf-8")


@cache
def golden(path: Path) -> Session[Any]:
    """Return the session of a golden record; no test changes it."""
    return Session.open(path)


@every_record
def test_moves_are_the_whole_record(path: Path) -> None:
    session = golden(path)
    game, record = session.game, session.record
    again = game.with_moves(record, session.moves)
    assert game.write(again) == game.write(record)
    assert game.moves(again) == session.moves
    for at, confirmed in enumerate(session.moves):
        reports = reports_of(session.replay, session.moves, at)
        assert [report.player for report in reports] == [player for player, _ in confirmed]


@every_record
def test_moves_one_by_one_make_the_same_record(path: Path) -> None:
    """At every moment of a legal game those are due who made the next move."""
    whole = golden(path)
    game, record = whole.game, whole.record
    last = len(whole.moves) - 1
    for at in (last // 3, last):
        begun = game.with_moves(record, whole.moves[:at])
        assert tuple(game.moves(begun)) == whole.moves[:at]
        assert tuple(game.moves(game.with_moves(begun, whole.moves))) == whole.moves
        replayed = game.replay(begun)
        assert replayed is not None
        names = {player for player, _ in whole.moves[at]} - {""}
        if whole.replay.legal and not replayed.finished:
            assert names <= {*game.due(replayed.state)} or game.due(replayed.state) == ("",)


@each_game
def test_an_attempt_changes_nothing(opened: Session[Any]) -> None:
    before, moves = text(opened), opened.moves
    back = opened.attempt_undo()
    assert back is not None
    assert back.moves == moves[-1]
    assert [report.player for report in back.reports] == [player for player, _ in moves[-1]]
    replaced = opened.attempt_replace(1, moves[0])
    assert opened.game.write(replaced.record) == opened.game.write(opened.record)
    assert replaced.reports == tuple(reports_of(opened.replay, moves, 0))
    assert (text(opened), opened.moves) == (before, moves)
    assert list(opened.path.parent.iterdir()) == [opened.path]


@each_game
def test_undo_and_confirm_return_to_the_same_text(opened: Session[Any]) -> None:
    texts, gone = [text(opened)], []
    for _ in range(4):
        attempt = opened.undo()
        assert attempt is not None
        assert opened.due in (tuple(player for player, _ in attempt.moves), ("",))
        gone.append(attempt.moves)
        texts.append(text(opened))
    assert len({*texts}) == 5
    for moves, expected in zip(reversed(gone), reversed(texts[:-1]), strict=True):
        attempt = opened.attempt(moves)
        assert not attempt.reasons
        opened.confirm(attempt)
        assert text(opened) == expected == opened.game.write(opened.record)
        assert Session.open(opened.path).moves == opened.moves
    assert opened.saved_as is None


@each_game
def test_what_comes_after_a_replaced_move_is_judged_again(opened: Session[Any]) -> None:
    number = 1
    later = {player: move for confirmed in opened.moves[1:] for player, move in confirmed}
    ((player, move),) = opened.moves[0]
    wrong: Moves = ((player, later[player]),)
    assert opened.replay.legal
    attempt = opened.attempt_replace(number, wrong)
    assert attempt.moves == wrong
    bad = [report for report in opened.later(attempt, number) if report.reasons]
    assert attempt.reasons or bad
    assert opened.replay.legal
    opened.confirm(attempt)
    again = Session.open(opened.path)
    assert again.moves == opened.moves
    assert again.moves[0] == wrong
    assert not again.replay.legal
    again.confirm(again.attempt_replace(number, ((player, move),)))
    assert again.replay.legal


@each_game
def test_the_moment_before_a_move(opened: Session[Any]) -> None:
    for number in (1, len(opened.moves) // 2, len(opened.moves)):
        record, replayed, moves = opened.until(number)
        assert moves == opened.moves[number - 1]
        assert tuple(opened.game.moves(record)) == opened.moves[: number - 1]
        player = moves[0][0]
        due = opened.game.due(replayed.state)[0]
        assert due in (player, "")  # an empty name where any player can move
        (question, *_) = opened.game.questions(record, replayed, due, {})
        assert question.player in (player, due) or due == ""
    for number in (0, len(opened.moves) + 1):
        with pytest.raises(InputError, match=f"there is no {opened.game.noun} {number}"):
            opened.until(number)
        with pytest.raises(InputError, match="they are 1 to"):
            opened.attempt_replace(number, opened.moves[0])


@each_game
def test_what_somebody_else_wrote_is_not_overwritten(opened: Session[Any]) -> None:
    opened.path.write_text(text(opened) + "# mine\n", encoding="utf-8")
    written, moves = text(opened), opened.moves
    with pytest.raises(InputError, match="changed meanwhile"):
        opened.undo()
    assert (text(opened), opened.moves) == (written, moves)


@each_game
def test_an_attempt_of_another_moment_is_not_kept(opened: Session[Any]) -> None:
    older = opened.attempt_undo()
    assert older is not None
    opened.undo()
    with pytest.raises(InputError, match="went on since this was attempted"):
        opened.confirm(older)


@each_game
def test_a_file_written_by_hand_is_copied_once(opened: Session[Any]) -> None:
    by_hand = "# Sunday\n" + text(opened)
    opened.path.write_text(by_hand, encoding="utf-8")
    session = Session.open(opened.path)
    for _ in range(3):
        session.undo()
    copy = opened.path.with_name("game.toml.1.bak")
    assert session.saved_as == copy
    assert copy.read_text(encoding="utf-8") == by_hand
    assert sorted(path.name for path in opened.path.parent.iterdir()) == [
        "game.toml", "game.toml.1.bak",
    ]  # fmt: skip


@each_game
def test_a_process_that_ends_while_it_writes_loses_nothing(
    opened: Session[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is that of before or of after the move, and the session goes on from it."""
    before, moves = text(opened), opened.moves

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for step in ("os.fsync", "os.replace"):
        with monkeypatch.context() as patch:
            patch.setattr(f"palace.files.writing.{step}", killed)
            with pytest.raises(KeyboardInterrupt):
                opened.undo()
        assert (text(opened), opened.moves) == (before, moves)
        assert Session.open(opened.path).moves == moves
    assert opened.undo() is not None
    assert Session.open(opened.path).moves == moves[:-1]


WRITER = """
import sys
from palace.contract.session import Session
from palace.core.errors import InputError
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.kernel.staircase import Staircase

name, kept = sys.argv[2], 0
while kept < int(sys.argv[3]):
    session = Session.open(sys.argv[1])
    turn = Turn(session.due[0], Staircase.read("a1-a2"))
    try:
        session.confirm(session.attempt(((turn.player, turn),)))
        kept += 1
    except InputError:
        pass
"""


@pytest.mark.parametrize("count", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_two_writers_lose_nothing(count: int, tmp_path: Path) -> None:
    """Each tries again where the other was quicker; what was kept is in the file."""
    path = tmp_path / "game.toml"
    Session.new(game("monkey-palace"), path, [{"name": "Ana"}, {"name": "Ben"}], map="map-1")
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, path, name, str(count)])
        for name in ("one", "two")
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert Session.open(path).count == 2 * count
    assert [left.name for left in tmp_path.iterdir()] == ["game.toml"]


def test_what_is_written_while_a_record_is_read_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    players = [{"name": "Ana"}, {"name": "Ben"}]
    other: Session[Any] = Session.new(game("monkey-palace"), path, players, map="map-1")

    def slowly(file: Any) -> Any:
        found = read_game(file)
        other.confirm(other.attempt((("Ana", Turn("Ana", Staircase.read("c4+b-d4"))),)))
        return found

    monkeypatch.setattr("palace.contract.session.read_game", slowly)
    session: Session[Any] = Session.open(path)
    with pytest.raises(InputError, match="changed meanwhile"):
        session.confirm(session.attempt((("Ana", Turn("Ana", Staircase.read("d3+b-d4"))),)))
    assert "c4+b-d4" in path.read_text("utf-8")


def test_equal_texts_are_told_apart(tmp_path: Path) -> None:
    """A file replaced by one with the same text is another file."""
    path = tmp_path / "game.toml"
    players = [{"name": "Ana"}, {"name": "Ben"}]
    session: Session[Any] = Session.new(game("monkey-palace"), path, players, map="map-1")
    spare = tmp_path / "spare.toml"
    spare.write_text(text(session), encoding="utf-8")
    spare.replace(path)
    move = (("Ana", Turn("Ana", Staircase.read("c4+b-d4"))),)
    with pytest.raises(InputError, match="changed meanwhile"):
        session.confirm(session.attempt(move))


def test_temporary_files_of_killed_runs_are_removed(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    players = [{"name": "Ana"}, {"name": "Ben"}]
    session: Session[Any] = Session.new(game("monkey-palace"), path, players, map="map-1")
    for name in (".palace-old.tmp", ".palace-new.tmp"):
        (tmp_path / name).write_text("half a reco")
    os.utime(tmp_path / ".palace-old.tmp", (1, 1))
    with session.held():
        pass
    assert {left.name for left in tmp_path.iterdir()} == {"game.toml", ".palace-new.tmp"}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_new_game(ending: str, tmp_path: Path) -> None:
    first = {"monkey-palace": ("Ana",), "palm-island": ("Ana",), "cooper-island": ("",)}
    for name in REGISTRY:
        path = tmp_path / f"{name}{ending}"
        found: Any = game(name)
        players = [found.player(who) for who in ("Ana", "Ben")][: 1 if name == "palm-island" else 2]
        session: Session[Any] = Session.new(found, path, players)
        assert (session.count, session.due, session.undo()) == (0, first[name], None)
        assert text(session) == found.write(session.record, KeptFile(path).kind)
        assert Session.open(path).due == first[name]
        with pytest.raises(InputError, match="exists"):
            Session.new(found, path, players)
        with pytest.raises(InputError, match=r"name it \.toml or \.json"):
            Session.new(found, tmp_path / "game.txt", players)


def test_a_move_with_a_player_of_its_own_is_that_players(tmp_path: Path) -> None:
    """A line of a log names its player, whichever player was asked."""
    found: Any = game("cooper-island")
    players = [{"name": "Ana"}, {"name": "Ben"}]
    session: Session[Any] = Session.new(found, tmp_path / "game.toml", players)
    for line in ("round 1", "income", "Ben: store food@c2"):
        move = read_line(line)
        attempt = session.attempt((("Ana", move),))
        assert attempt.moves == ((getattr(move, "player", ""), move),)
        assert [report.text for report in attempt.reports] == [line.removeprefix("Ben: ")]
        session.confirm(attempt)
    replaced = session.attempt_replace(3, (("Ben", read_line("Ana: store food@c2")),))
    assert [report.player for report in replaced.reports] == ["Ana"]


def test_a_sheet_is_no_game_under_way() -> None:
    with pytest.raises(InputError):
        Session.open(GOLDEN / "cooper-island" / "totals.toml")
