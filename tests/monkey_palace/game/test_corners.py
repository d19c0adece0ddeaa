"""Corners of the game: what is left in the box, claims, the frog again, illegal turns, the end."""

from __future__ import annotations

from dataclasses import replace as changed

import pytest

from palace.contract.registry import score as score_of
from palace.core.errors import InputError
from palace.monkey_palace.game.log import replay
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.game.state import BONUS_CARDS
from palace.monkey_palace.kernel.supply import Supply
from tests.monkey_palace.game.test_steps import DARK_BEN, MAY, PASS, RICH, TWO, pieces_on, rich
from tests.monkey_palace.game.texts import (  # fmt: skip
    ALL,
    BONUS,
    DARK,
    GOLD,
    HIGH_GOLD,
    LIGHT,
    TOO_LOW,
    complaints,
    ending_of,
    game,
    one,
    play,
    read_text,
    unchecked,
)
from tests.sentences import Says

HEAD = 'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n'


# The box.


def test_players_cannot_start_with_more_than_the_box_holds() -> None:
    with pytest.raises(InputError) as caught:
        game(players='start = "50a40b"\n', names="Ana Ben")
    assert [str(problem) for problem in caught.value.problems] == [
        "record:11:9: players[2].start: 50 arches, 28 are left in the box; all players and the "
        "set-up share one box",
        "record:11:9: players[2].start: 40 bricks, 39 are left in the box; all players and the "
        "set-up share one box",
    ]
    assert game(players='start = "39a39b8c"\n').data.players


def test_an_illegal_build_lays_no_more_than_hand_and_tray_hold() -> None:
    """Ben holds nearly all bricks: Ana's pile of twenty cannot be laid, and none is made."""
    players = '[[players]]\nname = "Ana"\nstart = "9a3b"\neach = "0a"\n'
    players += '[[players]]\nname = "Ben"\nstart = "9a70b"\neach = "0a"\n'
    text = f'{HEAD}{players}[[turns]]\nplayer = "Ana"\nbuild = "c4+{"b" * 20}-d4_{"b" * 19}"\n'
    played = replay(read_text(text))
    assert [reason.code for reason in played.reasons] == ["supply"]
    assert pieces_on(played.state) == pieces_on(played.states[0])
    assert played.state.palace == played.states[0].palace


# Claims.


def bonus_claim(claim: str, rulings: str = "", left: int = 1) -> list[str]:
    record = game(f'{BONUS}\nmonkey = "d4"\nbonus = {claim}', players=RICH, top=ALL + rulings)
    table = record.rules.table
    ben = changed(table.seat("Ben"), bonus=tuple(range(BONUS_CARDS - left)))
    return [reason.code for reason in play(record, table.with_seat(ben), 0).reasons]


def test_the_bonus_written_down_is_that_which_was_taken() -> None:
    assert bonus_claim("true") == []
    assert bonus_claim("false") == ["bonus"]
    assert bonus_claim("true", left=0) == ["bonus"]
    assert bonus_claim("false", left=0) == []
    assert bonus_claim("true", 'rulings = { bonus-out = "bananas" }\n', left=0) == []


# The frog.


def frog_again(rulings: str = "", told: bool = True) -> tuple[object, Supply, str | None]:
    turns = (f'{HIGH_GOLD}\nmonkey = "d4"\nfrog = "e3"', PASS, 'build = "g4+bbb-f4"\nfrog = "g4"')
    top = ALL + f'rulings = {{ must-build = "may"{rulings} }}\n'
    record = game(*turns, top=top, players=RICH)
    played = replay(record)
    assert not played.reasons
    note = "frog has no effect where its holder takes it again: turn 3"
    assert (note in unchecked(record)) is told
    return played.state.palace.animal("f"), reports(played)[2].given, played.state.holder("frog")


def test_nothing_happens_when_the_holder_takes_the_frog_again() -> None:
    knob, given, holder = frog_again()
    assert (str(knob), given, holder) == ("e3", Supply(1, 0, 0), "Ana")
    knob, given, holder = frog_again(', frog-again = "move"', told=False)
    assert (str(knob), given, holder) == ("g4", Supply(1, 0, 0), "Ana")


