"""Worker areas, hiring and workers: a test for every sentence of the rules about them."""

from __future__ import annotations

from typing import Any

import pytest

from palace.cooper_island.replay import Replay
from palace.cooper_island.workers import AREAS
from palace.core.errors import NotationError
from tests.cooper_island.logs import HOUSE, INCOME, WORK, ana, codes, legal, reason, run, seat


def special(log: str, **rulings: Any) -> Replay:
    """What Ana does with a special worker that she has hired."""
    hire = "Ana: milestone first takes special sends worker to 1\n"
    return ana(log, before=WORK + hire, **rulings)


# Placing.


def test_the_start_player_begins_and_each_in_turn_places_one() -> None:
    assert legal(run(f"{WORK}Ana: worker A\nBen: worker B\nAna: worker C\nBen: worker D\n"))
    late = run(f"{WORK}Ben: worker B\n")
    assert reason(late).text == "Ben places a worker, and it is the turn of Ana"
    assert reason(late).remedy == "Ana places one first"
    two = run(f"{WORK}Ana: worker B; worker C\n")
    assert reason(two).text == "Ana places 2 workers in one turn"
    again = run(f"{WORK}Ana: worker B\nAna: worker C\n")
    assert codes(again) == ["worker-order"]


def test_who_has_no_idle_worker_is_left_out() -> None:
    hire = "Ben: milestone one takes worker\n"
    log = f"{WORK}{hire}Ana: worker A\nBen: worker B\nAna: worker C\nBen: worker D\nBen: worker E\n"
    assert legal(run(log))


def test_normal_workers_stand_on_round_places_special_ones_on_square_places() -> None:
    found = reason(ana("special A"))
    assert (found.code, found.by) == ("worker", 1)
    assert found.text == "Ana has no idle special worker"
    assert found.remedy == "place a normal one"
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
    much = run(f"{WORK}Ben: gets 1 food\nAna: worker A\nBen: worker A toll 1 coin 1 food\n")
    assert (reason(much).code, reason(much).by) == ("toll", 1)


def test_who_will_not_or_cannot_pay_takes_an_anchor() -> None:
    done = run(f"{WORK}Ana: worker A\nBen: worker A anchor cutter\n")
    assert legal(done)
    assert seat(done, 1).ship("cutter").anchors == 1
    neither = run(f"{WORK}Ana: worker A\nBen: worker A\n")
    assert reason(neither).text == "Ben owes Ana one resource or coin"
    assert reason(neither).remedy == "add toll 1 coin, or anchor cutter"
    both = run(f"{WORK}Ana: worker A\nBen: worker A toll 1 coin anchor cutter\n")
    assert reason(both).text == "Ben pays and takes an anchor"
    needless = ana("worker A toll 1 coin")
    assert reason(needless).text == "Ana pays to come to A, where nobody else stands"


def test_nobody_comes_where_a_worker_of_his_own_stands() -> None:
    found = reason(run(f"{WORK}Ana: worker A\nBen: worker B\nAna: worker A\n"))
    assert (found.code, found.text) == (
        "area", "Ana places a worker in A: a worker stands there already",
    )  # fmt: skip
    assert found.remedy == "free: B, C, D, E, F, G, H"


def test_six_kinds_of_areas_are_eight() -> None:
    assert tuple(AREAS) == tuple("ABCDEFGH")
    assert legal(ana("worker G"))


# Areas, each with a normal and a special worker.


def offered(log: str, normal: bool, **rulings: Any) -> bool:
    """Whether a worker may do this, as far as the area is concerned."""
    done = ana(f"worker {log}", **rulings) if normal else special(f"special {log}", **rulings)
    found = codes(done)
    assert {*found} <= {"area-action"}, found
    return not found


LAY = "double forest-meadow d2-d3"
MORE = "double forest-meadow c3-c4"


def test_a_draws_or_lays_a_double_tile_and_moves_the_cartographer() -> None:
    assert offered("A; draw 1", True)
    assert offered(f"A; {LAY}", True)
    assert not offered("A; draw 2", True)
    done = ana(f"worker A; draw 1; {LAY}")
    assert reason(done).text == (
        "Ana draws 1 double tile and lays 1 double tile; A for a normal worker offers: draw a "
        "double tile, or lay a double tile"
    )
    assert (reason(done).by, reason(done).remedy) == (1, "leave 1 out")
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


