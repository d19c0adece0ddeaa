"""The end of a round: the `round-end` of all players, judged and performed together.

In a cooperative game the group pays for the disaster and the ability; in a casual game an outpost
goes to the player who alone meets its criterion; in a speed game the cards of the middle are bought
in the order in which the round was finished.  Villagers are recruited, and chosen for the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from palace.core.verdict import Reason
from palace.palm_island.cards import Cost, Id, payments, pays
from palace.palm_island.engine import Due, bill, not_there, paid, straightened
from palace.palm_island.rules import BOOK, Held
from palace.palm_island.specials import Ability, Disaster, Outpost, Villager
from palace.palm_island.state import ROUND_END, Buy, Move
from palace.palm_island.table import Middle, RoundEnd, Table, round_end


def close(table: Table, number: int, moves: Mapping[int, tuple[int, Move]],
          order: Sequence[int] | None = None) -> RoundEnd:  # fmt: skip
    """Return the end of round `number` with its reasons and the table after it.

    `moves` holds the `round-end` of each seat that has one, with its number among the player's
    moves; `order` are the seats in their order of finish, for speed games.  An illegal purchase
    fails, but its payment is straightened.
    """
    end = RoundEnd(table, number, moves)
    knows = table.knows
    for seat, move in end.moves.items():
        end.refuse(seat, *not_there(end.seats[seat].state, move, **knows))
    if table.disaster is not None:
        _pay_disaster(end, table.disaster)
    if table.ability is not None:
        _upgrade(end, table.ability)
    if table.mode == "casual":
        for outpost in table.card_pool.among(Outpost, table.middle.left):
            _claim(end, outpost)
    elif table.mode == "speed":
        _purchase(end, order)
    _recruit(end)
    if knows["buy"]:
        _refuse_strangers(end)
    if knows["use"]:
        _choose(end)
    end.table = _after(end)
    return end


def offers(table: Table, seat: int, draft: Move) -> Iterator[Move]:
    """Yield the parts that bring no reason against a seat's `round-end` with those in `draft`.

    The order is fixed: the disaster, cards in the order of the middle, the ability, villagers, then
    what is used; payments with fewest cards first.  A card whose cost is not transcribed is offered
    without payment.
    """
    mine = table.seats[seat]
    free = [placed for placed in mine.state.stored if placed.card not in paid(draft)]
    gives = tuple(mine.state.area(placed).gives for placed in free)
    ability = () if table.ability is None else (table.ability.id,)
    names = dict.fromkeys((*table.middle.left, *ability, *mine.waiting))

    def ways(cost: Cost | None) -> Iterator[tuple[Id, ...]]:
        every = ((),) if cost is None else payments(cost, gives, table.rulings.payment == "any")
        yield from (tuple(free[at].card for at in chosen) for chosen in every)

    parts = [Move(ROUND_END, disaster=pay) for pay in ways(table.level_cost) if pay]
    for name in names:
        parts += [Move(ROUND_END, buys=(Buy(name, pay),)) for pay in ways(table.cost_of(name))]
    taken = (*(owned.card for owned in mine.owned), *(str(buy.card) for buy in draft.buys))
    parts += [Move(ROUND_END, use=(name,)) for name in dict.fromkeys((*taken, *ability))]

    def wrong(move: Move) -> set[tuple[str, str]]:
        closed = close(table, mine.state.round, {seat: (0, move)}, [seat])
        return {(reason.key, reason.at) for reason in closed.reasons[seat]}

    before = wrong(draft)
    had = {*(buy.card for buy in draft.buys), *draft.use}
    for part in parts:
        new = had.isdisjoint((*(buy.card for buy in part.buys), *part.use))
        if new and not (part.disaster and draft.disaster):
            yield from (part,) * (wrong(round_end(draft, part)) <= before)


def _refuse_strangers(end: RoundEnd) -> None:
    """Refuse purchases of cards that are neither in the middle nor before the tracker."""
    table = end.table
    for seat, move in end.moves.items():
        here = [*table.middle.left, *end.seats[seat].waiting]
        here += [] if table.ability is None else [table.ability.id]
        for buy in move.buys:
            if buy.card not in here:
                _pay_in_vain(end, {seat: buy.pay}, BOOK.reason(
                    "buy", table.card_pool.title(buy.card),
                    "there-are" if here else "nothing-left", there=tuple(here),
                ))  # fmt: skip


def _after(end: RoundEnd) -> Table:
    table = end.table
    seats = []
    for at, seat in enumerate(table.seats):
        if (move := end.moves.get(at)) is not None:
            begun = straightened(seat.state, paid(move)).begun
            seat = replace(seat, state=begun, closed=seat.state.round)
        waiting, owned = tuple(end.waiting[at]), tuple(end.owned[at])
        seats.append(replace(seat, waiting=waiting, owned=owned, active=end.active[at]))
    middle = Middle(end.level, end.ready, tuple(end.left))
    return replace(table, seats=tuple(seats), middle=middle)


# Cooperative games: the group pays together.


def _pay_disaster(end: RoundEnd, disaster: Disaster) -> None:
    paid = {seat: move.disaster for seat, move in end.moves.items() if move.disaster}
    if not paid:
        return
    count = len(disaster.levels)
    if end.table.complete:
        _pay_in_vain(end, paid, BOOK.reason("disaster", disaster.title, "pay-nothing", count=count))
        return
    every, shares = _shares(end, paid)
    if not count:
        end.level += 1
        end.report("level.unknown", number=end.level, card=disaster.label)
        return
    level, cost = end.level + 1, end.table.level_cost or ()
    due = Due(disaster.title, cost, end.spare, later=not end.last, level=level,
              each=disaster.due(end.level, 1), players=len(end.seats))  # fmt: skip
    if _pay_together(end, due, shares, every, _first(end, paid)):
        end.level = level
        left, names = count - level, _names(end, paid)
        end.report("levels" if left else "levels.last",
                   names=names, number=level, card=disaster.label, left=left)  # fmt: skip


def _upgrade(end: RoundEnd, ability: Ability) -> None:
    paid = {seat: buy.pay for seat, buy in end.buys(ability.id)}
    if not paid:
        return
    first = _first(end, paid)
    if end.ready and end.table.rulings.ability_cost == "once":
        _pay_in_vain(end, paid, BOOK.reason("buy.ready", ability.title, "leave-it"))
        return
    every, shares = _shares(end, paid)
    good = True
    for what, least in () if end.table.partial else ability.criteria or ():
        have = sum(seat.state.measure(what) for seat in end.seats)
        if (by := least - have) > 0:
            good &= not end.refuse(first, BOOK.reason(
                "criterion.group", ability.title, "upgrade-later",
                by=by, least=least, what=what, have=have, more=by,
            ))  # fmt: skip
    cost = end.table.cost_of(ability.id)
    if cost is not None:
        due = Due(ability.title, cost, end.spare, later=not end.last)
        good &= _pay_together(end, due, shares, every, first)
    if good:
        names = _names(end, paid)
        end.report("ready" if end.ready else "upgraded", names=names, card=ability.label)
        end.ready = end.usable = True


def _pay_in_vain(end: RoundEnd, paid: Mapping[int, Sequence[Id]], *why: Reason) -> None:
    for seat, cards in paid.items():
        end.spend(seat, cards)
        end.refuse(seat, *why)


def _pay_together(end: RoundEnd, due: Due, shares: tuple[Held, ...], every: tuple[Held, ...],
                  first: int) -> bool:  # fmt: skip
    """Return whether all shares together pay what is due; if not, refuse the first payer."""
    if end.table.partial and not pays(due.cost, [share[1] for share in shares]):
        return True  # the others' part is not known
    return not end.refuse(first, *bill(due, shares, every))


def _first(end: RoundEnd, paid: Iterable[int]) -> int:
    """Return the seat that answers for a joint payment: one with a card that allows it, if any."""
    return min(paid, key=lambda seat: (end.moves[seat].by is None, seat))


def _shares(end: RoundEnd, paid: Mapping[int, Sequence[Id]]) -> tuple[tuple[Held, ...], ...]:
    """Return all that the group can pay with, and what is spent of it."""
    there = [one for seat in range(len(end.seats)) for one in end.held(seat, end.unspent(seat))]
    spent = [one for seat in paid for one in end.held(seat, end.spend(seat, paid[seat]))]
    return (*there,), (*spent,)


def _names(end: RoundEnd, seats: Iterable[int]) -> tuple[str, ...]:
    return tuple(end.seats[seat].name for seat in seats)


# Casual games: outposts by their criteria.


def _claim(end: RoundEnd, outpost: Outpost) -> None:
    """Give an outpost to the one player who claims and meets it; if several do, box it."""
    good = []
    for seat, buy in end.buys(outpost.id):
        if buy.pay:
            by = len(buy.pay)
            end.refuse(seat, BOOK.reason("too-much.casual", outpost.title, "leave-pay", by=by))
            end.spend(seat, buy.pay)
        player, needs = end.seats[seat], outpost.criteria or ()
        if not end.refuse(seat, *(
            BOOK.reason(
                "criterion", outpost.title, "claim-later", by=least - have, needs=needs,
                name=player.name, have=have, what=what, more=least - have
            )
            for what, have, least in end.table.unmet(player, needs)
        )):  # fmt: skip
            good.append(seat)  # a criterion that is known in words only is trusted
    if not good:
        return
    if len(good) == 1:
        name, points = end.seats[good[0]].name, end.take(good[0], outpost.id).points
        end.report("taken", name=name, card=outpost.label, points=points)
    else:
        end.report("boxed", names=_names(end, good), card=outpost.label)
    end.left.remove(outpost.id)


# Speed games: the middle for sale.


def _purchase(end: RoundEnd, order: Sequence[int] | None) -> None:
    """Let the players in turn buy one card at a time; `order` are the seats, None if not recorded.

    Without an order the players buy by seat, and each purchase gets a reason.
    """
    seats = [*range(len(end.seats))] if order is None else [*order]
    queues = {
        seat: [b for b in end.moves[seat].buys if b.card in end.table.middle.left]
        for seat in seats
        if seat in end.moves
    }
    while any(queues.values()):
        for seat, queue in queues.items():
            if queue:
                _buy(end, seat, queue.pop(0), known=order is not None)
    if end.table.rulings.speed_stop == "can" and not end.table.partial:
        _refuse_stopping(end, queues)


def _buy(end: RoundEnd, seat: int, buy: Buy, *, known: bool) -> None:
    card = str(buy.card)
    at, name = end.table.card_pool.title(card), end.seats[seat].name
    if not known:
        known = not end.refuse(seat, BOOK.reason("order", at, "add-finish", round=end.number))
    if card not in end.left:
        sold = BOOK.reason("buy.early", at, "for-sale", name=name, sale=tuple(end.left))
        _pay_in_vain(end, {seat: buy.pay}, sold)
        return
    if end.pay(seat, at, "buy", end.table.cost_of(card), buy.pay) and known:
        end.left.remove(card)
        end.report("bought", name=name, card=end.take(seat, card).title)


def _refuse_stopping(end: RoundEnd, seats: Iterable[int]) -> None:
    """Refuse each player who can still buy a card not yet named to another (ruling speed-stop)."""
    cards = [card for name in end.left if (card := end.table.card_pool.find(name)) is not None]
    for seat in seats:
        free = end.unspent(seat)
        gives = tuple(one[1] for one in end.held(seat, free))
        for card in cards:
            cost = end.table.cost_of(card.id)
            found = () if cost is None else payments(cost, gives)
            if found:
                pay, name = tuple(free[at].card for at in found[0]), end.seats[seat].name
                if end.refuse(seat, BOOK.reason(
                    "must-buy", card.title, "buy-paying" if pay else "buy",
                    cost=cost, name=name, card=card.id, pay=pay,
                )):  # fmt: skip
                    cards.remove(card)
                break


# Villagers, in every mode, and abilities.


def _recruit(end: RoundEnd) -> None:
    for seat, move in end.moves.items():
        player = end.seats[seat]
        for buy in move.buys:
            card = str(buy.card)
            if card not in player.waiting:
                continue
            title = end.table.card_pool.title(card)
            if card not in end.waiting[seat]:
                _pay_in_vain(end, {seat: buy.pay}, BOOK.reason("buy.twice", title, "leave-one"))
            elif end.pay(seat, title, "recruit", end.table.cost_of(card), buy.pay):
                end.waiting[seat].remove(card)
                end.report("recruited", name=player.name, card=end.take(seat, card).title)


def _choose(end: RoundEnd) -> None:
    """Note which active villagers, and whether the ability, are used in the next round."""
    pool = end.table.card_pool
    for seat, move in end.moves.items():
        who, active = end.seats[seat].name, []
        for name in map(str, move.use):
            wrong = _not_usable(end, seat, name)
            if wrong is None or not end.refuse(seat, wrong):
                active.append(name)
                card = pool.find(name)
                says = "" if card is None else card.effect
                title = name if card is None else card.label
                end.report("used.for" if says else "used", name=who, card=title,
                           round=end.number + 1, says=says)  # fmt: skip
        end.active[seat] = tuple(active)


def _not_usable(end: RoundEnd, seat: int, name: str) -> Reason | None:
    """Return the reason why a player cannot use a card in the next round; None if they can."""
    pool, ability, number = end.table.card_pool, end.table.ability, end.number
    card = pool.one(Villager, name) or pool.one(Ability, name)
    title = name if card is None else card.title
    if end.last:
        return BOOK.reason("use.last", title, "leave-use", round=number)
    if ability is not None and ability.id == name:
        if end.usable:
            return None
        if end.table.rulings.ability_cost == "every-use":
            return BOOK.reason("use.not-paid", title, "pay-use", card=name, round=number)
        return BOOK.reason("use.not-upgraded", title, "upgrade", card=name)
    owned = [card.card for card in end.owned[seat]]
    if not isinstance(card, Villager) or name not in owned:
        can = tuple(villager.id for villager in pool.among(Villager, owned) if villager.active)
        return BOOK.reason(
            "use.not-recruited", title, "can-use" if can else "recruit",
            name=end.seats[seat].name, can=can,
        )  # fmt: skip
    # With neither points nor an ability the card is not transcribed: it may have either.
    may = card.active or card.points is None
    return None if may else BOOK.reason("use", title, "leave-it")
