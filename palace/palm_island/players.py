"""What plays Palm Island without a person: by lot, for the next points, and by the solver."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from palace.contract.players import Limit, Opponents
from palace.contract.rules import Log, Rules
from palace.contract.taps import Taps
from palace.palm_island.deals import deal
from palace.palm_island.engine import legal_moves, perform
from palace.palm_island.state import Move, State
from palace.palm_island.table import Seat, Table
from palace.palm_island.tapping import logged, move_taps
from palace.palm_island.turns import Act, PalmRules, Turn, moves_in
from palace.palm_island.words import WORDS

WIDTH = 500
"""Decks of a layer that the solver keeps where there is no limit."""


class Alone(NamedTuple):
    """A player of solo games, by what it chooses: of a deck, a limit and a seed."""

    chosen: Callable[[State, Limit, int], Move]

    def move(
        self, rules: Rules[Table, Turn], state: Table, name: str, limit: Limit, seed: int
    ) -> Turn:
        """Return a move; see `palace.contract.players.Player`."""
        return Act(name, self.chosen(state.seat(name).state, limit, seed))


def _lot(deck: State, limit: Limit, seed: int) -> Move:
    return random.Random(seed).choice(legal_moves(deck))


def _greedy(deck: State, limit: Limit, seed: int) -> Move:
    """Return the move after which there are most points, then upgrades, then resources."""

    def worth(move: Move) -> tuple[int, int, int]:
        after = perform(deck, move)
        return after.points, after.upgrades, after.resources.amount

    return max(legal_moves(deck), key=worth)


def _solver(deck: State, limit: Limit, seed: int) -> Move:
    """Return the first move of the best line that one beam finds; a node is a deck of a layer."""
    from palace.palm_island.solver.beam import Beam, trained
    from palace.palm_island.solver.packed import Packed, in_words

    beam = Beam(Packed.of(deck), trained(), limit.nodes or WIDTH)
    while beam.step():
        pass
    return in_words(deck, beam.found.moves)[0]


def _figures(log: Log[Table, Turn]) -> dict[str, object]:
    """Return the figures of a game: points after each move, and the cards that end upgraded."""
    decks = [state.seats[0].state for state in log.states[1:]]
    ends = [(placed, decks[-1].area(placed)) for placed in decks[-1].deck]
    name = log.state.seats[0].name
    marks = [("upgraded card", str(placed.card), name) for placed, area in ends if area.upgrades]
    numbers = {"moves in the game": len(decks), "upgrades at the end": decks[-1].upgrades}
    growth = [deck.points for deck in decks]
    return {"numbers": numbers, "marks": marks, "places": (), "growth": growth}


def _lacks(rules: Rules[Table, Turn], state: Table) -> str:
    return "" if state.mode == "solo" else str(WORDS.text("hint-solo"))


def _guide(rules: Rules[Table, Turn], state: Table, turn: Turn) -> tuple[Taps, ...]:
    """Return a move as the page tells it, with the deck and the cards that pay."""
    name, move = moves_in(turn)[0]
    return (move_taps(state, state.seat(name), str(move)),)


OPPONENTS: Opponents[Table, Turn] = Opponents(
    {"random": Alone(_lot), "greedy": Alone(_greedy), "solver": Alone(_solver)},
    lambda names, seed: PalmRules(Table("solo", (Seat(names[0], State.deal(deal(seed))),))),
    lambda rules, state, move, screen: logged(moves_in(move)[0][1]),
    lacks=_lacks, guide=_guide, figures=_figures,
)  # fmt: skip
