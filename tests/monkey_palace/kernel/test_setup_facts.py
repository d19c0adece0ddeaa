"""What was computed of the set-up by hand must come out: see the report on the rules, 2.2 and 3."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.elements import PIECES, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import is_legal
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import BOX, Supply
from tests.grounds import ALL, plain


def walks(ground: GroundMap, arches: int) -> Iterator[tuple[Knob, ...]]:
    """Every walk of so many arches over open knobs, straight back included."""
    paths: list[tuple[Knob, ...]] = [(knob,) for knob in ground.colours]
    for _ in range(arches):
        paths = [(*path, knob) for path in paths for knob in ground.neighbours(path[-1])]
    yield from paths


def every_staircase(palace: Palace, supply: Supply) -> list[Staircase]:
    """All legal staircases of a supply, tried one by one: slow and plain."""
    piles = ["", *("b" * count for count in range(1, supply.brick + 1))]
    found = []
    for arches in range(1, supply.arch + 1):
        blank = ("",) * (arches + 1)
        for path in walks(palace.ground, arches):
            for unders in product(piles, repeat=arches):
                for risers in product(piles, repeat=arches):
                    if sum(map(len, unders + risers)) <= supply.brick:
                        staircase = Staircase(path, ("", *unders), (*risers, "")) if (
                            supply.brick
                        ) else Staircase(path, blank, blank)  # fmt: skip
                        if is_legal(palace, staircase, supply):
                            found.append(staircase)
    return found


@pytest.mark.parametrize(
    ("setup", "expected"),
    [("d4 e4 f4", 9), ("d4 e4 e5", 8), ("a4 b4 c4", 4)],
    ids=["in a line", "in an L", "a on the border"],
)
def test_first_turns_with_two_arches_and_no_brick(setup: str, expected: int) -> None:
    palace = Palace.setup(plain(8, 8, setup))
    found = every_staircase(palace, Supply(2, 0, 0))
    assert len(found) == len(set(found)) == expected, found
    first = Knob.read(setup.split()[0])
    assert {(s.arches, s.knobs[-1]) for s in found} == {(2, first)}


def test_one_brick_makes_a_staircase_of_one_arch_possible() -> None:
    palace = Palace.setup(plain(8, 8, "d4 e4 f4"))
    found = every_staircase(palace, Supply(1, 1, 0))
    assert sorted(map(str, found)) == ["c4+b-d4", "d3+b-d4", "d5+b-d4"]


def test_heights_after_the_setup() -> None:
    for ground in ALL:
        palace = Palace.setup(ground)
        assert [palace.heights[knob] for knob in ground.setup] == [1, 2, 3]
        assert palace.used == Supply(2, 1, 0)
        assert palace.box == Supply(78, 79, 16)
        assert palace.decorations_left("g") == 15
        assert palace.height == 3


def test_two_arches_and_a_brick_stand_in_six_ways() -> None:
    """Lower arch fixed; the upper one, at another level, and the brick that carries it."""
    ground = plain(5, 5, "b3 c3 d3")
    lower = Element("arch", *ground.stud(Knob.read("b3")), 0, 0)
    ends = {Knob.read("b3"), Knob.read("c3")}
    found = set()
    for knob in ground.colours:
        brick = Element("brick", *ground.stud(knob), 0)
        for other in ground.colours:
            for turn, level in product((0, 1), (1, 2)):
                x, y = ground.stud(other)
                elements = (lower, brick, Element("arch", x, y, level, turn))
                verdict = judge_build(Build(ground, elements))
                if verdict.palace is not None:
                    found.add(elements)
                    over = {knob for knob, height in verdict.palace.heights.items() if height > 1}
                    assert len(over & ends) == 1
    assert len(found) == 6


def test_only_the_lattice_of_the_setup_can_attach() -> None:
    """An arch off the lattice of the set-up's knobs never stands on the set-up (report, 3)."""
    palace = Palace.setup(ALL[0])
    table = palace.elements()
    for x, y, turn, level in product(range(2, 27), range(2, 27), (0, 1), (0, 1, 2, 3)):
        arch = Element("arch", x, y, level, turn)
        codes = judge_build(Build(ALL[0], (*table, arch))).codes
        if ALL[0].knob_at(x, y) is None:
            assert {"off-knob", "middle-knob"} & set(codes), arch


def test_the_box_holds_what_the_facts_say() -> None:
    """232 parts: 80 + 80 + 16 + 32 + 16 + 3 animals + 4 corners + the baseplate."""
    assert sum(piece.in_box for piece in PIECES.values()) + 1 == 232
    assert BOX == Supply(80, 80, 16)
    assert all(piece.source for piece in PIECES.values())
    assert {name for name, piece in PIECES.items() if piece.height != 1} == {"column"}
    assert PIECES["arch"].knobs == PIECES["arch"].feet == ((0, 0), (3, 0))
    for one, other in combinations(("light", "dark", "gold", "brick"), 2):
        assert PIECES[one].footprint == PIECES[other].footprint == ((0, 0),)
