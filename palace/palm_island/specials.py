"""The cards beside the core deck: feats, disasters, abilities, outposts, villagers.

Their owner enters what they print.  A card keeps its texts as entered, and parses them when they
are needed; a value that is left out, or empty, is not transcribed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeVar

from palace.contract.box import Blank, Rows
from palace.core.errors import Problem, nearest, shorten
from palace.core.provenance import PLACEHOLDER, TRANSCRIBED
from palace.files.document import Document
from palace.files.fields import Provenance, notation
from palace.files.models import AfterValidator, Field, MisfitError, Model
from palace.files.problems import fault, tables_in
from palace.palm_island.cards import (
    ACTIONS,
    BUILDINGS,
    COUNTED,
    NOTHING,
    ORIENTATIONS,
    Area,
    Card,
    Cost,
    Criteria,
    Resources,
    read_cost,
)
from palace.palm_island.rules import ENGLISH
from palace.palm_island.state import State, is_card

LONGEST = 1_000

AT_MOST, NONE = Field(max_length=100), Field(default_factory=list)
"""The most cards in a list, and that there are none by default."""

TERRAINS = ("forest", "sea", "mountain")

DRAWN = 3
"""The number of villagers drawn; in speed games one more for each player after the second."""


def _card_id(text: str) -> str:
    if not is_card(text):
        what = f"{shorten(text, 40)!r} is not an id"
        raise MisfitError(what, "small letters, digits and -, such as honour-1")
    return text


def _text(text: str) -> str:
    """Return a printed text; raises `MisfitError` for one too long or with odd characters."""
    if len(text) > LONGEST:
        raise MisfitError("the text is too long", f"at most {LONGEST} characters")
    strange = next((c for c in text if (c < " " and c not in "\n\t") or "\x7f" <= c < "\xa0"), None)
    if strange is not None:
        raise MisfitError(f"the text has the character {strange!r}", "take it out")
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


def _cost(text: str | None) -> Cost | None:
    return read_cost(text) if text is not None and text.strip() else None


CardName = Annotated[str, AfterValidator(_card_id)]
CostText = Annotated[str, notation(read_cost)]
BlankOrCost = Annotated[str, notation(_cost)]
Printed = Annotated[str, AfterValidator(_text)]
Count = Annotated[int, Field(ge=0, le=1_000)]


class AreaModel(Model):
    """One area of an entered card; what is left out is not printed."""

    gives: Annotated[str, notation(Resources.read)] | None = None
    store: CostText | None = None
    rotate: CostText | None = None
    flip: CostText | None = None
    points: Count = 0
    upgrades: Count = 0

    @property
    def area(self) -> Area:
        gives = NOTHING if self.gives is None else Resources.read(self.gives)
        store, rotate, flip = map(_cost, (self.store, self.rotate, self.flip))
        return Area(gives, store, rotate, flip, self.points, self.upgrades)

    def __str__(self) -> str:
        every = [(key, getattr(self, key)) for key in ("gives", *ACTIONS)]
        words = [f"{key} {text}" for key, text in every if text]
        words += [f"{self.points} VP"] * bool(self.points)
        return ", ".join([*words, *[f"upgrades {self.upgrades}"] * bool(self.upgrades)])


def _areas(areas: Iterable[AreaModel]) -> str:
    every = zip(ORIENTATIONS, map(str, areas), strict=True)
    return "; ".join(f"{lies}: {text}" for lies, text in every if text)


class NeedsModel(Model):
    """Criteria, all to be met; `buildings` counts the upgrade symbols on cards of a name."""

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
        counts = [(key, getattr(self, key)) for key in COUNTED]
        every = [*counts, *(self.buildings or {}).items()]
        return tuple((key, count) for key, count in every if count is not None)

    def __bool__(self) -> bool:
        return bool(self.criteria)

    def __str__(self) -> str:
        return ENGLISH.formats["criteria"](self.criteria)


class Special(Model):
    """The keys that every kind of card has; a card without a name is called by its id."""

    kind: ClassVar[str]
    """The key of its tables in a file."""

    noun: ClassVar[str]

    id: CardName
    name: Annotated[str, AfterValidator(_name), Blank(lacks="its name", words=None)] = ""
    provenance: Provenance | None = None

    @property
    def title(self) -> str:
        return f"{self.id} {self.name}".rstrip()

    @property
    def label(self) -> str:
        return self.name or self.id

    @property
    def placeholder(self) -> bool:
        """Whether its values may differ from those of the printed card."""
        return self.provenance != TRANSCRIBED

    @property
    def price(self) -> Cost | None:
        """The cost for one player; None if it is not transcribed."""
        return _cost(getattr(self, "cost", None) or getattr(self, "speed", None))

    @property
    def criteria(self) -> Criteria | None:
        needs: NeedsModel | None = getattr(self, "needs", None)
        return None if needs is None else needs.criteria

    @property
    def value(self) -> int:
        return getattr(self, "points", None) or 0

    @property
    def effect(self) -> str:
        return getattr(self, "active", "") or getattr(self, "says", "")

    @property
    def table(self) -> dict[str, object]:
        """The card as a table of a file; what is not transcribed is left out."""
        every = self.model_dump(exclude_none=True).items()
        data = {key: value for key, value in every if value != "" or key == "name"}
        if "areas" in data:
            data["areas"] = [
                {key: value for key, value in area.items() if value} for area in data["areas"]
            ]
        return data


class Feat(Special):
    """A feat: what earns it, and its areas; `unlock` is the area with the unlock marker (1 to 3).

    `says` is any further text.  Without areas it has no points, and what it does is not
    checked.
    """

    kind, noun = "feats", "feat"

    id: Annotated[CardName, Blank('"feat-{n}"')]
    unlock: Annotated[int, Field(ge=1, le=3), Blank("2")] = Field(
        default=2, description="unlock marker: 1 rotated, 2 back, 3 back rotated"
    )
    needs: Annotated[
        NeedsModel | None, Blank("{ points = 30 }", "what earns it (needs)", commented=True)
    ] = None
    says: Printed = Field(default="", description="any other text on the card")
    areas: Annotated[
        Annotated[list[AreaModel], Field(min_length=4, max_length=4)] | None,
        Blank('[{}, {}, { gives = "1F", store = "free", rotate = "1L", upgrades = 1 }, {}]',
              "its areas", _areas, commented=True),
    ] = None  # fmt: skip

    @property
    def card(self) -> Card:
        a, b, c, d = (model.area for model in self.areas or [AreaModel()] * 4)
        return Card(self.id, self.name, (a, b, c, d), known=self.areas is not None)

    def earned(self, end: State, beside: int = 0) -> bool:
        """Return whether the end of a game meets all its criteria; False if they are not known."""
        return self.criteria is not None and not [*end.unmet(self.criteria, beside)]


class Disaster(Special):
    """A disaster, paid for by the group; `levels` are the costs of each level for one player."""

    kind, noun = "disasters", "disaster"

    id: Annotated[CardName, Blank('"disaster-{n}"')]
    levels: Annotated[
        list[CostText], Field(max_length=8), Blank("[]", "its levels", ", then ".join)
    ] = Field(
        default_factory=list, description='the cost per player of each level: ["1L 2F 1S", ...]'
    )

    def due(self, level: int, players: int) -> Cost:
        """Return the joint cost, for so many players, of what comes after `level` levels."""
        return tuple(each.times(players) for each in read_cost(self.levels[level]))


class Ability(Special):
    """A cooperative ability, paid for once by the group, then used by all.

    `each` is true if the cost is printed per player; `needs` are the upgrades needed.
    """

    kind, noun = "abilities", "ability"

    id: Annotated[CardName, Blank('"ability-{n}"')]
    cost: Annotated[BlankOrCost, Blank(lacks="its cost")] = ""
    each: Annotated[bool, Blank("false", words=lambda _: "player")] = Field(
        default=False, description="true if the cost is printed per player"
    )
    needs: Annotated[NeedsModel | None, Blank("{ upgrades = 6 }", commented=True)] = None
    says: Annotated[Printed, Blank(lacks="what it does (says)")] = Field(
        default="", description="what the card prints"
    )

    def due(self, players: int) -> Cost | None:
        """Return the cost for so many players together; None if it is not transcribed."""
        times = players if self.each else 1
        return None if self.price is None else tuple(part.times(times) for part in self.price)


class Outpost(Special):
    """An outpost: its casual criterion (`needs`, or in words only), its cost in speed games.

    `villager` is the id of the villager on its back.
    """

    kind, noun = "outposts", "outpost"

    id: Annotated[CardName, Blank('"outpost-{n}"')]
    terrain: Annotated[Literal["forest", "sea", "mountain", ""], Blank(lacks="its terrain")] = (
        Field(default="", description="forest, sea or mountain")
    )
    points: Annotated[Count | None, Blank("4", "its points", commented=True)] = None
    casual: Printed = Field(
        default="", description="the printed criterion, and needs where it can be checked"
    )
    needs: Annotated[
        NeedsModel | None,
        Blank("{ logs = 3 }", "its criterion (needs, or casual)", instead="casual", commented=True),
    ] = None
    speed: Annotated[BlankOrCost, Blank(lacks="its cost in speed games (speed)")] = Field(
        default="", description="the cost beside the speed icon"
    )
    villager: Annotated[CardName | None, Blank('"villager-{n}"')] = Field(
        default=None, description="the id of the villager on its back"
    )


class Villager(Special):
    """A villager: the cost of recruiting it, its points, or what it does while active."""

    kind, noun = "villagers", "villager"

    id: Annotated[CardName, Blank('"villager-{n}"')]
    cost: Annotated[BlankOrCost, Blank(lacks="its cost")] = ""
    points: Annotated[
        Count | None,
        Blank("2", "its points, or what it does while active", instead="active", commented=True),
    ] = None
    active: Printed = Field(default="", description="what it does for a round, if it says Active")


class CardPoolModel(Model):
    """The tables of cards that a record and a box file share.

    6 feats, 5 cooperative and 14 competitive cards: the component list of the English box of 2018.
    That three of the five are disasters follows other editions.
    """

    feats: Annotated[list[Feat], AT_MOST, Rows("feat", 6)] = NONE
    disasters: Annotated[list[Disaster], AT_MOST, Rows("disaster", 3)] = NONE
    abilities: Annotated[list[Ability], AT_MOST, Rows("ability", 2)] = NONE
    outposts: Annotated[list[Outpost], AT_MOST, Rows("outpost", 14)] = NONE
    villagers: Annotated[list[Villager], AT_MOST, Rows("villager", 14)] = NONE


KINDS = {kind.kind: kind for kind in (Feat, Disaster, Ability, Outpost, Villager)}
"""The kinds of cards by the key of their tables in a file."""

C = TypeVar("C", bound=Special)


@dataclass(frozen=True)
class CardPool:
    """The cards of a record or a box beside the core deck, in the order of entry; every id once."""

    cards: tuple[Special, ...] = ()

    @classmethod
    def of(cls, model: CardPoolModel, default: str = PLACEHOLDER) -> CardPool:
        cards = [card for kind in KINDS for card in getattr(model, kind)]
        told = {"provenance": default}
        return cls(tuple(c if c.provenance else c.model_copy(update=told) for c in cards))

    def every(self, kind: type[C]) -> tuple[C, ...]:
        return tuple(card for card in self.cards if isinstance(card, kind))

    def find(self, name: object) -> Special | None:
        return next((card for card in self.cards if card.id == name), None)

    def kind(self, name: object) -> str | None:
        found = self.find(name)
        return None if found is None else found.kind

    def one(self, kind: type[C], name: object) -> C | None:
        """Return the card with an id if it is of a kind, otherwise None."""
        found = self.find(name)
        return found if isinstance(found, kind) else None

    def among(self, kind: type[C], names: Iterable[object]) -> tuple[C, ...]:
        """Return the cards of a kind that have these ids, in the order of the ids."""
        found = (self.one(kind, name) for name in names)
        return tuple(card for card in found if card is not None)

    def title(self, name: object) -> str:
        found = self.find(name)
        return str(name) if found is None else found.title

    def tables(self, names: Sequence[str]) -> dict[str, list[dict[str, object]]]:
        """Return cards, with the villagers on the backs of outposts, as tables of a record."""
        backs = [outpost.villager for outpost in self.among(Outpost, names)]
        tables: dict[str, list[dict[str, object]]] = {}
        for card in self.among(Special, dict.fromkeys([*names, *backs])):
            tables.setdefault(card.kind, []).append(card.table)
        return tables


NO_CARDS = CardPool()
"""The pool of a game with the core deck alone."""


def doubles(document: Document) -> Iterator[Problem]:
    """Yield a problem for each id used twice; works on plain data of any type."""
    seen: set[str] = set()
    for kind in KINDS:
        for index, entry in enumerate(tables_in(document.data.get(kind))):
            name = entry.get("id")
            if isinstance(name, str) and name in seen:
                what = f"two cards have the id {name!r:.40}"
                yield fault(document, (kind, index, "id"), what, "give each an id of its own")
            elif isinstance(name, str):
                seen.add(name)
