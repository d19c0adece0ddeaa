"""The compiled search against its definition in plain Python, and what it costs."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from palace import Knob, Palace, Rulings, Staircase, Supply, judge
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.search import (
    best,
    by_start,
    count,
    divide,
    exists,
    front,
    plain,
    searches,
    staircases,
)
from palace.monkey_palace.search.compiled import Search
from palace.monkey_palace.search.map_stats import best_at
from palace.monkey_palace.search.walk import NEVER, Walk
from tests.examples import examples, parts
from tests.grounds import ALL
from tests.situations import Situation, situations

SETUP = Palace.setup(ALL[0])
PARTS = 4
COMPARED = 110  # in each part


def first_steps(found: Iterable[Staircase]) -> dict[str, int]:
    return dict(Counter(f"{one.knobs[0]}-{one.knobs[1]}" for one in found))


@pytest.mark.parametrize("part", parts(PARTS))
def test_kernel_and_definition_agree(part: int) -> None:
    """Lists, counts and order, under random rulings, on maps of any shape."""
    longest = spirals = 0
    for situation in situations(COMPARED, seed=part):
        expected = list(plain.staircases(*situation))
        counted = count(*situation)
        # A wrong count shows where it went wrong.
        assert divide(*situation) == first_steps(expected), situation
        assert list(staircases(*situation)) == expected, situation
        assert counted.total == len(expected), situation
        assert counted.by_arches == Counter(one.arches for one in expected), situation
        assert counted.complete
        found = exists(*situation)
        assert found in expected if expected else found is None, situation
        longest = max(longest, *(one.arches for one in expected), 0)
        spirals += sum(len(set(one.knobs)) < len(one.knobs) for one in expected)
    assert longest >= 6
    assert spirals >= 100


def test_divide_keeps_the_order_of_the_list() -> None:
    for situation in situations(20, seed=31):
        assert list(divide(*situation)) == list(first_steps(plain.staircases(*situation)))


def test_every_start_is_described() -> None:
    """The number of staircases, the most credits and the greatest height, knob by knob."""
    for situation in situations(examples(60), seed=32, most=700):
        palace, supply, rulings = situation
        seen: dict[object, list[tuple[int, int]]] = {}
        for staircase in plain.staircases(*situation):
            verdict = judge(palace, staircase, palace.at_hand(supply), rulings)
            assert verdict.credits is not None
            assert verdict.height is not None
            seen.setdefault(staircase.knobs[0], []).append((verdict.credits, verdict.height))
        starts = by_start(*situation)
        assert starts.complete
        assert set(seen) <= {start.knob for start in starts.starts}
        for start in starts.starts:
            there = seen.get(start.knob, [])
            assert start.staircases == len(there), situation
            assert start.credits == max((earned for earned, _ in there), default=0), situation
            assert start.height == max((reached for _, reached in there), default=0), situation


def test_every_end_is_described() -> None:
    """The staircases that end on a knob, their most credits, and how high any arch's end lies."""
    for situation in situations(examples(60), seed=35, most=700):
        palace, supply, rulings = situation
        ending: dict[Knob, list[int]] = {}
        above: dict[Knob, int] = {}
        for staircase in plain.staircases(*situation):
            verdict = judge(palace, staircase, palace.at_hand(supply), rulings)
            assert verdict.credits is not None
            ending.setdefault(staircase.knobs[-1], []).append(verdict.credits)
            for element in elements(palace, staircase):
                for stud in element.feet if element.kind == "arch" else ():
                    knob = palace.ground.open_studs[stud]
                    above[knob] = max(above.get(knob, 0), element.top)
        ends = by_start(*situation).ends
        assert [end.knob for end in ends] == list(palace.ground.colours)
        for end in ends:
            earned = ending.get(end.knob, [])
            assert end.staircases == len(earned), situation
            assert end.credits == max(earned, default=0), situation
            assert end.height == above.get(end.knob, 0), situation


