"""What is known of a box: values its owner entered, the house values of our own, or nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import ValidationError

from palace.cooper_island.box_schema import CardModel, CooperBox, PricedModel, Values
from palace.cooper_island.goods import Goods, cost_of, gains_of
from palace.cooper_island.ring import Ring
from palace.core.errors import InputError, Problem, nearest, shorten
from palace.core.provenance import PLACEHOLDER, Sourced
from palace.files.document import Document, read_document
from palace.files.problems import Path as Way
from palace.files.problems import fault, in_order, problems_of, strangers
from palace.files.references import DOCUMENTS
from palace.files.shipped import shipped

HOUSE = "house"
"""The name of our own values."""

FULL = {"boats": 6, "crates": 5, "islets": 6}
"""How many there are of each, in a whole box."""

CARDS = 30
"""Building cards, half of them for small buildings."""

MILESTONES = 4

BUILDINGS = ("small", "large", "fortress")


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

    def missing(self) -> Iterator[str]:
        """What is still to be entered, in sentences."""
        values = self.values
        for players in (2, 3, 4):
            if all(ring.players != players for ring in values.rings):
                yield f"the ring for {players} players: beaches, harbours, logbooks"
        for key in ("storage", "uncovers", "cartographer"):
            if getattr(values, key) is None:
                yield f"{key}: a number"
        for key in ("single_tile", "feeding"):
            if not getattr(values, key):
                yield f"{key}: a list of numbers"
        if self.cost("statue") is None:
            yield "statue: what one costs"
        for kind in BUILDINGS:
            if self.cost("buildings", kind) is None:
                yield f"buildings.{kind}: what one costs"
        for kind, count in FULL.items():
            what = "cost" if kind != "islets" else "gives"
            know = self.cost if what == "cost" else self.gives
            blank = [str(n) for n in range(1, count + 1) if know(kind, n) is None]
            if blank:
                yield f"{kind} {', '.join(blank)}: {what}"
        blank = [str(n) for n in range(1, FULL["boats"] + 1) if self.gives("boats", n) is None]
        if blank:
            yield f"boats {', '.join(blank)}: gives"
        if len(values.cards) < CARDS:
            yield f"cards: {len(values.cards)} of {CARDS} building cards"
        if len(values.milestones) < MILESTONES:
            yield f"milestones: {len(values.milestones)} of {MILESTONES} names"


def _read(text: str | None) -> Goods | None:
    return cost_of(text) if text and text.strip() else None


def _entry(table: list[int], at: int) -> int | None:
    return table[at] if 0 <= at < len(table) else None


NOTHING_KNOWN = Box("no box", Values())


@cache
def house() -> Box:
    """The house values."""
    return read_box(shipped(__package__, "house.toml"))


def load_box(name: str | os.PathLike[str]) -> Box:
    """The box called `house`, or the one in a `.toml` or `.json` file; raises `InputError`."""
    way = os.fspath(name)
    if way == HOUSE:
        return house()
    if way.lower().endswith(DOCUMENTS):
        return read_box(way)
    hint = f"did you mean {HOUSE}? " if nearest(way, [HOUSE]) else ""
    what = f"there is no box {shorten(way)!r}"
    raise InputError(Problem("", what, f"{hint}name {HOUSE} or a .toml file"))


def read_box(path: str | os.PathLike[str]) -> Box:
    """The box of a file; raises `InputError` with every problem and its place."""
    document = read_document(path)
    problems: list[Problem] = []
    data = None
    try:
        data = CooperBox.model_validate(document.data)
    except ValidationError as error:
        problems += problems_of(error, document, CooperBox)
    if data is not None:
        problems += strangers(data, document, "this key is not known")
    problems += values_problems(document)
    if problems or data is None:
        raise InputError(*in_order(problems, document.file))
    return Box(data.name, data, data.provenance)


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
    yield from _doubles(document, (*path, "cards"), table.get("cards"), "name")
    for kind in FULL:
        yield from _doubles(document, (*path, kind), table.get(kind), "number")
    rings = table.get("rings")
    yield from _doubles(document, (*path, "rings"), rings, "players")
    for at, ring in enumerate(rings if isinstance(rings, list) else []):
        if isinstance(ring, dict):
            yield from _ring(document, (*path, "rings", at), ring)


def _doubles(document: Document, path: Way, items: Any, key: str) -> Iterator[Problem]:
    numbers: list[Any] = []
    for at, item in enumerate(items if isinstance(items, list) else []):
        number = item.get(key) if isinstance(item, dict) else None
        if type(number) in (int, str) and number in numbers:
            yield fault(document, (*path, at, key), f"{number} stands here twice", "each once")
        numbers.append(number)


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
