"""Every sentence the referee can say: who, where, by how much, and what would be legal."""

from __future__ import annotations

import random

import pytest

from palace import (  # fmt: skip
    Build,
    Element,
    Knob,
    Palace,
    Rulings,
    Staircase,
    Supply,
    build,
    fill,
    judge,
    judge_build,
    load_map,
)
from palace.monkey_palace.drawing.gallery import EXAMPLES, IN_RECORDS
from palace.monkey_palace.game.reasons import BOOK
from tests.grounds import ALL
from tests.random_play import mutated, random_palace, random_walk

MONKEY_ON_D4 = "map-1:x8/x8/x8/x8/x3,Em,WE,bWg,x2/x8/x8/x8"
LEGAL_BACK = Rulings(double_back="legal")
FILLED = ("support", "collision")
CONTRACT_CODES = (
    "start end middle-knob attach support stacked turn path ascend collision off-knob blocked "
    "supply decoration turn-order game-over pass card-colour card-cost card-pile card-slot monkey "
    "frog butterfly bonus credits"
).split()


@pytest.mark.parametrize(
    ("staircase", "reason"),
    [
        ("d4-c4_b", ("start", "A", "d4", 0, 1, "begin on c3, b4 or c5",
                     "d4 is 1 brick high already; a staircase begins on an empty knob")),
        ("c4+b-d4+bc", ("end", "C", "d4", 2, 2, "leave them out, or lay one more arch",
                        "2 pieces on the last arch, at d4; an arch comes last")),
        ("a1-a2", ("attach", "E", "a2", None, 5, "lead the staircase over d4",
                   "no new piece stands on the palace; from a2 the nearest knob of it, d4, is 5 "
                   "arches away")),
        ("c4+ccb-d4", ("support", "F", "d4", 7, 6, "put cc under it: d4_cc",
                       "the arch's end hangs 6 bricks above d4")),
        ("c4-d4", ("collision", None, "d4", 0, 1, "raise c4 by 1 brick: c4+b",
                   "d4 stands 1 brick higher than c4, and an arch is level")),
        ("c3-f4", ("turn", "H", "f4", None, 3, "go to a neighbour of c3: c4, d3, c2 or b3",
                   "from c3 it steps to f4, 4 arches away; an arch reaches only a neighbour")),
        ("c4+b-d4+b-c4_b", ("turn", "H", "c4", None, None, "go on to d5, e4 or d3",
                            "from d4 it goes straight back to c4")),
    ],
)  # fmt: skip
def test_staircases(staircase: str, reason: tuple[object, ...]) -> None:
    (found,) = judge(Palace.setup(ALL[0]), Staircase.read(staircase)).reasons
    record = found.record()
    keys = ("code", "rule", "at", "level", "by", "remedy", "text")
    assert tuple(record) == keys
    assert tuple(record.values()) == reason
    assert str(found) == f"{reason[0]} at {reason[2]}: {reason[6]}"


def test_off_the_knobs() -> None:
    palace = Palace.setup(load_map("map-3"))
    closed, *_ = judge(palace, Staircase.read("d3+b-d4-c4")).reasons
    assert (closed.code, closed.at, closed.text) == ("off-knob", "c4", "c4 is closed")
    assert closed.remedy == "use open knobs of the map"
    start, off = judge(palace, Staircase.read("z1-d3+b-d4")).reasons
    assert (start.code, start.at, start.level) == ("start", "z1", 0)
    assert start.text == "z1 is beyond the map; a staircase begins on an open knob"
    assert start.remedy == "begin on d2 or c3"
    assert (off.code, off.text) == ("off-knob", "z1 is beyond the map")


def test_animals() -> None:
    palace = Palace.read(MONKEY_ON_D4)
    (found,) = judge(palace, Staircase.read("c4+b-d4")).reasons
    assert found.text == "the monkey stands on d4"
    assert found.remedy == "go around d4, or wait until the monkey has moved"
    assert (found.code, found.at, found.level, found.by) == ("blocked", "d4", 1, None)
    nothing_free = palace.with_animal("m", None)
    assert judge(nothing_free, Staircase.read("c4+b-d4")).legal


