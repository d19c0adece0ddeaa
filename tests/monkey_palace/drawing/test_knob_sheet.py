"""The strips beside the board: every name at its knob, to the millimetre, on any map."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from palace.core.paper import DEEP, MARGIN, SMALLEST, WIDE
from palace.core.paper import POINT as POINT_MM
from palace.monkey_palace.drawing.knob_sheet import LONGEST, knob_pages, parts_of, strips
from palace.monkey_palace.drawing.setup import setup_pieces, setup_rows
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from tests.grounds import ALL, plain
from tests.pages import elements, texts

ODD = (
    plain(3, 5, "a1 b1 b2", name="low"),
    plain(13, 11, "f5 f6 e6", closed="c7 d7 m11", name="broad"),
    plain(26, 26, "z26 z25 z24", name="most"),
)
MAPS = (*ALL, *ODD)
NAMES = [ground.name for ground in MAPS]
PITCH = 24.0
"""Three studs of 8 mm."""


@pytest.mark.parametrize("ground", MAPS, ids=NAMES)
def test_names_are_at_the_middles_of_their_knobs(ground: GroundMap) -> None:
    front, back, left, right = strips(ground)
    for strip in (front, back, left, right):
        assert strip.length == 8 * ground.plate
        assert all(b - a == PITCH for a, b in pairwise(strip.places))
    for strip, turned, count in ((front, back, ground.width), (right, left, ground.depth)):
        assert len(strip.names) == count
        assert turned.names == strip.names[::-1]
        assert [strip.length - place for place in turned.places] == [*strip.places][::-1]
    for at, name in enumerate(front.names):
        knob = Knob.read(f"{name}1")
        assert front.places[at] == 8 * (ground.stud(knob)[0] + 0.5)
    for at, name in enumerate(right.names):
        knob = Knob.read(f"a{name}")
        assert right.places[at] == 8 * (ground.stud(knob)[1] + 0.5)


@pytest.mark.parametrize("ground", MAPS, ids=NAMES)
def test_parts_make_the_strip_and_cut_no_name(ground: GroundMap) -> None:
    for strip in strips(ground):
        parts = parts_of(strip)
        assert (parts[0].start, parts[-1].end) == (0, strip.length)
        assert all(a.end == b.start for a, b in pairwise(parts))
        assert all(0 < part.end - part.start <= LONGEST for part in parts)
        assert [part.number for part in parts] == [*range(1, len(parts) + 1)]
        for part in parts[1:]:
            assert part.start % 8 == 0
            assert all(abs(part.start - place) >= 8 for place in strip.places)
    if ground in ALL:
        assert all(len(parts_of(strip)) == 1 for strip in strips(ground))


def ticks(svg: str) -> list[tuple[float, float]]:
    """Return the points of the ticks at knobs, in mm of the page: the filled triangles."""
    found = []
    for node, matrix in elements(svg, "path"):
        d = node.get("d", "")
        if re.fullmatch(r"M[\d.]+,2\.6L[\d.]+,0\.1H[\d.]+Z", d):
            x = float(re.findall(r"[\d.]+", d)[0])
            at = matrix @ np.array([x, 0, 1])
            found.append((float(at[0]), float(at[1])))
    return found


@pytest.mark.parametrize("ground", MAPS, ids=NAMES)
def test_ticks_on_paper_are_24_mm_apart_and_at_their_names(ground: GroundMap) -> None:
    pages = knob_pages(ground)
    every = 0
    for svg in pages:
        found = ticks(svg)
        every += len(found)
        names = [text for text in texts(svg) if 7.9 < text.size < 8.1]
        assert len(names) == len(found)
        for x, y in found:
            (name,) = [t for t in names if t.top < y < t.bottom and x < t.left < x + 6]
            assert (name.top + name.bottom) / 2 == pytest.approx(y, abs=0.01)
        for column in {round(x, 2) for x, _ in found}:
            down = sorted(y for x, y in found if round(x, 2) == column)
            assert all(b - a == pytest.approx(PITCH, abs=0.02) for a, b in pairwise(down))
    assert every == 2 * (ground.width + ground.depth)
    assert (len(pages) == 1) == (ground.plate <= 32)


@pytest.mark.parametrize("ground", MAPS, ids=NAMES)
def test_nothing_leaves_the_page(ground: GroundMap) -> None:
    for svg in knob_pages(ground):
        for text in texts(svg):
            assert text.left >= MARGIN - 0.1, text
            assert text.right <= WIDE - MARGIN + 0.1, text
            assert text.bottom <= DEEP - MARGIN + 0.1, text
        for node, matrix in elements(svg, "rect"):
            x, y, wide, deep = (float(node.get(key, "0")) for key in ("x", "y", "width", "height"))
            corners = np.array([matrix @ (x, y, 1), matrix @ (x + wide, y + deep, 1)])
            assert corners[:, :2].min() >= -0.01
            assert corners[:, 0].max() <= WIDE + 0.01
            assert corners[:, 1].max() <= DEEP + 0.01


def test_the_ruler_is_100_mm_long() -> None:
    (svg, *_) = knob_pages(ALL[0])
    assert "h100" in svg
    lines = [
        float(found[1])
        for node, matrix in elements(svg, "path")
        if np.array_equal(matrix, np.eye(3))
        and (found := re.fullmatch(r"M([\d.]+),[\d.]+V[\d.]+", node.get("d", "")))
    ]
    assert len(lines) == 101
    assert max(lines) - min(lines) == pytest.approx(100, abs=0.01)


@pytest.mark.parametrize("ground", ALL, ids=NAMES[:4])
def test_every_text_is_readable(ground: GroundMap) -> None:
    (svg,) = knob_pages(ground)
    found = texts(svg)
    assert min(text.size for text in found) >= SMALLEST * POINT_MM - 0.01
    assert ground.title in ElementTree.fromstring(svg)[0].text  # type: ignore[operator]
    assert any("a layout of our own" in text.text for text in found)


@pytest.mark.parametrize("ground", MAPS, ids=NAMES)
def test_the_set_up_has_four_pieces_on_their_knobs(ground: GroundMap) -> None:
    kinds = [piece.kind for piece in setup_pieces(ground)]
    assert kinds == ["arch", "brick", "arch", "gold"]
    first, second, third = map(str, ground.setup)
    said = [re.findall(r"\b[a-z][0-9]+\b", row.text) for row in setup_rows(ground)]
    assert said == [[first, second], [third], [second, third], [third]]
