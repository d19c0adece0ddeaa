"""The shape of cards beside the core deck, as their owner enters them; what is left out, or empty,
is not transcribed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from palace.core.errors import InputError, nearest, shorten
from palace.files.fields import Model, Provenance, notation
from palace.files.problems import MisfitError
from palace.palm_island.cards import KINDS, Area
from palace.palm_island.criteria import COUNTED, Criteria
from palace.palm_island.moves import Move
from palace.palm_island.resources import NOTHING, Cost, Resources, read_cost

LONGEST = 1_000
MOST_LEVELS = 8


def _card_id(text: str) -> str:
    try:
        Move("round-end", use=(text,))
    except InputError:
        what = f"{shorten(text, 40)!r} is no id"
        raise MisfitError(what, "small letters, digits and -, such as honour-1") from None
    return text


def _text(text: str) -> str:
    """A printed text on one line or several."""
    if len(text) > LONGEST:
        raise MisfitError("the text is too long", f"at most {LONGEST} characters")
    strange = next((c for c in text if (c < " " and c not in "\n\t") or "\x7f" <= c < "\xa0"), None)
    if strange is not None:
        raise MisfitError(f"{strange!r} cannot stand in a text", "take it out")
    return text


def _name(text: str) -> str:
    if "\n" in text or "\t" in text:
        raise MisfitError("the name has several lines", "write it on one line")
    return _text(text)


def _buildings(counts: dict[str, int]) -> dict[str, int]:
    for name in counts:
        if name not in KINDS:
            near = nearest(name, KINDS)
            hint = f"did you mean {near}?" if near else f"they are {', '.join(KINDS)}"
            raise MisfitError(f"there is no building {shorten(name, 40)!r}", hint)
    return counts


def blank_or_cost(text: str) -> Cost | None:
    return read_cost(text) if text.strip() else None


CardName = Annotated[str, AfterValidator(_card_id)]
ResourceText = Annotated[str, notation(Resources.read)]
CostText = Annotated[str, notation(read_cost)]
BlankOrCost = Annotated[str, notation(blank_or_cost)]
OwnName = Annotated[str, AfterValidator(_name)]
Printed = Annotated[str, AfterValidator(_text)]
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
    """Criteria, all of which must be met; `buildings` counts upgrade symbols on cards of a name."""

    points: Count | None = None
    upgrades: Count | None = None
    stored: Count | None = None
    logs: Count | None = None
    fish: Count | None = None
    stone: Count | None = None
    cards: Count | None = None
    buildings: Annotated[dict[str, Count], AfterValidator(_buildings)] | None = None

    @property
    def criteria(self) -> Criteria:
        """The criteria themselves."""
        counts = [(key, getattr(self, key)) for key in COUNTED]
        named = [] if self.buildings is None else [*self.buildings.items()]
        return tuple((key, count) for key, count in [*counts, *named] if count is not None)


class SpecialModel(Model):
    """What every card has; without a name it is called by its id."""

    id: CardName
    name: OwnName = ""
    provenance: Provenance | None = None


class FeatModel(SpecialModel):
    """A feat; without `areas` or `needs` these are not transcribed."""

    unlock: Annotated[int, Field(ge=1, le=3)] = 2
    needs: NeedsModel | None = None
    says: Printed = ""
    areas: Annotated[list[AreaModel], Field(min_length=4, max_length=4)] | None = None


class DisasterModel(SpecialModel):
    """A disaster; `levels` are what each level costs per player."""

    levels: Annotated[list[CostText], Field(max_length=MOST_LEVELS)] = Field(default_factory=list)


class AbilityModel(SpecialModel):
    """An ability; `each` is true if its cost is printed per player."""

    cost: BlankOrCost = ""
    each: bool = False
    needs: NeedsModel | None = None
    says: Printed = ""


class OutpostModel(SpecialModel):
    """An outpost: its casual criterion (`needs`, or only in words), its cost in speed games."""

    terrain: Literal["forest", "sea", "mountain", ""] = ""
    points: Count | None = None
    needs: NeedsModel | None = None
    casual: Printed = ""
    speed: BlankOrCost = ""
    villager: CardName | None = None


class VillagerModel(SpecialModel):
    """A villager: what recruiting costs, its points, or what it does while active."""

    cost: BlankOrCost = ""
    points: Count | None = None
    active: Printed = ""


MOST = 100


class ShelfModel(Model):
    """The tables of cards that a record and a box file share."""

    feats: Annotated[list[FeatModel], Field(max_length=MOST)] = Field(default_factory=list)
    disasters: Annotated[list[DisasterModel], Field(max_length=MOST)] = Field(default_factory=list)
    abilities: Annotated[list[AbilityModel], Field(max_length=MOST)] = Field(default_factory=list)
    outposts: Annotated[list[OutpostModel], Field(max_length=MOST)] = Field(default_factory=list)
    villagers: Annotated[list[VillagerModel], Field(max_length=MOST)] = Field(default_factory=list)
