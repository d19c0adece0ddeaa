"""Positions worked by hand, one rule each, and the rulings for what the rule book leaves open."""

from __future__ import annotations

from typing import Any

import pytest

from palace.core.errors import InputError, NotationError
from palace.core.verdict import IllegalError, Reason
from palace.palm_island import Move, Rulings, State, apply, judge, legal_moves, perform
from tests.palm_island.tables import told
from tests.sentences import Says

DEAL = [4, 1, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 13, 15, 14, 16]


def at(top: str, rest: str = "", number: int = 1) -> State:
    """A position: the cards named, the others in order, then the tracker and `rest`."""
    named = {word.rstrip("*").split(".")[0] for word in [*top.split(), *rest.split()]}
    others = " ".join(str(n) for n in range(1, 17) if str(n) not in named)
    return State.read(f"round {number}: {top} {others} 17 {rest}")


def after(state: State, *moves: str, **rulings: str) -> State:
    for move in moves:
        state = apply(state, Move.read(move), Rulings(**rulings))
    return state


def codes(state: State, move: str, **rulings: str) -> list[str]:
    return [reason.code for reason in judge(state, Move.read(move), Rulings(**rulings)).reasons]


def reasons(state: State, move: str) -> tuple[Reason, ...]:
    return judge(state, Move.read(move)).reasons


# Setup.


def test_the_deal() -> None:
    state = State.deal(DEAL)
    assert str(state) == f"round 1: {' '.join(map(str, DEAL))} 17"
    assert (state.points, state.upgrades, state.left, state.over) == (0, 0, 16, False)


def test_deals_that_are_none() -> None:
    with pytest.raises(InputError) as caught:
        State.deal([*DEAL[:14], 4, 99])
    assert str(caught.value).splitlines() == [
        "deal: card 14 is missing; name every card once",
        "deal: card 16 is missing; name every card once",
        "deal: card 4 is named 2 times; name it once",
        "deal: there is no card 99; the cards are 1 to 16",
    ]


def test_a_deck_without_cards() -> None:
    with pytest.raises(InputError) as caught:
        State.read("round 1:")
    assert len(caught.value.problems) == 17


# Geometry: rotate is the area XOR 1, flip XOR 2, store leaves it.


def test_store_rotate_and_flip() -> None:
    state = at("1 2 3", "4* 5*")
    assert str(after(state, "store 1").deck[-1]) == "1*"
    four = at("7 8", "4* 5* 2.3*")
    assert str(after(four, "rotate 7 pay 4 5").deck[-1]) == "7.1"
    assert str(after(four, "flip 7 pay 2").deck[-1]) == "7.2"
    assert str(after(at("4.3 8", "5* 6* 9.3*"), "rotate 4 pay 5 6 9").deck[-1]) == "4.2"
    assert str(after(at("4.1 8", "5* 9.1*"), "flip 4 pay 5 9").deck[-1]) == "4.3"
    stored = after(at("1.3 2"), "store 1")
    assert str(stored.deck[-1]) == "1.3*"
    assert stored.resources == (1, 2, 0)


# A turn: one action on one of the top two cards, or discard of the first.


def test_an_action_of_the_first_or_second_card_puts_it_at_the_back() -> None:
    first, second = (after(State.deal(DEAL), move) for move in ("store 4", "store 1"))
    assert str(first) == "round 1: 1 7 10 2 5 8 11 3 6 9 12 13 15 14 16 17 4*"
    assert str(second) == "round 1: 4 7 10 2 5 8 11 3 6 9 12 13 15 14 16 17 1*"


def test_discard_takes_the_first_card_unchanged() -> None:
    state = after(at("4.1 7.2 1"), "discard")
    assert str(state.deck[-1]) == "4.1"
    assert str(state.deck[0]) == "7.2"
    # A card that could act may be discarded all the same.
    assert Move.read("discard") in legal_moves(State.deal(DEAL))


def test_only_the_top_two_act(says: Says) -> None:
    found = reasons(State.deal(DEAL), "store 2")
    assert told(found, says) == [("not-on-top", "Canoe House no. 2", 3)]
    assert told(reasons(at("7 8 1"), "store 1"), says) == [("not-on-top", "Canoe House no. 1", 1)]
    absent = reasons(State.deal(DEAL), "store hut")
    assert told(absent, says) == [("not-on-top.missing", "hut", None)]


