"""Whether a move is legal, and every reason why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from palace.palm_island.cards import ORIENTATIONS, TRACKER, Id, Kind
from palace.palm_island.moves import Move
from palace.palm_island.payment import missing, pays, superfluous
from palace.palm_island.reasons import Reason
from palace.palm_island.resources import FREE, Cost, cost_words
from palace.palm_island.rulings import DEFAULT, Rulings
from palace.palm_island.state import LIMIT, Placed, State
from palace.palm_island.wording import holdings, listed, named, what_would_do

_DOING = {"store": "storing", "rotate": "rotating", "flip": "flipping"}
_NTH = ("1st", "2nd", "3rd")


class Verdict(NamedTuple):
    """The reasons against a move; none if it is legal."""

    reasons: tuple[Reason, ...]

    @property
    def legal(self) -> bool:
        """Whether no rule forbids it."""
        return not self.reasons


def judge(state: State, move: Move, rulings: Rulings = DEFAULT) -> tuple[Reason, ...]:
    """Every reason why a move is not legal here, in the order a player meets the rules.

    After a round's end a card move is judged in the next round.  A move of a card that is not
    among the top two is still judged for what it does and pays.
    """
    return tuple(_reasons(state, move, rulings))


def _reasons(state: State, move: Move, rulings: Rulings) -> Iterator[Reason]:
    if move.kind == "round-end":
        yield from _round_end(state, move)
        return
    if state.finished:
        text = "the game ended with round 8"
        yield Reason("finished", _tracker(state), None, "leave the move out", text)
        return
    state = state.begun
    if move.kind == "discard" or move.card is None:
        return
    if move.card == TRACKER:
        text = f"the round tracker has no action to {move.kind}"
        yield Reason("tracker", _tracker(state), None, _top_two(state), text)
        return
    place = next((at for at, placed in enumerate(state.deck) if placed.card == move.card), None)
    if place is None:
        text = f"there is no card {move.card} in the deck"
        yield Reason("not-on-top", str(move.card), None, _top_two(state), text)
        return
    placed = state.deck[place]
    if place > 1:
        yield _too_deep(state, placed, place)
    elif placed.stored and rulings.stored_second == "no":
        text = f"{_title(state, placed)} is stored, and a stored card does not act"
        yield Reason("stored-second", _title(state, placed), None, _instead(state), text)
    yield from _action(state, placed, move, rulings)


def _action(state: State, placed: Placed, move: Move, rulings: Rulings) -> Iterator[Reason]:
    """What the active area says, the payment, and room for a stored card."""
    kind = cast("Kind", move.kind)
    area = state.area(placed)
    cost = area.cost(kind)
    others = [other for other in state.stored if other.card != placed.card]
    if cost is None:
        text = f"{_title(state, placed)} {ORIENTATIONS[placed.area]} has no {kind}"
        does = area.actions
        remedy = (
            f"as it lies it can {does}"
            if does
            else f"it does nothing as it lies; {_instead(state)}"
        )
        yield Reason("no-action", _title(state, placed), None, remedy, text)
    yield from _strangers(state, placed, move, others)
    if cost is not None:
        at, spare = _title(state, placed), rulings.payment == "any"
        doing = f"{_DOING[move.kind]} {at}"
        yield from bill(state, at, doing, cost, move.pay, others, spare, _instead(state))
    if kind == "store":
        yield from _room(state, placed, move, others, rulings)


def _strangers(
    state: State, placed: Placed, move: Move, stored: Sequence[Placed]
) -> Iterator[Reason]:
    """Cards that pay, or are reset, without being stored."""
    ids = {other.card for other in stored}
    for code, cards, verb in (
        ("not-stored", move.pay, "pays"),
        ("reset", () if move.reset is None else (move.reset,), "is reset"),
    ):
        for card in cards:
            if card == placed.card:
                text = f"{named(state, card)} {verb} for itself"
            elif card in move.pay and code == "reset":
                text = f"{named(state, card)} pays, and is reset too"
            elif card not in ids:
                text = f"{named(state, card)} {verb} but is not stored"
            else:
                continue
            yield Reason(code, named(state, card), None, holdings(state, stored), text)


def bill(
    state: State,
    at: str,
    doing: str,
    cost: Cost,
    pay: Sequence[Id],
    stored: Sequence[Placed],
    spare: bool,
    instead: str,
) -> Iterator[Reason]:
    """Whether the stored cards among those that pay are enough, and none is too much.

    `doing` costs `cost`; a reason stands `at` that card; `spare` allows cards that could be left
    out, and `instead` is what to do where no payment is possible.
    """
    paying = [other for other in stored if other.card in pay]
    gives = [state.area(other).gives for other in paying]
    if cost == FREE:
        if pay:
            text = f"{doing} is free; {listed(state, paying) or 'what pays'} pays for nothing"
            yield Reason("too-much", at, len(pay), "leave pay out", text)
    elif not pays(cost, gives):
        lack = missing(cost, gives)
        paid = f"{listed(state, paying)} pays too little" if paying else "nothing is paid"
        text = f"{doing} costs {cost_words(cost)}; {paid}: {lack} is missing"
        remedy = what_would_do(state, cost, stored, spare, instead)
        yield Reason("too-little", at, lack.amount, remedy, text)
    elif not spare and (idle := superfluous(cost, gives)):
        cards = listed(state, [paying[index] for index in idle])
        could = "could be left out" if len(idle) == 1 else "could each be left out"
        text = f"{doing} costs {cost_words(cost)}; {cards} {could}"
        remedy = what_would_do(state, cost, paying, spare, instead)
        yield Reason("too-much", at, 1, remedy, text)


def _room(
    state: State, placed: Placed, move: Move, stored: Sequence[Placed], rulings: Rulings
) -> Iterator[Reason]:
    """At most four stored; a reset only to make room."""
    rest = [other for other in stored if other.card not in move.pay]
    full = len(rest if rulings.limit_order == "pay-first" else stored) >= LIMIT
    at = _title(state, placed)
    if full and move.reset is None:
        count = len(stored if rulings.limit_order == "reset-first" else rest)
        names = " or ".join(f"reset {other.card}" for other in rest)
        text = f"{count} cards are stored, and {at} would be one more"
        yield Reason("reset", at, count + 1 - LIMIT, f"add {names}" if names else "", text)
    elif not full and move.reset is not None and rulings.voluntary_reset == "no":
        text = f"{at} finds room: {len(rest)} of {LIMIT} cards are stored"
        yield Reason("reset", at, None, f"leave reset {move.reset} out", text)


def _round_end(state: State, move: Move) -> Iterator[Reason]:
    """A round ends with the tracker on top; played alone there is nothing to pay or to buy."""
    yield from not_over(state)
    yield from not_there(state, move)


def not_over(state: State) -> Iterator[Reason]:
    """A round ends with the tracker on top."""
    if not state.over:
        count = state.left
        cards = "1 card is" if count == 1 else f"{count} cards are"
        text = f"round {state.round} is not over: {cards} before the tracker"
        yield Reason("round-end", _tracker(state), count, "play the round to its end", text)


def not_there(
    state: State, move: Move, *, disaster: bool = False, buy: bool = False, use: bool = False
) -> Iterator[Reason]:
    """What a `round-end` names although the game has none of it."""
    for what, written, there in (
        ("disaster", move.disaster, disaster),
        ("card to buy", move.buys, buy),
        ("card to use", move.use, use),
    ):
        if written and not there:
            kept = [*["disaster"] * disaster, *["buy"] * buy, *["use"] * use]
            remedy = f"this game knows {', '.join(kept)}" if kept else "write round-end alone"
            text = f"there is no {what} in this game"
            yield Reason("round-end", _tracker(state), None, remedy, text)


def ended_twice(state: State) -> Reason:
    """A second `round-end` after the last round; after any other the tracker has moved on."""
    text = f"the end of round {state.round} is written already"
    return Reason("round-end", _tracker(state), None, "leave this one out", text)


def _too_deep(state: State, placed: Placed, place: int) -> Reason:
    nth = _NTH[place] if place < len(_NTH) else f"{place + 1}th"
    text = f"{_title(state, placed)} is the {nth} card of the deck"
    return Reason("not-on-top", _title(state, placed), place - 1, _top_two(state), text)


def _top_two(state: State) -> str:
    free = [placed for placed in state.deck[:2] if placed.card != TRACKER]
    free = [placed for placed in free if not placed.stored]
    names = " or ".join(_title(state, placed) for placed in free)
    return f"act with {names}, or discard {_title(state, state.deck[0])}"


def _instead(state: State) -> str:
    return f"discard {_title(state, state.deck[0])}, or act with another card"


def _title(state: State, placed: Placed) -> str:
    return named(state, placed.card)


def _tracker(state: State) -> str:
    return f"round {state.round}"
