"""Slips at the edges of logs, final sheets and calls, one test for each."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from palace.contract.registry import score as score_of
from palace.cooper_island.free_actions import islet_room
from palace.cooper_island.land import Land
from palace.cooper_island.notation import Heading, read_line
from palace.cooper_island.replay import perform
from palace.cooper_island.rulings import RULINGS, Rulings
from palace.cooper_island.state import Ring, Seat
from palace.cooper_island.turn import Setting
from palace.core.errors import InputError, NotationError
from palace.core.verdict import Reason
from tests.calls import call, refusal
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
from tests.cooper_island.test_record import ANA, BEN, GOLDEN, HEAD, errors, read, score
from tests.paths import ROOT
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
    scored = run(FREED.format("ruin b4; statue c2; ruin d5 slot 1"), workshop_points="score")
    assert seat(scored).workshop_points == 1
    scored = run(FREED.format("ruin b4; statue c2; ruin d5 slot 3"), workshop_points="score")
    assert seat(scored).workshop_points == 2


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


# Final sheets.

SHIPS = "ships = [{{ {} }}, {{}}]\n"


@pytest.mark.parametrize(
    ("ship", "by"),
    [
        ("logbooks = 1, beaches = 9", 5), ("logbooks = 1, beaches = 5", 1),
        ("logbooks = 1, beaches = 4", 0), ("logbooks = 0, beaches = 5", 1), ("beaches = 4", 0),
        ("logbooks = 4, beaches = 4", 0), ("logbooks = 7, beaches = 6", 2), ("distance = 19", 0),
    ],
)  # fmt: skip
def test_logbooks_closer_than_the_ring_allows(ship: str, by: int, says: Says) -> None:
    found = score(f"{HEAD}{ANA}{SHIPS.format(ship)}{BEN}total = 2\n")
    assert [(one.key, one.at, one.by) for one in found.reasons] == [
        ("logbook.near", "Ana", by)
    ] * bool(by)
    if by:
        says(*found.reasons)


def test_logbooks_of_a_ring_of_ones_own() -> None:
    ring = Ring("own", 20, (0, 10), 3, frozenset({1, 9}), frozenset())
    most = [ring.most_since(0, "cutter", logbooks) for logbooks in range(5)]
    assert most == [1, 7, 11, 7, 11]
    assert [ring.most_since(1, "cutter", logbooks) for logbooks in range(3)] == [11, 7, 11]
    assert ring.most_since(0, "two-master", 3) is None


@pytest.mark.parametrize(("spaces", "by"), [(21, 0), (22, 1), (99, 78)])
def test_more_uncovered_spaces_than_the_peninsula_has(spaces: int, by: int, says: Says) -> None:
    found = score(f"{HEAD}{ANA}total = 3\nuncovered = {spaces}\n{BEN}total = 2\n")
    assert [(one.key, one.at, one.by) for one in found.reasons] == [
        ("box-limit.uncovered", "Ana", by)
    ] * bool(by)
    if by:
        says(*found.reasons)


def test_royal_orders_and_buildings_that_the_log_contradicts() -> None:
    text = (GOLDEN / "three-players.toml").read_text(encoding="utf-8")
    good = score(text)
    for old, new, said in (
        ("royal_orders = 0\n", "royal_orders = 3\n",
         "royal_orders: points for 1 royal order are written down, and the log has 0"),
        ("royal_orders = [0, 2]\n", "royal_orders = [0, 2, 1]\n",
         "royal_orders: points for 3 royal orders are written down, and the log has 2"),
        ("buildings = [2, 0]\n", "buildings = [2, 0, 0]\n",
         "buildings: points for 3 building cards are written down, and the log has 2"),
        ("buildings = [0, 1]\n", "buildings = [0, 1, 2]\n",  # the fortress has no card
         "buildings: points for 3 building cards are written down, and the log has 2"),
    ):  # fmt: skip
        with pytest.raises(InputError) as caught:
            score(text.replace(old, new, 1))
        assert said in str(caught.value)
    for old, new in (("royal_orders = [0, 2]\n", "royal_orders = 2\n"),
                     ("buildings = [2, 0]\n", "buildings = [2]\n")):  # fmt: skip
        assert [one.total for one in score(text.replace(old, new, 1)).sheets] == [
            one.total for one in good.sheets
        ]


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("ships = [{ logbook = 1 }, {}]", "players[1].ships[1].logbook: this key is not known; did "
         "you mean logbooks?"),
        ("ships = [{}, { zzz = 1 }]", "players[1].ships[2].zzz: this key is not known; use "
         "logbooks, beaches or distance"),
        ("leftovers = { coin = 1 }", "players[1].leftovers.coin: this key is not known; did you "
         "mean coins?"),
        ("leftovers = { q = 1 }", "players[1].leftovers.q: this key is not known; use coins, "
         "resources, cartographer or double_tiles"),
    ],
)  # fmt: skip
def test_unknown_keys_of_ships_and_leftovers_are_errors(key: str, said: str) -> None:
    (line,) = errors(f"{HEAD}{ANA}{key}\n{BEN}total = 2\n")
    assert line.startswith("f:6:")
    assert line.endswith(said)


def test_an_unknown_key_of_a_player_is_a_warning_as_before() -> None:
    assert (
        "did you mean anchors?"
        in read(f"{HEAD}{ANA}total = 1\nanchor = 1\n{BEN}total = 2\n").warnings[0]
    )


@pytest.mark.parametrize(
    "key", ["total", "ships", "royal_orders", "buildings", "leftovers", "anchors", "uncovered"]
)
def test_null_is_no_value_of_a_sheet(key: str, tmp_path: Path) -> None:
    players = [{"name": "Ana", "total": 9}, {"name": "Ben", "total": 2, key: None}]
    file = tmp_path / "game.json"
    data = {"format": 1, "game": "cooper-island", "rules": "1", "players": players}
    file.write_text(json.dumps(data), encoding="utf-8")
    (line,) = refusal("score", file)
    assert line.endswith(f"players[2].{key}: null is no value; write it, or leave the key out")


@pytest.mark.parametrize("game", ["monkey-palace", "palm-island", "cooper-island"])
def test_a_total_of_null_is_refused_in_every_game(game: str, tmp_path: Path) -> None:
    players = [{"name": "Ana", "total": 9}, {"name": "Ben", "total": None}]
    more = {"mode": "casual"} if game == "palm-island" else {}
    file = tmp_path / "game.json"
    data = {"format": 1, "game": game, "rules": "1", **more, "players": players}
    file.write_text(json.dumps(data), encoding="utf-8")
    assert refusal("score", file)


# Calls and lines that cannot be read.


@pytest.mark.parametrize("game", ["monkey-palace", "palm-island", "cooper-island"])
def test_a_bad_ruling_names_the_rulings_of_its_game(game: str) -> None:
    known = ", ".join(call("rulings", "--game", game, "--json").json)
    files = {
        "monkey-palace": ROOT / "palace/monkey_palace/samples/three-player-game.toml",
        "palm-island": ROOT / "tests/golden/palm-island/solo.toml",
        "cooper-island": GOLDEN / "tie.toml",
    }
    (line,) = refusal("check", files[game], "--ruling", "qqq=1")
    assert line.startswith(
        f"--ruling: there is no ruling 'qqq'; one of: {known}; see: palace rulings"
    )
    (line,) = refusal("check", files[game], "--ruling", "qqq")
    assert line.endswith(f"'qqq' is no ruling; write NAME=VALUE, NAME one of: {known}")


def sentence(line: str) -> str:
    """Return the error about a line of a log."""
    with pytest.raises(NotationError) as caught:
        read_line(f"Ana: {line}")
    return caught.value.sentence()


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("worker A draw 1", "draw"), ("boat 1 pay 2 wood sail cutter 1", "sail"),
        ("feed nothing, statues", "statues"), ("use Mill sail cutter 1", "sail"),
        ("draw 1; sail cutter 2 logbook; road", "logbook"), ("road statues", "statues"),
        ("double forest-meadow c3-c4 store wood@c3", "store"),
    ],
)  # fmt: skip
def test_a_missing_semicolon_is_named(line: str, verb: str) -> None:
    assert sentence(line).endswith(f"; is a ; missing before {verb}?")
    assert "quotes" not in sentence(line)


@pytest.mark.parametrize("line", ["worker A anchor cuter", "sail cutter", "boat x draw 1"])
def test_a_semicolon_that_is_not_missing_is_not_named(line: str) -> None:
    assert "missing" not in sentence(line)


@pytest.mark.parametrize(
    "line",
    ["use Old Mill", "milestone two boats takes worker", "harbour Ana Maria pay 1 coin",
     "again islet Ana Maria 4", "build large c4 card Old Mill pay 2 stone"],
)  # fmt: skip
def test_missing_quotes_of_a_name_are_named(line: str) -> None:
    assert sentence(line).endswith('; a name with blanks is in "quotes"')


def test_an_unknown_word_names_the_nearest_verbs_and_where_all_are() -> None:
    all_of_them = "palace cooper-island log lists all steps"
    assert sentence("stattue c3").endswith(f"did you mean statue or statues? {all_of_them}")
    for line in ("wroker A", "jump", ""):
        assert sentence(line).endswith(all_of_them)
        assert len(sentence(line)) < 130


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "double", "forest-meadow", "d2-d3"),
         'PLACEMENT: each placement is one argument; write it in quotes: "double forest-meadow '
         'd2-d3"'),
        (("check", "single", "meadow", "c2", "spend", "c2"),
         'PLACEMENT: each placement is one argument; write it in quotes: "single meadow c2" '
         '"spend c2"'),
        (("legal", "double", "forest-meadow"),
         'TILE: the tile is one argument; write it in quotes: "double forest-meadow"'),
    ],
)  # fmt: skip
def test_missing_quotes_in_a_shell_are_named(words: tuple[str, ...], said: str) -> None:
    assert refusal("cooper-island", *words) == [said]


def test_missing_quotes_in_a_record_are_named(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    for line, quoted in (("place = Home", "Home"), ("log = round 1", "round 1")):
        file.write_text(f"{HEAD}{line}\n{ANA}{BEN}", encoding="utf-8")
        (said,) = refusal("check", file)
        assert f'put the text in quotes: "{quoted}"; ' in said
    file.write_text(f"{HEAD}finished = True\n{ANA}{BEN}", encoding="utf-8")
    (said,) = refusal("check", file)
    assert "put the text" not in said
