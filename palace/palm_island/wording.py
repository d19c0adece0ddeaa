"""How reasons name cards, what is stored, and which payments would do."""

from __future__ import annotations

from collections.abc import Sequence

from palace.palm_island.cards import TRACKER, Id
from palace.palm_island.payment import payments
from palace.palm_island.resources import Cost
from palace.palm_island.state import Placed, State

NAMED = 3
"""Payments a remedy names at most."""


def named(state: State, card: Id) -> str:
    """A card by number and name, as `7 Quarry`; what is not in the deck as it was written."""
    try:
        return "the round tracker" if card == TRACKER else state.card(card).title
    except KeyError:
        return str(card)


def listed(state: State, cards: Sequence[Placed]) -> str:
    """Cards with what they give: `4 (1L), 1 (1F)`."""
    return ", ".join(f"{placed.card} ({state.area(placed).gives})" for placed in cards)


def holdings(state: State, stored: Sequence[Placed]) -> str:
    """What is stored, in words."""
    return f"stored: {listed(state, stored) or 'nothing'}"


def what_would_do(
    state: State, cost: Cost, stored: Sequence[Placed], spare: bool, instead: str
) -> str:
    """The first legal payments; what is stored, and what to do `instead`, if nothing would do."""
    gives = tuple(state.area(other).gives for other in stored)
    found = payments(cost, gives, spare)
    if not found:
        return f"{holdings(state, stored)}, which is not enough; {instead}"
    each = [f"pay {' '.join(str(stored[at].card) for at in chosen)}" for chosen in found[:NAMED]]
    return ", or ".join(each)
