"""Small values of the kernel at their bounds: maps, knobs, supplies, verdicts, arches, orders."""

from __future__ import annotations

from dataclasses import replace

import pytest

from palace import (  # fmt: skip
    Build,
    Element,
    Knob,
    NotationError,
    Palace,
    Rulings,
    Staircase,
    Supply,
    fill,
    judge,
    judge_build,
    load_map,
)
from palace.files.document import parse_document
from palace.monkey_palace.kernel.arch_path import Arch, groups, longest_chain, one_stroke
from palace.monkey_palace.kernel.audit import audit
from palace.monkey_palace.kernel.chinese import CHINESE
from palace.monkey_palace.kernel.elements import PIECES, noun
from palace.monkey_palace.kernel.ground import (
    GroundMap,
    centred,
    ground_table,
    is_map,
    map_name,
    open_map,
)
from palace.monkey_palace.kernel.notation import as_position
from palace.monkey_palace.kernel.orders import Orders, Placed
from palace.monkey_palace.kernel.reasons import earnings_text
from palace.monkey_palace.kernel.referee import earns_bonus, is_highest, setup_gold_level
from palace.monkey_palace.kernel.sentences import ENGLISH, LONG_PILE, NAMED
from palace.monkey_palace.kernel.staircase import LONGEST, fewest
from palace.monkey_palace.kernel.verdict import Verdict
from tests.grounds import ALL, plain
from tests.sentences import Says

SETUP = Palace.setup(ALL[0])
A1, B1, C1, D1 = (Knob(file, 0) for file in range(4))


# Maps.


def test_the_square_of_a_knob_reaches_to_the_edge_of_the_sheet_at_the_border() -> None:
    """Knob a1 is over stud 5, 5 of a sheet from 2 to 30; the stud's middle is 5.5."""
    ground = ALL[0]
    assert ground.square(A1) == (2, 2, 7.0, 7.0)
    assert ground.square(Knob(1, 2)) == (7.0, 10.0, 10.0, 13.0)
    assert ground.square(Knob(7, 7)) == (25.0, 25.0, 30, 30)
    assert ground.square(Knob(7, 0)) == (25.0, 2, 30, 7.0)
    assert ground.square(Knob(6, 6)) == (22.0, 22.0, 25.0, 25.0)


def test_a_box_of_other_numbers_is_part_of_a_map() -> None:
    ground = replace(ALL[0], pieces=(("arch", 7), ("frog", 0)))
    assert (ground.in_box("arch"), ground.in_box("frog"), ground.in_box("brick")) == (7, 0, 80)
    assert ground.box == Supply(7, 80, 16)
    assert ground.shipped
    assert repr(ground).startswith(
        "GroundMap('map-1', 'placeholder', 32, (2, 2, 28, 28), (5, 5), 3"
    )
    assert eval(repr(ground), {"GroundMap": GroundMap, "Knob": Knob}) == ground
    palace = Palace.setup(ground)
    assert repr(palace) == f"Palace.read({palace.position!r}, {ground!r})"
    assert repr(SETUP) == f"Palace.read('map-1:{SETUP.position}')"
    assert palace.box == Supply(5, 79, 16)


def test_a_map_as_the_keys_of_a_map_file() -> None:
    table = ground_table(ALL[0])
    assert {key: table[key] for key in ("name", "provenance", "plate", "sheet", "origin")} == {
        "name": "map-1", "provenance": "placeholder", "plate": 32, "sheet": [2, 2, 28, 28],
        "origin": [5, 5],
    }  # fmt: skip
    assert (table["pitch"], table["setup"]) == (3, ["d4", "e4", "f4"])
    assert str(table["knobs"]).splitlines()[0] == "l l l l g d d d"
    assert [*table][6] == "knobs"


def test_a_map_in_the_middle_of_a_sheet() -> None:
    """28 studs hold ten knobs, which span 9 times 3 and one; an eleventh needs three more."""
    small, usual, large = (centred("own", ["l" * wide] * 3) for wide in (2, 10, 11))
    assert (small.plate, small.sheet, small.origin) == (32, (2, 2, 28, 28), (14, 12))
    assert (usual.plate, usual.sheet, usual.origin) == (32, (2, 2, 28, 28), (2, 12))
    assert (large.plate, large.sheet, large.origin) == (35, (2, 2, 31, 31), (2, 14))
    assert Palace(centred("none", ["..."]), ("",) * 3).height == 0
    assert (small.pitch, small.provenance, small.setup) == (3, "placeholder", (A1, A1, A1))


