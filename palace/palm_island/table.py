"""The table of a game: decks, the middle, and the working state of the end of a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from palace.core.verdict import Message, Reason
from palace.palm_island.cards import Cost, Criteria, Id
from palace.palm_island.engine import Due, bill_alone, held, named, possible, titled
from palace.palm_island.rules import BOOK, DEFAULT, Held, Rulings
from palace.palm_island.specials import NO_CARDS, Ability, CardPool, Disaster, Outpost, Villager
from palace.palm_island.state import ROUND_END, ROUNDS, Buy, Move, Placed, State


class Owned(NamedTuple):
    """A card that a player has taken; `kind` is "outposts" or "villagers".

    It lies after the round tracker and moves with it; `turn` is the move that took it, None if
    the record begins with it.
    """

    card: str
    title: str
    kind: str
    points: int = 0
    turn: int | None = None

    @classmethod
    def of(cls, pool: CardPool, name: str, turn: int | None = None) -> Owned:
        found = pool.find(name)
        if found is None:
            return cls(name, name, "", 0, turn)
        return cls(name, found.label, found.kind, found.value, turn)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: the deck, the villagers to recruit, the cards owned, the active villagers.

    `closed` is the last round whose end is entered, `made` counts the moves.  Of a player with a
    `total` only that is known.
    """

    name: str
    state: State
    waiting: tuple[str, ...] = ()
    owned: tuple[Owned, ...] = ()
    active: tuple[str, ...] = ()
    closed: int = 0
    total: int | None = None
    made: int = field(default=0, compare=False)

    @property
    def beside(self) -> int:
        return sum(owned.points for owned in self.owned)

    @property
    def points(self) -> int:
        return self.state.points + self.beside if self.total is None else self.total


@dataclass(frozen=True, slots=True)
class Middle:
    """The completed levels of the disaster, whether the ability is upgraded, the cards left."""

    level: int = 0
    ready: bool = False
    left: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """A game at one moment; `disaster` and `ability` are those of a cooperative game."""

    mode: str
    seats: tuple[Seat, ...]
    middle: Middle = Middle()
    card_pool: CardPool = field(default=NO_CARDS, hash=False)
    disaster: Disaster | None = field(default=None, hash=False)
    ability: Ability | None = field(default=None, hash=False)
    rulings: Rulings = DEFAULT

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    def at(self, player: str) -> int:
        return self.names.index(player)

    def seat(self, player: str) -> Seat:
        return self.seats[self.at(player)]

    def unmet(self, seat: Seat, criteria: Criteria) -> Iterator[tuple[str, int, int]]:
        """Yield what a player lacks for an outpost; see `State.unmet`."""
        counts = self.rulings.criterion_points == "both"
        return seat.state.unmet(criteria, seat.beside * counts)

    @property
    def finished(self) -> bool:
        """Whether every player has played round 8 to its end."""
        return all(seat.state.finished for seat in self.seats)

    @property
    def partial(self) -> bool:
        return any(seat.total is not None for seat in self.seats)

    @property
    def complete(self) -> bool | None:
        """Whether every level of the disaster is completed; None if their number is not known."""
        if self.disaster is None or not self.disaster.levels:
            return None
        return self.middle.level >= len(self.disaster.levels)

    @property
    def level_cost(self) -> Cost | None:
        """The joint cost of the disaster's level; None if there is none, or not transcribed."""
        if self.disaster is None or self.complete is not False:
            return None
        return self.disaster.due(self.middle.level, len(self.seats))

    def cost_of(self, name: str) -> Cost | None:
        """Return what is paid for a card, of an ability by all together; None if its cost is not
        transcribed, or it has none, as outposts of a casual game."""
        card = self.card_pool.find(name)
        if isinstance(card, Outpost) and self.mode == "casual":
            return None
        if isinstance(card, Ability):
            return card.due(len(self.seats))
        return None if card is None else card.price

    @property
    def knows(self) -> dict[str, bool]:
        """Whether this game has each part of a `round-end`."""
        cards = [*self.middle.left]
        for seat in self.seats:
            cards += [*seat.waiting, *(owned.card for owned in seat.owned)]
        group = self.ability is not None
        use = group or bool(self.card_pool.among(Villager, cards))
        return {"disaster": self.mode == "coop", "buy": group or bool(cards), "use": use}


