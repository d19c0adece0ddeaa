"""Criteria that a deck can be checked for: those of feats, outposts and abilities."""

from __future__ import annotations

from collections.abc import Iterator

from palace.palm_island.cards import TRACKER
from palace.palm_island.state import State

Criteria = tuple[tuple[str, int], ...]
"""What is counted, and how much of it is needed at least; all of them must be met."""

COUNTED = {
    "points": "points",
    "upgrades": "upgrades",
    "stored": "stored resources",
    "logs": "stored logs",
    "fish": "stored fish",
    "stone": "stored stone",
    "cards": "stored cards",
}
"""What can be counted, in words; besides these the name of a building, for its upgrades."""


def measure(state: State, what: str, beside: int = 0) -> int:
    """What a criterion counts: a key of `COUNTED`, or the upgrade symbols on cards of a name.

    `beside` are points on cards that are not in the deck of the state.
    """
    if what in ("logs", "fish", "stone"):
        return int(getattr(state.resources, what))
    if what == "stored":
        return state.resources.amount
    if what == "cards":
        return len(state.stored)
    if what in COUNTED:
        return state.points + beside if what == "points" else state.upgrades
    return sum(
        state.area(placed).upgrades
        for placed in state.deck
        if placed.card != TRACKER and state.card(placed.card).name == what
    )


def unmet(state: State, criteria: Criteria, beside: int = 0) -> Iterator[tuple[str, int, int]]:
    """Every criterion that is not met: what is counted, how much there is, how much is needed."""
    for what, least in criteria:
        have = measure(state, what, beside)
        if have < least:
            yield what, have, least


def in_words(what: str) -> str:
    """What is counted, as sentences name it."""
    return COUNTED.get(what, f"upgrades of {what}")


def criteria_words(criteria: Criteria) -> str:
    """Criteria as a sentence names them: `10 points, 2 upgrades of Temple`."""
    return ", ".join(f"{least} {in_words(what)}" for what, least in criteria)
