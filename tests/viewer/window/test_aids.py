"""Heat maps: the figures are those of the plain list, the tones tell least from most."""

from __future__ import annotations

import pytest

from palace import Knob, Palace, Rulings, Supply, judge, load_map, staircases
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.search.map_stats import FIGURES, USUAL, in_time, map_stats
from palace_viewer.window import aids as heat
from palace_viewer.window.mode import ModeContext
from palace_viewer.window.window import ENTRIES
from tests.viewer.palaces import SETUP

HAND = Supply(3, 3, 1)
MAPS = dict(zip(("height", "credits", "staircases"), heat.HEATS.values(), strict=True))


def silent(share: float) -> None:
    assert 0 <= share <= 1


def figures() -> dict[str, dict[Knob, int]]:
    """What the heat maps say, from the list of all staircases."""
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
def test_figures_and_tones(figure: str) -> None:
    shown = MAPS[figure](ModeContext(SETUP, HAND), silent)
    expected = figures()[figure]
    assert {knob: warm.text for knob, warm in shown.warmth.items()} == {
        knob: str(number) for knob, number in expected.items()
    }
    least, most = min(expected.values()), max(expected.values())
    assert (shown.legend.least, shown.legend.most) == (str(least), str(most))
    assert shown.notes == ("with 3a3b1c",)
    by_number = sorted(expected, key=lambda knob: expected[knob])
    tones = [shown.warmth[knob].tone for knob in by_number]
    assert tones == sorted(tones)
    assert tones[-1] == 1
    assert tones[0] == (0 if least < most else 1)
    for knob, number in expected.items():
        same = [shown.warmth[k].tone for k, n in expected.items() if n == number]
        assert {*same} == {shown.warmth[knob].tone}


def test_without_a_hand_the_usual_one_and_it_is_said() -> None:
    shown = MAPS["height"](ModeContext(SETUP), silent)
    assert shown.notes == (f"with {USUAL}, a typical hand after a few turns",)
    assert shown.warmth == MAPS["height"](ModeContext(SETUP, USUAL), silent).warmth


def test_nothing_to_build_with() -> None:
    shown = MAPS["credits"](ModeContext(SETUP, Supply()), silent)
    assert not shown.warmth
    assert "no staircase can be built" in shown.notes


def test_what_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any time one arch is looked at, which is complete for one arch."""
    monkeypatch.setattr(heat, "HEAT_SECONDS", 0.0)
    palace, hand = Palace.setup(load_map("map-4")), Supply(78, 60, 10)
    shown = MAPS["height"](ModeContext(palace, hand), silent)
    assert shown.notes[0].startswith("with 1a")
    assert shown.notes[1] == f"reduced from {hand}: more arches took too long"
    one = map_stats(palace, hand._replace(arch=1)).figure("height")
    assert {knob: warm.text for knob, warm in shown.warmth.items()} == {
        knob: str(number) for knob, number in one.items() if number
    }


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

    monkeypatch.setattr(heat, "in_time", counted)
    monkeypatch.setattr(heat, "_kept", {})
    for number in range(20):
        for paint in MAPS.values():
            paint(ModeContext(SETUP, Supply(1, number, 0)), silent)
    assert len(searched) == 20


def test_modes_and_maps_are_offered() -> None:
    assert {"b", "e"} <= ENTRIES.keys()
    for key in "be":
        mode = ENTRIES[key].enter(ModeContext(SETUP))
        assert mode.title
        assert mode.shot().panel
        assert all(mode.keys.values())