def test_b_builds_an_income_boat_and_pays_for_the_berth() -> None:
    done = ana("worker B; boat 1 pay 2 wood", before=f"{WORK}Ana: gets 2 wood\n", box=HOUSE)
    assert legal(done)
    assert seat(done).boats == (1,)
    short = ana("worker B; boat 1 pay 1 wood", before=f"{WORK}Ana: gets 2 wood\n", box=HOUSE)
    assert reason(short).text == "boat 1 costs 2 wood; Ana pays 1 wood"
    assert (reason(short).code, reason(short).by, reason(short).remedy) == (
        "cost",
        1,
        "pay 1 wood more",
    )
    assert not offered("B; boat 1; boat 2", True)
    twice = run(f"{WORK}Ana: worker B; boat 1\nBen: worker C\nAna: worker D; boat 1\n")
    assert codes(twice) == ["boat", "area-action"]
    assert twice.reasons[0].remedy == "to be built: 2, 3, 4, 5, 6"


def test_b_with_a_special_worker_costs_two_less_of_any_kind() -> None:
    hire = f"{WORK}Ana: milestone first takes special sends worker to 1\n"
    free = ana("special B; boat 4 pay 1 wood", before=f"{hire}Ana: gets 1 wood\n", box=HOUSE)
    assert legal(free)  # 2 wood 1 cloth, less two
    short = ana("special B; boat 6 pay 1 wood", before=f"{hire}Ana: gets 1 wood\n", box=HOUSE)
    assert reason(short).text == "boat 6 costs 3 wood 1 cloth, 2 less; Ana pays 1 wood"
    assert reason(short).remedy == "pay 1 of 2 wood 1 cloth more"


def test_c_draws_and_lays_a_double_tile() -> None:
    assert offered(f"C; draw 1; {LAY}", True)
    assert not offered("C; draw 2", True)
    assert not offered(f"C; {LAY}; {MORE}", True)


ISLETS = f"{INCOME}Ben: islet forest d2-e2 number 4 gives 1 cloth\nworkers\n"


def test_c_with_a_special_worker_has_the_effect_of_any_islet_on_the_board() -> None:
    hire = f"{ISLETS}Ana: milestone first takes special sends worker to 1\n"
    done = ana("special C; again islet Ben 4 gives 1 cloth", before=hire)
    assert legal(done)
    assert str(seat(done).market) == "1 cloth"
    normal = ana("worker C; again islet Ben 4 gives 1 cloth", before=ISLETS)
    assert codes(normal) == ["area-action"]
    never = ana("special C; again islet Ben 5 gives 1 cloth", before=hire)
    assert reason(never).text == "Ben has laid no islet 5"
    assert reason(never).remedy == "laid: 4"


BARE = f"{WORK}Ana: store food@c2; gets 9 wood 9 stone 9 cloth 9 gold\n"
"""The start meadow is free for a building."""


def test_d_builds_one_building_and_pays() -> None:
    done = ana(
        "worker D; build small c2 card 7 pay 2 wood 1 stone; sail cutter 1", before=BARE, box=HOUSE
    )
    assert legal(done)
    assert seat(done).buildings == ("small",)
    short = ana("worker D; build small c2 pay 1 wood; sail cutter 1", before=BARE, box=HOUSE)
    assert reason(short).text == "a small building costs 2 wood 1 stone; Ana pays 1 wood"
    assert reason(short).by == 2


def test_a_small_building_is_worth_one_helm_point_and_a_large_one_two() -> None:
    assert legal(ana("worker D; build small c2; sail cutter 1", before=BARE))
    assert legal(ana("worker D; build large c2 card 3; sail cutter 2", before=BARE))
    assert legal(ana("worker D; build fortress c2", before=BARE))
    found = reason(ana("worker D; build large c2; sail cutter 1", before=BARE))
    assert found.text == "Ana sails 1 of gains of 2: a gain moves one ship"


def test_of_four_cards_one_is_kept() -> None:
    done = ana("worker D; build large c2 card Mill; sail cutter 2", before=BARE)
    assert [card.name for card in seat(done).cards] == ["Mill"]
    with pytest.raises(NotationError):
        ana("worker D; build large c2 card Mill card Forge", before=BARE)


def test_on_a_settlement_it_is_one_more() -> None:
    settled = f"{BARE}Ana: single settlement c2; store cloth@c2\n"
    assert legal(ana("worker D; build small c2; sail cutter 2", before=settled))
    assert codes(ana("worker D; build small c2; sail cutter 1", before=settled)) == ["helm-points"]


