"""The moves of a deck: judged with every reason, listed, performed.

Nothing is random after the deal: the same deal and moves lead to the same state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from palace.core.verdict import IllegalError, Reason, Verdict
from palace.palm_island.cards import FREE, TRACKER, TURNS, missing, payments, pays, superfluous
from palace.palm_island.rules import BOOK, DEFAULT, Held, Rulings
from palace.palm_island.state import LIMIT, Move, Placed, State

if TYPE_CHECKING:
    from palace.palm_island.cards import Cost, Id, Kind

_SET_ASIDE = {
    "not-on-top", "stored-second", "no-action", "not-stored", "too-little", "too-much", "reset",
    "criterion", "order", "must-buy", "use",
}  # fmt: skip
_IMPOSSIBLE = {"not-on-top.missing", "use.not-upgraded", "use.not-paid", "use.last"}
"""The codes of the reasons that a card can set aside, but for these keys."""

NAMED = 3
"""The most payments that a remedy names."""

MOST_LISTED = 12
"""The most stored cards, of all players, for which payments are searched to be named."""


def titled(state: State, card: Id) -> Id:
    """Return a card of a deck as `Quarry no. 7`; the tracker and others keep their number or id."""
    try:
        return card if card == TRACKER else state.card(card).title
    except KeyError:
        return card


def named(state: State, card: Id) -> str:
    return "the round tracker" if card == TRACKER else str(titled(state, card))


def held(state: State, cards: Iterable[Placed], name: str = "") -> tuple[Held, ...]:
    """Return stored cards with what they give, and the name of their player if it is told."""
    every = ((placed.card, state.area(placed).gives) for placed in cards)
    return tuple((*one, name) if name else one for one in every)


def _with_payments(reason: Reason, due: Due, stored: tuple[Held, ...]) -> Reason:
    """Return the reason with the first legal payments as its remedy, or else what is stored."""
    if len(stored) > MOST_LISTED:
        return reason.with_remedy("stored", stored=stored)
    found = payments(due.cost, tuple(one[1] for one in stored), due.spare)
    if not found:
        return reason.with_remedy(
            "short-discard" if due.top else ("short-later" if due.later else "short-leave"),
            stored=stored, top=due.top,
        )  # fmt: skip
    if not due.act:
        return reason.with_remedy("pay-together", cards=tuple(stored[at] for at in found[0]))
    first = tuple(tuple(stored[at][0] for at in chosen) for chosen in found[:NAMED])
    return reason.with_remedy("pay", payments=first)


def judge(state: State, move: Move, rulings: Rulings = DEFAULT) -> Verdict:
    """Return every reason why a move is not legal, in the order in which a player meets the rules.

    The action and the payment of a card that is not among the top two are judged, too.  Of a move
    that a card allows only what is impossible is a reason.
    """
    return Verdict(possible(move, _reasons(state, move, rulings)))


def possible(move: Move, found: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return the reasons against a move; of those that a card can set aside, none if it does."""
    return tuple(
        reason for reason in found
        if move.by is None or reason.code not in _SET_ASIDE or reason.key in _IMPOSSIBLE
    )  # fmt: skip


def _reasons(state: State, move: Move, rulings: Rulings) -> Iterator[Reason]:
    if move.kind == "round-end":
        yield from not_over(state)
        yield from not_there(state, move)  # alone there is nothing to pay or to buy
        return
    if state.finished:
        yield BOOK.reason("finished", f"round {state.round}", "leave-move", round=state.round)
        return
    state = state.begun
    if move.card is None:
        return
    two = [placed for placed in state.deck[:2] if placed.card != TRACKER and not placed.stored]
    free, top = tuple(named(state, p.card) for p in two), named(state, state.deck[0].card)
    if move.card == TRACKER:
        yield BOOK.reason(
            "tracker.discard" if move.kind == "discard" else "tracker", f"round {state.round}",
            "act-or-discard", kind=move.kind, free=free, top=top,
        )  # fmt: skip
        return
    place = next((at for at, placed in enumerate(state.deck) if placed.card == move.card), None)
    if place is None:
        yield BOOK.reason("not-on-top.missing", move.card, "act-or-discard", free=free, top=top)
        return
    placed = state.deck[place]
    title = named(state, placed.card)
    if move.kind == "discard":
        if place:
            yield BOOK.reason("not-on-top.discard", title, "discard-or-other", by=place, top=top)
        return
    if place > 1:
        yield BOOK.reason("not-on-top", title, "act-or-discard", by=place - 1, free=free, top=top)
    elif placed.stored:
        yield BOOK.reason("stored-second", title, "discard-or-other", top=top)
    yield from _action(state, placed, move, rulings)


