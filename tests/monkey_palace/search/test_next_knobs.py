"""Where a staircase may go on: held against the list of all staircases."""

from __future__ import annotations

import pytest

from palace import Knob, Palace, Rulings, Supply, judge, load_map
from palace.monkey_palace.kernel.laying import fill
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.search import next_knobs as onward
from palace.monkey_palace.search import plain
from palace.monkey_palace.search.next_knobs import first_knobs, next_knobs
from tests.examples import examples
from tests.grounds import plain as plain_ground
from tests.situations import situations

SETUP = Palace.setup(load_map("map-1"))


def knobs(text: str) -> tuple[Knob, ...]:
    return tuple(map(Knob.read, text.split()))


def test_first_knobs_are_those_some_staircase_begins_on() -> None:
    """Never one too many; with bricks alone, and nothing to gain by going back, none too few."""
    exact, count = 0, examples(60)
    for situation in situations(count, seed=41, most=300):
        palace, supply, rulings = situation
        starts = {staircase.knobs[0] for staircase in plain.staircases(*situation)}
        found = first_knobs(palace, supply, rulings)
        assert set(found) <= starts, situation
        assert [k for k in palace.ground.colours if k in found] == [*found]
        if supply.column <= 0 and rulings.double_back != "legal":
            assert set(found) == starts, situation
            exact += 1
    assert exact >= count // 10


def test_next_knobs_lead_to_what_the_list_has() -> None:
    """Every way that is shown can be gone to the end, clicking only what is shown."""
    walked, count = 0, examples(25)
    for situation in situations(count, seed=42, most=300):
        palace, supply, rulings = situation
        every = list(plain.staircases(*situation))
        for start in first_knobs(palace, supply, rulings)[:4]:
            path: tuple[Knob, ...] = (start,)
            while ahead := next_knobs(palace, path, ("",) * len(path), supply, rulings):
                path = (*path, ahead[-1])
                bare = Staircase(path, ("",) * len(path), ("",) * len(path))
                full = fill(palace, bare, supply)
                codes = judge(palace, full, supply, rulings).codes
                assert codes in ((), ("attach",)), situation
                assert any(other.knobs[: len(path)] == path for other in every), situation
                walked += 1
            assert judge(palace, full, supply, rulings).legal, situation
    assert walked > 2 * count


def test_no_way_that_supports_by_hand_make_legal_is_left_out() -> None:
    """The first knobs of a legal staircase, with what is put on them, lead to its next one wherever
    the rest needs no more than `fill` adds."""
    walked = 0
    for situation in situations(examples(25), seed=43, most=300):
        palace, supply, rulings = situation
        for build in list(plain.staircases(*situation))[:: 1 + examples(25) // 5]:
            for at in range(1, len(build.knobs)):
                bare = ("",) * (len(build.knobs) - at)
                rest = Staircase(build.knobs, build.unders[:at] + bare, build.risers[:at] + bare)
                if judge(palace, fill(palace, rest, supply), supply, rulings).legal:
                    given = build.knobs[:at], build.risers[:at], supply, rulings
                    found = next_knobs(palace, *given, unders=build.unders[:at])
                    assert build.knobs[at] in found, (situation, build, at)
                    walked += 1
    assert walked > 500


def test_a_riser_by_hand_and_a_way_over_its_own_knobs_cost_less() -> None:
    """One brick at e2 lifts the second arch to the top of e4; a ring has filled less than a way of
    as many arches."""
    assert Knob.read("e3") in next_knobs(SETUP, knobs("e2"), ("b",), Supply(3, 2, 0))
    ring = knobs("d1 e1 e2 d2 d1 e1")
    assert next_knobs(SETUP, ring, ("",) * 6, Supply(9, 20, 0)) == knobs("e2")


def test_what_is_put_on_a_knob_counts() -> None:
    """c4 one brick high is level with d4; a knob one brick higher needs a support at the other."""
    one = Supply(1, 1, 0)
    assert next_knobs(SETUP, knobs("c4"), ("b",), one) == knobs("d4")
    assert next_knobs(SETUP, knobs("c4"), ("bb",), Supply(1, 2, 0)) == ()
    assert next_knobs(SETUP, knobs("c4"), ("bb",), Supply(1, 3, 0)) == knobs("d4")


def test_straight_back_is_a_way_only_as_ruled_and_over_spacers() -> None:
    walk, back = knobs("c4 d4"), Knob.read("c4")
    lenient = Rulings.of({"double-back": "legal"})
    assert back not in next_knobs(SETUP, walk, ("b", "b"))
    assert back not in next_knobs(SETUP, walk, ("b", ""), None, lenient)
    assert back in next_knobs(SETUP, walk, ("b", "b"), None, lenient)


def test_nothing_goes_on_from_what_is_wrong_already() -> None:
    assert next_knobs(SETUP, knobs("a4 c4"), ("", "")) == ()
    assert next_knobs(SETUP, knobs("c4 d4 c4"), ("b", "", "")) == ()
    assert next_knobs(SETUP, knobs("d4"), ("",)) == ()


def test_animals_are_in_the_way_or_not_as_ruled() -> None:
    there = SETUP.with_animal("f", Knob.read("d4"))
    assert Knob.read("d4") not in next_knobs(there, knobs("c4"), ("b",))
    lenient = Rulings.of({"animals-block": "monkey"})
    assert Knob.read("d4") in next_knobs(there, knobs("c4"), ("b",), None, lenient)


def test_rulings_that_are_not_given_are_the_usual_ones() -> None:
    """Four knobs in a row: of the only staircase, d1+bbb-c1, the butterfly is in the way."""
    row = Palace.setup(plain_ground(4, 1, "a1 b1 c1"))
    (first,) = knobs("d1")
    butterfly, hand = row.with_animal("y", Knob.read("c1")), Supply(1, 3, 0)
    lenient = Rulings(animals_block="monkey")
    assert first_knobs(row, hand) == first_knobs(row, hand, Rulings()) == (first,)
    assert first_knobs(row, Supply(1, 2, 0)) == ()
    assert first_knobs(butterfly, hand) == ()
    assert first_knobs(butterfly, hand, lenient) == (first,)
    assert next_knobs(row, (first,), ("",), hand) == knobs("c1")
    assert next_knobs(row, (first,), ("b",), hand) == knobs("c1")
    assert next_knobs(butterfly, (first,), ("",), hand) == ()
    assert next_knobs(butterfly, (first,), ("",), hand, lenient) == knobs("c1")


def test_what_is_put_under_an_arch_counts() -> None:
    """Two bricks under the arch at b4 lift it: the next arch leaves one level higher."""
    hand = Supply(3, 4, 0)
    walk = knobs("a4 b4")
    assert next_knobs(SETUP, walk, ("", ""), hand) == knobs("c4")
    assert next_knobs(SETUP, walk, ("", ""), hand, unders=("", "bb")) == ()


def test_what_cannot_be_ruled_out_in_time_is_a_way(monkeypatch: pytest.MonkeyPatch) -> None:
    far, hand = knobs("a8"), Supply(8, 12, 0)
    assert next_knobs(SETUP, far, ("",), hand) == ()
    far, hand = knobs("a1"), Supply(8, 0, 5)  # levels enough, but no brick
    assert next_knobs(SETUP, far, ("",), hand) == ()
    monkeypatch.setattr(onward, "LOOKS", 1)
    assert next_knobs(SETUP, far, ("",), hand) == knobs("a2 b1")
