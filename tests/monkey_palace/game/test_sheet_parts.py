"""The parts of reading a photo of a sheet: views, cells, holes, corners; each by its formula."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean, pvariance
from typing import TypeVar

import numpy as np
import pytest

from palace.monkey_palace.game.sheet_corners import (
    LEAST,
    _hole,
    _quad,
    _reached,
    shifted,
    wrong_corners,
)
from palace.monkey_palace.game.sheet_view import (
    Flat,
    Picture,
    Point,
    View,
    Work,
    done,
    dot,
    middles,
    solved,
)
from palace.monkey_palace.kernel.ground import load_map

T = TypeVar("T")
GRID = load_map("map-1")


def end_of(work: Work[T]) -> T:
    """What some work makes."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def test_work_tells_its_share_after_each_slice() -> None:
    def work() -> Generator[None, None, str]:
        yield
        yield
        return "made"

    def whole() -> Iterator[object]:
        yield (yield from done(0.25, work()))

    assert [*whole()] == [(None, 0.25), (None, 0.25), "made"]


# A camera over a sheet of 28 by 20 studs, and what it makes of a place.
TERMS = (3.0, 0.5, 100.0, 0.25, -4.0, 400.0, 0.01, 0.02)
WIDE, DEEP = 28.0, 20.0


def seen(x: float, y: float) -> Point:
    a, b, c, d, e, f, g, h = TERMS
    apart = g * x + h * y + 1
    return (a * x + b * y + c) / apart, (d * x + e * y + f) / apart


ENDS = ((0.0, 0.0), (0.0, DEEP), (WIDE, DEEP), (WIDE, 0.0))
VIEW = View(WIDE, DEEP, [seen(*end) for end in ENDS])


def test_four_corners_tell_where_every_place_is() -> None:
    assert VIEW.terms == pytest.approx(TERMS)
    assert VIEW.at(7, 15) == pytest.approx(seen(7, 15))
    assert VIEW.ends == ENDS
    for found, end in zip(VIEW.corners(), ENDS, strict=True):
        assert found == pytest.approx(seen(*end))


def test_equations_are_solved_whatever_their_order() -> None:
    assert solved([[0, 2, 4], [3, 1, 5]]) == pytest.approx([1, 2])
    rows: list[list[float]] = [[1e-9, 1, 0, 2], [1, -1, 3, 8], [2, 1, -1, 1.0]]
    right = np.linalg.solve(np.array(rows)[:, :3], np.array(rows)[:, 3])
    assert solved([[*row] for row in rows]) == pytest.approx(right)
    assert dot((1, 2, 3), (4, 5, 6)) == 32


def test_a_shift_is_one_of_a_camera() -> None:
    p, q = 2 * 7 / WIDE - 1, 2 * 15 / DEEP - 1
    east, north = VIEW.ways(7, 15)
    assert east == pytest.approx((1, p, q, 0, 0, 0, p * p, p * q))
    assert north == pytest.approx((0, 0, 0, 1, p, q, p * q, q * q))
    shift = (0.3, 0.05, -0.04, -0.2, 0.03, 0.06, 0.02, -0.01)
    moved = VIEW.moved(shift)
    assert (moved.wide, moved.deep) == (WIDE, DEEP)
    for found, (x, y) in zip(moved.corners(), ENDS, strict=True):
        p, q = (-1 if x == 0 else 1), (-1 if y == 0 else 1)
        a, b, c, d, e, f, g, h = shift
        dx = a + b * p + c * q + g * p * p + h * p * q
        dy = d + e * p + f * q + g * p * q + h * q * q
        assert found == pytest.approx(seen(x + dx, y + dy))


