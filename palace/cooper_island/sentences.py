"""The sentences of reasons in English: what is wrong, and what would be legal, by their keys.

`{at}` is a space, or the player.  Sentences of what a log says are in `log_sentences`.
"""

from __future__ import annotations

from palace.cooper_island.log_sentences import LOG
from palace.cooper_island.phrases import FORMATS
from palace.core.verdict import Language

_TEXTS = {
    # how a tile is laid
    "shape.same": "no double tile shows two halves of {terrain}",
    "shape.apart": "{at} is {away} steps from {other}, not one",
    "shape.one": "both halves would lie on {at}",
    "space": "{at} is {sign:sign}, not land",
    "sea": "{at} is {sign:sign}, not water along the coast",
    "sea.taken": "an islet tile lies on {at} already",
    "stock.double": "no double tile at hand shows it: there is {doubles:doubles}",
    "stock.singles": "no single tile is left",
    "stock.islets": "all islet tiles of the player have been laid",
    "cartographer": "levelling costs {cost} step, and the cartographer has none left",
    "ruin": "a ruin lies on {at}",
    "building": "a {piece} stands on {at}",
    "cube": "a cube of {cube} lies on {at}",
    "levelling": "{terrain} does not lie on the single {below} put under it at {at}",
    "levelling.aside": "the single tile at {at} is under neither half",
    "terrain": "{terrain} does not lie on {below}, which {at} shows",
    "level": "{at} lies at level {lower}, {other} at level {higher}",
    "whole-double": "one double tile lies on {at} and {other}, and it would be covered whole",
    "connection": "no tile lies beside or under {spaces:or}",
    "beach": "beach {number} ({beach:spaced}) would be covered whole",
    "gold.none": "{tile} has no mountain to give gold",
    "gold.low": "{at} would be {height} high, and gold comes from level {least}",
    "gold.always": "{at} would be {height} high, and there a mountain always gives gold",
    # where a building or statue is put
    "space.standing": "{whose:whose}{at} is {sign:sign}, not land",
    "free.piece": "{whose:whose}a {piece} stands on {at}",
    "free.cube": "{whose:whose}a cube of {cube} lies on {at}",
    "free.bare": "{whose:whose}no tile lies on {at}",
    "highest": "{whose:whose}{at} has level {height}, and {other} is free at {higher}",
    "highest.nearest": "{whose:whose}{other} is as high as {at}, and nearer to the start space",
}

_REMEDIES = {
    "tile.other": "lay another kind of tile",
    "tile.at-hand": "at hand: {tiles:list}",
    "tile.draw": "draw a double tile first",
    "tile.terrains": "with {one} goes {others:either}",
    "elsewhere": "{near:or}",
    "nowhere": "this tile cannot be laid anywhere",
    "first.ruin": "take the ruin to the workshop first",
    "first.cube": "spend or store the cube first",
    "first.step": "win a step first",
    "first-or.ruin": "take the ruin to the workshop first, or {near:or}",
    "first-or.cube": "spend or store the cube first, or {near:or}",
    "first-or.step": "win a step first, or {near:or}",
    "standing.on": "on {spaces:or}",
    "standing.none": "free a tile of its cube first",
}

ENGLISH = Language(_TEXTS, _REMEDIES, FORMATS).plus(LOG)
"""Every sentence of this game's reasons."""
