"""Cooperative games: what the group pays together at the end of a round.

Casual games: outposts for whoever alone meets their criterion at the end of a round.

Speed games: the cards of the middle are bought in the order in which the round was finished.

Villagers: recruited at the end of a round, chosen for the next one.

The end of a round at the whole table: everybody's `round-end`, judged and done together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from palace.core.verdict import Reason
from palace.palm_island.cards import (
    Area,
    Card,
    Cost,
    Id,
    Resources,
    missing,
    payments,
    pays,
    superfluous,
)
from palace.palm_island.engine import not_there, paid, straightened
from palace.palm_island.rules import BOOK, level_words
from palace.palm_island.specials import Ability, Disaster, Outpost
from palace.palm_island.state import Buy, Move, Placed, State, measure, unmet
from palace.palm_island.table import Middle, RoundEnd, Table
from palace.scoring.score import joined

# ==== table.coop

MOST_LISTED = 12
"""Stored cards of all players up to which payments are looked for to name them."""


class Share(NamedTuple):
    """A stored card and the seat it lies at."""

    seat: int
    placed: Placed


class Due(NamedTuple):
    """What the group pays for the card `at`: for its levels, the first and the last, of which each
    player's part is `each`, or to upgrade it."""

    at: str
    cost: Cost
    levels: tuple[int, int] | None = None
    each: Cost | None = None


def cooperate(end: RoundEnd) -> None:
    """The disaster, then the ability, each paid for by any combination of players."""
    table = end.table
    if table.disaster is not None:
        _disaster(end, table.disaster)
    if table.ability is not None:
        _ability(end, table.ability)


def _disaster(end: RoundEnd, disaster: Disaster) -> None:
    paid = {seat: move.disaster for seat, move in end.moves.items() if move.disaster}
    if not paid:
        return
    levels, level = disaster.levels, end.level
    if levels is not None and level >= len(levels):
        reason = BOOK.reason("disaster", disaster.title, "pay-nothing", count=len(levels))
        for seat in paid:
            end.spend(seat, paid[seat])
            end.say(seat, reason)
        return
    every = _pool(end)
    shares = _shares(end, paid)
    if levels is None:
        end.level += 1
        end.tell(f"level {end.level} of {disaster.title} is paid; its cost is not known")
        return
    players = len(end.table.seats)
    steps = 1
    if end.table.rulings.disaster_levels == "any":
        gives = [_gives(end, share) for share in shares]
        more = (n for n in range(len(levels) - level, 1, -1)
                if pays(disaster.cost(level, n, players), gives))  # fmt: skip
        steps = next(more, 1)
    last = level + steps
    cost, each = disaster.cost(level, steps, players), disaster.cost(level, steps, 1)
    due = Due(disaster.title, cost, (level + 1, last), each)
    if _together(end, due, shares, every, min(paid)):
        end.level = last
        rest = len(levels) - last
        left = "that was the last one" if not rest else f"{rest} left"
        end.tell(f"{_names(end, paid)} pay{'s' * (len(paid) == 1)} "
                    f"{level_words((level + 1, last))} of {disaster.title}: {left}")  # fmt: skip


def _ability(end: RoundEnd, ability: Ability) -> None:
    paid = {seat: buy.pay for seat, buy in end.buys(ability.id)}
    if not paid:
        return
    first = min(paid)
    if end.ready:
        for seat in paid:
            end.spend(seat, paid[seat])
            end.say(seat, BOOK.reason("buy.ready", ability.title, "leave-it"))
        return
    every = _pool(end)
    shares = _shares(end, paid)
    good = _upgrades(end, ability, first, [*paid])
    cost = ability.due(len(end.table.seats))
    if cost is not None:
        good = _together(end, Due(ability.title, cost), shares, every, first) and good
    if good:
        end.ready = True
        end.tell(f"{_names(end, paid)} upgrade{'s' * (len(paid) == 1)} {ability.title}: all "
                    "players can use it")  # fmt: skip


