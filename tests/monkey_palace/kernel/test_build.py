"""The voxel kernel against a brute-force reference: cells as sets, support as reachability."""

from __future__ import annotations

import random
from typing import Any

import pytest

from palace import Build, Element, InputError, Palace, judge_build, load_map
from palace.files.document import read_document
from palace.monkey_palace.kernel.build import GROUND, cells_of
from palace.monkey_palace.kernel.elements import PIECES
from palace.monkey_palace.kernel.ground import read_map
from tests.examples import examples
from tests.grounds import ALL
from tests.paths import MAPS
from tests.random_play import random_palace

KINDS = ("arch", "arch", "brick", "brick", "column", "light", "gold")


def random_elements(rng: random.Random, count: int) -> tuple[Element, ...]:
    """Elements strewn over a corner of the plate, mostly on its knobs, low down."""
    found: list[Element] = []
    for _ in range(count):
        x, y = (5 + 3 * rng.randrange(4), 5 + 3 * rng.randrange(4))
        if rng.random() < 0.2:
            x, y = x + rng.randrange(-1, 2), y + rng.randrange(-1, 2)
        level = rng.choice((0, 0, 0, 1, 1, 2, 3))
        arches = [element for element in found if element.kind == "arch"]
        if arches and rng.random() < 0.1:
            arch = rng.choice(arches)
            x, y = arch.studs[rng.choice((1, 2))]
            found.append(Element(rng.choice(("brick", "gold")), x, y, arch.level + 1))
            continue
        found.append(Element(rng.choice(KINDS), x, y, level, rng.randrange(2)))
    return tuple(found)


def cells(element: Element) -> set[tuple[int, int, int]]:
    """The cells of an element, worked out apart from the kernel."""
    length = 4 if element.kind == "arch" else 1
    east, north = (0, 1) if element.turn % 2 else (1, 0)
    height = 3 if element.kind == "column" else 1
    return {
        (element.x + east * step, element.y + north * step, element.level + level)
        for step in range(length)
        for level in range(height)
    }


def ends(element: Element) -> list[tuple[int, int]]:
    if element.kind != "arch":
        return [(element.x, element.y)]
    east, north = (0, 3) if element.turn % 2 else (3, 0)
    return [(element.x, element.y), (element.x + east, element.y + north)]


def reference(elements: tuple[Element, ...]) -> set[str]:
    """Physical faults, found without any order or mending."""
    codes: set[str] = set()
    open_studs = ALL[0].open_studs
    for index, element in enumerate(elements):
        if any(cells(element) & cells(other) for other in elements[:index]):
            codes.add("collision")
        for stud in ends(element):
            below = [
                other
                for other in elements
                if other is not element
                and other.level + (3 if other.kind == "column" else 1) == element.level
                and (*stud, element.level - 1) in cells(other)
            ]
            on_knob = any(stud in ends(other) for other in below)
            if below and not on_knob:
                codes.add("middle-knob")
            elif stud not in open_studs and not below:
                codes.add("off-knob")
            elif element.level and not below:
                codes.add("support")
    return codes


def test_physics_agree_with_brute_force() -> None:
    """Builds without a collision show exactly the faults that cells and reachability show."""
    rng = random.Random(2)
    seen: dict[str, int] = {}
    tried = examples(6_000)
    for _ in range(tried):
        elements = random_elements(rng, rng.randint(1, 7))
        expected = reference(elements)
        found = set(judge_build(Build(ALL[0], elements)).codes)
        physical = found & {"collision", "middle-knob", "off-knob", "support"}
        if "collision" in expected:
            # What collides is lifted, so other faults may vanish or arise with it.
            assert "collision" in physical
        else:
            assert physical == expected, elements
        for code in expected or {"sound"}:
            seen[code] = seen.get(code, 0) + 1
    assert {code for code, count in seen.items() if count >= tried // 60} == {
        "collision", "middle-knob", "off-knob", "support", "sound",
    }  # fmt: skip


def test_cells_agree_with_the_reference() -> None:
    rng = random.Random(3)
    for element in random_elements(rng, 400):
        if element.kind in PIECES:
            assert set(cells_of(element)) == cells(element)
            assert set(element.feet) == set(ends(element))


def test_what_a_palace_stands_on() -> None:
    """Every piece stands on the ground or on the top of another, an arch with both its ends."""
    palace = random_palace(Palace.setup(load_map("map-2")), 20, random.Random(9))
    build = Build.of(palace)
    settled = build.settle()
    assert not settled.faults
    assert {number for number, _ in settled.below} == set(range(len(build)))
    for (number, stud), below in settled.below.items():
        element = build.elements[number]
        assert stud in ends(element)
        assert element.level == (0 if below == GROUND else build.elements[below].top)
    assert sum(build.elements[number].kind == "arch" for number, _ in settled.below) == 2 * sum(
        element.kind == "arch" for element in build.elements
    )


def test_a_hanging_element_is_not_reached_from_the_ground() -> None:
    build = Build(ALL[0], (Element("arch", 5, 5), Element("brick", 5, 8, 2)))
    assert judge_build(build).codes == ("support", "path")


def test_every_cell_of_a_palace_holds_one_element() -> None:
    palace = random_palace(Palace.setup(load_map("map-3")), 12, random.Random(1))
    build = Build.of(palace)
    filled = {cell: {n} for n, element in enumerate(build.elements) for cell in cells(element)}
    assert {cell: set(numbers) for cell, numbers in build.occupancy.items()} == filled


