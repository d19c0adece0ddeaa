"""Maps drawn by lot: within their bounds, playable, and the same for the same seed."""

from __future__ import annotations

import pytest

from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.ground import CLOSED, GroundMap, ground_table, load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search import exists, map_making
from palace.monkey_palace.search.map_making import CLOSED_KNOBS, Bound, bounds, make_map
from palace.monkey_palace.search.map_stats import USUAL, MapStats, map_stats
from tests.grounds import plain
from tests.sentences import Says


def check(seed: int, players: int) -> tuple[GroundMap, MapStats]:
    """Assert what holds for every made map; return it."""
    ground, stats = make_map(seed, players)
    again = map_stats(Palace.setup(ground), USUAL)
    assert again == stats
    assert [str(one) for one in bounds(again) if not one.kept] == []
    # The bounds that are promised, counted from the rows.
    letters = "".join(ground.rows)
    assert letters.count(CLOSED) == CLOSED_KNOBS[players]
    counts = [letters.count(letter) for letter in "ldg"]
    assert max(counts) - min(counts) <= 1
    every = sum(start.staircases for start in again.starts)
    for letter in "ldg":
        share = sum(s.staircases for s in again.starts if ground.colours[s.knob] == letter) / every
        assert 0.245 <= share <= 0.425
    assert 1200 <= every <= 6500
    # Playable: the set-up is legal, all knobs are joined, a first turn of few pieces is there.
    palace = Palace.setup(ground)
    assert ground.warnings() == ()
    assert judge_build(Build(ground, palace.elements())).palace == palace
    assert exists(palace, Supply(2, 2)) is not None
    assert ground.placeholder
    assert "placeholder" in ground.title
    return ground, stats


SOME = [(7, 3), (1, 4), (2, 4), (0, 3), (11, 2)]


@pytest.mark.parametrize(("seed", "players"), SOME)
def test_a_made_map_is_balanced_and_playable(seed: int, players: int, says: Says) -> None:
    ground, stats = check(seed, players)
    says(*(f"{key}: {value}" for key, value in ground_table(ground).items()), *bounds(stats))


@pytest.mark.slow
@pytest.mark.parametrize("players", CLOSED_KNOBS)
def test_a_hundred_made_maps(players: int) -> None:
    made = {check(seed, players)[0].rows for seed in range(34)}
    assert len(made) == 34


def test_the_same_seed_makes_the_same_map() -> None:
    """Held here letter by letter: a map that was printed can be made again by every version."""
    ground, _ = make_map(7, 3)
    assert ground.rows == (
        "l.llg.gg", "llllgl.g", "llllgdgg", "dldlgggg",
        "ddddddgg", "dldddlll", "d.ggdddl", "dd.ggg.l",
    )  # fmt: skip
    assert [str(knob) for knob in ground.setup] == ["f4", "e4", "e5"]
    assert make_map(7, 3, "other")[0].rows == ground.rows
    assert make_map(8, 3)[0].rows != ground.rows


@pytest.mark.parametrize(
    ("value", "kept"), [(0.9, False), (1, True), (1.5, True), (2, True), (2.1, False)]
)
def test_a_value_at_a_bound_is_kept(value: float, kept: bool) -> None:
    assert Bound("staircases", 1, 2, value).kept is kept


def test_a_map_without_a_staircase_has_figures_too(says: Says) -> None:
    """Of six knobs three carry the set-up, and no arch leads to it from the others."""
    ground = plain(6, 3, "a1 b1 c1", closed="d1 e1 f1 a2 b2 c2 d2 e2 f2 a3 c3 e3")
    stats = map_stats(Palace.setup(ground), USUAL)
    says(*bounds(stats))


def test_the_bounds_tell_a_map_that_is_not_balanced(says: Says) -> None:
    stats = map_stats(Palace.setup(load_map("map-1")), USUAL)
    says(*bounds(stats))
    broken = [one.name for one in bounds(stats) if not one.kept]
    assert broken == [
        "open knobs that are light green, %", "staircases from light green, %",
        "staircases from dark green, %", "open knobs that are gold, %", "staircases from gold, %",
    ]  # fmt: skip
    assert str(Bound("staircases", 1, 2, 3)) == "staircases: 3 (1 to 2)"


@pytest.mark.parametrize("players", [1, 5])
def test_a_map_is_for_two_to_four(players: int) -> None:
    with pytest.raises(ValueError, match=rf"^{players} players: a map is for 2 to 4$"):
        make_map(1, players)


def test_a_seed_without_a_balanced_map_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is told before each map that is drawn; the seed 7 needs more than one."""
    monkeypatch.setattr(map_making, "MOST_TRIES", 1)
    told: list[float] = []
    with pytest.raises(ValueError, match=r"^no map of seed 7 is balanced: try another$"):
        make_map(7, progress=told.append)
    assert told == [0]


def test_a_made_map_has_the_name_that_is_given_or_one_of_its_own() -> None:
    assert make_map(1, 4)[0].name == "made-1-4"
    assert make_map(1, 4, "ours")[0].name == "ours"