def _upgrades(end: RoundEnd, ability: Ability, first: int, payers: Sequence[int]) -> bool:
    """Whether the group, or one of those who pay, has the upgrades the card asks for."""
    good = True
    group = end.table.rulings.ability_upgrades == "group"
    for what, least in ability.needs:
        seats = range(len(end.table.seats)) if group else payers
        counts = [measure(end.seat(seat).state, what) for seat in seats]
        have = sum(counts) if group else max(counts)
        if have < least:
            good = False
            reason = BOOK.reason(
                "criterion.group" if group else "criterion.payer",
                ability.title,
                "upgrade-later",
                by=least - have,
                least=least,
                what=what,
                have=have,
                more=least - have,
            )
            end.say(first, reason)
    return good


def _together(
    end: RoundEnd, due: Due, shares: Sequence[Share], every: Sequence[Share], first: int
) -> bool:
    """Whether all shares together pay what is due; reasons stand with the first who pays."""
    cost, gives = due.cost, [_gives(end, share) for share in shares]
    if not pays(cost, gives):
        lack = missing(cost, gives)
        reason = BOOK.reason(
            "too-little.levels" if due.levels else "too-little.upgrade",
            due.at,
            by=lack.amount,
            levels=due.levels,
            each=due.each,
            players=len(end.table.seats),
            cost=cost,
            paid=_held(end, shares),
            lack=lack,
        )
        end.say(first, _with_payment(reason, end, cost, every))
        return False
    if not end.spare and (idle := superfluous(cost, gives)):
        reason = BOOK.reason(
            "too-much.levels" if due.levels else "too-much.upgrade",
            due.at,
            by=1,
            levels=due.levels,
            each=due.each,
            players=len(end.table.seats),
            cost=cost,
            idle=_held(end, [shares[index] for index in idle]),
        )
        end.say(first, _with_payment(reason, end, cost, shares))
        return False
    return True


def _shares(end: RoundEnd, paid: dict[int, tuple[Id, ...]]) -> list[Share]:
    return [
        Share(seat, placed) for seat, cards in paid.items() for placed in end.spend(seat, cards)
    ]


def _pool(end: RoundEnd) -> list[Share]:
    return [
        Share(seat, placed) for seat in range(len(end.table.seats))
        for placed in end.unspent(seat)
    ]  # fmt: skip


def _gives(end: RoundEnd, share: Share) -> Resources:
    return end.seat(share.seat).state.area(share.placed).gives


def _held(end: RoundEnd, shares: Sequence[Share]) -> tuple[tuple[Id, Resources, str], ...]:
    """Cards with what they give and their players."""
    return tuple(
        (share.placed.card, _gives(end, share), end.seat(share.seat).name) for share in shares
    )


def _with_payment(reason: Reason, end: RoundEnd, cost: Cost, every: Sequence[Share]) -> Reason:
    """The reason with a payment that would do as its remedy, or with what is stored."""
    stored = _held(end, every)
    if len(every) > MOST_LISTED:
        return reason.with_remedy("stored", stored=stored)
    found = payments(cost, tuple(_gives(end, share) for share in every), end.spare)
    if not found:
        return reason.with_remedy("short-leave" if end.last else "short-later", stored=stored)
    return reason.with_remedy("pay-together", cards=tuple(stored[index] for index in found[0]))


def _names(end: RoundEnd, seats: Sequence[int] | dict[int, tuple[Id, ...]]) -> str:
    return joined([end.seat(seat).name for seat in seats])


# ==== table.casual


def claim(end: RoundEnd) -> None:
    """Every outpost that is claimed goes to the one who meets it, or back to the box."""
    for card in tuple(end.left):
        outpost = end.table.card_pool.outpost(card)
        if outpost is not None:
            _claim(end, outpost)


def _claim(end: RoundEnd, outpost: Outpost) -> None:
    claims = dict(end.buys(outpost.id))
    good = []
    for seat, buy in claims.items():
        if buy.pay:
            by = len(buy.pay)
            end.say(seat, BOOK.reason("too-much.casual", outpost.title, "leave-pay", by=by))
            end.spend(seat, buy.pay)
        if _meets(end, seat, outpost):
            good.append(seat)
    others = [
        seat for seat in range(len(end.table.seats))
        if seat not in claims and _could(end, seat, outpost)
    ]  # fmt: skip
    if not good:
        return
    both = [*good, *others]
    if len(both) == 1:
        owned = end.take(good[0], outpost.id)
        points = f"{owned.points} point{'s' * (owned.points != 1)}"
        end.tell(f"{end.seat(good[0]).name} takes {outpost.title}: {points}")
    else:
        names = joined([end.seat(seat).name for seat in sorted(both)])
        end.tell(f"{names} meet {outpost.title} in one round: it goes back to the box")
    end.left.remove(outpost.id)


