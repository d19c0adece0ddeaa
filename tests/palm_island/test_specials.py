"""Feats and villagers: earning and recruiting them, and their place in the deck."""

from __future__ import annotations

import tomllib

import pytest

from palace.core.errors import InputError
from palace.core.verdict import Reason
from palace.files.serialise import data_text
from palace.palm_island.specials import KINDS
from tests.palm_island.tables import (
    BOXED,
    HEAD,
    ORDER,
    closed,
    codes,
    log_of,
    news,
    record,
    score_record,
    stored,
    table,
    told,
)
from tests.palm_island.tables import player as table_of
from tests.paths import GOLDEN as ALL_GOLDEN
from tests.sentences import Says

GOLDEN = ALL_GOLDEN / "palm-island"
RACK = """
[[feats]]
id = "rack"
name = "Rack"
unlock = 1
needs = { points = 1 }
areas = [{}, { gives = "1F", store = "free", flip = "1L" }, {}, { points = 3, upgrades = 1 }]
"""


def text(moves: list[str], feats: str = RACK, used: str = ', "rack"', more: str = "") -> str:
    player = f'[[players]]\nname = "Ana"\ndeal = [{str(ORDER)[1:-1]}{used}]\nmoves = {moves!r}\n'
    return f"{HEAD}{more}{feats}{player}"


def test_a_feat_shows_its_unlock_marker_behind_the_tracker() -> None:
    found = record(text([]))
    assert str(found.start(0)).endswith(" 16 17 rack.1")
    before = record(text([], more='[rulings]\nfeat-place = "before"\n'))
    assert str(before.start(0)).endswith(" 16 rack.1 17")


def test_a_feat_acts_like_a_building() -> None:
    # Round 2 begins with the feat on top, the stored log behind it.
    moves = ["store 4", *["discard"] * 15, "flip rack pay 4"]
    assert not log_of(record(text(moves))).reasons
    worse = log_of(record(text([*moves[:-1], "flip rack"])))
    assert [reason.code for reason in worse.reasons] == ["too-little"]
    (line,) = score_record(record(text(moves))).sheets[0].lines
    assert (line.category, line.points, line.turn) == ("feats", 3, None)
    assert line.cause == "rack Rack, back rotated"


def test_a_round_with_a_feat_has_seventeen_card_moves() -> None:
    log = log_of(record(text(["discard"] * (16 + 7 * 17))))
    assert (log.reasons, log.state.finished) == ((), True)


PLACEHOLDER = "cards of this program, not the printed ones: Rack"


