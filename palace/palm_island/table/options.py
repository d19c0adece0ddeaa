"""What a player can take at the end of a round, by himself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from palace.palm_island.cards import Id
from palace.palm_island.criteria import measure, unmet
from palace.palm_island.moves import Buy
from palace.palm_island.payment import payments
from palace.palm_island.resources import Cost
from palace.palm_island.state import Placed
from palace.palm_island.table.coop import MOST_LISTED
from palace.palm_island.table.seat import Table
from palace.palm_island.table.speed import cost_of


def buys(table: Table, seat: int, taken: Sequence[Buy] = ()) -> tuple[Buy, ...]:
    """Every card one seat can take after those in `taken`, with every payment, in a pinned order:
    cards as they lie in the middle, the ability, villagers; payments with fewest cards first.

    A cost that is not transcribed is offered without payment.
    """
    return tuple(_buys(table, seat, taken))


def levels(table: Table, seat: int, taken: Sequence[Buy] = ()) -> tuple[tuple[Id, ...], ...]:
    """Every payment of the disaster's current level by one seat alone."""
    disaster = table.disaster
    if disaster is None or disaster.levels is None or table.complete:
        return ()
    cost = disaster.cost(table.middle.level, 1, len(table.seats))
    return tuple(_payments(table, seat, cost, taken))


def together(table: Table) -> dict[int, tuple[Id, ...]]:
    """One payment of the disaster's current level out of everybody's stored cards, by seat: with
    the fewest cards; empty if there is none, or too many cards to look through."""
    disaster = table.disaster
    if disaster is None or disaster.levels is None or table.complete:
        return {}
    every = [(at, placed) for at, seat in enumerate(table.seats) for placed in seat.state.stored]
    if len(every) > MOST_LISTED:
        return {}
    gives = tuple(table.seats[at].state.area(placed).gives for at, placed in every)
    cost = disaster.cost(table.middle.level, 1, len(table.seats))
    found = payments(cost, gives, table.rulings.payment == "any")
    chosen = [every[index] for index in found[0]] if found else []
    seats = dict.fromkeys(at for at, _ in chosen)
    return {seat: tuple(placed.card for at, placed in chosen if at == seat) for seat in seats}


def uses(table: Table, seat: int, taken: Sequence[Buy] = ()) -> tuple[str, ...]:
    """The villagers that can be active in the next round, those just taken among them."""
    mine = table.seats[seat]
    if table.last(mine.state.round):
        return ()
    names = [*(owned.card for owned in mine.owned), *(str(buy.card) for buy in taken)]
    found = ((name, table.shelf.villager(name)) for name in names)
    return tuple(name for name, villager in found if villager is not None and villager.active)


def _buys(table: Table, seat: int, taken: Sequence[Buy]) -> Iterator[Buy]:
    mine = table.seats[seat]
    had = {buy.card for buy in taken}
    for name in table.middle.left:
        if name in had:
            continue
        outpost = table.shelf.outpost(name)
        if table.mode == "casual":
            if outpost is not None and not [*unmet(mine.state, outpost.needs or ())]:
                yield Buy(name)
        elif table.rulings.speed_pile == "any" or name == _top(table, had):
            cost = cost_of(table, name)
            yield from (Buy(name, pay) for pay in _payments(table, seat, cost, taken))
    ability = table.ability
    if ability is not None and not table.middle.ready and ability.id not in had:
        group = table.rulings.ability_upgrades == "group"
        states = [other.state for other in table.seats] if group else [mine.state]
        if all(sum(measure(s, what) for s in states) >= n for what, n in ability.needs):
            cost = ability.due(len(table.seats))
            yield from (Buy(ability.id, pay) for pay in _payments(table, seat, cost, taken))
    for name in mine.waiting:
        villager = table.shelf.villager(name)
        if name not in had:
            cost = None if villager is None else villager.cost
            yield from (Buy(name, pay) for pay in _payments(table, seat, cost, taken))


def _top(table: Table, had: set[Id]) -> str | None:
    return next((name for name in table.middle.left if name not in had), None)


def _payments(
    table: Table, seat: int, cost: Cost | None, taken: Sequence[Buy]
) -> Iterator[tuple[Id, ...]]:
    if cost is None:
        yield ()
        return
    state = table.seats[seat].state
    spent = {card for buy in taken for card in buy.pay}
    free: list[Placed] = [placed for placed in state.stored if placed.card not in spent]
    gives = tuple(state.area(placed).gives for placed in free)
    for chosen in payments(cost, gives, table.rulings.payment == "any"):
        yield tuple(free[at].card for at in chosen)
