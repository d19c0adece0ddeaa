"""A staircase being tried: its supports, the referee's verdict on it, and where it can go on."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace import Knob, Palace, Rulings, Staircase, Supply, build, judge
from palace.monkey_palace.kernel.laying import elements, fill
from palace.monkey_palace.kernel.rulings import DEFAULT
from palace.monkey_palace.search import plain
from palace.monkey_palace.search.trial import Trial
from tests.examples import examples
from tests.grounds import ALL
from tests.grounds import plain as plain_ground
from tests.random_play import legal_walk, random_palace
from tests.sentences import Says

SETUP = Palace.setup(ALL[0])
HAND = Supply(4, 4, 1)


def tried(knobs: str, trial: Trial | None = None) -> Trial:
    """A trial, by default on the set-up, led on to some knobs."""
    trial = trial or Trial(SETUP, HAND, DEFAULT)
    for name in knobs.split():
        trial = trial.on_to(Knob.read(name))
    return trial


def names(knobs: tuple[Knob, ...]) -> list[str]:
    return sorted(map(str, knobs))


def test_a_staircase_grows_knob_by_knob() -> None:
    trial = tried("")
    assert (trial.staircase, trial.verdict, trial.legal, trial.reasons) == (None, None, False, ())
    assert "a4" in names(trial.ahead)
    assert "d4" not in names(trial.ahead), "it carries a piece"
    trial = tried("a4")
    assert (trial.staircase, trial.verdict, trial.reasons) == (None, None, ())
    assert names(trial.ahead) == ["b4"]
    trial = tried("a4 b4 c4")
    assert str(trial.staircase) == "a4-b4-c4_b"
    assert {reason.code for reason in trial.reasons} == {"attach"}
    trial = tried("a4 b4 c4 d4")
    assert str(trial.staircase) == "a4-b4-c4_b-d4_b"
    assert trial.legal
    assert trial.verdict is not None
    assert (trial.verdict.credits, trial.verdict.decoration) == (4, "l")
    assert str(trial.uses) == "3a2b"
    assert str(trial.left) == "1a2b1c"


def test_supports_and_the_decoration_are_added_pieces_put_by_hand_are_not() -> None:
    trial = tried("a4 b4 c4 d4")
    laid = elements(SETUP, Staircase.read("a4-b4-c4_b-d4_b"))
    assert [element for element, _ in trial.pieces] == [*laid]
    assert {(element.kind, added) for element, added in trial.pieces} == {
        ("arch", False), ("brick", True),
    }  # fmt: skip
    assert trial.verdict is not None
    assert trial.verdict.palace is not None
    (decoration,) = {*trial.verdict.palace.elements()} - {*SETUP.elements(), *laid}
    assert trial.decoration == decoration
    assert decoration.kind == "light"
    by_hand = tried("d4", tried("c4").with_riser("b"))
    assert str(by_hand.staircase) == "c4+b-d4"
    assert by_hand.legal
    assert [added for element, added in by_hand.pieces if element.kind == "brick"] == [False]
    under = tried("a4 b4 c4 d4").with_under("b", 2)
    assert under.staircase == trial.staircase, "what is put by hand need not be added"
    assert [added for element, added in under.pieces if element.kind == "brick"] == [False, True]
    assert tried("a4 b4").decoration is None, "it is not legal"


def test_the_riser_is_raised_and_lowered() -> None:
    trial = tried("c4", Trial(SETUP, None, DEFAULT)).with_riser("bc")
    assert trial.uses == Supply(0, 1, 1)
    assert [element.kind for element, _ in trial.pieces] == ["brick", "column"]
    trial = tried("c5", trial.with_riser("")).with_riser("b")
    assert str(trial.staircase) == "c4-c5+b"
    reason = next(one for one in trial.reasons if one.code == "end")
    assert reason.by == 1
    assert names(trial.ahead) == ["b5", "c6", "d5"]
    assert trial.plain == tried("c4 c5", Trial(SETUP, None, DEFAULT))
    assert trial.with_riser("c", 0).risers == ("c", "b")


def test_every_reason_is_the_referees() -> None:
    few = Supply(1, 1, 0)
    trial = tried("d4 e4 g4", Trial(SETUP, few, DEFAULT)).with_riser("c")
    assert trial.staircase is not None
    assert trial.reasons == judge(SETUP, trial.staircase, few).reasons
    assert {"start", "turn", "end", "supply"} <= {reason.code for reason in trial.reasons}


def test_pieces_beyond_the_supply_are_at_fault() -> None:
    hand = Supply(3, 1, 0)
    trial = tried("b3 c3 d3 d4", Trial(SETUP, hand, DEFAULT))
    assert trial.staircase == fill(SETUP, Staircase.read("b3-c3-d3-d4"), hand)
    (reason,) = trial.reasons
    assert (reason.code, reason.at, reason.by) == ("supply", "brick", 1)
    assert trial.left == Supply(0, -1, 0)
    assert [added for element, added in trial.pieces if element.kind == "brick"] == [True, True]


@pytest.mark.parametrize(
    ("position", "first", "code"),
    [
        (None, "d4", "start"),
        ("x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8", "e4", "start"),
        ("x8/x8/x8/x8/x3,Em,WE,bWg,x2/x8/x8/x8", "d4", "blocked"),
        (None, "z9", "off-knob"),
    ],
)
def test_an_impossible_first_knob_is_reported_at_once(
    position: str | None, first: str, code: str
) -> None:
    palace = SETUP if position is None else Palace.read(position, SETUP.ground)
    trial = tried(first, Trial(palace, HAND, DEFAULT))
    reason = next(one for one in trial.reasons if one.code == code)
    assert reason.at == first
    assert not trial.legal
    assert not trial.ahead


def test_knobs_are_taken_back() -> None:
    two = tried("a4 b4")
    assert tried("c4", two).back() == two
    assert tried("c4 d4", two).cut(2) == two
    assert two.cut(0) == tried("")
    assert tried("").back() == tried("")


def test_without_a_piece_there_is_nowhere_to_begin() -> None:
    assert not Trial(SETUP, Supply(), DEFAULT).ahead


def test_without_a_supply_there_is_the_box() -> None:
    trial = tried("a4 b4 c4 d4", Trial(SETUP, None, DEFAULT))
    assert trial.legal
    assert trial.left == SETUP.at_hand(None).minus(Supply(3, 2, 0))


def test_rulings_hold() -> None:
    knobs, hand = "c4 c3 d3 d4 c4", Supply(9, 20, 0)
    assert tried(knobs, Trial(SETUP, hand, DEFAULT)).legal
    strict = tried(knobs, Trial(SETUP, hand, Rulings.of({"spiral": "turn"})))
    assert ("turn", "c4") in {(reason.code, reason.at) for reason in strict.reasons}


def test_a_legal_trial_leads_to_the_palace_of_the_rules() -> None:
    rng = random.Random(8)
    laid = 0
    for ground in ALL:
        palace = random_palace(Palace.setup(ground), 3, rng)
        for _ in range(4):
            staircase = legal_walk(palace, rng)
            if not judge(palace, staircase).legal:
                continue
            trial = Trial(palace, None, DEFAULT)
            for knob, riser in zip(staircase.knobs, staircase.risers, strict=True):
                trial = trial.on_to(knob).with_riser(riser)
            assert trial.verdict is not None
            palace = build(palace, staircase)
            assert trial.verdict.palace == palace, staircase
            laid += 1
    assert laid >= 10


def test_following_ahead_always_ends_legally() -> None:
    rng = random.Random(6)
    supply = Supply(5, 6, 0)
    for _ in range(6):
        trial = Trial(random_palace(SETUP, 3, rng), supply, DEFAULT)
        while trial.ahead:
            trial = trial.on_to(rng.choice(trial.ahead))
            assert {reason.code for reason in trial.reasons} <= {"attach", "end"}, (
                "what another arch may remove"
            )
        assert trial.legal
        assert trial.staircase in [*plain.staircases(trial.palace, supply)]


STEPS = st.lists(
    st.one_of(
        st.sampled_from(["b", "c", "x", "under b", "under c", "back"]),
        st.builds(Knob, st.integers(0, 8), st.integers(0, 8)),
        st.integers(0, 3),
    ),
    max_size=10,
)


def changed(trial: Trial, step: str | Knob | int) -> Trial:
    """The trial after a step; a number goes on to one of the knobs ahead."""
    if isinstance(step, Knob):
        return trial.on_to(step)
    if isinstance(step, int):
        return trial.on_to(trial.ahead[step % len(trial.ahead)]) if trial.ahead else trial
    if step == "back" or not trial.knobs:
        return trial.back()
    if step == "x":
        return trial.with_riser(trial.risers[-1][:-1])
    if step.startswith("under"):
        # The first knob has no arch that arrives there.
        more = trial.unders[-1] + step[-1]
        return trial.with_under(more) if len(trial.knobs) > 1 else trial
    return trial.with_riser(trial.risers[-1] + step)


@settings(max_examples=examples(40))
@given(STEPS, st.sampled_from([None, Supply(3, 3, 1), Supply(0, 0, 0)]))
def test_whatever_is_tried_is_judged_and_can_be_undone(
    steps: list[str | Knob | int], supply: Supply | None
) -> None:
    """The verdict is the referee's at every step, and a step back is the trial from before."""
    trial = Trial(SETUP, supply, DEFAULT)
    for step in steps:
        before, trial = trial, changed(trial, step)
        assert len(trial.knobs) == len(trial.unders) == len(trial.risers)
        assert trial.left == SETUP.at_hand(supply).minus(trial.uses)
        if trial.staircase is not None:
            assert trial.verdict == judge(SETUP, trial.staircase, supply, DEFAULT)
            assert [e for e, _ in trial.pieces] == [*elements(SETUP, trial.staircase)]
            assert trial.legal == (not trial.reasons)
            own = Staircase(trial.knobs, trial.unders, trial.risers)
            added = [element.kind for element, added in trial.pieces if added]
            supports = Supply(0, added.count("brick"), added.count("column"))
            assert sum(supports) == len(added), "nothing else is added"
            assert trial.uses.minus(own.uses) == supports
        else:
            assert not trial.legal
            assert not any(added for _, added in trial.pieces)
        if len(trial.knobs) > len(before.knobs):
            assert trial.back() == before
        assert replace(trial, knobs=before.knobs, unders=before.unders, risers=before.risers) == (
            before
        ), "palace, supply and rulings stay"


