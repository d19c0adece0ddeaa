"""A palace from above, as SVG: what stands where, how high, and a staircase drawn on it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from itertools import pairwise

from palace import colours
from palace.elements import ANIMALS, COLOUR_WORDS, COLOURS
from palace.errors import NotationError
from palace.ground import GroundMap
from palace.knob import FILES, Knob
from palace.position import Palace, units
from palace.signs import animal_sign
from palace.squares import square
from palace.staircase import Staircase
from palace.svg import MONO, Point, document, number, path, tag, width, words
from palace.verdict import Verdict

STUD = 10
"""Units of the picture one stud wide; font sizes below are in these units."""

_BORDER = 22
_BEYOND = 34
_LINE = 14
_MOST_REASONS = 4
_PILL_ROOM = 34
_BADGE_ROOM = 19


def plan_svg(
    palace: Palace,
    staircase: Staircase | None = None,
    verdict: Verdict | None = None,
    *,
    size: int = 640,
) -> str:
    """The sheet from above, north on top, as an SVG text `size` pixels wide.

    Zones have their colour and their letter `l d g` at every knob, knobs their height in bricks;
    decorations add their letter.  Of the arches the highest between two knobs is drawn.  A
    staircase is a numbered line with its supports (`_cb` under an arch's end, `+b` on top); what
    `verdict` names is ringed in red with a `!`.
    """
    named = _named(verdict)
    knobs = [*(staircase.knobs if staircase else ()), *named]
    sheet = _Sheet(palace.ground, knobs)
    caption, lines = _caption(palace.ground, verdict, sheet.wide)
    deep = sheet.deep + lines * _LINE
    parts = [
        tag("rect", x=0, y=0, width=sheet.wide, height=deep, fill=colours.PAPER),
        *_ground(palace.ground, sheet),
        *_arches(palace, sheet),
        *(_walk(staircase, sheet) if staircase else ()),
        *_knobs(palace, sheet),
        *_off_map(palace.ground, knobs, sheet),
        *_rings(named, sheet),
        *(_steps(palace, staircase, sheet) if staircase else ()),
        *_warnings(named, sheet),
        tag("g", caption, transform=f"translate(0 {number(sheet.deep)})"),
    ]
    title = f"Monkey Palace, {palace.ground.title}, from above"
    return document(sheet.wide, deep, size, title, _about(palace, staircase, verdict), parts)


class _Sheet:
    """Where the studs of a sheet lie in the picture; knobs beyond the map get a strip of paper."""

    def __init__(self, ground: GroundMap, knobs: Iterable[Knob]) -> None:
        self.ground = ground
        west, south, wide, deep = ground.sheet
        beyond = [knob for knob in knobs if knob not in ground]
        east_strip = _BEYOND if any(knob.file >= ground.width for knob in beyond) else 0
        north_strip = _BEYOND if any(knob.rank >= ground.depth for knob in beyond) else 0
        self.plate_wide, self.plate_deep = wide * STUD + 2 * _BORDER, deep * STUD + 2 * _BORDER
        self.wide, self.deep = self.plate_wide + east_strip, self.plate_deep + north_strip
        self.top = north_strip
        self.origin = _BORDER - west * STUD, self.deep - _BORDER + south * STUD

    def point(self, x: float, y: float) -> Point:
        """The place of a point given in studs."""
        return self.origin[0] + x * STUD, self.origin[1] - y * STUD

    def knob(self, knob: Knob) -> Point:
        """The middle of a knob; one far beyond the map is moved to the edge of the picture."""
        x, y = self.ground.stud(knob)
        across, down = self.point(x + 0.5, y + 0.5)
        return min(across, self.wide - _BEYOND / 2), max(down, _BEYOND / 2)


def _named(verdict: Verdict | None) -> list[Knob]:
    """The knobs a verdict names, each once."""
    named: dict[Knob, None] = {}
    for reason in verdict.reasons if verdict is not None else ():
        try:
            named[Knob.read(reason.at)] = None
        except NotationError:
            continue  # a kind of piece, a stud between the knobs, a player
    return list(named)


def _ground(ground: GroundMap, sheet: _Sheet) -> Iterator[str]:
    """The plate, the sheet with its zones, and the names of the knobs along all four sides."""
    yield tag(
        "rect", x=0, y=sheet.top, width=sheet.plate_wide, height=sheet.plate_deep,
        fill=colours.PLATE,
    )  # fmt: skip
    yield tag(
        "rect", x=_BORDER, y=sheet.top + _BORDER, width=sheet.plate_wide - 2 * _BORDER,
        height=sheet.plate_deep - 2 * _BORDER, fill=colours.CLOSED_AREA,
    )  # fmt: skip
    for knob, letter in ground.colours.items():
        west, south, east, north = square(ground, knob)
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
        for y in (sheet.top + _BORDER / 2, sheet.deep - _BORDER / 2):
            yield words(FILES[file], x, y, 13, colours.INK)
    for rank in range(ground.depth):
        _, y = sheet.knob(Knob(0, rank))
        for x in (_BORDER / 2, sheet.plate_wide - _BORDER / 2):
            yield words(str(rank + 1), x, y, 13, colours.INK)


def _arches(palace: Palace, sheet: _Sheet) -> Iterator[str]:
    """The arches that can be seen from above, the lowest first."""
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
        half = STUD / 2
        yield tag(
            "rect", x=x - half, y=top - half, width=right - x + STUD, height=y - top + STUD,
            rx=1.5, fill=colours.ARCHES[0], stroke=colours.INK, stroke_width=0.9,
        )  # fmt: skip


def _knobs(palace: Palace, sheet: _Sheet) -> Iterator[str]:
    for knob, height in palace.heights.items():
        x, y = sheet.knob(knob)
        top = palace.tops[knob]
        if not height:
            yield tag(
                "circle", cx=x, cy=y, r=4, fill=colours.PLATE, stroke=colours.INK, stroke_width=0.9
            )
        elif top in COLOURS:
            yield from _decoration(top, height, x, y)
        else:
            yield tag(
                "circle",
                cx=x,
                cy=y,
                r=7.5,
                fill=colours.PAPER,
                stroke=colours.INK,
                stroke_width=0.9,
            )
            yield words(str(height), x, y, 11, colours.INK, family=MONO)
    for letter, knob in palace.animals:
        x, y = sheet.knob(knob)
        yield animal_sign(ANIMALS[letter], x + 12, y + 10.5, 7)


def _decoration(letter: str, height: int, x: float, y: float) -> Iterator[str]:
    """Leaves for the two greens, a ring for gold; the letter tells the greens apart."""
    fill = colours.DECORATIONS[COLOURS[letter]]
    if letter == "g":
        yield tag("circle", cx=x, cy=y, r=11, fill=fill, stroke=colours.INK, stroke_width=0.9)
        yield tag("circle", cx=x, cy=y, r=9.2, fill=colours.PAPER)
    else:
        for turn in (0, 60, 120):
            yield tag(
                "ellipse", cx=x, cy=y, rx=12.6, ry=5, fill=fill, stroke=colours.INK,
                stroke_width=0.9, transform=f"rotate({turn + 30} {number(x)} {number(y)})",
            )  # fmt: skip
        yield tag("circle", cx=x, cy=y, r=8.8, fill=colours.PAPER, stroke=fill, stroke_width=1.4)
    text = f"{height}{letter}"
    yield words(text, x, y, 11 if len(text) < 3 else 8.8, colours.INK, family=MONO)


def _walk(staircase: Staircase, sheet: _Sheet) -> Iterator[str]:
    """The line of a staircase, an arrow on every step; a step no arch can make is dashed."""
    legs = [
        (one, other, sheet.knob(one), sheet.knob(other)) for one, other in pairwise(staircase.knobs)
    ]
    for wider, stroke in ((7, colours.PAPER), (3.6, colours.PATH)):
        for one, other, start, end in legs:
            yield tag(
                "path", d=path((start, end)), stroke=stroke, stroke_width=wider,
                stroke_linecap="round",
                stroke_dasharray=None if one.way_to(other) else "1 7",
            )  # fmt: skip
    for _, _, (x, y), (right, low) in legs:
        length = ((right - x) ** 2 + (low - y) ** 2) ** 0.5 or 1
        east, south = (right - x) / length, (low - y) / length
        middle, back = ((x + right) / 2, (y + low) / 2), -4
        corners = (
            (middle[0] + ahead * east - aside * south, middle[1] + ahead * south + aside * east)
            for ahead, aside in ((4.5, 0), (back, 5), (back, -5))
        )
        yield tag(
            "path", d=path(corners) + "Z", fill=colours.PATH, stroke=colours.PAPER, stroke_width=1
        )


def _steps(palace: Palace, staircase: Staircase, sheet: _Sheet) -> Iterator[str]:
    """The numbers of the walk and the supports at each knob."""
    numbers: dict[Knob, list[str]] = {}
    supports: dict[Knob, list[str]] = {}
    walked = zip(staircase.knobs, staircase.unders, staircase.risers, strict=True)
    for step, (knob, under, riser) in enumerate(walked, 1):
        numbers.setdefault(knob, []).append(str(step))
        notes = supports.setdefault(knob, [])
        notes.append((under and f"_{under}") + (riser and f"+{riser}"))
    animals = {knob for _, knob in palace.animals}
    for knob, steps in numbers.items():
        x, y = sheet.knob(knob)
        note = "".join(supports[knob])
        if note:
            shift = -9 if knob in animals else 6 if knob.step("W") in animals else 0
            size = min(8, max(5.5, _PILL_ROOM / width("x" + note, 1)))
            yield _pill(note, x + shift, y + 10.5, size, colours.PAPER, colours.PATH)
        text = ",".join(steps)
        size = min(8.5, max(5.5, _BADGE_ROOM / width("x" + text, 1)))
        left = 4 if len(text) < 3 else -5
        across = x + left + max(width("x" + text, size), 1.3 * size) / 2
        yield _pill(text, across, y - 9.2, size, colours.PATH, colours.PAPER)


def _pill(text: str, x: float, y: float, size: float, fill: str, ink: str) -> str:
    wide = max(width("x" + text, size) - 0.1 * size, 1.25 * size)
    deep = 1.3 * size
    return tag(
        "rect", x=x - wide / 2, y=y - deep / 2, width=wide, height=deep, rx=0.4 * size,
        fill=fill, stroke=ink, stroke_width=0.8,
    ) + words(text, x, y - 0.1 * size, size, ink, family=MONO)  # fmt: skip


def _off_map(ground: GroundMap, knobs: Iterable[Knob], sheet: _Sheet) -> Iterator[str]:
    """Names of knobs there are none of."""
    for knob in dict.fromkeys(knobs):
        if knob not in ground:
            x, y = sheet.knob(knob)
            yield tag("circle", cx=x, cy=y, r=9, fill=colours.PAPER)
            yield words(str(knob), x, y, 10, colours.INK, family=MONO)


def _rings(named: Iterable[Knob], sheet: _Sheet) -> Iterator[str]:
    """A red ring around every knob the verdict names."""
    for knob in named:
        x, y = sheet.knob(knob)
        for wider, stroke in ((4.4, colours.PAPER), (2.6, colours.FAULT)):
            yield tag("circle", cx=x, cy=y, r=11, fill="none", stroke=stroke, stroke_width=wider)


def _warnings(named: Iterable[Knob], sheet: _Sheet) -> Iterator[str]:
    """A `!` beside every knob the verdict names, over all that lies there."""
    for knob in named:
        x, y = sheet.knob(knob)
        yield _pill("!", x - 11, y - 9.5, 9.5, colours.FAULT, colours.PAPER)


def _caption(ground: GroundMap, verdict: Verdict | None, wide: float) -> tuple[str, int]:
    """Title, legend and verdict below the sheet, and how many lines they take."""
    room = wide - 2 * _LINE
    parts = [words(ground.title, _LINE, _LINE, _fit(ground.title, 12, room), colours.INK, "start")]
    x: float = _LINE
    for letter, name in COLOUR_WORDS.items():
        swatch = tag(
            "rect", x=x, y=1.5 * _LINE + 1, width=12, height=12, rx=2, fill=colours.ZONES[letter],
            stroke=colours.INK, stroke_width=0.7,
        )  # fmt: skip
        parts += [
            swatch,
            words(letter, x + 6, 2 * _LINE, 9, colours.ON_ZONES[letter], family=MONO),
            words(name, x + 16, 2 * _LINE, 9.5, colours.INK, "start", "normal"),
        ]
        x += 26 + width(name, 9)
    parts += [
        tag(
            "circle", cx=x + 6, cy=2 * _LINE, r=6, fill=colours.PAPER, stroke=colours.INK,
            stroke_width=0.7,
        ),
        words("3", x + 6, 2 * _LINE, 9, colours.INK, family=MONO),
        words("height", x + 16, 2 * _LINE, 9.5, colours.INK, "start", "normal"),
    ]  # fmt: skip
    lines = 3
    for text, indent, ink in _said(verdict, int(room / (0.54 * 10))):
        parts.append(words(text, _LINE + indent, lines * _LINE, 10, ink, "start", "normal"))
        lines += 1
    return "\n".join(parts), lines


def _said(verdict: Verdict | None, letters: int) -> Iterator[tuple[str, float, str]]:
    """The verdict in lines of at most so many letters, each with its indent and colour."""
    if verdict is None:
        return
    if verdict.legal:
        said = ["legal"]
        if verdict.credits is not None:
            said.append(f"{verdict.credits} credits")
        if verdict.decoration:
            said.append(f"{COLOUR_WORDS[verdict.decoration]} decoration")
        if verdict.bonus:
            said.append("bonus card")
        yield ", ".join(said), 0, colours.INK
        return
    shown = [f"! {reason.code} at {reason.at}: {reason.text}" for reason in verdict.reasons]
    if len(shown) > _MOST_REASONS + 1:
        shown[_MOST_REASONS:] = [f"and {len(shown) - _MOST_REASONS} more"]
    for sentence in shown:
        for part, line in enumerate(textwrap.wrap(sentence, letters)):
            yield line, 8 if part else 0, colours.FAULT


def _fit(text: str, size: float, room: float) -> float:
    return min(size, size * room / max(width(text, size), 1))


def _about(palace: Palace, staircase: Staircase | None, verdict: Verdict | None) -> str:
    """What the picture shows, for those who do not see it."""
    said = [f"Position {palace.position}."]
    if staircase is not None:
        said.append(f"Staircase {staircase}.")
    if verdict is not None:
        said.append("Legal." if verdict.legal else "Not legal.")
        said += [f"{reason}." for reason in verdict.reasons]
    return " ".join(said)
