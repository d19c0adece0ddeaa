"""A table that is entered piece by piece to a legal palace; everything missing is reported."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace import Build, InputError, Knob, Palace, judge_build
from palace.monkey_palace.kernel.elements import ANIMALS as NAMES
from palace.monkey_palace.kernel.found import Found, Open
from palace.monkey_palace.kernel.knob import WAYS
from tests.examples import examples
from tests.grounds import ALL, plain
from tests.random_play import random_animals, random_palace

SETUP = Palace.setup(ALL[0])
ANIMALS = Palace.read("x8/x8/x8/x8/x8/x8/x8/Ef,WbbbbEm,cbbWEl,bbbbbbWgy,x4", ALL[0])
NOTHING = Found(SETUP.ground)
EMPTY = Palace(SETUP.ground, ("",) * len(SETUP.columns))


def put(found: Found, knob: str, pieces: str) -> Found:
    for piece in pieces:
        found = found.put(Knob.read(knob), piece)
    return found


def take(found: Found, knob: str, count: int = 1) -> Found:
    for _ in range(count):
        found = found.take(Knob.read(knob))
    return found


def codes(found: Found) -> list[str]:
    return [fault.error.code for fault in found.faults]


def test_the_setup_is_entered_with_the_other_ends_of_its_arches() -> None:
    found = put(NOTHING, "d4", "E")
    assert found.position == "x8/x8/x8/x8/x3,E,W,x3/x8/x8/x8", "the other end came with it"
    assert found.palace is not None
    found = put(found, "e4", "E")
    assert found.palace is None
    assert found.missing == (Open(Knob.read("f4"), 1, "W"),)
    assert [half.kind for half in found.halves] == ["arch"]
    (fault,) = found.faults
    assert (fault.knob, fault.level, fault.error.code) == (Knob.read("e4"), 1, "support")
    found = put(found, "f4", "b")
    assert found.palace is not None
    assert not found.halves
    assert put(found, "f4", "g").palace == SETUP


def test_any_palace_can_be_entered_from_its_columns() -> None:
    """Knob by knob in any order, skipping ends that have come by themselves."""
    rng = random.Random(12)
    for ground in ALL:
        palace = random_animals(random_palace(Palace.setup(ground), 9, rng), rng)
        found = Found(ground)
        knobs = [knob for knob in ground.colours if palace.column(knob)]
        rng.shuffle(knobs)
        while any(found.column(knob) != palace.column(knob) for knob in knobs):
            grown = False
            for knob in knobs:
                there, whole = found.column(knob), palace.column(knob)
                assert whole.startswith(there), "nothing comes that does not belong there"
                if len(there) < len(whole):
                    found = found.put(knob, whole[len(there)])
                    grown = True
            assert grown
        for letter, knob in palace.animals:
            found = found.put(knob, letter)
        assert found.palace == palace
        assert found.position == palace.position
        assert sorted(found.elements) == sorted(palace.elements())


@pytest.mark.parametrize("palace", [SETUP, ANIMALS, EMPTY])
def test_a_palace_is_found_as_it_is(palace: Palace) -> None:
    found = Found.of(palace)
    assert found.palace == palace
    assert sorted(found.elements) == sorted(palace.elements())
    assert not found.missing


def test_what_cannot_be_mended_by_more_is_illegal_and_has_its_pieces() -> None:
    found = put(Found.of(SETUP), "f4", "m")
    (fault,) = found.faults
    assert (fault.knob, fault.error.code) == (Knob.read("f4"), "monkey")
    moved = put(found, "d4", "m")
    assert moved.palace is not None, "there is one monkey, and it moves"
    assert moved.animals == {"m": Knob.read("d4")}


def test_an_arch_that_meets_something_is_in_the_way() -> None:
    found = put(put(NOTHING, "a1", "bbb"), "b1", "W")
    fault = next(one for one in found.faults if one.knob == Knob.read("b1"))
    assert (fault.level, fault.error.code) == (0, "support")
    assert found.missing == (Open(Knob.read("a1"), 0, "E"),)
    freed = take(found, "a1", 3)
    assert freed.position.endswith("/E,W,x6"), "its other end has come"
    assert freed.palace is not None


@pytest.mark.parametrize("pieces", ["b", "bb", "c"])
def test_a_column_may_still_be_built_upon(pieces: str) -> None:
    found = put(Found.of(SETUP), "a1", pieces)
    assert codes(found) == ["path"]


def test_arch_on_arch_is_at_fault() -> None:
    assert "stacked" in codes(put(NOTHING, "a1", "EE"))


def test_taking_off() -> None:
    found = Found.of(SETUP)
    with pytest.raises(InputError, match="the other end of this arch, on e4, carries a piece"):
        take(found, "d4")
    found = take(found, "f4", 2)
    assert found.position == "x8/x8/x8/x8/x3,E,W,b,x2/x8/x8/x8", "an arch is taken as a whole"
    found = take(found, "f4")
    with pytest.raises(InputError, match="f4 is empty"):
        take(found, "f4")
    found = take(put(found, "d4", "m"), "d4")
    assert not found.animals, "the animal first"
    assert found.column(Knob.read("d4")) == "E"
    assert take(found, "d4").palace == EMPTY


@pytest.mark.parametrize(("knob", "way"), [("a1", "W"), ("a1", "S"), ("h8", "N"), ("h8", "E")])
def test_arches_stay_on_the_map(knob: str, way: str) -> None:
    with pytest.raises(InputError, match=f"no arch can lead {way} from {knob}"):
        put(NOTHING, knob, way)


def test_nothing_is_put_on_a_closed_knob() -> None:
    ground = plain(5, 4, "b2 c2 c3", closed="c1")
    for knob in ("c1", "z9"):
        with pytest.raises(InputError, match=f"{knob} is not an open knob"):
            put(Found(ground), knob, "b")
    with pytest.raises(InputError, match="no arch can lead E from b1"):
        put(Found(ground), "b1", "E")


SMALL = plain(4, 4, "b2 c2 c3", closed="d1")
KNOBS = st.sampled_from([*SMALL.colours])
CHANGES = st.lists(
    st.tuples(KNOBS, st.sampled_from([*"bcldg", *WAYS, *NAMES, "take"])), max_size=25
)


def entered(found: Found, changes: Iterable[tuple[Knob, str]]) -> Iterable[Found]:
    """Yield the table after every change; those that are refused leave it as it is."""
    for knob, piece in changes:
        try:
            found = found.take(knob) if piece == "take" else found.put(knob, piece)
        except InputError:
            continue
        yield found


@settings(max_examples=examples(100))
@given(CHANGES)
def test_whatever_is_entered_is_judged(changes: list[tuple[Knob, str]]) -> None:
    """Legal for the position reader and the build referee alike."""
    for found in entered(Found.of(Palace.setup(SMALL)), changes):
        assert (found.palace is not None) == (not found.faults)
        if found.palace is not None:
            assert Found.of(found.palace) == found
            assert judge_build(Build(found.ground, found.elements)).palace == found.palace
        elif not found.missing:
            assert not judge_build(Build(found.ground, found.elements)).legal
        assert all(at.letter in WAYS for at in found.missing)
        assert len(found.halves) == len(found.missing)


@settings(max_examples=examples(100))
@given(CHANGES, KNOBS, st.sampled_from([*"bcldg", *WAYS]))
def test_whatever_is_put_can_be_taken(
    changes: list[tuple[Knob, str]], knob: Knob, piece: str
) -> None:
    """A piece that is on top is taken alone, an arch with its other end."""
    start = Found.of(Palace.setup(SMALL))
    *_, before = start, *entered(start, changes)
    if knob in before.animals.values():
        return
    try:
        after = before.put(knob, piece)
    except InputError:
        return
    assert after != before
    grown = count(after) - count(before)
    if grown <= 2 and after.column(knob) == before.column(knob) + piece:
        assert after.take(knob) == before


def count(found: Found) -> int:
    """The number of pieces in the columns; an arch has two ends there."""
    return sum(map(len, found.columns.values()))
