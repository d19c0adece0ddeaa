"""What is written is read again, however the model was turned, moved, shuffled and split."""

from __future__ import annotations

import random

import pytest

from palace.monkey_palace.drawing.shown import corner_pieces
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.ldraw.writing import By, Kind, Turn, Turns, ldraw_text
from tests.examples import parts
from tests.full_table import full_table
from tests.monkey_palace.ldraw import models


@pytest.mark.parametrize("seed", parts(4, 2))
def test_builds(seed: int) -> None:
    """Element for element, with their colours; 1,000 builds in all, as .ldr and .mpd."""
    rng = random.Random(seed)
    kinds: tuple[Kind, ...] = ("ldr", "mpd")
    paces: tuple[By, ...] = ("turn", "element")
    for build in models.builds(250, seed):
        written = ldraw_text(build, rng.choice(kinds), rng.choice(paces))
        found = models.read(written)
        assert found.build == build
        assert (found.notes, found.unknown, found.warnings) == ((), (), ())
        rows = written.split("\r\n")
        assert all(rows[line - 1].startswith("1 ") for line in found.build.lines)
        assert ldraw_text(found.build, "ldr") == ldraw_text(build, "ldr")


@pytest.mark.parametrize("seed", parts(4, 2))
def test_turned_moved_shuffled_and_nested(seed: int) -> None:
    """Files of ours, whose plate tells where they are."""
    rng = random.Random(seed)
    for build in models.builds(45, seed):
        if build.ground.plate != 32:
            continue
        angle = 90 * rng.randrange(4)
        by = (rng.randint(-200, 200), rng.randint(-99, 99), rng.uniform(-200, 200))
        written = models.turned(ldraw_text(build), angle, by)
        found = models.read(models.nested(models.shuffled(written, rng), rng))
        bare = [element._replace(colour="") for element in build.elements]
        back = [element._replace(colour="") for element in found.build.elements]
        assert sorted(back) == sorted(bare)
        assert found.build.on == build.on
        assert found.build.ground == build.ground
        plain = models.read(written).build
        assert plain == build


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
@pytest.mark.parametrize("plate", [True, False])
def test_palaces_of_others(angle: int, plate: bool) -> None:
    """No comment of ours: the set-up of the map tells which way round the model is."""
    rng = random.Random(angle + plate)
    for _ in range(12):
        palace = models.played(rng)
        if palace.ground.plate != 32:
            continue
        by = (rng.randint(-2000, 2000), rng.randint(-99, 99), rng.uniform(-2000, 2000))
        written = models.bare(models.turned(ldraw_text(Build.of(palace)), angle, by), plate=plate)
        found = models.read(models.shuffled(written, rng), palace.ground)
        assert models.ordered(found.build) == sorted(palace.elements())
        assert judge_build(found.build).palace == palace
        assert len(found.notes) == 1


def test_a_little_off() -> None:
    """Every piece is put up to 3 LDU and 2 degrees beside its place, the plate too."""
    rng = random.Random(5)

    def nudge(numbers: list[float]) -> list[float]:
        x, y, z, *_ = numbers
        row = " ".join(map(repr, [*(0.0,) * 3, *numbers[3:]]))
        askew = models.turned(f"1 4 {row} a", rng.uniform(-2, 2), (0, 0, 0)).split()[5:14]
        moved = [value + rng.uniform(-3, 3) for value in (x, y, z)]
        return [*moved, *map(float, askew)]

    for _ in range(30):
        palace = models.played(rng)
        found = models.read(models.changed(ldraw_text(palace), nudge))
        expected = [*palace.elements(), *corner_pieces(palace.ground)]
        assert models.ordered(found.build) == sorted(expected)
        assert any("a little off the grid" in note for note in found.notes)


def test_turns() -> None:
    """A game turn by turn: a submodel for each turn, in order, and all of it as one table."""
    build = full_table()
    ground = build.ground
    parts = tuple(build.elements[number::3] for number in range(3))
    turns = [Turn(f"{number} Ana B.", "c4+b-d4", part) for number, part in enumerate(parts)]
    whole = Turns(ground, (*turns, Turn("3 Ben", "", ())))
    written = ldraw_text(whole, "mpd", "element")
    found = models.read(written)
    assert models.ordered(found.build) == sorted((*build.elements, *corner_pieces(ground)))
    assert written.count("0 FILE ") == 4
    assert written.count("0 !PALACE TURN 1 Ana B. c4+b-d4\r\n") == 2
    assert "Ben" not in written
    assert written.count("0 STEP") == 4 + len(build)
    assert ldraw_text(whole, "ldr").count("0 STEP") == 4


def test_writing_twice_gives_the_same() -> None:
    build = next(iter(models.builds(1, 8)))
    assert ldraw_text(build) == ldraw_text(build)
    table = full_table()
    assert ldraw_text(table, "mpd").isascii()
    assert "\n" not in ldraw_text(table).replace("\r\n", "")
