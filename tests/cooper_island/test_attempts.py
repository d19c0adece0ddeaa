"""10,000 random attempts to lay a tile: the referee and a separate check agree on every reason."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from palace.cooper_island.referee import cubes, faults, is_legal, judge, lay
from palace.cooper_island.rules import TILE_RULES
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.tiles import DOUBLES, Hand
from tests.cooper_island import brute
from tests.cooper_island.attempts import random_attempt, random_land

ATTEMPTS = 10_000

CHUNKS = 8
"""Parts of the attempts, for workers to share; each meets every reason."""

PER_LAND = 100
ELSEWHERE = {"free", "highest"}
"""Codes of what stands on tiles, not of laying them."""


def random_rulings(random: Random) -> dict[str, str]:
    return {
        "settlement": random.choice(("any", "same")),
        "gold": random.choice(("choice", "automatic")),
    }


def random_hand(random: Random) -> Hand:
    doubles = random.choices(DOUBLES, k=random.randrange(3))
    return Hand(
        None if random.random() < 0.5 else tuple(doubles),
        random.choice((0, 1, 56)),
        random.choice((0, 1, 6)),
        random.choice((None, 0, 1, 4)),
    )


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_ten_thousand_attempts(chunk: int) -> None:
    random = Random(20261121 + chunk)
    seen: Counter[str] = Counter()
    legal = 0
    for number in range(ATTEMPTS // CHUNKS):
        if number % PER_LAND == 0:
            land = random_land(random, random.randrange(4, 40))
        placement = random_attempt(random, land)
        rulings, hand = random_rulings(random), random_hand(random)
        found = [*faults(land, placement, Rulings(**rulings), hand)]
        doubles = None if hand.doubles is None else [*map(str, hand.doubles)]
        wanted = brute.reasons(
            str(land), str(placement), **rulings, doubles=doubles, singles=hand.singles,
            islets=hand.islets, steps_left=99 if hand.steps is None else hand.steps,
        )  # fmt: skip
        said = {(reason.code, reason.at, reason.by) for reason in found}
        assert said == wanted, f"{placement} on {land}"
        assert len(found) == len({(reason.code, reason.at) for reason in found}), placement
        assert is_legal(land, placement, Rulings(**rulings), hand) is not bool(wanted)
        seen.update({code for code, _, _ in wanted})
        legal += not wanted
    codes = {rule.code for rule in TILE_RULES} - ELSEWHERE
    assert {*seen} == codes
    assert min(seen.values()) * CHUNKS >= 100, seen
    assert legal * CHUNKS >= 500, legal


@pytest.mark.parametrize("seed", range(5))
def test_a_verdict_says_what_would_be_legal(seed: int) -> None:
    random = Random(seed)
    land = random_land(random, 15)
    for _ in range(30):
        placement = random_attempt(random, land)
        verdict = judge(land, placement)
        assert verdict.legal is is_legal(land, placement)
        assert [(r.code, r.at, r.by) for r in verdict.reasons] == [
            (r.code, r.at, r.by) for r in faults(land, placement)
        ]
        assert all(reason.remedy and reason.text for reason in verdict.reasons)
        if verdict.legal:
            assert verdict.land == lay(land, placement)
            assert verdict.cubes == cubes(placement)
        else:
            assert verdict.land is None
