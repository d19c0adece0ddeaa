"""A move being entered: its draft is what was typed, and is gone on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.contract.entering import Entering
from palace.contract.registry import game
from palace.contract.session import AnySession, Session

PLAYERS = {"monkey-palace": ["Ana:4a3b:2a2b", "Ben:4a4b1c:2a2b"]}
OPTIONS = {"palm-island": {"mode": "casual", "box": "house"}}
each_game = pytest.mark.parametrize("name", ["monkey-palace", "palm-island", "cooper-island"])


def begun(name: str, path: Path) -> AnySession:
    found = game(name)
    players = [found.player(text) for text in PLAYERS.get(name, ["Ana", "Ben"])]
    return Session.new(found, path, players, OPTIONS.get(name, {}))


def due(session: AnySession) -> Entering[Any, Any]:
    return Entering.due(session.game, session.setup, session.log)


@each_game
def test_a_draft_is_gone_on_with(name: str, tmp_path: Path) -> None:
    """After each answer of twelve moves: the same question, move and reasons seen."""
    session = begun(name, tmp_path / "game.toml")
    lengths = set()
    for _ in range(12):
        entry = due(session)
        while (question := entry.question) is not None:
            assert due(session).resumed(entry.draft) == entry
            text = next(iter(question.answers()), "") if question.default is None else ""
            entry = entry.kept(text, *entry.read(text))
            lengths.add(len(entry.answered))
        again = due(session).resumed(entry.draft)
        assert again == entry
        assert again.move == entry.move is not None
        session.confirm(session.attempt(entry.move))
    assert ({1, 2} <= lengths) == (name != "palm-island")


def test_what_was_insisted_on_is_gone_on_with(tmp_path: Path) -> None:
    session = begun("monkey-palace", tmp_path / "game.toml")
    part, wrong = due(session).read("a4-b4-c4")
    assert wrong
    entry = due(session).kept("a4-b4-c4", part, wrong)
    assert due(session).resumed(entry.draft) == entry
    data = json.loads(entry.draft)
    data["answers"][0][-1] = False
    assert due(session).resumed(json.dumps(data)) == due(session)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> AnySession:
    return begun("monkey-palace", tmp_path_factory.mktemp("draft") / "game.toml")


@pytest.mark.parametrize("text", [5, None, [], {}, True, "\ud800", "a" * 10**6])
def test_an_answer_that_is_no_text_is_left_out(session: AnySession, text: object) -> None:
    draft = {"format": 1, "moves": 0, "answers": [["Ana", "build", text, True]]}
    assert due(session).resumed(json.dumps(draft)) == due(session)
    assert due(session).resumed("[" * 100_000) == due(session)


PARTS = st.none() | st.integers() | st.text(max_size=3) | st.lists(st.text(max_size=3), max_size=4)
DATA = st.fixed_dictionaries({}, optional={
    "format": st.just(1) | PARTS, "moves": st.just(0) | PARTS, "answers": PARTS | st.lists(PARTS)
})  # fmt: skip


@given(text=st.text() | PARTS.map(json.dumps) | DATA.map(json.dumps))
def test_a_file_that_is_no_draft_is_left_alone(session: AnySession, text: str) -> None:
    assert due(session).resumed(text) == due(session)
