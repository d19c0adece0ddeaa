"""Palaces that the tests of the viewer look at."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from palace import load_map
from palace.game import Replay, replay
from palace.position import Palace
from palace.records import read_record

RECORD = Path(__file__).resolve().parents[2] / "palace" / "samples" / "three-player-game.toml"
FAULTY = Path(__file__).resolve().parents[1] / "golden" / "monkey-palace" / "faulty.toml"
"""A game with all kinds of turns that are not legal."""
MAP = load_map("map-1")
SETUP = Palace.setup(MAP)
ANIMALS = Palace.read("x8/x8/x8/x8/x8/x8/x8/Ef,WbbbbEm,cbbWEl,bbbbbbWgy,x4", MAP)


@cache
def game() -> Replay:
    """The sample game to its end."""
    return replay(read_record(RECORD))
