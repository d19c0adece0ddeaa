"""Whole turns to choose among, and the plain players: random, greedy, and rollout."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.util import find_spec
from math import fsum
from typing import Any, NamedTuple

from palace.contract.players import Limit
from palace.contract.rules import Rules
from palace.core.errors import InputError, Problem
from palace.monkey_palace.game.cards import PILES, SLOTS, Card
from palace.monkey_palace.game.rules import MonkeyRules
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import is_highest
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.plain import Search
from palace.monkey_palace.search.walk import Line

AnyRules = Rules[GameState, Turn]

REACH, AHEAD = Supply(7, 6, 2), Supply(6, 5, 2)
"""Pieces of a hand that are thought about, and in turns to come: from all of a large one there are
millions of ways."""

TRIED, BATCH = 20, 4096
"""Staircases that `rollout` compares, and that are written at a time."""

COLOURS = "ldg"


class Figures(NamedTuple):
    """What decides how much a staircase is worth: the colour of its start (as in `COLOURS`), its
    pieces, its credits, whether it earns the bonus, the level of its decoration.

    They are arrays for all staircases together, where numpy is installed.
    """

    colour: Any
    arches: Any
    bricks: Any
    columns: Any
    credits: Any
    bonus: Any
    level: Any


def fast() -> bool:
    """Return whether the compiled searches are installed."""
    return find_spec("numba") is not None


def own(rules: AnyRules) -> MonkeyRules:
    """Return the rules of this game as what they are."""
    assert isinstance(rules, MonkeyRules)
    return rules


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


class Choices:
    """What a player can do at a table, as far as they may know it: `lines` are the staircases as
    the search writes them, from at most `reach` of the hand."""

    def __init__(
        self, rules: MonkeyRules, state: GameState, name: str, reach: Supply = REACH
    ) -> None:
        self.rules, self.state, self.name = rules, state, name
        self.seat = state.seat(name)
        hand = self.seat.pieces
        if hand is None or not state.known:
            what = "what plays for itself must know the pieces of all players"
            raise InputError(Problem(name, what, "enter starting pieces and deliveries"))
        rulings = state.rulings_of(name, rules.setting.rulings)
        for some in (Supply(*map(min, hand, reach)), hand):
            # One for each arch, and one for a start that is the highest.
            self.credits = some.arch + 2
            self.search, self.lines = _searched(state.palace, some, rulings)
            if len(self.lines) or some == hand:
                break

    @cached_property
    def butterfly(self) -> int:
        """The level from which a decoration brings the butterfly; large where nothing does."""
        if "butterfly" not in self.rules.setting.trophies:
            return 1 << 20
        palace, rulings = self.state.palace, self.rules.setting.rulings
        levels = range(palace.height + 1)
        higher = (n for n in levels if is_highest(palace, n, rulings, colour=None, ties=False))
        return next(higher, palace.height + 1)

    @cached_property
    def decorated(self) -> tuple[bool, ...]:
        """Whether a decoration is left, by colour."""
        return tuple(self.state.palace.decorations_left(colour) > 0 for colour in COLOURS)

    @cached_property
    def on_offer(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that a staircase of each colour can buy, of those known to be on top."""
        deck = self.rules.setting.deck
        tops = [pile[0] for pile in self.state.piles if pile]
        cards = [] if deck is None else [deck.cards[name] for name in tops]
        return tuple(
            tuple(card for card in cards if card.colour == "x" or (left and card.colour == colour))
            for colour, left in zip(COLOURS, self.decorated, strict=True)
        )

    def table(self, worth: Callable[[int, int], float]) -> Callable[[Any, Any], Any]:
        """Return a function of colour and credits, numbers or arrays, as a table."""
        room = self.credits
        cells: Any = [worth(colour, n) for colour in range(len(COLOURS)) for n in range(room)]
        if fast():
            import numpy as np

            cells = np.array(cells)
        return lambda colour, credit: cells[colour * room + credit]

    def best(
        self, worth: Callable[[Figures], Any], seed: int, count: int = 1, alike: int = 1
    ) -> list[tuple[float, Figures, Any]]:
        """Return the staircases that are worth most, with their worth, at most `count`; of those
        that are worth the same `alike` at most, which are drawn by lot."""
        if not len(self.lines):
            return []
        ground, chance = self.state.palace.ground, random.Random(seed)
        colours = [COLOURS.index(ground.colours[knob]) for knob in self.search.knobs]
        columns = _figures(self.lines, colours)
        values = worth(columns) if fast() else [*map(worth, map(Figures, *columns))]
        met, found = Counter[float](), []
        for at in _falling(values, chance, count):
            value = round(float(values[at]), 6)
            met[value] += 1
            if met[value] <= alike:
                one = Figures(*(int(column[at]) for column in columns))
                found.append((value, one, self.lines[at]))
                if len(found) == count:
                    break
        return found

    def turn(
        self, line: Any, cards: Sequence[Card], worth: Callable[[Card], float], *,
        frog: bool = False,
    ) -> Turn:  # fmt: skip
        """Return the turn that builds a staircase and takes cards, laid over what is worth least.

        With `frog` the frog is moved, if it brings its trophy; the monkey goes to the highest end
        it can be moved to.
        """
        rules, state = self.rules, self.state
        take = tuple(_laid(self.seat.slots, cards, worth))
        turn = Turn(self.name, staircase := self.search.read(line), take)
        frog = frog and "frog" in rules.setting.trophies and state.holder("frog") != self.name
        if not frog and state.palace.ground.colours[staircase.knobs[0]] != "g":
            return turn
        _, (report,) = rules.apply(state, turn, whole=False)
        for end in rules.places(state, report, "frog")[:1] if frog else ():
            moved = replace(turn, frog=end)
            _, (after,) = rules.apply(state, moved, whole=False)
            if not after.reasons:
                turn, report = moved, after
        if all(reason.key != "monkey" for reason in report.owed):
            return turn
        ends, heights = rules.places(state, report, "monkey"), report.palace.heights
        return replace(turn, monkey=max(ends, key=lambda knob: (heights[knob], knob)))


