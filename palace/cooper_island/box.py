"""What is known of a box: values its owner entered, the house values of our own, or nothing."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from palace.contract.box import HOUSE, BoxFormat, repeated
from palace.cooper_island.box_schema import (
    HEAD,
    SECTIONS,
    CardModel,
    CooperBox,
    PricedModel,
    Values,
)
from palace.cooper_island.goods import Goods, cost_of, gains_of
from palace.cooper_island.ring import Ring
from palace.core.errors import Problem
from palace.core.provenance import PLACEHOLDER, Sourced
from palace.files.document import Document
from palace.files.problems import Path as Way
from palace.files.problems import fault

PLAYERS = (2, 3, 4)
"""For how many players there is a sea ring each."""

CARDS = 30
"""Building cards, half of them for small buildings."""

MILESTONES = 4


@dataclass(frozen=True)
class Box(Sourced):
    """Costs and effects as far as they are known; what is not known is None.

    A ring is always known: where none is entered it is that of the house, a placeholder.
    """

    name: str
    values: Values
    provenance: str = PLACEHOLDER

    def ring(self, players: int) -> Ring:
        """The sea ring for so many players."""
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
        """What a `boats` or `crates` of that number costs, a building kind, or a `statue`."""
        if kind == "statue":
            return _read(self.values.statue)
        if kind == "buildings":
            found = self.values.buildings
            return None if found is None else _read(getattr(found, str(number)))
        model = self._numbered(kind, number)
        return None if model is None else _read(model.cost)

    def gives(self, kind: str, number: int) -> Goods | None:
        """What a `boats` or `islets` of that number gives."""
        model = self._numbered(kind, number)
        if model is None or not (model.gives or "").strip():
            return None
        return gains_of(model.gives or "")

    def card(self, name: str) -> CardModel | None:
        """The building card of a name."""
        return next((card for card in self.values.cards if card.name == name), None)

    def card_gives(self, name: str) -> Goods | None:
        """What a building card gives."""
        found = self.card(name)
        text = (found.gives or "").strip() if found else ""
        return gains_of(text) if text else None

    def feeding(self, workers: int) -> int | None:
        """The food for so many active workers."""
        return _entry(self.values.feeding, workers - 2)

    def single_tile(self, level: int) -> int | None:
        """The cartographer's steps for a single tile that comes to lie at a level, from 1."""
        return _entry(self.values.single_tile, level - 1)

    def _numbered(self, kind: str, number: int | str | None) -> PricedModel | None:
        models: list[PricedModel] = getattr(self.values, kind)
        return next((model for model in models if model.number == number), None)


def _read(text: str | None) -> Goods | None:
    return cost_of(text) if text and text.strip() else None


def _entry(table: list[int], at: int) -> int | None:
    return table[at] if 0 <= at < len(table) else None


NOTHING_KNOWN = Box("no box", Values())


class CooperFormat(BoxFormat[Box]):
    """The box of Cooper Island: one file of costs and effects."""

    game = "cooper-island"
    target = "my-cooper.toml"
    head = HEAD
    model = CooperBox
    house_file = ("palace.cooper_island", "house.toml")
    sections = SECTIONS
    whole = MappingProxyType({
        "values": 7, "buildings": 3, "cards": CARDS, "boats": 6, "crates": 5, "islets": 6,
    })  # fmt: skip

    def finish(
        self, data: CooperBox | None, document: Document, folder: Path, problems: list[Problem]
    ) -> Box | None:
        """Return the box, or add what does not fit together in it."""
        problems += values_problems(document)
        return None if data is None else Box(data.name, data, data.provenance)

    def things(self, box: Box) -> Mapping[str, Iterable[object]]:
        """Return the values in each section; the house's rings for those not entered."""
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
        """Yield whether a milestone has no name."""
        count = len(box.values.milestones)
        if 0 < count < MILESTONES:
            yield f"{count} of {MILESTONES} milestones entered"

    def warnings(self, box: Box) -> Iterable[str]:
        """Yield where a sea ring leaves two ways of scoring."""
        return (line for players in PLAYERS for line in box.ring(players).warnings())

    def record(self, box: Box) -> dict[str, Any]:
        """Return all values."""
        return box.values.model_dump(include={*Values.model_fields} - {"provenance"})


BOX = CooperFormat()


def house() -> Box:
    """The house values."""
    return BOX.load(HOUSE)


def load_box(name: str | os.PathLike[str]) -> Box:
    """The box called `house`, or the one in a `.toml` or `.json` file; raises `InputError`."""
    return BOX.load(name)


def box_with(values: Values | None, box: Box | None) -> Box:
    """The values of a record before those of the box it names."""
    base = box or NOTHING_KNOWN
    if values is None:
        return base
    own = {key: getattr(values, key) for key in values.model_fields_set & {*Values.model_fields}}
    name = base.name if box else "the record"
    merged = Values.model_construct(**{**_fields(base.values), **own})
    provenance = PLACEHOLDER if box and box.placeholder else values.provenance
    return Box(name, merged, provenance)


def _fields(values: Values) -> dict[str, Any]:
    return {key: getattr(values, key) for key in Values.model_fields}


def values_problems(document: Document, path: Way = ()) -> Iterator[Problem]:
    """What does not fit together in values although each may be good for itself; on plain data."""
    table: Any = document.data
    for step in path:
        table = table.get(step) if isinstance(table, dict) else None
    if not isinstance(table, dict):
        return
    for section in SECTIONS:
        if section.name and not section.single:
            for way, value in repeated(document, (*path, section.name), section.keys[0].name):
                yield fault(document, way, f"{value} stands here twice", "each once")
    rings = table.get("rings")
    for at, ring in enumerate(rings if isinstance(rings, list) else []):
        if isinstance(ring, dict):
            yield from _ring(document, (*path, "rings", at), ring)


def _ring(document: Document, path: Way, ring: dict[str, Any]) -> Iterator[Problem]:
    players, beaches, harbours = (ring.get(key) for key in ("players", "beaches", "harbours"))
    if isinstance(harbours, list) and type(players) is int and len(harbours) != players:
        what = f"{len(harbours)} harbours for {players} players"
        yield fault(document, (*path, "harbours"), what, "one for each, in seat order")
    for key in ("harbours", "cutter", "two_master"):
        found = ring.get(key)
        seen: set[int] = set()
        for at, beach in enumerate(found if isinstance(found, list) else []):
            if type(beach) is not int:
                continue  # the schema has said so
            if type(beaches) is int and beach >= beaches:
                what = f"there is no beach {beach}"
                yield fault(document, (*path, key, at), what, f"0 to {beaches - 1}")
            elif beach in seen:
                yield fault(document, (*path, key, at), f"beach {beach} twice", "each once")
            seen.add(beach)
