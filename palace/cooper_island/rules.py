"""The rules of tiles and of the game: their codes, and the book that makes reasons."""

from __future__ import annotations

from palace.cooper_island.sentences import ENGLISH
from palace.core.verdict import Rule, Rulebook

TILE_RULES: tuple[Rule, ...] = (
    Rule(
        "space", "Board", "on the own peninsula",
        "A landscape tile is laid on land of the player's own peninsula. The land half of an islet "
        "tile is laid there too, its sea half on the water beside it.",
    ),
    Rule(
        "shape", "Board", "two halves side by side",
        "The halves of a double tile or an islet tile lie on two neighbouring spaces. The terrains "
        "are those of one side of the tile; a double tile has two different ones.",
    ),
    Rule(
        "stock", "Setup", "the tiles of the box",
        "A tile comes from what is left of it: double tiles from the bag, single tiles from the "
        "supply, islet tiles from the player's own six.",
    ),
    Rule(
        "connection", "Income phase", "connected with other tiles",
        "A tile touches or covers something laid before it.",
    ),
    Rule(
        "ruin", "Income phase", "not on a ruin",
        "A space with a ruin is covered only after the ruin has been taken away.",
    ),
    Rule(
        "cube", "Income phase", "only empty spaces are covered",
        "A space with a cube on it is not covered.",
    ),
    Rule(
        "building", "Income phase", "buildings and statues stay",
        "A space with a building or a statue is never covered.",
    ),
    Rule(
        "level", "Income phase", "level ground",
        "Both halves of a tile lie at the same level. The cartographer can put one single tile "
        "under the lower half of a double tile.",
    ),
    Rule(
        "terrain", "Income phase", "terrain on the same terrain",
        "A terrain is laid only on the same terrain; a settlement may lie on any (ruling "
        "settlement).",
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
        "To level a double tile, one single tile is put under its lower half. The terrain rule "
        "applies to the single tile and to the half on it.",
    ),
    Rule(
        "cartographer", "Cartographer", "steps of the cartographer",
        "Levelling costs one step back of the cartographer; without a step it is not possible.",
    ),
    Rule(
        "gold", "Resources", "gold from the third level",
        "A mountain of three tiles or more can give gold instead of stone.",
    ),
    Rule(
        "free", "Buildings and statues", "on an empty tile",
        "A building or a statue is put on a tile without a cube, a building or a statue.",
    ),
    Rule(
        "highest", "Buildings and statues", "on the highest free space",
        "A building or a statue is put on the highest of the player's empty tiles; the player "
        "chooses between equally high ones.",
    ),
)  # fmt: skip

