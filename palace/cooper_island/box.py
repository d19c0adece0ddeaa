"""The known values of a box: those its owner entered, the placeholders of the house, or none."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

from palace.contract.box import Blank, BoxFormat, BoxHead, Rows, doubles
from palace.cooper_island.goods import COSTS, GAINS, Goods
from palace.cooper_island.state import BOATS, BUILDINGS, CRATES, Ring
from palace.cooper_island.tiles import ISLETS
from palace.core.errors import Problem
from palace.core.provenance import PLACEHOLDER, Sourced
from palace.files.document import Document
from palace.files.fields import Name, Provenance, notation
from palace.files.models import Field, Model, fields_of
from palace.files.problems import Path as Way
from palace.files.problems import fault
from palace.files.text_file import shipped


def _read(text: str | None, kinds: tuple[str, ...] = COSTS) -> Goods | None:
    return Goods.read(text, kinds) if text and text.strip() else None


Small = Annotated[int, Field(ge=0, le=1_000)]
_Marks = Annotated[list[Small], Field(max_length=1_000)]
Cost = Annotated[str, notation(_read)]
Gains = Annotated[str, notation(partial(_read, kinds=GAINS))]


def _list(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _asked(value: str, lacks: str = "a number") -> Blank:
    """Return how a value of the file itself is asked for, behind a `#` in the template."""
    return Blank(value, lacks, _list if value[0] == "[" else str, commented=True)


def _numbered(one: str, count: int, without: str = "") -> Rows:
    return Rows(one, count, range(1, count + 1), without)


_ONE = Blank(lacks="what one costs")
_STEPS = _asked("[1, 2, 3]", "a list of numbers")
_FOOD = _asked("[2, 3, 4, 5, 6]", "a list of numbers")
_NAMES = _asked('["a", "b", "c", "d"]', "the four names")
_BOATS, _CRATES = _numbered("boat", BOATS), _numbered("crate", CRATES, "gives")
_ISLETS = _numbered("islet", ISLETS, "cost")

SEATS = (2, 3, 4)  # numbers of players, each with a sea ring of its own
_RINGS = Rows("ring", 0, SEATS)

CARDS = 30  # number of building cards, half of them for small buildings


class RingModel(Model):
    players: Annotated[int, Field(ge=2, le=4), Blank("2")]
    beaches: Annotated[int, Field(ge=1, le=1_000), Blank("20")]
    harbours: Annotated[list[Small], Field(max_length=4), Blank("[0, 10]", words=_list)]
    before: Annotated[Small, Blank("3")]
    cutter: Annotated[_Marks, Blank("[4, 9, 14, 19]", words=_list)]
    two_master: Annotated[_Marks, Blank("[0, 5, 10, 15]", words=_list)]
    provenance: Provenance | None = None


class PricedModel(Model):
    """A numbered item with its cost and effect; an empty text is unknown."""

    number: Annotated[int, Field(ge=1, le=8), Blank("{n}")]
    cost: Annotated[Cost | None, Blank(lacks="cost")] = None
    gives: Annotated[Gains | None, Blank(lacks="gives")] = None


class BuildingsModel(Model):
    small: Annotated[Cost | None, _ONE] = None
    large: Annotated[Cost | None, _ONE] = None
    fortress: Annotated[Cost | None, _ONE] = None


class CardModel(Model):
    """A building card; the effect of a small building is immediate, that of a large one per use."""

    name: Annotated[Name, Blank('"Mill"')]
    kind: Annotated[Literal["small", "large"], Blank('"large"')]
    gives: Annotated[Gains | None, Blank('"2 wood"')] = None


_NOTES: dict[str, str] = tomllib.loads(shipped(__package__, "box-notes.toml").read_text("utf-8"))
"""What an owner is told of each value in the file to fill in, and above them."""

_PRICED = list[PricedModel]


def _value(name: str) -> Any:
    return Field(default=None, description=_NOTES[name])


def _several(name: str) -> Any:
    return Field(default_factory=list, description=_NOTES[name])


class Values(Model):
    """The values printed on boards, tiles and cards; a value that is left out is unknown."""

    provenance: Provenance = "placeholder"
    storage: Annotated[int | None, Field(ge=1, le=99), _asked("5")] = _value("storage")
    uncovers: Annotated[int | None, Field(ge=0, le=9), _asked("1")] = _value("uncovers")
    cartographer: Annotated[int | None, Field(ge=1, le=99), _asked("10")] = _value("cartographer")
    single_tile: Annotated[list[Small], Field(max_length=20), _STEPS] = _several("single_tile")
    feeding: Annotated[list[Small], Field(max_length=5), _FOOD] = _several("feeding")
    milestones: Annotated[list[Name], Field(max_length=4), _NAMES] = _several("milestones")
    statue: Annotated[Cost | None, _ONE] = _value("statue")
    buildings: BuildingsModel | None = None
    rings: Annotated[list[RingModel], Field(max_length=3), _RINGS] = _several("rings")
    cards: Annotated[list[CardModel], Field(max_length=CARDS), Rows("card")] = _several("cards")
    boats: Annotated[_PRICED, Field(max_length=BOATS), _BOATS] = _several("boats")
    crates: Annotated[_PRICED, Field(max_length=CRATES), _CRATES] = _several("crates")
    islets: Annotated[_PRICED, Field(max_length=ISLETS), _ISLETS] = _several("islets")


class CooperBox(Values, BoxHead):
    """A box file: its name and the values its owner entered."""


@dataclass(frozen=True)
class Box(Sourced):
    """The costs and effects of a box, None if unknown; a ring not entered is that of the house."""

    name: str
    values: Values
    provenance: str = PLACEHOLDER

    def ring(self, players: int) -> Ring:
        for model in self.values.rings:
            if model.players == players:
                provenance = model.provenance or self.provenance
                name = f"ring of {self.name} for {players} players"
                return Ring(
                    name, model.beaches, tuple(model.harbours), model.before,
                    frozenset(model.cutter), frozenset(model.two_master), provenance,
                )  # fmt: skip
        return BOX.house.ring(players)

    def cost(self, kind: str, number: int | str | None = None) -> Goods | None:
        """Return the cost of a boat or crate by number, of a kind of building, or of a `statue`."""
        if kind == "statue":
            return _read(self.values.statue)
        if kind == "buildings":
            return _read(getattr(self.values.buildings, str(number), None))
        return _read(getattr(self._numbered(kind, number), "cost", None))

    def gives(self, kind: str, number: int) -> Goods | None:
        """Return the effect of a numbered item of `boats` or `islets`."""
        return _read(getattr(self._numbered(kind, number), "gives", None), GAINS)

    def card(self, name: str) -> CardModel | None:
        return next((card for card in self.values.cards if card.name == name), None)

    def card_gives(self, name: str) -> Goods | None:
        return _read(getattr(self.card(name), "gives", None), GAINS)

    def feeding(self, workers: int) -> int | None:
        return dict(enumerate(self.values.feeding, 2)).get(workers)

    def single_tile(self, level: int) -> int | None:
        """Return the cartographer steps for a single tile at a level, from 1."""
        return dict(enumerate(self.values.single_tile, 1)).get(level)

    def _numbered(self, kind: str, number: int | str | None) -> PricedModel | None:
        return next((one for one in getattr(self.values, kind) if one.number == number), None)


NOTHING_KNOWN = Box("no box", Values())


class CooperFormat(BoxFormat[CooperBox, Box]):
    game = "cooper-island"
    target = "my-cooper.toml"
    head = _NOTES["head"]
    model = CooperBox
    house_file = ("palace.cooper_island", "house.toml")
    whole = MappingProxyType({
        "values": 7, "buildings": len(BUILDINGS), "cards": CARDS, "boats": BOATS,
        "crates": CRATES, "islets": ISLETS,
    })  # fmt: skip

    def finish(
        self, data: CooperBox | None, document: Document, folder: Path, problems: list[Problem]
    ) -> Box | None:
        """Return the box, or add contradictions between its values to `problems`."""
        problems += values_problems(data, document)
        return None if data is None else Box(data.name, data, data.provenance)

    def things(self, box: Box) -> Mapping[str, Iterable[object]]:
        """Return the values of each section; rings that are not entered are those of the house."""
        values = box.values
        rings = {ring.players: ring for ring in values.rings}
        for ring in self.house.values.rings if len(rings) < len(SEATS) else ():
            ours = ring.model_copy(update={"provenance": PLACEHOLDER})
            rings.setdefault(ring.players, ours)
        return {
            "": [values],
            "buildings": [values.buildings],
            "rings": [rings[players] for players in SEATS],
            **{key: getattr(values, key) for key in ("cards", "boats", "crates", "islets")},
        }

    def record(self, box: Box) -> dict[str, object]:
        return box.values.model_dump(include={*fields_of(Values)} - {"provenance"})


BOX = CooperFormat()


def box_with(values: Values | None, box: Box | None) -> Box:
    """Return a box with the values of a record before those of the box it names."""
    base = box or NOTHING_KNOWN
    if values is None:
        return base
    name = base.name if box else "the record"
    given = values.model_fields_set & fields_of(Values).keys()
    merged = base.values.model_copy(update={key: getattr(values, key) for key in given})
    provenance = PLACEHOLDER if box and box.placeholder else values.provenance
    return Box(name, merged, provenance)


def values_problems(values: Values | None, document: Document, path: Way = ()) -> Iterator[Problem]:
    """Yield contradictions between values that are each valid."""
    yield from doubles(BOX.sections, document, path)
    for at, ring in enumerate(values.rings if values else ()):
        way = (*path, "rings", at)
        if len(ring.harbours) != ring.players:
            what = f"{len(ring.harbours)} harbours for {ring.players} players"
            yield fault(document, (*way, "harbours"), what, "give one for each, in seat order")
        for key in ("harbours", "cutter", "two_master"):
            found: list[int] = getattr(ring, key)
            for n, beach in enumerate(found):
                if beach >= ring.beaches:
                    what, remedy = f"there is no beach {beach}", f"use 0 to {ring.beaches - 1}"
                    yield fault(document, (*way, key, n), what, remedy)
                elif beach in found[:n]:
                    what = f"beach {beach} is named twice"
                    yield fault(document, (*way, key, n), what, "name each once")
