"""The plan as SVG: well formed, complete, and with every mark where it belongs."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import palace
from palace.core import colours
from palace.core.svg import GLYPH
from palace.monkey_palace.drawing.plan import svg
from palace.monkey_palace.drawing.sheet import STUD
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.staircase import Staircase
from tests.grounds import ALL, plain
from tests.pictures import SVG, of, parsed, texts, view
from tests.random_play import legal_walk, mutated, random_palace

SETUP = Palace.setup(ALL[0])
BORDER = 22


def middle(ground: GroundMap, name: str, top: float = 0) -> tuple[float, float]:
    """The middle of a knob in the picture, worked out from the map's figures alone."""
    x, y = ground.stud(Knob.read(name))
    west, south, _, deep = ground.sheet
    return BORDER + (x + 0.5 - west) * STUD, top + BORDER + (south + deep - y - 0.5) * STUD


def near(element: ElementTree.Element, point: tuple[float, float], reach: float) -> bool:
    x = float(element.get("cx") or element.get("x") or 0)
    y = float(element.get("cy") or element.get("y") or 0)
    return abs(x - point[0]) <= reach and abs(y - point[1]) <= reach


@pytest.mark.parametrize("ground", [*ALL, plain(10, 10, "d4 e4 e5")], ids=str)
def test_setup(ground: GroundMap) -> None:
    root = parsed(svg(Palace.setup(ground)))
    written = texts(root)
    assert any("placeholder" in text for text in written)
    title = root.find(f"{SVG}title")
    assert title is not None
    assert "placeholder" in (title.text or "")
    for letter in "ldg":
        knobs = sum(colour == letter for colour in ground.colours.values())
        assert len(of(root, "rect", fill=colours.ZONES[letter])) == knobs + 1  # and the legend
    bare = of(root, "circle", fill=colours.PLATE)
    assert len(bare) == len(ground.colours) - 3
    for knob in set(ground.colours) - set(ground.setup):
        assert any(near(circle, middle(ground, str(knob)), 0.01) for circle in bare)
    assert len(of(root, "rect", fill=colours.ARCHES[0])) == 2


def test_animals() -> None:
    palace = Palace.read("x8/x8/x8/x8/x8/x8/x8/Ef,WbbbbE,cbbWEl,bbbbbbWgy,x4", ALL[0])
    root = parsed(svg(palace))
    for kind, drawn in (("frog", 1), ("butterfly", 1), ("monkey", 0)):
        fills = [element for element in root.iter() if element.get("fill") == colours.ANIMALS[kind]]
        assert bool(fills) == bool(drawn)


def test_a_legal_staircase() -> None:
    staircase = Staircase.read("a4-b4+c-c4_cb-d4_cb")
    verdict = judge(SETUP, staircase)
    root = parsed(svg(SETUP, staircase, verdict))
    assert "legal, 4 credits, light green decoration" in texts(root)
    legs = of(root, "path", stroke=colours.PATH)
    assert len(legs) == 3
    assert not any(leg.get("stroke-dasharray") for leg in legs)


def test_everything_a_verdict_names_is_marked() -> None:
    palace = SETUP.with_animal("m", Knob.read("d4"))
    staircase = Staircase.read("d5-d4-d5-e5+bb-e4_bb+c-e5-g5-j5-h5_cbbbbb+bcb")
    verdict = judge(palace, staircase)
    root = parsed(svg(palace, staircase, verdict))
    named = {reason.at for reason in verdict.reasons} - {"arch", "brick", "column"}
    assert len(named) > 4
    rings = of(root, "circle", stroke=colours.FAULT)
    assert len(rings) == len(named)
    for name in named - {"j5"}:
        assert any(near(ring, middle(ALL[0], name), 0.01) for ring in rings), name
    assert texts(root).count("!") == len(named)
    assert "j5" in texts(root)
    assert any("and 6 more" in text for text in texts(root))
    about = root.find(f"{SVG}desc")
    assert about is not None
    for reason in verdict.reasons:
        assert reason.text in (about.text or "")
    steps = [leg for leg in of(root, "path", stroke=colours.PATH) if leg.get("stroke-dasharray")]
    assert len(steps) == 3


