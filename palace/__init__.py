"""The referee, the eye and the memory for three table games, above all Monkey Palace.

>>> from palace import Palace, Staircase, judge, load_map
>>> palace = Palace.setup(load_map("map-1"))
>>> judge(palace, Staircase.read("a4-b4+c-c4_cb-d4_cb")).credits
4
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from palace.contract.game import Game
    from palace.contract.registry import games, read_game, score
    from palace.contract.rules import Log
    from palace.contract.session import Session
    from palace.core.errors import InputError, NotationError, PalaceError
    from palace.core.verdict import IllegalError, Reason
    from palace.monkey_palace.drawing.plan import svg
    from palace.monkey_palace.drawing.text import draw
    from palace.monkey_palace.game.box import Box, load_box
    from palace.monkey_palace.game.build_file import read_build
    from palace.monkey_palace.game.cards import Card
    from palace.monkey_palace.game.deck import Deck, load_deck
    from palace.monkey_palace.game.log import read_record, replay
    from palace.monkey_palace.game.record import Record
    from palace.monkey_palace.game.record_writing import self_contained, write_record
    from palace.monkey_palace.kernel.audit import Audit, audit
    from palace.monkey_palace.kernel.build import Build
    from palace.monkey_palace.kernel.build_referee import judge_build
    from palace.monkey_palace.kernel.elements import Element
    from palace.monkey_palace.kernel.ground import GroundMap, load_map
    from palace.monkey_palace.kernel.knob import Knob
    from palace.monkey_palace.kernel.laying import fill
    from palace.monkey_palace.kernel.palace import Palace
    from palace.monkey_palace.kernel.referee import build, is_legal, judge
    from palace.monkey_palace.kernel.rulings import Rulings
    from palace.monkey_palace.kernel.staircase import Staircase
    from palace.monkey_palace.kernel.supply import Supply
    from palace.monkey_palace.kernel.verdict import Verdict
    from palace.monkey_palace.ldraw.reading import read_ldraw
    from palace.monkey_palace.ldraw.writing import ldraw_text
    from palace.monkey_palace.search import best, count, exists, staircases
    from palace.monkey_palace.search.searches import Best, Count
    from palace.scoring import Score

_ROOMS = {
    "contract.game": ("Game",),
    "contract.registry": ("games", "read_game", "score"),
    "contract.rules": ("Log",),
    "contract.session": ("Session",),
    "core.errors": ("InputError", "NotationError", "PalaceError"),
    "core.verdict": ("IllegalError", "Reason"),
    "monkey_palace.drawing.plan": ("svg",),
    "monkey_palace.drawing.text": ("draw",),
    "monkey_palace.game.box": ("Box", "load_box"),
    "monkey_palace.game.build_file": ("read_build",),
    "monkey_palace.game.cards": ("Card",),
    "monkey_palace.game.deck": ("Deck", "load_deck"),
    "monkey_palace.game.log": ("read_record", "replay"),
    "monkey_palace.game.record": ("Record",),
    "monkey_palace.game.record_writing": ("self_contained", "write_record"),
    "monkey_palace.kernel.audit": ("Audit", "audit"),
    "monkey_palace.kernel.build": ("Build",),
    "monkey_palace.kernel.build_referee": ("judge_build",),
    "monkey_palace.kernel.elements": ("Element",),
    "monkey_palace.kernel.ground": ("GroundMap", "load_map"),
    "monkey_palace.kernel.knob": ("Knob",),
    "monkey_palace.kernel.laying": ("fill",),
    "monkey_palace.kernel.palace": ("Palace",),
    "monkey_palace.kernel.referee": ("build", "is_legal", "judge"),
    "monkey_palace.kernel.rulings": ("Rulings",),
    "monkey_palace.kernel.staircase": ("Staircase",),
    "monkey_palace.kernel.supply": ("Supply",),
    "monkey_palace.kernel.verdict": ("Verdict",),
    "monkey_palace.ldraw.reading": ("read_ldraw",),
    "monkey_palace.ldraw.writing": ("ldraw_text",),
    "monkey_palace.search": ("best", "count", "exists", "staircases"),
    "monkey_palace.search.searches": ("Best", "Count"),
    "scoring": ("Score",),
}
"""Where each public name is; loaded when first asked for, so that `import palace` is quick."""

_HOMES = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "Audit",
    "Best",
    "Box",
    "Build",
    "Card",
    "Count",
    "Deck",
    "Element",
    "Game",
    "GroundMap",
    "IllegalError",
    "InputError",
    "Knob",
    "Log",
    "NotationError",
    "Palace",
    "PalaceError",
    "Reason",
    "Record",
    "Rulings",
    "Score",
    "Session",
    "Staircase",
    "Supply",
    "Verdict",
    "audit",
    "best",
    "build",
    "count",
    "draw",
    "exists",
    "fill",
    "games",
    "is_legal",
    "judge",
    "judge_build",
    "ldraw_text",
    "load_box",
    "load_deck",
    "load_map",
    "read_build",
    "read_game",
    "read_ldraw",
    "read_record",
    "replay",
    "score",
    "self_contained",
    "staircases",
    "svg",
    "write_record",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'palace' has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(f"palace.{_HOMES[name]}"), name)
    if name == "Palace":
        found._repr_svg_ = _palace_svg  # notebooks show a palace as a picture
    return found


def _palace_svg(palace: Palace) -> str:
    from palace.monkey_palace.drawing.plan import svg

    return svg(palace)


def __dir__() -> list[str]:
    return sorted(__all__)
