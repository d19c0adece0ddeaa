"""The list of legal placements holds exactly those the referee finds legal, in a pinned order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from palace.cooper_island.land import Land
from palace.cooper_island.peninsula import Hex
from palace.cooper_island.referee import is_legal, judge, lay, legal_placements, place
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.tiles import DOUBLES, TERRAINS, Hand, Levelling, Placement, Tile
from palace.core.verdict import IllegalError
from tests.cooper_island.attempts import random_attempt, random_land


def everything(land: Land, tile: Tile) -> Iterator[Placement]:
    """Every placement of a tile in reach of the peninsula, levelled in every way, with gold."""
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
    hand = random.choice((Hand(), Hand(steps=0), Hand(DOUBLES[:2])))
    found = 0
    for tile in (
        Tile("double", random.choice(DOUBLES).front), Tile("double", random.choice(DOUBLES).back),
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
    """Whatever is tried, legal or not, what then lies there can be written and read."""
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
