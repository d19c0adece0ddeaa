"""Set-up, rounds, goods and anytime actions: one test for each sentence of the rules about them."""

from __future__ import annotations

import pytest

from palace.cooper_island.box import Values, box_with
from palace.cooper_island.free_actions import COVERS
from palace.cooper_island.land import load_peninsula
from palace.cooper_island.notation import VERBS
from palace.cooper_island.score import trusted
from palace.cooper_island.state import Table
from palace.cooper_island.tiles import Hex
from tests.cooper_island.logs import (
    CLEAN,
    HOUSE,
    INCOME,
    NAMES,
    WORK,
    ana,
    codes,
    legal,
    reason,
    run,
    seat,
)
from tests.sentences import Says

# Set-up.


def start(players: int) -> Table:
    return Table.setup(NAMES[:players], load_peninsula(f"cooper-{players}"))


def test_everybody_draws_two_double_tiles() -> None:
    assert [one.doubles for one in start(4).seats] == [2, 2, 2, 2]


def test_everybody_has_a_coin_in_the_storage() -> None:
    assert {str(one.storage) for one in start(4).seats} == {"1 coin"}


def test_the_cartographer_of_the_first_two_starts_at_3_of_the_others_at_4() -> None:
    assert [one.steps for one in start(4).seats] == [3, 3, 4, 4]
    assert [one.steps for one in start(2).seats] == [3, 3]


def test_a_meadow_with_food_lies_on_the_start_space() -> None:
    for one in start(3).seats:
        space = one.land[one.land.peninsula.start]
        assert (space.terrain, space.cube) == ("meadow", "food")


def test_everybody_has_a_crate_on_each_cargo_card() -> None:
    order = "; ".join(f"crate {number}" for number in range(1, 6))
    assert codes(ana(f"worker H; {order}")) == ["area-action"]  # one for each worker in H
    assert seat(ana(f"worker H; {order}")).crates == (1, 2, 3, 4, 5)
    assert "crate" in codes(ana("worker H; crate 6"))


def test_everybody_has_workers_boats_islets_ships_and_ruins() -> None:
    for one in start(3).seats:
        assert (one.idle, one.unhired) == ((2, 0), (2, 2))
        assert not one.boats
        assert not one.buildings
        assert not one.milestones
        assert not one.islets
        assert len(one.land.pieces("ruin")) == 5
        assert [(ship.distance, ship.anchors) for ship in one.ships] == [(0, 0), (0, 0)]


# Rounds.

ROUND = "round {}\nincome\nworkers\n{}clean-up\nAna: feed nothing\nBen: feed nothing\n"


def whole() -> str:
    """Return five rounds with as few steps as possible."""
    rounds = []
    for number in range(1, 6):
        placed = "Ana: worker A\nBen: worker B\nAna: worker C\nBen: worker D\n"
        rounds.append(ROUND.format(number, placed))
    return "".join(rounds)


def test_a_round_has_three_phases(says: Says) -> None:
    assert legal(run(CLEAN))
    for log, following in (
        ("round 1\nworkers\n", "income"),
        ("round 1\nincome\nclean-up\n", "workers"),
        ("income\n", "round 1"),
        (f"{CLEAN}income\n", "round 2"),
    ):
        found = next(r for r in run(log).reasons if r.code == "round-order")
        assert dict(found.values)["following"] == following
        says(found)


def test_after_five_rounds_the_game_is_over(says: Says) -> None:
    done = run(f"{whole()}end\n")
    assert legal(done)
    assert done.state.finished
    assert not run(whole()).state.finished
    assert "round-order" in codes(run(f"{whole()}round 6\n"))
    assert codes(run(f"{CLEAN}Ana: feed nothing\nBen: feed nothing\nend\n")) == ["round-order"]
    again = run(f"{whole()}end\nround 2\n")
    assert again.reasons[0].key == "round-order"
    says(again.reasons[0])
    after = run(f"{whole()}end\nAna: store 1 coin\n")
    assert after.reasons[0].key == "phase.over"
    says(after.reasons[0])


def test_actions_belong_to_their_phase(says: Says) -> None:
    for step, phase in (("islet forest d2-e2", "income"), ("worker A", "workers"),
                        ("feed nothing", "clean-up"), ("road", "clean-up")):  # fmt: skip
        for now in (INCOME, WORK, CLEAN):
            found = [r for r in ana(step, before=now).reasons if r.code == "phase"]
            here = {INCOME: "income", WORK: "workers", CLEAN: "clean-up"}[now]
            assert bool(found) == (phase != here), (step, here)
            assert all(dict(r.values)["phase"] == phase for r in found)
            says(*found)


