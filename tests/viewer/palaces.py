"""Palaces that the tests of the viewer look at."""

from __future__ import annotations

from functools import cache

from palace import load_map
from palace.monkey_palace.game.record import read_record
from palace.monkey_palace.game.replay import Replay, replay
from palace.monkey_palace.kernel.palace import Palace
from tests.paths import GOLDEN, SAMPLE

RECORD = SAMPLE
FAULTY = GOLDEN / "monkey-palace" / "faulty.toml"
"""A game with all kinds of turns that are not legal."""
MAP = load_map("map-1")
SETUP = Palace.setup(MAP)
ANIMALS = Palace.read("x8/x8/x8/x8/x8/x8/x8/Ef,WbbbbEm,cbbWEl,bbbbbbWgy,x4", MAP)


@cache
def game() -> Replay:
    """The sample game to its end."""
    return replay(read_record(RECORD))
