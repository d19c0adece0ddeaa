"""A line that was found, and what is proved of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from palace.palm_island.moves import Move
from palace.palm_island.replay import play
from palace.palm_island.solver.bound import Bound
from palace.palm_island.state import State


@dataclass(frozen=True)
class Solution:
    """The best line found from a state: `moves` to the end of the game, `score` points there,
    `upgrades`, and a bound that no line can pass."""

    start: State
    moves: tuple[Move, ...]
    score: int
    upgrades: int
    bound: Bound

    @property
    def proved(self) -> bool:
        """Whether no line has more points."""
        return self.score >= self.bound.points

    @property
    def rounds(self) -> tuple[tuple[int, tuple[Move, ...]], ...]:
        """The moves of every round with its number."""
        before = [self.start, *(step.state for step in play("", self.start, self.moves).steps)]
        pairs = zip((state.begun.round for state in before), self.moves, strict=False)
        return tuple(
            (number, tuple(move for _, move in some))
            for number, some in groupby(pairs, key=lambda pair: pair[0])
        )

    def checked(self) -> Solution:
        """Itself, after the readable engine has played the line; raises `AssertionError` if that
        comes to something else."""
        game = play("", self.start, self.moves)
        end = game.state
        if not (game.legal and game.finished):
            raise AssertionError(f"the line found is not legal: {game.reasons}")
        if (end.points, end.upgrades) != (self.score, self.upgrades):
            raise AssertionError(f"the line found makes {end.points}, not {self.score}")
        if self.score > self.bound.points:
            raise AssertionError(f"{self.score} points are more than the bound {self.bound.points}")
        return self

    def record(self) -> dict[str, Any]:
        """As plain data, keys as in the contract."""
        return {
            "score": self.score,
            "upgrades": self.upgrades,
            "moves": [str(move) for move in self.moves],
            "upper_bound": self.bound.points,
            "proved": self.proved,
            "bound": self.bound.how,
        }
