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
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.map_stats import map_stats
from tests.grounds import ALL, plain
from tests.monkey_palace.drawing.test_map_sheet import frame
from tests.monkey_palace.drawing.test_plan import middle
from tests.pages import elements
from tests.random_play import legal_walk, mutated, random_palace

SETUPS = ("d4 e4 f4", "f4 e4 d4", "d4 d5 d6", "d6 d5 d4", "d4 e4 e5", "d4 e4 e3", "d4 d5 e5")
GROUNDS = [*ALL, *(plain(9, 8, setup, name=setup.replace(" ", "-")) for setup in SETUPS)]
Point = tuple[float, float]


def labels(text: str) -> Iterator[tuple[str, Point]]:
    """Yield every text that has its middle at a place, with that place."""
    if not text.startswith("<svg"):
        text = f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>'
    for node, matrix in elements(text, "text"):
        if node.get("text-anchor") == "middle":
            x, y, size = (float(node.attrib[key]) for key in ("x", "y", "font-size"))
            across, down, _ = matrix @ (x, y - 0.36 * size, 1)
            yield "".join(node.itertext()), (across, down)


def agree(
    found: Iterable[tuple[str, Point]],
    owned: Iterable[tuple[str, set[Knob]]],
    places: Mapping[Knob, Point],
) -> None:
    """Assert that the labels are those owned, each clearly nearest to knobs of its own."""
    left = [*owned]
    for text, (x, y) in found:
        far = {knob: ((x - a) ** 2 + (y - b) ** 2) ** 0.5 for knob, (a, b) in places.items()}
        near = {knob for knob, distance in far.items() if distance < min(far.values()) + 2}
        mine = [one for one in left if one[0] == text and near <= one[1]]
        assert mine, (text, [*map(str, near)])
        left.remove(mine[0])
    assert left == []


def agree_on_plan(shown: str, palace: Palace, more: Mapping[str, Iterable[Knob]]) -> None:
    """Likewise of a plan: zones, files, ranks, what is built, and more; not what is below it."""
    ground = palace.ground
    files, ranks = range(ground.width), range(ground.depth)
    owned = [(letter, {knob}) for knob, letter in ground.colours.items()]
    owned += [(FILES[x], {Knob(x, y)}) for x in files for y in (0, ranks[-1])]
    owned += [(str(y + 1), {Knob(x, y)}) for y in ranks for x in (0, files[-1])]
    for knob, height in palace.heights.items():
        top = palace.tops[knob] if palace.tops[knob] in COLOURS else ""
        owned += [(f"{height}{top}", {knob})] * bool(height)
    owned += [(text.split("|")[0], {*knobs}) for text, knobs in more.items()]
    places = {Knob(x, y): middle(ground, str(Knob(x, y))) for x in files for y in ranks}
    foot = 2 * 22 + 10 * ground.sheet[3]
    agree((label for label in labels(shown) if label[1][1] < foot), owned, places)


@pytest.mark.parametrize("ground", GROUNDS, ids=lambda ground: ground.name)
def test_the_set_up_sheet(ground: GroundMap) -> None:
    first, second, third = ground.setup
    pieces = {"1": (first, second), "2": (third,), "3": (second, third), "4": (third,)}
    agree_on_plan(setup_plan(ground, 1, numbered=True)[0], Palace.of_columns(ground, {}), pieces)
    agree_on_plan(setup_plan(ground, 1)[0], Palace.setup(ground), {})
    at = {text: x for text, (x, _) in labels("".join(setup_side(ground, 66, 3).parts))}
    for name, knobs in pieces.items():
        middle_of_all = sum(at[str(knob)] for knob in knobs) / len(knobs)
        assert at[name] == pytest.approx(middle_of_all, abs=0.02)


@pytest.mark.parametrize("ground", ALL, ids=lambda ground: ground.name)
@pytest.mark.parametrize("turns", [0, 3, 8, 14])
def test_a_plan_with_a_staircase_and_a_verdict(ground: GroundMap, turns: int) -> None:
    rng = random.Random(f"{ground.name} {turns}")
    palace = random_palace(Palace.setup(ground), turns, rng)
    walked = legal_walk(palace, rng)
    back = Staircase.read("c4-c3-d3-d4-c4_bb-c3_bb+c")
    for staircase in (walked, mutated(walked, palace, rng), back):
        if not all(knob in ground for knob in staircase.knobs):
            continue
        steps: dict[Knob, list[str]] = {}
        notes: dict[Knob, str] = {}
        parts = zip(staircase.knobs, staircase.unders, staircase.risers, strict=True)
        for step, (knob, under, riser) in enumerate(parts, 1):
            steps.setdefault(knob, []).append(str(step))
            notes[knob] = notes.get(knob, "") + (under and f"_{under}") + (riser and f"+{riser}")
        more = {f"{','.join(numbers)}|{knob}": [knob] for knob, numbers in steps.items()}
        more |= {f"{note}|{knob}": [knob] for knob, note in notes.items() if note}
        verdict = judge(palace, staircase)
        for name in {reason.at for reason in verdict.reasons if reason.at[1:].isdecimal()}:
            knob = Knob.read(name)
            more |= {f"!|{name}": [knob]} | ({} if knob in ground else {name: [knob]})
        agree_on_plan(svg(palace, staircase, verdict), palace, more)


@pytest.mark.parametrize("figure", ["staircases", "height"])
def test_a_heat_map(figure: str) -> None:
    palace = Palace.setup(ALL[0])
    shown = heat(map_stats(palace, Supply(2, 1)), figure)
    agree_on_plan(heat_svg([shown]), palace, {
        f"{text}|{knob}": [knob] for knob, value in shown.shown.items()
        for text in (shown.scale.text(value), shown.notes.get(knob)) if text
    })  # fmt: skip


@pytest.mark.parametrize("ground", ALL, ids=lambda ground: ground.name)
def test_a_map_at_true_size(ground: GroundMap) -> None:
    west, south, *_ = ground.sheet
    for tile, page in zip(tiles(ground), map_pages(ground), strict=True):
        left, top, right, bottom = frame(ElementTree.fromstring(page))
        places = {}
        for knob in ground.colours:
            column, row = ground.stud(knob)
            x, y = (column + 0.5 - west) * 8, (row + 0.5 - south) * 8
            if tile.west < x < tile.east and tile.south < y < tile.north:
                places[knob] = left + x - tile.west, bottom - y + tile.south
        owned = [(text, {knob}) for knob in places for text in (str(knob), ground.colours[knob])]
        inside = (
            (t, (x, y)) for t, (x, y) in labels(page) if left < x < right and top < y < bottom
        )
        agree(inside, owned, places)
