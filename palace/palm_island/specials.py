"""Feats: cards earned in solo games and used in later ones. What they say is for their owner.

No printed feat is known to this package: a record brings the feats it speaks of, as `[[feats]]`.


Disasters of the cooperative mode: levels that the group pays for, one after the other.

Cooperative abilities: paid for once by the group, then used by everybody.

Outposts of the competitive modes: claimed by a criterion, or bought in order of finishing.

Villagers: recruited by paying; worth points, or chosen to be active for a round.

A card_pool: all the cards beside the core deck that a record or a box brings, found by their id.

The shape of cards beside the core deck, as their owner enters them; what is left out, or empty,
is not transcribed.

Cards beside the core deck out of documents, and what is wrong between them.

Cards beside the core deck as tables, with the keys that are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import product
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Field

from palace.core.errors import InputError, Problem, nearest, shorten
from palace.core.provenance import PLACEHOLDER, TRANSCRIBED
from palace.files.document import Document
from palace.files.fields import Model, Provenance, notation
from palace.files.problems import MisfitError, fault
from palace.palm_island.cards import (
    ACTIONS,
    BUILDINGS,
    NOTHING,
    Area,
    Card,
    Cost,
    Resources,
    cost_text,
    read_cost,
    summed,
)
from palace.palm_island.state import COUNTED, Criteria, Move, State, unmet

# ==== feats

_EMPTY = Area()


@dataclass(frozen=True, slots=True)
class Feat:
    """A feat: what earns it, and its areas; `unlock` is the area with the unlock marker (1 to 3).

    `areas` is None where they are not transcribed: such a feat has no action and no points.
    `placeholder` says that its values are not known to be those of the printed card.
    `needs` is None where its criteria are not; `says` is what is printed beyond them.
    """

    id: str
    name: str
    unlock: int = 2
    needs: Criteria | None = None
    areas: tuple[Area, Area, Area, Area] | None = None
    placeholder: bool = True
    says: str = ""

    @property
    def title(self) -> str:
        """Id and name."""
        return f"{self.id} {self.name}".rstrip()

    @property
    def card(self) -> Card:
        """The feat as a card of the deck."""
        return Card(self.id, self.name, self.areas or (_EMPTY, _EMPTY, _EMPTY, _EMPTY))

    def earned(self, end: State, beside: int = 0) -> bool:
        """Whether the end of a game meets all its criteria; never if they are not known."""
        return self.needs is not None and not [*unmet(end, self.needs, beside)]


def newly_earned(
    feats: Iterable[Feat], end: State, used: Iterable[str], beside: int = 0
) -> Iterator[Feat]:
    """The feats that the end of a game earns, without those that were in use; `beside` are the
    points of recruited villagers."""
    had = {*used}
    return (feat for feat in feats if feat.id not in had and feat.earned(end, beside))


# ==== specials.disaster


@dataclass(frozen=True, slots=True)
class Disaster:
    """A disaster; `levels` has what each level costs for every player.

    `levels` is None where they are not transcribed; `placeholder` says that the values are not
    known to be those of the printed card, likewise for every card of this room.
    """

    id: str
    name: str
    levels: tuple[Cost, ...] | None = None
    placeholder: bool = True

    @property
    def title(self) -> str:
        """Id and name."""
        return f"{self.id} {self.name}".rstrip()

    def cost(self, level: int, count: int, players: int) -> Cost:
        """What the next `count` levels after the first `level` cost so many players together.

        The alternatives are all combinations of those of the levels, each once.
        """
        due = (self.levels or ())[level : level + count]
        sums = dict.fromkeys(summed(chosen) for chosen in product(*due))
        return tuple(each.times(players) for each in sums)


# ==== specials.ability


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability; `cost` is None where it is not transcribed, and is `each` player's if so printed.

    `needs` are the upgrades there must be; `says` is what the card does, in its own words.
    """

    id: str
    name: str
    cost: Cost | None = None
    each: bool = False
    needs: Criteria = ()
    says: str = ""
    placeholder: bool = True

    @property
    def title(self) -> str:
        """Id and name."""
        return f"{self.id} {self.name}".rstrip()

    def due(self, players: int) -> Cost | None:
        """What so many players pay together."""
        if self.cost is None:
            return None
        return tuple(part.times(players if self.each else 1) for part in self.cost)


# ==== specials.outpost

