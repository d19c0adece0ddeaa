"""What is tapped beside a game: a table that is entered as it is, a map that is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from palace.contract.taps import Idea, Taps


class Beside(Protocol):
    """Something beside the game as far as it is entered; immutable, each tap returns the next."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def taps(self) -> Taps:
        """What is shown, and what can be tapped: places and keys with any `answer` but None."""

    def tapped(self, name: str, *, held: bool = False) -> Beside:
        """Return it after a tap on a place or a key; raises `InputError`."""

    def ideas(self, what: str) -> Iterator[Idea]:
        """Yield what is thought of, in slices of at most 50 ms; see `Choice.asks`."""

    def thought(self, what: str, idea: Idea) -> Beside:
        """Return it with what was thought of."""

    @property
    def joining(self) -> Mapping[str, object] | None:
        """The answers that a game begun from here has already; None where none can begin."""
