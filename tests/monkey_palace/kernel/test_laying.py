"""Filling in supports, laying what can stand, and the pieces of a staircase."""

from __future__ import annotations

import random

import pytest

from palace import Element, Knob, Palace, Rulings, Staircase, Supply, fill, is_legal, judge
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.referee import lay
from palace.monkey_palace.kernel.staircase import pile_height
from tests.examples import examples
from tests.grounds import ALL
from tests.random_play import mutated, random_palace, random_walk, turns

SETUP = Palace.setup(ALL[0])


@pytest.mark.parametrize(
    ("written", "filled", "supply"),
    [
        ("a4-b4-c4-d4", "a4-b4-c4_b-d4_b", None),
        ("c4-d4", "c4+b-d4", None),
        ("c4+cb-d4", "c4+cb-d4_c", None),
        ("c4+cc-d4", "c4+cc-d4_cbb", None),
        ("c4+cc-d4", "c4+cc-d4_bbbbb", "1a9b2c"),
        ("c4+ccc-d4", "c4+ccc-d4_cbbbbb", "1a9b4c"),
        ("c4+cb-d4_b", "c4+cb-d4_bbb", "1a9b1c"),
        ("c3-c4+cb-d4", "c3-c4+cb-d4_cb", None),
        ("c3+bb-c4-d4", "c3+bb-c4_bb-d4_bb", None),
        ("c4+b-d4", "c4+b-d4", None),
        ("d4-c4", "d4-c4_b", None),
        ("z9-c4-d4", "z9-c4+b-d4", None),
        ("a1-c4-d4", "a1-c4+b-d4", None),
    ],
)
def test_fill(written: str, filled: str, supply: str | None) -> None:
    pieces = None if supply is None else Supply.read(supply)
    assert str(fill(SETUP, Staircase.read(written), pieces)) == filled


def test_filled_staircases_lack_no_support_and_never_lose_a_piece() -> None:
    rng = random.Random(21)
    for _ in range(examples(1_500)):
        palace = random_palace(SETUP, rng.randint(0, 3), rng)
        staircase = mutated(random_walk(palace, rng), palace, rng)
        filled = fill(palace, staircase)
        codes = set(judge(palace, filled).codes)
        assert not codes & {"support", "collision"}
        assert fill(palace, filled) == filled
        for before, after in zip(
            staircase.unders + staircase.risers, filled.unders + filled.risers, strict=True
        ):
            assert after.startswith(before)


def test_fewest_pieces_are_added() -> None:
    """No legal way to write the same walk with the same heights has fewer added pieces."""
    for gap in range(1, 9):
        staircase = Staircase.read(f"c4+{'b' * (gap + 1)}-d4")
        added = fill(SETUP, staircase).unders[1]
        assert pile_height(added) == gap
        assert len(added) == gap // 3 + gap % 3


def test_all_of_a_legal_staircase_is_laid() -> None:
    for palace, staircase, _ in turns([SETUP], 400, seed=2):
        if not is_legal(palace, staircase):
            continue
        after = lay(palace, staircase)
        assert after.used == Supply(*map(sum, zip(palace.used, staircase.uses, strict=True)))
        assert len(after.decorations) == len(palace.decorations) + 1


@pytest.mark.parametrize(
    ("staircase", "position"),
    [
        # the second arch hangs: only the first stands, and the decoration with it
        ("c4+b-d4-e4_b", "x8/x8/x8/x8/x2,bE,EWd,WE,bWg,x2/x8/x8/x8"),
        # nothing stands
        ("c4-d4", "x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8"),
        # a riser on the last arch goes back
        ("c4+b-d4+c", "x8/x8/x8/x8/x2,bE,EWd,WE,bWg,x2/x8/x8/x8"),
        # the arch in the middle spans nothing, the others stand
        ("a1-b1-d1-e1", "x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/E,W,x1,E,Wd,x3"),
        # straight back without spacers cannot stand in a palace
        ("c4+b-d4-c4", "x8/x8/x8/x8/x2,bE,EWd,WE,bWg,x2/x8/x8/x8"),
        # unattached, but it stands
        ("a1-a2", "x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/Sd,x7/N,x7"),
    ],
)
def test_what_can_stand_of_an_illegal_staircase(staircase: str, position: str) -> None:
    after = lay(SETUP, Staircase.read(staircase))
    assert after.position == position
    assert after == Palace.read(position, ALL[0])


def test_no_more_is_laid_than_the_box_holds() -> None:
    after = lay(SETUP, Staircase.read(f"c4+{'c' * 16}b-d4_{'c' * 16}"))
    assert after == SETUP
    # The first arch stands; for the second the columns are out.
    part = lay(SETUP, Staircase.read(f"c3+{'c' * 8}-c4_{'c' * 8}-d4_{'c' * 8}"))
    assert part.column(Knob.read("c4")) == "c" * 8 + "Sd"
    assert part.box.column == 0
    assert part.column(Knob.read("d4")) == "E"


def test_an_animal_blocks_what_is_laid_and_makes_way_where_it_may() -> None:
    palace = SETUP.with_animal("m", Knob.read("d4")).with_animal("f", Knob.read("e4"))
    staircase = Staircase.read("c4+b-d4")
    assert lay(palace, staircase) == palace
    over_frog = Staircase.read("e3+bb-e4")
    assert lay(palace, over_frog) == palace
    after = lay(palace, over_frog, Rulings(animals_block="monkey"))
    assert after.column(Knob.read("e4")) == "WES" + "g"
    assert after.animals == (("m", Knob.read("d4")),)


def test_no_arch_is_laid_from_the_knob_of_an_animal() -> None:
    """The animal may be at either end of an arch, the one it leaves or the one it reaches."""
    palace = Palace.read("map-1:x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8").with_animal(
        "m", Knob.read("d4")
    )
    leaving, reaching = Staircase.read("d4-d5_b"), Staircase.read("d5+b-d4")
    assert lay(palace, leaving) == palace
    assert lay(palace, reaching) == palace
    # Without the animal both arches are laid.
    free = palace.with_animal("m", None)
    assert lay(free, leaving) != free
    assert lay(free, reaching) != free


@pytest.mark.parametrize("count", [300, pytest.param(2_000, marks=pytest.mark.slow)])
def test_whatever_is_laid_is_a_legal_palace(count: int) -> None:
    for palace, staircase, _ in turns([Palace.setup(ground) for ground in ALL], count, seed=3):
        after = lay(palace, staircase)
        assert Palace.read(after.position, after.ground) == after
        assert all(
            after.column(knob).startswith(palace.column(knob)) for knob in palace.ground.colours
        )


def test_elements_of_a_staircase() -> None:
    assert elements(SETUP, Staircase.read("c3-c4_b-d4+c")) == (
        Element("brick", 11, 14, 0),
        Element("arch", 11, 11, 0, 1),
        Element("arch", 11, 14, 2, 0),
        Element("column", 14, 14, 3),
    )
