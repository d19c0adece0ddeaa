"""Goods (five resources and coins), costs, effects and payments, and their notation.

    goods   = 1*(N KIND)                                    `2 wood 1 coin`
    cost    = 1*(N COST)      KIND, or `any` for any resource or coin
    gains   = 1*(N GAIN)      KIND, `any`, `helm` (points), `draw`, `lay` (double tiles), `step`
                              (of the cartographer)
    payment = 1*(N KIND ["@" STORE]) / (KIND "@" SPACE)     in any order
    STORE   = "storage" / "market"

An amount comes before its kind, and each kind of goods at most once; `nothing` is an empty list.
The payment `2 wood wood@c3 1 coin@storage` is two wood, the cube on c3 and a coin of the storage;
without a place the market pays first, then the storage.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

from palace.cooper_island.tiles import Hex
from palace.core.errors import NotationError, check_length, either, shorten

RESOURCES = ("wood", "food", "stone", "gold", "cloth")
COIN = "coin"
KINDS = (*RESOURCES, COIN)
ANY = "any"
COSTS = (*KINDS, ANY)
GAINS = (*COSTS, "helm", "draw", "lay", "step")
NOTHING = "nothing"
LONGEST = 500


@dataclass(frozen=True, slots=True, repr=False)
class Goods:
    """Amounts of goods by kind, without zeros, in the order of `GAINS`."""

    items: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, counts: Mapping[str, int] | Iterable[str]) -> Self:
        """Return the goods of a mapping from kind to amount, or of kinds listed one by one."""
        found = counts if isinstance(counts, dict) else Counter(counts)
        return cls(tuple([(kind, count) for kind in GAINS if (count := found.get(kind))]))

    @classmethod
    def read(cls, text: str, kinds: tuple[str, ...] = KINDS) -> Self:
        """Return the goods written in a text; raises `NotationError` with the column."""
        found: dict[str, int] = {}
        for (kind, count, _), column in _items(text, kinds):
            if kind in found:
                raise NotationError(f"{kind} is named twice", text, column, "each kind once")
            found[kind] = count
        return cls.of(found)

    def __str__(self) -> str:
        return " ".join(f"{count} {kind}" for kind, count in self.items) or NOTHING

    def __repr__(self) -> str:
        return f"Goods.read({str(self)!r}, GAINS)"

    def __getitem__(self, kind: str) -> int:
        return dict(self.items).get(kind, 0)

    def __bool__(self) -> bool:
        return bool(self.items)

    def __add__(self, other: Goods) -> Goods:
        counts = dict(self.items)
        for kind, count in other.items:
            counts[kind] = counts.get(kind, 0) + count
        return Goods.of(counts)

    @property
    def amount(self) -> int:
        return sum([count for _, count in self.items])

    def without(self, other: Goods) -> Goods:
        """Return the goods that remain after `other` is taken away, never less than 0 of a kind."""
        less = dict(other.items)
        kept = [(kind, count - less.get(kind, 0)) for kind, count in self.items]
        return Goods(tuple([one for one in kept if one[1] > 0]))

    def lacking(self, paid: Mapping[str, int]) -> Goods:
        """Return the part of a cost that a payment, as values by kind, does not cover; a surplus of
        a kind pays for `any`."""
        short = {kind: count - paid.get(kind, 0) for kind, count in self.items if kind != ANY}
        beyond = {kind: worth - self[kind] for kind, worth in paid.items() if worth > self[kind]}
        free = self[ANY] - sum(beyond.values())
        return Goods.of({**{kind: max(0, n) for kind, n in short.items()}, ANY: max(0, free)})


NONE = Goods()


STORES = ("market", "storage")
MOST_PAID = 99
_WANTED = "an amount and its kind such as 2 wood, or a cube of the peninsula such as wood@c3"


class Item(NamedTuple):
    """Goods of one kind in a payment; `place` is a store, the space of a single cube, or None."""

    kind: str
    amount: int = 1
    place: str | Hex | None = None

    def __str__(self) -> str:
        if isinstance(self.place, Hex):
            return f"{self.kind}@{self.place}"
        return f"{self.amount} {self.kind}{f'@{self.place}' if self.place else ''}"


@dataclass(frozen=True, slots=True, repr=False)
class Payment:
    items: tuple[Item, ...] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the payment written in a text; raises `NotationError` with the column."""
        items = [item for item, _ in _items(text)]
        cubes = [item.place for item in items if isinstance(item.place, Hex)]
        for space in dict.fromkeys(space for space in cubes if cubes.count(space) > 1):
            raise NotationError(f"the cube on {space} is paid twice", text, 1, "each cube once")
        return cls((*items,))

    def __str__(self) -> str:
        return " ".join(map(str, self.items)) or NOTHING

    def __repr__(self) -> str:
        return f"Payment.read({str(self)!r})"

    def __bool__(self) -> bool:
        return bool(self.items)

    @property
    def pieces(self) -> int:
        return sum(item.amount for item in self.items)


_ITEM = re.compile(r"(?:(?P<count>[0-9]{1,3})\s+)?(?P<name>[^\s@]*)(?P<place>@\S*)?\s*")


def _items(text: str, kinds: tuple[str, ...] = ()) -> Iterator[tuple[Item, int]]:
    """Yield the items of a text with their columns: of some kinds, or of a payment."""
    check_length(text, LONGEST)
    if text.strip().lower() == NOTHING:
        return
    if not text.strip():
        wanted = f"an amount and {either(kinds)}" if kinds else _WANTED
        raise NotationError("the text is empty", text, 1, f"{wanted}, or {NOTHING}")
    at = len(text) - len(text.lstrip())
    while (found := _ITEM.match(text, at)) and found.end() > at:
        name, place = found["name"].lower(), (found["place"] or "").lower()
        at, column = found.end(), found.start("name") + 1
        kind = name if name in (kinds or KINDS) else name.removesuffix("s")
        if kind not in (kinds or KINDS) or (place and kinds):
            what = f"{shorten(name + place, 20)!r} is not a kind of goods"
            raise NotationError(what, text, column, either(kinds or KINDS))
        if place[1:] not in ("", *STORES):
            yield Item(kind, 1, _cube(kind, found, text)), column
            continue
        if found["count"] is None:
            raise NotationError(f"{kind} has no amount", text, column, f"such as 1 {name}")
        count = int(found["count"])
        if not kinds and not 1 <= count <= MOST_PAID:
            raise NotationError(f"{count} cannot be paid", text, column, f"1 to {MOST_PAID}")
        yield Item(kind, count, place[1:] or None), column


def _cube(kind: str, found: re.Match[str], text: str) -> Hex:
    where, column = found["place"][1:], found.start("place") + 2
    try:
        space = Hex.read(where)
    except NotationError:
        expected = f"a space such as c3, {STORES[0]} or {STORES[1]}"
        what = f"{shorten(where, 20)!r} is not a place"
        raise NotationError(what, text, column, expected) from None
    if kind == COIN or found["count"] not in (None, "1"):
        what = "a coin is never on the peninsula" if kind == COIN else "a space has one cube"
        raise NotationError(what, text, found.start("name") + 1, "such as wood@c3")
    return space
