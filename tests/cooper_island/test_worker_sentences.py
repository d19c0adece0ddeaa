"""Worker areas, hiring and workers: one test for each sentence of the rules about them."""

from __future__ import annotations

from typing import Any

import pytest

from palace.cooper_island.score import Played, trusted
from palace.cooper_island.workers import AREAS
from palace.core.errors import NotationError
from tests.cooper_island.logs import HOUSE, INCOME, WORK, ana, codes, legal, reason, run, seat
from tests.sentences import Says


def special(log: str, **rulings: Any) -> Played:
    """Return the replay of an entry of Ana with a special worker she has hired."""
    hire = "Ana: milestone first takes special sends worker to 1\n"
    return ana(log, before=WORK + hire, **rulings)


# Placing.


def test_the_start_player_begins_and_each_in_turn_places_one(says: Says) -> None:
    assert legal(run(f"{WORK}Ana: worker A\nBen: worker B\nAna: worker C\nBen: worker D\n"))
    late = run(f"{WORK}Ben: worker B\n")
    assert (reason(late).key, dict(reason(late).values)["due"]) == ("worker-order.turn", "Ana")
    says(reason(late))
    two = run(f"{WORK}Ana: worker B; worker C\n")
    assert reason(two).key == "worker-order.many"
    says(reason(two))
    again = run(f"{WORK}Ana: worker B\nAna: worker C\n")
    assert codes(again) == ["worker-order"]


def test_who_has_no_idle_worker_is_left_out() -> None:
    hire = "Ben: milestone one takes worker\n"
    log = f"{WORK}{hire}Ana: worker A\nBen: worker B\nAna: worker C\nBen: worker D\nBen: worker E\n"
    assert legal(run(log))


def test_normal_workers_stand_on_round_places_special_ones_on_square_places(says: Says) -> None:
    found = reason(ana("special A"))
    assert (found.key, found.by) == ("worker", 1)
    says(found)
    assert legal(special("special A"))


def test_who_comes_later_pays_the_last_player_a_resource_or_a_coin() -> None:
    log = f"{WORK}Ana: worker A\nBen: worker A toll 1 coin\n"
    done = run(log)
    assert legal(done)
    assert str(seat(done).goods) == "2 coin"
    assert not seat(done, 1).goods
    # The last one there is paid, not the first.
    third = run(f"{WORK}Ana: worker A\nBen: worker A toll 1 coin\nCaro: worker A toll 1 coin\n", 3)
    assert legal(third)
    assert [str(seat(third, at).goods) for at in range(3)] == ["2 coin", "1 coin", "nothing"]
    cube = run(f"{WORK}Ana: worker A\nBen: worker A toll food@c2\n")
    assert legal(cube)
    assert str(seat(cube).market) == "1 food"
    much = run(f"{WORK}Ana: worker A\nBen: worker A toll 1 coin food@c2\n")
    assert (reason(much).code, reason(much).by) == ("toll", 1)


def test_who_will_not_or_cannot_pay_takes_an_anchor(says: Says) -> None:
    done = run(f"{WORK}Ana: worker A\nBen: worker A anchor cutter\n")
    assert legal(done)
    assert seat(done, 1).ship("cutter").anchors == 1
    neither = run(f"{WORK}Ana: worker A\nBen: worker A\n")
    assert reason(neither).key == "toll.owed"
    says(reason(neither))
    both = run(f"{WORK}Ana: worker A\nBen: worker A toll 1 coin anchor cutter\n")
    assert reason(both).key == "toll.both"
    says(reason(both))
    needless = ana("worker A toll 1 coin")
    assert reason(needless).key == "toll.none"
    says(reason(needless))


def test_nobody_comes_where_a_worker_of_his_own_stands(says: Says) -> None:
    found = reason(run(f"{WORK}Ana: worker A\nBen: worker B\nAna: worker A\n"))
    assert found.key == "area"
    says(found)