def test_a_frog_that_is_not_in_the_game_brings_nothing() -> None:
    played = rich(f'{DARK}\nfrog = "c4"', top='rulings = { frog-time = "any" }\n')
    assert complaints(played) == [("frog", "c4")]
    assert reports(played)[0].given == Supply(1, 0, 0)
    assert played.state.holder("frog") is None


def test_a_frog_taken_early_is_taken_even_if_it_is_put_wrongly() -> None:
    played = rich(f'{DARK}\nfrog = "a1"', top=ALL + 'rulings = { frog-time = "any" }\n')
    assert [code for code, _ in complaints(played)] == ["frog"]
    assert reports(played)[0].given == Supply(1, 0, 1)
    assert played.state.holder("frog") == "Ana"


@pytest.mark.parametrize(
    ("trophies", "without"),
    [
        ('["monkey"]', "idle-support, butterfly-scope, frog-time, trophy-order"),
        ('["monkey", "frog"]', "idle-support, butterfly-scope"),
        ('["monkey", "frog", "butterfly"]', "idle-support"),
    ],
)
def test_rulings_without_effect_are_told(trophies: str, without: str) -> None:
    answers = (
        'spiral = "turn", frog-time = "any", trophy-order = "frog-first", butterfly-scope = '
        '"colour", idle-support = "returned"'
    )
    record = game(DARK, top=f"trophies = {trophies}\nrulings = {{ {answers} }}\n", players=RICH)
    assert f"these rulings have no effect on this record: {without}" in unchecked(record)


# Reasons.


def test_each_code_and_place_once() -> None:
    played = rich(f'{TWO}\ntake = ["1x 1*", "1x 1*", "1x 1*"]')
    assert complaints(played) == [("card-pile", "1x 1*")]
    passing = rich(f'{PASS}\ntake = ["1x 1*"]', players='start = "1a1b"\neach = "1a"\n')
    assert complaints(passing) == [("pass", "Ana")]
    assert one(passing).key == "pass"


def test_cards_of_an_illegal_staircase(says: Says) -> None:
    def codes(build: str, take: str) -> list[str]:
        found = rich(f'build = "{build}"\ntake = {take}').reasons
        return [reason.code for reason in found if reason.code.startswith("card-")]

    assert codes("c3-c4-d4_b", '["3d 1*"]') == []  # two arches and the highest: three at most
    assert codes("c3-c4-d4_b", '["4d 1*"]') == ["card-cost"]
    reason = next(r for r in rich('build = "c4-d4"\ntake = ["3d 1*"]').reasons if "card" in r.code)
    assert (reason.key, reason.by) == ("card-cost.at-most", 1)
    says(reason)
    # No colour is known, but two of them cannot both be right.
    assert codes("z4+b-d4", '["3g 1*"]') == ["card-cost"]
    assert codes("z4+b-d4", '["1x 1*", "5g 4*", "4d 2*"]') == ["card-cost", "card-colour"]


def test_reasons_of_cards_come_in_the_order_of_the_cards() -> None:
    played = rich(f'{TWO}\ntake = ["1x 1* on 1", "1x 2* on 1", "3g 1*"]')
    at = [reason.at for reason in played.reasons if reason.code != "card-cost"]
    assert at == ["1x 2* on 1", "1x 2* on 1", "3g 1*"]


def test_a_monkey_with_gold_that_is_used_up_or_not_legal() -> None:
    # Meant as gold but nothing laid: it may stand where it was put.
    played = rich('build = "d3-d4"\nmonkey = "d4"')
    assert {code for code, _ in complaints(played)} == {"collision"}
    assert [code for code, _ in complaints(rich(f'{DARK}\nmonkey = "c4"'))] == ["monkey"]


def test_the_last_of_67_cards(says: Says) -> None:
    from palace.monkey_palace.game.cards import Card

    record = game(f'{TWO}\ntake = ["1x 0*"]', players=RICH)
    table = record.rules.table
    seat = table.seat("Ben")
    for number in range(66):
        seat = seat.with_card(Card.read(f"{(3, 4, 5)[number % 3]}{'ldg'[number % 3]} 1*"), 1, 0)
    assert play(record, table.with_seat(seat), 0).legal
    (reason,) = play(record, table.with_seat(seat.with_card(Card.read("2x 0*"), 1, 0)), 0).reasons
    assert (reason.key, dict(reason.values)["count"]) == ("card-pile.all-gone", 67)
    says(reason)