def test_a_first_knob_with_one_neighbour_is_judged_over_it() -> None:
    """Four knobs in a row: from d1 an arch reaches c1 alone."""
    row = Palace.setup(plain_ground(4, 1, "a1 b1 c1"))
    trial = tried("d1", Trial(row, HAND, DEFAULT)).with_riser("cb")
    assert trial.reasons == ()
    assert [(element.kind, element.level) for element, _ in trial.pieces] == [
        ("column", 0), ("brick", 3)
    ]  # fmt: skip
    assert names(trial.ahead) == ["c1"]
    alone = Palace.setup(plain_ground(5, 1, "a1 b1 c1", closed="d1"))
    assert tried("e1", Trial(alone, HAND, DEFAULT)).reasons == ()
    assert tried("e1", Trial(alone, HAND, DEFAULT)).ahead == ()


def written(trial: Trial | None) -> str:
    return "none" if trial is None else f"{trial.staircase} of {' '.join(map(str, trial.knobs))}"


ILL = {
    "too few arches": (tried("a4 b4"), "a4-b4-c4_b-d4_b of a4 b4 c4 d4"),
    "a step too far at the end": (tried("c4 d4 g4"), "c4+b-d4 of c4 d4"),
    "a piece on the last arch": (tried("c4 d4").with_riser("b"), "c4+b-d4+b-d5_c of c4 d4 d5"),
    "a riser that cannot be paid": (tried("c4 d4").with_riser("bbbbb", 0), "c4+b-d4 of c4 d4"),
    "a first knob that is one": (tried("c4"), "c4+b-d4 of c4 d4"),
    "a first knob that is none": (tried("d4 e4"), "none"),
    "nothing": (tried(""), "none"),
    "what is legal": (tried("a4 b4 c4 d4"), "none"),
    "what is legal with supports": (
        replace(tried("a4 b4 c4 d4"), exact=True), "a4-b4-c4_b-d4_b of a4 b4 c4 d4"
    ),
    "exact and illegal with supports": (
        replace(tried("a4 b4"), exact=True), "a4-b4-c4_b-d4_b of a4 b4 c4 d4"
    ),
    "four arches from the palace": (
        tried("a1", Trial(SETUP, Supply(9, 9, 1), DEFAULT)), "none"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ILL)
def test_the_mend_shares_as_many_knobs_as_there_can_be(name: str) -> None:
    trial, mended = ILL[name]
    assert written(trial.mended) == mended
    assert trial.mended is None or trial.mended.legal


WAYS = {
    "the shortest way, then round": (tried("b4 d4", Trial(SETUP, Supply(4, 6, 0), DEFAULT)), 2),
    "by a knob on the way": (tried("b4 c4 d4", Trial(SETUP, Supply(6, 9, 0), DEFAULT)), 2),
    "with what is put by hand": (tried("b4 d4", Trial(SETUP, None, DEFAULT)).with_under("bb"), 2),
    "with a riser put by hand": (
        tried("b4 d4", Trial(SETUP, Supply(4, 9, 0), DEFAULT)).with_riser("b", 0), 2
    ),
    "no arch": (tried("b4 d4", Trial(SETUP, Supply(0, 6, 0), DEFAULT)), 0),
    "too few arches to meet the palace": (tried("a4 c4", Trial(SETUP, Supply(2, 6), DEFAULT)), 0),
    "to a knob that cannot be reached": (tried("b4 z9", Trial(SETUP, Supply(3, 6, 0), DEFAULT)), 0),
}  # fmt: skip


@pytest.mark.parametrize("name", WAYS)
def test_ways_lead_through_the_knobs_the_shortest_first(name: str, says: Says) -> None:
    trial, least = WAYS[name]
    found = [*trial.ways()]
    arches = [len(way.knobs) - 1 for way in found]
    assert arches == sorted(arches)
    assert arches[:1] == [least] * bool(least)
    assert len({way.knobs for way in found}) == len(found)
    for way in found:
        assert way.legal
        left = iter(way.knobs)
        assert all(knob in left for knob in trial.knobs), "in their order"
    says(*map(written, found) if found else ["none"])