def test_six_kinds_of_areas_are_eight() -> None:
    assert tuple(AREAS) == tuple("ABCDEFGH")
    assert legal(ana("worker G"))


# Areas, each with a normal and a special worker.


def offered(log: str, normal: bool, **rulings: Any) -> bool:
    """Return whether the area allows a worker these steps."""
    done = ana(f"worker {log}", **rulings) if normal else special(f"special {log}", **rulings)
    found = codes(done)
    assert {*found} <= {"area-action"}, found
    return not found


LAY = "double forest-meadow d2-d3"
MORE = "double forest-meadow c3-c4"


def test_a_draws_or_lays_a_double_tile_and_moves_the_cartographer(says: Says) -> None:
    assert offered("A; draw 1", True)
    assert offered(f"A; {LAY}", True)
    assert not offered("A; draw 2", True)
    done = ana(f"worker A; draw 1; {LAY}")
    assert (reason(done).key, reason(done).by) == ("area-action", 1)
    says(reason(done))
    assert seat(ana("worker A")).steps == 4


def test_a_with_a_special_worker_does_both() -> None:
    assert offered(f"A; draw 1; {LAY}", False)
    assert not offered("A; draw 2", False)


def test_the_first_normal_worker_in_a_takes_the_start_player_s_token() -> None:
    log = (
        f"{WORK}Ana: worker B\nBen: worker A\nAna: worker A toll 1 coin\nBen: worker D\nclean-up\n"
    )
    log += "Ana: feed nothing\nBen: feed nothing\nround 2\nincome\nworkers\n"
    done = run(log)
    assert legal(done)
    assert (done.state.start, done.state.due) == (1, 1)
    assert legal(run(f"{log}Ben: worker A\nAna: worker B\n"))
    # A special worker there does not take it.
    log = f"{WORK}Ana: milestone x takes special sends worker to 1; worker C\nBen: worker D\n"
    assert run(f"{log}Ana: special A\n").state.heir is None


def test_b_builds_an_income_boat_and_pays_for_the_berth(says: Says) -> None:
    before = f"{WORK}Ana: gets 2 wood; store 2 wood\n"
    done = ana("worker B; boat 1 pay 2 wood", before=before, box=HOUSE)
    assert legal(done)
    assert seat(done).boats == (1,)
    short = ana("worker B; boat 1 pay 1 wood", before=before, box=HOUSE)
    assert (reason(short).key, reason(short).by) == ("cost", 1)
    says(reason(short))
    assert not offered("B; boat 1; boat 2", True)
    twice = run(f"{WORK}Ana: worker B; boat 1\nBen: worker C\nAna: worker D; boat 1\n")
    assert codes(twice) == ["boat", "area-action"]
    says(twice.reasons[0])


def test_b_with_a_special_worker_costs_two_less_of_any_kind(says: Says) -> None:
    hire = (
        f"{WORK}Ana: milestone first takes special sends worker to 1; gets 1 wood; store 1 wood\n"
    )
    free = ana("special B; boat 4 pay 1 wood", before=hire, box=HOUSE)
    assert legal(free)  # 2 wood 1 cloth, less two
    short = ana("special B; boat 6 pay 1 wood", before=hire, box=HOUSE)
    assert reason(short).key == "cost.less"
    assert (reason(short).by, str(dict(reason(short).values)["short"])) == (1, "2 wood 1 cloth")
    says(reason(short))


def test_c_draws_and_lays_a_double_tile() -> None:
    assert offered(f"C; draw 1; {LAY}", True)
    assert not offered("C; draw 2", True)
    assert not offered(f"C; {LAY}; {MORE}", True)


ISLETS = f"{INCOME}Ben: islet forest d2-e2 number 4 gives 1 cloth\nworkers\n"