def test_without_numba_every_answer_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a phone, where the search is in plain Python."""

    def answers(situation: Situation) -> list[object]:
        palace, supply, rulings = situation
        knobs = [end.knob for end in by_start(*situation).ends if end.staircases][:3]
        return [
            list(staircases(*situation)), exists(*situation), count(*situation),
            list(divide(*situation).items()), by_start(*situation), front(*situation),
            [best(*situation, top=top) for top in (0, 1, 3)],
            [
                best_at(palace, knob, supply, rulings, by=by)
                for knob in knobs for by in ("credits", "height")
            ],
        ]  # fmt: skip

    every = list(situations(examples(40), seed=36, most=300))
    monkeypatch.setattr(searches, "SMALL", -1)
    compiled = [answers(situation) for situation in every]
    monkeypatch.setattr(searches, "find_spec", lambda name: None)
    assert searches.searcher() is plain.Search
    assert searches.compiled_already(counting=True)
    for situation, expected in zip(every, compiled, strict=True):
        assert answers(situation) == expected, situation
    assert sum(bool(found[0]) for found in compiled) > len(every) // 3


def test_without_numba_the_time_limit_and_the_progress_are_heeded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(searches, "find_spec", lambda name: None)
    shares: list[float] = []
    assert count(SETUP, Supply(3, 2, 0), progress=shares.append).complete
    assert shares == sorted(shares)
    assert (shares[0] < 0.2, shares[-1]) == (True, 1)
    counted, found = count(SETUP, seconds=0.1), best(SETUP, seconds=0.1)
    assert not counted.complete
    assert not found.complete
    assert counted.total > 0
    assert found.verdicts[0].legal


def test_large_supplies_are_counted_without_the_table_of_pairs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pieces = Supply(7, 6, 2)
    assert len(Search(SETUP, pieces, None).board.pairs)
    monkeypatch.setattr("palace.monkey_palace.search.compiled.LARGEST_TABLE", 1)
    assert not len(Search(SETUP, pieces, None).board.pairs)
    assert count(SETUP, pieces).total == 26_627


def test_slices_do_not_change_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []
    monkeypatch.setattr("palace.monkey_palace.search.compiled.NODES", 7)
    assert count(SETUP, Supply(6, 4, 1), progress=shares.append).total == len(
        list(plain.staircases(SETUP, Supply(6, 4, 1)))
    )
    assert len(shares) > 100
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] == 1


@pytest.mark.parametrize(
    ("hand", "small"),
    [("20a", True), ("21a", False), ("14b2c", True), ("15b2c", False), ("8a6b2c", True),
     ("9a6b2c", False)],
)  # fmt: skip
def test_a_small_hand_is_searched_in_plain_python(hand: str, small: bool) -> None:
    """Twenty arches and levels, a column counts as three."""
    assert (searches.searcher(hand) is plain.Search) is small
    assert searches.searcher() is Search


STEPS = {
    ("4a4b1c", ""): (10_160, 568, 14_632, 2_849, 451),
    ("4a3b1c", "double-back=legal"): (7_120, 414, 10_592, 1_689, 452),
    ("4a4b1c", "spiral=turn"): (10_048, 526, 13_426, 2_807, 451),
    ("4a4b", "over-arch=stacked double-back=legal"): (974, 362, 3_794, 304, 458),
    ("4a2b2c", "bonus-height=sum"): (6_008, 392, 6_274, 1_323, 453),
    ("5a2b1c", "bonus-height=column highest-tie=yes"): (3_268, 514, 4_178, 1_029, 453),
}
"""Steps for the best, for a count and for all staircases, for the best in plain Python, and the
mean of the shares done at each step of the first three, in thousandths.  Better bounds take fewer.
"""


@pytest.mark.parametrize(("hand", "ruled"), STEPS)
def test_bounds_spare_steps(hand: str, ruled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rulings = Rulings.read(ruled.split())
    monkeypatch.setattr(searches, "SMALL", -1)
    monkeypatch.setattr("palace.monkey_palace.search.compiled.NODES", 1)
    monkeypatch.setattr("palace.monkey_palace.search.walk.NODES", 1)
    steps: list[int] = []
    shares: list[float] = []
    for search in (best, count, by_start):
        before = len(shares)
        search(SETUP, hand, rulings, progress=shares.append)
        steps.append(len(shares) - before)
        assert shares[before:] == sorted(shares[before:])
    monkeypatch.setattr(searches, "find_spec", lambda name: None)
    plainly: list[float] = []
    best(SETUP, hand, rulings, progress=plainly.append)
    mean = round(1000 * sum(shares) / len(shares))
    assert (*steps, len(plainly), mean) == STEPS[hand, ruled]


def test_a_supply_is_never_more_than_the_box_holds() -> None:
    low = next(one.palace for one in situations(200, seed=33) if one.palace.box.column <= 3)
    left = low.box
    assert count(low, Supply(3, 3, 16)) == count(low, Supply(3, min(left.brick, 3), left.column))


def test_the_list_is_lazy() -> None:
    """The box allows more staircases than could ever be listed."""
    assert list(islice(staircases(SETUP), 300)) == list(islice(plain.staircases(SETUP), 300))


def test_memory_does_not_grow_with_the_number() -> None:
    pieces = Supply(12, 10, 4)
    search = Search(SETUP, pieces, None)
    held = sum(array.nbytes for array in search.walk) + search.room(256).nbytes
    assert held < 200_000
    list(islice(staircases(SETUP, pieces), 10))
    peaks = []
    for number in (2_000, 20_000):
        tracemalloc.start()
        for _ in islice(staircases(SETUP, pieces), number):
            pass
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]


def test_the_time_limit_ends_a_count() -> None:
    count(SETUP, Supply(1, 1, 0))
    counted = count(SETUP, seconds=0.2)
    assert not counted.complete
    assert counted.total > 0
    starts = by_start(SETUP, seconds=0.2)
    assert not starts.complete
    assert sum(start.staircases for start in starts.starts) > 0


def test_what_searches_no_large_hand_does_not_load_numba() -> None:
    """Only those pay for the compiler who list, count or have much to build with."""
    for work in (
        "import palace.monkey_palace.search, palace.monkey_palace.game.log",
        "from palace.cli import run; run(['check', 'a4-b4+c-c4_cb-d4_cb'])",
        "from palace.cli import run; run(['best', '--supply', '6a7b2c'])",
    ):
        told = f"{work}\nimport sys; print({{'numba', 'numpy'}} & set(sys.modules))"
        done = subprocess.run(
            (sys.executable, "-c", told), capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines()[-1] == "set()", done.stdout


def test_compiled_once_and_that_can_be_asked(tmp_path: Path) -> None:
    """What is compiled is kept on disk for the next process."""
    work = """
