"""What is tapped beside a game: a table that is entered as it is, a map that is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from palace.contract.taps import Amount, Idea, Taps
from palace.page.words import refusal


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

    @property
    def corrected(self) -> str | None:
        """The record of the game under way put right, as TOML; None without one."""


class Still:
    """Something beside the game of which nothing is thought, and from which no game goes on."""

    @property
    def joining(self) -> Mapping[str, object] | None:
        """None: no game can begin."""
        return None

    @property
    def corrected(self) -> str | None:
        """None: no game is put right."""
        return None

    def ideas(self, what: str) -> Iterator[Idea]:
        """Raise `InputError`."""
        raise refusal("no-tap")

    def thought(self, what: str, idea: Idea) -> Beside:
        """Raise `InputError`."""
        raise refusal("no-tap")


def answer_of(taps: Taps, name: str, *, held: bool = False) -> str:
    """Return the text that a tap makes; raises `InputError` for what cannot be tapped."""
    if name == "mend" and taps.mended is not None:
        return taps.mended
    text = None
    for place in taps.board.places if taps.board is not None else ():
        if place.name == name:
            text = place.held if held else place.answer
    for row in taps.rows:
        for item in row.items:
            if isinstance(item, Amount):
                texts = {f"{item.name}-less": item.less, f"{item.name}-more": item.more}
                text = texts.get(name, text)
            elif item.name == name and not item.asks:
                text = item.answer
    if text is None:
        raise refusal("no-tap")
    return text
