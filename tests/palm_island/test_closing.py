"""Cooperative and casual games: what is paid and claimed, and how they are scored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from palace.contract.registry import score as score_of
from palace.core.errors import InputError
from palace.files.document import read_document
from palace.palm_island import Move, legal_moves
from palace.palm_island.closing import offers
from palace.palm_island.game import GAME
from palace.palm_island.log import LoggedRecord
from palace.palm_island.state import State
from palace.palm_island.turns import Act, PalmRules, RoundEnd, moves_in
from tests.calls import call
from tests.palm_island.tables import (
    HEAD,
    ORDER,
    closed,
    codes,
    ended,
    news,
    player,
    record,
    score_record,
    stored,
    table,
    told,
)
from tests.paths import GOLDEN
from tests.sentences import Says

COOP = HEAD + 'mode = "coop"\nbox = "house"\n'
TIDE = COOP + 'disaster = "spring-tide"\n'


# Spring Tide costs 1L 1F, then 2L 1S, then 2F 2S for each player.


def test_a_level_is_paid_by_any_combination_of_players() -> None:
    """2L 2F for two players."""
    tide = table("coop", "4* 5*", "1* 2*", disaster="spring-tide")
    both = closed(tide, "disaster pay 4 5", "disaster pay 1 2")
    assert codes(both) == []
    assert both.table.middle.level == 1
    assert news(both) == ("Ana and Ben pay level 1 of Spring Tide: 2 left",)
    assert (stored(both), stored(both, 1)) == ("", "")
    one = table("coop", "4.3* 1.1*", "", disaster="spring-tide")
    alone = closed(one, "disaster pay 4 1", "")
    assert codes(alone) == []
    assert news(alone) == ("Ana pays level 1 of Spring Tide: 2 left",)
    assert alone.table.seats[1].state.round == 2


def test_a_level_is_paid_in_full(says: Says) -> None:
    tide = table("coop", "4* 5*", "1*", disaster="spring-tide")
    short = closed(tide, "disaster pay 4 5", "disaster pay 1")
    assert told(short, says) == [("too-little.levels", "spring-tide Spring Tide", 1)]
    assert codes(short) == [("Ana", "too-little")]
    assert short.table.middle.level == 0
    assert stored(short) == ""  # what was straightened is straight


def test_what_would_do_is_named(says: Says) -> None:
    tide = table("coop", "4.3* 1.1*", "2*", disaster="spring-tide")
    found = closed(tide, "disaster pay 4", "disaster pay 2")
    assert told(found, says) == [("too-little.levels", "spring-tide Spring Tide", 1)]
    cards = dict(found.reasons[0][0].values)["cards"]
    assert cards == ((4, (2, 0, 0), "Ana"), (1, (0, 2, 0), "Ana"))


def test_no_card_pays_for_nothing(says: Says) -> None:
    tide = table("coop", "4.3* 1.1*", "2*", disaster="spring-tide")
    moves = ("disaster pay 4 1", "disaster pay 2")
    found = closed(tide, *moves)
    assert told(found, says) == [("too-much.levels", "spring-tide Spring Tide", 1)]
    assert dict(found.reasons[0][0].values)["idle"] == ((2, (0, 1, 0), "Ben"),)
    loose = table("coop", "4.3* 1.1*", "2*", disaster="spring-tide", payment="any")
    assert codes(closed(loose, *moves)) == []


def test_only_stored_cards_pay(says: Says) -> None:
    tide = table("coop", "4* 5*", "1* 2*", disaster="spring-tide")
    found = closed(tide, "disaster pay 4 5 6", "disaster pay 1 2")
    assert codes(found) == [("Ana", "not-stored")]
    assert told(found, says) == [("not-stored", "Logger no. 6", None)]


def test_three_players_pay_three_times() -> None:
    tide = table("coop", "4.3* 5*", "1.1* 2*", "", disaster="spring-tide")
    assert codes(closed(tide, "disaster pay 4 5", "disaster pay 1 2", "")) == []


def test_one_level_a_round() -> None:
    # Levels 1 and 2 together: 3L 1F 1S for each of two players, 6L 2F 2S.
    cards = ("11.1* 4.3* 5*", "1.1* 8.1* 9.1*")
    moves = ("disaster pay 11 4 5", "disaster pay 1 8 9")
    one = closed(table("coop", *cards, disaster="spring-tide"), *moves)
    assert codes(one) == [("Ana", "too-much")]


def test_a_disaster_that_is_done(says: Says) -> None:
    over = table("coop", "4*", "", disaster="spring-tide", level=3)
    assert over.complete
    found = closed(over, "disaster pay 4", "")
    assert told(found, says) == [("disaster", "spring-tide Spring Tide", None)]


# Ferry: 1L 1F 1S once, with six upgrades.


def test_an_ability_asks_for_upgrades_and_is_paid_for(says: Says) -> None:
    ready = table("coop", "10.3* 1.3* 2.3*", "", disaster="spring-tide", ability="ferry")
    found = closed(ready, "buy ferry pay 10", "")
    assert codes(found) == []
    assert found.table.middle.ready
    assert news(found) == ("Ana upgrades Ferry: all players can use it",)
    few = table("coop", "10.3* 1.3*", "", disaster="spring-tide", ability="ferry")
    found = closed(few, "buy ferry pay 10", "")
    assert told(found, says) == [("criterion.group", "ferry Ferry", 2)]


def test_the_upgrades_of_the_group_count() -> None:
    cards = ("10.3* 1.3*", "2.3*")
    group = table("coop", *cards, disaster="spring-tide", ability="ferry")
    assert codes(closed(group, "buy ferry pay 10", "")) == []


def test_an_ability_is_paid_for_together_and_once(says: Says) -> None:
    cards = ("1.3* 2.3*", "8.3*")
    found = closed(table("coop", *cards, disaster="spring-tide", ability="ferry"),
                   "buy ferry pay 1", "buy ferry pay 8")  # fmt: skip
    assert codes(found) == []
    again = table("coop", *cards, disaster="spring-tide", ability="ferry", ready=True)
    assert told(closed(again, "buy ferry pay 1", ""), says) == [("buy.ready", "ferry Ferry", None)]
    little = closed(table("coop", *cards, disaster="spring-tide", ability="ferry"),
                    "buy ferry pay 1 2", "")  # fmt: skip
    assert told(little, says) == [("too-little.upgrade", "ferry Ferry", 1)]
    much = closed(table("coop", "10.3* 1.3* 2.3*", "", disaster="spring-tide", ability="ferry"),
                  "buy ferry pay 10 1", "")  # fmt: skip
    assert told(much, says) == [("too-much.upgrade", "ferry Ferry", 1)]


PAYS = "1.3* 10.3* 4.3* 5.3*"
"""Eight upgrades; 10 pays 1L 1F 1S."""


def test_an_upgraded_ability_is_used_by_all_players(says: Says) -> None:
    start = table("coop", "", "", disaster="spring-tide", ability="ferry", ready=True)
    found = closed(start, "use ferry", "use ferry")
    assert codes(found) == []
    assert [seat.active for seat in found.table.seats] == [("ferry",), ("ferry",)]
    assert news(found)[0] == (
        "Ana uses Ferry in round 2: "
        "Once a round each player may hand one stored card to another player."
    )
    not_yet = table("coop", "", "", disaster="spring-tide", ability="ferry")
    assert told(closed(not_yet, "use ferry", ""), says) == [
        ("use.not-upgraded", "ferry Ferry", None)
    ]
    assert closed(not_yet, "use ferry", "").table.seats[0].active == ()
    last = table("coop", "", "", disaster="spring-tide", ability="ferry", ready=True, number=8)
    assert told(closed(last, "use ferry", ""), says) == [("use.last", "ferry Ferry", None)]
    other = closed(start, "use elder", "")
    assert told(other, says) == [("use.not-recruited", "elder Elder", None)]


def test_an_ability_can_be_used_in_the_round_after_its_upgrade() -> None:
    start = table("coop", PAYS, "", disaster="spring-tide", ability="ferry")
    found = closed(start, "buy ferry pay 10", "use ferry")
    assert codes(found) == []
    assert found.table.middle.ready
    assert found.table.seats[1].active == ("ferry",)


def test_by_a_ruling_an_ability_is_paid_for_at_every_use(says: Says) -> None:
    start = table(
        "coop", PAYS, "", ready=True, disaster="spring-tide", ability="ferry",
        ability_cost="every-use",
    )  # fmt: skip
    assert told(closed(start, "use ferry", ""), says) == [("use.not-paid", "ferry Ferry", None)]
    paid = closed(start, "buy ferry pay 10", "use ferry")
    assert codes(paid) == []
    assert news(paid)[0] == "Ana pays for Ferry: all players can use it"
    assert news(paid)[1].startswith("Ben uses Ferry in round 2: Once a round each player may")
    once = table("coop", PAYS, "", disaster="spring-tide", ability="ferry", ready=True)
    assert told(closed(once, "buy ferry pay 10", "use ferry"), says) == [
        ("buy.ready", "ferry Ferry", None)
    ]


def test_a_card_pays_once(says: Says) -> None:
    cards = ("10.3* 1.3* 2.3*", "4.3*")
    found = closed(table("coop", *cards, disaster="spring-tide", ability="ferry"),
                   "disaster pay 1 buy ferry pay 1", "disaster pay 4")  # fmt: skip
    assert told(found, says)[0] == ("not-stored.paid", "Canoe House no. 1", None)


# Victory, and the group's score.

IDLE = [*["discard"] * 16, "round-end"]


def coop(level: int, rounds: int = 8) -> LoggedRecord:
    moves = IDLE * rounds
    head = TIDE + f"level = {level}\n"
    return record(head + player("Ana", moves) + player("Ben", moves))


def test_won_and_lost() -> None:
    won = score_record(coop(3))
    assert won.team is not None
    assert (won.team.won, won.team.points, won.winners) == (True, 0, ("Ana", "Ben"))
    assert won.outcome == (
        "Ana and Ben win together: Spring Tide is completed",
        "the group's score is 0 points, the least of its players",
    )
    lost = score_record(coop(2))
    assert lost.team is not None
    assert (lost.team.won, lost.winners) == (False, ())
    assert lost.outcome[0] == (
        "Ana and Ben lose together: 2 of 3 levels of Spring Tide are completed"
    )
    open_ = score_record(coop(2, 3))
    assert open_.team is not None
    assert open_.team.won is None
    assert open_.outcome[0].startswith("Ana and Ben play together: 2 of 3 levels")


POINT = ["store 4", "store 1", *["discard"] * 7, "rotate 6 pay 4 1", *["discard"] * 118]
"""One point."""


def test_the_group_has_the_score_of_its_last() -> None:
    text = TIDE + "level = 3\n" + player("Ana", POINT) + player("Ben", ["discard"] * 128)
    score = score_record(record(text))
    assert score.team is not None
    assert (score.team.points, score.team.comment) == (0, "")
    both = TIDE + "level = 3\n" + player("Ana", POINT) + player("Ben", POINT)
    score = score_record(record(both))
    assert score.team is not None
    assert (score.team.points, score.team.comment) == (1, "Needs work")
    assert score.record()["team"] == {
        "won": True, "points": 1, "cause": "Spring Tide is completed",
        "comment": "Needs work",
    }  # fmt: skip


def test_the_last_level_can_be_paid_at_the_end_of_round_8() -> None:
    """2F 2S for each of two players; the cards were stored in the last round."""
    at = {
        "Ana": "round 8: 17 16 15 11.3* 10.1* 9.1* 1 2 3 4 5 6 7 8 12 13 14",
        "Ben": "round 8: 17 16 15 1.1* 2* 3 4 5 6 7 8 9 10 11 12 13 14",
    }
    moves = {"Ana": "round-end disaster pay 11 10", "Ben": "round-end disaster pay 1 2"}
    players = "".join(
        f'[[players]]\nname = "{name}"\nposition = "{at[name]}"\nmoves = "{moves[name]}"\n'
        for name in at
    )
    score = score_record(record(TIDE + "level = 2\n" + players))
    assert score.reasons == ()
    assert score.winners == ("Ana", "Ben")


def test_the_table_shows_who_has_won_in_words(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(TIDE + "level = 2\n" + player("Ana", IDLE * 8) + player("Ben", IDLE * 8))
    out = call("score", file).out
    assert "lose together" in out
    assert "*" not in out.split("\n\n")[1]
    assert "cards of this program, not the printed ones: Spring Tide" in out
    play = call("score", file, "--format", "bgstats").json
    assert [entry["winner"] for entry in play["players"]] == [False, False]
    assert call("check", file, "--json").json["team"]["won"] is False
    assert "lose together" in call("check", file).out


def test_levels_that_are_not_transcribed() -> None:
    bare = '[[disasters]]\nid = "storm"\nname = "Storm"\n'
    moves = ["store 4", *["discard"] * 15, "round-end disaster pay 4"]
    text = COOP.replace('box = "house"\n', 'disaster = "storm"\n') + bare
    score = score_record(record(text + player("Ana", moves) + player("Ben", IDLE)))
    assert score.legal
    assert "the cost of the levels of Storm is not transcribed" in score.notes
    assert score.outcome[0].endswith("the levels of the disaster are not transcribed")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (COOP, ['f:1:1: disaster: this key is missing; add disaster = "..." with the id of a '
                "disaster"]),
        (COOP + 'disaster = "flood"\n',
         ["f:6:12: disaster: 'flood' is not transcribed; enter it: [[disasters]] with id, name, "
          "levels"]),
        (COOP + 'disaster = "ferry"\n',
         ["f:6:12: disaster: ferry is an ability; name a disaster"]),
        (TIDE + "level = 4\n",
         ["f:7:9: level: spring-tide Spring Tide has 3 levels, not 4; at most 3"]),
        (TIDE + 'middle = ["sea-2"]\n',
         ["f:7:1: middle: middle is for casual and speed games; leave it out"]),
    ],
)  # fmt: skip
def test_refusals(text: str, said: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        record(text + player("Ana", []) + player("Ben", []))
    assert [str(problem) for problem in caught.value.problems] == said


def test_villagers_are_not_for_cooperative_games() -> None:
    with pytest.raises(InputError) as caught:
        record(TIDE + player("Ana", []) + player("Ben", [], [*ORDER, "cook"]))
    assert str(caught.value) == (
        "f:13:64: players[2].deal[17]: the villager cook is dealt in a coop game; they are for "
        "solo and casual games"
    )


TIE = GOLDEN / "palm-island" / "casual-tie.toml"
CASUAL = HEAD + 'mode = "casual"\n'


def test_ties() -> None:
    """One point each; Ben has one upgrade more, Caro a log more than Ana."""
    score = score_of(GAME.read(read_document(TIE)))
    assert [(sheet.total, *sheet.ties) for sheet in score.sheets] == [
        (1, 1, 0), (1, 2, 0), (1, 1, 1),
    ]  # fmt: skip
    assert [standing.rank for standing in score.standings] == [3, 1, 2]
    assert score.outcome == (
        "Ben wins with 1 point",
        "tie at 1 point: Ben is before Caro by upgrades",
        "tie at 1 point: Caro is before Ana by stored resources",
    )


def test_resources_are_counted_and_not_cards() -> None:
    state = State.read("round 8: 17 4 1.3* 5* 7 10 2 8 11 3 6 9 12 13 15 14 16")
    assert (state.resources.amount, len(state.stored)) == (4, 2)
    whole = score_record(record(TIE.read_text()))
    assert [sheet.ties for sheet in whole.sheets] == [(1, 0), (2, 0), (1, 1)]


def test_unequal_deals(says: Says) -> None:
    other = [*ORDER[:14], 16, 14]
    text = CASUAL + player("Ana", ["flip 4"]) + player("Ben", ["store 9"], other)
    score = score_record(record(text))
    assert not score.legal
    assert [(r.record()["code"], r.record()["line"]) for r in score.reasons] == [
        ("equal-deals", 11), ("no-action", 8), ("not-on-top", 12), ("no-action", 12),
    ]  # fmt: skip
    first, second, *_ = score.reasons
    assert told([first, second], says) == [
        ("equal-deals", "Ben", 2), ("no-action", "Logger no. 4", None),
    ]  # fmt: skip
    assert (dict(first.values)["place"], second.player) == (15, "Ana")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CASUAL + player("Ana", []),
         "f:5:1: players: one player in a casual game; two or more can play it"),
        (CASUAL + player("Ana", []) + player("Ana", []),
         "f:10:8: players[2].name: two players are called 'Ana'; give each a name of their own"),
        (CASUAL + 'finish = [["Ana"]]\n' + player("Ana", []) + player("Ben", []),
         "f:5:1: finish: finish is for speed games; leave it out"),
        (CASUAL + '[[feats]]\nid = "a"\nname = "A"\n' + player("Ana", [])
         + player("Ben", []),
         "f:5:3: feats: feats are for solo games; leave them out"),
        (CASUAL + 'box = "house"\n' + player("Ana", [])
         + player("Ben", [], [*ORDER, "full-barns"]),
         "f:12:64: players[2].deal[17]: the feat full-barns is dealt in a casual game; "
         "feats are for solo games"),
    ],
)  # fmt: skip
def test_casual_refusals(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        record(text)
    assert [str(problem) for problem in caught.value.problems] == [said]


def test_a_casual_game_without_outposts_has_a_note(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    moves = [*["discard"] * 16, "round-end buy 5"]
    file.write_text(CASUAL + player("Ana", moves) + player("Ben", []))
    called = call("check", file, "--json")
    assert called.status == 1
    assert [(r["code"], r["at"]) for r in called.json["reasons"]] == [("round-end", "round 1")]
    assert "not transcribed" in call("score", file).out


# Whose turn it is, and what can be done in it.


def test_who_is_due_and_whether_all_move_together() -> None:
    ends = table("coop", "4* 1*", "5* 2*", disaster="spring-tide")
    ana, ben = ends.seats
    begun = replace(ana, state=ana.state.begun, closed=1)
    plain = replace(ends, disaster=None, mode="solo")
    over = replace(ana, state=ended(number=8))
    for known, due in (
        (ends, (("Ana", "Ben"), "all")),
        (replace(ends, seats=(begun, ben)), (("Ben",), "all")),  # Ana has closed the round
        (replace(ends, seats=(begun, replace(ben, state=ben.state.begun))), (("Ana",), "one")),
        (replace(ends, seats=(ana, replace(ben, state=State.deal(ORDER)))), (("Ben",), "one")),
        (replace(plain, seats=(ana,)), (("Ana",), "one")),
        (replace(plain, seats=(over,)), ((), "one")),
        (replace(ends, seats=(replace(over, closed=8),)), ((), "all")),
    ):
        assert PalmRules(known).due(known) == due


def test_what_can_be_added_to_a_turn() -> None:
    """Moves of a deck; at the end of a round one more part of a player's, or nothing as yet."""
    alone = table("solo", "4.1* 1* 2*", waiting=("weaver", "cook", "elder"))
    rules, nothing = PalmRules(alone), RoundEnd((("Ana", Move("round-end")),))
    assert [*rules.parts(alone, None, "Ana")] == [nothing]
    (buy, *_) = more = [*rules.parts(alone, nothing, "Ana")]
    assert [RoundEnd((("Ana", one),)) for one in offers(alone, 0, Move("round-end"))] == more
    assert dict(moves_in(buy))["Ana"].buys
    two = table("coop", "4* 1*", "5* 2*", disaster="spring-tide")
    both = RoundEnd((*nothing.moves, ("Ben", Move("round-end"))))
    assert [*PalmRules(two).parts(two, nothing, "Ben")] == [both]
    deck = replace(alone, seats=(replace(alone.seats[0], state=State.deal(ORDER)),))
    acts = [Act("Ana", move) for move in legal_moves(State.deal(ORDER))]
    assert [*rules.parts(deck, None, "Ana")] == acts
    assert [*rules.parts(deck, acts[0], "Ana")] == []
