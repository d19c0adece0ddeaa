"""Turns: who is due, what a pass brings, and what was written down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from palace.core.verdict import place_of
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.log import replay
from palace.monkey_palace.game.turn import Setting, colour_faults
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply
from tests.monkey_palace.game.texts import (
    ALL,
    BONUS,
    DARK,
    GOLD,
    HIGH_GOLD,
    LIGHT,
    TOO_LOW,
    Said,
    after,
    complaints,
    first,
    game,
    one,
    play,
    turns_at_fault,
)
from tests.sentences import Says

# Turn order and passes.


@pytest.mark.parametrize(
    ("order", "wrong"),
    [
        ("ABCABC", []),
        ("BBCA", [1]),  # misnamed
        ("ABBABC", [3]),  # misnamed
        ("ACAB", [2]),  # Ben's turn was left out
        ("ABCBC", [4]),  # Ana's was
        ("ACBABC", [2, 3]),  # exchanged
        ("BACA", [1, 2]),  # likewise
        ("AAAA", [2, 3]),
    ],
)
def test_turn_order(order: str, wrong: list[int]) -> None:
    turns = [f'player = "{letter}"\npass = true' for letter in order]
    played = replay(game(*turns, names="A B C"))
    assert turns_at_fault(played) == wrong
    assert {reason.code for reason in played.reasons} <= {"turn-order"}
    if not wrong:
        assert played.due == ("A",)


def test_a_turn_out_of_order(says: Says) -> None:
    reason = one(game(f'player = "Ben"\n{DARK}'))
    assert Said.of(reason) == Said("turn-order", "Ben", None, None, 1, 11)
    assert dict(reason.values)["due"] == "Ana"
    says(reason)


def test_a_turn_out_of_order_is_laid() -> None:
    played = replay(game(f'player = "Ben"\n{DARK}'))
    assert played.state.palace == after("c4+b-d4")
    assert played.due == ("Ben",)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('take = ["1x 1*"]', "pass"),
        ('decoration = "d"', "decoration"),
        ("credits = 1", "credits"),
        ("bonus = true", "bonus"),
        ('butterfly = "f4"', "butterfly"),
        ('frog = "d4"', "frog"),
        ('monkey = "d4"', "monkey"),
    ],
)
def test_a_pass_brings_nothing(line: str, code: str, says: Says) -> None:
    report = first("pass = true", line)
    reason = one(report)
    assert Said.of(reason) == Said(code, "Ana", None, None, 1, 13)
    assert dict(reason.values)["field"] == line.split()[0]
    says(reason)
    assert report.palace == after()
    assert report.verdict is None
    assert report.staircase is None


def test_an_honest_pass() -> None:
    report = first("pass = true", "take = []", "credits = 0", "bonus = false")
    assert report.legal
    assert report.palace == after()


# What was written down.


@pytest.mark.parametrize(
    ("build", "right"),
    [
        (DARK, ['decoration = "d"', "credits = 2", "bonus = false"]),
        (LIGHT, ['decoration = "l"', "credits = 3", "bonus = false"]),
        (GOLD, ['decoration = "g"', "credits = 1", "bonus = false", 'monkey = "d3"']),
        (
            HIGH_GOLD,
            ['decoration = "g"', "credits = 2", 'butterfly = "e4"', 'monkey = "d4"'],
        ),
        (BONUS, ["bonus = true", "credits = 2", 'butterfly = "E4"', 'monkey = "d4"']),
    ],
)
def test_what_is_right(build: str, right: list[str]) -> None:
    assert first(build, *right).reasons == ()


WRONG = {
    'decoration = "l"': (Said("decoration", "Ana", None, None, 1, 13), "d"),
    "credits = 1": (Said("credits", "Ana", None, 1, 1, 13), 2),
    "credits = 7": (Said("credits", "Ana", None, 5, 1, 13), 2),
    "bonus = true": (Said("bonus", "Ana", None, None, 1, 13), False),
    'butterfly = "d4"': (Said("butterfly", "d4", None, None, 1, 13), None),
    'monkey = "c4"': (Said("monkey", "c4", None, None, 1, 13), None),
    'frog = "d4"': (Said("frog", "d4", None, None, 1, 13), None),
}
"""What was written down, the reason against it, and what would be right, if it is one value."""


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong(line: str, says: Says) -> None:
    report = first(DARK, line)
    reason = one(report)
    assert (Said.of(reason), dict(reason.values).get("right")) == WRONG[line]
    says(reason)
    assert not report.legal
    assert report.palace == after("c4+b-d4")


def test_a_missing_bonus(says: Says) -> None:
    reason = one(first(BONUS, "bonus = false", 'monkey = "d4"'))
    assert (reason.key, dict(reason.values)["right"]) == ("bonus.earned", True)
    says(reason)


def test_everything_wrong_at_once() -> None:
    lines = ['decoration = "g"', "credits = 9", "bonus = true", 'butterfly = "c4"', 'frog = "a1"',
             'monkey = "a1"']  # fmt: skip
    report = first(DARK, *lines)
    assert [reason.code for reason in report.reasons] == [
        "decoration", "credits", "bonus", "butterfly", "frog", "monkey"
    ]  # fmt: skip
    assert [place_of(reason)[1] for reason in report.reasons] == [13, 14, 15, 16, 17, 18]


def test_nothing_follows_from_a_bad_build() -> None:
    """Of a build that is not legal, what was written down of it cannot be wrong as well."""
    lines = ['decoration = "l"', "credits = 9", "bonus = true", 'butterfly = "c4"']
    assert complaints(first(TOO_LOW, *lines)) == [("collision", "d4")]


def test_a_turn_in_words() -> None:
    assert first(DARK).text == "c4+b-d4"
    assert "c4" not in first("pass = true").text


def test_the_last_column_is_the_frogs_where_it_comes_before_the_build() -> None:
    """Whether one is left is asked once, before it is taken."""
    rulings = 'rulings = { frog-time = "any", frog-empty = "no" }\n'
    players = 'start = "9a9b8c"\neach = "1a"\n'
    record = game(f'{DARK}\nfrog = "c4"', top=ALL + rulings, players=players)
    table = record.rules.table
    ben = replace(table.seat("Ben"), pieces=Supply(9, 9, 7))
    report = play(record, table.with_seat(ben), 0)
    assert report.reasons == ()
    assert (report.given, report.animals) == (Supply(1, 0, 1), ("frog",))
    assert report.table.tray is not None
    assert report.table.tray.column == 0
    none = replace(ben, pieces=Supply(9, 9, 8))
    assert complaints(play(record, table.with_seat(none), 0)) == [("frog", "c4")]


def test_a_card_that_has_its_values_is_looked_up_nowhere() -> None:
    for card in (Card(3, "g", 2, name="7"), Card(3, "g", 2)):
        assert Setting(Rulings()).card(card) is card
        assert game().card(card) is card
    assert Setting(Rulings()).card(Card(name="7")) is None


def test_colours_of_cards_without_a_decoration() -> None:
    """Multicoloured cards go with any; the first colour tells which others are wrong."""
    cards = [Card.read(text) for text in ("1x 0*", "3g 0*", "3d 0*", "4g 0*")]
    for count, wrong in ((1, []), (2, []), (3, [2]), (4, [2])):
        assert [index for _, index in colour_faults(cards[:count], None)] == wrong
    assert [index for _, index in colour_faults(cards, "d")] == [1, 3]
