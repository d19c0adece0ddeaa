"""What is thought of in a turn: the best staircase, and the proof that one may pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from palace.contract.rules import Log
from palace.contract.taps import Idea
from palace.core.verdict import in_language
from palace.monkey_palace.game.log import LoggedRecord
from palace.monkey_palace.game.thoughts import PROVING, SECONDS, thoughts
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.searches import Best, best
from tests.monkey_palace.game.texts import ALL, DARK, GOLD, game
from tests.sentences import Says


def ideas(record: LoggedRecord, name: str, text: str = "") -> list[Idea]:
    log = Log.begin(record.rules)
    return [*thoughts()[name].ideas(record, log, "Ana", text)]


def with_hand(hand: str) -> LoggedRecord:
    return game(top=ALL, players=f'start = "{hand}"\neach = "1a"\n')


def test_the_best_staircase_of_a_small_hand() -> None:
    *_, last = ideas(with_hand("1a2b"), "hint")
    assert (last.done, last.share) == (True, 1.0)
    assert last.text is not None
    told = in_language(last.told, "en")
    none = ideas(with_hand("0a"), "hint")[-1]
    assert (none.text, none.done, none.share) == (None, True, 1.0)
    assert in_language(none.told, "en") != told
    assert ideas(game(), "hint", "1a2b")[-1].text == last.text


def test_a_pass_is_entered_when_a_staircase_or_none_was_found() -> None:
    for hand in ("0a", "1a2b"):
        *before, last = ideas(with_hand(hand), "pass")
        assert (last.text, last.done) == ("pass", True)
        assert all(idea.text is None and not idea.done for idea in before)


def test_pieces_that_are_not_known_are_asked_for() -> None:
    hint, proof = thoughts()["hint"], thoughts()["pass"]
    assert (proof.enters, hint.enters) == (True, False)
    known, unknown = with_hand("1a"), game()
    assert proof.needs(unknown, Log.begin(unknown.rules), "Ana") is None
    assert hint.needs(known, Log.begin(known.rules), "Ana") is None
    question = hint.needs(unknown, Log.begin(unknown.rules), "Ana")
    assert question is not None
    assert (question.key, question.player, question.default) == ("hand", "Ana", "5a5b1c")
    assert question.read("2a1b") == Supply(2, 1)


def test_a_search_that_is_cut_into_slices(monkeypatch: pytest.MonkeyPatch, says: Says) -> None:
    """Nothing yet, then the best so far, then a better one that nothing beats; or none at all."""
    table = game(DARK, GOLD, top=ALL, players='start = "5a5b1c"\neach = "1a"\n').rules.table
    one, other = best(table.palace, Supply(5, 5, 1), top=40).verdicts[::39]
    asked: list[float] = []

    def seek(*given: Any, seconds: float) -> Iterator[tuple[Best, float]]:
        asked.append(seconds)
        yield Best((), complete=False), 0.25
        yield Best((other,), complete=False), 0.5
        yield Best((one,), complete=True), 0.75

    monkeypatch.setattr("palace.monkey_palace.game.thoughts.seek_best", seek)
    found = ideas(with_hand("5a5b1c"), "hint")
    built = [None, str(other.staircase), str(one.staircase), str(one.staircase)]
    assert [idea.text for idea in found] == built
    assert [idea.share for idea in found] == [0.25, 0.5, 0.75, 1.0]
    assert [idea.done for idea in found] == [False, False, False, True]
    says(*(idea.told for idea in found))
    proof = ideas(with_hand("5a5b1c"), "pass")
    assert [(idea.text, idea.share, idea.done) for idea in proof] == [
        (None, 0.25, False), ("pass", 0.0, True),
    ]  # fmt: skip
    says(proof[0].told, *(thinking.title for thinking in thoughts().values()))
    assert asked == [SECONDS, PROVING] == [10.0, 60.0]


def test_a_question_for_the_hand(says: Says) -> None:
    record = game()
    question = thoughts()["hint"].needs(record, Log.begin(record.rules), "Ben")
    assert question is not None
    assert (question.prompt, [*question.answers()]) == (question.title, [])
    assert question.taps is not None
    amounts = question.taps("2a1b").rows[0].items
    assert [(one.name, getattr(one, "value", None)) for one in amounts] == [
        ("arch", 2), ("brick", 1), ("column", 0),
    ]  # fmt: skip
    says(question.title)