def _meets(end: RoundEnd, seat: int, outpost: Outpost) -> bool:
    """Whether a claim is right; one whose criterion is known in words only is trusted."""
    state, needs = end.seat(seat).state, outpost.needs or ()
    lacking = [*unmet(state, needs)]
    for what, have, least in lacking:
        reason = BOOK.reason(
            "criterion",
            outpost.title,
            "claim-later",
            by=least - have,
            needs=needs,
            name=end.seat(seat).name,
            have=have,
            what=what,
            more=least - have,
        )
        end.say(seat, reason)
    return not lacking


def _could(end: RoundEnd, seat: int, outpost: Outpost) -> bool:
    """Whether somebody who claims nothing counts all the same (ruling outpost-claim)."""
    if end.table.rulings.outpost_claim == "claimed" or outpost.needs is None:
        return False
    state = end.seat(seat).state
    here = state.over and state.round == end.number
    return here and not [*unmet(state, outpost.needs)]


# ==== table.speed


def purchase(end: RoundEnd, order: Sequence[int] | None) -> None:
    """Everybody in turn buys one card, again and again; `order` are the seats, None if not known.

    Without an order the seats buy in theirs, and every purchase has its reason.
    """
    seats = [*range(len(end.table.seats))] if order is None else [*order]
    queues = {seat: _for_sale(end, seat) for seat in seats}
    while any(queues.values()):
        for seat in seats:
            if queues[seat]:
                _buy(end, seat, queues[seat].pop(0), known=order is not None)
    if end.table.rulings.speed_stop == "can":
        _stopped(end, seats)


def _for_sale(end: RoundEnd, seat: int) -> list[Buy]:
    """What a seat buys of the middle."""
    move = end.moves.get(seat)
    return [buy for buy in move.buys if buy.card in end.table.middle.left] if move else []


def _buy(end: RoundEnd, seat: int, buy: Buy, *, known: bool) -> None:
    card = str(buy.card)
    found = end.table.card_pool.find(card)
    at = card if found is None else found.title
    good = True
    if not known:
        good = False
        end.say(seat, BOOK.reason("order", at, "add-finish", round=end.number))
    if card not in end.left:
        end.spend(seat, buy.pay)
        name, sale = end.seat(seat).name, tuple(end.left)
        end.say(seat, BOOK.reason("buy.early", at, "for-sale", name=name, sale=sale))
        return
    if end.table.rulings.speed_pile == "top" and card != end.left[0]:
        good = False
        end.say(seat, BOOK.reason("buy.pile", at, "for-sale", sale=(end.left[0],)))
    cost = cost_of(end.table, card)
    good = end.pay(seat, at, "buy", cost, buy.pay) and good
    if good:
        end.left.remove(card)
        end.take(seat, card)
        end.tell(f"{end.seat(seat).name} buys {at}")


def cost_of(table: Table, card: str) -> Cost | None:
    """What a card of the middle costs; None if it is not transcribed."""
    outpost, villager = table.card_pool.outpost(card), table.card_pool.villager(card)
    if outpost is not None:
        return outpost.speed
    return None if villager is None else villager.cost


def _stopped(end: RoundEnd, seats: Sequence[int]) -> None:
    """Buying goes on until nobody can buy (ruling speed-stop)."""
    cards = end.left[:1] if end.table.rulings.speed_pile == "top" else end.left
    for seat in seats:
        state = end.seat(seat).state
        if seat not in end.moves:
            continue
        free = end.unspent(seat)
        gives = tuple(state.area(placed).gives for placed in free)
        for card in cards:
            cost = cost_of(end.table, card)
            found = () if cost is None else payments(cost, gives)
            if cost is None or not found:
                continue
            title = getattr(end.table.card_pool.find(card), "title", card)
            pay = tuple(free[at].card for at in found[0])
            reason = BOOK.reason(
                "must-buy",
                title,
                "buy-paying" if pay else "buy",
                cost=cost,
                name=end.seat(seat).name,
                card=card,
                pay=pay,
            )
            end.say(seat, reason)
            break


