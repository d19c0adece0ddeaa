"""Deals and states that the solver's tests share."""

from __future__ import annotations

import random
import sys
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import accumulate
from pathlib import Path
from typing import Any

from palace.palm_island import State, legal_moves, perform
from palace.palm_island.solver.packed import Packed, in_words
from palace.palm_island.solver.solve import search
from tests.paths import ROOT

FILE = Path(__file__).parents[1] / "deals24.txt"

DEALS = tuple(
    tuple(int(card) for card in line.split()) for line in FILE.read_text().splitlines()
)  # fmt: skip
"""For each of them a line of 46 points is known, for one of 47."""


@cache
def script(name: str) -> Any:
    """A script as a module."""
    loader = SourceFileLoader(name.replace("-", "_"), str(ROOT / "scripts" / name))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    found = sys.modules[loader.name] = module_from_spec(spec)
    loader.exec_module(found)
    return found


@cache
def good_line(number: int) -> tuple[State, ...]:
    """The states of a good line of one of the deals, the first of them the deal."""
    start = State.deal(DEALS[number])
    moves = in_words(start, search(Packed.of(start), beams=3)[0].moves)
    return tuple(state.begun for state in accumulate(moves, perform, initial=start))


def late(number: int, cards: int) -> State:
    """The first state of that line with at most so many card moves left."""
    return next(s for s in good_line(number) if 128 - Packed.of(s).at <= cards)


def wandering(seed: int, cards: int) -> State:
    """A state of a random game with at most so many card moves left."""
    rng = random.Random(seed)
    state = State.deal(rng.sample(range(1, 17), 16))
    while 128 - Packed.of(state).at > cards:
        state = perform(state, rng.choice(legal_moves(state)))
    return state


@cache
def best_of(state: State) -> tuple[int, int]:
    """The most points, and upgrades with those, by the readable engine looking at every line."""
    seen: dict[State, tuple[int, int]] = {}

    def look(here: State) -> tuple[int, int]:
        here = here.begun
        if here not in seen:
            ends = [look(perform(here, move)) for move in legal_moves(here)]
            seen[here] = max(ends, default=(here.points, here.upgrades))
        return seen[here]

    return look(state)