def test_c_with_a_special_worker_has_the_effect_of_any_islet_on_the_board(says: Says) -> None:
    hire = f"{ISLETS}Ana: milestone first takes special sends worker to 1\n"
    done = ana("special C; again islet Ben 4 gives 1 cloth", before=hire)
    assert legal(done)
    assert str(seat(done).market) == "1 cloth"
    normal = ana("worker C; again islet Ben 4 gives 1 cloth", before=ISLETS)
    assert codes(normal) == ["area-action"]
    never = ana("special C; again islet Ben 5 gives 1 cloth", before=hire)
    assert reason(never).key == "islet-passed"
    says(reason(never))


BARE = f"{WORK}Ana: spends food@c2; gets 2 wood 2 stone; store 2 wood 2 stone\n"
"""A log up to the worker phase; the start meadow is free for a building."""


def test_d_builds_one_building_and_pays(says: Says) -> None:
    done = ana(
        "worker D; build small c2 card 7 pay 2 wood 1 stone; sail cutter 1", before=BARE, box=HOUSE
    )
    assert legal(done)
    assert seat(done).buildings == ("small",)
    short = ana("worker D; build small c2 pay 1 wood; sail cutter 1", before=BARE, box=HOUSE)
    assert reason(short).key == "cost"
    says(reason(short))
    assert reason(short).by == 2


def test_a_small_building_is_worth_one_helm_point_and_a_large_one_two(says: Says) -> None:
    assert legal(ana("worker D; build small c2; sail cutter 1", before=BARE))
    assert legal(ana("worker D; build large c2 card 3; sail cutter 2", before=BARE))
    assert legal(ana("worker D; build fortress c2", before=BARE))
    found = reason(ana("worker D; build large c2; sail cutter 1", before=BARE))
    assert found.key == "helm-points.split"
    says(found)


def test_of_four_cards_one_is_kept() -> None:
    done = ana("worker D; build large c2 card Mill; sail cutter 2", before=BARE)
    assert [card.name for card in seat(done).cards] == ["Mill"]
    with pytest.raises(NotationError):
        ana("worker D; build large c2 card Mill card Forge", before=BARE)


def test_on_a_settlement_it_is_one_more() -> None:
    settled = f"{BARE}Ana: single settlement c2; store cloth@c2\n"
    assert legal(ana("worker D; build small c2; sail cutter 2", before=settled))
    assert codes(ana("worker D; build small c2; sail cutter 1", before=settled)) == ["helm-points"]


def test_there_are_two_small_two_large_buildings_and_a_fortress(says: Says) -> None:
    three = "".join(
        f"Ana: worker {area}; build fortress c2\nBen: worker {area} anchor cutter\n" for area in "D"
    )
    found = run(f"{BARE}{three}Ana: worker A; build fortress c2\n")
    assert "buildings" in codes(found)
    text = next(r for r in found.reasons if r.code == "buildings")
    assert text.key == "buildings"
    says(text)


def test_d_with_a_special_worker_costs_two_less() -> None:
    hire = f"{BARE}Ana: milestone first takes special sends worker to 1\n"
    assert legal(ana("special D; build small c2 pay 1 wood; sail cutter 1", before=hire, box=HOUSE))


def test_e_moves_the_cartographer_three_and_gives_a_coin_or_a_resource() -> None:
    done = ana("worker E; take 1 gold")
    assert legal(done)
    assert (seat(done).steps, str(seat(done).market)) == (6, "1 gold")
    assert legal(ana("worker E; take 1 coin"))
    assert reason(ana("worker E; take 1 coin 1 wood")).by == 1


def test_e_with_a_special_worker_has_the_effect_of_any_boat_that_is_built(says: Says) -> None:
    log = f"{WORK}Ana: milestone first takes special sends worker to 1; worker C\n"
    log += "Ben: worker B; boat 2\n"
    assert legal(run(f"{log}Ana: special E; take 1 wood; again boat Ben 2 gives 2 food\n"))
    unbuilt = run(f"{log}Ana: special E; again boat Ben 3 gives 2 food\n")
    assert reason(unbuilt).key == "boat.not-built"
    says(reason(unbuilt))


