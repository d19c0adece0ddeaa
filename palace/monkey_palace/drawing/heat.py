"""Heat maps: a number on every knob of a sheet, darker the more it is, as SVG and for the viewer.

Several share one scale and are drawn side by side.  A difference has a two-sided scale, and every
number of it has its sign.  The legend is below the sheets, where there is no knob.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from palace.core import colours
from palace.core.colours import ink_on
from palace.core.errors import InputError, Problem
from palace.core.scale import Scale
from palace.core.svg import MONO, document, number, tag, width, words
from palace.monkey_palace.drawing.sheet import Sheet, arch_parts, ground_parts, knob_parts
from palace.monkey_palace.drawing.signs import box
from palace.monkey_palace.kernel.elements import COLOUR_WORDS, COLOURS
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.map_compare import differences
from palace.monkey_palace.search.map_stats import (
    FIGURES,
    USUAL,
    MapStats,
    map_stats,
)

TERRAINS = ("height", "credits")
"""The figures that columns can show, a brick each."""

POWERS = "staircases"
"""The figure whose numbers differ by powers of ten."""

_LINE = 14
_GAP = 16
_GHOST = 0.4
_PER_ROW = 3
_BOLD = 1.16
"""How much wider bold writing is."""


@dataclass(frozen=True)
class Heat:
    """A number for each knob of a palace; `about` tells what it is, `notes` are written below it.

    `lines` explain the picture, the first as its title.
    """

    palace: Palace
    figure: str
    values: Mapping[Knob, int]
    scale: Scale
    about: str
    lines: tuple[str, ...]
    notes: Mapping[Knob, str] = field(default_factory=dict)

    @property
    def rises(self) -> bool:
        """Whether columns can show it: a figure of `TERRAINS`, and no difference."""
        return self.figure in TERRAINS and not self.scale.signed

    @property
    def shown(self) -> dict[Knob, int]:
        """The numbers that are drawn: all of a difference, else those above 0."""
        return {knob: n for knob, n in self.values.items() if n or self.scale.signed}


@dataclass(frozen=True)
class Relief:
    """Heat maps for the viewer, side by side and on one scale: tiles over what is built.

    With `terrain` they are columns as high as their number of bricks; a difference has none.
    """

    maps: tuple[Heat, ...]
    terrain: bool = False

    @property
    def columns(self) -> int:
        """How many are side by side."""
        return _columns(len(self.maps))


def check_terrain(figure: str) -> None:
    """Raise an `InputError` unless columns can show a figure."""
    if figure not in TERRAINS:
        what = f"there is no terrain of {figure!r:.40}"
        raise InputError(Problem("--terrain", what, " or ".join(TERRAINS)))


def terrain(
    palace: Palace, figure: str = "height", supply: Supply = USUAL, rulings: Rulings = DEFAULT
) -> Relief:
    """Return a palace as a terrain: on each knob a column as high as `height`, the greatest height
    above an arch's end there, or a brick for each of the most `credits` of a staircase that ends
    there."""
    return Relief((heat(map_stats(palace, supply, rulings), figure),), terrain=True)


def heats(stats: Sequence[MapStats], figure: str) -> tuple[Heat, ...]:
    """Return one of `FIGURES` for each of several palaces, on one scale."""
    found = [one.figure(figure) for one in stats]
    scale = Scale.of(
        [value for values in found for value in values.values()], powers=figure == POWERS
    )
    return tuple(
        Heat(one.palace, figure, values, scale, FIGURES[figure], (_headline(one),))
        for one, values in zip(stats, found, strict=True)
    )


def heat(stats: MapStats, figure: str) -> Heat:
    """Return one of `FIGURES` for a palace; by staircases with the credits and height below."""
    (only,) = heats([stats], figure)
    only = replace(only, lines=(*only.lines, *_shares(stats)))
    if figure != POWERS:
        return only
    notes = {start.knob: f"{start.credits} / {start.height}"
             for start in stats.starts if start.staircases}  # fmt: skip
    about = f"{only.about}; below: best credits / height in bricks"
    return replace(only, about=about, notes=notes)


def difference(one: MapStats, other: MapStats, figure: str) -> Heat:
    """Return how much more `other` has of one of `FIGURES` than `one`, knob by knob."""
    values = differences(one, other, figure)
    scale = Scale.two_sided([*values.values()], powers=figure == POWERS)
    less, more = (_side_name(each, one, other) for each in (one, other))
    where = "with" if one.palace == other.palace else "on"
    lines = f"{more} minus {less}", f"+ more {where} {more}, - more {where} {less}"
    return Heat(other.palace, figure, values, scale, FIGURES[figure], lines)


def _side_name(stats: MapStats, one: MapStats, other: MapStats) -> str:
    """Return what distinguishes one of two: its hand on one palace, else its map."""
    if one.palace == other.palace:
        return str(stats.supply)
    if one.supply == other.supply:
        return stats.palace.ground.title
    return f"{stats.palace.ground.title} with {stats.supply}"


def _headline(stats: MapStats) -> str:
    least = "" if stats.complete else "at least "
    title = stats.palace.ground.title
    return f"{title}: {least}{stats.staircases:,} staircases from {stats.supply}"


def _shares(stats: MapStats) -> Iterator[str]:
    for letter in COLOURS:
        share = stats.share(letter)
        part = 100 * share.staircases / max(stats.staircases, 1)
        yield (
            f"{letter} {COLOUR_WORDS[letter]}: {share.knobs} knobs, {share.starts} of them starts, "
            f"{number(part, 1)} % of the staircases"
        )


def heat_svg(shown: Sequence[Heat], *, size: int | None = None) -> str:
    """Return heat maps side by side as an SVG text, their legend below, `size` pixels wide.

    What is built is pale, and over it every knob has its number in a box of its tone.
    """
    sheets = [Sheet(one.palace.ground, ()) for one in shown]
    columns = _columns(len(shown))
    wide, deep = (max(getattr(sheet, side) for sheet in sheets) for side in ("wide", "deep"))
    head = 0 if len(shown) == 1 else 1.6 * _LINE
    rows = math.ceil(len(shown) / columns)
    whole = columns * wide + (columns - 1) * _GAP
    top = rows * (deep + head) + (rows - 1) * _GAP
    parts: list[str] = []
    for at, (one, sheet) in enumerate(zip(shown, sheets, strict=True)):
        x, y = at % columns * (wide + _GAP), at // columns * (deep + head + _GAP)
        parts.append(tag("g", "\n".join(_panel(one, sheet)), class_="sheet",
                         transform=f"translate({number(x)} {number(y + head)})"))  # fmt: skip
        if head:
            parts += _lines(one.lines[:1], x + 4, y, wide - 8)
    first, *others = shown[0].lines
    below = [f"on each knob the {shown[0].about}"]
    below = below if head else [first, *below, *others]
    legend, bottom = _legend(shown[0].scale, whole)
    parts.append(tag("g", "\n".join(legend), class_="legend",
                     transform=f"translate(0 {number(top + 0.5 * _LINE)})"))  # fmt: skip
    top += bottom + 0.7 * _LINE
    parts += _lines(below, _LINE, top, whole - 2 * _LINE)
    top += (len(below) + 0.6) * _LINE
    paper = box(0, 0, whole, top, colours.PAPER)
    title = "Monkey Palace: " + "; ".join(one.lines[0] for one in shown)
    about = " ".join((shown[0].about, *shown[0].lines))
    return document(whole, top, size or 640 * columns, title, about, [paper, *parts])


def _columns(count: int) -> int:
    """Return how many sheets are side by side."""
    return count if count <= _PER_ROW else math.ceil(math.sqrt(count))


def _panel(heat: Heat, sheet: Sheet) -> Iterator[str]:
    """Yield a sheet with a ghost of what is built and a number on every knob."""
    palace = heat.palace
    yield from ground_parts(palace.ground, sheet)
    built = [*arch_parts(palace, sheet), *knob_parts(palace, sheet)]
    yield tag("g", "\n".join(built), opacity=_GHOST)
    for knob, value in heat.shown.items():
        x, y = sheet.knob(knob)
        tone, text = heat.scale.tone(value), heat.scale.text(value)
        yield box(x - 12.5, y - 6.5, 25, 13, tone, 0.8, 3, class_="knob")
        small = min(9.5, 23 / width(text, 1))
        yield words(text, x, y, small, ink_on(tone), family=MONO)
        if note := heat.notes.get(knob):
            ink = colours.ON_ZONES[palace.ground.colours[knob]]
            yield words(note, x, y + 10.6, 6.6, ink, family=MONO)


def _legend(scale: Scale, wide: float) -> tuple[list[str], float]:
    """Return boxes with the numbers of their tone, from y = 0, and how deep that is."""
    parts: list[str] = []
    x, y = float(_LINE), 0.0
    for tone, text in scale.steps():
        room = 24 + width(text, 9.5)
        if x > _LINE and x + room > wide - _LINE / 2:
            x, y = float(_LINE), y + _LINE
        parts += [
            box(x, y, 14, 10, tone, 0.7, 2),
            words(text, x + 18, y + 5, 9.5, colours.INK, "start", "normal"),
        ]
        x += room + 6
    return parts, y + _LINE


def _lines(lines: Sequence[str], x: float, top: float, room: float) -> Iterator[str]:
    """Yield lines below each other, the first one bold; smaller where they would not fit."""
    small = min((10, *(room / width(line, 1) for line in lines[1:])))
    large = min(11.5, room / (_BOLD * width(lines[0], 1)))
    for index, line in enumerate(lines):
        size, weight = (small, "normal") if index else (large, "bold")
        yield words(line, x, top + (index + 0.8) * _LINE, size, colours.INK, "start", weight)
