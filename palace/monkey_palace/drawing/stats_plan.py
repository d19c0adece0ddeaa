"""The plan of a map's numbers, as SVG: how many staircases begin on each knob, and their best."""

from __future__ import annotations

from collections.abc import Iterator

from palace.core import colours
from palace.core.svg import MONO, document, number, tag, width, words
from palace.monkey_palace.drawing.sheet import Sheet, arch_parts, ground_parts, knob_parts
from palace.monkey_palace.kernel.elements import COLOUR_WORDS, COLOURS
from palace.monkey_palace.search.map_stats import MapStats, short_number, tone

_LINE = 14
_BOLD = 1.16
"""How much wider bold writing is."""

_TONES = tuple(zip(colours.TONES, colours.ON_TONES, strict=True))


def stats_svg(stats: MapStats, *, size: int = 640) -> str:
    """The sheet from above, north on top, as an SVG text `size` pixels wide.

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
