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
from tests.examples import examples
from tests.grounds import ALL
from tests.random_play import mutated, random_palace, random_walk
from tests.sentences import Says

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
        ("d4-c4_b", ("start", "A", "d4", 0, 1)),
        ("c4+b-d4+bc", ("end", "C", "d4", 2, 2)),
        ("a1-a2", ("attach", "E", "a2", None, 5)),
        ("c4+ccb-d4", ("support", "F", "d4", 7, 6)),
        ("c4-d4", ("collision", None, "d4", 0, 1)),
        ("c3-f4", ("turn", "H", "f4", None, 3)),
        ("c4+b-d4+b-c4_b", ("turn", "H", "c4", None, None)),
    ],
)
def test_staircases(staircase: str, reason: tuple[object, ...], says: Says) -> None:
    (found,) = judge(Palace.setup(ALL[0]), Staircase.read(staircase)).reasons
    record = found.record()
    assert tuple(record) == ("code", "rule", "at", "level", "by", "remedy", "text")
    assert tuple(record.values())[:5] == reason
    assert (record["remedy"], record["text"]) == (found.remedy, found.text)
    assert str(found) == f"{found.code} at {found.at}: {found.text}"
    says(found)


def test_off_the_knobs(says: Says) -> None:
    palace = Palace.setup(load_map("map-3"))
    closed, *_ = judge(palace, Staircase.read("d3+b-d4-c4")).reasons
    assert (closed.code, closed.at) == ("off-knob", "c4")
    start, off = judge(palace, Staircase.read("z1-d3+b-d4")).reasons
    assert (start.code, start.at, start.level) == ("start", "z1", 0)
    assert dict(start.values)["free"] == (Knob.read("d2"), Knob.read("c3"))
    assert (off.code, off.at) == ("off-knob", "z1")
    says(closed, start, off)


def test_animals(says: Says) -> None:
    palace = Palace.read(MONKEY_ON_D4)
    (found,) = judge(palace, Staircase.read("c4+b-d4")).reasons
    assert (found.code, found.at, found.level, found.by) == ("blocked", "d4", 1, None)
    says(found)
    nothing_free = palace.with_animal("m", None)
    assert judge(nothing_free, Staircase.read("c4+b-d4")).legal


def test_stacked(says: Says) -> None:
    palace = Palace.setup(ALL[0])
    turn, stacked = judge(palace, Staircase.read("c4+b-d4-c4")).reasons
    assert turn.code == "turn"
    assert (stacked.code, stacked.at, stacked.level, stacked.by) == ("stacked", "c4", 2, 1)
    # Spacers would leave it going straight back.
    assert stacked.remedy_key == "another-way"
    says(stacked)
    (stacked,) = judge(palace, Staircase.read("c4+b-d4-c4"), None, LEGAL_BACK).reasons
    assert stacked.remedy_key == "spacers"
    says(stacked)
    assert judge(palace, Staircase.read("c4+b-d4+b-c4_b"), None, LEGAL_BACK).legal
    # Nor do they help where no arch may lie over another.
    strict = Rulings(double_back="legal", over_arch="stacked")
    (stacked,) = judge(palace, Staircase.read("c4+b-d4-c4"), None, strict).reasons
    assert stacked.remedy_key == "another-way"
    # On an old arch they do, without any ruling.
    after = build(palace, Staircase.read("c4+b-d4")).with_columns({Knob.read("d4"): "EW"})
    start, stacked = judge(after, Staircase.read("c4-d4")).reasons
    assert (start.code, stacked.code) == ("start", "stacked")
    assert stacked.remedy_key == "spacers"
    says(stacked)
    over = judge(palace, Staircase.read("e5+bb-e4+b-d4_bbb"), None, Rulings(over_arch="stacked"))
    assert [(reason.key, reason.at) for reason in over.reasons] == [("stacked.above", "d4")]
    says(*over.reasons)
    assert judge(palace, Staircase.read("e5+bb-e4+b-d4_bbb")).legal


@pytest.mark.parametrize(
    ("staircase", "mended"),
    [
        # What stands there already is spelled too, so that the remedy can be copied as it is.
        ("c4+bc-d4_b", [("d4", "bbb")]),
        ("c3-c4-d4_c", [("c4", "c")]),
        ("c3-c4+b-d4_c", [("c4", "bbb")]),
        # Columns while there are some, in walking order.
        ("a4+cc-b4-c4", [("b4", "cc"), ("c4", "cbbbb")]),
        ("a4+cc-b4_c-c4", [("b4", "cc"), ("c4", "cbbbb")]),
    ],
)
def test_remedies_are_written_as_fill_writes_them(
    staircase: str, mended: list[tuple[str, str]], says: Says
) -> None:
    palace, written, supply = Palace.setup(ALL[0]), Staircase.read(staircase), Supply(9, 30, 5)
    found = [r for r in judge(palace, written, supply).reasons if r.code in FILLED]
    assert [dict(r.values)["full"] for r in found] == [
        (Knob.read(knob), pieces) for knob, pieces in mended
    ]
    says(*found)


