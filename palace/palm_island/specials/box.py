"""A box of Palm Island: the cards beside the core deck that its owner has entered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from palace.core.provenance import Sourced
from palace.palm_island.feats import Feat
from palace.palm_island.specials.ability import Ability
from palace.palm_island.specials.disaster import Disaster
from palace.palm_island.specials.outpost import TERRAINS, Outpost
from palace.palm_island.specials.shelf import NO_CARDS, Shelf, Special
from palace.palm_island.specials.villager import Villager

HOUSE = "house"

CARDS = {"feats": 6, "coop": 5, "competitive": 14}
"""Cards in the English box of 2018, by its component list; other editions have other numbers."""


@dataclass(frozen=True)
class Box(Sourced):
    """What of a box is entered; `provenance` is that of the cards which name none."""

    name: str
    provenance: str
    shelf: Shelf = NO_CARDS

    def missing(self) -> tuple[str, ...]:
        """What is still missing, one sentence each."""
        return tuple(_missing(self))


def _missing(box: Box) -> Iterator[str]:
    for card in box.shelf:
        lacks = [*lacking(card)]
        if lacks:
            yield f"{card.title}: {', '.join(lacks)} not transcribed"
    ours = [card.id for card in box.shelf if card.placeholder]
    if ours:
        yield f"cards that are placeholder: {' '.join(ours)}"
    ids = {villager.id for villager in box.shelf.of("villagers")}
    for outpost in box.shelf.of("outposts"):
        back = outpost.villager if isinstance(outpost, Outpost) else None
        if back is not None and back not in ids:
            yield f"{outpost.title}: its villager {back} is not entered"
    terrains = {o.terrain for o in box.shelf.of("outposts") if isinstance(o, Outpost)}
    absent = [terrain for terrain in TERRAINS if terrain not in terrains]
    if absent:
        yield f"outposts of {', '.join(absent)}: none entered"


def lacking(card: Special) -> Iterator[str]:
    """What of a card is not entered."""
    if not card.name:
        yield "its name"
    if isinstance(card, Feat):
        yield from ["what earns it (needs)"] * (card.needs is None)
        yield from ["its areas"] * (card.areas is None)
    elif isinstance(card, Disaster):
        yield from ["its levels"] * (card.levels is None)
    elif isinstance(card, Ability):
        yield from ["its cost"] * (card.cost is None)
        yield from ["what it does (says)"] * (not card.says)
    elif isinstance(card, Outpost):
        yield from ["its terrain"] * (card.terrain is None)
        yield from ["its points"] * (card.points is None)
        yield from ["its criterion (needs, or casual)"] * (card.needs is None and not card.casual)
        yield from ["its cost in speed games (speed)"] * (card.speed is None)
    elif isinstance(card, Villager):
        yield from ["its cost"] * (card.cost is None)
        nothing = card.points is None and not card.active
        yield from ["its points, or what it does while active"] * nothing
