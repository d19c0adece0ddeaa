"""Colours of Cooper Island, as `#rrggbb`.

Terrains keep a distance of 20 and more (CAM02-UCS) from each other, and so do cubes, in simulated
protanopia, deuteranopia and tritanopia; pictures show a sign or a letter beside them all the same.
"""

from __future__ import annotations

TERRAIN = {
    "forest": "#2f5545",
    "meadow": "#b9e063",
    "mountain": "#948aa6",
    "settlement": "#d25b26",
}
"""Tops of tiles."""

ON_TERRAIN = {
    "forest": "#ffffff",
    "meadow": "#22252b",
    "mountain": "#16181c",
    "settlement": "#08090b",
}
"""Writing on them."""

CUBE = {
    "wood": "#613024",
    "food": "#ffa1be",
    "stone": "#6a7496",
    "cloth": "#60289c",
    "gold": "#fff04a",
}
"""Cubes, by resource."""

ON_CUBE = {
    "wood": "#ffffff",
    "food": "#22252b",
    "stone": "#ffffff",
    "cloth": "#ffffff",
    "gold": "#22252b",
}
"""The letter on them."""

CUBE_LETTER = {"wood": "W", "food": "F", "stone": "S", "cloth": "C", "gold": "G"}

GROUND = "#f7e6d3"
"""Land without a tile."""

WATER = "#93d3f3"
DEEP = "#5fb0dc"
"""Water along the coast, and the sea behind it."""

BEACH = "#efd9a0"
"""Beaches of the sea track, and the sea half of an islet tile."""

BUILDING = "#8a2f1d"
STATUE = "#e9e4d8"
RUIN = "#b7ab9a"
"""What stands there."""
