"""What can be on one space of land: the halves of tiles, a cube, a piece."""

from __future__ import annotations

from typing import NamedTuple

from palace.cooper_island.terrain import LETTERS

RUIN, BUILDING, STATUE = PIECES = ("ruin", "building", "statue")


class Layer(NamedTuple):
    """A half of a tile, or a single one: its terrain, and the way to its other half, 0 for none."""

    terrain: str
    way: int = 0

    def __str__(self) -> str:
        return f"{LETTERS[self.terrain]}{self.way or ''}"


class Space(NamedTuple):
    """What lies on a space of land: layers from the ground up, then a cube, or a piece."""

    stack: tuple[Layer, ...] = ()
    cube: str | None = None
    piece: str | None = None

    @property
    def height(self) -> int:
        """Tiles in the stack."""
        return len(self.stack)

    @property
    def terrain(self) -> str | None:
        """The terrain on top; None on bare ground."""
        return self.stack[-1].terrain if self.stack else None

    @property
    def free(self) -> bool:
        """Whether neither a cube nor a piece stands there."""
        return self.cube is None and self.piece is None

    def __str__(self) -> str:
        if self.piece == RUIN:
            return RUIN
        on = self.cube or self.piece
        return "".join(map(str, self.stack)) + (f"+{on}" if on else "")
