"""The best staircase of a knob, beside the list of all staircases and the statistics."""

from __future__ import annotations

import pytest

from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search import compiled
from palace.monkey_palace.search.map_stats import (
    best_at,
    in_time,
    map_stats,
    seek_best_at,
    seek_in_time,
    with_arches,
)
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


def test_what_is_found_in_slices_is_what_is_found_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "NODES", 50)
    palace, knob = Palace.setup(load_map("map-1")), Knob.read("d6")
    for by in ("credits", "height"):
        seen = [*seek_best_at(palace, knob, SMALL, by=by)]
        best, share = seen[-1]
        assert (best, share) == (best_at(palace, knob, SMALL, by=by), 1)
        assert not any(early.complete for early, _ in seen[:-2])
        assert [share for _, share in seen] == sorted(share for _, share in seen)
        credits_ = [
            max((one.credits or 0 for one in early.verdicts), default=0) for early, _ in seen
        ]
        assert by == "height" or credits_ == sorted(credits_)
    late = [*seek_best_at(palace, knob, Supply(8, 9, 2), seconds=0)]
    assert not late[-1][0].complete


def test_in_time_as_many_arches_as_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    palace, shares = Palace.setup(load_map("map-1")), list[float]()
    monkeypatch.setattr(compiled, "NODES", 50)
    found = in_time(palace, SMALL, seconds=600, progress=shares.append)
    assert found == map_stats(palace, SMALL)
    assert shares == sorted(shares)
    assert (0 < shares[0] < 0.25, shares[-1]) == (True, 1)
    # Arch after arch, each as much of the whole.
    done = [share for _, share in seek_in_time(palace, SMALL, seconds=600)]
    assert done == shares
    assert {0.25, 0.5, 0.75} <= {round(share, 2) for share in done}
    # There is time for one arch; of the second there is a slice, which is not the whole.
    one = in_time(palace, SMALL, seconds=0)
    assert (one.supply, one.complete) == (Supply(1, 3, 1), True)
    assert one == map_stats(palace, Supply(1, 3, 1))
    none = in_time(palace, Supply(0, 3, 1), seconds=600)
    assert (none.supply, none.staircases) == (Supply(0, 3, 1), 0)


def test_statistics_with_fewer_arches() -> None:
    palace = Palace.setup(load_map("map-1"))
    stats = map_stats(palace, SMALL)
    assert with_arches(stats, 4) is with_arches(stats, 5) is stats
    shares: list[float] = []
    assert with_arches(stats, 3, progress=shares.append) == map_stats(palace, Supply(3, 3, 1))
    assert shares[-1] == 1
