"""Monkey Cards as a record writes them: `3g 2* once 1a2b each 1a on 2`, or `@id` of a deck.

card = COST COLOUR BANANAS [once SUPPLY] [each SUPPLY] [on SLOT]
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from palace.core.errors import NotationError, shorten
from palace.monkey_palace.kernel.supply import NOTHING, Supply

COLOURS = {"l": "light green", "d": "dark green", "g": "gold", "x": "multicolour"}
SLOTS = 4
"""Places for cards on a player board."""

Pile = tuple[int, str]
"""The cost of its cards in credits and their colour, `l d g` or `x`."""

PILES: tuple[Pile, ...] = (
    (1, "x"),
    (2, "x"),
    *((cost, colour) for cost in (3, 4, 5) for colour in "ldg"),
    (6, "x"),
)
"""The twelve piles of the rules."""

CARDS = 67
"""Monkey Cards in the box."""

_SLOTS = tuple(str(slot) for slot in range(1, SLOTS + 1))
_WORD = re.compile(r"\S+")
_COST = re.compile(r"([0-9]{1,2})([ldgx])", re.IGNORECASE)
_BANANAS = re.compile(r"([0-9]{1,3})\*")
_NAME = re.compile(r"@[A-Za-z0-9_.-]+")


@dataclass(frozen=True, slots=True)
class Card:
    """A card as taken: cost in credits, colour (`l d g x`), bananas, deliveries, slot (1-4).

    A card named by `name` has its values in the deck in use; as read they are None here.
    """

    cost: int | None = None
    colour: str | None = None
    bananas: int | None = None
    once: Supply = NOTHING
    each: Supply = NOTHING
    slot: int | None = None
    name: str | None = None

    @classmethod
    def read(cls, text: str) -> Card:
        """Return the card of a text such as `3g 2* each 1a on 2` or `@17 on 2`.

        Raises `NotationError`.
        """
        words = [(found[0], found.start() + 1) for found in _WORD.finditer(text)]
        if not words:
            raise NotationError("the card is empty", text, 1, "a card such as 3g 2* each 1a")
        if words[0][0].startswith("@"):
            name, column = words.pop(0)
            if not _NAME.fullmatch(name):
                raise NotationError(
                    f"{shorten(name)!r} is no card of a deck", text, column, "@ and its id"
                )
            return cls(name=name[1:], slot=_rest(text, words, ("on",))[2])
        cost = _COST.fullmatch(words[0][0])
        if cost is None:
            raise NotationError(
                f"{shorten(words[0][0])!r} is not the cost and colour of a card", text, words[0][1],
                "a card such as 3g 2* (cost 3, gold, 2 bananas), or @ and its id",
            )  # fmt: skip
        if len(words) < 2:
            raise NotationError("it ends here", text, len(text) + 1, "bananas, such as 2*")
        bananas = _BANANAS.fullmatch(words[1][0])
        if bananas is None:
            raise NotationError(
                f"{shorten(words[1][0])!r} is not a number of bananas", text, words[1][1],
                "a number and *, such as 2*",
            )  # fmt: skip
        once, each, slot = _rest(text, words[2:], ("once", "each", "on"))
        return cls(int(cost[1]), cost[2].lower(), int(bananas[1]), once, each, slot)

    def __str__(self) -> str:
        slot = "" if self.slot is None else f" on {self.slot}"
        return f"@{self.name}{slot}" if self.name else f"{self.values}{slot}"

    @property
    def pile(self) -> Pile:
        """The pile of the card."""
        return self.cost or 0, self.colour or ""

    @property
    def values(self) -> str:
        """The values of the card, without its id and its slot: `3g 2* once 1a2b each 1a`."""
        once = f" once {self.once}" if any(self.once) else ""
        each = f" each {self.each}" if any(self.each) else ""
        return f"{self.cost}{self.colour} {self.bananas}*{once}{each}"

    def __repr__(self) -> str:
        if self.name is None or self.cost is None:
            return f"Card.read({str(self)!r})"
        return (
            f"Card({self.cost}, {self.colour!r}, {self.bananas}, {self.once!r}, {self.each!r}, "
            f"{self.slot}, {self.name!r})"
        )


def _rest(
    text: str, words: list[tuple[str, int]], allowed: tuple[str, ...]
) -> tuple[Supply, Supply, int | None]:
    """Return what follows the bananas: deliveries and the slot, each at most once and in this
    order.
    """
    supplies = {"once": NOTHING, "each": NOTHING}
    slot: int | None = None
    left = list(allowed)
    while words:
        key, column = words.pop(0)
        if key.lower() not in left:
            wanted = f"{', '.join(left)} or the end" if left else "the end"
            raise NotationError(f"{shorten(key)!r} is not expected here", text, column, wanted)
        del left[: left.index(key.lower()) + 1]
        wanted = "a slot from 1 to 4" if key.lower() == "on" else "pieces, such as 1a2b"
        if not words:
            raise NotationError(f"nothing follows {key}", text, len(text) + 1, wanted)
        value, column = words.pop(0)
        if key.lower() == "on":
            if value not in _SLOTS:
                raise NotationError(f"{shorten(value)!r} is no slot", text, column, wanted)
            slot = int(value)
        else:
            try:
                supplies[key.lower()] = Supply.read(value)
            except NotationError as error:
                at = column + error.column - 1
                raise NotationError(error.what, text, at, error.expected) from None
    return supplies["once"], supplies["each"], slot


def pile_name(pile: Pile) -> str:
    """Return a pile as cards begin: `3g`."""
    return f"{pile[0]}{pile[1]}"


def no_pile(pile: Pile) -> tuple[str, str]:
    """Return what is wrong with a pile that the rules do not have, and those that they have."""
    piles = " ".join(map(pile_name, PILES))
    return f"{pile_name(pile)} is no pile of the rules", f"the piles are {piles}"