def test_only_printed_actions(says: Says) -> None:
    assert told(reasons(at("7 4"), "store 7"), says) == [("no-action", "Quarry no. 7", None)]
    assert told(reasons(at("4.2 7"), "store 4"), says) == [("no-action", "Logger no. 4", None)]


def test_the_order_of_legal_moves() -> None:
    assert list(map(str, legal_moves(at("7 8")))) == ["discard"]
    found = list(map(str, legal_moves(at("1 4", "2* 5*"))))
    assert found == [
        "store 1", "rotate 1 pay 2", "flip 1 pay 2", "store 4", "rotate 4 pay 2 5", "discard",
    ]  # fmt: skip


# Payment.


def test_whole_cards_pay_and_are_straightened_in_place() -> None:
    state = after(at("7 1", "2 4.3* 5 3.3*"), "rotate 7 pay 4")
    assert str(state).split(" 17 ")[1] == "2 4.3 5 3.3* 7.1"
    # 3L of the trade house for a cost of 2L: one log is lost.
    assert after(at("7 1", "11.1*"), "rotate 7 pay 11").resources == (0, 0, 0)


def test_too_little(says: Says) -> None:
    (little,) = found = reasons(at("7 1", "4* 2* 5*"), "rotate 7 pay 4 2")
    assert told(found, says) == [("too-little", "Quarry no. 7", 1)]
    assert dict(little.values)["payments"] == ((4, 5),)
    nothing = reasons(at("7 1"), "flip 7")
    assert told(nothing, says) == [("too-little", "Quarry no. 7", 2)]


def test_only_stored_cards_pay(says: Says) -> None:
    found = reasons(at("7 1", "4* 5*"), "rotate 7 pay 4 6")
    assert told(found, says) == [
        ("not-stored", "Logger no. 6", None),
        ("too-little", "Quarry no. 7", 1),
    ]
    assert dict(found[1].values)["payments"] == ((4, 5),)
    itself = reasons(at("4.1 1", "7.1*"), "flip 4 pay 4 7")
    assert [key for key, *_ in told(itself, says)] == ["not-stored.itself", "too-little"]
    assert codes(at("7 1", "4* 5*"), "rotate 7 pay 17") == ["not-stored", "too-little"]


def test_a_slash_means_or(says: Says) -> None:
    market = at("10 1", "4* 2* 7.1*")
    assert after(market, "store 10 pay 4").resources == (0, 1, 2)
    assert after(market, "store 10 pay 2").resources == (1, 0, 2)
    (wrong,) = found = reasons(market, "store 10 pay 7")
    assert told(found, says) == [("too-little", "Market no. 10", 1)]
    assert dict(wrong.values)["payments"] == ((4,), (2,))
    # 2L/2F is not 1L 1F.
    assert codes(at("11 1", "4* 2*"), "store 11 pay 4 2") == ["too-little"]
    assert codes(at("11 7", "1.2* 2.2*"), "store 11 pay 1 2") == []


def test_a_payment_has_no_card_that_could_be_left_out(says: Says) -> None:
    state = at("1.1 7", "4* 2.2* 5*")
    assert codes(state, "flip 1 pay 2") == []
    assert told(reasons(state, "flip 1 pay 4 2"), says) == [("too-much", "Canoe House no. 1", 1)]
    assert codes(state, "flip 1 pay 4 2", payment="any") == []
    # Two of three would do, whichever: each alone could be left out.
    three = at("7 8", "4* 5* 6*")
    (wrong,) = found = reasons(three, "rotate 7 pay 4 5 6")
    assert told(found, says) == [("too-much", "Quarry no. 7", 1)]
    assert [card for card, _ in dict(wrong.values)["idle"]] == [4, 5, 6]  # type: ignore[attr-defined]
    assert dict(wrong.values)["payments"] == ((4, 5), (4, 6), (5, 6))


def test_a_larger_card_may_be_needed_beside_a_smaller_one() -> None:
    """Lost resources alone are not a fault: 3L and 2L are stored, and either pays 2L."""
    state = at("7 8", "11.1* 4.3*")
    assert codes(state, "rotate 7 pay 11") == codes(state, "rotate 7 pay 4") == []