def test_f_takes_a_ruin_into_the_workshop(says: Says) -> None:
    done = ana("worker F; ruin e3")
    assert legal(done)
    assert seat(done).workshop == 1
    assert len(seat(done).land.pieces("ruin")) == 4
    found = reason(ana("worker F; ruin c2"))
    assert found.key == "workshop.ruin"
    says(found)


def test_no_ruin_is_taken_when_the_workshop_is_full(says: Says) -> None:
    log = f"{WORK}Ana: worker F; ruin e3; ruin b4; ruin d5; ruin f5; sail cutter 1; sail cutter 1\n"
    full = run(log)
    assert codes(full) == ["workshop", "area-action"]
    assert full.reasons[0].key == "workshop.full"
    says(full.reasons[0])
    assert seat(full).workshop == 3


def test_slots_2_and_3_of_the_workshop_give_a_point() -> None:
    log = f"{WORK}Ana: worker F; ruin e3\nBen: worker A\nAna: worker A toll 1 coin; ruin b4\n"
    assert codes(run(log)) == ["helm-points", "area-action"]  # one helm point, not sailed


def test_f_puts_up_a_statue_from_the_workshop_and_pays(says: Says) -> None:
    first = f"{BARE}Ana: worker F; ruin e3\nBen: worker A\n"
    log = f"{first}Ana: worker C; statue c2 pay 2 stone\n"
    done = run(log, box=HOUSE)
    assert codes(done) == ["area-action"]  # C is not F
    assert seat(done).land.pieces("statue")
    assert seat(done).workshop == 0
    empty = ana("worker F; statue c2 pay 2 stone", before=BARE)
    assert reason(empty).key == "workshop.empty"
    says(reason(empty))
    short = run(f"{first}Ana: worker C; statue c2 pay 1 stone\n", box=HOUSE)
    assert short.reasons[0].key == "cost"
    says(short.reasons[0])


def test_f_with_a_special_worker_does_both(says: Says) -> None:
    both = "F; ruin e3; statue c2"
    hire = f"{BARE}Ana: milestone first takes special sends worker to 1\n"
    assert legal(ana(f"special {both}", before=hire))
    found = ana(f"worker {both}", before=BARE)
    assert reason(found).key == "area-action"
    says(reason(found))


def test_g_draws_two_or_lays_two_double_tiles() -> None:
    assert offered("G; draw 2", True)
    assert offered(f"G; {LAY}; {MORE}", True)
    assert not offered("G; draw 3", True)
    assert not offered(f"G; draw 1; {LAY}", True)
    assert seat(ana("worker G")).steps == 3


def test_g_with_a_special_worker_moves_the_cartographer() -> None:
    done = special("special G; draw 2")
    assert legal(done)
    assert seat(done).steps == 4


CRATES = f"{WORK}Ana: gets 2 wood 2 food; store 2 wood 2 food\n"


def test_h_takes_a_crate_from_any_cargo_card_and_pays(says: Says) -> None:
    done = ana("worker H; crate 1 pay 1 food 1 wood", before=CRATES, box=HOUSE)
    assert legal(done)
    assert seat(done).crates == (1,)
    short = ana("worker H; crate 1 pay 1 food", before=CRATES, box=HOUSE)
    assert reason(short).key == "cost"
    says(reason(short))
    twice = ana("worker H; crate 1; crate 1", before=CRATES)
    assert codes(twice) == ["crate", "area-action"]
    assert twice.reasons[0].key == "crate.had"
    says(twice.reasons[0])