GAME_RULES: tuple[Rule, ...] = (
    Rule(
        "box-limit", "Contents", "what the box holds",
        "The players have no more of anything than the box holds: 30 logbooks, 16 anchors, 24 "
        "coins, 100 resources (20 of each kind), 60 double tiles; two special workers on royal "
        "orders and four building cards for each player; the spaces of a peninsula.",
    ),
    Rule(
        "round-order", "Course of the game", "rounds and phases",
        "A game has five rounds, each with an income phase, a worker phase and a clean-up phase.",
    ),
    Rule(
        "income", "Income phase", "islet and boats",
        "In each income phase a player lays one islet tile, as long as there is room for one, and "
        "takes the income of each boat built.",
    ),
    Rule(
        "phase", "Course of the game", "what a phase allows",
        "Islets and income belong to the income phase, workers to the worker phase, feeding and "
        "what follows it to the clean-up phase. The other actions can be taken at any time of the "
        "own turn.",
    ),
    Rule(
        "worker-order", "Worker phase", "one worker each in turn",
        "The start player begins; then each player with an idle worker places one in turn. Anytime "
        "actions belong to the own turn, which lasts until that of the next player begins.",
    ),
    Rule(
        "worker", "Worker phase", "an idle worker",
        "Only an idle worker is placed, a normal one on a round place, a special one on a square "
        "place.",
    ),
    Rule(
        "area", "Worker phase", "one worker of a player in an area",
        "A player does not place a worker in an area with a worker of their own.",
    ),
    Rule(
        "toll", "Worker phase", "the last player is paid",
        "A player who places a worker in an area with others pays the last player to come there "
        "one resource or coin, or takes an anchor.",
    ),
    Rule(
        "area-action", "Worker areas", "what an area offers",
        "A worker may take what its area offers, a special worker also the additional effect, and "
        "no other steps of these kinds.",
    ),
    Rule(
        "goods", "Payment", "goods at hand",
        "Goods that are paid, stored or exchanged come from cubes on the peninsula, from the "
        "storage or from the market (ruling market-pays).",
    ),
    Rule(
        "cost", "Payment", "the whole cost",
        "The cubes and coins of a payment are worth at least the cost. A cube on the peninsula is "
        "worth the height of its stack, elsewhere one; no change is given.",
    ),
    Rule(
        "effect", "Boards, tiles and cards", "what is printed",
        "A boat, an islet, a card or a board gives and costs what is printed on it, as far as the "
        "box is known.",
    ),
    Rule(
        "storage", "Anytime actions", "room in the storage",
        "A cube or coin needs a free storage space; stored goods are not thrown away.",
    ),
    Rule(
        "exchange", "Anytime actions", "rates of exchange",
        "Two cloth buy a coin, two gold any resource (ruling gold-exchange), four resources or "
        "coins any resource or coin.",
    ),
    Rule(
        "crate", "Anytime actions", "a crate in hand",
        "A crate taken from a cargo card covers one of five effects; the effect is free again when "
        "its crate is reactivated.",
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
        "The cartographer goes back for each use, and needs enough steps for it.",
    ),
    Rule(
        "hand", "Setup", "double tiles in hand",
        "A player lays only double tiles that they have drawn.",
    ),
    Rule(
        "helm-points", "Helm points", "a ship sails what was gained",
        "The helm points of a gain move one of the player's ships, one beach for each (ruling "
        "helm-points); a point removes an anchor under the ship instead (ruling anchor-ship).",
    ),
    Rule(
        "islet-passed", "Helm points", "an islet that is passed",
        "An islet gives its effect again for a ship that passes it, and for a special worker in C.",
    ),
    Rule(
        "logbook", "Helm points", "a logbook on the way",
        "A ship that comes to a logbook takes one, and what its back shows. So a ship is never "
        "beyond the next logbook.",
    ),
    Rule(
        "harbour", "Helm points", "the harbour of another player",
        "A player whose ship passes the harbour of another player pays them one resource or coin, "
        "or takes an anchor.",
    ),
    Rule(
        "anchors", "Anchors", "evenly under both ships",
        "An anchor is put under the ship with fewer of them; if both have equally many, the player "
        "chooses.",
    ),
    Rule(
        "workshop", "Worker areas", "the statue workshop",
        "The workshop has room for three. A ruin of the peninsula is taken into it and leaves it "
        "as a statue.",
    ),
    Rule(
        "boat", "Worker areas", "income boats",
        "Each of a player's six boats is built once, and gives its income only after that.",
    ),
    Rule(
        "buildings", "Worker areas", "buildings on the player board",
        "A player has two small buildings, two large ones and a fortress.",
    ),
    Rule(
        "milestone", "Hiring", "a milestone, a worker",
        "Each of the four milestones is flipped once, for one normal or special worker.",
    ),
    Rule(
        "royal-order", "Hiring", "one worker on a royal order",
        "A player who hires a special worker sends an idle worker to a royal order; each order "
        "takes one worker of the game.",
    ),
    Rule(
        "feeding", "Clean-up phase", "food for the workers",
        "Each player feeds their workers and takes an anchor for each missing food.",
    ),
    Rule(
        "reactivation", "Clean-up phase", "what is reactivated",
        "Turning back the card of a large building costs two coins, freeing a crate one coin; with "
        "the fortress both cost nothing.",
    ),
    Rule(
        "clean-up", "Clean-up phase", "the order of the clean-up",
        "Each player feeds once, reactivates as often as they pay for it, then counts statues and "
        "road once. After that workers return, markets are emptied, and the round ends.",
    ),
)  # fmt: skip

BOOK = Rulebook(f"{__name__}.BOOK", (*TILE_RULES, *GAME_RULES), {"en": ENGLISH})
"""All rules, and the sentences of their reasons."""