def test_one_alternative_for_which_no_card_could_be_left_out_suffices() -> None:
    """2L/2F with 1L 1F and 1L: both cards are needed for 2L, though 1F is lost."""
    state = at("11 7", "1.2* 4*")
    assert codes(state, "store 11 pay 1 4") == []
    # With 1L 2F and 1L both are needed for 2L; that 1L 2F alone makes 2F does not matter.
    assert codes(at("11 7", "1.3* 4*"), "store 11 pay 1 4") == []


def test_what_is_free_is_not_paid_for(says: Says) -> None:
    state = at("4 7", "2*")
    assert told(reasons(state, "store 4 pay 2"), says) == [("too-much.free", "Logger no. 4", 1)]
    assert codes(state, "store 4 pay 2", payment="any") == ["too-much"]


def test_a_card_spent_before_the_tracker_can_be_used_again_in_the_round() -> None:
    state = State.read("round 2: 10 7 4* 2 3 5 6 8 9 1 11 12 13 14 15 16 17")
    spent = after(state, "store 10 pay 4")
    assert str(spent).startswith("round 2: 7 4 2")
    assert codes(spent, "store 4") == []


# Limit of four.


FULL = "4* 5* 1* 2*"


def test_a_fifth_stored_card_needs_a_reset(says: Says) -> None:
    state = at("3 7", FULL)
    (wrong,) = found = reasons(state, "store 3")
    assert told(found, says) == [("reset", "Canoe House no. 3", 1)]
    assert (dict(wrong.values)["count"], dict(wrong.values)["cards"]) == (4, (4, 5, 1, 2))
    done = after(state, "store 3 reset 5")
    assert str(done).split(" 17 ")[1] == "4* 5 1* 2* 3*"
    stores = [str(move) for move in legal_moves(state) if move.kind == "store"]
    assert stores == ["store 3 reset 4", "store 3 reset 5", "store 3 reset 1", "store 3 reset 2"]


def test_the_amounts_on_four_cards_do_not_matter() -> None:
    state = at("7 3", "11.1* 1.3* 2.3* 9.3*")
    assert state.resources == (5, 4, 2)
    assert codes(state, "store 3") == ["reset"]


def test_a_reset_is_of_a_stored_card(says: Says) -> None:
    state = at("3 7", FULL)
    other, itself = reasons(state, "store 3 reset 6"), reasons(state, "store 3 reset 3")
    assert told(other, says) == [("reset.not-stored", "Logger no. 6", None)]
    assert told(itself, says) == [("reset.itself", "Canoe House no. 3", None)]


def test_the_payment_makes_room(says: Says) -> None:
    state = at("10 7", FULL)
    paid = reasons(state, "store 10 pay 4 reset 4")
    assert [key for key, *_ in told(paid, says)] == ["reset.pays", "reset.room"]
    assert codes(state, "store 10 pay 4") == []
    assert codes(state, "store 10 pay 4 reset 5") == ["reset"]


def test_a_store_that_is_not_paid_for_has_no_reason_about_room(says: Says) -> None:
    """Four cards are stored; what pays for the Market makes the room for it."""
    state = State.read("round 1: 10 15 7 8 1* 2* 4* 5* 17 3 6 9 11 12 13 14 16")
    assert told(reasons(state, "store 10"), says) == [("too-little", "Market no. 10", 1)]
    assert codes(state, "store 10 pay 9") == ["not-stored", "too-little"]
    assert codes(state, "store 10 pay 1") == []
    two = State.read("round 1: 11 15 7 8 1* 2* 4* 5* 17 3 6 9 10 12 13 14 16")
    assert codes(two, "store 11 pay 1") == ["too-little"]


def test_a_card_that_cannot_be_stored_has_no_reason_about_room(says: Says) -> None:
    state = State.read("round 1: 10 15 7 8 1* 2* 4* 5* 17 3 6 9 11 12 13 14 16")
    assert told(reasons(state, "store 15"), says) == [("no-action", "Temple no. 15", None)]
    assert codes(state, "store 15 reset 1") == ["no-action"]
    assert codes(at("15 7", "4*"), "store 15 reset 4") == ["no-action"]


