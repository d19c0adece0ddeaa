"""What the cards say, as flat arrays for the kernel; the same for cards of one kind.

A card in a packed deck is one number below 64, its code: kind * 8 + area * 2 + stored.  Three
resources are one number: logs, fish and stone in five bits each, the highest of them left free.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from palace.palm_island.cards import ACTIONS, CORE, KINDS, Area, Id
from palace.palm_island.resources import Resources

CARDS, ROUNDS = 16, 8
END = CARDS * ROUNDS
"""Card moves of a game: every card goes once in each round from before the tracker to behind it."""

CODES = 64
FACES = 32
"""Kinds times areas: a code without its lowest bit."""

MOST_WAYS = 3
"""Alternatives a cost has at most."""


class Rules(NamedTuple):
    """By face: `gives` packed resources; `ways` (face, action) the alternatives of a cost, 0 if the
    action is not printed; `costs` (face, action, alternative) packed, 0 for nothing; `points` and
    `upgrades`."""

    gives: Any
    ways: Any
    costs: Any
    points: Any
    upgrades: Any


KIND_OF: dict[Id, int] = {number: KINDS.index(card.name) for number, card in CORE.items()}
"""The kind of every core card, 0 to 7 in the order of the deck."""

AREAS: tuple[Area, ...] = tuple(
    area for kind in KINDS for area in next(c for c in CORE.values() if c.name == kind).areas
)
"""What the faces say, in their order."""

COPIES = tuple(sum(card.name == kind for card in CORE.values()) for kind in KINDS)
"""How many cards there are of each kind."""


def packed(some: Resources) -> int:
    """Three resources as one number."""
    return some.logs | some.fish << 5 | some.stone << 10


def rules() -> Rules:
    """The core deck as arrays."""
    ways = np.zeros((FACES, len(ACTIONS)), np.int64)
    costs = np.zeros((FACES, len(ACTIONS), MOST_WAYS), np.int64)
    for face, area in enumerate(AREAS):
        for action, kind in enumerate(ACTIONS):
            cost = area.cost(kind) or ()
            ways[face, action] = len(cost)
            costs[face, action, : len(cost)] = [packed(some) for some in cost]
    return Rules(
        gives=np.array([packed(area.gives) for area in AREAS], np.int64),
        ways=ways,
        costs=costs,
        points=np.array([area.points for area in AREAS], np.int64),
        upgrades=np.array([area.upgrades for area in AREAS], np.int64),
    )


RULES = rules()
