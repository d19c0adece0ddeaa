"""A player's deck at one moment, and its text: `round 2: 5 3.1 7.2* 17 1 …`, top card first.

A card is its number; `.1` `.2` `.3` its area if it is not 0; `*` says that it is stored; 17 is the
round tracker.  The text is what dividers keep of a game that pauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from palace.core.errors import InputError, NotationError, Problem, shorten
from palace.palm_island.cards import CORE, NUMBERS, TRACKER, Area, Card, Id
from palace.palm_island.resources import Resources, summed

ROUNDS = 8
LIMIT = 4
"""Cards that can be stored at a time."""

TRACKER_AREAS = (0, 1, 3, 2)
"""Areas of the tracker in rounds 1 to 4, and again in 5 to 8: rotate, flip, rotate, flip."""

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
        cls,
        order: Iterable[Id | Placed],
        extra: Sequence[Card] = (),
        behind: Iterable[Placed] = (),
    ) -> State:
        """The start of a game: cards in this order, top first, the tracker, and what is `behind`.

        Raises `InputError` if it is not the cards 1 to 16, and `extra`, once each.
        """
        deck = tuple(card if isinstance(card, Placed) else Placed(card) for card in order)
        return cls._checked((*deck, Placed(TRACKER), *behind), 1, tuple(extra))

    @classmethod
    def read(cls, text: str, extra: Sequence[Card] = ()) -> State:
        """The state of a text; `NotationError` if it cannot be read, `InputError` if cards are
        missing or doubled."""
        head = _HEAD.match(text)
        if head is None:
            raise NotationError("it does not begin with its round", text, 1, "round 1: and cards")
        number = int(head[1])
        if not 1 <= number <= ROUNDS:
            column = head.start(1) + 1
            raise NotationError(f"there is no round {number}", text, column, f"1 to {ROUNDS}")
        deck = []
        for word in re.compile(r"\S+").finditer(text, head.end()):
            found = _CARD.fullmatch(word[0])
            if found is None or int(found[2] or 0) > 3:
                wanted = "a card such as 3, 3.1 or 3.1*"
                what = f"{shorten(word[0])!r} is no card"
                raise NotationError(what, text, word.start() + 1, wanted)
            card: Id = int(found[1]) if found[1].isdigit() else found[1]
            deck.append(Placed(card, int(found[2] or 0), bool(found[3])))
        return cls._checked(tuple(deck), number, tuple(extra))

    @classmethod
    def _checked(cls, deck: tuple[Placed, ...], number: int, extra: tuple[Card, ...]) -> State:
        wanted: set[Id] = {*NUMBERS, TRACKER, *(card.id for card in extra)}
        found = [placed.card for placed in deck]
        problems = [
            Problem("deal", f"card {card} is missing", "every card stands once")
            for card in sorted(wanted - {*found}, key=str)
        ]
        problems += [
            Problem("deal", f"card {card} stands {found.count(card)} times", "once")
            for card in dict.fromkeys(found)
            if card in wanted and found.count(card) > 1
        ]
        problems += [
            Problem("deal", f"there is no card {card!s:.40}", "cards 1 to 16")
            for card in found
            if card not in wanted
        ]
        if any(placed[0] == TRACKER and placed[1:] != (0, False) for placed in deck):
            what = "the round tracker shows its round and is never stored"
            problems.append(Problem("deal", what, f"write it {TRACKER}"))
        if deck and deck[0].stored:
            what = f"card {deck[0].card} is stored and on top"
            problems.append(Problem("deal", what, "it straightens at once and goes to the back"))
        if problems:
            raise InputError(*problems)
        return cls(deck, number, extra)

    def __str__(self) -> str:
        return f"round {self.round}: {' '.join(map(str, self.deck))}"

    def __repr__(self) -> str:
        more = f", {self.extra!r}" if self.extra else ""
        return f"State.read({str(self)!r}{more})"

    def card(self, number: Id) -> Card:
        """The card of a number or id; raises `KeyError`."""
        found = CORE.get(number)
        if found is None:
            found = next((card for card in self.extra if card.id == number), None)
        if found is None:
            raise KeyError(number)
        return found

    def area(self, placed: Placed) -> Area:
        """What a card in the deck says as it lies; the tracker says nothing."""
        return _NOTHING if placed.card == TRACKER else self.card(placed.card).areas[placed.area]

    @property
    def over(self) -> bool:
        """Whether the round is over: the tracker is on top."""
        return self.deck[0].card == TRACKER

    @property
    def finished(self) -> bool:
        """Whether the game is over: the tracker is on top and shows 8."""
        return self.round == ROUNDS and self.over

    @property
    def begun(self) -> State:
        """The next round's beginning if the round is over and not the last, otherwise itself.

        The tracker goes to the back showing the next number; stored cards that are then on top
        straighten and go to the back.
        """
        if not self.over or self.round == ROUNDS:
            return self
        return State((*self.deck[1:], self.deck[0]), self.round + 1, self.extra).settled

    @property
    def settled(self) -> State:
        """Every stored card that reaches the top straightened and put at the back, at once."""
        count = 0
        while self.deck[count].stored:
            count += 1
        if not count:
            return self
        straight = tuple(placed._replace(stored=False) for placed in self.deck[:count])
        return State(self.deck[count:] + straight, self.round, self.extra)

    @property
    def left(self) -> int:
        """How many cards are before the tracker: the card moves left in this round."""
        return next(at for at, placed in enumerate(self.deck) if placed.card == TRACKER)

    @property
    def tracker_area(self) -> int:
        """Which of the tracker's areas is active."""
        return TRACKER_AREAS[(self.round - 1) % 4]

    @property
    def stored(self) -> tuple[Placed, ...]:
        """The stored cards in deck order."""
        return tuple(placed for placed in self.deck if placed.stored)

    @property
    def resources(self) -> Resources:
        """The resources of all stored cards."""
        return summed(self.area(placed).gives for placed in self.stored)

    @property
    def points(self) -> int:
        """The victory points of all active areas, stored or not."""
        return sum(self.area(placed).points for placed in self.deck)

    @property
    def upgrades(self) -> int:
        """The upgrade symbols of all active areas."""
        return sum(self.area(placed).upgrades for placed in self.deck)


_NOTHING = Area()