def test_names_and_files_of_maps() -> None:
    assert (map_name("3"), map_name("5"), map_name("map-3")) == ("map-3", "5", "map-3")
    assert open_map("2") == load_map("map-2")

    def found(text: str) -> bool:
        return is_map(parse_document(text, "toml", "f.toml"))

    assert found('knobs = "l"')
    assert not found('name = "x"')
    assert not found('knobs = "l"\nplayers = 3')
    assert not found('knobs = "l"\nbuild = []')


def test_the_monkey_may_not_block_its_holder() -> None:
    """The monkey blocks its holder's opponents alone, where that is the ruling."""
    opponents, anyone = Rulings(monkey_blocks="opponents"), Rulings()
    assert opponents.of_builder(holds_monkey=True).monkey_blocks == "none"
    assert opponents.of_builder(holds_monkey=False) == opponents
    assert anyone.monkey_blocks != "opponents"
    assert anyone.of_builder(holds_monkey=True) == anyone


def test_which_animals_block_as_ruled() -> None:
    for monkey in ("all", "opponents", "none"):
        own = "" if monkey == "none" else "m"
        assert Rulings(monkey_blocks=monkey).blockers == f"{own}fy"
        assert Rulings(monkey_blocks=monkey, animals_block="monkey").blockers == own


def test_knobs_beside_and_beyond() -> None:
    last = Knob(25, 998)
    assert (str(last), last.step("N"), last.step("E")) == ("z999", None, None)
    assert (str(last.step("W")), str(last.step("S"))) == ("y999", "z998")
    assert (A1.step("S"), A1.step("W")) == (None, None)
    assert Knob.read(" Z999 ") == last
    assert (A1.way_to(B1), A1.way_to(C1), A1.way_to(A1)) == ("E", None, None)
    assert A1.distance(Knob(2, 3)) == Knob(2, 3).distance(A1) == 5
    assert not Knob(0, 999).writable
    assert not Knob(True, 0).writable
    assert ALL[0].knob_at(2, 5) is None


def test_too_few_starts_are_fewer_than_half() -> None:
    """Of six knobs three carry the set-up: three of six are half, two of five fewer."""
    assert plain(6, 1, "a1 b1 c1").warnings() == ()
    assert plain(5, 1, "a1 b1 c1").warnings() == (
        "only 2 of 5 open knobs can ever start a staircase, fewer than half",
    )


@pytest.mark.parametrize(("lost", "told"), [(8, "a1"), (9, "and 1 more")])
def test_eight_lost_knobs_are_named(lost: int, told: str) -> None:
    ground = plain(12, 1, "j1 k1 l1") if lost == 8 else plain(13, 1, "k1 l1 m1")
    closed = "i1" if lost == 8 else "j1"
    ground = plain(ground.width, 1, " ".join(map(str, ground.setup)), closed=closed)
    island = ground.warnings()[0]
    assert island.startswith("the set-up is on an island of 3 knobs; no arch leads to a1 b1 ")
    assert told in island
    assert ("more" in island) is (lost == 9)


# Numbers and texts.


def test_supplies() -> None:
    assert str(Supply(1, 0, 2)) == "1a2c"
    assert (str(Supply()), str(Supply(0, 1))) == ("0a", "1b")
    assert Supply(1, 2, 3).plus(Supply(4, 5, 6)) == Supply(5, 7, 9)
    assert Supply(1, 2, 3).minus(Supply(4, 5, 7)) == Supply(-3, -3, -4)
    assert Supply(1, 2, 3).covers(Supply(1, 2, 3))
    for kind in range(3):
        more = Supply(*(n + (at == kind) for at, n in enumerate((1, 2, 3))))
        assert not Supply(1, 2, 3).covers(more)
    assert Supply(4, 3, 1).named() == {"arch": 4, "brick": 3, "column": 1}
    assert Supply.read("999999a").arch == 999_999
    with pytest.raises(NotationError):
        Supply.read("1000000a")
    assert Supply.of(Supply(0, 0, 0)) == Supply.read(" 0a ") == Supply()