# ==== table.villagers


def recruit(end: RoundEnd) -> None:
    """Villagers that wait before the tracker and are paid for; as many as a player can afford."""
    for seat, move in end.moves.items():
        for buy in move.buys:
            card = str(buy.card)
            if card not in end.seat(seat).waiting:
                continue
            villager = end.table.card_pool.villager(card)
            title = card if villager is None else villager.title
            if card not in end.waiting[seat]:
                end.spend(seat, buy.pay)
                end.say(seat, BOOK.reason("buy.twice", title, "leave-one"))
                continue
            cost = None if villager is None else villager.cost
            if end.pay(seat, title, "recruit", cost, buy.pay):
                end.waiting[seat].remove(card)
                end.take(seat, card)
                end.tell(f"{end.seat(seat).name} recruits {title}")


def choose(end: RoundEnd) -> None:
    """Who is active in the next round: any number of recruited villagers that say Active."""
    for seat, move in end.moves.items():
        owned = {card.card for card in end.owned[seat]}
        active = []
        for name in map(str, move.use):
            villager = end.table.card_pool.villager(name)
            title = name if villager is None else villager.title
            who = end.seat(seat).name
            if end.table.last(end.number):
                reason = BOOK.reason("use.last", title, "leave-use", round=end.number)
            elif name not in owned or villager is None:
                can = tuple(o.card for o in end.owned[seat] if _active(end, o.card))
                reason = BOOK.reason(
                    "use.not-recruited", title, "can-use" if can else "recruit", name=who, can=can
                )
            elif not villager.active:
                reason = BOOK.reason("use", title, "leave-it")
            else:
                active.append(name)
                end.tell(f"{who} uses {title} in round {end.number + 1}: {villager.active}")
                continue
            end.say(seat, reason)
        end.active[seat] = tuple(active)


def _active(end: RoundEnd, card: str) -> bool:
    villager = end.table.card_pool.villager(card)
    return villager is not None and bool(villager.active)


# ==== table.closing

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
    end = RoundEnd(table, number, moves)
    knows = table.knows
    for seat, move in end.moves.items():
        state = end.seat(seat).state
        end.say(seat, *not_there(state, move, **knows))
    if table.mode == "coop":
        cooperate(end)
    elif table.mode == "casual":
        claim(end)
    elif table.mode == "speed":
        purchase(end, order)
    recruit(end)
    if knows["buy"]:
        _strangers(end)
    if knows["use"]:
        choose(end)
    return Closed(
        _after(end),
        {seat: tuple(found) for seat, found in end.reasons.items()},
        tuple(end.news),
    )


def _strangers(end: RoundEnd) -> None:
    """What is bought although it does not lie in the middle, nor waits before the tracker."""
    table = end.table
    for seat, move in end.moves.items():
        here = [*table.middle.left, *end.seat(seat).waiting]
        here += [] if table.ability is None else [table.ability.id]
        for buy in move.buys:
            if buy.card in here:
                continue
            end.spend(seat, buy.pay)
            found = table.card_pool.find(buy.card)
            title = str(buy.card) if found is None else found.title
            reason = BOOK.reason(
                "buy", title, "there-are" if here else "nothing-left", there=tuple(here)
            )
            end.say(seat, reason)


def _after(end: RoundEnd) -> Table:
    table = end.table
    seats = []
    for at, seat in enumerate(table.seats):
        state, move = seat.state, end.moves.get(at)
        owned = tuple(end.owned[at])
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
                waiting=tuple(end.waiting[at]),
                owned=owned,
                active=end.active[at],
                closed=seat.closed if move is None else seat.state.round,
            )
        )
    middle = Middle(end.level, end.ready, tuple(end.left))
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