def test_the_card_of_this_round_may_be_turned_for_one_less(says: Says) -> None:
    assert legal(ana("worker H; crate 1 turned pay 1 food", before=CRATES, box=HOUSE))
    other = ana(
        "worker H; crate 2 turned pay 1 food 1 cloth",
        before=f"{WORK}Ana: gets 1 food 1 cloth; store 1 food 1 cloth\n",
        box=HOUSE,
    )
    assert reason(other).key == "crate.round"
    says(reason(other))
    log = f"{CRATES}Ana: worker H; crate 1 turned pay 1 food\nBen: gets 2 food; store 2 food\n"
    again = run(f"{log}Ben: worker H toll 1 coin; crate 1 turned pay 1 food\n", box=HOUSE)
    assert codes(again) == ["crate", "cost"]
    assert again.reasons[0].key == "crate.turned"
    says(again.reasons[0])


def test_h_with_a_special_worker_draws_or_lays_a_double_tile() -> None:
    assert offered("H; crate 1; draw 1", False)
    assert offered(f"H; crate 1; {LAY}", False)
    assert not offered(f"H; crate 1; draw 1; {LAY}", False)
    assert not offered("H; crate 1; draw 1", True)


def test_actions_of_areas_need_a_worker(says: Says) -> None:
    found = reason(ana("boat 1"))
    assert found.key == "area-action"
    says(found)


# Hiring.


def test_a_milestone_that_is_reached_is_flipped_and_brings_a_worker() -> None:
    done = ana("milestone statues takes worker")
    assert legal(done)
    assert (seat(done).idle, seat(done).unhired) == ((3, 0), (1, 2))
    assert trusted(done) == {"that a milestone is reached": 1}


def test_each_of_the_four_milestones_counts_once(says: Says) -> None:
    twice = ana("milestone a takes worker; milestone a takes worker")
    assert reason(twice).key == "milestone.flipped"
    says(reason(twice))
    order = "; ".join(f"milestone {name} takes worker" for name in "ab")
    more = "; ".join(
        f"milestone {name} takes special sends worker to {n}" for n, name in enumerate("cd", 1)
    )
    five = ana(f"{order}; {more}; milestone e takes worker")
    assert [r.key for r in five.reasons] == ["milestone.all", "milestone.worker"]
    says(*five.reasons)


def test_a_normal_worker_becomes_idle() -> None:
    assert legal(ana("milestone a takes worker"))
    wrong = ana("milestone a takes worker sends worker to 1")
    assert reason(wrong).code == "royal-order"


def test_a_special_worker_sends_an_idle_worker_to_a_royal_order(says: Says) -> None:
    done = ana("milestone a takes special sends worker to 3")
    assert legal(done)
    assert (seat(done).idle, seat(done).on_orders) == ((1, 1), (3,))
    assert legal(ana("milestone a takes special sends special to 3"))
    none = ana("milestone a takes special")
    assert reason(none).key == "royal-order.none-sent"
    says(reason(none))
    none_idle = run(
        f"{WORK}Ana: worker A\nBen: worker B\nAna: worker C\n"
        "Ana: milestone a takes special sends worker to 1\n"
    )
    assert reason(none_idle).key == "royal-order.idle"
    says(reason(none_idle))


def test_one_worker_on_a_royal_order(says: Says) -> None:
    log = f"{WORK}Ana: milestone a takes special sends worker to 3\n"
    found = reason(run(f"{log}Ben: milestone a takes special sends worker to 3\n"))
    assert found.key == "royal-order.taken"
    assert dict(found.values)["free"] == (1, 2, 4, 5, 6, 7)
    says(found)


def test_two_players_do_not_use_royal_order_8(says: Says) -> None:
    step = "Ana: milestone a takes special sends worker to 8\n"
    assert reason(run(WORK + step)).key == "royal-order.two"
    says(reason(run(WORK + step)))
    assert legal(run(WORK + step, 3))


@pytest.mark.parametrize("area", AREAS)
def test_every_area_may_be_left_without_doing_anything(area: str) -> None:
    assert legal(ana(f"worker {area}"))
