"""Puzzles and lessons by taps."""

from __future__ import annotations

from datetime import date

from palace.contract.beside import Beside
from palace.monkey_palace.beside.puzzles import Asked, begin_lessons, begin_puzzles
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.players.puzzles import kept, lessons


def tapped(now: Beside, *names: str) -> Asked:
    """Return it after taps on what is shown each time."""
    for name in names:
        text = now.taps.text_of(name)
        assert text is not None, name
        now = now.tapped(name, text)
    assert isinstance(now, Asked)
    return now


def test_the_puzzle_of_a_day_and_of_the_next() -> None:
    for day in (date(2026, 11, 27), date(2027, 2, 1)):
        now = begin_puzzles(None, None, day.isoformat())
        assert now.one == kept()[day.toordinal() % 100]
        assert now.taps.told.title == now.one.task
        assert tapped(now, "solution", "next").one == kept()[(day.toordinal() + 1) % 100]


def test_every_puzzle_is_solved_by_taps() -> None:
    for at, one in enumerate(kept()):
        now: Beside = Asked(kept(), at)
        staircase = Staircase.read(one.solution)
        for knob in staircase.knobs[:-1]:
            now = tapped(now, str(knob))
            assert "next" != now.taps.main
        now = tapped(now, str(staircase.knobs[-1]))
        if now.taps.main != "next":  # supports that are more than the fewest
            now = tapped(now, "solution")
        assert now.taps.main == "next"
        assert now.taps.told.mood == "legal"


def test_a_lesson_begins_with_what_is_wrong() -> None:
    now = begin_lessons(None, None, "")
    for one in lessons():
        assert now.one == one
        assert one.about in now.taps.told.lines
        assert now.text == one.wrong
        names = ["clear", "solution"] if one.wrong else ["solution"]
        assert [item.name for item in now.taps.rows[-1].items] == names
        if one.wrong:
            assert one.kind in {reason.code for reason in now.tried.trial.reasons}
            assert now.taps.told.mood == "illegal"
            assert tapped(now, "clear").taps.told.title == one.task
        solved = tapped(now, "solution")
        assert solved.taps.told.title == f"Right, {one.credits} credits."
        now = tapped(solved, "next")
    assert now.one == lessons()[0]


def test_less_than_the_best_is_told() -> None:
    one = next(one for one in kept() if one.kind == "most" and one.second)
    now = Asked((one,), 0, one.solution.rsplit("-", 1)[0])
    told = now.taps.told
    assert told.mood != "legal" or now.taps.main != "next"
    assert now.taps.main != "next"
