"""A box of Palm Island: the cards beside the core deck that its owner has entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from palace.contract.box import BoxFormat, BoxHead
from palace.core.errors import Problem
from palace.core.provenance import Sourced
from palace.files.document import Document
from palace.palm_island.specials import KINDS, NO_CARDS, CardPool, CardPoolModel, Special, doubles

_HEAD = """\
The cards of your Palm Island beside the core deck.  To list what is entered and what is missing:
    palace box check {name}
Leave out, or leave empty, what you do not know; add or remove entries to match your box.
Choose the ids yourself: small letters, digits and -.
Costs: 1L 2F 3S are logs, fish, stone in this order; 2L/2F means or; free costs nothing.
needs holds the criteria that can be checked, all to be met: points, upgrades, stored (resources),
logs, fish, stone, cards (stored), and buildings = {{ Temple = 2 }}, upgrades of that building.
areas are front up, front rotated, back up, back rotated; {{}} where nothing is printed."""


@dataclass(frozen=True)
class Box(Sourced):
    """The entered cards of a box; `provenance` is that of cards without one."""

    name: str
    provenance: str
    card_pool: CardPool = NO_CARDS


class PalmBoxModel(CardPoolModel, BoxHead):
    """A box file: the cards beside the core deck."""


class PalmFormat(BoxFormat[PalmBoxModel, Box]):
    """The box of Palm Island: one file of cards."""

    game = "palm-island"
    target = "my-palm.toml"
    head = _HEAD
    model = PalmBoxModel
    house_file = ("palace.palm_island", "house-cards.toml")

    def finish(
        self, data: PalmBoxModel | None, document: Document, folder: Path, problems: list[Problem]
    ) -> Box | None:
        problems += doubles(document)
        if data is None:
            return None
        return Box(data.name, data.provenance, CardPool.of(data, data.provenance))

    def things(self, box: Box) -> Mapping[str, Sequence[Special]]:
        return {kind: box.card_pool.every(cards) for kind, cards in KINDS.items()}

    def record(self, box: Box) -> dict[str, object]:
        every = self.things(box).items()
        kinds = {kind: [card.table for card in cards] for kind, cards in every}
        return {"cards": {kind: len(tables) for kind, tables in kinds.items()}, **kinds}


BOX = PalmFormat()
