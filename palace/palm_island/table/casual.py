"""Casual games: outposts for whoever alone meets their criterion at the end of a round."""

from __future__ import annotations

from palace.palm_island.criteria import unmet
from palace.palm_island.reasons import BOOK
from palace.palm_island.specials.outpost import Outpost
from palace.palm_island.table.ledger import Ledger
from palace.scoring.score import joined


def claim(ledger: Ledger) -> None:
    """Every outpost that is claimed goes to the one who meets it, or back to the box."""
    for card in tuple(ledger.left):
        outpost = ledger.table.shelf.outpost(card)
        if outpost is not None:
            _claim(ledger, outpost)


def _claim(ledger: Ledger, outpost: Outpost) -> None:
    claims = dict(ledger.buys(outpost.id))
    good = []
    for seat, buy in claims.items():
        if buy.pay:
            by = len(buy.pay)
            ledger.say(seat, BOOK.reason("too-much.casual", outpost.title, "leave-pay", by=by))
            ledger.spend(seat, buy.pay)
        if _meets(ledger, seat, outpost):
            good.append(seat)
    others = [
        seat for seat in range(len(ledger.table.seats))
        if seat not in claims and _could(ledger, seat, outpost)
    ]  # fmt: skip
    if not good:
        return
    both = [*good, *others]
    if len(both) == 1:
        owned = ledger.take(good[0], outpost.id)
        points = f"{owned.points} point{'s' * (owned.points != 1)}"
        ledger.tell(f"{ledger.seat(good[0]).name} takes {outpost.title}: {points}")
    else:
        names = joined([ledger.seat(seat).name for seat in sorted(both)])
        ledger.tell(f"{names} meet {outpost.title} in one round: it goes back to the box")
    ledger.left.remove(outpost.id)


def _meets(ledger: Ledger, seat: int, outpost: Outpost) -> bool:
    """Whether a claim is right; one whose criterion is known in words only is trusted."""
    state, needs = ledger.seat(seat).state, outpost.needs or ()
    lacking = [*unmet(state, needs)]
    for what, have, least in lacking:
        reason = BOOK.reason(
            "criterion",
            outpost.title,
            "claim-later",
            by=least - have,
            needs=needs,
            name=ledger.seat(seat).name,
            have=have,
            what=what,
            more=least - have,
        )
        ledger.say(seat, reason)
    return not lacking


def _could(ledger: Ledger, seat: int, outpost: Outpost) -> bool:
    """Whether somebody who claims nothing counts all the same (ruling outpost-claim)."""
    if ledger.table.rulings.outpost_claim == "claimed" or outpost.needs is None:
        return False
    state = ledger.seat(seat).state
    here = state.over and state.round == ledger.number
    return here and not [*unmet(state, outpost.needs)]
