"""Small signs of Cooper Island for plans: terrains, cubes, and what stands on tiles."""

from __future__ import annotations

from palace.cooper_island import hues
from palace.cooper_island.spaces import BUILDING, RUIN
from palace.core import colours
from palace.core.svg import MONO, number, tag, words

_LINE = {"stroke": colours.INK, "stroke_width": 1.1, "stroke_linejoin": "round"}

_TERRAIN = {
    "forest": (
        "M-5,9V5M5,9V5",
        "M-5,-8L-10.5,5H0.5ZM5,-5L0.5,5H10Z",
    ),
    "meadow": ("M-8,8Q-8,0 -10,-4M-4,8Q-4,-2 -3,-7M1,8Q1,0 5,-5M7,8Q7,2 10,-1", ""),
    "mountain": ("", "M-11,8L-3,-8L2,0L5,-4L11,8Z"),
    "settlement": ("", "M-9,8V-1L-3,-7L3,-1V8ZM3,8V1L7,-3L10.5,1V8Z"),
}
"""Lines and filled outlines, about 10 around 0, 0."""


def _moved(content: str, x: float, y: float, size: float) -> str:
    place = f"translate({number(x)} {number(y)}) scale({number(size / 10)})"
    return tag("g", content, transform=place)


def terrain_sign(terrain: str, x: float, y: float, size: float) -> str:
    """Trees, grass, peaks or houses, of about `size` around a point."""
    ink = hues.ON_TERRAIN[terrain]
    lines, areas = _TERRAIN[terrain]
    parts = ""
    if lines:
        parts += tag(
            "path", d=lines, fill="none", stroke=ink, stroke_width=2, stroke_linecap="round"
        )
    if areas:
        parts += tag("path", d=areas, fill=ink)
    return _moved(parts, x, y, size)


def cube_sign(resource: str, x: float, y: float, size: float, value: int | None = None) -> str:
    """A cube with the letter of its resource, and how much it is worth."""
    half = size
    ink = hues.ON_CUBE[resource]
    box = tag(
        "rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=0.25 * size,
        fill=hues.CUBE[resource], stroke=colours.PAPER, stroke_width=0.14 * size,
    )  # fmt: skip
    outline = tag(
        "rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=0.25 * size,
        fill="none", stroke=colours.INK, stroke_width=0.09 * size,
    )  # fmt: skip
    text = hues.CUBE_LETTER[resource] + ("" if value is None else str(value))
    return box + outline + words(text, x, y, (1.5 if len(text) < 2 else 1.25) * size, ink,
                                 family=MONO)  # fmt: skip


def piece_sign(piece: str, x: float, y: float, size: float) -> str:
    """A ruin, a building or a statue."""
    if piece == RUIN:
        parts = "".join(
            tag("path", d=d, fill=hues.RUIN, **_LINE)
            for d in ("M-10,9H10V6H-10Z", "M-8,6V-7L-5,-4L-3,-8V6Z", "M2,6V-1L5,-3L8,1V6Z")
        )
    elif piece == BUILDING:
        parts = tag("path", d="M-8,9V-2H8V9Z", fill=colours.PAPER, **_LINE)
        parts += tag("path", d="M-11,-2L0,-11L11,-2Z", fill=hues.BUILDING, **_LINE)
        parts += tag("path", d="M-2.5,9V3H2.5V9Z", fill=colours.INK)
    else:
        parts = tag("path", d="M-8,10H8V6H-8Z", fill=hues.STATUE, **_LINE)
        parts += tag("path", d="M-4.5,6L-3,-4H3L4.5,6Z", fill=hues.STATUE, **_LINE)
        parts += tag("circle", cx=0, cy=-7, r=3.6, fill=hues.STATUE, **_LINE)
    return _moved(parts, x, y, size)
