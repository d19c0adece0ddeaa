"""Cooperative games: what the group pays together at the end of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from palace.palm_island.cards import Id
from palace.palm_island.criteria import in_words, measure
from palace.palm_island.payment import missing, payments, pays, superfluous
from palace.palm_island.reasons import Reason
from palace.palm_island.resources import Cost, Resources, cost_words
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
        text = f"all {len(levels)} levels of {disaster.title} are done"
        for seat in paid:
            ledger.spend(seat, paid[seat])
            ledger.say(seat, Reason("disaster", disaster.title, None, "pay nothing", text))
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
    what = f"level {last}" if steps == 1 else f"levels {level + 1} to {last}"
    each = cost_words(disaster.cost(level, steps, 1))
    doing = f"{what} of {disaster.title} ({each} for each of {players} players)"
    cost = disaster.cost(level, steps, players)
    if _together(ledger, disaster.title, doing, cost, shares, every, min(paid)):
        ledger.level = last
        rest = len(levels) - last
        left = "that was the last one" if not rest else f"{rest} left"
        ledger.tell(f"{_names(ledger, paid)} pay{'s' * (len(paid) == 1)} {what} of "
                    f"{disaster.title}: {left}")  # fmt: skip


def _ability(ledger: Ledger, ability: Ability) -> None:
    paid = {seat: buy.pay for seat, buy in ledger.buys(ability.id)}
    if not paid:
        return
    first = min(paid)
    if ledger.ready:
        for seat in paid:
            ledger.spend(seat, paid[seat])
            text = f"{ability.title} is paid for already, all players can use it"
            ledger.say(seat, Reason("buy", ability.title, None, "leave it out", text))
        return
    every = _pool(ledger)
    shares = _shares(ledger, paid)
    good = _upgrades(ledger, ability, first, [*paid])
    cost = ability.due(len(ledger.table.seats))
    if cost is not None:
        doing = f"upgrading {ability.title}"
        good = _together(ledger, ability.title, doing, cost, shares, every, first) and good
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
            who = "the group has" if group else "nobody who pays has more than"
            text = f"{ability.title} asks for {least} {in_words(what)}; {who} {have}"
            remedy = f"upgrade it when there are {least - have} more"
            ledger.say(first, Reason("criterion", ability.title, least - have, remedy, text))
    return good


def _together(
    ledger: Ledger,
    at: str,
    doing: str,
    cost: Cost,
    shares: Sequence[Share],
    every: Sequence[Share],
    first: int,
) -> bool:
    """Whether all shares together pay a cost; reasons stand with the first who pays."""
    gives = [_gives(ledger, share) for share in shares]
    if not pays(cost, gives):
        lack = missing(cost, gives)
        text = f"{doing} costs {cost_words(cost)}; {_listed(ledger, shares)}: {lack} is missing"
        remedy = _would_do(ledger, cost, every)
        ledger.say(first, Reason("too-little", at, lack.amount, remedy, text))
        return False
    if not ledger.spare and (idle := superfluous(cost, gives)):
        could = "could be left out" if len(idle) == 1 else "could each be left out"
        cards = ", ".join(_card(ledger, shares[index]) for index in idle)
        text = f"{doing} costs {cost_words(cost)}; {cards} {could}"
        remedy = _would_do(ledger, cost, shares)
        ledger.say(first, Reason("too-much", at, 1, remedy, text))
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


def _card(ledger: Ledger, share: Share) -> str:
    """A card with its player and what it gives: `Ana's 4 (1L)`."""
    return f"{ledger.seat(share.seat).name}'s {share.placed.card} ({_gives(ledger, share)})"


def _listed(ledger: Ledger, shares: Sequence[Share]) -> str:
    cards = ", ".join(_card(ledger, share) for share in shares)
    return f"{cards} pay{'s' * (len(shares) == 1)} too little" if shares else "nothing is paid"


def _would_do(ledger: Ledger, cost: Cost, every: Sequence[Share]) -> str:
    """A payment that would do, or what is stored."""
    stored = ", ".join(_card(ledger, share) for share in every) or "nothing"
    if len(every) > MOST_LISTED:
        return f"stored: {stored}"
    found = payments(cost, tuple(_gives(ledger, share) for share in every), ledger.spare)
    if not found:
        return f"stored: {stored}, which is not enough; {ledger.later}"
    return f"pay {', '.join(_card(ledger, every[index]) for index in found[0])}"


def _names(ledger: Ledger, seats: Sequence[int] | dict[int, tuple[Id, ...]]) -> str:
    return joined([ledger.seat(seat).name for seat in seats])