def test_what_is_not_transcribed_is_named() -> None:
    bare = '\n[[feats]]\nid = "rack"\nname = "Rack"\n'
    notes = score_record(record(text([], bare))).notes
    assert notes[1:] == (
        "the criteria of the feat Rack are not transcribed",
        "the areas of the feat Rack are not transcribed: they are not checked",
        PLACEHOLDER,
    )
    assert score_record(record(text([]))).notes[1:] == (PLACEHOLDER,)
    known = RACK.replace('"Rack"\n', '"Rack"\nprovenance = "transcribed"\n')
    assert len(score_record(record(text([], known))).notes) == 1


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (text([], feats=""),
         ["f:6:64: players[1].deal[17]: 'rack' is not transcribed; enter it: [[feats]] with id, "
          "name, unlock, needs, says, areas"]),
        (text([], used=', "rack", "rack"'),
         ["f:13:72: players[1].deal[18]: card rack is dealt twice; each card once"]),
        (text([]).replace("deal = [4", 'deal = ["rack", 4').replace('16, "rack"', "16"),
         ["f:13:9: players[1].deal[1]: the feat rack is dealt among the cards; put feats last"]),
        (text([], feats=RACK + RACK),
         ["f:13:6: feats[2].id: two cards have the id 'rack'; give each an id of its own"]),
        (text([], feats=RACK.replace('"rack"', '"My Rack"'), used=""),
         ["f:6:6: feats[1].id: 'My Rack' is not an id; small letters, digits and -, such as "
          "honour-1"]),
        (text([], feats=RACK.replace("1L", "1X")),
         ["f:10:54: feats[1].areas[2].flip: '1X' does not fit; expected free, or numbers with L "
          "log, F fish, S stone in this order, such as 1L 2F"]),
        (text([], feats=RACK.replace("unlock = 1", "unlock = 4")),
         ["f:8:10: feats[1].unlock: 4 is too large; at most 3"]),
        (text(["store rack", "store hut"], used=""),
         ["f:14:11: players[1].moves[1]: there is no card 'rack' in this game; its cards are the "
          "numbers 1 to 16",
          "f:14:25: players[1].moves[2]: there is no card 'hut' in this game; its cards are the "
          "numbers 1 to 16"]),
    ],
)  # fmt: skip
def test_every_error_has_its_place(source: str, said: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        record(source)
    assert [str(problem) for problem in caught.value.problems] == said


# Earning: all criteria, at the end of a finished legal game.


def earning(needs: str) -> str:
    return RACK.replace("points = 1 }", f"{needs} }}")


PLAYED = ["store 4", "store 1", *["discard"] * 7, "rotate 6 pay 4 1", *["discard"] * 118]
"""Ends with one point and one upgrade, nothing stored."""


@pytest.mark.parametrize(
    ("needs", "earned"),
    [("points = 1", True), ("points = 2", False), ("points = 1, upgrades = 1", True),
     ("points = 1, upgrades = 2", False), ("stored = 0", True), ("stored = 1", False)],
)  # fmt: skip
def test_criteria(needs: str, earned: bool) -> None:
    found = record(text(PLAYED, earning(needs), used=""))
    assert log_of(found).state.finished
    assert ("Ana earns the feat Rack" in score_record(found).notes) == earned


def test_only_a_finished_legal_game_earns() -> None:
    for moves in (PLAYED[:-1], ["store 10", *PLAYED[1:]]):
        found = record(text(moves, earning("stored = 0"), used=""))
        assert "Ana earns the feat Rack" not in score_record(found).notes


DRAWN = ("weaver", "elder", "cook")


def player(moves: list[str], more: tuple[str, ...] = DRAWN, name: str = "Ana") -> str:
    return table_of(name, moves, [*ORDER, *more])


# Weaver costs 1L 1F (1 point), elder 2L or 2F (active), cook 3F (2 points).


def test_recruited_by_paying_and_laid_after_the_tracker() -> None:
    found = closed(table("solo", "4* 1* 5.3*", waiting=DRAWN), "buy weaver pay 4 1 buy elder pay 5")
    assert codes(found) == []
    seat = found.table.seats[0]
    assert [owned.card for owned in seat.owned] == ["weaver", "elder"]
    assert (seat.waiting, seat.beside, stored(found)) == (("cook",), 1, "")
    assert news(found) == ("Ana recruits Weaver", "Ana recruits Elder")
    assert seat.state.round == 2
    assert len(seat.state.deck) == 17  # beside the deck: they travel with the tracker


def test_the_cost_is_paid_whole_and_by_each_card_once(says: Says) -> None:
    start = table("solo", "4* 1*", waiting=DRAWN)
    little = ("too-little", "weaver Weaver", 1)
    assert told(closed(start, "buy weaver pay 4"), says) == [little]
    twice = closed(start, "buy weaver pay 4 1 buy elder pay 4")
    assert codes(twice) == [("Ana", "not-stored"), ("Ana", "too-little")]
    assert told(twice, says)[0] == ("not-stored.paid", "Logger no. 4", None)
    other = closed(start, "buy weaver pay 4 1 5")
    assert told(other, says)[0] == ("not-stored", "Logger no. 5", None)
    again = closed(table("solo", "4* 1* 5* 2*", waiting=DRAWN), "buy weaver pay 4 1 buy weaver")
    assert told(again, says)[0] == ("buy.twice", "weaver Weaver", None)


def test_active_villagers_are_chosen_for_the_next_round() -> None:
    start = table("solo", "5.3*", waiting=DRAWN)
    found = closed(start, "buy elder pay 5 use elder")
    assert codes(found) == []
    assert found.table.seats[0].active == ("elder",)
    assert news(found)[1] == (
        "Ana uses Elder in round 2: Look at the whole deck whenever you like."
    )
    # Not chosen again, it rests.
    assert closed(found.table, "-").table.seats[0].active == ()


@pytest.mark.parametrize(
    ("owned", "number", "use", "key", "at"),
    [
        ((), 1, "elder", "use.not-recruited", "elder Elder"),
        (("scout",), 1, "elder", "use.not-recruited", "elder Elder"),
        (("cook",), 1, "cook", "use", "cook Cook"),
        (("elder",), 8, "elder", "use.last", "elder Elder"),
    ],
)
def test_who_cannot_be_used(
    owned: tuple[str, ...], number: int, use: str, key: str, at: str, says: Says
) -> None:
    start = table("solo", "", waiting=("elder",), owned=owned, number=number)
    assert told(closed(start, f"use {use}"), says) == [(key, at, None)]


def test_points_at_the_end() -> None:
    """A log and a fish stored in round 1 recruit the weaver."""
    moves = ["store 4", "store 1", *["discard"] * 14, "round-end buy weaver pay 4 1"]
    score = score_record(record(BOXED + player(moves)))
    assert score.legal
    (line,) = score.sheets[0].lines
    assert (line.category, line.points, line.cause, line.turn) == (
        "villagers", 1, "Weaver", 17,
    )  # fmt: skip
    assert score.notes[0].startswith("Ana: 1 point; 0 upgrades")


def test_rounds_keep_their_sixteen_moves() -> None:
    found = log_of(record(BOXED + player(["discard"] * 128)))
    assert (found.reasons, found.state.finished) == ((), True)


def test_they_lie_aside_and_a_record_may_say_so() -> None:
    """The question is settled; another answer is refused in one line."""
    head = BOXED + '[rulings]\nvillager-place = "{}"\n'
    start = record(head.format("aside") + player([])).start(0)
    assert str(start).endswith(" 16 17")
    with pytest.raises(InputError, match="villager-place is settled, it is always aside"):
        record(head.format("deck") + player([]))


# Setup.


def reasons_of(text: str) -> tuple[Reason, ...]:
    return score_record(record(text)).reasons


def test_three_are_drawn(says: Says) -> None:
    found = reasons_of(BOXED + player([], ("weaver", "cook")))
    assert told(found, says) == [("setup.villagers", "villagers", 1)]
    assert reasons_of(BOXED + player([])) == ()


CASUAL = BOXED + 'mode = "casual"\nmiddle = ["forest-2", "sea-3", "mountain-4"]\n'


def test_duplicates_of_the_outposts_are_set_aside(says: Says) -> None:
    """On the backs of the three outposts are the cook, the diver and the elder."""
    own = ("weaver", "smith", "scout")
    assert reasons_of(CASUAL + player([], own) + player([], own, "Ben")) == ()
    bad = ("weaver", "smith", "cook")
    found = reasons_of(CASUAL + player([], bad) + player([], bad, "Ben"))
    assert told(found, says) == [("setup.back", "cook", None)] * 2


def test_all_players_have_the_same_villagers(says: Says) -> None:
    two = player([], ("weaver", "smith", "scout"))
    three = player([], ("weaver", "smith"), "Ben")
    assert told(reasons_of(CASUAL + two + three), says) == [
        ("equal-deals.villagers", "Ben", None), ("setup.villagers", "villagers", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("players", "drawn", "good"), [(2, 3, True), (2, 4, False), (3, 4, True), (4, 5, True)]
)
def test_in_speed_games_one_more_for_each_further_player(
    players: int, drawn: int, good: bool
) -> None:
    names = ["weaver", "cook", "diver", "smith", "elder"][:drawn]
    text = f'{BOXED}mode = "speed"\nmiddle = {names!r}\n'
    text += "".join(player([], (), name) for name in ("Ana", "Ben", "Caro", "Dan")[:players])
    assert (reasons_of(text) == ()) == good


def test_bought_from_the_pile_of_a_speed_game_they_are_recruited() -> None:
    start = table("speed", "1.1*", "4* 2*", middle=("cook", "elder", "weaver"))
    found = closed(start, "buy elder pay 1 use elder", "buy weaver pay 4 2", order=(0, 1))
    assert codes(found) == []
    assert found.table.seats[0].active == ("elder",)
    assert [owned.card for owned in found.table.seats[1].owned] == ["weaver"]


def test_what_an_active_villager_does_is_not_checked_and_noted() -> None:
    moves = ["store 4", "store 1", *["discard"] * 14, "round-end buy elder pay 4 use elder"]
    own = '[[villagers]]\nid = "elder"\nname = "Elder"\ncost = "1L"\nactive = "Two for one."\n'
    score = score_record(record(BOXED + own + player(moves)))
    assert score.legal
    assert "what Elder does is not checked: Two for one." in score.notes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOXED + player([], ("sea-2",)),
         "f:7:64: players[1].deal[17]: sea-2 is an outpost; name a feat or a villager"),
        (BOXED + player([], ("nobody",)),
         "f:7:64: players[1].deal[17]: 'nobody' is not transcribed; enter it: [[feats]] with id, "
         "name, unlock, needs, says, areas"),
        (BOXED + 'mode = "speed"\n' + player([], ("cook",)) + player([], (), "Ben"),
         "f:8:64: players[1].deal[17]: the villager cook is dealt in a speed game; they are for "
         "solo and casual games; name them in middle"),
        (BOXED + player(["round-end buy smith"]),
         "f:8:11: players[1].moves[1]: there is no card 'smith' in this game; its cards are the "
         "numbers 1 to 16, weaver, elder, cook"),
    ],
)  # fmt: skip
def test_refusals(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        record(text)
    assert str(caught.value) == said


# Cards that are not transcribed.

RECORDS = ("casual", "coop-lost", "coop-won", "feat", "solo-villagers", "speed", "speed-villagers")


@pytest.mark.parametrize("stem", RECORDS)
def test_a_game_is_legal_as_well_where_only_the_ids_of_its_cards_are_known(stem: str) -> None:
    data = tomllib.loads((GOLDEN / f"{stem}.toml").read_text(encoding="utf-8"))
    kinds = [kind for kind in KINDS if kind in data]
    assert kinds
    for kind in kinds:
        data[kind] = [{"id": card["id"]} for card in data[kind]]
    score = score_record(record(data_text(data, "toml")))
    assert score.reasons == ()
    notes = score.notes
    assert len(notes) == len({*notes})
    assert any("not transcribed" in note or "not known" in note for note in notes)
