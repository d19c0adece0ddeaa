"""The strong player: whole turns valued in bananas at the end, the best followed some turns on."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from palace.contract.players import Limit
from palace.files.text_file import shipped
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.rules import BONUS_POINTS, TROPHY_POINTS, MonkeyRules
from palace.monkey_palace.game.state import GameState, PlayerState, Turn
from palace.monkey_palace.game.turn import FROG_BRINGS
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.players.turns import (
    AHEAD,
    COLOURS,
    AnyRules,
    Choices,
    Clock,
    Figures,
    dealt,
    fast,
    own,
)  # fmt: skip

SECONDS = 1.0
"""How long a turn is thought about where no limit is given."""

TRIED, PLIES = 16, 5
"""Turns that are followed at first, and turns of all players that each is looked ahead."""

REPLIES, SIMPLE = 4, 4
"""Replies of the next player of which they take the best, and how often a turn is followed before
that with the one that is worth most by itself."""

ALIKE = 3
"""Turns of one worth that are followed: they differ in where they build."""

DEAREST = 9
"""Credits beyond which no more cards are looked at."""


class Weights(NamedTuple):
    """What is worth how much, in bananas.

    A piece in hand as long as there are turns to come, and by how many turns that fades; a piece
    that is delivered each turn, as a part of a piece in hand; a trophy as a part of its points with
    all turns to come, and by how many turns that rises to all of them; the column of the frog;
    pieces beyond recurring ones that leave the tray with a turn, for the time that is left.
    """

    arch: float
    brick: float
    column: float
    fading: float
    income: float
    trophy: float
    trophies: float
    others: float
    pace: float


@cache
def weights() -> Weights:
    """Return the weights that `scripts/tune-monkey` found."""
    text = shipped(__package__, "weights.toml").read_text(encoding="utf-8")
    return Weights(**tomllib.loads(text)["weights"])


def turns_left(state: GameState, name: str, one: Weights) -> float:
    """Return how many turns a player has after the one that is due, about; 0 for the last."""
    if state.finished or (state.ending is None and state.tray is None):
        return 0.0
    if state.tray is None or state.ending is not None:
        # The round ends with the last seat.
        return float(state.names.index(name) > state.names.index(state.due[0]))
    incomes = [seat.income for seat in state.seats]
    a_round = [
        sum(income[kind] for income in incomes) + one.pace * part * len(incomes)
        for kind, part in enumerate((1.0, 1.0, 0.3))
    ]
    rounds = min(there / max(gone, 0.1) for there, gone in zip(state.tray, a_round, strict=True))
    # The round in which the tray falls short is played to its end.
    return max(rounds + 0.5, 0.5)


class Values:
    """What a player's pieces, cards and trophies are worth with so many turns left."""

    def __init__(self, one: Weights, turns: float) -> None:
        fade = turns / (turns + one.fading) if turns > 0 else 0.0
        self.piece = one.arch * fade, one.brick * fade, one.column * fade
        later = one.income * max(turns - 1, 0.0)
        self.each = tuple(now + later * full for now, full in zip(self.piece, one[:3], strict=True))
        self.trophy = 1 - (1 - one.trophy) * min(turns / one.trophies, 1.0)

    def pieces(self, supply: Supply) -> float:
        """Return what pieces in hand are worth."""
        piece = self.piece
        return supply[0] * piece[0] + supply[1] * piece[1] + supply[2] * piece[2]

    def income(self, supply: Supply) -> float:
        """Return what pieces are worth that are delivered this turn and each one to come."""
        each = self.each
        return supply[0] * each[0] + supply[1] * each[1] + supply[2] * each[2]

    def seat(self, state: GameState, seat: PlayerState) -> float:
        """Return what a player has between two turns."""
        held = sum(TROPHY_POINTS[one.animal] for one in state.trophies if one.holder == seat.name)
        cards = sum(taken.card.bananas or 0 for slot in seat.slots for taken in slot)
        points = seat.bananas + cards + BONUS_POINTS * len(seat.bonus) + held * self.trophy
        hand = 0.0 if seat.pieces is None else self.pieces(seat.pieces)
        return points + hand + self.income(seat.income) - self.pieces(seat.income)


class Option(NamedTuple):
    """A turn that can be chosen, and what it is worth."""

    worth: float
    line: Any
    cards: tuple[Card, ...]