def test_in_the_income_phase_everybody_acts_for_himself() -> None:
    one = "Ana: islet forest d2-e2\nBen: islet forest d2-e2\nAna: double forest-meadow c3-c4\n"
    other = "Ben: islet forest d2-e2\nAna: double forest-meadow c3-c4; islet forest d2-e2\n"
    assert legal(run(INCOME + one))
    assert seat(run(INCOME + one)).land == seat(run(INCOME + other)).land


def test_one_islet_and_one_double_tile_in_the_income_phase(says: Says) -> None:
    two = ana("islet forest d2-e2; islet forest c3-b3", before=INCOME)
    assert reason(two).key == "area-action"
    says(reason(two))
    later = run(f"{INCOME}Ana: islet forest d2-e2\nAna: islet forest c3-b3\n")
    assert codes(later) == ["area-action"]
    assert seat(ana("double forest-meadow c3-c4", before=INCOME)).doubles == 1


def test_an_islet_gives_what_it_shows_and_a_cube(says: Says) -> None:
    done = ana("islet forest d2-e2 number 3 gives 1 stone", before=INCOME)
    assert legal(done)
    assert str(seat(done).market) == "1 stone"
    assert seat(done).land[Hex.read("d2")].cube == "wood"
    assert legal(ana("islet forest d2-e2 number 3 gives 1 stone", before=INCOME, box=HOUSE))
    assert (
        str(seat(ana("islet forest d2-e2 number 3", before=INCOME, box=HOUSE)).market) == "1 stone"
    )
    other = ana("islet forest d2-e2 number 3 gives 1 wood", before=INCOME, box=HOUSE)
    assert reason(other).key == "effect"
    says(reason(other))


def test_boats_that_are_built_give_income() -> None:
    log = f"{WORK}Ana: worker B; boat 2\nBen: worker A\nAna: worker A toll 1 coin\nBen: worker C\n"
    log += "clean-up\nAna: feed nothing\nBen: feed nothing\nround 2\nincome\n"
    done = run(f"{log}Ana: receive 2\n", box=box_with(Values.of({
        "boats": [{"number": 2, "gives": "2 wood"}]}), None))  # fmt: skip
    assert legal(done)
    assert str(seat(done).market) == "2 wood"
    assert codes(run(f"{log}Ana: receive 2; receive 2\n")) == ["boat"]
    assert codes(run(f"{log}Ben: receive 2\n")) == ["boat"]


# Payment.


def test_costs_are_paid_from_the_peninsula_and_the_storage(says: Says) -> None:
    before = f"{INCOME}Ana: double forest-meadow c3-c4\nworkers\nAna: gets 1 wood; store 1 wood\n"
    done = ana("worker B; boat 1 pay wood@c3 1 wood@storage", before=before, box=HOUSE)
    assert legal(done)
    assert seat(done).land[Hex.read("c3")].cube is None
    assert not seat(done).storage["wood"]
    gone = ana("worker B; boat 1 pay food@c3 1 wood", before=before, box=HOUSE)
    assert codes(gone) == ["goods", "cost"]
    assert gone.reasons[0].key == "goods.other-cube"
    says(gone.reasons[0])
    lacks = ana("worker B; boat 1 pay 2 wood", before=before, box=HOUSE)
    assert (reason(lacks).key, reason(lacks).by) == ("goods.stores", 1)
    says(reason(lacks))
    several = ana("worker B; spends 1 food", before=before)
    says(reason(several))
    coins = ana("worker B; spends 2 coin", before=before)
    says(reason(coins))


def test_whether_the_market_pays_is_a_ruling(says: Says) -> None:
    before = f"{WORK}Ana: gets 2 wood\n"
    for paid in ("2 wood", "2 wood@market"):
        assert legal(ana(f"worker B; boat 1 pay {paid}", before=before, market_pays="yes"))
        found = reason(ana(f"worker B; boat 1 pay {paid}", before=before))
        assert (found.code, found.remedy_key) == ("goods", "goods.market")
        says(found)
    assert legal(ana("store 2 wood; worker B; boat 1 pay 2 wood", before=before))
    assert legal(ana("exchange 2 cloth for 1 coin", before=f"{WORK}Ana: gets 2 cloth\n"))


