"""Palaces, builds and records that the tests of the viewer show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from palace import load_map
from palace.core.scale import Scale
from palace.monkey_palace.drawing.heat import Heat
from palace.monkey_palace.game.log import LoggedRecord, read_record, replay
from palace.monkey_palace.game.rules import MonkeyLog
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace_viewer.callouts import Box
from palace_viewer.offscreen import opengl
from palace_viewer.offscreen.raster import read_numbers, set_stage
from palace_viewer.scene import Drawable, find_scene
from tests.monkey_palace.game.texts import read_text
from tests.paths import GOLDEN, SAMPLE

RECORD = SAMPLE
FAULTY = GOLDEN / "monkey-palace" / "faulty.toml"
"""A game with all kinds of turns that are not legal."""
MAP = load_map("map-1")
SETUP = Palace.setup(MAP)
ANIMALS = Palace.read("x8/x8/x8/x8/x8/x8/x8/Ef,WbbbbEm,cbbWEl,bbbbbbWgy,x4", MAP)


def see_numbers(
    shown: Drawable, *, size: tuple[int, int] = (400, 300), view: str = "free"
) -> NDArray[np.int64]:
    """Return the number of the instance at each pixel, see `read_numbers`."""
    plotter = set_stage(find_scene(shown, size[0] / size[1]), size, view, plain=True)
    shot = plotter.screenshot()
    plotter.close()
    return read_numbers(shot)


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes share a place."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    return wide > 0 and min(one.low, other.low) > max(one.top, other.top)


@cache
def game() -> MonkeyLog:
    """The sample game to its end."""
    return replay(read_record(RECORD))


def forget_opengl() -> None:
    """Let the machine be checked for OpenGL again."""
    opengl.window_class.cache_clear()
    opengl.find_class.cache_clear()


TWO_TURNS = """
format = 1
game = "monkey-palace"
rules = "1"
map = "map-1"
trophies = ["monkey"]
[[players]]
name = "Ana"
[[players]]
name = "Ben"
[[turns]]
player = "Ana"
build = "c4-d4"
[[turns]]
player = "Ben"
build = "a4-b4-c4_b-d4_b"
[[turns]]
player = "Ana"
pass = true
"""
"""The first turn hangs and is lower than the knob it reaches; the second is legal."""

FAULTY_BUILD = Build(
    MAP, (Element("arch", 11, 11, 2), Element("brick", 14, 11), Element("brick", 5, 5))
)
"""An arch that hangs over c3 and d3, and a brick at a1 that carries nothing."""


@cache
def sample() -> LoggedRecord:
    """The sample game."""
    return read_record(RECORD)


@cache
def two_turns() -> LoggedRecord:
    """A game whose first turn is not legal."""
    return read_text(TWO_TURNS)


def warm(values: dict[Knob, int], numbers: Sequence[int] = ()) -> Heat:
    """Return a heat map of heights, its scale that of its own numbers or of others."""
    scale = Scale.of(numbers or [*values.values()])
    return Heat(SETUP, "height", values, scale, "height", ("Title",))
