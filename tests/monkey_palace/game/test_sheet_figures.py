"""Every figure of one photo of a sheet, as measured: windows, rings, weights and thresholds were
found on hundreds of drawn sheets, so who changes one tries them all (`scripts/test --slow`)."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from palace.monkey_palace.game.sheet_corners import find_corners, on_holes
from palace.monkey_palace.game.sheet_photo import (
    Reading,
    _clusters,
    _gap,
    _lit,
    _Look,
    _middle,
    _scatter,
    _tones,
    read_sheet,
)
from palace.monkey_palace.game.sheet_view import Picture, View, middles
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from tests.monkey_palace.game.test_sheet_parts import end_of

ROWS = ("lld.", "ldgg", "ddlg")
GRID = replace(load_map("map-1"), rows=("....",) * 3, origin=(11, 13))
TRUE = ((70.0, 330.0), (110.0, 60.0), (370.0, 50.0), (420.0, 345.0))
OFF = ((73.0, 327.0), (108.0, 63.0), (372.0, 52.0), (417.0, 348.0))
COLOURS = {"l": (110, 170, 60), "d": (30, 80, 60), "g": (210, 150, 40)}


@cache
def photo() -> Picture:
    """A sheet with three prints, under slanting light, on a grey table; the closed knob is print.

    A stud is a bright top in a dark ring, brighter on one side.
    """
    wide, high = 480, 400
    lot = np.random.default_rng(5)
    u, v = np.meshgrid(np.arange(wide) + 0.5, np.arange(high) + 0.5)
    # The places of the sheet of a pixel: the view of the photo's corners seen from the sheet.
    terms = np.linalg.inv(np.append(View(28, 28, TRUE).terms, 1.0).reshape(3, 3))
    x, y, z = (row[0] * u + row[1] * v + row[2] for row in terms)
    x, y = x / z, y / z
    knobs = np.array(middles(GRID))
    far = np.hypot(x[..., None] - knobs[:, 0], y[..., None] - knobs[:, 1])
    near, away = far.argmin(axis=2), far.min(axis=2)
    letters = "".join(ROWS[::-1]).replace(".", "d")
    shown = np.array([COLOURS[letter] for letter in letters], float)[near]
    open_ = np.array([letter != "." for letter in "".join(ROWS[::-1])])[near]
    side = 1 + 0.5 * (x - knobs[near, 0])
    shown = np.where((open_ & (away < 0.42))[..., None], 30.0, shown)
    shown = np.where((open_ & (away < 0.33))[..., None], (150 * side)[..., None], shown)
    sheet = (x >= 0) & (x <= 28) & (y >= 0) & (y <= 28)
    shown = np.where(sheet[..., None], shown, 128.0)
    light = 0.75 + 0.25 * u / wide + 0.1 * v / high
    shown = shown * light[..., None] + lot.normal(0, 3, shown.shape)
    return Picture(wide, high, shown.clip(0, 255).round().astype(np.uint8).tobytes())


def near(*values: float) -> object:
    return pytest.approx(values, rel=2e-3, abs=2e-3)


def flat(corners: object) -> tuple[float, ...]:
    return tuple(value for corner in corners for value in corner)  # type: ignore[attr-defined]


def test_the_holes_of_a_sheet() -> None:
    view, share = end_of(on_holes(photo(), View(28, 28, OFF), middles(GRID)))
    assert (*flat(view.corners()), share) == near(
        *(80.6378, 319.4756, 109.6188, 56.2221, 377.5003, 44.1851, 410.0163, 339.8348, 0.9167)
    )


FIGURES = {
    "part": (
        1.0078,
        1.0026,
        1.0161,
        0.8229,
        0.9999,
        0.8973,
        0.9455,
        0.8364,
        0.8627,
        0.6650,
        0.7952,
        -0.0068,
    ),
    "likeness": (
        0.9838,
        0.9404,
        0.9244,
        0.8536,
        0.8986,
        0.9006,
        0.8883,
        0.8407,
        0.7684,
        0.6184,
        0.8162,
        -0.0905,
    ),
    "strange": (
        0.1605,
        0.0960,
        0.6592,
        0.4235,
        0.1723,
        0.0469,
        0.0122,
        0.0786,
        1.1062,
        0.9143,
        0.0211,
        628.7206,
    ),
    "clear": (
        1.5395,
        1.4919,
        1.4823,
        1.2212,
        1.4463,
        1.3474,
        1.3836,
        1.2260,
        1.1672,
        0.8219,
        1.1611,
        -8.4063,
    ),
}
"""How much of the form of a stud each knob shows, how alike it is, how strange its top is, and how
much of all that speaks for a hole."""


def test_one_look_at_a_sheet() -> None:
    look = end_of(_Look.of(photo(), View(28, 28, TRUE), GRID))
    for name, figures in FIGURES.items():
        assert getattr(look, name) == near(*figures), name
    assert [*map(min, look.gaps)] == near(
        *(
            2.3346,
            0.4617,
            0.5209,
            1.0833,
            0.3963,
            1.5339,
            1.3085,
            0.7293,
            0.9656,
            0.4072,
            0.8362,
            2.5573,
        )
    )
    assert [sum(map(abs, rest)) for rest in look.rests] == near(
        *(
            0.1577,
            0.0145,
            0.1180,
            0.1689,
            0.1546,
            0.0145,
            0.0192,
            0.1304,
            0.2196,
            0.1014,
            0.0145,
            0.1262,
        )
    )
    assert [sum(ring) for ring in look.ring] == near(
        *(
            -9.8737,
            -9.7559,
            -6.0358,
            -5.4278,
            -6.3134,
            -9.7900,
            -5.5979,
            -5.4885,
            -6.3311,
            -6.2474,
            -9.7559,
            -9.6390,
        )
    )
    assert [tone for middle in look.middles for tone in middle] == near(
        *(-3.2496, -1.4309, -0.5170, -2.0565, -0.9242, -2.0878, -1.8714, 0.7285, -2.4094)
    )
    assert look.open == [*[True] * 11, False]
    assert look.weight == [*[1.0] * 11, 0.1]
    assert not any(map(look.doubts, range(12)))


@pytest.mark.parametrize(("changed", "doubted"), [
    ({}, False),
    ({"part": 0.65}, True), ({"part": 0.66}, False), ({"part": 1.35}, True),
    ({"part": 1.34}, False),
    ({"strange": 25.0}, False), ({"strange": 25.1}, True),
    ({"likeness": 0.71}, False), ({"likeness": 0.69}, True),
    ({"gaps": [50.0, 19.0, 90.0]}, False), ({"gaps": [50.0, 21.0, 90.0]}, True),
    ({"gaps": [92.0, 21.0, 95.0]}, False), ({"gaps": [1.0, 31.0, 90.0]}, False),
    ({"gaps": [1.0, 30.9, 90.0]}, True), ({"gaps": [20.0, 50.0, 90.0]}, False),
    ({"gaps": [20.1, 89.9, 95.0]}, True), ({"gaps": [20.1, 90.0, 95.0]}, False),
    ({"open": False, "clear": -0.35}, False), ({"open": False, "clear": -0.34}, True),
])  # fmt: skip
def test_a_knob_that_is_asked_about(changed: dict[str, object], doubted: bool) -> None:
    """One of which much less or more of the form is seen than of an open one, whose top is strange,
    which is less alike than the usual one of its print, or whose print is near two colours."""
    usual = {"part": 1.0, "likeness": 0.95, "strange": 1.0, "clear": 1.0, "open": True,
             "gaps": [1.0, 100.0, 100.0], "kinds": 0}  # fmt: skip
    look = _Look.__new__(_Look)
    for name, value in usual.items():
        # Of its print, most are 0.95 alike: 6 x 0.95 - 5 is 0.7.  Others do not count.
        row = [changed.get(name, value), value, value, value, value]
        vars(look)[name] = row
    look.likeness = (*look.likeness[:3], 0.2, 0.1)
    look.open, look.kinds = [*look.open[:4], False], [0, 0, 0, 1, 0]
    assert look.doubts(0) is doubted


def test_the_least_that_is_doubted_has_bounds() -> None:
    """However unlike its kin: under 0.55 alike is doubted, and 0.87 is enough."""
    for usual, least in ((0.8, 0.55), (0.99, 0.87)):
        for likeness, doubted in ((least - 0.01, True), (least + 0.01, False)):
            look = _Look.__new__(_Look)
            look.part, look.strange, look.open = (1.0,) * 4, [1.0] * 4, [True] * 4
            look.likeness, look.kinds = (likeness, usual, usual, usual), [0] * 4
            look.gaps = [[1.0, 100.0, 100.0]] * 4
            assert look.doubts(0) is doubted


def test_what_is_read_in_the_end() -> None:
    *early, (reading, last) = read_sheet(photo(), GRID, OFF)
    assert reading is not None
    assert (reading.rows, reading.unsure, reading.asks_again, last) == (ROWS, (), False, 1.0)
    assert flat(reading.corners) == near(
        *(73.9407, 326.5486, 109.3548, 57.1593, 371.3186, 49.3277, 414.3540, 341.5591)
    )
    assert sorted({share for _, share in early}) == [0.0, 0.3, 0.5]
    light, dark, gold = (patch.rgb for patch in reading.patches)
    assert (light, dark, gold) == ((98, 152, 53), (28, 73, 55), (197, 141, 38))
    assert [[*map(str, patch.knobs)] for patch in reading.patches] == [
        ["c1", "a2", "a3", "b3"],
        ["a1", "b1", "b2", "c3"],
        ["d1", "c2", "d2"],
    ]


def test_the_corners_that_are_proposed() -> None:
    *_, (corners, last) = find_corners(photo(), GRID)
    assert flat(corners) == near(
        *(81.0004, 320.3326, 107.7176, 53.9695, 374.8118, 44.9910, 404.9573, 336.0788)
    )
    assert last == 1.0


@pytest.mark.parametrize(("knobs", "unsure", "again"), [
    (64, 7, False), (64, 8, True), (128, 15, False), (128, 16, True), (16, 7, False), (16, 8, True),
])  # fmt: skip
def test_an_eighth_of_unsure_knobs_is_too_much(knobs: int, unsure: int, again: bool) -> None:
    rows = ("l" * 8,) * (knobs // 8)
    reading = Reading(rows, (Knob(0, 0),) * unsure, (), ())
    assert reading.asks_again is again


def test_the_weighted_median() -> None:
    assert _middle([3, 1, 2], [1, 1, 1]) == 2
    assert _middle([3, 1, 2], [5, 1, 1]) == 3
    assert _middle([1, 2], [1, 1]) == 1, "the lower of two"
    assert _middle([1, 2], [0.99, 1.01]) == 2
    assert _middle([1, 2], [0.9995, 1.0005]) == 1, "but for rounding"


def test_light_in_which_dark_channels_tell_little() -> None:
    usual, seen = (-4.0, -1.0, -0.2), (-3.5, -0.8, 0.1)
    trust = [max(0.01, 1 - 0.03 * math.exp(-value)) ** 2 for value in usual]
    assert trust[0] == 0.0001
    off = [a - b for a, b in zip(seen, usual, strict=True)]
    mean = sum(t * o for t, o in zip(trust, off, strict=True)) / sum(trust)
    right = [mean + (o - mean) * t / max(trust) for o, t in zip(off, trust, strict=True)]
    assert _lit(seen, usual) == pytest.approx(right)


def test_tones_gaps_and_scatter() -> None:
    assert _tones(0.9, 0.3, 0.6) == pytest.approx([0.6, 0.6, 0.3])
    assert _gap((1, 2), (4, 6), (3, 2)) == 1 + 4
    assert _scatter([(1, -2), (-3, 0.1), (2, 0.1)], (0.5, 0.5)) == [3.0, 0.5]


def test_three_clusters_of_tones() -> None:
    """Each has its middle, whatever strays there are: those are far from all, and belong to one."""
    points = [[5 * k + 0.1 * n, 0.05 * n, k - 0.02 * n] for k in range(3) for n in range(-2, 3)]
    middles, kinds = end_of(_clusters(points))
    assert sorted(middles) == [pytest.approx([5 * k, 0, k], abs=0.03) for k in range(3)]
    assert [len({*kinds[at : at + 5]}) for at in (0, 5, 10)] == [1, 1, 1]
