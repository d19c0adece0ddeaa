"""The best staircases and the front, against the whole list; and the proof that one may pass."""

from __future__ import annotations

import random

import pytest

from palace import (
    InputError,
    NotationError,
    Palace,
    Rulings,
    Staircase,
    Supply,
    Verdict,
    build,
    judge,
)
from palace.monkey_palace.search import best, count, exists, front, plain
from tests.examples import examples, parts
from tests.grounds import ALL
from tests.grounds import plain as plain_ground
from tests.situations import STARTS, Situation, palaces, situations

SETUP = Palace.setup(ALL[0])
PARTS = 4
COMPARED = 60  # in each part

SLICES = 60
"""Slices that the search for the best may take on an 8x8 map."""


def verdicts(situation: Situation) -> list[Verdict]:
    """The referee's verdict on every staircase of the plain list, in its order."""
    palace, supply, rulings = situation
    every = [
        judge(palace, staircase, palace.at_hand(supply), rulings)
        for staircase in plain.staircases(*situation)
    ]
    assert all(verdict.legal for verdict in every)
    return every


def pieces(verdict: Verdict) -> int:
    assert verdict.uses is not None
    return sum(verdict.uses)


def rank(verdict: Verdict) -> tuple[int, bool, int]:
    assert verdict.credits is not None
    return -verdict.credits, not verdict.bonus, pieces(verdict)


def front_of(every: list[Verdict]) -> list[Verdict]:
    """More credits than anything of as few pieces or fewer."""
    kept: list[Verdict] = []
    for verdict in sorted(every, key=lambda one: (pieces(one), rank(one)[0])):
        if not kept or rank(verdict)[0] < rank(kept[-1])[0]:
            kept.append(verdict)
    return kept


@pytest.mark.parametrize("part", parts(PARTS))
def test_best_is_the_best_of_the_list(part: int) -> None:
    """The same winners in the same order as sorting the whole list, and the same front."""
    rng = random.Random(part)
    spirals = bonuses = highest = 0
    for situation in situations(COMPARED, seed=100 + part, most=1_200):
        every = verdicts(situation)
        top = rng.choice((1, 1, 2, 5, 40))
        expected = sorted(every, key=rank)[:top]
        found = best(*situation, top=top)
        assert found.complete
        assert found.verdicts == tuple(expected), situation
        assert front(*situation).verdicts == tuple(front_of(every)), situation
        for one in expected[:1]:
            assert one.staircase is not None
            spirals += len(set(one.staircase.knobs)) < len(one.staircase.knobs)
            bonuses += bool(one.bonus)
            highest += bool(one.highest)
    assert spirals >= 1
    assert bonuses >= 5
    assert highest >= 5


LONG = (Supply(9, 9, 1), Supply(8, 6, 2), Supply(7, 6, 1))
SHORTER = (Supply(7, 7, 1), Supply(7, 5, 1), Supply(5, 4, 1))


@pytest.mark.parametrize(
    "hands", [SHORTER, pytest.param(LONG, marks=pytest.mark.slow)], ids=["shorter", "long"]
)
@pytest.mark.parametrize(
    "rulings",
    [
        Rulings(),
        Rulings(double_back="legal"),
        Rulings(bonus_height="sum", highest_tie="yes"),
        Rulings(bonus_height="column", setup_gold="ignored", spiral="turn"),
    ],
    ids=lambda rulings: " ".join(f"{k}={v}" for k, v in rulings.changed().items()) or "default",
)
def test_best_of_long_staircases(rulings: Rulings, hands: tuple[Supply, ...]) -> None:
    """Many arches on few knobs, where spirals and straight back decide."""
    spirals = 0
    for start, supply in zip((STARTS[5], STARTS[4], SETUP), hands, strict=True):
        situation = Situation(start, supply, rulings)
        every = verdicts(situation)
        assert best(*situation, top=9).verdicts == tuple(sorted(every, key=rank)[:9])
        assert front(*situation).verdicts == tuple(front_of(every))
        winner = min(every, key=rank).staircase
        assert winner is not None
        spirals += len(set(winner.knobs)) < len(winner.knobs)
    assert spirals or rulings.spiral == "turn"


def test_best_is_complete_and_soon_found_in_every_palace() -> None:
    """Twelve arches, twelve bricks, all that is left of four columns, late palaces included.

    A slice is 100,000 steps of the search; enumerating all staircases would take thousands.
    """
    every = palaces(seed=7)
    for _ in range(examples(120)):
        palace = next(every)
        if palace.ground.width == 26:
            continue
        slices: list[float] = []
        assert best(palace, Supply(12, 12, 4), progress=slices.append).complete
        assert len(slices) < SLICES, palace


