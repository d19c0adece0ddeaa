"""The shape of records and build files, checked by pydantic; unknown keys are kept."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from palace.cards import Card
from palace.errors import NotationError
from palace.knob import Knob
from palace.rulings import Rulings
from palace.staircase import Staircase
from palace.supply import Supply

Trophy = Literal["monkey", "butterfly", "frog"]

MOST_TURNS = 2_000
MOST_ELEMENTS = 2_000
GAMES = ("monkey-palace", "palm-island", "cooper-island")


def _notation(read: Callable[[str], object]) -> AfterValidator:
    """A text that `read` can read; it stays a text, so that a record is written as it was."""

    def check(text: str) -> str:
        read(text)
        return text

    return AfterValidator(check)


def _ruling(answers: dict[str, str]) -> dict[str, str]:
    for name, value in answers.items():
        fault = Rulings.problem(name, value)
        if fault:
            raise ValueError("; ".join(fault))
    return answers


def _monkey() -> list[Trophy]:
    return ["monkey"]


KnobName = Annotated[str, _notation(Knob.read)]
SupplyText = Annotated[str, _notation(Supply.read)]
StaircaseText = Annotated[str, _notation(Staircase.read)]
CardText = Annotated[str, _notation(Card.read)]
Count = Annotated[int, Field(ge=0, le=10_000)]


class Model(BaseModel):
    """A table of a record: strict, immutable, unknown keys kept."""

    model_config = ConfigDict(strict=True, frozen=True, extra="allow", populate_by_name=True)


class Player(Model):
    """One seat; `cards`, `bonus`, `trophies` and `total` are for games without turns."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    start: SupplyText | None = None
    each: SupplyText | None = None
    cards: Count | list[Count] | None = None
    bonus: Count | None = None
    trophies: list[Trophy] | None = None
    total: int | None = None


class Turn(Model):
    """One turn: a build or a pass, what followed from it, and what was written down of it."""

    player: str
    build: StaircaseText | None = None
    passes: bool | None = Field(default=None, alias="pass")
    take: list[CardText] | None = None
    butterfly: KnobName | None = None
    frog: KnobName | None = None
    monkey: KnobName | None = None
    decoration: Literal["l", "d", "g"] | None = None
    credits: Count | None = None
    bonus: bool | None = None
    notes: str | None = None

    @model_validator(mode="after")
    def builds_or_passes(self) -> Turn:
        """A turn has a build or a pass, not both and not neither."""
        if (self.build is None) == (not self.passes):
            both = "both" if self.build is not None else "neither"
            raise ValueError(f'a turn has build = "..." or pass = true, this one has {both}')
        return self


class MonkeyRecord(Model):
    """A recorded game of Monkey Palace."""

    format: Literal[1]
    game: Literal["monkey-palace"]
    rules: Literal["1"]
    map: str | None = None
    date: datetime.date | datetime.datetime | str | None = None
    place: str | None = None
    notes: str | None = None
    box: Any = None
    deck: Any = None
    trophies: list[Trophy] = Field(default_factory=_monkey)
    ground: dict[str, Any] | None = None
    rulings: Annotated[dict[str, str], AfterValidator(_ruling)] = Field(default_factory=dict)
    players: Annotated[list[Player], Field(min_length=2, max_length=4)]
    turns: Annotated[list[Turn], Field(max_length=MOST_TURNS)] | None = None

    @model_validator(mode="after")
    def names_agree(self) -> MonkeyRecord:
        """Every name is given once, and a game with turns names its map."""
        names = [player.name for player in self.players]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(
                f"two players are called {twice[0]!r}; give everyone a name of his own"
            )
        if self.turns and self.map is None and self.ground is None:
            raise ValueError('a game with turns needs map = "map-1" or a [ground] table')
        return self


class ElementModel(Model):
    """One element of a build file; `x y` is the south-west stud, `level` that of its underside."""

    kind: Literal[
        "arch", "brick", "column", "light", "dark", "gold", "corner", "monkey", "butterfly", "frog"
    ]
    x: Annotated[int, Field(ge=-1_000, le=1_000)]
    y: Annotated[int, Field(ge=-1_000, le=1_000)]
    level: Annotated[int, Field(ge=0, le=1_000)] = 0
    turn: Annotated[int, Field(ge=0, le=3)] = 0
    colour: str = ""


class BuildModel(Model):
    """A build file: a whole table, or one turn laid on `position`."""

    format: Literal[1]
    map: str | None = None
    ground: dict[str, Any] | None = None
    position: str | None = None
    build: Annotated[list[ElementModel], Field(max_length=MOST_ELEMENTS)]


__all__ = [
    "GAMES",
    "BuildModel",
    "ElementModel",
    "Model",
    "MonkeyRecord",
    "NotationError",
    "Player",
    "Turn",
]
