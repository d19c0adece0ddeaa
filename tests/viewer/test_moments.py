"""A game split into turns and pieces: the pieces shown when, and the captions."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.kernel.elements import ANIMALS, Element
from palace.monkey_palace.kernel.laying import elements
from palace_viewer.moments import (
    Caption,
    Moments,
    Pace,
    Reel,
    Step,
    Verdict,
    cut_film,
    cut_turns,
    write_caption,
)
from palace_viewer.offscreen.film import Strip
from tests.viewer.palaces import FAULTY, game, two_turns


def find_elements(moments: Moments, at: int) -> Counter[Element]:
    every = Counter(one.element for one in moments.scene(at).instances)
    return Counter({element: n for element, n in every.items() if element.kind != "corner"})


def test_at_the_end_of_every_turn_the_palace_stands() -> None:
    moments = Moments(game())
    assert find_elements(moments, 0) == Counter(game().states[0].palace.elements())
    for report, end in zip(reports(game()), moments.ends[1:], strict=True):
        assert moments.turn_at(end) == report.number
        assert moments.whole(end)
        assert find_elements(moments, end) == Counter(report.palace.elements())


def test_one_piece_comes_at_every_moment() -> None:
    moments = Moments(game())
    assert moments.last == sum(len(turn.laid) for turn in cut_turns(game()))
    for at in range(1, moments.last + 1):
        before, now = find_elements(moments, at - 1), find_elements(moments, at)
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
    names = {0: None} | {report.number: report.player for report in reports(game())}
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
    moments = Moments(replay(two_turns()))
    first, second, third = moments.ends[1:]
    marked = [one.element for one in moments.scene(first).instances if one.marked]
    assert [element.kind for element in marked] == ["arch"]
    assert marked[0].level == 0
    after = Counter(reports(replay(two_turns()))[1].palace.elements())
    assert find_elements(moments, second) == after
    assert not any(one.marked for one in moments.scene(second).instances)
    assert third == second + 1, "a pass is one moment"
    assert find_elements(moments, third) == after


def test_the_reach_holds_everything_that_ever_lies_there() -> None:
    moments = Moments(game())
    reach = np.array(moments.reach)
    for at in moments.ends:
        corners = moments.scene(at).corners()
        corners = corners[corners[:, 2] > 12]  # higher than table and corner pieces
        assert (corners.min(axis=0) >= reach.min(axis=0) - 1e-9).all()
        assert (corners.max(axis=0) <= reach.max(axis=0) + 1e-9).all()


PACES: list[Pace] = ["turn", "element"]


@cache
def faulty() -> MonkeyLog:
    """A game with turns of which some are not legal, and some cannot be built."""
    return replay(read_record(FAULTY))


def shown(film: Reel, step: Step, *, marked: bool = False) -> list[Element]:
    """Return the elements in a picture without corner pieces: those at fault, or all the others."""
    instances = [film.scene.instances[number] for number in step.numbers.tolist()]
    return [
        i.element
        for i in instances
        if i.marked is marked and i.element.kind != "corner" and not i.ghost
    ]


def held(film: Reel) -> list[Step]:
    """Return the pictures of whole turns, which last as long as the first or longer."""
    return [step for step in film.steps if step.beats >= film.steps[0].beats]


@pytest.mark.parametrize("by", PACES)
def test_after_every_turn_the_palace_is_seen(by: Pace) -> None:
    played = game()
    film = cut_film(played, by)
    whole = held(film)
    assert len(whole) == len(played.commits) + 1
    palaces = [played.states[0].palace, *(report.palace for report in reports(played))]
    for step, palace in zip(whole, palaces, strict=True):
        assert sorted(shown(film, step)) == sorted(palace.elements())
        assert not shown(film, step, marked=True)
        assert sum(film.scene.instances[n].element.kind == "corner" for n in step.numbers) == 4
    numbers = [instance.number for instance in film.scene.instances]
    assert numbers == [*range(len(numbers))]


def test_element_by_element_one_comes_at_a_time_in_the_order_of_walking() -> None:
    played = game()
    film = cut_film(played, "element")
    pictures = [{*shown(film, step)} for step in film.steps]
    added: list[Element] = []
    for before, after in pairwise(pictures):
        new = after - before
        assert len(new) == 1
        assert all(gone.kind in ("monkey", "frog", "butterfly") for gone in before - after)
        added += new
    walked: list[Element] = []
    palace = played.states[0].palace
    for report in reports(played):
        assert report.staircase is not None
        walked += elements(palace, report.staircase)
        palace = report.palace
    assert [element for element in added if element in {*walked}] == walked


def test_what_cannot_be_built_is_red_and_then_gone() -> None:
    played = faulty()
    film = cut_film(played, "turn")
    before = played.states[0].palace
    red = 0
    for step, report in zip(film.steps[1:], reports(played), strict=True):
        bad = report.verdict is not None and not report.verdict.legal
        seen, marked = shown(film, step), shown(film, step, marked=True)
        if bad:
            assert report.staircase is not None
            assert {*marked} == {*elements(before, report.staircase)}
            assert {*seen} == {*before.elements()} - {*marked}
            red += 1
        else:
            assert not marked
            assert sorted(seen) == sorted(report.palace.elements())
        assert step.caption.verdict == ("legal" if report.legal else "illegal")
        before = report.palace
    assert red >= 2


def test_captions() -> None:
    title, lines, verdict = write_caption(game(), 1)
    assert (title, verdict) == ("Turn 1 of 18: Ana", "legal")
    assert lines == (
        "d6-e6-e5_b-f5_bb-f4", "5 credits, highest gold, butterfly, frog, monkey",
    )  # fmt: skip
    first = cut_film(game()).steps[0].caption
    assert first == Caption("Set-up", ("map-1 (placeholder)", "Ana, Ben, Caro"), "open")
    second = write_caption(faulty(), 2)
    assert second.title == "Turn 2 of 19: Ben"
    assert second.verdict == "illegal"
    first_reason, *others = reports(faulty())[1].reasons
    assert (first_reason.code, first_reason.at, first_reason.by) == ("card-cost", "Ben", 1)
    assert second.lines[1] == f"card-cost: {first_reason.text} (and {len(others)} more)"
    passed = write_caption(faulty(), 8)
    assert passed.lines[0] == "passes"
    (reason,) = reports(faulty())[7].reasons
    assert passed.lines[1] == f"pass: {reason.text}"


@pytest.mark.parametrize("size", [(240, 240), (400, 800), (640, 480), (1920, 1080)], ids=str)
def test_nothing_written_is_cropped(size: tuple[int, int]) -> None:
    captions = [step.caption for step in cut_film(faulty()).steps]
    captions.append(Caption("Turn 7 of 9: " + "Bartholomäus " * 9, ("a1-b1" * 60, "why " * 90)))
    strip = Strip(*size, captions)
    assert strip.height <= size[1] / 2
    for caption in captions:
        band = strip.draw(caption)
        assert band.size == (size[0], strip.height)
        right = band.crop((size[0] - 2, 0, *band.size))
        below = band.crop((strip.side, strip.height - 2, *band.size))
        assert len(right.getcolors() or ()) == len(below.getcolors() or ()) == 1


def test_the_verdict_is_a_sign_and_not_a_colour_alone() -> None:
    caption = Caption("Turn 1 of 1: Ana", ("a1-b1",))
    strip = Strip(640, 480, [caption])
    verdicts: dict[Verdict, bool] = {"open": False, "legal": True, "illegal": True}
    for verdict, signed in verdicts.items():
        side = strip.draw(caption._replace(verdict=verdict)).crop((0, 0, strip.side, strip.height))
        assert (len(side.getcolors(1000) or ()) > 1) is signed


def test_a_game_without_turns_has_its_setup() -> None:
    record = read_record(FAULTY)
    film = cut_film(replay(record, turns=0))
    assert [step.caption.title for step in film.steps] == ["Set-up"]
    assert sorted(shown(film, film.steps[0])) == sorted(
        replay(record, turns=0).state.palace.elements()
    )
