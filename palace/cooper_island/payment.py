"""Payments: which cubes and coins are handed over, and from where.

    payment = 1*(N KIND ["@" STORE]) / (KIND "@" SPACE)     in any order
    STORE   = "storage" / "market"

`2 wood wood@c3 1 coin@storage`: two wood, the cube on c3, a coin of the storage.  Without a place
the market pays first, then the storage.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple, Self

from palace.cooper_island.goods import COIN, KINDS, NOTHING, RESOURCES
from palace.cooper_island.hexes import Hex
from palace.core.errors import InputError, NotationError, Problem, shorten

STORES = ("market", "storage")
LONGEST = 500
MOST = 99

_WORD = re.compile(r"\S+")
_WANTED = "an amount and its kind such as 2 wood, or a cube of the peninsula such as wood@c3"


class Item(NamedTuple):
    """So many of a kind; `place` is a store, a space (then it is one cube), or None."""

    kind: str
    amount: int = 1
    place: str | Hex | None = None

    def __str__(self) -> str:
        if isinstance(self.place, Hex):
            return f"{self.kind}@{self.place}"
        return f"{self.amount} {self.kind}{f'@{self.place}' if self.place else ''}"


@dataclass(frozen=True, slots=True, repr=False)
class Payment:
    """What is handed over, item by item; raises `InputError` for what cannot be written."""

    items: tuple[Item, ...] = ()

    def __post_init__(self) -> None:
        for kind, count, place in self.items:
            on_map = isinstance(place, Hex)
            good = kind in (RESOURCES if on_map else KINDS) and 1 <= count <= MOST
            lies = count == 1 if on_map else place is None or place in STORES
            if not (good and lies):
                what = f"{count} {kind} of {place} cannot be paid"
                raise InputError(Problem("Payment", shorten(what), _WANTED))

    @classmethod
    def read(cls, text: str) -> Self:
        """The payment of a text; raises `NotationError` with its column."""
        if len(text) > LONGEST:
            what = f"{len(text)} characters are too many"
            raise NotationError(what, text, LONGEST + 1, f"at most {LONGEST}")
        words = [(found[0].lower(), found.start() + 1) for found in _WORD.finditer(text)]
        if [word for word, _ in words] == [NOTHING]:
            return cls()
        if not words:
            raise NotationError("it is empty", text, 1, f"{_WANTED}, or {NOTHING}")
        items: list[Item] = []
        count, at = None, 1
        for word, column in words:
            if count is None and re.fullmatch("[0-9]{1,2}", word) and int(word):
                count, at = int(word), column
                continue
            items.append(_item(word, column, count, text))
            count = None
        if count is not None:
            raise NotationError(f"{count} of what?", text, at, ", ".join(KINDS))
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
        """How many cubes and coins these are."""
        return sum(item.amount for item in self.items)


def _item(word: str, column: int, count: int | None, text: str) -> Item:
    name, sign, where = word.partition("@")
    kind = name if name in KINDS else name.removesuffix("s")
    if kind not in KINDS:
        what = f"{shorten(name, 20)!r} is no kind of goods"
        raise NotationError(what, text, column, f"{', '.join(KINDS[:-1])} or {KINDS[-1]}")
    if not sign or where in STORES:
        if count is None:
            raise NotationError(f"how many {kind}?", text, column, f"such as 1 {word}")
        return Item(kind, count, where or None)
    after = column + len(name) + 1
    try:
        space = Hex.read(where)
    except NotationError:
        wanted = f"a space such as c3, {STORES[0]} or {STORES[1]}"
        raise NotationError(f"{shorten(where, 20)!r} is no place", text, after, wanted) from None
    if kind == COIN or count not in (None, 1):
        what = "coins do not lie on the peninsula" if kind == COIN else "one cube lies on a space"
        raise NotationError(what, text, column, "such as wood@c3")
    return Item(kind, 1, space)
