"""Records that drifted from the table: the corrections of one turn that explain it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from palace import read_record, replay
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.corrections import Correction, drift
from palace.monkey_palace.game.log import LoggedRecord, read_turn
from palace.monkey_palace.game.schema import TurnModel
from palace.monkey_palace.kernel.palace import Palace
from tests.drifted import Drifted, drifted_records
from tests.monkey_palace.game.texts import game, reasons_of
from tests.paths import SAMPLE
from tests.sentences import Says

GAME = read_record(SAMPLE)
TABLE = replay(GAME).state.palace


def with_turns(record: LoggedRecord, turns: list[TurnModel]) -> LoggedRecord:
    return replace(record, data=record.data.model_copy(update={"turns": turns}))


def changed(number: int, **keys: object) -> LoggedRecord:
    """The game with some keys of a turn, from 1, changed."""
    turns = [*(GAME.data.turns or ())]
    turns[number - 1] = turns[number - 1].model_copy(update=keys)
    return with_turns(GAME, turns)


def without(number: int) -> LoggedRecord:
    turns = [*(GAME.data.turns or ())]
    del turns[number - 1]
    return with_turns(GAME, turns)


TURNS = GAME.data.turns or []
PLACED = [n for n, turn in enumerate(TURNS, 1) if turn.monkey]
WRONG = {
    "a knob": changed(6, build="h4-g4+cb-g5"),
    "a staircase": changed(5, build="f3-g3"),
    "a pass": changed(4, build=None, pass_=True, take=None),
    "a turn missing": without(18),
    "a turn twice": with_turns(GAME, [*TURNS, TURNS[4].model_copy(update={"build": "a1-a2"})]),
    "the monkey elsewhere": changed(PLACED[-1], monkey="a1"),
    "a card forgotten": changed(1, take=None),
}


def test_a_record_that_is_right_needs_no_correction() -> None:
    found = drift(GAME, TABLE)
    assert (found.explained, found.reasons, found.corrections) == (True, (), ())
    bare = Palace(TABLE.ground, TABLE.columns)
    assert drift(GAME, bare).legal, "without animals only the pieces are compared"


def test_the_words_of_corrections(says: Says) -> None:
    says(drift(GAME, TABLE).text)
    for record in WRONG.values():
        found = drift(record, TABLE)
        says(
            found.text,
            *(text for each in found.corrections[:3] for text in (each.text, each.outcome)),
        )


@pytest.mark.parametrize("name", ["a knob", "a staircase", "a pass", "a turn missing"])
def test_the_first_correction_is_the_game(name: str) -> None:
    found = drift(WRONG[name], TABLE)
    assert not found.legal
    assert replay(found.mended()).state.palace.columns == TABLE.columns


def test_a_table_of_another_game_has_no_correction() -> None:
    found = drift(GAME, Palace.setup(GAME.ground))
    assert (found.explained, found.corrections) == (False, ())


def test_the_corrections_say_what_becomes_of_later_turns() -> None:
    for record in WRONG.values():
        found = drift(record, TABLE)
        for number, each in enumerate(found.corrections):
            later = reasons_of(found.mended(number))
            assert [(r.turn, r.key, r.at) for r in later] == [
                (r.turn, r.key, r.at) for r in each.reasons
            ]
            assert each.plain()["legal"] == (not each.reasons)


def test_another_card_must_pay_for_what_was_built_later() -> None:
    """Ana lacks an arch on her second turn: a card can have brought it."""
    deck = 'deck = "house"\ntrophies = ["monkey"]\nrulings = { must-build = "may" }\n'
    hand = 'start = "2a2b"\neach = "1b"\n'
    turns = ('build = "c3-c4-d4"', "pass = true", 'build = "e3+bb-e4"\nmonkey = "c4"')
    record = game(*turns, top=deck, players=hand)
    played = replay(record)
    assert [reason.code for reason in played.reasons] == ["supply"]
    found = drift(record, played.state.palace).corrections
    assert [(each.turn, each.change, each.old, each.far) for each in found] == [
        (1, "take", "", 0), (1, "take", "", 1), (1, "take", "", 2),
    ]  # fmt: skip
    assert record.deck is not None
    for each, (cost, colours) in zip(found, ((3, "d"), (2, "x"), (1, "x")), strict=True):
        right = [
            f"@{name}"
            for name, card in record.deck.cards.items()
            if (card.cost, card.colour) == (cost, colours) and card.once.arch + card.each.arch
        ]
        assert [each.new, *each.others] == right


def names_the_truth(each: Correction, drifted: Drifted) -> bool:
    """Whether a correction is what happened; of a missing turn it cannot know the cards."""
    right = read_turn((drifted.right.data.turns or [])[drifted.place]).move
    if each.turn != drifted.place + 1:
        return False
    if each.change == "missing":
        return each.new.split(",")[0] == str(right.build)
    if each.change == "take":
        found = {Card.read(card).name for card in (each.new, *each.others) if card}
        written = read_turn((drifted.wrong.data.turns or [])[drifted.place]).move.take
        return bool(found & {card.name for card in {*right.take} - {*written}})
    return each.turns[drifted.place].move == right


def drift_and_correct(count: int, seed: int) -> None:
    """Correct records with a wrong turn; those that are legal all the same are counted apart."""
    seen: Counter[str] = Counter()
    while seen["right"] + seen["wrong"] < count:
        for each in drifted_records(min(count, 12), seed + seen.total()):
            found = drift(each.wrong, replay(each.right).state.palace)
            if found.legal:
                seen["legal"] += 1
                continue
            right = any(names_the_truth(one, each) for one in found.corrections[:3])
            seen["right" if right else "wrong"] += 1
    assert seen["right"] >= 0.9 * (seen["right"] + seen["wrong"]), seen


def test_one_wrong_turn_is_found() -> None:
    drift_and_correct(6, 3)


@pytest.mark.slow
def test_two_hundred_records_with_one_wrong_turn() -> None:
    drift_and_correct(200, 7)
