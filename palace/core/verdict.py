"""What every game's verdict is made of: rules, reasons, and the error that carries reasons."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from palace.core.errors import PalaceError


class Rule(NamedTuple):
    """A rule that a verdict can name.

    `code` is the reason code, `rule` the letter, number or heading in the rule book, `title` the
    rule's name, `says` the rule in our own words.
    """

    code: str
    rule: str
    title: str
    says: str


class Reason(Protocol):
    """One reason why something is not legal: what the reasons of all games have in common."""

    @property
    def code(self) -> str:
        """The code of the rule it breaks."""

    @property
    def at(self) -> str:
        """The knob, space, element, card or player."""

    @property
    def level(self) -> int | None:
        """The level, in bricks; None where there is none or it does not matter."""

    @property
    def by(self) -> int | None:
        """By how much it misses; None where that cannot be counted."""

    @property
    def text(self) -> str:
        """What is wrong, as a sentence."""

    @property
    def remedy(self) -> str:
        """What would be legal."""

    @property
    def turn(self) -> int | None:
        """The number of the turn in a record, from 1; None outside a record."""

    @property
    def line(self) -> int | None:
        """The line in the record's file; None where there is no file."""

    @property
    def title(self) -> str:
        """The rule's place in the rule book and its name."""

    def record(self) -> dict[str, Any]:
        """Return the reason as plain data, keys as in the contract."""


class IllegalError(PalaceError):
    """A build or a move that the rules forbid; `reasons` holds every reason."""

    def __init__(self, *reasons: Reason) -> None:
        self.reasons = reasons
        super().__init__(*reasons)

    def __str__(self) -> str:
        return "; ".join(reason.text for reason in self.reasons)