def test_stacked() -> None:
    palace = Palace.setup(ALL[0])
    turn, stacked = judge(palace, Staircase.read("c4+b-d4-c4")).reasons
    assert turn.code == "turn"
    assert (stacked.code, stacked.at, stacked.level, stacked.by) == ("stacked", "c4", 2, 1)
    assert stacked.text == "the arch d4-c4 lies directly on an arch between the same knobs"
    # Spacers would leave it going straight back.
    assert stacked.remedy == "go another way"
    (stacked,) = judge(palace, Staircase.read("c4+b-d4-c4"), None, LEGAL_BACK).reasons
    assert stacked.remedy == "put spacers on both ends, or go another way"
    assert judge(palace, Staircase.read("c4+b-d4+b-c4_b"), None, LEGAL_BACK).legal
    # Nor do they help where no arch may lie over another.
    strict = Rulings(double_back="legal", over_arch="stacked")
    (stacked,) = judge(palace, Staircase.read("c4+b-d4-c4"), None, strict).reasons
    assert stacked.remedy == "go another way"
    # On an old arch they do, without any ruling.
    after = build(palace, Staircase.read("c4+b-d4")).with_columns({Knob.read("d4"): "EW"})
    start, stacked = judge(after, Staircase.read("c4-d4")).reasons
    assert (start.code, stacked.code) == ("start", "stacked")
    assert stacked.remedy == "put spacers on both ends, or go another way"
    over = judge(palace, Staircase.read("e5+bb-e4+b-d4_bbb"), None, Rulings(over_arch="stacked"))
    assert [reason.text for reason in over.reasons] == [
        "the arch e4-d4 lies above an arch between the same knobs"
    ]
    assert judge(palace, Staircase.read("e5+bb-e4+b-d4_bbb")).legal


@pytest.mark.parametrize(
    ("staircase", "remedies"),
    [
        # What stands there already is spelled too, so that the remedy can be copied as it is.
        ("c4+bc-d4_b", ["put bb under it: d4_bbb"]),
        ("c3-c4-d4_c", ["raise c4 by 3 bricks: c4+c"]),
        ("c3-c4+b-d4_c", ["raise c4 by 2 bricks: c4+bbb"]),
        # Columns while there are some, in walking order.
        ("a4+cc-b4-c4", ["put cc under it: b4_cc", "put cbbbb under it: c4_cbbbb"]),
        ("a4+cc-b4_c-c4", ["put c under it: b4_cc", "put cbbbb under it: c4_cbbbb"]),
    ],
)
def test_remedies_are_written_as_fill_writes_them(staircase: str, remedies: list[str]) -> None:
    palace, written, supply = Palace.setup(ALL[0]), Staircase.read(staircase), Supply(9, 30, 5)
    found = [r.remedy for r in judge(palace, written, supply).reasons if r.code in FILLED]
    assert found == remedies


def test_all_remedies_together_are_what_fill_does() -> None:
    rng, seen = random.Random(5), 0
    for _ in range(2_000):
        palace = random_palace(Palace.setup(ALL[1]), rng.randint(0, 2), rng)
        staircase = mutated(random_walk(palace, rng), palace, rng)
        supply = Supply(20, 40, rng.randint(0, 6))
        full = fill(palace, staircase, supply)
        written = {f"{k}_{u}" for k, u in zip(full.knobs, full.unders, strict=True)}
        written |= {f"{k}+{r}" for k, r in zip(full.knobs, full.risers, strict=True)}
        for reason in judge(palace, staircase, supply).reasons:
            if reason.code in FILLED and ": " in reason.remedy:
                assert reason.remedy.split(": ")[1] in written, (palace, staircase, reason)
                seen += 1
    assert seen > 500


def test_a_high_pile_is_counted_and_not_spelled() -> None:
    (support, *_) = judge(Palace.setup(ALL[0]), Staircase.read(f"c4+{'b' * 41}-d4")).reasons
    assert support.remedy == "put 13 columns and 1 brick under it"
    (support, *_) = judge(Palace.setup(ALL[0]), Staircase.read(f"c4+{'b' * 17}-d4")).reasons
    assert support.remedy == "put cccccb under it: d4_cccccb"


