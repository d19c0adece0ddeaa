"""Cards beside the core deck as tables, with the keys that are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palace.core.provenance import PLACEHOLDER, TRANSCRIBED
from palace.palm_island.cards import ACTIONS, Area
from palace.palm_island.criteria import COUNTED, Criteria
from palace.palm_island.feats import Feat
from palace.palm_island.resources import NOTHING, cost_text
from palace.palm_island.specials.ability import Ability
from palace.palm_island.specials.disaster import Disaster
from palace.palm_island.specials.outpost import Outpost
from palace.palm_island.specials.shelf import Shelf, Special


def card_table(card: Special) -> dict[str, Any]:
    """A card as the table that it is read from; what is not transcribed is left out."""
    data: dict[str, Any] = {
        "id": card.id,
        "name": card.name,
        "provenance": PLACEHOLDER if card.placeholder else TRANSCRIBED,
    }
    if isinstance(card, Feat):
        areas = None if card.areas is None else [_area(area) for area in card.areas]
        data |= {"unlock": card.unlock, "needs": _needs(card.needs), "says": card.says or None}
        data |= {"areas": areas}
    elif isinstance(card, Disaster):
        data["levels"] = [cost_text(level) for level in card.levels or ()]
    elif isinstance(card, Ability):
        cost = None if card.cost is None else cost_text(card.cost)
        data |= {"cost": cost, "each": card.each, "needs": _needs(card.needs or None)}
        data |= {"says": card.says or None}
    elif isinstance(card, Outpost):
        speed = None if card.speed is None else cost_text(card.speed)
        data |= {"terrain": card.terrain, "points": card.points, "needs": _needs(card.needs)}
        data |= {"casual": card.casual or None, "speed": speed, "villager": card.villager}
    else:
        cost = None if card.cost is None else cost_text(card.cost)
        data |= {"cost": cost, "points": card.points, "active": card.active or None}
    return {key: value for key, value in data.items() if value is not None}


def card_tables(shelf: Shelf, names: Sequence[str]) -> dict[str, Any]:
    """Cards, and the villagers on the backs of outposts, by kind, as a record brings them."""
    tables: dict[str, Any] = {}
    backs = [o.villager for name in names if (o := shelf.outpost(name)) is not None]
    for name in dict.fromkeys([*names, *filter(None, backs)]):
        card, kind = shelf.find(name), shelf.kind(name)
        if card is not None and kind is not None:
            tables.setdefault(kind, []).append(card_table(card))
    return tables


def _needs(needs: Criteria | None) -> dict[str, Any] | None:
    if needs is None:
        return None
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
