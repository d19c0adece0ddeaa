"""What the aids of a window look for: heat maps agree with the plain list, and errands end."""

from __future__ import annotations

from threading import Event

import pytest

from palace import Palace, Rulings, judge, load_map, staircases
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.map_stats import FIGURES, USUAL, in_time, map_stats
from palace_viewer.window import searches
from palace_viewer.window.mode import ModeContext
from palace_viewer.window.searches import Errand, Progress, find_warmth
from tests.viewer.palaces import SETUP


def test_an_errand_runs_beside_and_can_be_dropped() -> None:
    go = Event()

    def work(progress: Progress) -> int:
        go.wait(30)
        progress(0.5)
        return 7

    errand: Errand[int] = Errand(work)
    begun = errand.done
    go.set()
    errand.wait(30)
    assert (errand.result, errand.share) == (7, 0.5)
    assert (begun, errand.done) == (False, True)
    go.clear()
    dropped: Errand[int] = Errand(work)
    dropped.drop()
    go.set()
    dropped.wait(30)
    assert (dropped.result, dropped.error) == (None, None)


HAND = Supply(3, 3, 1)


def silent(share: float) -> None:
    assert 0 <= share <= 1


def figures() -> dict[str, dict[Knob, int]]:
    """Return the figures of the heat maps, computed from the list of all staircases."""
    found: dict[str, dict[Knob, int]] = {name: {} for name in FIGURES}
    for staircase in staircases(SETUP, HAND):
        start, end = staircase.knobs[0], staircase.knobs[-1]
        verdict = judge(SETUP, staircase, HAND)
        found["staircases"][start] = found["staircases"].get(start, 0) + 1
        best = found["credits"]
        best[end] = max(best.get(end, 0), verdict.credits or 0)
        for element in elements(SETUP, staircase):
            for stud in element.feet if element.kind == "arch" else ():
                knob = SETUP.ground.open_studs[stud]
                found["height"][knob] = max(found["height"].get(knob, 0), element.top)
    return found


@pytest.mark.parametrize("figure", FIGURES)
def test_figures(figure: str) -> None:
    heat, notes = find_warmth(ModeContext(SETUP, HAND), silent, figure=figure)
    expected = {knob: number for knob, number in figures()[figure].items() if number}
    assert heat.shown == expected
    assert notes == ("with 3a3b1c",)


def test_maps_are_compared_with_as_many_arches_as_both_had_time_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The search on map-3 is cut off at one arch; then that of map-1 counts no more either."""
    one, other = SETUP, Palace.setup(load_map("map-3"))

    def cut(palace: Palace, supply: Supply, rulings: Rulings, **more: object) -> object:
        arches = 1 if palace == other else supply.arch
        return map_stats(palace, supply._replace(arch=arches), rulings)

    monkeypatch.setattr(searches, "in_time", cut)
    monkeypatch.setattr(searches, "_kept", {})
    here, beside = ModeContext(one, HAND), ModeContext(other, HAND)
    heat, notes = find_warmth(here, silent, figure="height", beside=beside, differs=True)
    few = HAND._replace(arch=1)
    high, low = (map_stats(palace, few).figure("height") for palace in (one, other))
    assert heat.values == {knob: high[knob] - low[knob] for knob in high if knob in low}
    assert notes == ("with 1a3b1c", "reduced from 3a3b1c: more arches took too long")


def test_without_a_hand_the_usual_one_and_it_is_reported() -> None:
    shown = find_warmth(ModeContext(SETUP), silent, figure="height")
    assert shown.notes == (f"with {USUAL}, a typical hand after a few turns",)
    assert shown.heat == find_warmth(ModeContext(SETUP, USUAL), silent, figure="height").heat


def test_nothing_to_build_with() -> None:
    shown = find_warmth(ModeContext(SETUP, Supply()), silent, figure="credits")
    assert not shown.heat.shown
    assert "no staircase can be built" in shown.notes


def test_what_takes_too_long_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any time only one arch is considered, which is complete for one arch."""
    monkeypatch.setattr(searches, "HEAT_SECONDS", 0.0)
    palace, hand = Palace.setup(load_map("map-4")), Supply(78, 60, 10)
    shown = find_warmth(ModeContext(palace, hand), silent, figure="height")
    assert shown.notes[0].startswith("with 1a")
    assert shown.notes[1] == f"reduced from {hand}: more arches took too long"
    one = map_stats(palace, hand._replace(arch=1)).figure("height")
    assert shown.heat.values == one


def test_numbers_in_time_are_complete_for_the_arches_they_name() -> None:
    shares: list[float] = []
    found = in_time(SETUP, HAND, seconds=60, progress=shares.append)
    assert found == map_stats(SETUP, HAND)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    few = in_time(SETUP, Supply(60, 40, 10), seconds=0.05)
    assert 1 <= few.supply.arch < 60
    assert few.complete
    assert few == map_stats(SETUP, few.supply)


def test_one_search_serves_all_three_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Supply] = []

    def counted(palace: Palace, supply: Supply, rulings: Rulings, **more: object) -> object:
        searched.append(supply)
        return map_stats(palace, supply, rulings)

    monkeypatch.setattr(searches, "in_time", counted)
    monkeypatch.setattr(searches, "_kept", {})
    for number in range(20):
        for figure in FIGURES:
            find_warmth(ModeContext(SETUP, Supply(1, number, 0)), silent, figure=figure)
    assert len(searched) == 20
