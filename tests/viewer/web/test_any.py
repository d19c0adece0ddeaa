"""Games of any kind on the page: Palm Island and Cooper Island question by question, score pads."""

from __future__ import annotations

from pathlib import Path

import pytest
from nicegui.testing import User

from palace.contract.registry import REGISTRY, game
from palace.contract.session import Session
from palace.core.errors import InputError, NotationError
from palace_viewer.web.any_table import AnyTable, ScorePad
from palace_viewer.web.any_view import PadView, plain
from tests.contract.test_pads import pad_of
from tests.viewer.web.test_page import settled, tap, tell, text_of

SOLO = ("palm-island", ["Ana"], {"seed": 7})


def begun(path: Path) -> AnyTable:
    """A game of Palm Island for one, dealt by a seed."""
    name, players, keys = SOLO
    found = game(name)
    return AnyTable(Session.new(found, path, [found.player(text) for text in players], keys))


def test_moves_are_kept_one_by_one_and_taken_back(tmp_path: Path) -> None:
    table = begun(tmp_path / "solo.toml")
    made = []
    for _ in range(30):
        assert table.question is not None
        first = next(iter(table.question.answers()))
        made.append(first)
        table.answer(first)
    again = Session.open(tmp_path / "solo.toml")
    assert [str(commit.move.move) for commit in again.log.commits] == made
    table.back()
    assert Session.open(tmp_path / "solo.toml").count == 29
    assert plain(table.command("log"))
    with pytest.raises(InputError, match="there is no command fly"):
        table.command("fly")
    assert table.score.sheets[0].name == "Ana"


def test_a_move_that_is_not_legal_is_shown_and_kept_only_if_the_player_insists(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path / "solo.toml")
    with pytest.raises((InputError, NotationError)):
        table.answer("fly away")
    table.answer("store 14")
    assert table.wrong
    assert table.session.count == 0
    table.answer("store 14", insist=True)
    assert not table.wrong
    assert table.session.count == 1


def test_back_without_a_move(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no move was made"):
        begun(tmp_path / "solo.toml").back()


@pytest.mark.parametrize("key", REGISTRY)
def test_every_score_pad_ends_in_a_score(key: str) -> None:
    found = game(key)
    view = object.__new__(PadView)
    view.game = found
    paper = pad_of(found)
    pad = ScorePad(paper, view._made)
    asked = 0
    while (question := pad.question) is not None:
        asked += 1
        names = paper.names if question.key == "players" else ()
        first = next(iter(question.answers()), "0")
        for text in (", ".join(names), "", first, "1"):
            try:
                pad.answer(text)
                break
            except (InputError, NotationError):
                continue
        assert pad.question is None or pad.question.key != question.key, question.prompt
    assert {sheet.name for sheet in pad.score.sheets} == set(paper.names)
    pad.back()
    assert pad.question is not None
    assert asked > len(paper.names)


def test_the_page_of_palm_island(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = begun(tmp_path / "solo.toml")

    async def story(user: User) -> None:
        await user.open("/")
        assert "Your move (round 1, 16 cards left)?" in text_of(user, "question")
        await tap(user, "offer-0")
        assert "15 cards left" in text_of(user, "question") or table.session.count == 1
        user.find(marker="answer-field").trigger("input", "store 14")
        await tap(user, "answer")
        assert "✗" in text_of(user, "verdict")
        await tap(user, "keep")
        assert table.session.count == 2
        await tap(user, "command-log")
        assert "store" in table.told

    tell(table, story, caplog)


def test_a_score_pad_on_the_page(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = begun(tmp_path / "solo.toml")

    async def story(user: User) -> None:
        await user.open("/score/cooper-island")
        user.find(marker="answer-field").trigger("input", "Ana, Ben")
        await tap(user, "answer")
        await user.should_see("Ana")
        await user.open("/score/none")
        await settled()

    tell(table, story, caplog)
