"""No line passes a bound: against every line of small games, random games, and the best found."""

from __future__ import annotations

import random

import pytest

from palace.palm_island import Rulings, State, legal_moves, perform
from palace.palm_island.cards import FREE, Resources, summed
from palace.palm_island.solver.bound import balance, every_deal, plain_bound
from palace.palm_island.solver.packed import Packed
from tests.palm_island.play import dealt, game
from tests.palm_island.solver.deals import DEALS, best_of, good_line, late, script, wandering

SCRIPT = script("price-palm")
FREE_OF_CHARGE = SCRIPT.Prices(((0,) * len(SCRIPT.HOLDINGS),) * 8, (0,) * 8)
DEAR = SCRIPT.Prices(((3_000,) * len(SCRIPT.HOLDINGS),) * 8, (500,) * 8)


def test_every_deal_is_bounded() -> None:
    for deal in DEALS:
        start = Packed.of(State.deal(deal))
        assert balance().bound(start) <= 51
        assert plain_bound(start).points == every_deal() <= 50


def test_prices_of_nothing_bound_by_what_the_cards_are_worth() -> None:
    start = Packed.of(State.deal(DEALS[0]))
    assert FREE_OF_CHARGE.balance().bound(start) == 57


def test_negative_prices_are_refused() -> None:
    with pytest.raises(ValueError, match="not be negative"):
        SCRIPT.Prices(FREE_OF_CHARGE.held, (0, 0, -1, 0, 0, 0, 0, 0)).balance()


SMALL = [late(number, 7) for number in range(6)] + [wandering(seed, 6) for seed in range(8)]


@pytest.mark.parametrize("state", SMALL, ids=str)
def test_small_games_by_every_line(state: State) -> None:
    points, _ = best_of(state)
    here = Packed.of(state)
    for tables in (balance(), FREE_OF_CHARGE.balance(), DEAR.balance()):
        assert tables.bound(here) >= points


def test_random_games_stay_below_the_bounds_of_all_their_states() -> None:
    rng = random.Random(11)
    for _ in range(30):
        start = dealt(rng)
        states = [start, *(state for _, state in game(start, rng, Rulings()))]
        for state in states:
            assert balance().bound(Packed.of(state)) >= states[-1].points


def test_good_lines_stay_below_the_bounds_of_all_their_states() -> None:
    for number in range(4):
        states = good_line(number)
        assert states[-1].points >= 44
        for state in states:
            assert balance().bound(Packed.of(state)) >= states[-1].points


def test_the_end_is_its_own_bound() -> None:
    end = good_line(0)[-1]
    assert balance().bound(Packed.of(end)) == end.points


def test_payments_are_those_of_play() -> None:
    """Every payment made in random games is one of the list."""
    rng = random.Random(5)
    seen = 0
    for seed in range(40):
        state = wandering(seed, rng.randrange(20, 100))
        for move in legal_moves(state):
            if move.pay:
                paid = [p for p in state.begun.deck if p.card in move.pay]
                gives = tuple(sorted(state.area(p).gives for p in paid))
                placed = next(p for p in state.begun.deck if p.card == move.card)
                cost = state.area(placed).cost(move.kind)  # type: ignore[arg-type]
                assert cost is not None
                assert gives in {tuple(sorted(some)) for some in SCRIPT.every_payment()[cost]}
                seen += 1
    assert seen > 20


def test_payments_pay_and_none_could_be_left_out() -> None:
    for cost, every in SCRIPT.every_payment().items():
        assert every, cost
        assert len(set(every)) == len(every)
        for payment in every:
            assert 1 <= len(payment) <= 4
            assert any(
                summed(payment).covers(way)
                and not any(
                    summed(payment[:at] + payment[at + 1 :]).covers(way)
                    for at in range(len(payment))
                )
                for way in cost
            )


def test_no_payment_needs_the_trade_house_twice() -> None:
    trade = {Resources(3), Resources(0, 3), Resources(0, 0, 3)}
    assert FREE not in SCRIPT.COSTS
    for every in SCRIPT.every_payment().values():
        assert all(sum(some in trade for some in payment) <= 1 for payment in every)


def test_the_tables_add_up_to_the_bound() -> None:
    rng = random.Random(2)
    state = dealt(rng)
    while moves := legal_moves(state):
        here = Packed.of(state)
        table, once = balance().table(here.at)
        total = once + sum(int(table[slot, code]) for slot, code in enumerate(here.deck))
        assert total // 1_000 == balance().bound(here)
        state = perform(state, rng.choice(moves))
