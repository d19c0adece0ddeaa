"""Palaces and builds as plain text: golden drawings read by eye, and what holds for all."""

from __future__ import annotations

import random
import re

import pytest

from palace.core import colours
from palace.monkey_palace.drawing.standing import standing
from palace.monkey_palace.drawing.text import draw, draw_build
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase
from tests.grounds import ALL, plain
from tests.random_play import legal_walk, random_palace

SETUP = Palace.setup(ALL[0])


def knobs(names: str, mark: str = "!") -> dict[Knob, str]:
    return {Knob.read(name): mark for name in names.split()}


def text(drawing: str) -> str:
    """A golden drawing: what stands right of the bar that marks its left edge."""
    return "\n".join(line.strip()[1:].rstrip() for line in drawing.split("\n")[1:-1])


def test_setup() -> None:
    assert draw(SETUP) == text("""
        |map-1 (placeholder), from above, north on top
        |
        | 8  .     .     .     .     .     .     .     .
        |
        | 7  .     .     .     .     .     .     .     .
        |
        | 6  .     .     .     .     .     .     .     .
        |
        | 5  .     .     .     .     .     .     .     .
        |
        | 4  .     .     .     1-----2-----3g    .     .
        |
        | 3  .     .     .     .     .     .     .     .
        |
        | 2  .     .     .     .     .     .     .     .
        |
        | 1  .     .     .     .     .     .     .     .
        |    a     b     c     d     e     f     g     h
        |
        |from the south
        |
        | 2                               (g)
        | 1                         /=======\\
        | 0                   /=======\\   [b]
        |   ---------------------------------------------
        |    a     b     c     d     e     f     g     h
    """)


def test_closed_knobs_a_corner_and_a_walk_that_comes_back() -> None:
    """Map 3: nothing at closed knobs; the upper arch leads north, so it is seen end on."""
    walk = Staircase.read("b4-c4-d4_bb-c4_bb-b4_bb")
    drawing = draw(Palace.setup(ALL[2]), walk, knobs("d4 c4 j4"))
    assert drawing == text("""
        |map-3 (placeholder), from above, north on top
        |
        | 8  .     .     .                 .     .     .
        |
        | 7  .     .     .     .     .     .     .     .
        |
        | 6  .     .     .           .     .     .     .
        |
        | 5        .     .     .     3g          .
        |                            |
        | 4        .~~~~~~!~~~~1!----2     .     .
        |           (1,5) (2,4) (3)
        | 3  .     .     .     .           .     .     .
        |
        | 2  .     .     .     .     .     .     .     .
        |
        | 1  .     .     .                 .     .     .
        |    a     b     c     d     e     f     g     h
        |! j4 is beyond the map
        |
        |from the south
        |
        | 2                         (g)
        | 1                         /=\\
        | 0                   /=======\\
        |   ---------------------------------------------
        |    a     b     c     d     e     f     g     h
    """)


def test_animals_supports_and_tall_columns() -> None:
    """A column keeps its sides over three levels; animals stand on top, in plan and front."""
    palace = Palace.read("x8/x8/x8/x8/x8/x8/x8/Ef,WbbbbE,cbbWEl,bbbbbbWgy,x4", ALL[0])
    lines = draw(palace).splitlines()
    assert lines[lines.index("from the south") + 2 :] == text("""
        | 8                    y
        | 7             (l)   (g)
        | 6             /=======\\
        | 5       /=======\\   [b]
        | 4       [b]   [b]   [b]
        | 3       [b]   [b]   [b]
        | 2       [b]   |c|   [b]
        | 1  f    [b]   |c|   [b]
        | 0 /=======\\   |c|   [b]
        |   ---------------------------------------------
        |    a     b     c     d     e     f     g     h
    """).split("\n")
    assert " 1  1f----6-----8l----8y    .     .     .     ." in lines


def test_a_build_with_a_column_and_bricks() -> None:
    """A column differs from three bricks; an arch has shoulders; the mark stands twice."""
    ground = ALL[0]
    build = Build(
        ground,
        (
            Element("column", 11, 11), Element("arch", 11, 11, 3),
            *(Element("brick", 14, 11, level) for level in range(3)),
        ),
    )  # fmt: skip
    assert draw_build(build, knobs("d3")) == text("""
        |map-1 (placeholder), from above, north on top
        |
        | 3     4=======!4
        |       c        d
        |
        |from the south
        |
        | 3    /==========\\
        | 2    |c|      [b]
        | 1    |c|      [b]
        | 0    |c|      [b]
        |   ------------------
        |       c        d!
    """)


def test_a_turn_around_a_corner_on_the_palace() -> None:
    """What stood there before has no brackets; both sides it spreads along are shown."""
    build = Build(SETUP.ground, elements(SETUP, Staircase.read("c4+b-d4-d3_bb")), SETUP)
    assert draw_build(build) == text("""
        |map-1 (placeholder), from above, north on top
        |
        | 4     2======= 3 ---
        |                |
        |                |
        | 3     .        3
        |       c        d
        |
        |from the south
        |
        | 2             /=\\
        | 1    /========[b]
        | 0    [b]      [b]---
        |   ------------------
        |       c        d
        |
        |from the east
        |
        | 2 /==========\\
        | 1 [b]      /=\\
        | 0 [b]      .-.
        |   ------------
        |    3        4
    """)