def test_there_are_two_small_two_large_buildings_and_a_fortress() -> None:
    three = "".join(
        f"Ana: worker {area}; build fortress c2\nBen: worker {area} anchor cutter\n" for area in "D"
    )
    found = run(f"{BARE}{three}Ana: worker A; build fortress c2\n")
    assert "buildings" in codes(found)
    text = next(r for r in found.reasons if r.code == "buildings")
    assert text.text == "Ana has built 1 of 1 fortress buildings already"
    assert text.remedy == "to be built: small, large"


def test_d_with_a_special_worker_costs_two_less() -> None:
    hire = f"{BARE}Ana: milestone first takes special sends worker to 1\n"
    assert legal(ana("special D; build small c2 pay 1 wood; sail cutter 1", before=hire, box=HOUSE))


def test_e_moves_the_cartographer_three_and_gives_a_coin_or_a_resource() -> None:
    done = ana("worker E; take 1 gold")
    assert legal(done)
    assert (seat(done).steps, str(seat(done).market)) == (6, "1 gold")
    assert legal(ana("worker E; take 1 coin"))
    assert reason(ana("worker E; take 1 coin 1 wood")).by == 1


def test_e_with_a_special_worker_has_the_effect_of_any_boat_that_is_built() -> None:
    log = f"{WORK}Ana: milestone first takes special sends worker to 1; worker C\n"
    log += "Ben: worker B; boat 2\n"
    assert legal(run(f"{log}Ana: special E; take 1 wood; again boat Ben 2 gives 2 food\n"))
    unbuilt = run(f"{log}Ana: special E; again boat Ben 3 gives 2 food\n")
    assert (reason(unbuilt).text, reason(unbuilt).remedy) == (
        "Ben has not built boat 3",
        "built: 2",
    )


def test_f_takes_a_ruin_into_the_workshop() -> None:
    done = ana("worker F; ruin e3")
    assert legal(done)
    assert seat(done).workshop == 1
    assert len(seat(done).land.pieces("ruin")) == 4
    found = reason(ana("worker F; ruin c2"))
    assert found.text == "Ana takes a ruin from c2: no ruin lies there"
    assert found.remedy == "ruins lie on e3, b4, d5, f5, c6"


def test_no_ruin_is_taken_when_the_workshop_is_full() -> None:
    log = f"{WORK}Ana: worker F; ruin e3; ruin b4; ruin d5; ruin f5; sail cutter 1; sail cutter 1\n"
    full = run(log)
    assert codes(full) == ["workshop", "area-action"]
    assert full.reasons[0].text == "the workshop of Ana is full"
    assert seat(full).workshop == 3


def test_slots_2_and_3_of_the_workshop_give_a_point() -> None:
    log = f"{WORK}Ana: worker F; ruin e3\nBen: worker A\nAna: worker A toll 1 coin; ruin b4\n"
    assert codes(run(log)) == ["helm-points", "area-action"]  # one helm point, not sailed
    scored = run(log, workshop_points="score")
    assert codes(scored) == ["area-action"]
    assert seat(scored).workshop_points == 1


def test_f_puts_up_a_statue_from_the_workshop_and_pays() -> None:
    first = f"{BARE}Ana: worker F; ruin e3\nBen: worker A\n"
    log = f"{first}Ana: worker C; statue c2 pay 2 stone\n"
    done = run(log, box=HOUSE)
    assert codes(done) == ["area-action"]  # C is not F
    assert seat(done).land.pieces("statue")
    assert seat(done).workshop == 0
    empty = ana("worker F; statue c2 pay 2 stone", before=BARE)
    assert reason(empty).text == "the workshop of Ana is empty"
    short = run(f"{first}Ana: worker C; statue c2 pay 1 stone\n", box=HOUSE)
    assert short.reasons[0].text == "a statue costs 2 stone; Ana pays 1 stone"


def test_f_with_a_special_worker_does_both() -> None:
    both = "F; ruin e3; statue c2"
    hire = f"{BARE}Ana: milestone first takes special sends worker to 1\n"
    assert legal(ana(f"special {both}", before=hire))
    found = ana(f"worker {both}", before=BARE)
    assert reason(found).text == (
        "Ana takes 1 ruin and puts up 1 statue; F for a normal worker offers: take a ruin into the "
        "workshop, or put up a statue"
    )


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


CRATES = f"{WORK}Ana: gets 2 wood 2 food\n"