def test_no_reset_without_need(says: Says) -> None:
    state = at("3 7", "4* 5*")
    found = reasons(state, "store 3 reset 4")
    assert told(found, says) == [("reset.room", "Canoe House no. 3", None)]
    assert Move.read("store 3 reset 4") not in legal_moves(state)


# The card that a discard names.


def test_a_discard_names_the_first_card(says: Says) -> None:
    state = at("9 4 1", "2*")
    assert codes(state, "discard 9") == []
    assert after(state, "discard 9") == after(state, "discard")
    found = [
        *reasons(state, "discard 4"),
        *reasons(state, "discard 1"),
        *reasons(state, "discard 2"),
    ]
    assert [(key, where) for key, where, _ in told(found, says)] == [
        ("not-on-top.discard", "Logger no. 4"), ("not-on-top.discard", "Canoe House no. 1"),
        ("not-on-top.discard", "Canoe House no. 2"),
    ]  # fmt: skip
    assert [reason.by for reason in found[:2]] == [1, 2]
    assert told(reasons(state, "discard 17"), says) == [("tracker.discard", "round 1", None)]
    assert codes(state, "discard hut") == ["not-on-top"]


def test_a_discard_of_another_card_is_performed_as_far_as_possible() -> None:
    """The second card goes to the back; a deeper one and the tracker stay."""
    state = at("9 4 1")
    assert perform(state, Move.read("discard 4")).deck[-1].card == 4
    assert perform(state, Move.read("discard 1")) == state
    assert perform(state, Move.read("discard 17")) == state


def test_a_discard_names_the_first_card_of_the_next_round() -> None:
    over = after(State.read("round 1: 16 17 4* 1 7 10 2 5 8 11 3 6 9 12 13 15 14"), "discard")
    assert codes(over, "discard 1") == []
    assert codes(over, "discard 4") == ["not-on-top"]


# A stored card that reaches the top.


def test_it_straightens_and_goes_to_the_back_at_once() -> None:
    state = State.read("round 3: 7 4* 2* 8 1 3 5 6 9 10 11 12 13 14 15 16 17")
    done = after(state, "discard")
    assert str(done) == "round 3: 8 1 3 5 6 9 10 11 12 13 14 15 16 17 7 4 2"
    with pytest.raises(InputError, match="stored and on top"):
        State.read("round 3: 4* 7 2 8 1 3 5 6 9 10 11 12 13 14 15 16 17")


def test_a_stored_second_card_does_not_act(says: Says) -> None:
    state = at("7 4.1*", "5* 9.1*")
    assert told(reasons(state, "store 4"), says) == [("stored-second", "Logger no. 4", None)]
    assert codes(state, "flip 4 pay 5 9") == ["stored-second"]
    assert all(move.card != 4 for move in legal_moves(state))


# The round tracker.


LAST = "16 17 4* 1 7 10 2 5 8 11 3 6 9 12 13 15 14"


def test_the_tracker_as_second_card(says: Says) -> None:
    state = State.read(f"round 1: {LAST}")
    for action in ("store", "rotate"):
        found = reasons(state, f"{action} 17")
        assert told(found, says) == [("tracker", "round 1", None)]
    assert list(map(str, legal_moves(state))) == ["discard"]


def test_the_tracker_on_top_ends_the_round() -> None:
    over = after(State.read(f"round 1: {LAST}"), "discard")
    assert (over.over, over.round, over.finished) == (True, 1, False)
    assert codes(over, "round-end") == []
    # The tracker shows 2 and goes to the back; the stored logger is on top and straightens.
    begun = "round 2: 1 7 10 2 5 8 11 3 6 9 12 13 15 14 16 17 4"
    assert str(over.begun) == str(after(over, "round-end")) == begun
    # Without a written round-end the next move begins the round.
    assert after(over, "discard") == after(over, "round-end", "discard")


def test_stored_resources_are_kept_between_rounds() -> None:
    state = State.read("round 1: 16 17 1 7 10 4* 2 5* 8 11 3 6 9 12 13 15 14")
    over = after(state, "discard")
    assert over.begun.stored == over.stored == state.stored
    assert over.begun.resources == (2, 0, 0)


