"""What the reasons of Palm Island say in English, by their keys, and the words that are put in.

Values are plain: a card is its number or id, or both with its name (`7 Quarry`); a stored card is a
tuple with what it gives, and with its player's name where several pay; a cost is a `Cost`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from palace.core.verdict import Language
from palace.palm_island.cards import ORIENTATIONS, TRACKER, Id, action_words
from palace.palm_island.criteria import criteria_words, in_words
from palace.palm_island.resources import Resources, cost_words

_LEVELS = "{levels:levels} of {at} ({each:cost} for each of {players} players)"

TEXTS = {
    "not-on-top": "{at} is the {place:nth} card of the deck",
    "not-on-top.missing": "there is no card {at} in the deck",
    "not-on-top.unseen": "{at} is not one of the first two cards",
    "tracker": "the round tracker has no action to {kind}",
    "stored-second": "{at} is stored, and a stored card does not act",
    "no-action": "{at} {area:side} has no {kind}",
    "not-stored": "{card:card} pays but is not stored",
    "not-stored.itself": "{card:card} pays for itself",
    "not-stored.paid": "{card:card} pays but has paid already",
    "too-little": "{act:doing} {at} costs {cost:cost}; {paid:pays}: {lack:resources} is missing",
    "too-little.levels": _LEVELS + " costs {cost:cost}; {paid:pay}: {lack:resources} is missing",
    "too-little.upgrade": "upgrading {at} costs {cost:cost}; {paid:pay}: "
    "{lack:resources} is missing",
    "too-much": "{act:doing} {at} costs {cost:cost}; {idle:cards} {idle:could} be left out",
    "too-much.levels": _LEVELS + " costs {cost:cost}; {idle:cards} {idle:could} be left out",
    "too-much.upgrade": "upgrading {at} costs {cost:cost}; {idle:cards} {idle:could} be left out",
    "too-much.free": "{act:doing} {at} is free; {paid:payers} pays for nothing",
    "too-much.casual": "{at} costs nothing in a casual game",
    "reset": "{count} cards are stored, and {at} would be one more",
    "reset.room": "{at} finds room: {count} of {limit} cards are stored",
    "reset.itself": "{card:card} is reset for itself",
    "reset.pays": "{card:card} pays, and is reset too",
    "reset.not-stored": "{card:card} is reset but is not stored",
    "round-end": "round {round} is not over: {left:cards_are} before the tracker",
    "round-end.twice": "the end of round {round} is written already",
    "round-end.disaster": "there is no disaster in this game",
    "round-end.buy": "there is no card to buy in this game",
    "round-end.use": "there is no card to use in this game",
    "equal-deals": "{at} is dealt another order than {first}, from card {place}",
    "equal-deals.villagers": "{at} has other villagers than {first}: {villagers:or_none}",
    "setup.outposts": "{count:or_no} {terrain} {count:outposts} in the middle",
    "setup.pile": "{at} ({less}) lies under {above} ({more})",
    "setup.villagers": "{count} {count:villagers} drawn: {drawn:list}",
    "setup.back": "villager {at} is on the back of {outpost}",
    "disaster": "all {count} levels of {at} are done",
    "buy": "{at} is not there to be taken",
    "buy.early": "{at} was bought before it is {name}'s turn",
    "buy.pile": "{at} does not lie on top of the pile",
    "buy.ready": "{at} is paid for already, all players can use it",
    "buy.twice": "{at} is recruited twice",
    "criterion": "{at} asks for {needs:criteria}; {name} has {have} {what:counted}",
    "criterion.group": "{at} asks for {least} {what:counted}; the group has {have}",
    "criterion.payer": "{at} asks for {least} {what:counted}; nobody who pays has more than {have}",
    "order": "who finished round {round} first is not recorded",
    "must-buy": "{at} costs {cost:cost}, and {name} can still pay it",
    "use": "{at} has no Active ability",
    "use.last": "no round comes after round {round}",
    "use.not-recruited": "{at} is not recruited by {name}",
    "finished": "the game ended with round {round}",
}
"""What is wrong, by the keys of reasons."""

_DISCARD = "discard {top}, or act with another card"
_SHORT = "stored: {stored:cards}, which is not enough; "

REMEDIES = {
    "act-or-discard": "act with {free:or}, or discard {top}",
    "discard-or-other": _DISCARD,
    "as-it-lies": "as it lies it can {actions:actions}",
    "idle-as-it-lies": "it does nothing as it lies; " + _DISCARD,
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
    "leave-second": "leave this one out",
    "leave-one": "leave one of them out",
    "leave-use": "leave use out",
    "play-on": "play the round to its end",
    "round-end-alone": "write round-end alone",
    "round-end-words": "this game knows {words:list}",
    "deal": "deal {at} {deal:or_none}",
    "draw-outposts": "draw one forest, one sea and one mountain outpost",
    "draw-villagers": "draw {wanted}",
    "draw-another": "set it aside and draw another",
    "pile": "lay the pile with the highest on top",
    "there-are": "there are {there:list}",
    "nothing-left": "nothing is left",
    "for-sale": "for sale: {sale:or_nothing}",
    "claim-later": "claim it at the end of a round with {more} more",
    "upgrade-later": "upgrade it when there are {more} more",
    "add-finish": "add finish, a list of names for each round, up to round {round}",
    "buy": "buy {card}",
    "buy-paying": "buy {card} pay {pay:words}",
    "can-use": "{name} can use {can:list}",
    "recruit": "recruit it first",
}
"""What would be legal, by the keys of remedies."""

_DOING = {
    "store": "storing", "rotate": "rotating", "flip": "flipping",
    "buy": "buying", "recruit": "recruiting",
}  # fmt: skip
_NTH = ("1st", "2nd", "3rd")

Held = tuple[Id, Resources] | tuple[Id, Resources, str]
"""A stored card: its number or id, what it gives, and whose it is."""


def _listed(empty: str = "", between: str = ", ") -> Callable[[Iterable[object]], str]:
    """Return what writes a list, and `empty` for one without entries."""
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


def _pays(paid: tuple[Held, ...]) -> str:
    return f"{_cards(paid)} pays too little" if paid else "nothing is paid"


def _pay(paid: tuple[Held, ...]) -> str:
    """Return what several players pay."""
    return f"{_cards(paid)} pay too little" if len(paid) > 1 else _pays(paid)


def _payments(payments: Iterable[tuple[Id, ...]]) -> str:
    return ", or ".join(f"pay {' '.join(map(str, cards))}" for cards in payments)


def _resets(cards: Iterable[Id]) -> str:
    return " or ".join(f"reset {card}" for card in cards)


def level_words(levels: tuple[int, int]) -> str:
    """Return the first and the last of some levels as a sentence names them: `levels 1 to 2`."""
    first, last = levels
    return f"level {last}" if first == last else f"levels {first} to {last}"


FORMATS: dict[str, Callable[..., str]] = {
    "actions": action_words,
    "card": _card,
    "cards": _cards,
    "cards_are": lambda count: f"{count} {'card is' if count == 1 else 'cards are'}",
    "cost": cost_words,
    "could": lambda cards: "could" if len(cards) == 1 else "could each",
    "counted": in_words,
    "criteria": criteria_words,
    "doing": _DOING.__getitem__,
    "levels": level_words,
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
    "pays": _pays,
    "resets": _resets,
    "resources": str,
    "side": ORIENTATIONS.__getitem__,
    "villagers": lambda count: "villager" if count == 1 else "villagers",
    "words": _listed(between=" "),
}
"""How the values of reasons are written, by the words after the colon."""

ENGLISH = Language(TEXTS, REMEDIES, FORMATS)
