"""The rules of Palm Island by their codes, its open questions, and the English sentences.

Values of reasons are plain: a card is its number or id, or both with its name (`7 Quarry`); a
stored card is a tuple with what it gives, and with its player's name where several pay; a cost is a
`Cost`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from palace.core.rulings import Answers, Ruling
from palace.core.verdict import Language, Rule, Rulebook
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
    disaster_levels: str = RULINGS["disaster-levels"].default
    ability_upgrades: str = RULINGS["ability-upgrades"].default
    ability_cost: str = RULINGS["ability-cost"].default
    speed_pile: str = RULINGS["speed-pile"].default
    speed_stop: str = RULINGS["speed-stop"].default


DEFAULT = Rulings()


_LEVELS = "{levels:levels} of {at} ({each:cost} for each of {players} players)"

TEXTS = {
    "not-on-top": "{at} is the {place:nth} card of the deck",
    "not-on-top.missing": "there is no card {at} in the deck",
    "not-on-top.discard": "{at} is not the first card, and only that can be discarded",
    "not-on-top.unseen": "{at} is not one of the first two cards",
    "tracker": "the round tracker cannot {kind}",
    "tracker.discard": "the round tracker cannot be discarded",
    "stored-second": "{at} is stored, and a stored card cannot act",
    "no-action": "{at} has no {kind} action ({area:side})",
    "not-stored": "{card:card} pays but is not stored",
    "not-stored.itself": "{card:card} cannot pay for itself",
    "not-stored.paid": "{card:card} has already paid for something else",
    "too-little": "{act:doing} {at} costs {cost:cost}; {paid:pay}: {lack:resources} is missing",
    "too-little.levels": _LEVELS + " costs {cost:cost}; {paid:pay}: {lack:resources} is missing",
    "too-little.upgrade": "upgrading {at} costs {cost:cost}; {paid:pay}: "
    "{lack:resources} is missing",
    "too-much": "{act:doing} {at} costs {cost:cost}; {idle:cards} {idle:could} be left out",
    "too-much.levels": _LEVELS + " costs {cost:cost}; {idle:cards} {idle:could} be left out",
    "too-much.upgrade": "upgrading {at} costs {cost:cost}; {idle:cards} {idle:could} be left out",
    "too-much.free": "{act:doing} {at} is free; {paid:payers} would pay for nothing",
    "too-much.casual": "{at} costs nothing in a casual game",
    "reset": "{count} cards are stored, and {at} would be one too many",
    "reset.room": "there is room for {at}: {count} of {limit} cards are stored",
    "reset.itself": "{card:card} cannot be reset to make room for itself",
    "reset.pays": "{card:card} pays, and a card that pays cannot be reset",
    "reset.not-stored": "{card:card} is reset but is not stored",
    "round-end": "round {round} is not over: {left:cards_are} before the tracker",
    "round-end.twice": "the end of round {round} is already recorded",
    "round-end.owed": "{at} has not answered at the end of the round",
    "round-end.disaster": "there is no disaster in this game",
    "round-end.buy": "there is no card to buy in this game",
    "round-end.use": "there is no card to use in this game",
    "equal-deals": "the deal of {at} differs from that of {first} from card {place} on",
    "equal-deals.villagers": "{at} has other villagers than {first}: {villagers:or_none}",
    "setup.outposts": "{count:or_no} {terrain} {count:outposts} in the middle",
    "setup.pile": "{at} ({less}) lies under {above} ({more})",
    "setup.villagers": "{count} {count:villagers} drawn: {drawn:list}",
    "setup.back": "villager {at} is on the back of {outpost}",
    "disaster": "all {count} levels of {at} are already completed",
    "buy": "{at} is not available",
    "buy.early": "{at} was sold before {name}'s turn",
    "buy.pile": "{at} is not on top of the pile",
    "buy.ready": "{at} is already upgraded, and all players can use it",
    "buy.twice": "{at} is recruited twice",
    "criterion": "{at} needs {needs:criteria}; {name} has {have} {what:counted}",
    "criterion.group": "{at} needs {least} {what:counted}; the group has {have}",
    "criterion.payer": "{at} needs {least} {what:counted}; no player who pays has more than {have}",
    "order": "the order in which players finished round {round} is not recorded",
    "must-buy": "{at} costs {cost:cost}, and {name} can still pay it",
    "use": "{at} has no Active ability",
    "use.not-upgraded": "{at} is not upgraded",
    "use.not-paid": "{at} is not paid for at the end of round {round}",
    "use.last": "round {round} is the last one",
    "use.not-recruited": "{at} is not recruited by {name}",
    "finished": "the game ended with round {round}",
}
"""The sentences of reasons by their keys."""

_DISCARD = "discard {top}, or act with another card"
_SHORT = "stored: {stored:cards}, which is not enough; "

REMEDIES = {
    "act-or-discard": "act with {free:or}, or discard {top}",
    "discard-or-other": _DISCARD,
    "printed": "its actions there: {actions:actions}",
    "no-printed": "it has no action there; " + _DISCARD,
    "stored": "stored: {stored:cards}",
    "short-discard": _SHORT + _DISCARD,
    "short-later": _SHORT + "pay it in a later round",
    "short-leave": _SHORT + "leave it out",
    "pay": "{payments:payments}",
    "pay-together": "pay {cards:cards}",
    "pay-nothing": "pay nothing",
    "add-reset": "add {cards:resets}",
    "leave-it": "leave it out",
    "leave-move": "leave the move out",
    "leave-pay": "leave pay out",
    "leave-reset": "leave reset {reset} out",
    "leave-second": "leave the second round-end out",
    "leave-one": "leave one of them out",
    "leave-use": "leave use out",
    "play-on": "play the round to its end",
    "answer": "enter what {at} pays and takes; nothing is an answer",
    "round-end-alone": "write round-end alone",
    "round-end-words": "in this game round-end can name: {words:list}",
    "deal": "deal {at} {deal:or_none}",
    "draw-outposts": "draw one forest, one sea and one mountain outpost",
    "draw-villagers": "draw {wanted}",
    "draw-another": "set it aside and draw another",
    "pile": "put the outpost with the most points on top",
    "there-are": "available: {there:list}",
    "nothing-left": "nothing is available; leave it out",
    "for-sale": "for sale: {sale:or_nothing}",
    "claim-later": "claim it at the end of a round with {more} more",
    "upgrade-later": "upgrade it when there are {more} more",
    "add-finish": "add finish: a list of player names for each round, up to round {round}",
    "buy": "buy {card}",
    "buy-paying": "buy {card} pay {pay:words}",
    "can-use": "{name} can use {can:list}",
    "recruit": "recruit it first",
    "upgrade": "upgrade it first: buy {card}, paid by the group",
    "pay-use": "pay for it: buy {card}, paid by the group",
}
"""The sentences of remedies by their keys."""

WORDS = {
    "level.unknown": "{levels:levels} of {card} is paid; its cost is not transcribed",
    "levels": "{names:names} pay{names:s} {levels:levels} of {card}: {left} left",
    "levels.last": "{names:names} pay{names:s} {levels:levels} of {card}: that was the last one",
    "ready": "{names:names} pay{names:s} for {card}: all players can use it",
    "upgraded": "{names:names} upgrade{names:s} {card}: all players can use it",
    "taken": "{name} takes {card}: {points:points}",
    "boxed": "{names:names} meet {card} in one round: it goes back to the box",
    "bought": "{name} buys {card}",
    "recruited": "{name} recruits {card}",
    "used": "{name} uses {card} in round {round}",
    "used.for": "{name} uses {card} in round {round}: {says}",
}
"""The sentences of what happens at the end of a round, by their keys."""

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

ENGLISH = Language(TEXTS, REMEDIES, FORMATS, WORDS)


BOOK = Rulebook(
    f"{__name__}.BOOK",
    (
        Rule(
            "not-on-top", "Starting the Game", "the top two cards",
            "An action uses the first or the second card of the deck. Only the first can be "
            "discarded.",
        ),
        Rule(
            "tracker", "End of a Round", "the round tracker",
            "The round tracker has no action. While it is the second card, only the first card can "
            "act or be discarded.",
        ),
        Rule(
            "stored-second", "Drawing a Stored Resource", "a stored card does not act",
            "A stored card that reaches the top is straightened and goes to the back at once. As "
            "the second card it cannot act (ruling stored-second).",
        ),
        Rule(
            "no-action", "Starting the Game", "the printed actions",
            "A card can do what its active area prints: store, rotate or flip.",
        ),
        Rule(
            "not-stored", "Pay", "stored cards pay",
            "A payment is made with stored cards, each straightened in place.",
        ),
        Rule(
            "too-little", "Pay", "the whole cost",
            "The cards that pay hold the whole of one of the alternatives that / separates.",
        ),
        Rule(
            "too-much", "Pay", "no card for nothing",
            "Resources beyond the cost are lost, but a card that could be left out cannot pay "
            "(ruling payment). A free action is not paid for.",
        ),
        Rule(
            "reset", "Resource Limit", "four stored cards",
            "At most four cards are stored. To store a fifth, reset one of them first, in place; "
            "otherwise no card is reset.",
        ),
        Rule(
            "round-end", "End of a Round", "the end of a round",
            "A round ends when the round tracker is the top card.",
        ),
        Rule(
            "equal-deals", "Casual Competitive", "equal deals",
            "Competitive games begin with one shuffle: all players arrange their decks to match "
            "the first one.",
        ),
        Rule(
            "setup", "Competitive", "the cards in the middle",
            "A casual game has one forest, one sea and one mountain outpost. In a speed game the "
            "pile counts down from 4 to 2. Three villagers are drawn, in speed games one more for "
            "each player after the second; duplicates of those on the outposts are set aside.",
        ),
        Rule(
            "disaster", "Cooperative", "the disaster",
            "At the end of any round the players together can pay the current level of the "
            "disaster, in full. If a level is left after round 8, all players lose.",
        ),
        Rule(
            "buy", "Competitive", "what can be taken",
            "At the end of a round cards are taken from the middle, each once, and villagers that "
            "wait before the tracker are recruited. A cooperative ability is upgraded once.",
        ),
        Rule(
            "criterion", "Casual Competitive", "the criterion",
            "An outpost goes to the player who alone meets its criterion at the end of a round, "
            "and back to the box if several do in one round. Abilities may need upgrades.",
        ),
        Rule(
            "order", "Competitive Speed", "who was first",
            "Cards are bought one at a time in the order in which the players finished the round.",
        ),
        Rule(
            "must-buy", "Competitive Speed", "until no player can buy",
            "With the ruling speed-stop=can, buying goes on until no player can purchase any more "
            "cards. By default a player may stop.",
        ),
        Rule(
            "use", "Villager Cards", "active villagers and abilities",
            "At the start of a round any number of recruited villagers with an Active ability are "
            "chosen; this is free and lasts for that round. All players can use the upgraded "
            "ability of a cooperative game (ruling ability-cost).",
        ),
        Rule(
            "finished", "End of the Game", "eight rounds",
            "The game is over when the round tracker is on top at the end of round 8.",
        ),
    ),
    {"en": ENGLISH},
)  # fmt: skip
"""The rules and the sentences of every reason of this game."""