def test_a_round_end_is_written_at_a_rounds_end(says: Says) -> None:
    state = State.deal(DEAL)
    assert told(reasons(state, "round-end"), says) == [("round-end", "round 1", 16)]
    over = after(State.read(f"round 1: {LAST}"), "discard")
    for more, word in (("disaster pay 4", "disaster"), ("buy 4", "buy"), ("use 4", "use")):
        found = reasons(over, f"round-end {more}")
        assert told(found, says) == [(f"round-end.{word}", "round 1", None)]


def test_sixteen_card_moves_a_round() -> None:
    state = State.deal(DEAL)
    for number in range(1, 9):
        assert state.begun.round == number
        state = after(state, *["discard"] * 16)
        assert state.over
    assert state.finished


def test_the_end(says: Says) -> None:
    state = State.read(f"round 8: {LAST}")
    done = after(state, "discard")
    assert done.finished
    assert done.begun == done
    assert legal_moves(done) == ()
    assert told(reasons(done, "discard"), says) == [("finished", "round 8", None)]
    assert codes(done, "store 4") == ["finished"]
    assert codes(done, "round-end") == []
    assert perform(done, Move.read("discard")) == done


# Values.


def test_states_are_values() -> None:
    state = at("7 4.1*", "5* 9.1*", number=3)
    assert eval(repr(state)) == state
    assert hash(eval(repr(state))) == hash(state)
    assert state.left == 14


@pytest.mark.parametrize(
    ("text", "column"),
    [("", 1), ("round x: 1", 1), ("round 9: 1", 7), ("round 1: 4.4 1", 10), ("round 1: 4 q!", 12)],
)
def test_states_that_cannot_be_read(text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        State.read(text)
    assert caught.value.column == column


def test_an_illegal_move_is_refused_with_every_reason() -> None:
    with pytest.raises(IllegalError) as caught:
        after(State.deal(DEAL), "rotate 10 pay 4")
    found = caught.value.reasons
    assert [reason.code for reason in found] == ["not-on-top", "not-stored", "too-little"]
    assert str(caught.value) == "; ".join(reason.text for reason in found)


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "jump"},
        {"kind": "store"},
        {"kind": "round-end", "card": 3},
        {"kind": "rotate", "card": 3, "reset": 4},
        {"kind": "discard", "pay": (4,)},
        {"kind": "store", "card": 3, "use": ("ferry",)},
        {"kind": "store", "card": "A B"},
        {"kind": "store", "card": 3, "pay": (4, 4)},
        {"kind": "store", "card": 3, "pay": [4]},
        {"kind": "store", "card": 3, "by": "A B"},
    ],
    ids=str,
)
def test_a_move_that_cannot_be_written(wrong: dict[str, Any], says: Says) -> None:
    with pytest.raises(InputError) as caught:
        Move(**wrong)
    assert len(caught.value.problems) == 1
    says(str(caught.value))


@pytest.mark.parametrize(
    "text",
    ["", "jump", "store", "store x!", "store 3 pay", "store 3 reset", "store 3 by", "round-end buy",
     "round-end use", "round-end disaster pay", "store 3 use ferry", "store 3 4", "discard pay 3"],
)  # fmt: skip
def test_a_move_that_cannot_be_read(text: str, says: Says) -> None:
    with pytest.raises(NotationError) as caught:
        Move.read(text)
    says(f"{text!r}, column {caught.value.column}: {caught.value.sentence()}")


# What criteria count.


@pytest.mark.parametrize(
    ("what", "count"),
    # Quarries on 9.3, 7.2 and 8.3; stored are a Logger of 2 logs and a Quarry of 2 stone.
    [("Temple", 3), ("Housing", 4), ("Quarry", 5), ("Canoe House", 0), ("points", 29),
     ("upgrades", 19), ("stored", 4), ("logs", 2), ("fish", 0), ("stone", 2), ("cards", 2)],
)  # fmt: skip
def test_what_a_criterion_counts(what: str, count: int) -> None:
    state = State.read("round 5: 16 13.2 17 4.3* 9.3* 14.1 15.2 2 6.1 7.2 8.3 10.1 11.2 12.3 1 5 3")
    assert state.measure(what, 5) == count
    assert state.measure(what) == count - 5 * (what == "points")
    assert [*state.unmet(((what, count),), 5)] == []
    assert [*state.unmet(((what, count + 1),), 5)] == [(what, count, count + 1)]