def test_nouns() -> None:
    assert [noun(kind, 1) for kind in PIECES] == [
        "arch", "brick", "column", "light green decoration", "dark green decoration",
        "gold decoration", "corner piece", "monkey", "frog", "butterfly",
    ]  # fmt: skip
    assert [noun(kind, 0) for kind in ("arch", "butterfly", "corner", "frog", "gold")] == [
        "arches", "butterflies", "corner pieces", "frogs", "gold decorations",
    ]  # fmt: skip


SIX = tuple(Knob(file, 0) for file in range(6))
FORMATTED: tuple[tuple[str, object], ...] = (
    ("are", 1), ("are", 2), ("it", 1), ("it", 0), ("knobs", ()), ("empty-knobs", ()),
    ("knobs", SIX[:1]), ("knobs", SIX[:2]), ("knobs", SIX), ("kinds", (0, "gold")),
    ("kinds", (1, "arch")), ("kinds", (2, "arch")), ("number", (3, "arch")), ("one", "arch"),
    ("one", "brick"), ("one", "dark"), ("pile", "cbb"), ("pile", "b"), ("pile", "cc"),
    ("riser", (A1, "b" * LONG_PILE)), ("riser", (A1, "b" * (LONG_PILE + 1))), ("under", (A1, "cb")),
    ("under", (A1, "b" * LONG_PILE)), ("under", (A1, "b" * (LONG_PILE + 1))), ("short", (3, 3)),
    ("short", (1, 0)), ("short", (2, 1)), ("short", (4, 2)), ("column", ""), ("column", "bW"),
    *(("capital", letter) for letter in "ldg"), *(("colour", letter) for letter in "ldgx"[:3]),
    *(("noun", kind) for kind in PIECES), ("credits", 1), ("credits", 2), ("pieces", 2),
    ("arches", 1), ("bricks", 1), ("bricks", 2), ("dash", SIX[:2]), ("dashed", ("a1", "b1")),
    ("all", SIX[:2]), ("both", SIX[:2]),
    *(("where", name) for name in ("closed", "off-map", "off-plate", "off-sheet", "between")),
)  # fmt: skip


def test_values_in_sentences(says: Says) -> None:
    for name, value in FORMATTED:
        one, other = (book.formats[name](value) for book in (ENGLISH, CHINESE))
        says(f"{name} of {value}: [{one}] [{other}]")
    assert (NAMED, LONG_PILE) == (5, 12)


def test_supports_in_columns_while_there_are_some() -> None:
    assert [fewest(gap) for gap in (0, 2, 3, 4, 6)] == ["", "bb", "c", "cb", "cc"]
    assert [fewest(7, columns) for columns in (2, 1, 0, -1)] == [
        "ccb", "cbbbb", "bbbbbbb", "bbbbbbb"
    ]  # fmt: skip
    assert str(fill(SETUP, "a4+cc-b4", Supply(9, 9, 3))) == "a4+cc-b4_cbbb"
    assert str(fill(SETUP, "a4+cc-b4", Supply(9, 9, 4))) == "a4+cc-b4_cc"


def test_the_longest_staircase_that_can_be_written() -> None:
    most = LONGEST - len("a1-a2+")
    assert len(str(Staircase.read(f"a1-a2+{'b' * most}"))) == LONGEST
    with pytest.raises(NotationError, match="at most"):
        Staircase.read(f"a1-a2+{'b' * (most + 1)}")
    with pytest.raises(NotationError, match="written out it is too long"):
        Staircase.read("-".join(["a1+99b"] * 101))


def test_a_position_over_several_lines() -> None:
    text, offsets = as_position(" x8\n x3 ,E\tW\r\n\n/x8 :\n")
    assert text == "x8/x3,E,W/x8:"
    assert offsets == [1, 2, 5, 5, 6, 8, 9, 11, 11, 15, 16, 17, 19, 20]
    assert as_position("map-1: x8") == ("map-1:x8", [0, 1, 2, 3, 4, 5, 7, 8, 9])
    assert as_position("") == ("", [0])


# Verdicts.


def test_a_verdict_that_holds_little() -> None:
    bare = Verdict(())
    assert (bare.palace_height, earnings_text(bare), str(bare)) == (None, "", "build: legal")
    assert bare.record() == {
        "legal": True, "reasons": [], "staircase": "None", "arches": 0, "credits": None,
        "decoration": None, "bonus": None, "height": None, "uses": None, "palace_height": None,
        "position": None,
    }  # fmt: skip
    assert "staircase" not in Verdict((), elements=2).record()
    staircase = Staircase.read("c4+b-d4")
    for part in (
        Verdict((), staircase, decoration="l"), Verdict((), uses=Supply(1), decoration="l"),
        Verdict((), staircase, staircase.uses),
    ):  # fmt: skip
        assert earnings_text(part) == ""
    plain_one = Verdict((), staircase, staircase.uses, credits=1, decoration="g", bonus=True)
    assert str(plain_one) == "c4+b-d4: legal, 1 credits, gold decoration, bonus card"


