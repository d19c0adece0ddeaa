"""Heat maps: their scales, what is written on each knob, and the place of the legend."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.core import colours
from palace.core.scale import Scale
from palace.monkey_palace.drawing.heat import POWERS, Heat, difference, heat, heat_svg, heats
from palace.monkey_palace.kernel.ground import SHIPPED, load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.map_stats import FIGURES, MapStats, map_stats

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]

figures = st.sampled_from([*FIGURES])


def stats_of(name: str, supply: Supply | None = None) -> MapStats:
    """Return the statistics of a map's set-up with few pieces."""
    return map_stats(Palace.setup(load_map(name)), supply or Supply(3, 3, 1))


@given(figures, st.lists(st.integers(0, 10**7), max_size=70))
def test_more_is_never_lighter(figure: str, numbers: list[int]) -> None:
    scale = Scale.of(numbers, powers=figure == POWERS)
    tones = [colours.TONES.index(scale.tone(value)) for value in sorted(n for n in numbers if n)]
    assert tones == sorted(tones)
    if tones:
        assert tones[-1] == len(colours.TONES) - 1, "the most is the darkest"


@given(figures, st.lists(st.integers(-(10**7), 10**7), max_size=70))
def test_a_difference_has_as_many_tones_on_both_sides(figure: str, numbers: list[int]) -> None:
    scale = Scale.two_sided(numbers, powers=figure == POWERS)
    middle = len(colours.TWO_SIDED) // 2
    for value in numbers:
        at = colours.TWO_SIDED.index(scale.tone(value)) - middle
        assert (at > 0) - (at < 0) == (value > 0) - (value < 0), "the side is that of the sign"
        assert colours.TWO_SIDED.index(scale.tone(-value)) - middle == -at
        assert scale.text(value)[0] in ("0" if not value else "+" if value > 0 else "-")
    assert [*scale.cuts] == sorted({*scale.cuts})


@given(figures, st.lists(st.integers(0, 60), min_size=1, max_size=70))
def test_the_legend_has_every_number_once(figure: str, numbers: list[int]) -> None:
    scale = Scale.of(numbers, powers=figure == POWERS)
    told = [[int(n) for n in re.findall(r"\d+", text)] for _, text in scale.steps()]
    for ends, following in pairwise(told):
        assert ends[-1] + 1 == following[0]
    assert told[-1][-1] == max(max(numbers), 1)
    shown = {tone: ends for (tone, _), ends in zip(scale.steps(), told, strict=True)}
    for value in filter(None, numbers):
        ends = shown[scale.tone(value)]
        assert ends[0] <= value <= ends[-1]


def boxes(root: ET.Element, name: str) -> Iterator[Box]:
    """Yield the boxes in the groups and the rectangles of a class, in units of the picture."""

    def walk(element: ET.Element, x: float, y: float, inside: bool) -> Iterator[Box]:
        move = re.match(r"translate\(([-.\d]+) ([-.\d]+)\)", element.get("transform", ""))
        if move:
            x, y = x + float(move[1]), y + float(move[2])
        inside = inside or element.get("class") == name
        if inside and element.tag == f"{SVG}rect":
            left, top, wide, deep = (float(element.get(key, 0)) for key in
                                     ("x", "y", "width", "height"))  # fmt: skip
            yield x + left, y + top, x + left + wide, y + top + deep
        if inside and element.tag == f"{SVG}text":
            size, text = float(element.get("font-size", 0)), element.text or ""
            left, base = x + float(element.get("x", 0)), y + float(element.get("y", 0))
            if element.get("text-anchor") == "middle":
                left -= 0.35 * size * len(text)
            yield left, base - size, left + 0.7 * size * len(text), base + 0.3 * size
        for child in element:
            yield from walk(child, x, y, inside)

    yield from walk(root, 0, 0, False)


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes share a place."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def pictures() -> Iterator[tuple[str, tuple[Heat, ...]]]:
    """Yield heat maps of one to five sheets, differences among them."""
    stats = [stats_of(name) for name in SHIPPED]
    yield "one", (heat(stats[0], "staircases"),)
    for count in (2, 3, 4):
        yield f"{count} sheets", heats(stats[:count], "height")
    yield "five sheets", heats([*stats, stats[0]], "credits")
    yield "difference", (difference(stats[0], stats[2], "staircases"),)


PICTURES = dict(pictures())


@pytest.mark.parametrize("name", PICTURES)
def test_the_legend_covers_no_knob_and_all_is_in_the_picture(name: str) -> None:
    shown = PICTURES[name]
    root = ET.fromstring(heat_svg(shown))
    _, _, wide, deep = map(float, root.attrib["viewBox"].split())
    knobs, legend, sheets = (
        [*boxes(root, "knob")], [*boxes(root, "legend")], [*boxes(root, "sheet")],
    )  # fmt: skip
    assert len(knobs) == sum(len(one.shown) for one in shown)
    assert len(legend) == 2 * sum(1 for _ in shown[0].scale.steps())
    assert not [pair for box in legend for pair in sheets if overlap(box, pair)]
    assert not [1 for at, box in enumerate(knobs) for other in knobs[:at] if overlap(box, other)]
    for left, top, right, bottom in (*knobs, *legend):
        assert 0 <= left < right <= wide
        assert 0 <= top < bottom <= deep


def test_every_knob_has_its_number_and_a_difference_its_sign() -> None:
    one, other = stats_of("map-1"), stats_of("map-3")
    shown = difference(one, other, "staircases")
    words = [e.text for e in ET.fromstring(heat_svg([shown])).iter(f"{SVG}text")]
    for knob, value in shown.values.items():
        was, now = one.figure("staircases")[knob], other.figure("staircases")[knob]
        assert value == now - was
        assert f"{value:+}" in words or value == 0
    assert "map-3 (placeholder) minus map-1 (placeholder)" in words


def test_two_hands_are_called_by_their_pieces() -> None:
    one, other = stats_of("map-2"), stats_of("map-2", Supply(4, 3, 1))
    assert difference(one, other, "height").lines[0] == "4a3b1c minus 3a3b1c"
    assert min(difference(one, other, "staircases").values.values()) >= 0