def test_overlaps_show_even_behind_other_pieces() -> None:
    ground = ALL[0]
    clash = (Element("arch", 11, 14), Element("brick", 14, 14))
    build = Build(ground, (*clash, Element("column", 14, 11), Element("monkey", 11, 14)))
    above, front = draw_build(build).split("from the south")
    assert " 4    #m#======###" in above
    assert " 0    #m#======###" in front.split("from the east")[0]


def test_empty_and_far_builds() -> None:
    assert " 0\n" in draw_build(Build(ALL[0], (Element("brick", 5, 5, 12),)))
    assert draw_build(Build(ALL[0], ())).startswith("map-1 (placeholder)")
    far = draw_build(Build(ALL[0], (Element("arch", 1000, -1000, 1000), Element("brick", 5, 5))))
    assert "far off: arch at stud 1000,-1000 level 1000 along east" in far
    assert len(far) < 1000


def check(drawing: str, widest: int) -> None:
    """What holds for every drawing."""
    assert drawing.isascii()
    assert all(line == line.rstrip() for line in drawing.splitlines())
    assert max(map(len, drawing.splitlines())) <= widest


@pytest.mark.parametrize("ground", ALL, ids=str)
def test_random_palaces_fit_60_columns(ground: GroundMap) -> None:
    rng = random.Random(ground.name)
    for turns in range(0, 16, 3):
        palace = random_palace(Palace.setup(ground), turns, rng)
        walk = legal_walk(palace, rng)
        drawing = draw(palace, walk, dict.fromkeys(walk.knobs, "!"))
        check(drawing, 60)
        assert drawing == draw(Palace.read(palace.position, ground), walk,
                                      dict.fromkeys(walk.knobs, "!"))  # fmt: skip
        plan = drawing.split("from the south")[0]
        assert all(f"({number})" in plan or f"{number}," in plan or f",{number}" in plan
                   for number in range(1, len(walk.knobs) + 1))  # fmt: skip
        check(draw_build(Build(ground, elements(palace, walk), palace)), 100)
        check(draw_build(Build.of(palace)), 100)


def test_pieces_as_they_stand_are_behind_each_other_and_cut_at_a_floor() -> None:
    """An arch that leads north is drawn after the pieces north of it and before a piece on it.
    Pieces below the floor are left out."""
    ground, south, north = ALL[0], Knob.read("d4"), Knob.read("d5")
    tower = [Element("brick", *ground.stud(north), level) for level in range(9)]
    arch, brick = (
        Element("arch", *ground.stud(south), 0, 1),
        Element("brick", *ground.stud(south), 1),
    )
    heights, tints = {south: 2, north: 9}, {"arch": "#aa0001", "brick": "#aa0002"}
    whole = standing(ground, [brick, arch, *tower[1:]], heights, tower, tints)
    assert whole.index("#aa0001") < whole.index("#aa0002")
    labels = re.findall(r">(\d+)</text><text[^>]*>([a-h]\d)<", whole)
    assert sorted(labels) == [("2", "d4"), ("9", "d5")]
    torn = standing(ground, [brick, arch, *tower[1:]], heights, tower, tints, 5)
    assert colours.PLATE in whole
    assert colours.PLATE not in torn, "no ground is where none is"
    assert whole.count("<ellipse") == 4 + 1 + 8
    assert torn.count("<ellipse") == 4
    beside = standing(ground, [Element("arch", *ground.stud(north), 0, 1)], {north: 1}, [], tints)
    assert beside.count("<ellipse") == 4, "an arch to a knob that is not shown"
    other = Element("arch", *ground.stud(Knob.read("g7")), 0, 1)
    assert "<ellipse" not in standing(ground, [other], {north: 1}, [], tints)


@pytest.mark.parametrize("side", [10, 26])
def test_large_maps(side: int) -> None:
    ground = plain(side, side, "d4 e4 e5", closed="a1 b9")
    palace = random_palace(Palace.setup(ground), 10, random.Random(side))
    drawing = draw(palace)
    check(drawing, max(45, 3 + 4 * side))
    lines = drawing.splitlines()
    assert [line[:2] for line in lines[2 : 2 + 2 * side : 2]] == [
        f"{rank:>2}" for rank in range(side, 0, -1)
    ]
    assert lines[1 + 2 * side].split() == list("abcdefghijklmnopqrstuvwxyz"[:side])
    check(draw_build(Build.of(palace)), 3 + 3 * (3 * side + 10))


def test_every_height_and_sign_is_in_the_plan() -> None:
    """The plan holds the palace: heights, decorations and animals read back from it."""
    rng = random.Random(5)
    for _ in range(10):
        palace = random_palace(SETUP, 8, rng)
        lines = draw(palace).splitlines()
        animals = {knob: letter for letter, knob in palace.animals}
        for knob, height in palace.heights.items():
            cell = lines[2 + 2 * (7 - knob.rank)][3 + 6 * knob.file :][:3].replace("-", " ")
            top = palace.tops[knob]
            sign = animals.get(knob) or (top if top in "ldg" else "")
            assert cell.split() == [f"{height}{sign}" if height else "."]
