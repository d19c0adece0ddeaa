"""The LDraw parts of the pieces: names, origins, colours.

All origins are measured in the parts library (2206, the butterfly in 2502): studs at y = -4, the
origin of a brick in the middle of its upper side, that of an animal under its feet.  LDraw's x is
our east, its z our north, its y points down; a stud is 20 LDU wide, a brick 24 high.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from palace.core import colours
from palace.core.colours import rgb
from palace.files.ldraw import DIRECT, plain_name
from palace.monkey_palace.kernel.elements import BASEPLATE, PIECES, Element, Stud

STUD, BRICK = 20, 24
"""LDU."""

ANIMALS = frozenset(("monkey", "frog", "butterfly"))

ROUND = frozenset(("light", "dark", "gold", *ANIMALS))
"""Kinds that may be turned by any angle: they have one knob, and are round below."""


class Part(NamedTuple):
    """How a part stands for a kind of element.

    `first` is the middle of its south-west stud at turn 0, seen from its origin, in studs; `drop`
    the way from its origin down to its underside, in LDU.  `kind` is `bamboo` for both greens.
    """

    kind: str
    drop: float
    first: tuple[float, float] = (0, 0)


_PARTS = {
    "arch": (("3659", "3659a", "3659b"), 24, (-1.5, 0)),
    "brick": (("3005", "30071", "35382"), 24, (0, 0)),
    "column": (("14716",), 72, (0, 0)),
    "bamboo": (("30176",), 24, (0, 0)),
    "gold": (("3062b", "3062", "3062a", "3062c"), 24, (0, 0)),
    "corner": (("2357", "2357a", "2357b"), 24, (0, 0)),
    "frog": (("33320",), 0, (0, 0)),
    "butterfly": (("80674",), 0, (0, 0)),
}

PARTS = {
    name: Part(kind, drop, first) for kind, (names, drop, first) in _PARTS.items() for name in names
} | {
    # The monkey crouches; standing, its legs reach further down.  The part of the box is a guess.
    "2550c01": Part("monkey", 21.5),
    "2550c02": Part("monkey", 46.7),
    "2550": Part("monkey", 0),
    "14736": Part("monkey", 0),
    "77864": Part("monkey", 0),
}  # fmt: skip
"""Every part that is a piece, by its name without `.dat`; the first of a kind is written."""

PLATES = {
    **dict.fromkeys(("3811", "2358", "2359", "2360", "2361", "30225b", "30030"), (32, 32)),
    **dict.fromkeys(("309", "425", "4478", "44336", "44341", "44342", "44343"), (32, 32)),
    **dict.fromkeys(("3867", "6098"), (16, 16)),
    "4186": (48, 48),
    **dict.fromkeys(("782", "10782"), (50, 50)),
    **dict.fromkeys(("3857", "374", "2748"), (32, 16)),
    **dict.fromkeys(("3334", "455"), (24, 16)),
    **dict.fromkeys(("10", "10a", "10b"), (32, 24)),
    "3865": (16, 8),
    "3497": (24, 8),
    "4187": (32, 8),
}
"""Baseplates, flat at least where there are no roads: studs along x and z."""

SQUARE = {32: BASEPLATE.ldraw, 16: "3867.dat", 48: "4186.dat", 50: "782.dat"}
"""The plate to write, by its side; other sides have no part."""

_PATTERN = re.compile(r"(\d+[a-z]?|2550c0\d)(?:p[0-9a-z]+)?")


def stem(name: str) -> str:
    """Return the number of a part without folder, `.dat` and the letters of a printed pattern."""
    short = plain_name(name).removesuffix(".dat").removeprefix("parts/")
    found = _PATTERN.fullmatch(short)
    return found[1] if found else short


def is_part(name: str) -> bool:
    """Return whether a name is that of a piece or a baseplate."""
    return stem(name) in PARTS or stem(name) in PLATES


def part_name(kind: str) -> str:
    """Return the part that is written for a kind of element."""
    return PIECES[kind].ldraw


def part_of(kind: str) -> Part:
    """Return the measures of that part."""
    return PARTS[stem(part_name(kind))]


def quarter(turn: int, x: float, y: float) -> tuple[float, float]:
    """Return a point turned anticlockwise about 0, 0 by quarter turns."""
    for _ in range(turn % 4):
        x, y = -y, x
    return x, y


@cache
def south_west(element_studs: tuple[Stud, ...], first: tuple[float, float], turn: int) -> Stud:
    """Return the middle of the south-west stud of the turned footprint, seen from the origin.

    In half studs, so that it is exact; `element_studs` are the studs at turn 0.
    """
    places = [quarter(turn, 2 * (first[0] + x), 2 * (first[1] + y)) for x, y in element_studs]
    return int(min(x for x, _ in places)), int(min(y for _, y in places))


CODES = {
    0: "#1b2a34", 1: "#1e5aa8", 2: "#00852b", 3: "#069d9f", 4: "#b40000", 5: "#d3359d",
    6: "#543324", 7: "#8a928d", 8: "#545955", 9: "#97cbd9", 10: "#58ab41", 11: "#00aaa4",
    12: "#f06d61", 13: "#f6a9bb", 14: "#fac80a", 15: "#f4f4f4", 17: "#add9a8", 18: "#ffd67f",
    19: "#b0a06f", 20: "#afbed6", 22: "#671f81", 23: "#0e3e9a", 25: "#d67923", 26: "#901f76",
    27: "#a5ca18", 28: "#897d62", 29: "#ff9ecd", 30: "#a06eb9", 31: "#cda4de", 68: "#fdc383",
    69: "#8a12a8", 70: "#5f3109", 71: "#969696", 72: "#646464", 73: "#7396c8", 74: "#7fc475",
    77: "#fecccf", 78: "#ffc995", 84: "#aa7d55", 85: "#441a91", 86: "#7b5d41",
    89: "#1c58a7", 92: "#bb805a", 100: "#f9b7a5", 110: "#26469a", 112: "#4861ac", 115: "#b7d425",
    118: "#9cd6cc", 120: "#deea92", 125: "#f9a777", 128: "#ad6140", 151: "#c8c8c8",
    191: "#fcac00", 212: "#9dc3f7", 216: "#872b17", 218: "#8e5597", 219: "#564e9d",
    226: "#ffec6c", 232: "#77c9d8", 272: "#19325a", 288: "#00451a", 295: "#ff94c2",
    297: "#aa7f2e", 308: "#352100", 313: "#abd9ff", 320: "#720012", 321: "#469bc3",
    322: "#68c3e2", 323: "#d3f2ea", 326: "#e2f99a", 330: "#77774e", 335: "#88605e",
    351: "#f785b1", 353: "#ff6d77", 366: "#d86d2c", 368: "#edff21", 373: "#75657d",
    378: "#708e7c", 379: "#70819a", 450: "#d27744", 462: "#f58624", 484: "#91501c",
}  # fmt: skip
"""LDraw's solid colours, as its LDConfig.ldr has them."""

