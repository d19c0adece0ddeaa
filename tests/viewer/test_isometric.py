"""The picture in the round: well formed, nothing cropped, every piece drawn, order exact."""

from __future__ import annotations

import math
import random
import re
from itertools import product
from xml.etree import ElementTree

import pytest

from palace.core import colours
from palace.core.svg import GLYPH
from palace.monkey_palace.kernel.build import Build, cells_of
from palace.monkey_palace.kernel.elements import ARCH_SPAN, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import FILES
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase
from palace_viewer.isometric.picture import isometric_svg
from palace_viewer.isometric.shapes import TO_EYE, project, shades
from tests.grounds import ALL, plain
from tests.pictures import SVG, of, parsed, texts, view
from tests.random_play import random_palace

SETUP = Palace.setup(ALL[0])
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def shift(root: ElementTree.Element) -> tuple[float, float]:
    group = root.find(f"{SVG}g")
    assert group is not None
    x, y = map(float, NUMBER.findall(group.attrib["transform"]))
    return x, y


def extent(root: ElementTree.Element) -> tuple[float, float, float, float]:
    """West, top, east and low end of all straight faces, in the units of the view."""
    xs, ys = [], []
    right, down = shift(root)
    group = root.find(f"{SVG}g")
    assert group is not None
    for shape in group.findall(f"{SVG}path"):
        d = shape.attrib["d"]
        if set(re.sub(r"[-\d.,]", "", d)) <= set("MLZ"):
            numbers = list(map(float, NUMBER.findall(d)))
            xs += [x + right for x in numbers[::2]]
            ys += [y + down for y in numbers[1::2]]
    for circle in group.findall(f"{SVG}ellipse"):
        for sign in (-1, 1):
            xs.append(float(circle.attrib["cx"]) + right + sign * float(circle.attrib["rx"]))
            ys.append(float(circle.attrib["cy"]) + down + sign * float(circle.attrib["ry"]))
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("ground", [*ALL, plain(10, 10, "d4 e4 e5")], ids=str)
def test_setup(ground: GroundMap) -> None:
    root = parsed(isometric_svg(Palace.setup(ground)))
    written = texts(root)
    assert any("placeholder" in text for text in written)
    assert all(FILES[file] in written for file in range(ground.width))
    assert all(str(rank + 1) in written for rank in range(ground.depth))
    for letter, zone in colours.ZONES.items():
        knobs = sum(colour == letter for colour in ground.colours.values())
        assert len(of(root, "path", fill=zone)) == knobs
        assert written.count(letter) == knobs + (letter in FILES[: ground.width])
    gold = shades(colours.DECORATIONS["gold"])
    assert of(root, "ellipse", fill=gold.top)
    assert not of(root, "ellipse", fill=shades(colours.DECORATIONS["dark"]).top)


def test_the_corner_pieces_hold_the_sheet_of_a_palace_only() -> None:
    green = shades(colours.CORNER).top
    assert len(of(parsed(isometric_svg(SETUP)), "path", fill=green)) == 12
    assert not of(parsed(isometric_svg(Build.of(SETUP))), "path", fill=green)


def test_nothing_is_cropped() -> None:
    """Pieces beyond the plate on every side, and high up."""
    far = Build(
        ALL[0],
        (
            Element("arch", -6, 3, 14), Element("arch", 34, 30, 25, 1), Element("brick", 40, -5),
            Element("monkey", -9, 40, 2), Element("light", 16, -12), Element("gold", 16, 16, 30),
            Element("column", 5, 5, -9),
        ),
    )  # fmt: skip
    rng = random.Random(4)
    palaces = [random_palace(Palace.setup(ground), 14, rng) for ground in ALL]
    everything: list[Palace | Build] = [SETUP, far, *palaces]
    for shown in everything:
        root = parsed(isometric_svg(shown))
        wide, deep = view(root)
        west, top, east, low = extent(root)
        assert 0 < west < 45, "fitted; the scale of levels may be farther west"
        assert wide - 45 < east < wide
        assert 0 < top < 30
        assert low < deep
        for text in of(root, "text"):
            if text.attrib["x"] == "0":
                continue  # a letter on the sheet
            room = GLYPH * float(text.attrib["font-size"]) * len(text.text or "")
            share = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.attrib["text-anchor"]]
            left = float(text.attrib["x"]) + shift(root)[0] - share * room
            assert 0 < left < left + room < wide, text.text
            assert 0 < float(text.attrib["y"]) + shift(root)[1] < deep


def test_deterministic_and_sized() -> None:
    palace = random_palace(SETUP, 10, random.Random(8))
    svg = isometric_svg(palace)
    assert svg == isometric_svg(Palace.read(palace.position, palace.ground))
    small = isometric_svg(palace, size=400)
    assert parsed(small).attrib["width"] == "400"
    assert small.split("viewBox")[1] == svg.split("viewBox")[1]


def test_overlaps_are_red_and_marked() -> None:
    fault = shades(colours.FAULT).south
    clash = Build(ALL[0], (Element("arch", 11, 11), Element("brick", 14, 11)))
    root = parsed(isometric_svg(clash))
    assert len(of(root, "path", fill=fault)) > 1, "the whole of both pieces"
    assert texts(root).count("!") == 1, "where they overlap"
    apart = Build(ALL[0], (Element("arch", 11, 11), Element("brick", 17, 11)))
    root = parsed(isometric_svg(apart))
    assert not of(root, "path", fill=fault)
    assert "!" not in texts(root)


