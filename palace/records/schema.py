"""The shape of records and build files, checked by pydantic; unknown keys are kept."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag

from palace.cards import Card
from palace.knob import Knob
from palace.records.problems import MisfitError
from palace.staircase import Staircase
from palace.supply import Supply

Provenance = Literal["placeholder", "transcribed"]
Trophy = Literal["monkey", "butterfly", "frog"]

GAMES = ("monkey-palace", "palm-island", "cooper-island")
MOST_TURNS = 2_000
MOST_ELEMENTS = 2_000
MOST_CARDS = 100
MOST_MAPS = 100
MOST_BOARDS = 100
LONGEST_NAME = 200


def _notation(read: Callable[[str], object]) -> AfterValidator:
    """A text that `read` can read; it stays a text, so that a record is written as it was."""

    def check(text: str) -> str:
        read(text)
        return text

    return AfterValidator(check)


def _only(key: str, value: object) -> AfterValidator:
    """The one value that this package knows; a later one calls for a later package."""

    def check(given: object) -> object:
        if given != value:
            shown = f'"{value}"' if isinstance(value, str) else value
            raise MisfitError(
                f"{given!r:.40} is not known here", f"this palace reads {key} = {shown}"
            )
        return given

    return AfterValidator(check)


def _name(name: str) -> str:
    if not name.strip():
        raise MisfitError("the name is empty", "give everyone a name")
    if len(name) > LONGEST_NAME:
        raise MisfitError("the name is too long", f"at most {LONGEST_NAME} characters")
    strange = next((sign for sign in name if sign < " " or "\x7f" <= sign < "\xa0"), None)
    if strange is not None:
        raise MisfitError(f"{strange!r} cannot stand in a name", "write it on one line")
    return name


def _date(date: object) -> object:
    """A date, or a text about when it was; a text that is a date as JSON has it becomes one."""
    if isinstance(date, str):
        for kind in (datetime.date, datetime.datetime):
            try:
                if kind.fromisoformat(date).isoformat() == date:
                    return kind.fromisoformat(date)
            except ValueError:
                pass
    elif date is not None and not isinstance(date, datetime.date):
        raise MisfitError(
            f"{date!r:.40} is no date", "expected a date such as 2026-01-31, or a text"
        )
    return date


def _one_or_list(value: object) -> str:
    return "list" if isinstance(value, list) else "one"


def _blank_or_supply(text: str) -> Supply | None:
    return Supply.read(text) if text.strip() else None


def _monkey() -> list[Trophy]:
    return ["monkey"]


Format = Annotated[int, _only("format", 1)]
KnobName = Annotated[str, _notation(Knob.read)]
SupplyText = Annotated[str, _notation(Supply.read)]
BlankOrSupply = Annotated[str, _notation(_blank_or_supply)]
StaircaseText = Annotated[str, _notation(Staircase.read)]
CardText = Annotated[str, _notation(Card.read)]
Count = Annotated[int, Field(ge=0, le=10_000)]
Counts = Annotated[
    Annotated[Count, Tag("one")] | Annotated[list[Count], Tag("list")], Discriminator(_one_or_list)
]


class Model(BaseModel):
    """A table of a record: strict, immutable, unknown keys kept."""

    model_config = ConfigDict(strict=True, frozen=True, extra="allow")


class Player(Model):
    """One seat; `cards`, `bonus`, `trophies` and `total` are for games without turns."""

    name: Annotated[str, AfterValidator(_name)]
    start: SupplyText | None = None
    each: SupplyText | None = None
    cards: Counts | None = None
    bonus: Count | None = None
    trophies: list[Trophy] | None = None
    total: int | None = None


class Turn(Model):
    """One turn: a build or a pass, what followed from it, and what was written down of it."""

    player: str
    build: StaircaseText | None = None
    pass_: bool | None = Field(default=None, alias="pass")
    take: Annotated[list[CardText], Field(max_length=MOST_CARDS)] | None = None
    butterfly: KnobName | None = None
    frog: KnobName | None = None
    monkey: KnobName | None = None
    decoration: Literal["l", "d", "g"] | None = None
    credits: Count | None = None
    bonus: bool | None = None
    notes: str | None = None


class Ground(Model):
    """The keys of a map that stands in a record; what they hold is for `palace.ground`."""

    name: Any = None
    provenance: Any = None
    plate: Any = None
    sheet: Any = None
    origin: Any = None
    pitch: Any = None
    knobs: Any = None
    setup: Any = None


class MonkeyRecord(Model):
    """A recorded game of Monkey Palace."""

    format: Format
    game: Literal["monkey-palace"]
    rules: Annotated[str, _only("rules", "1")]
    map: str | None = None
    date: Annotated[Any, AfterValidator(_date)] = None
    place: str | None = None
    notes: str | None = None
    box: str | None = None
    deck: str | None = None
    provenance: Provenance | None = None
    finished: bool | None = None
    trophies: list[Trophy] = Field(default_factory=_monkey)
    ground: Ground | None = None
    rulings: dict[str, str] = Field(default_factory=dict)
    players: list[Player]
    turns: Annotated[list[Turn], Field(max_length=MOST_TURNS)] | None = None


class BoardModel(Model):
    """One player board of a box file; without pieces, or with empty texts, it is not filled in."""

    number: Annotated[int, Field(ge=1, le=4)]
    start: BlankOrSupply | None = None
    each: BlankOrSupply | None = None
    provenance: Provenance | None = None


class BoxModel(Model):
    """A box file: the files of its deck and its maps, and its boards."""

    format: Format
    name: Annotated[str, AfterValidator(_name)]
    provenance: Provenance
    deck: str | None = None
    maps: Annotated[list[str], Field(max_length=MOST_MAPS)] = Field(default_factory=list)
    boards: Annotated[list[BoardModel], Field(max_length=MOST_BOARDS)] = Field(default_factory=list)


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

    format: Format
    map: str | None = None
    ground: Ground | None = None
    position: str | None = None
    build: Annotated[list[ElementModel], Field(max_length=MOST_ELEMENTS)]