def _action(state: State, placed: Placed, move: Move, rulings: Rulings) -> Iterator[Reason]:
    """Yield reasons about the printed action, the payment, and room for a stored card."""
    kind = cast("Kind", move.kind)
    area = state.area(placed)
    cost = area.cost(kind)
    others = [other for other in state.stored if other.card != placed.card]
    title, top = named(state, placed.card), named(state, state.deck[0].card)
    if cost is None and state.card(placed.card).known:
        yield BOOK.reason(
            "no-action", title, "printed" if area.actions else "no-printed",
            kind=kind, area=placed.area, actions=area.actions, top=top,
        )  # fmt: skip
    yield from _strangers(state, placed, move, others)
    if cost is not None:
        spare = rulings.payment == "any"
        yield from bill_alone(state, Due(title, cost, spare, kind, top), move.pay, others)
        if kind == "store":
            yield from _room(state, placed, cost, move, others)


def _strangers(
    state: State, placed: Placed, move: Move, stored: Sequence[Placed]
) -> Iterator[Reason]:
    """Yield reasons about cards that pay or are reset without being stored."""
    ids = {other.card for other in stored}
    for card in move.pay:
        if card not in ids:
            yield BOOK.reason(
                "not-stored.itself" if card == placed.card else "not-stored",
                named(state, card), "stored",
                card=titled(state, card), stored=held(state, stored),
            )  # fmt: skip
    reset = move.reset
    if reset is not None and (reset in move.pay or reset not in ids):
        yield BOOK.reason(
            "reset.itself" if reset == placed.card else
            ("reset.pays" if reset in move.pay else "reset.not-stored"),
            named(state, reset), "stored",
            card=titled(state, reset), stored=held(state, stored),
        )  # fmt: skip


class Due(NamedTuple):
    """A cost of the card `at`: of what one player does with it, `act`, or of the `level` that a
    group pays, `each` for one of its `players`; or, without both, of upgrading it.

    `spare` allows cards that could be left out.  Where too little is stored, the card on `top` can
    be discarded, or `later` more can be paid.
    """

    at: str
    cost: Cost
    spare: bool
    act: str = ""
    top: str = ""
    later: bool = False
    level: int = 0
    each: Cost | None = None
    players: int = 1


def bill(due: Due, paid: tuple[Held, ...], stored: tuple[Held, ...]) -> Iterator[Reason]:
    """Yield the reason if the cards that pay are too few for a cost, or more than needed."""
    at, gives = due.at, [one[1] for one in paid]
    if not pays(due.cost, gives):
        lack = missing(due.cost, gives)
        reason = BOOK.reason(
            "too-little" if due.act else ("too-little.levels" if due.level else
                                          "too-little.upgrade"),
            at, by=lack.amount, act=due.act, number=due.level, each=due.each, players=due.players,
            cost=due.cost, short=(paid, lack),
        )  # fmt: skip
        yield _with_payments(reason, due, stored)
    elif not due.spare and (idle := superfluous(due.cost, gives)):
        reason = BOOK.reason(
            "too-much" if due.act else ("too-much.levels" if due.level else "too-much.upgrade"),
            at, by=1, act=due.act, number=due.level, each=due.each, players=due.players,
            cost=due.cost, idle=tuple(paid[index] for index in idle),
        )  # fmt: skip
        yield _with_payments(reason, due, paid)


def bill_alone(
    state: State, due: Due, pay: Sequence[Id], stored: Sequence[Placed]
) -> Iterator[Reason]:
    """Yield the reason against the stored cards with which a player pays alone."""
    paying = [other for other in stored if other.card in pay]
    paid = held(state, paying)
    if due.cost == FREE:
        if pay:
            yield BOOK.reason(
                "too-much.free", due.at, "leave-pay", by=len(pay), act=due.act, paid=paid
            )
    elif all(state.card(other.card).known for other in paying):  # their worth is transcribed
        yield from bill(due, paid, held(state, stored))