def test_what_hangs_is_red_and_a_line_drops_to_its_knobs() -> None:
    """Two dashed lines end on the knobs below the feet, each with a ring around it."""
    stands, hangs = Element("arch", 14, 14), Element("arch", 11, 11, 4)
    root = parsed(isometric_svg(Build(ALL[0], (stands, hangs))))
    assert of(root, "path", fill=shades(colours.FAULT).south, stroke=shades(colours.FAULT).south)
    assert texts(root).count("!") == 1
    lines = of(root, "path", stroke=colours.FAULT, stroke_dasharray="6 4")
    rings = of(root, "ellipse", stroke=colours.FAULT)
    assert len(lines) == len(rings) == 2
    for (x, y), line, ring in zip(
        sorted(hangs.feet, reverse=True), lines[::-1], rings[::-1], strict=True
    ):
        across, low = project(x + 0.5, y + 0.5, 0)
        assert float(ring.attrib["cx"]) == pytest.approx(across, abs=0.01)
        assert float(ring.attrib["cy"]) == pytest.approx(low, abs=0.01)
        (_, high, to, end) = map(float, NUMBER.findall(line.attrib["d"]))
        assert (to, end) == pytest.approx(project(x + 0.5, y + 0.5, 1 / 6), abs=0.1)
        assert high == pytest.approx(project(x + 0.5, y + 0.5, 4)[1], abs=0.1)
    sound = parsed(isometric_svg(Build(ALL[0], (stands,))))
    assert not of(sound, "ellipse", stroke=colours.FAULT)
    assert "!" not in texts(sound)


@pytest.mark.parametrize("kind", ["gold", "light", "brick", "column"])
def test_every_kind_that_hangs_is_red(kind: str) -> None:
    svg = isometric_svg(Build(ALL[0], (Element(kind, 8, 8, 3),)))
    assert shades(colours.FAULT).top in svg
    assert shades(colours.DECORATIONS["gold"]).top not in svg


def test_a_turn_is_drawn_with_what_stood_before() -> None:
    laid = elements(SETUP, Staircase.read("c4+b-d4"))
    before, after = (
        isometric_svg(Build(ALL[0], (), SETUP)),
        isometric_svg(Build(ALL[0], laid, SETUP)),
    )
    assert before.count("<path") < after.count("<path")
    assert "2 elements" not in after


def test_colours_may_be_named() -> None:
    red = Build(ALL[0], (Element("brick", 5, 5, colour="red"),))
    assert of(parsed(isometric_svg(red)), "path", fill=shades(colours.NAMED["red"]).top)
    strange = Build(ALL[0], (Element("brick", 5, 5, colour="mauve"),))
    assert "mauve" not in re.sub(r"<desc>.*</desc>", "", isometric_svg(strange))


def test_animals_and_leaves_are_drawn_once_each() -> None:
    palace = Palace.read("x8/x8/x8/x8/x8/x8/x8/Ef,WbbbbEm,cbbWEl,bbbbbbWgy,x4", ALL[0])
    root = parsed(isometric_svg(palace))
    for kind in ("monkey", "frog", "butterfly"):
        groups = [
            group
            for group in root.iter(f"{SVG}g")
            if any(part.get("fill") == colours.ANIMALS[kind] for part in group.findall("*"))
        ]
        assert len(groups) == 1, kind


def test_arches_one_level_apart_on_one_knob_differ_intint() -> None:
    """Two touching arches never look like one."""
    from palace.monkey_palace.drawing.shown import tint

    def arches(x: int, y: int, level: int) -> list[Element]:
        """Every arch with an end over a stud."""
        span = ARCH_SPAN
        return [
            Element("arch", x, y, level, 0), Element("arch", x - span, y, level, 0),
            Element("arch", x, y, level, 1), Element("arch", x, y - span, level, 1),
        ]  # fmt: skip

    for x, y in product(range(5, 29, 3), repeat=2):
        for low, high in product(arches(x, y, 3), arches(x, y, 4)):
            if low[:3] != high[:3] or low.turn != high.turn:
                assert tint(low) != tint(high)
            assert tint(low) != tint(high._replace(turn=low.turn, x=low.x, y=low.y))
    assert tint(Element("brick", 5, 5, 0)) != tint(Element("brick", 5, 5, 1))


def test_the_eye_sees_top_south_and_east() -> None:
    """The view direction and the painter's order agree."""
    east, south, up = TO_EYE
    assert east > 0
    assert south < 0
    assert up > 0
    assert math.hypot(*TO_EYE) == pytest.approx(1)
    # Moving towards the eye moves nothing in the picture.
    assert project(east, south, up / 1.2) == pytest.approx((0, 0), abs=1e-9)


def test_painters_order_is_exact() -> None:
    """A cell that hides another on a line of sight is painted later."""
    rng = random.Random(3)

    def order(cell: tuple[int, int, int]) -> tuple[int, int, int]:
        return -cell[1], cell[0], cell[2]

    for _ in range(20_000):
        point = [rng.uniform(0, 6) for _ in range(3)]
        way = rng.uniform(0.05, 5)
        closer = [a + way * b for a, b in zip(point, TO_EYE, strict=True)]
        behind = (math.floor(point[0]), math.floor(point[1]), math.floor(point[2] / 1.2))
        before = (math.floor(closer[0]), math.floor(closer[1]), math.floor(closer[2] / 1.2))
        assert order(behind) <= order(before)


def test_a_large_map_and_a_full_one() -> None:
    ground = plain(26, 26, "d4 e4 e5")
    palace = random_palace(Palace.setup(ground), 12, random.Random(6))
    root = parsed(isometric_svg(palace))
    assert all(name in texts(root) for name in [*FILES, *map(str, range(1, 27))])
    cells = {cell for element in palace.elements() for cell in cells_of(element)}
    assert len(list(root.iter())) > len(cells)