def test_all_remedies_together_are_what_fill_does() -> None:
    rng, seen, count = random.Random(5), 0, examples(2_000)
    for _ in range(count):
        palace = random_palace(Palace.setup(ALL[1]), rng.randint(0, 2), rng)
        staircase = mutated(random_walk(palace, rng), palace, rng)
        supply = Supply(20, 40, rng.randint(0, 6))
        full = fill(palace, staircase, supply)
        written = {f"{k}_{u}" for k, u in zip(full.knobs, full.unders, strict=True)}
        written |= {f"{k}+{r}" for k, r in zip(full.knobs, full.risers, strict=True)}
        for reason in judge(palace, staircase, supply).reasons:
            advice, *price = reason.remedy.split("; ")
            if reason.code in FILLED and ": " in advice:
                assert advice.split(": ")[1] in written, (palace, staircase, reason)
                too_dear = full.uses.brick > palace.at_hand(supply).brick
                assert bool(price) <= too_dear, (palace, staircase, reason)
                seen += 1
    assert seen > count // 4


def test_supports_that_are_missing_are_priced_against_the_hand(says: Says) -> None:
    palace = Palace.setup(ALL[0])
    (one,) = judge(palace, "c4-d4_bb", "3a3b").reasons
    assert one.remedy == (
        "raise c4 by 3 bricks: c4+bbb; 5 bricks are needed, 3 are there: build another way"
    )
    says(one)
    for supply in ("3a5b", "3a2b1c", None):
        assert "needed" not in judge(palace, "c4-d4_bb", supply).reasons[0].remedy
    first, last = judge(palace, "c4+bb-d4-d5", "3a5b").reasons
    assert "needed" not in first.remedy
    assert "; 6 bricks are needed, 5 are there" in last.remedy


def test_a_high_pile_is_counted_and_not_spelled(says: Says) -> None:
    (support, *_) = judge(Palace.setup(ALL[0]), Staircase.read(f"c4+{'b' * 41}-d4")).reasons
    assert "ccc" not in support.remedy
    says(support)
    (support, *_) = judge(Palace.setup(ALL[0]), Staircase.read(f"c4+{'b' * 17}-d4")).reasons
    assert "d4_cccccb" in support.remedy


def test_advice_where_to_go_leaves_out_where_one_came_from(says: Says) -> None:
    far, *_ = judge(Palace.setup(ALL[0]), Staircase.read("c3-c4-f4")).reasons
    assert dict(far.values)["near"] == tuple(map(Knob.read, ("c5", "d4", "b4")))
    says(far)
    far, *_ = judge(Palace.setup(ALL[0]), Staircase.read("c3-c4-f4"), None, LEGAL_BACK).reasons
    assert dict(far.values)["near"] == tuple(map(Knob.read, ("c5", "d4", "c3", "b4")))
    same, *_ = judge(Palace.setup(ALL[0]), Staircase.read("c3-c3-c4")).reasons
    assert (same.key, same.at) == ("turn.nowhere", "c3")
    says(same)


def test_supply_says_when_it_is_the_box_that_lacks_pieces(says: Says) -> None:
    palace = Palace.setup(ALL[0])
    huge = Staircase.read(f"c4+{'c' * 16}b-d4_{'c' * 16}")
    (found,) = judge(palace, huge, Supply(99, 99, 99)).reasons
    assert (found.code, found.at, found.by) == ("supply", "column", 16)
    assert found.key == "supply.box"
    says(found)
    (found,) = judge(palace, Staircase.read("c4+b-d4"), Supply(1, 0, 0)).reasons
    assert (found.at, found.by, dict(found.values)["has"]) == ("brick", 1, (0, "brick"))
    says(found)
    assert judge(palace, Staircase.read("c4+b-d4"), Supply()).codes == ("supply",)


def test_supply(says: Says) -> None:
    palace = Palace.setup(ALL[0])
    verdict = judge(palace, Staircase.read("c4+b-d4-d3_bb"), Supply(1, 2, 0))
    assert [(r.at, r.by) for r in verdict.reasons] == [("arch", 1), ("brick", 1)]
    says(*verdict.reasons)


