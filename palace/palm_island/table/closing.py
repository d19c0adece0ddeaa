"""The end of a round at the whole table: everybody's `round-end`, judged and done together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from palace.core.verdict import Reason
from palace.palm_island.cards import Area, Card
from palace.palm_island.engine import paid, straightened
from palace.palm_island.moves import Move
from palace.palm_island.reasons import BOOK
from palace.palm_island.referee import not_there
from palace.palm_island.state import Placed, State
from palace.palm_island.table.casual import claim
from palace.palm_island.table.coop import cooperate
from palace.palm_island.table.ledger import Ledger
from palace.palm_island.table.seat import Middle, Table
from palace.palm_island.table.speed import purchase
from palace.palm_island.table.villagers import choose, recruit

_BLANK = (Area(), Area(), Area(), Area())


@dataclass(frozen=True)
class Closed:
    """The table as the next round begins, the reasons by seat, and what happened in sentences."""

    table: Table
    reasons: Mapping[int, tuple[Reason, ...]]
    news: tuple[str, ...] = ()


def close(
    table: Table,
    number: int,
    moves: Mapping[int, tuple[int, Move]],
    order: Sequence[int] | None = None,
) -> Closed:
    """The end of round `number`: `moves` has the `round-end` of every seat that wrote one, with
    its number among the player's moves; `order` are the seats as they finished, in speed games.

    What is illegal is not given; what was paid is straightened all the same.
    """
    ledger = Ledger(table, number, moves)
    knows = table.knows
    for seat, move in ledger.moves.items():
        state = ledger.seat(seat).state
        ledger.say(seat, *not_there(state, move, **knows))
    if table.mode == "coop":
        cooperate(ledger)
    elif table.mode == "casual":
        claim(ledger)
    elif table.mode == "speed":
        purchase(ledger, order)
    recruit(ledger)
    if knows["buy"]:
        _strangers(ledger)
    if knows["use"]:
        choose(ledger)
    return Closed(
        _after(ledger),
        {seat: tuple(found) for seat, found in ledger.reasons.items()},
        tuple(ledger.news),
    )


def _strangers(ledger: Ledger) -> None:
    """What is bought although it does not lie in the middle, nor waits before the tracker."""
    table = ledger.table
    for seat, move in ledger.moves.items():
        here = [*table.middle.left, *ledger.seat(seat).waiting]
        here += [] if table.ability is None else [table.ability.id]
        for buy in move.buys:
            if buy.card in here:
                continue
            ledger.spend(seat, buy.pay)
            found = table.shelf.find(buy.card)
            title = str(buy.card) if found is None else found.title
            reason = BOOK.reason(
                "buy", title, "there-are" if here else "nothing-left", there=tuple(here)
            )
            ledger.say(seat, reason)


def _after(ledger: Ledger) -> Table:
    table = ledger.table
    seats = []
    for at, seat in enumerate(table.seats):
        state, move = seat.state, ledger.moves.get(at)
        owned = tuple(ledger.owned[at])
        if move is not None:
            state = straightened(state, paid(move))
            if table.rulings.villager_place == "deck":
                new = [card.card for card in owned if card not in seat.owned]
                state = _behind_tracker(state, new)
            state = state.begun
        seats.append(
            replace(
                seat,
                state=state,
                waiting=tuple(ledger.waiting[at]),
                owned=owned,
                active=ledger.active[at],
                closed=seat.closed if move is None else seat.state.round,
            )
        )
    middle = Middle(ledger.level, ledger.ready, tuple(ledger.left))
    return replace(table, seats=tuple(seats), middle=middle)


def blank(name: str, title: str) -> Card:
    """A card of the deck that neither acts nor counts by itself."""
    return Card(name, title.removeprefix(name).strip(), _BLANK)


def _behind_tracker(state: State, cards: Sequence[str]) -> State:
    """The deck with cards right after the tracker, which is on top (ruling villager-place)."""
    known = {card.id for card in state.extra}
    extra = (*state.extra, *(blank(name, name) for name in cards if name not in known))
    rest = [placed for placed in state.deck[1:] if placed.card not in cards]
    taken = [Placed(name, 1) for name in cards]
    return State((state.deck[0], *taken, *rest), state.round, extra)
