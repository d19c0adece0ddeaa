"""Goods: the five resources and coins, how they are written, and what a cost asks for.

    goods = 1*(N KIND)      `2 wood 1 coin`
    cost  = 1*(N COST)      KIND, or `any` for a resource or coin of whichever kind
    gains = 1*(N GAIN)      KIND, `any`, `helm` (points), `draw`, `lay` (double tiles), `step`
                            (of the cartographer)

Amounts come before their kind, each kind at most once; `nothing` is none at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from palace.core.errors import InputError, NotationError, Problem, shorten

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
    """So many of each kind; kinds of none are left out, the others in the order of `GAINS`.

    Raises `InputError` for an amount below 0 or a kind that is not known.
    """

    items: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        for kind, count in self.items:
            if kind not in GAINS or not 0 <= count <= MOST:
                what = f"{count} {shorten(kind, 20)} are no goods"
                raise InputError(Problem("Goods", what, f"0 to {MOST} {', '.join(GAINS)}"))

    @classmethod
    def of(cls, counts: Mapping[str, int] | Iterable[str]) -> Self:
        """The goods of a mapping from kind to amount, or of kinds one by one."""
        found = Counter(counts)
        order = [*GAINS, *sorted(found.keys() - {*GAINS})]
        return cls(tuple((kind, found[kind]) for kind in order if found[kind]))

    @classmethod
    def read(cls, text: str, kinds: tuple[str, ...] = KINDS) -> Self:
        """The goods of a text; raises `NotationError` with its column."""
        return cls.of(read_counts(text, kinds))

    def __str__(self) -> str:
        return " ".join(f"{count} {kind}" for kind, count in self.items) or NOTHING

    def __repr__(self) -> str:
        return f"Goods.read({str(self)!r}, GAINS)"

    def __getitem__(self, kind: str) -> int:
        return dict(self.items).get(kind, 0)

    def __bool__(self) -> bool:
        return bool(self.items)

    def __add__(self, other: Goods) -> Goods:
        return Goods.of(Counter(dict(self.items)) + Counter(dict(other.items)))

    @property
    def amount(self) -> int:
        """How many there are of all kinds together."""
        return sum(count for _, count in self.items)

    def without(self, other: Goods) -> Goods:
        """What is left when `other` is taken away; of a kind there is too little of, none."""
        return Goods.of(Counter(dict(self.items)) - Counter(dict(other.items)))


NONE = Goods()


def cost_of(text: str) -> Goods:
    """The goods of a cost; raises `NotationError`."""
    return Goods.read(text, COSTS)


def gains_of(text: str) -> Goods:
    """The goods of what something gives; raises `NotationError`."""
    return Goods.read(text, GAINS)


def read_counts(text: str, kinds: tuple[str, ...]) -> dict[str, int]:
    """Amounts by kind of a text such as `2 wood 1 coin`; raises `NotationError`."""
    if len(text) > LONGEST:
        what = f"{len(text)} characters are too many"
        raise NotationError(what, text, LONGEST + 1, f"at most {LONGEST}")
    words = [(found[0].lower(), found.start() + 1) for found in _WORD.finditer(text)]
    if [word for word, _ in words] == [NOTHING]:
        return {}
    found: dict[str, int] = {}
    wanted = f"an amount and {', '.join(kinds[:-1])} or {kinds[-1]}"
    if not words:
        raise NotationError("it is empty", text, 1, f"{wanted}, or {NOTHING}")
    for (number, at), (kind, column) in zip(
        words[::2], [*words[1::2], ("", len(text.rstrip()) + 1)], strict=False
    ):
        if not re.fullmatch("[0-9]{1,3}", number):
            raise NotationError(f"{shorten(number, 20)!r} is no amount", text, at, wanted)
        known = kind if kind in kinds else kind.removesuffix("s")
        if known not in kinds:
            what = f"{shorten(kind, 20)!r} is no kind of goods" if kind else "it ends here"
            raise NotationError(what, text, column, f"{', '.join(kinds[:-1])} or {kinds[-1]}")
        if known in found:
            raise NotationError(f"{known} stands here twice", text, column, "each kind once")
        found[known] = int(number)
    return found


def lacking(cost: Goods, paid: Mapping[str, int]) -> Goods:
    """What a payment lacks of a cost; what is paid beyond a kind's price pays for `any`.

    `paid` is the worth of what is paid by kind: no change is given, so it may be more.
    """
    short = {kind: count - paid.get(kind, 0) for kind, count in cost.items if kind != ANY}
    beyond = {kind: worth - cost[kind] for kind, worth in paid.items() if worth > cost[kind]}
    free = cost[ANY] - sum(beyond.values())
    return Goods.of({**{kind: max(0, n) for kind, n in short.items()}, ANY: max(0, free)})
