"""Slips at the edges of logs, one test for each."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from palace.contract.registry import score as score_of
from palace.contract.rules import log_of
from palace.cooper_island.free_actions import islet_room
from palace.cooper_island.game import GAME
from palace.cooper_island.land import Land
from palace.cooper_island.lines import perform
from palace.cooper_island.notation import Heading
from palace.cooper_island.rules import RULINGS, Rulings
from palace.cooper_island.score import trusted
from palace.cooper_island.state import Seat
from palace.cooper_island.telling import SHEETS
from palace.cooper_island.turn import Setting
from palace.core.verdict import Reason
from tests.cooper_island.logs import (
    CLEAN,
    HOUSE,
    INCOME,
    WORK,
    ana,
    codes,
    legal,
    reason,
    run,
    seat,
)
from tests.cooper_island.test_record import ANA, BEN, GOLDEN, HEAD, read, score
from tests.sentences import Says

ISLETS = "Ana: islet forest d2-e2\nBen: islet forest d2-e2\n"


def record(log: str, keys: str = "", more: str = "") -> str:
    """Return a record of two players with a log; `keys` are Ana's."""
    return f'{HEAD}log = """\n{log}"""\n{more}{ANA}{keys}{BEN}'


# Helm points and anchors.

STATUES = f"""\
{INCOME}{ISLETS}workers
Ana: spends food@c2 wood@d2; milestone a takes special sends worker to 1
Ana: special F; ruin e3; statue c2
Ben: worker G
Ana: worker B
Ben: worker C
clean-up
Ana: feed nothing
Ben: feed nothing
Ana: statues; sail cutter 1
round 2
income
Ana: islet forest c3-b3
Ben: islet forest c3-b3
workers
Ana: spends wood@c3
Ana: special F; ruin b4; statue d2
Ben: worker A
Ana: worker B
Ben: worker C
clean-up
Ana: feed nothing; {{}}
"""
"""A game in which Ana has two statues in the second round."""


@pytest.mark.parametrize(
    "sails", ["sail cutter 1; sail two-master 1", "sail cutter 2", "sail two-master 2"]
)
def test_the_points_of_two_statues_are_single_gains(sails: str) -> None:
    found = score(record(STATUES.format(f"statues; {sails}")))
    assert found.legal, found.reasons


def test_a_point_of_two_statues_that_is_not_sailed_is_left() -> None:
    (left,) = score(record(STATUES.format("statues; sail cutter 1"))).reasons
    assert (left.key, left.by) == ("helm-points.left", 1)


ANCHORED = f"{WORK}Ana: worker A\nBen: worker A anchor cutter\n"


@pytest.mark.parametrize(
    ("rulings", "sailed"),
    [({}, 0), ({"anchor_removal": "gain"}, 0), ({"anchor_removal": "point"}, 2)],
)
def test_a_gain_of_three_points_removes_one_anchor_by_the_letter_of_the_book(
    rulings: dict[str, Any], sailed: int
) -> None:
    done = run(f"{ANCHORED}Ben: gets 3 helm; sail cutter 3\n", **rulings)
    assert legal(done)
    assert seat(done, 1).ship("cutter") == (sailed, 0)


@pytest.mark.parametrize(
    ("rulings", "good"),
    [({}, False), ({"market_pays": "no"}, False), ({"market_pays": "yes"}, True)],
)
def test_the_market_pays_no_cost_by_the_letter_of_the_book(
    rulings: dict[str, Any], good: bool
) -> None:
    before = f"{WORK}Ana: gets 2 wood\n"
    paid = ana("worker B; boat 1 pay 2 wood", before=before, box=HOUSE, **rulings)
    assert codes(paid) == ([] if good else ["goods"])
    toll = run(f"{WORK}Ana: worker E; take 1 gold\nBen: worker A\nAna: worker A toll 1 gold\n",
               **rulings)  # fmt: skip
    assert codes(toll) == ([] if good else ["goods"])


@pytest.mark.parametrize(
    ("name", "quotes"),
    [
        ("anchor-removal", ("每次獲得航行點數準備進行移動船隻時,改為抵銷一個船錨指示物",)),
        ("market-pays", ("你可以從島嶼上或是儲存區消耗方塊進行支付", "市場區")),
    ],
)
def test_the_basis_quotes_the_book(name: str, quotes: tuple[str, ...]) -> None:
    assert all(quote in RULINGS[name].basis for quote in quotes)
    assert getattr(Rulings(), name.replace("-", "_")) == {"anchor-removal": "gain"}.get(name, "no")