TERRAINS = ("forest", "sea", "mountain")


@dataclass(frozen=True, slots=True)
class Outpost:
    """An outpost; what is None is not transcribed.

    `needs` is the casual criterion where it can be checked, `casual` its printed words; `speed` is
    the cost beside the speed icon; `villager` the id of the villager on the back.
    """

    id: str
    name: str
    terrain: str | None = None
    points: int | None = None
    needs: Criteria | None = None
    casual: str = ""
    speed: Cost | None = None
    villager: str | None = None
    placeholder: bool = True

    @property
    def title(self) -> str:
        """Id and name."""
        return f"{self.id} {self.name}".rstrip()


# ==== specials.villager


@dataclass(frozen=True, slots=True)
class Villager:
    """A villager; `cost` and `points` are None where they are not transcribed.

    `active` is what the card does for a round, in its own words; empty if it has no such ability.
    """

    id: str
    name: str
    cost: Cost | None = None
    points: int | None = None
    active: str = ""
    placeholder: bool = True

    @property
    def title(self) -> str:
        """Id and name."""
        return f"{self.id} {self.name}".rstrip()


# ==== specials.shelf

C = TypeVar("C", Feat, Disaster, Ability, Outpost, Villager)

Special = Feat | Disaster | Ability | Outpost | Villager

KINDS: dict[str, type[Special]] = {
    "feats": Feat,
    "disasters": Disaster,
    "abilities": Ability,
    "outposts": Outpost,
    "villagers": Villager,
}
"""The kinds of cards by the key of their tables in a file."""

SINGULAR = {
    "feats": "feat",
    "disasters": "disaster",
    "abilities": "ability",
    "outposts": "outpost",
    "villagers": "villager",
}


@dataclass(frozen=True)
class CardPool:
    """Cards in the order they were entered; every id once."""

    cards: tuple[Special, ...] = ()

    def __iter__(self) -> Iterator[Special]:
        return iter(self.cards)

    def of(self, kind: str) -> tuple[Special, ...]:
        """The cards of a kind, by its key in `KINDS`."""
        return tuple(card for card in self.cards if isinstance(card, KINDS[kind]))

    def find(self, name: object) -> Special | None:
        """The card of an id; None if there is none."""
        return next((card for card in self.cards if card.id == name), None)

    def kind(self, name: object) -> str | None:
        """The kind of the card of an id; None if there is none."""
        found = self.find(name)
        return next((kind for kind, of in KINDS.items() if isinstance(found, of)), None)

    def feat(self, name: object) -> Feat | None:
        """The feat of an id; None if there is none."""
        return self._one(Feat, name)

    def disaster(self, name: object) -> Disaster | None:
        """The disaster of an id; None if there is none."""
        return self._one(Disaster, name)

    def ability(self, name: object) -> Ability | None:
        """The ability of an id; None if there is none."""
        return self._one(Ability, name)

    def outpost(self, name: object) -> Outpost | None:
        """The outpost of an id; None if there is none."""
        return self._one(Outpost, name)

    def villager(self, name: object) -> Villager | None:
        """The villager of an id; None if there is none."""
        return self._one(Villager, name)

    def _one(self, kind: type[C], name: object) -> C | None:
        found = self.find(name)
        return found if isinstance(found, kind) else None

    def with_(self, others: CardPool) -> CardPool:
        """These cards, and those of `others` whose ids are not here."""
        mine = {card.id for card in self.cards}
        return CardPool((*self.cards, *(card for card in others if card.id not in mine)))


NO_CARDS = CardPool()
"""The cards of a game with the core deck alone."""


# ==== specials.models

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
        if name not in BUILDINGS:
            near = nearest(name, BUILDINGS)
            hint = f"did you mean {near}?" if near else f"they are {', '.join(BUILDINGS)}"
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


class CardPoolModel(Model):
    """The tables of cards that a record and a box file share."""

    feats: Annotated[list[FeatModel], Field(max_length=MOST)] = Field(default_factory=list)
    disasters: Annotated[list[DisasterModel], Field(max_length=MOST)] = Field(default_factory=list)
    abilities: Annotated[list[AbilityModel], Field(max_length=MOST)] = Field(default_factory=list)
    outposts: Annotated[list[OutpostModel], Field(max_length=MOST)] = Field(default_factory=list)
    villagers: Annotated[list[VillagerModel], Field(max_length=MOST)] = Field(default_factory=list)


