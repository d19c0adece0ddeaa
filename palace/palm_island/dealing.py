"""Random deals: the same seed deals the same cards, on every machine and with every Python."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from palace.palm_island.cards import NUMBERS

T = TypeVar("T")


def shuffled(things: Sequence[T], seed: int, what: str = "deal") -> list[T]:
    """The things in an order that depends on the seed and on `what` is shuffled.

    They are sorted by a hash each, so that no release of Python can change an order.
    """

    def key(at: int) -> bytes:
        return hashlib.sha256(f"palm-island {what} {seed} {at}".encode()).digest()

    return [things[at] for at in sorted(range(len(things)), key=key)]


def deal(seed: int) -> list[int]:
    """The sixteen core cards, top first."""
    return shuffled(NUMBERS, seed)