@pytest.mark.parametrize("name", ["three-players", "four-players"])
def test_golden_games_score_as_before_under_the_rulings_they_name(name: str) -> None:
    found = read((GOLDEN / f"{name}.toml").read_text(encoding="utf-8"))
    assert found.rulings.changed() == {"anchor-removal": "point", "market-pays": "yes"}
    held = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert [sheet.total for sheet in score_of(found).sheets] == [
        player["total"] for player in held["players"]
    ]
    assert score_of(found).legal


# The workshop.

FREED = (
    f"{WORK}Ana: spends food@c2; milestone a takes special sends worker to 1; worker F; ruin e3\n"
)
FREED += "Ben: worker A\nAna: special G; {}\n"


def workshop(steps: str, **rulings: Any) -> list[str]:
    """Return the codes of an entry with a ruin in slot 1, without the limits of areas."""
    return [code for code in codes(run(FREED.format(steps), **rulings)) if code != "area-action"]


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ("ruin b4 slot 2; sail cutter 1", []),
        ("ruin b4 slot 3; sail cutter 1", []),
        ("ruin b4; sail cutter 1", []),
        ("ruin b4 slot 1", ["workshop"]),
        ("ruin b4; sail cutter 1; statue c2; ruin d5 slot 1", []),
        ("ruin b4; sail cutter 1; statue c2; ruin d5 slot 2; sail cutter 1", []),
        ("ruin b4; sail cutter 1; statue c2; ruin d5 slot 3; sail cutter 1", []),
        ("ruin b4; sail cutter 1; statue c2; ruin d5 slot 1; ruin f5 slot 1", ["workshop"]),
        ("ruin b4; sail cutter 1; statue c2; ruin d5 slot 3; sail cutter 1; ruin f5 slot 3; "
         "sail cutter 1", ["workshop"]),
        ("ruin b4 slot 4; sail cutter 1", ["workshop"]),
    ],
)  # fmt: skip
def test_a_slot_of_the_workshop_that_a_statue_freed_can_be_used(
    steps: str, found: list[str]
) -> None:
    assert workshop(steps) == found


def test_slot_1_gives_no_point_and_the_others_give_one() -> None:
    freed = "ruin b4; sail cutter 1; statue c2; ruin d5"
    assert workshop(f"{freed} slot 1; sail cutter 1") == ["helm-points"]
    assert workshop(f"{freed} slot 2") == ["helm-points"]


def test_a_slot_that_is_taken_names_the_free_ones(says: Says) -> None:
    taken = run(FREED.format("ruin b4 slot 1")).reasons[0]
    assert (taken.key, dict(taken.values)["free"]) == ("workshop.slot", (2, 3))
    beyond = run(FREED.format("ruin b4 slot 5; sail cutter 1")).reasons[0]
    assert (beyond.key, dict(beyond.values)["slot"]) == ("workshop.no-slot", 5)
    says(taken, beyond)


# Two workers in one line.


@pytest.mark.parametrize(
    "steps",
    ["worker E; take 1 coin; worker G; draw 2", "worker F; ruin e3; worker C; draw 1",
     "worker A; worker B; boat 1"],
)  # fmt: skip
def test_two_workers_in_one_line_are_one_fault(steps: str) -> None:
    found = reason(ana(steps))
    assert (found.key, found.by) == ("worker-order.many", 1)


def test_three_workers_in_one_line_are_one_fault() -> None:
    hired = f"{WORK}Ana: milestone a takes worker\n"
    found = reason(ana("worker A; worker B; worker C", before=hired))
    assert (found.key, found.by) == ("worker-order.many", 2)


def test_two_workers_in_the_income_phase_are_in_the_wrong_phase_once() -> None:
    assert codes(ana("worker A; worker B", before=INCOME)) == ["phase", "worker-order"]


def test_what_none_of_two_areas_offers_is_a_fault_of_its_own(says: Says) -> None:
    found = ana("worker E; take 1 coin; worker G; draw 2; boat 1").reasons
    assert [one.key for one in found] == ["worker-order.many", "area-action"]
    twice = ana("worker E; take 2 coin; worker E; boat 1").reasons
    says(*found, twice[-1])


# What an income phase gives.


def income(log: str, **rulings: Any) -> list[Reason]:
    """Return the reasons about the income of a log."""
    done = run(log, income=True, **rulings)
    return [one for one in done.reasons if one.code == "income"]


