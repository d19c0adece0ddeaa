"""Colours of pictures, as `#rrggbb`.

All that mean something keep their distance in simulated protanopia, deuteranopia and tritanopia,
because they differ in lightness, not in hue alone; tests/core/test_colours.py checks by how much.
Pictures write a letter or a sign beside them all the same.
"""

from __future__ import annotations

ZONES = {"l": "#d3ebb0", "d": "#3f8a68", "g": "#dfa12c"}
"""Areas of the sheet, by colour letter."""

ON_ZONES = {"l": "#3c5a1e", "d": "#ffffff", "g": "#4a3000"}
"""Writing on those areas."""

CLOSED_AREA = "#bdb7ad"
"""The sheet where it has no hole; no zone is grey, and it has no letter."""

DECORATIONS = {"light": "#b7dd57", "dark": "#1f6b45", "gold": "#b8860b"}
"""Decorations, by kind; stronger than the zone they come from."""

ANIMALS = {"monkey": "#7a4a2b", "frog": "#e77fa8", "butterfly": "#3f6fc4"}
"""Animals, by kind."""

ARCHES = ("#dfc794", "#e0825d", "#93c0d3", "#8f72ad", "#f4f3ec")
"""The box has arches of several colours; the rules make no difference between them."""

BRICKS = ("#7ac0b6", "#4b7fac", "#5d4486", "#dba36c")
"""Bricks, likewise; none is red, which is for faults."""

COLUMN = "#8d9aa5"
"""Columns."""

PLATE = "#6f9f58"
"""The baseplate around the sheet, and its knobs."""

CORNER = "#2f7a3d"
"""The corner pieces that hold the sheet."""

INK = "#22252b"
"""Writing and outlines."""

PAPER = "#ffffff"
"""The background of pictures, and of text over other things."""

GROUND = "#e4e9ee"
"""The lower end of the background of stills, which is white at the top."""

PATH = "#2b2f86"
"""A staircase drawn on a plan; far darker than everything below it."""

FAULT = "#c4122f"
"""What a verdict names; always together with a `!`, in the round with white edges."""

LEGAL = "#2f5fa8"
"""A verdict that names nothing; always together with a word."""

TONES = ("#f7f4fb", "#cfc4e3", "#a08cc6", "#6f559f", "#44286f")
"""From few to many; they differ in lightness alone."""

ON_TONES = (INK, INK, INK, PAPER, PAPER)
"""Writing on those."""

TWO_SIDED = ("#7a3a00", "#d9822b", "#f8d9ae", "#f4f4f4", "#c9c4e6", "#6a5aa6", "#3a1a6e")
"""Of a difference, from less to more: orange below 0, purple above; each side grows darker."""

STAIRCASES = (
    "#88ccee", "#332288", "#ddcc77", "#117733", "#ee8866", "#882255",
    "#44aa99", "#6f6f6f", "#bbcc33", "#4477aa", "#ffaabb", "#999933",
)  # fmt: skip
"""Staircases told apart by colour; each has its number beside it, since there may be more."""

ORIGIN = "#e4ddd0"
"""The set-up where staircases are told apart."""

NAMED = {
    "black": "#2b2b2b",
    "blue": "#2f6fb5",
    "brown": "#6b4430",
    "green": "#3f9a4b",
    "grey": "#9a9a98",
    "lavender": "#b79cc9",
    "orange": "#e8862e",
    "pink": "#ec9fc0",
    "red": "#c4281c",
    "tan": "#e6d3a8",
    "white": "#f4f4f0",
    "yellow": "#f2c832",
}
"""Colours that elements of a build may name."""


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another in it."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def ink_on(colour: str) -> str:
    """Return the colour of writing on a colour: dark on light, light on dark."""
    red, green, blue = rgb(colour)
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 125 else PAPER


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour such as `#d3ebb0`, from 0 to 255."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue
