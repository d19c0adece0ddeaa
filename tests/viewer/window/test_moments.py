"""Moments of a game: every one of them holds what lies there then."""

from __future__ import annotations

from collections import Counter

import numpy as np

from palace.monkey_palace.game.replay import replay
from palace.monkey_palace.kernel.elements import ANIMALS, Element
from palace_viewer.moments import Moments, cut_turns
from tests.viewer.palaces import game
from tests.viewer.window.records import faulty


def elements(moments: Moments, at: int) -> Counter[Element]:
    every = Counter(one.element for one in moments.scene(at).instances)
    return Counter({element: n for element, n in every.items() if element.kind != "corner"})


def test_at_the_end_of_every_turn_the_palace_stands() -> None:
    moments = Moments(game())
    assert elements(moments, 0) == Counter(game().start.palace.elements())
    for report, end in zip(game().turns, moments.ends[1:], strict=True):
        assert moments.turn_at(end) == report.number
        assert moments.whole(end)
        assert elements(moments, end) == Counter(report.palace.elements())


def test_one_piece_comes_at_every_moment() -> None:
    moments = Moments(game())
    assert moments.last == sum(len(turn.laid) for turn in cut_turns(game()))
    for at in range(1, moments.last + 1):
        before, now = elements(moments, at - 1), elements(moments, at)
        come = now - before
        assert sum(come.values()) == 1, at
        gone = before - now
        assert all(element.kind in ANIMALS.values() for element in gone), at
        assert bool(gone) <= moments.whole(at), "an animal leaves when its turn is over"
        (new,) = come
        number = moments.fresh(at)[-1]
        assert moments.scene(at).instances[number].element == new


def test_pieces_come_in_the_order_of_laying_and_nothing_hangs() -> None:
    moments = Moments(game())
    for at in range(1, moments.last + 1):
        cells = {
            (*stud, level)
            for one in moments.scene(at).instances
            for stud in one.element.studs
            for level in range(one.element.level, one.element.top)
        }
        laid = moments.scene(at).instances[moments.fresh(at)[-1]].element
        if laid.level and laid.kind not in ("monkey", "frog"):
            assert all((*foot, laid.level - 1) in cells for foot in laid.feet), laid


def test_everything_knows_its_turn_and_its_player() -> None:
    moments = Moments(game())
    names = {0: None} | {report.number: report.player for report in game().turns}
    for turn, end in enumerate(moments.ends):
        for instance in moments.scene(end).instances:
            if instance.element.kind == "corner":
                assert instance.turn is None
            else:
                assert instance.turn is not None
                assert instance.turn <= turn
                assert instance.player == names[instance.turn]
        fresh = {moments.scene(end).instances[n].turn for n in moments.fresh(end)}
        assert fresh == ({turn} if turn else set())


def test_numbers_are_those_of_the_scene() -> None:
    moments = Moments(game())
    for at in (0, 7, moments.last):
        numbers = [one.number for one in moments.scene(at).instances]
        assert numbers == [*range(len(numbers))]


def test_an_illegal_staircase_is_seen_as_it_was_meant_and_goes_again() -> None:
    moments = Moments(replay(faulty()))
    first, second, third = moments.ends[1:]
    marked = [one.element for one in moments.scene(first).instances if one.marked]
    assert [element.kind for element in marked] == ["arch"]
    assert marked[0].level == 0
    after = Counter(replay(faulty()).turns[1].palace.elements())
    assert elements(moments, second) == after
    assert not any(one.marked for one in moments.scene(second).instances)
    assert third == second + 1, "a pass is one moment"
    assert elements(moments, third) == after


def test_the_reach_holds_everything_that_ever_lies_there() -> None:
    moments = Moments(game())
    reach = np.array(moments.reach)
    for at in moments.ends:
        corners = moments.scene(at).corners()
        corners = corners[corners[:, 2] > 12]  # higher than table and corner pieces
        assert (corners.min(axis=0) >= reach.min(axis=0) - 1e-9).all()
        assert (corners.max(axis=0) <= reach.max(axis=0) + 1e-9).all()
