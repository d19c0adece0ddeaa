"""A box of Palm Island: the cards beside the core deck that its owner has entered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from palace.contract.box import BoxFormat, BoxHead, Key, Section
from palace.core.errors import Problem
from palace.core.provenance import Sourced
from palace.files.document import Document
from palace.palm_island.cards import ACTIONS, ORIENTATIONS, criteria_words
from palace.palm_island.specials import (
    KINDS,
    NO_CARDS,
    TERRAINS,
    Ability,
    AreaModel,
    CardPool,
    CardPoolModel,
    Disaster,
    Feat,
    Outpost,
    Special,
    Villager,
    doubles,
)

_HEAD = """\
The cards of your Palm Island beside the core deck.  To list what is entered and what is missing:
    palace box check {name}
Leave out, or leave empty, what you do not know; add or remove entries to match your box.
Choose the ids yourself: small letters, digits and -.
Costs: 1L 2F 3S are logs, fish, stone in this order; 2L/2F means or; free costs nothing.
needs holds the criteria that can be checked, all to be met: points, upgrades, stored (resources),
logs, fish, stone, cards (stored), and buildings = {{ Temple = 2 }}, upgrades of that building.
areas are front up, front rotated, back up, back rotated; {{}} where nothing is printed."""


def _printed(area: AreaModel) -> Iterator[str]:
    """Yield what an area of a card prints."""
    for key in ("gives", *ACTIONS):
        text = getattr(area, key)
        yield from [f"{key} {text}"] * bool(text)
    yield from [f"{area.points} VP"] * bool(area.points)
    yield from [f"upgrades {area.upgrades}"] * bool(area.upgrades)


def _areas(areas: Iterable[AreaModel]) -> str:
    """Return the areas of a card that are not empty."""
    texts = (", ".join(_printed(area)) for area in areas)
    every = zip(ORIENTATIONS, texts, strict=True)
    return "; ".join(f"{lies}: {text}" for lies, text in every if text)


def _section(kind: type[Special], prepared: int, *keys: Key) -> Section:
    head = (Key("id", f'"{kind.noun}-{{n}}"'), Key("name", lacks="its name", words=None))
    return Section(kind.kind, kind.noun, (*head, *keys), "", prepared)


def _needs(example: str, lacks: str = "", instead: str = "") -> Key:
    return Key(
        "needs", f"{{ {example} }}", "", lacks, lambda needs: criteria_words(needs.criteria),
        instead, commented=True,
    )  # fmt: skip


_COST = Key("cost", lacks="its cost")

# 6 feats, 5 cooperative and 14 competitive cards: the component list of the English box of 2018.
# That three of the five are disasters follows other editions.
_SECTIONS = (
    _section(
        Feat, 6, Key("unlock", "2", "unlock marker: 1 rotated, 2 back, 3 back rotated"),
        _needs("points = 30", "what earns it (needs)"),
        Key("says", note="any other text on the card"),
        Key("areas",
            '[{}, {}, { gives = "1F", store = "free", rotate = "1L", upgrades = 1 }, {}]',
            "", "its areas", _areas, commented=True),
    ),
    _section(
        Disaster, 3,
        Key("levels", "[]", 'the cost per player of each level: ["1L 2F 1S", ...]', "its levels",
            ", then ".join),
    ),
    _section(
        Ability, 2, _COST,
        Key("each", "false", "true if the cost is printed per player", words=lambda _: "player"),
        _needs("upgrades = 6"),
        Key("says", '""', "what the card prints", "what it does (says)"),
    ),
    _section(
        Outpost, 14, Key("terrain", '""', "forest, sea or mountain", "its terrain"),
        Key("points", "4", lacks="its points", commented=True),
        Key("casual", '""', "the printed criterion, and needs where it can be checked"),
        _needs("logs = 3", "its criterion (needs, or casual)", "casual"),
        Key("speed", '""', "the cost beside the speed icon", "its cost in speed games (speed)"),
        Key("villager", '"villager-{n}"', "the id of the villager on its back"),
    ),
    _section(
        Villager, 14, _COST,
        Key("points", "2", "", "its points, or what it does while active", instead="active",
            commented=True),
        Key("active", '""', "what it does for a round, if it says Active"),
    ),
)  # fmt: skip


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
    sections = _SECTIONS

    def finish(
        self, data: PalmBoxModel | None, document: Document, folder: Path, problems: list[Problem]
    ) -> Box | None:
        """Return the box; add a problem for each id used twice."""
        problems += doubles(document)
        if data is None:
            return None
        return Box(data.name, data.provenance, CardPool.of(data, data.provenance))

    def things(self, box: Box) -> Mapping[str, Iterable[object]]:
        """Return the cards by their kind."""
        return {
            kind: [
                card if card.criteria else card.model_copy(update={"needs": None})
                for card in box.card_pool.every(cards)
            ]
            for kind, cards in KINDS.items()
        }

    def more_missing(self, box: Box) -> Iterator[str]:
        """Yield the villagers on the backs of outposts, and the terrains, that are not entered."""
        outposts = box.card_pool.every(Outpost)
        ids = {card.id for card in box.card_pool.every(Villager)}
        for outpost in outposts:
            if outpost.villager is not None and outpost.villager not in ids:
                yield f"{outpost.title}: its villager {outpost.villager} is not entered"
        absent = {*TERRAINS} - {outpost.terrain for outpost in outposts}
        if absent:
            yield f"outposts of {', '.join(t for t in TERRAINS if t in absent)}: none entered"

    def record(self, box: Box) -> dict[str, object]:
        """Return the cards, and their number, by kind."""
        kinds = {
            kind: [card.table for card in box.card_pool.every(cards)]
            for kind, cards in KINDS.items()
        }
        return {"cards": {kind: len(tables) for kind, tables in kinds.items()}, **kinds}


BOX = PalmFormat()
