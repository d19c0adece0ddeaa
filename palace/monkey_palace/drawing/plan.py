"""A palace from above, as SVG: the pieces, their heights, and a staircase drawn on it."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise

from palace.core import colours
from palace.core.svg import MONO, document, number, path, pill, tag, width, words
from palace.monkey_palace.drawing.sheet import Sheet, arch_parts, ground_parts, knob_parts
from palace.monkey_palace.drawing.signs import box, disc
from palace.monkey_palace.drawing.text import marks_of, walk_numbers
from palace.monkey_palace.kernel.elements import COLOUR_WORDS
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import FILES, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.verdict import Verdict

_LINE = 14
_BESIDE = 30  # around what is shown near
_EDGE = 12  # for the names of files and ranks beside it
_MOST_REASONS = 4
_PILL_ROOM = 34
_BADGE_ROOM = 19


def svg(
    palace: Palace,
    staircase: Staircase | None = None,
    verdict: Verdict | None = None,
    *,
    size: int = 640,
    near: bool = False,
) -> str:
    """Return the sheet from above, north on top, as an SVG text `size` pixels wide; `near` shows
    only the part where anything stands or is built, with the names of its files and ranks.

    Zones have their colour and their letter `l d g` at every knob, knobs their height in bricks;
    decorations add their letter.  Of the arches the highest between two knobs is drawn.  A
    staircase is a numbered line with its supports (`_cb` under an arch's end, `+b` on top); what
    `verdict` names is ringed in red with a `!`.
    """
    named = [*marks_of(verdict.reasons if verdict else ())]
    knobs = [*(staircase.knobs if staircase else ()), *named]
    sheet = Sheet(palace.ground, knobs)
    caption, lines = _caption(palace.ground, verdict, sheet.wide)
    deep = sheet.deep + lines * _LINE
    parts = [
        box(0, 0, sheet.wide, deep, colours.PAPER),
        *ground_parts(palace.ground, sheet),
        *arch_parts(palace, sheet),
        *(_walk(staircase, sheet) if staircase else ()),
        *knob_parts(palace, sheet),
        *_off_map(palace.ground, knobs, sheet),
        *_rings(named, sheet),
        *(_steps(palace, staircase, sheet) if staircase else ()),
        *_warnings(named, sheet),
        tag("g", caption, transform=f"translate(0 {number(sheet.deep)})"),
    ]
    title = f"Monkey Palace, {palace.ground.title}, from above"
    about = _about(palace, staircase, verdict)
    if not near:
        return document(sheet.wide, deep, size, title, about, parts)
    knobs += [*dict(palace.animals).values(), *(one for one, n in palace.heights.items() if n)]
    ways = [*zip(*map(sheet.knob, knobs), strict=True)]
    side = min(max(max(way) - min(way) for way in ways) + 2 * _BESIDE, sheet.wide, sheet.deep)
    x, y = (
        min(max((max(way) + min(way) - side) / 2, 0), most - side)
        for way, most in zip(ways, (sheet.wide, sheet.deep), strict=True)
    )
    moved = tag("g", "".join(parts), transform=f"translate({number(_EDGE - x)} {number(-y)})")
    whole = side + _EDGE
    edges = [box(0, 0, _EDGE, whole, colours.PAPER), box(0, side, whole, _EDGE, colours.PAPER)]
    for knob in palace.ground.colours:
        east, south = sheet.knob(knob)
        if 0 < east - x < side:
            edges.append(words(FILES[knob.file], east - x + _EDGE, side + 6, 9, colours.INK))
        if 0 < south - y < side:
            edges.append(words(str(knob.rank + 1), 6, south - y, 9, colours.INK))
    return document(whole, whole, size, title, about, [moved, *dict.fromkeys(edges)])


def _walk(staircase: Staircase, sheet: Sheet) -> Iterator[str]:
    """Yield the line of a staircase, an arrow on every step; a step no arch can make is dashed."""
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


def _steps(palace: Palace, staircase: Staircase, sheet: Sheet) -> Iterator[str]:
    """Yield the numbers of the walk and the supports at each knob."""
    supports = defaultdict[Knob, str](str)
    for knob, under, riser in zip(staircase.knobs, staircase.unders, staircase.risers, strict=True):
        supports[knob] += (under and f"_{under}") + (riser and f"+{riser}")
    animals = {knob for _, knob in palace.animals}
    for knob, text in walk_numbers(staircase).items():
        x, y = sheet.knob(knob)
        if note := supports[knob]:
            shift = -9 if knob in animals else 6 if knob.step("W") in animals else 0
            size = min(8, max(5.5, _PILL_ROOM / width("x" + note, 1)))
            yield pill(note, x + shift, y + 10.5, size, colours.PAPER, colours.PATH)
        size = min(8.5, max(5.5, _BADGE_ROOM / width("x" + text, 1)))
        left = 4 if len(text) < 3 else -5
        across = x + left + max(width("x" + text, size), 1.3 * size) / 2
        yield pill(text, across, y - 9.2, size, colours.PATH, colours.PAPER)


def _off_map(ground: GroundMap, knobs: Iterable[Knob], sheet: Sheet) -> Iterator[str]:
    """Yield the names of knobs there are none of."""
    for knob in dict.fromkeys(knobs):
        if knob not in ground:
            x, y = sheet.knob(knob)
            yield disc(x, y, 9, colours.PAPER)
            yield words(str(knob), x, y, 10, colours.INK, family=MONO)


def _rings(named: Iterable[Knob], sheet: Sheet) -> Iterator[str]:
    """Yield a red ring around every knob the verdict names."""
    for knob in named:
        x, y = sheet.knob(knob)
        for wider, stroke in ((4.4, colours.PAPER), (2.6, colours.FAULT)):
            yield tag("circle", cx=x, cy=y, r=11, fill="none", stroke=stroke, stroke_width=wider)


def _warnings(named: Iterable[Knob], sheet: Sheet) -> Iterator[str]:
    """Yield a `!` beside every knob the verdict names, over everything else."""
    for knob in named:
        x, y = sheet.knob(knob)
        yield pill("!", x - 11, y - 9.5, 9.5, colours.FAULT, colours.PAPER)


def _caption(ground: GroundMap, verdict: Verdict | None, wide: float) -> tuple[str, int]:
    """Title, legend and verdict below the sheet, and how many lines they take."""
    room = wide - 2 * _LINE
    size = min(12, room / max(width(ground.title, 1), 1))
    parts = [words(ground.title, _LINE, _LINE, size, colours.INK, "start")]
    x: float = _LINE
    for letter, name in COLOUR_WORDS.items():
        parts += [
            box(x, 1.5 * _LINE + 1, 12, 12, colours.ZONES[letter], 0.7, 2),
            words(letter, x + 6, 2 * _LINE, 9, colours.ON_ZONES[letter], family=MONO),
            words(name, x + 16, 2 * _LINE, 9.5, colours.INK, "start", "normal"),
        ]
        x += 26 + width(name, 9)
    parts += [
        disc(x + 6, 2 * _LINE, 6, colours.PAPER, 0.7),
        words("3", x + 6, 2 * _LINE, 9, colours.INK, family=MONO),
        words("height", x + 16, 2 * _LINE, 9.5, colours.INK, "start", "normal"),
    ]  # fmt: skip
    told = [*_verdict_lines(verdict, int(room / (0.54 * 10)))]
    for at, (text, indent, ink) in enumerate(told, 3):
        parts.append(words(text, _LINE + indent, at * _LINE, 10, ink, "start", "normal"))
    return "\n".join(parts), 3 + len(told)


def _verdict_lines(verdict: Verdict | None, letters: int) -> Iterator[tuple[str, float, str]]:
    """Yield the verdict in lines of at most `letters` letters, each with its indent and colour."""
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


def _about(palace: Palace, staircase: Staircase | None, verdict: Verdict | None) -> str:
    """Return what the picture shows, for those who do not see it."""
    said = [f"Position {palace.position}."]
    if staircase is not None:
        said.append(f"Staircase {staircase}.")
    if verdict is not None:
        said.append("Legal." if verdict.legal else "Not legal.")
        said += [f"{reason}." for reason in verdict.reasons]
    return " ".join(said)
