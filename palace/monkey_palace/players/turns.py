"""Whole turns to choose among: staircases, the cards they buy, the animals."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from importlib.util import find_spec
from typing import Any, NamedTuple

from palace.contract.rules import Rules
from palace.core.errors import InputError, Problem
from palace.monkey_palace.game.cards import PILES, SLOTS, Card
from palace.monkey_palace.game.rules import MonkeyRules
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.referee import is_highest
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.plain import Search
from palace.monkey_palace.search.walk import Line

AnyRules = Rules[GameState, Turn]

REACH = Supply(7, 6, 2)
"""Pieces of a hand that are thought about: from all of a large one there are millions of ways."""

AHEAD = Supply(6, 5, 2)
"""The same in turns to come."""

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


class Choices:
    """What a player can do at a table, as far as they may know it.

    `lines` are the staircases as the search writes them, from at most `reach` of the hand.
    """

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
            self.search = _searcher()(state.palace, some, rulings)
            self.lines: Any = _lines(self.search)
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
        ground, chance = self.state.palace.ground, random.Random(seed)
        colours = [COLOURS.index(ground.colours[knob]) for knob in self.search.knobs]
        figures = _figures(self.lines, colours)
        values = worth(figures) if isinstance(figures, Figures) else [*map(worth, figures)]
        met, found = Counter[float](), []
        for at in _falling(values, chance, count):
            value = round(float(values[at]), 6)
            met[value] += 1
            if met[value] <= alike:
                one = Figures(*(int(figure[at]) for figure in figures)) if isinstance(
                    figures, Figures) else figures[at]  # fmt: skip
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
        if frog:
            for end in rules.places(state, report, "frog")[:1]:
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
        free = next((at for at in range(SLOTS) if tops[at] is None), None)
        at = min(range(SLOTS), key=lambda at: tops[at] or 0.0) if free is None else free
        tops[at] = worth(card)
        yield Card(name=card.name, slot=at + 1 if free is None else None)


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


def _searcher() -> type[Search]:
    if not fast():
        return Search
    from palace.monkey_palace.search import compiled

    return compiled.Search


BATCH = 4096
"""Staircases that are written at a time."""


def _lines(search: Search) -> Any:
    """Return every staircase of a search: an array, or a list without numpy."""
    if not fast():
        return [*search.lines(BATCH)]
    import numpy as np

    found = [lines.copy() for lines in search.slices(search.room(BATCH))]
    return np.concatenate(found) if found else np.zeros((0, 0), np.int32)


def _figures(lines: Any, colours: Sequence[int]) -> Figures | list[Figures]:
    """Return the figures of staircases; `colours` are those of the knobs."""
    if isinstance(lines, list):
        return [_figures_of(line, colours) for line in lines]
    import numpy as np

    from palace.monkey_palace.search import kernel

    if not len(lines):
        return []
    head = kernel.HEAD
    arches = lines[:, kernel.ARCHES]
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


def _figures_of(line: Line, colours: Sequence[int]) -> Figures:
    arches = len(line.knobs) - 1
    supports = line.pieces - arches
    columns = (sum(line.gaps) - supports) // 2
    return Figures(
        colours[line.knobs[0]], arches, supports - columns, columns, line.credits, int(line.bonus),
        sum(line.gaps[::2]) + arches,
    )  # fmt: skip


def _falling(values: Any, chance: random.Random, count: int) -> Iterator[int]:
    """Yield the places of values, greatest first, of equal ones by lot."""
    if not len(values):
        return
    if not isinstance(values, list):
        import numpy as np

        values = np.round(values, 6)
        if count == 1:
            there = np.flatnonzero(values == values.max())
            yield int(there[int(chance.random() * len(there))])
            return
        lots = np.random.default_rng(chance.getrandbits(32)).random(len(values))
        yield from np.lexsort((lots, -values)).tolist()
        return
    order = [*range(len(values))]
    chance.shuffle(order)
    yield from sorted(order, key=lambda at: -round(values[at], 6))
