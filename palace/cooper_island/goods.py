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

from palace.cooper_island.peninsula import Hex
from palace.core.errors import InputError, NotationError, Problem, check_length, either, shorten

RESOURCES = ("wood", "food", "stone", "gold", "cloth")
COIN = "coin"
KINDS = (*RESOURCES, COIN)
ANY = "any"
COSTS = (*KINDS, ANY)
GAINS = (*COSTS, "helm", "draw", "lay", "step")
NOTHING = "nothing"
MOST = 999
LONGEST = 500
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True, repr=False)
class Goods:
    """Amounts of goods by kind, without zeros, in the order of `GAINS`.

    Raises `InputError` for an unknown kind and for an amount below 0 or above `MOST`.
    """

    items: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        for kind, count in self.items:
            if kind not in GAINS or not 0 <= count <= MOST:
                what = f"{count} {shorten(kind, 20)} is not an amount of goods"
                raise InputError(Problem("Goods", what, f"write 0 to {MOST} of {', '.join(GAINS)}"))

    @classmethod
    def of(cls, counts: Mapping[str, int] | Iterable[str]) -> Self:
        """Return the goods of a mapping from kind to amount, or of kinds listed one by one."""
        found = counts if isinstance(counts, dict) else Counter(counts)
        items: list[tuple[str, int]] = []
        for kind in (*GAINS, *sorted(found.keys() - {*GAINS})):
            if count := found.get(kind):
                items.append((kind, count))
        return cls((*items,))

    @classmethod
    def read(cls, text: str, kinds: tuple[str, ...] = KINDS) -> Self:
        """Return the goods written in a text; raises `NotationError` with the column."""
        found: dict[str, int] = {}
        for item, column in _items(text, kinds, f"an amount and {either(kinds)}"):
            if item.kind in found:
                raise NotationError(f"{item.kind} is named twice", text, column, "each kind once")
            found[item.kind] = item.amount
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
        """The total number of goods of all kinds."""
        return sum([count for _, count in self.items])

    def without(self, other: Goods) -> Goods:
        """Return the goods that remain after `other` is taken away, never less than 0 of a kind."""
        counts = dict(self.items)
        for kind, count in other.items:
            counts[kind] = max(0, counts.get(kind, 0) - count)
        return Goods.of(counts)


NONE = Goods()


def lacking(cost: Goods, paid: Mapping[str, int]) -> Goods:
    """Return the part of a cost that a payment does not cover; a surplus of a kind pays for `any`.

    `paid` is the value of the payment by kind. It may exceed the cost, because no change is given.
    """
    short = {kind: count - paid.get(kind, 0) for kind, count in cost.items if kind != ANY}
    beyond = {kind: worth - cost[kind] for kind, worth in paid.items() if worth > cost[kind]}
    free = cost[ANY] - sum(beyond.values())
    return Goods.of({**{kind: max(0, n) for kind, n in short.items()}, ANY: max(0, free)})


STORES = ("market", "storage")
MOST_PAID = 99
_WANTED = "an amount and its kind such as 2 wood, or a cube of the peninsula such as wood@c3"


class Item(NamedTuple):
    """An amount of one kind of goods in a payment.

    `place` is a store, the space of a single cube, or None.
    """

    kind: str
    amount: int = 1
    place: str | Hex | None = None

    def __str__(self) -> str:
        if isinstance(self.place, Hex):
            return f"{self.kind}@{self.place}"
        return f"{self.amount} {self.kind}{f'@{self.place}' if self.place else ''}"


@dataclass(frozen=True, slots=True, repr=False)
class Payment:
    """A payment, item by item; raises `InputError` for items that cannot be written."""

    items: tuple[Item, ...] = ()

    def __post_init__(self) -> None:
        for kind, count, place in self.items:
            on_map = isinstance(place, Hex)
            good = kind in (RESOURCES if on_map else KINDS) and 1 <= count <= MOST_PAID
            lies = count == 1 if on_map else place is None or place in STORES
            if not (good and lies):
                what = f"{count} {kind} of {place} cannot be paid"
                raise InputError(Problem("Payment", shorten(what), _WANTED))

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the payment written in a text; raises `NotationError` with the column."""
        items = [item for item, _ in _items(text, KINDS, _WANTED, places=True)]
        cubes = [item.place for item in items if isinstance(item.place, Hex)]
        if len({*cubes}) < len(cubes):
            twice = next(space for space in cubes if cubes.count(space) > 1)
            raise NotationError(f"the cube on {twice} is paid twice", text, 1, "each cube once")
        return cls(tuple(items))

    def __str__(self) -> str:
        return " ".join(map(str, self.items)) or NOTHING

    def __repr__(self) -> str:
        return f"Payment.read({str(self)!r})"

    def __bool__(self) -> bool:
        return bool(self.items)

    @property
    def pieces(self) -> int:
        """The number of cubes and coins."""
        return sum(item.amount for item in self.items)


def _items(
    text: str, kinds: tuple[str, ...], wanted: str, *, places: bool = False
) -> Iterator[tuple[Item, int]]:
    """Yield the items of a text with their columns; `places` are those of a payment."""
    check_length(text, LONGEST)
    words = [(found[0].lower(), found.start() + 1) for found in _WORD.finditer(text)]
    if [word for word, _ in words] == [NOTHING]:
        return
    if not words:
        raise NotationError("the text is empty", text, 1, f"{wanted}, or {NOTHING}")
    count, at = None, 1
    for word, column in words:
        if count is None and re.fullmatch("[0-9]{1,3}", word):
            count, at = int(word), column
            if places and not 1 <= count <= MOST_PAID:
                raise NotationError(f"{word} cannot be paid", text, at, f"1 to {MOST_PAID}")
            continue
        yield _item(word, column, count, text, kinds, places), column
        count = None
    if count is not None:
        raise NotationError(f"{count} has no kind", text, at, either(kinds))


def _item(
    word: str, column: int, count: int | None, text: str, kinds: tuple[str, ...], places: bool
) -> Item:
    name, sign, where = word.partition("@") if places else (word, "", "")
    kind = name if name in kinds else name.removesuffix("s")
    if kind not in kinds:
        what = f"{shorten(name, 20)!r} is not a kind of goods"
        raise NotationError(what, text, column, either(kinds))
    if not sign or where in STORES:
        if count is None:
            raise NotationError(f"{kind} has no amount", text, column, f"such as 1 {word}")
        return Item(kind, count, where or None)
    try:
        space = Hex.read(where)
    except NotationError:
        expected = f"a space such as c3, {STORES[0]} or {STORES[1]}"
        what = f"{shorten(where, 20)!r} is not a place"
        raise NotationError(what, text, column + len(name) + 1, expected) from None
    if kind == COIN or count not in (None, 1):
        what = "a coin is never on the peninsula" if kind == COIN else "a space has one cube"
        raise NotationError(what, text, column, "such as wood@c3")
    return Item(kind, 1, space)
