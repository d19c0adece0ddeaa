"""The plain players: random, greedy, and rollout, against which others are measured."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from palace.contract.players import Limit
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.players.turns import AHEAD, REACH, AnyRules, Choices, Figures, dealt, own

TRIED = 20
"""Staircases that `rollout` compares."""


class Clock:
    """A limit under way; `spent` counts nodes."""

    def __init__(self, limit: Limit, usual: float) -> None:
        seconds = usual if limit == Limit() else limit.seconds
        self.nodes = limit.nodes
        self.now = time.process_time if limit.processor else time.monotonic
        self.begun = self.now()
        self.ends = None if seconds is None else self.begun + seconds
        self.spent = 0

    def spend(self, staircases: int) -> None:
        """Count a turn that was chosen among so many staircases."""
        self.spent += 1 + staircases // 100

    def share(self) -> float:
        """Return how much of the limit is used, 1 at its end."""
        by_nodes = 0.0 if self.nodes is None else self.spent / max(self.nodes, 1)
        if self.ends is None:
            return by_nodes
        return max(by_nodes, 1 - (self.ends - self.now()) / max(self.ends - self.begun, 1e-9))


class Random:
    """Builds a staircase by lot, and takes cards by lot as long as it can pay."""

    def move(self, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int) -> Turn:
        """Return a turn; see `palace.contract.players.Player`."""
        choices, chance = Choices(own(rules), state, name), random.Random(seed)
        found = choices.best(lambda figures: 0 * figures.arches, seed)
        if not found:
            return Turn(name)
        _, figures, line = found[0]
        offer = [*choices.on_offer[figures.colour]]
        chance.shuffle(offer)
        return choices.turn(line, _paid(offer, figures.credits), lambda card: 0.0)


@dataclass(frozen=True)
class Greedy:
    """Most credits, then the cards they buy: bananas first, then pieces; then the bonus, then the
    fewest pieces."""

    reach: Supply = REACH

    def move(self, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int) -> Turn:
        """Return a turn; see `palace.contract.players.Player`."""
        choices = Choices(own(rules), state, name, self.reach)
        return next(iter(greedy_turns(choices, seed, 1)), Turn(name))


def greedy_turns(choices: Choices, seed: int, count: int) -> list[Turn]:
    """Return the turns that the greedy player likes best."""
    offers = [sorted(offer, key=_plenty) for offer in choices.on_offer]
    bananas = choices.table(
        lambda colour, credit: sum(card.bananas or 0 for card in _paid(offers[colour], credit))
    )

    def worth(one: Figures) -> Any:
        pieces = one.arches + one.bricks + one.columns
        return 1e6 * one.credits + 1e3 * bananas(one.colour, one.credits) + 500 * one.bonus - pieces

    return [
        choices.turn(line, _paid(offers[figures.colour], figures.credits), _delivered)
        for _, figures, line in choices.best(worth, seed, count)
    ]


def _delivered(card: Card) -> float:
    return sum(card.each)


def _plenty(card: Card) -> tuple[int, int, str]:
    return -(card.bananas or 0), -sum(card.once) - 3 * sum(card.each), card.name or ""


def _paid(offer: Sequence[Card], credit: int) -> list[Card]:
    """Return those of some cards that can be paid, the first ones first."""
    taken: list[Card] = []
    for card in offer:
        if (card.cost or 0) <= credit:
            taken.append(card)
            credit -= card.cost or 0
    return taken


class Rollout:
    """Flat Monte Carlo: each of the best staircases is followed by greedy turns to the end, with
    unseen cards by lot, as often as the limit allows; the best margin on average is taken.

    A node is a turn.
    """

    def move(self, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int) -> Turn:
        """Return a turn; see `palace.contract.players.Player`."""
        turns = greedy_turns(Choices(own(rules), state, name), seed, TRIED)
        if len(turns) < 2:
            return turns[0] if turns else Turn(name)
        margins = self.margins(rules, state, turns, limit, seed)
        return turns[max(range(len(margins)), key=lambda at: (margins[at], -at))]

    def margins(
        self, rules: AnyRules, state: GameState, turns: Sequence[Turn], limit: Limit, seed: int
    ) -> list[float]:
        """Return by how much turns lead in the end, on average; of those that were tried."""
        mine, clock, greedy = own(rules), Clock(limit, 1.0), Greedy(AHEAD)
        name, sums, count = turns[0].player, [0.0] * len(turns), 0
        while clock.share() < 1 or not count:
            at, lot = count % len(turns), seed + count // len(turns)
            table, _ = mine.apply(dealt(mine, state, lot), turns[at])
            clock.spend(0)
            while not table.finished:
                due = table.due[0]
                table, _ = mine.apply(table, greedy.move(mine, table, due, limit, lot))
                clock.spend(0)
            totals = {sheet.name: sheet.total for sheet in mine.standing(table)}
            sums[at] += totals.pop(name) - max(totals.values(), default=0)
            count += 1
        # Those that come first were tried once more.
        tried = enumerate(sums[:count])
        return [some / ((count - at + len(turns) - 1) // len(turns)) for at, some in tried]
