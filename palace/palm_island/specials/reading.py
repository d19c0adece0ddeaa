"""Cards beside the core deck out of documents, and what is wrong between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from palace.core.errors import Problem
from palace.core.provenance import PLACEHOLDER, TRANSCRIBED
from palace.files.document import Document
from palace.files.problems import fault
from palace.palm_island.resources import read_cost
from palace.palm_island.specials.models import ShelfModel, SpecialModel, blank_or_cost
from palace.palm_island.specials.shelf import KINDS, Shelf, Special

_VALUES: dict[str, Callable[[Any], Any]] = {
    "needs": lambda needs: needs.criteria,
    "areas": lambda areas: tuple(area.area for area in areas),
    "levels": lambda levels: tuple(map(read_cost, levels)) or None,
    "terrain": lambda terrain: terrain or None,
    "cost": blank_or_cost,
    "speed": blank_or_cost,
}
"""What a card has under a key that a file writes in another way; None is left to the card."""


def shelf_of(model: ShelfModel, default: str = PLACEHOLDER) -> Shelf:
    """The cards of a record or a box file; `default` is the provenance of those that say none."""
    return Shelf(
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