def options(
    choices: Choices, one: Weights, seed: int, count: int = 1, alike: int = 1
) -> list[Option]:
    """Return the turns that are worth most, best first, with the cards that are worth most; of
    those of one worth at most `alike`."""
    state, holder = choices.state, choices.state.holder
    values = Values(one, turns_left(state, choices.name, one))
    bought = [_shop(offer, choices.seat, values) for offer in choices.on_offer]
    # A trophy that another player loses is worth more than one that no player has.
    monkey, butterfly = (
        TROPHY_POINTS[animal] * values.trophy * (1 + (one.others if holder(animal) else 0.0))
        if holder(animal) != choices.name else 0.0
        for animal in ("monkey", "butterfly")
    )  # fmt: skip
    gold = monkey if choices.decorated[COLOURS.index("g")] else 0.0
    animals = choices.table(lambda colour, _: gold if COLOURS[colour] == "g" else 0.0)
    high = choices.table(lambda colour, _: butterfly if choices.decorated[colour] else 0.0)
    gains = choices.table(lambda colour, credit: bought[colour][min(credit, DEAREST)][0])
    bonus = BONUS_POINTS * (state.bonus_left > 0)
    arch, brick, column = values.piece

    def worth(one: Figures) -> Any:
        used = arch * one.arches + brick * one.bricks + column * one.columns
        shown = (one.level >= choices.butterfly) * high(one.colour, 0)
        return gains(one.colour, one.credits) - used + bonus * one.bonus + animals(
            one.colour, 0) + shown  # fmt: skip

    return [
        Option(value, line, bought[figures.colour][min(figures.credits, DEAREST)][1])
        for value, figures, line in choices.best(worth, seed, count, alike)
    ]


def _shop(
    offer: Sequence[Card], seat: PlayerState, values: Values
) -> list[tuple[float, tuple[Card, ...]]]:
    """Return the worth of the best cards together, and the cards, by the credits there are."""
    # What delivers least is laid first, so that what comes after can cover it.
    offer = sorted(offer, key=lambda card: values.income(card.each))
    each = [values.income(card.each) for card in offer]
    now = [(card.bananas or 0) + values.pieces(card.once) for card in offer]
    best: list[tuple[float, tuple[Card, ...]]] = [(0.0, ())] * (DEAREST + 1)

    def more(
        first: int, cost: int, worth: float, tops: list[float], free: int, cards: tuple[Card, ...]
    ) -> None:
        for at, card in enumerate(offer[first:], first):
            paid = cost + (card.cost or 0)
            if paid > DEAREST:
                continue
            covered, *others = [0.0, *tops] if free else tops
            gain, there = now[at] + each[at] - covered, sorted([*others, each[at]])
            if worth + gain > best[paid][0]:
                best[paid] = worth + gain, (*cards, card)
            more(at + 1, paid, worth + gain, there, max(free - 1, 0), (*cards, card))

    tops = sorted(values.income(slot[-1].card.each) for slot in seat.slots if slot)
    more(0, 0, 0.0, tops, len(seat.free_slots), ())
    for credit in range(1, DEAREST + 1):
        best[credit] = max(best[credit], best[credit - 1], key=lambda one: one[0])
    return best


def lead(state: GameState, name: str, one: Weights) -> float:
    """Return by how much a player leads the best of the others, as far as a table tells."""
    worth, names = dict[str, float](), state.names
    for at, seat in enumerate(state.seats):
        left = turns_left(state, seat.name, one)
        if not state.finished:
            # Seats after the one that is due have a turn in this round, too.
            due = names.index(state.due[0])
            left += at >= due if state.ending is None else at == due
        worth[seat.name] = Values(one, left).seat(state, seat)
    mine = worth.pop(name)
    return mine - max(worth.values(), default=0.0)


class Judged(NamedTuple):
    """A turn, and by how many bananas it leads in the end, as far as can be seen."""

    turn: Turn
    margin: float
    tries: int = 0


