"""The rules of workers, goods and ships: the codes of a game's faults."""

from __future__ import annotations

from palace.core.verdict import Rule

GAME_RULES: tuple[Rule, ...] = (
    Rule(
        "box-limit", "Contents", "what the box holds",
        "Nobody has more of a thing than the box holds: 30 logbooks, 16 anchors, 24 coins, 100 "
        "resources, 60 double tiles, two special workers on royal orders and four building cards "
        "for each player.",
    ),
    Rule(
        "round-order", "Course of the game", "rounds and phases",
        "Five rounds, each of an income phase, a worker phase and a clean-up phase.",
    ),
    Rule(
        "phase", "Course of the game", "what a phase allows",
        "Islets and income belong to the income phase, workers to the worker phase, feeding and "
        "what follows it to the clean-up phase. The other actions can be taken at any time.",
    ),
    Rule(
        "worker-order", "Worker phase", "one worker each in turn",
        "The start player begins; in turn each player who has an idle worker places one.",
    ),
    Rule(
        "worker", "Worker phase", "an idle worker",
        "Only an idle worker is placed, a normal one on a round place, a special one on a square "
        "place.",
    ),
    Rule(
        "area", "Worker phase", "never where one stands already",
        "A worker is not placed on an area where a worker of the same player stands.",
    ),
    Rule(
        "toll", "Worker phase", "the last player is paid",
        "Who places a worker where others stand pays the player who came last one resource or "
        "coin, or takes an anchor.",
    ),
    Rule(
        "area-action", "Worker areas", "what an area offers",
        "A worker brings what its area offers, a special worker the additional effect as well; "
        "other actions of that kind are not taken.",
    ),
    Rule(
        "goods", "Payment", "goods one has",
        "What is paid, stored or exchanged is there: a cube on the peninsula, or goods in the "
        "storage or the market (ruling market-pays).",
    ),
    Rule(
        "cost", "Payment", "the whole cost",
        "The cubes and coins paid are worth the whole cost. A cube on the peninsula is worth the "
        "height it lies on, elsewhere one; no change is given.",
    ),
    Rule(
        "effect", "Boards, tiles and cards", "what is printed",
        "What a boat, an islet or a board gives or asks for is what the box says, if it is known.",
    ),
    Rule(
        "storage", "Anytime actions", "room in the storage",
        "A cube or coin is stored only where a storage space is free; stored goods are not thrown "
        "away.",
    ),
    Rule(
        "exchange", "Anytime actions", "rates of exchange",
        "Two cloth for a coin, two gold for any resource (ruling gold-exchange), four resources or "
        "coins for any resource or coin.",
    ),
    Rule(
        "crate", "Anytime actions", "a crate in hand",
        "A crate that the player has taken from a cargo card covers one of five effects; a covered "
        "effect is free again when its crate is reactivated.",
    ),
    Rule(
        "card", "Anytime actions", "a large building in use",
        "The ability of a large building is used once, until its card is turned back.",
    ),
    Rule(
        "cartographer-uses", "Anytime actions", "the cartographer's limit",
        "The cartographer is used once in each phase (ruling cartographer-uses).",
    ),
    Rule(
        "cartographer-steps", "Anytime actions", "steps of the cartographer",
        "What the cartographer does costs steps back; who has not enough of them cannot use it.",
    ),
    Rule(
        "hand", "Setup", "double tiles in hand",
        "Only a double tile that was drawn is laid.",
    ),
    Rule(
        "helm-points", "Helm points", "a ship sails what was gained",
        "The helm points of a gain move one of the player's ships, a beach for each (ruling "
        "helm-points); an anchor under the ship is removed instead (ruling anchor-ship).",
    ),
    Rule(
        "islet-passed", "Helm points", "an islet that is passed",
        "An islet gives its effect again to a ship that passes it, and to a special worker in C.",
    ),
    Rule(
        "logbook", "Helm points", "a logbook on the way",
        "A ship that comes to a logbook takes one token and what its back shows.",
    ),
    Rule(
        "harbour", "Helm points", "the harbour of another player",
        "Who passes the harbour of another player pays him one resource or coin, or takes an "
        "anchor.",
    ),
    Rule(
        "anchors", "Anchors", "evenly under both ships",
        "An anchor goes under one of the player's two ships, and neither has more than one more "
        "than the other.",
    ),
    Rule(
        "workshop", "Worker areas", "the statue workshop",
        "The workshop has room for three statues. A ruin goes in from the peninsula, a statue "
        "comes out.",
    ),
    Rule(
        "boat", "Worker areas", "income boats",
        "Each of a player's six boats is built once; only boats that are built give anything.",
    ),
    Rule(
        "buildings", "Worker areas", "buildings on the player board",
        "A player has two small buildings, two large ones and a fortress.",
    ),
    Rule(
        "milestone", "Hiring", "a milestone, a worker",
        "Each of the four milestones is flipped once and brings a normal or a special worker.",
    ),
    Rule(
        "royal-order", "Hiring", "one worker on a royal order",
        "Who hires a special worker sends an idle worker to a royal order; each card of the game "
        "takes one.",
    ),
    Rule(
        "feeding", "Clean-up phase", "food for the workers",
        "Everybody feeds his workers; each food that is missing is an anchor.",
    ),
    Rule(
        "reactivation", "Clean-up phase", "what is reactivated",
        "Turning back the card of a large building costs two coins, freeing a crate one; with the "
        "fortress both are free.",
    ),
    Rule(
        "clean-up", "Clean-up phase", "the order of the clean-up",
        "Feeding, reactivation, statues, road, each once (ruling reactivations); then the workers "
        "go home, the market is emptied and the round marker moves on.",
    ),
)  # fmt: skip
