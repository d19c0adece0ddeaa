"""The rules of Palm Island by their codes, its open questions, and how values are written in the
sentences of reasons, `sentences-en.toml`.

Values of reasons are plain: a card is its number or id, or both with its name (`7 Quarry`); a
stored card is a tuple with what it gives, and with its player's name where several pay; a cost is a
`Cost`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from palace.core.rulings import Answers, Ruling
from palace.core.verdict import Language, Rulebook
from palace.files.sentences import language, rules
from palace.files.text_file import shipped
from palace.palm_island.cards import (
    ORIENTATIONS,
    TRACKER,
    Id,
    Resources,
    action_words,
    cost_words,
    counted_words,
    criteria_words,
)
from palace.scoring.score import counted, joined

_OPEN = tomllib.loads(shipped(__package__, "rulings.toml").read_text(encoding="utf-8"))

RULINGS = {name: Ruling(name, **asked) for name, asked in _OPEN.items()}
"""The open questions, `rulings.toml`; the first answer is the default."""


@dataclass(frozen=True, slots=True, repr=False)
class Rulings(Answers):
    """One answer to every ruling; `Rulings(payment="any")` changes a single one."""

    verb: ClassVar[str] = "palace rulings --game palm-island"
    table: ClassVar[Mapping[str, Ruling]] = RULINGS
    settled: ClassVar[Mapping[str, str]] = {"villager-place": "aside"}

    payment: str = RULINGS["payment"].default
    limit_order: str = RULINGS["limit-order"].default
    voluntary_reset: str = RULINGS["voluntary-reset"].default
    stored_second: str = RULINGS["stored-second"].default
    feat_place: str = RULINGS["feat-place"].default
    tie_stored: str = RULINGS["tie-stored"].default
    outpost_claim: str = RULINGS["outpost-claim"].default
    criterion_points: str = RULINGS["criterion-points"].default
    disaster_levels: str = RULINGS["disaster-levels"].default
    ability_upgrades: str = RULINGS["ability-upgrades"].default
    ability_cost: str = RULINGS["ability-cost"].default
    speed_pile: str = RULINGS["speed-pile"].default
    speed_stop: str = RULINGS["speed-stop"].default


DEFAULT = Rulings()


_DOING = {
    "store": "storing", "rotate": "rotating", "flip": "flipping",
    "buy": "buying", "recruit": "recruiting",
}  # fmt: skip

Held = tuple[Id, Resources] | tuple[Id, Resources, str]
"""A stored card: its number or id, what it gives, and whose it is."""


def _listed(empty: str = "", between: str = ", ") -> Callable[[Iterable[object]], str]:
    """Return a format for lists, which writes an empty one as `empty`."""
    return lambda entries: between.join(map(str, entries)) or empty


def _cards(cards: Iterable[Held], empty: str = "nothing") -> str:
    """Return stored cards with what they give: `4 (1L), Ana's 5 (1L)`."""
    whose = ((f"{name[0]}'s " if name else "", card, gives) for card, gives, *name in cards)
    return ", ".join(f"{name}{card} ({gives})" for name, card, gives in whose) or empty


FORMATS: dict[str, Callable[..., str]] = {
    "actions": action_words,
    "card": lambda card: "the round tracker" if card == TRACKER else str(card),
    "cards": _cards,
    "cards_are": lambda count: f"{count} {'card is' if count == 1 else 'cards are'}",
    "cost": cost_words,
    "could": lambda cards: "could" if len(cards) == 1 else "could each",
    "counted": counted_words,
    "criteria": criteria_words,
    "doing": _DOING.__getitem__,
    "levels": lambda ends: f"level {ends[1]}" if ends[0] == ends[1] else f"levels {ends[0]} to "
                           f"{ends[1]}",
    "names": joined,
    "list": _listed(),
    "nth": lambda place: {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th"),
    "or": _listed(between=" or "),
    "or_no": lambda count: str(count or "no"),
    "or_none": _listed("none"),
    "or_nothing": _listed("nothing"),
    "outposts": lambda count: "outposts" if count > 1 else "outpost",
    "pay": lambda paid: f"{_cards(paid)} {'pays' if len(paid) == 1 else 'pay'} too little"
                        if paid else "nothing is paid",
    "payers": lambda cards: _cards(cards, "what pays"),
    "payments": lambda ways: ", or ".join(f"pay {' '.join(map(str, cards))}" for cards in ways),
    "points": counted,
    "resets": lambda cards: " or ".join(f"reset {card}" for card in cards),
    "resources": str,
    "s": lambda names: "s" * (len(names) == 1),
    "side": ORIENTATIONS.__getitem__,
    "villagers": lambda count: "villager" if count == 1 else "villagers",
    "words": _listed(between=" "),
}  # fmt: skip
"""The formats of values in the sentences, by the words after the colon."""

ENGLISH = language(__package__, "sentences-en.toml", FORMATS)


def _chinese() -> Language:
    from palace.palm_island.chinese import CHINESE

    return CHINESE


BOOK = Rulebook(
    f"{__name__}.BOOK",
    rules(__package__, "sentences-en.toml", "rules"),
    {"en": ENGLISH, "zh": _chinese},
)
"""The rules and the sentences of every reason of this game."""
