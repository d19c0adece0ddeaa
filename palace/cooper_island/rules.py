"""The rules of tiles and of the game round them: their codes, and the book that makes reasons."""

from __future__ import annotations

from palace.cooper_island.sentences import ENGLISH
from palace.core.verdict import Rule, Rulebook

TILE_RULES: tuple[Rule, ...] = (
    Rule(
        "space", "Board", "on the own peninsula",
        "A landscape tile lies on spaces of the player's own peninsula. Of an islet tile the land "
        "half lies there, the sea half on the water beside it.",
    ),
    Rule(
        "shape", "Board", "two halves side by side",
        "The halves of a double tile or an islet tile lie on two neighbouring spaces. The terrains "
        "are those of one side of a tile: two different ones on a double tile.",
    ),
    Rule(
        "stock", "Setup", "the tiles of the box",
        "Only a tile that is there can be laid: a double tile drawn from the bag, a single tile of "
        "the supply, an islet tile of the player's own six.",
    ),
    Rule(
        "connection", "Income phase", "connected with other tiles",
        "A tile touches or covers something laid before it.",
    ),
    Rule(
        "ruin", "Income phase", "not on a ruin",
        "No tile lies on a space with a ruin until the ruin is taken away.",
    ),
    Rule(
        "cube", "Income phase", "only empty spaces are covered",
        "A space with a cube on it is not covered.",
    ),
    Rule(
        "building", "Income phase", "buildings and statues stay",
        "A space with a building or a statue is not covered any more.",
    ),
    Rule(
        "level", "Income phase", "level ground",
        "Both halves of a tile lie at the same level. The cartographer can put one single tile "
        "under the lower half of a double tile.",
    ),
    Rule(
        "terrain", "Income phase", "terrain on the same terrain",
        "On a tile only its own terrain is laid; a settlement may lie on any (ruling settlement).",
    ),
    Rule(
        "beach", "Income phase", "no beach is covered whole",
        "The sea half of an islet tile may not cover the rest of a beach.",
    ),
    Rule(
        "sea", "Income phase", "the sea half in the water",
        "The sea half of an islet tile lies on a space of the water along the coast, where no "
        "other islet tile lies.",
    ),
    Rule(
        "levelling", "Cartographer", "a single tile under the lower half",
        "To level a double tile, one single tile goes under its lower half, on the terrain it may "
        "lie on; the half above it lies on it as on any tile.",
    ),
    Rule(
        "cartographer", "Cartographer", "steps of the cartographer",
        "Levelling costs the cartographer one step back; who has no step left cannot level.",
    ),
    Rule(
        "gold", "Resources", "gold from the third level",
        "A mountain of three tiles or more can give gold instead of stone.",
    ),
    Rule(
        "free", "Buildings and statues", "on an empty tile",
        "A building or a statue goes on a tile that carries neither a cube nor a building nor a "
        "statue.",
    ),
    Rule(
        "highest", "Buildings and statues", "on the highest free space",
        "A building or a statue goes on the highest of the player's empty tiles; of several the "
        "owner chooses one.",
    ),
)  # fmt: skip

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
        "Feeding, then reactivation as often as it is paid for, statues, road, each of these once; "
        "then the workers go home, the market is emptied and the round marker moves on.",
    ),
)  # fmt: skip

BOOK = Rulebook(f"{__name__}.BOOK", (*TILE_RULES, *GAME_RULES), {"en": ENGLISH})
"""The rules of tiles and of the game round them, and their sentences."""

RULES = BOOK.rules
"""Every reason code of this game."""
