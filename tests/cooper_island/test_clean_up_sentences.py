"""The clean-up: one test for each sentence of the rules about it."""

from __future__ import annotations

from typing import Any

from palace.cooper_island.score import trusted
from tests.cooper_island.logs import (
    CLEAN,
    HOUSE,
    WORK,
    ana,
    codes,
    legal,
    reason,
    run,
    seat,
)
from tests.cooper_island.test_game_sentences import LARGE
from tests.sentences import Says

# Clean-up.


def test_workers_are_fed_with_what_the_board_shows(says: Says) -> None:
    fed = f"{CLEAN}Ana: gets 1 food; store 1 food; feed food@c2 1 food\n"
    assert legal(run(fed, box=HOUSE))
    wrong = ana("feed food@c2 of 1", before=CLEAN, box=HOUSE)
    assert wrong.reasons[0].key == "effect.food"
    says(wrong.reasons[0])
    assert codes(ana("feed 1 food", before=CLEAN)) == ["goods"]
    log = CLEAN.replace("clean-up\n", "clean-up\nAna: gets 1 stone; store 1 stone\n")
    says(reason(run(f"{log}Ana: feed 1 stone\n")))
    found = ana("feed food@c2", before=CLEAN)
    assert trusted(found)["the food that workers need"] == 1


def test_more_workers_need_more_food() -> None:
    hire = "Ana: milestone a takes worker; gets 3 food; store 3 food\n"
    hired = CLEAN.replace("clean-up\n", f"clean-up\n{hire}")
    assert legal(run(f"{hired}Ana: feed 3 food\n", box=HOUSE))
    short = run(f"{hired}Ana: feed 2 food; anchor cutter\n", box=HOUSE)
    assert legal(short)
    assert seat(short).anchors == 1
    # A worker on a royal order eats nothing.
    sent = CLEAN.replace("clean-up\n", "clean-up\nAna: milestone a takes worker; milestone b takes "
                         "special sends worker to 1; gets 3 food; store 3 food\n")  # fmt: skip
    assert legal(run(f"{sent}Ana: feed 3 food\n", box=HOUSE))


def test_each_missing_food_is_an_anchor(says: Says) -> None:
    done = ana("feed nothing of 2; anchor cutter; anchor two-master", before=CLEAN)
    assert legal(done)
    assert seat(done).anchors == 2
    one = ana("feed food@c2; anchor cutter", before=CLEAN, box=HOUSE)
    assert legal(one)
    owed = ana("feed nothing of 2; anchor cutter", before=CLEAN)
    assert reason(owed).key == "anchors.due"
    says(reason(owed))
    assert seat(owed).anchors == 2
    never = run(f"{CLEAN}Ben: feed nothing\nround 2\n")
    assert reason(never).key == "feeding.none"
    says(reason(never))


def test_who_feeds_all_with_three_or_four_hired_has_a_helm_point_more() -> None:
    hire = "milestone a takes worker; milestone b takes special sends worker to 1"
    third = "milestone c takes worker"
    fourth = "milestone d takes special sends worker to 2"

    def fed(hires: str, sails: str, **rulings: Any) -> list[str]:
        log = CLEAN.replace("clean-up\n", f"clean-up\nAna: {hires}\nAna: feed food@c2{sails}\n")
        return codes(run(log, **rulings))

    assert fed(hire, "") == []
    assert fed(f"{hire}; {third}", "") == ["helm-points"]
    assert fed(f"{hire}; {third}", "; sail cutter 1") == []
    assert fed(f"{hire}; {third}; {fourth}", "; sail cutter 1") == []
    assert fed(f"{hire}; {third}; {fourth}", "; sail cutter 2", fed_helm="each") == []


USED = f"{LARGE}Ana: use Mill\nAna: worker H; crate 1; cover draw\nBen: worker H toll 1 coin\n"
USED += "clean-up\nAna: feed nothing; "


