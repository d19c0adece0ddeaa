"""The referee: 10,000 placements against a second implementation, lists, verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from palace.cooper_island.land import Land
from palace.cooper_island.referee import (
    cubes,
    is_legal,
    judge,
    lay,
    legal_placements,
    place,
)
from palace.cooper_island.rules import BOOK, RULINGS, TILE_RULES, Rulings
from palace.cooper_island.tiles import TERRAINS, Hand, Hex, Levelling, Placement, Tile
from palace.core.errors import InputError
from palace.core.verdict import IllegalError, Reason
from palace.monkey_palace.game.reasons import BOOK as PALACE_BOOK
from tests.cooper_island import brute
from tests.cooper_island.attempts import random_attempt, random_land
from tests.examples import parts
from tests.sentences import Says

ATTEMPTS = 10_000

CHUNKS = 8
"""Parts of the placements, for parallel test processes; each part meets every reason."""

PER_LAND = 100
ELSEWHERE = {"free", "highest"}
"""Codes about pieces on tiles, not about laying tiles."""


def random_rulings(random: Random) -> dict[str, str]:
    return {
        "settlement": random.choice(("any", "same")),
        "gold": random.choice(("choice", "automatic")),
    }


def random_hand(random: Random) -> Hand:
    return Hand(
        random.choice((0, 1, 56)),
        random.choice((0, 1, 6)),
        random.choice((None, 0, 1, 4)),
    )


@pytest.mark.parametrize("chunk", parts(CHUNKS, 2))
def test_ten_thousand_attempts(chunk: int) -> None:
    random = Random(20261121 + chunk)
    seen: Counter[str] = Counter()
    legal = 0
    for number in range(ATTEMPTS // CHUNKS):
        if number % PER_LAND == 0:
            land = random_land(random, random.randrange(4, 40))
        placement = random_attempt(random, land)
        rulings, hand = random_rulings(random), random_hand(random)
        found = judge(land, placement, Rulings(**rulings), hand).reasons
        wanted = brute.reasons(
            str(land), str(placement), **rulings, singles=hand.singles,
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
        assert all(reason.remedy and reason.text for reason in verdict.reasons)
        if verdict.legal:
            assert verdict.land == lay(land, placement)
            assert verdict.cubes == cubes(placement)
        else:
            assert verdict.land is None


def everything(land: Land, tile: Tile) -> Iterator[Placement]:
    """Yield every placement of a tile near the peninsula, with all levellings and gold."""
    spaces = [*land.peninsula.signs, Hex.read("z9")]
    if tile.kind == "single":
        for space, gold in product(spaces, (False, True)):
            yield Placement(tile, (space,), gold=gold)
        return
    for one, other in product(spaces, spaces):
        if tile.kind == "islet":
            yield Placement(tile, (one, other))
            continue
        levels: list[Levelling | None] = [None]
        if one.way_to(other):
            levels += [
                Levelling(terrain, space)
                for terrain in TERRAINS
                for space in (one, other, spaces[0])
            ]
        for level, gold in product(levels, (False, True)):
            yield Placement(tile, (one, other), level, gold)


@pytest.mark.parametrize("seed", range(4))
def test_the_list_equals_the_predicate(seed: int) -> None:
    random = Random(seed)
    land = random_land(random, 12 * seed)
    rulings = random.choice((Rulings(), Rulings(settlement="same"), Rulings(gold="automatic")))
    hand = random.choice((Hand(), Hand(steps=0), Hand(singles=0)))
    found = 0
    for tile in (
        *(Tile("double", tuple(random.sample(TERRAINS, 2))) for _ in range(2)),
        Tile("single", ("mountain",)), Tile("single", ("settlement",)), Tile("islet", ("meadow",)),
    ):  # fmt: skip
        listed = legal_placements(land, tile, rulings, hand)
        legal = {str(p) for p in everything(land, tile) if is_legal(land, p, rulings, hand)}
        assert {*map(str, listed)} == legal
        assert len(listed) == len(legal)
        found += len(listed)
    assert found


def test_the_order_is_pinned() -> None:
    ways = legal_placements(Land.start("cooper-2"), Tile("double", ("forest", "meadow")))
    assert [str(way).split()[-1] for way in ways] == [
        "d2-d3", "c3-d3", "c3-c4", "d3-d4", "d3-c4", "d3-c3", "d3-d2", "c4-c3", "c4-d3", "d4-d3",
    ]  # fmt: skip
    uneven = Land.read("cooper-2: c2=rr+stone c3=r d3=rr")
    levelled = legal_placements(uneven, Tile("double", ("settlement", "mountain")))
    assert [str(way) for way in levelled if way.level and way.gold] == [
        "double settlement-mountain c3-d3 level mountain c3 gold",
        "double settlement-mountain c3-d3 level settlement c3 gold",
        "double settlement-mountain d3-c3 level mountain c3 gold",
    ]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_laid_keeps_every_land_readable(seed: int) -> None:
    """A land after any placement, legal or not, can be written and read."""
    random = Random(seed)
    land = random_land(random, 20)
    for _ in range(60):
        placement = random_attempt(random, land)
        after = lay(land, placement)
        assert Land.read(str(after)) == after
        if is_legal(land, placement):
            assert after == place(land, placement)
            for space, _ in placement.land:
                assert after[space].height == land[space].height + 1 + (
                    placement.level is not None and placement.level.space == space
                )
        else:
            with pytest.raises(IllegalError) as caught:
                place(land, placement)
            assert str(caught.value) == "; ".join(r.text for r in judge(land, placement).reasons)


HAND = Hand(singles=1, islets=0, steps=0)

CASES = [
    ("space", "c2=m", "single meadow b2", "b2", 1),
    ("space", "c2=m", "single meadow z9", "z9", 22),
    ("sea", "c2=m", "islet forest c3-d3", "d3", 2),
    ("sea", "c2=m", "islet forest d2-d1", "d1", 1),
    ("sea.taken", "c2=m c3=f5 b2=islet", "islet forest d2-b2", "b2", None),
    ("shape.apart", "c2=m", "double forest-meadow d2-d4", "d4", 1),
    ("shape.one", "c2=m", "double forest-meadow d2-d2", "d2", 1),
    ("connection", "c2=m", "single forest d4", "d4", 1),
    ("ruin", "c2=m d3=f e3=ruin", "single forest e3", "e3", None),
    ("cube", "c2=mm+food", "single meadow c2", "c2", 2),
    ("building", "c2=m+statue", "single meadow c2", "c2", None),
    ("terrain", "c2=m", "single forest c2", "c2", None),
    ("level", "c2=mmm", "double forest-meadow d2-c2", "d2", 3),
    ("levelling.aside", "c2=m c3=f", "double forest-meadow c3-c2 level forest d2", "d2", None),
    ("levelling", "c2=m c3=ff", "double forest-meadow c3-c2 level forest c2", "c2", None),
    ("gold.low", "c2=r", "single mountain c2 gold", "c2", 1),
    ("gold.none", "c2=mm", "single meadow c2 gold", "c2", None),
    ("beach", "c2=m4 b2=islet c3=f4 b3=islet", "islet forest d2-c1", "c1", 1),
]


@pytest.mark.parametrize(("key", "land", "placement", "at", "by"), CASES)
def test_what_is_said(
    key: str, land: str, placement: str, at: str, by: int | None, says: Says
) -> None:
    where, wanted = Land.read(f"cooper-2: {land}"), Placement.read(placement)
    found = {reason.key: reason for reason in judge(where, wanted).reasons}[key]
    assert shown(found) == (key, at, by)
    says(found)
    named = near(found)
    legal = legal_placements(where, wanted.tile)
    assert {*named} <= {*legal}
    nearest = min(apart(wanted, way) for way in legal)
    assert apart(wanted, named[0]) == nearest


def shown(reason: Reason) -> tuple[str, str, int | None]:
    """Return key, place and amount of a reason, in the order of the cases."""
    return reason.key, reason.at, reason.by


def near(reason: Reason) -> tuple[Placement, ...]:
    """Return the legal placements that a remedy names, the nearest first."""
    values: dict[str, Any] = dict(reason.values)
    return (*values["near"],)


def apart(one: Placement, other: Placement) -> int:
    """Return the steps from the halves of one placement to those of another."""
    return sum(a.distance(b) for a, b in zip(one.spaces, other.spaces, strict=True))


def test_what_may_be_mended_where_it_lies() -> None:
    for land, placement, remedy in (
        ("c2=m", "double forest-meadow d2-c2", "double forest-meadow d2-c2 level forest d2"),
        ("c2=m c3=f", "double forest-meadow c3-c2 level meadow c2", "double forest-meadow c3-c2"),
        ("c2=r", "single mountain c2 gold", "single mountain c2"),
    ):
        found = judge(Land.read(f"cooper-2: {land}"), Placement.read(placement)).reasons
        assert str(near(found[0])[0]) == remedy


def test_two_halves_of_one_terrain(says: Says) -> None:
    land = Land.read("cooper-2: c2=m")
    (found,) = judge(land, Placement.read("double forest-forest d2-d3")).reasons
    assert shown(found) == ("shape.same", "double forest-forest", None)
    assert dict(found.values)["others"] == ("meadow", "mountain", "settlement")
    says(found)


AT_HAND = [
    ("islet forest d2-e2", "stock.islets", "islet tiles", 1),
    ("double forest-mountain d2-c2 level forest d2", "cartographer", "cartographer", 1),
]


@pytest.mark.parametrize(("placement", "key", "at", "by"), AT_HAND)
def test_what_is_said_of_what_is_not_at_hand(
    placement: str, key: str, at: str, by: int | None, says: Says
) -> None:
    land = Land.read("cooper-2: c2=r")
    reasons = judge(land, Placement.read(placement), Rulings(), HAND).reasons
    (found,) = (reason for reason in reasons if reason.key == key)
    assert shown(found) == (key, at, by)
    says(found)


def test_nothing_is_at_hand(says: Says) -> None:
    land, nothing = Land.read("cooper-2: c2=m"), Hand(singles=0, islets=0)
    reason = judge(land, Placement.read("single meadow c2"), hand=nothing).reasons[0]
    assert shown(reason) == ("stock.singles", "single tiles", 1)
    says(reason)
    levelled = Placement.read("double forest-meadow d2-c2 level forest d2")
    reason = judge(land, levelled, hand=Hand(singles=0)).reasons[0]
    assert (reason.at, str(near(reason)[0])) == ("single tiles", "double forest-meadow d2-d3")


def test_no_place_is_left_at_all(says: Says) -> None:
    land = Land.read("cooper-2: c2=m c3=ruin d2=ruin d3=ruin")
    reason = judge(land, Placement.read("single forest c2")).reasons[0]
    assert near(reason) == ()
    says(reason)


def test_rulings_of_tiles_have_their_own_words(says: Says) -> None:
    high = Land.read("cooper-2: c2=rr")
    reason = judge(high, Placement.read("single mountain c2"), Rulings(gold="automatic")).reasons[0]
    assert reason.key == "gold.always"
    assert str(near(reason)[0]) == "single mountain c2 gold"
    says(reason)


def test_a_reason_as_data(says: Says) -> None:
    land = Land.read("cooper-2: c2=mm+food")
    reason = judge(land, Placement.read("single meadow c2")).reasons[0]
    assert reason.record() == {
        "code": "cube", "rule": "Income phase", "at": "c2", "level": None, "by": 2,
        "remedy": reason.remedy, "text": reason.text,
    }  # fmt: skip
    assert reason.placed(turn=3, line=7).record().items() >= {("turn", 3), ("line", 7)}
    assert str(reason) == f"cube at c2: {reason.text}"
    says(reason)
    assert reason.title == "Income phase, only empty spaces are covered"


def test_codes_are_told_apart() -> None:
    codes = [rule.code for rule in TILE_RULES]
    assert len({*codes}) == len(codes)
    assert {*codes} <= {*BOOK.rules}
    assert not {*codes} & {*PALACE_BOOK.rules}, "palace explain CODE must not have two answers"
    assert all(rule.says.endswith(".") and rule.title for rule in TILE_RULES)


def test_rulings() -> None:
    assert Rulings().named() == {name: ruling.default for name, ruling in RULINGS.items()}
    for name, ruling in RULINGS.items():
        assert len(ruling.answers) > 1, name
        for answer in ruling.answers:
            rulings = Rulings.of({name: answer})
            assert eval(repr(rulings), {"Rulings": Rulings}) == rulings
            assert rulings.changed() == ({} if answer == ruling.default else {name: answer})


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("gold=silver", "gold cannot be 'silver'; it is one of: choice, automatic"),
        ("gould=choice", "there is no ruling 'gould'; did you mean gold?"),
        ("gold", "gold has no answer; write gold=choice or gold=automatic"),
        (
            "silver=1",
            f"there is no ruling 'silver'; one of: {', '.join(RULINGS)}; see: palace "
            "rulings --game cooper-island",
        ),
        ("silver", f"'silver' is no ruling; write NAME=VALUE, NAME one of: {', '.join(RULINGS)}"),
    ],
)
def test_answers_that_are_none(pair: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        Rulings.pairs([pair])
    assert str(caught.value) == f"--ruling: {said}"
    name, sign, answer = pair.partition("=")
    if sign:
        with pytest.raises(InputError) as caught:
            Rulings.of({name: answer})
        assert str(caught.value) == f"Rulings: {said}"
