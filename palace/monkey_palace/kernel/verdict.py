"""Verdicts of the referee on a staircase or a build."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from palace.core import verdict
from palace.monkey_palace.kernel.elements import COLOUR_WORDS

if TYPE_CHECKING:
    from palace.monkey_palace.kernel.palace import Palace
    from palace.monkey_palace.kernel.staircase import Staircase
    from palace.monkey_palace.kernel.supply import Supply


@dataclass(frozen=True)
class Verdict(verdict.Verdict):
    """Legal or not, every reason why not, and what follows from the build.

    `staircase` is None for a whole table and where the pieces form none; `elements` counts the
    pieces of a build.  `credits` (with the extra one), `decoration` (`l d g`), `bonus`, `highest`
    (of its colour) and `palace` (after the build) are None where the build is not legal.
    `height` is the level above the staircase's last arch, in bricks.  `undecorated` is whether the
    decoration is still to be put on it; `palace` has it all the same.  `notes` say what was not
    judged.
    """

    staircase: Staircase | None = None
    uses: Supply | None = None
    elements: int | None = None
    credits: int | None = None
    decoration: str | None = None
    bonus: bool | None = None
    highest: bool | None = None
    height: int | None = None
    palace: Palace | None = None
    undecorated: bool = False
    notes: tuple[str, ...] = ()

    @property
    def palace_height(self) -> int | None:
        """The greatest height of the palace afterwards, in bricks, decorations included."""
        return None if self.palace is None else self.palace.height

    def __str__(self) -> str:
        what = "build" if self.staircase is None else str(self.staircase)
        if not self.legal:
            lines = (f"{reason.text}; {reason.title}: {reason.remedy}" for reason in self.reasons)
            return "\n".join([f"{what}: not legal", *lines])
        if self.credits is None:
            return f"{what}: legal"
        extra = ", the highest of its colour" if self.highest else ""
        colour = COLOUR_WORDS.get(self.decoration or "", "no")
        bonus = ", bonus card" if self.bonus else ""
        return f"{what}: legal, {self.credits} credits{extra}, {colour} decoration{bonus}"

    def record(self) -> dict[str, object]:
        """Return the verdict as plain data for JSON, keys as in the contract."""
        data: dict[str, object] = {
            "legal": self.legal,
            "reasons": [reason.record() for reason in self.reasons],
        }
        if self.elements is not None:
            data["elements"] = self.elements
        if self.elements is None or self.staircase is not None:
            data |= {
                "staircase": str(self.staircase),
                "arches": self.staircase.arches if self.staircase else 0,
                "credits": self.credits,
                "decoration": self.decoration,
                "bonus": self.bonus,
                "height": self.height,
                "uses": self.uses.named() if self.uses else None,
            }
        data["palace_height"] = self.palace_height
        data["position"] = self.palace.position if self.palace else None
        return data
