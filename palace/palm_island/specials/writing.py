"""Cards beside the core deck as tables, with the keys that are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from palace.core.provenance import PLACEHOLDER, TRANSCRIBED
from palace.palm_island.cards import ACTIONS, Area
from palace.palm_island.criteria import COUNTED, Criteria
from palace.palm_island.resources import NOTHING, cost_text
from palace.palm_island.specials.shelf import Shelf, Special


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


def card_tables(shelf: Shelf, names: Sequence[str]) -> dict[str, Any]:
    """Cards, and the villagers on the backs of outposts, by kind, as a record brings them."""
    tables: dict[str, Any] = {}
    backs = [o.villager for name in names if (o := shelf.outpost(name)) is not None]
    for name in dict.fromkeys([*names, *filter(None, backs)]):
        card, kind = shelf.find(name), shelf.kind(name)
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
