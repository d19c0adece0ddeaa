"""Cards and what they print: resources, costs, payments, criteria; the core deck is `deck.csv`."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from palace.core.errors import NotationError, shorten
from palace.files.text_file import shipped

LETTERS = "LFS"

_PART = re.compile(r"([0-9]{1,2})([LFS])")


class Resources(NamedTuple):
    logs: int = 0
    fish: int = 0
    stone: int = 0

    @classmethod
    def read(cls, text: str) -> Resources:
        """Return the resources in a text such as `1L 2F`: in this order, each once.

        Raises `NotationError`.
        """
        found = [0, 0, 0]
        last = -1
        for word in re.finditer(r"\S+", text):
            part = _PART.fullmatch(word[0])
            if part is None or int(part[1]) == 0 or LETTERS.index(part[2]) <= last:
                wanted = "numbers with L log, F fish, S stone in this order, such as 1L 2F"
                what = f"{shorten(word[0])!r} does not fit"
                raise NotationError(what, text, word.start() + 1, wanted)
            last = LETTERS.index(part[2])
            found[last] = int(part[1])
        if last < 0:
            raise NotationError("no resources", text, 1, "resources such as 1L 2F")
        return cls(*found)

    def __str__(self) -> str:
        parts = [f"{count}{letter}" for count, letter in zip(self, LETTERS, strict=True) if count]
        return " ".join(parts) or "nothing"

    @property
    def amount(self) -> int:
        return self.logs + self.fish + self.stone

    def covers(self, other: Resources) -> bool:
        return self.logs >= other.logs and self.fish >= other.fish and self.stone >= other.stone

    def lacks(self, other: Resources) -> Resources:
        return Resources(*(max(0, want - have) for have, want in zip(self, other, strict=True)))

    def times(self, count: int) -> Resources:
        return Resources(*(count * each for each in self))


NOTHING = Resources()

Cost = tuple[Resources, ...]
"""The alternatives of a cost, one of which is paid; `NOTHING` alone is free."""

FREE: Cost = (NOTHING,)


def summed(every: Iterable[Resources]) -> Resources:
    logs = fish = stone = 0
    for some in every:
        logs += some.logs
        fish += some.fish
        stone += some.stone
    return Resources(logs, fish, stone)


def read_cost(text: str) -> Cost:
    if text.strip() == "free":
        return FREE
    alternatives, at = [], 0
    for part in text.split("/"):
        try:
            alternatives.append(Resources.read(part))
        except NotationError as error:
            column = at + error.column
            raise NotationError(error.what, text, column, f"free, or {error.expected}") from None
        at += len(part) + 1
    return tuple(alternatives)


def cost_text(cost: Cost) -> str:
    return "free" if cost == FREE else "/".join(map(str, cost))


Id = int | str
"""A core card has a number, any other card an id."""

Kind = Literal["store", "rotate", "flip"]
ACTIONS: tuple[Kind, ...] = ("store", "rotate", "flip")
"""The three actions, in the order of the rule book."""

ORIENTATIONS = ("front up", "front rotated", "back up", "back rotated")
"""The names of areas 0 to 3."""

TURNS: dict[str, int] = {"store": 0, "rotate": 1, "flip": 2}
"""The change of the area number by an action, applied by exclusive or."""

TRACKER = 17


class Area(NamedTuple):
    """One of the four areas of a card; an action that is not printed is None."""

    gives: Resources = NOTHING
    store: Cost | None = None
    rotate: Cost | None = None
    flip: Cost | None = None
    points: int = 0
    upgrades: int = 0

    def cost(self, kind: Kind) -> Cost | None:
        cost: Cost | None = getattr(self, kind)
        return cost

    @property
    def actions(self) -> tuple[tuple[Kind, Cost], ...]:
        """The printed actions with their costs, in the order of `ACTIONS`."""
        costs = ((kind, self.cost(kind)) for kind in ACTIONS)
        return tuple((kind, cost) for kind, cost in costs if cost)


@dataclass(frozen=True, slots=True)
class Card:
    """A card; `areas` are its four orientations, see `ORIENTATIONS`, if they are `known`."""

    id: Id
    name: str
    areas: tuple[Area, Area, Area, Area]
    known: bool = True

    @property
    def title(self) -> str:
        """Name and number, as in messages: `Quarry no. 7`; of other cards id and name."""
        known = isinstance(self.id, int)
        return f"{self.name} no. {self.id}" if known else f"{self.id} {self.name}".rstrip()


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


def _area(row: dict[str, str]) -> Area:
    store, rotate, flip = (None if row[kind] == "-" else read_cost(row[kind]) for kind in ACTIONS)
    gives = NOTHING if row["resources"] == "-" else Resources.read(row["resources"])
    return Area(gives, store, rotate, flip, int(row["victory_points"]), int(row["upgrades"]))


CORE: dict[Id, Card] = _core()
"""The sixteen cards of a core deck by their numbers; red and blue are identical."""

NUMBERS = tuple(int(number) for number in CORE)
BUILDINGS = tuple(dict.fromkeys(card.name for card in CORE.values()))
SCORING = tuple(dict.fromkeys(c.name for c in CORE.values() if any(a.points for a in c.areas)))
"""The names of the cards that can be worth points."""


@lru_cache(maxsize=1 << 16)
def payments(cost: Cost, stored: tuple[Resources, ...], spare: bool = False) -> tuple[
    tuple[int, ...], ...
]:  # fmt: skip
    """Return every payment of a cost as indexes into `stored`, fewest cards first.

    A free cost has the one payment `()`.  `spare` allows cards that could be left out (ruling
    payment=any).
    """
    if cost == FREE:
        return ((),)
    return tuple(
        chosen
        for count in range(1, len(stored) + 1)
        for chosen in combinations(range(len(stored)), count)
        if pays(cost, [stored[at] for at in chosen])
        and (spare or not superfluous(cost, [stored[at] for at in chosen]))
    )


def pays(cost: Cost, paid: Sequence[Resources]) -> bool:
    total = summed(paid)
    return any(total.covers(alternative) for alternative in cost)


def superfluous(cost: Cost, paid: Sequence[Resources]) -> tuple[int, ...]:
    """Return the indexes of cards that could be left out, each by itself, for an alternative."""
    found: list[tuple[int, ...]] = []
    total = summed(paid)
    for alternative in cost:
        if total.covers(alternative):
            rest = [summed([*paid[:at], *paid[at + 1 :]]) for at in range(len(paid))]
            found.append(tuple(at for at, some in enumerate(rest) if some.covers(alternative)))
    return min(found, key=len, default=())


def missing(cost: Cost, paid: Sequence[Resources]) -> Resources:
    """Return what the nearest alternative lacks, the first one of equals."""
    total = summed(paid)
    return min((total.lacks(alternative) for alternative in cost), key=lambda lack: lack.amount)


Criteria = tuple[tuple[str, int], ...]
"""Pairs of what is counted and the least amount of it; all must be met."""

COUNTED = ("points", "upgrades", "stored", "logs", "fish", "stone", "cards")
"""What a criterion can count; the name of a building counts its upgrades."""
