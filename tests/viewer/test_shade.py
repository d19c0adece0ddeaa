"""Shades and drop lines: where they fall, how dark they are, and that print stays readable."""

from __future__ import annotations

import random

import numpy as np
import pytest

from palace.core import colours
from palace.core.colours import mixed, rgb
from palace.monkey_palace.drawing.shown import Drop, find_drops, find_wrong
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.palace import Palace
from palace_viewer.meshes import mesh_drops
from palace_viewer.offscreen.raster import Stage, png
from palace_viewer.pieces.measures import BRICK, KNOB_HEIGHT, PITCH
from palace_viewer.scene import scene
from palace_viewer.shade import DARKEST, Shade, cast_shade
from tests.full_table import full_table
from tests.grounds import ALL
from tests.random_play import random_palace
from tests.viewer.palaces import see_numbers
from tests.viewer.test_raster import pixel, pixels

MAP = ALL[0]
HANGS = Element("arch", 11, 11, 3)


def darkness(shade: Shade, x: float, y: float, height: float = 0.0) -> float:
    """The opacity at a point, given in studs and mm up: that of the nearest corner, 0 if far."""
    near = np.abs(shade.points[:, 2] - height) < 0.5
    points, dark = shade.points[near], shade.dark[near]
    if not len(points):
        return 0.0
    away = np.hypot(points[:, 0] - x * PITCH, points[:, 1] - y * PITCH)
    return float(dark[away.argmin()]) if away.min() < PITCH / 4 else 0.0


def test_a_bare_table_has_no_shade() -> None:
    assert len(cast_shade(MAP, ()).cells) == 0


def test_the_sun_is_in_the_south_west() -> None:
    shade = cast_shade(MAP, (Element("column", 15, 15),))
    north, south = darkness(shade, 16.0, 17.5), darkness(shade, 15.0, 13.5)
    assert north > 0.2 > 0.1 > south
    assert darkness(shade, 25, 25) == 0


def test_the_sun_does_not_turn_with_the_table() -> None:
    column = (Element("column", 15, 15),)
    before, after = cast_shade(MAP, column), cast_shade(MAP, column, 180.0)
    # Half a turn of the table: what was north of the column is now south of it.
    for x, y in ((16.0, 17.5), (16.25, 17.0), (15.5, 16.5)):
        there = darkness(after, 31 - x, 31 - y)
        assert there == pytest.approx(darkness(before, x, y), abs=0.05)


def test_an_animal_casts_the_shade_of_its_body() -> None:
    """Not that of a brick: a monkey is higher, and wings are wider."""
    brick, monkey, frog, butterfly = (
        cast_shade(MAP, (Element(kind, 15, 15),))
        for kind in ("brick", "monkey", "frog", "butterfly")
    )
    assert darkness(monkey, 16.2, 17.4) > 0.15 > 0.1 > darkness(brick, 16.2, 17.4)
    assert darkness(butterfly, 17.2, 16.4) > 0.1 > 0.05 > darkness(brick, 17.2, 16.4)
    assert darkness(frog, 15.9, 16.2) > 0.2


def test_what_hangs_higher_darkens_the_ground_less() -> None:
    under = [darkness(cast_shade(MAP, (HANGS._replace(level=up),)), 13, 11.5) for up in (1, 3, 6)]
    assert under == sorted(under, reverse=True)
    assert under[-1] > 0.02


def test_a_shade_falls_on_the_tops_of_pieces() -> None:
    low, high = Element("brick", 15, 17), Element("column", 15, 15)
    shade = cast_shade(MAP, (low, high))
    assert darkness(shade, 15.5, 17.25, BRICK) > 0.1
    assert darkness(cast_shade(MAP, (low,)), 15.5, 17.25, BRICK) == 0


