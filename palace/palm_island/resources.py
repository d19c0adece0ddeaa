"""Resources and costs: `1L 2F`, and with alternatives `2L/2F`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from palace.core.errors import NotationError, shorten

LETTERS = "LFS"
WORDS = ("log", "fish", "stone")

_PART = re.compile(r"([0-9]{1,2})([LFS])")


class Resources(NamedTuple):
    """Logs, fish and stone."""

    logs: int = 0
    fish: int = 0
    stone: int = 0

    @classmethod
    def read(cls, text: str) -> Resources:
        """The resources of a text such as `1L 2F`, in this order, each once; `NotationError`."""
        found = [0, 0, 0]
        last, at = -1, 0
        for word in text.split():
            at = text.index(word, at)
            part = _PART.fullmatch(word)
            if part is None or int(part[1]) == 0 or LETTERS.index(part[2]) <= last:
                wanted = "numbers with L log, F fish, S stone in this order, such as 1L 2F"
                raise NotationError(f"{shorten(word)!r} does not fit", text, at + 1, wanted)
            last = LETTERS.index(part[2])
            found[last] = int(part[1])
            at += len(word)
        if last < 0:
            raise NotationError("no resources", text, 1, "resources such as 1L 2F")
        return cls(*found)

    def __str__(self) -> str:
        parts = [f"{count}{letter}" for count, letter in zip(self, LETTERS, strict=True) if count]
        return " ".join(parts) or "nothing"

    @property
    def amount(self) -> int:
        """How many resources of all kinds."""
        return self.logs + self.fish + self.stone

    def covers(self, other: Resources) -> bool:
        """Whether there are at least as many of each kind."""
        return self.logs >= other.logs and self.fish >= other.fish and self.stone >= other.stone

    def lacks(self, other: Resources) -> Resources:
        """What is missing to cover `other`."""
        return Resources(*(max(0, want - have) for have, want in zip(self, other, strict=True)))

    def times(self, count: int) -> Resources:
        """So many times the resources."""
        return Resources(*(count * each for each in self))


NOTHING = Resources()

Cost = tuple[Resources, ...]
"""The alternatives of a cost, one of which is paid; the one alternative `NOTHING` is free."""

FREE: Cost = (NOTHING,)


def summed(every: Iterable[Resources]) -> Resources:
    """All these resources together."""
    logs = fish = stone = 0
    for some in every:
        logs += some.logs
        fish += some.fish
        stone += some.stone
    return Resources(logs, fish, stone)


def read_cost(text: str) -> Cost:
    """The cost of a text such as `free` or `2L/2F`; raises `NotationError`."""
    if text.strip() == "free":
        return FREE
    alternatives, at = [], 0
    for part in text.split("/"):
        try:
            alternatives.append(Resources.read(part))
        except NotationError as error:
            column = at + error.column
            raise NotationError(error.what, text, column, f"free, or {error.expected}") from None
        at += len(part) + 1
    return tuple(alternatives)


def cost_text(cost: Cost) -> str:
    """A cost as `read_cost` reads it."""
    return "free" if cost == FREE else "/".join(map(str, cost))


def cost_words(cost: Cost) -> str:
    """A cost as sentences name it: `nothing`, `2L or 2F`."""
    return " or ".join(map(str, cost))