@dataclass(frozen=True)
class Strong:
    """Searches over whole turns.  A node is a turn that is valued, and one more for each hundred
    staircases among which it is chosen.

    It takes the `place`th best, 1 the best; `one` are other weights than the tuned ones.  Without
    the extra `fast` one turn is valued and nothing is followed.
    """

    place: int = 1
    one: Weights | None = None
    tried: int = TRIED
    ahead: int = PLIES

    def move(self, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int) -> Turn:
        """Return a turn; see `palace.contract.players.Player`."""
        return self.chosen(self.judged(rules, state, name, limit, seed))

    def chosen(self, found: Sequence[Judged]) -> Turn:
        """Return the turn that is taken of those that were looked at."""
        return found[min(self.place, len(found)) - 1].turn

    def judged(
        self, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int
    ) -> list[Judged]:
        """Return the turns that were looked at, best first; the pass alone if nothing else is
        legal."""
        *_, (_, found) = self.seek(rules, state, name, limit, seed)
        return found

    def seek(
        self, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int
    ) -> Iterator[tuple[float, list[Judged]]]:
        """Yield the share of the limit that is used, and the turns; those of the last one count."""
        mine, clock, one = own(rules), Clock(limit, SECONDS), self.one or weights()
        choices = Choices(mine, state, name)
        clock.spend(len(choices.lines))
        found = options(choices, one, seed, self.tried, ALIKE)
        judged = [Judged(turn_of(choices, option, one), option.worth) for option in found]
        judged = judged or [Judged(Turn(name), 0.0)]
        yield 0.0, judged
        if len(judged) < 2 or not fast() or not self.ahead:
            return
        leads = [list[float]() for _ in judged]
        left, out, count = [*range(len(judged))], list[int](), 0

        def mean(at: int, most: int | None = None) -> float:
            some = leads[at][:most]
            return sum(some) / max(len(some), 1)

        rounds = (len(left) - 1).bit_length()
        for number in range(1, rounds + 1):
            # Each round has as much time as the others; half of the turns go on to the next.
            while (share := clock.share()) < number / rounds:
                at = min(left, key=lambda at: len(leads[at]))
                tries, turn = len(leads[at]), judged[at].turn
                lot, replies = seed + tries, REPLIES if tries >= SIMPLE else 1
                table = dealt(mine, state, lot)
                leads[at].append(self.followed(mine, table, turn, one, lot, clock, replies))
                yield share, judged
            # Leads on the same lots are compared; what was not followed is behind what was.
            count = min((len(leads[at]) for at in left if leads[at]), default=0)
            left.sort(key=lambda at: (not leads[at], -mean(at, count), at))
            if number < rounds:
                size = max(len(left) // 2, 2)
                left, out = left[:size], left[size:] + out
        out.sort(key=lambda at: (-len(leads[at]), -mean(at), at))
        ranked = [(at, mean(at, count)) for at in left] + [(at, mean(at)) for at in out]
        yield 1.0, [Judged(judged[at].turn, margin, len(leads[at])) for at, margin in ranked]

    def followed(
        self, rules: MonkeyRules, state: GameState, turn: Turn, one: Weights, lot: int,
        clock: Clock, replies: int = 1,
    ) -> float:  # fmt: skip
        """Return by how much a player leads some turns after a turn; the next player takes the one
        of so many replies after which they lead most."""
        table, _ = rules.apply(state, turn)
        clock.spend(0)
        ends, foe = [table], next(iter(table.due), "")
        for ply in range(self.ahead):
            count = 1 if ply else replies
            ends = [new for end in ends for new in _after(rules, end, one, lot + ply, clock, count)]
        end = max(ends, key=lambda end: lead(end, foe, one)) if ends[1:] else ends[0]
        return lead(end, turn.player, one)


def _after(
    rules: MonkeyRules, state: GameState, one: Weights, lot: int, clock: Clock, count: int
) -> Iterator[GameState]:  # fmt: skip
    """Yield a table after each of the turns that are worth most, at the end of a game as it is."""
    if state.finished:
        yield state
        return
    choices = Choices(rules, state, state.due[0], AHEAD)
    clock.spend(len(choices.lines))
    turns = (turn_of(choices, option, one) for option in options(choices, one, lot, count))
    for turn in [*turns] or [Turn(choices.name)]:
        yield rules.apply(state, turn)[0]


def turn_of(choices: Choices, option: Option, one: Weights) -> Turn:
    """Return the turn of an option."""
    values = Values(one, turns_left(choices.state, choices.name, one))
    frog = values.pieces(FROG_BRINGS) + TROPHY_POINTS["frog"] * values.trophy > 0
    return choices.turn(option.line, option.cards, lambda card: values.income(card.each), frog=frog)
