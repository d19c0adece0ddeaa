"""A palace from above, as SVG: the pieces, their heights, and a staircase drawn on it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from itertools import pairwise

from palace.core import colours
from palace.core.errors import NotationError
from palace.core.svg import MONO, document, number, path, pill, tag, width, words
from palace.monkey_palace.drawing.sheet import Sheet, arch_parts, ground_parts, knob_parts
from palace.monkey_palace.kernel.elements import COLOUR_WORDS, COLOURS
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search.map_stats import MapStats, short_number, tone

_LINE = 14
_MOST_REASONS = 4
_PILL_ROOM = 34
_BADGE_ROOM = 19


def svg(
    palace: Palace,
    staircase: Staircase | None = None,
    verdict: Verdict | None = None,
    *,
    size: int = 640,
) -> str:
    """Return the sheet from above, north on top, as an SVG text `size` pixels wide.

    Zones have their colour and their letter `l d g` at every knob, knobs their height in bricks;
    decorations add their letter.  Of the arches the highest between two knobs is drawn.  A
    staircase is a numbered line with its supports (`_cb` under an arch's end, `+b` on top); what
    `verdict` names is ringed in red with a `!`.
    """
    named = _named(verdict)
    knobs = [*(staircase.knobs if staircase else ()), *named]
    sheet = Sheet(palace.ground, knobs)
    caption, lines = _caption(palace.ground, verdict, sheet.wide)
    deep = sheet.deep + lines * _LINE
    parts = [
        tag("rect", x=0, y=0, width=sheet.wide, height=deep, fill=colours.PAPER),
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
    return document(sheet.wide, deep, size, title, _about(palace, staircase, verdict), parts)


def _named(verdict: Verdict | None) -> list[Knob]:
    """Return the knobs a verdict names, each once."""
    named: dict[Knob, None] = {}
    for reason in verdict.reasons if verdict is not None else ():
        try:
            named[Knob.read(reason.at)] = None
        except NotationError:
            continue  # a kind of piece, a stud between the knobs, a player
    return list(named)


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
            yield pill(note, x + shift, y + 10.5, size, colours.PAPER, colours.PATH)
        text = ",".join(steps)
        size = min(8.5, max(5.5, _BADGE_ROOM / width("x" + text, 1)))
        left = 4 if len(text) < 3 else -5
        across = x + left + max(width("x" + text, size), 1.3 * size) / 2
        yield pill(text, across, y - 9.2, size, colours.PATH, colours.PAPER)


def _off_map(ground: GroundMap, knobs: Iterable[Knob], sheet: Sheet) -> Iterator[str]:
    """Yield the names of knobs there are none of."""
    for knob in dict.fromkeys(knobs):
        if knob not in ground:
            x, y = sheet.knob(knob)
            yield tag("circle", cx=x, cy=y, r=9, fill=colours.PAPER)
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


def _fit(text: str, size: float, room: float) -> float:
    return min(size, size * room / max(width(text, size), 1))


def _about(palace: Palace, staircase: Staircase | None, verdict: Verdict | None) -> str:
    """Return what the picture shows, for those who do not see it."""
    said = [f"Position {palace.position}."]
    if staircase is not None:
        said.append(f"Staircase {staircase}.")
    if verdict is not None:
        said.append("Legal." if verdict.legal else "Not legal.")
        said += [f"{reason}." for reason in verdict.reasons]
    return " ".join(said)


_BOLD = 1.16
"""How much wider bold writing is."""

_TONES = tuple(zip(colours.TONES, colours.ON_TONES, strict=True))


def stats_svg(stats: MapStats, *, size: int = 640) -> str:
    """Return the sheet from above, north on top, as an SVG text `size` pixels wide.

    On every open, empty knob the number of staircases that begin there, darker the more there are,
    and below it their best credits and greatest height.
    """
    sheet = Sheet(stats.palace.ground, ())
    lines = list(_legend(stats))
    deep = sheet.deep + (len(lines) + 0.6) * _LINE
    parts = [
        tag("rect", x=0, y=0, width=sheet.wide, height=deep, fill=colours.PAPER),
        *ground_parts(stats.palace.ground, sheet),
        *arch_parts(stats.palace, sheet),
        *knob_parts(stats.palace, sheet),
        *_chips(stats, sheet),
        *_below(lines, sheet),
    ]
    title = f"Monkey Palace, {stats.palace.ground.title}: staircases by first knob"
    return document(sheet.wide, deep, size, title, " ".join(lines), parts)


def _below(lines: list[str], sheet: Sheet) -> Iterator[str]:
    """Lines below the sheet, the first one bold; smaller where they would not fit."""
    room = sheet.wide - 2 * _LINE
    small = min(10, *(room / width(line, 1) for line in lines[1:]))
    large = min(11.5, room / (_BOLD * width(lines[0], 1)))
    for index, line in enumerate(lines):
        size, weight = (small, "normal") if index else (large, "bold")
        y = sheet.deep + (index + 1) * _LINE
        yield words(line, _LINE, y, size, colours.INK, "start", weight)


def _chips(stats: MapStats, sheet: Sheet) -> Iterator[str]:
    most = max((start.staircases for start in stats.starts), default=0)
    for start in stats.starts:
        x, y = sheet.knob(start.knob)
        if not start.staircases:
            continue
        fill, ink = _TONES[tone(start.staircases, most, len(_TONES))]
        yield tag(
            "rect", x=x - 12.5, y=y - 6.5, width=25, height=13, rx=3, fill=fill,
            stroke=colours.INK, stroke_width=0.8,
        )  # fmt: skip
        yield words(short_number(start.staircases), x, y, 9.5, ink, family=MONO)
        letter = stats.palace.ground.colours[start.knob]
        under = f"{start.credits} / {start.height}"
        yield words(under, x, y + 10.6, 6.6, colours.ON_ZONES[letter], family=MONO)


def _legend(stats: MapStats) -> Iterator[str]:
    least = "" if stats.complete else "at least "
    yield (
        f"{stats.palace.ground.title}: {least}{stats.staircases:,} staircases from {stats.supply}"
    )
    yield "by first knob, darker is more; below: best credits / height in bricks"
    for letter in COLOURS:
        share = stats.share(letter)
        part = 100 * share.staircases / max(stats.staircases, 1)
        yield (
            f"{letter} {COLOUR_WORDS[letter]}: {share.knobs} knobs, {share.starts} of them starts, "
            f"{number(part, 1)} % of the staircases"
        )
