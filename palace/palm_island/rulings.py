"""The open questions of Palm Island's rule book, each with a name, its answers and a default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from palace.core.rulings import Answers, Ruling

RULINGS: dict[str, Ruling] = {
    ruling.name: ruling
    for ruling in (
        Ruling(
            "payment",
            "May a payment hold stored cards it could do without?",
            {
                "irreducible": "no: for the alternative being paid no card could be left out",
                "any": "yes, for an action that costs something; what is too much is lost",
            },
            "guess: extra resources on a card are lost, a superfluous card is not mentioned",
        ),
        Ruling(
            "limit-order",
            "Is the limit of four looked at after or before the payment of a store?",
            {
                "pay-first": "after: a card that pays makes room itself",
                "reset-first": "before: with four stored, one is reset that does not pay",
            },
            "likely: other programs let the payment free the place",
        ),
        Ruling(
            "voluntary-reset",
            "May a stored card be reset by a store that needs no room?",
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
            "Where does a feat in use go when the deck is made?",
            {
                "behind": "behind the tracker: its first round is the second",
                "before": "between the core deck and the tracker",
            },
            "guess: it goes to the back of the deck, where the tracker is already",
        ),
        Ruling(
            "tie-stored",
            "What is counted when points and upgrades are equal?",
            {"resources": "the resources on stored cards", "cards": "the stored cards"},
            "likely: the player with the most stored resources",
        ),
        Ruling(
            "villager-place",
            "How do villagers, and outposts once taken, lie in the deck?",
            {
                "aside": "beside the tracker: they travel with it and are no card of a turn",
                "deck": "as cards like the others, which are discarded when they come up",
            },
            "guess: recruited before the tracker, laid right after it, used as a round begins",
        ),
        Ruling(
            "outpost-claim",
            "Who counts as meeting the criterion of an outpost in a casual game?",
            {
                "claimed": "whoever says that he takes it",
                "met": "everybody who meets it, whether he takes it or not",
            },
            "guess: players may purchase it; nobody gets it if several accomplish this",
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
            "open: check that you have the proper number",
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
                "can": "when nobody can buy any more",
                "wants": "when nobody wants to buy any more",
            },
            "English rule book: can; the Chinese one: wants",
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
    speed_pile: str = RULINGS["speed-pile"].default
    speed_stop: str = RULINGS["speed-stop"].default


DEFAULT = Rulings()
