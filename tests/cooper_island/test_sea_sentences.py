"""Ships, anchors and the final score: one test for each sentence of the rules about them."""

from __future__ import annotations

from typing import Any

import pytest

from palace.cooper_island.record import CooperPlayer, Voyage
from palace.cooper_island.rules import Rulings
from palace.cooper_island.score import (
    leftover_points,
    sheets_of,
    tie_note,
    ties,
    trusted,
)
from tests.cooper_island.logs import HOUSE, INCOME, WORK, ana, codes, legal, reason, run, seat
from tests.sentences import Says

TWO = HOUSE.ring(2)


# Helm points.


def test_a_helm_point_moves_one_of_the_ships_a_beach_on(says: Says) -> None:
    done = ana("gets 3 helm; sail two-master 3")
    assert legal(done)
    assert [ship.distance for ship in seat(done).ships] == [0, 3]
    none = ana("sail cutter 1")
    assert (reason(none).key, reason(none).by) == ("helm-points.few", 1)
    says(reason(none))
    left = ana("gets 2 helm")
    assert reason(left).key == "helm-points.left"
    says(reason(left))


def test_one_ship_takes_all_points_of_a_gain() -> None:
    split = "gets 3 helm; sail cutter 1; sail two-master 2"
    assert codes(ana(split)) == ["helm-points"]
    assert legal(ana(split, helm_points="split"))
    assert codes(ana("gets 3 helm; sail cutter 4", helm_points="split")) == ["helm-points"]
    gains = "gets 3 helm; gets 2 helm; gets 1 helm; "
    assert legal(ana(f"{gains}sail cutter 3; sail two-master 2; sail cutter 1"))
    assert legal(ana(f"{gains}sail cutter 5; sail two-master 1"))
    assert codes(ana(f"{gains}sail cutter 3; sail two-master 1; sail cutter 1")) == ["helm-points"]


def test_the_cutter_sails_clockwise_the_two_master_the_other_way() -> None:
    assert [TWO.at(0, "cutter", steps) for steps in (1, 2, 20, 21)] == [0, 1, 19, 0]
    assert [TWO.at(0, "two-master", steps) for steps in (1, 2, 20, 21)] == [19, 18, 0, 19]
    assert TWO.at(1, "cutter", 1) == 10


ISLET = f"{INCOME}Ben: islet forest d2-e2 number 2 gives nothing\nworkers\n"
"""Ben's islet is at the third beach of his coast."""


def test_a_ship_that_passes_an_islet_of_anybody_has_its_effect(says: Says) -> None:
    beach = run(ISLET).state.islets[0].beach
    assert beach == TWO.coast(1, 2) == 9
    # Ana's cutter is at beach 9 after ten steps, her two-master after eleven.
    log = "gets {} helm; sail {} {}; harbour Ben pay 1 coin; again islet Ben 2 gives 1 food"
    done = ana("gets 10 helm; sail cutter 10; again islet Ben 2 gives 1 food", before=ISLET)
    assert legal(done)
    assert str(seat(done).market) == "1 food"
    assert legal(ana(log.format(11, "two-master", 11), before=ISLET))
    short = ana("gets 9 helm; sail cutter 9; again islet Ben 2 gives 1 food", before=ISLET)
    assert codes(short) == ["area-action"]
    assert short.reasons[0].key == "area-action"
    says(short.reasons[0])
    twice = "again islet Ben 2; again islet Ben 2"
    assert codes(ana(f"gets 10 helm; sail cutter 10; {twice}", before=ISLET)) == ["area-action"]


def test_an_effect_that_is_not_wanted_may_be_left() -> None:
    assert legal(ana("gets 10 helm; sail cutter 10", before=ISLET))


def test_a_ship_that_comes_to_a_logbook_takes_one_and_what_its_back_shows(says: Says) -> None:
    done = ana("gets 5 helm; sail cutter 5; logbook gives 1 gold")
    assert legal(done)
    assert str(seat(done).market) == "1 gold"
    assert trusted(done)["what a logbook gives"] == 1
    early = ana("gets 4 helm; sail cutter 4; logbook gives 1 gold")
    assert reason(early).key == "logbook"
    says(reason(early))
    assert legal(ana("gets 5 helm; sail two-master 5; logbook gives 1 wood"))
    assert codes(ana("gets 5 helm; sail cutter 5; logbook; logbook")) == ["logbook"]


def test_who_passes_the_harbour_of_another_pays_or_takes_an_anchor(says: Says) -> None:
    done = ana("gets 11 helm; sail cutter 11; harbour Ben pay 1 coin")
    assert legal(done)
    assert str(seat(done, 1).goods) == "2 coin"
    anchor = ana("gets 11 helm; sail two-master 11; harbour Ben anchor cutter")
    assert legal(anchor)
    assert [ship.anchors for ship in seat(anchor).ships] == [1, 0]
    unpaid = ana("gets 11 helm; sail cutter 11")
    assert reason(unpaid).key == "harbour.unpaid"
    says(reason(unpaid))
    assert legal(ana("gets 10 helm; sail cutter 10"))
    early = ana("gets 10 helm; sail cutter 10; harbour Ben pay 1 coin")
    assert reason(early).key == "harbour.none"
    says(reason(early))
    much = ana("gets 11 helm; sail cutter 11; harbour Ben pay 1 coin food@c2")
    assert reason(much).key == "harbour.pieces"
    says(reason(much))


