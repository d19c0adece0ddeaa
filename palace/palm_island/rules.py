"""The rules of Palm Island by their codes, its open questions, and how reasons are written.

Values of reasons are plain: a card is its number or id, or both with its name (`Quarry no. 7`); a
stored card is a tuple with what it gives, and with its player's name where several pay; a cost is a
`Cost`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from palace.core.rulings import Answers, Ruling
from palace.core.verdict import Formats, Language, Rulebook
from palace.files.sentences import language, rules, terms
from palace.files.text_file import shipped
from palace.palm_island.cards import TRACKER, Cost, Criteria, Id, Kind, Resources

_OPEN = tomllib.loads(shipped(__package__, "rulings.toml").read_text(encoding="utf-8"))

RULINGS = {name: Ruling(name, **asked) for name, asked in _OPEN.items()}
"""The open questions, `rulings.toml`; the first answer is the default."""


@dataclass(frozen=True, slots=True, repr=False)
class Rulings(Answers):
    """One answer to every ruling; `Rulings(payment="any")` changes a single one."""

    verb: ClassVar[str] = "palace rulings --game palm-island"
    table: ClassVar[Mapping[str, Ruling]] = RULINGS
    settled: ClassVar[Mapping[str, str]] = {
        "villager-place": "aside", "limit-order": "pay-first", "voluntary-reset": "no",
        "stored-second": "no", "tie-stored": "resources", "outpost-claim": "claimed",
        "disaster-levels": "one", "ability-upgrades": "group", "speed-pile": "any",
    }  # fmt: skip

    payment: str = RULINGS["payment"].default
    feat_place: str = RULINGS["feat-place"].default
    criterion_points: str = RULINGS["criterion-points"].default
    ability_cost: str = RULINGS["ability-cost"].default
    speed_stop: str = RULINGS["speed-stop"].default


DEFAULT = Rulings()

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

    def short(paid_and_lack: tuple[Sequence[Held], Resources]) -> str:
        paid, lack = paid_and_lack
        return str(word["short"]).format(cards(paid), resources(lack)) if paid else ""

    def progress(paid_and_cost: tuple[Resources, Cost]) -> str:
        paid, every = paid_and_cost
        return listed(between="or")(
            listed(between="beside")(
                kind[want != 1].format(word["of"].format(min(have, want), want))
                for kind, have, want in zip(word["goods"], paid, one, strict=True) if want
            ) for one in every
        )  # fmt: skip

    def payment(way: Iterable[Id]) -> str:
        return str(word["payment"]).format(listed(between="with")(way))

    return {
        "act": word["act"].__getitem__,
        "actions": actions,
        "card": lambda card: str(word["tracker"] if card == TRACKER else card),
        "cards": cards,
        "cards_are": number("cards-are"),
        "cost": cost,
        "could": lambda idle: number("could")(len(idle)),
        "counted": counted,
        "criteria": criteria,
        "doing": word["doing"].__getitem__,
        "names": names,
        "list": listed(),
        "or": listed(between="or"),
        "or_no": lambda count: str(count or word["no"]),
        "or_none": listed("none"),
        "or_nothing": listed("nothing"),
        "outposts": lambda count: number("outposts")(count or 1),
        "payers": lambda paid: cards(paid, "payers"),
        "payments": lambda ways: str(word["payments"]).join(map(payment, ways)),
        "points": number("points"),
        "progress": progress,
        "resets": lambda cards: listed(between="or")(map(word["reset"].format, cards)),
        "resources": resources,
        "s": lambda payers: number("s")(len(payers)),
        "short": short,
        "side": word["sides"].__getitem__,
        "villagers": number("villagers"),
        "words": listed(between="with"),
    }  # fmt: skip


ENGLISH = spoken("sentences-en.toml")

BOOK = Rulebook(
    f"{__name__}.BOOK",
    rules(__package__, "sentences-en.toml", "rules"),
    {"en": ENGLISH, "zh": lambda: spoken("sentences-zh.toml", "\N{FULLWIDTH COMMA}")},
)
"""The rules and the sentences of every reason of this game."""
