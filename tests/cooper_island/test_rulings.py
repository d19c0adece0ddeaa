"""Open questions, decided ones, and the codes of the game, each with its effect."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from palace.cooper_island.box import NOTHING_KNOWN, Values, box_with
from palace.cooper_island.lines import perform
from palace.cooper_island.notation import read_line
from palace.cooper_island.record import LeftoversModel
from palace.cooper_island.rules import GAME_RULES, RULINGS, SETTLED, Rulings
from palace.cooper_island.score import final_sheet, trusted
from palace.cooper_island.tiles import Hex
from palace.cooper_island.turn import Setting
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
from tests.paths import GOLDEN, ROOT
from tests.sentences import Says

FAULTS = {
    "round-order": "income\n",
    "income": WORK,
    "phase": f"{WORK}Ana: feed nothing\n",
    "worker-order": f"{WORK}Ben: worker A\n",
    "worker": f"{WORK}Ana: special A\n",
    "area": f"{WORK}Ana: worker A\nBen: worker B\nAna: worker A\n",
    "toll": f"{WORK}Ana: worker A\nBen: worker A\n",
    "area-action": f"{WORK}Ana: draw 1\n",
    "goods": f"{WORK}Ana: store 1 wood\n",
    "cost": f"{WORK}Ana: worker B; boat 1\n",
    "effect": f"{INCOME}Ana: islet forest d2-e2 number 1 gives 9 gold\n",
    "storage": f"{WORK}Ana: gets 9 wood; store 9 wood\n",
    "exchange": f"{WORK}Ana: exchange 1 coin for 1 wood\n",
    "crate": f"{WORK}Ana: cover draw\n",
    "card": f"{WORK}Ana: use Mill\n",
    "cartographer-uses": f"{INCOME}Ana: gets 9 step; single meadow d2; single meadow d3\n",
    "cartographer-steps": f"{INCOME}Ana: single meadow d2 for 9\n",
    "hand": f"{WORK}Ana: gets 3 lay; double forest-meadow d2-d3; double forest-meadow c3-c4; "
            "double forest-meadow d4-d5\n",
    "helm-points": f"{WORK}Ana: gets 1 helm\n",
    "islet-passed": f"{WORK}Ana: milestone a takes special sends worker to 1; special C; "
                    "again islet Ben 3\n",
    "logbook": f"{WORK}Ana: logbook\n",
    "harbour": f"{WORK}Ana: gets 11 helm; sail cutter 11\n",
    "anchors": f"{WORK}Ana: anchor cutter\n",
    "workshop": f"{WORK}Ana: worker F; ruin c2\n",
    "boat": f"{INCOME}Ana: receive 2\n",
    "buildings": f"{WORK}Ana: store food@c2; worker D; build fortress c2; build fortress c2\n",
    "milestone": f"{WORK}Ana: milestone a takes worker; milestone a takes worker\n",
    "royal-order": f"{WORK}Ana: milestone a takes special\n",
    "feeding": f"{CLEAN}round 2\n",
    "reactivation": f"{CLEAN}Ana: feed nothing; reactivate card Mill\n",
    "clean-up": f"{CLEAN}Ana: feed nothing; road\n",
}  # fmt: skip
"""A log for every code except `box-limit`, which is of final sheets only."""


def test_every_code_has_a_log() -> None:
    assert {*FAULTS} == {rule.code for rule in GAME_RULES} - {"box-limit"}


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_has_its_code_and_says_what_would_be_legal(code: str, says: Says) -> None:
    found = [one for one in run(FAULTS[code], box=HOUSE, income=True).reasons if one.code == code]
    assert found
    for one in found:
        assert one.remedy
        assert one.at
        assert one.rule
    says(*found)


def test_the_rulings_about_the_game() -> None:
    assert [*RULINGS][4:] == [
        "helm-points", "anchor-ship", "anchor-removal", "cartographer-uses", "market-pays",
        "gold-exchange", "fed-helm", "leftovers", "leftover-cubes",
    ]  # fmt: skip


OTHER_ANSWERS = {
    "worker-areas": "six", "area-f": "and", "exact-double": "bridge", "levelling-cube": "cube",
    "gold-value": "one", "highest-tie": "nearest", "start-meadow": "extra", "anchors-out": "more",
    "store-limit": "two", "unnamed-helm": "none", "reactivations": "one",
    "workshop-points": "score",
}  # fmt: skip
"""The answers that earlier versions took besides those that hold."""


def test_twelve_questions_are_settled() -> None:
    assert {*SETTLED} == {*OTHER_ANSWERS}
    assert not {*SETTLED} & {*RULINGS}
    text = (ROOT / "docs" / "cooper-island-decided.md").read_text(encoding="utf-8")
    for name, one in SETTLED.items():
        holds = one["holds"]
        assert f"`{name}`: `{holds}`" in text


@pytest.mark.parametrize("name", OTHER_ANSWERS)
def test_a_record_may_give_the_answer_that_holds_and_no_other(name: str, tmp_path: Path) -> None:
    holds, why = SETTLED[name]["holds"], SETTLED[name]["why"]
    text = (GOLDEN / "cooper-island" / "three-players.toml").read_text(encoding="utf-8")
    file = tmp_path / "game.toml"
    for answer in (holds, OTHER_ANSWERS[name]):
        said = f"{name} is settled, it is always {holds}: {why}; leave it out"
        ruled = f'[rulings]\n{name} = "{answer}"\n'
        file.write_text(text.replace("[rulings]\n", ruled, 1), encoding="utf-8")
        given = ("check", str(GOLDEN / "cooper-island" / "three-players.toml"), "--ruling")
        if answer == holds:
            assert call("check", str(file)).status == 0
            assert call(*given, f"{name}={answer}").status == 0
            assert Rulings.of({name: answer}) == Rulings()
        else:
            (line,) = refusal("check", str(file))
            assert line.endswith(f"rulings.{name}: {said}")
            assert refusal(*given, f"{name}={answer}") == [f"--ruling: {said}"]


def test_what_is_made_earns_what_is_recorded() -> None:
    for step in ("worker B; boat 1 gives 2 helm", "worker H; crate 1 gives 2 helm"):
        assert legal(ana(f"{step}; sail cutter 2"))


def test_leftover_cubes() -> None:
    high = "gets 5 step; store food@c2; single meadow c2"
    table = ana(high, before=INCOME, box=HOUSE)
    assert legal(table)
    # One resource is stored, one is on the map, two tiles high.
    for answer, resources in (("piece", 2), ("value", 3)):
        setting = Setting(Rulings(leftover_cubes=answer), HOUSE, HOUSE.ring(2))
        left = LeftoversModel(coins=1, resources=resources, cartographer=6, double_tiles=2)
        assert final_sheet(setting, table.state, 0).leftovers == left


def test_the_start_meadow_is_one_of_the_single_tiles() -> None:
    assert run("").state.singles == 54
    assert run("", 4).state.singles == 52


LEVEL = f"{INCOME}Ana: double meadow-forest c3-c4; store food@c3 food@c2; single meadow c3\n"
LEVEL += "workers\nAna: store food@c3; worker C; double meadow-settlement c3-c2 level meadow c2\n"


def test_what_levels_a_tile_brings_no_cube() -> None:
    done = run(LEVEL)
    assert legal(done)
    assert seat(done).storage["food"] == 3


def test_the_road_space_by_space() -> None:
    """The road of a land with two top spaces covered, under both answers."""
    table = run(CLEAN).state
    land = table.seats[0].land
    space = land[land.peninsula.start]
    for top in land.peninsula.tops[:2]:
        land = land.with_space(top, space)
    table = table.with_seat(0, replace(table.seats[0], land=land))
    for road, sails, good in (("all", "", False), ("each", "; sail cutter 2", True)):
        log = read_line(f"Ana: feed nothing; road{sails}")
        assert log is not None
        setting = Setting(Rulings(road=road), NOTHING_KNOWN, HOUSE.ring(2))
        assert bool(perform(table, setting, log).reasons) != good


def test_gold_from_a_mountain_is_the_player_s_choice() -> None:
    log = f"{INCOME}Ana: double mountain-meadow d2-d3; gets 9 step; store stone@d2\n"
    once = "Ana: single mountain d2\nworkers\nAna: store stone@d2\n"
    third = "Ana: single mountain d2{}\n"
    assert legal(run(log + once + third.format(" gold"), box=HOUSE))
    done = run(log + once + third.format(""), box=HOUSE)
    assert legal(done)
    assert seat(done).land[Hex.read("d2")].cube == "stone"
    assert "gold" in codes(run(log + once + third.format(""), box=HOUSE, gold="automatic"))


CARDS = box_with(Values.of({
    "cards": [{"name": "Mill", "kind": "large", "gives": "2 wood"},
              {"name": "Inn", "kind": "small", "gives": "1 helm 1 food"},
              {"name": "Well", "kind": "small"}],
    "milestones": ["boats", "statues"],
}), None)  # fmt: skip
FEW = box_with(Values.of({
    "cards": [{"name": f"large {number}", "kind": "large"} for number in range(14)],
}), None)  # fmt: skip
EVERY = box_with(Values.of({
    "cards": [{"name": "Mill", "kind": "large"},
              *({"name": f"large {number}", "kind": "large"} for number in range(14))],
    "milestones": ["boats", "statues", "roads", "crates"],
}), None)  # fmt: skip
BARE = f"{WORK}Ana: store food@c2\n"


def test_cards_that_are_known(says: Says) -> None:
    large = f"{BARE}Ana: worker D; build large c2 card Mill; sail cutter 2\nBen: worker A\n"
    done = ana("use Mill", before=large, box=CARDS)
    assert legal(done)
    assert str(seat(done).market) == "2 wood"
    wrong = ana("use Mill gives 3 wood", before=large, box=CARDS)
    assert reason(wrong).key == "effect"
    says(reason(wrong))
    small = "worker D; build small c2 card Inn; sail cutter 1; sail two-master 1"
    done = ana(small, before=BARE, box=CARDS)
    assert legal(done)
    assert str(seat(done).market) == "1 food"
    assert "what building cards say" not in trusted(done)
    silent = ana("worker D; build small c2 card Well; sail cutter 1", before=BARE, box=CARDS)
    assert trusted(silent)["what building cards say"] == 1


def test_cards_that_are_not_in_the_box(says: Says) -> None:
    other = ana("worker D; build small c2 card Mill; sail cutter 1", before=BARE, box=CARDS)
    assert reason(other).key == "card.deck"
    says(reason(other))
    slip = ana("worker D; build large c2 card Mil; sail cutter 2", before=BARE, box=EVERY)
    assert reason(slip).key == "card.unknown"
    says(reason(slip))
    none = ana("worker D; build fortress c2 card Mill", before=BARE, box=CARDS)
    assert reason(none).key == "card.fortress"
    says(reason(none))


def test_cards_of_which_all_are_known() -> None:
    """One of them is right; a name that is near none of them is to be corrected."""
    assert legal(ana("worker D; build large c2 card Mill; sail cutter 2", before=BARE, box=EVERY))
    far = ana("worker D; build large c2 card Xyzzy; sail cutter 2", before=BARE, box=EVERY)
    assert reason(far).remedy_key == "card.correct"
    assert reason(far).remedy == reason(far).remedy_in("en") != ""
    near = ana("worker D; build large c2 card Mil; sail cutter 2", before=BARE, box=EVERY)
    assert reason(near).remedy_key == "card.near"
    assert "Mill" in reason(near).remedy
    other = "worker D; build small c2 card Inn gives 2 food; sail cutter 1"
    assert "Inn" in reason(ana(other, before=BARE, box=CARDS)).text


def test_cards_are_unknown_only_where_the_box_has_all_of_a_kind() -> None:
    large, small = "worker D; build large c2{}; sail cutter 2", "worker D; build small c2{}"
    for steps, card, box in ((large, "", EVERY), (large, " card Mil", FEW),
                             (f"{small}; sail cutter 1", " card Hut", EVERY)):  # fmt: skip
        done = ana(steps.format(card), before=BARE, box=box)
        assert legal(done)
        # What is kept is the card of a large building, where it is named.
        assert [one.name for one in seat(done).cards] == [card[6:]] * (card == " card Mil")
    for steps, card in ((large, " card Mill"), (f"{small}; sail cutter 1", " card Well")):
        assert legal(ana(steps.format(card), before=BARE, box=CARDS))


def test_a_ring_has_the_source_that_it_names_or_that_of_its_box() -> None:
    ring = {"players": 2, "beaches": 20, "harbours": [0, 10], "before": 3, "cutter": [],
            "two_master": []}  # fmt: skip
    for own, box in (("transcribed", "placeholder"), ("placeholder", "transcribed")):
        for named, found in ((own, own), (None, box)):
            values = Values.of({"rings": [{**ring, "provenance": named}], "provenance": box})
            assert box_with(values, None).ring(2).provenance == found


def test_a_box_that_is_not_filled_in_to_its_end_refuses_no_card_and_no_milestone() -> None:
    large = f"{BARE}Ana: worker D; build large c2 card Mil; sail cutter 2\nBen: worker A\n"
    done = ana("use Mil gives 3 wood", before=large, box=CARDS)
    assert legal(done)
    assert "what a large building gives" in trusted(done)
    done = ana("worker D; build small c2 card Hut; sail cutter 1", before=BARE, box=CARDS)
    assert legal(done)
    assert trusted(done)["what building cards say"] == 1
    assert legal(ana("milestone crates takes worker", box=CARDS))


def test_milestones_that_are_known(says: Says) -> None:
    assert legal(ana("milestone boats takes worker", box=CARDS))
    found = ana("milestone ships takes worker", box=EVERY)
    assert reason(found).key == "milestone.unknown"
    says(reason(found))


def test_very_many_gains_are_put_together_at_once() -> None:
    gains = "gets 2 helm; " * 45
    assert codes(ana(f"{gains}sail cutter 89"))[0] == "helm-points"
    assert legal(ana("gets 2 helm; " * 5 + "sail cutter 4; sail two-master 6"))
