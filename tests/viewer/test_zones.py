"""The zones of a sheet as areas: disjoint, complete, each knob in its own."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from shapely import MultiPolygon, Point, box, unary_union

from palace.core.colours import ZONES
from palace.monkey_palace.kernel.ground import GroundMap
from palace_viewer.zones import closed_area, zones
from tests.grounds import ALL, plain


def scattered(side: int, seed: int) -> GroundMap:
    """A map with every colour and holes at random, knobs touching only at corners among them."""
    rng = random.Random(seed)
    knobs = {(3, 3), (4, 3), (5, 3)}
    rows = tuple(
        "".join("l" if (x, y) in knobs else rng.choice("llddgg.") for x in range(side))
        for y in reversed(range(side))
    )
    ground = plain(side, side, "d4 e4 f4")
    return GroundMap(
        "scattered", "placeholder", ground.plate, ground.sheet, ground.origin, 3, rows, ground.setup
    )


GROUNDS = (*ALL, plain(10, 10, "d4 e4 e5", closed="a1 j10 c7"), scattered(10, 1), scattered(26, 2))


@pytest.mark.parametrize("ground", GROUNDS, ids=lambda ground: f"{ground.name}-{ground.width}")
class TestZones:
    def test_areas_are_disjoint_and_fill_the_sheet(self, ground: GroundMap) -> None:
        west, south, wide, deep = ground.sheet
        areas = [*zones(ground).values(), closed_area(ground)]
        for one, other in combinations(areas, 2):
            assert one.intersection(other).area == 0
        sheet = box(west, south, west + wide, south + deep)
        assert unary_union(areas).symmetric_difference(sheet).area == pytest.approx(0, abs=1e-9)
        assert sum(area.area for area in areas) == pytest.approx(wide * deep)

    def test_they_are_valid_polygons_by_letter(self, ground: GroundMap) -> None:
        areas = zones(ground)
        assert list(areas) == ["l", "d", "g"] == list(ZONES)
        for letter, area in areas.items():
            assert isinstance(area, MultiPolygon)
            assert area.is_valid
            assert area.is_empty == (letter not in ground.colours.values())

    def test_each_knob_lies_in_the_zone_of_its_colour(self, ground: GroundMap) -> None:
        areas = zones(ground)
        for knob, letter in ground.colours.items():
            x, y = ground.stud(knob)
            stud = box(x, y, x + 1, y + 1)
            assert areas[letter].contains(stud)
            assert not any(areas[other].intersects(stud) for other in areas if other != letter)

    def test_closed_knobs_lie_in_no_zone(self, ground: GroundMap) -> None:
        closed, areas = closed_area(ground), zones(ground)
        for x, y in _closed_studs(ground):
            middle = Point(x + 0.5, y + 0.5)
            assert closed.contains(middle)
            assert not any(area.contains(middle) for area in areas.values())

    def test_a_square_is_one_pitch_wide_or_reaches_the_edge(self, ground: GroundMap) -> None:
        west, south, wide, deep = ground.sheet
        for knob in ground.colours:
            left, low, right, high = ground.square(knob)
            inner = 0 < knob.file < ground.width - 1
            assert (
                (right - left == ground.pitch) if inner else (left == west or right == west + wide)
            )
            inner = 0 < knob.rank < ground.depth - 1
            assert (high - low == ground.pitch) if inner else (low == south or high == south + deep)


def _closed_studs(ground: GroundMap) -> list[tuple[int, int]]:
    return [
        (ground.origin[0] + 3 * file, ground.origin[1] + 3 * (ground.depth - 1 - row))
        for row, letters in enumerate(ground.rows)
        for file, letter in enumerate(letters)
        if letter == "."
    ]


def test_areas_of_map_1_by_hand() -> None:
    """The corner a8 is 5 by 5 studs, d8 3 by 5; a sheet without holes has no closed area."""
    assert ALL[0].square(next(iter(ALL[0].colours))) == (2, 2, 7, 7)
    assert closed_area(ALL[0]).is_empty
    # 26 light green knobs: four on the north border, one of them a corner, and so on.
    by_hand = {
        letter: sum(
            (5 if x in (0, 7) else 3) * (5 if y in (0, 7) else 3)
            for y, row in enumerate(ALL[0].rows)
            for x, knob in enumerate(row)
            if knob == letter
        )
        for letter in "ldg"
    }
    assert {letter: area.area for letter, area in zones(ALL[0]).items()} == by_hand
