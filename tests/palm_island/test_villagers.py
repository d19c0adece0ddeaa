"""Villagers: drawn, recruited at the end of a round, active for the next one, worth points."""

from __future__ import annotations

import pytest

from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.palm_island.record import Record, record_of
from palace.palm_island.replay import replay_table
from tests.palm_island.tables import closed, codes, said, score_record, stored, table

ORDER = [4, 1, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 13, 15, 14, 16]
HEAD = 'format = 1\ngame = "palm-island"\nrules = "1"\nbox = "house"\n'
DRAWN = ("weaver", "elder", "cook")


def player(moves: list[str], more: tuple[str, ...] = DRAWN, name: str = "Ana") -> str:
    return f'[[players]]\nname = "{name}"\ndeal = {[*ORDER, *more]!r}\nmoves = {moves!r}\n'


def record(text: str) -> Record:
    return record_of(parse_document(text, "toml", "f"))


# Weaver costs 1L 1F (1 point), elder 2L or 2F (active), cook 3F (2 points).


def test_recruited_by_paying_and_laid_after_the_tracker() -> None:
    found = closed(table("solo", "4* 1* 5.3*", waiting=DRAWN), "buy weaver pay 4 1 buy elder pay 5")
    assert codes(found) == []
    seat = found.table.seats[0]
    assert [owned.card for owned in seat.owned] == ["weaver", "elder"]
    assert (seat.waiting, seat.beside, stored(found)) == (("cook",), 1, "")
    assert found.news == ("Ana recruits weaver Weaver", "Ana recruits elder Elder")
    assert seat.state.round == 2
    assert len(seat.state.deck) == 17  # beside the deck: they travel with the tracker


def test_the_cost_is_paid_whole_and_by_each_card_once() -> None:
    start = table("solo", "4* 1*", waiting=DRAWN)
    assert said(closed(start, "buy weaver pay 4")) == [
        ("weaver Weaver", 1, "recruiting weaver Weaver costs 1L 1F; 4 (1L) pays too little: 1F is "
         "missing", "pay 4 1"),
    ]  # fmt: skip
    twice = closed(start, "buy weaver pay 4 1 buy elder pay 4")
    assert codes(twice) == [("Ana", "not-stored"), ("Ana", "too-little")]
    assert said(twice)[0][2] == "4 Logger pays but has paid already"
    assert said(closed(start, "buy weaver pay 4 1 5"))[0][2] == "5 Logger pays but is not stored"
    again = closed(table("solo", "4* 1* 5* 2*", waiting=DRAWN), "buy weaver pay 4 1 buy weaver")
    assert said(again)[0][2] == "weaver Weaver is recruited twice"


def test_active_villagers_are_chosen_for_the_next_round() -> None:
    start = table("solo", "5.3*", waiting=DRAWN)
    found = closed(start, "buy elder pay 5 use elder")
    assert codes(found) == []
    assert found.table.seats[0].active == ("elder",)
    assert found.news[1] == (
        "Ana uses elder Elder in round 2: Look at the whole deck whenever you like."
    )
    # Not chosen again, it rests.
    assert closed(found.table, "-").table.seats[0].active == ()


@pytest.mark.parametrize(
    ("owned", "number", "use", "text", "remedy"),
    [
        ((), 1, "elder", "elder Elder is not recruited by Ana", "recruit it first"),
        (("scout",), 1, "elder", "elder Elder is not recruited by Ana", "Ana can use scout"),
        (("cook",), 1, "cook", "cook Cook has no Active ability", "leave it out"),
        (("elder",), 8, "elder", "no round comes after round 8", "leave use out"),
    ],
)
def test_who_cannot_be_used(
    owned: tuple[str, ...], number: int, use: str, text: str, remedy: str
) -> None:
    start = table("solo", "", waiting=("elder",), owned=owned, number=number)
    assert [reason[2:] for reason in said(closed(start, f"use {use}"))] == [(text, remedy)]


def test_points_at_the_end() -> None:
    """A log and a fish stored in round 1 recruit the weaver."""
    moves = ["store 4", "store 1", *["discard"] * 14, "round-end buy weaver pay 4 1"]
    score = score_record(record(HEAD + player(moves)))
    assert score.legal
    (line,) = score.sheets[0].lines
    assert (line.category, line.points, line.cause, line.turn) == (
        "villagers", 1, "weaver Weaver", 17,
    )  # fmt: skip
    assert score.notes[0].startswith("Ana: 1 point, 0 upgrades")


def test_rounds_keep_their_sixteen_moves() -> None:
    found = replay_table(record(HEAD + player(["discard"] * 128)))
    assert found.games[0].finished
    assert found.games[0].legal