# ==== specials.reading

_VALUES: dict[str, Callable[[Any], Any]] = {
    "needs": lambda needs: needs.criteria,
    "areas": lambda areas: tuple(area.area for area in areas),
    "levels": lambda levels: tuple(map(read_cost, levels)) or None,
    "terrain": lambda terrain: terrain or None,
    "cost": blank_or_cost,
    "speed": blank_or_cost,
}
"""What a card has under a key that a file writes in another way; None is left to the card."""


def card_pool_of(model: CardPoolModel, default: str = PLACEHOLDER) -> CardPool:
    """The cards of a record or a box file; `default` is the provenance of those that say none."""
    return CardPool(
        tuple(
            _card(KINDS[kind], entry, (entry.provenance or default) != TRANSCRIBED)
            for kind in KINDS
            for entry in getattr(model, kind)
        )
    )


def _card(kind: type[Special], entry: SpecialModel, ours: bool) -> Special:
    given = {key: getattr(entry, key) for key in type(entry).model_fields if key != "provenance"}
    values = {
        key: _VALUES[key](value) if key in _VALUES else value
        for key, value in given.items()
        if value is not None
    }
    return kind(**values, placeholder=ours)


def doubles(document: Document) -> Iterator[Problem]:
    """Cards of one id; works on the plain data, of whatever types."""
    seen: set[str] = set()
    for kind in KINDS:
        for index, entry in enumerate(tables(document.data.get(kind))):
            name = entry.get("id")
            if isinstance(name, str) and name in seen:
                what = f"two cards have the id {name!r:.40}"
                yield fault(document, (kind, index, "id"), what, "give each an id of its own")
            elif isinstance(name, str):
                seen.add(name)


def ids_in(data: dict[str, Any], kind: str) -> list[str]:
    """The ids of one kind in plain data, of whatever types."""
    names = [entry.get("id") for entry in tables(data.get(kind))]
    return [name for name in names if isinstance(name, str)]


def tables(value: Any) -> list[dict[str, Any]]:
    """The tables of a list; what is none counts as an empty one, so that places stay right."""
    items = value if isinstance(value, list) else []
    return [item if isinstance(item, dict) else {} for item in items[:100]]


# ==== specials.writing


def card_table(card: Special) -> dict[str, Any]:
    """A card as the table that it is read from; what is not transcribed is left out."""
    data: dict[str, Any] = {"id": card.id, "name": card.name}
    data["provenance"] = PLACEHOLDER if card.placeholder else TRANSCRIBED
    for field in fields(card):
        key, value = field.name, getattr(card, field.name)
        blank = value in (None, "", ()) and value == field.default and key != "levels"
        if not blank and key not in data and key != "placeholder":
            data[key] = _TABLES[key](value) if key in _TABLES else value
    return data


def card_tables(card_pool: CardPool, names: Sequence[str]) -> dict[str, Any]:
    """Cards, and the villagers on the backs of outposts, by kind, as a record brings them."""
    tables: dict[str, Any] = {}
    backs = [o.villager for name in names if (o := card_pool.outpost(name)) is not None]
    for name in dict.fromkeys([*names, *filter(None, backs)]):
        card, kind = card_pool.find(name), card_pool.kind(name)
        if card is not None and kind is not None:
            tables.setdefault(kind, []).append(card_table(card))
    return tables


def _needs(needs: Criteria) -> dict[str, Any]:
    counts: dict[str, Any] = {what: least for what, least in needs if what in COUNTED}
    buildings = {what: least for what, least in needs if what not in COUNTED}
    return counts | ({"buildings": buildings} if buildings else {})


def _area(area: Area) -> dict[str, Any]:
    data: dict[str, Any] = {} if area.gives == NOTHING else {"gives": str(area.gives)}
    for kind in ACTIONS:
        cost = area.cost(kind)
        if cost is not None:
            data[kind] = cost_text(cost)
    counts = {"points": area.points, "upgrades": area.upgrades}
    return data | {key: count for key, count in counts.items() if count}


_TABLES: dict[str, Callable[[Any], Any]] = {
    "needs": _needs,
    "areas": lambda areas: [_area(area) for area in areas],
    "levels": lambda levels: [cost_text(level) for level in levels or ()],
    "cost": cost_text,
    "speed": cost_text,
}
"""How a file writes what a card has under a key, where it is not the value itself."""
