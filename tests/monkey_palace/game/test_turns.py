"""Turns: who is due, what a pass brings, and what was written down."""

from __future__ import annotations

import pytest

from palace.core.verdict import place_of
from palace.monkey_palace.game.log import replay
from tests.monkey_palace.game.texts import (
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
