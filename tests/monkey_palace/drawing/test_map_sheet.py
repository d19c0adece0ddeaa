"""A map at true size: knobs 24 mm apart over all its pages, every hole whole, parts that fit A4."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from palace.core import colours
from palace.core.paper import DEEP, WIDE
from palace.monkey_palace.drawing.map_sheet import HOLE, map_pages, tiles
from palace.monkey_palace.kernel.ground import GroundMap, load_map
from tests.grounds import ALL, plain
from tests.pages import SVG, texts

ODD = (plain(3, 5, "a1 b1 b2", name="low"), plain(13, 11, "f5 f6 e6", closed="c7", name="broad"))
MAPS = (*ALL, *ODD)
NAMES = [ground.name for ground in MAPS]


def frame(root: ElementTree.Element) -> tuple[float, float, float, float]:
    """Return the edges of the part of the sheet that a page has: left, top, right and bottom."""
    (found,) = (box for box in root.iter(f"{SVG}rect") if box.get("class") == "part")
    x, y, wide, deep = (float(found.attrib[key]) for key in ("x", "y", "width", "height"))
    return x, y, x + wide, y + deep


def holes(page: str) -> list[tuple[float, float, float]]:
    """Return the middles and radii of the holes of a page, in mm from its part's lower left corner.

    A page is in mm if its width, its height and its view box agree.
    """
    root = ElementTree.fromstring(page)
    assert root.attrib["width"] == f"{WIDE:g}mm"
    assert root.attrib["height"] == f"{DEEP:g}mm"
    assert root.attrib["viewBox"] == f"0 0 {WIDE:g} {DEEP:g}"
    left, top, right, bottom = frame(root)
    found = []
    for circle in root.iter(f"{SVG}circle"):
        x, y, r = (float(circle.attrib[key]) for key in ("cx", "cy", "r"))
        assert (left <= x - r, x + r <= right, top <= y - r, y + r <= bottom) == (True,) * 4
        found.append((x - left, bottom - y, r))
    return found


@pytest.mark.parametrize("ground", MAPS, ids=NAMES)
def test_knobs_are_24_mm_apart_and_each_is_there_once(ground: GroundMap) -> None:
    parts = tiles(ground)
    pages = map_pages(ground)
    assert len(parts) == len(pages)
    found = {}
    for tile, page in zip(parts, pages, strict=True):
        for x, y, r in holes(page):
            assert 2 * r == HOLE > 4.8
            found[round(tile.west + x, 2), round(tile.south + y, 2)] = tile.number
    # In mm from the sheet's south-west corner: the stud's middle, 8 mm a stud.
    west, south, *_ = ground.sheet
    expected = {((x - west + 0.5) * 8, (y - south + 0.5) * 8) for x, y in ground.open_studs}
    assert found.keys() == expected
    for knob in ground.colours:
        for near in ground.neighbours(knob):
            (a, b), (c, d) = (
                ((x - west + 0.5) * 8, (y - south + 0.5) * 8)
                for x, y in (ground.stud(knob), ground.stud(near))
            )
            assert abs(a - c) + abs(b - d) == 24
            assert {(a, b), (c, d)} <= found.keys()


@pytest.mark.parametrize("ground", MAPS, ids=NAMES)
def test_parts_fit_the_page_and_make_the_sheet(ground: GroundMap) -> None:
    parts = tiles(ground)
    assert sum((t.east - t.west) * (t.north - t.south) for t in parts) == pytest.approx(
        64 * ground.sheet[2] * ground.sheet[3]
    )
    for one, other in pairwise(parts):
        assert (one.number + 1, one.of) == (other.number, len(parts))
    for page in map_pages(ground):
        root = ElementTree.fromstring(page)
        left, top, right, bottom = frame(root)
        zones = 0.0
        for element in root.iter(f"{SVG}rect"):
            x, y, wide, deep = (float(element.get(key, 0)) for key in
                                ("x", "y", "width", "height"))  # fmt: skip
            if element.get("stroke"):
                assert min(x, y) >= 5
                assert max(x + wide - WIDE, y + deep - DEEP) <= -5
            elif element.get("fill") in colours.ZONES.values():
                zones += wide * deep
                assert min(x - left, y - top) >= 0
                assert max(x + wide - right, y + deep - bottom) < 0.01
        assert 0 < zones <= (right - left) * (bottom - top) + 1


def test_the_dashes_around_the_set_up_end_at_the_edge_of_a_part() -> None:
    """On map-1 the cut goes through the arches d4-e4: each page has its piece of the outline."""
    reached = []
    for page in map_pages(load_map("map-1")):
        root = ElementTree.fromstring(page)
        left, _, right, _ = frame(root)
        dashes = [one.attrib["d"] for one in root.iter(f"{SVG}path") if
                  one.get("stroke-dasharray") == "2.4 1.6"]  # fmt: skip
        ends = [float(x) for d in dashes for x in re.findall(r"[ML]([\d.]+),", d)]
        assert left <= min(ends) < max(ends) <= right
        reached.append((min(ends) == left, max(ends) == right))
    assert reached == [(False, True), (True, False)]


def test_a_sheet_of_the_game_is_two_pages() -> None:
    assert [tile[:4] for tile in tiles(load_map("map-1"))] == [(0, 0, 112, 224), (112, 0, 224, 224)]


def test_pages_say_what_they_are() -> None:
    ground = load_map("map-3")
    pages = [[text.text for text in texts(page)] for page in map_pages(ground)]
    names = sorted(str(knob) for knob in ground.colours)
    assert sorted(text for page in pages for text in page if text in names) == names
    for page in pages:
        written = " ".join(page)
        assert "map-3 (placeholder) at true size, part" in written
        assert re.search(r"a layout of our own, not a printed sheet", written)
