"""What is tapped beside a game: a table that is entered as it is, a map that is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol

from palace.contract.rules import Log, M, Record, S
from palace.contract.taps import Idea, Taps

if TYPE_CHECKING:
    from palace.contract.box import BoxHead

TABLE, STAIRCASE = "found", "staircase"
"""The name of a table as it is among what a game offers beside it: it can be begun about
`STAIRCASE=POSITION`, which is what a link shows, and in a game about a staircase to try there."""


class Beside(Protocol):
    """Something beside the game as far as it is entered; immutable, each tap returns the next."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def about(self) -> str:
        """What else the title tells."""
        return ""

    @property
    def taps(self) -> Taps:
        """What is shown, and what can be tapped: places and keys with any `answer` but None."""

    def tapped(self, name: str, text: str) -> Beside:
        """Return it after a tap on what has this name and makes this text; see `Taps.text_of`."""
        return self

    def filled(self, name: str, text: str) -> Beside:
        """Return it with a line filled in; the bytes of a photo are characters of Latin-1."""
        return self

    def ideas(self, what: str) -> Iterator[Idea]:
        """Return what a key asks for, in slices of at most 50 ms; see `Choice.asks`."""
        return iter(())

    def thought(self, what: str, idea: Idea) -> Beside:
        """Return it with what was thought of."""
        return self

    @property
    def joining(self) -> Mapping[str, object] | None:
        """The answers that a game begun from here has already; None where none can begin."""
        return None

    @property
    def corrected(self) -> str | None:
        """The record of the game under way put right, as TOML; None without one."""
        return None

    def box(self, source: str) -> BoxHead | None:
        """Return the data of the box that is kept as far as they are entered; None without one.

        `source` is the provenance of what is typed.
        """
        return None


class BeginBeside(NamedTuple, Generic[S, M]):
    """The beginning of something beside a game: `title` is its key before a game, `within` that in
    a game under way; it is played, or only looked at; `sign` is the picture of its key.

    `begin` is called with the record and log of the game under way, None before one, and with what
    it is about, empty for the usual; it raises `InputError` or `NotationError`.  What is `dated` is
    usually about the day, as YYYY-MM-DD.
    """

    title: str
    within: str
    begin: Callable[[Record[S, M] | None, Log[S, M] | None, str], Beside]
    dated: bool = False
    plays: bool = False
    sign: str = ""