def test_advice_where_to_go_leaves_out_where_one_came_from() -> None:
    far, *_ = judge(Palace.setup(ALL[0]), Staircase.read("c3-c4-f4")).reasons
    assert far.remedy == "go to a neighbour of c4: c5, d4 or b4"
    far, *_ = judge(Palace.setup(ALL[0]), Staircase.read("c3-c4-f4"), None, LEGAL_BACK).reasons
    assert far.remedy == "go to a neighbour of c4: c5, d4, c3 or b4"
    same, *_ = judge(Palace.setup(ALL[0]), Staircase.read("c3-c3-c4")).reasons
    assert same.text == "from c3 it steps to the same knob; an arch reaches only a neighbour"


def test_supply_says_when_it_is_the_box_that_lacks_pieces() -> None:
    palace = Palace.setup(ALL[0])
    huge = Staircase.read(f"c4+{'c' * 16}b-d4_{'c' * 16}")
    (found,) = judge(palace, huge, Supply(99, 99, 99)).reasons
    assert (found.code, found.at, found.by) == ("supply", "column", 16)
    assert found.text == "it needs 32 columns, the box has 16"
    (found,) = judge(palace, Staircase.read("c4+b-d4"), Supply(1, 0, 0)).reasons
    assert found.remedy == "use none"
    assert judge(palace, Staircase.read("c4+b-d4"), Supply()).codes == ("supply",)


def test_supply() -> None:
    palace = Palace.setup(ALL[0])
    verdict = judge(palace, Staircase.read("c4+b-d4-d3_bb"), Supply(1, 2, 0))
    assert [(r.at, r.by, r.text, r.remedy) for r in verdict.reasons] == [
        ("arch", 1, "it needs 2 arches, there is 1", "use at most 1"),
        ("brick", 1, "it needs 3 bricks, there are 2", "use at most 2"),
    ]


def test_a_knob_with_an_animal_is_not_proposed() -> None:
    palace = Palace.setup(ALL[0])
    for animals, nearest in (("", "d4"), ("m", "e4"), ("mf", "f4")):
        there = palace
        for letter, knob in zip(animals, ("d4", "e4"), strict=False):
            there = there.with_animal(letter, Knob.read(knob))
        (found,) = judge(there, Staircase.read("c5-c6")).reasons
        assert found.remedy == f"lead the staircase over {nearest}"


def test_a_palace_with_no_free_knob_has_no_nearest_one() -> None:
    empty = Palace.read("map-1:x8/x8/x8/x8/x8/x8/x8/x8")
    (found,) = judge(empty, Staircase.read("a1-a2")).reasons
    assert found.text == "no new piece stands on the palace"
    assert found.remedy == "lead the staircase over a knob of the palace that is free"


def at(knob_file: int, knob_rank: int, level: int, kind: str, turn: int = 0) -> Element:
    return Element(kind, 5 + 3 * knob_file, 5 + 3 * knob_rank, level, turn)


SMALLEST = (at(2, 3, 0, "brick"), at(2, 3, 1, "arch"))


