"""Pieces along a walk from the side, unrolled into one plane, to scale."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import pi
from typing import NamedTuple

from palace.core import colours
from palace.core.svg import MONO, number, tag, words
from palace.monkey_palace.drawing.signs import box, disc
from palace.monkey_palace.kernel.elements import COLOURS, PIECES, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob

STUD, BRICK = 8.0, 9.6
"""Millimetres that a stud is wide and a brick is high."""

_KNOB_WIDE, _KNOB_HIGH = 4.8, 1.7
_PLATE = 3.0
_COLOURS = {
    "arch": colours.ARCHES[0],
    "brick": colours.BRICKS[0],
    "column": colours.mixed(colours.COLUMN, colours.PAPER, 0.4),
    **colours.DECORATIONS,
}
PALE = colours.mixed(colours.ORIGIN, colours.INK, 0.12)
"""Pieces that were there before."""

_PETALS = {"gold": 8, "light": 5}


class Side(NamedTuple):
    """A view from the side: `wide` and `deep` in mm, with its parts, origin upper left."""

    wide: float
    deep: float
    parts: tuple[str, ...]


def side_view(
    ground: GroundMap,
    walk: Sequence[Knob],
    pieces: Sequence[Element],
    *,
    wide: float,
    size: float,
    labels: Sequence[str],
    old: Collection[Element] = (),
    names: Sequence[str] = (),
) -> Side:
    """Return pieces on the knobs of a walk as seen from its side, in `wide` mm, bends unrolled.

    `labels` are written below the knobs, `size` mm high; `names` on the pieces, in their order, by
    default the letters of bricks, columns and decorations.  Those in `old` are pale.
    """
    written = names or [PIECES[piece.kind].letter for piece in pieces]
    places = {ground.stud(knob): knob for knob in walk}
    drawn = list[tuple[Element, list[Knob], str]]()
    for piece, name in sorted(zip(pieces, written, strict=True), key=lambda pair: pair[0].level):
        knobs = [places[foot] for foot in piece.feet if foot in places]
        if len(knobs) == (2 if piece.kind == "arch" else 1):
            drawn.append((piece, knobs, name))
    length = (len(walk) - 1) * ground.pitch * STUD + STUD
    margin = max(0.0, max(0.61 * size * len(label) for label in labels) / 2 - 1)
    scale = (wide - 2 * margin) / (length + STUD)
    top = max(piece.top for piece, _, _ in drawn)
    bottom = (top * BRICK + _KNOB_HIGH) * scale
    at = {knob: margin + (index * ground.pitch + 0.5) * STUD * scale
          for index, knob in enumerate(walk)}  # fmt: skip
    parts = [box(0, bottom, wide, _PLATE * scale, colours.PLATE)]
    bumps = (x + STUD * scale / 2 for x in at.values())
    parts += [_bump(x, bottom, scale, colours.PLATE) for x in bumps]
    for piece, knobs, name in drawn:
        left = min(at[knob] for knob in knobs)
        tint = PALE if piece in old else _COLOURS[piece.kind]
        parts += _piece(piece, left, bottom, scale, size, name, tint)
    low = bottom + _PLATE * scale + 0.85 * size
    for knob, label in zip(walk, labels, strict=True):
        x = at[knob] + STUD * scale / 2
        parts.append(words(label, x, low, size, colours.INK, family=MONO))
    return Side(wide, low + 0.7 * size, tuple(parts))


def _bump(middle: float, top: float, scale: float, fill: str) -> str:
    wide, high = _KNOB_WIDE * scale, _KNOB_HIGH * scale
    return box(middle - wide / 2, top - high, wide, high + 0.2, fill, 0.2)


def _piece(
    piece: Element, left: float, bottom: float, scale: float, size: float, name: str, fill: str
) -> Iterator[str]:
    studs = 4 if piece.kind == "arch" else 1
    wide, high = studs * STUD * scale, PIECES[piece.kind].height * BRICK * scale
    top, middle = bottom - piece.level * BRICK * scale - high, left + wide / 2
    for stud in range(studs * (piece.kind not in _PETALS)):
        yield _bump(left + (stud + 0.5) * STUD * scale, top, scale, fill)
    if piece.kind == "arch":
        low, right, foot = top + high, left + wide, STUD * scale
        bow = f"A{number(foot)},{number(0.66 * high)} 0 0 0 "
        yield tag(
            "path",
            d=f"M{number(left)},{number(top)}H{number(right)}V{number(low)}H{number(right - foot)}"
            f"{bow}{number(left + foot)},{number(low)}H{number(left)}Z",
            fill=fill, stroke=colours.INK, stroke_width=0.3,
        )  # fmt: skip
    elif piece.kind in COLOURS.values():
        yield from flower(piece.kind, middle, top + high / 2, wide, fill, 0.3)
    else:
        yield box(left, top, wide, high, fill, 0.3, 0.3)
    if name and piece.kind == "arch":
        y = top + 0.2 * high
        yield disc(middle, y, 0.68 * size, colours.PAPER, 0.25)
        yield words(name, middle, y, size, colours.INK, family=MONO)
    elif name:
        small = min(size, 0.9 * high, 0.95 * wide / 0.61)
        ink = colours.PAPER if piece.kind == "dark" and fill != PALE else colours.INK
        yield words(name, middle, top + high / 2, small, ink, family=MONO)


def flower(
    kind: str, x: float, y: float, wide: float, fill: str, outline: float
) -> Iterator[str]:  # fmt: skip
    """Yield a decoration round a point, petals or a leaf."""
    if (petals := _PETALS.get(kind)) is None:
        yield box(x - wide / 2, y - 0.6 * wide, wide, 1.2 * wide, fill, outline, wide / 2)
        return
    ring = {"cx": x, "cy": y, "fill": "none", "r": 0.4 * wide}
    ring["stroke_dasharray"] = f"0 {number(0.8 * pi * wide / petals)}"  # its dots are round
    for line, thick in ((colours.INK, 0.46), (fill, 0.36)):
        yield tag("circle", **ring, stroke=line, stroke_width=thick * wide,
                  stroke_linecap="round")  # fmt: skip
    yield disc(x, y, 0.3 * wide, colours.PAPER, outline)