def _laid(
    slots: Sequence[Sequence[Any]], cards: Sequence[Card], worth: Callable[[Card], float]
) -> Iterator[Card]:
    """Yield cards with their slots: free ones first, then always over what is worth least."""
    tops = [worth(slot[-1].card) if slot else None for slot in slots]
    for card in sorted(cards, key=worth):
        at = min(range(SLOTS), key=lambda at: (tops[at] is not None, tops[at] or 0.0))
        yield Card(name=card.name, slot=None if tops[at] is None else at + 1)
        tops[at] = worth(card)


def dealt(rules: MonkeyRules, state: GameState, seed: int) -> GameState:
    """Return a state whose unseen cards are put under the tops by lot."""
    deck = rules.setting.deck
    if deck is None or not any(state.piles):
        return state
    chance, piles = random.Random(seed), []
    gone = {taken.card.name for seat in state.seats for taken in seat.cards}
    for pile, ids in zip(PILES, state.piles, strict=True):
        rest = [name for name in deck.piles.get(pile, ()) if name not in gone | {*ids[:1]}]
        chance.shuffle(rest)
        piles.append((*ids[:1], *rest))
    return replace(state, piles=tuple(piles))


def _searched(palace: Palace, hand: Supply, rulings: Rulings) -> tuple[Search, Any]:
    """Return a search and every staircase it finds: an array, or a list without numpy."""
    if not fast():
        plain = Search(palace, hand, rulings)
        return plain, [*plain.lines(BATCH)]
    import numpy as np

    from palace.monkey_palace.search import compiled

    search = compiled.Search(palace, hand, rulings)
    found = [lines.copy() for lines in search.slices(search.room(BATCH))]
    return search, np.concatenate(found) if found else ()


