"""What reasons hold of a deck: its cards by number and name, what is stored, which payments do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from palace.core.verdict import Reason
from palace.palm_island.cards import TRACKER, Id
from palace.palm_island.payment import payments
from palace.palm_island.resources import Cost, Resources
from palace.palm_island.state import Placed, State

NAMED = 3
"""Payments a remedy names at most."""


def titled(state: State, card: Id) -> Id:
    """Return a card by number and name, as `7 Quarry`; the tracker, and what is not in the deck,
    as they are written."""
    try:
        return card if card == TRACKER else state.card(card).title
    except KeyError:
        return card


def named(state: State, card: Id) -> str:
    """Return a card as the place of a reason."""
    return "the round tracker" if card == TRACKER else str(titled(state, card))


def held(state: State, cards: Iterable[Placed]) -> tuple[tuple[Id, Resources], ...]:
    """Return stored cards with what they give."""
    return tuple((placed.card, state.area(placed).gives) for placed in cards)


def with_payments(
    reason: Reason,
    state: State,
    cost: Cost,
    stored: Sequence[Placed],
    spare: bool,
    top: str | None,
) -> Reason:
    """Return the reason with the first legal payments as its remedy; if nothing would do, with
    what is stored, and the card on top as what can be discarded, or None."""
    found = payments(cost, tuple(state.area(other).gives for other in stored), spare)
    if found:
        first = tuple(tuple(stored[at].card for at in chosen) for chosen in found[:NAMED])
        return reason.with_remedy("pay", payments=first)
    if top is None:
        return reason.with_remedy("short-leave", stored=held(state, stored))
    return reason.with_remedy("short-discard", stored=held(state, stored), top=top)


def without_depth(reason: Reason) -> Reason:
    """Return the reason without how deep a card is in the deck, for players who may not look."""
    return replace(reason, key="not-on-top.unseen") if reason.code == "not-on-top" else reason
