"""The program behind the prices: no game passes it, and the shipped prices are its dual."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from palace.palm_island import State
from palace.palm_island.solver.bound import FILE, balance, every_deal
from palace.palm_island.solver.packed import Packed
from tests.palm_island.solver.deals import DEALS, best_of, good_line, late, script, wandering

SCRIPT = script("price-palm")
SMALL = [late(number, 7) for number in range(6)] + [wandering(seed, 6) for seed in range(8)]


def proved(state: State, seconds: float | None = None) -> Any:
    """What the program proves of a state."""
    return SCRIPT.Program(Packed.of(state)).solve(seconds)


def test_no_small_game_passes_the_program_and_some_reach_it() -> None:
    reached = 0
    for state in SMALL:
        points, _ = best_of(state)
        assert SCRIPT.HIGHEST >= proved(state).bound >= points
        reached += proved(state).bound == points
    assert reached >= len(SMALL) // 2


@pytest.mark.parametrize("left", [60, 40, 20, 5])
def test_a_good_line_stays_below_the_program(left: int) -> None:
    assert proved(late(5, left), 10).bound >= good_line(5)[-1].points


def test_out_of_time_it_proves_less_but_nothing_wrong() -> None:
    found = proved(good_line(0)[0], 0.01)
    assert (found.bound >= 47, found.complete) == (True, False)


def test_the_prices_are_its_dual() -> None:
    """Prices computed by any version of HiGHS prove 51 and hold."""
    start = Packed.of(State.deal(DEALS[0]))
    prices = SCRIPT.Program(start).prices()
    tables = prices.balance()
    assert tables.bound(start) == balance().bound(start) == 51
    for number in range(3):
        for state in good_line(number):
            assert tables.bound(Packed.of(state)) >= good_line(number)[-1].points


def test_the_prices_have_a_provenance() -> None:
    about = tomllib.loads(FILE.read_text(encoding="utf-8"))
    assert about["made_by"] == "scripts/price-palm"
    assert {"made_on", "scipy", "seconds", "every_deal"} <= about.keys()


@pytest.mark.slow
def test_a_fresh_deal_is_proved() -> None:
    found = proved(State.deal(DEALS[0]))
    assert (found.bound, found.complete) == (every_deal(), True)
