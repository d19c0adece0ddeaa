"""A map in miniature, as SVG: zones, knobs and the heights of the set-up, like a page's plan."""

from __future__ import annotations

from palace.core import colours
from palace.core.svg import NAMESPACE, number, tag, words
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace

_CELL = 10.0


def thumbnail(ground: GroundMap) -> str:
    """Return a map from above, north on top, as a small SVG text."""
    heights = Palace.setup(ground).heights

    def places(letter: str, *, bare: bool = False) -> str:
        """Return a point in the middle of every knob of a colour."""
        found = (
            _middle(ground, knob) for knob, zone in ground.colours.items()
            if zone == letter and not (bare and heights.get(knob))
        )  # fmt: skip
        return "".join(f"M{number(x)} {number(y)}h0" for x, y in found)

    parts = []
    for letter, fill in colours.ZONES.items():
        ink = colours.ON_ZONES[letter]
        parts += [
            tag("path", d=places(letter), stroke=fill, stroke_width=_CELL - 0.6,
                stroke_linecap="square"),
            tag("path", d=places(letter, bare=True), stroke=ink, stroke_width=3, opacity=0.25),
        ]  # fmt: skip
    for knob, height in heights.items():
        if height:
            x, y = _middle(ground, knob)
            parts.append(words(str(height), x, y, 8, colours.ON_ZONES[ground.colours[knob]]))
    box = f"0 0 {number(ground.width * _CELL)} {number(ground.depth * _CELL)}"
    return tag(
        "svg", tag("g", "".join(parts), fill="none", stroke_linecap="round"),
        xmlns=NAMESPACE, viewBox=box,
    )  # fmt: skip


def _middle(ground: GroundMap, knob: Knob) -> tuple[float, float]:
    return (knob.file + 0.5) * _CELL, (ground.depth - knob.rank - 0.5) * _CELL