def test_the_time_limit_ends_the_search_for_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    best(SETUP, Supply(1, 1, 0))
    assert not best(SETUP, seconds=0.05).complete
    monkeypatch.setattr("palace.monkey_palace.search.searches.WHOLE_BOX", 0.1)
    for search in (best, front):
        found = search(SETUP, seconds=0.1)
        assert not found.complete
        assert found.verdicts
        assert not search(SETUP).complete  # from all the box holds, as the verb does
    assert best(SETUP, Supply(3, 2, 0), seconds=60).complete


def test_texts_stand_for_values_and_negative_numbers_for_nothing() -> None:
    assert best(SETUP, "4a4b1c") == best(SETUP, Supply(4, 4, 1))
    assert count(SETUP, "3a3b") == count(SETUP, Supply(3, 3, 0))
    assert exists(SETUP, "1a1b") == exists(SETUP, Supply(1, 1, 0))
    for search in (best, front, count, exists):
        with pytest.raises(InputError, match="supply: -1 brick: a supply has no negative numbers"):
            search(SETUP, Supply(4, -1, 2))
        with pytest.raises(InputError, match='4 is no Supply; write it as in "4a3b1c"'):
            search(SETUP, 4)  # type: ignore[arg-type]
        with pytest.raises(NotationError, match="'x' is not a number of pieces"):
            search(SETUP, "x")


def test_nothing_to_build_with() -> None:
    for supply in (Supply(), Supply(0, 9, 9)):
        assert count(SETUP, supply).total == 0
        assert count(SETUP, supply).complete
        for search in (best, front):
            found = search(SETUP, supply)
            assert (found.verdicts, found.complete) == ((), True)
        assert exists(SETUP, supply) is None
        assert not list(plain.staircases(SETUP, supply))


# Four knobs in a row: d1 is the only one to begin on, c1 three levels higher.
ROW = Palace.setup(plain_ground(4, 1, "a1 b1 c1"))


def test_pass_with_no_staircase_at_all() -> None:
    """Too few levels to fill, whatever the arches; and no knob to begin on."""
    assert exists(ROW, Supply(12, 2, 0)) is None
    full = Palace.setup(plain_ground(3, 1, "a1 b1 c1"))
    assert exists(full, Supply(12, 12, 4)) is None
    assert exists(build(ROW, Staircase.read("d1+c-c1")), Supply(12, 12, 4)) is None


def test_pass_with_a_single_staircase() -> None:
    """Three bricks or one column reach the end of the set-up, nothing else does."""
    for supply, text in ((Supply(1, 3, 0), "d1+bbb-c1"), (Supply(1, 0, 1), "d1+c-c1")):
        assert exists(ROW, supply) == Staircase.read(text)
        assert count(ROW, supply).total == 1


def test_the_animal_in_the_way_is_the_proof() -> None:
    butterfly = ROW.with_animal("y", next(k for k, top in ROW.tops.items() if top == "g"))
    supply = Supply(1, 3, 0)
    assert exists(butterfly, supply) is None
    assert exists(butterfly, supply, Rulings(animals_block="monkey")) is not None


def test_palaces_out_of_reach_are_proved_soon() -> None:
    """Walls higher than the pieces reach: no walk over the open ground need be tried."""
    ground = plain_ground(9, 9, "a1 b1 b2")
    first, second, _ = ground.setup
    wall = Palace.of_columns(ground, {first: "b" * 24 + "E", second: "b" * 24 + "W"})
    assert exists(wall, Supply(12, 10, 4)) is None
    slices: list[float] = []
    assert count(wall, Supply(12, 10, 4), progress=slices.append).total == 0
    assert len(slices) <= 2  # before the first slice, and after it
    assert exists(wall, Supply(12, 12, 4)) is not None


def test_a_spiral_is_what_earns_the_most() -> None:
    """On two by two knobs beside the set-up only a spiral brings more than four arches."""
    ground = plain_ground(5, 2, "a1 b1 c1", closed="a2 b2 c2")
    palace = Palace.setup(ground)
    supply = Supply(8, 12, 0)
    (spiral,) = best(palace, supply).verdicts
    (straight,) = best(palace, supply, Rulings(spiral="turn")).verdicts
    assert spiral.staircase is not None
    assert len(set(spiral.staircase.knobs)) < len(spiral.staircase.knobs)
    assert rank(spiral) < rank(straight)
