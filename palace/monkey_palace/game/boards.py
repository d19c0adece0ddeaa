"""Player boards: the pieces to start with on the back, the recurring delivery on the front."""

from __future__ import annotations

from dataclasses import dataclass

from palace.monkey_palace.kernel.supply import Supply

SEATS = (1, 2, 3, 4)
"""The numbers of the boards, which are the order of play."""


@dataclass(frozen=True, slots=True)
class Board:
    """One player board: its number, the starting pieces, and what it delivers every turn.

    `provenance` is "placeholder" or "transcribed".
    """

    number: int
    start: Supply
    each: Supply
    provenance: str = "placeholder"

    @property
    def placeholder(self) -> bool:
        """Whether the values are not known to be those of the printed board."""
        return self.provenance != "transcribed"

    def __str__(self) -> str:
        word = " (placeholder)" if self.placeholder else ""
        return f"board {self.number}{word}: start {self.start}, each {self.each}"
