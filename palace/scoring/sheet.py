"""Score sheets: what one player's points are, line by line, each with its cause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

TOTAL = "total"
"""Category of the one line of a sheet of which nothing is known but its total."""


@dataclass(frozen=True, slots=True)
class Line:
    """Points (which may be negative or 0) of one category, and where they come from.

    `cause` is a sentence for people; `turn` counts the turns of the game from 1, None where the
    points belong to no turn or the turn is not known.
    """

    category: str
    points: int
    cause: str
    turn: int | None = None

    def record(self) -> dict[str, Any]:
        """The line as plain data, keys as in the contract; `turn` only where it is known."""
        data: dict[str, Any] = {
            "category": self.category,
            "points": self.points,
            "cause": self.cause,
        }
        return data if self.turn is None else data | {"turn": self.turn}


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's lines; `ties` has a value for each tie-breaker of the game, higher is better."""

    name: str
    lines: tuple[Line, ...] = ()
    ties: tuple[int, ...] = ()

    @classmethod
    def of_total(cls, name: str, total: int, cause: str, ties: tuple[int, ...] = ()) -> Sheet:
        """The sheet of a player of whom nothing but the total is known."""
        return cls(name, (Line(TOTAL, total, cause),), ties)

    @property
    def total(self) -> int:
        """The sum of all lines."""
        return sum(line.points for line in self.lines)

    @property
    def itemised(self) -> bool:
        """Whether the points are known by category, not by their total only."""
        return all(line.category != TOTAL for line in self.lines)

    def subtotal(self, category: str) -> int | None:
        """The sum of one category; None if there is no line of it."""
        points = [line.points for line in self.lines if line.category == category]
        return sum(points) if points else None

    def record(self, rank: int) -> dict[str, Any]:
        """The sheet as plain data, keys as in the contract."""
        return {
            "name": self.name,
            "total": self.total,
            "rank": rank,
            "lines": [line.record() for line in self.lines],
        }