@pytest.mark.parametrize("corners", [
    ((2, 17), (3, 1), (19, 2), (18, 18)), ((0, 20), (0, 0), (20, 0), (20, 20)),
])  # fmt: skip
def test_a_photo_is_seen_from_above(corners: Sequence[Point]) -> None:
    """The cell of each place has the light of its pixel; beside the photo, of the nearest one."""
    wide, high = 20, 18
    rgb = bytes((7 * n * n + 3 * n) % 256 for n in range(3 * wide * high))
    view = View(5, 4, corners)
    flat = end_of(Flat.of(Picture(wide, high, rgb), view, 3))
    assert (flat.scale, flat.width) == (3, 33)
    assert [len(channel) for channel in flat.channels] == [33 * 30] * 3
    for cell in range(33 * 30):
        u, v = view.at(cell % 33 / 3 - 3, cell // 33 / 3 - 3)
        shown = {
            tuple(min(max(int(w + off), 0), most - 1) for w, most in ((u, wide), (v, high)))
            for off in (-1e-9, 1e-9)  # at the edge of a pixel, the one or the other
        }
        for at, channel in enumerate(flat.channels):
            lights = [(rgb[3 * (y * wide + x) + at] / 255) ** 2.2 + 0.01 for x, y in shown]
            assert any(channel[cell] == pytest.approx(math.log(light)) for light in lights), cell


def test_cells_and_the_steps_round_them() -> None:
    flat = Flat(4, 44, ([], [], []))
    assert flat.cell(-3, -3) == 0
    assert flat.cell(-2.75, -3) == 1
    assert flat.cell(-3, -2.75) == 44
    assert flat.cell(5.1, 2.4) == 44 * 22 + 32
    square = [*flat.square(0.5)]
    assert len(square) == 25
    assert square[0] == (-0.5, -0.5, -2 * 44 - 2)
    assert square[7] == (0.0, -0.25, -44)
    assert square[-1] == (0.5, 0.5, 2 * 44 + 2)
    ring = flat.disc(0.25, 0.5)
    steps = {(x, y): step for x, y, step in square}
    assert {*ring} == {s for (x, y), s in steps.items() if 0.25 <= math.hypot(x, y) <= 0.5}
    west, north, south, east = (
        {place for place, step in steps.items() if step in flat.disc(0, 0.5, part)}
        for part in range(4)
    )
    inside = {place for place in steps if math.hypot(*place) <= 0.5}
    assert west | north | south | east == inside
    assert sum(map(len, (west, north, south, east))) == len(inside)
    assert west == {(x, y) for x, y in inside if x <= y and x <= -y}
    assert north == {(x, y) for x, y in inside if -x < y and x <= y}
    assert south == {(x, y) for x, y in inside if y < x <= -y}
    assert east == {(x, y) for x, y in inside if x > y and x > -y}


def test_knobs_are_in_the_middles_of_their_studs() -> None:
    ground = replace(GRID, rows=("ll.", "gdd"), origin=(5, 8), sheet=(2, 3, 28, 20), pitch=3)
    assert middles(ground) == [
        (3.5, 5.5), (6.5, 5.5), (9.5, 5.5), (3.5, 8.5), (6.5, 8.5), (9.5, 8.5),
    ]  # fmt: skip


# Corners.


def test_corners_at_the_edge_of_a_photo() -> None:
    picture = Picture(900, 700, b"")
    good = [(0.0, 700.0), (0.0, 0.0), (900.0, 0.0), (900.0, 700.0)]
    assert wrong_corners(picture, GRID, good) == ""
    for at, way in ((0, (0, 1)), (0, (-1, 0)), (1, (0, -1)), (2, (1, 0)), (3, (0, 1))):
        off = [*good]
        off[at] = (good[at][0] + way[0], good[at][1] + way[1])
        assert wrong_corners(picture, GRID, off) == "outside"
    line = [(100.0, 600.0), (100.0, 100.0), (450.0, 100.0), (800.0, 100.0)]
    assert wrong_corners(picture, GRID, line) == "crossed", "three of them in one line"


def test_a_sheet_is_too_small_by_its_shortest_sides() -> None:
    picture = Picture(900, 700, b"")
    ground = replace(GRID, sheet=(2, 2, 28, 14))
    for side, wrong in ((14 * LEAST, ""), (14 * LEAST - 1, "small")):
        corners = ((10, 10 + side), (10, 10), (500, 10), (500, 10 + side))
        assert wrong_corners(picture, ground, corners) == wrong


def test_how_much_a_hole_is_unlike_its_surround() -> None:
    """The variance about the surround's mean inside, against that of the surround."""
    channels = ([1.0, 1.2, 0.1, 0.3, 0.9, 1.1], [2.0, 2.1, 1.9, 0.5, 2.2, 2.0],
                [0.5, 0.4, 0.6, 0.2, 0.5, 0.45])  # fmt: skip
    middle, surround = (1, 2), (-1, 0, 3, 4)
    inner = outer = 0.0
    for channel in channels:
        around = [channel[1 + step] for step in surround]
        outer += pvariance(around)
        inner += fmean((channel[1 + step] - fmean(around)) ** 2 for step in middle)
    right = (inner - 1.5 * outer) / (inner + outer + 0.03)
    assert 0.5 < right < 1
    assert _hole(Flat(1, 6, channels), 1, middle, surround) == pytest.approx(right)
    assert _hole(Flat(1, 6, ([0.0, 1.0, 1.0, 0.0],) * 3), 0, (0, 1), (2, 3)) == 0.0


def test_knobs_are_drawn_to_what_is_near_them() -> None:
    """The shift of least squares, of all knobs and of a pull to where they are, window by window.

    A value counts with its fourth power, and little with a window's bell; what is further than
    three widths, or as faint as 0.1, not at all.
    """
    view = View(28, 20, ((0, 200), (0, 0), (280, 0), (280, 200)))
    knobs = [(3.5, 4.5), (20.5, 6.5), (9.5, 17.5), (25.5, 14.5)]
    near = [
        [(0.2, 0.1, 0.9), (0.3, 0.1, 0.8), (-0.9, 0.4, 0.6), (0.0, 0.0, 0.1)],
        [(0.1, -0.2, 0.95), (0.2, -0.1, 0.5), (1.3, 0.2, 0.99)],
        [(-0.1, 0.2, 0.7), (2.9, 2.9, 1.0)],
        [(5.0, 5.0, 0.9)],
    ]
    sigmas = (0.8, 0.4)
    apart, share, moved = end_of(shifted(view, knobs, [[*one] for one in near], sigmas))
    shift = np.zeros(8)
    for sigma in sigmas:
        keep = math.sqrt(0.02 * len(near)) * sigma
        rows, right = [*keep * np.eye(8)], [0.0] * 8
        found = clear = 0.0
        for knob, shifts in zip(knobs, near, strict=True):
            east, north = map(np.array, view.ways(*knob))
            dx, dy = shift @ east, shift @ north
            sharp = [(x, y, v**4) for x, y, v in shifts if v > 0.1]
            bells = [
                (x, y, v * math.exp(-((x - dx) ** 2 + (y - dy) ** 2) / (2 * sigma**2)))
                for x, y, v in sharp
                if math.hypot(x - dx, y - dy) < 3 * sigma
            ]
            if mass := sum(g for *_, g in bells):
                weight = min(1.0, mass)
                found += weight / len(near)
                clear += mass / (1 + sum(v for *_, v in sharp)) / len(near)
                for way, to in ((east, 0), (north, 1)):
                    rows.append(math.sqrt(weight) * way)
                    right.append(math.sqrt(weight) * sum(b[to] * b[2] for b in bells) / mass)
        new, *_ = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)
        shift = new
    assert (apart, share) == pytest.approx((clear, found))
    for one, two in zip(moved.corners(), view.moved([*shift]).corners(), strict=True):
        assert one == pytest.approx(two, abs=1e-6)


