"""A map that is looked at, tap by tap."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.contract.beside import Beside
from palace.core.errors import InputError
from palace.monkey_palace.beside import maps
from palace.monkey_palace.beside.maps import Looked
from palace.monkey_palace.drawing.heat import heat
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search import plain, searches
from palace.monkey_palace.search.map_stats import FIGURES, USUAL, best_at, best_by, map_stats
from tests.monkey_palace.beside.test_found import keys, tapped

SETUP = Palace.setup(load_map("map-1"))
SMALL = "3a3b"


def begin(about: str = "") -> Looked:
    """Return a map before a game."""
    return maps.begin(None, None, about)


def thought(now: Beside) -> Looked:
    """Return it after everything that is to be thought of was."""
    while now.taps.main:
        *ideas, last = now.ideas(now.taps.main)
        assert last.done
        for idea in ideas:
            assert not idea.done
            assert 0 <= idea.share <= 1
            assert now.thought(now.taps.main, idea) == now
        now = now.thought(now.taps.main, last)
    assert isinstance(now, Looked)
    return now


def after(*names: str, now: Beside | None = None) -> Looked:
    """Return what is looked at after some taps, all of it thought of."""
    now = thought(now or begin())
    for name in names:
        now = thought(tapped(now, name))
    return thought(now)


def test_a_map_is_thought_of_before_it_is_shown() -> None:
    """No figure is made up, and the choice that asks for them is there."""
    now = begin("map-2")
    assert now.taps.main == "heat"
    assert [one for row in now.taps.rows for one in row.items if getattr(one, "asks", "")]
    assert now.taps.board is not None
    assert not now.taps.board.answers
    assert thought(now).stats == map_stats(Palace.setup(load_map("map-2")), USUAL)
    with pytest.raises(InputError, match="no map"):
        begin("../secret")


@pytest.mark.parametrize("figure", FIGURES)
def test_the_figures_are_on_the_knobs(figure: str) -> None:
    """Those of the map's statistics; on the best staircase of a knob it is how high that gets."""
    now = after(figure, "e4")
    board = now.taps.board
    assert board is not None
    shown = heat(map_stats(SETUP, USUAL), figure).shown
    numbers = {p.name: p.label.split(", ")[-1] for p in board.places if "tone-" in p.looks}
    best = best_at(SETUP, Knob.read("e4"), USUAL, by=best_by(figure)).verdicts[0]
    assert best.staircase is not None
    assert best.palace is not None
    way = best.staircase.knobs
    assert numbers == {str(knob): str(n) for knob, n in shown.items() if knob not in way}
    hints = {p.name: p.text for p in board.places if "hint" in p.looks}
    assert hints == {str(knob): str(best.palace.heights[knob]) for knob in way}
    assert now.best == str(best.staircase)
    assert now.taps.told.mood == "legal"
    assert str(best.credits) in now.taps.told.title
    assert {one.looks for one in board.solids} >= {"hint"}
    assert len(board.way) > 1
    assert bool(board.tones) == (figure != "staircases")


def test_a_knob_stays_chosen_with_another_hand() -> None:
    now = after("e4", "arch-more")
    assert now.hand == Supply(6, 5, 1)
    assert now.at == Knob.read("e4")
    assert now.best
    assert now.stats is not None
    assert now.stats.supply == now.hand


def test_nothing_ends_without_arches() -> None:
    """Where there is none it is said."""
    now = after(*["arch-less"] * 5, "e4")
    assert not now.best
    assert "No staircase ends on e4" in now.taps.told.title
    assert ("arch-less", False, False) in list(keys(now.taps))


def test_what_takes_too_long_is_shown_for_fewer_arches(monkeypatch: pytest.MonkeyPatch) -> None:
    """And says so."""
    monkeypatch.setattr(maps, "SECONDS", 0.0)
    monkeypatch.setattr(searches, "find_spec", lambda name: None)
    now = thought(begin())
    assert now.stats is not None
    assert now.stats.supply.arch == 1
    assert any("with 1 arches only" in line for line in now.taps.told.lines)


def test_it_is_thought_of_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain Python, as on a phone, a slice is one staircase; the figures are the same."""
    small = tapped(tapped(begin(), "arch-less"), "arch-less")
    quick = thought(small)
    monkeypatch.setattr(searches, "find_spec", lambda name: None)
    assert searches.searcher() is plain.Search
    ideas = list(small.ideas("heat"))
    assert quick.stats is not None
    assert len(ideas) > quick.stats.staircases
    slow = thought(small)
    assert slow == quick
    best = tapped(slow, "e4")
    assert len(list(best.ideas("best"))) > 100


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_every_tap_that_is_offered_works(data: st.DataObject) -> None:
    """And every other is refused."""
    now: Beside = begin()
    for _ in range(data.draw(st.integers(1, 8))):
        if data.draw(st.booleans()):
            now = thought(now)
        every = list(keys(now.taps))
        for name, held, on in every:
            if not on:
                assert now.taps.text_of(name, held=held) is None
        names = [name for name, held, on in every if on and not name.endswith(("more",))]
        now = tapped(now, data.draw(st.sampled_from(names)))
        assert now.title
        assert now.taps.told.title
