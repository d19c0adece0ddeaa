"""Records and builds that the tests of the window look at."""

from __future__ import annotations

from functools import cache

from palace.monkey_palace.game.record import Record, read_record, read_text
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from tests.viewer.palaces import MAP, RECORD

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
"""The first turn hangs and lies lower than the knob it reaches; the second is legal."""

FAULTY = Build(MAP, (Element("arch", 11, 11, 2), Element("brick", 14, 11), Element("brick", 5, 5)))
"""An arch that hangs over c3 and d3, and a brick at a1 that carries nothing."""


@cache
def sample() -> Record:
    """The sample game."""
    return read_record(RECORD)


@cache
def faulty() -> Record:
    """A game whose first turn is not legal."""
    return read_text(TWO_TURNS)
