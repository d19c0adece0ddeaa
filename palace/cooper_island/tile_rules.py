"""The rules of tiles and of what stands on them: the codes of a placement's faults."""

from __future__ import annotations

from palace.core.verdict import Rule

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
        "whole-double", "Income phase", "over two different tiles",
        "Under the ruling exact-double=bridge a double tile does not lie exactly on one double "
        "tile.",
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
        "owner chooses one (ruling highest-tie).",
    ),
)  # fmt: skip
