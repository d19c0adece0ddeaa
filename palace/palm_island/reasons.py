"""The rules of Palm Island by their codes: the part of the rule book, and what it says."""

from __future__ import annotations

from palace.core.verdict import Rule, Rulebook
from palace.palm_island.sentences import ENGLISH

BOOK = Rulebook(
    f"{__name__}.BOOK",
    (
        Rule(
            "not-on-top", "Starting the Game", "the top two cards",
            "An action is taken on the first or the second card of the deck. Only the first can "
            "be discarded.",
        ),
        Rule(
            "tracker", "End of a Round", "the round tracker",
            "The round tracker has no action. As the second card it stays where it is, so that "
            "only the first card can act or be discarded.",
        ),
        Rule(
            "stored-second", "Drawing a Stored Resource", "a stored card does not act",
            "A stored card that reaches the top straightens and goes to the back at once. As the "
            "second card it waits (ruling stored-second).",
        ),
        Rule(
            "no-action", "Starting the Game", "what the active area says",
            "A card can do what its active area prints: store, rotate or flip.",
        ),
        Rule(
            "not-stored", "Pay", "stored cards pay",
            "A payment is made with stored cards, each straightened where it lies.",
        ),
        Rule(
            "too-little", "Pay", "the whole cost",
            "The cards that pay hold at least one of the alternatives that / separates, whole.",
        ),
        Rule(
            "too-much", "Pay", "no card for nothing",
            "What is too much on a card that pays is lost, but a card that could be left out does "
            "not pay (ruling payment). What is free is not paid for.",
        ),
        Rule(
            "reset", "Resource Limit", "four stored cards",
            "At most four cards are stored. To store a fifth one of them is reset first, where it "
            "lies; otherwise none is.",
        ),
        Rule(
            "round-end", "End of a Round", "the end of a round",
            "A round ends when the round tracker is the top card.",
        ),
        Rule(
            "equal-deals", "Casual Competitive", "equal deals",
            "Competitive games begin with one shuffle: every player arranges his deck to match "
            "the first one.",
        ),
        Rule(
            "setup", "Competitive", "what lies in the middle",
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
            "At the end of a round cards of the middle are taken, each once, and villagers are "
            "recruited who wait before the tracker. A cooperative ability is upgraded once.",
        ),
        Rule(
            "criterion", "Casual Competitive", "the criterion",
            "An outpost goes to the player who alone meets its criterion at the end of a round, "
            "and back to the box if several do in one round. Abilities may ask for upgrades.",
        ),
        Rule(
            "order", "Competitive Speed", "who was first",
            "Cards are bought one at a time in the order in which the players finished the round.",
        ),
        Rule(
            "must-buy", "Competitive Speed", "until nobody can buy",
            "Buying goes on until no player can purchase any more cards (ruling speed-stop).",
        ),
        Rule(
            "use", "Villager Cards", "active villagers",
            "At the start of a round any number of recruited villagers that say Active are chosen; "
            "they are free, and active for that round.",
        ),
        Rule(
            "finished", "End of the Game", "eight rounds",
            "The game is over when the round tracker is on top at the end of round 8.",
        ),
    ),
    {"en": ENGLISH},
)  # fmt: skip
"""The rules and the sentences of every reason of this game."""

RULES = BOOK.rules
"""Every rule by its reason code."""
