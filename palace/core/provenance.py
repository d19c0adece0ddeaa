"""The provenance of data: transcribed from the printed game, or a placeholder."""

from __future__ import annotations

TRANSCRIBED = "transcribed"
HOUSE = "house"
"""The name of the box and of the cards of our own design, which come with a game."""

PLACEHOLDER = "placeholder"
PROVENANCES = (PLACEHOLDER, TRANSCRIBED)

NAME = r"[A-Za-z][A-Za-z0-9_-]*"
"""The name of a map or a layout; it begins with a letter, so that `map-1:` can precede a
position."""


def typed_in(today: str) -> str:
    """Return the provenance of what is typed on a day, which is written as 2026-11-23."""
    return f"typed in on {today}"


class Sourced:
    """A named value with a provenance. Whatever displays the value also displays its provenance."""

    name: str
    provenance: str

    @property
    def placeholder(self) -> bool:
        """Whether the values are invented, not those of the printed game."""
        return self.provenance != TRANSCRIBED

    @property
    def title(self) -> str:
        """Its name, with the word placeholder where it is one."""
        return f"{self.name} ({PLACEHOLDER})" if self.placeholder else self.name

    def __str__(self) -> str:
        return self.title
