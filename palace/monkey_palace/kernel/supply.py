"""Supplies: how many arches, bricks and columns a player, a card or the box has."""

from __future__ import annotations

import re
from typing import NamedTuple

from palace.core.errors import InputError, NotationError, Problem, expect
from palace.monkey_palace.kernel.elements import PIECES

WANTED = "pieces such as 4a3b1c (a arches, b bricks, c columns)"
"""What a supply is written as."""

LETTERS = {"a": "arch", "b": "brick", "c": "column"}
_PART = re.compile(
    r"\s*([0-9]{1,6})\s*(arch(?:es)?(?![a-z])|bricks?(?![a-z])|columns?(?![a-z])|[a-z])?",
    re.IGNORECASE,
)


class Supply(NamedTuple):
    """Numbers of building pieces, written `4a3b1c`."""

    arch: int = 0
    brick: int = 0
    column: int = 0

    @classmethod
    def read(cls, text: str) -> Supply:
        """Read `4a3b1c`: each letter at most once, any order, 0 allowed.

        Words are read, too: `4 arches 3 bricks`.  Raises `NotationError`.
        """
        expect(text, str, "write it as in 4a3b1c", "supply")
        found: dict[str, int] = {}
        at, end = 0, len(text.rstrip())
        if not end:
            raise NotationError("the supply is empty", text, 1, "pieces such as 4a3b1c or 0a")
        while at < end:
            part = _PART.match(text, at)
            if part is None:
                column = at + 1 + len(text[at:end]) - len(text[at:end].lstrip())
                raise NotationError(
                    f"{text[column - 1]!r} is not a number of pieces", text, column, WANTED
                )
            letter = (part[2] or "").lower()[:1]
            if letter not in LETTERS:
                column = part.end() + (0 if part[2] else 1)
                raise NotationError(
                    f"no piece after {part[1]}", text, column, "a (arch), b (brick) or c (column)"
                )
            if LETTERS[letter] in found:
                raise NotationError(
                    f"{letter} is there twice", text, part.end(), "each letter once"
                )
            found[LETTERS[letter]] = int(part[1])
            at = part.end()
        return cls(**found)

    @classmethod
    def of(cls, given: Supply | str) -> Supply:
        """Return a supply as it is, or that of a text such as `4a3b1c`.

        Raises `NotationError` for a text that is none, `InputError` for a negative number or
        another type.
        """
        if isinstance(given, str):
            return cls.read(given)
        expect(given, cls, 'write it as in "4a3b1c"', "supply")
        if min(given) < 0:
            less = [f"{n} {kind}" for kind, n in given.named().items() if n < 0]
            what = f"{', '.join(less)}: a supply has no negative numbers"
            raise InputError(Problem("supply", what, "write 0 or more"))
        return given

    def __str__(self) -> str:
        parts = [f"{n}{letter}" for n, letter in zip(self, "abc", strict=True) if n]
        return "".join(parts) or "0a"

    def plus(self, other: Supply) -> Supply:
        """Both supplies together."""
        return Supply(self[0] + other[0], self[1] + other[1], self[2] + other[2])

    def minus(self, other: Supply) -> Supply:
        """Return what is left; numbers may fall below 0, which is what is missing."""
        return Supply(self[0] - other[0], self[1] - other[1], self[2] - other[2])

    def covers(self, other: Supply) -> bool:
        """Return whether `other` can be paid from here."""
        return self[0] >= other[0] and self[1] >= other[1] and self[2] >= other[2]

    def named(self) -> dict[str, int]:
        """Return the three numbers by name, for JSON."""
        return {"arch": self.arch, "brick": self.brick, "column": self.column}


NOTHING = Supply()

BOX = Supply(*(PIECES[kind].in_box for kind in ("arch", "brick", "column")))
"""Building pieces in the box."""
