"""What each step of a line can be now, in the order in which it is offered."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any

import pytest

from palace.cooper_island.box import NOTHING_KNOWN, Box
from palace.cooper_island.free_actions import pass_harbour, put_anchor, take_logbook
from palace.cooper_island.goods import COSTS, GAINS, Goods
from palace.cooper_island.land import Land
from palace.cooper_island.notation import VERBS
from palace.cooper_island.rules import Rulings
from palace.cooper_island.state import CLEAN_UP, INCOME, SHIPS, WORKERS, Cover, Islet, Sailing
from palace.cooper_island.turn import Cause, Setting, Turn
from palace.cooper_island.values import lacks, left, payment, steps
from tests.cooper_island.logs import HOUSE, WORK, run
from tests.cooper_island.test_rulings import CARDS, EVERY

RESOURCES = ("wood", "food", "stone", "gold", "cloth")
PAIRS = [
    "1 wood 1 stone",  # an example before all others
    *(f"2 {one}" if one == two else f"1 {one} 1 {two}"
      for one, two in combinations_with_replacement(RESOURCES, 2)
      if (one, two) != ("wood", "stone")),
]  # fmt: skip


def turn_of(
    phase: str = WORKERS, box: Box = HOUSE, rulings: Rulings | None = None, **seat: Any
) -> Turn:
    """Return a turn of Ana in a phase of the first round, with a seat that has this."""
    seat = dict(seat)
    table = run(WORK).state
    for key in ("storage", "market"):
        if key in seat:
            seat[key] = Goods.read(seat[key], COSTS)
    if "land" in seat:
        seat["land"] = Land.read(seat["land"])
    table = replace(table, phase=phase).with_seat(0, replace(table.seats[0], **seat))
    return Turn(table, 0, Setting(rulings or Rulings(), box, box.ring(2)))


def offered(turn: Turn, verb: str, **more: Any) -> list[str]:
    """Return the steps of a verb, with what a turn has besides its seat."""
    for name, held in more.items():
        setattr(turn, name, held)
    return [str(step) for step in steps(turn, VERBS[verb])]


def gained(step: str, kinds: tuple[str, ...] = RESOURCES) -> list[str]:
    """Return a step of which it is not known what it gives: nothing is written, or one of these."""
    return [step, *(f"{step} gives 1 {kind}" for kind in kinds)]


EFFECTS = ("draw", "double", "steps", "coins")
USED = (Cover("Mill", used=True), Cover("Inn"))
FED = ("feed",)


@pytest.mark.parametrize(
    ("phase", "verb", "seat", "found"),
    [
        # Income, each boat once; what the box knows is not written.
        (INCOME, "receive", {"boats": (1, 3)}, ["receive 1", "receive 3"]),
        (INCOME, "receive", {"boats": (1, 3), "income": ("boat 1",)}, ["receive 3"]),
        # What is reactivated, when the workers are fed, and for nothing with the fortress.
        (CLEAN_UP, "reactivate", {"covers": ("draw",), "cards": USED}, []),
        (CLEAN_UP, "reactivate",
         {"covers": ("draw",), "cards": USED, "income": FED, "storage": "2 coin"},
         ["reactivate crate draw pay 1 coin", "reactivate card Mill pay 2 coin"]),
        (CLEAN_UP, "reactivate",
         {"covers": ("draw",), "cards": USED, "income": FED, "storage": "1 coin"},
         ["reactivate crate draw pay 1 coin"]),
        (CLEAN_UP, "reactivate",
         {"covers": ("draw",), "cards": USED, "income": FED, "buildings": ("fortress",)},
         ["reactivate crate draw", "reactivate card Mill"]),
        (CLEAN_UP, "feed", {"storage": "1 food"},
         ["feed 1 food food@c2", "feed food@c2 1 food", "feed nothing"]),
        (CLEAN_UP, "feed", {"storage": "3 food"},
         ["feed 2 food", "feed food@c2 1 food", "feed nothing"]),
        (CLEAN_UP, "feed", {"storage": "2 coin", "land": "cooper-2: c2=m"}, ["feed nothing"]),
        (CLEAN_UP, "feed", {"income": FED}, []),
        (CLEAN_UP, "statues", {"income": FED}, []),
        (CLEAN_UP, "statues", {"income": FED, "land": "cooper-2: c2=m+statue"}, ["statues"]),
        (CLEAN_UP, "statues", {"land": "cooper-2: c2=m+statue"}, []),
        (CLEAN_UP, "statues", {"income": (*FED, "statues"), "land": "cooper-2: c2=m+statue"}, []),
        (CLEAN_UP, "road", {"income": FED}, []),
        # Two of a rare kind are exchanged, one is not.
        (WORKERS, "exchange", {"storage": "2 cloth"}, ["exchange 2 cloth for 1 coin"]),
        (WORKERS, "exchange", {"storage": "1 cloth 1 gold"}, []),
        (WORKERS, "exchange", {"market": "1 gold", "storage": "1 gold"},
         [f"exchange 2 gold for 1 {kind}" for kind in RESOURCES]),
        # Each effect is covered once, with one crate.
        (WORKERS, "cover", {"crates": (1,), "covers": ("draw",)}, []),
        (WORKERS, "cover", {"crates": (1, 2, 3, 4, 5), "covers": EFFECTS},
         [f"cover resources {pair}" for pair in PAIRS]),
        (WORKERS, "cover", {"crates": (1, 2), "covers": ("resources",)},
         [f"cover {one}" for one in EFFECTS]),
        (WORKERS, "cover", {"crates": (1, 2), "covers": ("draw", "double")}, []),
        (WORKERS, "use", {"cards": USED}, gained("use Inn")),
        (WORKERS, "store", {"market": "150 wood 1 food"},
         ["store 99 wood", "store 1 food", "store food@c2"]),
        (WORKERS, "take", {}, [f"take 1 {kind}" for kind in (*RESOURCES, "coin")]),
        # What is hired, and whom that sends to which order.
        (WORKERS, "milestone", {"unhired": (1, 0), "idle": (2, 1)},
         ["milestone boats takes worker"]),
        (WORKERS, "milestone", {"unhired": (0, 1), "on_orders": (2,)},
         [f"milestone boats takes special sends {kind} to {n}"
          for kind in ("worker", "special") for n in (1, 3, 4, 5, 6, 7)]),
        (WORKERS, "milestone", {"milestones": ("a", "b", "c", "d")}, []),
    ],
)  # fmt: skip
def test_what_a_step_can_be(phase: str, verb: str, seat: dict[str, Any], found: list[str]) -> None:
    assert offered(turn_of(phase, **seat), verb) == found


def test_what_is_owed() -> None:
    """Ships by their anchors, whole gains or any part of them (ruling helm-points), each harbour
    once."""
    ships = Sailing(0, 1), Sailing()
    assert offered(turn_of(CLEAN_UP, ships=ships), "anchor", anchors_due=1) == [
        "anchor two-master", "anchor cutter",
    ]  # fmt: skip
    assert offered(turn_of(CLEAN_UP), "anchor") == []
    assert offered(turn_of(), "sail") == []
    assert offered(turn_of(), "sail", helm=[2, 3, 2]) == [
        f"sail {ship} {count}" for ship in SHIPS for count in (2, 3)
    ]
    free = Rulings.of({"helm-points": "split"})
    assert offered(turn_of(rulings=free), "sail", helm=[2, 1]) == [
        f"sail {ship} {count}" for ship in SHIPS for count in (3, 2, 1)
    ]
    assert offered(turn_of(), "logbook", logbooks=1) == [
        f"logbook gives 1 {kind}" for kind in RESOURCES
    ]
    assert offered(turn_of(), "logbook") == []
    assert offered(turn_of(storage="1 wood"), "harbour", harbours=[1, 1]) == [
        "harbour Ben pay 1 wood", "harbour Ben pay food@c2",
        "harbour Ben anchor cutter", "harbour Ben anchor two-master",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("box", "offers", "passed", "found"),
    [
        (HOUSE, {"islet again": 1}, (), ["again islet Ana 1", "again islet Ben 2"]),
        (HOUSE, {"boat again": 1}, (), ["again boat Ana 3", "again boat Ben 5"]),
        (HOUSE, {"draw": 1}, (), []),
        (HOUSE, {}, (Islet(1, 2, 12),), ["again islet Ben 2"]),
        (NOTHING_KNOWN, {}, (Islet(1, 2, 12),), gained("again islet Ben 2")),
    ],
)
def test_what_is_had_again(
    box: Box, offers: dict[str, int], passed: tuple[Islet, ...], found: list[str]
) -> None:
    turn = turn_of(box=box, boats=(3,))
    ben = replace(turn.table.seats[1], boats=(5,))
    islets = Islet(0, 1, 2), Islet(1, 2, 12), Islet(1, 0, 13)
    turn.table = replace(turn.table, islets=islets).with_seat(1, ben)
    assert offered(turn, "again", offers=(offers,), passed=[*passed]) == found


def test_areas_where_a_toll_is_due_come_last() -> None:
    turn = turn_of(placed=(("C", "worker"),), idle=(1, 1), storage="1 wood")
    turn.table = replace(turn.table, occupied=(("C", (0,)), ("A", (1,))))
    free = [f"worker {area}" for area in "BDEFGH"]
    tolls = ("toll 1 wood", "toll food@c2", "anchor cutter", "anchor two-master")
    assert offered(turn, "worker") == [*free, *(f"worker A {toll}" for toll in tolls)]
    assert offered(turn, "special")[:6] == [f"special {area}" for area in "BDEFGH"]
    assert offered(turn, "worker", workers=1) == []
    assert offered(turn_of(idle=(0, 1)), "worker") == []
    turn = turn_of()
    turn.table = replace(turn.table, due=1)
    assert offered(turn, "worker") == []


@pytest.mark.parametrize(
    ("box", "found"),
    [
        (CARDS, ["milestone statues takes worker"]),
        (EVERY, [f"milestone {name} takes worker" for name in ("statues", "roads", "crates")]),
    ],
)
def test_milestones_of_the_box_that_are_not_flipped(box: Box, found: list[str]) -> None:
    turn = turn_of(box=box, milestones=("boats",), unhired=(1, 0))
    assert offered(turn, "milestone") == found


def test_buildings_that_are_left_with_the_cards_of_their_kind() -> None:
    turn = turn_of(box=CARDS, land="cooper-2: c2=m", buildings=("small", "fortress"))
    cards = {"small": ("Inn", "Well"), "large": ("Mill",)}
    found = [step for step in offered(turn, "build") if "gives" not in step]
    assert found == [
        f"build {kind} c2{card}"
        for kind, names in cards.items() for card in ("", *(f" card {name}" for name in names))
    ]  # fmt: skip
    turn.change(buildings=("small", "small", "large", "fortress"))
    assert {step.split()[1] for step in offered(turn, "build")} == {"large"}
    turn.change(buildings=("small", "small", "large", "large"))
    # A fortress has no card that brings anything.
    assert offered(turn, "build") == ["build fortress c2"]


def test_numbers_that_are_left() -> None:
    turn = turn_of(box=NOTHING_KNOWN, boats=(1, 2, 3, 4, 5), crates=(1, 2, 3, 5))
    assert offered(turn, "boat") == ["boat 6", *(f"boat 6 gives {n} helm" for n in range(1, 5))]
    assert offered(turn, "crate") == ["crate 4", *(f"crate 4 gives {n} helm" for n in range(1, 5))]
    turn.table = replace(turn.table, round=4)
    assert offered(turn, "crate")[5:6] == ["crate 4 turned"]
    turn.table = replace(turn.table, turned=(4,))
    assert "crate 4 turned" not in offered(turn, "crate")


@pytest.mark.parametrize(
    ("cost", "has", "less", "stored", "first", "paid"),
    [
        ("1 wood 1 food", "2 wood 1 food", 0, True, "", "1 wood 1 food"),
        ("1 wood 1 food", "2 wood 1 food", 0, False, "", "1 wood food@c2"),
        ("1 wood 1 food", "2 wood", 0, True, "", "1 wood food@c2"),
        ("2 food", "1 food", 0, True, "", "1 food food@c2"),
        ("3 food", "1 food", 0, True, "", None),
        ("3 food", "1 food", 1, True, "", "1 food food@c2"),
        ("4 food", "1 food", 1, True, "", None),
        ("2 any", "1 wood 2 stone", 0, True, "stone", "2 stone"),
        ("2 any", "1 wood 1 stone", 0, True, "stone", "1 stone 1 wood"),
        ("1 any 1 wood", "1 wood 1 stone", 0, True, "stone", "1 wood 1 stone"),
    ],
)
def test_what_pays_a_cost(
    cost: str, has: str, less: int, stored: bool, first: str, paid: str | None
) -> None:
    turn = turn_of(storage=has)
    found = payment(turn, Goods.read(cost, COSTS), less, stored=stored, first=first)
    assert (None if found is None else str(found)) == paid


@pytest.mark.parametrize(
    ("verb", "name", "has", "discount", "short"),
    [
        ("boat", "3", "2 wood", 0, None),  # food is on c2
        ("boat", "3", "1 wood", 0, "1 wood"),
        ("boat", "3", "1 wood", 1, None),
        ("boat", "6", "1 wood", 2, "2 wood 1 cloth"),
        ("build", "small", "2 wood", 0, "1 stone"),
        ("statue", "c2", "1 stone", 0, "1 stone"),
        ("statue", "c2", "2 stone", 0, None),
    ],
)
def test_what_is_missing_to_pay(
    verb: str, name: str, has: str, discount: int, short: str | None
) -> None:
    turn = turn_of(storage=has)
    turn.discount = discount
    found = lacks(turn, verb, name)
    assert (None if found is None else str(found)) == short


@pytest.mark.parametrize(
    ("offers", "granted", "used", "found"),
    [
        (({"draw": 1}, {"lay": 1}), {}, {}, {"draw": 1, "lay": 1}),
        (({"draw": 1}, {"lay": 1}), {}, {"draw": 1}, {}),
        (({"draw": 2}, {"draw": 1, "lay": 1}), {}, {"draw": 1}, {"draw": 1, "lay": 1}),
        (({"draw": 1, "lay": 1},), {}, {"draw": 1}, {"lay": 1}),
        (({"draw": 1},), {"lay": 2}, {"lay": 1}, {"draw": 1, "lay": 1}),
        (({"draw": 1},), {}, {"draw": 2}, {}),
        ((), {"lay": 1}, {}, {"lay": 1}),
    ],
)
def test_what_is_still_offered(
    offers: tuple[dict[str, int], ...], granted: dict[str, int], used: dict[str, int],
    found: dict[str, int],
) -> None:  # fmt: skip
    turn = turn_of()
    turn.offers = offers
    turn.granted.update(granted)
    turn.used.update(used)
    assert left(turn) == found


@pytest.mark.parametrize(
    ("known", "written", "agrees"),
    [
        ("2 wood", "2 wood", True), ("2 wood", "1 wood", False), ("2 wood", "3 wood", False),
        ("2 wood", "2 wood 1 helm", False), ("2 wood", "2 stone", False),
        ("nothing", "nothing", True), ("nothing", "1 wood", False), ("1 wood", "nothing", False),
        # In the place of `any` is a kind of goods, and what else it gives is there too.
        ("2 any", "2 wood", True), ("2 any", "1 wood 1 coin", True), ("2 any", "1 wood", False),
        ("2 any", "3 wood", False), ("2 any", "1 wood 1 helm", False), ("2 any", "2 any", False),
        ("1 wood 1 any", "1 wood 1 stone", True), ("1 wood 1 any", "2 wood", True),
        ("1 wood 1 any", "2 stone", False), ("1 helm 1 any", "1 helm 1 food", True),
        ("1 helm 1 any", "1 food", False),
    ],
)  # fmt: skip
def test_an_effect_is_written_as_the_box_has_it(known: str, written: str, agrees: bool) -> None:
    turn = turn_of()
    turn.effect(Cause("boat", 1), Goods.read(written, GAINS), Goods.read(known, GAINS))
    told = ["effect"] * (not agrees) + ["effect.any"] * ("any" in written)
    assert [one.key for one in turn.reasons] == told


@pytest.mark.parametrize(
    ("gains", "count", "ruling", "used", "rest", "key"),
    [
        ([2, 3], 2, "one", [2], [3], None), ([2, 3], 3, "one", [3], [2], None),
        ([2, 3], 5, "one", [2, 3], [], None), ([2, 2], 2, "one", [2], [2], None),
        ([2, 3], 4, "one", [2, 2], [1], "helm-points.split"),
        ([2, 3], 6, "one", [2, 3, 1], [], "helm-points.few"),
        ([], 1, "one", [1], [], "helm-points.few"),
        ([2, 3], 4, "split", [2, 2], [1], None), ([2, 3], 1, "split", [1], [1, 3], None),
        ([2, 3], 6, "split", [2, 3, 1], [], "helm-points.few"),
    ],
)  # fmt: skip
def test_points_that_are_sailed(
    gains: list[int], count: int, ruling: str, used: list[int], rest: list[int], key: str | None
) -> None:
    turn = turn_of(rulings=Rulings.of({"helm-points": ruling}))
    turn.helm = [*gains]
    assert (turn.sail_points(count), turn.helm) == (used, rest)
    assert [one.key for one in turn.reasons] == [key] * bool(key)
    assert all(one.by == abs(sum(gains) - count) for one in turn.reasons)
    assert turn.split is (key == "helm-points.split")


@pytest.mark.parametrize(
    ("verb", "seat", "singles", "can"),
    [
        ("double", {"doubles": 0}, 9, False), ("double", {"doubles": 1}, 0, True),
        ("single", {"steps": 0}, 9, False), ("single", {"steps": 1}, 1, True),
        ("single", {"steps": 1, "cartographer_used": True}, 9, False),
        ("single", {"steps": 1}, 0, False),
        ("islet", {"islets": (1, 2, 3, 4, 5)}, 0, True),
        ("islet", {"islets": (1, 2, 3, 4, 5, 0)}, 9, False),
    ],
)  # fmt: skip
def test_a_tile_is_laid_that_is_at_hand(
    verb: str, seat: dict[str, Any], singles: int, can: bool
) -> None:
    phase = INCOME if verb == "islet" else WORKERS
    turn = turn_of(phase, land="cooper-2: c2=m d2=f", **seat)
    turn.change_table(singles=singles)
    assert bool(offered(turn, verb)) is can


@pytest.mark.parametrize(
    ("known", "written", "right"),
    [
        ("2 any", "1 wood 1 food", True), ("2 any", "2 coin", True), ("2 any", "1 wood", False),
        ("2 any", "3 wood", False), ("2 any", "1 wood 1 helm", False), ("1 any", "1 step", False),
        ("1 wood 1 any", "1 wood 1 coin", True), ("1 wood 1 any", "2 wood", True),
        ("1 wood 1 any", "2 coin", False), ("1 wood 1 any", "1 wood", False),
        ("1 helm 1 any", "1 wood 1 helm", True), ("1 helm 1 any", "2 helm", False),
        ("1 wood", "1 wood", True), ("1 wood", "1 food", False), ("1 wood", "2 wood", False),
    ],
)  # fmt: skip
def test_what_is_written_of_an_effect_is_what_is_known(
    known: str, written: str, right: bool
) -> None:
    turn = turn_of()
    turn.effect(Cause("boat", 1), Goods.read(written, GAINS), Goods.read(known, GAINS))
    assert [reason.key for reason in turn.reasons] == ["effect"] * (not right)


@pytest.mark.parametrize(
    ("gains", "sums"),
    [((1, 2, 4), range(1, 8)), ((2, 2), (2, 4)), ((3, 5), (3, 5, 8)), ((4,), (4,)),
     ((2, 3, 3), (2, 3, 5, 6, 8))],
)  # fmt: skip
def test_a_ship_sails_with_whole_gains(gains: tuple[int, ...], sums: tuple[int, ...]) -> None:
    for count in range(1, sum(gains) + 2):
        turn = turn_of()
        for points in gains:
            turn.points(points)
        used = turn.sail_points(count)
        assert sum(used) == count
        if count <= sum(gains):
            assert bool(turn.reasons) is (count not in sums), count
            assert sum(turn.helm) == sum(gains) - count
            assert turn.split is (count not in sums)
        if count in sums:
            assert sorted((*used, *turn.helm)) == sorted(gains)
        if count > sum(gains):
            assert [(one.key, one.by) for one in turn.reasons] == [("helm-points.few", 1)]


def test_what_is_passed_is_taken_one_at_a_time() -> None:
    turn = turn_of()
    turn.logbooks, turn.anchors_due, turn.harbours = 2, 2, [1, 1]
    for more in (1, 0):
        take_logbook(turn, Goods.read("1 wood"))
        put_anchor(turn, SHIPS[more])
        pass_harbour(turn, "Ben", anchor=SHIPS[1 - more])
        assert (turn.logbooks, turn.anchors_due, turn.harbours) == (more, more, [1] * more)
    assert not turn.reasons
    take_logbook(turn, Goods.read("1 wood"))
    put_anchor(turn, "cutter")
    pass_harbour(turn, "Ben", anchor="cutter")
    assert [one.key for one in turn.reasons] == ["logbook", "anchors.none", "harbour.none"]
    assert [one.by for one in turn.reasons] == [1, 1, 1]
    assert (turn.logbooks, turn.anchors_due, turn.me.market["wood"]) == (0, 0, 3)
