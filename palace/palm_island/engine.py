"""What can be done, and doing it. Everything is perfect information: the same deal and the same
moves lead to the same state."""

from __future__ import annotations

from collections.abc import Iterator

from palace.core.verdict import IllegalError
from palace.palm_island.cards import ACTIONS, TRACKER, TURNS, Area, Id, Kind
from palace.palm_island.moves import Move
from palace.palm_island.payment import payments
from palace.palm_island.referee import judge
from palace.palm_island.rulings import DEFAULT, Rulings
from palace.palm_island.state import LIMIT, Placed, State


def apply(state: State, move: Move, rulings: Rulings = DEFAULT) -> State:
    """The state after a legal move; raises `IllegalError` with every reason.

    A move of a card after a round's end begins the next round by itself.
    """
    verdict = judge(state, move, rulings)
    if not verdict.legal:
        raise IllegalError(*verdict.reasons)
    return perform(state, move)


def perform(state: State, move: Move) -> State:
    """What a move does to the deck, whether it is legal or not: a card turned, paid, reset.

    A `round-end` straightens what it pays with and begins the next round; what it buys is for
    `palace.palm_island.table`.  A card that is not among the top two stays as it is.
    """
    if move.kind == "round-end":
        return straightened(state, paid(move)).begun if state.over else state
    state = state.begun
    if state.finished:
        return state
    straight = {*move.pay} | ({move.reset} if move.reset is not None else set())
    at = 0 if move.kind == "discard" else _place(state, move.card)
    deck = tuple(
        Placed(card, area, stored and card not in straight) for card, area, stored in state.deck
    )
    if at is None:
        return State(deck, state.round, state.extra).settled
    card, area, _ = deck[at]
    moved = Placed(card, area ^ _turn(move), move.kind == "store")
    return State((*deck[:at], *deck[at + 1 :], moved), state.round, state.extra).settled


def paid(move: Move) -> tuple[Id, ...]:
    """The cards that pay for something at the end of a round."""
    return (*move.disaster, *(card for buy in move.buys for card in buy.pay))


def straightened(state: State, cards: tuple[Id, ...]) -> State:
    """The state with these cards straightened where they lie."""
    if not cards:
        return state
    deck = tuple(p._replace(stored=p.stored and p.card not in cards) for p in state.deck)
    return State(deck, state.round, state.extra)


def _turn(move: Move) -> int:
    return TURNS.get(move.kind, 0)


def _place(state: State, card: Id | None) -> int | None:
    """0 or 1 for a card that is among the top two and is not the tracker."""
    found = (at for at, placed in enumerate(state.deck[:2]) if placed.card == card)
    return None if card == TRACKER else next(found, None)


def legal_moves(state: State, rulings: Rulings = DEFAULT) -> tuple[Move, ...]:
    """Every legal move in a pinned order: the top card's actions, the second card's, discard.

    Actions are in the order store, rotate, flip; payments with fewest cards first, then in deck
    order; resets in deck order.  Empty when the game is over.  At a round's end these are the
    moves of the next round.
    """
    state = state.begun
    if state.finished:
        return ()
    found: list[Move] = []
    for placed in state.deck[:2]:
        if placed.card == TRACKER or (placed.stored and rulings.stored_second == "no"):
            continue
        area = state.area(placed)
        for kind in ACTIONS:
            found += _actions(state, placed, area, kind, rulings)
    found.append(Move("discard"))
    return tuple(found)


def _actions(
    state: State, placed: Placed, area: Area, kind: Kind, rulings: Rulings
) -> Iterator[Move]:
    cost = area.cost(kind)
    if cost is None:
        return
    stored = [other for other in state.deck if other.stored and other.card != placed.card]
    gives = tuple(state.area(other).gives for other in stored)
    for chosen in payments(cost, gives, rulings.payment == "any"):
        pay = tuple(stored[at].card for at in chosen)
        if kind != "store":
            yield Move(kind, placed.card, pay)
            continue
        rest = [other.card for other in stored if other.card not in pay]
        full = len(rest if rulings.limit_order == "pay-first" else stored) >= LIMIT
        if not full:
            yield Move(kind, placed.card, pay)
        if full or rulings.voluntary_reset == "yes":
            for reset in rest:
                yield Move(kind, placed.card, pay, reset)