def _room(
    state: State, placed: Placed, cost: Cost, move: Move, stored: Sequence[Placed]
) -> Iterator[Reason]:
    """Yield reasons about the limit of four stored cards, and a reset without need."""
    rest = [other for other in stored if other.card not in move.pay]
    full, at = len(rest) >= LIMIT, named(state, placed.card)
    if full and move.reset is None:
        paying = [state.area(other).gives for other in stored if other.card in move.pay]
        if len(rest) == LIMIT and not pays(cost, paying):
            return  # the card that is missing in the payment makes the room
        cards = tuple(other.card for other in rest)
        over = len(rest) + 1 - LIMIT
        yield BOOK.reason("reset", at, "add-reset", by=over, count=len(rest), cards=cards)
    elif not full and move.reset is not None:
        yield BOOK.reason(
            "reset.room", at, "leave-reset", count=len(rest), limit=LIMIT, reset=move.reset
        )


def not_over(state: State) -> Iterator[Reason]:
    if not state.over:
        left = state.left
        yield BOOK.reason(
            "round-end", f"round {state.round}", "play-on", by=left, round=state.round, left=left
        )


def not_there(
    state: State, move: Move, *, disaster: bool = False, buy: bool = False, use: bool = False
) -> Iterator[Reason]:
    """Yield a reason for each part of a `round-end` that this game does not have."""
    parts = (("disaster", disaster, move.disaster), ("buy", buy, move.buys), ("use", use, move.use))
    words = tuple(word for word, there, _ in parts if there)
    for word, there, said in parts:
        if said and not there:
            yield BOOK.reason(
                "round-end.disaster" if word == "disaster" else
                ("round-end.buy" if word == "buy" else "round-end.use"),
                f"round {state.round}", "round-end-words" if words else "round-end-alone",
                words=words,
            )  # fmt: skip


def apply(state: State, move: Move, rulings: Rulings = DEFAULT) -> State:
    verdict = judge(state, move, rulings)
    if not verdict.legal:
        raise IllegalError(*verdict.reasons)
    return perform(state, move)


def perform(state: State, move: Move) -> State:
    """Return the state after a move, legal or not: cards turned, stored, paid and reset.

    A `round-end` straightens the cards that pay and begins the next round; the cards it buys are
    handled by `palace.palm_island.closing`.  A card that is not among the top two is unchanged,
    unless another card allows the move.
    """
    if move.kind == "round-end":
        return straightened(state, paid(move)).begun if state.over else state
    state = state.begun
    if state.finished:
        return state
    state = straightened(state, move.pay if move.reset is None else (*move.pay, move.reset))
    # Without a card that allows the move only one of the top two moves, and never the tracker.
    reach = enumerate(state.deck[: 2 if move.by is None else None])
    found = (at for at, placed in reach if placed.card == move.card != TRACKER)
    at = 0 if move.card is None else next(found, None)
    if at is None:
        return state.settled
    deck = state.deck
    card, area, _ = deck[at]
    moved = Placed(card, area ^ TURNS.get(move.kind, 0), move.kind == "store")
    return State((*deck[:at], *deck[at + 1 :], moved), state.round, state.extra).settled


def paid(move: Move) -> tuple[Id, ...]:
    return (*move.disaster, *(card for buy in move.buys for card in buy.pay))


def straightened(state: State, cards: tuple[Id, ...]) -> State:
    if not cards:
        return state
    deck = tuple(p._replace(stored=p.stored and p.card not in cards) for p in state.deck)
    return State(deck, state.round, state.extra)


def legal_moves(state: State, rulings: Rulings = DEFAULT) -> tuple[Move, ...]:
    """Return every legal move in a fixed order: actions of the top card, of the second, discard.

    Actions are in the order store, rotate, flip; payments with fewest cards first, then in deck
    order; resets in deck order.  Empty when the game is over.  At the end of a round these are the
    moves of the next one.
    """
    state = state.begun
    if state.finished:
        return ()
    found: list[Move] = []
    stored = state.stored
    gives = tuple(state.area(other).gives for other in stored)
    for placed in state.deck[:2]:
        if placed.card == TRACKER or placed.stored:
            continue
        for kind, cost in state.area(placed).actions:
            for chosen in payments(cost, gives, rulings.payment == "any"):
                pay = tuple(stored[at].card for at in chosen)
                rest = [other.card for other in stored if other.card not in pay]
                resets = rest if kind == "store" and len(rest) == LIMIT else [None]
                found += [Move(kind, placed.card, pay, reset) for reset in resets]
    found.append(Move("discard"))
    return tuple(found)