class RoundEnd:
    """The end of a round being worked out; seats are numbered from 0.

    `moves` holds the `round-end` of each seat that has one, with the number of the move.  `table`
    is that of the round, and when all is done the one after it; `spare` is whether a payment may
    hold cards that could be left out.
    """

    def __init__(self, table: Table, number: int, moves: Mapping[int, tuple[int, Move]]) -> None:
        self.table, self.seats = table, table.seats
        self.number, self.last = number, number >= ROUNDS
        self.spare = table.rulings.payment == "any"
        self.moves = {seat: move for seat, (_, move) in moves.items()}
        self.turns = {seat: turn for seat, (turn, _) in moves.items()}
        self.reasons: dict[int, list[Reason]] = {seat: [] for seat in range(len(table.seats))}
        self.news: list[Message] = []
        self.spent: list[set[Id]] = [set() for _ in table.seats]
        self.level, self.ready = table.middle.level, table.middle.ready
        self.usable = self.ready and table.rulings.ability_cost == "once"
        self.left = list(table.middle.left)
        self.waiting = [list(seat.waiting) for seat in table.seats]
        self.owned = [list(seat.owned) for seat in table.seats]
        self.active: list[tuple[str, ...]] = [() for _ in table.seats]

    def refuse(self, seat: int, *reasons: Reason) -> bool:
        """Note reasons against a seat's `round-end`; return whether a card leaves any of them."""
        move = self.moves.get(seat)
        found = reasons if move is None else possible(move, reasons)
        self.reasons[seat] += found
        return bool(found)

    def report(self, key: str, **values: object) -> None:
        self.news.append(Message.of(key, **values))

    def buys(self, card: object) -> Iterator[tuple[int, Buy]]:
        for seat, move in self.moves.items():
            yield from ((seat, buy) for buy in move.buys if buy.card == card)

    def held(self, seat: int, cards: Iterable[Placed]) -> tuple[Held, ...]:
        return held(self.seats[seat].state, cards, self.seats[seat].name)

    def unspent(self, seat: int) -> list[Placed]:
        """Return the stored cards of a seat that have not paid yet."""
        stored = self.seats[seat].state.stored
        return [placed for placed in stored if placed.card not in self.spent[seat]]

    def spend(self, seat: int, cards: Sequence[Id]) -> list[Placed]:
        """Return the cards of a payment that are stored and unspent; refuse each of the others."""
        state, free = self.seats[seat].state, self.unspent(seat)
        there = {placed.card for placed in free}
        for card in cards:
            if card not in there:
                self.refuse(seat, BOOK.reason(
                    "not-stored.paid" if card in self.spent[seat] else "not-stored",
                    named(state, card), "stored",
                    card=titled(state, card), stored=held(state, free),
                ))  # fmt: skip
        self.spent[seat] |= {*cards}
        return [placed for placed in free if placed.card in cards]

    def pay(self, seat: int, at: str, act: str, cost: Cost | None, cards: Sequence[Id]) -> bool:
        """Spend one seat's payment; return whether it was right, as it is without a known cost."""
        state, free = self.seats[seat].state, self.unspent(seat)
        before = len(self.reasons[seat])
        self.spend(seat, cards)
        if cost is not None:
            self.refuse(seat, *bill_alone(state, Due(at, cost, self.spare, act), cards, free))
        return len(self.reasons[seat]) == before

    def take(self, seat: int, card: str) -> Owned:
        owned = Owned.of(self.table.card_pool, card, self.turns.get(seat))
        self.owned[seat].append(owned)
        return owned


def round_end(*parts: Move) -> Move:
    return Move(
        ROUND_END,
        disaster=tuple(card for part in parts for card in part.disaster),
        buys=tuple(buy for part in parts for buy in part.buys),
        use=tuple(card for part in parts for card in part.use),
    )


def due(table: Table) -> tuple[str, ...]:
    """Return the players whose move is due; at the end of a round all who have not entered theirs.

    The end of a round is entered once all players have finished it, and only in games that have
    cards to take or to pay for.
    """
    closes = any(table.knows.values())
    decks = [(seat, present(table, seat)) for seat in table.seats]
    number = min(state.round for _, state in decks)
    here = [(seat, state) for seat, state in decks if state.round == number]
    playing = tuple(seat.name for seat, state in here if not state.over)
    if playing or not closes:
        return playing[:1]
    return tuple(seat.name for seat, _ in here if seat.closed < number)


def present(table: Table, seat: Seat) -> State:
    """Return the deck of a seat, already in the next round if no end of a round is entered."""
    return seat.state if any(table.knows.values()) else seat.state.begun
