"""The lands of a game's players together, for pictures."""

from __future__ import annotations

from dataclasses import dataclass

from palace.cooper_island.land import Land

ABREAST = 2
"""Lands side by side in a picture."""


@dataclass(frozen=True)
class Lands:
    """Each player's land by his name, in the order they sit; a land alone has the name ''."""

    named: tuple[tuple[str, Land], ...]

    @classmethod
    def of(cls, shown: Land | Lands) -> Lands:
        """A land alone, or lands as they are."""
        return cls((("", shown),)) if isinstance(shown, Land) else shown

    @property
    def places(self) -> tuple[tuple[float, int], ...]:
        """The column and the row of each in a picture, both from 0; who is left over lies in the
        middle of the last row."""
        count = len(self.named)
        found: list[tuple[float, int]] = [divmod(n, ABREAST)[::-1] for n in range(count)]
        if count > ABREAST and count % ABREAST:
            found[-1] = (ABREAST - 1) / 2, found[-1][1]
        return tuple(found)

    @property
    def columns(self) -> int:
        """Columns of the picture."""
        return min(ABREAST, len(self.named))

    @staticmethod
    def title(name: str, land: Land) -> str:
        """What is written below a land: `Ana, cooper-2 (placeholder)`."""
        return f"{name}, {land.peninsula.title}" if name else land.peninsula.title
