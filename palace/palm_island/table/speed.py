"""Speed games: the cards of the middle are bought in the order in which the round was finished."""

from __future__ import annotations

from collections.abc import Sequence

from palace.palm_island.moves import Buy
from palace.palm_island.payment import payments
from palace.palm_island.reasons import BOOK
from palace.palm_island.resources import Cost
from palace.palm_island.table.ledger import Ledger
from palace.palm_island.table.seat import Table


def purchase(ledger: Ledger, order: Sequence[int] | None) -> None:
    """Everybody in turn buys one card, again and again; `order` are the seats, None if not known.

    Without an order the seats buy in theirs, and every purchase has its reason.
    """
    seats = [*range(len(ledger.table.seats))] if order is None else [*order]
    queues = {seat: _for_sale(ledger, seat) for seat in seats}
    while any(queues.values()):
        for seat in seats:
            if queues[seat]:
                _buy(ledger, seat, queues[seat].pop(0), known=order is not None)
    if ledger.table.rulings.speed_stop == "can":
        _stopped(ledger, seats)


def _for_sale(ledger: Ledger, seat: int) -> list[Buy]:
    """What a seat buys of the middle."""
    move = ledger.moves.get(seat)
    return [buy for buy in move.buys if buy.card in ledger.table.middle.left] if move else []


def _buy(ledger: Ledger, seat: int, buy: Buy, *, known: bool) -> None:
    card = str(buy.card)
    found = ledger.table.shelf.find(card)
    at = card if found is None else found.title
    good = True
    if not known:
        good = False
        ledger.say(seat, BOOK.reason("order", at, "add-finish", round=ledger.number))
    if card not in ledger.left:
        ledger.spend(seat, buy.pay)
        name, sale = ledger.seat(seat).name, tuple(ledger.left)
        ledger.say(seat, BOOK.reason("buy.early", at, "for-sale", name=name, sale=sale))
        return
    if ledger.table.rulings.speed_pile == "top" and card != ledger.left[0]:
        good = False
        ledger.say(seat, BOOK.reason("buy.pile", at, "for-sale", sale=(ledger.left[0],)))
    cost = cost_of(ledger.table, card)
    good = ledger.pay(seat, at, "buy", cost, buy.pay) and good
    if good:
        ledger.left.remove(card)
        ledger.take(seat, card)
        ledger.tell(f"{ledger.seat(seat).name} buys {at}")


def cost_of(table: Table, card: str) -> Cost | None:
    """What a card of the middle costs; None if it is not transcribed."""
    outpost, villager = table.shelf.outpost(card), table.shelf.villager(card)
    if outpost is not None:
        return outpost.speed
    return None if villager is None else villager.cost


def _stopped(ledger: Ledger, seats: Sequence[int]) -> None:
    """Buying goes on until nobody can buy (ruling speed-stop)."""
    cards = ledger.left[:1] if ledger.table.rulings.speed_pile == "top" else ledger.left
    for seat in seats:
        state = ledger.seat(seat).state
        if seat not in ledger.moves:
            continue
        free = ledger.unspent(seat)
        gives = tuple(state.area(placed).gives for placed in free)
        for card in cards:
            cost = cost_of(ledger.table, card)
            found = () if cost is None else payments(cost, gives)
            if cost is None or not found:
                continue
            title = getattr(ledger.table.shelf.find(card), "title", card)
            pay = tuple(free[at].card for at in found[0])
            reason = BOOK.reason(
                "must-buy",
                title,
                "buy-paying" if pay else "buy",
                cost=cost,
                name=ledger.seat(seat).name,
                card=card,
                pay=pay,
            )
            ledger.say(seat, reason)
            break
