"""The shape of Palm Island records, checked by pydantic; unknown keys are kept."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from palace.files.fields import Date, Format, Model, Name, RulesOne
from palace.palm_island.specials.models import CardName, Count, ShelfModel
from palace.palm_island.state import ROUNDS

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
    """One player: his deal, top card first without the tracker, and his moves.

    A game that goes on after a pause has `position` instead of `deal`: the deck with its stored
    cards and the round, what he `owned` by then, and the `villagers` still to be recruited.
    """

    name: Name
    deal: Annotated[list[CardId], Field(max_length=100)] | None = None
    position: str | None = None
    owned: Annotated[list[str], Field(max_length=100)] = Field(default_factory=list)
    villagers: Annotated[list[str], Field(max_length=100)] = Field(default_factory=list)
    moves: Moves


class Head(Model):
    """What is written first in every record."""

    format: Format
    game: Literal["palm-island"]
    rules: RulesOne


class PalmRecord(ShelfModel, Head):
    """A recorded game of Palm Island; the cards beside the core deck stand in it, or in a box.

    `middle` are the outposts or villagers on the table, the pile of a speed game top first;
    `level` the levels of the disaster done before the record begins, `upgraded` whether the
    ability was; `finish` who reached the tracker first, second and so on, a list for each round.
    """

    mode: Literal["solo", "coop", "casual", "speed"] = "solo"
    date: Date = None
    place: str | None = None
    notes: str | None = None
    box: str | None = None
    disaster: CardName | None = None
    level: Count = 0
    ability: CardName | None = None
    upgraded: bool = False
    middle: Annotated[list[CardName], Field(max_length=100)] = Field(default_factory=list)
    finish: Annotated[
        list[Annotated[list[str], Field(max_length=MOST_PLAYERS)]], Field(max_length=ROUNDS)
    ] = Field(default_factory=list)
    rulings: dict[str, str] = Field(default_factory=dict)
    players: Annotated[list[PalmPlayer], Field(max_length=MOST_PLAYERS)]
