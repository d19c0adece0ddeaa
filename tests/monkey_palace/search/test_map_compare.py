"""Maps beside each other: distances between colours, and differences knob by knob."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from palace.monkey_palace.kernel.ground import SHIPPED, load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search import count, map_compare, staircases
from palace.monkey_palace.search.map_compare import colour_distances, differences, look
from palace.monkey_palace.search.map_stats import FIGURES, best_by, map_stats
from tests.grounds import plain
from tests.sentences import Says

SMALL = Supply(3, 3, 1)


def test_distances_between_colours_go_over_open_knobs() -> None:
    """l at a1, d at c1 with a closed knob between them: the way round is four arches."""
    ground = replace(
        load_map("map-1"), name="tiny", rows=("ggg", "l.d"),
        setup=(Knob(0, 1), Knob(1, 1), Knob(2, 1)),
    )  # fmt: skip
    assert colour_distances(ground) == {"ld": 4.0, "lg": 1.75, "dg": 1.75}
    joined = replace(ground, rows=("ggg", "lld"))
    # d to l is 1; of l one is 1 and the other 2.
    assert colour_distances(joined)["ld"] == pytest.approx(4 / 3, abs=0.01)
    alone = replace(ground, rows=("...", "l.d"))
    assert colour_distances(alone) == {"ld": 0.0, "lg": 0.0, "dg": 0.0}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_side_adds_up(name: str) -> None:
    palace = Palace.setup(load_map(name))
    side = look(palace, SMALL)
    listed = [*staircases(palace, SMALL)]
    assert side.complete
    assert side.stats.staircases == sum(side.by_arches.values()) == len(listed)
    for arches, number in side.by_arches.items():
        assert number == sum(len(each.knobs) == arches + 1 for each in listed)
    assert side.credits == max(start.credits for start in side.stats.starts)
    assert side.height == max(start.height for start in side.stats.starts)


def test_the_data_of_a_side(says: Says) -> None:
    """Of a map of six knobs, so that every number can be counted: only c1 leads to the others."""
    ground = plain(5, 2, "a1 b1 c1", closed="a2 b2 c2 d2")
    side = look(Palace.setup(ground), SMALL)
    says(*(f"{name}: {value}" for name, value in side.record().items()))
    says(*(f"{name}: {value}" for name, value in side.stats.record().items()))
    says(*(f"{name}: {told}" for name, told in FIGURES.items()))
    says(*(side.stats.figure(name) for name in FIGURES), [best_by(name) for name in FIGURES])
    nothing = look(Palace.setup(ground), Supply())
    assert (nothing.credits, nothing.height, nothing.complete) == (0, 0, True)


def test_a_side_is_complete_only_in_time() -> None:
    palace = Palace.setup(load_map("map-1"))
    assert look(palace, SMALL, seconds=60).complete
    assert not look(palace, Supply(12, 12, 4), seconds=0).complete
    for name, found in (("count", count), ("map_stats", map_stats)):
        with pytest.MonkeyPatch.context() as patch:
            cut = partial(found, palace, Supply(12, 12, 4), seconds=0)
            patch.setattr(map_compare, name, lambda *_, cut=cut, **__: cut())
            assert not look(palace, SMALL).complete


@pytest.mark.parametrize("figure", FIGURES)
def test_a_difference_turns_its_sign_with_its_sides(figure: str) -> None:
    one, other = (map_stats(Palace.setup(load_map(name)), SMALL) for name in ("map-1", "map-3"))
    found = differences(one, other, figure)
    back = differences(other, one, figure)
    assert found == {knob: -value for knob, value in back.items()}
    assert found.keys() == one.figure(figure).keys() & other.figure(figure).keys()
    assert not any(differences(one, one, figure).values())
    for knob, value in found.items():
        assert one.figure(figure)[knob] + value == other.figure(figure)[knob]