def test_order_and_colour_do_not_matter() -> None:
    rng = random.Random(12)
    for _ in range(300):
        elements = random_elements(rng, 6)
        codes = set(judge_build(Build(ALL[0], elements)).codes)
        painted = tuple(element._replace(colour="red") for element in elements)
        again = Build(ALL[0], tuple(rng.sample(painted, len(painted))))
        if "collision" not in codes:
            assert set(judge_build(again).codes) == codes


@pytest.mark.parametrize("turn", range(4))
def test_corner_pieces_hold_the_sheet(turn: int) -> None:
    """One row of knobs stays free at the edge; the L opens towards the sheet (report, 1.2)."""
    x, y = ((1, 1), (29, 1), (29, 29), (1, 29))[turn]
    corner = Element("corner", x, y, 0, turn)
    assert judge_build(Build(ALL[0], (corner,))).legal
    wrong = Element("corner", x, y, 0, (turn + 2) % 4)
    assert judge_build(Build(ALL[0], (wrong,))).codes == ("off-knob",)
    high = Element("corner", x, y, 1, turn)
    assert judge_build(Build(ALL[0], (high,))).codes == ("support",)
    assert judge_build(Build(ALL[0], (corner, corner))).codes == ("collision",)


def test_the_plate_ends_somewhere() -> None:
    for x, y in ((-1, 5), (-3, 5), (31, 5), (5, 31)):
        verdict = judge_build(Build(ALL[0], (Element("arch", x, y),)))
        assert set(verdict.codes) == {"off-knob"}, (x, y)
    for x, y in ((-4, 5), (5, -1), (32, 5), (400, 400)):
        verdict = judge_build(Build(ALL[0], (Element("arch", x, y),)))
        assert verdict.legal
        assert verdict.notes == ("1 piece beside the board is not judged",)
        assert verdict.elements == 1
    assert (
        "beyond the plate" in judge_build(Build(ALL[0], (Element("arch", 31, 5),))).reasons[-1].text
    )


def test_more_than_the_box_holds() -> None:
    monkeys = tuple(Element("monkey", 5 + 3 * knob, 5, 1) for knob in range(2))
    arch = Element("arch", 5, 5)
    verdict = judge_build(Build(ALL[0], (arch, *monkeys)))
    assert verdict.codes == ("supply",)
    assert (verdict.reasons[0].at, verdict.reasons[0].by) == ("monkey", 1)


GOOD: Any = Element("arch", 5, 5)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (GOOD._replace(kind="cube"),
         "there is no kind 'cube'; it is arch, brick, column, light, dark, "
         "gold, corner, monkey, frog, butterfly"),
        (GOOD._replace(kind="Arch"), "there is no kind 'Arch'; did you mean arch?"),
        (GOOD._replace(kind=None), "there is no kind None; it is arch, brick, column, light, dark, "
         "gold, corner, monkey, frog, butterfly"),
        (GOOD._replace(x=5.0), "x is 5.0; it is a whole number"),
        (GOOD._replace(y="5"), "y is '5'; it is a whole number"),
        (GOOD._replace(level=None), "level is None; it is a whole number"),
        (Element("arch", 5, 5, 0, True), "turn is True; it is a whole number"),
        (Element("arch", 5, 5, colour=4), "colour is 4; it is a text"),  # type: ignore[arg-type]
        (("arch", 5, 5, 0, 0, ""),
         "('arch', 5, 5, 0, 0, '') is no Element; write Element(\"arch\", 5, 5)"),
        ("arch", "'arch' is no Element; write Element(\"arch\", 5, 5)"),
    ],
)  # fmt: skip
def test_what_is_no_element_is_refused(wrong: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        Build(ALL[0], (GOOD, wrong))
    assert str(caught.value) == f"elements[2]: {said}"


@pytest.mark.parametrize("elements", ["arch", GOOD, None, 7])
def test_elements_come_in_a_sequence(elements: Any) -> None:
    with pytest.raises(InputError, match=r"^elements: .* is no sequence; give a tuple$"):
        Build(ALL[0], elements)


def test_a_list_of_elements_will_do() -> None:
    elements: Any = [GOOD, Element("brick", 14, 5)]
    build = Build(ALL[0], elements)
    assert build == Build(ALL[0], tuple(elements))
    assert hash(build) == hash(Build(ALL[0], tuple(elements)))


def test_a_turn_is_built_of_pieces_on_its_own_map() -> None:
    palace = Palace.setup(ALL[0])
    strange = (Element("monkey", 5, 5), Element("corner", 1, 1), GOOD)
    assert len(Build(ALL[0], strange)) == 3
    with pytest.raises(InputError) as caught:
        Build(ALL[1], strange, palace)
    assert str(caught.value).splitlines() == [
        "elements[1]: a turn is not built of a monkey; arches, bricks, columns, decoration",
        "elements[2]: a turn is not built of a corner; arches, bricks, columns, decoration",
        "on: the palace stands on map-1 (placeholder), the turn on map-2 (placeholder); give one "
        "map",
    ]
    again = read_map(read_document(MAPS / "map-1.toml"))
    assert Build(again, (GOOD,), palace) == Build(ALL[0], (GOOD,), palace)
