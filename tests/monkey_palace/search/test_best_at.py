"""The best staircase of a knob, beside the list of all staircases and the statistics."""

from __future__ import annotations

import pytest

from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.map_stats import best_at, map_stats
from palace.monkey_palace.search.plain import staircases as plain

SMALL = Supply(4, 3, 1)


@pytest.mark.parametrize("name", ["map-1", "map-3"])
def test_the_best_of_each_knob_is_what_the_statistics_tell(name: str) -> None:
    palace = Palace.setup(load_map(name))
    stats = map_stats(palace, SMALL)
    for end in stats.ends:
        found = best_at(palace, end.knob, SMALL)
        assert found.complete
        assert sum(each.credits or 0 for each in found.verdicts) == end.credits
        for verdict in found.verdicts:
            assert verdict.staircase is not None
            assert verdict.staircase.knobs[-1] == end.knob
            assert judge(palace, verdict.staircase) == verdict
        high = best_at(palace, end.knob, SMALL, by="height")
        assert bool(high.verdicts) == bool(end.height)
        for verdict in high.verdicts:
            assert verdict.palace is not None
            assert verdict.staircase is not None
            decorated = verdict.staircase.knobs[-1] == end.knob
            assert verdict.palace.heights[end.knob] - decorated == end.height


def test_equals_are_told_by_fewer_pieces_then_by_the_order_of_the_search() -> None:
    palace = Palace.setup(load_map("map-2"))
    for knob in (Knob.read("d6"), Knob.read("c4")):
        every = [
            (judge(palace, each), -at)
            for at, each in enumerate(plain(palace, SMALL)) if each.knobs[-1] == knob
        ]  # fmt: skip
        first = max(every, key=lambda one: (one[0].credits or 0, bool(one[0].bonus),
                                            -sum(one[0].uses or ()), one[1]))[0]  # fmt: skip
        assert best_at(palace, knob, SMALL).verdicts == (first,)


def test_more_arches_are_never_worse() -> None:
    palace, knob = Palace.setup(load_map("map-1")), Knob.read("d6")
    earned = [
        max((each.credits or 0 for each in best_at(palace, knob, Supply(arches, 4, 1)).verdicts),
            default=0)
        for arches in range(8)
    ]  # fmt: skip
    assert earned == sorted(earned)
    assert earned[0] == 0 < earned[-1]