def test_a_knob_with_an_animal_is_not_proposed() -> None:
    palace = Palace.setup(ALL[0])
    for animals, nearest in (("", "d4"), ("m", "e4"), ("mf", "f4")):
        there = palace
        for letter, knob in zip(animals, ("d4", "e4"), strict=False):
            there = there.with_animal(letter, Knob.read(knob))
        (found,) = judge(there, Staircase.read("c5-c6")).reasons
        assert dict(found.values)["nearest"] == Knob.read(nearest)


def test_a_palace_with_no_free_knob_has_no_nearest_one(says: Says) -> None:
    empty = Palace.read("map-1:x8/x8/x8/x8/x8/x8/x8/x8")
    (found,) = judge(empty, Staircase.read("a1-a2")).reasons
    assert (found.key, found.at, found.by) == ("attach", "a2", None)
    says(found)


def at(knob_file: int, knob_rank: int, level: int, kind: str, turn: int = 0) -> Element:
    return Element(kind, 5 + 3 * knob_file, 5 + 3 * knob_rank, level, turn)


SMALLEST = (at(2, 3, 0, "brick"), at(2, 3, 1, "arch"))


@pytest.mark.parametrize(
    ("extra", "key", "others"),
    [
        ((at(2, 2, 0, "brick"),), "path.idle at c3", ""),
        ((at(0, 0, 0, "arch"),), "path.second at a1", ""),
        ((at(2, 3, 2, "arch", 1), at(2, 4, 0, "brick"), at(2, 4, 1, "brick"),
          at(3, 3, 2, "arch", 1), at(3, 4, 0, "brick"), at(3, 4, 1, "brick")),
         "ascend at d4", ""),
        ((at(3, 3, 2, "brick"),), "end.riser at d4", ""),
        ((at(3, 3, 2, "gold"),), "decoration.colour at d4", ""),
        ((at(2, 3, 2, "dark"),), "decoration.elsewhere at c4", ""),
        ((Element("gold", 12, 14, 2),), "middle-knob at stud 12,14", "decoration"),
        ((Element("brick", 6, 6),), "off-knob at stud 6,6", ""),
        ((Element("brick", 0, 0),), "off-knob at stud 0,0", ""),
        ((SMALLEST[0],), "collision.doubled at c4", ""),
        ((at(2, 2, 2, "brick"),), "support.piece at c3", "path"),
    ],
)  # fmt: skip
def test_loose_elements(extra: tuple[Element, ...], key: str, others: str, says: Says) -> None:
    palace = Palace.setup(ALL[0])
    verdict = judge_build(Build(ALL[0], (*SMALLEST, *extra), palace))
    (found,) = (r for r in verdict.reasons if r.code not in others.split())
    assert f"{found.key} at {found.at}" == key
    assert set(verdict.codes) == {found.code, *others.split()}
    says(found)


def test_branches_and_side_arches(says: Says) -> None:
    palace = Palace.setup(ALL[0])
    branch = (at(3, 3, 2, "arch", 1), at(3, 4, 0, "brick"), at(3, 4, 1, "brick"))
    assert judge_build(Build(ALL[0], (*SMALLEST, *branch), palace)).legal
    # Two arches leave c4: one to the palace, the other, higher up, away from it.
    fork = (
        at(2, 2, 0, "arch", 1), at(2, 3, 1, "arch"), at(2, 3, 2, "arch", 1), at(2, 4, 0, "brick"),
        at(2, 4, 1, "brick"),
    )  # fmt: skip
    (found,) = judge_build(Build(ALL[0], fork, palace)).reasons
    assert (found.key, dict(found.values)["ends"]) == ("path.branch", ("c4", "c5"))
    says(found)
    # From b3 over c3 and c4 to c5; at c4 an arch to d4 lies under the path.
    side = (
        at(1, 2, 0, "arch"), at(2, 2, 1, "brick"), at(2, 2, 2, "arch", 1), at(2, 3, 0, "brick"),
        at(2, 3, 1, "arch"), at(2, 3, 3, "arch", 1), at(2, 4, 0, "column"),
    )  # fmt: skip
    (found,) = judge_build(Build(ALL[0], side, palace)).reasons
    assert (found.key, dict(found.values)["ends"]) == ("path.side", ("c4", "d4"))
    says(found)


def test_no_arch_and_nothing_at_all(says: Says) -> None:
    palace = Palace.setup(ALL[0])
    brick = at(3, 3, 1, "brick")
    (found,) = judge_build(Build(ALL[0], (brick,), palace)).reasons
    assert found.key == "end"
    says(found)
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


def test_a_staircase_beside_the_map_attaches_to_nothing_from_its_first_knob() -> None:
    found = judge(Palace.setup(ALL[0]), Staircase.read("j1-j2")).reasons
    assert [(reason.code, reason.at) for reason in found if reason.code == "attach"] == [
        ("attach", "j1")
    ]