def test_cells_that_are_reached() -> None:
    """Side by side, as far as one joins the next, and never round the end of a row."""
    cells = "..#.####....#.##"
    open_ = {n for n, cell in enumerate(cells) if cell == "."}

    def joins(a: int, b: int) -> bool:
        return b in open_ and abs(a % 4 - b % 4) < 2

    assert end_of(_reached([0], 4, joins)) == {0, 1}
    assert end_of(_reached([3], 4, joins)) == {3}
    assert end_of(_reached([13], 4, joins)) == {8, 9, 10, 11, 13}
    assert end_of(_reached([9, 0], 4, joins)) == {0, 1, 8, 9, 10, 11, 13}
    assert end_of(_reached([], 4, joins)) == set()


def painted(
    corners: Sequence[Point], wide: int = 300, high: int = 200, table: int = 200, thing: int = 60
) -> Picture:
    """A photo of a quadrilateral of one tone on a table of another, a pixel a sample twice."""
    x, y = np.meshgrid(np.arange(wide) + 0.5, np.arange(high) + 0.5)
    ways = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in pairwise((*corners, corners[0]))
    ]
    shown = np.where(np.min(ways, axis=0) >= 0, thing, table).astype(np.uint8)
    return Picture(wide, high, np.repeat(shown, 3).tobytes())


def quad(corners: Sequence[Point], step: int = 10, **shown: int) -> tuple[Point, ...] | None:
    return end_of(_quad(painted(corners, **shown), step))


FACING = ((90.0, 160.0), (90.0, 40.0), (210.0, 40.0), (210.0, 160.0))


@pytest.mark.parametrize("corners", [
    FACING,
    ((60.0, 170.0), (110.0, 30.0), (230.0, 50.0), (250.0, 150.0)),
    ((150.0, 190.0), (60.0, 100.0), (150.0, 10.0), (240.0, 100.0)),
])  # fmt: skip
def test_what_is_no_table_is_found_with_its_corners(corners: Sequence[Point]) -> None:
    """The first is the lowest on the left; a sample is two pixels wide."""
    found = quad(corners)
    assert found is not None
    near = max(range(4), key=lambda k: found[k][1] - found[k][0])
    assert near == 0
    every = min(max(map(math.dist, found, (*corners[k:], *corners[:k]))) for k in range(4))
    assert every <= 3
    for table, thing, at in ((60, 70, None), (60, 71, found), (71, 60, found), (70, 60, None)):
        assert quad(corners, table=table, thing=thing) == at, "as like as 10 is one thing"


def test_a_portrait_is_as_good_as_a_landscape() -> None:
    """Samples are as many along the longer side, whichever it is."""
    tall = [(y, 300 - x) for x, y in FACING]
    found = quad((tall[1], tall[2], tall[3], tall[0]), wide=200, high=300)
    assert found is not None
    assert {x % 2 for corner in found for x in corner} == {1.0}


def test_what_is_too_small_or_no_quadrilateral_is_no_sheet() -> None:
    def square(side: float) -> tuple[Point, ...]:
        low, high, left, right = 100 - side, 100 + side, 150 - side, 150 + side
        return ((left, high), (left, low), (right, low), (right, high))

    assert quad(square(40)) is not None  # a tenth of 300 by 200 is 77.5 squared
    assert quad(square(36)) is None
    rim = ((0.0, 200.0), (0.0, 0.0), (300.0, 0.0), (300.0, 200.0))
    assert quad(rim) is None, "a thing to the rim of the photo is the table"