def test_an_illegal_verdict_is_told_reason_by_reason() -> None:
    first, *rest = str(judge(SETUP, "c4-d4_b")).splitlines()
    assert first == "c4-d4_b: not legal"
    assert len(rest) == 1
    assert "; " in rest[0]


def test_the_bonus_and_the_highest_at_their_bounds() -> None:
    ground = SETUP.ground
    for pieces, earned in (("bbbb", False), ("bbbbb", True), ("cb", False), ("cbb", True)):
        after = SETUP.with_columns({A1: f"{pieces}E"})
        assert earns_bonus(SETUP, after, Rulings()) is earned
    for level, highest, tied in ((1, False, False), (2, False, True), (3, True, True)):
        assert is_highest(SETUP, level, Rulings(), colour="g", ties=False) is highest
        assert is_highest(SETUP, level, Rulings(), colour="g", ties=True) is tied
    assert is_highest(SETUP, 0, Rulings(), colour="l", ties=False)
    assert not is_highest(SETUP, 2, Rulings(), colour=None, ties=False)
    assert is_highest(SETUP, 0, Rulings(setup_gold="ignored"), colour="g", ties=False)
    assert ground.setup[2] == Knob.read("f4")


@pytest.mark.parametrize(
    ("column", "level"), [("bWg", 2), ("bW", None), ("bWl", None), ("cWg", None), ("", None)]
)
def test_the_gold_of_the_setup_is_there_only_on_its_brick(column: str, level: int | None) -> None:
    third = SETUP.ground.setup[2]
    assert setup_gold_level(SETUP.with_columns({third: column}), third) == level


def test_an_animal_moves_alone() -> None:
    both = SETUP.with_animal("m", Knob.read("d4")).with_animal("f", Knob.read("e4"))
    assert both.animals == (("f", Knob.read("e4")), ("m", Knob.read("d4")))
    moved = both.with_animal("m", Knob.read("f4"))
    assert moved.animals == (("f", Knob.read("e4")), ("m", Knob.read("f4")))
    assert both.with_animal("f", None).animals == (("m", Knob.read("d4")),)
    assert both.blocking("f") == {Knob.read("e4"): "f"}


# Arches.


def arch(number: int, one: tuple[int, int], other: tuple[int, int], level: int) -> Arch:
    return Arch(number, (one, other), level)


STUDS = [(x, 0) for x in range(0, 15, 3)]


def test_the_longest_way_up_is_preferred_then_its_start_then_its_end() -> None:
    row = [arch(n, STUDS[n], STUDS[n + 1], n) for n in range(3)]

    def chain(arches: list[Arch], start: int = -1, end: int = -1, on: int = -1) -> list[int]:
        found = longest_chain(
            arches, lambda stud: stud == (start, 0), lambda stud: stud == (end, 0),
            lambda stud: stud == (on, 0),
        )  # fmt: skip
        return [one.number for one in found.arches]

    assert chain(row) == [0, 1, 2]
    assert chain([]) == []
    level = [one._replace(level=1) for one in row]
    assert chain(level) == [0]
    assert chain(level, start=3) == [0]
    assert chain(level, start=9) == [2]
    assert chain(level, end=9) == [2]
    assert chain(level, on=9) == [2]
    assert chain(level, start=3, end=9) == [0]
    assert chain(level, end=6) == [1]
    assert chain(level, end=6, on=9) == [2]
    way = longest_chain(level, lambda stud: stud == (3, 0), bool, bool)
    assert way.studs == ((3, 0), (0, 0))
    assert way.studs[0] == (3, 0)


