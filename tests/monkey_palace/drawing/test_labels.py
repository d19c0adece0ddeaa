"""What is written on sheets and plans is nearer to its own knob than to any other."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from xml.etree import ElementTree

import pytest

from palace.monkey_palace.drawing.heat import heat, heat_svg
from palace.monkey_palace.drawing.map_sheet import map_pages, tiles
from palace.monkey_palace.drawing.plan import svg
from palace.monkey_palace.drawing.setup import setup_plan, setup_side
from palace.monkey_palace.kernel.elements import COLOURS
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import FILES, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.map_stats import map_stats
from tests.grounds import ALL, plain
from tests.monkey_palace.drawing.test_map_sheet import frame
from tests.monkey_palace.drawing.test_plan import BORDER, middle
from tests.pages import elements
from tests.random_play import legal_walk, mutated, random_palace

SETUPS = (
    "d4 e4 f4", "f4 e4 d4", "d4 d5 d6", "d6 d5 d4",
    "d4 e4 e5", "d4 e4 e3", "e5 e4 d4", "d4 d5 e5", "e4 e3 d3",
)  # fmt: skip
GROUNDS = [*ALL, *(plain(9, 8, setup, name=setup.replace(" ", "-")) for setup in SETUPS)]

Point = tuple[float, float]
Label = tuple[str, Point]
Owned = tuple[str, frozenset[Knob]]
"""A text, and the knobs that it belongs to."""


def labels(text: str) -> Iterator[Label]:
    """Yield every text that has its middle at a place, with that place."""
    if not text.startswith(("<svg", "<?xml")):
        text = f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>'
    for node, matrix in elements(text, "text"):
        if node.get("text-anchor") == "middle":
            size = float(node.attrib["font-size"])
            place = (float(node.attrib["x"]), float(node.attrib["y"]) - 0.36 * size, 1)
            x, y, _ = matrix @ place
            yield "".join(node.itertext()), (x, y)


def nearest(place: Point, places: Mapping[Knob, Point]) -> set[Knob]:
    """Return the nearest knob, and those that are hardly farther."""
    far = {knob: sum((a - b) ** 2 for a, b in zip(place, at, strict=True)) ** 0.5
           for knob, at in places.items()}  # fmt: skip
    least = min(far.values())
    return {knob for knob, distance in far.items() if distance < least + 2}


def agree(found: Iterable[Label], owned: Iterable[Owned], places: Mapping[Knob, Point]) -> None:
    """Assert that the labels are those, each nearest to knobs of its own only."""
    left = [*owned]
    for text, place in found:
        on = nearest(place, places)
        one = next((one for one in left if one[0] == text and on <= one[1]), None)
        assert one is not None, (text, [*map(str, on)])
        left.remove(one)
    assert left == []


def every_knob(ground: GroundMap) -> dict[Knob, Point]:
    """Return the places of all knobs on a plan, of closed ones too."""
    return {
        Knob(file, rank): middle(ground, str(Knob(file, rank)))
        for file in range(ground.width) for rank in range(ground.depth)
    }  # fmt: skip


def of_the_ground(ground: GroundMap) -> Iterator[Owned]:
    """Yield the letters of the zones; the names of files and ranks, once on each side."""
    for knob, letter in ground.colours.items():
        yield letter, frozenset({knob})
    for file in range(ground.width):
        for rank in (0, ground.depth - 1):
            yield FILES[file], frozenset({Knob(file, rank)})
    for rank in range(ground.depth):
        for file in (0, ground.width - 1):
            yield str(rank + 1), frozenset({Knob(file, rank)})


def of_the_palace(palace: Palace) -> Iterator[Owned]:
    for knob, height in palace.heights.items():
        if height:
            top = palace.tops[knob]
            yield f"{height}{top if top in COLOURS else ''}", frozenset({knob})


@pytest.mark.parametrize("ground", GROUNDS, ids=lambda ground: ground.name)
def test_the_set_up_sheet(ground: GroundMap) -> None:
    first, second, third = ground.setup
    pieces = [("1", {first, second}), ("2", {third}), ("3", {second, third}), ("4", {third})]
    owned = [*of_the_ground(ground), *((name, frozenset(knobs)) for name, knobs in pieces)]
    numbered, _, _ = setup_plan(ground, 1, numbered=True)
    agree(labels(numbered), owned, every_knob(ground))
    bare, _, _ = setup_plan(ground, 1)
    setup = Palace.setup(ground)
    agree(labels(bare), [*of_the_ground(ground), *of_the_palace(setup)], every_knob(ground))


@pytest.mark.parametrize("ground", GROUNDS, ids=lambda ground: ground.name)
def test_the_set_up_from_its_side(ground: GroundMap) -> None:
    first, second, third = map(str, ground.setup)
    at = {text: x for text, (x, _) in labels("".join(setup_side(ground, 66, 3).parts))}
    assert at["2"] == at["4"] == pytest.approx(at[third], abs=0.02)
    assert at["1"] == pytest.approx((at[first] + at[second]) / 2, abs=0.02)
    assert at["3"] == pytest.approx((at[second] + at[third]) / 2, abs=0.02)


@pytest.mark.parametrize("ground", ALL, ids=str)
@pytest.mark.parametrize("turns", [0, 3, 8, 14])
def test_a_plan_with_a_staircase_and_a_verdict(ground: GroundMap, turns: int) -> None:
    rng = random.Random(f"{ground.name} {turns}")
    palace = random_palace(Palace.setup(ground), turns, rng)
    walked = legal_walk(palace, rng)
    for staircase in (walked, mutated(walked, palace, rng), mutated(walked, palace, rng)):
        if not all(knob in ground for knob in staircase.knobs):
            continue
        verdict = judge(palace, staircase)
        steps: dict[Knob, list[str]] = {}
        notes: dict[Knob, str] = {}
        parts = zip(staircase.knobs, staircase.unders, staircase.risers, strict=True)
        for step, (knob, under, riser) in enumerate(parts, 1):
            steps.setdefault(knob, []).append(str(step))
            notes[knob] = notes.get(knob, "") + (under and f"_{under}") + (riser and f"+{riser}")
        own = {knob: [",".join(steps[knob]), *filter(None, [notes[knob]])] for knob in steps}
        named = {reason.at for reason in verdict.reasons}
        for knob in every_knob(ground):
            if str(knob) in named:
                closed = [] if knob in ground else [str(knob)]
                own.setdefault(knob, []).extend(["!", *closed])
        written = [(text, frozenset({knob})) for knob, texts in own.items() for text in texts]
        foot = BORDER * 2 + ground.sheet[3] * 10
        shown = svg(palace, staircase, verdict)
        agree(
            (label for label in labels(shown) if label[1][1] < foot),
            [*of_the_ground(ground), *of_the_palace(palace), *written],
            every_knob(ground),
        )


@pytest.mark.parametrize("figure", ["staircases", "height"])
def test_a_heat_map(figure: str) -> None:
    ground = ALL[0]
    palace = Palace.setup(ground)
    shown = heat(map_stats(palace, Supply(2, 1)), figure)
    written = [(shown.scale.text(value), frozenset({knob})) for knob, value in shown.shown.items()]
    written += [(note, frozenset({knob})) for knob, note in shown.notes.items()]
    assert written
    foot = BORDER * 2 + ground.sheet[3] * 10
    agree(
        (label for label in labels(heat_svg([shown])) if label[1][1] < foot),
        [*of_the_ground(ground), *of_the_palace(palace), *written],
        every_knob(ground),
    )


@pytest.mark.parametrize("ground", ALL, ids=str)
def test_a_map_at_true_size(ground: GroundMap) -> None:
    west, south, *_ = ground.sheet
    for tile, page in zip(tiles(ground), map_pages(ground), strict=True):
        left, top, right, bottom = frame(ElementTree.fromstring(page))
        places = {}
        for knob in ground.colours:
            x, y = ground.stud(knob)
            across, up = (x + 0.5 - west) * 8 - tile.west, (y + 0.5 - south) * 8 - tile.south
            if 0 < across < right - left and 0 < up < bottom - top:
                places[knob] = left + across, bottom - up
        owned = [(text, frozenset({knob})) for knob in places
                 for text in (str(knob), ground.colours[knob])]  # fmt: skip
        inside = (
            (text, (x, y)) for text, (x, y) in labels(page) if left < x < right and top < y < bottom
        )
        agree(inside, owned, places)
