"""Casual games: outposts for whoever alone meets their criterion at the end of a round."""

from __future__ import annotations

from palace.palm_island.criteria import criteria_words, unmet
from palace.palm_island.reasons import Reason
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
            text = f"{outpost.title} costs nothing in a casual game"
            ledger.say(seat, Reason("too-much", outpost.title, len(buy.pay), "leave pay out", text))
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
    state, needs = ledger.seat(seat).state, outpost.needs
    lacking = [*unmet(state, needs or ())]
    for what, have, least in lacking:
        text = (
            f"{outpost.title} asks for {criteria_words(needs or ())}; "
            f"{ledger.seat(seat).name} has {have} {what}"
        )
        remedy = f"claim it at the end of a round with {least - have} more"
        ledger.say(seat, Reason("criterion", outpost.title, least - have, remedy, text))
    return not lacking


def _could(ledger: Ledger, seat: int, outpost: Outpost) -> bool:
    """Whether somebody who claims nothing counts all the same (ruling outpost-claim)."""
    if ledger.table.rulings.outpost_claim == "claimed" or outpost.needs is None:
        return False
    state = ledger.seat(seat).state
    here = state.over and state.round == ledger.number
    return here and not [*unmet(state, outpost.needs)]
