"""Cards: what each says in its four orientations; the core deck is data, in `deck.csv`."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from palace.files.text_file import shipped
from palace.palm_island.resources import NOTHING, Cost, Resources, cost_words, read_cost

Id = int | str
"""A core card has a number, any other card an id."""

Kind = Literal["store", "rotate", "flip"]
ACTIONS: tuple[Kind, ...] = ("store", "rotate", "flip")
"""The three actions, in the order of the rule book."""

ORIENTATIONS = ("front up", "front rotated", "back up", "back rotated")
"""What the areas 0 to 3 are called."""

TURNS: dict[str, int] = {"store": 0, "rotate": 1, "flip": 2}
"""What an action does to the number of the area: it is combined by exclusive or."""

TRACKER = 17


class Area(NamedTuple):
    """The active area of one orientation; an action that is not printed is None."""

    gives: Resources = NOTHING
    store: Cost | None = None
    rotate: Cost | None = None
    flip: Cost | None = None
    points: int = 0
    upgrades: int = 0

    def cost(self, kind: Kind) -> Cost | None:
        """What an action costs; None if it is not printed."""
        if kind == "store":
            return self.store
        return self.rotate if kind == "rotate" else self.flip

    @property
    def actions(self) -> tuple[tuple[Kind, Cost], ...]:
        """The printed actions with their costs, in the order of `ACTIONS`."""
        costs = ((kind, self.cost(kind)) for kind in ACTIONS)
        return tuple((kind, cost) for kind, cost in costs if cost)


def action_words(actions: Iterable[tuple[Kind, Cost]]) -> str:
    """Return actions as a sentence names them: `store for nothing, flip for 2F`."""
    return ", ".join(f"{kind} for {cost_words(cost)}" for kind, cost in actions)


@dataclass(frozen=True, slots=True)
class Card:
    """A card; `areas` are its four orientations, see `ORIENTATIONS`."""

    id: Id
    name: str
    areas: tuple[Area, Area, Area, Area]

    @property
    def title(self) -> str:
        """Number and name, as sentences call it: `7 Quarry`."""
        return f"{self.id} {self.name}"


def _core() -> dict[Id, Card]:
    file = shipped(__package__, "deck.csv")
    with file.open(encoding="utf-8", newline="") as lines:
        rows = [*csv.DictReader(line for line in lines if not line.startswith("#"))]
    cards: dict[Id, Card] = {}
    for at in range(0, len(rows), len(ORIENTATIONS)):
        four = rows[at : at + len(ORIENTATIONS)]
        a, b, c, d = map(_area, four)
        for number in map(int, four[0]["cards"].split()):
            cards[number] = Card(number, four[0]["name"], (a, b, c, d))
    return dict(sorted(cards.items(), key=lambda item: int(item[0])))


def _area(row: dict[str, Any]) -> Area:
    store, rotate, flip = (None if row[kind] == "-" else read_cost(row[kind]) for kind in ACTIONS)
    gives = NOTHING if row["resources"] == "-" else Resources.read(row["resources"])
    return Area(gives, store, rotate, flip, int(row["victory_points"]), int(row["upgrades"]))


CORE: dict[Id, Card] = _core()
"""The sixteen cards of a core deck by their numbers; red and blue are identical."""

NUMBERS = tuple(sorted(int(number) for number in CORE))
KINDS = tuple(dict.fromkeys(card.name for card in CORE.values()))
SCORING = tuple(
    dict.fromkeys(c.name for c in CORE.values() if any(area.points for area in c.areas))
)
"""The names of the cards that can be worth points."""