def test_turning_back_a_card_costs_two_coins_freeing_a_crate_one(says: Says) -> None:
    rich = USED.replace("clean-up\n", "clean-up\nAna: gets 3 coin; store 3 coin\n")
    card = run(f"{rich}reactivate card Mill pay 2 coin\n")
    assert legal(card)
    assert not seat(card).cards[0].used
    assert reason(run(f"{rich}reactivate card Mill pay 1 coin\n")).code == "cost"
    crate = run(f"{rich}reactivate crate draw pay 1 coin\n")
    assert legal(crate)
    assert not seat(crate).covers
    assert reason(run(f"{rich}reactivate crate draw\n")).key == "cost"
    says(reason(run(f"{rich}reactivate crate draw\n")))
    unused = run(f"{rich}reactivate crate coins pay 1 coin\n")
    assert reason(unused).key == "reactivation"
    says(reason(unused))


def test_as_much_is_reactivated_as_is_paid_for() -> None:
    log = USED.replace("clean-up\n", "clean-up\nAna: gets 3 coin; store 3 coin\n")
    log += "reactivate card Mill pay 2 coin; reactivate crate draw pay 1 coin\n"
    assert legal(run(log))
    assert legal(run(log.replace("; reactivate crate", "\nAna: reactivate crate")))


def test_with_the_fortress_it_is_free() -> None:
    log = USED.replace("use Mill", "single meadow d2; store food@d2")
    log = log.replace("build large c2 card Mill; sail cutter 2", "build fortress c2")
    assert legal(run(f"{log}reactivate crate draw\n"))


STATUE = f"{WORK}Ana: store food@c2; milestone a takes special sends worker to 1\n"
STATUE += "Ana: special F; ruin e3; statue c2\nBen: worker A\nAna: worker A toll 1 coin\n"
STATUE += "Ben: worker B\nclean-up\n"


def test_each_statue_on_the_peninsula_is_a_helm_point(says: Says) -> None:
    assert legal(ana("feed nothing; statues; sail cutter 1", before=STATUE))
    assert codes(ana("feed nothing; statues; sail cutter 2", before=STATUE)) == ["helm-points"]
    none = ana("feed nothing; statues", before=CLEAN)
    assert reason(none).key == "clean-up.no-statue"
    says(reason(none))
    log = f"{STATUE}Ana: feed nothing\nBen: feed nothing\nround 2\n"
    forgotten = run(log)
    assert reason(forgotten).key == "clean-up.statues"
    says(reason(forgotten))


def test_the_road_is_a_helm_point_if_all_three_top_spaces_carry_a_tile(says: Says) -> None:
    found = reason(ana("feed nothing; road", before=CLEAN))
    assert (found.key, found.by) == ("clean-up.no-road", 3)
    says(found)


def test_the_order_of_the_clean_up(says: Says) -> None:
    assert legal(ana("feed nothing; statues; sail cutter 1", before=STATUE))
    wrong = ana("statues; feed nothing; sail cutter 1", before=STATUE)
    assert reason(wrong).key == "clean-up.order"
    says(reason(wrong))
    twice = ana("feed nothing; feed nothing", before=CLEAN)
    assert reason(twice).key == "clean-up.twice"
    says(reason(twice))


def test_workers_go_home() -> None:
    done = run(f"{CLEAN}Ana: feed nothing\nBen: feed nothing\nround 2\n")
    assert legal(done)
    assert [one.idle for one in done.state.seats] == [(2, 0), (2, 0)]
    assert not done.state.occupied


def test_the_market_is_emptied() -> None:
    log = f"{CLEAN}Ana: gets 2 wood; feed nothing\nBen: feed nothing\n"
    assert seat(run(log)).market["wood"] == 2
    assert not seat(run(f"{log}round 2\n")).market


def test_all_workers_are_placed_before_the_clean_up(says: Says) -> None:
    found = run(f"{WORK}Ana: worker A\nBen: worker B\nAna: worker C\nclean-up\n")
    assert reason(found).key == "worker-order.left"
    says(reason(found))