def test_ones_own_harbour_costs_nothing() -> None:
    pays = "harbour Ben pay 1 coin"
    assert legal(ana(f"gets 21 helm; sail cutter 21; {pays}"))
    assert legal(ana(f"gets 21 helm; sail two-master 21; {pays}"))


# Anchors.


def test_anchors_lie_evenly_under_both_ships(says: Says) -> None:
    toll = "Ana: worker {}\nBen: worker {} anchor {}\n"
    log = WORK + toll.format("A", "A", "cutter")
    assert legal(run(log))
    assert legal(run(log + toll.format("B", "B", "two-master")))
    found = reason(run(log + toll.format("B", "B", "cutter")))
    assert (found.key, found.by) == ("anchors.uneven", 1)
    says(found)


TAKEN = f"{WORK}Ana: worker A\nBen: worker A anchor cutter\n"


def ben(log: str, **rulings: Any) -> tuple[tuple[int, int], ...]:
    done = run(f"{TAKEN}Ben: {log}\n", **rulings)
    assert legal(done)
    return tuple((ship.distance, ship.anchors) for ship in seat(done, 1).ships)


def test_a_gain_removes_one_anchor_instead_of_moving_the_ship() -> None:
    assert ben("gets 1 helm; sail cutter 1") == ((0, 0), (0, 0))
    assert ben("gets 3 helm; sail cutter 3") == ((0, 0), (0, 0))
    assert ben("gets 3 helm; sail two-master 3") == ((0, 1), (3, 0))
    assert ben("gets 3 helm; gets 2 helm; sail cutter 5") == ((2, 0), (0, 0))
    assert ben("gets 3 helm; gets 2 helm; sail cutter 2; sail cutter 3") == ((3, 0), (0, 0))
    assert ben("gets 3 helm; sail cutter 3", anchor_removal="point") == ((2, 0), (0, 0))
    assert ben("gets 3 helm; gets 2 helm; sail cutter 5", anchor_removal="point") == (
        (4, 0), (0, 0),
    )  # fmt: skip


def test_an_anchor_brakes_the_ship_it_lies_under_or_any() -> None:
    assert ben("gets 3 helm; sail two-master 3") == ((0, 1), (3, 0))
    assert ben("gets 3 helm; sail two-master 3", anchor_ship="any") == ((0, 0), (0, 0))
    points = {"anchor_ship": "any", "anchor_removal": "point"}
    assert ben("gets 3 helm; sail two-master 3", **points) == ((0, 0), (2, 0))


def test_an_anchor_that_is_not_owed_is_not_taken(says: Says) -> None:
    assert reason(ana("anchor cutter")).key == "anchors.none"
    says(reason(ana("anchor cutter")))


def test_when_all_sixteen_lie_under_ships() -> None:
    clean = WORK + "Ana: worker A\nBen: worker B\nAna: worker C\nBen: worker D\nclean-up\n"
    put = "; anchor cutter; anchor two-master" * 9
    log = f"{clean}Ana: feed nothing of 18{put}\n"
    assert legal(run(log))
    assert seat(run(log)).anchors == 16


def test_each_anchor_is_a_point_less() -> None:
    for anchors in (3, 0):
        (sheet,) = sheets_of([CooperPlayer(name="Ana", anchors=anchors)], Rulings())
        assert sheet.total == -anchors


# The final score.


@pytest.mark.parametrize(
    ("logbooks", "beaches", "points"), [(0, 0, 0), (0, 4, 4), (1, 0, 5), (2, 3, 13), (3, 4, 19)]
)
def test_five_for_each_logbook_and_one_for_each_beach_since(
    logbooks: int, beaches: int, points: int
) -> None:
    voyage = Voyage(logbooks=logbooks, beaches=beaches)
    assert (voyage.by_logbooks, voyage.points) == (points, points)
    (sheet,) = sheets_of([CooperPlayer(name="Ana", ships=[voyage, voyage])], Rulings())
    assert sheet.total == 2 * points


def test_which_is_a_point_for_each_step() -> None:
    assert Voyage(distance=13).points == 13
    for players in (2, 3, 4):
        ring = HOUSE.ring(players)
        for at in range(players):
            for ship in ("cutter", "two-master"):
                for distance in range(ring.beaches + 1):
                    logbooks = ring.logbooks(at, ship, distance)
                    voyage = Voyage(
                        logbooks=logbooks, beaches=ring.since(at, ship, distance), distance=distance
                    )
                    assert voyage.points == distance


LEFT = {"coins": 4, "resources": 4, "cartographer": 4, "double_tiles": 4}


def test_every_five_leftovers_of_all_kinds_are_a_point() -> None:
    assert leftover_points(LEFT) == 3
    assert leftover_points(dict.fromkeys(LEFT, 1)) == 0
    assert leftover_points(dict.fromkeys(LEFT, 5)) == 4
    kinds = Rulings(leftovers="kinds")
    assert leftover_points(LEFT, kinds) == 0
    assert leftover_points({"coins": 9, "resources": 5}, kinds) == 2


def test_among_equals_fewer_uncovered_spaces_win() -> None:
    assert ties([20, 20, 17], [7, 4, 0]) == [(-7,), (-4,), (0,)]


def test_if_those_are_equal_too_or_unknown_they_share() -> None:
    assert ties([20, 20], [4, 4]) == [(-4,), (-4,)]
    assert ties([20, 20, 9], [4, None, 3]) == [(0,), (0,), (-3,)]
    assert [*tie_note([20, 20, 9], [4, None, None])] == [
        "tie at 20 points: uncovered spaces are not known of all, so it is shared"
    ]
