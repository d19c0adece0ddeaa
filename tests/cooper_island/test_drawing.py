"""The plan of a land: its texts, their places, and colours that all eyes can distinguish."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

import pytest

from palace.contract.registry import read_game
from palace.cooper_island.drawing import (
    BEACH,
    CUBE_FILL,
    CUBE_INK,
    CUBE_LETTER,
    GROUND_FILL,
    TERRAIN_FILL,
    TERRAIN_INK,
    WATER,
    TablePlan,
    plan_svg,
)
from palace.cooper_island.game import GAME
from palace.cooper_island.land import Land
from palace.cooper_island.tiles import RESOURCES, TERRAINS
from palace.core import colours
from palace.files.text_file import shipped
from tests.cooper_island.attempts import random_land
from tests.core.test_colours import SIGHTS, contrast, distance
from tests.pictures import SVG, of, parsed, texts, view

LAND = Land.read(
    "cooper-2: c2=mm+food d2=f3+statue d3=m6 c3=s4 b3=islet e3=rrr+gold b4=ruin c7=ss+building"
)


def test_what_is_written() -> None:
    root = parsed(plan_svg(LAND))
    written = texts(root)
    for name in [*map(str, LAND.peninsula.land), *map(str, LAND.peninsula.water)]:
        assert written.count(name) == 1, name
    assert {"F", "G"} <= {*written}
    assert written.count("islet") == 1
    assert written.count("harbour") == 1
    assert "cooper-2 (placeholder)" in written
    heights = sorted(text for text in written if text.isdigit())
    assert heights == ["1", "1", "1", "2", "2", "3"]
    for beach in range(1, 7):
        assert written.count(f"beach {beach}") == 1, "beaches show below an islet too"
    about = root.find(f"{SVG}desc")
    assert about is not None
    assert about.text == f"{LAND}."


def test_terrains_have_their_colour_and_tiles_their_joint() -> None:
    root = parsed(plan_svg(LAND))
    for terrain, count in (("forest", 1), ("meadow", 2), ("mountain", 1), ("settlement", 2)):
        areas = of(root, "path", fill=TERRAIN_FILL[terrain], stroke=colours.PAPER)
        assert len(areas) == count, terrain
    bare = of(root, "path", fill=GROUND_FILL, stroke=colours.PAPER)
    assert len(bare) == len(LAND.peninsula.land) - 6
    joints = of(root, "path", stroke=colours.INK, stroke_width="6", stroke_linecap="round")
    assert len(joints) == 2, "one double tile, one islet tile"


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_cropped_and_nothing_varies(seed: int) -> None:
    land = random_land(Random(seed), 8 * seed)
    svg = plan_svg(land)
    assert svg == plan_svg(land)
    root = parsed(svg)
    wide, deep = view(root)
    for written in root.iter(f"{SVG}text"):
        x, y = float(written.attrib["x"]), float(written.attrib["y"])
        assert 0 <= x <= wide
        assert 0 <= y <= deep


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_lands_of_all_players(count: int) -> None:
    names = ("Ana", "Ben", "Caro", "D & <D>")[:count]
    lands = TablePlan(tuple((name, Land.start("cooper-4")) for name in names))
    root = parsed(plan_svg(lands))
    written = texts(root)
    for name in names:
        assert written.count(f"{name}, cooper-4 (placeholder)") == 1
    assert written.count("harbour") == count
    assert written.count("wood") == 1, "one legend for all"
    wide, _ = view(root)
    alone, _ = view(parsed(plan_svg(Land.start("cooper-4"))))
    assert wide == pytest.approx(alone * min(count, 2), abs=0.1)


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_places_are_in_rows_and_the_last_row_is_centred(count: int, columns: int) -> None:
    places = TablePlan((("Ana", LAND),) * count).places(columns)
    assert len({*places}) == count
    rows = [[x for x, row in places if row == number] for number in range(places[-1][1] + 1)]
    middle = (min(count, columns) - 1) / 2
    assert all((row[0] + row[-1]) / 2 == middle for row in rows)
    assert all(b - a == 1 for row in rows for a, b in pairwise(row))
    assert all(len(row) == min(count, columns) for row in rows[:-1])


@pytest.mark.parametrize("sight", SIGHTS)
def test_every_eye_tells_terrains_and_cubes_apart(sight: str) -> None:
    for kinds in (TERRAIN_FILL, CUBE_FILL):
        for one, other in combinations(kinds.values(), 2):
            assert distance(one, other, sight) >= 20, (one, other)
    for terrain in TERRAIN_FILL.values():
        assert distance(terrain, GROUND_FILL, sight) >= 16
        assert distance(terrain, WATER, sight) >= 16
    assert distance(GROUND_FILL, WATER, sight) >= 20


def test_writing_stands_out() -> None:
    for terrain in TERRAINS:
        assert contrast(TERRAIN_FILL[terrain], TERRAIN_INK[terrain]) >= 4.5
    for resource in RESOURCES:
        assert contrast(CUBE_FILL[resource], CUBE_INK[resource]) >= 4.5
    for ground in (GROUND_FILL, WATER, BEACH):
        assert contrast(ground, colours.INK) >= 4.5
    assert len({*CUBE_LETTER.values()}) == len(RESOURCES)


def test_the_sample_has_a_picture_of_each_peninsula() -> None:
    record = read_game(shipped("palace.cooper_island.samples", "cooper-island.toml"))[1]
    assert GAME.drawing is not None
    drawing = GAME.drawing().draw(record, None, None, {})
    assert [*drawing.players] == ["Ana", "Ben", "Caro"]
    assert drawing.svg is not None
    found = {*texts(parsed(drawing.svg()))}
    assert {f"{name}, cooper-3 (placeholder)" for name in drawing.players} <= found


def test_a_height_of_two_figures_is_written_smaller() -> None:
    land = Land.read(f"cooper-2: c2={'m' * 9} d2={'m' * 10} c3={'m' * 99}")
    written = {one.text: one.attrib["font-size"] for one in of(parsed(plan_svg(land)), "text")}
    assert [written[height] for height in ("9", "10", "99")] == ["22", "17", "17"]


def test_bars_join_the_halves_of_tiles_of_one_height() -> None:
    """East, and the two ways north of it: a bar each, whichever half it is told from."""
    for text, count in (
        ("c3=m1 d3=m4", 1), ("c3=m2 c4=m5", 1), ("c3=m3 b4=m6", 1), ("c3=m d3=m", 0),
        ("c3=m1 d3=m4m", 0), ("c3=mm1 d3=mm4", 1), ("c3=m1 d3=m4 c4=m1 d4=m4", 2),
        ("c3=f4 b3=islet", 1), ("c3=f4m b3=islet", 0),
    ):  # fmt: skip
        root = parsed(plan_svg(Land.read(f"cooper-2: {text}")))
        bars = of(root, "path", stroke=colours.INK, stroke_width="6", stroke_linecap="round")
        assert len(bars) == count, text