def test_no_shade_is_darker_than_print_can_bear() -> None:
    for table in (full_table(), random_palace(Palace.setup(MAP), 12, random.Random(2))):
        elements = table.elements if isinstance(table, Build) else table.elements()
        shade = cast_shade(MAP, elements)
        assert 0 < shade.dark.max() <= np.float32(DARKEST)
        again = cast_shade(MAP, elements)
        assert np.array_equal(shade.points, again.points)
        assert np.array_equal(shade.cells, again.cells)
        assert np.array_equal(shade.dark, again.dark)


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [part / 255 for part in rgb(colour)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("letter", sorted(colours.ZONES))
def test_print_in_the_darkest_shade_can_be_read(letter: str) -> None:
    """3 to 1 is what WCAG 2 asks of large text; the shade falls on paper and print alike."""
    lit = [mixed(hue[letter], "#000000", DARKEST) for hue in (colours.ZONES, colours.ON_ZONES)]
    dark, light = sorted(map(luminance, lit))
    assert (light + 0.05) / (dark + 0.05) >= 3


@pytest.mark.parametrize("level", [0, 1, 40, 10_000, -3])
def test_pieces_beyond_the_plate_or_far_up_do_no_harm(level: int) -> None:
    for x, y in ((-6, 3), (40, -5), (-900, 16), (16, 31), (31, 31)):
        for kind in ("arch", "light", "column"):
            shade = cast_shade(MAP, (Element(kind, x, y, level),))
            assert shade.cells.max(initial=-1) < len(shade.points)
            assert shade.points[:, 2].max(initial=0) < 500


@pytest.mark.usefixtures("opengl")
def test_the_ground_under_a_hanging_arch_is_darker_than_beside_it() -> None:
    """In a plan: north-east of the arch, where the sun throws its shadow, away from print."""
    bare, size = pixels(scene(Build(MAP, ())), (900, 900), "plan"), (900, 900)
    build = Build(MAP, (HANGS,))
    shot, whole = pixels(scene(build), size, "plan"), scene(build)
    shadow = pixel(whole, size, 14 * PITCH, 15.1 * PITCH)
    beside = pixel(whole, size, 14 * PITCH, 8.4 * PITCH)
    assert shot[shadow].sum() < 0.88 * bare[shadow].sum()
    assert shot[beside].sum() == pytest.approx(bare[beside].sum(), abs=9)


@pytest.mark.usefixtures("opengl")
def test_a_picture_is_the_same_each_time() -> None:
    build = Build(MAP, (HANGS, Element("column", 5, 5)))
    assert png(build, size=(300, 200)) == png(build, size=(300, 200))


@pytest.mark.usefixtures("opengl")
def test_a_film_shades_only_what_it_shows() -> None:
    build = Build(MAP, (Element("column", 15, 15), HANGS))
    stage = Stage(scene(build), (300, 225), "free")
    every = np.asarray(stage.picture())
    stage.show(np.array([], np.int64))
    assert "shade" not in stage.plotter.actors
    assert "drops" not in stage.plotter.actors
    stage.show(np.array([0, 1]))
    assert np.array_equal(np.asarray(stage.picture()), every)
    stage.close()


def test_drops_end_on_what_is_below() -> None:
    brick = Element("brick", 11, 11)
    build = Build(MAP, (brick, HANGS, Element("gold", 20, 20)))
    wrong = find_wrong(build)
    assert wrong == {HANGS}
    assert [*find_drops(build.everything, wrong)] == [
        Drop(HANGS, 11, 11, brick.top), Drop(HANGS, 14, 11, 0)
    ]  # fmt: skip
    carried = Element("column", 14, 11)
    held = find_drops((*build.everything, carried), wrong)
    assert [(drop.x, drop.level) for drop in held] == [(11, 1)]
    assert not [*find_drops(build.everything, ())]


def test_a_drop_line_runs_from_the_foot_to_its_knob() -> None:
    mesh = mesh_drops([Drop(HANGS, 14, 11, 0)])
    middle = np.array([14.5, 11.5]) * PITCH
    assert np.abs(mesh.points[:, :2] - middle).max() < PITCH, "on one stud"
    line = np.hypot(*(mesh.points[:, :2] - middle).T) < 1
    assert mesh.points[line, 2].max() == pytest.approx(HANGS.level * BRICK)
    assert mesh.points[line, 2].min() == pytest.approx(KNOB_HEIGHT)
    assert {(*hue,) for hue in mesh.colours.tolist()} == {rgb(colours.FAULT), rgb(colours.PAPER)}
    assert len(mesh_drops([]).cells) == 0


@pytest.mark.usefixtures("opengl")
def test_a_drop_line_is_seen_in_the_picture() -> None:
    """Red below the piece itself, which has the same colour."""
    build, size = Build(MAP, (Element("brick", 15, 15, 3),)), (900, 900)
    shot, who = pixels(scene(build), size, "front"), see_numbers(build, size=size, view="front")
    red = np.abs(shot - rgb(colours.FAULT)).max(axis=2) < 40
    rows, columns = np.nonzero(who == 0)
    below = red[rows.max() + 3 :]
    assert below.sum() > 40
    aside = np.nonzero(below)[1]
    assert columns.min() - 5 < aside.min() < aside.max() < columns.max() + 5
    bare = pixels(scene(Build(MAP, ())), size, "front")
    assert not (np.abs(bare - rgb(colours.FAULT)).max(axis=2) < 40).any()
