"""The nearest mend of a table that is not legal."""

from __future__ import annotations

from collections import Counter

import pytest

from palace import Build, Element, Knob, Palace, load_map
from palace.monkey_palace.kernel.build_referee import judge_table
from palace.monkey_palace.kernel.laying import put
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.search.mend import (
    MOST_MENDS,
    MOST_TRIED,
    Mend,
    Progress,
    Step,
    mends_text,
    nearest_mends,
    seek_mends,
)
from tests.examples import examples
from tests.one_piece_off import spoiled_tables
from tests.sentences import Says

MAP_1 = load_map("map-1")
TWO = Palace.read("x8/x8/x8/x8/x2,bE,EWd,WESg,bWg,x2/x4,bbN,x3/x8/x8", MAP_1)
"""c4+b-d4 with a dark green decoration, and e3+bb-e4 with a gold one."""


def piece(kind: str, knob: str, level: int, turn: int = 0) -> Element:
    return Element(kind, *MAP_1.stud(Knob.read(knob)), level, turn)


def table(without: tuple[Element, ...] = (), put: tuple[Element, ...] = ()) -> Build:
    """The table of `TWO` without some of its pieces, and with others."""
    assert {*without} <= {*TWO.elements()}
    return Build(MAP_1, (*(e for e in TWO.elements() if e not in without), *put))


def mended(build: Build, mend: Mend) -> Build:
    elements = [*build.elements]
    for old, new in mend:
        if old is not None:
            elements.remove(old)
        elements += [] if new is None else [new]
    return Build(build.ground, tuple(elements))


def last(build: Build, most: tuple[int, int] = MOST_TRIED) -> Progress:
    *_, progress = seek_mends(build, most=most)
    return progress


LEAF, LIGHT_LEAF = piece("dark", "d4", 2), piece("light", "d4", 2)
BELOW, FOOT = piece("brick", "c4", 0), piece("brick", "e3", 0)
GOLD, ARCH = piece("gold", "e4", 3), piece("arch", "c4", 1)
SPOILED = {
    "a leaf one knob away": table((LEAF,), (piece("dark", "c4", 2),)),
    "a leaf of the wrong colour": table((LEAF,), (LIGHT_LEAF,)),
    "a leaf too many": table(put=(piece("light", "c4", 2),)),
    "a leaf forgotten": table((LEAF,)),
    "a brick forgotten": table((BELOW,)),
    "a column for a brick": table((BELOW,), (piece("column", "c4", 0),)),
    "a brick off the knobs": table((FOOT,), (Element("brick", 1, 1),)),
    "a leaf beside the board": table((LEAF,), (Element("dark", 90, 5),)),
    "an arch turned": table((ARCH,), (piece("arch", "d4", 1, 1),)),
    "two leaves swapped": table((LEAF, GOLD), (piece("gold", "d4", 2), piece("dark", "e4", 3))),
    "two leaves moved": table((LEAF, GOLD), (piece("dark", "a1", 0), piece("gold", "a2", 0))),
    "the set-up's gold in a pocket": table((piece("gold", "f4", 2),)),
    "an animal on the ground": table(put=(piece("monkey", "a1", 0),)),
}
OVER = put(TWO, Staircase.read("d5+bbb-d4"), "g")
FROG, WING = piece("frog", "c4", 2), piece("butterfly", "e4", 4)
MORE = SPOILED | {
    "the frog on a decoration": table(put=(piece("frog", "e4", 4),)),
    "the butterfly on an arch": table(put=(piece("butterfly", "c4", 2),)),
    "a leaf forgotten, and two animals at their places": table((LEAF,), (FROG, WING)),
    "a covered leaf of the wrong colour": Build(
        MAP_1, (*(e for e in OVER.elements() if e != LEAF), LIGHT_LEAF)
    ),
    "the lower arch of the set-up alone": Build(MAP_1, (piece("arch", "d4", 0),)),
    "two monkeys on one end": table(put=(piece("monkey", "c4", 2), piece("monkey", "c4", 3))),
    "a brick on the monkey": table(put=(piece("monkey", "c4", 2), piece("brick", "c4", 3))),
    "an arch forgotten": table((ARCH,)),
    "an arch too many": table(put=(piece("arch", "g7", 0),)),
    "an arch one knob away": table((ARCH,), (piece("arch", "b4", 1),)),
    "a corner on the map": table(put=(Element("corner", 5, 5),)),
    "a brick in the air": table(put=(piece("brick", "h8", 2),)),
    "a brick and a leaf swapped": table(
        (FOOT, LEAF), (piece("dark", "e3", 0), piece("brick", "d4", 2))
    ),
    "two bricks forgotten": table((BELOW, FOOT)),
    "two leaves of the wrong colour": table((LEAF, GOLD), (LIGHT_LEAF, piece("light", "e4", 3))),
    "a brick for the set-up's": table(
        (piece("brick", "f4", 0),), (piece("light", "f4", 0), piece("brick", "a1", 0))
    ),
}


@pytest.mark.parametrize("build", SPOILED.values(), ids=SPOILED)
def test_every_mend_makes_the_table_legal(build: Build) -> None:
    found = judge_table(build)
    assert not found.legal
    mends = nearest_mends(build, found)
    assert 1 <= len(mends) <= MOST_MENDS
    assert all(judge_table(mended(build, mend)).legal for mend in mends)
    assert len({frozenset(mended(build, mend).elements) for mend in mends}) == len(mends)


