"""The cards and animals of a turn, entered by taps.

Of the cards it is what is taken, and behind a `|` a card that is being typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from typing import Literal

from palace.contract.game import Question
from palace.contract.taps import Amount, Choice, Icons, Row, Taps, Told
from palace.monkey_palace.game.board import Marks, board_of, faults_of, icons
from palace.monkey_palace.game.cards import PILES, SLOTS, Card, Pile, pile_name
from palace.monkey_palace.game.deck import Deck
from palace.monkey_palace.game.reasons import BOOK, joined
from palace.monkey_palace.game.rules import TROPHY_POINTS
from palace.monkey_palace.game.state import GameState, PlayerState
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.supply import Supply

ADD, MOST_BANANAS = "add", 9

NONE = "no"
"""The answer that leaves an animal where it is."""

MANY = 5
"""More pieces of a kind on one card than these are asked about."""

MOST_SEEN, PICTURES = 6, 2
"""Cards that were seen before, of all piles, which are shown at once; those that are taken."""


@dataclass(frozen=True)
class Hand:
    """The cards that are taken in a turn, and the one that is being typed: its pile or more."""

    cards: tuple[Card, ...] = ()
    typed: Card | None = None

    @classmethod
    def read(cls, text: str) -> Hand:
        """Return the cards of a text; raises `NotationError`."""
        taken, _, typed = text.partition("|")
        cards = tuple(Card.read(part) for part in taken.split(",") if part.strip())
        if not typed:
            return cls(cards)
        whole = typed if "*" in typed else f"{typed} 999*"
        card = Card.read(whole)
        return cls(cards, card if "*" in typed else replace(card, bananas=None))

    def text(self) -> str:
        """Return the text that is read back as it."""
        taken = ", ".join(map(str, self.cards))
        if self.typed is None:
            return taken
        typed = pile_name(self.typed.pile) if self.typed.bananas is None else self.typed.values
        return f"{taken}|{typed}"

    def without(self, at: int, seat: PlayerState) -> Hand:
        """Return it without one of the cards, the others on free slots while there are some."""
        hand = Hand()
        for card in (*self.cards[:at], *self.cards[at + 1 :]):
            free = len(hand.cards) < len(seat.free_slots) and card.slot not in seat.free_slots
            hand = hand.taking(replace(card, slot=None) if free else card, seat)
        return hand

    def whole(self, seat: PlayerState) -> Hand:
        """Return it with the card that is typed taken, if its bananas are there."""
        typed = self.typed
        return self if typed is None or typed.bananas is None else self.taking(typed, seat)

    def taking(self, card: Card, seat: PlayerState) -> Hand:
        """Return it with one card more, on a free slot, or where none is free on the one whose card
        brings the least each turn."""
        cards = self.cards
        if card.slot is None and len(cards) >= len(seat.free_slots):
            used = {other.slot for other in cards}
            lost = {n: sum(slot[-1].card.each) for n, slot in enumerate(seat.slots, 1) if slot}
            left = [n for n in lost if n not in used]
            card = replace(card, slot=min(left, key=lost.__getitem__, default=1))
        return Hand((*cards, card))


@dataclass(frozen=True)
class CardDesk:
    """The cards of a turn: `report` has what the staircase earned, `names` are on offer."""

    table: GameState
    seat: PlayerState
    report: TurnReport
    deck: Deck | None
    names: tuple[str, ...]

    @property
    def credits(self) -> int:
        """The credits that were earned."""
        return self.report.earns[0]

    @property
    def payable(self) -> tuple[Pile, ...]:
        """The piles that can be paid, the dearest first."""
        count, colour = self.report.earns
        return tuple(p for p in reversed(PILES) if p[0] <= count and p[1] in ("x", colour))

    def whole(self, card: Card) -> Card:
        """Return a card with its values."""
        return card if self.deck is None else self.deck.find(card)

    def _further(self, cards: Sequence[Card]) -> list[Pile]:
        """Return the piles of which one card more can be taken, the dearest first."""
        left = self.credits - sum(self.whole(card).cost or 0 for card in cards)
        taken = {self.whole(card).pile for card in cards}
        return [pile for pile in self.payable if pile[0] <= left and pile not in taken]

    def taps(self, hand: Hand, told: Told) -> Taps:
        """Return what can be tapped with some cards taken; `told` is the verdict on them."""
        wholes = [self.whole(card) for card in hand.cards]
        left = self.credits - sum(card.cost or 0 for card in wholes)
        number = BOOK.text("tap.number-free" if self.seat.free_slots else "tap.number")
        lines = [number] * (not wholes)
        there = {self._pile_of(name) for name in self.names}
        piles = self._further(hand.cards)
        piles = [p for p in piles if p in there or self.deck is None or not self.deck.whole]
        rows = [*self._offered(hand, piles), *self._taken(hand, wholes)]
        if not piles and not wholes:
            lines = [BOOK.text("tap.no-cards")]
        elif not told.reasons:
            title = BOOK.text("tap.take", count=left)
            if wholes:
                more = "-more" * bool(piles)
                title = BOOK.text(f"tap.taking{more}", count=len(wholes), left=left)
            told = told._replace(title=title, mood="open")
        if hand.typed is not None and not told.reasons:
            cost, colour = hand.typed.pile
            price = BOOK.text("tap.price", cost=cost, colour=colour, count=left)
            asked = hand.typed.bananas is None
            told = told._replace(title=BOOK.text("tap.pieces" if asked else "tap.typed"))
            lines = [price] * (not told.lines)
            most = map(max, hand.typed.once, hand.typed.each)
            many = Supply(*(count * (count > MANY) for count in most))
            if any(many):
                title = BOOK.text("tap.many", pieces=many)
                told = told._replace(title=title, mood="unfinished")
        # The sum of the turn tells more than cards that are in sight.
        if piles and not wholes and hand.typed is None:
            told = told._replace(uses=(("credit", 0),), used="")
        elif not told.lines or not all(self._shows_top(card.pile) for card in wholes):
            told = told._replace(uses=brought(wholes), used=BOOK.text("tap.bought"))
        told = told._replace(lines=(*lines, *told.lines))
        board = board_of(self.report.palace, _built(self.report))
        typed, adds = hand.typed, ""
        if typed is not None:
            slots = self._slots(hand.taking(typed, self.seat).cards)
            adds = BOOK.text("tap.adds", slot=slots[-1])
        return Taps(
            told, board, tuple(rows), answer=Hand(hand.whole(self.seat).cards).text(), cover=True,
            main=ADD if typed is not None and typed.bananas is None else "",
            adds=adds,
            loses=BOOK.text("tap.lost", count=left) if piles and wholes and typed is None else "",
        )  # fmt: skip

    def _slots(self, cards: Sequence[Card]) -> list[int]:
        """Return the slot of each card: the one it names, or the first free one."""
        free, slots = [*self.seat.free_slots], list[int]()
        for card in cards:
            slots.append(card.slot or (free[0] if free else 1))
            free = [slot for slot in free if slot != slots[-1]]
        return slots

    def _taken(self, hand: Hand, wholes: Sequence[Card]) -> Iterator[Row]:
        """Yield the keys that leave cards which are not on top of their piles, and a row for each
        card that covers one: the slots it can go to.  Free slots are all alike."""
        slots, leave, covers = self._slots(wholes), list[Choice](), list[Row]()
        # In the order in which the piles are shown.
        for at, card in sorted(enumerate(wholes), key=lambda one: -(one[1].cost or 0)):
            (cost, colour), own = card.pile, slots[at]
            if not self._shows_top(card.pile):
                rest = hand.without(at, self.seat).text()
                key = card_key(card, f"drop-{at}", rest, own)
                leave.append(key._replace(text=BOOK.text("tap.drop", cost=cost, colour=colour)))
            if own in self.seat.free_slots and own not in slots[:at]:
                continue
            others, keys = {slots[n]: other for n, other in enumerate(wholes) if n != at}, []
            for slot in range(1, SLOTS + 1):
                cards = (*hand.cards[:at], replace(card, slot=slot), *hand.cards[at + 1 :])
                text, on = Hand(cards, hand.typed).text(), slot == own
                lost, note = self._lost(slot, others.get(slot))
                keys.append(Choice(f"slot-{at}-{slot}", str(slot), text, lost, note, on))
            title = BOOK.text("tap.taken", cost=cost, colour=colour)
            covers.append(Row(title if wholes[1:] else BOOK.text("tap.slot"), tuple(keys)))
        yield from (*([Row("", tuple(leave))] * bool(leave)), *covers)

    def _lost(self, slot: int, taken: Card | None) -> tuple[Icons, str]:
        """Return what the top card of a slot brings each turn, until one is laid on it, or a word
        where that is nothing; `taken` is another card of this turn that is laid there."""
        if self.seat.free_slots and (taken is not None or slot in self.seat.free_slots):
            return (), BOOK.text("tap.free" if taken is None else "tap.new-card")
        lost = icons((taken or self.whole(self.seat.slots[slot - 1][-1].card)).each)
        return lost, "" if lost else BOOK.text("tap.no-loss")

    def _shows_top(self, pile: Pile) -> bool:
        return self.deck is not None and self.table.top(pile) is not None

    def _offered(self, hand: Hand, piles: Sequence[Pile]) -> Iterator[Row]:
        """Yield the cards that can be paid: tops of piles at once, any other behind its pile, only
        of `piles` that can be taken beside what is taken."""
        tops = [*filter(self._shows_top, self.payable)]
        named = {p: [*names] for p, names in groupby(self.names, key=self._pile_of)}
        if tops:
            on_top = (self._card(hand, name) for p in tops for name in named.get(p, ()))
            yield Row("", tuple(on_top), "cards")
        chips = [p for p in piles if p not in tops]
        if not chips:
            return
        typed, whole = hand.typed, self.deck is not None and self.deck.whole
        if typed is not None and typed.bananas is not None and typed.pile in chips:
            yield from self._typing(hand, typed)
            return
        seen = {p: [self._card(hand, name) for name in named.get(p, ())] for p in chips}
        for pile, cards in seen.items():
            cards += [self._seen(hand, card) for card in self._before(pile)]
        every = [card for cards in seen.values() for card in cards]
        chosen = None if typed is None else typed.pile
        if typed is None and len(every) > MOST_SEEN:
            chosen = next(pile for pile in chips if seen[pile])
        elif typed is None and every:
            yield Row(BOOK.text("tap.seen"), tuple(every), "cards")
        title = "" if typed else BOOK.text("tap.piles")
        if typed is None or every:
            yield Row(title, tuple(self._chip(hand, p, chosen) for p in chips))
        if chosen in chips:
            if cards := seen[chosen]:
                yield Row(BOOK.text("tap.seen"), tuple(cards), "cards")
            if typed is not None and not whole:
                yield from self._typing(hand, typed)

    def _pile_of(self, name: str) -> Pile:
        assert self.deck is not None
        return self.deck.card(name).pile

    def _chip(self, hand: Hand, pile: Pile, chosen: Pile | None) -> Choice:
        on = pile == chosen
        left = on and hand.typed is not None
        text = Hand(hand.cards, None if left else Card(*pile)).text()
        name = BOOK.text("tap.pile", cost=pile[0], colour=pile[1])
        return Choice(f"pile-{pile_name(pile)}", name, text, on=on, tint=pile[1])

    def _card(self, hand: Hand, name: str) -> Choice:
        """Return the key that takes a card of the deck, or leaves one that is taken."""
        assert self.deck is not None
        card, names = self.deck.card(name), [card.name for card in hand.cards]
        if name in names:
            at, slots = names.index(name), self._slots(hand.cards)
            left = hand.without(at, self.seat).text()
            return card_key(card, f"card-{name}", left, slots[at])._replace(on=True)
        rest = self._beside(hand, card.pile)
        gone = hand.cards[len(rest.cards) :]
        covers = gone and len(rest.cards) >= len(self.seat.free_slots)
        own = Card(name=name, slot=gone[-1].slot if covers else None)
        key = card_key(card, f"card-{name}", rest.taking(own, self.seat).text())
        return key._replace(note=BOOK.text("tap.swap")) if gone else key

    def _beside(self, hand: Hand, pile: Pile) -> Hand:
        """Return the cards without the last ones, so that one of a pile can be taken besides."""
        cards = hand.cards
        while cards and pile not in self._further(cards):
            cards = cards[:-1]
        return Hand(cards)

    def _seen(self, hand: Hand, card: Card) -> Choice:
        return card_key(card, f"seen-{card.values}", hand.taking(card, self.seat).text())

    def _before(self, pile: Pile) -> Iterator[Card]:
        """Yield the cards of a pile that were typed in this game, each of its values once."""
        cards = [taken.card for seat in self.table.seats for taken in seat.cards]
        found = {card.values: card for card in cards if card.name is None and card.pile == pile}
        yield from (replace(card, slot=None) for card in found.values())

    def _typing(self, hand: Hand, card: Card) -> Iterator[Row]:
        """Yield the bananas and the pieces of a card that is typed, and the key that takes it."""

        def text(changed: Card) -> str:
            return Hand(hand.cards, changed).text()

        bananas, *pieces = value_rows(card, text)
        if (count := card.bananas) is None:  # its pieces come next
            yield bananas._replace(title="")
            yield Row("", (Choice(ADD, BOOK.text("tap.add"), note=BOOK.text("tap.add-first")),))
            return
        less = text(replace(card, bananas=count - 1)) if count else None
        more = text(replace(card, bananas=count + 1)) if count < MOST_BANANAS else None
        icon = (("banana", 0),)
        counted = Amount("bananas", BOOK.text("tap.counted"), count, less, more, icon)
        yield Row("", (self._chip(hand, card.pile, card.pile), counted))
        yield from pieces
        # It is taken by going on; before that, another one, or its slot.
        whole = hand.taking(card, self.seat)
        if self._further(whole.cards):
            yield Row("", (Choice(ADD, BOOK.text("tap.add-another"), whole.text()),))
        elif whole.cards[-1].slot is not None:
            yield Row("", (Choice(ADD, BOOK.text("tap.add-slot"), whole.text()),))


def value_rows(
    card: Card, write: Callable[[Card], str], looks: Literal["row", "list"] = "row"
) -> Iterator[Row]:
    """Yield the bananas of a card, and the pieces it brings; `write` returns the text that another
    card makes."""
    keys = (
        Choice(f"bananas-{n}", str(n), write(replace(card, bananas=n)), on=card.bananas == n)
        for n in range(MOST_BANANAS + 1)
    )
    yield Row(BOOK.text("tap.bananas"), tuple(keys), "grid")
    card = replace(card, bananas=card.bananas or 0)
    once = amounts(card.once, "once-", lambda new: write(replace(card, once=new)))
    each = amounts(card.each, "each-", lambda new: write(replace(card, each=new)))
    yield Row(BOOK.text("tap.once"), tuple(once), looks)
    yield Row(BOOK.text("tap.each"), tuple(each), looks)


def cards_seen(table: GameState, deck: Deck | None) -> Iterator[Row]:
    """Yield the cards that can be looked at: tops of piles, else those of the deck, else those that
    were taken."""
    taken = {one.card.values: one.card for seat in table.seats for one in seat.cards}
    tops = [] if deck is None else [*filter(None, map(table.top, reversed(PILES)))]
    cards = taken.values() if deck is None else map(deck.card, tops or deck.cards)
    if keys := tuple(card_key(card, f"seen-{n}", None) for n, card in enumerate(cards)):
        yield Row(BOOK.text("tap.on-top" if tops else "tap.known"), keys, "cards")


def amounts(
    own: Supply, name: str, write: Callable[[Supply], str], most: Supply | None = None
) -> Iterator[Amount]:
    """Yield the numbers of pieces, perhaps up to `most`; `write` returns the text that others
    make."""
    for kind, count in own.named().items():
        less, more = (own._replace(**{kind: n}) for n in (count - 1, count + 1))
        title, down = BOOK.text("tap.kind", kind=kind), write(less) if count else None
        up = write(more) if most is None or most.covers(more) else None
        yield Amount(f"{name}{kind}", title, count, down, up, ((kind, 0),))


def piece_taps(text: str) -> Taps:
    """Return the numbers of pieces in a text such as `4a3b1c`; no pieces make an empty one."""
    own = Supply.read(text) if text else Supply()
    found = amounts(own, "", lambda new: str(new) if any(new) else "")
    return Taps(Told(), rows=(Row("", tuple(found)),))


def supply(key: str, player: str, what: str, example: str) -> Question:
    """Return the question for pieces that may not be known."""
    prompt = f"{player}, {what} (such as {example}; Enter: not known)> "
    read = lambda text: str(Supply.read(text)) if text else None  # noqa: E731
    return Question(key, player, prompt, lambda: (), read, default="", title=what, taps=piece_taps)


def card_key(card: Card, name: str, answer: str | None, slot: int = 0) -> Choice:
    """Return the key that shows a card, and the slot it is in."""
    cost, colour = card.pile
    text = BOOK.text("tap.pile", cost=cost, colour=colour)
    note = BOOK.text("tap.in-slot", slot=slot) if slot else ""
    return Choice(name, text, answer, brought((card,)), note, tint=colour)


def laid(report: TurnReport) -> list[tuple[Card, int, bool]]:
    """Return the cards of a turn, their slots, and whether each lies on another of them."""
    slots = enumerate(report.table.seat(report.player).slots, 1)
    found = ((at, [one.card for one in slot if one.turn == report.number]) for at, slot in slots)
    return [(card, at, n > 0) for at, cards in found for n, card in enumerate(cards)]


def laid_keys(report: TurnReport) -> Iterator[Choice]:
    """Yield the cards of a turn as pictures with their slots."""
    for at, (card, slot, on_top) in enumerate(laid(report)):
        note = BOOK.text("opponent.on-top" if on_top else "tap.in-slot", slot=slot)
        yield card_key(card, f"taken-{at}", None)._replace(note=note)


def laid_row(report: TurnReport) -> tuple[Row, ...]:
    """Return the cards of a turn as a row, nothing of more than fit beside each other."""
    keys = (*laid_keys(report),)
    return (Row("", keys, "cards"),) * (0 < len(keys) <= PICTURES)


def brought(cards: Sequence[Card]) -> Icons:
    """Return the bananas and pieces of cards, behind `each` those they bring each turn."""
    bananas = sum(card.bananas or 0 for card in cards)
    now, each = (
        icons(reduce(Supply.plus, pieces, Supply()))
        for pieces in ((card.once for card in cards), (card.each for card in cards))
    )
    each = (("each", 0), *each) if each else ()
    return (*((("banana", bananas),) if bananas else ()), *now, *each)


# The animals.


def _built(report: TurnReport) -> Marks:
    path = () if report.staircase is None else report.staircase.knobs
    return Marks(path, "draft", faults=faults_of(report.reasons))


def animal_taps(
    report: TurnReport, animal: str, places: Sequence[Knob], text: str, told: Told, *, must: bool
) -> Taps:  # fmt: skip
    """Return what can be tapped for an animal; `text` is its knob, empty for none yet, `NONE` where
    it is left."""
    none = text == NONE
    there = {Knob.read(text): animal} if text and not none else {}
    marks = replace(
        _built(report), path=(), places=frozenset(places) - there.keys(), placing=animal,
        animals=there,
    )  # fmt: skip
    free = {*places}
    told = told._replace(picture=animal)
    if not told.reasons:
        title = BOOK.text("tap.placing", animal=animal)
        if must:
            title = BOOK.text("tap.worth", animal=animal, knobs=len(places))
        if there:
            title = BOOK.text("tap.placed", animal=animal, knob=text)
        if none:
            title = BOOK.text("tap.no-animal", animal=animal)
        lines = [BOOK.text("tap.costs", count=-TROPHY_POINTS[animal])]
        if must:
            yours = BOOK.text("tap.yours", count=TROPHY_POINTS[animal])
            lines = [] if text else [BOOK.text("tap.moves"), yours]
        moved = [
            BOOK.text("tap.moved", animal=other, knob=str(knob), was="")
            for letter, knob in report.palace.animals
            if (other := ANIMALS[letter]) in report.animals and other not in (animal, "monkey")
        ]
        lines += [joined(moved)] * bool(moved)
        told = told._replace(title=title, mood="open", lines=(*told.lines * bool(text), *lines))
    leave = Choice("none", BOOK.text("tap.no-animal", animal=animal), NONE)
    return Taps(
        told,
        board_of(report.palace, marks, answer=lambda knob: str(knob) if knob in free else None),
        (*laid_row(report), *(Row("", (leave,), "bar"),) * bool(there and not must)),
        answer=text if text or not must else None,
    )