def test_without_a_slot_a_card_covers_the_first() -> None:
    turns = (
        f'{TWO}\ntake = ["1x 0*", "2x 0*"]', PASS,
        'build = "a1-a2-a3_b-b3_bb-c3_bb"\ntake = ["1x 0*", "2x 0*"]', PASS,
        'build = "b1-b2+c-b3"\ntake = ["1x 7*"]',
    )  # fmt: skip
    played = rich(*turns, top=MAY)
    assert [len(slot) for slot in played.state.seat("Ana").slots] == [2, 1, 1, 1]


# The end.


def test_an_early_end_is_not_forgotten() -> None:
    """Nobody is given any arch, none is ever used up: the failed delivery begins the last round."""
    rules = ALL + 'rulings = { must-build = "may", game-end = "empty", short-tray = "none" }\n'
    played = rich(PASS, PASS, top=rules, players='start = "38a"\neach = "5a"\n')
    assert reports(played)[0].given == Supply()
    assert ending_of(reports(played)[0].table) == (
        "turn 1: Ana could not be given their recurring delivery: 5 arches due, 2 left"
    )
    assert played.state.finished


def test_the_first_shortage_is_the_one_that_counts() -> None:
    played = rich(PASS, PASS, top=MAY, players='start = "38a"\neach = "5a"\n')
    assert reports(played)[1].given == Supply()
    assert ending_of(played.state).startswith("turn 1: Ana could not be given")


def test_only_what_was_short_is_named() -> None:
    played = rich(PASS, top=MAY, players='start = "38a"\neach = "5a2b"\n')
    assert ending_of(played.state).endswith(": 5 arches due, 2 left")


def test_the_holder_of_the_monkey_wins_a_tie() -> None:
    """Five bananas and the monkey's two against five and the butterfly's two."""
    gold = 'build = "d3+b-d4"\nmonkey = "e4"\ntake = ["1x 5*"]'
    turns = (gold, f"{PASS}", PASS, 'build = "g4+bbb-f4"\ntake = ["2x 5*"]')
    played = rich(*turns, top=MAY)
    record = game(*turns, top=MAY, players=RICH)
    score = score_of(record)
    assert not played.reasons
    totals = [(sheet.name, sheet.total, sheet.ties) for sheet in score.sheets]
    assert totals == [("Ana", 7, (1,)), ("Ben", 7, (0,))]
    assert [place.rank for place in score.standings] == [1, 2]


def test_points_written_beside_turns_must_agree() -> None:
    turn = f'{TWO}\ntake = ["1x 4*"]'
    good = game(turn, names="Ana Ben", players="bonus = 0\n")
    assert score_of(good).sheets[0].total == 4
    with pytest.raises(InputError, match=r"players\[1\].total: 99 written down, the turns make 4"):
        score_of(game(turn, players="total = 99\n"))


def test_a_score_pad_with_an_empty_list_of_turns_is_a_score_pad() -> None:
    players = '[[players]]\nname = "Ana"\ncards = [2, 3]\n[[players]]\nname = "Ben"\ncards = 1\n'
    score = score_of(read_text(f"{HEAD}turns = []\n{players}"))
    assert [sheet.total for sheet in score.sheets] == [5, 1]
    assert score.finished


def test_a_game_whose_pieces_nobody_knows_is_over_when_the_record_says_so() -> None:
    turns = (DARK, DARK_BEN)
    assert not score_of(game(*turns)).finished
    assert "finished = true" in score_of(game(*turns)).ends
    over = score_of(game(*turns, top=ALL + "finished = true\n"))
    assert (over.finished, over.ends) == (True, "")
    # Not in the middle of a round, and not where the tray is known.
    assert not score_of(game(DARK, top=ALL + "finished = true\n")).finished
    assert not score_of(game(*turns, top=ALL + "finished = true\n", players=RICH)).finished


def test_names_used_here_are_legal() -> None:
    for build in (DARK, LIGHT, f'{GOLD}\nmonkey = "e4"'):
        assert not rich(build).reasons
    assert rich(TOO_LOW).reasons
