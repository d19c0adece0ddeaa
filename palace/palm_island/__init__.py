"""Palm Island: its cards, rules, records and scores.

>>> from palace.palm_island import Move, State, apply
>>> state = State.deal([4, 1, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 13, 15, 14, 16])
>>> apply(state, Move.read("store 4")).stored
(Placed(card=4, area=0, stored=True),)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from palace.contract.registry import score
    from palace.palm_island.cards import CORE, Area, Card, Resources
    from palace.palm_island.engine import apply, judge, legal_moves, perform
    from palace.palm_island.rules import Rulings
    from palace.palm_island.state import Move, Placed, State

__all__ = [
    "CORE", "Area", "Card", "Move", "Placed", "Resources", "Rulings", "State",
    "apply", "judge", "legal_moves", "perform", "score",
]  # fmt: skip


def __getattr__(name: str) -> object:
    # A verb imports the modules that it needs, and is not to wait for the others.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from palace.contract import registry
    from palace.palm_island import cards, engine, rules, state

    homes = (cards, engine, rules, state, registry)
    found: object = next(vars(home)[name] for home in homes if name in vars(home))
    return found