def test_an_islet_forgotten_is_noticed(says: Says) -> None:
    (found,) = income(f"{INCOME}Ana: islet forest d2-e2\nworkers\n")
    assert (found.key, found.at, found.by) == ("income.islet", "Ben", 1)
    says(found)
    assert not income(f"{INCOME}{ISLETS}workers\n")
    (line,) = score(record(f"{INCOME}Ana: islet forest d2-e2\nworkers\n")).reasons
    assert (line.code, line.at, line.turn, line.line) == ("income", "Ben", None, 8)


def test_an_islet_can_still_be_laid_while_the_phase_lasts() -> None:
    assert not income(f"{INCOME}Ana: islet forest d2-e2\n")


RUINS = "e3=ruin b4=ruin d5=ruin f5=ruin c6=ruin"


@pytest.mark.parametrize(
    ("land", "way"),
    [
        ("c2=m+food", "islet forest d2-e2"),
        ("c2=m+food d2=f+wood c3=s+cloth", None),
        ("c2=m+food d2=f c3=s+cloth", None),  # room for a forest, and which islets are left?
        ("c2=m d2=f+wood c3=s+cloth", None),
    ],
)
def test_room_for_an_islet_of_every_terrain(land: str, way: str | None) -> None:
    one = Seat("Ana", Land.read(f"cooper-2: {land} {RUINS}"))
    found = islet_room(one, Rulings())
    assert (found and str(found)) == way
    assert islet_room(replace(one, islets=(0,) * 6), Rulings()) is None


@pytest.mark.parametrize(("before", "by"), [(True, 1), (False, 0)])
def test_an_islet_is_forgotten_only_if_there_was_room_all_along(before: bool, by: int) -> None:
    table = run(INCOME).state
    assert [one.room for one in table.seats] == [True, True]
    table = table.with_seat(0, replace(table.seats[0], room=before))
    table = table.with_seat(1, replace(table.seats[1], income=("islet",)))
    turn = perform(table, Setting(Rulings(), HOUSE, HOUSE.ring(2)), Heading("workers"))
    assert [(one.key, one.by) for one in turn.reasons] == [("income.islet", by)] * bool(by)


def test_every_worker_goes_home_to_those_of_its_kind() -> None:
    table = run(CLEAN).state
    placed = (("A", "worker"), ("B", "special"), ("C", "special"))
    one = replace(table.seats[0], idle=(3, 5), placed=placed, stage=1)
    turn = perform(
        table.with_seat(0, one), Setting(Rulings(), HOUSE, HOUSE.ring(2)), Heading("round", 2)
    )
    found = turn.table.seats[0]
    assert (found.idle, found.placed, found.stage) == ((4, 7), (), 0)


def test_an_islet_without_room_at_the_end_is_not_forgotten() -> None:
    covers = "double forest-meadow d2-d3; gets 1 lay; double settlement-forest c3-c4"
    log = f"{INCOME}Ben: islet forest d2-e2\nAna: {covers}\nworkers\n"
    assert not income(log)


def test_the_income_of_a_built_boat_forgotten_is_noticed(says: Says) -> None:
    log = f"{INCOME}{ISLETS}workers\nAna: worker B; boat 2\nBen: worker A\nAna: worker C\n"
    log += "Ben: worker D\nclean-up\nAna: feed nothing\nBen: feed nothing\nround 2\nincome\n"
    log += "Ana: islet forest c3-b3{}\nBen: islet forest c3-b3\nworkers\n"
    (found,) = income(log.format(""))
    assert (found.key, found.at, found.by) == ("income.boats", "Ana", 1)
    assert dict(found.values)["boats"] == (2,)
    says(found)
    assert not income(log.format("; receive 2 gives 1 wood"))


# What the box holds.


@pytest.mark.parametrize(
    ("steps", "what", "by"),
    [
        ("gets 40 coin", "coins", 18), ("gets 22 coin", "coins", 0), ("gets 23 coin", "coins", 1),
        ("gets 21 wood", "cubes of wood", 1), ("gets 20 wood", "cubes of wood", 0),
        ("gets 19 food", "cubes of food", 1), ("gets 18 food", "cubes of food", 0),
        ("gets 57 draw", "double tiles", 1), ("gets 56 draw", "double tiles", 0),
    ],
)  # fmt: skip
def test_more_in_a_log_than_the_box_holds(steps: str, what: str, by: int) -> None:
    found = ana(steps).reasons
    assert [(one.key, one.at, one.by) for one in found] == [("box-limit", "Ana", by)] * bool(by)
    assert all(dict(one.values)["what"] == what for one in found)


