"""Colours that mean something, as seen by every eye.

Sights by Machado, Oliveira and Fernandes 2009, distances in CAM02-UCS (Luo, Cui and Li 2006), both
of colorspacious; 1 is about what can just be told apart side by side.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations, pairwise

import numpy as np
import pytest
from colorspacious import cspace_convert
from numpy.typing import NDArray

from palace.core import colours

SIGHTS = {
    "all colours": None,
    "protanopia": "protanomaly",
    "deuteranopia": "deuteranomaly",
    "tritanopia": "tritanomaly",
}
"""By their names here, those of colorspacious, at whose full severity a kind of cone is missing."""

APART: dict[str, tuple[Collection[str], float]] = {
    "zones": (colours.ZONES.values(), 22),
    "zones and the closed area": ([*colours.ZONES.values(), colours.CLOSED_AREA], 16),
    "decorations": (colours.DECORATIONS.values(), 21),
    "animals": (colours.ANIMALS.values(), 20),
    "verdicts": ([colours.LEGAL, colours.FAULT], 35),
    "arches": (colours.ARCHES, 15),
    "bricks": (colours.BRICKS, 15),
    "tones": (colours.TONES, 13),
    "the two sides of a difference": (colours.TWO_SIDED, 11),
    "a path on a zone": ([colours.PATH, *colours.ZONES.values()], 22),
    "a fault on a zone": ([colours.FAULT, *colours.ZONES.values()], 15),
}
"""What is told apart by colour, and how far it is apart at least."""


def part(colour: str) -> NDArray[np.float64]:
    """The three parts of `#rrggbb`, 0 to 1."""
    return np.array([*bytes.fromhex(colour[1:])]) / 255


def seen(colour: str, sight: str | None) -> NDArray[np.float64]:
    """A place in CAM02-UCS."""
    light = part(colour)
    if sight is not None:
        space = {"name": "sRGB1+CVD", "cvd_type": sight, "severity": 100}
        light = np.clip(cspace_convert(light, space, "sRGB1"), 0, 1)
    return np.asarray(cspace_convert(light, "sRGB1", "CAM02-UCS"))


def distance(one: str, other: str, sight: str) -> float:
    """How far apart two colours are to an eye."""
    return float(np.linalg.norm(seen(one, SIGHTS[sight]) - seen(other, SIGHTS[sight])))


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("what", APART)
def test_colours_differ_to_every_eye(what: str, sight: str) -> None:
    among, least = APART[what]
    for one, other in combinations(among, 2):
        assert distance(one, other, sight) >= least, (one, other)


def test_the_eyes_are_simulated() -> None:
    """Red and green of one lightness, the classic pair, melt for two of the four."""
    apart = {sight: distance("#b06048", "#77793f", sight) for sight in SIGHTS}
    assert apart["deuteranopia"] < 10 < 20 < apart["all colours"]
    assert apart["tritanopia"] > 20


def test_tones_grow_darker() -> None:
    """From few to many, told without any hue."""
    for sight in SIGHTS.values():
        lightness = [seen(tone, sight)[0] for tone in colours.TONES]
        assert all(one - other > 12 for one, other in pairwise(lightness))


def test_both_sides_of_a_difference_grow_darker() -> None:
    middle = len(colours.TWO_SIDED) // 2
    for sight in SIGHTS.values():
        lightness = [seen(tone, sight)[0] for tone in colours.TWO_SIDED]
        for side in (lightness[middle:], lightness[middle::-1]):
            assert all(one - other > 5 for one, other in pairwise(side))
    for tone in (*colours.TONES, *colours.TWO_SIDED):
        assert contrast(colours.ink_on(tone), tone) >= 4.5


def test_no_piece_has_the_colour_of_faults() -> None:
    """To an eye for all colours; to the others a fault has white edges besides."""
    pieces = (*colours.ARCHES, *colours.BRICKS, *colours.DECORATIONS.values(), colours.COLUMN)
    for colour in (*pieces, *colours.ANIMALS.values(), colours.PLATE, colours.CORNER):
        assert distance(colours.FAULT, colour, "all colours") > 24, colour


def contrast(one: str, other: str) -> float:
    """The contrast of WCAG 2, 1 to 21, from the relative luminances."""
    low, high = sorted(float(cspace_convert(part(c), "sRGB1", "XYZ1")[1]) for c in (one, other))
    return (high + 0.05) / (low + 0.05)


def test_writing_stands_out() -> None:
    """WCAG AA: 4.5 for text, 3 for what is large, and for a ring on any zone."""
    assert contrast(colours.INK, colours.PLATE) >= 4.5
    assert contrast(colours.FAULT, colours.PAPER) >= 4.5
    assert contrast(colours.LEGAL, colours.PAPER) >= 4.5
    assert contrast(colours.PATH, colours.PAPER) >= 4.5
    for letter, zone in colours.ZONES.items():
        assert contrast(colours.ON_ZONES[letter], zone) >= 4
