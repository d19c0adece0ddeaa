"""The distribution of what deals are worth, as SVG: a bar for every score."""

from __future__ import annotations

from collections.abc import Iterator

from palace.core import colours
from palace.core.svg import document, number, tag, words
from palace.palm_island.solver.study import Study

WIDE, DEEP = 480, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 14, 56, 52
_BAR = 46
"""A bar is at most as wide."""


def study_svg(study: Study, *, size: int = 720) -> str:
    """The plot as an SVG text `size` pixels wide: a bar for every score with its number of deals,
    quartiles marked below, mean and bound in words."""
    low, middle, high = study.quartiles
    count = len(study.worths)
    title = f"Palm Island: what {count:,} random deals are worth"
    mean = f"mean {number(study.mean)}, {number(study.gap)} below what is proved to be the most"
    parts = [
        tag("rect", x=0, y=0, width=WIDE, height=DEEP, fill=colours.PAPER),
        words(title, WIDE / 2, 18, 14, colours.INK),
        words(mean, WIDE / 2, 36, 11, colours.INK, weight="normal"),
        *_bars(study),
        *_quartiles(study),
    ]
    about = f"{mean}; quartiles {low:g}, {middle:g}, {high:g}; " + ", ".join(
        f"{score} points {counted} times" for score, counted in study.counts.items()
    )
    return document(WIDE, DEEP, size, title, about, parts)


def _place(study: Study, score: float) -> float:
    """The middle of a score's bar."""
    scores = list(study.counts)
    step = (WIDE - _LEFT - _RIGHT) / max(len(scores), 3)
    spare = (WIDE - _LEFT - _RIGHT - step * len(scores)) / 2
    return _LEFT + spare + step * (score - scores[0] + 0.5)


def _bars(study: Study) -> Iterator[str]:
    counts = study.counts
    base, most = DEEP - _BOTTOM, max(counts.values())
    across = min(_BAR, 0.8 * (WIDE - _LEFT - _RIGHT) / max(len(counts), 3))
    small = min(11.0, 0.5 * across + 2)
    for score, count in counts.items():
        x, tall = _place(study, score), (base - _TOP - 14) * count / most
        if count:
            yield tag(
                "rect", x=x - across / 2, y=base - tall, width=across, height=tall,
                fill=colours.TONES[3], stroke=colours.INK, stroke_width=0.8,
            )  # fmt: skip
            yield words(f"{count:,}", x, base - tall - 8, small, colours.INK, weight="normal")
        yield words(str(score), x, base + 10, small, colours.INK)
    yield tag(
        "line", x1=_LEFT - 10, y1=base, x2=WIDE - _RIGHT, y2=base,
        stroke=colours.INK, stroke_width=1,
    )  # fmt: skip


def _quartiles(study: Study) -> Iterator[str]:
    """The middle half of the deals as a thick line, the median as a mark on it."""
    y = DEEP - _BOTTOM + 24
    low, middle, high = (_place(study, value) for value in study.quartiles)
    yield tag(
        "line", x1=low, y1=y, x2=high, y2=y, stroke=colours.INK, stroke_width=4,
        stroke_linecap="round",
    )  # fmt: skip
    yield tag(
        "circle", cx=middle, cy=y, r=5, fill=colours.PAPER, stroke=colours.INK, stroke_width=2
    )
    text = "points; below: the line holds the middle half of the deals, the ring is the median"
    yield words(text, WIDE / 2, DEEP - 12, 10, colours.INK, weight="normal")