from palace import Palace, Supply, load_map
from palace.monkey_palace.search import compiled_already, count
before = compiled_already(counting=True)
total = count(Palace.setup(load_map("map-1")), Supply(2, 0, 0)).total
print(before, total, compiled_already(counting=True), compiled_already())
"""
    said = [
        subprocess.run(
            (sys.executable, "-c", work),
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True, text=True, check=True,
        ).stdout
        for _ in range(2)
    ]  # fmt: skip
    assert said == ["False 9 True False\n", "True 9 True False\n"]


def test_bounds_never_exceed_what_a_staircase_fills() -> None:
    """`least_levels` is a lower bound on every way on, spirals and straight back included.

    The plain search has the same.
    """
    tight = 0
    for situation in situations(60, seed=34, most=400):
        board = Search(*situation, ranked=True).board
        palace, supply, rulings = situation
        walk = Walk(palace, palace.at_hand(supply), rulings, None)
        rows = walk.least(0)
        while len(rows[0]) < board.least.shape[1]:
            walk.one_more(*rows)
        assert (np.minimum(rows, NEVER) == board.least[:2]).all(), situation
        number = {knob: index for index, knob in enumerate(situation.palace.ground.colours)}
        for staircase in plain.staircases(*situation):
            filled = sum(piece * (1, 3)[n] for n, piece in enumerate(staircase.uses[1:]))
            least = board.least[0, staircase.arches, number[staircase.knobs[0]], 0]
            assert least <= filled, (situation, staircase)
            tight += int(least == filled)
    assert tight > 100
    assert np.iinfo(board.least.dtype).max > 20_000


def test_situations_cover_every_answer_and_map() -> None:
    seen: list[Situation] = list(situations(COMPARED, seed=0))
    for name in ("double_back", "spiral", "over_arch", "animals_block", "decoration_out"):
        assert len({getattr(one.rulings, name) for one in seen}) == 2, name
    assert len({one.palace.ground.name for one in seen}) >= 4
    assert max(one.palace.ground.width for one in seen) == 26
    assert any(one.palace.animals for one in seen)
    assert any(not one.palace.decorations_left("l") for one in seen)
    assert any(not one.supply.arch for one in seen)