def test_no_change_is_given(says: Says) -> None:
    high = "Ana: store food@c2; gets 9 step; single meadow c2; store food@c2\n"
    high = f"{INCOME}{high}workers\nAna: single meadow c2\n"
    done = run(f"{high}Ana: worker H; crate 1 pay food@c2\n", box=HOUSE)
    assert reason(done).key == "cost"
    says(reason(done))
    assert reason(done).by == 1  # three food are no wood
    assert seat(done).land[Hex.read("c2")].cube is None
    assert str(seat(done).goods) == str(seat(run(high, box=HOUSE)).goods)


# Anytime actions.


def test_stored_goods_come_from_the_peninsula_or_the_market_coins_too(says: Says) -> None:
    done = ana("gets 1 wood 1 coin; store 1 wood food@c2 1 coin")
    assert legal(done)
    assert str(seat(done).storage) == "1 wood 1 food 2 coin"
    assert not seat(done).market
    nothing = ana("store 1 wood")
    assert reason(nothing).key == "goods.stores"
    says(reason(nothing))
    again = ana("store 1 coin@storage")
    assert reason(again).key == "goods.stored"
    says(reason(again))


def test_nothing_is_stored_where_no_space_is_free(says: Says) -> None:
    full = ana("gets 4 wood; store 4 wood", box=HOUSE)
    assert legal(full)
    over = ana("gets 5 wood; store 5 wood", box=HOUSE)
    assert (reason(over).key, reason(over).by) == ("storage", 1)
    says(reason(over))
    unknown = ana("gets 5 wood; store 5 wood")
    assert legal(unknown)
    assert trusted(unknown)["the room in the storage"] == 1
    built = f"{WORK}Ana: store food@c2; worker D; build fortress c2; gets 3 wood\nBen: worker A\n"
    assert legal(run(f"{built}Ana: store 3 wood\n", box=box_with(Values.of(
        {"storage": 4, "uncovers": 1}), None)))  # fmt: skip


def test_what_is_stored_is_worth_one() -> None:
    high = f"{INCOME}Ana: store food@c2; gets 9 step; single meadow c2\nworkers\n"
    done = run(f"{high}Ana: store food@c2\n", box=HOUSE)
    assert legal(done)
    assert seat(done).storage["food"] == 2


def test_stored_goods_are_used_up_and_not_thrown_away() -> None:
    assert not {"discard", "drop", "remove"} & {*VERBS}
    done = ana("spends 1 coin@storage")
    assert trusted(done) == {"payments for unknown purposes": 1}


def test_as_much_is_stored_as_there_is_room_for() -> None:
    assert legal(ana("gets 3 wood; store 3 wood"))
    assert legal(ana("gets 3 wood; store 2 wood; store 1 wood"))


@pytest.mark.parametrize(
    ("pays", "wanted", "good"),
    [
        ("2 cloth", "1 coin", True), ("1 cloth", "1 coin", False), ("2 cloth", "1 wood", False),
        ("2 gold", "1 cloth", True), ("2 gold", "1 coin", False), ("1 gold", "1 cloth", False),
        ("2 wood 1 stone 1 coin", "1 coin", True), ("4 wood", "1 gold", True),
        ("3 wood", "1 gold", False), ("4 wood", "2 gold", False), ("2 coin", "1 wood", False),
    ],
)  # fmt: skip
def test_rates_of_exchange(pays: str, wanted: str, good: bool) -> None:
    done = ana(f"gets 4 wood 1 stone 2 gold 2 cloth 1 coin; exchange {pays} for {wanted}")
    assert codes(done) == ([] if good else ["exchange"])
    if good:
        kind = wanted.split()[1]
        before = ana(f"gets 4 wood 1 stone 2 gold 2 cloth 1 coin; spends {pays}", market_pays="yes")
        assert seat(done).market[kind] == seat(before).market[kind] + 1


def test_an_exchange_is_paid_from_everywhere_and_goes_to_the_market() -> None:
    before = f"{INCOME}Ana: double settlement-forest c3-c4\nworkers\nAna: gets 1 cloth\n"
    done = ana("exchange cloth@c3 1 cloth for 1 coin", before=before)
    assert legal(done)
    assert (str(seat(done).market), str(seat(done).storage)) == ("1 coin", "1 coin")


def test_two_gold_may_mean_two_coins() -> None:
    log = "gets 2 coin 2 gold; exchange {} for 1 wood"
    assert legal(ana(log.format("2 gold")))
    assert legal(ana(log.format("2 coin"), gold_exchange="coins"))
    assert codes(ana(log.format("2 gold"), gold_exchange="coins")) == ["exchange"]


CRATE = f"{WORK}Ana: worker H; crate 1\nBen: worker A\n"