def _figures(lines: Any, colours: Sequence[int]) -> Figures:
    """Return the figures of staircases by column; `colours` are those of the knobs."""
    if isinstance(lines, list):
        return Figures(*zip(*(_figures_of(line, colours) for line in lines), strict=True))
    import numpy as np

    from palace.monkey_palace.search import kernel

    head, arches = kernel.HEAD, lines[:, kernel.ARCHES]
    at = np.arange((lines.shape[1] - head - 1) // 3) < arches[:, None]
    risers = (lines[:, head + 1 :: 3] * at).sum(axis=1)
    levels = risers + (lines[:, head + 2 :: 3] * at).sum(axis=1)
    supports = lines[:, kernel.PIECES] - arches
    # A column fills three levels, a brick one.
    columns = (levels - supports) // 2
    return Figures(
        np.array(colours)[lines[:, head]], arches, supports - columns, columns,
        lines[:, kernel.CREDITS], lines[:, kernel.EARNS], risers + arches,
    )  # fmt: skip


def _figures_of(line: Line, colours: Sequence[int]) -> tuple[int, ...]:
    arches, supports = len(line.knobs) - 1, line.pieces - len(line.knobs) + 1
    columns = (sum(line.gaps) - supports) // 2
    return (colours[line.knobs[0]], arches, supports - columns, columns, line.credits, line.bonus,
            sum(line.gaps[::2]) + arches)  # fmt: skip


def _falling(values: Any, chance: random.Random, count: int) -> Iterable[int]:
    """Return the places of values, greatest first, of equal ones by lot."""
    if isinstance(values, list):
        order = [*range(len(values))]
        chance.shuffle(order)
        return sorted(order, key=lambda at: -round(values[at], 6))
    import numpy as np

    values = np.round(values, 6)
    if count == 1:
        there = np.flatnonzero(values == values.max())
        return (int(there[int(chance.random() * len(there))]),)
    lots = np.random.default_rng(chance.getrandbits(32)).random(len(values))
    found: list[int] = np.lexsort((lots, -values)).tolist()
    return found


class Random:
    """Builds a staircase by lot, and takes cards by lot as long as it can pay."""

    def move(self, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int) -> Turn:
        """Return a turn; see `palace.contract.players.Player`."""
        choices, chance = Choices(own(rules), state, name), random.Random(seed)
        for _, figures, line in choices.best(lambda figures: 0 * figures.arches, seed):
            offer = [*choices.on_offer[figures.colour]]
            chance.shuffle(offer)
            return choices.turn(line, _paid(offer, figures.credits), lambda card: 0.0)
        return Turn(name)


@dataclass(frozen=True)
class Greedy:
    """Most credits, then the cards they buy: bananas first, then pieces; then the bonus, then the
    fewest pieces."""

    reach: Supply = REACH

    def move(self, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int) -> Turn:
        """Return a turn; see `palace.contract.players.Player`."""
        return greedy_turns(Choices(own(rules), state, name, self.reach), seed, 1)[0]


def greedy_turns(choices: Choices, seed: int, count: int) -> list[Turn]:
    """Return the turns that the greedy player likes best; the pass alone if nothing is legal."""
    offers = [sorted(offer, key=_plenty) for offer in choices.on_offer]
    bananas = choices.table(
        lambda colour, credit: sum(card.bananas or 0 for card in _paid(offers[colour], credit))
    )

    def worth(one: Figures) -> Any:
        pieces = one.arches + one.bricks + one.columns
        return 1e6 * one.credits + 1e3 * bananas(one.colour, one.credits) + 500 * one.bonus - pieces

    found = choices.best(worth, seed, count)
    bought = ((line, _paid(offers[one.colour], one.credits)) for _, one, line in found)
    turns = [choices.turn(line, cards, lambda card: sum(card.each)) for line, cards in bought]
    return turns or [Turn(choices.name)]


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
    unseen cards by lot, as often as the limit allows in turns, which are its nodes; the best margin
    on average is taken."""

    def move(self, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int) -> Turn:
        """Return a turn; see `palace.contract.players.Player`."""
        turns = greedy_turns(Choices(own(rules), state, name), seed, TRIED)
        margins = self.margins(rules, state, turns, limit, seed) if turns[1:] else [0.0]
        return turns[margins.index(max(margins))]

    def margins(
        self, rules: AnyRules, state: GameState, turns: Sequence[Turn], limit: Limit, seed: int
    ) -> list[float]:
        """Return by how much turns lead in the end, on average; of those that were tried."""
        mine, clock, greedy = own(rules), Clock(limit, 1.0), Greedy(AHEAD)
        name, leads, count = turns[0].player, [list[int]() for _ in turns], 0
        while clock.share() < 1 or not count:
            at, lot = count % len(turns), seed + count // len(turns)
            table, turn = dealt(mine, state, lot), turns[at]
            while True:
                table, _ = mine.apply(table, turn)
                clock.spend(0)
                if table.finished:
                    break
                turn = greedy.move(mine, table, table.due[0], limit, lot)
            totals = {sheet.name: sheet.total for sheet in mine.standing(table)}
            leads[at].append(totals.pop(name) - max(totals.values(), default=0))
            count += 1
        return [fsum(some) / len(some) for some in leads if some]