NAMED = {
    "black": 0, "blue": 1, "brown": 6, "green": 2, "grey": 71, "lavender": 31, "orange": 25,
    "pink": 13, "red": 4, "tan": 19, "white": 15, "yellow": 14,
}  # fmt: skip
"""The colours an element may name."""

_SHOWN = {
    **dict(zip(colours.ARCHES, (78, 450, 9, 30, 15), strict=True)),
    **dict(zip(colours.BRICKS, (118, 73, 219, 125), strict=True)),
    colours.COLUMN: 71,
    colours.CORNER: 2,
    colours.PLATE: 10,
    colours.DECORATIONS["light"]: 27,
    colours.DECORATIONS["dark"]: 288,
    colours.DECORATIONS["gold"]: 297,
    colours.ANIMALS["monkey"]: 70,
    colours.ANIMALS["frog"]: 351,
    colours.ANIMALS["butterfly"]: 1,
    **{colours.NAMED[name]: code for name, code in NAMED.items()},
}
"""The nearest real colour of each colour of the pictures."""

_GOLDS = frozenset((14, 16, 18, 19, 28, 65, 78, 82, 142, 191, 226, 297, 334, 494))
"""Gold, yellow, tan, and that of the submodel."""

_GREENS = {
    **dict.fromkeys((10, 17, 27, 74, 115, 120, 326, 35, 42, 227), "light"),
    **dict.fromkeys((2, 288, 378, 330, 186, 34), "dark"),
}

_BY_CODE = {code: name for name, code in NAMED.items()}
_BY_COLOUR = {colour: code for code, colour in CODES.items()}
_OTHER = re.compile(r"LDraw (\d{1,10})")


def code_of(tint: str) -> int:
    """Return the LDraw colour of a colour of the pictures, `#rrggbb`."""
    known = _SHOWN.get(tint, _BY_COLOUR.get(tint))
    return DIRECT | int(tint[1:], 16) if known is None else known


def named_code(text: str) -> int | None:
    """Return the LDraw colour that `colour_text` calls so, if it is none of the pictures'."""
    found = _OTHER.fullmatch(text)
    return int(found[1]) if found else None


def colour_text(code: int) -> str:
    """Return what an element of an LDraw colour has as its own: a name, `#rrggbb`, `LDraw 80`."""
    if code in _BY_CODE:
        return _BY_CODE[code]
    if code in CODES:
        return CODES[code]
    if DIRECT <= code < DIRECT + (1 << 24):
        return f"#{code - DIRECT:06x}"
    return f"LDraw {code}"


def bamboo_kind(code: int) -> str | None:
    """Return which green a bamboo is by its colour: light, dark, or None for neither."""
    if code in _GREENS:
        return _GREENS[code]
    if not DIRECT <= code < DIRECT + (1 << 24):
        return None
    red, green, blue = rgb(f"#{code - DIRECT:06x}")
    if green <= max(red, blue):
        return None
    return "light" if red * 3 + green * 6 + blue > 1200 else "dark"


def is_gold(code: int) -> bool:
    """Return whether the colour of a round brick is that of a gold decoration."""
    if not DIRECT <= code < DIRECT + (1 << 24):
        return code in _GOLDS
    red, green, blue = rgb(f"#{code - DIRECT:06x}")
    return red >= green > blue and 3 * green > 2 * red


def heading(turn: int) -> tuple[int, ...]:
    """Return the nine numbers of a part at a quarter turn."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn % 4]
    return cos, 0, -sin, 0, 1, 0, sin, 0, cos


def origin_of(element: Element, plate: int) -> tuple[float, float, float]:
    """Return where the part of an element has its origin, in LDU; 0 is the middle of the plate."""
    part = part_of(element.kind)
    west, south = south_west(element.piece.footprint, part.first, element.turn)
    x = STUD * element.x + STUD // 2 - west * STUD // 2 - plate * STUD // 2
    z = STUD * element.y + STUD // 2 - south * STUD // 2 - plate * STUD // 2
    return x, -BRICK * element.level - part.drop, z
