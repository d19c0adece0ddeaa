"""Cooperative games: what the group pays together at the end of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from palace.core.verdict import Reason
from palace.palm_island.cards import Id
from palace.palm_island.criteria import measure
from palace.palm_island.payment import missing, payments, pays, superfluous
from palace.palm_island.reasons import BOOK
from palace.palm_island.resources import Cost, Resources
from palace.palm_island.sentences import level_words
from palace.palm_island.specials.ability import Ability
from palace.palm_island.specials.disaster import Disaster
from palace.palm_island.state import Placed
from palace.palm_island.table.ledger import Ledger
from palace.scoring.score import joined

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


def cooperate(ledger: Ledger) -> None:
    """The disaster, then the ability, each paid for by any combination of players."""
    table = ledger.table
    if table.disaster is not None:
        _disaster(ledger, table.disaster)
    if table.ability is not None:
        _ability(ledger, table.ability)


def _disaster(ledger: Ledger, disaster: Disaster) -> None:
    paid = {seat: move.disaster for seat, move in ledger.moves.items() if move.disaster}
    if not paid:
        return
    levels, level = disaster.levels, ledger.level
    if levels is not None and level >= len(levels):
        reason = BOOK.reason("disaster", disaster.title, "pay-nothing", count=len(levels))
        for seat in paid:
            ledger.spend(seat, paid[seat])
            ledger.say(seat, reason)
        return
    every = _pool(ledger)
    shares = _shares(ledger, paid)
    if levels is None:
        ledger.level += 1
        ledger.tell(f"level {ledger.level} of {disaster.title} is paid; its cost is not known")
        return
    players = len(ledger.table.seats)
    steps = 1
    if ledger.table.rulings.disaster_levels == "any":
        gives = [_gives(ledger, share) for share in shares]
        more = (n for n in range(len(levels) - level, 1, -1)
                if pays(disaster.cost(level, n, players), gives))  # fmt: skip
        steps = next(more, 1)
    last = level + steps
    cost, each = disaster.cost(level, steps, players), disaster.cost(level, steps, 1)
    due = Due(disaster.title, cost, (level + 1, last), each)
    if _together(ledger, due, shares, every, min(paid)):
        ledger.level = last
        rest = len(levels) - last
        left = "that was the last one" if not rest else f"{rest} left"
        ledger.tell(f"{_names(ledger, paid)} pay{'s' * (len(paid) == 1)} "
                    f"{level_words((level + 1, last))} of {disaster.title}: {left}")  # fmt: skip


def _ability(ledger: Ledger, ability: Ability) -> None:
    paid = {seat: buy.pay for seat, buy in ledger.buys(ability.id)}
    if not paid:
        return
    first = min(paid)
    if ledger.ready:
        for seat in paid:
            ledger.spend(seat, paid[seat])
            ledger.say(seat, BOOK.reason("buy.ready", ability.title, "leave-it"))
        return
    every = _pool(ledger)
    shares = _shares(ledger, paid)
    good = _upgrades(ledger, ability, first, [*paid])
    cost = ability.due(len(ledger.table.seats))
    if cost is not None:
        good = _together(ledger, Due(ability.title, cost), shares, every, first) and good
    if good:
        ledger.ready = True
        ledger.tell(f"{_names(ledger, paid)} upgrade{'s' * (len(paid) == 1)} {ability.title}: all "
                    "players can use it")  # fmt: skip


def _upgrades(ledger: Ledger, ability: Ability, first: int, payers: Sequence[int]) -> bool:
    """Whether the group, or one of those who pay, has the upgrades the card asks for."""
    good = True
    group = ledger.table.rulings.ability_upgrades == "group"
    for what, least in ability.needs:
        seats = range(len(ledger.table.seats)) if group else payers
        counts = [measure(ledger.seat(seat).state, what) for seat in seats]
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
            ledger.say(first, reason)
    return good


def _together(
    ledger: Ledger, due: Due, shares: Sequence[Share], every: Sequence[Share], first: int
) -> bool:
    """Whether all shares together pay what is due; reasons stand with the first who pays."""
    cost, gives = due.cost, [_gives(ledger, share) for share in shares]
    if not pays(cost, gives):
        lack = missing(cost, gives)
        reason = BOOK.reason(
            "too-little.levels" if due.levels else "too-little.upgrade",
            due.at,
            by=lack.amount,
            levels=due.levels,
            each=due.each,
            players=len(ledger.table.seats),
            cost=cost,
            paid=_held(ledger, shares),
            lack=lack,
        )
        ledger.say(first, _with_payment(reason, ledger, cost, every))
        return False
    if not ledger.spare and (idle := superfluous(cost, gives)):
        reason = BOOK.reason(
            "too-much.levels" if due.levels else "too-much.upgrade",
            due.at,
            by=1,
            levels=due.levels,
            each=due.each,
            players=len(ledger.table.seats),
            cost=cost,
            idle=_held(ledger, [shares[index] for index in idle]),
        )
        ledger.say(first, _with_payment(reason, ledger, cost, shares))
        return False
    return True


def _shares(ledger: Ledger, paid: dict[int, tuple[Id, ...]]) -> list[Share]:
    return [
        Share(seat, placed) for seat, cards in paid.items() for placed in ledger.spend(seat, cards)
    ]


def _pool(ledger: Ledger) -> list[Share]:
    return [
        Share(seat, placed) for seat in range(len(ledger.table.seats))
        for placed in ledger.unspent(seat)
    ]  # fmt: skip


def _gives(ledger: Ledger, share: Share) -> Resources:
    return ledger.seat(share.seat).state.area(share.placed).gives


def _held(ledger: Ledger, shares: Sequence[Share]) -> tuple[tuple[Id, Resources, str], ...]:
    """Cards with what they give and their players."""
    return tuple(
        (share.placed.card, _gives(ledger, share), ledger.seat(share.seat).name) for share in shares
    )


def _with_payment(reason: Reason, ledger: Ledger, cost: Cost, every: Sequence[Share]) -> Reason:
    """The reason with a payment that would do as its remedy, or with what is stored."""
    stored = _held(ledger, every)
    if len(every) > MOST_LISTED:
        return reason.with_remedy("stored", stored=stored)
    found = payments(cost, tuple(_gives(ledger, share) for share in every), ledger.spare)
    if not found:
        return reason.with_remedy("short-leave" if ledger.last else "short-later", stored=stored)
    return reason.with_remedy("pay-together", cards=tuple(stored[index] for index in found[0]))


def _names(ledger: Ledger, seats: Sequence[int] | dict[int, tuple[Id, ...]]) -> str:
    return joined([ledger.seat(seat).name for seat in seats])
