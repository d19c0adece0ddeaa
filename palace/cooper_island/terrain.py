"""The four terrains of landscape tiles, and the five resources they give."""

from __future__ import annotations

TERRAINS = ("forest", "meadow", "mountain", "settlement")

LETTERS = {"forest": "f", "meadow": "m", "mountain": "r", "settlement": "s"}
"""One letter for each; a mountain is `r`, for rock."""

OF_LETTER = {letter: terrain for terrain, letter in LETTERS.items()}

GIVES = {"forest": "wood", "meadow": "food", "mountain": "stone", "settlement": "cloth"}
"""The resource of each terrain."""

GOLD = "gold"
GOLD_HEIGHT = 3
"""Tiles a mountain needs to give gold."""

RESOURCES = (*GIVES.values(), GOLD)

SIGNS = {
    "l": "land",
    "r": "land with a ruin",
    "s": "land, the start space",
    "t": "land, one of the three top spaces",
    "w": "water along the coast",
    "h": "the harbour",
    ".": "nothing",
}
"""Letters of a layout."""

OFF = "off the peninsula"
"""What a space without a letter is."""

LAND = "lrst"
TOPS = 3