def test_the_words_of_mends(says: Says) -> None:
    for build in SPOILED.values():
        says(mends_text(build, nearest_mends(build, judge_table(build))))


def test_the_data_of_mends() -> None:
    steps = {
        name: [step.record(build) for step in nearest_mends(build, judge_table(build))[0]]
        for name, build in SPOILED.items()
    }
    assert [{**steps["a leaf one knob away"][0], "text": ""}] == [
        {"move": "d", "from": "c4", "from_level": 2, "to": "d4", "to_level": 2, "text": ""}
    ]
    assert steps["a column for a brick"][0]["replace"] == "c"
    assert steps["a column for a brick"][0]["with"] == "b"
    assert {"add": "b", "at": "c4", "level": 0}.items() <= steps["a brick forgotten"][0].items()
    assert {"take": "l", "at": "c4", "level": 2}.items() <= steps["a leaf too many"][0].items()
    assert steps["an arch turned"][0]["to"] == "c4-d4"
    assert [step["move"] for step in steps["two leaves swapped"]] == ["d", "g"]


def test_what_is_tried_and_found_of_every_table(says: Says) -> None:
    """The mends of each table, and how many tables were tried before every mend was found."""
    for name, build in MORE.items():
        progress = last(build, (300, 300))
        says(f"# {name}: {progress.tried}")
        for mend in progress.mends:
            says(mends_text(build, [mend]), *(f"  {step.record(build)}" for step in mend))


def test_a_legal_table_and_a_turn_have_no_mend() -> None:
    whole = table()
    assert nearest_mends(whole, judge_table(whole)) == ()
    turn = Build(MAP_1, (piece("arch", "a1", 3),), TWO)
    assert nearest_mends(turn, judge_table(turn)) == ()


def test_the_limits_count_tables() -> None:
    build = SPOILED["two leaves moved"]
    assert last(build, (0, 0)) == Progress(0, (), done=True)
    whole = last(build)
    assert whole.mends
    assert last(build, (MOST_TRIED[0], 1)).tried <= whole.tried
    assert last(SPOILED["a leaf forgotten"], (1, 0)).tried == 1


def test_the_search_goes_on_in_slices() -> None:
    search = seek_mends(SPOILED["two leaves moved"])
    seen = [next(search) for _ in range(20)]
    assert not any(progress.done for progress in seen)
    every = [*seek_mends(SPOILED["two leaves moved"])]
    assert [each.tried for each in every] == sorted(each.tried for each in every)
    assert [each.done for each in every] == [False] * (len(every) - 1) + [True]
    assert len(every) > every[-1].tried


def test_the_likeliest_step_first() -> None:
    """A piece moved by a knob, then another in its place, then one from nowhere or from far away;
    of these decorations, then animals, then bricks and columns, then arches."""
    monkey = piece("monkey", "d4", 3)
    order = [
        Step(LEAF, piece("dark", "d5", 2)), Step(monkey, piece("monkey", "d5", 3)),
        Step(FOOT, piece("brick", "e2", 0)), Step(ARCH, piece("arch", "c5", 1)),
        Step(LEAF, LIGHT_LEAF), Step(FOOT, piece("column", "e3", 0)),
        Step(LEAF, None), Step(LEAF, piece("dark", "d6", 2)), Step(None, monkey), Step(None, FOOT),
        Step(ARCH, None),
    ]  # fmt: skip
    likely = [step.likelihood(3) for step in order]
    assert likely == sorted(likely)
    # Those of one kind are not told apart, but by how far a piece went.
    assert len({*likely}) == len(likely)


def test_a_heap_has_no_mend() -> None:
    heap = [Element(kind, 5 + n, 7, n) for n, kind in enumerate(("arch", "brick", "light") * 20)]
    progress = last(Build(MAP_1, tuple(heap)))
    assert progress.done
    assert progress.mends == ()


def spoil_and_mend(count: int, seed: int) -> None:
    """Mend tables that were spoiled in every way; those that stay legal are counted apart."""
    seen: Counter[str] = Counter()
    for way, build, before in spoiled_tables(count, seed):
        found = judge_table(build)
        if found.legal:
            seen["legal"] += 1
            continue
        progress = last(build)
        wanted, steps = {*before.elements}, 2 if way == "swapped" else 1
        assert progress.mends, (way, build)
        assert len(progress.mends[0]) <= steps, (way, build)
        assert progress.tried <= sum(MOST_TRIED[:steps])
        assert all(judge_table(mended(build, mend)).legal for mend in progress.mends)
        right = any({*mended(build, mend).elements} == wanted for mend in progress.mends)
        seen["right"] += right
        seen["wrong"] += not right
    assert seen["legal"] < count / 10
    assert seen["right"] >= 0.95 * (seen["right"] + seen["wrong"]), seen


def test_what_one_piece_spoiled_one_piece_mends() -> None:
    spoil_and_mend(examples(60), 2)


@pytest.mark.slow
def test_two_thousand_spoiled_tables() -> None:
    spoil_and_mend(2_000, 1)
