"""The sheet from above, as parts of an SVG: plate, zones, names of knobs, and the pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from palace.core import colours
from palace.core.svg import MONO, Point, number, tag, words
from palace.monkey_palace.drawing.signs import animal_sign, box, disc
from palace.monkey_palace.kernel.elements import ANIMALS, COLOURS
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import FILES, Knob
from palace.monkey_palace.kernel.palace import Palace, units

STUD = 10
"""Units of the picture one stud wide; font sizes below are in these units."""

BORDER = 22
"""Units of plate around the sheet."""

BEYOND = 34
"""Width of the strip for knobs beyond the map."""


class Sheet:
    """The places of a sheet's studs in the picture; knobs beyond the map get a strip of paper."""

    def __init__(self, ground: GroundMap, knobs: Iterable[Knob]) -> None:
        self.ground = ground
        west, south, wide, deep = ground.sheet
        beyond = [knob for knob in knobs if knob not in ground]
        east_strip = BEYOND if any(knob.file >= ground.width for knob in beyond) else 0
        north_strip = BEYOND if any(knob.rank >= ground.depth for knob in beyond) else 0
        self.plate_wide, self.plate_deep = wide * STUD + 2 * BORDER, deep * STUD + 2 * BORDER
        self.wide, self.deep = self.plate_wide + east_strip, self.plate_deep + north_strip
        self.top = north_strip
        self.origin = BORDER - west * STUD, self.deep - BORDER + south * STUD

    def point(self, x: float, y: float) -> Point:
        """Return the place of a point given in studs."""
        return self.origin[0] + x * STUD, self.origin[1] - y * STUD

    def knob(self, knob: Knob) -> Point:
        """Return the middle of a knob.

        One far beyond the map is moved to the edge of the picture.
        """
        x, y = self.ground.stud(knob)
        across, down = self.point(x + 0.5, y + 0.5)
        return min(across, self.wide - BEYOND / 2), max(down, BEYOND / 2)


def ground_parts(ground: GroundMap, sheet: Sheet) -> Iterator[str]:
    """Yield the plate, the sheet with its zones, and the knob names along all four sides."""
    _, _, wide, deep = ground.sheet
    yield box(0, sheet.top, sheet.plate_wide, sheet.plate_deep, colours.PLATE)
    yield box(BORDER, sheet.top + BORDER, wide * STUD, deep * STUD, colours.CLOSED_AREA)
    for knob, letter in ground.colours.items():
        west, south, east, north = ground.square(knob)
        x, y = sheet.point(west, north)
        yield tag(
            "rect", x=x, y=y, width=(east - west) * STUD, height=(north - south) * STUD,
            fill=colours.ZONES[letter], stroke=colours.PAPER, stroke_width=0.5,
        )  # fmt: skip
    for knob, letter in ground.colours.items():
        x, y = sheet.knob(knob)
        yield words(letter, x - 11.5, y - 10.5, 9, colours.ON_ZONES[letter], family=MONO)
    for file in range(ground.width):
        x, _ = sheet.knob(Knob(file, 0))
        for y in (sheet.top + BORDER / 2, sheet.deep - BORDER / 2):
            yield words(FILES[file], x, y, 13, colours.INK)
    for rank in range(ground.depth):
        _, y = sheet.knob(Knob(0, rank))
        for x in (BORDER / 2, sheet.plate_wide - BORDER / 2):
            yield words(str(rank + 1), x, y, 13, colours.INK)


def arch_parts(palace: Palace, sheet: Sheet) -> Iterator[str]:
    """Yield the arches that can be seen from above, the lowest first."""
    highest: dict[tuple[Knob, str], int] = {}
    for knob in palace.ground.colours:
        for letter, level in units(palace.column(knob)):
            if letter in "EN":
                highest[knob, letter] = level
    for (knob, way), _ in sorted(highest.items(), key=lambda item: (item[1], item[0])):
        other = knob.step(way)
        if other is None:
            continue
        (x, y), (right, top) = sheet.knob(knob), sheet.knob(other)
        wide, deep = right - x + STUD, y - top + STUD
        yield box(x - STUD / 2, top - STUD / 2, wide, deep, colours.ARCHES[0], 0.9, 1.5)


def knob_parts(palace: Palace, sheet: Sheet) -> Iterator[str]:
    for knob, height in palace.heights.items():
        x, y = sheet.knob(knob)
        top = palace.tops[knob]
        if not height:
            yield disc(x, y, 4, colours.PLATE, 0.9)
        elif top in COLOURS:
            yield from _decoration(top, height, x, y)
        else:
            yield disc(x, y, 7.5, colours.PAPER, 0.9)
            yield words(str(height), x, y, 11, colours.INK, family=MONO)
    for letter, knob in palace.animals:
        x, y = sheet.knob(knob)
        yield animal_sign(ANIMALS[letter], x + 12, y + 10.5, 7)


def _decoration(letter: str, height: int, x: float, y: float) -> Iterator[str]:
    """Leaves for the two greens, a ring for gold; the letter distinguishes the greens."""
    fill = colours.DECORATIONS[COLOURS[letter]]
    if letter == "g":
        yield disc(x, y, 11, fill, 0.9)
        yield disc(x, y, 9.2, colours.PAPER)
    else:
        for turn in (0, 60, 120):
            yield tag(
                "ellipse", cx=x, cy=y, rx=12.6, ry=5, fill=fill, stroke=colours.INK,
                stroke_width=0.9, transform=f"rotate({turn + 30} {number(x)} {number(y)})",
            )  # fmt: skip
        yield tag("circle", cx=x, cy=y, r=8.8, fill=colours.PAPER, stroke=fill, stroke_width=1.4)
    text = f"{height}{letter}"
    yield words(text, x, y, 11 if len(text) < 3 else 8.8, colours.INK, family=MONO)
