"""Moves and how they are written: `store 3`, `rotate 7 pay 3 4`, `discard`, `round-end`.

    move = ("store" N [pay] ["reset" R]) / (("rotate" / "flip") N [pay]) / "discard"
         / ("round-end" ["disaster" pay] *("buy" ID [pay]) ["use" 1*ID])
    pay  = "pay" 1*A

N, A and R are cards of the deck: core cards by number, others by id.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from palace.core.errors import InputError, NotationError, Problem, shorten
from palace.palm_island.cards import NUMBERS, TRACKER, Id

KINDS = ("store", "rotate", "flip", "discard", "round-end")
CARD_ACTIONS = KINDS[:3]
LONGEST = 1_000

_WORD = re.compile(r"\S+")
_ID = re.compile(r"[a-z][a-z0-9-]{0,39}")
_KEYWORDS = (*KINDS, "pay", "reset", "disaster", "buy", "use")


class Buy(NamedTuple):
    """A card of the middle taken at the end of a round, and the stored cards that paid for it."""

    card: Id
    pay: tuple[Id, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """One move; `pay` are stored cards, `reset` the one straightened to make room.

    `disaster`, `buys` and `use` belong to a `round-end`.  Raises `InputError` for what cannot be
    written.
    """

    kind: str
    card: Id | None = None
    pay: tuple[Id, ...] = ()
    reset: Id | None = None
    disaster: tuple[Id, ...] = ()
    buys: tuple[Buy, ...] = ()
    use: tuple[Id, ...] = ()

    def __post_init__(self) -> None:
        wrong = _wrong(self)
        if wrong:
            raise InputError(Problem("Move", *wrong))

    @property
    def cards(self) -> tuple[Id, ...]:
        """Every card that is named, in the order they are written, buys after disasters."""
        acts = () if self.card is None else (self.card,)
        reset = () if self.reset is None else (self.reset,)
        bought = tuple(card for buy in self.buys for card in (buy.card, *buy.pay))
        return (*acts, *self.pay, *reset, *self.disaster, *bought, *self.use)

    @classmethod
    def read(cls, text: str) -> Move:
        """The move of a text; raises `NotationError` with column and what was expected."""
        return _Reader(text).move()

    def __str__(self) -> str:
        words: list[object] = [self.kind]
        if self.card is not None:
            words.append(self.card)
        words += _pay(self.pay)
        if self.reset is not None:
            words += ["reset", self.reset]
        if self.disaster:
            words += ["disaster", *_pay(self.disaster)]
        for buy in self.buys:
            words += ["buy", buy.card, *_pay(buy.pay)]
        if self.use:
            words += ["use", *self.use]
        return " ".join(map(str, words))

    def __repr__(self) -> str:
        return f"Move.read({str(self)!r})"


def _pay(cards: tuple[Id, ...]) -> list[object]:
    return ["pay", *cards] if cards else []


def _wrong(move: Move) -> tuple[str, str] | None:
    """What keeps a move from being written."""
    groups = (move.pay, move.disaster, move.use, *(buy.pay for buy in move.buys))
    if not all(isinstance(group, tuple) for group in (*groups, move.buys)):
        return "its cards are no tuple", "give tuples, so that equal moves hash alike"
    if move.kind not in KINDS:
        return f"{move.kind!r:.40} is no move", f"it is one of: {', '.join(KINDS)}"
    acts = move.kind in CARD_ACTIONS
    if acts != (move.card is not None):
        return f"{move.kind} {'needs a' if acts else 'names no'} card", "see palace.palm_island"
    if (move.pay and not acts) or (move.reset is not None and move.kind != "store"):
        return f"{move.kind} does not take this", "pay is for actions, reset for store"
    if (move.disaster or move.buys or move.use) and move.kind != "round-end":
        return f"{move.kind} does not take this", "disaster, buy and use are for round-end"
    for card in move.cards:
        if not _writable(card):
            return f"{card!r:.40} is no card", "a number from 1 to 17, or an id such as hunter"
    for group in groups:
        if len({*group}) < len(group):
            return "a card is named twice", "name it once"
    return None


def _writable(card: Id) -> bool:
    if isinstance(card, str):
        return _ID.fullmatch(card) is not None and card not in _KEYWORDS
    return type(card) is int and (card in NUMBERS or card == TRACKER)


class _Reader:
    """Takes a text apart word by word."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            what = f"{len(text)} characters are too many"
            raise NotationError(what, text, LONGEST + 1, f"at most {LONGEST}")
        self.text = text
        self.words = [(found[0].lower(), found.start() + 1) for found in _WORD.finditer(text)]
        self.at = 0

    def fail(self, expected: str) -> NotationError:
        if self.at < len(self.words):
            word, column = self.words[self.at]
            return NotationError(
                f"{shorten(word)!r} cannot stand here", self.text, column, expected
            )
        what = "it ends here" if self.words else "the move is empty"
        return NotationError(what, self.text, len(self.text.rstrip()) + 1, expected)

    def take(self, word: str) -> bool:
        """Whether this word comes next; if so it is read."""
        found = self.at < len(self.words) and self.words[self.at][0] == word
        self.at += found
        return found

    def card(self, expected: str) -> Id:
        """The card that must come next."""
        if self.at >= len(self.words):
            raise self.fail(expected)
        word, column = self.words[self.at]
        if word.isascii() and word.isdigit():
            number = int(word)
            if number not in NUMBERS and number != TRACKER:
                wanted = f"1 to {NUMBERS[-1]}"
                raise NotationError(f"there is no card {word:.20}", self.text, column, wanted)
            self.at += 1
            return number
        if not _ID.fullmatch(word) or word in _KEYWORDS:
            raise self.fail(expected)
        self.at += 1
        return word

    def cards(self, expected: str) -> tuple[Id, ...]:
        """The cards up to the next keyword, at least one, each once."""
        found: list[Id] = []
        while not found or (self.at < len(self.words) and self.words[self.at][0] not in _KEYWORDS):
            column = self.words[self.at][1] if self.at < len(self.words) else 0
            card = self.card(expected)
            if card in found:
                what = f"card {card} stands here already"
                raise NotationError(what, self.text, column, "each card once")
            found.append(card)
        return tuple(found)

    def payment(self) -> tuple[Id, ...]:
        return self.cards("a stored card that pays") if self.take("pay") else ()

    def move(self) -> Move:
        kind = next((kind for kind in KINDS if self.take(kind)), None)
        if kind is None:
            raise self.fail(f"{', '.join(KINDS[:-1])} or {KINDS[-1]}")
        if kind == "discard":
            move, more = Move(kind), "the end"
        elif kind == "round-end":
            move, more = self.round_end(), "disaster pay, buy, use or the end"
        else:
            card, pay = self.card(f"the card to {kind}"), self.payment()
            reset = None
            if kind == "store" and self.take("reset"):
                reset = self.card("the stored card to reset")
            rest = ["pay"] * (not pay) + ["reset"] * (kind == "store")
            more = "the end" if reset is not None else ", ".join([*rest, "the end"])
            move = Move(kind, card, pay, reset)
        if self.at < len(self.words):
            raise self.fail(more)
        return move

    def round_end(self) -> Move:
        disaster: tuple[Id, ...] = ()
        buys: list[Buy] = []
        if self.take("disaster"):
            if not self.take("pay"):
                raise self.fail("pay and stored cards")
            disaster = self.cards("a stored card that pays")
        while self.take("buy"):
            buys.append(Buy(self.card("the card to buy"), self.payment()))
        use = self.cards("a card to use") if self.take("use") else ()
        return Move("round-end", disaster=disaster, buys=tuple(buys), use=use)
