"""The shape of Cooper Island records, checked by pydantic; unknown keys are kept."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from palace.cooper_island.box_schema import Values
from palace.files.fields import Date, Format, Model, Name, RulesOne

MOST_PLAYERS = 8
MOST_LINES = 2_000

Count = Annotated[int, Field(ge=0, le=10_000)]
Total = Annotated[int, Field(ge=-10_000, le=10_000)]


def _kind(value: object) -> str:
    return "list" if isinstance(value, list) else "one"


Points = Annotated[
    Annotated[Count, Tag("one")] | Annotated[list[Count], Field(max_length=100), Tag("list")],
    Discriminator(_kind),
]
"""Points as one number, or card by card."""

Log = Annotated[
    Annotated[str, Tag("one")] | Annotated[list[str], Field(max_length=MOST_LINES), Tag("list")],
    Discriminator(_kind),
]
"""One action on each line of a text, or a list of actions."""


class ShipModel(Model):
    """Where a ship ended: logbooks and the beaches since the last, or beaches from its harbour."""

    logbooks: Count | None = None
    beaches: Count | None = None
    distance: Count | None = None


class LeftoversModel(Model):
    """What a player had left; `cartographer` are steps, `double_tiles` those never laid."""

    coins: Count = 0
    resources: Count = 0
    cartographer: Count = 0
    double_tiles: Count = 0


class CooperPlayer(Model):
    """One seat, in seat order from the first start player on; the keys are the final sheet."""

    name: Name
    total: Total | None = None
    ships: Annotated[list[ShipModel], Field(max_length=100)] | None = None
    royal_orders: Points | None = None
    buildings: Points | None = None
    leftovers: LeftoversModel | None = None
    anchors: Count | None = None
    uncovered: Count | None = None


class CooperRecord(Model):
    """A recorded game of Cooper Island."""

    format: Format
    game: Literal["cooper-island"]
    rules: RulesOne
    date: Date = None
    place: str | None = None
    notes: str | None = None
    box: str | None = None
    peninsula: str | None = None
    log: Log | None = None
    rulings: dict[str, str] = Field(default_factory=dict)
    values: Values | None = None
    players: Annotated[list[CooperPlayer], Field(max_length=MOST_PLAYERS)]
