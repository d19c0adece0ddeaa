"""Whole games: always legal to replay, no piece lost, everybody as many turns, undo exact."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from palace.contract.session import Session
from palace.monkey_palace.game.log import replay
from palace.monkey_palace.game.record_writing import record_text
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.supply import BOX
from tests.examples import parts
from tests.monkey_palace.game.test_steps import pieces_on
from tests.monkey_palace.game.texts import play
from tests.random_game import random_game


@pytest.mark.parametrize("seed", parts(12, 4))
def test_a_random_game(seed: int) -> None:
    record = random_game(seed, players=2 + seed % 3, ground=f"map-{1 + seed % 4}")
    played = replay(record)
    assert not played.reasons, played.reasons
    assert played.state.finished
    assert set(Counter(report.player for report in reports(played)).values()) == {
        len(played.commits) // len(record.data.players)
    }
    for report in reports(played):
        assert pieces_on(report.table) == BOX
    score = record.score(played)
    for sheet, seat in zip(score.sheets, played.state.seats, strict=True):
        bananas = sum(taken.card.bananas or 0 for taken in seat.cards)
        animals = {t.animal for t in played.state.trophies if t.holder == seat.name}
        trophies = (
            2 * ("monkey" in animals) + 2 * ("butterfly" in animals) - 3 * ("frog" in animals)
        )
        assert sheet.total == bananas + 4 * len(seat.bonus) + trophies
    assert replay(record).state == played.state


def test_undo_restores_the_exact_table(tmp_path: Path) -> None:
    record = random_game(3, players=3)
    target = tmp_path / "game.toml"
    target.write_text(record_text(record), encoding="utf-8")
    session = Session.open(target)
    tables = [record.rules.table]
    for index in range(len(record.data.turns or ())):
        tables.append(play(record, tables[-1], index).table)
    assert session.log.state == tables[-1]
    for table in reversed(tables[:-1]):
        assert session.undo() is not None
        assert session.log.state == table
        assert Session.open(target).log.state == table
    assert session.undo() is None
    for commit in (record).written:
        session.confirm(session.attempt(commit.move))
    assert session.log.state == tables[-1]
    assert target.read_text(encoding="utf-8") == record_text(record)