def test_forty_coins_in_a_log(says: Says) -> None:
    log = f"{INCOME}{ISLETS}workers\nAna: gets 40 coin\nBen: gets 1 coin\n"
    (found,) = score(record(log)).reasons  # the coins after the limit are no second reason
    assert (found.code, found.turn, found.line) == ("box-limit", 3, 10)
    assert dict(found.values)["left"] == 23
    says(found)


def test_more_logbooks_in_a_log_than_the_box_holds() -> None:
    sails = "; ".join(f"gets 80 helm; sail {ship} 80" for ship in ("cutter", "two-master"))
    keys = [one.key for one in ana(sails).reasons]
    assert keys.count("box-limit") == 1


# Anytime actions in the turn of another player.


@pytest.mark.parametrize(
    "step",
    ["single forest d3 for 1", "store 1 wood", "exchange 4 wood for 1 coin", "cover draw",
     "use Mill"],
)  # fmt: skip
def test_a_free_action_in_the_turn_of_another_player(step: str, says: Says) -> None:
    found = [one for one in run(f"{WORK}Ben: {step}\n").reasons if one.code == "worker-order"]
    assert [(one.key, one.at) for one in found] == [("worker-order.free", "Ben")]
    assert dict(found[0].values)["due"] == "Ana"
    says(*found)


def test_a_free_action_in_ones_own_turn() -> None:
    own = f"{WORK}Ana: store food@c2\nAna: worker A\nAna: store 1 coin@market\n"
    assert "worker-order" not in codes(run(own))
    # The turn of a player lasts until that of the next one begins.
    after = f"{WORK}Ana: worker A\nBen: store food@c2\nAna: store food@c2\n"
    assert reason(run(after)).key == "worker-order.free"
    assert legal(run(f"{WORK}Ana: worker A\nAna: store food@c2\nBen: store food@c2\n"))


def test_free_actions_of_all_in_the_other_phases() -> None:
    for before in (INCOME, CLEAN):
        assert legal(run(f"{before}Ben: store food@c2\nAna: store food@c2\n"))


def test_no_cube_lies_off_the_peninsula() -> None:
    for space in ("z9", "d2"):
        found = reason(ana(f"spends wood@{space}"))
        assert (found.key, found.at, found.by) == ("goods.no-cube", space, 1)


# What is taken on trust, and what a game is called.


@pytest.mark.parametrize(
    ("log", "told"),
    [
        (f"{WORK}Ana: gets 1 wood\n", ["gains from unknown sources"]),
        (f"{WORK}Ana: spends 1 coin; gets nothing\n",
         ["gains from unknown sources", "payments for unknown purposes"]),
        (f"{INCOME}Ana: islet forest d2-d1\n",
         ["the place of an islet on the sea ring", "what an islet gives"]),
        (f"{WORK}Ana: store food@c2\n", ["the room in the storage"]),
        (f"{WORK}Ana: gets 3 step; store food@c2; single forest c3 for 1\n",
         ["gains from unknown sources", "the room in the storage",
          "what a single tile costs the cartographer"]),
        (f"{CLEAN}Ana: feed nothing\n", ["the food that workers need"]),
        (f"{WORK}Ana: milestone a takes worker\n", ["that a milestone is reached"]),
    ],
)  # fmt: skip
def test_what_is_taken_on_trust_has_a_name(log: str, told: list[str]) -> None:
    assert sorted(trusted(run(log))) == told


def test_what_a_record_is_called() -> None:
    reporting = GAME.reporting()
    sheets = read(f"{HEAD}{ANA}total = 9\n{BEN}total = 8\n")
    assert reporting.about(sheets, None) == "Cooper Island, final sheets"
    log = read(record(f"{INCOME}{ISLETS}"))
    assert reporting.about(log, log_of(log)) == (
        "Cooper Island, a log of 4 lines  on cooper-2 (placeholder)"
    )
    land = "cooper-2: c2=m+food d2=f"
    written = read(f'{HEAD}{ANA}total = 9\nland = "{land}"\n{BEN}total = 8\n')
    assert reporting.data(written, None) == {"provenance": "placeholder", "players": [
        {"name": "Ana", "points": 9, "land": land}, {"name": "Ben", "points": 8, "land": ""},
    ]}  # fmt: skip
    played = log_of(log)
    assert played is not None
    lands = [str(one.land) for one in played.state.seats]
    assert reporting.data(log, played)["players"] == [
        {"name": name, "points": 1, "land": land}
        for name, land in zip(("Ana", "Ben"), lands, strict=True)
    ]
    assert "e2=islet" in lands[0]
    assert SHEETS["aid"].about == "worker areas, rounds, points, and the rules by their codes"
