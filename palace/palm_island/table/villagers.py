"""Villagers: recruited at the end of a round, chosen for the next one."""

from __future__ import annotations

from palace.palm_island.reasons import BOOK
from palace.palm_island.table.ledger import Ledger


def recruit(ledger: Ledger) -> None:
    """Villagers that wait before the tracker and are paid for; as many as a player can afford."""
    for seat, move in ledger.moves.items():
        for buy in move.buys:
            card = str(buy.card)
            if card not in ledger.seat(seat).waiting:
                continue
            villager = ledger.table.shelf.villager(card)
            title = card if villager is None else villager.title
            if card not in ledger.waiting[seat]:
                ledger.spend(seat, buy.pay)
                ledger.say(seat, BOOK.reason("buy.twice", title, "leave-one"))
                continue
            cost = None if villager is None else villager.cost
            if ledger.pay(seat, title, "recruit", cost, buy.pay):
                ledger.waiting[seat].remove(card)
                ledger.take(seat, card)
                ledger.tell(f"{ledger.seat(seat).name} recruits {title}")


def choose(ledger: Ledger) -> None:
    """Who is active in the next round: any number of recruited villagers that say Active."""
    for seat, move in ledger.moves.items():
        owned = {card.card for card in ledger.owned[seat]}
        active = []
        for name in map(str, move.use):
            villager = ledger.table.shelf.villager(name)
            title = name if villager is None else villager.title
            who = ledger.seat(seat).name
            if ledger.table.last(ledger.number):
                reason = BOOK.reason("use.last", title, "leave-use", round=ledger.number)
            elif name not in owned or villager is None:
                can = tuple(o.card for o in ledger.owned[seat] if _active(ledger, o.card))
                reason = BOOK.reason(
                    "use.not-recruited", title, "can-use" if can else "recruit", name=who, can=can
                )
            elif not villager.active:
                reason = BOOK.reason("use", title, "leave-it")
            else:
                active.append(name)
                ledger.tell(f"{who} uses {title} in round {ledger.number + 1}: {villager.active}")
                continue
            ledger.say(seat, reason)
        ledger.active[seat] = tuple(active)


def _active(ledger: Ledger, card: str) -> bool:
    villager = ledger.table.shelf.villager(card)
    return villager is not None and bool(villager.active)
