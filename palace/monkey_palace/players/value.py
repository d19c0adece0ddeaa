"""What a turn and a table are worth, in bananas at the end."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from palace.files.text_file import shipped
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.rules import BONUS_POINTS, TROPHY_POINTS
from palace.monkey_palace.game.state import GameState, PlayerState
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.players.turns import COLOURS, Choices, Figures


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
    names = state.names
    if state.finished:
        return 0.0
    if state.ending is not None:
        # The round ends with the last seat.
        return float(names.index(name) > names.index(state.due[0]))
    tray, incomes = state.tray, [seat.income for seat in state.seats]
    if tray is None:
        return 0.0
    a_round = [
        sum(income[kind] for income in incomes) + one.pace * part * len(names)
        for kind, part in enumerate((1.0, 1.0, 0.3))
    ]
    rounds = min(there / max(gone, 0.1) for there, gone in zip(tray, a_round, strict=True))
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


DEAREST = 9
"""Credits beyond which no more cards are looked at."""


def _shop(
    offer: Sequence[Card], seat: PlayerState, values: Values
) -> list[tuple[float, tuple[Card, ...]]]:
    """Return the worth of the best cards together, and the cards, by the credits there are."""
    best: list[tuple[float, tuple[Card, ...]]] = [(0.0, ())] * (DEAREST + 1)
    for cost, worth, cards in _bought(offer, seat, values):
        if worth > best[cost][0]:
            best[cost] = worth, cards
    for credit in range(1, DEAREST + 1):
        best[credit] = max(best[credit], best[credit - 1], key=lambda one: one[0])
    return best


def _bought(
    offer: Sequence[Card], seat: PlayerState, values: Values
) -> Iterator[tuple[int, float, tuple[Card, ...]]]:
    """Yield what can be bought together: the cost, the worth, the cards."""
    # What delivers least is laid first, so that what comes after can cover it.
    offer = sorted(offer, key=lambda card: values.income(card.each))
    each = [values.income(card.each) for card in offer]
    now = [(card.bananas or 0) + values.pieces(card.once) for card in offer]
    costs = [card.cost or 0 for card in offer]
    tops = sorted(values.income(slot[-1].card.each) for slot in seat.slots if slot)
    free = len(seat.free_slots)

    def more(first: int, cost: int, worth: float, tops: list[float], free: int,
             cards: tuple[Card, ...]) -> Iterator[tuple[int, float, tuple[Card, ...]]]:  # fmt: skip
        for at in range(first, len(offer)):
            if cost + costs[at] > DEAREST:
                continue
            there, gain = sorted([*tops, each[at]]), now[at] + each[at]
            if not free:
                gain -= tops[0]
                there = sorted([*tops[1:], each[at]])
            some = (*cards, offer[at])
            yield cost + costs[at], worth + gain, some
            yield from more(at + 1, cost + costs[at], worth + gain, there, max(free - 1, 0), some)

    yield from more(0, 0, 0.0, tops, free, ())
