"""Palm Island: its cards, rules, records and scores.

>>> from palace.palm_island import Move, State, apply
>>> state = State.deal([4, 1, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 13, 15, 14, 16])
>>> apply(state, Move.read("store 4")).stored
(Placed(card=4, area=0, stored=True),)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from palace.contract.registry import score
    from palace.palm_island.cards import CORE, Area, Card, Resources
    from palace.palm_island.engine import apply, judge, legal_moves, perform
    from palace.palm_island.rules import Rulings
    from palace.palm_island.state import Move, Placed, State

_HOMES = {
    "CORE": "palm_island.cards", "Area": "palm_island.cards", "Card": "palm_island.cards",
    "Move": "palm_island.state", "Placed": "palm_island.state", "State": "palm_island.state",
    "Resources": "palm_island.cards", "Rulings": "palm_island.rules",
    "apply": "palm_island.engine", "judge": "palm_island.engine",
    "legal_moves": "palm_island.engine", "perform": "palm_island.engine",
    "score": "contract.registry",
}  # fmt: skip
"""Where each public name is; loaded when first asked for, so that a verb loads what it needs."""

__all__ = [
    "CORE", "Area", "Card", "Move", "Placed", "Resources", "Rulings", "State",
    "apply", "judge", "legal_moves", "perform", "score",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"palace.{_HOMES[name]}"), name)