def test_as_cards_of_the_deck_by_a_ruling() -> None:
    head = HEAD + '[rulings]\nvillager-place = "deck"\n'
    start = record(head + player([])).start(0)
    assert str(start).endswith(" 16 weaver elder cook 17")
    moves = ["store 4", "store 1", *["discard"] * 17, "round-end buy weaver pay 4 1"]
    found = replay_table(record(head + player(moves)))
    assert found.games[0].legal
    # Right after the tracker, which has gone to the back: on top as round 2 begins.
    assert str(found.games[0].state).startswith("round 2: weaver.1 4 1 7 10 2")
    assert found.games[0].points == 1


# Setup.


def codes_of(text: str) -> list[tuple[str, str]]:
    return [
        (reason.record()["code"], reason.record()["text"])
        for reason in score_record(record(text)).reasons
    ]


def test_three_are_drawn() -> None:
    assert codes_of(HEAD + player([], ("weaver", "cook"))) == [
        ("setup", "2 villagers drawn: weaver, cook")
    ]
    assert codes_of(HEAD + player([])) == []


CASUAL = HEAD + 'mode = "casual"\nmiddle = ["forest-2", "sea-3", "mountain-4"]\n'


def test_duplicates_of_the_outposts_are_set_aside() -> None:
    """On the backs of the three outposts are the cook, the diver and the elder."""
    own = ("weaver", "smith", "scout")
    assert codes_of(CASUAL + player([], own) + player([], own, "Ben")) == []
    bad = ("weaver", "smith", "cook")
    assert codes_of(CASUAL + player([], bad) + player([], bad, "Ben")) == [
        ("setup", "villager cook is on the back of forest-2 Tree House"),
    ] * 2  # fmt: skip


def test_everybody_has_the_same_villagers() -> None:
    two = player([], ("weaver", "smith", "scout"))
    three = player([], ("weaver", "smith"), "Ben")
    assert codes_of(CASUAL + two + three) == [
        ("equal-deals", "Ben has other villagers than Ana: weaver, smith"),
        ("setup", "2 villagers drawn: weaver, smith"),
    ]


@pytest.mark.parametrize(
    ("players", "drawn", "good"), [(2, 3, True), (2, 4, False), (3, 4, True), (4, 5, True)]
)
def test_in_speed_games_one_more_for_each_further_player(
    players: int, drawn: int, good: bool
) -> None:
    names = ["weaver", "cook", "diver", "smith", "elder"][:drawn]
    text = f'{HEAD}mode = "speed"\nmiddle = {names!r}\n'
    text += "".join(player([], (), name) for name in ("Ana", "Ben", "Caro", "Dan")[:players])
    assert (codes_of(text) == []) == good


def test_bought_from_the_pile_of_a_speed_game_they_are_recruited() -> None:
    start = table("speed", "1.1*", "4* 2*", middle=("cook", "elder", "weaver"))
    found = closed(start, "buy elder pay 1 use elder", "buy weaver pay 4 2", order=(0, 1))
    assert codes(found) == []
    assert found.table.seats[0].active == ("elder",)
    assert [owned.card for owned in found.table.seats[1].owned] == ["weaver"]


def test_what_an_active_villager_does_is_not_checked_and_said_so() -> None:
    moves = ["store 4", "store 1", *["discard"] * 14, "round-end buy elder pay 4 use elder"]
    own = '[[villagers]]\nid = "elder"\nname = "Elder"\ncost = "1L"\nactive = "Two for one."\n'
    score = score_record(record(HEAD + own + player(moves)))
    assert score.legal
    assert "what elder Elder does is not checked: Two for one." in score.notes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + player([], ("sea-2",)),
         "f:7:64: players[1].deal[17]: sea-2 is an outpost; name a feat or a villager"),
        (HEAD + player([], ("nobody",)),
         "f:7:64: players[1].deal[17]: 'nobody' is not transcribed; enter it: [[feats]] with id, "
         "name, unlock, needs and areas"),
        (HEAD + 'mode = "speed"\n' + player([], ("cook",)) + player([], (), "Ben"),
         "f:8:64: players[1].deal[17]: the villager cook is dealt in a speed game; they are for "
         "solo and casual games; here they lie in the middle"),
        (HEAD + player(["round-end buy smith"]),
         "f:8:11: players[1].moves[1]: there is no card 'smith' in this game; its cards are the "
         "numbers 1 to 16, weaver, elder, cook"),
    ],
)  # fmt: skip
def test_refusals(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        record(text)
    assert str(caught.value) == said
