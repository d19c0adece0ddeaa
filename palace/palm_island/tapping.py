"""What is tapped while a move of Palm Island is entered: an action on a card, then what pays.

The text that taps make is the move as it is written: `rotate 7`, then `rotate 7 pay 4 5`; at the
end of a round it is one part of it, `buy weaver pay 4`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from palace.contract.game import Drawing
from palace.contract.taps import Board, Choice, Having, Row, Taps, Told
from palace.core.verdict import Text
from palace.palm_island.cards import Cost, Id, Resources, missing, summed, superfluous
from palace.palm_island.closing import offers
from palace.palm_island.engine import judge, legal_moves, paid, straightened
from palace.palm_island.picture import Marks, beside, part, price, spots, svg
from palace.palm_island.rules import BOOK
from palace.palm_island.specials import Outpost
from palace.palm_island.state import LIMIT, MOVES, ROUND_END, ROUNDS, Move, State
from palace.palm_island.table import Seat, Table, due, present, round_end
from palace.palm_island.telling import doing, hands, id_of, title, titles
from palace.palm_island.turns import PalmLog
from palace.palm_island.words import WORDS, listed

LAID = "laid"
"""The text of a move before its first tap, when the deck is in its order."""


class Way(NamedTuple):
    """A move by what is chosen first, `rotate 7`, and the stored cards that pay or are reset."""

    head: str
    pay: tuple[Id, ...] = ()
    reset: tuple[Id, ...] = ()

    @classmethod
    def of(cls, move: Move) -> Way:
        """Return the way of a move, or of one part of the end of a round."""
        if move.kind != ROUND_END:
            head = move.kind if move.kind == "discard" else f"{move.kind} {move.card}"
            return cls(head, move.pay, () if move.reset is None else (move.reset,))
        if move.buys:
            return cls(f"buy {move.buys[0].card}", move.buys[0].pay)
        return cls("disaster", move.disaster) if move.disaster else cls(f"use {move.use[0]}")

    @property
    def cards(self) -> tuple[Id, ...]:
        return (*self.pay, *self.reset)

    def __str__(self) -> str:
        words = [self.head, *(["pay", *self.pay] if self.pay else [])]
        return " ".join(map(str, [*words, *(["reset", *self.reset] if self.reset else [])]))


def first(head: str, ways: Iterable[Way], gives: Mapping[Id, Resources], fair: float = 0) -> str:
    """Return the text of a tap on what comes first, with what pays nearest to a `fair` share, else
    the least; of as much the cards that come to the top first."""
    mine = [way for way in ways if way.head == head]

    def far(way: Way) -> float:
        return abs(summed(gives[card] for card in way.pay).amount - fair)

    return str(min(mine, key=far)) if mine else head


def toggled(card: Id, now: Way, ways: Iterable[Way]) -> str:
    """Return the text of a tap on a stored card.

    It leaves or joins those that are chosen; they stay if they pay with it in one way, and where
    there is one way left its other cards come with it.  Without ways every card can pay.
    """
    mine = [way for way in ways if way.head == now.head]
    keep = [other for other in now.cards if other != card]
    if card not in now.cards:
        joined = [card]
        for other in keep:
            if not mine or any({*joined, other} <= {*way.cards} for way in mine):
                joined.append(other)
        fits = [way for way in mine if {*joined} <= {*way.cards}]
        if len(fits) == 1:
            return str(fits[0])
        keep = [*(one for one in keep if one in joined), card]
    whole = next((way for way in mine if {*way.cards} == {*keep}), None)
    resets = tuple(one for one in keep if mine and not any(one in way.pay for way in mine))
    return str(whole or Way(now.head, tuple(one for one in keep if one not in resets), resets))


def board(table: Table, seat: Seat, marks: Marks, answers: dict[str, str] | None = None) -> Board:
    state = present(table, seat)
    places = tuple(
        replace(spot, label=_label(state, spot.name),
                looks="deck chosen" if spot.name in marks.chosen else "deck")
        for spot in (spots(state) if due(table) and not marks.lays else ())
    )  # fmt: skip
    label = WORDS.text("decks", names=seat.name)
    picture = Text(lambda speaks: svg(table, [(seat, marks)], speaks))
    taps = MappingProxyType(answers or {})
    return Board((), (), label, places, answers=taps, picture=picture)


def drawing(log: PalmLog) -> Drawing:
    """Return the decks of all players after a log; a board has that of the last one who moved."""
    table = log.state
    decks = [(seat, Marks(past=bool(due(table)))) for seat in table.seats if seat.total is None]
    movers = [report.player for report in (log.reports or ((),))[-1] if report.number is not None]
    last = next((deck for deck in decks if deck[0].name in movers), decks[0])
    return Drawing(
        "Palm Island",
        svg=partial(svg, table, decks),
        players={deck[0].name: Drawing(deck[0].name, svg=partial(svg, table, [deck]))
                 for deck in decks},
        turns=sum(1 for _ in log.turns),
        board=partial(board, table, *last),
        having=partial(Having, turn=WORDS.text("round", round=min(
            present(table, seat).round for seat in table.seats if seat.total is None
        ), rounds=ROUNDS)),
    )  # fmt: skip


def move_taps(
    table: Table, seat: Seat, text: str, news: Sequence[Text] = (), *, lays: bool = False
) -> Taps:
    """Return what can be tapped of a player's deck with a part of a move; empty is none, and then
    the `news` of a round that is over are told.  One that `lays` puts the deck in order first.

    Raises `NotationError` for a text that is none.
    """
    if lays and not text:
        return _laying(table, seat)
    none = LAID if lays else ""
    text = "" if text == none else text
    state = present(table, seat)
    gives = {one.card: state.area(one).gives for one in state.stored}
    legal = [Way.of(move) for move in legal_moves(seat.state, table.rulings)]
    now = Way.of(Move.read(text)) if text else Way("")
    mine = [way for way in legal if way.head == now.head]
    answers = {}
    for spot in spots(state):
        kind, _, card = spot.name.partition("-")
        head = f"{kind} {card}".strip()
        if kind != "card":  # a second tap confirms what is complete, or takes it back
            again = text if now in legal else none
            answers[spot.name] = again if head == now.head else first(head, legal, gives)
        elif any(card in map(str, way.cards) for way in mine):
            answers[spot.name] = toggled(id_of(card), now, legal)
    marks = _marks(legal, now, answers)
    does = WORDS.text(f"act-{now.head.partition(' ')[0] or 'discard'}")
    open_ = text != "" and bool(mine) and now not in mine
    shown = board(table, seat, marks, answers)
    top = f"discard {state.deck[0].card}"
    if not text:
        ask, *lines = _asks(table, seat, legal)
        ask, *lines = (*news, ask) if news else (ask, *lines)
        lone, ends = len(legal) == 1, WORDS.text("make")
        return Taps(
            Told(ask, lines=(*lines,)), shown, answer=top if lone else None,
            ends=WORDS.text("act-discard") if lone else ends, tip=_tip(table, seat),
        )  # fmt: skip
    if open_:
        return Taps(_pays(state, now, mine), shown, ends=does)
    move, text = Move.read(text), top if text == "discard" else text
    reasons = judge(state, move, table.rulings).reasons
    if reasons:
        ask, why = doing(state, now.head), ""
        if marks.chosen & answers.keys() and now.head != "discard":
            there = [some for card, some in gives.items() if card != move.card]
            paid_ = summed(there), _cost(state, now.head)
            ask = WORDS.text("not-enough")
            why = BOOK.text("have" if there else "have-none", paid=paid_)
        rows = (Row(items=(Choice("cannot", does),)),)
        return Taps(Told(ask, "illegal", reasons), shown, rows, text, mends=why, main="cannot")
    lines = [*hands(table, state, move)]
    pay = summed(gives[card] for card in now.pay)
    cost = _cost(state, now.head) if now.pay else ()
    beyond = (alternative.lacks(pay) for alternative in cost if pay.covers(alternative))
    over = min(beyond, key=lambda some: some.amount, default=Resources())
    lines += [BOOK.text("overpaid", over=over)] * bool(over.amount)
    if len(mine) > 1:
        lines.append(WORDS.text(f"{'reset' if now.reset else 'pay'}-other"))
    told = Told(doing(state, now.head), "legal", lines=(*lines,))
    return Taps(told, shown, answer=text, ends=does)


def _marks(ways: Iterable[Way], now: Way, answers: Iterable[str]) -> Marks:
    stored = {name for name in answers if name.startswith("card-")}
    heads = {way.head.replace(" ", "-") for way in ways}
    chosen = {now.head.replace(" ", "-"), *(f"card-{card}" for card in now.cards)}
    return Marks(frozenset(stored | heads), frozenset(chosen))


def _asks(table: Table, seat: Seat, ways: Sequence[Way]) -> Iterator[Text]:
    """Yield the question which move is made, and what to know of it."""
    state = present(table, seat)
    if len(ways) == 1:
        yield WORDS.text("none-paid")
        yield from hands(table, state, Move("discard"))
        return
    cards = [one.card for one in state.deck[:2]
             if any(way.head.endswith(f" {one.card}") for way in ways)]  # fmt: skip
    only = len(cards) == 1
    yield WORDS.text("choose-top", card=title(state, cards[0])) if only else WORDS.text("choose")
    kinds = {way.head.partition(" ")[0] for way in ways}
    turns = listed((WORDS.text(f"turn-{kind}") for kind in MOVES[:3] if kind in kinds), " ")
    yield WORDS.text("legend", turns=turns)


def _laying(table: Table, seat: Seat) -> Taps:
    """Return the order of a deck that the program has shuffled, before its first move."""
    first_, *others = table.names
    lines = [WORDS.text("lay-how")]
    lines += [WORDS.text("order", first=first_, then=others[0])] if others else []
    told = Told(WORDS.text("lay", player=seat.name), lines=(*lines,))
    rows = (Row(items=(Choice(LAID, WORDS.text("lay-done"), LAID),)),)
    return Taps(told, board(table, seat, Marks(lays=True)), rows, main=LAID, clears=False)


def _tip(table: Table, seat: Seat) -> Text | str:
    """Return what a disaster is, in the first round."""
    state, disaster = seat.state, table.disaster
    if state.round > 1 or disaster is None or not disaster.levels:
        return ""
    card, count = disaster.label, len(disaster.levels)
    return WORDS.text("tide", card=card, count=count, rounds=ROUNDS)


def _pays(state: State, now: Way, ways: Sequence[Way]) -> Told:
    """Return the question which stored cards pay, or which one is lost."""
    if all(way.pay == now.pay for way in ways):
        return Told(WORDS.text("full", limit=LIMIT), lines=(WORDS.text("what-resets"),))
    spent = summed(state.area(one).gives for one in state.stored if one.card in now.pay)
    told = BOOK.text("so-far", paid=(spent, _cost(state, now.head)))
    return Told(WORDS.text("what-pays", does=doing(state, now.head)), lines=(told,))


def _cost(state: State, head: str) -> Cost:
    kind, _, card = head.partition(" ")
    placed = next(one for one in state.deck[:2] if str(one.card) == card)
    return dict[str, Cost](state.area(placed).actions)[kind]


def _label(state: State, spot: str) -> Text:
    kind, _, card = spot.partition("-")
    if kind == "card":
        one = next(one for one in state.stored if str(one.card) == card)
        gives = BOOK.text("cost", cost=(state.area(one).gives,))
        return WORDS.text("stored-card", card=title(state, one.card), gives=gives)
    head = f"{kind} {card}".strip()
    if kind == "discard":
        return doing(state, head)
    cost = BOOK.text("cost", cost=_cost(state, head))
    return WORDS.text("costs", does=doing(state, head), cost=cost)


# The end of a round.


class Joint(NamedTuple):
    """What the players pay together: its cost, what others pay of it already, what those who have
    not answered yet can still pay, and the names of both."""

    cost: Cost
    paid: Resources
    more: Resources
    payers: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    def lack(self, *paid: Resources) -> Resources:
        return missing(self.cost, [self.paid, *paid])

    def ways(self, head: str, free: Mapping[Id, Resources]) -> Iterator[Way]:
        """Yield what a player can pay of it so that the others can pay the rest."""
        asked = [card for card, gives in free.items() if any(
            min(have, want) for one in self.cost for have, want in zip(gives, one, strict=True)
        )]  # fmt: skip
        for count in range(1, len(asked) + 1):
            for cards in combinations(asked, count):
                mine = [free[card] for card in cards]
                every = [*mine, *([self.paid] if self.paid.amount else [])]
                if not self.lack(*mine, self.more).amount and not superfluous(self.cost, every):
                    yield Way(head, cards)


def _joint(
    table: Table, seat: Seat, draft: Move, others: Mapping[str, Move]
) -> Mapping[str, Joint]:
    """Return what the group can pay, by what comes first of it; `others` have answered."""
    costs = {} if draft.disaster else {"disaster": table.level_cost}
    if table.ability is not None:
        costs[f"buy {table.ability.id}"] = table.cost_of(table.ability.id)
    left = [one for one in table.seats if one != seat and one.name not in others]
    more, names = summed(one.state.resources for one in left), tuple(one.name for one in left)
    paid_: dict[str, dict[str, Resources]] = {head: {} for head in costs}
    for name, move in others.items():
        gives = {one.card: table.seat(name).state.area(one).gives
                 for one in table.seat(name).state.stored}  # fmt: skip
        parts = {"disaster": move.disaster} | {f"buy {buy.card}": buy.pay for buy in move.buys}
        for head in paid_:
            if pay := parts.get(head):
                paid_[head][name] = summed(gives[card] for card in pay if card in gives)
    return {head: Joint(cost, summed(paid_[head].values()), more, (*paid_[head],), names)
            for head, cost in costs.items() if cost is not None}  # fmt: skip


class Closing:
    """What a player can still do at the end of a round, after some parts and the answers of others:
    the stored cards that are free, what the group can pay, and the parts that are legal alone."""

    def __init__(
        self, table: Table, seat: Seat, parts: Sequence[Move], others: Mapping[str, Move]
    ) -> None:
        self.table, self.seat, draft = table, seat, round_end(*parts)
        self.done = {*(f"buy {buy.card}" for buy in draft.buys), "disaster" * bool(draft.disaster)}
        self.moves = (*offers(table, table.at(seat.name), draft),)
        self.ways = [Way.of(move) for move in self.moves]
        self.free = {one.card: seat.state.area(one).gives
                     for one in seat.state.stored if one.card not in paid(draft)}  # fmt: skip
        self.known, alone = _joint(table, seat, draft, others), {way.head for way in self.ways}
        self.joint = {
            head: one for head, one in self.known.items() if head in alone or (
                head == "disaster" and self.free
                and not one.lack(*self.free.values(), one.more).amount)
        }  # fmt: skip
        self.ways = [
            *(way for head, one in self.joint.items() for way in one.ways(head, self.free)),
            *(way for way in self.ways if way.head not in self.joint),
        ]
        self.heads = (*dict.fromkeys([*self.joint, *(way.head for way in self.ways)]),)
        count = 0 if table.disaster is None else len(table.disaster.levels)
        self.levels, self.ends = max(0, count - table.middle.level), ROUNDS - seat.state.round
        self.late = self.levels > self.ends
        made = {**others, seat.name: draft}
        self.seats = {one.name: replace(one, state=straightened(one.state, paid(made[one.name])))
                      if one.name in made else one for one in table.seats}  # fmt: skip
        # What others have begun to pay is refused unless the last player pays the rest.
        self.owed = next((head for head, one in self.joint.items()
                          if one.paid.amount and not one.more.amount), "")  # fmt: skip

    def taps(self, text: str) -> Taps:
        """Return what can be tapped with a part of one more; empty is no more.

        Raises `NotationError` for a text that is none.
        """
        text = text or self._first(self.owed)
        now = Way.of(Move.read_part(text)) if " pay " in text else Way(text)
        if text and now.head not in self.heads:
            Move.read_part(text)
        group = self.joint.get(now.head)
        answers = {
            f"card-{card}": toggled(card, now, self.ways) for card in self.free
            if any(card in way.cards for way in self.ways if way.head == now.head)
        }  # fmt: skip
        does = part(self.table, now.head) if text else WORDS.text("nothing-more")
        whole, lines = not text or now in self.ways, [*self._shared(group, now.pay)]
        title: Text | str = WORDS.text("over", round=self.seat.state.round)
        mood = Told().mood
        if pays := not text and "disaster" in self.heads:
            asks = "late" if self.late else "ask"
            title = WORDS.text(f"now-{asks}", does=part(self.table, "disaster"))
        elif text:
            title = does if whole else WORDS.text("what-pays", does=does)
            mood = "legal" if whole else mood
        if group is not None and group.payers:
            title = BOOK.text("pay-rest", name=self.seat.name, lack=group.lack())
        if now.pay:
            gives = summed(self.free[card] for card in now.pay)
            # What the cost does not need beside what the others paid.
            over = Resources() if group is None else group.lack().lacks(gives)
            does = BOOK.text("pay-part", gives=over.lacks(gives))
            hands_ = WORDS.text("hands-pay", cards=titles(self.seat.state, now.pay))
            lines += [hands_] * whole
            lines += [BOOK.text("overpaid", over=over)] * bool(over.amount)
        there = replace(self.table, seats=(*self.seats.values(),))
        marks = _marks((), now, answers)
        shown = board(there, self.seats[self.seat.name], marks, answers)
        keys = (*self._keys(now.head),)
        ask = WORDS.text("take-or-pay") if len(keys) > 1 else ""
        rows = (Row(ask, keys, "list"),) if keys else ()
        answer, adds = text if whole else None, does if text else ""
        return Taps(Told(title, mood, lines=(*lines,)), shown, rows, answer, ends=does, adds=adds,
                    main="disaster" * pays, clears=text != "")  # fmt: skip

    def _first(self, head: str) -> str:
        fair = self.joint[head].cost[0].amount / len(self.seats) if head in self.joint else 0
        return first(head, self.ways, self.free, fair)

    def _shared(self, group: Joint | None, pay: Sequence[Id]) -> Iterator[Text]:
        """Yield what the players have together, what waiting costs, who has paid, and what each can
        add."""
        if group is None:
            if self.levels and not self.late:
                yield WORDS.text("tide-wait", levels=self.levels, ends=self.ends)
            for one in self.joint.values():
                rest = (*self.free.values(), one.more)
                yield BOOK.text("enough", there=summed([one.paid, *rest]))
            return
        mine, names, more = [self.free[card] for card in pay], group.left, group.more
        if group.payers:
            yield BOOK.text("have-paid", names=group.payers, gives=group.paid)
        if (add := group.lack(*mine, more)).amount:
            only = BOOK.text("have-only", names=names, more=more) if more.amount else ""
            yield BOOK.text("add", lack=add, only=only)
        elif (lack := group.lack(*mine)).amount:
            yield BOOK.text("to-go", lack=lack, names=names, more=more)
        if self.owed:
            yield BOOK.text("take-back", names=group.payers)

    def _keys(self, chosen: str) -> Iterator[Choice]:
        """Yield a key for each part, those that cannot be paid or taken with what is lacking."""
        table = self.table
        for head in dict.fromkeys((*self.heads, *beside(table, self.seat))):
            if head == chosen == "disaster" or head in self.done:
                continue
            note, answer = [price(table, head)], None
            if head in self.heads:
                answer = "" if head == chosen else self._first(head)
            else:
                note += self._lacks(head)
            name, text = head.replace(" ", "-"), part(table, head)
            yield Choice(name, text, answer, on=head == chosen, note=listed(note, "\n"))

    def _lacks(self, head: str) -> Iterator[Text]:
        """Yield who has what, and what is lacking, of a part that cannot be paid or taken."""
        card, group = self.table.card_pool.find(head.partition(" ")[2]), self.known.get(head)
        if group is not None:
            rest = (*self.free.values(), group.more)
            yield BOOK.text("all-have", there=summed([group.paid, *rest]))
            yield BOOK.text("lacking", lack=group.lack(*rest))
        elif isinstance(card, Outpost) and self.table.mode == "casual":
            for what, have, least in self.table.unmet(self.seat, card.criteria or ()):
                name = self.seat.name
                yield BOOK.text("unmet", name=name, have=have, least=least, what=what)
        elif (cost := self.table.cost_of(head.partition(" ")[2])) is not None:
            yield BOOK.text("lacking", lack=missing(cost, [*self.free.values()]))
