"""What is thought of in a turn: the best staircase, and the proof that one may pass."""

from __future__ import annotations

from palace.contract.rules import Log
from palace.contract.taps import Idea
from palace.core.verdict import in_language
from palace.monkey_palace.game.log import LoggedRecord
from palace.monkey_palace.game.thoughts import thoughts
from palace.monkey_palace.kernel.supply import Supply
from tests.monkey_palace.game.texts import ALL, game


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
