"""The known values of a box: those its owner entered, the placeholders of the house, or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

from palace.contract.box import Blank, BoxFormat, BoxHead, Rows, doubles, sections_of
from palace.cooper_island.goods import COSTS, GAINS, Goods
from palace.cooper_island.state import Ring
from palace.core.errors import Problem
from palace.core.provenance import HOUSE, PLACEHOLDER, Sourced
from palace.files.document import Document
from palace.files.fields import Name, Provenance, notation
from palace.files.models import Field, Model, fields_of
from palace.files.problems import Path as Way
from palace.files.problems import fault, tables_in


def _read(text: str | None, kinds: tuple[str, ...] = COSTS) -> Goods | None:
    return Goods.read(text, kinds) if text and text.strip() else None


Small = Annotated[int, Field(ge=0, le=1_000)]
Cost = Annotated[str, notation(_read)]
Gains = Annotated[str, notation(partial(_read, kinds=GAINS))]


def _list(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _asked(value: str, lacks: str = "a number") -> Blank:
    """Return how a value of the file itself is asked for, behind a `#` in the template."""
    return Blank(value, lacks, _list if value[0] == "[" else str, commented=True)


def _numbered(one: str, count: int, without: str = "") -> Rows:
    return Rows(one, count, range(1, count + 1), without)


_LIST = "a list of numbers"
_ONE = Blank(lacks="what one costs")

PLAYERS = (2, 3, 4)
"""The numbers of players with a sea ring of their own."""

CARDS = 30
"""The number of building cards, half of them for small buildings."""

MILESTONES = 4


class RingModel(Model):
    """The sea ring for a number of players: `beaches` is its length; they count clockwise from 0.

    Harbours are in seat order, each just before the beach of its number; `before` is the number of
    a coast's beaches before its harbour; a ship takes a logbook on the beaches under its name.
    """

    players: Annotated[int, Field(ge=2, le=4), Blank("2")]
    beaches: Annotated[int, Field(ge=1, le=1_000), Blank("20")]
    harbours: Annotated[list[Small], Field(max_length=4), Blank("[0, 10]", words=_list)]
    before: Annotated[Small, Blank("3")]
    cutter: Annotated[list[Small], Field(max_length=1_000), Blank("[4, 9, 14, 19]", words=_list)]
    two_master: Annotated[
        list[Small], Field(max_length=1_000), Blank("[0, 5, 10, 15]", words=_list)
    ]
    provenance: Provenance | None = None


class PricedModel(Model):
    """A numbered item with its cost and effect; an empty text is unknown."""

    number: Annotated[int, Field(ge=1, le=8), Blank("{n}")]
    cost: Annotated[Cost | None, Blank(lacks="cost")] = None
    gives: Annotated[Gains | None, Blank(lacks="gives")] = None


class BuildingsModel(Model):
    """The cost of each kind of building."""

    small: Annotated[Cost | None, _ONE] = None
    large: Annotated[Cost | None, _ONE] = None
    fortress: Annotated[Cost | None, _ONE] = None


class CardModel(Model):
    """A building card; the effect of a small building is immediate, that of a large one per use."""

    name: Annotated[Name, Blank('"Mill"')]
    kind: Annotated[Literal["small", "large"], Blank('"large"')]
    gives: Annotated[Gains | None, Blank('"2 wood"')] = None


_RINGS = """\
The sea ring, one table for each number of players.  Beaches are numbered clockwise from 0; each
harbour (in seat order) is just before the beach of its number; "before" is the number of beaches
of a coast before its harbour; a ship takes a logbook on the beaches under its name."""

_CARDS = """\
Building cards, one table for each: the effect of a small building at once, of a large one each
time it is used."""


class Values(Model):
    """The values printed on boards, tiles and cards; a value that is left out is unknown."""

    provenance: Provenance = "placeholder"
    storage: Annotated[int | None, Field(ge=1, le=99), _asked("5")] = Field(
        default=None, description="storage spaces at the start"
    )
    uncovers: Annotated[int | None, Field(ge=0, le=9), _asked("1")] = Field(
        default=None, description="further spaces that a building uncovers when it leaves the board"
    )
    cartographer: Annotated[int | None, Field(ge=1, le=99), _asked("10")] = Field(
        default=None, description="the last space of the cartographer's track"
    )
    single_tile: Annotated[list[Small], Field(max_length=20), _asked("[1, 2, 3]", _LIST)] = Field(
        default_factory=list, description="steps for a single tile at level 1, 2 ..."
    )
    feeding: Annotated[list[Small], Field(max_length=5), _asked("[2, 3, 4, 5, 6]", _LIST)] = Field(
        default_factory=list, description="food for 2, 3, 4 ... workers"
    )
    milestones: Annotated[
        list[Name], Field(max_length=4), _asked('["a", "b", "c", "d"]', "the four names")
    ] = Field(default_factory=list, description="what logs call them")
    statue: Annotated[Cost | None, _ONE] = Field(default=None, description="what a statue costs")
    buildings: BuildingsModel | None = None
    rings: Annotated[list[RingModel], Field(max_length=3), Rows("ring", 0, PLAYERS)] = Field(
        default_factory=list, description=_RINGS
    )
    cards: Annotated[list[CardModel], Field(max_length=CARDS), Rows("card")] = Field(
        default_factory=list, description=_CARDS
    )
    boats: Annotated[list[PricedModel], Field(max_length=6), _numbered("boat", 6)] = Field(
        default_factory=list, description="Income boats, by berth."
    )
    crates: Annotated[list[PricedModel], Field(max_length=5), _numbered("crate", 5, "gives")] = (
        Field(default_factory=list, description="Crates, by cargo card: what taking one costs.")
    )
    islets: Annotated[list[PricedModel], Field(max_length=6), _numbered("islet", 6, "cost")] = (
        Field(
            default_factory=list,
            description="Islet tiles: the effect when one is laid and when a ship passes.",
        )
    )


SECTIONS = sections_of(Values)


class CooperBox(Values, BoxHead):
    """A box file: its name and the values its owner entered."""


HEAD = """\
Cooper Island: what is printed on the boards, tiles and cards of your box.
Enter the values you have; an empty value is not checked, and every verdict says so.
List the missing values: palace box check {name}
  cost: amounts and wood food stone gold cloth coin any    "2 wood 1 any"
  gives: the same, and helm (points) draw lay (double tiles) step (of the cartographer)"""


@dataclass(frozen=True)
class Box(Sourced):
    """The costs and effects of a box; an unknown one is None.

    A ring is always known: without an entered one it is that of the house, a placeholder.
    """

    name: str
    values: Values
    provenance: str = PLACEHOLDER

    def ring(self, players: int) -> Ring:
        """Return the sea ring for a number of players."""
        for model in self.values.rings:
            if model.players == players:
                provenance = model.provenance or self.provenance
                name = f"ring of {self.name} for {players} players"
                return Ring(
                    name, model.beaches, tuple(model.harbours), model.before,
                    frozenset(model.cutter), frozenset(model.two_master), provenance,
                )  # fmt: skip
        return house().ring(players)

    def cost(self, kind: str, number: int | str | None = None) -> Goods | None:
        """Return the cost of a numbered item of `boats` or `crates`, of a kind of `buildings`, or
        of a `statue`."""
        if kind == "statue":
            return _read(self.values.statue)
        if kind == "buildings":
            found = self.values.buildings
            return None if found is None else _read(getattr(found, str(number)))
        model = self._numbered(kind, number)
        return None if model is None else _read(model.cost)

    def gives(self, kind: str, number: int) -> Goods | None:
        """Return the effect of a numbered item of `boats` or `islets`."""
        model = self._numbered(kind, number)
        return None if model is None else _read(model.gives, GAINS)

    def card(self, name: str) -> CardModel | None:
        """Return the building card of a name."""
        return next((card for card in self.values.cards if card.name == name), None)

    def card_gives(self, name: str) -> Goods | None:
        """Return the effect of a building card."""
        found = self.card(name)
        return None if found is None else _read(found.gives, GAINS)

    def feeding(self, workers: int) -> int | None:
        """Return the food for a number of active workers."""
        return _entry(self.values.feeding, workers - 2)

    def single_tile(self, level: int) -> int | None:
        """Return the cartographer steps for a single tile at a level, from 1."""
        return _entry(self.values.single_tile, level - 1)

    def _numbered(self, kind: str, number: int | str | None) -> PricedModel | None:
        models: list[PricedModel] = getattr(self.values, kind)
        return next((model for model in models if model.number == number), None)


def _entry(table: list[int], at: int) -> int | None:
    return table[at] if 0 <= at < len(table) else None


NOTHING_KNOWN = Box("no box", Values())


class CooperFormat(BoxFormat[CooperBox, Box]):
    """The box of Cooper Island: one file of costs and effects."""

    game = "cooper-island"
    target = "my-cooper.toml"
    head = HEAD
    model = CooperBox
    house_file = ("palace.cooper_island", "house.toml")
    whole = MappingProxyType({
        "values": 7, "buildings": 3, "cards": CARDS, "boats": 6, "crates": 5, "islets": 6,
    })  # fmt: skip

    def finish(
        self, data: CooperBox | None, document: Document, folder: Path, problems: list[Problem]
    ) -> Box | None:
        """Return the box, or add contradictions between its values to `problems`."""
        problems += values_problems(document)
        return None if data is None else Box(data.name, data, data.provenance)

    def things(self, box: Box) -> Mapping[str, Iterable[object]]:
        """Return the values of each section; rings that are not entered are those of the house."""
        values = box.values
        rings = {ring.players: ring for ring in values.rings}
        for ring in house().values.rings if len(rings) < len(PLAYERS) else ():
            ours = ring.model_copy(update={"provenance": PLACEHOLDER})
            rings.setdefault(ring.players, ours)
        return {
            "": [values],
            "buildings": [values.buildings],
            "rings": [rings[players] for players in PLAYERS],
            **{key: getattr(values, key) for key in ("cards", "boats", "crates", "islets")},
        }

    def more_missing(self, box: Box) -> Iterable[str]:
        """Yield a line if milestones lack names."""
        count = len(box.values.milestones)
        if 0 < count < MILESTONES:
            yield f"{count} of {MILESTONES} milestones entered"

    def warnings(self, box: Box) -> Iterable[str]:
        """Yield where the two ways of scoring a ship differ on a sea ring."""
        return (line for players in PLAYERS for line in box.ring(players).warnings())

    def record(self, box: Box) -> dict[str, object]:
        """Return all values as plain data."""
        return box.values.model_dump(include={*fields_of(Values)} - {"provenance"})


BOX = CooperFormat()


def house() -> Box:
    """Return the box with the values of the house."""
    return BOX.load(HOUSE)


def box_with(values: Values | None, box: Box | None) -> Box:
    """Return a box with the values of a record before those of the box it names."""
    base = box or NOTHING_KNOWN
    if values is None:
        return base
    name = base.name if box else "the record"
    every = {key: getattr(base.values, key) for key in fields_of(Values)}
    every |= {key: getattr(values, key) for key in values.model_fields_set & every.keys()}
    merged = Values(**every)
    provenance = PLACEHOLDER if box and box.placeholder else values.provenance
    return Box(name, merged, provenance)


def values_problems(document: Document, path: Way = ()) -> Iterator[Problem]:
    """Yield contradictions between values that are each valid, found in plain data."""
    table: object = document.data
    for step in path:
        table = table.get(step) if isinstance(table, dict) else None
    if not isinstance(table, dict):
        return
    yield from doubles(SECTIONS, document, path)
    for at, ring in enumerate(tables_in(table.get("rings"))):
        yield from _ring_problems(document, (*path, "rings", at), ring)


def _ring_problems(document: Document, path: Way, ring: dict[str, object]) -> Iterator[Problem]:
    players, beaches, harbours = (ring.get(key) for key in ("players", "beaches", "harbours"))
    if isinstance(harbours, list) and type(players) is int and len(harbours) != players:
        what = f"{len(harbours)} harbours for {players} players"
        yield fault(document, (*path, "harbours"), what, "give one for each, in seat order")
    for key in ("harbours", "cutter", "two_master"):
        found = ring.get(key)
        seen: set[int] = set()
        for at, beach in enumerate(found if isinstance(found, list) else []):
            if type(beach) is not int:
                continue  # reported by the schema
            if type(beaches) is int and beach >= beaches:
                what = f"there is no beach {beach}"
                yield fault(document, (*path, key, at), what, f"use 0 to {beaches - 1}")
            elif beach in seen:
                yield fault(
                    document, (*path, key, at), f"beach {beach} is named twice", "name each once"
                )
            seen.add(beach)