@pytest.mark.parametrize(
    ("extra", "codes", "text", "remedy"),
    [
        ((at(2, 2, 0, "brick"),), "path", "the brick at c3 carries nothing",
         "take it back, or lay an arch on it (ruling idle-support)"),
        ((at(0, 0, 0, "arch"),), "path", "the arch a1-b1 belongs to a second staircase",
         "build one staircase in a turn"),
        ((at(2, 3, 2, "arch", 1), at(2, 4, 0, "brick"), at(2, 4, 1, "brick"),
          at(3, 3, 2, "arch", 1), at(3, 4, 0, "brick"), at(3, 4, 1, "brick")),
         "ascend", "the arch to d4 lies at level 1, the one before it at level 2",
         "lay it at level 3 or higher"),
        ((at(3, 3, 2, "brick"),), "end", "1 piece on the last arch, at d4; an arch comes last",
         "leave it out, or lay one more arch"),
        ((at(3, 3, 2, "gold"),), "decoration",
         "the decoration at d4 is gold, but c4 is dark green", "put a dark green one"),
        ((at(2, 3, 2, "dark"),), "decoration", "the decoration at c4 is not on the last arch",
         "put it on d4"),
        ((Element("gold", 12, 14, 2),), "middle-knob decoration",
         "the gold decoration at stud 12,14 stands on a middle knob of an arch",
         "use one of the arch's two end knobs"),
        ((Element("brick", 6, 6),), "off-knob", "stud 6,6 is between the knobs",
         "use open knobs of the map"),
        ((Element("brick", 0, 0),), "off-knob", "stud 0,0 is off the sheet",
         "use open knobs of the map"),
        ((SMALLEST[0],), "collision",
         "the brick at c4 lies where another brick lies", "take one of them away"),
        ((at(2, 2, 2, "brick"),), "support path", "the brick hangs 2 bricks above c3",
         "put bb under it"),
    ],
)  # fmt: skip
def test_loose_elements(
    extra: tuple[Element, ...], codes: str, text: str | None, remedy: str | None
) -> None:
    palace = Palace.setup(ALL[0])
    verdict = judge_build(Build(ALL[0], (*SMALLEST, *extra), palace))
    assert set(verdict.codes) == set(codes.split())
    if text is not None:
        assert (text, remedy) in [(reason.text, reason.remedy) for reason in verdict.reasons]


def test_branches_and_side_arches() -> None:
    palace = Palace.setup(ALL[0])
    branch = (at(3, 3, 2, "arch", 1), at(3, 4, 0, "brick"), at(3, 4, 1, "brick"))
    assert judge_build(Build(ALL[0], (*SMALLEST, *branch), palace)).legal
    # Two arches leave c4: one to the palace, the other, higher up, away from it.
    fork = (
        at(2, 2, 0, "arch", 1), at(2, 3, 1, "arch"), at(2, 3, 2, "arch", 1), at(2, 4, 0, "brick"),
        at(2, 4, 1, "brick"),
    )  # fmt: skip
    (found,) = judge_build(Build(ALL[0], fork, palace)).reasons
    assert (found.code, found.text) == ("path", "the arch c4-c5 branches off the path")
    # From b3 over c3 and c4 to c5; at c4 an arch to d4 lies under the path.
    side = (
        at(1, 2, 0, "arch"), at(2, 2, 1, "brick"), at(2, 2, 2, "arch", 1), at(2, 3, 0, "brick"),
        at(2, 3, 1, "arch"), at(2, 3, 3, "arch", 1), at(2, 4, 0, "column"),
    )  # fmt: skip
    (found,) = judge_build(Build(ALL[0], side, palace)).reasons
    assert (found.code, found.text) == (
        "path",
        "the side arch c4-d4 is off the path and carries it",
    )
    assert found.remedy == "carry the path with bricks and columns"


def test_no_arch_and_nothing_at_all() -> None:
    palace = Palace.setup(ALL[0])
    brick = at(3, 3, 1, "brick")
    (found,) = judge_build(Build(ALL[0], (brick,), palace)).reasons
    assert (found.code, found.text) == ("end", "there is no arch at all")
    assert found.at == "brick at stud 14,14 level 1"
    codes = judge_build(Build(ALL[0], (), palace)).codes
    assert codes == ("end", "attach")


def test_every_code_of_the_contract_is_explained() -> None:
    assert list(BOOK.rules) == CONTRACT_CODES
    for rule in BOOK.rules.values():
        assert rule.title
        assert rule.says.endswith(".")
        assert (rule.code in EXAMPLES) != (rule.code in IN_RECORDS)


@pytest.mark.parametrize("code", EXAMPLES)
def test_examples_show_their_rule_and_no_other(code: str) -> None:
    example = EXAMPLES[code]
    assert example.legal.verdict().legal
    assert example.illegal.verdict().codes == (code,)
    assert example.illegal.build.elements
