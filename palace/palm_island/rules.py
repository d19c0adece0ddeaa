"""The rules of Palm Island by their codes, its open questions, and how values are written in the
sentences of reasons, `sentences-en.toml`.

Values of reasons are plain: a card is its number or id, or both with its name (`7 Quarry`); a
stored card is a tuple with what it gives, and with its player's name where several pay; a cost is a
`Cost`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from palace.core.rulings import Answers, Ruling
from palace.core.verdict import Language, Rulebook
from palace.files.sentences import language, rules
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

RULINGS: dict[str, Ruling] = {
    ruling.name: ruling
    for ruling in (
        Ruling(
            "payment",
            "May a payment include stored cards that it does not need?",
            {
                "irreducible": "no: every card is needed for the alternative that is paid",
                "any": "yes, unless the action is free; what is too much is lost",
            },
            "guess: the rule book lets extra resources be lost, and is silent on extra cards",
        ),
        Ruling(
            "limit-order",
            "Is the limit of four checked after or before a store is paid for?",
            {
                "pay-first": "after: a card that pays makes room",
                "reset-first": "before: with four stored, a card that does not pay is reset",
            },
            "likely: in other programs the payment makes room",
        ),
        Ruling(
            "voluntary-reset",
            "May a store reset a card although there is room?",
            {"no": "no", "yes": "yes, one card"},
            "likely: the rule book resets only to make room",
        ),
        Ruling(
            "stored-second",
            "May the second card act while it is stored?",
            {
                "no": "no",
                "yes": "yes: it is straightened first and does not pay for itself",
            },
            "likely: other programs forbid it; the rule book is silent",
        ),
        Ruling(
            "feat-place",
            "Where is a feat placed when the deck is set up?",
            {
                "behind": "behind the tracker: it first comes up in round 2",
                "before": "between the core deck and the tracker",
            },
            "guess: it goes to the back of the deck, where the tracker is already",
        ),
        Ruling(
            "tie-stored",
            "What breaks a tie in points and upgrades?",
            {"resources": "the resources on stored cards", "cards": "the stored cards"},
            "likely: the player with the most stored resources",
        ),
        Ruling(
            "villager-place",
            "Where are villagers, and outposts once taken?",
            {
                "aside": "beside the tracker: they move with it and never come up",
                "deck": "in the deck like other cards, discarded when they come up",
            },
            "guess: recruited before the tracker, laid right after it, used as a round begins",
        ),
        Ruling(
            "outpost-claim",
            "Who counts as meeting the criterion of an outpost in a casual game?",
            {
                "claimed": "the players who claim it",
                "met": "all players who meet it, whether they claim it or not",
            },
            "guess: players may purchase it; no player gets it if several accomplish this",
        ),
        Ruling(
            "criterion-points",
            "Do points on outposts and villagers count where a card asks for points?",
            {
                "feats": "for a feat, not for an outpost of a casual game",
                "both": "for both",
                "neither": "for neither: the cards of the deck alone",
            },
            "guess: a feat is earned by the final score, an outpost by what is in the deck",
        ),
        Ruling(
            "disaster-levels",
            "How many levels of a disaster can be completed at the end of one round?",
            {"one": "one", "any": "as many as are paid for at once"},
            "guess: the rule book speaks of the current level",
        ),
        Ruling(
            "ability-upgrades",
            "Whose upgrades count for a cooperative ability?",
            {"group": "those of all players together", "payer": "those of one player who pays"},
            "open: the rule book asks to check that you have the proper number",
        ),
        Ruling(
            "ability-cost",
            "Is a cooperative ability paid for once, or at every use?",
            {
                "once": "once, to upgrade it; then use ID needs no payment",
                "every-use": "at every use: a round-end with use ID pays for it with buy ID",
            },
            'guess: "once upgraded", all players can utilize it "during each round"; but also: '
            '"pay the cost to use this card\'s ability"',
        ),
        Ruling(
            "speed-pile",
            "Which cards of the pile can be bought in a speed game?",
            {"any": "any of them", "top": "only the one on top"},
            "guess: one of the available cards; the pile has the highest on top",
        ),
        Ruling(
            "speed-stop",
            "When does buying in a speed game end?",
            {
                "wants": "when no player wants to buy any more",
                "can": "when no player can buy any more",
            },
            "guess: the Chinese rule book has wants; the English one: until no player can "
            "purchase any more cards",
        ),
    )
}


@dataclass(frozen=True, slots=True, repr=False)
class Rulings(Answers):
    """One answer to every ruling; `Rulings(payment="any")` changes a single one."""

    verb: ClassVar[str] = "palace rulings --game palm-island"
    table: ClassVar[Mapping[str, Ruling]] = RULINGS

    payment: str = RULINGS["payment"].default
    limit_order: str = RULINGS["limit-order"].default
    voluntary_reset: str = RULINGS["voluntary-reset"].default
    stored_second: str = RULINGS["stored-second"].default
    feat_place: str = RULINGS["feat-place"].default
    tie_stored: str = RULINGS["tie-stored"].default
    villager_place: str = RULINGS["villager-place"].default
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
_NTH = ("1st", "2nd", "3rd")

Held = tuple[Id, Resources] | tuple[Id, Resources, str]
"""A stored card: its number or id, what it gives, and whose it is."""


def _listed(empty: str = "", between: str = ", ") -> Callable[[Iterable[object]], str]:
    """Return a format for lists, which writes an empty one as `empty`."""
    return lambda entries: between.join(map(str, entries)) or empty


def _nth(place: int) -> str:
    return _NTH[place - 1] if place <= len(_NTH) else f"{place}th"


def _card(card: Id) -> str:
    return "the round tracker" if card == TRACKER else str(card)


def _held(card: Id, gives: Resources, name: str = "") -> str:
    """Return a stored card with what it gives: `4 (1L)`, `Ana's 4 (1L)`."""
    whose = f"{name}'s " if name else ""
    return f"{whose}{card} ({gives})"


def _cards(cards: Iterable[Held], empty: str = "nothing") -> str:
    return ", ".join(_held(*card) for card in cards) or empty


def _pay(paid: tuple[Held, ...]) -> str:
    if not paid:
        return "nothing is paid"
    return f"{_cards(paid)} {'pays' if len(paid) == 1 else 'pay'} too little"


def _payments(payments: Iterable[tuple[Id, ...]]) -> str:
    return ", or ".join(f"pay {' '.join(map(str, cards))}" for cards in payments)


def _resets(cards: Iterable[Id]) -> str:
    return " or ".join(f"reset {card}" for card in cards)


def _levels(levels: tuple[int, int]) -> str:
    """Return the first and the last of some levels: `levels 1 to 2`."""
    first, last = levels
    return f"level {last}" if first == last else f"levels {first} to {last}"


FORMATS: dict[str, Callable[..., str]] = {
    "actions": action_words,
    "card": _card,
    "cards": _cards,
    "cards_are": lambda count: f"{count} {'card is' if count == 1 else 'cards are'}",
    "cost": cost_words,
    "could": lambda cards: "could" if len(cards) == 1 else "could each",
    "counted": counted_words,
    "criteria": criteria_words,
    "doing": _DOING.__getitem__,
    "levels": _levels,
    "names": joined,
    "list": _listed(),
    "nth": _nth,
    "or": _listed(between=" or "),
    "or_no": lambda count: str(count or "no"),
    "or_none": _listed("none"),
    "or_nothing": _listed("nothing"),
    "outposts": lambda count: "outposts" if count > 1 else "outpost",
    "pay": _pay,
    "payers": lambda cards: _cards(cards, "what pays"),
    "payments": _payments,
    "points": counted,
    "resets": _resets,
    "resources": str,
    "s": lambda names: "s" * (len(names) == 1),
    "side": ORIENTATIONS.__getitem__,
    "villagers": lambda count: "villager" if count == 1 else "villagers",
    "words": _listed(between=" "),
}
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