def test_h_takes_a_crate_from_any_cargo_card_and_pays() -> None:
    done = ana("worker H; crate 1 pay 1 food 1 wood", before=CRATES, box=HOUSE)
    assert legal(done)
    assert seat(done).crates == (1,)
    short = ana("worker H; crate 1 pay 1 food", before=CRATES, box=HOUSE)
    assert reason(short).text == "crate 1 costs 1 wood 1 food; Ana pays 1 food"
    twice = ana("worker H; crate 1; crate 1", before=CRATES)
    assert codes(twice) == ["crate", "area-action"]
    assert twice.reasons[0].text == "crate 1 of Ana is taken already"


def test_the_card_of_this_round_may_be_turned_for_one_less() -> None:
    assert legal(ana("worker H; crate 1 turned pay 1 food", before=CRATES, box=HOUSE))
    other = ana(
        "worker H; crate 2 turned pay 1 food 1 cloth",
        before=CRATES + "Ana: gets 1 cloth\n",
        box=HOUSE,
    )
    assert reason(other).text == "Ana turns cargo card 2, which is not that of the round"
    log = f"{CRATES}Ben: gets 2 food\nAna: worker H; crate 1 turned pay 1 food\n"
    again = run(f"{log}Ben: worker H toll 1 coin; crate 1 turned pay 1 food\n", box=HOUSE)
    assert codes(again) == ["crate", "cost"]
    assert again.reasons[0].text == "Ben turns cargo card 1, which is turned already"


def test_h_with_a_special_worker_draws_or_lays_a_double_tile() -> None:
    assert offered("H; crate 1; draw 1", False)
    assert offered(f"H; crate 1; {LAY}", False)
    assert not offered(f"H; crate 1; draw 1; {LAY}", False)
    assert not offered("H; crate 1; draw 1", True)


def test_actions_of_areas_need_a_worker() -> None:
    found = reason(ana("boat 1"))
    assert found.text == "Ana builds 1 boat; this entry offers: nothing"
    assert found.remedy == "place a worker first, in the same entry"


# Hiring.


def test_a_milestone_that_is_reached_is_flipped_and_brings_a_worker() -> None:
    done = ana("milestone statues takes worker")
    assert legal(done)
    assert (seat(done).idle, seat(done).unhired) == ((3, 0), (1, 2))
    assert done.trusted == (("that a milestone is reached", 1),)


def test_each_of_the_four_milestones_counts_once() -> None:
    twice = ana("milestone a takes worker; milestone a takes worker")
    assert reason(twice).text == "Ana has flipped this one already"
    order = "; ".join(f"milestone {name} takes worker" for name in "ab")
    more = "; ".join(
        f"milestone {name} takes special sends worker to {n}" for n, name in enumerate("cd", 1)
    )
    five = ana(f"{order}; {more}; milestone e takes worker")
    assert codes(five) == ["milestone", "milestone"]
    assert [r.text for r in five.reasons] == [
        "Ana has flipped all 4", "no normal worker of Ana is left to hire",
    ]  # fmt: skip


def test_a_normal_worker_becomes_idle() -> None:
    assert legal(ana("milestone a takes worker"))
    wrong = ana("milestone a takes worker sends worker to 1")
    assert reason(wrong).code == "royal-order"


def test_a_special_worker_sends_an_idle_worker_to_a_royal_order() -> None:
    done = ana("milestone a takes special sends worker to 3")
    assert legal(done)
    assert (seat(done).idle, seat(done).on_orders) == ((1, 1), (3,))
    assert legal(ana("milestone a takes special sends special to 3"))
    nobody = ana("milestone a takes special")
    assert reason(nobody).text == "Ana hires a special worker and sends nobody to a royal order"
    none_idle = run(
        f"{WORK}Ana: worker A\nBen: worker B\nAna: worker C\n"
        "Ana: milestone a takes special sends worker to 1\n"
    )
    assert reason(none_idle).text == "Ana has no idle normal worker to send"


def test_one_worker_on_a_royal_order() -> None:
    log = f"{WORK}Ana: milestone a takes special sends worker to 3\n"
    found = reason(run(f"{log}Ben: milestone a takes special sends worker to 3\n"))
    assert found.text == "royal order 3 is taken by Ana"
    assert found.remedy == "free: 1, 2, 4, 5, 6, 7"


def test_two_players_do_not_use_royal_order_8() -> None:
    step = "Ana: milestone a takes special sends worker to 8\n"
    assert reason(run(WORK + step)).text == "royal order 8 is not used by two players"
    assert legal(run(WORK + step, 3))


@pytest.mark.parametrize("area", AREAS)
def test_every_area_may_be_left_without_doing_anything(area: str) -> None:
    assert legal(ana(f"worker {area}"))
