"""The referee, the eye and the memory for three table games, above all Monkey Palace.

>>> from palace import Palace, Staircase, load_map
>>> palace = Palace.setup(load_map("map-1"))
>>> palace.judge(Staircase.read("a4-b4+c-c4_cb-d4_cb")).credits
4
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from palace.box import Box
    from palace.build import Build
    from palace.cards import Card
    from palace.deck import Deck
    from palace.deck_file import load_deck
    from palace.elements import Element
    from palace.errors import IllegalError, InputError, NotationError, PalaceError
    from palace.game import Replay, replay
    from palace.games import read_game
    from palace.ground import GroundMap, load_map
    from palace.knob import Knob
    from palace.laying import fill
    from palace.position import Palace
    from palace.records import Record, read_build, read_record, write_record
    from palace.records.box_file import load_box
    from palace.records.complete import self_contained
    from palace.referee import is_legal, judge
    from palace.rulings import Rulings
    from palace.scoring import Score
    from palace.search import best, count, exists, staircases
    from palace.staircase import Staircase
    from palace.supply import Supply
    from palace.table_referee import judge_build
    from palace.verdict import Verdict

# Where each public name lives; loaded when first asked for, so that importing palace costs nothing.
_HOMES = {
    "Box": "box",
    "Build": "build",
    "Card": "cards",
    "Deck": "deck",
    "Element": "elements",
    "GroundMap": "ground",
    "IllegalError": "errors",
    "InputError": "errors",
    "Knob": "knob",
    "NotationError": "errors",
    "Palace": "position",
    "PalaceError": "errors",
    "Record": "records",
    "Replay": "game",
    "Rulings": "rulings",
    "Score": "scoring",
    "Staircase": "staircase",
    "Supply": "supply",
    "Verdict": "verdict",
    "best": "search",
    "count": "search",
    "exists": "search",
    "fill": "laying",
    "is_legal": "referee",
    "judge": "referee",
    "judge_build": "table_referee",
    "load_box": "records.box_file",
    "load_deck": "deck_file",
    "load_map": "ground",
    "read_build": "records",
    "read_game": "games",
    "read_record": "records",
    "replay": "game",
    "self_contained": "records.complete",
    "staircases": "search",
    "write_record": "records",
}

__all__ = [
    "Box",
    "Build",
    "Card",
    "Deck",
    "Element",
    "GroundMap",
    "IllegalError",
    "InputError",
    "Knob",
    "NotationError",
    "Palace",
    "PalaceError",
    "Record",
    "Replay",
    "Rulings",
    "Score",
    "Staircase",
    "Supply",
    "Verdict",
    "best",
    "count",
    "exists",
    "fill",
    "is_legal",
    "judge",
    "judge_build",
    "load_box",
    "load_deck",
    "load_map",
    "read_build",
    "read_game",
    "read_record",
    "replay",
    "self_contained",
    "staircases",
    "write_record",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'palace' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"palace.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