def test_one_stroke_and_groups() -> None:
    row = [arch(n, STUDS[n], STUDS[n + 1], 2 - n) for n in range(3)]
    stroke = one_stroke(row, (9, 0))
    assert stroke is not None
    assert [one.number for one in stroke.arches] == [2, 1, 0]
    assert stroke.studs == ((9, 0), (6, 0), (3, 0), (0, 0))
    # It cannot begin in the middle: it begins at an end.
    middle = one_stroke(row, (3, 0))
    assert middle is not None
    assert middle.studs[0] in {(0, 0), (9, 0)}
    assert one_stroke([*row, arch(3, (3, 0), (3, 3), 0)], (0, 0)) is None
    apart = [row[0], row[2]]
    assert [[one.number for one in group] for group in groups(apart)] == [[0], [2]]
    assert [[one.number for one in group] for group in groups([row[0], row[2], row[1]])] == [
        [0, 1, 2]
    ]


def test_a_lone_brick_is_no_staircase_even_over_stud_0() -> None:
    ground = replace(
        plain(5, 5, "a2 b2 c2"), origin=(0, 0), sheet=(0, 0, 20, 20), name="corner"
    )  # fmt: skip
    verdict = judge_build(Build(ground, (Element("brick", 0, 0),), Palace.setup(ground)))
    assert (verdict.staircase, verdict.codes) == (None, ("end", "attach"))


# Orders.


def placed(level: int, *before: int, colour: str | None = "l", cover: int = -1) -> Placed:
    return Placed(before, colour, level, Knob(level, 0), (Knob(level, 1), Knob(level, 0)), cover)


def test_orders_are_counted_and_the_first_is_of_small_numbers() -> None:
    free = Orders((placed(1), placed(2), placed(3)))
    assert free.count() == (6, True)
    assert free.first() == ((0, 1, 2), True)
    chain = Orders((placed(1, 1), placed(2, 2), placed(3)))
    assert chain.count() == (1, True)
    assert chain.first() == ((2, 1, 0), True)
    assert chain.above == (0, 0b001, 0b011)
    assert Orders(()).count() == (1, True)


def test_what_is_highest_in_some_order() -> None:
    """Of levels 1 and 1: the first placed is the highest of its colour, the second ties with it."""
    level = Orders((placed(1), placed(1)))
    assert level.differs(0, highest=True, ties=False)
    assert level.differs(1, highest=False, ties=False)
    assert not level.differs(0, highest=True, ties=True)
    rising = Orders((placed(1), placed(2)))
    assert rising.differs(0, highest=True, ties=True)
    assert not rising.differs(1, highest=True, ties=False)
    fixed = Orders((placed(1), placed(2, 0)))
    assert not fixed.differs(0, highest=True, ties=False)
    gold = Orders((placed(2, colour="g"),), setup_gold=(2, -1))
    assert not gold.differs(0, highest=False, ties=False)
    other = Orders((placed(1), placed(2, colour="d")))
    assert not other.differs(0, highest=True, ties=False)


def test_the_monkey_the_butterfly_and_the_orders() -> None:
    two = (placed(1, colour="g"), placed(2, colour="l"))
    assert Orders(two).with_monkey(-1).count() == (2, True)
    assert Orders(two).with_monkey(1).first() == ((1, 0), True)
    assert Orders(two).with_monkey(1).count() == (1, True)
    assert Orders((placed(1),)).with_monkey(0).first() == (None, True)
    assert Orders(two).with_butterfly(0, colours=False, blocks=True).count() == (0, True)
    assert Orders(two).with_butterfly(1, colours=False, blocks=True).count() == (2, True)
    assert Orders(two).with_butterfly(0, colours=True, blocks=True).first() == ((1, 0), True)
    blocked = (placed(1), placed(2)._replace(knobs=(Knob(1, 0), Knob(2, 0))))
    assert Orders(blocked).with_butterfly(1, colours=False, blocks=True).first() == ((1, 0), True)
    assert Orders(blocked).with_butterfly(1, colours=False, blocks=True).count() == (1, True)
    assert Orders(blocked).with_butterfly(1, colours=False, blocks=False).count() == (2, True)


def test_an_audit_is_told_nothing_of_a_table_without_a_palace() -> None:
    found = audit(SETUP)
    assert set(found.builder_of().values()) == {0}
    assert len(found.builder_of()) == 4
    assert [*found.graph().nodes] == [0]
    two = audit(judge(SETUP, "c4+b-d4").palace or SETUP)
    assert [*two.graph().edges] == [(0, 1)]
    assert sorted(two.builder_of().values()) == [0, 0, 0, 0, 1, 1, 1]
    assert replace(two, palace=None).builder_of() == {}
    assert replace(two, audited=False).orders == (0, True)
