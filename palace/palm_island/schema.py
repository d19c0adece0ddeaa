"""The shape of Palm Island records, checked by pydantic; unknown keys are kept."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from palace.records.schema import Format, Model
from palace.records.shared import Date, Name, RulesOne

MODES = ("solo", "coop", "casual", "speed")
MOST_MOVES = 2_000
MOST_PLAYERS = 8


def _kind(value: object) -> str:
    return "list" if isinstance(value, list) else "text"


Moves = Annotated[
    Annotated[str, Tag("text")] | Annotated[list[str], Field(max_length=MOST_MOVES), Tag("list")],
    Discriminator(_kind),
]
"""One move on each line of a text, or a list of moves."""

CardId = Annotated[
    Annotated[int, Tag("int")] | Annotated[str, Tag("str")],
    Discriminator(lambda value: "str" if isinstance(value, str) else "int"),
]


class PalmPlayer(Model):
    """One player: his deal, top card first without the tracker, and his moves."""

    name: Name
    deal: Annotated[list[CardId], Field(max_length=100)]
    moves: Moves


class PalmRecord(Model):
    """A recorded game of Palm Island."""

    format: Format
    game: Literal["palm-island"]
    rules: RulesOne
    mode: Literal["solo", "coop", "casual", "speed"] = "solo"
    date: Date = None
    place: str | None = None
    notes: str | None = None
    rulings: dict[str, str] = Field(default_factory=dict)
    players: Annotated[list[PalmPlayer], Field(max_length=MOST_PLAYERS)]