TURNS = (0, 3, 8, 14)
LARGE = plain(26, 26, "d4 e4 e5", closed="z26")


@pytest.mark.parametrize(
    ("ground", "after"),
    [
        *((ground, TURNS) for ground in ALL),
        (LARGE, (3,)),
        pytest.param(LARGE, TURNS, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_nothing_is_cropped_and_nothing_varies(ground: GroundMap, after: tuple[int, ...]) -> None:
    """Random palaces with random staircases, mutated ones among them."""
    rng = random.Random(ground.name)
    for turns in after:
        palace = random_palace(Palace.setup(ground), turns, rng)
        staircase = legal_walk(palace, rng)
        for tried in (staircase, mutated(staircase, palace, rng), mutated(staircase, palace, rng)):
            verdict = judge(palace, tried)
            made = svg(palace, tried, verdict)
            assert made == svg(Palace.read(palace.position, ground), tried, verdict)
            root = parsed(made)
            wide, deep = view(root)
            for circle in of(root, "circle"):
                x, y = float(circle.get("cx", 0)), float(circle.get("cy", 0))
                if x > 25 or y > 25:  # the parts of signs are drawn around 0, 0
                    assert x < wide
                    assert y < deep
            for text in of(root, "text"):
                room = GLYPH * float(text.attrib["font-size"]) * len(text.text or "")
                share = {"start": 0.0, "middle": 0.5}[text.attrib["text-anchor"]]
                left = float(text.attrib["x"]) - share * room
                assert left > -1
                assert left + room * (0.9 if share == 0 else 1) < wide + 1, text.text
                assert 0 < float(text.attrib["y"]) < deep


def test_size_only_scales() -> None:
    small, large = svg(SETUP, size=400), svg(SETUP, size=1200)
    assert small.split("viewBox")[1] == large.split("viewBox")[1]
    assert parsed(large).attrib["width"] == "1200"


def test_what_stands_is_shown_near() -> None:
    """Each knob that is built on or stepped on is in the picture, and the rest hardly."""
    picture = svg(SETUP, Staircase.read("d4+b-c4"), near=True)
    found = re.search(r"translate\(([-.0-9]+) ([-.0-9]+)\)", picture)
    assert found is not None
    across, down = map(float, found.groups())
    wide, deep = view(parsed(picture))
    assert max(wide, deep) < 28 * STUD / 1.5
    for name in ("c4", "d4", "e4", "f4"):
        x, y = middle(SETUP.ground, name)
        assert 0 < x + across < wide
        assert 0 < y + down < deep


def test_names_are_escaped() -> None:
    ground = replace(plain(4, 4, "a1 b1 b2"), name="<&>'")
    assert any("<&>'" in text for text in texts(parsed(svg(Palace.setup(ground)))))


def test_texts_can_be_read_at_400_pixels() -> None:
    """No letter below 8 pixels on a map of the shipped size, long supports aside."""
    staircase = Staircase.read("a4-b4+c-c4_cb-d4_cb")
    root = parsed(svg(SETUP, staircase, judge(SETUP, staircase), size=400))
    scale = 400 / view(root)[0]
    assert all(scale * float(text.attrib["font-size"]) >= 8 for text in of(root, "text"))


def test_it_loads_no_geometry() -> None:
    """A plan is text made of text."""
    code = (
        "import sys; from palace import Palace, load_map;"
        "from palace.monkey_palace.drawing.plan import svg;"
        "svg(Palace.setup(load_map('map-1')));"
        "print([m for m in ('shapely', 'numpy', 'networkx', 'pyvista') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_a_notebook_shows_a_palace_as_its_plan() -> None:
    assert palace.Palace is Palace
    assert SETUP._repr_svg_() == svg(SETUP)  # type: ignore[attr-defined]
