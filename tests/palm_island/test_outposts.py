"""Outposts: claimed by one player in casual games, bought in turn in speed games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from palace.core.errors import InputError
from palace.palm_island.closing import offers
from palace.palm_island.log import LoggedRecord
from palace.palm_island.state import Move
from palace.palm_island.table import Owned
from tests.palm_island.tables import (
    BOXED,
    POOL,
    closed,
    codes,
    log_of,
    news,
    player,
    record,
    score_record,
    stored,
    table,
    told,
)
from tests.sentences import Says

THREE = ("forest-2", "sea-2", "mountain-3")
PILE = ("forest-4", "sea-3", "sea-2")


def owned(found: object, seat: int = 0) -> list[str]:
    return [card.card for card in found.table.seats[seat].owned]  # type: ignore[attr-defined]


# Casual: forest-2 asks for 3 stored logs, sea-2 for 4 stored fish, mountain-3 for 2 stored stone
# and 2 stored cards.


def test_the_player_who_meets_the_criterion_takes_the_outpost() -> None:
    start = table("casual", "4.3* 5*", "1*", middle=THREE)
    found = closed(start, "buy forest-2", "")
    assert codes(found) == []
    assert owned(found) == ["forest-2"]
    assert found.table.middle.left == ("sea-2", "mountain-3")
    assert found.table.seats[0].beside == 2
    assert found.table.seats[0].owned[0].turn == 20
    assert stored(found) == "4.3* 5*"  # nothing is paid
    assert news(found) == ("Ana takes Tree House: 2 points",)


def test_a_criterion_that_is_not_met(says: Says) -> None:
    found = closed(table("casual", "4.3*", "1*", middle=THREE), "buy forest-2", "")
    assert told(found, says) == [("criterion", "forest-2 Tree House", 1)]
    assert owned(found) == []
    two = closed(table("casual", "4*", "1*", middle=THREE), "buy mountain-3", "")
    assert told(two, says) == [
        ("criterion", "mountain-3 Shrine", 2), ("criterion", "mountain-3 Shrine", 1),
    ]  # fmt: skip
    assert [dict(reason.values)["have"] for reason in two.reasons[0]] == [0, 1]


def test_if_several_meet_it_in_one_round_it_goes_back_to_the_box() -> None:
    both = table("casual", "4.3* 5*", "11.1*", "1*", middle=THREE)
    found = closed(both, "buy forest-2", "buy forest-2", "")
    assert codes(found) == []
    assert (owned(found), owned(found, 1)) == ([], [])
    assert found.table.middle.left == ("sea-2", "mountain-3")
    assert news(found) == ("Ana and Ben meet Tree House in one round: it goes back to the box",)


def test_a_wrong_claim_does_not_spoil_a_right_one() -> None:
    found = closed(table("casual", "4.3* 5*", "1*", middle=THREE), "buy forest-2", "buy forest-2")
    assert codes(found) == [("Ben", "criterion")]
    assert owned(found) == ["forest-2"]


def test_who_meets_it_without_claiming_does_not_count() -> None:
    claimed = closed(table("casual", "4.3* 5*", "11.1*", middle=THREE), "buy forest-2", "")
    assert owned(claimed) == ["forest-2"]


def test_nothing_is_paid_for_a_criterion(says: Says) -> None:
    found = closed(table("casual", "4.3* 5*", "", middle=THREE), "buy forest-2 pay 5", "")
    assert told(found, says) == [("too-much.casual", "forest-2 Tree House", 1)]


def test_what_does_not_lie_in_the_middle(says: Says) -> None:
    found = closed(table("casual", "4.3* 5*", "", middle=THREE), "buy forest-4", "")
    assert told(found, says) == [("buy", "forest-4 Saw Mill", None)]
    none = closed(table("casual", "4*", "", middle=THREE), "disaster pay 4 use cook", "")
    assert told(none, says) == [
        ("round-end.disaster", "round 1", None), ("round-end.use", "round 1", None),
    ]  # fmt: skip
    left = closed(table("casual", "", "", owned=("sea-2",)), "buy sea-2", "")
    assert told(left, says) == [("buy", "sea-2 Fish Trap", None)]


def casual(middle: str, *moves: list[str], more: str = "") -> LoggedRecord:
    head = f'{BOXED}mode = "casual"\nmiddle = {middle}\n{more}'
    return record(head + player("Ana", moves[0]) + player("Ben", moves[1]))


def test_its_value_is_added_to_the_total() -> None:
    """Three logs stored at the end of round 1: 4 and 5, and 6."""
    idle = ["discard"] * 16
    mine = ["store 4", "discard", "discard", "discard", "discard", "store 5", *["discard"] * 3,
            "store 6", *["discard"] * 6, "round-end buy forest-2"]  # fmt: skip
    found = casual('["forest-2", "sea-2", "mountain-3"]', mine, [*idle, "round-end"])
    score = score_record(found)
    assert score.reasons == ()
    assert [sheet.total for sheet in score.sheets] == [2, 0]
    (line,) = score.sheets[0].lines
    assert (line.category, line.points, line.cause, line.turn) == (
        "outposts", 2, "Tree House", 17,
    )  # fmt: skip
    note = "cards of this program, not the printed ones: Tree House, Fish Trap and Shrine"
    assert note in score.notes


def test_a_criterion_in_words_is_not_checked() -> None:
    own = '[[outposts]]\nid = "hill"\nname = "Hill"\nterrain = "mountain"\npoints = 3\n'
    own += 'casual = "Have more fish than anybody."\n'
    moves = [*["discard"] * 16, "round-end buy hill"]
    found = casual('["forest-2", "sea-2", "hill"]', moves, moves[:-1], more=own)
    score = score_record(found)
    assert score.legal
    assert score.sheets[0].total == 3
    note = "the criterion of Hill is not checked: Have more fish than anybody."
    assert note in score.notes


@pytest.mark.parametrize(
    ("middle", "wrong"),
    [
        ('["forest-2", "sea-2"]', [("mountain", 0)]),
        ('["forest-2", "forest-4", "mountain-3"]', [("forest", 2), ("sea", 0)]),
    ],
)
def test_one_of_each_terrain(middle: str, wrong: list[tuple[str, int]], says: Says) -> None:
    found = score_record(casual(middle, [], [])).reasons
    assert told(found, says) == [("setup.outposts", "the middle", 1) for _ in wrong]
    values = [dict(reason.values) for reason in found]
    assert [(value["terrain"], value["count"]) for value in values] == wrong
    assert [reason.line for reason in found] == [6 for _ in wrong]


@pytest.mark.parametrize(
    ("ruling", "taken"), [("feats", []), ("neither", []), ("both", ["mountain-4"])]
)
def test_whether_points_beside_the_deck_count_is_a_ruling(ruling: str, taken: list[str]) -> None:
    """mountain-4 asks for 10 points: 8 are in the deck, 2 on an outpost."""
    start = table("casual", "15.3* 4.3*", "1*", middle=("mountain-4",), criterion_points=ruling)
    ana = replace(start.seats[0], owned=(Owned.of(POOL, "sea-2"),))
    assert (ana.state.points, ana.beside) == (8, 2)
    start = replace(start, seats=(ana, start.seats[1]))
    assert owned(closed(start, "buy mountain-4", "")) == ["sea-2", *taken]
    assert [str(part.buys[0].card) for part in offers(start, 0, Move("round-end"))] == taken


# Speed: forest-4 costs 3L 1S, sea-3 2F 1S, sea-2 2F.


def test_in_the_order_of_finishing(says: Says) -> None:
    start = table("speed", "1.1*", "2.1*", middle=PILE)
    first = closed(start, "buy sea-2 pay 1", "", order=(0, 1))
    assert codes(first) == []
    assert owned(first) == ["sea-2"]
    assert stored(first) == ""
    both = closed(start, "buy sea-2 pay 1", "buy sea-2 pay 2", order=(1, 0))
    assert told(both, says) == [("buy.early", "sea-2 Fish Trap", None)]
    assert owned(both, 1) == ["sea-2"]


def test_one_card_each_in_turn() -> None:
    """Ana buys sea-2, Ben sea-3, then Ana forest-4; Ben cannot have it before her."""
    start = table("speed", "1.1* 11.1* 7.1*", "2.1* 8.1*", middle=PILE)
    found = closed(start, "buy sea-2 pay 1 buy forest-4 pay 11 7", "buy sea-3 pay 2 8",
                   order=(0, 1))  # fmt: skip
    assert codes(found) == []
    assert (owned(found), owned(found, 1)) == (["sea-2", "forest-4"], ["sea-3"])
    assert news(found) == (
        "Ana buys Fish Trap", "Ben buys Pier", "Ana buys Saw Mill",
    )  # fmt: skip


def test_the_whole_cost(says: Says) -> None:
    start = table("speed", "1.1*", "", middle=PILE)
    found = closed(start, "buy sea-3 pay 1", "", order=(0, 1))
    assert told(found, says)[0] == ("too-little", "sea-3 Pier", 1)


def test_the_order_must_be_recorded(says: Says) -> None:
    start = table("speed", "1.1*", "", middle=PILE, number=3)
    found = closed(start, "buy sea-2 pay 1", "")
    assert told(found, says)[0] == ("order", "sea-2 Fish Trap", None)


def test_a_player_may_stop_buying() -> None:
    assert codes(closed(table("speed", "1.1*", "2.1*", middle=PILE), "", "", order=(1, 0))) == []


def test_by_a_ruling_buying_goes_on_until_no_player_can(says: Says) -> None:
    start = table("speed", "1.1*", "2.1*", middle=PILE, speed_stop="can")
    found = closed(start, "", "buy sea-2 pay 2", order=(1, 0))
    assert codes(found) == []
    stops = closed(start, "", "", order=(1, 0))
    assert told(stops, says) == [("must-buy", "sea-2 Fish Trap", None)]
    assert codes(stops) == [("Ben", "must-buy")]  # who finished first
    ((reason,),) = filter(None, stops.reasons.values())
    assert dict(reason.values)["pay"] == (2,)


def test_a_card_that_several_can_buy_is_named_to_one_and_the_next_card_to_the_next() -> None:
    stored = ("1.1* 7.1*", "2.1* 8.1*", "3.1*")
    start = table("speed", *stored, middle=("sea-3", "sea-2"), speed_stop="can")
    stops = closed(start, "", "", "", order=(2, 0, 1))
    assert codes(stops) == [("Ana", "must-buy"), ("Caro", "must-buy")]
    named = {seat: every[0].at for seat, every in stops.reasons.items() if every}
    assert named == {2: "sea-2 Fish Trap", 0: "sea-3 Pier"}


def test_a_cost_that_is_not_transcribed_is_not_checked() -> None:
    own = '[[outposts]]\nid = "hill"\nname = "Hill"\nterrain = "mountain"\npoints = 2\n'
    head = f'{BOXED}mode = "speed"\nmiddle = ["hill"]\nfinish = [["Ben", "Ana"]]\n{own}'
    moves = ["store 4", *["discard"] * 15, "round-end buy hill pay 4"]
    found = record(head + player("Ana", moves) + player("Ben", moves[:-1]))
    score = score_record(found)
    assert score.legal
    assert "the cost of Hill is not transcribed" in score.notes
    assert score.sheets[0].total == 2


def speed(middle: str, more: str = "") -> str:
    head = f'{BOXED}mode = "speed"\nmiddle = {middle}\n{more}'
    return head + player("Ana", []) + player("Ben", [])


def test_the_pile_counts_down(says: Says) -> None:
    (reason,) = found = score_record(record(speed('["sea-3", "forest-4", "sea-2"]'))).reasons
    assert told(found, says) == [("setup.pile", "forest-4 Saw Mill", 1)]
    assert reason.line == 6


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (speed('["sea-3", "hut"]'),
         "f:6:20: middle[2]: 'hut' is not transcribed; enter it: [[outposts]] with id, name, "
         "terrain, points, casual, needs, speed, villager"),
        (speed('["sea-3", "ferry"]'),
         "f:6:20: middle[2]: ferry is an ability; name an outpost or a villager"),
        (speed('["sea-3", "sea-3"]'), "f:6:20: middle[2]: sea-3 is named twice; each card once"),
        (speed('["sea-3", "cook"]'),
         "f:6:10: middle: outposts and villagers are mixed; name only outposts, or only "
         "villagers"),
        (speed('["sea-3"]', 'finish = [["Ana"], ["Ana", "Bob"]]\n'),
         "f:7:11: finish[1]: round 1 names Ana; each once: Ana, Ben\n"
         "f:7:20: finish[2]: round 2 names Ana, Bob; each once: Ana, Ben"),
    ],
)  # fmt: skip
def test_refusals(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        record(text)
    assert str(caught.value) == said


def test_buying_by_record() -> None:
    """Both hold 2F at the end of round 1; Ben was first."""
    deal = str([1, 2, 3, *range(4, 17)])
    moves = ["store 1", "store 2", "store 3", *["discard"] * 13]
    text = f'{BOXED}mode = "speed"\nmiddle = ["sea-3", "sea-2"]\nfinish = [["Ben", "Ana"]]\n'
    for name, end in (("Ana", "round-end"), ("Ben", "round-end buy sea-2 pay 1 2")):
        text += f'[[players]]\nname = "{name}"\ndeal = {deal}\nmoves = {[*moves, end]!r}\n'
    found = log_of(record(text))
    assert not found.reasons
    assert [seat.points for seat in found.state.seats] == [0, 2]
    # The cards were stored before the tracker: what is left straightens as round 2 begins.
    assert found.state.middle.left == ("sea-3",)
