"""A player's deck at one moment, and the moves that change it; both can be written as text.

    round 2: 5 3.1 7.2* 17 1 ...      top card first
    store 3, rotate 7 pay 3 4, discard

In a state a card is its number; `.1` `.2` `.3` is its area unless that is 0; `*` marks a stored
card; 17 is the round tracker.  A paused game is recorded by this text.  Moves:

    move = act ["by" ID]
    act  = ("store" N [pay] ["reset" R]) / (("rotate" / "flip") N [pay]) / ("discard" [N])
         / ("round-end" ["disaster" pay] *("buy" ID [pay]) ["use" 1*ID])
    pay  = "pay" 1*A

N, A and R are cards of the deck: core cards by number, others by id.  `by` names the card whose
text allows the move.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from palace.core.errors import InputError, NotationError, Problem, check_length, either, shorten
from palace.palm_island.cards import CORE, COUNTED, NUMBERS, TRACKER, Area, Id, Resources, summed

if TYPE_CHECKING:
    from palace.palm_island.cards import Card, Criteria

ROUNDS = 8
ROUND_END = "round-end"
LIMIT = 4
"""Cards that can be stored at a time."""

_HEAD = re.compile(r"\s*round\s+([0-9]{1,3})\s*:", re.IGNORECASE)
_CARD = re.compile(r"([0-9]{1,3}|[a-z][a-z0-9-]{0,39})(?:\.([0-9]))?(\*?)")


class Placed(NamedTuple):
    """A card in the deck: its number, which of its areas is active, and whether it is stored."""

    card: Id
    area: int = 0
    stored: bool = False

    def __str__(self) -> str:
        return f"{self.card}{f'.{self.area}' if self.area else ''}{'*' * self.stored}"


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """The deck, top card first with the round tracker in it, and the round (1 to 8).

    `extra` are the cards beyond the core deck.  A round is `over` while the tracker is on top;
    `begun` then begins the next one.  The tracker's area follows from the round.
    """

    deck: tuple[Placed, ...]
    round: int = 1
    extra: tuple[Card, ...] = ()

    @classmethod
    def deal(
        cls, order: Iterable[Id | Placed], extra: Sequence[Card] = (), behind: Iterable[Placed] = ()
    ) -> State:
        """Return the start of a game: cards in this order, top first, the tracker, then `behind`.

        Raises `InputError` unless these are the cards 1 to 16 and `extra`, once each.
        """
        deck = tuple(card if isinstance(card, Placed) else Placed(card) for card in order)
        return cls._checked((*deck, Placed(TRACKER), *behind), 1, tuple(extra))

    @classmethod
    def read(cls, text: str, extra: Sequence[Card] = ()) -> State:
        """Return the state in a text.

        Raises `NotationError` if it cannot be read, `InputError` if cards are missing or doubled.
        """
        head = _HEAD.match(text)
        if head is None:
            raise NotationError("it does not begin with a round", text, 1, "round 1: and the cards")
        number = int(head[1])
        if not 1 <= number <= ROUNDS:
            column = head.start(1) + 1
            raise NotationError(f"there is no round {number}", text, column, f"1 to {ROUNDS}")
        deck = []
        for word in re.compile(r"\S+").finditer(text, head.end()):
            found = _CARD.fullmatch(word[0])
            if found is None or int(found[2] or 0) > 3:
                wanted = "a card such as 3, 3.1 or 3.1*"
                what = f"{shorten(word[0])!r} is not a card"
                raise NotationError(what, text, word.start() + 1, wanted)
            card: Id = int(found[1]) if found[1].isdigit() else found[1]
            deck.append(Placed(card, int(found[2] or 0), bool(found[3])))
        return cls._checked(tuple(deck), number, tuple(extra))

    @classmethod
    def _checked(cls, deck: tuple[Placed, ...], number: int, extra: tuple[Card, ...]) -> State:
        needed: set[Id] = {*NUMBERS, TRACKER, *(card.id for card in extra)}
        counts = Counter(placed.card for placed in deck)
        wrong = [
            (f"card {card} is missing", "name every card once")
            for card in sorted(needed - counts.keys(), key=str)
        ]
        for card, count in counts.items():
            if card not in needed:
                wrong.append((f"there is no card {card!s:.40}", "the cards are 1 to 16"))
            elif count > 1:
                wrong.append((f"card {card} is named {count} times", "name it once"))
        if any(placed[0] == TRACKER and placed[1:] != (0, False) for placed in deck):
            what = "the round tracker has no area and is never stored"
            wrong.append((what, f"write it {TRACKER}"))
        if deck and deck[0].stored:
            what = f"card {deck[0].card} is stored and on top"
            wrong.append((what, "put it at the back, not stored"))
        if wrong:
            raise InputError(*(Problem("deal", *one) for one in wrong))
        return cls(deck, number, extra)

    def __str__(self) -> str:
        return f"round {self.round}: {' '.join(map(str, self.deck))}"

    def __repr__(self) -> str:
        more = f", {self.extra!r}" if self.extra else ""
        return f"State.read({str(self)!r}{more})"

    def card(self, number: Id) -> Card:
        """Return the card of a number or id; raises `KeyError`."""
        return CORE.get(number) or {card.id: card for card in self.extra}[number]

    def area(self, placed: Placed) -> Area:
        """Return the active area of a card in the deck; that of the tracker is empty."""
        return Area() if placed.card == TRACKER else self.card(placed.card).areas[placed.area]

    @property
    def over(self) -> bool:
        return self.deck[0].card == TRACKER

    @property
    def finished(self) -> bool:
        return self.round == ROUNDS and self.over

    @property
    def begun(self) -> State:
        """The start of the next round if this one is over and not the last, otherwise itself.

        The tracker goes to the back and shows the next number; stored cards that are then on top
        are straightened and go to the back.
        """
        if not self.over or self.round == ROUNDS:
            return self
        return State((*self.deck[1:], self.deck[0]), self.round + 1, self.extra).settled

    @property
    def settled(self) -> State:
        """The state after stored cards on top are straightened and put at the back."""
        count = 0
        while self.deck[count].stored:
            count += 1
        if not count:
            return self
        straight = tuple(placed._replace(stored=False) for placed in self.deck[:count])
        return State(self.deck[count:] + straight, self.round, self.extra)

    @property
    def left(self) -> int:
        """The number of cards before the tracker: the card moves left in this round."""
        return next(at for at, placed in enumerate(self.deck) if placed.card == TRACKER)

    @property
    def stored(self) -> tuple[Placed, ...]:
        return tuple(placed for placed in self.deck if placed.stored)

    @property
    def resources(self) -> Resources:
        return summed(self.area(placed).gives for placed in self.stored)

    @property
    def points(self) -> int:
        return sum(self.area(placed).points for placed in self.deck)

    @property
    def upgrades(self) -> int:
        return sum(self.area(placed).upgrades for placed in self.deck)

    def measure(self, what: str, beside: int = 0) -> int:
        """Return an amount a criterion counts: a key of `COUNTED`, or the name of a building.

        `beside` are points on cards that are not in this deck.
        """
        if what in ("points", "upgrades"):
            return self.points + beside if what == "points" else self.upgrades
        if what in COUNTED:
            held = self.resources
            counts: dict[str, int] = {"stored": held.amount, **held._asdict()}
            return len(self.stored) if what == "cards" else counts[what]
        cards = (placed for placed in self.deck if placed.card != TRACKER)
        return sum(self.area(one).upgrades for one in cards if self.card(one.card).name == what)

    def unmet(self, criteria: Criteria, beside: int = 0) -> Iterator[tuple[str, int, int]]:
        """Yield every criterion that is not met: what is counted, the amount, the least amount."""
        for what, least in criteria:
            have = self.measure(what, beside)
            if have < least:
                yield what, have, least


MOVES = ("store", "rotate", "flip", "discard", "round-end")
LONGEST = 1_000

_WORD = re.compile(r"\S+")
_ID = re.compile(r"[a-z][a-z0-9-]{0,39}")
_KEYWORDS = (*MOVES, "pay", "reset", "disaster", "buy", "use", "by")


class Buy(NamedTuple):
    """A card of the middle taken at the end of a round, and the stored cards that paid for it."""

    card: Id
    pay: tuple[Id, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """One move; `pay` are stored cards, `reset` the one straightened to make room.

    A `discard` may name its card.  `disaster`, `buys` and `use` belong to a `round-end`.  `by` is
    the id of the card that allows the move.  Raises `InputError` if the move cannot be written.
    """

    kind: str
    card: Id | None = None
    pay: tuple[Id, ...] = ()
    reset: Id | None = None
    disaster: tuple[Id, ...] = ()
    buys: tuple[Buy, ...] = ()
    use: tuple[Id, ...] = ()
    by: str | None = None

    def __post_init__(self) -> None:
        try:
            again = _Reader(str(self)).move(*MOVES)
        except NotationError as error:
            raise InputError(error.problem(f"Move {error.text!r:.60}")) from None
        if again != tuple(getattr(self, name) for name in self.__slots__):
            remedy = "numbers from 1 to 17 and ids such as hunter; tuples, no lists"
            raise InputError(Problem(f"Move {str(self)!r:.60}", "it reads back otherwise", remedy))

    @property
    def cards(self) -> tuple[Id, ...]:
        """Every card the move names before `by`, in the order of its text."""
        acts = () if self.card is None else (self.card,)
        reset = () if self.reset is None else (self.reset,)
        bought = tuple(card for buy in self.buys for card in (buy.card, *buy.pay))
        return (*acts, *self.pay, *reset, *self.disaster, *bought, *self.use)

    @classmethod
    def read(cls, text: str) -> Move:
        return cls(*_Reader(text).move(*MOVES))

    @classmethod
    def read_part(cls, text: str) -> Move:
        """Return a `round-end` from its parts alone, or from the whole; raises as `read`."""
        return cls(*_Reader(text).move(ROUND_END, default=ROUND_END))

    def __str__(self) -> str:
        words: list[object] = [self.kind] if self.card is None else [self.kind, self.card]
        words += [*_part("pay", *self.pay), *_part("reset", self.reset)]
        if self.disaster:
            words += ["disaster", *_part("pay", *self.disaster)]
        for buy in self.buys:
            words += ["buy", buy.card, *_part("pay", *buy.pay)]
        words += [*_part("use", *self.use), *_part("by", self.by)]
        return " ".join(map(str, words))

    def __repr__(self) -> str:
        return f"Move.read({str(self)!r})"


def _part(word: str, *cards: Id | None) -> list[object]:
    """Return a part of a move, empty if it names no card."""
    return [word, *cards] if cards and cards[0] is not None else []


def is_card(card: object) -> bool:
    """Return whether this is the number of a core card or the tracker, or can be an id."""
    if isinstance(card, str):
        return _ID.fullmatch(card) is not None and card not in _KEYWORDS
    return type(card) is int and (card in NUMBERS or card == TRACKER)


class _Reader:
    """Reads a move word by word; the last word is empty and marks the end."""

    def __init__(self, text: str) -> None:
        check_length(text, LONGEST)
        self.text = text
        self.words = [(found[0].lower(), found.start() + 1) for found in _WORD.finditer(text)]
        self.end = len(self.words)
        self.words.append(("", len(text.rstrip()) + 1))
        self.at = 0

    def fail(self, expected: str, what: str = "") -> NotationError:
        word, column = self.words[self.at]
        if not word:
            what = "it ends here" if self.end else "the move is empty"
        what = what or f"{shorten(word)!r} does not fit here"
        return NotationError(what, self.text, column, expected)

    def take(self, word: str) -> bool:
        found = self.words[self.at][0] == word
        self.at += found
        return found

    def card(self, expected: str) -> Id:
        word, _ = self.words[self.at]
        card: Id = int(word) if word.isascii() and word.isdigit() else word
        if not is_card(card):
            if isinstance(card, int):
                raise self.fail(f"1 to {NUMBERS[-1]}", f"there is no card {word:.20}")
            raise self.fail(expected)
        self.at += 1
        return card

    def cards(self, expected: str) -> tuple[Id, ...]:
        """Read the cards up to the next keyword: at least one, each once."""
        found: list[Id] = []
        while not found or self.words[self.at][0] not in ("", *_KEYWORDS):
            card = self.card(expected)
            if card in found:
                self.at -= 1
                raise self.fail("each card once", f"card {card} is named twice")
            found.append(card)
        return tuple(found)

    def pay(self) -> tuple[Id, ...]:
        return self.cards("a stored card that pays") if self.take("pay") else ()

    def move(self, *kinds: str, default: str | None = None) -> tuple[Any, ...]:
        kind = next((kind for kind in kinds if self.take(kind)), default)
        card: Id | None = None
        reset: Id | None = None
        pay, disaster, use = (tuple[Id, ...](),) * 3
        buys: list[Buy] = []
        if kind is None:
            raise self.fail(f"{', '.join(MOVES[:-1])} or {MOVES[-1]}")
        if kind == "discard":
            if self.words[self.at][0] not in ("", "by"):
                card = self.card("the card on top, by or the end")
            more = "by or the end"
        elif kind == "round-end":
            if self.take("disaster"):
                if not self.take("pay"):
                    raise self.fail("pay and stored cards")
                disaster = self.cards("a stored card that pays")
            while self.take("buy"):
                buys.append(Buy(self.card("the card to buy"), self.pay()))
            use = self.cards("a card to use") if self.take("use") else ()
            more = "disaster pay, buy, use, by or the end"
        else:
            card, pay = self.card(f"the card to {kind}"), self.pay()
            if kind == "store" and self.take("reset"):
                reset = self.card("the stored card to reset")
            rest = ["pay"] * (not pay) + ["reset"] * (kind == "store")
            more = either([*rest * (reset is None), "by", "the end"])
        by: str | None = None
        if self.take("by"):
            by = self.words[self.at][0]
            if not is_card(by):
                raise self.fail("the id of a card that allows the move")
            self.at += 1
        if self.at < self.end:
            raise self.fail(more if by is None else "the end")
        return kind, card, pay, reset, disaster, (*buys,), use, by
