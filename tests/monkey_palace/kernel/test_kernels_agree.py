"""Two kernels, one verdict: a staircase on a palace, and the same elements laid into a build."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.elements import COLOURS, Element
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.laying import arch_between, elements, steps
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import is_legal, judge
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase, pile_height
from palace.monkey_palace.kernel.verdict import Verdict
from tests.examples import examples
from tests.random_play import Turn, turns

PARTS = [
    (0, 500),
    *(pytest.param(part, 2_500, marks=pytest.mark.slow) for part in range(1, 6)),
]
"""Seeds and turns compared: 500 turns in every run, 13,000 in a long one."""
SHARED_CODES = (
    "start", "end", "attach", "support", "stacked", "turn", "collision", "off-knob", "blocked",
    "supply",
)  # fmt: skip
"""Codes a staircase string and a heap of elements can both show."""


def one_edge(staircase: Staircase) -> bool:
    """Whether all its arches lie between the same two knobs."""
    return len(set(map(frozenset, pairwise(staircase.knobs)))) == 1


def as_elements(palace: Palace, staircase: Staircase) -> tuple[Element, ...] | None:
    """The staircase as its builder would lay it, with its decoration; None if that says less.

    No arch spans knobs that are not neighbours, so a far step cannot be laid; nor can the walk go
    on from a knob that is left out.  A path over a single edge has two directions, and is read as
    beginning on the empty knob and ending on the one with the decoration.
    """
    knobs, open_knobs = staircase.knobs, palace.ground.colours
    if any(one.way_to(other) is None for one, other in pairwise(knobs)):
        return None
    if any(knob not in open_knobs for knob in knobs[:-1]):
        return None
    placed = list(elements(palace, staircase))
    last = list(steps(palace, staircase))[-1]
    if knobs[-1] not in open_knobs:
        if staircase.risers[-1] or staircase.unders[-1]:
            return None
        level = last.riser_at + pile_height(staircase.risers[-2])
        placed.append(arch_between(palace, knobs[-2], knobs[-1], level))
    elif one_edge(staircase) and (palace.heights[knobs[0]] or staircase.risers[-1]):
        return None
    elif not staircase.risers[-1] and palace.decorations_left(open_knobs[knobs[0]]):
        x, y = palace.ground.stud(knobs[-1])
        placed.append(Element(COLOURS[open_knobs[knobs[0]]], x, y, last.riser_at))
    return tuple(placed)


UNCOVERED = Rulings(covered_decoration="ignored")


def earned_by(before: Palace, after: Palace | None, rulings: Rulings) -> tuple[int, bool] | None:
    """Credits and bonus by what lies on the table before and after, or None if that is not told.

    One credit an arch and one for the highest decoration of its colour (by a ruling, of those that
    nothing stood on); the bonus for five levels of new bricks and columns, one upon the other.
    """
    assert after is not None
    old = Counter(e for e in before.elements() if e.kind not in ("monkey", "frog", "butterfly"))
    new = list((Counter(after.elements()) - old).elements())
    decorations = [e for e in new if e.kind in COLOURS.values()]
    if rulings not in (Rulings(), UNCOVERED) or not decorations:
        return None
    (decoration,) = decorations
    below = {(*foot, e.level - 1) for e in old for foot in e.feet if rulings == UNCOVERED}
    others = [e for e in old if e.kind == decoration.kind and (e.x, e.y, e.level) not in below]
    arches = sum(e.kind == "arch" for e in new)
    tall = {"brick": 1, "column": 3}
    cells = {(e.x, e.y, e.level + up) for e in new if e.kind in tall for up in range(tall[e.kind])}
    bonus = any(all((x, y, z + up) in cells for up in range(5)) for x, y, z in cells)
    return arches + all(decoration.level > other.level for other in others), bonus


def places(verdict: Verdict) -> list[tuple[object, ...]]:
    """What the reasons say of code, place, level and distance, in their order."""
    return [(reason.code, reason.at, reason.level, reason.by) for reason in verdict.reasons]


def compare(turn: Turn, rulings: Rulings, rng: random.Random, seen: Counter[str]) -> bool:
    """Judge one turn both ways; False if it cannot be laid."""
    palace, staircase, supply = turn
    placed = as_elements(palace, staircase)
    if placed is None:
        return False
    shuffled = tuple(rng.sample(placed, len(placed)))
    walked = judge(palace, staircase, supply, rulings)
    settled = judge_build(Build(palace.ground, shuffled, palace), supply, rulings)
    shown = f"{palace!r}\n{palace}\n{staircase} with {supply}\n{walked.reasons}\n{settled.reasons}"
    assert set(walked.codes) == set(settled.codes), shown
    if not one_edge(staircase):
        assert places(walked) == places(settled), shown
    assert walked.legal == is_legal(palace, staircase, supply, rulings), shown
    if walked.legal:
        assert walked.palace == settled.palace, shown
        assert walked.staircase == settled.staircase, shown
        earned = earned_by(palace, walked.palace, rulings)
        assert earned in (None, (walked.credits, walked.bonus)), shown
        seen["earned"] += earned is not None
    seen.update(walked.codes)
    seen["legal"] += walked.legal
    seen["compared"] += 1
    return True


def run(part: int, rulings: Rulings, count: int) -> Counter[str]:
    starts = [Palace.setup(load_map(f"map-{number}")) for number in (1, 2, 3, 4)]
    rng, seen = random.Random(part), Counter[str]()
    for turn in turns(starts, 10 * count, seed=part):
        compare(turn, rulings, rng, seen)
        if seen["compared"] == count:
            return seen
    raise AssertionError(f"only {seen['compared']} turns could be laid")


@pytest.mark.parametrize(("part", "count"), PARTS)
def test_same_verdict_and_codes(part: int, count: int) -> None:
    seen = run(part, Rulings(), count)
    assert seen["compared"] == count
    assert seen["legal"] >= 0.28 * count
    assert seen["earned"] == seen["legal"]
    assert {code: seen[code] for code in SHARED_CODES if seen[code] < 0.008 * count} == {}


@pytest.mark.parametrize(
    "rulings",
    [
        Rulings(double_back="legal"),
        Rulings(spiral="turn"),
        Rulings(over_arch="stacked"),
        Rulings(animals_block="monkey"),
        Rulings(bonus_height="sum", highest_tie="yes", setup_gold="ignored"),
        UNCOVERED,
        Rulings(bonus_height="column", double_back="legal", over_arch="stacked"),
    ],
    ids=lambda rulings: " ".join(f"{k}={v}" for k, v in rulings.changed().items()),
)
def test_same_verdict_under_other_rulings(rulings: Rulings) -> None:
    count = examples(400)
    seen = run(17, rulings, count)
    assert seen["legal"] >= count // 8


@pytest.mark.parametrize("answer", ["bare", "illegal"])
def test_same_verdict_when_a_colour_has_run_out(answer: str) -> None:
    """Sixteen dark green decorations stand along two ranks; one start in three is dark green."""
    rows = ["Ed,Wd,Ed,Wd,Ed,Wd,Ed,Wd"] * 2
    text = "/".join((*rows, "x8/x8/x3,E,WE,bWg,x2/x8/x8/x8"))
    start = Palace.read(text, load_map("map-1"))
    rng, seen = random.Random(3), Counter[str]()
    for turn in turns([start], 600, seed=6):
        compare(turn, Rulings(decoration_out=answer), rng, seen)
    assert seen["legal"] >= 50
    assert (seen["decoration"] >= 50) is (answer == "illegal")


@pytest.mark.parametrize("count", [300, pytest.param(2_000, marks=pytest.mark.slow)])
def test_walk_and_table_agree_on_every_palace(count: int) -> None:
    """A palace reached in play, taken apart and laid on a bare table, is the same palace."""
    rng = random.Random(4)
    seen = 0
    for turn in turns([Palace.setup(load_map("map-2"))], count, seed=11):
        table = Build.of(turn.palace)
        shuffled = Build(table.ground, tuple(rng.sample(table.elements, len(table))))
        verdict = judge_build(shuffled)
        assert verdict.palace == turn.palace, str(turn.palace)
        assert Palace.read(turn.palace.position, turn.palace.ground) == turn.palace
        seen += 1
    assert seen == count
