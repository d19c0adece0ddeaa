"""How the values of reasons are written in sentences, by the terms of a language.

Values are plain: a card is its number or id, or both with its name (`Quarry no. 7`); a stored card
is a tuple with what it gives, and with its player's name where several pay; a cost is a `Cost`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from palace.core.verdict import Formats, Language
from palace.files.sentences import language, terms
from palace.palm_island.cards import TRACKER, Cost, Criteria, Id, Kind, Resources

Held = tuple[Id, Resources] | tuple[Id, Resources, str]
"""A stored card: its number or id, what it gives, and whose it is."""


def spoken(file: str, comma: str = ", ") -> Language:
    """Return the sentences in a data file of this game."""
    return language(__package__, file, formats(terms(__package__, file)), comma=comma)


def formats(word: dict[str, Any]) -> Formats:
    """Return how values are written, by the words after a colon in a sentence.

    The terms are templates and tables or lists of them; lists of two are for one and for several.
    """

    def listed(empty: str = "", between: str = "and") -> Callable[[Iterable[object]], str]:
        return lambda every: str(word[between]).join(map(str, every)) or str(word.get(empty, ""))

    def number(term: str) -> Callable[[int], str]:
        return lambda count: str(word[term][count != 1]).format(count)

    def resources(some: Resources) -> str:
        kinds = zip(word["goods"], some, strict=True)
        return listed("free", "beside")(
            kind[count != 1].format(count) for kind, count in kinds if count
        )

    def cost(every: Cost) -> str:
        return listed(between="or")(map(resources, every))

    def cards(every: Iterable[Held], empty: str = "nothing") -> str:
        return listed(empty)(word["held"][any(name)].format(card, resources(gives), *name)
                             for card, gives, *name in every)  # fmt: skip

    def actions(every: Iterable[tuple[Kind, Cost]]) -> str:
        return listed()(word["action"][kind].format(cost(price)) for kind, price in every)

    def counted(what: str) -> str:
        return str(word["counted"].get(what) or word["building"].format(what))

    def criteria(needs: Criteria) -> str:
        return listed()(word["criterion"].format(least, counted(what)) for what, least in needs)

    def names(every: Sequence[str]) -> str:
        *most, last = every
        return f"{listed()(most)}{word['last']}{last}" if most else last

    def pays(paid: Sequence[Held]) -> str:
        return str(word["pays"][len(paid) != 1]).format(cards(paid)) if paid else word["unpaid"]

    def payment(way: Iterable[Id]) -> str:
        return str(word["payment"]).format(listed(between="with")(way))

    return {
        "actions": actions,
        "card": lambda card: str(word["tracker"] if card == TRACKER else card),
        "cards": cards,
        "cards_are": number("cards-are"),
        "cost": cost,
        "could": lambda idle: number("could")(len(idle)),
        "counted": counted,
        "criteria": criteria,
        "doing": word["doing"].__getitem__,
        "levels": lambda ends: str(word["levels"][ends[0] != ends[1]]).format(*ends),
        "names": names,
        "list": listed(),
        "or": listed(between="or"),
        "or_no": lambda count: str(count or word["no"]),
        "or_none": listed("none"),
        "or_nothing": listed("nothing"),
        "outposts": lambda count: number("outposts")(count or 1),
        "pay": pays,
        "payers": lambda paid: cards(paid, "payers"),
        "payments": lambda ways: str(word["payments"]).join(map(payment, ways)),
        "points": number("points"),
        "resets": lambda cards: listed(between="or")(map(word["reset"].format, cards)),
        "resources": resources,
        "s": lambda payers: number("s")(len(payers)),
        "side": word["sides"].__getitem__,
        "villagers": number("villagers"),
        "words": listed(between="with"),
    }  # fmt: skip


ENGLISH = spoken("sentences-en.toml")