def test_a_crate_covers_one_of_five_effects(says: Says) -> None:
    assert len(COVERS) == 5
    none = ana("cover coins")
    assert reason(none).key == "crate.no"
    says(reason(none))
    twice = ana("cover coins; cover draw", before=CRATE)
    assert reason(twice).key == "crate.not-free"
    says(reason(twice))


def test_covering_draws_a_double_tile() -> None:
    assert seat(ana("cover draw", before=CRATE)).doubles == 3


def test_covering_lays_a_double_tile() -> None:
    assert legal(ana("cover double; double forest-meadow d2-d3", before=CRATE))
    assert codes(ana("double forest-meadow d2-d3", before=CRATE)) == ["area-action"]


def test_covering_moves_the_cartographer_two() -> None:
    assert seat(ana("cover steps", before=CRATE)).steps == 5


def test_covering_puts_two_coins_in_the_market() -> None:
    assert str(seat(ana("cover coins", before=CRATE)).market) == "2 coin"


def test_covering_puts_two_resources_in_the_market() -> None:
    assert str(seat(ana("cover resources 1 wood 1 gold", before=CRATE)).market) == "1 wood 1 gold"
    for step in ("cover resources 3 wood", "cover resources 1 wood 1 coin", "cover resources",
                 "cover coins 2 wood"):  # fmt: skip
        assert codes(ana(step, before=CRATE)) == ["crate"]


def test_the_cartographer_is_used_once_in_each_phase(says: Says) -> None:
    steps = "gets 5 step; store food@c2"
    once = f"{steps}; single meadow c2; store food@c2"
    assert legal(ana(once, before=INCOME, box=HOUSE))
    twice = ana(f"{once}; single meadow c2", before=INCOME, box=HOUSE)
    assert reason(twice).key == "cartographer-uses"
    says(reason(twice))
    log = f"{INCOME}Ana: {once}\nworkers\nAna: worker A; single meadow c2\nBen: worker B\n"
    assert legal(run(log, box=HOUSE))
    more = "Ana: worker B toll 1 coin; store food@c2; single meadow c2\n"
    assert codes(run(log + more, box=HOUSE)) == ["cartographer-uses"]
    assert legal(run(log + more, box=HOUSE, cartographer_uses="turn"))


def test_levelling_costs_one_step() -> None:
    before = f"{INCOME}Ana: double meadow-forest c3-c4; store food@c3 food@c2; single meadow c3\n"
    before += "workers\nAna: store food@c3\n"
    level = "double meadow-settlement c3-c2 level meadow c2"
    assert "level" in codes(ana("worker C; double meadow-settlement c3-c2", before=before))
    done = ana(f"worker C; {level}", before=before)
    assert legal(done)
    assert seat(done).steps == 2
    assert done.state.singles == 56 - 2 - 2
    twice = before.replace("workers\n", "") + f"Ana: {level}\n"
    assert "cartographer-uses" in codes(run(twice))


def test_a_single_tile_costs_steps_by_its_height_and_brings_a_cube(says: Says) -> None:
    log = "gets 2 step; store food@c2; single meadow c2"
    done = ana(log, before=INCOME, box=HOUSE)
    assert legal(done)
    assert seat(done).steps == 3 + 2 - 2
    assert seat(done).land[Hex.read("c2")].cube == "food"
    wrong = ana(f"{log} for 1", before=INCOME, box=HOUSE)
    assert reason(wrong).key == "effect.single"
    says(reason(wrong))
    unknown = ana(f"{log} for 4", before=INCOME)
    assert trusted(unknown)["what a single tile costs the cartographer"] == 1
    assert seat(unknown).steps == 1
    poor = ana("store food@c2; single meadow c2 for 4", before=INCOME)
    assert reason(poor).key == "cartographer-steps"
    says(reason(poor))
    assert (reason(poor).code, reason(poor).by) == ("cartographer-steps", 1)


LARGE = f"{WORK}Ana: store food@c2; worker D; build large c2 card Mill; sail cutter 2\n"
LARGE += "Ben: worker A\n"


def test_a_large_building_is_used_once_until_it_is_turned_back(says: Says) -> None:
    done = ana("use Mill gives 2 wood", before=LARGE)
    assert legal(done)
    assert str(seat(done).market) == "2 wood"
    twice = ana("use Mill; use Mill", before=LARGE)
    assert reason(twice).key == "card.used"
    says(reason(twice))
    other = ana("use Forge", before=LARGE)
    assert reason(other).key == "card.none"
    says(reason(other))
