"""The shape of Palm Island records, checked by pydantic; unknown keys are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag

from palace.errors import InputError, shorten
from palace.palm_island.cards import Area
from palace.palm_island.feats import Feat
from palace.palm_island.moves import Move
from palace.palm_island.resources import NOTHING, Resources, read_cost
from palace.records.fields import Date, Format, Model, Name, Provenance, RulesOne
from palace.records.problems import MisfitError

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


def _notation(read: Callable[[str], object]) -> AfterValidator:
    """A text that `read` can read; it stays a text."""

    def check(text: str) -> str:
        read(text)
        return text

    return AfterValidator(check)


def _card_id(text: str) -> str:
    try:
        Move("round-end", use=(text,))
    except InputError:
        what = f"{shorten(text, 40)!r} is no id"
        raise MisfitError(what, "small letters, digits and -, such as honour-1") from None
    return text


CardName = Annotated[str, AfterValidator(_card_id)]
ResourceText = Annotated[str, _notation(Resources.read)]
CostText = Annotated[str, _notation(read_cost)]
Count = Annotated[int, Field(ge=0, le=1_000)]


class AreaModel(Model):
    """One area of a card that its owner enters; what is left out is not printed."""

    gives: ResourceText | None = None
    store: CostText | None = None
    rotate: CostText | None = None
    flip: CostText | None = None
    points: Count = 0
    upgrades: Count = 0

    @property
    def area(self) -> Area:
        """The area itself."""
        store, rotate, flip = (
            None if text is None else read_cost(text)
            for text in (self.store, self.rotate, self.flip)
        )
        gives = NOTHING if self.gives is None else Resources.read(self.gives)
        return Area(gives, store, rotate, flip, self.points, self.upgrades)


class NeedsModel(Model):
    """The criteria of a feat, all of which must be met at the end of a game."""

    points: Count | None = None
    upgrades: Count | None = None
    stored: Count | None = None


class FeatModel(Model):
    """A feat as its owner enters it; without `areas` or `needs` these are not transcribed."""

    id: CardName
    name: Name
    provenance: Provenance = "placeholder"
    unlock: Annotated[int, Field(ge=1, le=3)] = 2
    needs: NeedsModel | None = None
    areas: Annotated[list[AreaModel], Field(min_length=4, max_length=4)] | None = None

    @property
    def feat(self) -> Feat:
        """The feat itself."""
        needs = None if self.needs is None else _criteria(self.needs)
        if self.areas is None:
            return Feat(self.id, self.name, self.unlock, needs)
        a, b, c, d = (model.area for model in self.areas)
        known = self.provenance == "transcribed"
        return Feat(self.id, self.name, self.unlock, needs, (a, b, c, d), not known)


def _criteria(needs: NeedsModel) -> tuple[tuple[str, int], ...]:
    counts = [(key, getattr(needs, key)) for key in type(needs).model_fields]
    return tuple((key, count) for key, count in counts if count is not None)


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
    feats: Annotated[list[FeatModel], Field(max_length=100)] = Field(default_factory=list)
    players: Annotated[list[PalmPlayer], Field(max_length=MOST_PLAYERS)]
